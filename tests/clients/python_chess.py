#!/usr/bin/env python3
"""Tests an engine with python-chess, over UCI and over the XBoard protocol.

    tests/clients/python_chess.py PROGRAM [--protocol uci|xboard|both] [--seed N]

Fails if a move is illegal, a limit is exceeded, an answer is missing, or python-chess logs a warning
or an error about the engine. Prints `skipped: ...` and succeeds if the package is not installed.
Takes well under a minute.
"""

import argparse
import asyncio
import collections
import contextlib
import faulthandler
import logging
import os
import random
import sys
import tempfile
import threading
import time

try:
    import chess
    import chess.engine
except ImportError:
    print("skipped: the Python package chess is not installed")
    sys.exit(0)

from chess.engine import Limit

# Time limit of the whole run, in seconds.
TIME_LIMIT = 90.0
# Delay allowed for a busy machine, in seconds.
SLACK = 1.0

NOT_OFFERED = "not offered by the engine"

MIDDLEGAMES = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P5k1/8/8/8/8/6K1/8 w - - 80 120",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
]
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
CHECKMATED = "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"
# Only castling moves are searched here; king and rook stand on squares that occur only in Chess960.
CASTLING_960 = [
    "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1",
    "4rkr1/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w GEge - 0 1",
    "r5kr/pppppppp/8/8/8/8/PPPPPPPP/R5KR b HAha - 0 1",
]


class Log(logging.Handler):
    """Keeps the last lines of the conversation and all warnings and errors of python-chess."""

    def __init__(self):
        super().__init__()
        self.lines = collections.deque(maxlen=30)
        self.warnings = []

    def emit(self, record):
        message = record.getMessage()
        self.lines.append(message)
        # python-chess ends an analysis with `.`, but does not know the answer that the protocol defines.
        if "Unexpected engine output: 'stat01:" in message:
            return
        # The button that resets the options makes the engine send them again, which python-chess does not expect.
        if "Unexpected engine output: 'feature " in message:
            return
        # python-chess always rejects these features and logs it.
        if message.endswith(("Rejecting feature sigterm=0", "Rejecting feature san=1")):
            return
        if record.levelno >= logging.WARNING:
            self.warnings.append(f"{record.levelname}: {message}")


def expect(condition, message):
    if not condition:
        raise AssertionError(message)


@contextlib.contextmanager
def within(seconds, what):
    """Asserts that the block takes at most `seconds` (plus SLACK)."""
    start = time.monotonic()
    yield
    taken = time.monotonic() - start
    expect(taken <= seconds + SLACK, f"{what} took {taken:.2f} s instead of {seconds:.2f} s")


def expect_legal(board, move):
    expect(move is not None and move in board.legal_moves, f"{move} is not legal in {board.fen()}")


def expect_analysis(board, info):
    expect("score" in info and "depth" in info and "nodes" in info, f"incomplete analysis of {board.fen()}: {info}")
    expect(info.get("pv"), f"an analysis without a PV in {board.fen()}: {info}")
    expect_legal(board, info["pv"][0])


