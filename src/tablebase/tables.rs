//! Opening and probing Syzygy tablebases (WDL and DTZ).

use std::collections::HashSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs};

use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Tablebase};

use super::convert::to_shakmaty;
use super::filesystem::{TableFiles, with_stack_limit};
use super::material::{MAX_PIECES, Material};
use super::wdl_score::WdlScore;
use crate::board::Position;

/// Open tablebases. Several threads may probe them at the same time.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    /// Material with a WDL table.
    wdl: HashSet<Material>,
    /// Material with a DTZ table.
    dtz: HashSet<Material>,
    max_pieces: u32,
    /// Tables with an error already logged.
    reported: Mutex<HashSet<String>>,
}

impl Default for Tablebases {
    /// No tables.
    fn default() -> Tablebases {
        Tablebases {
            tables: Tablebase::with_filesystem(Arc::new(TableFiles::default())),
            wdl: HashSet::new(),
            dtz: HashSet::new(),
            max_pieces: 0,
            reported: Mutex::default(),
        }
    }
}

impl Tablebases {
    /// Opens the tables in a list of folders, separated as the platform separates paths (`:` or `;`). The first
    /// of several tables for the same material is used. Also returns, and logs, an error message for each
    /// unusable folder and file.
    pub fn open(folders: &str) -> (Tablebases, Vec<String>) {
        let mut tablebases = Tablebases::default();
        let mut errors = Vec::new();
        for folder in env::split_paths(folders).filter(|path| !path.as_os_str().is_empty()) {
            match table_files(&folder) {
                Ok(files) => errors.extend(files.iter().filter_map(|path| tablebases.add(path))),
                Err(reason) => errors.push(format!("{}: {reason}", folder.display())),
            }
        }
        errors.extend(tablebases.missing_counterparts());
        for error in &errors {
            log::warn!("Syzygy tables: {error}");
        }
        (tablebases, errors)
    }

    /// Adds a file; returns an error message if it is unusable.
    fn add(&mut self, path: &Path) -> Option<String> {
        let error_message = |reason: &str| Some(format!("{}: {reason}", path.display()));
        let Some(material) = Material::from_file_name(path) else {
            return error_message("not the name of a table");
        };
        let known = if is_wdl(path) {
            &mut self.wdl
        } else {
            &mut self.dtz
        };
        if known.contains(&material) {
            return None;
        }
        if self.tables.add_file(path).is_err() {
            return error_message("cut off, or no table");
        }
        known.insert(material);
        if is_wdl(path) {
            self.max_pieces = self.max_pieces.max(material.piece_count());
        }
        None
    }

    /// Error message about tables with only one of WDL and DTZ.
    fn missing_counterparts(&self) -> Option<String> {
        let missing = |present: &HashSet<Material>, counterparts: &HashSet<Material>, extension| {
            let mut names: Vec<_> = present
                .difference(counterparts)
                .map(Material::to_string)
                .collect();
            names.sort_unstable();
            let list = names.join(", ");
            (!names.is_empty()).then(|| format!("no .{extension} for {list}"))
        };
        missing(&self.wdl, &self.dtz, "rtbz").or_else(|| missing(&self.dtz, &self.wdl, "rtbw"))
    }

    /// Maximum number of pieces of the tables, kings included; 0 without tables.
    pub fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Probes the WDL table, assuming a fifty-move count of zero; `None` if the probe fails.
    pub fn probe_wdl(&self, position: &Position) -> Option<WdlScore> {
        if !is_covered(&self.wdl, position) {
            return None;
        }
        use shakmaty_syzygy::Wdl;
        let position = to_shakmaty(position)?;
        let wdl = self.probe(|| self.tables.probe_wdl_after_zeroing(&position))?;
        Some(match wdl {
            Wdl::Loss => WdlScore::Loss,
            Wdl::BlessedLoss => WdlScore::BlessedLoss,
            Wdl::Draw => WdlScore::Draw,
            Wdl::CursedWin => WdlScore::CursedWin,
            Wdl::Win => WdlScore::Win,
        })
    }

    /// Probes the DTZ table: plies until the winning side captures, moves a pawn or mates with best play,
    /// positive if the side to move wins, 0 for a draw; `None` if the probe fails. Absolute values above 100
    /// are cursed wins and blessed losses. May be one ply too small.
    pub fn probe_dtz(&self, position: &Position) -> Option<i32> {
        if !is_covered(&self.dtz, position) {
            return None;
        }
        let position = to_shakmaty(position)?;
        let dtz = self.probe(|| self.tables.probe_dtz(&position))?;
        Some(dtz.ignore_rounding().into())
    }

    /// Runs a probe; errors and panics of the library on a damaged file are logged.
    fn probe<T>(&self, probe: impl FnOnce() -> Result<T, SyzygyError>) -> Option<T> {
        match catch_unwind(AssertUnwindSafe(|| with_stack_limit(probe))) {
            Ok(Ok(value)) => Some(value),
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
                let message = match **error {
                    ProbeError::Magic { .. } => "is no table",
                    ProbeError::Read { .. } => "cannot be read",
                    ProbeError::CorruptedTable { .. } => "is damaged",
                };
                self.report_once(name(material, metric), message);
            }
            SyzygyError::Castling | SyzygyError::TooManyPieces => {}
        }
    }

    /// Logs the first error of a table.
    fn report_once(&self, table: String, message: &str) {
        let reported = self.reported.lock();
        let mut reported = reported.unwrap_or_else(PoisonError::into_inner);
        if !reported.contains(&table) {
            log::warn!("Syzygy tables: {table} {message}");
            reported.insert(table);
        }
    }
}

/// Returns whether the `known` tables cover a position; bare kings need no table.
fn is_covered(known: &HashSet<Material>, position: &Position) -> bool {
    let piece_count = position.occupied().count();
    let is_small = piece_count <= MAX_PIECES && !position.castling().any();
    is_small && (piece_count == 2 || known.contains(&Material::of(position)))
}

fn is_wdl(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "rtbw")
}

/// Table files of a folder, sorted by name.
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

/// Formats a summary for the user.
impl fmt::Display for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wdl, dtz, piece_count) = (self.wdl.len(), self.dtz.len(), self.max_pieces);
        let sum = wdl + dtz;
        write!(f, "Found {sum} tablebases ({wdl} WDL, {dtz} DTZ)")?;
        match piece_count {
            0 => Ok(()),
            count => write!(f, " of up to {count} pieces"),
        }
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
