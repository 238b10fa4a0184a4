//! The file format of networks, with every field checked on reading. The build script compiles this file too, and
//! refuses to embed what the program could not load.
//!
//! All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `DIGLOTNN` |
//! | 4 | version, 2 |
//! | 4 | architecture: 1 without layer stacks, 4 with them, 5 with attack inputs too |
//! | 4 | H, the hidden size: a multiple of 32 from 32 to 2048, with layer stacks of 64 |
//! | 4 | inputs, 3072; 768 in files without king buckets, whose feature weights serve all of them |
//! | 4 | output buckets, 8 |
//! | 4 each | QA (127), QB, SCALE |
//! | 4 | length of the description in bytes |
//! | … | the description, UTF-8 |
//! | 1 each | feature weights, inputs × H |
//! | 2 each | feature bias, H |
//! | 2 each | output weights, 8 × 2 H |
//! | 4 each | output bias, 8 |
//! | | with layer stacks, for each of the 8 output buckets: |
//! | 1 each | weights of the first layer, H / 4 × 16 × 4 |
//! | 4 each | 32-bit floats: what their units are worth in each output, 16; its bias, 16; weights of the second layer, 32 × 32, and its bias, 32; weights of the third layer, 32; with attack inputs their weights in the first layer, 26 × 16 |
//! | 8 | FNV-1a of all bytes before (<http://www.isthe.com/chongo/tech/comp/fnv/>), 64 bits |

use super::architecture::{
    BUCKET_INPUTS, INPUTS, MAX_DESCRIPTION, MAX_HIDDEN_SIZE, OUTPUT_BUCKETS, QA,
    is_valid_hidden_size,
};
use super::error::{FORMAT_VERSION, NetworkError};
use super::layer_stack::{DenseLayers, LayerStackWeights};
use super::weights::NetworkWeights;

const MAGIC: &[u8; 8] = b"DIGLOTNN";
/// The architectures that can be read. Number 2 had layer stacks without pairwise multiplication, number 3 one unit for all
/// weights of their first layer.
const WITHOUT_LAYER_STACKS: u32 = 1;
const WITH_LAYER_STACKS: u32 = 4;
const WITH_ATTACK_INPUTS: u32 = 5;
const HEADER_SIZE: usize = MAGIC.len() + 9 * size_of::<u32>();
const CHECKSUM_SIZE: usize = size_of::<u64>();

/// Size of the largest possible file in bytes.
pub(super) const MAX_FILE_SIZE: usize =
    file_size(WITH_ATTACK_INPUTS, INPUTS, MAX_HIDDEN_SIZE, MAX_DESCRIPTION);

/// The numbers of the header that vary.
struct Header {
    architecture: u32,
    inputs: usize,
    hidden_size: usize,
    qb: u32,
    scale: u32,
    description_length: usize,
}

/// Parses the content of a network file: its description and its weights.
pub(crate) fn parse(bytes: &[u8]) -> Result<(&str, NetworkWeights), NetworkError> {
    let mut reader = ByteReader { bytes };
    let header = parse_header(&mut reader)?;
    let expected = file_size(
        header.architecture,
        header.inputs,
        header.hidden_size,
        header.description_length,
    );
    let found = bytes.len();
    let wrong_size = NetworkError::Size { expected, found };
    if found != expected {
        return Err(wrong_size);
    }
    let Some((content, checksum)) = bytes.split_last_chunk::<CHECKSUM_SIZE>() else {
        return Err(wrong_size);
    };
    if fnv_1a(content) != u64::from_le_bytes(*checksum) {
        return Err(NetworkError::Checksum);
    }
    let description = reader.take(header.description_length);
    let description = description.ok_or(wrong_size.clone())?;
    let description = str::from_utf8(description).map_err(|_| NetworkError::Description)?;
    let weights = reader.weights(&header).ok_or(wrong_size)?;
    weights.check()?;
    Ok((description, weights))
}

fn parse_header(reader: &mut ByteReader) -> Result<Header, NetworkError> {
    let found = reader.bytes.len();
    if reader.take(MAGIC.len()) != Some(MAGIC) {
        return Err(NetworkError::NotANetwork);
    }
    let expected = HEADER_SIZE;
    let mut field = || {
        let field = reader.u32();
        field.ok_or(NetworkError::Size { expected, found })
    };
    let version = field()?;
    if version != FORMAT_VERSION {
        return Err(NetworkError::Version(version));
    }
    let architecture = field()?;
    if ![WITHOUT_LAYER_STACKS, WITH_LAYER_STACKS].contains(&architecture) {
        check_field("number", architecture, WITH_ATTACK_INPUTS)?;
    }
    let hidden_size = field()? as usize;
    let inputs = field()?;
    if inputs != BUCKET_INPUTS as u32 {
        check_field("inputs", inputs, INPUTS as u32)?;
    }
    check_field("buckets", field()?, OUTPUT_BUCKETS as u32)?;
    check_field("QA", field()?, QA as u32)?;
    let header = Header {
        architecture,
        inputs: inputs as usize,
        hidden_size,
        qb: field()?,
        scale: field()?,
        description_length: field()? as usize,
    };
    if !is_valid_hidden_size(hidden_size) {
        return Err(NetworkError::Hidden(hidden_size));
    }
    if header.description_length > MAX_DESCRIPTION {
        return Err(NetworkError::Description);
    }
    Ok(header)
}

