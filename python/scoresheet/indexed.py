"""Access to games by number, as in a list that need not fit in memory."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from scoresheet import _core
    from scoresheet.game import Game

__all__ = ["Indexed"]


class Indexed:
    """The list-like methods of `Games`: its length, if that is known, and games by their numbers, from 0."""

    __slots__ = ()

    @property
    def _native(self) -> _core.Games:
        raise NotImplementedError

    @property
    def _has_numbers(self) -> bool:
        """Whether any game can be reached by its number without reading all of them."""
        return self._native.has_numbers()

    def count(self) -> int:
        """The number of games. If it is not known yet, the games are read, but no moves are played.

        Raises:
            FileError: an input cannot be read, unless `on_error` allows that.
            SourceConsumed: a pipe was read before.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn").count()
        45
        """
        return self._native.count()

    def __len__(self) -> int:
        """The number of games, if it is known without reading them.

        It is known for Parquet files and archives on this machine, which hold the number of their games, and for
        everything that was read once.
        Otherwise, `len` raises `TypeError`; use `count`, which reads the games.
        """
        known = self._native.known()
        if known is None:
            raise TypeError("the number of games is not known before they are read: `games.count()` counts them")
        return known

    def __bool__(self) -> bool:
        """Always true, because finding out whether there is a game would require reading one."""
        return True

    @overload
    def __getitem__(self, key: int) -> Game: ...
    @overload
    def __getitem__(self, key: slice) -> list[Game]: ...
    def __getitem__(self, key: int | slice) -> Game | list[Game]:
        """The game with this number, from 0, or a list of the games in a slice. Negative numbers count from the end.

        The first access reads all games once, about as fast as iterating over them, and keeps them in a temporary file
        that takes less than a third of the space of their text. After that, any game takes about a millisecond or less,
        even if the input is compressed or a pipe. Each access returns a new object. Games come from this copy even if a
        file changes later.

        Archives (`.scz`) and Parquet files are not copied: only the block or the pages that hold the game are read, and
        only games of damaged ones raise an error. After many games here and there, those of Parquet are read once as
        above. Both are read like other files if games are selected, sorted or edited, if some come from files of other
        formats, or if `on_error` is given, except `"raise"` for archives.

        Raises:
            IndexError: there is no game with this number.
            SourceConsumed: a pipe was read before.
            FileError: the game cannot be read, or its file was overwritten after the first access.

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
            raise TypeError(f"the numbers of games are integers or slices, not `{type(key).__name__}`") from None
        if not -count <= number < count:
            raise IndexError(f"there are only {count} games")
        game: Game = self._native.game(number % count)
        return game
