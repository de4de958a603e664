"""The changes that moves make, without checking whether they are legal."""

from __future__ import annotations

from dataclasses import dataclass

from scoresheet.infinite.document import Document, MoveText, Square, square_text
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import BLACK, WHITE, Piece

__all__ = ["Partner", "UnjudgedBoard"]

_TWO_STEPS = 2


@dataclass(frozen=True)
class Partner:
    """The square of the other piece of a castling, and its side of the king: 1 is to the east."""

    square: Square
    side: int


class UnjudgedBoard:
    """Pieces on squares, and what changes with every move."""

    def __init__(self, pieces: dict[Square, Piece], rights: set[Square], en_passant: Square | None) -> None:
        self.pieces = dict(pieces)
        self.rights = set(rights)
        self.en_passant = en_passant
        self.was_quiet = False
        """Whether the last move was neither a capture nor a pawn move."""

    @classmethod
    def of(cls, document: Document) -> UnjudgedBoard:
        """The pieces of a text."""
        return cls(document.pieces or {}, document.rights, document.en_passant)

    def play(self, move: Move | MoveText, partner: Partner | None = None) -> Piece | None:
        """Makes a move and returns the piece that it captures.

        A capturing piece takes the place of the captured one in the list; any other piece goes to the end. The castling
        partner is found if it is not given.

        Raises:
            Refused: the first square is empty.
        """
        start, end = move.start, move.end
        piece = self.pieces.get(start)
        if piece is None:
            text = f"{square_text(start)}>{square_text(end)}"
            raise Refused(Fault("move-illegal", f"cannot play `{text}`: there is no piece on `{square_text(start)}`"))
        is_pawn = piece.kind.special == "pawn"
        partner = partner or self._partner(piece, move)
        captured = self._take(piece, move)
        self._put(start, end, move.promotion or piece)
        if partner is not None:
            self._put(partner.square, (end[0] - partner.side, end[1]), self.pieces.get(partner.square))
        two = is_pawn and start[0] == end[0] and abs(end[1] - start[1]) == _TWO_STEPS
        self.en_passant = (start[0], (start[1] + end[1]) // 2) if two else None
        self.was_quiet = captured is None and not is_pawn
        return captured

    def _take(self, piece: Piece, move: Move | MoveText) -> Piece | None:
        end = move.end
        captured = self.pieces.get(end)
        if captured is not None or end != self.en_passant or move.start[0] == end[0] or piece.kind.special != "pawn":
            return captured
        behind = (end[0], end[1] - (1 if piece.owner == WHITE else -1))
        taken = self.pieces.get(behind)
        if taken is None or taken.kind.special != "pawn" or taken.owner == piece.owner:
            return None
        self.rights.discard(behind)
        return self.pieces.pop(behind)

    def _put(self, start: Square, end: Square, piece: Piece | None) -> None:
        if piece is None:
            return
        self.rights -= {start, end}
        if start == end:
            self.pieces[end] = piece
            return
        del self.pieces[start]
        self.pieces[end] = piece

    def _partner(self, king: Piece, move: Move | MoveText) -> Partner | None:
        (x, y), (to, row) = move.start, move.end
        if not king.kind.castles or row != y or abs(to - x) != _TWO_STEPS or move.start not in self.rights:
            return None
        side = 1 if to > x else -1
        beyond = [square for square in self.pieces if square[1] == y and (square[0] - x) * side > 0]
        if not beyond:
            return None
        first = min(beyond, key=lambda square: abs(square[0] - x))
        other = self.pieces[first]
        may = first in self.rights and other.owner == king.owner and other.kind.special != "pawn"
        # A closer partner would be in the way.
        return Partner(first, side) if may and abs(first[0] - x) > _TWO_STEPS else None


def next_player(order: tuple[int, ...]) -> tuple[int, ...]:
    """The players in the order of their turns after one move.

    >>> next_player((1, 2)), next_player((2,))
    ((2, 1), (1,))
    """
    if len(order) == 1:
        return (BLACK,) if order[0] == WHITE else (WHITE,)
    return (*order[1:], order[0])
