"""The rules of boards without edges once more, the slow way: every square walked to, every move tried on a copy.

Only squares of a window are looked at. Written from the description alone, and shares nothing with what it is compared
with but the list of kinds.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoresheet.infinite import Move, Piece, Position
from scoresheet.infinite.document import Square

CIRCLE = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
PARTNERS_NOT = {"p", "k", "rc", "ob", "vo"}


def prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


class Walked:
    """A position, and squares from -window to window."""

    def __init__(self, position: Position, window: int = 30) -> None:
        self.position = position
        self.window = window
        self.player = position.turn_order[0]
        self.enemy = position.turn_order[1]
        self.limit = int(position.extras.get("slideLimit", 10**9))

    def inside(self, square: Square) -> bool:
        border = self.position.border
        return border is None or border.holds(*square)

    def in_window(self, square: Square) -> bool:
        return max(abs(square[0]), abs(square[1])) <= self.window

    def reached(self, pieces: dict[Square, Piece], start: Square) -> Iterator[Square]:
        """The squares that a piece attacks, with any pieces on them."""
        piece = pieces[start]
        x, y = start
        if piece.kind.code == "p":
            way = 1 if piece.owner == 1 else -1
            yield from ((x - 1, y + way), (x + 1, y + way))
        yield from ((x + dx, y + dy) for dx, dy in piece.kind.leaps)
        for dx, dy in piece.kind.slides:
            for steps in range(1, min(self.limit, 2 * self.window + 1) + 1):
                square = (x + steps * dx, y + steps * dy)
                if not self.inside(square) or not self.in_window(square):
                    break
                if piece.kind.code == "hu" and not prime(steps):
                    continue
                yield square
                if square in pieces:
                    break
        if piece.kind.code == "ro":
            yield from self.routes(pieces, start)

    def routes(self, pieces: dict[Square, Piece], start: Square) -> Iterator[Square]:
        for first in range(8):
            for turn in (1, -1):
                x, y = start
                for count in range(min(7, self.limit)):
                    dx, dy = CIRCLE[(first + turn * count) % 8]
                    x, y = x + dx, y + dy
                    if not self.inside((x, y)):
                        break
                    yield x, y
                    if (x, y) in pieces:
                        break

    def attacked(self, pieces: dict[Square, Piece], player: int) -> set[Square]:
        return {end for start, piece in pieces.items() if piece.owner == player for end in self.reached(pieces, start)}

    def in_check(self, pieces: dict[Square, Piece], player: int) -> bool:
        royals = {square for square, piece in pieces.items() if piece.owner == player and piece.kind.royal}
        enemies = [square for square, piece in pieces.items() if piece.owner == 3 - player]
        return bool(royals) and any(end in royals for start in enemies for end in self.reached(pieces, start))

    def tries(self) -> Iterator[tuple[Move, dict[Square, Piece]]]:
        """Moves as if nothing was royal, with the pieces after them."""
        pieces = dict(self.position.pieces)
        for start, piece in list(pieces.items()):
            if piece.owner != self.player:
                continue
            if piece.kind.code == "p":
                yield from self.pawn_tries(pieces, start)
                continue
            for end in set(self.reached(pieces, start)):
                there = pieces.get(end)
                if self.inside(end) and not (there and (there.owner == self.player or there.kind.code == "vo")):
                    after = {square: one for square, one in pieces.items() if square != start}
                    after[end] = piece
                    yield Move(start, end), after
            if piece.kind.code in ("k", "rc") and start in self.position.rights:
                yield from self.castlings(pieces, start)

    def pawn_tries(self, pieces: dict[Square, Piece], start: Square) -> Iterator[tuple[Move, dict[Square, Piece]]]:
        pawn = pieces[start]
        (x, y), way = start, (1 if pawn.owner == 1 else -1)
        ends: list[tuple[Square, Square | None]] = []
        if (x, y + way) not in pieces:
            ends.append(((x, y + way), None))
            if start in self.position.rights and (x, y + 2 * way) not in pieces:
                ends.append(((x, y + 2 * way), None))
        for end in ((x - 1, y + way), (x + 1, y + way)):
            there, behind = pieces.get(end), pieces.get((end[0], end[1] - way))
            if there is not None:
                if there.owner != self.player and there.kind.code != "vo":
                    ends.append((end, None))
            elif end == self.position.en_passant and behind and behind.kind.code == "p" and behind.owner == self.enemy:
                ends.append((end, (end[0], end[1] - way)))
        said = self.position.promotions.get(pawn.owner)
        for end, passed in ends:
            if not self.inside(end):
                continue
            promotes = said is not None and end[1] in said.ranks
            for piece in [Piece(kind, pawn.owner) for kind in said.kinds or ()] if said and promotes else [pawn]:
                after = {square: one for square, one in pieces.items() if square not in (start, passed)}
                after[end] = piece
                yield Move(start, end, piece if promotes else None), after

    def castlings(self, pieces: dict[Square, Piece], king: Square) -> Iterator[tuple[Move, dict[Square, Piece]]]:
        x, y = king
        for way in (1, -1):
            on_row = [square for square in pieces if square[1] == y and (square[0] - x) * way > 0]
            if not on_row:
                continue
            partner = min(on_row, key=lambda square: abs(square[0] - x))
            piece = pieces[partner]
            friend = piece.owner == self.player and piece.kind.code not in PARTNERS_NOT
            if not friend or partner not in self.position.rights:
                continue
            if abs(partner[0] - x) < 3 or not self.inside((x + 2 * way, y)):
                continue
            if self.guarded:
                if self.in_check(pieces, self.player):
                    continue
                passed = {square: one for square, one in pieces.items() if square != king}
                passed[x + way, y] = pieces[king]
                if (x + way, y) in self.attacked(passed, self.enemy):
                    continue
            after = {square: one for square, one in pieces.items() if square not in (king, partner)}
            after[x + 2 * way, y], after[x + way, y] = pieces[king], piece
            yield Move(king, (x + 2 * way, y)), after

    @property
    def guarded(self) -> bool:
        return "checkmate" in self.position.wins[self.enemy]

    def moves(self) -> set[Move]:
        """The legal moves within the window."""
        return {
            move
            for move, after in self.tries()
            if self.in_window(move.end) and not (self.guarded and self.in_check(after, self.player))
        }
