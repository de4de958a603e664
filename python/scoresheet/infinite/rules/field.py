"""Pieces on squares, which can be found by square, line and kind. Pieces are added and removed one at a time."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from hashlib import blake2b

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Kind, Piece, Step
from scoresheet.infinite.rules.arms import Arms, arms_of
from scoresheet.infinite.rules.lines import Lines, axis_of

__all__ = ["Field", "Lifted"]

# Random, so that games cannot be prepared with positions that share fingerprints.
_SALT = secrets.token_bytes(16)

Lifted = tuple[Square, Piece, int]
"""The square that a piece has left, the piece, and its place in the list."""


def _print_of(square: Square, what: str) -> int:
    """The contribution of an item on a square to the fingerprint. It is unbounded, so that far squares differ."""
    x, y = (place.to_bytes(place.bit_length() // 8 + 1, "little", signed=True) for place in square)
    data = b"%b%d,%b%b" % (what.encode(), len(x), x, y)
    return int.from_bytes(blake2b(data, digest_size=16, key=_SALT).digest(), "little")


_LOOKS = 4
"""How often all pieces of some kinds are searched before the lines of an axis are built."""


class Field:
    """Pieces and special rights on squares.

    >>> field = Field({(0, 0): Piece.of("K"), (0, 7): Piece.of("R")}, [(0, 0)])
    >>> before = field.fingerprint
    >>> lifted = field.lift((0, 7))
    >>> list(field.pieces), field.fingerprint == before
    ([(0, 0)], False)
    >>> field.put(*lifted)
    >>> field.fingerprint == before
    True
    """

    def __init__(self, pieces: Mapping[Square, Piece], rights: Iterable[Square]) -> None:
        self.rights = set(rights)
        self.pieces: dict[Square, Piece] = dict(pieces)
        self.slots = {square: slot for slot, square in enumerate(self.pieces)}
        """Numbers that order the squares as in the list of ICN."""
        self.next_slot = len(self.slots)
        self.army: tuple[dict[Kind, set[Square]], ...] = ({}, {}, {})
        """The squares of every kind, by the owner."""
        self._arms: list[Arms | None] = [None, None, None]
        self._lines: dict[Step, Lines] = {}
        self._asked: dict[Step, int] = {}
        self._fingerprint: int | None = None
        for square, piece in self.pieces.items():
            self._enlist(square, piece)

    def lines(self, step: Step) -> Lines:
        """The lines along a step. They are kept up to date after the first call."""
        axis = axis_of(step)
        lines = self._lines.get(axis)
        if lines is None:
            lines = self._lines[axis] = Lines(axis, self.pieces)
        return lines

    def lines_with(self, square: Square, axis: Step, kinds: Iterable[Kind], player: int) -> Lines | None:
        """The lines along an axis, if a player may have a piece of some kinds on the line of a square, otherwise None.

        Building lines costs more than a look at all such pieces, so the first few times only the latter is done.
        """
        lines = self._lines.get(axis)
        if lines is not None:
            return lines
        self._asked[axis] = asked = self._asked.get(axis, 0) + 1
        if asked <= _LOOKS:
            (x, y), (dx, dy) = square, axis
            key, army = dx * y - dy * x, self.army[player]
            if not any(dx * north - dy * east == key for kind in kinds for east, north in army.get(kind, ())):
                return None
        return self.lines(axis)

    def royals(self, player: int) -> Iterable[Square]:
        """The squares of the royal pieces of a player."""
        for kind, squares in self.army[player].items():
            if kind.royal:
                yield from squares

    @property
    def fingerprint(self) -> int:
        """A number of 128 bits that is the same for the same pieces and rights. It is kept up after the first call."""
        if self._fingerprint is None:
            self._fingerprint = 0
            for square, piece in self.pieces.items():
                self._fingerprint ^= _print_of(square, piece.code)
            for square in self.rights:
                self._fingerprint ^= _print_of(square, "+")
        return self._fingerprint

    def arms(self, player: int) -> Arms:
        """How the pieces of a player attack."""
        arms = self._arms[player]
        if arms is None:
            arms = self._arms[player] = arms_of(self.army[player])
        return arms

    # Pieces come and go

    def _enlist(self, square: Square, piece: Piece) -> None:
        army = self.army[piece.owner]
        squares = army.get(piece.kind)
        if squares is None:
            army[piece.kind] = {square}
            self._arms[piece.owner] = None
        else:
            squares.add(square)
        if self._fingerprint is not None:
            self._fingerprint ^= _print_of(square, piece.code)

    def put(self, square: Square, piece: Piece, slot: int) -> None:
        """Puts a piece on an empty square, with its place in the list."""
        self.pieces[square] = piece
        self.slots[square] = slot
        self._enlist(square, piece)
        for lines in self._lines.values():
            lines.add(square)

    def lift(self, square: Square) -> Lifted:
        """Takes the piece from a square. `put` restores it."""
        piece = self.pieces.pop(square)
        army = self.army[piece.owner]
        squares = army[piece.kind]
        squares.discard(square)
        if not squares:
            del army[piece.kind]
            self._arms[piece.owner] = None
        if self._fingerprint is not None:
            self._fingerprint ^= _print_of(square, piece.code)
        for lines in self._lines.values():
            lines.remove(square)
        return square, piece, self.slots.pop(square)

    def append(self, square: Square, piece: Piece) -> None:
        """Puts a piece on an empty square, at the end of the list."""
        self.put(square, piece, self.next_slot)
        self.next_slot += 1

    def toggle_right(self, square: Square) -> None:
        """Removes the right from a square, or restores it."""
        self.rights ^= {square}
        if self._fingerprint is not None:
            self._fingerprint ^= _print_of(square, "+")
