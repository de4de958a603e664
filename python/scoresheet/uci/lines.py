"""Lines that an engine found: an evaluation, and the moves behind it."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoresheet.game import Evaluation
from scoresheet.notation import Move, Position
from scoresheet.uci.info import Info
from scoresheet.uci.searches import legal_move

__all__ = ["Line", "line_of"]

LINE_PLIES = 512
"""How many moves of a line are kept."""


@dataclass(frozen=True)
class Line:
    """A line that an engine found. Returned by `Engine.analyse`.

    Attributes:
        eval: the evaluation of the position from White's side, with its depth.
        depth: the depth of the search in plies; None if the engine does not print it.
        seldepth: the largest depth that the engine looked at; None if it does not print it.
        nodes: the positions that were searched for it; None if the engine does not print them.
        time_ms: the time until the line was found, in milliseconds; None if the engine does not print it.
        wdl: how often White would win, draw and lose, in thousandths; None unless the engine prints it, for which most
            have the option `UCI_ShowWDL`.
        moves: the moves, all of them legal.
        cut: whether the engine's line went on, with a move that is illegal, or beyond 512 moves.
        stopped: whether the search did not end by its limit and had to be stopped.

    >>> import sys, scoresheet
    >>> board = scoresheet.Position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"]) as engine:
    ...     [line] = engine.analyse(board, depth=1)
    >>> line.eval, line.sans, line.cut
    (Evaluation(cp=100, mate=None, depth=1), ['exd5'], False)
    """

    eval: Evaluation
    depth: int | None
    seldepth: int | None
    nodes: int | None
    time_ms: int | None
    wdl: tuple[int, int, int] | None
    moves: list[Move]
    cut: bool = False
    stopped: bool = False
    _start: Position = field(default_factory=Position, repr=False, compare=False)

    @property
    def sans(self) -> list[str]:
        """The moves in SAN."""
        found, position = [], self._start
        for move in self.moves:
            found.append(position.write(move))
            position = position.play(move)
        return found


def line_of(info: Info, start: Position, *, stopped: bool) -> Line:
    """The line that an engine printed for a position."""
    moves, position = [], start
    for text in info.moves[:LINE_PLIES]:
        move = legal_move(position, text)
        if move is None:
            break
        moves.append(move)
        position = position.play(move)
    white = start.turn == "white"
    cp, mate = ((value if white or value is None else -value) for value in (info.cp, info.mate))
    wdl = info.wdl if white or info.wdl is None else (info.wdl[2], info.wdl[1], info.wdl[0])
    counts = (info.depth, info.seldepth, info.nodes, info.time_ms)
    cut = len(moves) < len(info.moves)
    return Line(Evaluation(cp, mate, info.depth), *counts, wdl, moves, cut, stopped, start)
