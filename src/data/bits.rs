//! Bit streams, least significant bit first.

/// Largest width of a single read or write in bits.
const MAX_WIDTH: u32 = 56;

#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits of the incomplete byte.
    pending: u64,
    /// Number of pending bits, 0 to 7.
    count: u32,
}

impl BitWriter {
    /// Appends bits to existing bytes.
    pub(super) fn after(bytes: Vec<u8>) -> BitWriter {
        BitWriter {
            bytes,
            ..BitWriter::default()
        }
    }

    /// Writes a number of `width` bits, at most 56.
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

    /// Pads the last byte with zeros and returns all bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

#[derive(Clone, Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Index of the next bit.
    next: usize,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bytes, next: 0 }
    }

    /// At least 56 bits ahead, with zeros beyond the end.
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

    /// Reads a number of `width` bits, at most 56; `None` beyond the end.
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

    /// Reads a unary code: counts zeros and consumes them with the one that follows; `None` if there are more than
    /// `max`, which is less than 56.
    #[inline]
    pub(super) fn read_unary(&mut self, max: u32) -> Option<u32> {
        debug_assert!(max < MAX_WIDTH);
        let zeros = self.peek().trailing_zeros();
        if zeros > max {
            return None;
        }
        self.read(zeros + 1).map(|_| zeros)
    }

    /// Whether only the zero padding of the last byte is left.
    pub(super) fn is_finished(&self) -> bool {
        self.bytes.len() == self.next.div_ceil(8) && self.peek() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_widths_round_trip() {
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
    fn unary_codes_are_read_up_to_a_limit() {
        let mut writer = BitWriter::default();
        for zeros in [0, 3, 17] {
            writer.write(1 << zeros, zeros + 1);
        }
        writer.write(1, 1);
        let bytes = writer.finish();
        let mut reader = BitReader::new(&bytes);
        assert_eq!(reader.read_unary(0), Some(0));
        assert_eq!(reader.read_unary(2), None);
        assert_eq!(reader.read_unary(3), Some(3));
        assert_eq!(reader.read_unary(17), Some(17));
        assert!(!reader.is_finished());
        assert_eq!(reader.read_unary(17), Some(0));
        assert!(reader.is_finished());
        assert_eq!(reader.read_unary(17), None);
        assert_eq!(BitReader::new(&[]).read_unary(17), None);
        // Excess bytes, and a last byte that is not padded with zeros.
        let mut reader = BitReader::new(&[1, 0]);
        reader.read(4);
        assert!(!reader.is_finished());
        let mut reader = BitReader::new(&[0x80]);
        reader.read(4);
        assert!(!reader.is_finished());
    }
}
