"""How fast games of each variant are read and replayed, beside shakmaty and python-chess.

python -m bench.variants [--runs N] [-o build/variants.json]

The games are the real and generated ones whose Variant tag names the rules, repeated until a file has two million
bytes. The programs take turns, each in a separate process with one thread, and print the seconds that they took
after their imports. python-chess reads the games once.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.inputs import BUILD, ROOT, found, plain
from bench.machine import circumstances
from bench.peers import program, python_chess

RUNS = 5
OUTPUT = ROOT / "build" / "variants.json"
SIZE = 2_000_000

CHESS = "chess"
# How many times as fast as shakmaty each is to be; None for those that are compared with the same games as chess.
RULES: dict[str, float | None] = {
    CHESS: None,
    "king-of-the-hill": None,
    "three-check": None,
    "crazyhouse": 1.0,
    "horde": 1.0,
    "atomic": 3.0,
    "antichess": 3.0,
    "racing-kings": 5.0,
}
# These are played like chess, and may be a tenth slower.
AS_CHESS = ("king-of-the-hill", "three-check")
OVER_PYTHON_CHESS = 50.0
OVER_READING = 3.0

OURS = """
import sys, time, scoresheet
best = 1e9
for _ in range(9):
    started = time.perf_counter()
    report = scoresheet.check(sys.argv[1], threads=1)
    best = min(best, time.perf_counter() - started)
print(report.plies, report.faulty, best)
"""
REPLAYED = """
import sys, time, scoresheet
from scoresheet.engines.duckdb import connection_for
source, target = sys.argv[1:]
scoresheet.convert(source, target, columns=["tags", "summary", "packed"], force=True)
connection = connection_for("", 1)
connection.execute(f"CREATE TABLE g AS SELECT packed_moves, fen, ply_count FROM read_parquet('{target}')")
[(plies,)] = connection.execute("SELECT sum(ply_count) FROM g").fetchall()
best = 1e9
for _ in range(9):
    started = time.perf_counter()
    [(boards,)] = connection.execute("SELECT count(hash_at(packed_moves, fen, ply_count)) FROM g").fetchall()
    best = min(best, time.perf_counter() - started)
[(games,)] = connection.execute("SELECT count(*) FROM g").fetchall()
print(int(plies), games - boards, best)
"""
PYTHON_CHESS = """
import logging, sys, time, chess.pgn, chess.variant
logging.disable()
started = time.perf_counter()
plies = failed = 0
with open(sys.argv[1], encoding="utf-8-sig", errors="replace") as file:
    while (game := chess.pgn.read_game(file)) is not None:
        failed += bool(game.errors)
        plies += sum(1 for _ in game.mainline_moves())
