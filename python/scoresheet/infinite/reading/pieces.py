"""Codes of pieces, and the list of pieces."""

from __future__ import annotations

import re

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import BLACK, BY_CODE, NEUTRAL, WHITE, Kind, Piece
from scoresheet.infinite.reading.source import PLAIN, Source, shown

__all__ = ["kind_of", "piece_of", "read_pieces"]

_ENTRY = re.compile(r"([0-9]*)([A-Za-z]{1,2})(-?[0-9]+),(-?[0-9]+)(\+?)")
_PLAIN_ENTRY = re.compile(rf"()([A-Za-z]{{1,2}})({PLAIN}),({PLAIN})(\+?)")
_SHORT = 40
"""No number with so few characters exceeds the default limit of digits."""
_BEFORE_NUMBER = re.compile(r"[0-9]*[A-Za-z]{1,2}(?:-?[0-9]+,)?")


def kind_of(letters: str) -> Kind | None:
    """The kind for a code in any case."""
    return BY_CODE.get(letters.lower())


def piece_of(source: Source, owner: str, letters: str, at: int) -> Piece | None:
    """The piece for a code and the digits before it; None if no piece has the code."""
    kind = kind_of(letters)
    if kind is None:
        return None
    if owner:
        return Piece(kind, source.integer(owner, at))
    if kind.neutral:
        return Piece(kind, NEUTRAL) if letters.islower() else None
    if letters.isupper():
        return Piece(kind, WHITE)
    return Piece(kind, BLACK) if letters.islower() else None


def read_pieces(source: Source, at: int, end: int) -> tuple[dict[Square, Piece], set[Square]]:
    """The pieces of a list between two places, and the squares with a `+`."""
    text, plain = source.text, _PLAIN_ENTRY.match
    pieces: dict[Square, Piece] = {}
    rights: set[Square] = set()
    known: dict[str, Piece] = {}
    short = min(_SHORT, source.digits)
    while True:
        found = plain(text, at, end) or _ENTRY.match(text, at, end)
        if found is None:
            raise _bad_entry(source, at, end)
        owner, letters, x, y, plus = found.groups()
        piece = known.get(owner + letters)
        if piece is None:
            piece = known[owner + letters] = _known(source, found)
        if found.end() - at <= short and found.re is _PLAIN_ENTRY:  # there may be very many
            square = int(x), int(y)
        else:
            square = source.integer(x, found.start(3)), source.integer(y, found.start(4))
        if square in pieces:
            message = f"cannot put a piece on `{shown(x)},{shown(y)}`: the square already has one"
            raise source.refusal("icn-square-repeated", message, at, found.group())
        pieces[square] = piece
        if plus:
            rights.add(square)
        at = found.end()
        if at == end:
            return pieces, rights
        if text[at] != "|":
            raise _bad_entry(source, found.start(), end)
        at += 1
        if at == end:
            source.note("icn-separator", "the list of pieces ends with `|`", at - 1, "|")
            return pieces, rights


def _known(source: Source, entry: re.Match[str]) -> Piece:
    owner, letters = entry[1], entry[2]
    piece = piece_of(source, owner, letters, entry.start())
    if piece is None:
        why = "no piece has the code" if kind_of(letters) is None else "in this case no piece has the code"
        message = f"cannot read `{shown(entry.group())}`: {why} `{letters}`"
        raise source.refusal("icn-piece", message, entry.start(), entry.group())
    return piece


def _bad_entry(source: Source, at: int, end: int) -> Exception:
    bar = source.text.find("|", at, min(end, at + 200))
    words = source.text[at : bar if bar >= 0 else min(end, at + 200)]
    before = _BEFORE_NUMBER.match(source.text, at, end)
    if before:
        source.check_number(before.end())
    if not words:
        return source.refusal("icn-piece", "an entry of the list of pieces is empty", at, "|")
    return source.refusal("icn-piece", f"cannot read `{shown(words)}` in the list of pieces", at, words)
