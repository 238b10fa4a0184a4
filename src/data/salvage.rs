//! What is left of a damaged file.

use std::path::Path;

use super::PackedGame;
use super::file::{FRAME_HEAD, GameReader, MAGIC, checksum};
use super::game::Head;

/// What is whole in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvage {
    /// What the file says of itself, if its head is whole.
    pub text: Option<String>,
    /// The games, in order.
    pub games: Vec<PackedGame>,
    /// How many bytes are neither head nor game.
    pub lost: usize,
}

/// Takes from a file whatever is whole. Where something is damaged it looks for the next place where a game
/// begins.
pub fn salvage(bytes: &[u8]) -> Salvage {
    let head = GameReader::new(bytes, Path::new("")).ok();
    let mut offset = head.as_ref().map_or(0, |reader| reader.offset() as usize);
    let mut salvage = Salvage {
        text: head.map(|reader| reader.text().to_owned()),
        games: Vec::new(),
        lost: 0,
    };
    if salvage.text.is_none() && bytes.starts_with(&MAGIC) {
        offset = MAGIC.len();
        salvage.lost = MAGIC.len();
    }
    while offset < bytes.len() {
        match whole_game(&bytes[offset..]) {
            Some(game) => {
                offset += FRAME_HEAD + game.bytes().len();
                salvage.games.push(game);
            }
            None => {
                offset += 1;
                salvage.lost += 1;
            }
        }
    }
    salvage
}

/// The game that begins here, if it is whole and legal.
fn whole_game(bytes: &[u8]) -> Option<PackedGame> {
    let (head, rest) = bytes.split_first_chunk::<FRAME_HEAD>()?;
    let [l0, l1, sum @ ..] = *head;
    let game = rest.get(..usize::from(u16::from_le_bytes([l0, l1])))?;
    // Most places where no game begins do not look like a head: that is told sooner than a checksum.
    Head::read(game).ok()?;
    if checksum([l0, l1], game) != sum {
        return None;
    }
    let game = PackedGame::new(game.to_vec()).ok()?;
    game.check().is_ok().then_some(game)
}

#[cfg(test)]
mod tests {
    use super::super::file::tests::file;
    use super::super::samples::games;
    use super::*;

    #[test]
    fn all_of_a_whole_file() {
        let games = games(20);
        let salvage = salvage(&file("text", &games));
        assert_eq!((salvage.text.as_deref(), salvage.lost), (Some("text"), 0));
        assert_eq!(salvage.games, games);
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
            let salvage = salvage(&bytes);
            let kept: Vec<_> = [&games[..1], &games[2..]].concat();
            assert_eq!(salvage.games, kept, "{offset}");
            assert_eq!(salvage.lost, FRAME_HEAD + games[1].bytes().len());
        }
        let cut = salvage(&whole[..whole.len() - 1]);
        assert_eq!(cut.games, games[..19]);
        let mut bytes = whole.clone();
        bytes[first - 1] ^= 1;
        let headless = salvage(&bytes);
        assert_eq!((headless.text, headless.lost), (None, first));
        assert_eq!(headless.games, games);
    }

    #[test]
    fn nothing_of_nothing() {
        let nothing = salvage(&[7; 10_000]);
        assert_eq!((nothing.games.len(), nothing.lost), (0, 10_000));
        assert_eq!(salvage(&[]).lost, 0);
    }
}
