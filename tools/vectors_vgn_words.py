"""Rows of `vgn/vectors.jsonl` about words: tags, unchanged moves, and the meanings of values of tags and of NAGs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoresheet import ReadError, vgn
from vector_errors import fits

Row = dict[str, Any]


def expect(row: Row, call: Callable[[bool], dict[str, Any]]) -> None:
    """Compare the result of a call, for strict and for lenient reading, with that of the row."""
    expected = row["expected"]
    if not {"lenient", "strict"} & expected.keys():
        expected = {"lenient": expected}
    for mode, said in expected.items():
        error, found = None, {}
        try:
            found = call(mode == "strict")
        except ReadError as caught:
            error = caught
        assert (error is not None) == ("error" in said), f"{mode}: {error.code if error else None}, found {found}"
        if error:
            assert fits(said["error"], str(error.code)), f"{mode}: {error.code} is not of the kind {said['error']}"
            continue
        for key, value in said.items():
            assert subset(value, found[key]), f"{mode}: {key} is {found[key]!r}, not {value!r}"


def subset(expected: Any, found: Any) -> bool:
    """Whether what was found has all that is expected: the keys of a dict, each element of a list."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(subset(value, found.get(key)) for key, value in expected.items())
    return bool(expected == found)


def _tag_section(row: Row) -> None:
    def call(strict: bool) -> dict[str, Any]:
        found = vgn.tag_section(row["input"]["tagSection"].encode("latin-1"), strict=strict)
        return {**found, "rest": found["rest"].decode("latin-1")}

    expect(row, call)


def _move_text(row: Row) -> None:
    text, code = row["input"]["moveText"], row["input"]["moveFormat"]
    expect(row, lambda strict: vgn.tokens(text, code, strict=strict))


def _result(row: Row) -> None:
    expect(row, lambda _: {"marker": vgn.result_marker(row["input"]["Result"])})


def _rules(row: Row) -> None:
    expect(row, lambda _: vgn.rules(row["input"]["Rules"]))


def _pieces(row: Row) -> None:
    # Only the pieces named are in the dict, so it is compared whole.
    expect(row, lambda _: vgn.pieces(row["input"]["Pieces"]))
    said = row["expected"].get("pieces")
    assert said is None or said == vgn.pieces(row["input"]["Pieces"])["pieces"]


def _move_format(row: Row) -> None:
    expect(row, lambda strict: vgn.move_format(row["input"]["MoveFormat"], strict=strict))


def _nag(row: Row) -> None:
    expect(row, lambda _: vgn.nag(row["input"]["token"]))


def _nag_table(row: Row) -> None:
    for number, composite in row["expected"].items():
        simple, said = vgn.nag(f"${number}"), vgn.nag(composite)
        assert simple["composite"] == composite, f"${number} is {simple['composite']}, not {composite}"
        assert said["pgnNag"] == int(number), f"{composite} is ${said['pgnNag']}, not ${number}"
        assert simple["text"] == said["text"], f"{composite} and ${number} differ in words"


RUNNERS: dict[str, Callable[[Row], None]] = {
    "vgn/VGN parse tagSection": _tag_section,
    "vgn/VGN parse moveText": _move_text,
    "vgn/VGN parse Result": _result,
    "vgn/VGN parse Rules": _rules,
    "vgn/VGN parse Pieces": _pieces,
    "vgn/VGN parse MoveFormat": _move_format,
    "vgn/VGN parse nagFormat": _nag,
    "vgn/VGN parse map": _nag_table,
}
