"""Chooses the view of a game. No other drawing code distinguishes the kinds of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheet._kinds import is_standard
from scoresheet.drawing.standard_view import StandardView

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.view import AnyView

__all__ = ["view_of"]


def view_of(game: EitherGame) -> AnyView:
    """The view of a game. The code for infinite boards is imported only when it is needed.

    >>> import scoresheet
    >>> type(view_of(scoresheet.parse("1. e4 *"))).__name__, type(view_of(scoresheet.parse("K0,0|k5,5"))).__name__
    ('StandardView', 'InfiniteView')
    """
    if is_standard(game):
        return StandardView(game)
    from scoresheet.drawing.infinite_view import InfiniteView

    return InfiniteView(game)
