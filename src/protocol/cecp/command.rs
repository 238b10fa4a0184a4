//! The commands of the protocol, with their parameters checked as far as the game need not be known.

use std::time::Duration;

use super::level::Level;
use super::rebel::command::RebelCommand;
use crate::types::{Color, Square};

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CecpCommand {
    /// `protover N`: the highest protocol version that the GUI speaks.
    Protover(i64),
    /// `accepted FEATURE` and `rejected FEATURE`
    FeatureReply { name: String, accepted: bool },
    /// Changes how the engine searches and what it shows.
    Setting(SettingCommand),
    /// Changes the position on the board.
    Board(BoardCommand),
    /// Changes who plays.
    Play(PlayCommand),
    /// About the partner in bughouse.
    Partner(PartnerCommand),
    /// `exclude` and `include`
    Exclude(ExcludeCommand),
    /// `lift`, `put` and `hover`
    Highlight(HighlightCommand),
    /// `pause`
    Pause,
    /// `resume`
    Resume,
    /// Asks for information.
    Query(QueryCommand),
    /// An extension of Rebel Century.
    Rebel(RebelCommand),
    /// A known command that needs no action.
    Ignored,
    /// `quit`
    Quit,
}

/// Changes how the engine searches and what it shows.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SettingCommand {
    /// `post` and `nopost`
    Post(bool),
    /// `hard` and `easy`
    Ponder(bool),
    /// `random`
    Random,
    /// `memory MIB`: for all tables together.
    Memory(i64),
    /// `cores N`
    Cores(i64),
    /// `egtpath syzygy PATH`
    SyzygyPath(String),
    /// `option NAME=VALUE`, without a value for buttons
    Option { name: String, value: Option<String> },
    /// `level MOVES BASE INCREMENT`
    Level(Level),
    /// `st SECONDS`
    TimePerMove(Duration),
    /// `sd PLIES`, 0 for no limit
    Depth(i64),
    /// `depth`, with the number in the next line
    DepthFollows,
    /// `time CENTISECONDS`: the engine's clock.
    Time(i64),
    /// `otim CENTISECONDS`: the opponent's clock.
    OpponentTime(i64),
    /// `nps N`: nodes that count as a second; 0 for CPU time, less for wall time.
    Nps(i64),
    /// `ics HOST`: whether the game is played on a chess server.
    ChessServer(bool),
    /// `name NAME`: the opponent's.
    OpponentName(String),
    /// `rating OWN OPPONENT`: the opponent's, 0 for none.
    OpponentRating(i64),
    /// `computer`: the opponent is a program.
    Computer,
}

/// Changes the root moves. Moves are texts in any notation.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExcludeCommand {
    /// `exclude MOVE`
    Exclude(String),
    /// `exclude all`
    ExcludeAll,
    /// `include MOVE`
    Include(String),
    /// `include all`
    IncludeAll,
}

/// Mouse actions of the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum HighlightCommand {
    /// `lift SQUARE`: picks up the piece.
    Lift(Square),
    /// `put SQUARE`: drops the piece.
    Put(Square),
    /// `hover SQUARE`: points at the square.
    Hover(Square),
}

/// Changes the position on the board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum BoardCommand {
    /// `new`
    New,
    /// `variant NAME`
    Variant(String),
    /// `setboard FEN`
    SetBoard(String),
    /// `holding [WHITE] [BLACK]`: the pieces in hand (bughouse).
    Holding(Holding),
    /// `edit`
    Edit,
    /// `undo`
    Undo,
    /// `remove`
    Remove,
    /// `usermove MOVE`
    UserMove(String),
    /// `white` and `black`: this side is on move, and the engine plays the other.
    SideToMove(Color),
    /// `setscore SCORE DEPTH`
    SetScore {
        /// As in thinking output, from the side to move's point of view.
        score: i64,
        /// In plies.
        depth: u32,
    },
}

/// The letters of the pieces in hand.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Holding {
    pub(super) white: String,
    pub(super) black: String,
}

/// About the partner in bughouse.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PartnerCommand {
    /// `partner PLAYER`: has this partner from now on.
    Gained,
    /// `partner`: has no partner any more.
    Lost,
    /// `ptell TEXT`: the partner says something.
    Tells(String),
}

/// Changes who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlayCommand {
    /// `force`: the engine plays neither side.
    Force,
    /// `go`: the engine plays the side on move.
    Go,
    /// `playother`: the engine plays the side that is not on move.
    PlayOther,
    /// `?`
    MoveNow,
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result`: the game is over.
    Result,
    /// `analyze`
    Analyze,
    /// `exit`: ends the analysis.
    Exit,
}

/// Asks for information.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum QueryCommand {
    /// `ping N`: answered with `pong N` once all earlier commands are done.
    Ping(String),
    /// `hint`
    Hint,
    /// `bk`
    Book,
    /// `.`
    Status,
    /// `help`, typed by a person.
    Help,
}
