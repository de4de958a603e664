"""How large games are in each notation and format, what each loses of them, and how fast they are written and read.

python -m bench.notations [--runs N] [--bytes N] [-o build/notations.json]

The games are the first ones of each of four corpora. Files are measured as they are, and then with their main lines
alone: no tags except those for the start of a game, no comments, no NAGs. Everything happens in memory, on one
thread, and speeds are those of its processor time.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools import site_exports
from tools.compared_page import BARE, FORMATS

import scoresheet
from bench.inputs import BUILD, ROOT, SAMPLE, found, plain
from bench.machine import circumstances
from bench.process import spread
from bench.sizes import of_each

OUTPUT = ROOT / "build" / "notations.json"
RUNS = 5
# How many bytes of each corpus, at most.
BYTES = 4_000_000
ARCHIVES = ("masters", "annotated", "historic")
# How many games of each corpus are written move by move.
GAMES = 300
MOVES = ("san", "lan", "uci", "iccf", "mcn", "fcn", "bccf", "pgc")
BINARY = {"bccf", "pgc"}


def main(arguments: list[str]) -> int:
    """Measures each corpus, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure the sizes and the speed of notations and formats.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--bytes", type=int, default=BYTES)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    corpora = [measured(name, games, options.runs) for name, games in samples(options.bytes)]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    result = {**circumstances(), "command": shown(options), "runs": options.runs, "bytes": options.bytes}
    options.output.write_text(json.dumps({**result, "games": GAMES, "corpora": corpora}, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


def shown(options: argparse.Namespace) -> str:
    """The command as it was given."""
    runs = "" if options.runs == RUNS else f" --runs {options.runs}"
    size = "" if options.bytes == BYTES else f" --bytes {options.bytes}"
    return f"python -m bench.notations{runs}{size}"


def samples(most: int) -> Iterator[tuple[str, bytes]]:
    """The games that are measured, by the name of the file or the archive that they are from."""
    yield SAMPLE, of_each([plain()], most)
    for name in ARCHIVES:
        yield name, of_each(list(found(name).rglob("*.pgn")), most)


def measured(name: str, games: bytes, runs: int) -> dict[str, Any]:
    """The figures of a corpus."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else BUILD) as folder:
        here = Path(folder)
        raw, source, bare = (here / f"{stem}.pgn" for stem in ("raw", "source", "bare"))
        raw.write_bytes(games)
        # Both inputs are PGN as we write it, without games that have errors.
        scoresheet.convert(raw, source, on_error="skip")
        plies = scoresheet.convert(source, bare, **BARE).plies
        report = scoresheet.check(source)
        export = export_row(source, runs)
        rows = {kind: format_row(kind, (source, bare), plies, runs) for kind in FORMATS}
        moves = per_move(source)
    print(f"{name}: {report.games:,} games, {plies:,} plies in main lines")
    for kind, row in rows.items():
        print(f"{row['bytes']:>12,} bytes {row['bits_per_ply']:8.2f} bits per ply  {kind}")
    corpus = {"name": name, "games": report.games, "plies": plies, "formats": rows, "moves": moves}
    print(f"{export['reads']['median']:>12,.0f} games per second  lichess")
    return {**corpus, "export": export}


def format_row(kind: str, inputs: tuple[Path, Path], plies: int, runs: int) -> dict[str, Any]:
    """One format: the size of all games and of their main lines, what is lost, and the rates."""
    format_, options = FORMATS[kind]
    source, bare = inputs
    target = source.with_name(f"target.{format_}")
    alone: dict[str, Any] = {"to": format_, "threads": 1, "force": True, **options}
    scoresheet.convert(bare, target, **alone)
    bare_bytes = target.stat().st_size
    writes, reads = [], []
    for _ in range(runs):
        started = time.process_time()
        written = scoresheet.convert(source, target, **alone)
        between = time.process_time()
        checked = scoresheet.check(target, from_=format_, threads=1)
        writes.append(written.written / (between - started))
        reads.append(checked.games / (time.process_time() - between))
    assert checked.games == written.written, kind
    losses = {loss.kind: loss.count for loss in written.losses}
    return {
        "bytes": target.stat().st_size,
        "bits_per_ply": round(bare_bytes * 8 / plies, 3),
        "writes": spread(writes),
        "reads": spread(reads),
        "losses": losses,
    }


def export_row(source: Path, runs: int) -> dict[str, Any]:
    """The games as an export of lichess.org, an object per line: its size, and how fast two threads read it."""
    target = source.with_name("target.ndjson")
    games = site_exports.write(scoresheet.read(source), target)
    reads = []
    for _ in range(runs):
        checked = scoresheet.check(target, from_="lichess", threads=2)
        assert checked.games == games, checked
        reads.append(checked.games / checked.seconds)
    return {"bytes": target.stat().st_size, "reads": spread(reads)}


def per_move(source: Path) -> dict[str, float]:
    """The mean length of a move in each notation, in bits for bytes and in characters for texts."""
    lengths: Counter[str] = Counter()
    count = 0
    for game in scoresheet.read(source)[:GAMES]:
        for node in game.mainline():
            if node.move is None or node.illegal or node.null:
                continue
            count += 1
            for name in MOVES:
                lengths[name] += len(node.before.write(node.move, name))
    return {name: round(total * (8 if name in BINARY else 1) / count, 3) for name, total in lengths.items()}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
