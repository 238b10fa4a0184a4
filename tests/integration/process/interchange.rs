//! Games from PGN, and training data and networks of the trainer bullet: `data import`, `data export`, `net convert`.

use std::fs;
use std::path::Path;

use crate::support::bullet::{BulletNet, KING_BUCKETS, NO_KING_BUCKETS};
use crate::support::program::{printed, refusal, run};
use bulletformat::{ChessBoard, DataLoader};
use diglot::board::FenStyle;
use diglot::data::{
    GameReader, GameRecord, PackedGame, PositionFilter, ReplayedPly, StartPosition, Termination,
};
use diglot::eval::nnue::Network;
use diglot::types::{Color, Score, ScoreKind};
use tempfile::TempDir;
use viriformat::dataformat::{Filter, Game};

/// A folder for the files of a test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Plays quick games against itself and returns the path of their file.
    fn games(&self, count: &str, seed: &str) -> String {
        let path = self.path("games.dgd");
        let games = ["--games", count, "--seed", seed, "--nodes", "40"];
        printed(&[&["datagen", "-o", &path], &games[..]].concat());
        path
    }
}

fn read(path: &str) -> Vec<PackedGame> {
    let reader = GameReader::open(Path::new(path)).unwrap();
    reader.collect::<Result<_, _>>().unwrap()
}

fn records(path: &str) -> Vec<GameRecord> {
    read(path)
        .iter()
        .map(|game| game.unpack().unwrap())
        .collect()
}

/// A score as match programs write it.
fn score_text(score: Score) -> String {
    let pawns = |centipawns: i32| format!("{:+.2}", f64::from(centipawns) / 100.0);
    match score.kind() {
        ScoreKind::Centipawns(0) => "0.00".to_owned(),
        ScoreKind::Centipawns(centipawns) => pawns(centipawns),
        ScoreKind::Mate(plies) => format!("+M{plies}"),
        ScoreKind::Mated(plies) => format!("-M{plies}"),
        ScoreKind::TablebaseWin(plies) => pawns(20_000 - plies),
        ScoreKind::TablebaseLoss(plies) => pawns(plies - 20_000),
    }
}

/// A game as fastchess writes it.
fn pgn(game: &GameRecord) -> String {
    let result = match game.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let mut position = game.start.position().unwrap();
    let mut text = format!("[Event \"test\"]\n[Result \"{result}\"]\n");
    if game.start != StartPosition::Standard {
        let fen = position.to_fen(FenStyle::Shredder);
        text += &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Variant \"Chess960\"]\n");
    }
    text += "[Termination \"normal\"]\n\n";
    let opening = game.opening.iter().map(|&m| (m, "book".to_owned()));
    let scored = game.moves.iter();
    let scored = scored.map(|&(m, score)| (m, format!("{}/7, 0.012s, n=40", score_text(score))));
    for (m, comment) in opening.chain(scored) {
        if position.side_to_move() == Color::White {
            text += &format!("{}. ", position.fullmove_number());
        }
        text += &format!("{} {{{comment}}}\n", position.to_san(m));
        position = position.after(m);
    }
    format!("{text} {result}\n\n")
}

#[test]
fn imported_games_have_the_moves_scores_and_results_of_the_pgn() {
    let folder = Folder::new();
    let mut expected = records(&folder.games("12", "3"));
    assert!(
        expected
            .iter()
            .any(|game| game.start != StartPosition::Standard)
    );
    let text: String = expected.iter().map(pgn).collect();
    let (games, imported) = (folder.path("games.pgn"), folder.path("imported.dgd"));
    fs::write(&games, text).unwrap();
    let summary = printed(&["data", "import", &games, "-o", &imported]);
    assert!(summary.contains("imported.dgd: 12 games"), "{summary}");
    assert!(summary.contains("\nskipped: 0 games\n"), "{summary}");
    printed(&["data", "validate", &imported]);
    for game in &mut expected {
        // PGN does not tell how long games end.
        if game.termination == Termination::TooLong {
            game.termination = Termination::DrawAdjudicated;
        }
    }
    assert_eq!(records(&imported), expected);
    // An existing file is not overwritten.
    let error = refusal(&["data", "import", &games, "-o", &imported]);
    assert!(error.contains("already exists"), "{error}");
}

