"""Runners for the golden vectors of VGN's move notations: MCN, FCN and BCCF."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from scoresheet import Move, MoveError, Position, fields
from vector_errors import fits

__all__ = ["RUNNERS"]

Row = dict[str, Any]

# How a game with this marker ends, for `Position.write`.
LAST: dict[str, Literal["open", "won", "drawn"]] = {"1-0": "won", "0-1": "won", "1/2-1/2": "drawn", "*": "open"}


def parse(row: Row) -> None:
    """A text by itself, or a move on a board."""
    given, expected = row["input"], row["expected"]
    notation = row["format"].lower()
    if isinstance(given, dict) and given.get("version") == "1.0":
        notation, given = notation + "2", given["hex"]
    if isinstance(given, dict):
        return on_board(notation, given, expected)
    if "error" in expected:
        return refuses(expected["error"], lambda: fields(given, notation))
    found = fields(given, notation)
    assert {key: found.get(key) for key in expected} == expected, found
    return None


def on_board(notation: str, given: Row, expected: Row) -> None:
    """Play the move that a text names."""
    board = start(given)
    level = given.get("validation", "basic")
    if "error" in expected:
        return refuses(expected["error"], lambda: board.parse(given["move"], notation, level))
    move = board.parse(given["move"], notation, level)
    illegal = not board.is_legal(move)
    final = " ".join(board.play(move, illegal=illegal).fen("always").split()[:4])
    found = {"uci": move.uci(), "final": final, "illegal": illegal}
    assert {key: found[key] for key in expected} == expected, found
    assert illegal == expected.get("illegal", False)
    return None


def refuses(kind: str, call: Callable[[], object]) -> None:
    """Call and want an error of this kind."""
    try:
        found = call()
    except MoveError as error:
        found = error.code
        if fits(kind, str(error.code)):
            return
    raise AssertionError(f"{found}, not an error of the kind `{kind}`")


def write(row: Row) -> None:
    """Write a move, the last one of its game or not."""
    given, notation = row["input"], row["format"].lower()
    board = start(given)
    move: Move = board.parse(given["uci"], "uci")
    ends = given.get("last") or given.get("lastMove")
    last = LAST[given.get("result", "*")] if ends else None
    found = board.write(move, notation, last)
    text = found.hex() if isinstance(found, bytes) else found
    assert text.casefold() == row["expected"].casefold(), text


def start(given: Row) -> Position:
    """The position of the first four fields of a FEN."""
    return Position.read(" ".join([*given["start"].split()[:4], "0", "1"]), "fen", "basic")


RUNNERS: dict[str, Callable[[Row], None]] = {
    "vgn/MCN parse": parse,
    "vgn/FCN parse": parse,
    "vgn/FCN write": write,
    "vgn/BCCF parse": parse,
    "vgn/BCCF write": write,
}
