"""An engine of infinite chess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from scoresheet.infinite.game import Game
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Node
from scoresheet.infinite.position import Position
from scoresheet.infinite.uci.lines import Line
from scoresheet.infinite.uci.root import IcnRoot
from scoresheet.uci.client import Client

__all__ = ["Engine"]


class Engine(Client[Position | Node | Game, Move, Line]):
    """An engine of infinite chess that speaks UCI, run as a separate process.

    Arguments, methods and errors are those of `scoresheet.Engine`, with positions, games, nodes and moves of
    `scoresheet.infinite`. A game means its last node. The page "UCI for boards without edges" of the reference
    describes what engines receive and how they reply.

    Every move of an engine is checked with the rules. Positions with coordinates beyond the engine's option
    `UCI_MaxCoordinate` are not sent, because it would misread them: `EngineError` has the code `engine-option`.

    >>> import sys
    >>> from scoresheet import infinite
    >>> game = infinite.parse("K0,0|Q3,3|k9,9|r3,1000000000000000000000 0,0>1,1|9,9>9,10")
    >>> with infinite.Engine([sys.executable, "examples/infinite_one_ply.py"]) as engine:
    ...     [line] = engine.analyse(game, depth=1)
    ...     engine.name, line.eval.cp, str(line.moves[0]), str(engine.play(game.at(1), depth=1))
    ('Infinite One Ply', 500, '3,3>3,1000000000000000000000', '3,1000000000000000000000>3,3')
    """

    _SET_BY_SEARCHES: ClassVar[Mapping[str, str]] = {
        **Client._SET_BY_SEARCHES,
        "UCI_Icn": "positions are written in a dialect that can express all of them, if the engine reads it",
        "UCI_Variant": "it is `infinite`",
    }

    def _root(self, position: Position | Node | Game) -> IcnRoot:
        return IcnRoot(position)

    def _start(self) -> IcnRoot:
        return IcnRoot(Game())