const MIXED_GAMES: &str = r#"[Event "forfeit"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Termination "time forfeit"]

1. e4 {+0.31/9, 0.010s} e5 {-0.20/8, 0.010s} 1-0

[Event "good"]
[Result "1-0"]

1. e4 {+0.31/9, 0.010s} e5 {-0.20/8, 0.010s} 2. Qh5 {book} 1-0

[Event "illegal"]
[Result "1-0"]

1. e4 {+0.31/9, 0.010s} Ke4 {-0.20/8, 0.010s} 1-0

[Event "no scores"]
[Result "0-1"]

1. e4 e5 0-1

[Event "variant"]
[Variant "Crazyhouse"]
[Result "0-1"]

1. e4 {+0.31/9} 0-1
"#;

#[test]
fn games_that_cannot_be_imported_are_named_and_counted() {
    let folder = Folder::new();
    let (games, imported) = (folder.path("games.pgn"), folder.path("imported.dgd"));
    fs::write(&games, MIXED_GAMES).unwrap();
    let output = run(&["data", "import", &games, "-o", &imported]);
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<&str> = errors
        .lines()
        .map(|line| line.rsplit_once(".pgn: ").unwrap().1)
        .collect();
    assert_eq!(
        errors,
        [
            "game 1 (line 1, A - B): its termination is time forfeit; skipped",
            "game 3 (line 14): illegal move: \"Ke4\", ply 2; skipped",
            "game 4 (line 19): it has no scores; skipped",
            "game 5 (line 24): its variant is crazyhouse; skipped",
        ]
    );
    let summary = String::from_utf8(output.stdout).unwrap();
    for line in [
        "imported.dgd: 1 games, 2 positions",
        "skipped: 4 games",
        "skipped, broken off: 1 games",
        "skipped, invalid move: 1 games",
        "skipped, scores missing: 1 games",
        "skipped, variant: 1 games",
        "shortened at a move without a score: 1 games, by 1 plies",
    ] {
        assert!(
            summary.lines().any(|other| other.ends_with(line)),
            "{summary}"
        );
    }
    // Nothing is written if nothing remains.
    fs::write(
        &games,
        &MIXED_GAMES[..MIXED_GAMES.find("[Event \"good\"]").unwrap()],
    )
    .unwrap();
    let nothing = folder.path("nothing.dgd");
    let error = refusal(&["data", "import", &games, "-o", &nothing]);
    assert!(error.contains("no game can be imported"), "{error}");
    assert!(!Path::new(&nothing).exists());
}

/// The positions of a file that `diglot train` would train on.
fn training_plies(path: &str) -> Vec<ReplayedPly> {
    let games = read(path);
    let plies = games
        .iter()
        .flat_map(|game| game.replay().map(Result::unwrap));
    plies
        .filter(|ply| PositionFilter::TRAINING.keeps(ply))
        .collect()
}

fn bullet_records(path: &str) -> Vec<ChessBoard> {
    let mut boards = Vec::new();
    DataLoader::new(path, 1)
        .unwrap()
        .map_positions(|board| boards.push(*board));
    boards
}

