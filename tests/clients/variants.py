"""Moves and results of the variants in random games, compared with python-chess and pyffish through `diglot perft`.

Prints `skipped: ...` for a library that is not installed. Arguments: the program, and optionally the number of games.
"""

import random
import subprocess
import sys

PROGRAM = sys.argv[1]
GAMES = int(sys.argv[2]) if len(sys.argv) > 2 else 1
MAX_PLIES = 60


def diglot(variant, fen, chess960=False):
    """The legal moves and the winner ("White", "Black", "draw" or None) of a position."""
    command = [PROGRAM, "perft", "1", "--divide", "--variant", variant]
    if chess960:
        command.append("--chess960")
    text = subprocess.run(command + fen.split(), capture_output=True, text=True, check=True).stdout
    moves, winner = set(), None
    for line in text.splitlines():
        name, _, value = line.partition(": ")
        if name == "outcome":
            winner = value.split()[0].rstrip(":")
        elif name not in ("position", "nodes", "time", "speed"):
            moves.add(name)
    return moves, winner


def compare(library, variant, fen, moves, winner, chess960=False):
    own_moves, own_winner = diglot(variant, fen, chess960)
    if (own_moves, own_winner) != (moves, winner):
        sys.exit(
            f"{variant} {fen}: {library} and Diglot differ in {sorted(own_moves ^ moves)}, "
            f"result {winner} and {own_winner}"
        )


def with_python_chess():
    try:
        import chess
        import chess.variant
    except ImportError:
        print("skipped: python-chess is not installed")
        return
    boards = [
        chess.variant.CrazyhouseBoard,
        chess.variant.ThreeCheckBoard,
        chess.variant.KingOfTheHillBoard,
        chess.variant.AntichessBoard,
        chess.variant.SuicideBoard,
        chess.variant.GiveawayBoard,
        chess.variant.AtomicBoard,
        chess.variant.HordeBoard,
        chess.variant.RacingKingsBoard,
    ]
    # Their start position is not that of chess, or castling rights would be wrong.
    without_chess960 = (
        chess.variant.HordeBoard,
        chess.variant.RacingKingsBoard,
        chess.variant.AntichessBoard,
        chess.variant.SuicideBoard,
        chess.variant.GiveawayBoard,
    )
    count = 0
    for board_type in boards:
        for game in range(2 * GAMES):
            chess960 = game % 2 == 1 and board_type not in without_chess960
            board = board_type(chess960=chess960)
            if chess960:
                board.set_chess960_pos(random.randrange(960))
            if board_type is chess.variant.SuicideBoard:
                board.castling_rights = chess.BB_EMPTY
            for _ in range(MAX_PLIES):
                legal = list(board.legal_moves)
                outcome = board.outcome(claim_draw=False)
                winner = None
                if outcome is not None:
                    winner = {True: "White", False: "Black", None: "draw"}[outcome.winner]
                elif board.is_fifty_moves():
                    winner = "draw"
                moves = {board.uci(m) for m in legal}
                fen = board.fen()
                compare("python-chess", board_type.uci_variant, fen, moves, winner, chess960)
                count += 1
                if winner or not legal:
                    break
                board.push(random.choice(legal))
    print(f"{count} positions agree with python-chess")


def with_pyffish():
    try:
        import pyffish
    except ImportError:
        print("skipped: pyffish is not installed")
        return
    known = pyffish.variants()
    names = ["nocastle", "bughouse", "losers", "knightmate", "shatranj", "berolina"]
    count = 0
    for variant in [name for name in names if name in known]:
        for _ in range(GAMES):
            played = []
            start = pyffish.start_fen(variant)
            for _ in range(MAX_PLIES):
                fen = pyffish.get_fen(variant, start, played)
                if variant == "berolina":
                    # Every program writes en passant squares in its own way.
                    fields = fen.split()
                    fields[3] = "-"
                    start, played, fen = " ".join(fields), [], " ".join(fields)
                moves = set(pyffish.legal_moves(variant, fen, []))
                ended, value = pyffish.is_immediate_game_end(variant, fen, [])
                if not ended and not moves:
                    ended, value = True, pyffish.game_result(variant, fen, [])
                winner = None
                if ended:
                    white_wins = (value > 0) == (fen.split()[1] == "w")
                    winner = "draw" if value == 0 else "White" if white_wins else "Black"
                    moves = set()
                own_moves, own_winner = diglot(variant, fen)
                if own_winner == "draw" and winner is None:
                    break  # insufficient material, which pyffish asks about elsewhere
                compare("pyffish", variant, fen, moves, winner)
                count += 1
                if winner:
                    break
                played.append(random.choice(sorted(moves)))
    print(f"{count} positions agree with pyffish")


random.seed(20)
with_python_chess()
with_pyffish()
