//! Network files.

use diglot::board::Position;
use diglot::eval::nnue::Network;

/// Reads bytes as a network file, as they are and with a correct checksum. An accepted network is written as the same
/// bytes and evaluates a position.
pub fn check_network(bytes: &[u8]) {
    for bytes in [bytes.to_vec(), with_checksum(bytes.to_vec())] {
        if let Ok(network) = Network::from_bytes(&bytes) {
            assert_eq!(network.to_bytes(), bytes);
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
