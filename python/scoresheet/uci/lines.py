"""Lines that an engine found: an evaluation, and the moves of the line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from scoresheet.game import Evaluation
from scoresheet.notation import Move, Position
from scoresheet.uci.info import Info

__all__ = ["EngineLine", "Line", "facts_of"]

MoveType = TypeVar("MoveType")
Chances: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class EngineLine(Generic[MoveType]):
    """A line that an engine found, with moves of any kind. `Line` describes the attributes."""

    eval: Evaluation
    depth: int | None
    seldepth: int | None
    nodes: int | None
    time_ms: int | None
    wdl: Chances | None
    moves: list[MoveType]
    cut: bool = False
    stopped: bool = False


@dataclass(frozen=True)
class Line(EngineLine[Move]):
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

    _start: Position = field(default_factory=Position, repr=False, compare=False)

    @property
    def sans(self) -> list[str]:
        """The moves in SAN."""
        found, position = [], self._start
        for move in self.moves:
            found.append(position.write(move))
            position = position.play(move)
        return found


def facts_of(
    info: Info, turn: str
) -> tuple[Evaluation, int | None, int | None, int | None, int | None, Chances | None]:
    """What an engine printed about a line except its moves, from White's side: the first attributes of a line.

    >>> from scoresheet.uci.info import SearchInfos
    >>> infos = SearchInfos(lines=1)
    >>> infos.add(b"info depth 7 score cp 31 wdl 300 500 200 pv e7e5")
    >>> facts_of(infos.best()[0], "black")
    (Evaluation(cp=-31, mate=None, depth=7), 7, None, None, None, (200, 500, 300))
    """
    white = turn == "white"
    cp, mate = ((value if white or value is None else -value) for value in (info.cp, info.mate))
    wdl = info.wdl if white or info.wdl is None else (info.wdl[2], info.wdl[1], info.wdl[0])
    return Evaluation(cp, mate, info.depth), info.depth, info.seldepth, info.nodes, info.time_ms, wdl
