"""The only module that distinguishes the two kinds of games: games of standard chess and games of infinite chess."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

from scoresheet import _core

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from scoresheet import infinite

__all__ = ["EitherGame", "is_game", "is_standard"]

EitherGame: TypeAlias = "_core.Game | infinite.Game"
"""A game of either kind, for code to which the kind matters. Use `protocols.AnyGame` for code to which it does not."""


def is_standard(game: EitherGame) -> TypeIs[_core.Game]:
    """Whether a game is one of standard chess. This does not import the other kind.

    >>> import scoresheet
    >>> is_standard(scoresheet.parse("1. e4 *")), is_standard(scoresheet.parse("K0,0|k5,5"))
    (True, False)
    """
    return isinstance(game, _core.Game)


def is_game(given: object) -> TypeIs[EitherGame]:
    """Whether an object is a game of either kind. No object can be of the other kind before that is imported.

    >>> import scoresheet
    >>> is_game(scoresheet.parse("K0,0|k5,5")), is_game("1. e4 *")
    (True, False)
    """
    infinite = sys.modules.get("scoresheet.infinite")
    return isinstance(given, (_core.Game, getattr(infinite, "Game", ())))
