//! Network files.

use diglot::board::Position;
use diglot::eval::nnue::{INPUTS, Network};

/// Where the header has the number of inputs.
const INPUTS_FIELD: std::ops::Range<usize> = 20..24;

/// Reads bytes as a network file, as they are and with a correct checksum. An accepted network is written as the same
/// bytes, unless it had no king buckets, and evaluates a position.
pub fn check_network(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), with_checksum(bytes.to_vec())] {
        if let Ok(network) = Network::from_bytes(&bytes) {
            let written = network.to_bytes();
            let has_king_buckets = bytes[INPUTS_FIELD] == (INPUTS as u32).to_le_bytes();
            assert_eq!(written == bytes, has_king_buckets);
            assert_eq!(Network::from_bytes(&written).as_ref(), Ok(&network));
            network.evaluate_reference(&Position::startpos());
        }
    }
}

/// Replaces the last eight bytes by the correct checksum (FNV-1a).
pub fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len().saturating_sub(8);
    let hash = bytes[..content]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    bytes.truncate(content);
    bytes.extend(hash.to_le_bytes());
    bytes
}
