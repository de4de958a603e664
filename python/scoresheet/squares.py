"""`SquareSet`: a set of squares of the standard board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any

from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet.drawing.marks import SquareLike

__all__ = ["SquareSet"]

_ALL = (1 << 64) - 1
_NAMES = tuple(f"{file}{rank}" for rank in "12345678" for file in "abcdefgh")
_NUMBERS = {name: number for number, name in enumerate(_NAMES)}
_EMPTY_BOARD = "8/8/8/8/8/8/8/8 w - - 0 1"


class SquareSet(Set[str]):
    """A set of squares that does not change, such as the squares that a piece attacks.

    Its elements are the names of squares, in the order a1, b1 to h8. A square can also be given by its number, 0 to 63.
    `&`, `|`, `-` and `^` combine it with any iterable of squares, and `~` gives all other squares. `str` draws the
    squares as a board; notebooks display a picture.

    Args:
        squares: names separated by spaces, or an iterable of names or numbers.

    Raises:
        UsageError: one of them is not a square.

    >>> from scoresheet import Position, SquareSet
    >>> attacked = Position().attacks("b1")
    >>> attacked, len(attacked), "c3" in attacked, 18 in attacked
    (SquareSet('d2 a3 c3'), 3, True, True)
    >>> attacked & SquareSet("c3 d5"), attacked - {"c3"}, len(~attacked)
    (SquareSet('c3'), SquareSet('d2 a3'), 61)
    >>> print(attacked)
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    x . x . . . . .
    . . . x . . . .
    . . . . . . . .
    """

    __slots__ = ("_mask",)

    _mask: int

    def __init__(self, squares: str | Iterable[SquareLike] = ()) -> None:
        listed = squares.split() if isinstance(squares, str) else squares
        mask = 0
        for square in listed:
            mask |= 1 << _number(square)
        self._mask = mask

    @classmethod
    def of_mask(cls, mask: int) -> SquareSet:
        """The set for a 64-bit number: bit 0 is a1, bit 1 is b1.

        Raises:
            UsageError: the number is negative or has more than 64 bits.

        >>> from scoresheet import SquareSet
        >>> SquareSet.of_mask(0x81)
        SquareSet('a1 h1')
        """
        if not 0 <= mask <= _ALL:
            raise UsageError(f"`{mask}` is not a set of squares", hint="use a number with at most 64 bits")
        found = cls.__new__(cls)
        found._mask = mask
        return found

    @property
    def mask(self) -> int:
        """The set as a 64-bit number: bit 0 is a1, bit 1 is b1.

        >>> from scoresheet import SquareSet
        >>> SquareSet("a1 h1").mask
        129
        """
        return self._mask

    @property
    def numbers(self) -> list[int]:
        """The squares as numbers, 0 for a1 to 63 for h8.

        >>> from scoresheet import SquareSet
        >>> SquareSet("a1 h8").numbers
        [0, 63]
        """
        return [number for number in range(64) if self._mask >> number & 1]

    def __contains__(self, square: object) -> bool:
        number = _NUMBERS.get(square) if isinstance(square, str) else square
        return isinstance(number, int) and 0 <= number < 64 and bool(self._mask >> number & 1)

    def __iter__(self) -> Iterator[str]:
        return (_NAMES[number] for number in self.numbers)

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __bool__(self) -> bool:
        return bool(self._mask)

    def __and__(self, other: Iterable[SquareLike]) -> SquareSet:
        return self.of_mask(self._mask & _mask(other))

    def __or__(self, other: Iterable[SquareLike]) -> SquareSet:  # type: ignore[override] # the sum is a set of squares
        return self.of_mask(self._mask | _mask(other))

    def __sub__(self, other: Iterable[SquareLike]) -> SquareSet:
        return self.of_mask(self._mask & ~_mask(other))

    def __xor__(self, other: Iterable[SquareLike]) -> SquareSet:  # type: ignore[override] # as above
        return self.of_mask(self._mask ^ _mask(other))

    def __rsub__(self, other: Iterable[SquareLike]) -> SquareSet:
        return self.of_mask(_mask(other) & ~self._mask)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __invert__(self) -> SquareSet:
        return self.of_mask(self._mask ^ _ALL)

    def __eq__(self, other: object) -> bool:
        return self._mask == other._mask if isinstance(other, SquareSet) else super().__eq__(other)

    def __hash__(self) -> int:
        # The hash of a `frozenset` of the same names, to which it is equal.
        return self._hash()

    def __reduce__(self) -> tuple[Any, tuple[int]]:
        return SquareSet.of_mask, (self._mask,)

    def __repr__(self) -> str:
        return f"SquareSet({' '.join(self)!r})" if self else "SquareSet()"

    def __str__(self) -> str:
        rows = (" ".join(".x"[self._mask >> 8 * rank + file & 1] for file in range(8)) for rank in reversed(range(8)))
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        """The squares as notebooks display them: marked on an empty board."""
        from scoresheet import _core  # here: the native part makes sets of squares

        board = _core.Position.read(_EMPTY_BOARD, "fen", "off")
        return board.svg(squares=list(self))


def _number(square: object) -> int:
    """The number of a square that a caller names."""
    number = _NUMBERS.get(square) if isinstance(square, str) else square
    if not isinstance(number, int) or not 0 <= number < 64:
        raise UsageError(f"there is no square `{square}`", hint="squares are `a1` to `h8`, or 0 to 63")
    return number


def _mask(squares: Iterable[SquareLike]) -> int:
    return squares._mask if isinstance(squares, SquareSet) else SquareSet(squares)._mask
