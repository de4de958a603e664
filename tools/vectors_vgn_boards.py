"""Runners for the golden vectors of VGN's board notations: SFEN and BCFEN."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from scoresheet import FenError, Position, fields
from vector_errors import fits

__all__ = ["RUNNERS"]

Row = dict[str, Any]


def parse(row: Row) -> None:
    """A board's text by itself, and read as a position."""
    expected, notation = row["expected"], row["format"].lower()
    modes = {mode: expected[mode] for mode in ("lenient", "strict") if mode in expected}
    for mode, said in (modes or {"lenient": expected}).items():
        strict = mode == "strict"
        if "error" in said:
            refuses(said["error"], partial(fields, row["input"], notation, strict=strict))
            refuses(said["error"], partial(Position.read, row["input"], notation, "basic", strict=strict))
            continue
        found = fields(row["input"], notation, strict=strict)
        assert {key: found.get(key) for key in said} == said, found
        board = Position.read(row["input"], notation, "basic")
        assert board.fen().split()[0] == said["board"], board


def refuses(kind: str, call: Callable[[], object]) -> None:
    """Call and want an error of this kind."""
    try:
        found = call()
    except FenError as error:
        found = error.code
        if fits(kind, str(error.code)):
            return
    raise AssertionError(f"{found}, not an error of the kind `{kind}`")


def write_sfen(row: Row) -> None:
    """A position with end marks."""
    found = Position(row["input"]["fen"]).to("sfen", row["input"]["markers"])
    assert found == row["expected"], found


def write_bcfen(row: Row) -> None:
    """A board with any pieces."""
    found = Position.read(row["input"]["board"], "sfen", "off").to("bcfen").hex()
    assert found == row["expected"], found


RUNNERS: dict[str, Callable[[Row], None]] = {
    "vgn/SFEN parse": parse,
    "vgn/SFEN write": write_sfen,
    "vgn/BCFEN parse": parse,
    "vgn/BCFEN write": write_bcfen,
}
