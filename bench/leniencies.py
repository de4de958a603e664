"""What python-chess and pgn-extract make of the rows of the page of leniencies.

python -m bench.leniencies [-o build/leniencies.json] [SCORESHEET_PEERS=folder]

What the programs write is kept in `vectors/edges/peers.json`, of which the page is made. The output counts the rows
that each program, ours too, reads as it should.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bench.inputs import ROOT
from bench.machine import circumstances
from bench.peers import program, python_chess

# The tools import each other by their names.
sys.path.append(str(ROOT / "tools"))

import lenient_rows
import pgn_extract
from lenient_rows import Reading, Row

OUTPUT = ROOT / "build" / "leniencies.json"
# Seconds for one row, of which none has more than a few moves.
TIMEOUT = 20
# Reads as users do, and prints JSON: whether there are errors, and the games.
READ = """
import json, logging, sys, chess.pgn
logging.disable()

def line(node):
    if not node.variations:
        return ""
    first, *others = node.variations
    return move(first) + "".join(" (" + move(other) + " " + line(other) + ")" for other in others) + " " + line(first)

def move(node):
    return " ".join([node.move.uci(), *(f"${nag}" for nag in sorted(node.nags))])

games, reports = [], False
with open(sys.argv[1], encoding=sys.argv[2], errors="replace") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        games.append([list(game.headers.items()), game.headers["Result"], line(game)])
        reports = reports or bool(game.errors)
print(json.dumps({"reports": reports, "games": games}))
"""
VERSION = "import chess; print(chess.__version__)"
# Moves as squares, without comments. What is read is the same with any output.
OPTIONS = ("-s", "-C", "-Wlalg")
TAG = re.compile(r'^\[(\w+) "(.*)"\]$')
# A NAG without a number, and a result in a variation, are written as in the input.
NO_MOVE = re.compile(r"\d+\.+|\$|\*|1-0|0-1|1/2-1/2")
MOVE = re.compile(r"([a-h][1-8][a-h][1-8])([QRBN]?)[+#]*")


def main(arguments: list[str]) -> int:
    """Measures all rows, and keeps what the programs wrote."""
    parser = argparse.ArgumentParser(description="Give other programs the rows of the page of leniencies.")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    python, extract = python_chess(), program("pgn-extract")
    if python is None or extract is None:
        print(f"{lenient_rows.PEERS.name} stays as it is", file=sys.stderr)
        return 0
    made_on = circumstances()
    version = subprocess.run([python, "-c", VERSION], capture_output=True, text=True, check=True).stdout.strip()
    kept: dict[str, Any] = {
        "versions": {"python-chess": version, "pgn-extract": pgn_extract.version(Path(extract)).split()[-1]},
        "rows": {
            row.name: {
                "input": row.digest,
                "python-chess": by_python_chess(python, row),
                "pgn-extract": by_pgn_extract(extract, row),
            }
            for row in lenient_rows.rows()
            if row.is_pgn
        },
    }
    lenient_rows.keep(kept)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    result = made_on | {"shown": len(list(lenient_rows.rows())), "read": len(kept["rows"])}
    result |= {"versions": kept["versions"], "kinds": lenient_rows.right_by_kind(kept)}
    options.output.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    for kind, counts in result["kinds"].items():
        print(f"{kind}: {counts}")
    return 0


def by_python_chess(python: str, row: Row) -> dict[str, Any]:
    """What python-chess reads of a row, in the encoding of the row."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, row.file_name)
        source.write_bytes(row.data)
        done = run([python, "-c", READ, str(source), row.encoding], folder)
        if isinstance(done, str):
            return {"failure": done}
        result = dict(json.loads(done.stdout))
        return kept_form(result["reports"], (Reading.of(*game) for game in result["games"]))


def by_pgn_extract(extract: str, row: Row) -> dict[str, Any]:
    """What pgn-extract writes for a row. It is silent except for errors, and knows no encodings."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, row.file_name)
        source.write_bytes(row.data)
        done = run([extract, *OPTIONS, str(source)], folder)
        if isinstance(done, str):
            return {"failure": done}
        read = done.stdout.decode(row.encoding, "replace")
        return kept_form(bool(done.stderr.strip()), extracted(read))


def extracted(text: str) -> Iterator[Reading]:
    """The games of an output: tags one a line, an empty line, moves, an empty line."""
    for game in re.split(r"\n\n+(?=\[Event )", text.strip()) if text.strip() else []:
        lines = game.split("\n")
        tags = dict(match.groups() for line in lines if (match := TAG.match(line)))
        result = tags["Result"]
        words = re.sub(r"[()]", r" \g<0> ", " ".join(line for line in lines if not TAG.match(line))).split()
        moves = (moved(word) for word in words if not NO_MOVE.fullmatch(word) and word != result)
        yield Reading.of(tags.items(), "*" if result == "?" else result, " ".join(moves))


def moved(word: str) -> str:
    """A move in UCI; a NAG or a parenthesis as it is."""
    if word == "--":
        return "0000"
    if match := MOVE.fullmatch(word):
        return f"{match[1]}{match[2].lower()}"
    if word in "()" or re.fullmatch(r"\$\d+", word):
        return word
    raise SystemExit(f"pgn-extract writes `{word}` among moves")


def kept_form(reports: bool, games: Iterable[Reading]) -> dict[str, Any]:
    """What is kept of one program and one row."""
    return {"reports": reports, "games": [asdict(game) for game in games]}


def run(command: Sequence[str], folder: str) -> subprocess.CompletedProcess[bytes] | str:
    """A program's run to its end, or why there was none."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode < 0 or b"Traceback (most recent call last)" in done.stderr:
        return "crashes"
    return done


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
