//! Syzygy tablebases: their probes, their use in the search, and damaged tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, Position};
use diglot::engine::Game;
use diglot::search::{
    Limits, Reconfiguration, Report, SearchConfig, SearchJob, SearchQueue, Signal,
};
use diglot::tablebase::{Tablebases, WdlScore};
use diglot::types::Move;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

fn position(fen: &str) -> Position {
    match Position::from_fen(fen, CastlingMode::Chess960) {
        Ok((position, _)) => position,
        Err(error) => panic!("{fen}: {error}"),
    }
}

/// The rows of `probes.csv`: position, WDL value and DTZ.
fn probes(folder: &str) -> Vec<(Position, i8, i32)> {
    let text = fs::read_to_string(Path::new(folder).join("probes.csv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (
            position(fields[0]),
            fields[1].parse().unwrap(),
            fields[2].parse().unwrap(),
        )
    };
    text.lines().skip(1).map(row).collect()
}

/// A temporary folder, removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("diglot-{name}-{}", std::process::id()));
        drop(fs::remove_dir_all(&path));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn with_tables(name: &str) -> Folder {
        let folder = Folder::new(name);
        folder.restore();
        folder
    }

    /// Replaces all tables by valid ones.
    fn restore(&self) {
        for entry in fs::read_dir(TABLES).unwrap() {
            let from = entry.unwrap().path();
            // In place, so that a reader can see an unfinished copy.
            fs::copy(&from, self.0.join(from.file_name().unwrap())).unwrap();
        }
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// Reads the tables and `probes.csv` of the folder `DIGLOT_SYZYGY` if that environment variable is set.
#[test]
fn all_probes_have_the_known_result_and_distance() {
    let folder = std::env::var("DIGLOT_SYZYGY").unwrap_or_else(|_| TABLES.to_owned());
    let (tables, faults) = Tablebases::open(&folder);
    assert!(faults.is_empty(), "{faults:?}");
    let probes = probes(&folder);
    assert!(probes.len() >= 80, "{}", probes.len());
    for (position, wdl, dtz) in probes {
        let found = tables.probe_wdl(&position).map(|wdl| wdl as i8);
        assert_eq!(found, Some(wdl), "{position:?}");
        assert_eq!(tables.probe_dtz(&position), Some(dtz), "{position:?}");
    }
}

#[test]
fn castling_rights_prevent_probes_and_en_passant_changes_the_result() {
    let (tables, _) = Tablebases::open(TABLES);
    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "1k6/8/8/8/8/8/8/1K2R3 w E - 0 1",
    ] {
        assert_eq!(tables.probe_wdl(&position(fen)), None, "{fen}");
        assert_eq!(tables.probe_dtz(&position(fen)), None, "{fen}");
        let without = fen.replace(" Q ", " - ").replace(" E ", " - ");
        assert_eq!(tables.probe_wdl(&position(&without)), Some(WdlScore::Win));
    }
    for (fen, wdl) in [
        ("8/8/7k/8/Pp6/8/8/2K5 b - a3 0 1", WdlScore::Draw),
        ("8/8/7k/8/Pp6/8/8/2K5 b - - 0 1", WdlScore::Loss),
    ] {
        assert_eq!(tables.probe_wdl(&position(fen)), Some(wdl), "{fen}");
    }
}

#[test]
fn missing_folders_and_invalid_tables_are_reported() {
    let folder = Folder::new("faults");
    let copy = |name: &str, to: &str| {
        fs::copy(Path::new(TABLES).join(name), folder.file(to)).unwrap();
    };
    copy("KQvK.rtbw", "KQvK.rtbw");
    copy("KQvK.rtbz", "KQvK.rtbz");
    copy("KRvK.rtbw", "KRvK.rtbw");
    copy("KBvK.rtbw", "foreign.rtbw");
    fs::write(folder.file("KPvK.rtbw"), b"not a table").unwrap();
    fs::write(folder.file("notes.txt"), b"nothing to do with it").unwrap();
    let missing = folder.file("missing");
    let folders = [folder.0.clone(), missing.clone()];
    let folders = std::env::join_paths(folders).unwrap();
    let (tables, faults) = Tablebases::open(folders.to_str().unwrap());
    let text = tables.to_string();
    assert_eq!(text, "Found 3 tablebases (2 WDL, 1 DTZ) of up to 3 pieces");
    let starts = ["KPvK.rtbw", "foreign.rtbw"].map(|name| folder.file(name));
    assert_eq!(faults.len(), 4, "{faults:?}");
    assert!(faults[0].starts_with(starts[0].to_str().unwrap()));
    assert!(faults[1].starts_with(starts[1].to_str().unwrap()));
    assert!(faults[2].starts_with(missing.to_str().unwrap()));
    assert_eq!(faults[3], "no .rtbz for KRvK");
    // The valid tables are used.
    let rook = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(tables.probe_wdl(&rook), Some(WdlScore::Win));
    assert_eq!(tables.probe_dtz(&rook), None);
    let pawn = position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    assert_eq!(tables.probe_wdl(&pawn), None);
    let (none, faults) = Tablebases::open("");
    assert!(none.max_pieces() == 0 && faults.is_empty());
}

