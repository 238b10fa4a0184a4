#!/usr/bin/env python3
"""Measure the effect of every search parameter in Elo with a factorial design, all in the same games.

    cargo build --release --features tuning
    scripts/effects.py --engine target/release/diglot --match match.py --openings openings.epd \\
        --parameters 'lm[rp]_.*|see_.*' --rounds 250 --games 8 --limit nodes=10000

Each round sets every parameter to its low or its high value at random and plays some games between two engines
with opposite values (random balance design, Satterthwaite 1959): every game informs about every parameter. The
mean result, signed by a parameter's setting, is the effect of going from low to high in Elo. The rounds are
appended to --log, so a run can be stopped and continued; --rounds 0 only evaluates the log. It pays more to step
all parameters at once and to measure again around the new values than to wait for significance.

--match is explained in spsa.py.
"""
import json
import math
import os
import random
import statistics

from spsa import argument_parser, clamp, parameters, play_match

# Elo per point of a game's result (wins minus losses), for scores near 50 %.
ELO = 400 / math.log(10) * 2


def levels(row, spread):
    """Returns the low and the high value of a parameter."""
    return [round(clamp(row, row["value"] + steps * row["step"])) for steps in (-spread, spread)]


def play_round(args, params, rng):
    """Plays a round and returns its log line: the signs and the mean result per game."""
    signs = {name: rng.choice((-1, 1)) for name in params}

    def setting(direction):
        return {name: levels(row, args.spread)[direction * signs[name] > 0] for name, row in params.items()}

    result = play_match(args, setting(1), setting(-1), rng.randrange(1 << 30))
    return {"signs": signs, "result": result / args.games}


def effects(rounds):
    """Yields the name of each parameter, its effect in Elo and the half-width of its 95 % confidence interval."""
    for name in rounds[0]["signs"]:
        values = [line["signs"][name] * line["result"] * ELO for line in rounds]
        yield name, statistics.mean(values), 1.96 * statistics.stdev(values) / math.sqrt(len(values))


def main():
    parser = argument_parser(__doc__, games=8)
    parser.add_argument("--spread", type=float, default=2.5, help="parameter steps between the current value and low or high")
    parser.add_argument("--rounds", type=int, default=250, help="rounds to play")
    parser.add_argument("--log", default="effects.jsonl", help="file that the rounds are appended to")
    args = parser.parse_args()

    params = parameters(args.engine, args.parameters)
    rng = random.Random()
    for _ in range(args.rounds):
        line = play_round(args, params, rng)
        with open(args.log, "a") as file:
            print(json.dumps(line), file=file)
    rounds = []
    if os.path.exists(args.log):
        with open(args.log) as file:
            rounds = [json.loads(line) for line in file]
    if len(rounds) < 2:
        parser.exit(1, "need at least two rounds\n")
    for name, elo, error in sorted(effects(rounds), key=lambda row: -row[1]):
        low, high = levels(params[name], args.spread) if name in params else ("low", "high")
        print(f"{name:32} {low:>6} to {high:<6} {elo:+6.1f} +- {error:.1f}")


if __name__ == "__main__":
    main()
