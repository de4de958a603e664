"""Runs golden vectors through the public API: `python tools/run_vectors.py FILE.jsonl...`.

A row is one JSON object a line. Its kind is the file's folder and the kind that the row names (`vgn/FCN parse`,
`icn/fc short_to_long`). Kinds without an entry in the `RUNNERS` of a module `vectors_*.py` beside this one are
skipped, each named with its number of rows. The last line is `N passed, N failed`, and `, N skipped` if any were.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]

# A runner raises AssertionError, with what was expected and what was found, if a row does not hold.
RUNNERS: dict[str, Callable[[Row], None]] = {}
for _module in sorted(path.stem for path in Path(__file__).parent.glob("vectors_*.py")):
    RUNNERS.update(importlib.import_module(_module).RUNNERS)

# Rows for people: what an original program got wrong, and what to do instead. Tests for them are written by hand.
PROSE = {"cpgn/quirks.jsonl", "icn/quirks.jsonl", "icn/quirks-outcomes.jsonl", "vgn/quirks.jsonl"}


def main(names: list[str]) -> int:
    """Run every row of every file; 1 if one failed, 2 if there is nothing to run."""
    if not names:
        print(__doc__, file=sys.stderr)
        return 2
    passed, failed, skipped = 0, 0, Counter[str]()
    for path in map(Path, names):
        for row in read(path):
            kind = kind_of(path, row)
            runner = RUNNERS.get(kind)
            if runner is None:
                skipped[kind] += 1
            elif fails(runner, kind, row):
                failed += 1
            else:
                passed += 1
    for kind, count in skipped.items():
        print(f"skipped: {kind}: {count}, not implemented")
    total = sum(skipped.values())
    print(f"{passed} passed, {failed} failed" + (f", {total} skipped" if total else ""))
    return 1 if failed else 0


def read(path: Path) -> Iterator[Row]:
    """The rows of a file."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def kind_of(path: Path, row: Row) -> str:
    """What decides which runner a row needs."""
    folder = path.resolve().parent.name
    if f"{folder}/{path.name}" in PROSE:
        return f"{folder}/prose"
    said = [row[key] for key in ("protocol", "profile", "format", "kind", "direction") if row.get(key)]
    if row.get("format") == "VGN" and isinstance(row.get("input"), dict):
        # Parts of a game: the first key names the kind.
        said.append(next(iter(row["input"])))
    return f"{folder}/{' '.join(map(str, said))}"


def fails(runner: Callable[[Row], None], kind: str, row: Row) -> bool:
    """Run one row and return what went wrong; an exception of any kind is a failure of that row alone."""
    try:
        runner(row)
    except Exception as error:
        print(f"failed: {kind}: {row.get('id')}: {type(error).__name__}: {error}")
        return True
    return False


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
