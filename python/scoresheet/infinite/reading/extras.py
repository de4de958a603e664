"""Further rules: a JSON object among the arguments, and its members that have a meaning here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from scoresheet.infinite.document import Border, PresetRay, Square
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.reading.json import read_object
from scoresheet.infinite.reading.numbers import border_in, rays_in, squares_in
from scoresheet.infinite.reading.source import Source, shown

__all__ = ["RESERVED", "Members", "fault_of_extras", "looks_like_extras", "members_of", "read_extras"]

_Said = TypeVar("_Said")

RESERVED = frozenset(
    (
        *("metadata", "turn", "turnOrder", "enpassant", "moveRule", "moveRuleState", "fullMove"),
        *("promotionRanks", "promotionsAllowed", "winConditions"),
        *("startingPosition", "position", "specialRights", "moves"),
    )
)
"""Members that would repeat an argument."""

_OBJECT = re.compile(r'\{[ \t\r\n]*(?:\}|"[^"\\]*(?:\\.[^"\\]*)*"[ \t\r\n]*:)', re.DOTALL)
_NO_OBJECT = re.compile(r'\{[ \t\r\n]*[^"} \t\r\n]')
_HALF = re.compile("[\ud800-\udfff]")
_STEPS = re.compile(r"[1-9][0-9]*")


def looks_like_extras(text: str, at: int) -> bool:
    """Whether the brace at this place opens a JSON object, possibly a broken one, rather than a comment."""
    return _OBJECT.match(text, at) is not None


def read_extras(source: Source, at: int) -> tuple[dict[str, Any], int]:
    """The object whose brace is at this place, and where it ends.

    Raises:
        Refused: it is not JSON, or a member has an invalid value.
    """
    if _NO_OBJECT.match(source.text, at):
        words = source.text[at : at + 80]
        message = f"cannot read `{shown(words)}`: it is not a JSON object, and comments come after the pieces"
        raise source.refusal("icn-extras", message, at, words)
    extras, end = read_object(source, at)
    why = fault_of_extras(extras)
    if why:
        words = source.text[at:end]
        raise source.refusal("icn-extras", f"cannot accept `{shown(words)}` as extra rules: {why}", at, words)
    return extras, end


def fault_of_extras(extras: Mapping[str, Any]) -> str | None:
    """Why these cannot be further rules; None if they can.

    >>> fault_of_extras({"winConditions": "koth"}), fault_of_extras({"slideLimit": "7", "mine": [1]})
    ('`winConditions` has an argument of its own', None)
    """
    for name in extras:
        if name in RESERVED:
            return f"`{name}` has an argument of its own"
    if "slideLimit" in extras and not _is_steps(extras["slideLimit"]):
        return "`slideLimit` is not a number of steps"
    if "worldBorder" in extras and members_of(extras).border is None:
        return '`worldBorder` is not written `"1,8,_,8"`'
    return "a string contains an unpaired surrogate" if _has_halves(extras) else None


def _has_halves(extras: Mapping[str, Any]) -> bool:
    """Whether it contains text that cannot be encoded. JSON can express such text, ICN cannot."""
    values: list[Any] = [extras]
    seen: set[int] = set()
    while values:
        value = values.pop()
        if isinstance(value, (Mapping, list, tuple)):
            if id(value) in seen:  # objects made by programs may contain themselves
                continue
            seen.add(id(value))
        if isinstance(value, Mapping):
            values += [*value, *value.values()]
        elif isinstance(value, (list, tuple)):
            values += value
        elif isinstance(value, str) and _HALF.search(value):
            return True
    return False


def _is_steps(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= Source("").digits and _STEPS.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


@dataclass(frozen=True)
class Members:
    """The parts of further rules."""

    border: Border | None
    squares: tuple[Square, ...] | None
    rays: tuple[PresetRay, ...] | None
    rest: dict[str, Any]
    """Everything else, unchanged."""


def members_of(extras: Mapping[str, Any] | None) -> Members:
    """Takes out the border and what is highlighted, if they are written like the arguments.

    >>> members = members_of({"worldBorder": "1,8,_,8", "rays": "1,2>0,1", "mine": 1})
    >>> str(members.border), members.rays, members.rest
    ('1,8,_,8', (PresetRay(start=(1, 2), step=(0, 1)),), {'mine': 1})
    """
    rest = dict(extras or {})
    return Members(
        border=_said(rest, "worldBorder", border_in),
        squares=_said(rest, "squares", squares_in),
        rays=_said(rest, "rays", rays_in),
        rest=rest,
    )


def _said(rest: dict[str, Any], name: str, read: Callable[[Source, str, int], _Said | None]) -> _Said | None:
    """Removes a member from the rest if it can be read."""
    text = rest.get(name)
    if not isinstance(text, str):
        return None
    try:
        said = read(Source(text), text, 0)
    except Refused:  # the number exceeds the limit
        return None
    if said is not None:
        del rest[name]
    return said
