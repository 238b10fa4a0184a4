#!/usr/bin/env python3
"""Draw the pictures of docs/variants.md: python3 scripts/variant_pictures.py [FOLDER]

Needs python-chess (`pip install chess`), which draws the boards with the pieces of Colin M. L. Burnett (GPL-2.0-or-later).
"""

import re
import sys
from pathlib import Path

import chess
import chess.svg

SIZE = 220
GREEN, RED = "#2e8b57", "#b22222"
MARK_GREEN, MARK_RED = "#7fc97fb0", "#e0604fb0"

# Name of the variant: pieces, moves drawn in green, moves drawn in red, squares marked in green, squares marked in red.
PICTURES = {
    "nocastle": ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", "", "e1g1 e1c1", "", ""),
    "wildcastle": ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R2K3R", "d1b1 d1f1 e8g8 e8c8", "", "", ""),
    "3check": ("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR", "h5f7", "", "", "e8"),
    "kingofthehill": ("rnbq1bnr/ppp2ppp/4k3/3p4/8/3KP3/PPPP1PPP/RNBQ1BNR", "d3d4", "", "d4 e4 d5 e5", ""),
    "crazyhouse": ("r5rk/ppp2Npp/8/8/8/8/PPP2PPP/6K1", "", "", "f7", "h8"),
    "bughouse": ("4R1k1/5ppp/8/8/8/8/5PPP/6K1", "", "", "f8", "g8"),
    "antichess": ("rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR", "f1b5", "", "", ""),
    "giveaway": ("rnbqk2r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQK2R", "e1g1 e8g8", "", "", ""),
    "suicide": ("8/8/8/p3p3/P7/8/8/8", "", "a4a5", "a4", ""),
    "losers": ("8/8/4k3/8/2r5/5q2/8/3K4", "", "", "d1", ""),
    "atomic": ("rnbqkb1r/pppppppp/5n2/6N1/8/8/PPPPPPPP/RNBQKB1R", "g5f7", "", "", "e8 f8 g8 e7 f7 g7 e6 f6 g6"),
    "horde": ("rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP", "", "", "", ""),
    "racingkings": ("8/8/8/8/8/8/krbnNBRK/qrbnNBRQ", "", "", "a8 b8 c8 d8 e8 f8 g8 h8", ""),
    "knightmate": ("rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR", "e1d3 e1f3", "", "", ""),
    "shatranj": ("rnbkqbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBKQBNR", "c1a3 c1e3 e1d2", "", "", ""),
    "berolina": ("rnbqkbnr/pppp1ppp/8/8/8/4p3/PPPPPPPP/RNBQKBNR", "e2d3 e2c4 e2f3 e2g4", "e2e3", "", ""),
    "cylinder": ("4k3/8/8/8/7B/8/8/4K3", "", "", "g5 f6 e7 d8 g3 f2 a5 b6 c7 a3 b2 c1", ""),
    "twokings": ("rnbqkknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKKNR", "", "", "", ""),
}


def board_of(pieces):
    """The board, and the squares of the letter M, drawn as kings."""
    board = chess.Board(None)
    board.set_board_fen(pieces.replace("m", "k").replace("M", "K"))
    squares = "".join("." * int(c) if c.isdigit() else c for c in pieces.replace("/", ""))
    return board, [chess.square_mirror(index) for index, c in enumerate(squares) if c in "mM"]


def letters(squares):
    """The letter M on pieces that XBoard calls so; a square has 45 units."""
    text = '<text x="{}" y="{}" font-size="16" font-family="sans-serif" text-anchor="middle" fill="{}">M</text>'
    place = lambda square: (45 * chess.square_file(square) + 22.5, 45 * (7 - chess.square_rank(square)) + 36)
    return "".join(text.format(*place(square), RED) for square in squares)


def draw(pieces, moves, forbidden, good, bad):
    board, mans = board_of(pieces)
    arrows = [
        chess.svg.Arrow(*map(chess.parse_square, (move[:2], move[2:])), color=color)
        for text, color in ((moves, GREEN), (forbidden, RED))
        for move in text.split()
    ]
    fill = {
        chess.parse_square(square): color
        for text, color in ((good, MARK_GREEN), (bad, MARK_RED))
        for square in text.split()
    }
    svg = str(chess.svg.board(board, arrows=arrows, fill=fill, size=SIZE, coordinates=False))
    svg = re.sub(r"<(desc|pre).*?</\1>", "", svg, flags=re.S)
    svg = re.sub(r"<rect [^>]*(class=\"(margin|inner border|outer border)[^>]*)/>", "", svg)
    return svg.replace("</svg>", letters(mans) + "</svg>")


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/images/variants")
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(*picture) + "\n")


if __name__ == "__main__":
    main()
