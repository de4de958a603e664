"""One move as bare squares, in both dialects: `1,7>1,8Q` and `1,7>1,8=Q`."""

from __future__ import annotations

import re
from dataclasses import replace

from scoresheet.infinite.document import MoveText
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.interchange.names import a_piece_code
from scoresheet.infinite.interchange.shape import a_square

__all__ = ["read_bare", "read_token"]

_SQUARE = r"-?[0-9]+,-?[0-9]+"
_BARE = re.compile(
    rf"\s*({_SQUARE})\s*>\s*({_SQUARE})(?:\s*=\s*(?=[0-9A-Za-z]))?((?:(?<==)[0-9]+)?[A-Za-z]*)\s*", re.ASCII
)
_TOKEN = re.compile(rf"({_SQUARE})>({_SQUARE})(?:=([0-9]*[A-Za-z]+))?")


def read_bare(text: str) -> MoveText:
    """A move as the original converter writes it: blanks, and an `=` before the promotion, do no harm."""
    return _read(text, _BARE, neutral=False)


def read_token(text: str) -> MoveText:
    """A move as today's dialect writes it: the `=` is needed, and blanks are errors."""
    return _read(text, _TOKEN, neutral=True)


def _read(text: str, shape: re.Pattern[str], *, neutral: bool) -> MoveText:
    found = shape.fullmatch(text)
    if found is None:
        message = (
            f"cannot read the move `{text[:40]}`: it is two squares with `>` between them, and what a pawn becomes"
        )
        raise Refused(Fault("move-syntax", message, text=text[:40]))
    start, end, code = found.groups()
    move = MoveText(a_square(start, text), a_square(end, text), text=text)
    if not code:
        return move
    piece = a_piece_code(code, text)
    if piece.kind.neutral and not neutral:
        raise Refused(
            Fault("move-syntax", f"cannot read the move `{text[:40]}`: `{code}` belongs to nobody", text=code)
        )
    return replace(move, promotion=piece)
