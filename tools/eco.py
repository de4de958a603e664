"""Compares the openings found by position with the ECO and Opening tags that Lichess wrote.

    python tools/eco.py [-o build/eco.json] [FILE_OR_FOLDER...]

Without names, the sample of January 2013 and the recent files of Lichess in SCORESHEET_DATA are taken. Only games from
Lichess with an ECO code count. Lichess names games by position too, but used the table of the day on which it wrote the
file. Where the codes differ, the reason is found by looking at the game and at today's table. A difference without a
reason makes this fail; games without an Opening tag often have none, because their entry is not known.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

import real_games
import scoresheet

SOURCES = ("lichess_2013-01_part.pgn", "lichess-other/1-lichess/slices")
TABLES = real_games.ROOT / "crates" / "core" / "openings"
COLUMNS = ("site", "event", "year", "eco", "opening", "eco_found", "opening_found", "game_text")

CODE = "the table has another code for the same name now"
LATER = "the table has a later position of the game now"
NAME = "the table no longer has the name in the tag"
MOVED = "the table has the name in the tag for other positions now"
UNEXPLAINED = "unexplained"


def table() -> dict[str, set[str]]:
    """The codes of each name in the table."""
    codes: dict[str, set[str]] = {}
    for path in sorted(TABLES.glob("*.tsv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                codes.setdefault(row["name"], set()).add(row["eco"])
    return codes


def plain(name: str | None) -> str:
    """A name without the number by which the table of 2013 distinguished positions of one opening.

    >>> plain("Pirc Defense #4")
    'Pirc Defense'
    """
    return re.sub(r" #\d+$", "", name or "")


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The games of Lichess in a file or folder whose ECO tag has a code."""
    for file in sorted(path.rglob("*.pgn")) if path.is_dir() else [path]:
        for batch in pa.RecordBatchReader.from_stream(scoresheet.read(file).columns(*COLUMNS)):
            for row in batch.to_pylist():
                from_lichess = "lichess.org/" in f"{row['site']} {row['event']}"
                if from_lichess and re.fullmatch(r"[A-E]\d\d", row["eco"] or ""):
                    yield row


def reason_of(row: dict[str, Any], codes: dict[str, set[str]]) -> str:
    """Why the code found is not that of the tag."""
    name = plain(row["opening"])
    if name and name == row["opening_found"]:
        return CODE
    if row["eco"] in earlier_codes(row["game_text"]):
        return LATER
    if name and name not in codes:
        return NAME
    return MOVED if name and name in codes else UNEXPLAINED


def earlier_codes(text: bytes) -> set[str]:
    """The codes of the named positions before the last one."""
    game = scoresheet.parse(text)
    assert isinstance(game, scoresheet.Game)
    last = game.opening
    if last is None or last.ply is None:
        return set()
    before = (game.at(ply).position.opening for ply in range(last.ply))
    return {opening.eco for opening in before if opening}


def compare(path: Path, codes: dict[str, set[str]]) -> dict[str, Any]:
    """The openings of one file or folder by its tags and by the positions of its games."""
    result: dict[str, Any] = {"games": 0, "years": [9999, 0], "same_code": 0, "names": 0, "same_name": 0}
    reasons: collections.Counter[str] = collections.Counter()
    examples: dict[str, collections.Counter[str]] = {}
    for row in rows(path):
        result["games"] += 1
        result["same_code"] += row["eco"] == row["eco_found"]
        result["names"] += row["opening"] is not None
        result["same_name"] += row["opening"] is not None and row["opening"] == row["opening_found"]
        if row["year"]:
            result["years"] = [min(result["years"][0], row["year"]), max(result["years"][1], row["year"])]
        if row["eco"] != row["eco_found"]:
            reason = reason_of(row, codes)
            reasons[reason] += 1
            found = f"{row['eco']} {row['opening']} -> {row['eco_found']} {row['opening_found']}"
            examples.setdefault(reason, collections.Counter())[found] += 1
    result["reasons"] = dict(reasons.most_common())
    result["examples"] = {reason: dict(found.most_common(5)) for reason, found in examples.items()}
    return result


def main(arguments: list[str]) -> int:
    """Compares all files; returns 1 if a difference is unexplained."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args(arguments)
    codes, results = table(), {}
    for name in options.names or SOURCES:
        place = Path(name) if Path(name).exists() else real_games.find(name)
        if place is None:
            print(f"skipped: `{name}` is not in SCORESHEET_DATA", file=sys.stderr)
            continue
        result = results[Path(name).name] = compare(place, codes)
        print(f"{Path(name).name}: {result['same_code']} of {result['games']} codes are the same")
        for reason, count in result["reasons"].items():
            print(f"  {count}: {reason}")
            for example, times in result["examples"][reason].items():
                print(f"    {times}: {example}")
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    return 1 if any(UNEXPLAINED in result["reasons"] for result in results.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
