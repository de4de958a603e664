"""A game of standard chess, for display."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from scoresheet._core import Game, Node, Position
from scoresheet.drawing.board import Board, definitions, shared_by_boards
from scoresheet.drawing.ends import end_of
from scoresheet.drawing.marks import ends_of_move
from scoresheet.drawing.pieces import SHAPES
from scoresheet.drawing.theme import theme_of
from scoresheet.drawing.view import GameView, PieceLook, Shown
from scoresheet.errors import LossError, MoveError

if TYPE_CHECKING:
    from scoresheet.drawing.terminal import Look
    from scoresheet.drawing.theme import Theme
    from scoresheet.openings import Opening

__all__ = ["StandardView", "numbers_from"]


class StandardView(GameView[Game, Node, Position]):
    """A game of standard chess or of a variant on the same board, for display.

    >>> import scoresheet
    >>> view = StandardView(scoresheet.parse("1. e4 e5 *"))
    >>> [view.state(shown) for shown in view.all()]
    ['White to move', 'Black to move', 'White to move']
    """

    def boards(self) -> int:
        """All plies."""
        return self.game.ply_count

    def after(self, node: Node) -> Shown[Node, Position]:
        """The board after any move."""
        return self._shown(node, self.boards())

    def check_notation(self, notation: str | None) -> None:
        """Refuses none: a notation that does not exist has been refused before."""

    def numbers(self) -> Callable[[int], str]:
        """The function that returns the number before a ply's move."""
        return numbers_from(self.game.start)

    def spelled(self, node: Node, notation: str | None = None) -> str:
        """The text of a move in a notation, or in SAN if that notation cannot express it.

        >>> import scoresheet
        >>> view = StandardView(scoresheet.parse("1. e4 *"))
        >>> view.spelled(view.game.last), view.spelled(view.game.last, "uci")
        ('e4', 'e2e4')
        """
        if notation is None:
            return node.san or ""
        if node.before is None or node.move is None:
            return ""
        try:
            text: str | bytes = node.before.write(node.move, notation)
        except (MoveError, LossError):
            return node.san or ""
        return text.hex() if isinstance(text, bytes) else text

    def state(self, shown: Shown[Node, Position]) -> str:
        """The side to move, or how the game ended, in words."""
        position = shown.position
        side = position.turn.capitalize()
        end = end_of(position)
        if end is not None and end.reason == "checkmate":
            return f"{side} is mated"
        if end is not None and end.reason == "stalemate" and end.winner is None:
            return f"{side} is stalemated"
        if end is not None:
            return end.words()
        return f"{side} to move" + (", in check" if position.is_check else "")

    def opening(self) -> Opening | None:
        """The opening by the positions reached."""
        return self.game.opening

    def start_text(self) -> str:
        """The start position as FEN."""
        return self.game.start.fen()

    def picture(
        self,
        shown: Shown[Node, Position],
        *,
        theme: str | Theme = "brown",
        flipped: bool = False,
        lines: int | None = None,
    ) -> Board:
        """The whole board, with the move that led to the position and the marks in its comments.

        >>> import scoresheet
        >>> view = StandardView(scoresheet.parse("1. e4 {[%cal Rd7d5]} *"))
        >>> view.picture(view.at()).arrows
        (Arrow(start=51, end=35, color='R'),)
        """
        del lines
        arrows, marks = tuple(shown.node.arrows), tuple(shown.node.squares)
        return Board(shown.position, theme_of(theme), flipped, arrows, marks, ends_of_move(shown.node.move))

    def most_lines(self) -> None:
        """No limits, because boards are always whole."""

    def shapes(self, looks: Iterable[PieceLook], theme: str | Theme, prefix: str, *, flipped: bool = False) -> str:
        """The shapes of all pieces, even of those on no board, the squares, and their names."""
        del looks
        pieces = [(color, role) for color in ("white", "black") for role in SHAPES]
        return definitions(pieces, theme_of(theme), prefix) + shared_by_boards(theme_of(theme), flipped, prefix)

    def board_lines(self, shown: Shown[Node, Position], look: Look) -> list[str]:
        """The board as lines for a terminal."""
        from scoresheet.drawing.terminal import board_lines

        return board_lines(shown.position, look, ends_of_move(shown.node.move))


def numbers_from(start: Position) -> Callable[[int], str]:
    """The function that returns the number before a ply's move, for games that start here.

    >>> import scoresheet
    >>> number = numbers_from(scoresheet.Position("k7/8/8/8/8/8/8/K7 b - - 3 40"))
    >>> number(1), number(2)
    ('40...', '41.')
    """
    first = start.fullmove
    black_first = start.turn == "black"

    def number(ply: int) -> str:
        halves = ply - 1 + black_first
        return f"{first + halves // 2}{'...' if halves % 2 else '.'}"

    return number
