"""The attackers of a square, found from the square outwards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scoresheet.infinite.document import Square
from scoresheet.infinite.pieces import Kind, Step
from scoresheet.infinite.rules.arms import HUYGENS, PAWN, ROSE, Arms
from scoresheet.infinite.rules.board import Board, forward
from scoresheet.infinite.rules.playable import opponent
from scoresheet.infinite.rules.primes import is_prime
from scoresheet.infinite.rules.roses import REACH, ROUTES

__all__ = ["NOTHING_ELSE", "Attack", "But", "Screens", "attacks_on", "is_attacked", "is_check", "steps_between"]


class Attack:
    """One way in which a piece attacks a square, and what could block it."""

    __slots__ = ("attacker", "length", "prime", "route", "step", "target")

    def __init__(
        self,
        attacker: Square,
        target: Square,
        step: Step | None = None,
        length: int = 0,
        *,
        prime: bool = False,
        route: tuple[Square, ...] = (),
    ) -> None:
        self.attacker = attacker
        self.target = target
        self.step = step
        """The direction from the attacker to the target; None for leaps, pawns and roses."""
        self.length = length
        """The number of steps to the target."""
        self.prime = prime
        """Whether only pieces at a prime distance from the attacker block it."""
        self.route = route
        """The squares that a rose passes."""

    def stopped_on(self, square: Square) -> bool:
        """Whether a piece that is put on a square captures the attacker or blocks it."""
        if square == self.attacker or square in self.route:
            return True
        if self.step is None:
            return False
        steps = steps_between(self.attacker, square, self.step)
        return steps is not None and 0 < steps < self.length and (not self.prime or is_prime(steps))


Screens = dict[Square, list[Attack]]
"""The attacks that a single piece of the attacked side blocks, by the square of that piece."""


class But(NamedTuple):
    """Assumed changes to the board."""

    hidden: tuple[Square, ...] = ()
    """Squares that are taken as empty."""
    added: tuple[Square, ...] = ()
    """Squares that are taken as occupied by the attacked side."""


NOTHING_ELSE = But()


def steps_between(start: Square, end: Square, step: Step) -> int | None:
    """The number of steps from a square to another, which may be negative; None if there are none.

    >>> [steps_between((0, 0), end, (2, -1)) for end in ((6, -3), (-2, 1), (5, 5))]
    [3, -1, None]
    """
    east, north = end[0] - start[0], end[1] - start[1]
    dx, dy = step
    if dx * north != dy * east:
        return None
    return east // dx if dx else north // dy


def attacks_on(
    board: Board, square: Square, by: int, but: But = NOTHING_ELSE, screens: Screens | None = None
) -> Iterator[Attack]:
    """All attacks of a player on a square.

    If `screens` is given, attacks that one piece of the other side blocks are recorded there.
    """
    arms = board.arms(by)
    yield from _leaps(board, square, by, arms, but.hidden)
    for axis, kinds in arms.slides:
        lines = board.lines_with(square, axis, kinds, by)
        for way in (1, -1) if lines is not None else ():
            attack = _slide(board, square, by, (axis, way, kinds), but, screens)
            if attack is not None:
                yield attack
    if arms.huygens:
        for huygens in board.army[by][HUYGENS]:
            if huygens[0] == square[0] or huygens[1] == square[1]:
                attack = _huygens(board, huygens, square, but, screens)
                if attack is not None:
                    yield attack
    if arms.roses:
        yield from _roses(board, square, by, but, screens)


def is_attacked(board: Board, square: Square, by: int, but: But = NOTHING_ELSE) -> bool:
    """Whether a player attacks a square."""
    return next(attacks_on(board, square, by, but), None) is not None


def is_check(board: Board, player: int) -> bool:
    """Whether any royal piece of a player is attacked. False if there is none.

    >>> from scoresheet.infinite import Piece, Position
    >>> far = Board(Position({(0, 0): Piece.of("K"), (0, 10**60): Piece.of("q"), (7, 7): Piece.of("k")}))
    >>> is_check(far, 1), is_check(far, 2)
    (True, False)
    """
    enemy = opponent(player)
    return any(is_attacked(board, royal, enemy) for royal in board.royals(player))


def _leaps(board: Board, square: Square, by: int, arms: Arms, hidden: tuple[Square, ...]) -> Iterator[Attack]:
    x, y = square
    look = board.pieces.get
    for dx, dy, kinds in arms.leaps:
        piece = look((x + dx, y + dy))
        if piece is not None and piece.owner == by and piece.kind in kinds and (x + dx, y + dy) not in hidden:
            yield Attack((x + dx, y + dy), square)
    if arms.pawns:
        behind = y - forward(by)
        for near in ((x - 1, behind), (x + 1, behind)):
            piece = look(near)
            if piece is not None and piece.kind is PAWN and piece.owner == by and near not in hidden:
                yield Attack(near, square)


def _slide(
    board: Board,
    square: Square,
    by: int,
    looking: tuple[Step, int, frozenset[Kind]],
    but: But,
    screens: Screens | None,
) -> Attack | None:
    """The attack of the first piece along an axis in one way, if it is of one of these kinds."""
    axis, way, kinds = looking
    screen: Square | None = None
    nearest_added: int | None = None
    for place, steps in board.lines(axis).along(square, way):
        if board.limit is not None and steps > board.limit:
            return None
        if place in but.hidden:
            continue
        if but.added:
            nearest_added = _nearest_added(square, (axis[0] * way, axis[1] * way), but.added)
            if nearest_added is not None and nearest_added < steps:
                return None
        piece = board.pieces[place]
        if piece.owner == by and piece.kind in kinds:
            attack = Attack(place, square, (-axis[0] * way, -axis[1] * way), steps)
            if screen is None:
                return attack
            if screens is not None:
                screens.setdefault(screen, []).append(attack)
            return None
        if screen is not None or screens is None or piece.owner != opponent(by):
            return None
        screen = place
    return None


def _nearest_added(square: Square, step: Step, added: tuple[Square, ...]) -> int | None:
    """The steps to the first of some squares ahead."""
    ahead = [steps for place in added if (steps := steps_between(square, place, step)) is not None and steps > 0]
    return min(ahead, default=None)


def _huygens(board: Board, huygens: Square, square: Square, but: But, screens: Screens | None) -> Attack | None:
    """The attack of a huygens on a square of its file or row."""
    axis = (0, 1) if huygens[0] == square[0] else (1, 0)
    steps = (square[0] - huygens[0]) + (square[1] - huygens[1])
    way, length = (1, steps) if steps > 0 else (-1, -steps)
    if (board.limit is not None and length > board.limit) or huygens in but.hidden or not is_prime(length):
        return None
    step = (axis[0] * way, axis[1] * way)
    for place in but.added:
        between = steps_between(huygens, place, step)
        if between is not None and 0 < between < length and is_prime(between):
            return None
    screen: Square | None = None
    for place, between in board.lines(axis).along(huygens, way):
        if between >= length:
            break
        if place in but.hidden or not is_prime(between):
            continue
        if screen is not None or screens is None or board.pieces[place].owner != opponent(board.pieces[huygens].owner):
            return None
        screen = place
    attack = Attack(huygens, square, step, length, prime=True)
    if screen is None:
        return attack
    if screens is not None:
        screens.setdefault(screen, []).append(attack)
    return None


def _roses(board: Board, square: Square, by: int, but: But, screens: Screens | None) -> Iterator[Attack]:
    """The attacks of roses, one for each route: to stop a rose, each of its free routes must be blocked."""
    x, y = square
    if not any(abs(rose[0] - x) <= REACH and abs(rose[1] - y) <= REACH for rose in board.army[by][ROSE]):
        return
    for route in ROUTES:
        attack, screen = _along_route(board, square, by, route, but, may_screen=screens is not None)
        if attack is None:
            continue
        if screen is None:
            yield attack
        elif screens is not None:
            screens.setdefault(screen, []).append(attack)


def _along_route(
    board: Board, square: Square, by: int, route: tuple[Step, ...], but: But, *, may_screen: bool
) -> tuple[Attack | None, Square | None]:
    """The first rose on a route, and the single piece that blocks it."""
    x, y = square
    screen: Square | None = None
    passed: list[Square] = []
    for dx, dy in route[: board.limit]:
        place = (x + dx, y + dy)
        if place in but.added or not board.inside(*place):
            break
        piece = None if place in but.hidden else board.pieces.get(place)
        if piece is not None:
            if piece.owner == by and piece.kind is ROSE:
                return Attack(place, square, route=tuple(passed)), screen
            if screen is not None or not may_screen or piece.owner != opponent(by):
                break
            screen = place
        passed.append(place)
    return None, None
