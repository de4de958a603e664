"""The names of pieces and players in JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scoresheet.infinite.compat.shape import a_text, an_integer, refused
from scoresheet.infinite.document import Document
from scoresheet.infinite.pieces import BLACK, BY_CODE, BY_NAME, NEUTRAL, WHITE, Kind, Piece
from scoresheet.infinite.players import PLAYER_CODES, TURNS

__all__ = [
    "LONG_PLAYERS",
    "a_kind_name",
    "a_long_piece",
    "a_piece_code",
    "long_name",
    "order_of",
    "players_of",
]

LONG_PLAYERS = ("neutral", "white", "black", "red", "blue", "yellow", "green")
"""The names of players in the long format by their numbers. The original one has only White and Black."""

_CODE = re.compile(r"(0|[1-9][0-9]*)?([A-Za-z]{1,2})")
_OWNERS = {"N": NEUTRAL, "W": WHITE, "B": BLACK}


def a_piece_code(value: object, path: str) -> Piece:
    """The piece for a code: `K`, `k`, `3q`, `ob`."""
    code = a_text(value, path)
    found = _CODE.fullmatch(code)
    kind = BY_CODE.get(found[2].lower()) if found else None
    if found is None or kind is None:
        raise refused(path, f"`{code[:8]}` is not the code of a piece", "icn-piece")
    owner, letters = found.groups()
    if owner is not None:
        return Piece(kind, an_integer(owner, path))
    if letters != letters.lower() and (kind.neutral or letters != letters.upper()):
        raise refused(path, f"`{code}` is not the code of a piece", "icn-piece")
    if kind.neutral:
        return Piece(kind, NEUTRAL)
    return Piece(kind, BLACK if letters.islower() else WHITE)


def a_long_piece(value: object, path: str) -> Piece:
    """The piece for a long name, `queensW`, or for a code if the player has no long names."""
    name = a_text(value, path)
    kind, owner = BY_NAME.get(name[:-1]), _OWNERS.get(name[-1:])
    if kind is not None and owner is not None and (not kind.neutral or owner == NEUTRAL):
        return Piece(kind, owner)
    if name[:1].isdigit():
        return a_piece_code(value, path)
    raise refused(path, f"`{name[:40]}` is not the name of a piece", "icn-piece")


def long_name(piece: Piece) -> str:
    """The name of a piece in the long format, or its code for owners that the format does not have."""
    name = None if piece.kind.neutral and piece.owner != NEUTRAL else piece.long_name
    return name or piece.code


def a_kind_name(value: object, path: str) -> Kind:
    """The kind of piece that pawns may promote to, for its long name without an owner: `queens`."""
    kind = BY_NAME.get(a_text(value, path))
    if kind is None or kind.neutral:
        why = "is not the name of a kind of pieces" if kind is None else "belongs to nobody"
        raise refused(path, f"`{str(value)[:40]}` {why}", "icn-promotion")
    return kind


def order_of(document: Document) -> tuple[int, ...]:
    """The players in the order of their turns; the usual order if the text does not give it."""
    order = document.turn or TURNS[0]
    return next((turns for turns in TURNS if order == turns[:1]), order)


def players_of(order: Sequence[int], names: Sequence[str] = PLAYER_CODES) -> dict[int, str]:
    """The players of a turn order, by their numbers, with their names.

    >>> players_of((2, 1))
    {1: 'w', 2: 'b'}
    """
    return {player: names[player] if player < len(names) else str(player) for player in sorted(set(order))}
