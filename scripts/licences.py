#!/usr/bin/env python3
"""Checks that the licences of all crates in the program are compatible with GPL-3.0-or-later.

    licences.py                    check, and list the crates
    licences.py --texts FILE       also write their licence texts, which packages of the program must contain
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Licences that the GNU project lists as compatible with version 3 of the GPL (https://www.gnu.org/licenses/license-list.html).
ALLOWED = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "CC0-1.0",
    "GPL-3.0+", "GPL-3.0-or-later", "ISC", "LGPL-3.0-or-later", "MIT", "MIT-0", "MPL-2.0", "Unicode-3.0", "Unlicense",
    "Zlib",
}

# Licences, in order of preference, of which the text is at hand for crates that lack it.
FALLBACKS = ["Apache-2.0", "MIT", "GPL-3.0+", "GPL-3.0-or-later"]

MIT_FILE = ROOT / "tests/data/suites/LICENCES.txt"

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)


def linked_crates():
    """The packages that the program depends on, on any platform, without those of tests and build scripts."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    output = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
    metadata = json.loads(output)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, waiting = set(), [root]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_linked and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    return sorted((packages[id] for id in found), key=lambda package: (package["name"], package["version"]))


def is_allowed(expression):
    """Whether an SPDX expression, in which crates also write `/` for `OR`, leaves an allowed choice."""
    tokens = re.findall(r"[()]|[^\s()]+", (expression or "").replace("/", " OR "))

    def alternatives():
        allowed = conjunction()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            allowed = conjunction() or allowed
        return allowed

    def conjunction():
        allowed = term()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            allowed = term() and allowed
        return allowed

    def term():
        token = tokens.pop(0) if tokens else ""
        if token == "(":
            allowed = alternatives()
            return tokens[:1] == [")"] and bool(tokens.pop(0)) and allowed
        if tokens[:1] == ["WITH"]:
            token = " ".join([token, tokens.pop(0), tokens.pop(0) if tokens else ""])
        return token in ALLOWED

    return alternatives() and not tokens


def licence_texts(package):
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and LICENCE_FILE.match(file.name))
    return [file.read_text(encoding="utf-8", errors="replace").strip() for file in files]


def fallback_text(package, texts):
    """The text of a licence of a crate that has no licence file, from the files of the other crates or of Diglot."""
    expression = package["license"] or ""
    chosen = next((name for name in FALLBACKS if name in expression.replace("/", " ").split()), None)
    if chosen == "Apache-2.0":
        return next(text for text in texts if "Apache License" in text and "END OF TERMS" in text)
    if chosen == "MIT":
        text = MIT_FILE.read_text(encoding="utf-8")
        return text[text.index("Permission is hereby granted"):].strip()
    if chosen:
        return (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    sys.exit(f"error: {package['name']} has no licence file, and there is no text for {expression}")


def write_texts(packages, path):
    """Writes each licence text once, after the crates that have it."""
    texts_of = {package["id"]: licence_texts(package) for package in packages}
    all_texts = [text for texts in texts_of.values() for text in texts]
    standard_library = {"name": "Rust's standard library", "license": "MIT OR Apache-2.0"}
    name = f"{standard_library['name']} ({standard_library['license']}), Copyright the Rust Project contributors"
    crates_of = {fallback_text(standard_library, all_texts): [name]}
    for package in packages:
        name = f"{package['name']} {package['version']} ({package['license']})"
        texts = texts_of[package["id"]]
        if not texts:
            name += f", Copyright {', '.join(package['authors']) or 'its authors'}"
            texts = [fallback_text(package, all_texts)]
        for text in texts:
            crates_of.setdefault(text, []).append(name)
    line = "-" * 78
    parts = ["Diglot contains these Rust crates. Their licences follow, each after the crates that it is for."]
    parts += [f"{line}\n{chr(10).join(names)}\n{line}\n\n{text}" for text, names in crates_of.items()]
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=pathlib.Path, metavar="FILE", help="write the licence texts to FILE")
    arguments = parser.parse_args()
    packages = linked_crates()
    refused = [package for package in packages if not is_allowed(package["license"])]
    for package in packages:
        print(f"{package['name']} {package['version']}: {package['license']}")
    for package in refused:
        print(f"error: the licence of {package['name']} is not on the list: {package['license']}", file=sys.stderr)
    if arguments.texts and not refused:
        write_texts(packages, arguments.texts)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