class Client:
    """The checks that both protocols share."""

    def __init__(self, engine, seed):
        self.engine = engine
        self.random = random.Random(seed)
        self.folder = tempfile.TemporaryDirectory()

    def play(self, board, limit, **options):
        """Searches one move, asserts that it is legal, and returns None if the engine resigns."""
        with within(limit.time or 5.0, f"a move with {limit}"):
            result = self.engine.play(board, limit, **options)
        if result.resigned:
            return None
        expect_legal(board, result.move)
        return result

    def play_on(self, board, limit, plies, game=None):
        """Lets the engine play both sides for a number of plies."""
        game = game or object()
        for _ in range(plies):
            if board.is_game_over(claim_draw=True):
                break
            result = self.play(board, limit, game=game)
            if result is None:
                break
            board.push(result.move)
        return board

    def random_game(self, plies, board=None):
        board = board or chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(self.random.choice(moves))
        return board

    def introduction(self):
        expect(self.engine.id.get("name"), "the engine has no name")
        for _ in range(3):
            self.engine.ping()

    def moves_of_fixed_time(self):
        with within(30 * 0.03, "a game of 30 moves at 30 ms"):
            self.play_on(chess.Board(), Limit(time=0.03), 30)

    def game_on_the_clock(self):
        board, game, clock_id = chess.Board(), object(), object()
        # A busy machine may cost two seconds at once; bad time management loses more in the course of the game.
        clocks = {chess.WHITE: 6.0, chess.BLACK: 6.0}
        increment = 0.03
        while not board.is_game_over(claim_draw=True) and board.ply() < 80:
            limit = Limit(
                white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK],
                white_inc=increment, black_inc=increment, clock_id=clock_id,
            )
            start = time.monotonic()
            result = self.play(board, limit, game=game)
            clocks[board.turn] -= time.monotonic() - start
            expect(clocks[board.turn] > -2.0, f"time forfeit at ply {board.ply()} ({clocks[board.turn]:.3f} s left)")
            clocks[board.turn] += increment
            if result is None:
                break
            board.push(result.move)

    def depth_limit(self):
        board = chess.Board()
        for depth in (1, 2, 6):
            expect_legal(board, self.play(board, Limit(depth=depth), game=depth).move)
        for depth in (1, 6, 8):
            info = self.engine.analyse(board, Limit(depth=depth), game=object())
            expect_analysis(board, info)
            expect(info["depth"] >= depth, f"depth {info['depth']} instead of {depth}")

    def node_limit(self):
        for nodes in (1, 100, 3000):
            self.play_on(self.random_game(10), Limit(nodes=nodes), 4)

    def timed_analysis(self):
        for fen in [chess.STARTING_FEN] + MIDDLEGAMES[:3]:
            board = chess.Board(fen)
            with within(0.3, f"an analysis of 0.3 s of {fen}"):
                info = self.engine.analyse(board, Limit(time=0.3), game=object())
            expect_analysis(board, info)

    def endless_analysis(self, board, delay):
        """Checks that an infinite analysis runs until it is stopped; returns its best move."""
        with self.engine.analysis(board, game=object()) as analysis:
            best = asyncio.run_coroutine_threadsafe(analysis.inner.wait(), self.engine.protocol.loop)
            time.sleep(delay)
            expect(not best.done(), f"an infinite analysis of {board.fen()} ended by itself")
            analysis.stop()
            with within(0.0, "the answer to stop"):
                return best.result(timeout=5)

    def stopped_analysis(self):
        for delay in (0.0, 0.01, 0.5):
            board = self.random_game(8)
            best = self.endless_analysis(board, delay)
            # Over the XBoard protocol the best move is that of the last thinking line, if there is one.
            if best.move is not None or delay == 0.5:
                expect_legal(board, best.move)
            self.engine.ping()

    def analysis_as_it_comes(self):
        """Reads an analysis line by line and stops it at depth 5."""
        board = chess.Board(MIDDLEGAMES[0])
        depths = []
        with self.engine.analysis(board, Limit(time=5)) as analysis:
            for info in analysis:
                if "depth" in info and info.get("pv"):
                    expect_analysis(board, info)
                    depths.append(info["depth"])
                    if info["depth"] >= 5:
                        break
        expect(depths and depths[-1] >= 5, f"no analysis of depth 5 in five seconds: {depths}")

    def analysis_of_root_moves(self):
        board = chess.Board(MIDDLEGAMES[1])
        moves = self.random.sample(list(board.legal_moves), 3)
        info = self.engine.analyse(board, Limit(depth=4), root_moves=moves, game=object())
        expect(info["pv"][0] in moves, f"{info['pv'][0]} is not in {moves}")

    def middlegames_and_undo(self):
        """Sets up positions, plays on, takes moves back and plays others."""
        limit = Limit(time=0.02)
        for fen in MIDDLEGAMES:
            board, game = chess.Board(fen), object()
            for forward, back in ((4, 1), (3, 2), (2, 4)):
                self.play_on(board, limit, forward, game=game)
                for _ in range(back):
                    board.pop()
                self.random_game(1, board)
        for plies in (1, 17, 40, 33, 5):
            self.play_on(self.random_game(plies), limit, 1, game="one game")

    def pondering(self, **options):
        """Plays a game with pondering in which every second reply is the expected move; counts the expected moves."""
        board, game, clock_id = chess.Board(), object(), object()
        expected = 0
        for turn in range(14):
            if board.is_game_over(claim_draw=True):
                break
            limit = Limit(white_clock=3, black_clock=3, white_inc=0.05, black_inc=0.05, clock_id=clock_id)
            result = self.play(board, limit, game=game, ponder=True, **options)
            if result is None:
                break
            board.push(result.move)
            if board.is_game_over(claim_draw=True):
                break
            if result.ponder:
                expect_legal(board, result.ponder)
                expected += 1
            time.sleep((0.0, 0.02, 0.1)[turn % 3])
            if result.ponder and turn % 2 == 0:
                board.push(result.ponder)
            else:
                self.random_game(1, board)
        self.engine.ping()
        return expected

    def chess960_games(self):
        """Plays games from random start positions, then a move in standard chess."""
        for _ in range(4):
            board = chess.Board.from_chess960_pos(self.random.randrange(960))
            self.play_on(board, Limit(time=0.02), 30)
        board = chess.Board()
        self.play(board, Limit(time=0.02), game=object())


