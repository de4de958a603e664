"""The contents of one text of ICN, item by item. Readers make documents and writers take them.

Nothing is filled in here: an argument that the text leaves out is None. `Position` and `Game` fill in defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from scoresheet.infinite.pieces import STANDARD_PROMOTION, Kind, Piece

__all__ = [
    "STANDARD_WINS",
    "Border",
    "Document",
    "MoveText",
    "PresetRay",
    "Promotion",
    "Square",
    "one_each",
    "promotion_text",
    "square_text",
]

Square = tuple[int, int]
"""East and north of the origin; both are unbounded."""

STANDARD_WINS = ("checkmate",)
"""The default win condition."""

Side = TypeVar("Side")


def one_each(sides: Sequence[Side], players: int) -> Sequence[Side]:
    """The sides by player, if a single side is for all players.

    >>> one_each([STANDARD_WINS], 2)
    [('checkmate',), ('checkmate',)]
    """
    return [*sides] * players if len(sides) == 1 else sides


def square_text(square: Square) -> str:
    """A square in ICN.

    >>> square_text((-4, 12))
    '-4,12'
    """
    return f"{square[0]},{square[1]}"


def promotion_text(piece: Piece | None) -> str:
    """A promotion after the target square, with `=` if the code starts with a digit, which would belong to the square.

    >>> promotion_text(Piece.of("Q")), promotion_text(Piece(Piece.of("q").kind, 3)), promotion_text(None)
    ('Q', '=3q', '')
    """
    code = "" if piece is None else piece.code
    return f"={code}" if code[:1].isdigit() else code


class Border(NamedTuple):
    """The last squares inside the world; None for an open side."""

    left: int | None
    right: int | None
    bottom: int | None
    top: int | None

    def __str__(self) -> str:
        return ",".join("_" if side is None else str(side) for side in self)

    def holds(self, x: int, y: int) -> bool:
        """Whether a square is inside.

        >>> Border(1, 8, None, 8).holds(8, -100), Border(1, 8, 1, 8).holds(0, 1)
        (True, False)
        """
        left, right, bottom, top = self
        return (
            (left is None or left <= x)
            and (right is None or x <= right)
            and (bottom is None or bottom <= y)
            and (top is None or y <= top)
        )


class Promotion(NamedTuple):
    """Where the pawns of one side promote, and to what."""

    ranks: tuple[int, ...]
    """Empty: nowhere."""
    kinds: tuple[Kind, ...] | None
    """None is the default: queen, rook, bishop and knight."""

    @property
    def is_usual(self) -> bool:
        """Whether pawns become the usual pieces, in any order.

        >>> Promotion((8,), None).is_usual, Promotion((8,), STANDARD_PROMOTION[:1]).is_usual
        (True, False)
        """
        return not self.kinds or set(self.kinds) == set(STANDARD_PROMOTION)


class PresetRay(NamedTuple):
    """A highlighted half-line, for decoration."""

    start: Square
    step: tuple[int, int]

    def __str__(self) -> str:
        return f"{square_text(self.start)}>{square_text(self.step)}"


@dataclass(frozen=True)
class MoveText:
    """One move as written, with everything around it."""

    start: Square
    end: Square
    promotion: Piece | None = None
    piece: Piece | None = None
    """The code in front, which is decoration."""
    capture: bool = False
    """Whether it is written with `x`."""
    signs: tuple[str, ...] = ()
    """The signs after it: `+`, `#`, `!?` …, without spaces. A run of `!` and `?` is one sign, and so is `=` alone."""
    comments: tuple[str, ...] = ()
    """The texts in braces after it, without the braces."""
    illegal: bool = False
    """Whether it is played even if the rules forbid it, because its source requires it."""
    at: int = field(default=0, compare=False)
    """The offset of its first character in the text."""
    text: str = field(default="", compare=False)
    """Its spelling, from its first character to the promotion or the target."""

    def compact(self) -> str:
        """Squares and promotion only: `2,7>1,8Q`, and `2,7>1,8=3q` for the piece of a further player."""
        return f"{square_text(self.start)}>{square_text(self.end)}{promotion_text(self.promotion)}"


@dataclass
class Document:
    """The items of a text; None or empty for items that it does not have."""

    metadata: dict[str, str] = field(default_factory=dict)
    """In the order of the text. Values may be empty. The last value of a repeated key counts."""
    turn: tuple[int, ...] | None = None
    """The players in the order of their turns, as the text gives it: `w` is `(1,)`, `b:w` is `(2, 1)`."""
    en_passant: Square | None = None
    move_rule: tuple[int, int] | None = None
    """Half-moves since the last capture or pawn move, and how many make a draw."""
    fullmove: int | None = None
    promotion: tuple[Promotion, ...] | None = None
    """One per player, in the order of their numbers."""
    wins: tuple[tuple[str, ...], ...] | None = None
    """One per player, or a single one for all."""
    extras: dict[str, Any] | None = None
    """The JSON object, unchanged and in order."""
    border: Border | None = None
    squares: tuple[Square, ...] | None = None
    rays: tuple[PresetRay, ...] | None = None
    pieces: dict[Square, Piece] | None = None
    """In the order of the list; None if there is no list. `{}` is an empty board, which our texts never contain."""
    rights: set[Square] = field(default_factory=set)
    """The squares with a `+`."""
    comments: tuple[str, ...] = ()
    """The texts in braces before the first move."""
    moves: list[MoveText] = field(default_factory=list)
    result: str | None = None
    """The marker after the moves."""

    def marked(self) -> set[Square]:
        """The squares that are written with a `+`. Pieces without an owner have no right, even if a text claims it.

        >>> piece = Piece.of("ob")
        >>> Document(pieces={(1, 1): piece, (2, 2): Piece.of("K")}, rights={(1, 1), (2, 2)}).marked()
        {(2, 2)}
        """
        pieces = self.pieces or {}
        return {square for square in self.rights if square in pieces and not pieces[square].is_neutral}
