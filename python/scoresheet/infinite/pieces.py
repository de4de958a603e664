"""The kinds of pieces: their codes, long names and moves. `KINDS` is the only list of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from scoresheet.errors import UsageError

__all__ = [
    "BLACK",
    "BY_CODE",
    "BY_NAME",
    "KINDS",
    "NEUTRAL",
    "STANDARD_PROMOTION",
    "WHITE",
    "Kind",
    "Piece",
    "Step",
]

Step = tuple[int, int]
"""A number of squares to the east and to the north."""

NEUTRAL, WHITE, BLACK = 0, 1, 2
"""The owner of a piece as a number: 3 and above are further players, who are kept but not played."""

_OWNER_LETTERS = "NWB"


@dataclass(frozen=True, eq=False)
class Kind:
    """A kind of piece in ICN.

    >>> BY_CODE["am"].name, BY_CODE["n"].leaps[:2], BY_CODE["rq"].royal
    ('amazons', ((1, 2), (1, -2)), True)
    """

    code: str
    """Lower case."""
    name: str
    """Its name in the long format, without the letter of its owner."""
    leaps: tuple[Step, ...] = ()
    """The squares that it jumps to."""
    slides: tuple[Step, ...] = ()
    """The directions in which it slides until something is in the way; each is a primitive vector."""
    royal: bool = False
    """Whether an attack on it is check."""
    castles: bool = False
    """Whether it castles as a king does."""
    neutral: bool = False
    """Whether it belongs to no player."""
    special: Literal["", "pawn", "huygens", "rose"] = ""
    """The special way in which it moves: a huygens slides, but stops and is blocked at prime distances only; the routes
    of a rose turn."""

    @property
    def singular(self) -> str:
        """Its name for messages.

        >>> BY_CODE["rq"].singular, BY_CODE["hu"].singular
        ('royal queen', 'huygens')
        """
        words = "".join(letter if letter.islower() else f" {letter.lower()}" for letter in self.name)
        return words if self.special == "huygens" else words[:-1]

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _kind, (self.code,)

    def __repr__(self) -> str:
        return f"Kind({self.code!r})"


def _kind(code: str) -> Kind:
    return BY_CODE[code]


def _all_ways(east: int, north: int) -> tuple[Step, ...]:
    """A step with every change of signs and axes, each once."""
    signed = [(x * a, y * b) for x, y in ((east, north), (north, east)) for a in (1, -1) for b in (1, -1)]
    return tuple(dict.fromkeys(signed))


_ORTHOGONAL = _all_ways(1, 0)
_DIAGONAL = _all_ways(1, 1)
_QUEEN = _ORTHOGONAL + _DIAGONAL
_KNIGHT = _all_ways(1, 2)

KINDS: tuple[Kind, ...] = (
    Kind("k", "kings", leaps=_QUEEN, royal=True, castles=True),
    Kind("p", "pawns", special="pawn"),
    Kind("n", "knights", leaps=_KNIGHT),
    Kind("b", "bishops", slides=_DIAGONAL),
    Kind("r", "rooks", slides=_ORTHOGONAL),
    Kind("q", "queens", slides=_QUEEN),
    Kind("am", "amazons", leaps=_KNIGHT, slides=_QUEEN),
    Kind("ha", "hawks", leaps=_all_ways(0, 2) + _all_ways(2, 2) + _all_ways(0, 3) + _all_ways(3, 3)),
    Kind("ch", "chancellors", leaps=_KNIGHT, slides=_ORTHOGONAL),
    Kind("ar", "archbishops", leaps=_KNIGHT, slides=_DIAGONAL),
    Kind("gu", "guards", leaps=_QUEEN),
    Kind("ca", "camels", leaps=_all_ways(1, 3)),
    Kind("gi", "giraffes", leaps=_all_ways(1, 4)),
    Kind("ze", "zebras", leaps=_all_ways(2, 3)),
    Kind("ce", "centaurs", leaps=_QUEEN + _KNIGHT),
    Kind("rq", "royalQueens", slides=_QUEEN, royal=True),
    Kind("rc", "royalCentaurs", leaps=_QUEEN + _KNIGHT, royal=True, castles=True),
    Kind("nr", "knightriders", slides=_KNIGHT),
    Kind("hu", "huygens", slides=_ORTHOGONAL, special="huygens"),
    Kind("ro", "roses", special="rose"),
    Kind("ob", "obstacles", neutral=True),
    Kind("vo", "voids", neutral=True),
)

BY_CODE: dict[str, Kind] = {kind.code: kind for kind in KINDS}
BY_NAME: dict[str, Kind] = {kind.name: kind for kind in KINDS}

STANDARD_PROMOTION: tuple[Kind, ...] = tuple(BY_CODE[code] for code in "qrbn")
"""The default promotions of a pawn."""


@dataclass(frozen=True)
class Piece:
    """A kind and its owner: `NEUTRAL`, `WHITE`, `BLACK`, or 3 and above for further players.

    >>> str(Piece(BY_CODE["am"], WHITE)), str(Piece(BY_CODE["q"], 3)), Piece.of("ob").owner
    ('AM', '3q', 0)
    """

    kind: Kind
    owner: int
    code: str = field(init=False, compare=False, repr=False)
    """Its form in ICN: upper case is White, lower case Black; obstacles and voids are lower case."""

    def __post_init__(self) -> None:
        if not (isinstance(self.kind, Kind) and isinstance(self.owner, int)):
            raise TypeError("a piece is a `Kind` and the number of its owner; `Piece.of` makes one from a code")
        code = self.kind.code
        if self.owner == WHITE and not self.kind.neutral:
            code = code.upper()
        elif self.owner != (NEUTRAL if self.kind.neutral else BLACK):
            code = f"{self.owner}{code}"
        object.__setattr__(self, "code", code)

    @classmethod
    def of(cls, code: str) -> Piece:
        """The piece for a code of White, Black or no owner.

        Raises:
            UsageError: no piece has this code, or its case is mixed.

        >>> Piece.of("NR").kind.name
        'knightriders'
        """
        if not isinstance(code, str):
            raise TypeError(f"the code of a piece is str, not {type(code).__name__}")
        kind = BY_CODE.get(code.lower()) if code.isascii() else None
        if kind is None or (code != code.lower() and (kind.neutral or code != code.upper())):
            hint = "White's are upper case, Black's lower case: `Q`, `am`, `NR`"
            raise UsageError(f"`{code[:80]}` is not the code of a piece", hint=hint)
        if kind.neutral:
            return cls(kind, NEUTRAL)
        return cls(kind, BLACK if code == code.lower() else WHITE)

    @property
    def is_neutral(self) -> bool:
        """Whether it has no owner, even if a text gives one."""
        return self.owner == NEUTRAL or self.kind.neutral

    @property
    def long_name(self) -> str | None:
        """Its name in the original long format, such as `queensW`; None for further players, who have none there."""
        return None if self.owner >= len(_OWNER_LETTERS) else self.kind.name + _OWNER_LETTERS[self.owner]

    def __str__(self) -> str:
        return self.code