class Uci(Client):
    popen = chess.engine.SimpleEngine.popen_uci

    def introduction(self):
        super().introduction()
        expect(self.engine.id.get("author"), "the engine has no author")

    def options(self):
        expect("Hash" in self.engine.options, "no option Hash")
        for megabytes in (1, 64, 16):
            self.engine.configure({"Hash": megabytes})
            self.play(chess.Board(), Limit(time=0.02))
        self.play(chess.Board(), Limit(time=0.02), options={"Hash": 2})
        for name, option in self.engine.options.items():
            if option.type == "button":
                self.engine.configure({name: None})
        if "Threads" in self.engine.options:
            self.engine.configure({"Threads": 2})
            self.play_on(chess.Board(), Limit(time=0.02), 10)
            self.engine.configure({"Threads": 1})
        opponent = chess.engine.Opponent("Ann Other", "GM", 2800, False)
        self.play(chess.Board(), Limit(time=0.02), opponent=opponent)
        self.engine.ping()

    def every_option(self):
        """Sets each option to the ends of its range and to its default, and searches a move after each."""
        for name, option in self.engine.options.items():
            if option.is_managed() or option.type == "button" or name in ("Hash", "Threads"):
                continue
            values = [option.min, option.max] if option.type == "spin" else [True] if option.type == "check" else []
            # UCI writes an empty string as `<empty>`.
            default = "" if option.default == "<empty>" else option.default
            for value in [*values, default]:
                self.engine.configure({name: value})
                self.play(chess.Board(), Limit(nodes=300))
        self.engine.ping()

    def all_kinds_of_info(self):
        show = {"UCI_ShowWDL": True, "UCI_ShowCurrLine": True, "UCI_ShowRefutations": True}
        show = {name: value for name, value in show.items() if name in self.engine.options}
        if len(show) < 3:
            return NOT_OFFERED
        self.engine.configure(show)
        board = chess.Board(MIDDLEGAMES[0])
        seen = set()
        with self.engine.analysis(board, Limit(time=2.2), game=object()) as analysis:
            for info in analysis:
                seen.update(info)
                for line in [*info.get("refutation", {}).values(), *info.get("currline", {}).values()]:
                    expect(line is None or all(isinstance(move, chess.Move) for move in line), f"a line with an invalid move: {info}")
        self.engine.configure({name: False for name in show})
        expected = {"depth", "seldepth", "multipv", "score", "wdl", "nodes", "nps", "hashfull", "tbhits", "time", "pv",
                    "currmove", "currmovenumber", "currline", "refutation", "cpuload"}
        expect(expected <= seen, f"never sent: {sorted(expected - seen)}")

    def node_limit(self):
        super().node_limit()
        # An engine that checks its node count at intervals may exceed the limit by one interval.
        for nodes in (5000, 20000):
            info = self.engine.analyse(chess.Board(), Limit(nodes=nodes), game=object())
            expect(info["nodes"] <= nodes * 1.2, f"{info['nodes']} nodes instead of {nodes}")

    def several_lines(self):
        if "MultiPV" not in self.engine.options:
            return NOT_OFFERED
        board = chess.Board(MIDDLEGAMES[0])
        lines = self.engine.analyse(board, Limit(depth=5), multipv=4, game=object())
        expect(len(lines) == 4, f"{len(lines)} lines instead of 4")
        for info in lines:
            expect_analysis(board, info)
        expect(len({info["pv"][0] for info in lines}) == 4, "two lines begin with the same move")
        scores = [info["score"].relative for info in lines]
        expect(scores == sorted(scores, reverse=True), f"the lines are not in order: {scores}")

    def mates(self):
        board = chess.Board(MATE_IN_ONE)
        move = self.play(board, Limit(mate=1), game=object()).move
        board.push(move)
        expect(board.is_checkmate(), f"{move} is not mate")
        info = self.engine.analyse(chess.Board(MATE_IN_ONE), Limit(depth=3), game=object())
        expect(info["score"].relative == chess.engine.Mate(1), f"{info['score']} instead of a mate in one")
        # There is nothing to search, but the engine must not answer before `stop`.
        expect(not self.endless_analysis(chess.Board(CHECKMATED), 0.2).move, "a move in a mated position")

    def castling_in_chess960(self):
        for fen in CASTLING_960:
            board = chess.Board(fen, chess960=True)
            for castling in [move for move in board.legal_moves if board.is_castling(move)]:
                result = self.play(board, Limit(time=0.02), root_moves=[castling], game=object())
                expect(result.move == castling, f"{result.move} instead of {castling} in {fen}")
                after = board.copy()
                after.push(castling)
                self.play(after, Limit(time=0.02), game=object())

    def pondering(self):
        expect(super().pondering() > 0, "the engine never named a move to ponder on")

    checks = (
        "introduction", "options", "every_option", "all_kinds_of_info", "moves_of_fixed_time", "game_on_the_clock",
        "depth_limit", "node_limit", "timed_analysis", "stopped_analysis", "analysis_as_it_comes",
        "analysis_of_root_moves", "several_lines",
        "mates", "middlegames_and_undo", "chess960_games", "castling_in_chess960", "pondering",
    )


