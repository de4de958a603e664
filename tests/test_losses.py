"""What each notation and format loses: the table of the specification, the registries, and what writers count."""

from __future__ import annotations

from pathlib import Path

import pytest

import scoresheet
from scoresheet._registry import registry

# VGN's table of losses, by kind: the move formats that lose it. What a replay restores is not a loss.
LOST_BY = {
    "illegal-move": {"SAN", "PGC"},
    "king-capture": {"SAN", "FCN", "PGC"},
    "own-capture": {"SFEN", "FEN", "BCFEN"},
    "null-move": {"MCN", "FCN", "BCCF", "BCFEN", "PGC"},
    "comment": {"BCCF", "BCFEN", "PGC"},
    "command": {"BCCF", "BCFEN", "PGC"},
    "nag": {"BCCF", "BCFEN"},
    "nag-composite": {"PGC"},
    "variation": {"BCCF", "BCFEN"},
    "comment-place": set(),
    "variation-place": set(),
    "result-sentence": {"BCCF", "BCFEN", "PGC"},
    "tag-text": {"PGC"},
    "castling-rook": {"SFEN"},
    "tail": set(),
    "inner-result": {"BCCF", "BCFEN", "PGC"},
}
# What formats lose with any notation of moves.
FORMATS = {
    "comment-place": {"vgn"},
    "variation-place": {"vgn"},
    "result-sentence": {"pgn"},
    "nag-composite": {"pgn"},
    "tag-text": {"pgc"},
    "inner-result": {"pgn", "pgc"},
    "odd-start": {"pgn", "pgc", "uci", "san", "lan", "fen", "epd", "csv"},
}
RICH = """[Event "E"]
[Result "1-0"]

1. e4 {good [%clk 0:01:00]} e5 $1 (1... c5 {x} (1... d5)) 2. Nf3 $1.1.300.20 Nc6 1-0

"""
NULL = "1. e4 -- 2. d4 *\n"
ILLEGAL = '[GameFormat "VGN"]\n[MoveFormat "MCN"]\n\n1. e2e5 e7e6 2. a2a3 *\n'
TAKEN = '[GameFormat "VGN"]\n[SetUp "4k3/8/8/8/8/8/8/4RK2 w -"]\n[MoveFormat "MCN"]\n\n1. e1e8 *\n'


def row(kind: str) -> dict:
    return next(entry for entry in registry("losses") if entry["id"] == kind)


@pytest.mark.parametrize("kind", LOST_BY)
def test_move_formats_lose_what_the_table_lists(kind: str) -> None:
    assert {code.rstrip("2") for code in row(kind)["move_formats"]} == LOST_BY[kind]


@pytest.mark.parametrize("kind", FORMATS)
def test_formats_lose_what_the_table_lists(kind: str) -> None:
    assert FORMATS[kind] <= set(row(kind)["formats"])


def test_every_kind_of_the_table_is_in_the_registry() -> None:
    assert set(LOST_BY) <= {entry["id"] for entry in registry("losses")}


def losses(folder: Path, text: str, to: str, **options: str) -> dict[str, int]:
    """What writing a text in a format loses."""
    source, output = folder / "source.pgn", folder / f"written.{to}"
    source.write_text(text, "utf-8")
    report = scoresheet.convert(source, output, force=True, **options)
    assert report.written == 1
    return {loss.kind: loss.count for loss in report.losses}


CODES = [str(entry["code"]) for entry in registry("codes") if entry["writes"]]


def declared(code: str) -> set[str]:
    return {
        str(entry["id"]) for entry in registry("losses") if code in entry["move_formats"] or "vgn" in entry["formats"]
    }


@pytest.mark.parametrize("code", CODES)
def test_writers_of_vgn_lose_what_they_declare(code: str, tmp_path: Path) -> None:
    found = losses(tmp_path, RICH, "vgn", moves=code.lower())
    assert set(found) <= declared(code)
    letters = code.rstrip("2")
    for kind, count in {"comment": 2, "command": 1, "nag": 2, "variation": 2}.items():
        assert found.get(kind, 0) == (count if letters in LOST_BY[kind] else 0), kind


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    ("text", "kind", "tail"), [(NULL, "null-move", 2), (ILLEGAL, "illegal-move", 3), (TAKEN, "king-capture", 1)]
)
def test_a_move_without_a_text_ends_its_line(code: str, text: str, kind: str, tail: int, tmp_path: Path) -> None:
    found = losses(tmp_path, text, "vgn", moves=code.lower())
    if code.rstrip("2") in LOST_BY[kind]:
        assert found.get(kind) == 1
        assert found.get("tail") == tail
    else:
        assert found == {}


@pytest.mark.parametrize("to", ["pgn", "uci", "san", "lan", "fen", "epd", "pgc", "bccf", "bcfen"])
def test_writers_lose_what_they_declare(to: str, tmp_path: Path) -> None:
    entry = next(entry for entry in registry("formats") if entry["id"] == to)
    moves = {str(kind) for notation in registry("losses") for kind in [notation["id"]] if notation["notations"]}
    for text in (RICH, NULL, ILLEGAL, TAKEN):
        found = losses(tmp_path, text, to)
        assert set(found) <= {*map(str, entry["losses"]), *moves, "tail"}, text
    assert all(kind in entry["losses"] for kind in losses(tmp_path, RICH, to))


@pytest.mark.parametrize("to", ["uci", "san", "lan"])
def test_lists_end_at_a_move_without_a_text(to: str, tmp_path: Path) -> None:
    assert losses(tmp_path, ILLEGAL, to)["illegal-move"] == 1
    assert (tmp_path / f"written.{to}").read_text() == "*\n"
