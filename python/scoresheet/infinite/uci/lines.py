"""Lines that an engine of infinite chess found."""

from __future__ import annotations

from dataclasses import dataclass

from scoresheet.infinite.move import Move
from scoresheet.uci.lines import EngineLine

__all__ = ["Line"]


@dataclass(frozen=True)
class Line(EngineLine[Move]):
    """A line that an engine of infinite chess found. Returned by `Engine.analyse`.

    Attributes:
        eval: the evaluation of the position from White's side, with its depth.
        depth: the depth of the search in plies; None if the engine does not print it.
        seldepth: the largest depth that the engine looked at; None if it does not print it.
        nodes: the positions that were searched for it; None if the engine does not print them.
        time_ms: the time until the line was found, in milliseconds; None if the engine does not print it.
        wdl: how often White would win, draw and lose, in thousandths; None unless the engine prints it.
        moves: the moves, all of them legal in their positions. `str` gives the ICN of each.
        cut: whether the engine's line went on, with a move that is illegal or beyond the engine's own limit of
            coordinates, or beyond 512 moves.
        stopped: whether the search did not end by its limit and had to be stopped.

    >>> import sys
    >>> from scoresheet import infinite
    >>> position = infinite.Position.read("K0,0|R5,0|k9,9|p5,1000000000000000000000")
    >>> with infinite.Engine([sys.executable, "examples/infinite_one_ply.py"]) as engine:
    ...     [line] = engine.analyse(position, depth=1)
    >>> line.eval, list(map(str, line.moves)), line.cut
    (Evaluation(cp=100, mate=None, depth=1), ['5,0>5,1000000000000000000000'], False)
    """
