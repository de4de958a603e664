"""Descriptions of drawings of infinite boards, for people who cannot see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from scoresheet.drawing.fairies import FIGURES
from scoresheet.drawing.labels import amount
from scoresheet.drawing.window import Axis, Gap, Window
from scoresheet.infinite.interface import BLACK, NEUTRAL, PLAYER_NAMES, WHITE, Piece, Square, square_text

if TYPE_CHECKING:
    from scoresheet.infinite.interface import Position

__all__ = ["described", "left_out", "player_name", "titled"]

_MOST = 40
"""The maximum numbers of pieces of a player, and of gaps, that are listed."""

_LONGEST = 40
"""Longer coordinates are rounded."""

_ORDER = {code: place for place, code in enumerate(("k", "rq", "rc", "q", "am", "r", "ch", "b", "ar", "n"))}


def player_name(player: int) -> str:
    """The colour of a player.

    >>> player_name(1), player_name(3), player_name(9)
    ('white', 'red', 'player 9')
    """
    return PLAYER_NAMES[player] if player < len(PLAYER_NAMES) else f"player {player}"


def titled(position: Position) -> str:
    """The title of a drawing.

    >>> from scoresheet.infinite import Position
    >>> titled(Position({}))
    'Infinite chess board, White to move'
    """
    return f"Infinite chess board, {player_name(position.mover).capitalize()} to move"


def described(
    position: Position, window: Window[Piece], last_move: tuple[Square, Square] | None, checked: Iterable[Square]
) -> str:
    """The squares of the pieces, and what is left out."""
    owners = sorted({WHITE, BLACK, *(piece.owner for piece in window.pieces.values())} - {NEUTRAL})
    said = [_listed(window, owner) for owner in owners]
    if any(piece.owner == NEUTRAL for piece in window.pieces.values()):
        said.append(_listed(window, NEUTRAL))
    if last_move:
        said.append("last move " + " to ".join(map(_place, last_move)))
    side = player_name(position.mover)
    for square in checked:
        name = FIGURES[position.pieces[square].kind.code].name
        said.append(f"the {side} {name} on {_place(square)} is in check")
    said += _gaps_in_words(window)
    if window.outside:
        said.append(left_out(window))
    return "; ".join(said) + "."


def left_out(window: Window[Piece]) -> str:
    """How many pieces are not drawn; empty if all are.

    >>> from scoresheet.drawing.window import window_of
    >>> left_out(window_of({(9 * x, 9 * x): x for x in range(100_000)}))
    '99,968 of 100,000 pieces are not shown'
    """
    if not window.outside:
        return ""
    return f"{amount(window.outside)} of {amount(window.outside + len(window.pieces))} pieces are not shown"


def _listed(window: Window[Piece], owner: int) -> str:
    own = [
        (_ORDER.get(piece.kind.code, len(_ORDER)), piece.kind.code, square)
        for square, piece in window.pieces.items()
        if piece.owner == owner
    ]
    names = [f"{FIGURES[code].name} {_place(square)}" for _, code, square in sorted(own)[:_MOST]]
    if len(own) > _MOST:
        names.append(f"and {len(own) - _MOST:,} more")
    return f"{player_name(owner).capitalize()}: {', '.join(names) or 'nothing'}"


def _gaps_in_words(window: Window[Piece]) -> Iterator[str]:
    for name, axis in (("columns", window.columns), ("rows", window.rows)):
        gaps = [f"{_number(gap.first)} to {_number(gap.last)}" for gap in _gaps(axis)]
        if gaps:
            yield f"{name} left out: {', '.join(gaps)}"


def _gaps(axis: Axis) -> list[Gap]:
    return [part for part in axis.parts if isinstance(part, Gap)][:_MOST]


def _number(number: int) -> str:
    return str(number) if len(str(number)) <= _LONGEST else amount(number)


def _place(square: Square) -> str:
    whole = square_text(square)
    return whole if len(whole) <= 2 * _LONGEST else ",".join(map(_number, square))
