"""What an engine is asked to search: a position as UCI writes it, and a limit."""

from __future__ import annotations

from typing import NamedTuple

from scoresheet._registry import registry
from scoresheet.errors import MoveError, UsageError
from scoresheet.game import Node
from scoresheet.notation import Move, Position
from scoresheet.uci.faults import engine_error

__all__ = ["SearchLimit", "SearchRoot", "legal_move"]

_SLOWEST_NODES_PER_S = 5_000
"""The speed that an engine must reach, unless the caller says how long a search may take."""

_SHORTEST_S = 60.0
_LONGEST_S = 3600.0
"""How long a search may take that is limited by nodes, at least, and one that is limited by depth."""


class SearchRoot:
    """A position to search, with the moves that led to it if it is a node of a game.

    Raises:
        UsageError: it is neither a `Position` nor a `Node`.
    """

    def __init__(self, root: Position | Node) -> None:
        if not isinstance(root, Position | Node):
            raise UsageError(f"an engine searches a `Position` or a `Node`, not `{type(root).__name__}`")
        self.position, start, moves = (root, root, []) if isinstance(root, Position) else _history(root)
        name = self.position.variant
        self.chess960 = name.endswith("960")
        fen = start.fen(shredder=self.chess960)
        words = ["position fen", fen, *(["moves"] if moves else [])]
        self.command = " ".join([*words, *(move.uci(chess960=self.chess960) for move in moves)])

    @property
    def variant(self) -> str:
        """The rules as the option `UCI_Variant` names them.

        Raises:
            EngineError: UCI has no name for them (`engine-option`).
        """
        name = self.position.variant
        base = "chess960" if name == "chess960" else name.removesuffix("960")
        found = next((str(row["uci"]) for row in registry("variants") if row["id"] == base), None)
        if found is None:
            message = f"the rules `{name}` have no name in UCI"
            raise engine_error("engine-option", message, hint="`scoresheet list variants` shows those that have one")
        return found

    @property
    def has_ended(self) -> bool:
        """Whether the game has ended on the board, so that there is nothing to search."""
        return self.position.outcome() is not None


def legal_move(position: Position, text: str) -> Move | None:
    """The legal move for a text in UCI; None if there is none.

    >>> legal_move(Position(), "e2e4"), legal_move(Position(), "e2e5")
    (<Move e2e4>, None)
    """
    # Some engines write the piece of a promotion as a capital letter. That of a drop always is one.
    try:
        return position.parse(text if "@" in text else text.lower(), "uci")
    except MoveError:
        return None


def _history(node: Node) -> tuple[Position, Position, list[Move]]:
    """The position of a node, and the last position before it from which all moves can be sent, with these moves."""
    moves: list[Move] = []
    at = node
    while at.parent is not None and at.move is not None and not at.null and not at.illegal:
        moves.append(at.move)
        at = at.parent
    return node.position, at.position, moves[::-1]


class SearchLimit(NamedTuple):
    """What ends a search: `words` are those of `go`, and after `expected_s` the engine is told to stop."""

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
