"""The best lines from the position on the board, found deeper and deeper while it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scoresheet import Game, Position
from scoresheet.analysis.searching import is_searchable
from scoresheet.drawing.ends import has_rule
from scoresheet.viewer.engine_work import EngineWork
from scoresheet.viewer.errors import wrong

if TYPE_CHECKING:
    from scoresheet.game import Node
    from scoresheet.uci.engine import Engine
    from scoresheet.uci.lines import Line

__all__ = ["LINES", "LiveWork"]

LINES = 3
"""How many lines a page may request."""

_LONGEST_S = 60.0
"""How many seconds a position is searched."""

_DEEPEST = 99
"""The depth at which a search ends in any case."""

_SHOWN_PLIES = 16
"""How many moves of each line are shown."""

_MOST_MOVES = 1_000
"""How many moves before the position a page may send."""

_LONGEST_TEXT = 10_000


class LiveWork(EngineWork):
    """A search of one position. Each depth is a separate search, for which the engine remembers those before."""

    def __init__(self, asked: Mapping[str, Any]) -> None:
        """Checks the request of the page.

        Raises:
            Refused: the request makes no sense.
            FenError: the position cannot be read.
            MoveError: a move before it is illegal.
        """
        super().__init__()
        self.lines = asked.get("lines", 1)
        if type(self.lines) is not int or not 1 <= self.lines <= LINES:
            raise wrong(f"`lines` is a number from 1 to {LINES}")
        self._node = _node_of(asked)
        self._found: list[dict[str, Any]] = []
        self._depth = 0

    async def run(self, engine: Engine) -> None:
        """Searches to larger and larger depths, for a limited time."""
        if not is_searchable(self._node):
            return
        # A search that was interrupted begins again with depths that the engine remembers.
        timer = asyncio.get_running_loop().call_later(_LONGEST_S, self.end, "done")
        try:
            for depth in range(1, _DEEPEST + 1):
                lines = await engine.aanalyse(self._node, depth=depth, lines=self.lines)
                if depth >= self._depth:
                    self._found, self._depth = [_line(line, self._node.position) for line in lines], depth
        finally:
            timer.cancel()

    def to_dict(self) -> dict[str, Any]:
        """The lines found so far. The moves are in SAN, and in UCI to be played."""
        outcome = self._node.position.outcome()
        ended = None if outcome is None else outcome.reason
        return {**self.facts(), "lines": self._found, "depth": self._depth, "ended": ended}


def _node_of(asked: Mapping[str, Any]) -> Node:
    """The node of a game that consists of the moves before the position, so that the engine sees repetitions."""
    fen, rules, moves = asked.get("fen"), asked.get("rules"), asked.get("moves", [])
    if not isinstance(fen, str) or not isinstance(rules, str) or len(fen) > _LONGEST_TEXT or len(rules) > _LONGEST_TEXT:
        raise wrong("`fen` and `rules` are not the texts of a position")
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves) or len(moves) > _MOST_MOVES:
        raise wrong(f"`moves` is not a list of at most {_MOST_MOVES:,} moves")
    start = Position(fen, rules)
    node = Game(fen=start.fen(), variant=start.variant).root
    for move in moves:
        node = node.add(move, notation="uci")
    return node


def _line(line: Line, position: Position) -> dict[str, Any]:
    """A line for the page."""
    chess960 = has_rule(position, "10")
    cp, mate, _ = line.eval
    return {
        "eval": {"cp": cp} if mate is None else {"mate": mate},
        "depth": line.depth,
        "nodes": line.nodes,
        "moves": [
            {"san": san, "uci": move.uci(chess960=chess960)}
            for san, move in zip(line.sans[:_SHOWN_PLIES], line.moves, strict=False)
        ],
    }
