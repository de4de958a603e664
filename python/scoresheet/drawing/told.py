"""What a node of a game tells of its board: which one it is, its arrows and marks, and words for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoresheet.drawing.board import Board
from scoresheet.drawing.marks import ends_of_move
from scoresheet.drawing.movetext import numbers, signs, spelled
from scoresheet.drawing.theme import theme_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet import Game, Node, Position
    from scoresheet.infinite.document import Square
    from scoresheet.infinite.position import Position as FarPosition

__all__ = ["Captions", "Shown", "board_at", "checked_royals", "places_of", "shown_at", "state_of", "times_of"]


_TIMES = {"clk": "clock", "emt": "time", "eval": "evaluation"}
"""The commands that are told in words."""


@dataclass(frozen=True)
class Shown:
    """A place in the mainline: the position, and the node, which has the move that led there."""

    position: Position
    node: Node
    ply: int
    plies: int
    """How many the mainline has."""


def shown_at(game: Game, ply: int | None = None) -> Shown:
    """The place at a ply of the mainline; its end where it is None.

    Raises:
        UsageError: the mainline has no such ply.
    """
    plies = game.ply_count
    wanted = plies if ply is None else ply
    if not 0 <= wanted <= plies:
        raise UsageError(f"there is no ply {ply}", hint=f"the plies of the game are 0, its start, to {plies}")
    node = game.at(wanted)
    return Shown(node.position, node, wanted, plies)


def places_of(game: Game) -> list[Shown]:
    """All places of the mainline, from the start."""
    plies = game.ply_count
    return [Shown(node.position, node, node.ply, plies) for node in (game.root, *game.mainline())]


def board_at(shown: Shown, *, theme: str = "brown", flipped: bool = False) -> Board:
    """The board of a place, with the move that led there and what its comments mark.

    >>> import scoresheet
    >>> board_at(shown_at(scoresheet.parse("1. e4 {[%cal Rd7d5]} *"))).arrows
    (Arrow(start=51, end=35, colour='R'),)
    """
    arrows, marks = tuple(shown.node.arrows), tuple(shown.node.squares)
    return Board(shown.position, theme_of(theme), flipped, arrows, marks, ends_of_move(shown.node.move))


def times_of(node: Node) -> str:
    """The clock and the evaluation behind a move, as they stand; empty where there is neither.

    >>> import scoresheet
    >>> times_of(scoresheet.parse("1. e4 {[%eval 0.2] [%clk 0:03:00]} *").at(1))
    'clock 0:03:00, evaluation 0.2'
    """
    said = {command.name: command.value for command in reversed(node.commands) if command.meaning is not None}
    return ", ".join(f"{words} {said[name]}" for name, words in _TIMES.items() if name in said)


class Captions:
    """What stands under a board: the move that led to it, or that it is the start.

    >>> import scoresheet
    >>> game = scoresheet.parse("1. e4 e5 *")
    >>> [Captions(game).of(shown) for shown in places_of(game)]
    ['Start', '1. e4', '1... e5']
    """

    def __init__(self, game: Game, notation: str | None = None) -> None:
        self._number = numbers(game.start)
        self._notation = notation

    def of(self, shown: Shown) -> str:
        """The caption of one place."""
        if not shown.ply:
            return "Start"
        return f"{self._number(shown.ply)} {spelled(shown.node, self._notation)}{signs(shown.node.nags)}"


def state_of(position: Position) -> str:
    """Who moves, or how it ended, in words.

    >>> import scoresheet
    >>> state_of(scoresheet.Position())
    'White to move'
    """
    side = position.turn.capitalize()
    if position.is_mate:
        return f"{side} is mated"
    if position.is_stalemate:
        return f"{side} is stalemated"
    return f"{side} to move" + (", in check" if position.is_check else "")


def checked_royals(position: FarPosition) -> tuple[Square, ...]:
    """The royal pieces of the player to move that are attacked; none where the rules do not play the position.

    >>> from scoresheet.infinite import Piece, Position
    >>> pieces = {(0, 0): Piece.of("K"), (10**30, 0): Piece.of("r"), (5, 5): Piece.of("k")}
    >>> checked_royals(Position(pieces))
    ((0, 0),)
    """
    from scoresheet.infinite.faults import Refused
    from scoresheet.infinite.rules.attacks import is_attacked
    from scoresheet.infinite.rules.board import Board as Playing
    from scoresheet.infinite.rules.playable import opponent

    try:
        board = Playing(position)
    except Refused:
        return ()
    by = opponent(board.mover)
    return tuple(sorted(square for square in board.royals(board.mover) if is_attacked(board, square, by)))
