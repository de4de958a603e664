"""A chess engine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from scoresheet.game import Node
from scoresheet.notation import Move, Position
from scoresheet.uci.client import Client
from scoresheet.uci.lines import Line
from scoresheet.uci.standard import StandardRoot

__all__ = ["Engine"]


class Engine(Client[Position | Node, Move, Line]):
    """A chess engine that speaks UCI, run as a separate process.

    The methods block. An engine serves one thread at a time: a call from another thread raises `UsageError`. `aanalyse`
    and `aplay` are for programs that use `asyncio`. The engine ends with `close`, at the end of a `with` block, and at
    the latest with the Python program.

    After an error that ends the engine (`engine-timeout`, `engine-exit`, `engine-protocol` with too many lines),
    `restart` starts it again.

    Args:
        command: the name of a program, its path, or a list of the program and its arguments. No shell interprets it. A
            name is looked up in `PATH`, then in `/usr/games`.
        options: options to set at the start, as in `configure`.
        start_timeout: how many seconds the engine may take to start.
        reply_timeout: how many seconds it may take for any other reply except that of a search.
        search_timeout: after how many seconds a search is stopped. If None, this depends on the limit: a search by time
            has its time and `reply_timeout`; one by nodes a second for 5,000 nodes, at least 60; one by depth an hour.
        debug: a function that receives every line that is sent (`> uci`) and received (`< uciok`), such as `print`.

    Raises:
        EngineError: the engine cannot be started (`engine-start`), or an option is wrong (`engine-option`).

    >>> import sys, scoresheet
    >>> with scoresheet.Engine([sys.executable, "examples/one_ply.py"], options={"Capture": False}) as engine:
    ...     engine.name, engine.options["capture"].kind, engine.play(scoresheet.Position(), depth=1)
    ('One Ply', 'check', <Move a2a3>)
    """

    _SET_BY_SEARCHES: ClassVar[Mapping[str, str]] = {
        **Client._SET_BY_SEARCHES,
        "UCI_Chess960": "it follows the position",
        "UCI_Variant": "it follows the rules of the position",
    }

    def _root(self, position: Position | Node) -> StandardRoot:
        return StandardRoot(position)

    def _start(self) -> StandardRoot:
        return StandardRoot(Position())
