"""The positions of a game, made on demand by one board that moves forward and back."""

from __future__ import annotations

from collections.abc import Sequence

from scoresheet.infinite.document import Document
from scoresheet.infinite.node import Entry
from scoresheet.infinite.position import Position
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules import Board, Change
from scoresheet.infinite.start import refuse_missing_pieces

__all__ = ["PositionCache"]

_KEPT = 4
"""How many positions are kept: a node needs the position before it and the one after it."""


class PositionCache:
    """A board at some point of a game. Going to the next move, or back, costs that move."""

    def __init__(self, head: Document, entries: Sequence[Entry], rules: Rules) -> None:
        """Raises `Refused` if the rules of the start are not supported."""
        refuse_missing_pieces(head)
        self._start = Position.of(head)
        self._board = Board(self._start)
        self._rules: Rules = rules
        self._entries = entries
        self._changes: list[Change] = []
        self._made: dict[int, Position] = {}

    def at(self, ply: int) -> Position:
        """The position after this many half-moves.

        Raises:
            Refused: a move starts on an empty square.
        """
        if ply == 0:
            return self._start
        position = self._made.get(ply)
        if position is None:
            self._go(ply)
            position = self._board.put_into(self._start)
            while len(self._made) >= _KEPT:
                del self._made[next(iter(self._made))]
            self._made[ply] = position
        return position

    def forget(self, ply: int) -> None:
        """Forgets the moves after a ply, which have changed."""
        if len(self._changes) > ply:
            self._go(ply)
        self._made = {at: position for at, position in self._made.items() if at <= ply}

    def _go(self, ply: int) -> None:
        while len(self._changes) > ply:
            self._board.undo(self._changes.pop())
        while len(self._changes) < ply:
            move = self._entries[len(self._changes)].move
            assert move is not None, "every entry except the start has a move"
            self._changes.append(self._board.apply(move, self._rules))
