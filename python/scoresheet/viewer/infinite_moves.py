"""What the page asks about a ply of a game of infinite chess: the moves of a piece, and a map of all pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoresheet._kinds import EitherGame, is_standard
from scoresheet.drawing.infinite_tree import place_of
from scoresheet.viewer.errors import missing, wrong

if TYPE_CHECKING:
    from scoresheet.infinite.interface import Node, Position, Ray, Square

__all__ = ["infinite_map", "infinite_moves"]

_LONGEST = 4000
"""The maximum number of digits of a coordinate that is asked for; Python refuses to read much longer ones."""

_MOST_OUT = 1000
"""The maximum number of excluded squares that are told one by one."""


def infinite_moves(game: EitherGame, at: int, x: str, y: str) -> dict[str, Any]:
    """The legal moves of the piece on a square after a node.

    A slide has its direction, and its parts as the numbers of their first and last steps; a part without end has None.
    Not all squares of a slide may be legal: `out` has the numbers of those that are not, and `some` says that there are
    more, as for a piece that jumps prime distances.

    Raises:
        Refused: there is no such node or square, or the board has edges.
        ReadError: the rules of the game are not supported.

    >>> from scoresheet import infinite
    >>> found = infinite_moves(infinite.parse("w K0,0|R5,0|k9,9|n5,7"), 0, "5", "0")
    >>> found["yours"], found["moves"], found["slides"][2]
    (True, [], {'dx': '0', 'dy': '1', 'parts': [['1', '7']], 'out': [], 'some': False, 'takes': True})
    """
    position = _node(game, at).position
    square = _square(x, y)
    piece = position.pieces.get(square)
    legal = position.legal_moves_from(square)
    return {
        "yours": piece is not None and piece.owner == position.mover,
        "moves": [[*place_of(end), end in position.pieces] for end in {move.end: None for move in legal.moves}],
        "slides": [_slide(position, ray) for ray in legal.rays],
    }


def infinite_map(game: EitherGame, at: int) -> str:
    """A picture of all pieces after a node as SVG, with labelled gaps for empty parts.

    Raises:
        Refused: there is no such node, or the board has edges.
    """
    node = _node(game, at)
    return node.position.svg(last_move=node.move)


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


def _node(game: EitherGame, at: int) -> Node:
    if is_standard(game):
        raise wrong("the board of this game has edges")
    if at > game.ply_count:
        raise missing(f"the game has no ply {at}")
    return game.at(at)


def _square(x: str, y: str) -> Square:
    return _coordinate(x), _coordinate(y)


def _coordinate(text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST):
        raise wrong(f"`{text[:40]}` is not a coordinate")
    return int(text)
