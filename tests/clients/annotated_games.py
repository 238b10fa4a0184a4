#!/usr/bin/env python3
"""python-chess plays games at random, Diglot annotates them, and python-chess reads the annotated games."""

import io
import os
import random
import subprocess
import sys
import tempfile

try:
    import chess
    import chess.pgn
except ImportError:
    print("skipped: the Python package chess is not installed")
    sys.exit(0)

COUNT = 20


def random_game(number):
    generator = random.Random(number)
    is_chess960 = number % 5 == 4
    board = chess.Board.from_chess960_pos(generator.randrange(960)) if is_chess960 else chess.Board()
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = f"Player {number} <script>"
    game.comment = "before the first move"
    node = game
    for ply in range(generator.randrange(1, 60)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        if ply % 7 == 3:
            node.add_variation(generator.choice(moves), comment="a variation", nags=[1])
        node = node.add_main_variation(generator.choice(moves))
        if ply % 4 == 1:
            node.comment = f"[%clk 0:00:{ply:02}] ply {ply}"
            node.nags.add(146)
    game.headers["Result"] = node.board().result(claim_draw=False)
    return game


def check(original, annotated):
    assert not annotated.errors, annotated.errors
    for name, value in original.headers.items():
        assert annotated.headers[name] == value, (name, value, annotated.headers[name])
    assert "WhiteAccuracy" in annotated.headers
    assert annotated.comment == original.comment
    counts = dict(moves=0, evals=0, nags=0, lines=0)
    for before, after in zip(original.mainline(), annotated.mainline(), strict=True):
        assert before.move == after.move
        counts["moves"] += 1
        if after.board().is_checkmate():
            assert after.eval() is None
        else:
            assert after.eval() is not None and "[%depth " in after.comment, after.comment
            counts["evals"] += 1
        assert after.comment.endswith(before.comment) and after.clock() == before.clock()
        assert before.nags <= after.nags
        # python-chess puts a variation that begins with the move of another one into that one.
        kept = {variation.move for variation in before.parent.variations}
        added = [variation for variation in after.parent.variations if variation.move not in kept]
        assert kept <= {variation.move for variation in after.parent.variations}
        judged = bool((after.nags - before.nags) & {2, 4, 6})
        assert len(added) <= 1 and (judged or not added), (after, added)
        counts["nags"] += judged
        counts["lines"] += len(added)
    return counts


def main():
    games = [random_game(number) for number in range(COUNT)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.pgn")
        with open(path, "w", encoding="utf-8") as file:
            for game in games:
                print(game, file=file, end="\n\n")
        command = [sys.argv[1], "analyse", path, "--nodes", "500", "--hash", "1", "--threads", "2"]
        text = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=300).stdout.decode()
    annotated = io.StringIO(text)
    totals = dict(moves=0, evals=0, nags=0, lines=0)
    for game in games:
        for name, count in check(game, chess.pgn.read_game(annotated)).items():
            totals[name] += count
    assert chess.pgn.read_game(annotated) is None
    assert totals["nags"] > 100 and totals["lines"] > 100, totals
    print(f"{COUNT} games: {totals}")


main()