class XBoard(Client):
    popen = chess.engine.SimpleEngine.popen_xboard

    @property
    def features(self):
        return self.engine.protocol.features

    def options(self):
        for name, values in (("memory", (1, 64, 16)), ("cores", (2, 1))):
            if name in self.engine.options:
                for value in values:
                    self.engine.configure({name: value})
                    self.play_on(chess.Board(), Limit(depth=3), 3)
        opponent = chess.engine.Opponent("Ann Other", "GM", 2800, True)
        self.play(chess.Board(), Limit(depth=3), opponent=opponent)
        self.engine.ping()

    def every_option(self):
        """Sets each option to other values and to its default and presses every button, with a move after each."""
        for name, option in self.engine.options.items():
            # Commands that python-chess offers as options; other checks cover them. It manages MultiPV itself.
            if name in ("random", "computer", "name", "engine_rating", "opponent_rating", "memory", "cores"):
                continue
            if option.is_managed() or name.startswith("egtpath "):
                continue
            # Only the log file may be missing, since it is written.
            files = [os.path.join(self.folder.name, "a file")] if name == "LogFile" else []
            others = {
                "spin": [option.min, option.max], "check": [not option.default], "combo": option.var,
                "string": ["two words"], "file": files, "path": [os.sep],
                # Saving is rejected with a message to the user if no settings file is given.
                "button": [None], "reset": [None], "save": [],
            }[option.type]
            values = [*others, option.default] if option.default is not None else others
            for value in values:
                self.engine.configure({name: value})
                self.play(chess.Board(), Limit(depth=3), game=object())
        self.play(chess.Board(), Limit(depth=3), options={"random": True})
        self.engine.ping()

    def node_limit(self):
        if not self.features.get("nps"):
            return NOT_OFFERED
        super().node_limit()
        for nodes in (1000, 5000):
            result = self.play(chess.Board(), Limit(nodes=nodes), game=object(), info=chess.engine.INFO_ALL)
            expect(result.info["nodes"] <= nodes, f"{result.info['nodes']} nodes instead of {nodes}")
        # The next game is played by the clock.
        with within(0.3, "a move after moves with a node limit"):
            self.play(chess.Board(), Limit(time=0.3), game=object())

    def analysis_of_root_moves(self):
        if not self.features.get("exclude"):
            return NOT_OFFERED
        super().analysis_of_root_moves()
        # With all moves excluded there is nothing to analyse; the next position has all its moves.
        board = chess.Board(MIDDLEGAMES[1])
        with self.engine.analysis(board, root_moves=[], game=object()) as analysis:
            time.sleep(0.1)
            analysis.stop()
            expect(not list(analysis), "an analysis without any root move")
        expect_analysis(board, self.engine.analyse(board, Limit(depth=4), game=object()))

    def all_kinds_of_info(self):
        board = chess.Board(MIDDLEGAMES[0])
        columns = [name for name in self.engine.options if name.replace(" ", "") == "ThinkingColumns"]
        if not columns:
            return NOT_OFFERED
        self.engine.configure({columns[0]: True})
        info = self.engine.analyse(board, Limit(time=0.5), game=object())
        self.engine.configure({columns[0]: False})
        expected = {"depth", "seldepth", "score", "nodes", "nps", "tbhits", "time", "pv"}
        expect(expected <= set(info), f"never sent: {sorted(expected - set(info))}")
        for move in info["pv"]:
            expect_legal(board, move)
            board.push(move)

    def mates(self):
        info = self.engine.analyse(chess.Board(MATE_IN_ONE), Limit(depth=3), game=object())
        expect(info["score"].relative == chess.engine.Mate(1), f"{info['score']} instead of a mate in one")
        # There is nothing to search, but the analysis must continue.
        expect(not self.endless_analysis(chess.Board(CHECKMATED), 0.2).move, "a move in a mated position")

    def castling_in_chess960(self):
        if "fischerandom" not in str(self.features.get("variants", "")).split(",") or not self.features.get("exclude"):
            return NOT_OFFERED
        for fen in CASTLING_960:
            board = chess.Board(fen, chess960=True)
            for castling in [move for move in board.legal_moves if board.is_castling(move)]:
                info = self.engine.analyse(board, Limit(depth=3), root_moves=[castling], game=object())
                expect(info["pv"][0] == castling, f"{info['pv'][0]} instead of {castling} in {fen}")
                after = board.copy()
                after.push(castling)
                self.play(after, Limit(time=0.02), game=object())

    def pondering(self):
        # The expected move comes with the thinking output.
        expect(super().pondering(info=chess.engine.INFO_ALL) > 0, "the engine never named a move to ponder on")
        super().pondering()

    def chess960_games(self):
        if "fischerandom" not in str(self.features.get("variants", "")).split(","):
            return NOT_OFFERED
        super().chess960_games()

    def draw_offers(self):
        board = self.random_game(6)
        self.play(board, Limit(depth=3), game=object(), draw_offered=True)

    def game_over(self):
        """Wins a game, sends its result and plays the next one."""
        board, game = chess.Board(MATE_IN_ONE), object()
        result = self.play(board, Limit(depth=4), game=game)
        board.push(result.move)
        expect(board.is_checkmate(), f"{result.move} is not mate")
        self.engine.send_game_result(board)
        self.engine.ping()
        self.play_on(chess.Board(), Limit(depth=3), 4)

    checks = (
        "introduction", "options", "every_option", "all_kinds_of_info", "moves_of_fixed_time", "game_on_the_clock",
        "depth_limit", "node_limit", "timed_analysis", "stopped_analysis", "analysis_as_it_comes",
        "analysis_of_root_moves", "mates", "draw_offers",
        "game_over", "middlegames_and_undo", "chess960_games", "castling_in_chess960", "pondering",
    )


