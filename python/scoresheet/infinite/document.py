"""What one text of ICN says, item by item: what readers make and writers take.

Nothing is filled in here: an argument that the text leaves out is None. `Position` and `Game` fill in the defaults.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from scoresheet.infinite.pieces import USUAL_PROMOTION, Kind, Piece

__all__ = [
    "USUAL_WINS",
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

USUAL_WINS = ("checkmate",)
"""How a player wins where nothing else is said."""

Side = TypeVar("Side")


def one_each(sides: Sequence[Side], players: int) -> Sequence[Side]:
    """What each player has, where a single side is everybody's.

    >>> one_each([USUAL_WINS], 2)
    [('checkmate',), ('checkmate',)]
    """
    return [*sides] * players if len(sides) == 1 else sides


def square_text(square: Square) -> str:
    """A square as ICN writes it.

    >>> square_text((-4, 12))
    '-4,12'
    """
    return f"{square[0]},{square[1]}"


def promotion_text(piece: Piece | None) -> str:
    """A promotion behind the target square; with `=` where the code starts with a digit, which would go to the square.

    >>> promotion_text(Piece.of("Q")), promotion_text(Piece(Piece.of("q").kind, 3)), promotion_text(None)
    ('Q', '=3q', '')
    """
    code = "" if piece is None else piece.code
    return f"={code}" if code[:1].isdigit() else code


class Border(NamedTuple):
    """The last squares inside the world; None where a side is open."""

    left: int | None
    right: int | None
    bottom: int | None
    top: int | None

    def __str__(self) -> str:
        return ",".join("_" if side is None else str(side) for side in self)

    def holds(self, x: int, y: int) -> bool:
        """Whether a square lies inside.

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
    """None: the default, queen, rook, bishop and knight."""

    @property
    def is_usual(self) -> bool:
        """Whether pawns become the usual pieces, in whatever order these are told.

        >>> Promotion((8,), None).is_usual, Promotion((8,), USUAL_PROMOTION[:1]).is_usual
        (True, False)
        """
        return not self.kinds or set(self.kinds) == set(USUAL_PROMOTION)


class PresetRay(NamedTuple):
    """A half-line that is highlighted, for decoration."""

    start: Square
    step: tuple[int, int]

    def __str__(self) -> str:
        return f"{square_text(self.start)}>{square_text(self.step)}"


@dataclass(frozen=True)
class MoveText:
    """One move as it is written, with what stands around it."""

    start: Square
    end: Square
    promotion: Piece | None = None
    piece: Piece | None = None
    """The code in front, which is decoration."""
    capture: bool = False
    """Whether it is written with `x`."""
    signs: tuple[str, ...] = ()
    """What stands behind: `+`, `#`, `!?` …, blanks apart, each run of `!` and `?` together; `=` alone too."""
    comments: tuple[str, ...] = ()
    """The texts in braces behind it, without the braces."""
    at: int = field(default=0, compare=False)
    """The character of the text where it starts, from 0."""
    text: str = field(default="", compare=False)
    """How it was written, from its first character to the promotion or the target."""

    def compact(self) -> str:
        """Squares and promotion only: `2,7>1,8Q`, and `2,7>1,8=3q` for a further player's piece."""
        return f"{square_text(self.start)}>{square_text(self.end)}{promotion_text(self.promotion)}"


@dataclass
class Document:
    """The items of a text; None, or empty, for those that it does not have."""

    metadata: dict[str, str] = field(default_factory=dict)
    """In the order of the text; a value may be empty. A repeated key has its last value."""
    turn: tuple[int, ...] | None = None
    """Who moves, in order, as the text says it: `w` is `(1,)`, `b:w` is `(2, 1)`."""
    en_passant: Square | None = None
    move_rule: tuple[int, int] | None = None
    """Half-moves since the last capture or move of a pawn, and how many make a draw."""
    fullmove: int | None = None
    promotion: tuple[Promotion, ...] | None = None
    """One a player, in the order of their numbers."""
    wins: tuple[tuple[str, ...], ...] | None = None
    """One a player; or a single one, which is everybody's."""
    extras: dict[str, Any] | None = None
    """The JSON object, as it stands, in order."""
    border: Border | None = None
    squares: tuple[Square, ...] | None = None
    rays: tuple[PresetRay, ...] | None = None
    pieces: dict[Square, Piece] | None = None
    """In the order of the list; None where there is none (`{}` is an empty board, which no text of ours says)."""
    rights: set[Square] = field(default_factory=set)
    """The squares with a `+`."""
    comments: tuple[str, ...] = ()
    """The texts in braces before the first move."""
    moves: list[MoveText] = field(default_factory=list)
    result: str | None = None
    """The marker behind the moves."""

    def marked(self) -> set[Square]:
        """The squares that are written with a `+`: what belongs to nobody has no right, though a text may say so.

        >>> piece = Piece.of("ob")
        >>> Document(pieces={(1, 1): piece, (2, 2): Piece.of("K")}, rights={(1, 1), (2, 2)}).marked()
        {(2, 2)}
        """
        pieces = self.pieces or {}
        return {square for square in self.rights if square in pieces and not pieces[square].is_neutral}
