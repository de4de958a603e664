"""Rows of `icn/vectors.jsonl` and `icn/modern-vectors.jsonl`: the converters of ICN, the original one and today's."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from scoresheet import ScoresheetError
from scoresheet.infinite import fc, modern

Row = dict[str, Any]

# What the rows call the options, and what they are called here.
_OPTIONS = {"specifyPosition": "specify_position", "skipPosition": "skip_position"}


def _runner(call: Callable[[Row], Any], same: Callable[[Any, Any], bool]) -> Callable[[Row], None]:
    def run(row: Row) -> None:
        found = refused = None
        try:
            found = call(row)
        except ScoresheetError as error:
            refused = error
        if "error" in row:
            assert refused is not None, f"{found}, expected an error"
            return
        assert refused is None, f"{refused}, expected {row['expected']}"
        assert same(found, row["expected"]), f"{found}, expected {row['expected']}"

    return run


def _options(row: Row) -> dict[str, Any]:
    return {_OPTIONS.get(name, name): value for name, value in row["options"].items()}


def _halfmoves(row: Row) -> float:
    said = row["options"]["halfmoves"]
    return math.inf if said == "Infinity" else said


# Comparing


def _same(found: Any, expected: Any) -> bool:
    return bool(_plain(found) == _plain(expected))


def _plain(value: Any) -> Any:
    """JSON without the order of its keys and of the rights, and without the list that may be there."""
    if not isinstance(value, dict):
        return value
    plain = {key: _plain(said) for key, said in value.items() if key != "shortposition"}
    if isinstance(plain.get("specialRights"), list):
        plain["specialRights"] = sorted(plain["specialRights"])
    return plain


def _same_position(found: Any, expected: Any) -> bool:
    if expected.get("conclusion") == "any":
        found, expected = ({**said, "conclusion": None} for said in (found, expected))
    return _same(found, expected)


# Calls


def _fc_position(row: Row) -> Any:
    before = json.dumps(row["input"])
    after = fc.game_to_position(row["input"], _halfmoves(row))
    assert json.dumps(row["input"]) == before, "the input was changed"
    short = fc.long_to_short(after).strip()
    assert short == row["expected_short"], f"{short}, expected {row['expected_short']}"
    changed = json.loads(before)
    assert fc.game_to_position(changed, _halfmoves(row), modify_input=True) == after, "modify_input changes the result"
    assert changed == after, "the input was not changed"
    return after


def _compact_move(module: Any) -> Callable[[Row], Any]:
    def call(row: Row) -> Any:
        read = isinstance(row["input"], str)
        return (module.read_compact_move if read else module.write_compact_move)(row["input"])

    return call


def _modern_position(row: Row) -> Any:
    return modern.game_to_position(modern.short_to_long(row["input"]), _halfmoves(row))


def _canonical(row: Row) -> str:
    return modern.long_to_short(modern.short_to_long(row["input"]), **_options(row))


def _special_rights(row: Row) -> list[str]:
    options = row["options"]
    return modern.special_rights(
        row["input"], pawn_double_push=options["pawnDoublePush"], castle_with=options["castleWith"]
    )


def _same_set(found: list[str], expected: list[str]) -> bool:
    return sorted(found) == sorted(expected)


RUNNERS: dict[str, Callable[[Row], None]] = {
    "icn/fc short_to_long": _runner(lambda row: fc.short_to_long(row["input"]), _same),
    "icn/fc long_to_short": _runner(lambda row: fc.long_to_short(row["input"], **_options(row)), _same),
    "icn/fc position_after": _runner(_fc_position, _same),
    "icn/fc compact_move": _runner(_compact_move(fc), _same),
    "icn/modern short_to_long": _runner(lambda row: modern.short_to_long(row["input"]), _same),
    "icn/modern long_to_short": _runner(lambda row: modern.long_to_short(row["input"], **_options(row)), _same),
    "icn/modern canonical": _runner(_canonical, _same),
    "icn/modern position_after": _runner(_modern_position, _same_position),
    "icn/modern compact_move": _runner(_compact_move(modern), _same),
    "icn/modern clock": _runner(lambda row: modern.clock(row["input"]), _same),
    "icn/modern comment": _runner(lambda row: modern.comment(row["input"]), _same),
    "icn/modern special_rights": _runner(_special_rights, _same_set),
}
