//! Actions that the parts of a session ask of the session. Lines to write are returned as they are.

use crate::types::Move;

/// An action that a part of the session asks for. `CecpSession::apply` alone carries them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Abandon the running search without its result.
    AbandonSearch,
    /// Abandon the running search if it is for a hint.
    AbandonHint,
    /// Stop the running search: its best move is played.
    StopSearch,
    /// Search for the engine's move.
    Think,
    /// Search on the opponent's time after the expected reply, or, with `None`, for the opponent's best
    /// move.
    Ponder(Option<Move>),
    /// Analyse the position on the board.
    Analyze,
    /// Start pondering or analysis again with changed settings. A search for the engine's move goes on.
    RestartUnbounded,
    /// Start the search for the engine's move, on the time left for it, or for a hint again with other root
    /// moves.
    RestartBounded,
    /// Include all root moves again.
    ResetRootMoves,
    /// Drop the root moves that were chosen for the analysis that has ended.
    EndAnalysis,
    /// Forget the scores from which draw offers and resignation are decided.
    ResetScores,
    /// Forget the opponent's draw offer.
    VoidDrawOffer,
    /// Stop charging the opponent's clock: the position was not reached by a move.
    ResetOpponentTime,
    /// Detach the clocks from their colours.
    ReleaseClocks,
}
