//! Open tables and their probes.

use std::collections::HashSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs};

use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Tablebase};

use super::convert;
use super::filesystem::{Files, guarded};
use super::material::{MAX_PIECES, Material};
use super::wdl_score::WdlScore;
use crate::board::Position;

/// Tables of some folders. Many threads may look positions up at once.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    /// What there are tables of results for.
    wdl: HashSet<Material>,
    /// What there are tables of distances for.
    dtz: HashSet<Material>,
    max_pieces: u32,
    /// Tables whose faults are in the log.
    reported: Mutex<HashSet<String>>,
}

impl Default for Tablebases {
    /// No tables.
    fn default() -> Tablebases {
        Tablebases {
            tables: Tablebase::with_filesystem(Arc::new(Files::default())),
            wdl: HashSet::new(),
            dtz: HashSet::new(),
            max_pieces: 0,
            reported: Mutex::default(),
        }
    }
}

impl Tablebases {
    /// The tables in folders whose paths stand in a row, separated as the platform separates them (`:`
    /// or `;`). Of two tables for the same pieces the first one counts. Also tells which folders and files
    /// are of no use, with the reason; they are in the log already.
    pub fn open(folders: &str) -> (Tablebases, Vec<String>) {
        let mut tablebases = Tablebases::default();
        let mut faults = Vec::new();
        for folder in env::split_paths(folders).filter(|path| !path.as_os_str().is_empty()) {
            match table_files(&folder) {
                Ok(files) => faults.extend(files.iter().filter_map(|path| tablebases.add(path))),
                Err(kind) => faults.push(format!("{}: {kind}", folder.display())),
            }
        }
        faults.extend(tablebases.incomplete());
        for fault in &faults {
            log::warn!("Syzygy tables: {fault}");
        }
        (tablebases, faults)
    }

    /// Adds a file; or tells why not.
    fn add(&mut self, path: &Path) -> Option<String> {
        let fault = |reason: &str| Some(format!("{}: {reason}", path.display()));
        let Some(material) = Material::of_file(path) else {
            return fault("not the name of a table");
        };
        let known = match is_wdl(path) {
            true => &mut self.wdl,
            false => &mut self.dtz,
        };
        if known.contains(&material) {
            return None;
        }
        if self.tables.add_file(path).is_err() {
            return fault("cut off, or no table");
        }
        known.insert(material);
        if is_wdl(path) {
            self.max_pieces = self.max_pieces.max(material.piece_count());
        }
        None
    }

    /// Tells of which tables only one half is there.
    fn incomplete(&self) -> Option<String> {
        let lacking = |there: &HashSet<Material>, here: &HashSet<Material>, extension| {
            let mut names: Vec<_> = there.difference(here).map(Material::to_string).collect();
            names.sort_unstable();
            let list = names.join(", ");
            (!names.is_empty()).then(|| format!("no .{extension} for {list}"))
        };
        lacking(&self.wdl, &self.dtz, "rtbz").or_else(|| lacking(&self.dtz, &self.wdl, "rtbw"))
    }

    /// Positions with more pieces are in no table; 0 where there are none.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// How a position ends if the fifty-move rule begins to count now; `None` if the tables do not tell.
    pub fn probe_wdl(&self, position: &Position) -> Option<WdlScore> {
        if !is_in(&self.wdl, position) {
            return None;
        }
        use shakmaty_syzygy::Wdl as Result;
        let position = convert::position(position)?;
        let wdl = self.answer(|| self.tables.probe_wdl_after_zeroing(&position))?;
        Some(match wdl {
            Result::Loss => WdlScore::Loss,
            Result::BlessedLoss => WdlScore::BlessedLoss,
            Result::Draw => WdlScore::Draw,
            Result::CursedWin => WdlScore::CursedWin,
            Result::Win => WdlScore::Win,
        })
    }

    /// In how many plies the winning side captures, moves a pawn or mates with best play, positive where
    /// that is the side to move, 0 in a drawn position; `None` if the tables do not tell. More than 100
    /// where the fifty-move rule saves the loser. May be a ply too small.
    pub fn probe_dtz(&self, position: &Position) -> Option<i32> {
        if !is_in(&self.dtz, position) {
            return None;
        }
        let position = convert::position(position)?;
        let dtz = self.answer(|| self.tables.probe_dtz(&position))?;
        Some(dtz.ignore_rounding().into())
    }

    /// What the library answers, whatever it meets with.
    fn answer<T>(&self, probe: impl FnOnce() -> Result<T, SyzygyError>) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(|| guarded(probe))) {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(error)) => {
                self.report(&error);
                None
            }
            Err(_) => {
                self.report_once("some table".to_owned(), "is damaged");
                None
            }
        }
    }

    fn report(&self, error: &SyzygyError) {
        let name = |material: &dyn fmt::Display, metric: &Metric| match metric {
            Metric::Wdl => format!("{material}.rtbw"),
            Metric::Dtz => format!("{material}.rtbz"),
        };
        match error {
            SyzygyError::MissingTable { metric, material } => {
                self.report_once(name(material, metric), "is missing");
            }
            SyzygyError::ProbeFailed {
                metric,
                material,
                error,
            } => {
                let fault = match **error {
                    ProbeError::Magic { .. } => "is no table",
                    ProbeError::Read { .. } => "cannot be read",
                    ProbeError::CorruptedTable { .. } => "is damaged",
                };
                self.report_once(name(material, metric), fault);
            }
            SyzygyError::Castling | SyzygyError::TooManyPieces => {}
        }
    }

    /// A table that is at fault is met with again and again.
    fn report_once(&self, table: String, fault: &str) {
        let reported = self.reported.lock();
        let mut reported = reported.unwrap_or_else(PoisonError::into_inner);
        if !reported.contains(&table) {
            log::warn!("Syzygy tables: {table} {fault}");
            reported.insert(table);
        }
    }
}

/// Whether a position is in one of the tables for `known` pieces, or needs none.
fn is_in(known: &HashSet<Material>, position: &Position) -> bool {
    let piece_count = position.occupied().count();
    let few = piece_count <= MAX_PIECES && !position.castling().any();
    few && (piece_count == 2 || known.contains(&Material::of(position)))
}

fn is_wdl(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "rtbw")
}

/// The files of a folder that should be tables, in the order of their names.
fn table_files(folder: &Path) -> Result<Vec<PathBuf>, &'static str> {
    let entries = fs::read_dir(folder).map_err(|_| "no folder that can be read")?;
    let is_table = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        matches!(extension, Some("rtbw" | "rtbz"))
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = paths.filter(is_table).collect();
    files.sort_unstable();
    Ok(files)
}

/// What there is, for people.
impl fmt::Display for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wdl, dtz, piece_count) = (self.wdl.len(), self.dtz.len(), self.max_pieces);
        let sum = wdl + dtz;
        write!(f, "Found {sum} tablebases ({wdl} WDL, {dtz} DTZ)")?;
        match piece_count {
            0 => Ok(()),
            count => write!(f, " of up to {count} men"),
        }
    }
}