#[test]
fn tables_of_several_folders_are_combined_first_folder_first() {
    let folders = [Folder::new("first"), Folder::new("second")];
    let queen = Path::new(TABLES).join("KQvK.rtbw");
    fs::copy(&queen, folders[0].file("KQvK.rtbw")).unwrap();
    // An invalid file of the right size.
    let bytes = fs::read(&queen).unwrap().len();
    fs::write(folders[1].file("KQvK.rtbw"), vec![7; bytes]).unwrap();
    fs::copy(
        Path::new(TABLES).join("KRvK.rtbw"),
        folders[1].file("KRvK.rtbw"),
    )
    .unwrap();
    let open = |order: [usize; 2]| {
        let paths = std::env::join_paths(order.map(|i| &folders[i].0)).unwrap();
        Tablebases::open(paths.to_str().unwrap()).0
    };
    let queen = position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let rook = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let valid_first = open([0, 1]);
    assert_eq!(valid_first.probe_wdl(&queen), Some(WdlScore::Win));
    assert_eq!(valid_first.probe_wdl(&rook), Some(WdlScore::Win));
    let invalid_first = open([1, 0]);
    assert_eq!(invalid_first.probe_wdl(&queen), None);
    assert_eq!(invalid_first.probe_wdl(&rook), Some(WdlScore::Win));
}

/// The table claims to store neither side to move, which would make the library recurse without end.
#[test]
fn a_damaged_table_does_not_exhaust_the_stack() {
    let folder = Folder::with_tables("endless");
    let file = folder.file("KPvKP.rtbz");
    let mut bytes = fs::read(&file).unwrap();
    // The flags of the table for pawns on the a-file follow the header and four lists of pieces.
    const FLAGS: usize = 30;
    bytes[FLAGS] |= 1;
    fs::write(&file, bytes).unwrap();
    let (tables, _) = Tablebases::open(folder.path());
    let before = Tablebases::open(TABLES).0;
    let pawns = position("8/8/7p/7P/8/6K1/8/k7 w - - 0 1");
    assert!(before.probe_dtz(&pawns).is_some_and(|dtz| dtz != 0));
    assert_eq!(tables.probe_dtz(&pawns), None);
    assert!(tables.probe_wdl(&pawns).is_some());
}

/// The best move of a search of 100 nodes with the tables in a folder.
fn best_move(folder: &str, position: Position) -> Move {
    let (sender, reports) = crossbeam_channel::unbounded();
    let queue = SearchQueue::new(1, 1).unwrap();
    queue.reconfigure(Reconfiguration::Tablebases(folder.to_owned()), drop);
    let mut limits = Limits::none(Instant::now());
    limits.nodes = Some(100);
    queue.search(SearchJob {
        position,
        history: Game::new(position).key_history().clone(),
        limits,
        config: SearchConfig::default(),
        signal: Arc::new(Signal::new(false)),
        progress: Arc::default(),
        report: Some(Arc::new(move |report| drop(sender.send(report)))),
    });
    let best = reports.iter().find_map(|report| match report {
        Report::Done(best, _) => best.best,
        _ => None,
    });
    best.unwrap()
}

#[test]
fn root_moves_are_ranked_by_wdl_without_dtz() {
    let folder = Folder::new("results");
    for name in ["KPvK", "KQvK", "KRvK", "KBvK", "KNvK"] {
        let file = format!("{name}.rtbw");
        fs::copy(Path::new(TABLES).join(&file), folder.file(&file)).unwrap();
    }
    let (tables, _) = Tablebases::open(folder.path());
    for fen in [
        "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1",
        "8/8/8/8/3k4/8/4P3/4K3 w - - 0 1",
        "8/8/8/4k3/8/4K3/4P3/8 b - - 0 1",
    ] {
        let position = position(fen);
        let next = position.after(best_move(folder.path(), position));
        let after = tables.probe_wdl(&next).unwrap();
        assert_eq!(Some(after.flipped()), tables.probe_wdl(&position), "{fen}");
    }
}

