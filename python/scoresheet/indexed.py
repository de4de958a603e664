"""Games by their numbers, as in a list that need not fit in memory."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from scoresheet import _core
    from scoresheet.game import Game

__all__ = ["Indexed"]


class Indexed:
    """What `Games` has of a list: its length, where that is known, and games by their numbers, from 0."""

    __slots__ = ()

    @property
    def _native(self) -> _core.Games:
        raise NotImplementedError

    def count(self) -> int:
        """How many games there are. They are read if the number is not known yet, but no moves are played for it.

        Raises:
            FileError: an input cannot be read, unless `on_error` says otherwise.
            SourceConsumed: a pipe was read before.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn").count()
        45
        """
        return self._native.count()

    def __len__(self) -> int:
        """How many games there are, where that is known without reading them.

        It is known of Parquet files, which say how many rows they have, and of everything that was read once. Otherwise
        `len` raises `TypeError`, and `count` reads the games.
        """
        known = self._native.known()
        if known is None:
            raise TypeError("how many games there are is not known before they are read: `games.count()` counts them")
        return known

    def __bool__(self) -> bool:
        """Always true: to find out whether there is a game, one would have to be read."""
        return True

    @overload
    def __getitem__(self, key: int) -> Game: ...
    @overload
    def __getitem__(self, key: slice) -> list[Game]: ...
    def __getitem__(self, key: int | slice) -> Game | list[Game]:
        """The game of a number, from 0, or a list of the games of a slice. Negative numbers count from the end.

        The first time, all games are read once, about as fast as going through them, and kept in a temporary file that
        takes less than a third of the space of their text. After that any game takes less than a millisecond or so,
        also where the input is packed or a pipe. Each time, the game is a new object. Games come from that copy even if
        a file changes later.

        Raises:
            IndexError: there are not so many games.
            SourceConsumed: a pipe was read before.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn")
        >>> games[-1].tags["White"], [game.ply_count for game in games[2:4]]
        ('Capablanca, Jose Raul', [74, 40])
        """
        count = self._native.indexed()
        if isinstance(key, slice):
            return [self._native.game(number) for number in range(*key.indices(count))]
        try:
            number = operator.index(key)
        except TypeError:
            raise TypeError(f"games have whole numbers and slices, not `{type(key).__name__}`") from None
        if not -count <= number < count:
            raise IndexError(f"there are only {count} games")
        game: Game = self._native.game(number % count)
        return game
