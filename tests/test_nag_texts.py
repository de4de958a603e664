"""Texts in the place of NAGs, as documents may have them: what PGN would read as something else is left out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scoresheet

MOVES = [{"f": "d2", "t": "d4"}, {"f": "d7", "t": "d5"}]
KEPT = ["!", "?!", "!?!", "+-", "$300"]
LEFT_OUT = [
    "! 1-0",
    "$1 c4",
    "1-0",
    "c4",
    "*",
    "--",
    "{",
    "} c4",
    "(",
    ";",
    "<",
    "[A",
    "good",
    '!\n\n[A "b"]',
    "\u2212\u2212",
]


@pytest.mark.parametrize("text", [*KEPT, *LEFT_OUT])
def test_a_text_adds_nothing_to_pgn(text: str, tmp_path: Path) -> None:
    source, target = tmp_path / "a.bgnl", tmp_path / "a.pgn"
    first = MOVES[0] | {"a": [{"id": "pgn", "nag": text}]}
    source.write_text(json.dumps({"pgn": {"white": "Alder"}, "moves": [first, MOVES[1]]}) + "\n")
    report = scoresheet.convert(source, target)
    lost = {loss.kind: loss.count for loss in report.losses}
    assert lost == ({} if text in KEPT else {"nag": 1})
    again = scoresheet.check(target)
    assert (again.games, again.plies, again.errors) == (1, 2, ())
    (game,) = scoresheet.read(target)
    assert game.at(2).san == "d5"
    assert bool(game.at(1).nags) == (text in KEPT)
