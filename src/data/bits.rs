//! Bits in bytes: the first bit is the lowest of the first byte, and of a number the lowest bit comes
//! first.

/// The most bits written or read at once.
const MAX_WIDTH: u32 = 56;

/// Puts bits together to bytes.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that fill no byte yet.
    pending: u64,
    /// How many, 0 to 7.
    count: u32,
}

impl BitWriter {
    /// Appends bits to these bytes.
    pub(super) fn after(bytes: Vec<u8>) -> BitWriter {
        BitWriter {
            bytes,
            ..BitWriter::default()
        }
    }

    /// Writes the lowest `width` bits of a number, at most 56; the others must be 0.
    pub(super) fn write(&mut self, number: u64, width: u32) {
        debug_assert!(width <= MAX_WIDTH && number >> width == 0);
        self.pending |= number << self.count;
        self.count += width;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// The bytes, the last one filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Takes bytes apart to bits.
#[derive(Clone, Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The number of the next bit.
    next: usize,
}

impl<'a> BitReader<'a> {
    /// Reads these bytes from the first bit on.
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, next: 0 }
    }

    /// The next bits, at least 56 of them, with zeros for those beyond the end.
    #[inline]
    fn peek(&self) -> u64 {
        let first = self.next / 8;
        let word = match self.bytes[first..].first_chunk::<8>() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => {
                let mut chunk = [0; 8];
                let rest = &self.bytes[first..];
                chunk[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(chunk)
            }
        };
        word >> (self.next % 8)
    }

    /// Reads a number of `width` bits, at most 56; `None` where there are not so many.
    #[inline]
    pub(super) fn read(&mut self, width: u32) -> Option<u64> {
        debug_assert!(width <= MAX_WIDTH);
        let end = self.next + width as usize;
        if end > 8 * self.bytes.len() {
            return None;
        }
        let number = self.peek() & ((1 << width) - 1);
        self.next = end;
        Some(number)
    }

    /// Reads zeros up to a one, the one too, and tells how many zeros there were; `None` if there are more than
    /// `most`, which is less than 56.
    #[inline]
    pub(super) fn read_zeros(&mut self, most: u32) -> Option<u32> {
        debug_assert!(most < MAX_WIDTH);
        let zeros = self.peek().trailing_zeros();
        if zeros > most {
            return None;
        }
        self.read(zeros + 1).map(|_| zeros)
    }

    /// Whether nothing is left but the zeros that fill up the last byte.
    pub(super) fn is_finished(&self) -> bool {
        self.bytes.len() == self.next.div_ceil(8) && self.peek() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_widths_come_back() {
        let numbers: Vec<(u64, u32)> = (0..=MAX_WIDTH)
            .map(|width| (0x1234_5678_9abc_def0 & ((1 << width) - 1), width))
            .collect();
        let mut writer = BitWriter::after(vec![7]);
        for &(number, width) in &numbers {
            writer.write(number, width);
        }
        let bytes = writer.finish();
        assert_eq!(bytes[0], 7);
        let mut reader = BitReader::new(&bytes[1..]);
        for &(number, width) in &numbers {
            assert!(!reader.is_finished());
            assert_eq!(reader.read(width), Some(number));
        }
        assert!(reader.is_finished());
        assert_eq!(reader.read(8), None);
    }

    #[test]
    fn zeros_are_counted_up_to_a_limit() {
        let mut writer = BitWriter::default();
        for zeros in [0, 3, 17] {
            writer.write(1 << zeros, zeros + 1);
        }
        writer.write(1, 1);
        let bytes = writer.finish();
        let mut reader = BitReader::new(&bytes);
        assert_eq!(reader.read_zeros(0), Some(0));
        assert_eq!(reader.read_zeros(2), None);
        assert_eq!(reader.read_zeros(3), Some(3));
        assert_eq!(reader.read_zeros(17), Some(17));
        assert!(!reader.is_finished());
        assert_eq!(reader.read_zeros(17), Some(0));
        assert!(reader.is_finished());
        assert_eq!(reader.read_zeros(17), None);
        assert_eq!(BitReader::new(&[]).read_zeros(17), None);
        // Too many bytes, and a last byte that is not filled up with zeros.
        let mut reader = BitReader::new(&[1, 0]);
        reader.read(4);
        assert!(!reader.is_finished());
        let mut reader = BitReader::new(&[0x80]);
        reader.read(4);
        assert!(!reader.is_finished());
    }
}
