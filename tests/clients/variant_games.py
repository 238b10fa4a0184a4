#!/usr/bin/env python3
"""Plays games of the chess variants over UCI.

    tests/clients/variant_games.py PROGRAM [--plies N] [--time SECONDS]
    tests/clients/variant_games.py PROGRAM --opponent ENGINE [--games N] [--nodes N] [--variants NAME...]

The first form plays with itself in every variant that python-chess knows, from Chess960 positions too, and has python-chess
check every move, principal variation and result. The second plays matches against another UCI engine with pyffish as the
arbiter, and prints the score of each. Fails if a move is illegal or an answer is missing. Prints `skipped: ...` and succeeds
if a library is not installed.
"""

import argparse
import random
import re
import subprocess
import sys

# Longer games are drawn.
MAX_PLIES = 400
MATCH_VARIANTS = (
    "nocastle 3check kingofthehill crazyhouse antichess giveaway suicide losers atomic horde racingkings knightmate shatranj"
).split()


def expect(condition, message):
    if not condition:
        sys.exit(f"failed: {message}")


def self_play(arguments):
    """A game in every variant, driven by python-chess."""
    try:
        import chess.engine
        import chess.variant
    except ImportError:
        print("skipped: python-chess is not installed")
        return
    engine = chess.engine.SimpleEngine.popen_uci([arguments.program, "--no-settings"])
    # Their castling rights, or start positions without any, have no Chess960 form in python-chess.
    only_standard = ("horde", "racingkings", "antichess", "suicide", "giveaway")
    for board_type in chess.variant.VARIANTS:
        name = board_type.uci_variant
        for chess960 in (False, True):
            if name == "chess" or chess960 and name in only_standard:
                continue
            board = board_type(chess960=chess960)
            if chess960:
                board.set_chess960_pos(random.randrange(960))
            if name == "suicide":
                # Servers play it without castling.
                board.castling_rights = chess.BB_EMPTY
            game = object()
            while not board.is_game_over(claim_draw=True) and board.ply() < arguments.plies:
                limit = chess.engine.Limit(time=arguments.time)
                result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
                expect(result.move in board.legal_moves, f"{name}: {result.move} in {board.fen()}")
                check_variation(board, result.info.get("pv", []))
                board.push(result.move)
            print(f"{name}{' Chess960' if chess960 else ''}: {board.ply()} plies, {board.result(claim_draw=True)}", flush=True)
    engine.quit()


def check_variation(board, moves):
    board = board.copy()
    for move in moves:
        expect(move in board.legal_moves, f"{move} of the variation {moves} is illegal in {board.fen()}")
        board.push(move)


class Uci:
    """A UCI engine."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = command[0]
        self.variants = []
        self.send("uci")
        for line in self.until("uciok"):
            if line.startswith("option name UCI_Variant "):
                self.variants = re.findall(r"var (\S+)", line)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(word):
                return lines
        sys.exit(f"failed: {self.name} has ended")

    def new_game(self, variant):
        for line in (f"setoption name UCI_Variant value {variant}", "ucinewgame", "isready"):
            self.send(line)
        self.until("readyok")

    def move(self, moves, nodes):
        self.send(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}")
        self.send(f"go nodes {nodes}")
        return self.until("bestmove")[-1].split()[1]


def result_of(pyffish, variant, start, moves, legal):
    """The winner's colour (0 for White), "draw", or None if the game goes on."""
    is_end, value = pyffish.is_immediate_game_end(variant, start, moves)
    if not is_end and not legal:
        is_end, value = True, pyffish.game_result(variant, start, moves)
    if not is_end:
        # Repetitions and the fifty-move rule.
        is_end, value = pyffish.is_optional_game_end(variant, start, moves)
    if is_end:
        turn = len(moves) % 2
        return "draw" if value == 0 else turn if value > 0 else 1 - turn
    return "draw" if len(moves) >= MAX_PLIES else None


def play_game(pyffish, variant, players, opening, nodes):
    """Plays from some random moves. Returns the winner's colour or "draw"."""
    start = pyffish.start_fen(variant)
    moves = list(opening)
    for player in players:
        player.new_game(variant)
    while True:
        legal = pyffish.legal_moves(variant, start, moves)
        winner = result_of(pyffish, variant, start, moves, legal)
        if winner is not None:
            return winner
        player = players[len(moves) % 2]
        move = player.move(moves, nodes)
        fen = pyffish.get_fen(variant, start, moves)
        expect(move in legal, f"{player.name} plays {move} in {variant} {fen}")
        moves.append(move)


def random_opening(pyffish, variant, plies):
    start, moves = pyffish.start_fen(variant), []
    for _ in range(plies):
        legal = pyffish.legal_moves(variant, start, moves)
        if not legal or pyffish.is_immediate_game_end(variant, start, moves)[0]:
            return random_opening(pyffish, variant, plies)
        moves.append(random.choice(legal))
    return moves


def matches(arguments):
    try:
        import pyffish
    except ImportError:
        print("skipped: pyffish is not installed")
        return
    engine, opponent = Uci([arguments.program, "--no-settings"]), Uci([arguments.opponent])
    for variant in arguments.variants or MATCH_VARIANTS:
        if variant not in opponent.variants:
            print(f"{variant}: not offered by the opponent", flush=True)
            continue
        won = drawn = lost = 0
        for game in range(arguments.games):
            if game % 2 == 0:
                opening = random_opening(pyffish, variant, 2)
            players = (engine, opponent) if game % 2 == 0 else (opponent, engine)
            winner = play_game(pyffish, variant, players, opening, arguments.nodes)
            if winner == "draw":
                drawn += 1
            elif players[winner] is engine:
                won += 1
            else:
                lost += 1
        print(f"{variant}: +{won} ={drawn} -{lost}", flush=True)
    for player in (engine, opponent):
        player.send("quit")
        player.process.wait(timeout=10)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--plies", type=int, default=24, help="longest game with itself")
    parser.add_argument("--time", type=float, default=0.005, help="seconds a move in games with itself")
    parser.add_argument("--opponent", help="a UCI engine")
    parser.add_argument("--games", type=int, default=10, help="games of a match")
    parser.add_argument("--nodes", type=int, default=4000, help="nodes a move in matches")
    parser.add_argument("--variants", nargs="*", help="variants of the matches")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    random.seed(arguments.seed)
    print(f"seed {arguments.seed}", flush=True)
    if arguments.opponent:
        matches(arguments)
    else:
        self_play(arguments)


if __name__ == "__main__":
    main()
