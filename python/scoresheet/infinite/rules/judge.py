"""What the player to move may do: the legal moves of a position, whether there are any, and whether it is check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from scoresheet.infinite.document import Square
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import Kind
from scoresheet.infinite.rules.arms import PAWN
from scoresheet.infinite.rules.attacks import Attack, But, Screens, attacks_on, is_attacked
from scoresheet.infinite.rules.board import Board
from scoresheet.infinite.rules.castling import why_no_castling
from scoresheet.infinite.rules.cover import Cover
from scoresheet.infinite.rules.moves import rays_of, targets_of
from scoresheet.infinite.rules.pawns import pawn_targets, with_promotions
from scoresheet.infinite.rules.playable import opponent
from scoresheet.infinite.rules.rays import Ray

__all__ = ["Judge"]


class _Others:
    """Attacks on all squares except one. They are found on demand, because the first of 50,000 mostly decides."""

    def __init__(self, square: Square, *attacks: Sequence[Attack]) -> None:
        self._square = square
        self._attacks = attacks

    def __iter__(self) -> Iterator[Attack]:
        return (attack for attacks in self._attacks for attack in attacks if attack.target != self._square)


class Judge:
    """Looks at a board for the player to move, until the next move is made on it.

    The board is only read, except for its caches.
    """

    def __init__(self, board: Board, player: int | None = None) -> None:
        self.board = board
        self.player = board.mover if player is None else player
        self.enemy = opponent(self.player)

    @cached_property
    def guarded(self) -> bool:
        """Whether the player's royal pieces must not be left attacked, because the opponent wins by checkmate."""
        return "checkmate" in self.board.wins[self.enemy] and any(True for _ in self.board.royals(self.player))

    @cached_property
    def _danger(self) -> tuple[list[Attack], Screens]:
        """The attacks on royal pieces, and those that a single piece blocks."""
        attacks: list[Attack] = []
        screens: Screens = {}
        for royal in self.board.royals(self.player):
            attacks.extend(attacks_on(self.board, royal, self.enemy, screens=screens))
        return attacks, screens

    @cached_property
    def _cover(self) -> Cover:
        return Cover(self.board, self.enemy)

    @property
    def checks(self) -> list[Attack]:
        """The attacks on the player's royal pieces."""
        return self._danger[0]

    @property
    def is_check(self) -> bool:
        """Whether any royal piece of the player is attacked."""
        return bool(self.checks)

    def attacks_left(self, start: Square) -> Iterable[Attack]:
        """The attacks on other royal pieces if the piece on a square leaves it."""
        attacks, screens = self._danger
        more = screens.get(start)
        if not attacks:
            return more or ()
        return _Others(start, attacks, more or ())

    # Legal moves

    def moves_from(self, start: Square) -> Iterator[Move | Ray]:
        """The legal moves of the player's piece on a square, with slides as non-empty rays."""
        return (one for one in self._moves_or_rays(start) if one)

    def _moves_or_rays(self, start: Square) -> Iterator[Move | Ray]:
        """The same, with rays that may be empty because of primes or attacks."""
        piece = self.board.pieces[start]
        guarded = self.guarded
        attacks = self.attacks_left(start) if guarded else ()
        if piece.kind is PAWN:
            yield from self._pawn_moves(start, attacks)
            return
        royal = guarded and piece.kind.royal
        for end in targets_of(self.board, start, self.player, piece.kind):
            if all(attack.stopped_on(end) for attack in attacks) and not (royal and self._attacked(start, end)):
                yield Move(start, end)
        if piece.kind.castles and start in self.board.rights:
            yield from self._castlings(start)
        if piece.kind.slides:
            yield from self._slides(start, piece.kind, attacks, royal=royal)

    def _attacked(self, start: Square, end: Square) -> bool:
        """Whether a royal piece is attacked after it goes from one square to another."""
        return is_attacked(self.board, end, self.enemy, But(hidden=(start,)))

    def _slides(self, start: Square, kind: Kind, attacks: Iterable[Attack], *, royal: bool) -> Iterator[Ray]:
        rays = list(rays_of(self.board, start, self.player, kind))
        for attack in attacks:
            rays = [part for ray in rays for part in ray.stopping(attack)]
            if not rays:
                return
        yield from self._cover.uncovered(start, rays) if royal else rays

    def _castlings(self, king: Square) -> Iterator[Move]:
        for way in (1, -1):
            if self.why_no_castling(king, way) is None:
                yield Move(king, (king[0] + 2 * way, king[1]))

    def why_no_castling(self, king: Square, way: int) -> str | None:
        """Why a king may not castle to the east (1) or west (-1); None if it may."""
        in_check = self.guarded and self.is_check
        return why_no_castling(self.board, king, way, guarded=self.guarded, in_check=in_check)

    def _pawn_moves(self, start: Square, attacks: Iterable[Attack]) -> Iterator[Move]:
        for end in pawn_targets(self.board, start, self.player):
            if self.pawn_is_safe(start, end, attacks):
                yield from with_promotions(self.board, start, end, self.player)

    def pawn_is_safe(self, start: Square, end: Square, attacks: Iterable[Attack]) -> bool:
        """Whether a pawn's move leaves no royal piece attacked."""
        if end == self.board.en_passant and start[0] != end[0] and end not in self.board.pieces:
            return not self.guarded or self._passing_is_safe(start, end)
        return all(attack.stopped_on(end) for attack in attacks)

    def _passing_is_safe(self, start: Square, end: Square) -> bool:
        """The same for a capture en passant, which removes two pieces from their lines."""
        victim = self.board.passed_pawn(self.player)
        after = But(hidden=(start,) if victim is None else (start, victim), added=(end,))
        return not any(is_attacked(self.board, royal, self.enemy, after) for royal in self.board.royals(self.player))

    def all_moves(self) -> Iterator[Move | Ray]:
        """The legal moves, with slides as rays."""
        for start, piece in self.board.pieces.items():
            if piece.owner == self.player:
                yield from self.moves_from(start)

    @cached_property
    def has_move(self) -> bool:
        """Whether there is a legal move. The search ends with the first one."""
        if any(map(self._moves_as_before, (self.board.moved, self.board.free))):
            return True
        army = self.board.army[self.player]
        # In check, mostly the royal piece can move. Otherwise it is tried last, because it costs most.
        royals_first = self.guarded and self.is_check
        hard: list[Ray] = []
        for kind in sorted(army, key=lambda kind: kind.royal, reverse=royals_first):
            for start in army[kind]:
                for one in self._moves_or_rays(start):
                    if isinstance(one, Ray) and _is_hard(one):
                        hard.append(one)
                    elif one:
                        self.board.free[self.player] = start
                        return True
        hard.sort(key=lambda ray: len(ray.primes))  # the more primes have to meet, the longer it takes
        return any(hard)

    def _moves_as_before(self, known: dict[int, Square]) -> bool:
        """Whether a piece can move that moved, or could move, when the board was looked at before."""
        start = known.get(self.player)
        piece = None if start is None else self.board.pieces.get(start)
        if start is None or piece is None or piece.owner != self.player or piece.kind.royal:
            return False
        return any(one for one in self._moves_or_rays(start) if not _is_hard(one))

    @property
    def is_mate(self) -> bool:
        """Whether the player is checkmated."""
        return self.guarded and self.is_check and not self.has_move

    @property
    def is_stalemate(self) -> bool:
        """Whether the player has no legal move, and is not checkmated."""
        return not self.has_move and not self.is_mate


def _is_hard(one: Move | Ray) -> bool:
    """Whether several primes have to meet on a ray. If they are large, it takes long to find out where they do."""
    return isinstance(one, Ray) and len(one.primes) > 1
