"""What is done where the original converters of ICN are wrong or silent, row by row: `quirks-outcomes.jsonl`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from scoresheet import ScoresheetError
from scoresheet.infinite import fc, modern
from scoresheet.infinite.reading import read_document

FOLDER = Path(__file__).resolve().parent.parent.parent / "vectors" / "icn"
OPTIONS = {"specifyPosition": "specify_position", "skipPosition": "skip_position"}

Row = dict[str, Any]


def rows(name: str) -> dict[str, Row]:
    lines = (FOLDER / name).read_text("utf-8").splitlines()
    listed = [json.loads(line) for line in lines]
    found = {row["id"]: row for row in listed}
    assert len(found) == len(listed), "an id stands twice"
    return found


QUIRKS = rows("quirks.jsonl")
OUTCOMES = rows("quirks-outcomes.jsonl")


def called(row: Row) -> Any:
    module, kind, given = {"fc": fc, "modern": modern}[row["profile"]], row["kind"], row["input"]
    if kind == "short_to_long":
        return module.short_to_long(given)
    if kind == "long_to_short":
        if not isinstance(row["options"], dict):
            return module.long_to_short(given, row["options"])
        return module.long_to_short(given, **{OPTIONS.get(name, name): said for name, said in row["options"].items()})
    if kind == "position_after":
        halfmoves = row["options"]["halfmoves"]
        return module.game_to_position(given, math.inf if halfmoves == "Infinity" else halfmoves)
    return (module.read_compact_move if isinstance(given, str) else module.write_compact_move)(given)


@pytest.mark.parametrize("name", OUTCOMES)
def test_outcome(name: str) -> None:
    row, outcome = QUIRKS[name], OUTCOMES[name]
    assert outcome["why"]
    if outcome["outcome"] == "refuse":
        # Options have names: one without is Python's own refusal.
        with pytest.raises(ScoresheetError if isinstance(row["options"], dict) else TypeError) as caught:
            called(row)
        if "code" in outcome:
            assert caught.value.code == outcome["code"]
        return
    assert outcome["outcome"] == "accept"
    found = called(row)
    if "expected" in outcome:
        assert found == outcome["expected"]
    if "expected_short" in outcome:
        assert fc.long_to_short(found) == outcome["expected_short"]
    assert "expected" in outcome or "expected_short" in outcome


@pytest.mark.parametrize("name", [name for name, row in QUIRKS.items() if row["kind"] == "short_to_long"])
def test_what_the_long_format_does_not_contain(name: str) -> None:
    row, outcome = QUIRKS[name], OUTCOMES[name]
    said = read_document(row["input"])
    assert (said.fault is None) == (outcome["outcome"] == "accept")
    if said.fault is None:
        comments = [*said.document.comments, *(comment for move in said.document.moves for comment in move.comments)]
        assert [note.code for note in said.notes] == outcome.get("notes", [])
        assert comments == outcome.get("comments", [])


def test_every_quirk_has_one_outcome() -> None:
    assert list(OUTCOMES) == list(QUIRKS)


def test_what_was_recommended_is_done() -> None:
    for name, row in QUIRKS.items():
        if "want" in row:
            assert OUTCOMES[name]["outcome"] == row["want"], name
        if "want_expected" in row:
            assert OUTCOMES[name]["expected"] == row["want_expected"], name
