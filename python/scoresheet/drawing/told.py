"""What a node of a game tells of its board: which one it is, its arrows and marks, and words for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoresheet.drawing.board import Board
from scoresheet.drawing.marks import ends_of_move
from scoresheet.drawing.movetext import is_open, is_open_node, numbers_of, signs, spelled
from scoresheet.drawing.theme import theme_of
from scoresheet.errors import ScoresheetError, UsageError

if TYPE_CHECKING:
    from scoresheet.drawing.movetext import AnyGame, AnyNode, AnyPosition
    from scoresheet.drawing.unbounded import OpenBoard
    from scoresheet.infinite import Position as OpenPosition
    from scoresheet.infinite.document import Square

__all__ = ["Captions", "Shown", "board_at", "checked_royals", "places_of", "shown_at", "state_of", "times_of"]


_TIMES = {"clk": "clock", "emt": "time", "eval": "evaluation"}
"""The commands that are told in words."""


@dataclass(frozen=True)
class Shown:
    """A place in the mainline: the position, and the node, which has the move that led there."""

    position: AnyPosition
    node: AnyNode
    ply: int
    plies: int
    """How many of the mainline have a board."""


def shown_at(game: AnyGame, ply: int | None = None) -> Shown:
    """The place at a ply of the mainline; where it is None its end, or the start of a game that is kept, not played.

    Raises:
        UsageError: the mainline has no such ply.
    """
    plies = game.ply_count
    if ply is not None and not 0 <= ply <= plies:
        raise UsageError(f"there is no ply {ply}", hint=f"the plies of the game are 0, its start, to {plies}")
    boards = _boards(game)
    return _place(game, game.at(boards if ply is None else ply), boards)


def _boards(game: AnyGame) -> int:
    """How many plies have a board: none, where the rules do not play the game."""
    if is_open(game.start):
        try:
            _ = game.end
        except ScoresheetError:
            return 0
    return game.ply_count


def places_of(game: AnyGame) -> Iterator[Shown]:
    """All places of the mainline that have a board, from the start."""
    plies = _boards(game)
    yield _place(game, game.root, plies)
    for node in game.mainline():
        if node.ply > plies:
            return
        yield _place(game, node, plies)


def _place(game: AnyGame, node: AnyNode, plies: int) -> Shown:
    # The start can be shown of games too that are not played.
    return Shown(node.position if node.ply else game.start, node, node.ply, plies)


def board_at(
    shown: Shown, *, theme: str = "brown", flipped: bool = False, lines: int | None = None
) -> Board | OpenBoard:
    """The board of a place, with the move that led there and what its comments mark.

    Of a board without edges there are so many columns and rows at most, gaps included; None for as many as usual.

    >>> import scoresheet
    >>> board_at(shown_at(scoresheet.parse("1. e4 {[%cal Rd7d5]} *"))).arrows
    (Arrow(start=51, end=35, colour='R'),)
    """
    if is_open(shown.position):
        from scoresheet.drawing.far_marks import far_ends
        from scoresheet.drawing.unbounded import LINES, OpenBoard

        ends = far_ends(shown.node.move)
        return OpenBoard(shown.position, theme_of(theme), flipped, last_move=ends, lines=lines or LINES)
    assert not is_open_node(shown.node), "a node and its position are of one kind"
    arrows, marks = tuple(shown.node.arrows), tuple(shown.node.squares)
    return Board(shown.position, theme_of(theme), flipped, arrows, marks, ends_of_move(shown.node.move))


def times_of(node: AnyNode) -> str:
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

    def __init__(self, game: AnyGame, notation: str | None = None) -> None:
        self._number = numbers_of(game)
        self._notation = notation

    def of(self, shown: Shown) -> str:
        """The caption of one place."""
        if not shown.ply:
            return "Start"
        return f"{self._number(shown.ply)} {spelled(shown.node, self._notation)}{signs(shown.node.nags)}"


def state_of(shown: Shown) -> str:
    """Who moves, or how it ended, in words.

    >>> import scoresheet
    >>> state_of(shown_at(scoresheet.parse("1. e4 *")))
    'Black to move'
    """
    position = shown.position
    if is_open(position):
        return _open_state(shown, position)
    side = position.turn.capitalize()
    if position.is_mate:
        return f"{side} is mated"
    if position.is_stalemate:
        return f"{side} is stalemated"
    return f"{side} to move" + (", in check" if position.is_check else "")


def _open_state(shown: Shown, position: OpenPosition) -> str:
    from scoresheet.drawing.spoken import player_name

    side = player_name(position.mover).capitalize()
    try:
        end = shown.node.game.outcome if is_open_node(shown.node) and shown.ply == shown.plies else None
        mate, stalemate, check = position.is_mate, position.is_stalemate, position.is_check
    except ScoresheetError:  # it is kept, but not played
        return f"{side} to move"
    if mate:
        return f"{side} is mated"
    if stalemate and (end is None or end.condition == "stalemate"):
        return f"{side} is stalemated"
    if end is not None:
        winner = f"{player_name(end.winner).capitalize()} wins" if end.winner else "a draw"
        return f"{winner} by {end.condition}"
    return f"{side} to move" + (", in check" if check else "")


def checked_royals(position: OpenPosition) -> tuple[Square, ...]:
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
