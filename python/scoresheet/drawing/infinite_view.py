"""A game of infinite chess, for display."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt
from typing import TYPE_CHECKING

from scoresheet.drawing.descriptions import player_name
from scoresheet.drawing.infinite_board import LINES, InfiniteBoard, infinite_definitions
from scoresheet.drawing.infinite_marks import infinite_ends
from scoresheet.drawing.theme import theme_of
from scoresheet.drawing.view import GameView, PieceLook, Shown
from scoresheet.errors import ScoresheetError, UsageError
from scoresheet.infinite.interface import Game, Node, Position, checked_royals

if TYPE_CHECKING:
    from scoresheet.drawing.terminal import Look
    from scoresheet.drawing.theme import Theme

__all__ = ["InfiniteView"]

_MOST_PIECES = 400_000
"""The approximate number of pieces on all boards of a page. If there would be more, each board shows less."""

_FEW_LINES = (12, 64)
"""The minimum and the maximum number of columns and rows in that case."""


class InfiniteView(GameView[Game, Node, Position]):
    """A game of infinite chess, for display.

    >>> from scoresheet import infinite
    >>> view = InfiniteView(infinite.parse("K0,0|k5,5 0,0>1,1"))
    >>> [view.state(shown) for shown in view.all()]
    ['White to move', 'Black to move']
    """

    def boards(self) -> int:
        """All plies, or only the start if the rules of the game are not supported."""
        try:
            _ = self.game.end
        except ScoresheetError:
            return 0
        return self.game.ply_count

    def after(self, node: Node) -> Shown[Node, Position] | None:
        """The board after a move; None if the rules of the game are not supported."""
        boards = self.boards()
        return self._shown(node, boards) if node.ply <= boards else None

    def check_notation(self, notation: str | None) -> None:
        """Refuses every notation, because moves are written in ICN only."""
        if notation is not None:
            hint = "they are shown in ICN"
            raise UsageError(f"moves on a board without edges have no notation `{notation}`", hint=hint)

    def numbers(self) -> Callable[[int], str]:
        """The function that returns the number before a ply's move.

        >>> from scoresheet import infinite
        >>> number = InfiniteView(infinite.Game(start="b 7 K0,0|k5,5")).numbers()
        >>> number(1), number(2)
        ('7...', '8.')
        """
        start = self.game.start
        cycle = len(start.turn_order)
        # By today's rules, a number counts a whole cycle, whichever side begins it.
        black_first = cycle == 2 and start.turn == "black" and self.game.rules != "modern"

        def number(ply: int) -> str:
            halves = ply - 1 + black_first
            return f"{start.fullmove + halves // cycle}{'...' if halves % cycle else '.'}"

        return number

    def spelled(self, node: Node, notation: str | None = None) -> str:
        """The text of a move in ICN."""
        del notation
        return "" if node.move is None else str(node.move)

    def state(self, shown: Shown[Node, Position]) -> str:
        """The side to move, or how the game ended, in words."""
        position = shown.position
        side = player_name(position.mover).capitalize()
        try:
            end = self.game.outcome if shown.ply == shown.plies else None
            mate, stalemate, check = position.is_mate, position.is_stalemate, position.is_check
        except ScoresheetError:  # the game is kept, but not played
            return f"{side} to move"
        if mate:
            return f"{side} is mated"
        if stalemate and (end is None or end.condition == "stalemate"):
            return f"{side} is stalemated"
        if end is not None:
            winner = f"{player_name(end.winner).capitalize()} wins" if end.winner else "a draw"
            return f"{winner} by {end.condition}"
        return f"{side} to move" + (", in check" if check else "")

    def opening(self) -> None:
        """No openings are known on infinite boards."""

    def start_text(self) -> None:
        """None, because a game without moves is shown by its result."""

    def picture(
        self,
        shown: Shown[Node, Position],
        *,
        theme: str | Theme = "brown",
        flipped: bool = False,
        lines: int | None = None,
    ) -> InfiniteBoard:
        """The part of the board with pieces, and the move that led to the position."""
        ends = infinite_ends(shown.node.move)
        return InfiniteBoard(shown.position, theme_of(theme), flipped, last_move=ends, lines=lines or LINES)

    def most_lines(self) -> int | None:
        """Fewer than usual if many boards with many pieces would make the page too long."""
        plies = self.game.ply_count + 1
        if len(self.game.start.pieces) * plies <= _MOST_PIECES:
            return None
        return max(min(isqrt(_MOST_PIECES // plies), _FEW_LINES[1]), _FEW_LINES[0])

    def shapes(self, looks: Iterable[PieceLook], theme: str | Theme, prefix: str, *, flipped: bool = False) -> str:
        """The shapes of the pieces on these boards only, because there are many more kinds."""
        del flipped
        return infinite_definitions(looks, theme_of(theme), prefix)

    def board_lines(self, shown: Shown[Node, Position], look: Look) -> list[str]:
        """The part of the board that fits, as lines for a terminal."""
        from scoresheet.drawing.infinite_terminal import infinite_board_lines

        return infinite_board_lines(
            shown.position, look, infinite_ends(shown.node.move), checked_royals(shown.position)
        )
