"""How small cpgn makes real games, beside gzip, xz and zstd, and how fast it is written and read.

python -m bench.sizes [-o build/sizes.json]

Each sample is measured as it is, and then its main lines alone: no tags except those for the start of a game, no
comments, no NAGs. cpgn is written and read in memory, on one thread, by `crates/core/examples/cpgn.rs`, which cargo
builds first.
"""

from __future__ import annotations

import argparse
import gzip
import json
import lzma
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zstandard

from bench.inputs import ROOT, SAMPLE, found, plain
from bench.machine import circumstances

OUTPUT = ROOT / "build" / "sizes.json"
EXAMPLE = ["cargo", "build", "--release", "--quiet", "-p", "scoresheet-core", "--example", "cpgn"]
# How many bytes of each archive, at most.
BYTES = 5_000_000
ARCHIVES = ("masters", "historic", "annotated", "lichess-other")
START = b"\n[Event "


def main(arguments: list[str]) -> int:
    """Measures each sample, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure the sizes and the speed of cpgn.")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    subprocess.run(EXAMPLE, cwd=ROOT, check=True)
    rows = [row for name, games in samples() for row in measured(name, games)]
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps({**circumstances(), "bytes": BYTES, "rows": rows}, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


def samples() -> Iterator[tuple[str, bytes]]:
    """The games that are measured, by the name of the file or the archive that they are from."""
    yield SAMPLE, plain().read_bytes()
    for name in ARCHIVES:
        yield name, of_each(list(found(name).rglob("*.pgn")), BYTES)


def of_each(files: list[Path], most: int) -> bytes:
    """The first games of each file, up to this number of bytes together, in equal parts if files are long enough."""
    taken = b""
    by_size = sorted(files, key=lambda file: (file.stat().st_size, file))
    for place, file in enumerate(by_size):
        text = file.read_bytes().strip() + b"\n\n"
        part = (most - len(taken)) // (len(files) - place)
        # A longer text is cut where a game starts; a first game that is too long is left out.
        taken += text if len(text) <= part else text[: text.rfind(START, 0, part + len(START) - 1) + 1]
    return taken


def measured(name: str, games: bytes) -> Iterator[dict[str, Any]]:
    """The figures of a sample, and those of its main lines."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "all.pgn").write_bytes(games)
        target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
        command = [str(target / "release" / "examples" / "cpgn"), str(here / "all.pgn"), folder]
        lines = subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()
        for stem, line in zip(("all", "bare"), lines, strict=True):
            row = {"name": name, "bare": stem == "bare", **json.loads(line)}
            row |= packed((here / f"{stem}.pgn").read_bytes(), (here / f"{stem}.cpgn").read_bytes())
            moves = ", moves only" if row["bare"] else ""
            print(
                f"{row['bits'] / row['plies']:8.2f} bits per ply {row['v0']:>10,} bytes {row['writes']:>8,} games/s "
                f"written {row['reads']:>8,} read  {name}{moves}"
            )
            yield row


def packed(pgn: bytes, cpgn: bytes) -> dict[str, int]:
    """The sizes that others make of a text, and what xz makes of the cpgn."""
    extreme = 9 | lzma.PRESET_EXTREME
    return {
        "gzip": len(gzip.compress(pgn, 9)),
        "xz": len(lzma.compress(pgn, preset=extreme)),
        "zstd": len(zstandard.ZstdCompressor(19).compress(pgn)),
        "cpgn_xz": len(lzma.compress(cpgn, preset=extreme)),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
