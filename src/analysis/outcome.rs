//! The outputs and events of an analysis.

use std::io::Write;
use std::path::PathBuf;

/// Where the annotations go.
#[derive(Default)]
pub struct AnalysisOutputs<'a> {
    /// File of annotated games or positions.
    pub text: Option<PathBuf>,
    /// File of JSON lines, one object per game.
    pub json: Option<PathBuf>,
    /// Web page.
    pub html: Option<PathBuf>,
    /// Receives the annotated games or positions as they are finished.
    pub stream: Option<&'a mut dyn Write>,
}

/// An event of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum AnalysisEvent {
    /// An interrupted run is continued after this many games.
    Resumed(u64),
    /// A game or position was copied without annotations; the text names its place and the reason.
    Skipped(String),
    /// The state of the work, several times a second.
    Progress(AnalysisSummary),
}

/// How far an analysis is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AnalysisSummary {
    /// Games or positions written, those of an interrupted run included.
    pub games: u64,
    /// Those of them that were copied without annotations.
    pub skipped: u64,
    /// Bytes of the inputs that have been worked on, in proportion to the positions searched.
    pub bytes: u64,
    /// Size of the inputs in bytes.
    pub total_bytes: u64,
    /// Whether the run was interrupted.
    pub is_interrupted: bool,
}
