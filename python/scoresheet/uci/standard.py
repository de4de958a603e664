"""Standard chess and its variants, as engines write them."""

from __future__ import annotations

from scoresheet._registry import registry
from scoresheet.errors import UsageError
from scoresheet.game import Node
from scoresheet.notation import Move, Position
from scoresheet.uci.faults import engine_error
from scoresheet.uci.info import Info
from scoresheet.uci.lines import Line, facts_of
from scoresheet.uci.options import EngineOptions
from scoresheet.uci.searches import SearchRoot, Setting

__all__ = ["StandardRoot"]


class StandardRoot(SearchRoot[Position, Move, Line]):
    """A position to search, with the moves that led to it if it is a node of a game.

    Raises:
        UsageError: it is neither a `Position` nor a `Node`.
    """

    def __init__(self, root: Position | Node) -> None:
        if not isinstance(root, Position | Node):
            raise UsageError(f"an engine searches a `Position` or a `Node`, not `{type(root).__name__}`")
        self.position, self._start, self._moves = (root, root, []) if isinstance(root, Position) else _history(root)
        self._chess960 = self.position.variant.endswith("960")

    def command(self, options: EngineOptions) -> str:
        """The start as FEN, and the moves; for Chess960 as Shredder-FEN, and castling as king takes rook."""
        words = ["position fen", self._start.fen(shredder=self._chess960), *(["moves"] if self._moves else [])]
        return " ".join([*words, *(move.uci(chess960=self._chess960) for move in self._moves)])

    def settings(self, options: EngineOptions) -> list[Setting]:
        """The rules.

        Raises:
            EngineError: UCI has no name for them (`engine-option`).
        """
        # In this order: some engines look at the rules when they read the other option.
        return [("UCI_Variant", self._variant, "chess"), ("UCI_Chess960", self._chess960, False)]

    @property
    def _variant(self) -> str:
        """The rules as the option `UCI_Variant` names them."""
        name = self.position.variant
        base = "chess960" if name == "chess960" else name.removesuffix("960")
        found = next((str(row["uci"]) for row in registry("variants") if row["id"] == base), None)
        if found is None:
            message = f"the rules `{name}` have no name in UCI"
            raise engine_error("engine-option", message, hint="`scoresheet list variants` shows those that have one")
        return found

    @property
    def ended(self) -> str | None:
        """Why the game has ended on the board; None if it continues."""
        outcome = self.position.outcome()
        return None if outcome is None else outcome.reason

    @property
    def fen(self) -> str:
        """The position for errors."""
        return self.position.fen()

    def legal_move(self, position: Position, text: str) -> Move:
        """The move for a text in UCI."""
        # Some engines write the piece of a promotion as a capital letter. That of a drop always is one.
        return position.parse(text if "@" in text else text.lower(), "uci")

    def line(self, info: Info, *, stopped: bool) -> Line:
        """The line that an engine printed, from White's side."""
        moves = self.moves(info.moves)
        facts = facts_of(info, self.position.turn)
        return Line(*facts, moves, len(moves) < len(info.moves), stopped, self.position)


def _history(node: Node) -> tuple[Position, Position, list[Move]]:
    """The position of a node, and the last position before it from which all moves can be sent, with these moves."""
    moves: list[Move] = []
    at = node
    while at.parent is not None and at.move is not None and not at.null and not at.illegal:
        moves.append(at.move)
        at = at.parent
    return node.position, at.position, moves[::-1]
