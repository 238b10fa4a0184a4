#!/usr/bin/env python3
"""Tune search parameters with SPSA (Spall 1992) in self-play games.

    cargo build --release --features tuning
    scripts/spsa.py --engine target/release/diglot --match match.py --openings openings.epd \\
        --parameters 'futility_.*|see_.*' --iterations 500 --games 16 --limit nodes=8000

Each iteration perturbs every parameter up or down at random, plays some games between two engines with
opposite perturbations, and moves all parameters a little towards the winner. The state is saved to --state
(JSON) after each iteration; a run can be stopped at any time and continues from there. --log names a CSV file
with a row for each iteration, for `diglot plot`.

--match is a program that plays a match between two engines. It must accept the options
--engine name=NAME,cmd=COMMAND,option.X=Y,... (twice), --games, --concurrency, --openings and --seed, and --tc if
that is used, and print the first engine's result `+W =D -L` in its last line.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys

# Spall's exponents of the decay of the learning rate and of the perturbation.
ALPHA, GAMMA = 0.602, 0.101


def parameters(engine, pattern):
    """Returns the rows of the parameter table whose names match."""
    text = subprocess.run([engine, "parameters"], capture_output=True, text=True, check=True).stdout
    rows = (line.split(", ") for line in text.splitlines())
    return {
        name: {"value": float(value), "min": float(minimum), "max": float(maximum), "step": float(step)}
        for name, _, value, minimum, maximum, step, _ in rows
        if re.fullmatch(pattern, name)
    }


def argument_parser(description, games):
    """Returns a parser of the options that all tuning scripts share."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True, help="engine built with --features tuning")
    parser.add_argument("--match", required=True, help="program that plays a match, see above")
    parser.add_argument("--openings", required=True, help="file of openings")
    parser.add_argument("--parameters", default=".*", help="regular expression of the parameter names")
    parser.add_argument("--games", type=int, default=games, help="games per match, an even number")
    parser.add_argument("--concurrency", type=int, default=2, help="games at the same time")
    parser.add_argument("--limit", default="", help="search limit: nodes=N or depth=N")
    parser.add_argument("--tc", default="", help="time control: BASE+INC in seconds")
    return parser


def clamp(row, value):
    """Clamps a value to the range of its parameter."""
    return min(row["max"], max(row["min"], value))


def play_match(args, plus, minus, seed):
    """Returns wins minus losses of the first set of values against the second."""
    def engine(name, values):
        options = "".join(f",option.{key}={value}" for key, value in values.items())
        limit = f",{args.limit}" if args.limit else ""
        return f"name={name},cmd={args.engine}{limit}{options}"

    command = [sys.executable, args.match, "--engine", engine("plus", plus), "--engine", engine("minus", minus),
               "--games", str(args.games), "--concurrency", str(args.concurrency), "--openings", args.openings,
               "--seed", str(seed)]
    if args.tc:
        command += ["--tc", args.tc]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    results = re.findall(r"\+(\d+) =\d+ -(\d+)", run.stdout)
    if run.returncode or not results:
        sys.exit(f"{args.match} ended with status {run.returncode} and {len(results)} results")
    wins, losses = results[-1]
    return int(wins) - int(losses)


def step(args, params, iteration, rng):
    """Runs one iteration: updates the parameters and returns the result of the match."""
    decay = 1 / (iteration + 1) ** GAMMA
    rate = args.rate * ((args.iterations / 10 + 1) / (args.iterations / 10 + iteration + 1)) ** ALPHA
    signs = {name: rng.choice((-1, 1)) for name in params}

    def perturbed(direction):
        return {
            name: round(clamp(row, row["value"] + direction * signs[name] * row["step"] * decay))
            for name, row in params.items()
        }

    result = play_match(args, perturbed(1), perturbed(-1), rng.randrange(1 << 30))
    for name, row in params.items():
        change = rate * row["step"] * signs[name] * result / args.games
        row["value"] = clamp(row, row["value"] + change)
    return result


def append_log(path, state, result):
    """Appends the result and the values after an iteration to a CSV file; the first iteration begins it anew."""
    numbers = state["numbers"]
    is_new = state["iteration"] == 1 or not os.path.exists(path)
    with open(path, "w" if is_new else "a") as file:
        if is_new:
            print("iteration", "result", *numbers, sep=",", file=file)
        values = (f"{row['value']:.3f}" for row in numbers.values())
        print(state["iteration"], result, *values, sep=",", file=file)


def main():
    parser = argument_parser(__doc__, games=16)
    parser.add_argument("--iterations", type=int, default=500, help="iterations of the whole run")
    parser.add_argument("--rate", type=float, default=1.0, help="parameter steps per match won without a loss, in the first iteration")
    parser.add_argument("--state", default="spsa.json", help="file that holds the state of the run")
    parser.add_argument("--log", default="spsa.csv", help="CSV file of the results and values after each iteration")
    args = parser.parse_args()

    if os.path.exists(args.state):
        with open(args.state) as file:
            state = json.load(file)
    else:
        state = {"iteration": 0, "numbers": parameters(args.engine, args.parameters)}
    if not state["numbers"]:
        sys.exit(f"no parameter matches {args.parameters!r}")
    rng = random.Random()
    while state["iteration"] < args.iterations:
        result = step(args, state["numbers"], state["iteration"], rng)
        state["iteration"] += 1
        with open(args.state + ".new", "w") as file:
            json.dump(state, file, indent=1)
        os.replace(args.state + ".new", args.state)
        append_log(args.log, state, result)
        print(f"{state['iteration']}: {result:+d}", flush=True)
    for name, row in state["numbers"].items():
        print(f"{name} = {row['value']:.1f}")


if __name__ == "__main__":
    main()
