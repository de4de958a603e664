"""Single moves in compact form: two squares and an optional promotion."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoresheet.infinite.document import MoveText
from scoresheet.infinite.errors import error_of
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.pieces import NEUTRAL
from scoresheet.infinite.reading.pieces import piece_of
from scoresheet.infinite.reading.source import BLANKS as B
from scoresheet.infinite.reading.source import INTEGER as N
from scoresheet.infinite.reading.source import Source, shown

__all__ = ["compact_move", "read_compact_move"]

_USUAL = re.compile(rf"{B}({N}),({N}){B}>{B}({N}),({N})(?:{B}=)?(?:{B}((?<==)[0-9]*|)([A-Za-z]+))?{B}")
_MODERN = re.compile(rf"({N}),({N})>({N}),({N})(?:=([0-9]*)([A-Za-z]{{1,2}}))?")


def read_compact_move(text: str, *, profile: str | None = None, limits: Mapping[str, int] | None = None) -> MoveText:
    """Reads one move that consists of two squares and an optional promotion.

    Args:
        text: the move.
        profile: `modern` requires `=` before a promotion, and no spaces.
        limits: limits against hostile input by name.

    Raises:
        MoveError: the text is not such a move, or no piece can be promoted to.
        LimitError: a number has too many digits.

    >>> move = read_compact_move("-2,7>-2,8AM")
    >>> move.end, move.promotion.kind.name
    ((-2, 8), 'amazons')
    """
    try:
        return compact_move(text, profile=profile, limits=limits)
    except Refused as refused:
        raise error_of(refused.fault, text) from None


def compact_move(text: str, *, profile: str | None = None, limits: Mapping[str, int] | None = None) -> MoveText:
    """The same for readers of larger texts; raises `Refused`."""
    modern = profile == "modern"
    source = Source(text, limits, by_the_letter=modern)
    found = (_MODERN if modern else _USUAL).fullmatch(source.text)
    if found is None or (source.text.rstrip(" \t\r\n").endswith("=")):
        raise _refused(source, "two squares are written `1,2>3,4`, a promotion " + ("`=Q`" if modern else "`Q`"))
    x, y, to_x, to_y = (source.integer(found[group], found.start(group)) for group in (1, 2, 3, 4))
    promotion = None
    if found[6]:
        promotion = piece_of(source, found[5], found[6], found.start(5))
        if promotion is None or (promotion.owner == NEUTRAL and not modern):
            raise _refused(source, f"`{shown(found[6])}` is not a piece that a pawn can become")
    return MoveText((x, y), (to_x, to_y), promotion, text=source.text)


def _refused(source: Source, why: str) -> Exception:
    message = f"cannot read the move `{shown(source.text)}`: {why}"
    return source.refusal("move-syntax", message, 0, source.text)
