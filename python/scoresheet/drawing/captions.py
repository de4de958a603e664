"""The captions below boards and the times after moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoresheet.drawing.movetext import signs

if TYPE_CHECKING:
    from scoresheet.drawing.view import AnyView, Shown
    from scoresheet.protocols import AnyNode

__all__ = ["Captions", "times_of"]

_TIMES = {"clk": "clock", "emt": "time", "eval": "evaluation"}
"""The commands that are shown in words."""


class Captions:
    """Makes captions of boards: the move that led to the position, or that it is the start.

    >>> import scoresheet
    >>> from scoresheet.drawing.views import view_of
    >>> view = view_of(scoresheet.parse("1. e4 e5 *"))
    >>> [Captions(view).of(shown) for shown in view.all()]
    ['Start', '1. e4', '1... e5']
    """

    def __init__(self, view: AnyView, notation: str | None = None) -> None:
        self._view = view
        self._number = view.numbers()
        self._notation = notation

    def of(self, shown: Shown[Any, Any]) -> str:
        """The caption of one board."""
        if not shown.ply:
            return "Start"
        move = self._view.spelled(shown.node, self._notation)
        return f"{self._number(shown.ply)} {move}{signs(shown.node.nags)}"


def times_of(node: AnyNode) -> str:
    """The clock and the evaluation after a move, as written; empty if there is neither.

    >>> import scoresheet
    >>> times_of(scoresheet.parse("1. e4 {[%eval 0.2] [%clk 0:03:00]} *").at(1))
    'clock 0:03:00, evaluation 0.2'
    """
    said = {command.name: command.value for command in reversed(node.commands) if command.meaning is not None}
    return ", ".join(f"{words} {said[name]}" for name, words in _TIMES.items() if name in said)
