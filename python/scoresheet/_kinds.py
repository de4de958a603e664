"""The two kinds of games, told apart in one place: those of usual chess, and those on boards without edges."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

from scoresheet import _core

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from scoresheet import infinite

__all__ = ["EitherGame", "is_game", "is_usual"]

EitherGame: TypeAlias = "_core.Game | infinite.Game"
"""A game of one of the kinds that there are, where it matters which; `protocols.AnyGame` is for where it does not."""


def is_usual(game: EitherGame) -> TypeIs[_core.Game]:
    """Whether a game is one of usual chess; the other kind need not be imported to be told from it.

    >>> import scoresheet
    >>> is_usual(scoresheet.parse("1. e4 *")), is_usual(scoresheet.parse("K0,0|k5,5"))
    (True, False)
    """
    return isinstance(game, _core.Game)


def is_game(given: object) -> TypeIs[EitherGame]:
    """Whether something is a game of any kind. Nobody has one of the other kind before that is imported.

    >>> import scoresheet
    >>> is_game(scoresheet.parse("K0,0|k5,5")), is_game("1. e4 *")
    (True, False)
    """
    other = sys.modules.get("scoresheet.infinite.game")
    return isinstance(given, _core.Game) or (other is not None and isinstance(given, other.Game))
