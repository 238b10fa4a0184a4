//! Packed games.

use std::path::Path;

use diglot::data::{GameReader, GameWriter, PackedGame, recover};

/// Reads bytes as a file of packed games and recovers what is intact in it: both find the same games up to the first
/// error, and every recovered game is valid.
pub fn check_file(bytes: &[u8]) {
    let recovery = recover(bytes);
    for game in &recovery.games {
        assert_eq!(game.check(), Ok(()));
    }
    let Ok(reader) = GameReader::new(bytes, Path::new("games")) else {
        return;
    };
    for game in reader.map_while(Result::ok) {
        check_game(game.bytes());
        if game.check().is_ok() {
            assert!(recovery.games.contains(&game));
        }
    }
}

/// Reads bytes as one packed game, without the checksum. A valid game is packed again into the same bytes, and a file
/// with it is read back.
pub fn check_game(bytes: &[u8]) {
    let Ok(game) = PackedGame::new(bytes.to_vec()) else {
        return;
    };
    let plies = game.replay().map_while(Result::ok).count();
    assert!(plies <= game.plies());
    if game.check().is_err() {
        return;
    }
    assert_eq!(plies, game.plies());
    assert_eq!(game.unpack().unwrap().pack().unwrap().bytes(), bytes);
    let mut file = Vec::new();
    let mut writer = GameWriter::new(&mut file, Path::new("games"), "").unwrap();
    writer.write(&game).unwrap();
    let mut reader = GameReader::new(&file[..], Path::new("games")).unwrap();
    assert_eq!(reader.next().unwrap().unwrap(), game);
}