#[test]
fn both_exports_hold_the_same_positions() {
    let folder = Folder::new();
    let games = folder.games("12", "3");
    let (positions, whole) = (folder.path("positions.data"), folder.path("games.viri"));
    let export = |format, output, options: &[&str]| {
        let words = ["data", "export", &games, "--format", format, "-o", output];
        printed(&[&words, options].concat())
    };
    let summary = export("bulletformat", &positions, &[]);
    export("viriformat", &whole, &[]);
    let plies = training_plies(&games);
    let boards = bullet_records(&positions);
    assert!(
        plies.len() > 100 && boards.len() == plies.len(),
        "{}",
        boards.len()
    );
    assert!(
        summary.ends_with(&format!("{} positions\n", plies.len())),
        "{summary}"
    );
    for (ply, board) in plies.iter().zip(&boards) {
        assert_eq!(i32::from(board.score), ply.score.unwrap().raw());
    }
    let filter = Filter {
        min_ply: 16,
        min_pieces: 0,
        max_eval: 20_001,
        ..Filter::default()
    };
    let bytes = fs::read(&whole).unwrap();
    let mut input = bytes.as_slice();
    let mut unpacked = Vec::new();
    for record in records(&games) {
        // In builds with debug assertions the crate checks that the moves are legal.
        let game = Game::deserialise_from(&mut input, Vec::new()).unwrap();
        assert_eq!(game.len(), record.moves.len());
        let collect = |board| -> Result<(), _> {
            unpacked.push(board);
            Ok(())
        };
        game.splat_to_bulletformat(collect, &filter).unwrap();
    }
    assert!(input.is_empty());
    // The crate's filter has no limit of the halfmove clock.
    let unlimited = folder.path("unlimited.data");
    export("bulletformat", &unlimited, &["--max-halfmove-clock", "100"]);
    assert_eq!(unpacked, bullet_records(&unlimited));
}

#[test]
fn exports_are_filtered_and_blended_as_the_options_say() {
    let folder = Folder::new();
    let games = folder.games("4", "5");
    let export = |name: &str, options: &[&str]| {
        let output = folder.path(name);
        let arguments = [
            "data",
            "export",
            &games,
            "--format",
            "bulletformat",
            "-o",
            &output,
        ];
        printed(&[&arguments, options].concat());
        bullet_records(&output)
    };
    let usual = export("usual", &[]);
    let all_options = [
        "--first-ply",
        "0",
        "--max-score",
        "31000",
        "--max-halfmove-clock",
        "1000",
        "--checks",
        "--captures",
    ];
    let all = export("all", &all_options);
    let games_read = read(&games);
    let plies = games_read
        .iter()
        .flat_map(|game| game.replay().map(Result::unwrap));
    let is_estimate = |ply: &ReplayedPly| ply.score.is_some_and(|score| !score.is_decisive());
    assert_eq!(all.len(), plies.filter(is_estimate).count());
    let small = export("small", &["--max-score", "50"]);
    let expected: Vec<ChessBoard> = usual
        .iter()
        .filter(|board| board.score.abs() <= 50)
        .copied()
        .collect();
    assert!(!small.is_empty() && small.len() < usual.len());
    assert_eq!(small, expected);
    let td_lambda = ["--td-lambda", "0.5", "--max-blend-difference"];
    let near = export("near", &[&td_lambda[..], &["0.01"]].concat());
    let blended = export("blended", &[&td_lambda[..], &["1"]].concat());
    assert_eq!(blended.len(), usual.len());
    assert!(!near.is_empty() && near.len() < blended.len());
    assert!(near.iter().all(|board| blended.contains(board)));
    let differ = blended
        .iter()
        .zip(&usual)
        .filter(|(a, b)| a.score != b.score);
    assert!(differ.count() > usual.len() / 2);
    assert!(
        blended
            .iter()
            .zip(&usual)
            .all(|(a, b)| (a.occ, a.pcs, a.result) == (b.occ, b.pcs, b.result))
    );
    let output = folder.path("whole");
    let whole = [
        "data",
        "export",
        &games,
        "--format",
        "viriformat",
        "-o",
        &output,
        "--checks",
    ];
    assert!(refusal(&whole).contains("viriformat holds whole games"));
}