def run(client_type, program, seed, log):
    """Runs all checks of one protocol; returns the number of failures."""
    label = client_type.__name__.lower()
    failures = 0
    engine = None

    def check(name, action):
        """Runs one check; returns whether the engine still answers and more checks can follow."""
        nonlocal failures
        log.warnings.clear()
        start = time.monotonic()
        problems = []
        note = None
        try:
            note = action()
        except Exception as error:
            problems.append(f"{type(error).__name__}: {error}")
        problems += log.warnings[:10]
        if not problems:
            print(f"{label}: {name}: {note or f'ok ({time.monotonic() - start:.1f} s)'}", flush=True)
            return True
        failures += 1
        print(f"{label}: {name}: FAILED", flush=True)
        print("".join(f"    {line}\n" for line in log.lines), end="")
        print("".join(f"  {line}\n" for line in problems), end="", flush=True)
        return not problems[0].startswith(("TimeoutError", "EngineTerminatedError"))

    def start():
        nonlocal engine
        engine = client_type.popen([program, "--no-settings"])

    def end():
        with within(0.0, "quit"):
            engine.quit()
        code = engine.protocol.returncode.result()
        expect(code == 0, f"the engine ended with exit status {code}")

    def end_while_pondering():
        start()
        client_type(engine, seed).play(chess.Board(), Limit(time=0.05), ponder=True)
        end()

    try:
        check("start", start)
        if engine is None:
            return failures
        client = client_type(engine, seed)
        for name in client_type.checks:
            if not check(name.replace("_", " "), getattr(client, name)):
                return failures
        check("quit", end)
        engine.close()
        check("quit while pondering", end_while_pondering)
    finally:
        if engine is not None:
            engine.close()
    return failures


def time_out(log):
    print(f"failed: timed out after {TIME_LIMIT:.0f} s; the last lines:")
    print("".join(f"    {line}\n" for line in log.lines), end="", flush=True)
    faulthandler.dump_traceback()
    os._exit(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--protocol", choices=("uci", "xboard", "both"), default="both")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="seed of the random positions")
    arguments = parser.parse_args()

    log = Log()
    watchdog = threading.Timer(TIME_LIMIT, time_out, [log])
    watchdog.daemon = True
    watchdog.start()
    logger = logging.getLogger("chess.engine")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(log)

    print(f"python-chess {chess.__version__}, seed {arguments.seed}", flush=True)
    failures = 0
    for protocol, client_type in (("uci", Uci), ("xboard", XBoard)):
        if arguments.protocol in (protocol, "both"):
            failures += run(client_type, arguments.program, arguments.seed, log)
    if failures:
        print(f"failed: {failures} checks")
        sys.exit(1)
    print("all checks passed")


if __name__ == "__main__":
    main()
