"""The regular expressions of the registry: they fit what is written, refuse what is not text, and never take long."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from scoresheet._registry import registry

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
NOTATIONS = [(kind, row) for kind in ("notations", "positions") for row in registry(kind)]
FOLDERS = {"notations": "move", "positions": "position"}
NAMES = [f"{kind}-{row['id']}" for kind, row in NOTATIONS]

# Repeated until they are long: beginnings, endings and separators that a pattern might try in many ways.
HOSTILE = [
    "K",
    "e2",
    "a1a1",
    "N-",
    "x",
    "=Q",
    "+",
    "#",
    "+#",
    "1",
    "8/",
    "k/",
    "- ",
    " ",
    "O-",
    "K-",
    "\u041a\u0440",
    "0",
    "f",
    ";",
    "a b;",
]


def rows(path: Path) -> list[dict[str, str]]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.mark.parametrize(("kind", "row"), NOTATIONS, ids=NAMES)
def test_a_pattern_matches_written_texts(kind: str, row: dict) -> None:
    pattern = re.compile(row["regex"])
    assert pattern.fullmatch(row["example"])
    if kind == "notations":
        table = rows(VECTORS / "move" / row["id"] / "roundtrip.tsv")
        assert [cells["text"] for cells in table if not pattern.fullmatch(cells["text"])] == []
        assert [cells["text"] for cells in table if pattern.fullmatch(cells["text"] + "\n")] == []


@pytest.mark.parametrize("row", registry("notations"), ids=[row["id"] for row in registry("notations")])
def test_a_pattern_rejects_invalid_texts(row: dict) -> None:
    pattern = re.compile(row["regex"])
    table = rows(VECTORS / "move" / row["id"] / "reject.tsv")
    # Under other rules than those of chess, a pawn may become a king. `base64:` is another way to show bytes, and what
    # a word of two bytes contains is checked after the pattern.
    refused = [
        cells["text"] for cells in table if cells["code"] == "move-syntax" and cells["id"] != "syntax-promotion-to-king"
    ]
    assert [text for text in refused if pattern.fullmatch(text)] == []


@pytest.mark.parametrize(("kind", "row"), NOTATIONS, ids=NAMES)
def test_a_pattern_refuses_long_texts_without_trying_each_way(kind: str, row: dict) -> None:
    pattern = re.compile(row["regex"])
    for piece in HOSTILE:
        for start in ("", row["example"], row["example"][:-1]):
            assert not pattern.fullmatch(start + piece * 200_000 + "!"), piece


# What only counting shows: a rank of seven squares.
NOT_BY_PATTERN = {"sfen-bad-06"}

TOKENS = [
    row
    for row in map(json.loads, (VECTORS / "vgn" / "vectors.jsonl").read_text("utf-8").splitlines())
    if row["format"] in {"MCN", "FCN", "SFEN", "BCCF", "BCFEN"}
    and row["direction"] == "parse"
    and isinstance(row["input"], str)
    and row["id"] not in NOT_BY_PATTERN
]


@pytest.mark.parametrize("row", TOKENS, ids=[row["id"] for row in TOKENS])
def test_patterns_agree_with_the_vectors(row: dict) -> None:
    (pattern,) = (entry["regex"] for _, entry in NOTATIONS if entry["id"] == row["format"].lower())
    expected = row["expected"].get("strict", row["expected"])
    # A board with numbers that mean nothing is refused by strict reading, and has the right shape.
    refused = expected.get("error") == "syntax"
    assert bool(re.fullmatch(pattern, row["input"])) == (not refused)
