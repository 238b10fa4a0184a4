#!/usr/bin/env python3
"""Checks `diglot suite` against a count by python-chess, which runs the same searches over UCI.

    tests/clients/suite.py PROGRAM [--nodes N] [FILE.epd ...]

Without files it takes those of tests/data/suites. Best move, verdict and points of every position and the totals must be
the same. Prints `skipped: ...` and succeeds if the package is not installed.
"""

import argparse
import glob
import os
import re
import subprocess
import sys

try:
    import chess
    import chess.engine
except ImportError:
    print("skipped: the Python package chess is not installed")
    sys.exit(0)

HASH = 16
SAMPLES = os.path.join(os.path.dirname(__file__), "..", "data", "suites", "*.epd")


def operations(text):
    """The operations of an EPD line: opcode to operands."""
    found = {}
    for part in re.findall(r'(?:"[^"]*"|[^;"])+', text):
        opcode, *operands = re.findall(r'"[^"]*"|\S+', part) or [""]
        if opcode:
            found[opcode] = [operand.strip('"') for operand in operands]
    return found


class Position:
    def __init__(self, line):
        fields = line.split(None, 4)
        self.board = chess.Board(" ".join(fields[:4]) + " 0 1")
        found = operations(fields[4])
        self.best, self.avoided = ([self.board.parse_san(text) for text in found.get(opcode, []) if text[0] not in "+#"]
                                   for opcode in ("bm", "am"))
        mates = [text[1:] for text in found.get("bm", []) if text[0] == "#"] + found.get("dm", [])
        self.mate = int(mates[0]) if mates else None
        self.points = {}
        if "c9" in found and "c8" in found:
            moves = map(self.board.parse_uci, found["c9"][0].split())
            self.points = dict(zip(moves, map(int, found["c8"][0].split())))

    def is_solved(self, move, score):
        if self.best and move not in self.best or move in self.avoided:
            return False
        if self.mate is None:
            return True
        mate = score.mate() or 0
        return mate * self.mate > 0 and abs(mate) <= abs(self.mate)


def positions(path):
    with open(path, encoding="utf-8") as file:
        return [Position(line) for line in file if line.strip() and not line.startswith("#")]


def over_uci(engine, position, nodes):
    """Best move, verdict and points of a search over UCI."""
    result = engine.play(position.board, chess.engine.Limit(nodes=nodes), game=object(), info=chess.engine.INFO_SCORE)
    score = result.info["score"].relative
    return position.board.san(result.move), position.is_solved(result.move, score), position.points.get(result.move, 0)


def by_suite(program, path, nodes):
    """The same of every position, and the fields of the last line, by `diglot suite`."""
    command = [program, "suite", path, "--nodes", str(nodes), "--hash", str(HASH), "-v"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = []
    for verdict, rest in re.findall(r"^ *\d+/\d+ ([+-]) (.*)$", text, re.M):
        move = re.search(r": (\S+) \([^)]*\), (?:bm|am|mate)", rest).group(1)
        points = re.search(r"; (\d+) points", rest)
        found.append((move, verdict == "+", int(points.group(1)) if points else 0))
    titles = next(line for line in text.splitlines() if line.startswith("suite ")).split()
    return found, dict(zip(titles, text.splitlines()[-1].split()))


def check(program, engine, path, nodes):
    """Compares a suite; returns whether it differs."""
    expected = [over_uci(engine, position, nodes) for position in positions(path)]
    found, table = by_suite(program, path, nodes)
    differences = [f"{path}: position {i + 1}: suite {a}, UCI {b}" for i, (a, b) in enumerate(zip(found, expected)) if a != b]
    totals = {"positions": len(expected), "solved": sum(solved for _, solved, _ in expected)}
    if "points" in table:
        totals["points"] = sum(points for _, _, points in expected)
    differences += [f"{path}: {name}: suite {table[name]}, UCI {value}" for name, value in totals.items()
                    if int(table[name]) != value]
    if len(found) != len(expected):
        differences.append(f"{path}: {len(found)} positions, UCI {len(expected)}")
    for line in differences:
        print(line)
    print(f"{os.path.basename(path)}: " + ", ".join(f"{name} {value}" for name, value in totals.items()))
    return bool(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("files", nargs="*", default=sorted(glob.glob(SAMPLES)))
    parser.add_argument("--nodes", type=int, default=3000)
    args = parser.parse_intermixed_args()
    engine = chess.engine.SimpleEngine.popen_uci([args.program, "--no-settings"], timeout=60)
    engine.configure({"Hash": HASH, "Threads": 1})
    try:
        differ = [check(args.program, engine, path, args.nodes) for path in args.files]
    finally:
        engine.quit()
    if not differ:
        print("no suites")
    return 1 if any(differ) or not differ else 0


if __name__ == "__main__":
    sys.exit(main())