print(plies, failed, time.perf_counter() - started)
"""


class Games:
    """Files of games by one set of rules: once, and often enough to measure."""

    def __init__(self, rules: str, games: Sequence[str]) -> None:
        text = "\n\n".join(games) + "\n\n"
        self.rules = rules
        self.count = len(games)
        self.once = written(f"{rules}.pgn", text)
        self.often = written(f"{rules}-often.pgn", text * max(1, SIZE // len(text.encode())))

    def as_chess(self) -> Path:
        """The same games without the mark of their rules, if they can be played as chess."""
        text = re.sub(r"^\[Variant .*\n", "", self.often.read_text("utf-8"), flags=re.MULTILINE)
        return written(f"{self.rules}-as-chess.pgn", re.sub(r'^(\[FEN ".*) \d\+\d ', r"\1 ", text, flags=re.MULTILINE))


def written(name: str, text: str) -> Path:
    """A file of the bench."""
    BUILD.mkdir(parents=True, exist_ok=True)
    path = BUILD / name
    path.write_text(text, "utf-8")
    return path


def by_rules() -> Iterator[Games]:
    """The games of each set of rules."""
    with plain().open(encoding="utf-8") as file:
        yield Games(CHESS, split(file.read(SIZE))[:-1])
    texts = [path.read_text("utf-8-sig", "replace") for path in sorted(found("variants").rglob("*.pgn"))]
    games = [game for text in texts for game in split(text)]
    for rules in RULES:
        if rules != CHESS:
            tag = re.compile(rf'^\[Variant "{rules.replace("-", "[ -]?")}"\]', re.IGNORECASE | re.MULTILINE)
            yield Games(rules, [game for game in games if tag.search(game)])


def split(text: str) -> list[str]:
    """The games of a file."""
    return [game.strip() for game in re.split(r"^(?=\[Event )", text, flags=re.MULTILINE) if game.strip()]


def told(command: Sequence[str]) -> dict[str, float]:
    """What a program prints: plies, games or errors that went wrong, seconds."""
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    plies, failed, seconds = out.split()
    return {"plies": int(plies), "failed": int(failed), "seconds": float(seconds)}


def commands(games: Games) -> dict[str, list[str]]:
    """The programs for these games by name."""
    python = [sys.executable, "-c"]
    found = {
        "read": [*python, OURS, str(games.often)],
        "replayed": [*python, REPLAYED, str(games.often), str(BUILD / f"{games.rules}.parquet")],
    }
    if games.rules in AS_CHESS:
        found["as chess"] = [*python, OURS, str(games.as_chess())]
    if replay := program("replay-variant"):
        found["shakmaty"] = [replay, games.rules, str(games.often), "9"]
    if chess := python_chess():
        found["python-chess"] = [chess, "-c", PYTHON_CHESS, str(games.once)]
    return found


def row(games: Games, runs: int) -> dict[str, Any]:
    """The rates of all programs over games of one set of rules, in million plies a second: medians of the runs."""
    done: dict[str, list[dict[str, float]]] = {}
    programs = commands(games)
    for number in range(runs):
        for name, command in programs.items():
            # It takes seconds a time, and differs by hundreds.
            if number == 0 or name != "python-chess":
                print(f"{number + 1}/{runs} {games.rules} {name}", file=sys.stderr)
                done.setdefault(name, []).append(told(command))
    rates = {
        name: statistics.median(one["plies"] / one["seconds"] for one in taken) / 1e6 for name, taken in done.items()
    }
    plies = {name: taken[0]["plies"] for name, taken in done.items()}
    failed = {name: taken[0]["failed"] for name, taken in done.items()}
    return {"rules": games.rules, "games": games.count, "plies": plies, "failed": failed, "rates": rates}


def factors(found: dict[str, Any]) -> Iterator[tuple[str, float, float]]:
    """The factor of the rates of a row: its name, its value, and its required minimum."""
    rates = found["rates"]
    read = rates["read"]
    if "as chess" in rates:
        yield "read / the same as chess", read / rates["as chess"], 1 / 1.1
    if "shakmaty" in rates:
        yield "read / shakmaty", read / rates["shakmaty"], RULES[found["rules"]] or 0.0
    if "python-chess" in rates:
        yield "read / python-chess", read / rates["python-chess"], OVER_PYTHON_CHESS
    yield "replayed / read", rates["replayed"] / read, OVER_READING


def main(arguments: list[str]) -> int:
    """Measures, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure how games of variants are read and replayed.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    rows = [row(games, options.runs) for games in by_rules()]
    for one in rows:
        one["factors"] = [list(factor) for factor in factors(one)]
    result = {"runs": options.runs, "rows": rows} | circumstances()
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=1) + "\n")
    print(f"{table(rows)}\n\nkept in {options.output}")
    return 0


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The figures for people."""
    lines = []
    for one in rows:
        rates = ", ".join(f"{name} {rate:.2f}" for name, rate in one["rates"].items())
        lines.append(f"{one['rules']:<17} {one['games']:5} games; million plies a second: {rates}")
        lines += [f"{'':<17} {name:<27} {factor:8.2f} (at least {least:.2f})" for name, factor, least in one["factors"]]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