/// The content of the file of a network.
pub(super) fn to_bytes(description: &str, weights: &NetworkWeights) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for field in [
        FORMAT_VERSION,
        architecture(weights),
        weights.feature_bias.len() as u32,
        INPUTS as u32,
        OUTPUT_BUCKETS as u32,
        QA as u32,
        weights.qb,
        weights.scale,
        description.len() as u32,
    ] {
        bytes.extend(field.to_le_bytes());
    }
    bytes.extend(description.as_bytes());
    bytes.extend(weights.feature_weights.iter().map(|&weight| weight as u8));
    for values in [&weights.feature_bias, &weights.output_weights] {
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    bytes.extend(weights.output_bias.into_iter().flat_map(i32::to_le_bytes));
    for stack in &weights.layer_stacks {
        let l1_weights = stack.l1_weights.iter();
        bytes.extend(l1_weights.map(|&weight| weight as u8));
        let floats = DenseLayers::floats_in_file(weights.has_attack_inputs());
        let values = stack.dense.floats().take(floats);
        bytes.extend(values.flat_map(f32::to_le_bytes));
    }
    bytes.extend(fnv_1a(&bytes).to_le_bytes());
    bytes
}

/// The number of the architecture of a network.
fn architecture(weights: &NetworkWeights) -> u32 {
    if weights.layer_stacks.is_empty() {
        WITHOUT_LAYER_STACKS
    } else if weights.has_attack_inputs() {
        WITH_ATTACK_INPUTS
    } else {
        WITH_LAYER_STACKS
    }
}

const fn file_size(
    architecture: u32,
    inputs: usize,
    hidden_size: usize,
    description_length: usize,
) -> usize {
    let [feature_weights, output_weights] = NetworkWeights::lengths(inputs, hidden_size);
    let output_bias = OUTPUT_BUCKETS * size_of::<i32>();
    let layer_stack = if architecture == WITHOUT_LAYER_STACKS {
        0
    } else {
        let has_attack_inputs = architecture == WITH_ATTACK_INPUTS;
        LayerStackWeights::file_size(hidden_size, has_attack_inputs)
    };
    let layer_stacks = OUTPUT_BUCKETS * layer_stack;
    let of_16_bits = (hidden_size + output_weights) * size_of::<i16>();
    let weights = feature_weights + of_16_bits + output_bias + layer_stacks;
    HEADER_SIZE + description_length + weights + CHECKSUM_SIZE
}

fn check_field(what: &'static str, found: u32, known: u32) -> Result<(), NetworkError> {
    if found == known {
        Ok(())
    } else {
        Err(NetworkError::Architecture { what, found, known })
    }
}

/// 64-bit FNV-1a.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Takes little-endian numbers from the front of a byte slice.
struct ByteReader<'a> {
    bytes: &'a [u8],
}

impl<'a> ByteReader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        self.bytes.split_off(..count)
    }

    fn u32(&mut self) -> Option<u32> {
        let (taken, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(u32::from_le_bytes(*taken))
    }

    fn i8s(&mut self, count: usize) -> Option<Vec<i8>> {
        let bytes = self.take(count)?.iter();
        Some(bytes.map(|&byte| byte as i8).collect())
    }

    fn f32s(&mut self, count: usize) -> Option<Vec<f32>> {
        let (numbers, _) = self.take(count * size_of::<f32>())?.as_chunks();
        Some(numbers.iter().copied().map(f32::from_le_bytes).collect())
    }

    fn i16s(&mut self, count: usize) -> Option<Vec<i16>> {
        let (numbers, _) = self.take(count * size_of::<i16>())?.as_chunks();
        Some(numbers.iter().copied().map(i16::from_le_bytes).collect())
    }

    fn layer_stack(&mut self, header: &Header) -> Option<LayerStackWeights> {
        let l1_weights = self.i8s(LayerStackWeights::l1_len(header.hidden_size))?;
        let has_attack_inputs = header.architecture == WITH_ATTACK_INPUTS;
        let floats = self.f32s(DenseLayers::floats_in_file(has_attack_inputs))?;
        let missing = std::iter::repeat(0.0);
        let dense = DenseLayers::from_floats(floats.into_iter().chain(missing))?;
        Some(LayerStackWeights { l1_weights, dense })
    }

    fn weights(&mut self, header: &Header) -> Option<NetworkWeights> {
        let hidden_size = header.hidden_size;
        let [feature_weights, output_weights] = NetworkWeights::lengths(header.inputs, hidden_size);
        let feature_weights = self.i8s(feature_weights)?;
        let feature_weights = NetworkWeights::fill_king_buckets(feature_weights, hidden_size);
        let feature_bias = self.i16s(hidden_size)?;
        let output_weights = self.i16s(output_weights)?;
        let mut output_bias = [0; OUTPUT_BUCKETS];
        for bias in &mut output_bias {
            *bias = self.u32()? as i32;
        }
        let stacks = if header.architecture == WITHOUT_LAYER_STACKS {
            0
        } else {
            OUTPUT_BUCKETS
        };
        let layer_stacks = (0..stacks).map(|_| self.layer_stack(header));
        Some(NetworkWeights {
            feature_weights,
            feature_bias,
            output_weights,
            output_bias,
            layer_stacks: layer_stacks.collect::<Option<_>>()?,
            qb: header.qb,
            scale: header.scale,
        })
    }
}
