"""Hostile ICN: each text ends with the expected error at its place. No time is asserted; pytest ends what hangs."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from scoresheet import LimitError, MoveError, ReadError, infinite
from scoresheet.infinite import Position, fc, modern

BOARD = "K0,0|k9,9"
MANY = 100_000


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "icn-empty"),
        ("\ufeff \n\t", "icn-empty"),
        (" \ufeff", "icn-syntax"),
        ("{" * MANY, "icn-extras"),
        ('{"a":' * MANY + "1" + "}" * MANY + BOARD, "limit-depth"),
        ('{"a": ' + "[" * MANY + "]" * MANY + "} " + BOARD, "limit-depth"),
        ('{"a": 1, "a": 2} ' + BOARD, "icn-extras"),
        ('{"a": NaN} ' + BOARD, "icn-extras"),
        ('{"a": Infinity} ' + BOARD, "icn-extras"),
        ('{"a": -Infinity} ' + BOARD, "icn-extras"),
        ('{"slideLimit": NaN} ' + BOARD, "icn-extras"),
        ('{"slideLimit": -1} ' + BOARD, "icn-extras"),
        ('{"slideLimit": 0} ' + BOARD, "icn-extras"),
        ('{"slideLimit": "' + "9" * 1_000_000 + '"} ' + BOARD, "icn-extras"),
        ('{"slideLimit": ' + "9" * 1_000_000 + "} " + BOARD, "limit-digits"),
        ('{"winConditions": {}} ' + BOARD, "icn-extras"),
        ("K" + "1" * 1_000_000 + ",0|k9,9", "limit-digits"),
        ("K-" + "1" * 1_000_000 + ",0|k9,9", "limit-digits"),
        (f"{BOARD} 0,0>{'1' * 1_000_000},0", "limit-digits"),
        (f"{'1' * 1_000_000} {BOARD}", "limit-digits"),
        (f"0/{'1' * 1_000_000} {BOARD}", "limit-digits"),
        (f"({'1' * 1_000_000}|1) {BOARD}", "limit-digits"),
        ("K1e30,0|k9,9", "icn-number"),
        ("K+1,0|k9,9", "icn-number"),
        ("K\u0663,0|k9,9", "icn-syntax"),
        ("K0,0|k9,9|", "icn-separator"),
        ("K0,0|Q0,0|k9,9", "icn-square-repeated"),
        ("K0,0||k9,9", "icn-piece"),
        ("Am0,0|k9,9", "icn-piece"),
        ("OB0,0|k9,9", "icn-piece"),
        ("w b " + BOARD, "icn-repeated"),
        ("1 2 " + BOARD, "icn-repeated"),
        ("[White: A", "icn-metadata"),
        ("[" * MANY, "icn-metadata"),
        ("(" * MANY, "icn-win-condition"),
        ("|" * MANY, "icn-syntax"),
        (BOARD + " {never closed", "comment-unclosed"),
        (BOARD + " 0,0>0,1 {never closed", "comment-unclosed"),
        (BOARD + " 0,0>0,1e.p.", "move-syntax"),
        (BOARD + " 0,0>", "move-syntax"),
        (BOARD + " \x00", "icn-syntax"),
    ],
    ids=lambda value: value if value.isascii() and "-" in value and len(value) < 24 and " " not in value else "text",
)
def test_the_first_error_is_raised_with_its_place(text: str, code: str) -> None:
    with pytest.raises(ReadError) as caught:
        infinite.parse(text, on_error="raise", strict=True)
    assert caught.value.code == code
    assert caught.value.byte is not None
    assert len(caught.value.text or "") <= 80
    assert len(str(caught.value)) < 400


def test_limits_name_the_option_that_raises_them() -> None:
    text = "K" + "1" * 1_001 + ",0|k9,9"
    with pytest.raises(LimitError) as caught:
        infinite.parse(text, on_error="raise")
    assert "digits" in (caught.value.hint or "")
    assert infinite.parse(text, on_error="raise", limits={"digits": 2_000}).start.pieces
    assert infinite.parse("K" + "1" * 1_000 + ",0|k9,9", on_error="raise").start.pieces


def test_leading_zeros_and_minus_zero_are_read_and_noted() -> None:
    game = infinite.parse("K-0,007|k9,9", on_error="raise")
    assert list(game.start.pieces) == [(0, 7), (9, 9)]
    with pytest.raises(ReadError) as caught:
        infinite.parse("K-0,007|k9,9", on_error="raise", strict=True)
    assert caught.value.code == "icn-zero"
    with pytest.raises(ReadError):
        infinite.parse("w 1 K-0,0|k9,9", on_error="raise", profile="modern")


def test_a_move_from_an_empty_square_is_refused_at_its_place() -> None:
    game = infinite.parse(f"{BOARD} 0,0>0,1|9,9>9,8|5,5>5,6|9,8>9,7")
    (error,) = game.errors
    assert isinstance(error, MoveError)
    assert (error.code, error.ply, error.byte, error.text) == ("move-illegal", 3, 26, "5,5>5,6")
    assert error.message == "`5,5>5,6` is not legal: there is no piece on `5,5`"
    assert game.ply_count == 2


@pytest.mark.slow
def test_a_hundred_thousand_pieces_are_a_position() -> None:
    listed = "|".join(f"{'Pp'[n % 2]}{n},{n % 7}" for n in range(MANY))
    position = infinite.Position.read(f"{listed}|K-5,-5|k-9,-9")
    assert len(position.pieces) == MANY + 2
    assert not position.is_check
    assert position.is_legal(infinite.Move((-5, -5), (-5, -4)))
    assert infinite.Position.read(position.to_icn()) == position


@pytest.mark.slow
def test_a_hundred_thousand_moves_are_replayed() -> None:
    there_and_back = ["0,0>0,1", "9,9>9,8", "0,1>0,0", "9,8>9,9"]
    text = BOARD + " " + "|".join(there_and_back[n % 4] for n in range(MANY // 10))
    game = infinite.parse(text, on_error="raise")
    assert game.ply_count == MANY // 10
    assert game.end.turn == "white"


def test_nested_braces_end_at_the_first_closing_one() -> None:
    game = infinite.parse(BOARD + " 0,0>0,1 {{{ a } 9,9>9,8")
    assert [node.comment for node in game.mainline()] == ["{{ a", ""]
    assert infinite.parse(BOARD + " 0,0>0,1 {a}}").errors[0].code == "move-syntax"


@pytest.mark.parametrize(
    "said",
    [
        '{"startingPosition": []}',
        '{"startingPosition": {"a": "kingsW"}}',
        '{"startingPosition": {"1,1": "dragonsW"}}',
        '{"startingPosition": {"1,1": 5}}',
        '{"startingPosition": {"1,1": "kingsW", "1,1": "kingsB"}}',
        '{"startingPosition": {"1e3,1": "kingsW"}}',
        '{"startingPosition": {"1,1": "kingsW"}, "moves": [null]}',
        '{"startingPosition": {"1,1": "kingsW"}, "moves": "1,1>1,2"}',
        '{"startingPosition": {"1,1": "kingsW"}, "fullMove": NaN}',
        '{"startingPosition": {"1,1": "kingsW"}, "fullMove": 1.5}',
        '{"startingPosition": {"1,1": "kingsW"}, "gameRules": {"slideLimit": -Infinity}}',
        '{"startingPosition": {"1,1": "kingsW"}, "gameRules": 7}',
        '{"position": {"1,1": "K"}, "turnOrder": [1]}',
        '{"position": {"1,1": "K"}, "turnOrder": ["w", "b"], "worldBorder": {"left": "x"}}',
        '{"position": {"1,1": "K"}, "turnOrder": []}',
        '{"startingPosition": ' + "[" * MANY + "]" * MANY + "}",
        '{"startingPosition": {"' + "1" * 1_000_000 + ',1": "kingsW"}}',
        '{"startingPosition": {"1,1": "kingsW"}, "fullMove": ' + "1" * 1_000_000 + "}",
    ],
    ids=range(18),
)
def test_json_of_the_wrong_shape_is_refused(said: str) -> None:
    with pytest.raises(ReadError) as caught:
        infinite.parse(said, on_error="raise")
    assert caught.value.code in {"icn-json", "icn-piece", "icn-turn", "limit-depth", "limit-digits"}
    assert len(str(caught.value)) < 400


def test_json_keeps_numbers_exact() -> None:
    text = json.dumps({"startingPosition": {f"{2**60 + 1},-{10**50}": "kingsW"}, "fullMove": 2**60 + 1})
    game = infinite.parse(text, on_error="raise")
    assert list(game.start.pieces) == [(2**60 + 1, -(10**50))]
    assert game.start.fullmove == 2**60 + 1


@pytest.mark.parametrize("what", [5, None, 10**20, ["K1,1"]])
def test_what_is_no_text_is_a_wrong_type(what: Any) -> None:
    readers: list[Callable[[Any], object]] = [infinite.parse, Position.read, fc.short_to_long, fc.read_compact_move]
    for read in (*readers, modern.short_to_long):
        with pytest.raises(TypeError, match="str"):
            read(what)
    assert infinite.parse(bytearray(b"K1,1")) == infinite.parse("K1,1")
