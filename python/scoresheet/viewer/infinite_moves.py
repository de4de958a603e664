"""Requests of the page about games of infinite chess: the moves of a piece, a map of all pieces, and playing a move.

A place is a node of the game, and the moves that the user has played after it, as texts in ICN. A game of infinite
chess has no variations, so such moves are played in a copy.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoresheet._kinds import EitherGame, is_standard
from scoresheet.drawing.infinite_board import INK, PAPER
from scoresheet.drawing.infinite_tree import infinite_node, place_of
from scoresheet.viewer.errors import missing, wrong

if TYPE_CHECKING:
    from scoresheet.infinite.interface import Node, Position, Ray, Square

__all__ = ["infinite_map", "infinite_moves", "infinite_play", "line_of"]

_LONGEST = 4000
"""The maximum number of digits of a requested coordinate; Python refuses to read much longer ones."""

_MOST_PLAYED = 2000
"""The number of moves that a user may play after a node."""

_MOST_OUT = 1000
"""The maximum number of excluded squares that are listed."""


def infinite_moves(game: EitherGame, at: int, x: str, y: str, line: Sequence[str] = ()) -> dict[str, Any]:
    """The legal moves of the piece on a square after a node and the moves of the user.

    A single move has its end and whether it captures. `texts` has all moves to each of these ends in ICN, which are
    several if a pawn promotes. A slide has its direction, and its parts as the numbers of their first and last steps; a
    part without end has None. Not all squares of a slide may be legal: `out` has the numbers of those that are not, and
    `some` means that there are more, as for a piece that jumps prime distances.

    Raises:
        Refused: there is no such node or square, or the board has edges.
        MoveError: a move of the user is not legal.
        ReadError: the rules of the game are not supported.

    >>> from scoresheet import infinite
    >>> found = infinite_moves(infinite.parse("w K0,0|R5,0|k9,9|n5,7"), 0, "5", "0")
    >>> found["yours"], found["moves"], found["slides"][2]
    (True, [], {'dx': '0', 'dy': '1', 'parts': [['1', '7']], 'out': [], 'some': False, 'takes': True})
    """
    position = _node(game, at, line).position
    square = _square(x, y)
    piece = position.pieces.get(square)
    legal = position.legal_moves_from(square)
    texts: dict[Square, list[str]] = {}
    for move in legal.moves:
        texts.setdefault(move.end, []).append(str(move))
    return {
        "yours": piece is not None and piece.owner == position.mover,
        "moves": [[*place_of(end), end in position.pieces] for end in texts],
        "texts": [*texts.values()],
        "slides": [_slide(position, ray) for ray in legal.rays],
    }


def infinite_play(game: EitherGame, at: int, line: Sequence[str], move: str) -> dict[str, Any]:
    """The node of a move after a node and other moves of the user, as `infinite_tree` has nodes.

    The game stays as it is.

    Raises:
        Refused: there is no such node, the board has edges, or there are too many moves.
        MoveError: a move is not legal.

    >>> from scoresheet import infinite
    >>> found = infinite_play(infinite.parse("K0,0|k5,5"), 0, ["0,0>1,1"], "5,5>6,6")
    >>> found["no"], found["san"]
    ('1...', '5,5>6,6')
    """
    return infinite_node(_node(game, at, [*line, move]))


def line_of(given: object) -> list[str]:
    """The moves of the user that the page names, from a list or from a text with `|` between them.

    Raises:
        Refused: they are not moves, or too many.

    >>> line_of("0,0>1,1|5,5>6,6"), line_of("")
    (['0,0>1,1', '5,5>6,6'], [])
    """
    line = given.split("|") if isinstance(given, str) and given else given or []
    if not isinstance(line, list) or not all(isinstance(move, str) for move in line):
        raise wrong("the moves are no list of texts")
    if len(line) > _MOST_PLAYED:
        raise wrong(f"more than {_MOST_PLAYED:,} moves were played")
    return line


def infinite_map(game: EitherGame, at: int, line: Sequence[str] = ()) -> str:
    """A picture of all pieces after a node and the moves of the user as SVG, with labelled gaps for empty parts.

    Raises:
        Refused: there is no such node, or the board has edges.
        MoveError: a move of the user is not legal.
    """
    node = _node(game, at, line)
    return _themed(node.position.svg(last_move=node.move))


def _themed(picture: str) -> str:
    """A picture whose paper, and text on it, are dark in the dark theme of the page that shows it."""
    for light, dark in ((PAPER, "#202225"), (INK, "#a3a6ab")):
        picture = picture.replace(f'fill="{light}"', f'fill="light-dark({light}, {dark})"')
    return picture.replace("<svg ", '<svg style="color-scheme: light dark" ', 1)


def _slide(position: Position, ray: Ray) -> dict[str, Any]:
    out = sorted(ray.points)
    return {
        "dx": str(ray.step[0]),
        "dy": str(ray.step[1]),
        "parts": [[str(first), None if last is None else str(last)] for first, last in ray.segments()],
        "out": [str(number) for number in out[:_MOST_OUT]],
        "some": bool(ray.primes or ray.primes_out) or len(out) > _MOST_OUT,
        "takes": ray.last is not None and ray.square(ray.last) in position.pieces,
    }


def _node(game: EitherGame, at: int, line: Sequence[str]) -> Node:
    if is_standard(game):
        raise wrong("the board of this game has edges")
    if not 0 <= at <= game.ply_count:
        raise missing(f"the game has no ply {at}")
    if not line:
        return game.at(at)
    played = copy.copy(game)
    if at < played.ply_count:
        played.delete(played.at(at + 1))
    for move in line:
        played.add(move)
    return played.last


def _square(x: str, y: str) -> Square:
    return _coordinate(x), _coordinate(y)


def _coordinate(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST):
        raise wrong(f"`{text[:40]}` is not a coordinate")
    return int(text)