#[test]
fn converted_networks_evaluate_exported_positions_as_bullet_does() {
    let folder = Folder::new();
    let games = folder.games("4", "7");
    let positions = folder.path("positions.data");
    printed(&[
        "data",
        "export",
        &games,
        "--format",
        "bulletformat",
        "-o",
        &positions,
    ]);
    let boards = bullet_records(&positions);
    let plies = training_plies(&games);
    assert!(boards.len() > 50 && boards.len() == plies.len());
    let net = BulletNet::random(64, NO_KING_BUCKETS, 9);
    let bucketed = BulletNet::random(64, KING_BUCKETS, 9);
    for (net, name, bytes, option) in [
        (&net, "transposed", net.quantised_bin(true, false), None),
        (&net, "wide", net.quantised_bin(true, true), None),
        (
            &net,
            "column",
            net.quantised_bin(false, false),
            Some("--column-major"),
        ),
        (
            &bucketed,
            "bucketed",
            bucketed.quantised_bin(true, false),
            None,
        ),
    ] {
        let (file, output) = (folder.path(name), folder.path(&format!("{name}.nnue")));
        fs::write(&file, bytes).unwrap();
        let mut arguments = vec!["net", "convert", &file, "-o", &output, "--scale", "300"];
        arguments.extend(option);
        let summary = printed(&arguments);
        assert!(summary.contains("768 x 4 -> 64 x 2 -> 1 x 8"), "{summary}");
        let network = Network::load(Path::new(&output)).unwrap();
        let mut seen = std::collections::HashSet::new();
        for (ply, board) in plies.iter().zip(&boards) {
            let expected = net.evaluate(board, 300);
            assert_eq!(
                network.evaluate_reference(&ply.position),
                expected,
                "{ply:?}"
            );
            seen.insert(expected);
        }
        assert!(seen.len() > 30, "{}", seen.len());
    }
}

#[test]
fn networks_that_do_not_fit_are_refused() {
    let folder = Folder::new();
    let (file, output) = (folder.path("quantised.bin"), folder.path("net.nnue"));
    let convert = |bytes: &[u8], options: &[&str]| {
        fs::write(&file, bytes).unwrap();
        let arguments = ["net", "convert", &file, "-o", &output, "--scale", "400"];
        let error = refusal(&[&arguments, options].concat());
        assert!(!Path::new(&output).exists());
        error
    };
    let net = BulletNet::random(32, NO_KING_BUCKETS, 1);
    let bytes = net.quantised_bin(true, false);
    let cases: [(&[u8], &[&str], &str); 6] = [
        (&bytes, &["--qa", "255"], "its QA is 255, expected 127"),
        (&bytes, &["--qb", "0"], "its QB 0 is not from 1 to 65535"),
        (&bytes[..bytes.len() - 802], &[], "its size is 24926 bytes"),
        (&[0; 802 * 48 + 64], &[], "its size is 38560 bytes"),
        (&[], &[], "its size is 0 bytes"),
        (
            &[&bytes[..bytes.len() - 1], b"x"].concat(),
            &[],
            "bullet's padding",
        ),
    ];
    for (bytes, options, reason) in cases {
        let error = convert(bytes, options);
        assert!(error.contains(reason), "{error}");
    }
    let mut large = BulletNet::random(32, NO_KING_BUCKETS, 1);
    large.feature_bias[5] = 30_000;
    let error = convert(&large.quantised_bin(true, false), &[]);
    assert!(
        error.contains("its feature bias 5 is 30000, beyond +-24575"),
        "{error}"
    );
    let mut large = BulletNet::random(32, NO_KING_BUCKETS, 1);
    large.output_weights[70] = 259;
    let error = convert(&large.quantised_bin(true, false), &[]);
    assert!(
        error.contains("its output weight 70 is 259, beyond +-258"),
        "{error}"
    );
    // Other files are not overwritten.
    fs::write(&output, "text").unwrap();
    let arguments = ["net", "convert", &file, "-o", &output, "--scale", "400"];
    assert!(refusal(&arguments).contains("already exists"));
    assert_eq!(fs::read(&output).unwrap(), b"text");
}
