"""What notebooks show of a game or a position: the widget if anywidget is installed, else the picture."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias

from scoresheet._core import Game, Position
from scoresheet._kinds import is_game
from scoresheet.drawing.views import view_of

if TYPE_CHECKING:
    from scoresheet import infinite
    from scoresheet._kinds import EitherGame

__all__ = ["Displayed", "game_from", "mimebundle"]

Displayed: TypeAlias = "EitherGame | Position | infinite.Position"
"""What notebooks show."""


def mimebundle(shown: Displayed, include: Collection[str] | None = None, exclude: Collection[str] | None = None) -> Any:
    """The forms of a game or a position for a notebook.

    Programs that show notebooks without running them take the picture, which the forms include. A position is its
    board, and a line with the side to move.

    >>> import scoresheet
    >>> forms = mimebundle(scoresheet.Position())
    >>> "White to move" in forms[0]["text/html"] if isinstance(forms, tuple) else forms["text/html"]
    True
    """
    picture = shown.html(fragment=True) if is_game(shown) else _picture(shown)
    if find_spec("anywidget") is None:
        return {"text/html": picture}
    from scoresheet.viewer.widget import GameWidget

    widget: Any = GameWidget(shown)
    forms = widget._repr_mimebundle_(include=include, exclude=exclude)
    if forms is None:
        return None
    data, about = forms if isinstance(forms, tuple) else (forms, {})
    return {**data, "text/html": picture}, about


def _picture(position: Position | infinite.Position) -> str:
    view = view_of(game_from(position))
    state = escape(view.state(view.at(0)))
    return f'<figure style="display:inline-block;margin:0">{position.svg()}<figcaption>{state}</figcaption></figure>'


def game_from(position: Position | infinite.Position) -> EitherGame:
    """A game without moves that starts from a position.

    >>> game_from(Position("4k3/8/8/8/8/8/8/4K3 b - - 0 1")).start.turn
    'black'
    """
    if isinstance(position, Position):
        return Game(fen=position.fen(), variant=position.variant)
    from scoresheet import infinite  # here: it is loaded already, because the position is one of its

    return infinite.Game(start=position)
