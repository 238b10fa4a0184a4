//! Self-play data generation (`datagen`) and the commands for its files (`data`).

use crate::support::random_network;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::program::{PROGRAM, printed, refusal, run};
use diglot::data::{GameReader, LockedFile, PackedGame, StartPosition, Termination};
use diglot::types::Score;

/// The path of a temporary file of games, deleted after the test.
struct TempGames(String);

impl TempGames {
    fn new(name: &str) -> TempGames {
        let folder = env!("CARGO_TARGET_TMPDIR");
        let games = TempGames(format!("{folder}/games-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&games.0);
        games
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.0).unwrap()
    }

    fn reader(&self) -> GameReader<impl Read> {
        GameReader::open(Path::new(&self.0)).unwrap()
    }

    fn games(&self) -> Vec<PackedGame> {
        self.reader().collect::<Result<_, _>>().unwrap()
    }

    /// The games in the order of their numbers.
    fn sorted(&self) -> Vec<PackedGame> {
        let mut games = self.games();
        games.sort_by_key(PackedGame::number);
        games
    }
}

impl Drop for TempGames {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The arguments of a `datagen` run with few nodes per move, so that the games are quick.
fn datagen<'a>(file: &'a TempGames, more: &[&'a str]) -> Vec<&'a str> {
    [&["datagen", "-o", &file.0, "--nodes", "40"], more].concat()
}

#[test]
fn games_are_complete_and_determined_by_the_seed() {
    let (one, two, other) = (
        TempGames::new("one"),
        TempGames::new("two"),
        TempGames::new("other"),
    );
    let summary = printed(&datagen(&one, &["--games", "12"]));
    assert!(summary.starts_with("games: 12\npositions: "), "{summary}");
    printed(&datagen(&two, &["--games", "12", "--threads", "3"]));
    printed(&datagen(&other, &["--games", "12", "--seed", "1"]));
    let games = one.games();
    let numbers: Vec<u64> = games.iter().map(PackedGame::number).collect();
    assert_eq!(numbers, Vec::from_iter(0..12));
    assert_eq!(two.sorted(), games);
    assert_ne!(other.games(), games);
    for game in &games {
        assert_eq!(game.check(), Ok(()));
        assert!((8..=9).contains(&game.opening_plies()));
        assert_ne!(game.termination(), Termination::TooLong);
        let mut scores = game.replay().map(|ply| ply.unwrap().score);
        let first = scores.nth(game.opening_plies()).flatten();
        assert!(first.unwrap().raw().abs() <= 1000);
    }
    let plies: usize = games.iter().map(PackedGame::plies).sum();
    let bytes = one.bytes().len() as f64 / plies as f64;
    assert!(bytes < 2.5, "{bytes} bytes per ply");
    let starts: Vec<&StartPosition> = games.iter().map(PackedGame::start).collect();
    assert!(starts.contains(&&StartPosition::Standard));
}

#[test]
fn a_run_resumes_where_one_was_cut_off() {
    let (whole, cut) = (TempGames::new("whole"), TempGames::new("cut"));
    printed(&datagen(&whole, &["--games", "6"]));
    let bytes = whole.bytes();
    for length in [0, bytes.len() / 3, bytes.len() - 1, bytes.len()] {
        fs::write(&cut.0, &bytes[..length]).unwrap();
        let output = run(&datagen(&cut, &["--games", "6"]));
        assert!(output.status.success(), "{output:?}");
        assert_eq!(cut.bytes(), bytes, "{length}");
        let warning = String::from_utf8(output.stderr).unwrap();
        let expected = length > 0 && length < bytes.len();
        assert_eq!(warning.contains("dropped"), expected, "{length}: {warning}");
    }
}

#[test]
fn a_run_plays_the_missing_games_of_earlier_runs() {
    let (whole, rest) = (TempGames::new("all"), TempGames::new("rest"));
    printed(&datagen(&whole, &["--games", "8"]));
    let games = whole.games();
    let present = [0, 5, 2, 6];
    let file = LockedFile::open(Path::new(&rest.0)).unwrap();
    let mut writer = file.overwrite(whole.reader().text()).unwrap();
    for number in present {
        writer.write(&games[number]).unwrap();
    }
    drop(writer);
    printed(&datagen(&rest, &["--games", "8"]));
    let numbers: Vec<u64> = rest.games().iter().map(PackedGame::number).collect();
    assert_eq!(numbers, [0, 5, 2, 6, 1, 3, 4, 7]);
    assert_eq!(rest.sorted(), games);
}

#[test]
fn damage_before_complete_games_is_not_truncated() {
    let file = TempGames::new("length");
    printed(&datagen(&file, &["--games", "6"]));
    let mut bytes = file.bytes();
    let frames: usize = file.games()[3..]
        .iter()
        .map(|game| 6 + game.bytes().len())
        .sum();
    // With a length beyond the end of the file, game 4 looks truncated.
    let length = bytes.len() - frames;
    bytes[length + 1] = 0x7f;
    fs::write(&file.0, &bytes).unwrap();
    for games in ["6", "2"] {
        let message = refusal(&datagen(&file, &["--games", games]));
        assert!(message.contains("ends within game 4"), "{message}");
        assert_eq!(file.bytes(), bytes);
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let (games, foreign) = (TempGames::new("settings"), TempGames::new("foreign"));
    printed(&datagen(&games, &["--games", "1"]));
    let before = games.bytes();
    let network = TempGames::new("random.nnue");
    fs::write(&network.0, random_network::network(32, 1).to_bytes()).unwrap();
    for more in [
        ["--seed", "7"],
        ["--nodes", "50"],
        ["--hash", "2"],
        ["--eval-file", "classical"],
        ["--eval-file", &network.0],
    ] {
        let arguments = [&["datagen", "-o", &games.0, "--games", "2"], &more[..]].concat();
        let message = refusal(&arguments);
        assert!(message.contains("started with other settings"), "{message}");
    }
    let message = refusal(&datagen(&games, &["--eval-file", "Cargo.toml"]));
    assert!(message.contains("not a Diglot network"), "{message}");
    let mut damaged = before.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    fs::write(&games.0, &damaged).unwrap();
    let message = refusal(&datagen(&games, &["--games", "2"]));
    assert!(message.contains("game 1 at byte"), "{message}");
    assert_eq!(games.bytes(), damaged);
    fs::write(&foreign.0, "something else").unwrap();
    let message = refusal(&datagen(&foreign, &["--games", "1"]));
    assert!(message.contains(&foreign.0), "{message}");
    assert_eq!(foreign.bytes(), b"something else");
    assert!(refusal(&["datagen"]).contains("--output"));
    assert!(refusal(&["datagen", "-o", "no/such/folder/x"]).contains("no/such/folder/x"));
}

#[test]
fn position_and_time_limits_end_a_run() {
    let file = TempGames::new("limits");
    printed(&datagen(&file, &["--positions", "300"]));
    let positions: usize = file.games().iter().map(PackedGame::positions).sum();
    assert!((300..1500).contains(&positions), "{positions}");
    let begun = Instant::now();
    printed(&datagen(&file, &["--minutes", "0.01"]));
    assert!(begun.elapsed() < Duration::from_secs(60));
    assert!(refusal(&datagen(&file, &["--minutes=-1"])).contains("cannot run for"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_cleanly() {
    for signal in ["-INT", "-TERM"] {
        let file = TempGames::new(&format!("interrupt{signal}"));
        let child = Command::new(PROGRAM)
            .args(datagen(&file, &["--threads", "2"]))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while fs::metadata(&file.0).map_or(0, |metadata| metadata.len()) < 300 {
            assert!(begun.elapsed() < Duration::from_secs(120));
            std::thread::sleep(Duration::from_millis(20));
        }
        let killed = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let summary = String::from_utf8(output.stdout).unwrap();
        let games = file.games();
        assert!(!games.is_empty());
        assert!(summary.starts_with(&format!("games: {}\n", games.len())));
        // Both runs together produce the games of one uninterrupted run.
        let count = (games.len() + 3).to_string();
        let numbered = ["--threads", "2", "--games", &count];
        let whole = TempGames::new(&format!("uninterrupted{signal}"));
        printed(&datagen(&file, &numbered));
        printed(&datagen(&whole, &numbered));
        assert_eq!(file.sorted(), whole.sorted());
    }
}

#[test]
fn data_commands_count_merge_shuffle_split_and_describe() {
    let names = ["a", "b", "merged", "shuffled", "train", "validation"];
    let [a, b, merged, shuffled, train, validation] = names.map(TempGames::new);
    printed(&datagen(&a, &["--games", "20"]));
    printed(&datagen(&b, &["--games", "5", "--seed", "9"]));
    let positions =
        |file: &TempGames| -> usize { file.games().iter().map(PackedGame::positions).sum() };
    let (of_a, of_b) = (positions(&a), positions(&b));
    let total = format!("total: 25 games, {} positions\n", of_a + of_b);
    let count = printed(&["data", "count", &a.0, &b.0]);
    let expected = format!("{}: 20 games, {of_a} positions\n", a.0);
    assert!(
        count.starts_with(&expected) && count.ends_with(&total),
        "{count}"
    );
    assert_eq!(printed(&["data", "validate", &a.0, &b.0]), count);

    let summary = printed(&["data", "merge", &a.0, &b.0, &a.0, "-o", &merged.0]);
    assert!(
        summary.contains("25 games") && summary.ends_with(": 20 games\n"),
        "{summary}"
    );
    assert_eq!(merged.games(), [a.games(), b.games()].concat());
    assert!(refusal(&["data", "merge", &a.0, "-o", &merged.0]).contains("already exists"));

    printed(&[
        "data",
        "shuffle",
        &merged.0,
        "-o",
        &shuffled.0,
        "--seed",
        "3",
    ]);
    let sort = |file: &TempGames| {
        let mut games = file.games();
        games.sort_by_key(|game| game.bytes().to_vec());
        games
    };
    assert_ne!(shuffled.games(), merged.games());
    assert_eq!(sort(&shuffled), sort(&merged));

    let split = |file: &TempGames| {
        let (train, validation) = (&train.0, &validation.0);
        let arguments = [
            "data",
            "split",
            &file.0,
            "-o",
            train,
            "--validation",
            validation,
        ];
        printed(&[&arguments[..], &["--percent", "30"]].concat());
    };
    split(&merged);
    assert_eq!(train.games().len() + validation.games().len(), 25);
    assert!((1..20).contains(&validation.games().len()));
    let chosen = sort(&validation);
    fs::remove_file(&train.0).unwrap();
    fs::remove_file(&validation.0).unwrap();
    split(&shuffled);
    assert_eq!(sort(&validation), chosen);
    let same = ["data", "split", &a.0, "-o", "x", "--validation", "x"];
    assert!(refusal(&same).contains("different files"));

    let stats = printed(&["data", "stats", &merged.0]);
    assert!(stats.starts_with("games: 25\n"), "{stats}");
    let with_score = format!("positions with a score: {}\n", of_a + of_b);
    assert!(stats.contains(&with_score), "{stats}");
    let wdl = printed(&["data", "wdl", &merged.0]);
    assert!(wdl.contains("fitted: centre ["), "{wdl}");
}

#[test]
fn rescale_changes_only_scores() {
    let (file, doubled) = (TempGames::new("single"), TempGames::new("doubled"));
    printed(&datagen(&file, &["--games", "5"]));
    let rescale = ["data", "rescale", &file.0, "-o", &doubled.0, "--percent"];
    let text = printed(&[&rescale[..], &["200"]].concat());
    assert!(text.contains(": 5 games"), "{text}");
    for (game, other) in file.games().iter().zip(doubled.games()) {
        let (mut game, other) = (game.unpack().unwrap(), other.unpack().unwrap());
        for (_, score) in &mut game.moves {
            if !score.is_decisive() {
                *score = Score::cp(2 * score.raw());
            }
        }
        assert_eq!(game, other);
    }
    let again = [&rescale[..], &["50"]].concat();
    assert!(refusal(&again).contains("already exists"));
}

#[test]
fn damage_is_reported_and_repaired() {
    let (file, repaired) = (TempGames::new("damaged"), TempGames::new("repaired"));
    printed(&datagen(&file, &["--games", "4"]));
    let (bytes, games) = (file.bytes(), file.games());
    fs::write(&file.0, &bytes[..bytes.len() - 5]).unwrap();
    for command in ["count", "validate", "stats", "wdl"] {
        let message = refusal(&["data", command, &file.0]);
        assert!(message.contains("ends within game 4"), "{message}");
        assert!(message.contains("data repair"), "{message}");
    }
    let summary = printed(&["data", "repair", &file.0, "-o", &repaired.0]);
    assert!(summary.contains(": 3 games"), "{summary}");
    assert_eq!(repaired.games(), games[..3]);
    // Data generation can continue in a repaired file.
    printed(&datagen(&repaired, &["--games", "4"]));
    assert_eq!(repaired.games(), games);
    fs::write(&file.0, "no games at all").unwrap();
    for command in ["count", "validate", "stats", "wdl"] {
        assert!(refusal(&["data", command, &file.0]).contains("is not a file of packed games"));
    }
    let nothing = TempGames::new("nothing");
    let message = refusal(&["data", "repair", &file.0, "-o", &nothing.0]);
    assert!(
        message.contains("is not a file of packed games"),
        "{message}"
    );
    assert!(!Path::new(&nothing.0).exists());
    let absent = refusal(&["data", "count", &nothing.0]);
    assert!(absent.contains(&nothing.0), "{absent}");
}
