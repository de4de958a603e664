"""The search of an engine: a position as a command writes it, and a limit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from scoresheet.errors import MoveError, UsageError
from scoresheet.protocols import AnyPosition
from scoresheet.uci.info import Info
from scoresheet.uci.options import EngineOptions

__all__ = ["SearchLimit", "SearchRoot", "Setting"]

_SLOWEST_NODES_PER_S = 5_000
"""The speed that an engine must reach, unless the caller sets how long a search may take."""

_SHORTEST_S = 60.0
_LONGEST_S = 3600.0
"""How long a search may take that is limited by nodes, at least, and one that is limited by depth."""


LINE_PLIES = 512
"""How many moves of a line are kept."""

PositionType = TypeVar("PositionType", bound=AnyPosition)
MoveType = TypeVar("MoveType")
LineType = TypeVar("LineType")

Setting: TypeAlias = "tuple[str, str | bool, str | bool]"
"""An option that a search needs: its name, the value, and the value that an engine without the option has."""


class SearchRoot(ABC, Generic[PositionType, MoveType, LineType]):
    """A position to search. All that differs between kinds of games is here: how engines write positions and moves.

    Attributes:
        position: the position.
    """

    position: PositionType

    @abstractmethod
    def command(self, options: EngineOptions) -> str:
        """The command that sends the position, and the moves that led to it, to an engine with these options.

        Raises:
            EngineError: the engine cannot have this position (`engine-option`).
        """

    @abstractmethod
    def settings(self, options: EngineOptions) -> list[Setting]:
        """The options that depend on the position, in the order in which they are set.

        Raises:
            EngineError: no value of an option fits (`engine-option`).
        """

    @property
    @abstractmethod
    def ended(self) -> str | None:
        """Why the game has ended on the board, so that there is nothing to search; None if it continues."""

    @property
    @abstractmethod
    def fen(self) -> str | None:
        """The position for errors; None if it has no FEN."""

    @abstractmethod
    def legal_move(self, position: PositionType, text: str) -> MoveType:
        """The move for a text of an engine.

        Raises:
            MoveError: the text is not a move, or the move is illegal.
        """

    @abstractmethod
    def line(self, info: Info, *, stopped: bool) -> LineType:
        """The line that an engine printed."""

    def moves(self, texts: list[str]) -> list[MoveType]:
        """The moves of a line, up to the first illegal one."""
        found: list[MoveType] = []
        position = self.position
        for text in texts[:LINE_PLIES]:
            try:
                move = self.legal_move(position, text)
            except MoveError:
                break
            found.append(move)
            position = position.play(move)
        return found


class SearchLimit(NamedTuple):
    """What ends a search: `words` are those of `go`, and after `expected_s` the engine is stopped."""

    words: str
    expected_s: float
    nodes: int | None = None

    @classmethod
    def of(cls, nodes: int | None, depth: int | None, seconds: float | None) -> SearchLimit:
        """The limit that is named.

        Raises:
            UsageError: there is none, or several, or one that is not positive.
        """
        named = {"nodes": nodes, "depth": depth, "seconds": seconds}
        given = {name: value for name, value in named.items() if value is not None}
        if len(given) != 1:
            shown = " and ".join(f"`{name}`" for name in given) or "no limit"
            raise UsageError(
                f"a search needs one limit, not {shown}", hint="give one of `nodes`, `depth` and `seconds`"
            )
        [(name, value)] = given.items()
        if isinstance(value, bool) or not isinstance(value, int if name != "seconds" else int | float):
            raise UsageError(f"`{name}` is a number, not `{value!r}`")
        if not 0 < value < 1 << 53:
            raise UsageError(f"`{name}={value}` is not possible", hint="give a number above 0")
        if nodes is not None:
            return cls(f"nodes {nodes}", max(_SHORTEST_S, nodes / _SLOWEST_NODES_PER_S), nodes)
        if seconds is not None:
            return cls(f"movetime {max(1, round(seconds * 1000))}", seconds)
        return cls(f"depth {depth}", _LONGEST_S)

    @classmethod
    def of_clocks(cls, white: float | None, black: float | None, increment: float, turn: str) -> SearchLimit:
        """The limit of a game with clocks, in seconds.

        Raises:
            UsageError: a clock is missing or negative.
        """
        if white is None or black is None:
            raise UsageError(
                "a search by clocks needs those of both sides", hint="give `white_clock` and `black_clock`"
            )
        for name, value in {"white_clock": white, "black_clock": black, "increment": increment}.items():
            if not 0 <= value < 1 << 31:
                raise UsageError(f"`{name}={value}` is not possible", hint="clocks are seconds from 0")
        ms = [round(seconds * 1000) for seconds in (white, black, increment)]
        words = f"wtime {ms[0]} btime {ms[1]} winc {ms[2]} binc {ms[2]}"
        return cls(words, (white if turn == "white" else black) + increment)
