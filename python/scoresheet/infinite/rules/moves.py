"""The moves of pieces without regard to check: leaps, slides and a rose's routes."""

from __future__ import annotations

from collections.abc import Iterator

from scoresheet.infinite.document import Border, Square
from scoresheet.infinite.pieces import Kind, Step
from scoresheet.infinite.rules.arms import HUYGENS, ROSE
from scoresheet.infinite.rules.board import Board
from scoresheet.infinite.rules.primes import is_prime
from scoresheet.infinite.rules.rays import Ray
from scoresheet.infinite.rules.roses import ROUTES

__all__ = ["may_land", "rays_of", "room", "rose_targets", "slide_end"]


def may_land(board: Board, square: Square, player: int) -> bool:
    """Whether a player's piece may go to a square: inside, and empty or with something to capture."""
    piece = board.pieces.get(square)
    if piece is not None and (piece.owner == player or piece.kind.code == "vo"):
        return False
    return board.border is None or board.border.holds(*square)


def room(border: Border, square: Square, step: Step) -> int | None:
    """How many steps stay inside a border; None if nothing ends them.

    >>> room(Border(1, 8, None, None), (4, 4), (2, 1)), room(Border(1, 8, None, None), (4, 4), (0, -1))
    (2, None)
    """
    (x, y), (dx, dy) = square, step
    rooms: list[int] = []
    for place, move, low, high in ((x, dx, border.left, border.right), (y, dy, border.bottom, border.top)):
        if move > 0 and high is not None:
            rooms.append((high - place) // move)
        elif move < 0 and low is not None:
            rooms.append((place - low) // -move)
    return min(rooms, default=None)


def slide_end(board: Board, start: Square, step: Step, player: int, kind: Kind) -> int | None:
    """How many steps a slide may have; None if nothing ends it."""
    dx, dy = step
    way = -1 if dx < 0 or (dx == 0 and dy < 0) else 1
    lines = board.lines(step)
    last: int | None = None
    if kind is HUYGENS:
        met = next(((place, steps) for place, steps in lines.along(start, way) if is_prime(steps)), None)
    else:
        met = lines.nearest(start, way)
    if met is not None:
        piece = board.pieces[met[0]]
        last = met[1] - 1 if piece.owner == player or piece.kind.code == "vo" else met[1]
    if board.limit is not None and (last is None or last > board.limit):
        last = board.limit
    if board.border is not None:
        inside = room(board.border, start, step)
        if inside is not None and (last is None or last > inside):
            last = inside
    return last


def rays_of(board: Board, start: Square, player: int, kind: Kind) -> Iterator[Ray]:
    """The slides of a piece, without regard to check."""
    first, primes = (2, (0,)) if kind is HUYGENS else (1, ())
    for step in kind.slides:
        last = slide_end(board, start, step, player, kind)
        if last is None or last >= first:
            yield Ray(start, step, first, last, primes=primes)


def rose_targets(board: Board, start: Square, player: int) -> Iterator[Square]:
    """The squares that a rose reaches, each once."""
    x, y = start
    seen: set[Square] = set()
    for route in ROUTES:
        for dx, dy in route[: board.limit]:
            square = (x + dx, y + dy)
            if not may_land(board, square, player):
                break
            if square not in seen:
                seen.add(square)
                yield square
            if square in board.pieces:
                break


def targets_of(board: Board, start: Square, player: int, kind: Kind) -> Iterator[Square]:
    """The squares that a piece reaches by leaping or by a rose's route, except for pawns and castling."""
    x, y = start
    for dx, dy in kind.leaps:
        square = (x + dx, y + dy)
        if may_land(board, square, player):
            yield square
    if kind is ROSE:
        yield from rose_targets(board, start, player)
