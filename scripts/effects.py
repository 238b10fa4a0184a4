#!/usr/bin/env python3
"""Measures by games what each number of the search is worth, all numbers in the same games.

    cargo build --release --features tuning
    scripts/effects.py --engine target/release/diglot --match match.py --openings openings.epd \\
        --parameters 'late_move_.*|see_.*' --rounds 250 --games 8 --limit nodes=10000

In each round every number is moved up or down by chance, and two engines with opposite moves play some games
(a factorial design with random signs, Satterthwaite 1959: every game tells something of every number). The
mean of the results, taken with the sign of a number, is what the step from low to high is worth, in Elo. The
rounds are kept in --log, so that a run may be stopped and gone on with; --rounds 0 only reads them. To take
a step of all numbers at once and measure again around the new values is worth more than to wait for certainty.
--match is as in spsa.py.
"""
import json
import math
import os
import random
import statistics

from spsa import argument_parser, parameters, play, within

ELO = 400 / math.log(10) * 2  # of a difference of one point a game, where the score is near one half


def levels(row, spread):
    """The low and the high value of a number."""
    return [round(within(row, row["value"] + steps * row["step"])) for steps in (-spread, spread)]


def play_round(args, numbers, chance):
    """A line of the log: the signs and what the games gave."""
    signs = {name: chance.choice((-1, 1)) for name in numbers}

    def moved(direction):
        return {name: levels(row, args.spread)[direction * signs[name] > 0] for name, row in numbers.items()}

    result = play(args, moved(1), moved(-1), chance.randrange(1 << 30))
    return {"signs": signs, "result": result / args.games}


def effects(rounds):
    """Elo of each number from low to high, and the half-width of its 95 % interval."""
    for name in rounds[0]["signs"]:
        values = [line["signs"][name] * line["result"] * ELO for line in rounds]
        yield name, statistics.mean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def main():
    parser = argument_parser(__doc__, games=8)
    parser.add_argument("--spread", type=float, default=2.5, help="steps of the table from the middle to low and high")
    parser.add_argument("--rounds", type=int, default=250)
    parser.add_argument("--log", default="effects.jsonl")
    args = parser.parse_args()

    numbers = parameters(args.engine, args.parameters)
    chance = random.Random()
    for _ in range(args.rounds):
        line = play_round(args, numbers, chance)
        with open(args.log, "a") as file:
            print(json.dumps(line), file=file)
    rounds = []
    if os.path.exists(args.log):
        with open(args.log) as file:
            rounds = [json.loads(line) for line in file]
    if len(rounds) < 2:
        parser.exit(1, "too few rounds to tell\n")
    for name, elo, error in sorted(effects(rounds), key=lambda row: -row[1]):
        low, high = levels(numbers[name], args.spread) if name in numbers else ("low", "high")
        print(f"{name:32} {low:>6} to {high:<6} {elo:+6.1f} +- {error:.1f}")


if __name__ == "__main__":
    main()
