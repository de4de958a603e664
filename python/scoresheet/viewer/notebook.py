"""What notebooks show of a game or a position: the widget if anywidget is installed, else the picture."""

from __future__ import annotations

from collections.abc import Collection
from importlib.util import find_spec
from typing import Any

from scoresheet._core import Game, Position

__all__ = ["mimebundle"]


def mimebundle(
    shown: Game | Position, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> Any:
    """The forms of a game or a position for a notebook; None if there is only the picture.

    Programs that show notebooks without running them take the picture, which the forms include.

    >>> import scoresheet
    >>> forms = mimebundle(scoresheet.Position())
    >>> forms is None or "text/html" in forms[0]
    True
    """
    if find_spec("anywidget") is None:
        return None
    from scoresheet.viewer.widget import GameWidget

    widget: Any = GameWidget(shown)
    forms = widget._repr_mimebundle_(include=include, exclude=exclude)
    if forms is None:
        return None
    data, about = forms if isinstance(forms, tuple) else (forms, {})
    picture = shown._repr_html_() if isinstance(shown, Game) else shown._repr_svg_()
    return {**data, "text/html": picture}, about