/// A search of 100 nodes alone wins none of these, least of all with a high halfmove clock.
#[test]
fn won_tablebase_endings_are_won() {
    let (tables, _) = Tablebases::open(TABLES);
    for fen in [
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        "8/8/8/4k3/8/8/8/R3K3 w - - 60 1",
        "8/8/8/3qk3/8/8/8/4K3 b - - 70 1",
        "8/8/8/8/3k4/8/4P3/4K3 w - - 0 1",
    ] {
        play_out(&tables, position(fen));
    }
}

/// Wins with 100 nodes per move against the longest defence.
fn play_out(tables: &Tablebases, start: Position) {
    let (sender, reports) = crossbeam_channel::unbounded();
    let queue = SearchQueue::new(1, 1).unwrap();
    let prepared = sender.clone();
    queue.reconfigure(
        Reconfiguration::Tablebases(TABLES.to_owned()),
        move |done| {
            assert!(done.is_ok());
            drop(prepared);
        },
    );
    let mut game = Game::new(start);
    while game.position().has_legal_move() {
        assert!(!game.position().is_fifty_move_draw(), "{start:?}");
        let position = *game.position().as_standard().unwrap();
        let m = if position.side_to_move() != start.side_to_move() {
            let moves = position.legal_moves();
            let distance = |m: &Move| tables.probe_dtz(&position.after(*m));
            moves.iter().copied().max_by_key(distance).unwrap()
        } else {
            let mut limits = Limits::none(Instant::now());
            limits.nodes = Some(100);
            let reports_to = sender.clone();
            queue.search(SearchJob {
                position,
                history: game.key_history().clone(),
                limits,
                config: SearchConfig::default(),
                signal: Arc::new(Signal::new(false)),
                progress: Arc::default(),
                report: Some(Arc::new(move |report| drop(reports_to.send(report)))),
            });
            let done = reports.iter().find_map(|report| match report {
                Report::Done(best, _) => best.best,
                _ => None,
            });
            done.unwrap()
        };
        game.play(m);
    }
    let end = game.position();
    assert!(end.in_check() && end.side_to_move() != start.side_to_move());
}

/// Two threads probe positions while the files are damaged, truncated, deleted, restored and reopened. The probes may
/// return anything but must return, and afterwards the restored files give the right results. The environment variable
/// `DIGLOT_SYZYGY_SECONDS` sets the duration (default 2 s).
#[test]
fn threads_keep_probing_while_tables_are_damaged_and_deleted() {
    let seconds = std::env::var("DIGLOT_SYZYGY_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(2);
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let folder = Folder::with_tables("damage");
    let probes = probes(TABLES);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let (tables, _) = Tablebases::open(folder.path());
                    for (position, ..) in probes.iter().cycle().take(2000) {
                        tables.probe_wdl(position);
                        tables.probe_dtz(position);
                    }
                }
            });
        }
        let mut seed = 1_u64;
        while Instant::now() < deadline {
            do_damage(&folder, &mut seed);
            if seed.is_multiple_of(7) {
                folder.restore();
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    folder.restore();
    let (tables, faults) = Tablebases::open(folder.path());
    assert!(faults.is_empty(), "{faults:?}");
    for (position, wdl, _) in probes {
        assert_eq!(tables.probe_wdl(&position).map(|wdl| wdl as i8), Some(wdl));
    }
}

/// Changes some bytes of a random file, deletes it or truncates it.
fn do_damage(folder: &Folder, seed: &mut u64) {
    let mut draw = |below: usize| {
        // Xorshift (Marsaglia 2003).
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed as usize % below
    };
    let files: Vec<_> = fs::read_dir(TABLES).unwrap().collect();
    let file = files[draw(files.len())].as_ref().unwrap().file_name();
    let file = folder.0.join(file);
    let Ok(mut bytes) = fs::read(&file) else {
        return;
    };
    match draw(4) {
        0 => drop(fs::remove_file(&file)),
        1 => {
            let length = draw(bytes.len() + 1) as u64;
            let file = fs::OpenOptions::new().write(true).open(&file).unwrap();
            file.set_len(length).unwrap();
        }
        range => {
            // Most of the structure is in the first bytes.
            let end = if range == 2 {
                bytes.len()
            } else {
                bytes.len().min(200)
            };
            for _ in 0..1 + draw(20) {
                if end > 0 {
                    bytes[draw(end)] = draw(256) as u8;
                }
            }
            fs::write(&file, bytes).unwrap();
        }
    }
}
