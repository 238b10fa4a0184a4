//! Recovers the intact games of a damaged file.

use std::path::Path;

use super::game::GameHeader;
use super::game::PackedGame;
use super::game_file::{GAME_PREFIX, GameReader, MAGIC, checksum};

/// The intact parts of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// The description of the games, if the header is intact.
    pub text: Option<String>,
    /// The intact games in order.
    pub games: Vec<PackedGame>,
    /// Number of bytes that belong to neither header nor game.
    pub lost_bytes: usize,
}

/// Recovers what is intact in a file. After damage, searches for the beginning of the next intact game.
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
        match intact_game(&bytes[offset..]) {
            Some(game) => {
                offset += GAME_PREFIX + game.bytes().len();
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

/// The game that begins here, if it is intact and valid.
fn intact_game(bytes: &[u8]) -> Option<PackedGame> {
    let (head, rest) = bytes.split_first_chunk::<GAME_PREFIX>()?;
    let [l0, l1, sum @ ..] = *head;
    let game = rest.get(..usize::from(u16::from_le_bytes([l0, l1])))?;
    // At most offsets the header is already invalid, which is cheaper to find than a wrong checksum.
    GameHeader::read(game).ok()?;
    if checksum([l0, l1], game) != sum {
        return None;
    }
    let game = PackedGame::new(game.to_vec()).ok()?;
    game.check().is_ok().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, games};
    use super::*;

    #[test]
    fn an_intact_file_is_recovered_completely() {
        let games = games(20);
        let recovery = recover(&file("text", &games));
        assert_eq!(
            (recovery.text.as_deref(), recovery.lost_bytes),
            (Some("text"), 0)
        );
        assert_eq!(recovery.games, games);
    }

    #[test]
    fn only_damaged_games_are_lost() {
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
            assert_eq!(recovery.lost_bytes, GAME_PREFIX + games[1].bytes().len());
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
    fn nothing_is_recovered_from_garbage() {
        let nothing = recover(&[7; 10_000]);
        assert_eq!((nothing.games.len(), nothing.lost_bytes), (0, 10_000));
        assert_eq!(recover(&[]).lost_bytes, 0);
    }
}
