//! What is left of a damaged file.

use std::path::Path;

use super::PackedGame;
use super::game::GameHeader;
use super::game_file::{FRAME_HEADER, GameReader, MAGIC, checksum};

/// What is whole in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// What the file says of itself, if its head is whole.
    pub text: Option<String>,
    /// The games, in order.
    pub games: Vec<PackedGame>,
    /// How many bytes are neither head nor game.
    pub lost_bytes: usize,
}

/// Takes from a file whatever is whole. Where something is damaged it looks for the next place where a game
/// begins.
pub fn recover(bytes: &[u8]) -> Recovery {
    let head = GameReader::new(bytes, Path::new("")).ok();
    let mut offset = head.as_ref().map_or(0, |reader| reader.offset() as usize);
    let mut recovery = Recovery {
        text: head.map(|reader| reader.text().to_owned()),
        games: Vec::new(),
        lost_bytes: 0,
    };
    if recovery.text.is_none() && bytes.starts_with(&MAGIC) {
        offset = MAGIC.len();
        recovery.lost_bytes = MAGIC.len();
    }
    while offset < bytes.len() {
        match whole_game(&bytes[offset..]) {
            Some(game) => {
                offset += FRAME_HEADER + game.bytes().len();
                recovery.games.push(game);
            }
            None => {
                offset += 1;
                recovery.lost_bytes += 1;
            }
        }
    }
    recovery
}

/// The game that begins here, if it is whole and legal.
fn whole_game(bytes: &[u8]) -> Option<PackedGame> {
    let (head, rest) = bytes.split_first_chunk::<FRAME_HEADER>()?;
    let [l0, l1, sum @ ..] = *head;
    let game = rest.get(..usize::from(u16::from_le_bytes([l0, l1])))?;
    // Most places where no game begins do not look like a head: that is told sooner than a checksum.
    GameHeader::read(game).ok()?;
    if checksum([l0, l1], game) != sum {
        return None;
    }
    let game = PackedGame::new(game.to_vec()).ok()?;
    game.check().is_ok().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::super::game_file::tests::file;
    use super::super::samples::games;
    use super::*;

    #[test]
    fn all_of_a_whole_file() {
        let games = games(20);
        let recovery = recover(&file("text", &games));
        assert_eq!(
            (recovery.text.as_deref(), recovery.lost_bytes),
            (Some("text"), 0)
        );
        assert_eq!(recovery.games, games);
    }

    #[test]
    fn all_but_what_is_damaged() {
        let games = games(20);
        let whole = file("text", &games);
        let first = file("text", &[]).len();
        let second = file("text", &games[..1]).len();
        // A length, a checksum and a move of the second game.
        for offset in [0, 1, 2, 20] {
            let mut bytes = whole.clone();
            bytes[second + offset] ^= 0x41;
            let recovery = recover(&bytes);
            let kept: Vec<_> = [&games[..1], &games[2..]].concat();
            assert_eq!(recovery.games, kept, "{offset}");
            assert_eq!(recovery.lost_bytes, FRAME_HEADER + games[1].bytes().len());
        }
        let cut = recover(&whole[..whole.len() - 1]);
        assert_eq!(cut.games, games[..19]);
        let mut bytes = whole.clone();
        bytes[first - 1] ^= 1;
        let headless = recover(&bytes);
        assert_eq!((headless.text, headless.lost_bytes), (None, first));
        assert_eq!(headless.games, games);
    }

    #[test]
    fn nothing_of_nothing() {
        let nothing = recover(&[7; 10_000]);
        assert_eq!((nothing.games.len(), nothing.lost_bytes), (0, 10_000));
        assert_eq!(recover(&[]).lost_bytes, 0);
    }
}
