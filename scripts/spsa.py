#!/usr/bin/env python3
"""Tunes numbers of the search by games (SPSA, Spall 1992).

    cargo build --release --features tuning
    scripts/spsa.py --engine target/release/diglot --match match.py --openings openings.epd \\
        --parameters 'futility_.*|see_.*' --iterations 500 --games 16 --limit nodes=8000

In each iteration every number is moved up or down by chance, two engines with opposite moves play some
games, and all numbers go a little in the direction of the winner. The state is written after each
iteration to --state (JSON) and read again from there, so that a run may be stopped at any time.
--match is a program that plays two engines: it takes --engine name=NAME,cmd=COMMAND,option.X=Y,...
--games, --concurrency, --openings, --seed, and prints `+W =D -L` of the first engine in its last line.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys

ALPHA, GAMMA = 0.602, 0.101  # Spall's exponents


def parameters(engine, pattern):
    """The rows of the table whose names match."""
    text = subprocess.run([engine, "parameters"], capture_output=True, text=True, check=True).stdout
    rows = (line.split(", ") for line in text.splitlines())
    return {
        name: {"value": float(value), "min": float(least), "max": float(most), "step": float(step)}
        for name, _, value, least, most, step, _ in rows
        if re.fullmatch(pattern, name)
    }


def argument_parser(description, games):
    """What every such program has to be told: the numbers, and how games are played."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True, help="built with --features tuning")
    parser.add_argument("--match", required=True)
    parser.add_argument("--openings", required=True)
    parser.add_argument("--parameters", default=".*", help="regular expression of names")
    parser.add_argument("--games", type=int, default=games, help="at a time, an even number")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--limit", default="", help="nodes=N or depth=N")
    parser.add_argument("--tc", default="", help="BASE+INC in seconds")
    return parser


def within(row, value):
    """The value, kept within the range of its number."""
    return min(row["max"], max(row["min"], value))


def play(args, plus, minus, seed):
    """Points of the first set of numbers minus those of the second."""
    def engine(name, numbers):
        options = "".join(f",option.{key}={value}" for key, value in numbers.items())
        limit = f",{args.limit}" if args.limit else ""
        return f"name={name},cmd={args.engine}{limit}{options}"

    command = [sys.executable, args.match, "--engine", engine("plus", plus), "--engine", engine("minus", minus),
               "--games", str(args.games), "--concurrency", str(args.concurrency), "--openings", args.openings,
               "--seed", str(seed)]
    if args.tc:
        command += ["--tc", args.tc]
    output = subprocess.run(command, capture_output=True, text=True).stdout
    won, lost = re.findall(r"\+(\d+) =\d+ -(\d+)", output)[-1]
    return int(won) - int(lost)


def step(args, numbers, iteration, chance):
    """One iteration; changes the numbers and returns the result of its games."""
    shrink = 1 / (iteration + 1) ** GAMMA
    rate = args.rate * ((args.iterations / 10 + 1) / (args.iterations / 10 + iteration + 1)) ** ALPHA
    signs = {name: chance.choice((-1, 1)) for name in numbers}

    def moved(direction):
        return {
            name: round(within(row, row["value"] + direction * signs[name] * row["step"] * shrink))
            for name, row in numbers.items()
        }

    result = play(args, moved(1), moved(-1), chance.randrange(1 << 30))
    for name, row in numbers.items():
        change = rate * row["step"] * signs[name] * result / args.games
        row["value"] = within(row, row["value"] + change)
    return result


def main():
    parser = argument_parser(__doc__, games=16)
    parser.add_argument("--iterations", type=int, default=500)
    parser.add_argument("--rate", type=float, default=1.0, help="steps that a clean win moves a number by")
    parser.add_argument("--state", default="spsa.json")
    args = parser.parse_args()

    if os.path.exists(args.state):
        with open(args.state) as file:
            state = json.load(file)
    else:
        state = {"iteration": 0, "numbers": parameters(args.engine, args.parameters)}
    if not state["numbers"]:
        sys.exit("no parameter has such a name")
    chance = random.Random()
    while state["iteration"] < args.iterations:
        result = step(args, state["numbers"], state["iteration"], chance)
        state["iteration"] += 1
        with open(args.state + ".new", "w") as file:
            json.dump(state, file, indent=1)
        os.replace(args.state + ".new", args.state)
        print(f"{state['iteration']}: {result:+d}", flush=True)
    for name, row in state["numbers"].items():
        print(f"{name} = {row['value']:.1f}")


if __name__ == "__main__":
    main()
