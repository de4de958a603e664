"""The arguments before the moves, each as a word of the text; None if it is left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoresheet.infinite.document import STANDARD_WINS, Document, Promotion, square_text
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.pieces import BLACK, WHITE
from scoresheet.infinite.players import PLAYER_CODES, TURNS
from scoresheet.infinite.reading.extras import members_of
from scoresheet.infinite.reading.modern import WIN_CONDITIONS
from scoresheet.infinite.writing.jsontext import json_line
from scoresheet.infinite.writing.layout import Layout

__all__ = ["arguments", "decorated", "extras_of", "passes", "piece_list", "turn_codes", "wins_of"]

# A shorter word is a turn.
_SHORTEST_NAME = 3


def arguments(document: Document, layout: Layout) -> list[str]:
    """The arguments in their usual order, and the pieces."""
    modern = layout.profile == "modern"
    shown = decorated(document) if modern else document
    words = [
        _turn(document, layout),
        square_text(document.en_passant) if document.en_passant and passes(document, layout) else None,
        _move_rule(document, layout),
        _fullmove(document, layout),
        _promotion(document, layout),
        str(shown.border) if modern and shown.border is not None else None,
        _wins(document, layout),
        None if modern else _extras(document, layout),
        "Squares:" + "|".join(map(square_text, shown.squares)) if modern and shown.squares else None,
        "Rays:" + "|".join(map(str, shown.rays)) if modern and shown.rays else None,
        piece_list(document) if layout.position else None,
    ]
    said = [word for word in words if word]
    # The usual turn can be omitted, but a text must not be empty.
    nothing = not said and not document.moves and layout.profile == "doc"
    return ["w"] if nothing else said


def decorated(document: Document) -> Document:
    """The document with the border and what is highlighted moved out of the further rules."""
    members = members_of(document.extras)
    return replace(
        document,
        border=members.border if document.border is None else document.border,
        squares=members.squares if document.squares is None else document.squares,
        rays=members.rays if document.rays is None else document.rays,
        extras=members.rest,
    )


def piece_list(document: Document) -> str:
    """The pieces, each with its square, and a `+` if it has a right."""
    rights = document.marked()
    return "|".join(
        f"{piece.code}{square_text(square)}{'+' if square in rights else ''}"
        for square, piece in (document.pieces or {}).items()
    )


def _turn(document: Document, layout: Layout) -> str | None:
    order = document.turn
    if order is None:
        return "w" if layout.defaults else None
    if order in ((WHITE,), TURNS[0]):
        return "w" if layout.defaults or layout.profile == "fc" else None
    if order in ((BLACK,), TURNS[1]):
        return "b"
    return ":".join(turn_codes(order))


def turn_codes(order: tuple[int, ...]) -> list[str]:
    """The codes of the players in the order of their turns.

    Raises:
        Refused: a player has no code.

    >>> turn_codes((1, 3))
    ['w', 'r']
    """
    if any(player >= len(PLAYER_CODES) for player in order):
        raise Refused(Fault("icn-turn", "cannot write the turn: a player has no code"))
    return [PLAYER_CODES[player] for player in order]


def passes(document: Document, layout: Layout) -> bool:
    """Whether an en passant square can be written. Today's dialect finds the pawn by who moved last."""
    last = (document.turn or TURNS[0])[-1]
    return layout.profile != "modern" or last in (WHITE, BLACK)


def _move_rule(document: Document, layout: Layout) -> str | None:
    if document.move_rule is None:
        return None
    passed, limit = document.move_rule
    if layout.profile == "modern" and not 1 <= max(passed, 1) <= limit:
        return None
    return f"{passed}/{limit}"


def _fullmove(document: Document, layout: Layout) -> str | None:
    number = document.fullmove
    if layout.profile == "modern":
        return str(max(1, 1 if number is None else number))
    if number is None or (number == 1 and layout.profile == "doc"):
        return "1" if layout.defaults else None
    return str(number)


def _promotion(document: Document, layout: Layout) -> str | None:
    sides = document.promotion
    if sides is None or (layout.profile == "modern" and not any(side.ranks for side in sides)):
        return None
    upper = layout.profile != "modern"
    return f"({'|'.join(_side(side, upper=upper and place == 0) for place, side in enumerate(sides))})"


def _side(side: Promotion, *, upper: bool) -> str:
    ranks = ",".join(map(str, side.ranks))
    if not side.ranks or side.is_usual:
        return ranks
    codes = ",".join(kind.code for kind in side.kinds or ())
    return f"{ranks};{codes.upper() if upper else codes}"


def wins_of(document: Document, layout: Layout) -> list[list[str]]:
    """The win conditions that a profile can express, each once: one list for all, or one per player."""
    sides = [list(dict.fromkeys(side)) for side in document.wins or (STANDARD_WINS,)]
    if layout.profile == "modern":
        sides = [[name for name in side if name in WIN_CONDITIONS] or list(STANDARD_WINS) for side in sides]
    same = sides if layout.orders_wins else list(map(sorted, sides))
    return sides[:1] if all(side == same[0] for side in same) else sides


def _wins(document: Document, layout: Layout) -> str | None:
    sides = wins_of(document, layout)
    if sides == [list(STANDARD_WINS)]:
        return "checkmate" if layout.defaults and layout.profile == "doc" else None
    said = "|".join(",".join(side) for side in sides)
    return said if len(sides) == 1 and len(sides[0][0]) >= _SHORTEST_NAME else f"({said})"


def _extras(document: Document, layout: Layout) -> str | None:
    extras = extras_of(document)
    if not extras and document.extras is None:
        return None
    return json_line(extras, spaced=layout.profile == "doc")


def extras_of(document: Document) -> dict[str, Any]:
    """The further rules without what has arguments in today's dialect: the border and what is highlighted."""
    said: dict[str, Any] = {}
    if document.border is not None:
        said["worldBorder"] = str(document.border)
    if document.squares:
        said["squares"] = "|".join(map(square_text, document.squares))
    if document.rays:
        said["rays"] = "|".join(map(str, document.rays))
    return {**said, **(document.extras or {}), **said}
