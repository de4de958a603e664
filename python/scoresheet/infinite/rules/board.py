"""A board on which moves are made and taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from scoresheet.infinite.document import Border, Square
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import BLACK, WHITE, Kind, Piece
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules.field import Field, Lifted
from scoresheet.infinite.rules.idle import idle_rights
from scoresheet.infinite.rules.messages import shown_move, shown_square
from scoresheet.infinite.rules.playable import opponent, refuse_unplayable, slide_limit_of
from scoresheet.infinite.state import State
from scoresheet.infinite.values import check_move

__all__ = ["Board", "Change", "forward"]

StateT = TypeVar("StateT", bound=State)


def forward(player: int) -> int:
    """The direction of a player's pawns: 1 is north."""
    return 1 if player == WHITE else -1


class _Before(NamedTuple):
    """What is needed to take a move back."""

    turn_order: tuple[int, ...]
    en_passant: Square | None
    move_rule: tuple[int, int] | None
    fullmove: int
    next_slot: int
    lifted: list[Lifted]
    put: list[Square]
    rights: list[Square]


class Change(NamedTuple):
    """The changes that a move made to the board."""

    move: Move
    piece: Piece
    """The piece that moved, before any promotion."""
    captured: Piece | None
    captured_on: Square | None
    partner: tuple[Square, Square] | None
    """The squares of the king's partner before and after castling."""
    declined: bool
    """Whether a pawn stayed a pawn although it could have promoted."""
    void: bool
    """Whether a pawn went to the en passant square without an enemy pawn behind it."""
    before: _Before

    @property
    def passing(self) -> bool:
        """Whether a pawn was captured en passant."""
        return self.captured is not None and self.captured_on != self.move.end


class Board(Field):
    """A position that is changed in place.

    >>> from scoresheet.infinite import Move, Position
    >>> board = Board(Position({(0, 0): Piece.of("K"), (5, 5): Piece.of("k"), (0, 9): Piece.of("R")}))
    >>> change = board.apply(Move((0, 9), (10**40, 9)))
    >>> board.pieces[10**40, 9].code, board.mover == BLACK
    ('R', True)
    >>> board.undo(change)
    >>> (0, 9) in board.pieces
    True
    """

    def __init__(self, position: State, *, last_of_cycle: int | None = None) -> None:
        """Raises `Refused` for a position whose rules are not supported, or with pieces outside its border.

        Args:
            position: the start.
            last_of_cycle: the player after whose moves the number of the move grows by the rules `modern`; None for the
                start of a game: the player who does not begin.
        """
        if not isinstance(position, State):
            raise TypeError(f"a board starts from a `Position`, not {type(position).__name__}")
        refuse_unplayable(position)
        self._start = position
        self.limit = slide_limit_of(position)
        self.border = position.border
        self.promotions = position.promotions
        self.wins = position.wins
        self.turn_order = position.turn_order
        self._last_of_cycle = last_of_cycle or position.turn_order[-1]
        self.en_passant = position.en_passant
        self.move_rule = position.move_rule
        self.fullmove = position.fullmove
        # Where to look first for a piece that can move. On a crowded board, most may be blocked, move after move.
        self.moved: dict[int, Square] = {}
        self.free: dict[int, Square] = {}
        super().__init__(position.pieces, position.rights)
        if self.border is not None:
            self._refuse_outside(self.border)

    def _refuse_outside(self, border: Border) -> None:
        for x, y in self.pieces:
            if not border.holds(x, y):
                message = f"the piece on {shown_square((x, y))} is outside the border"
                raise Refused(Fault("icn-outside", message, text=shown_square((x, y))[1:-1]))

    # State

    @property
    def mover(self) -> int:
        """The player to move."""
        return self.turn_order[0]

    def inside(self, x: int, y: int) -> bool:
        """Whether a square is inside the border."""
        return self.border is None or self.border.holds(x, y)

    def position(self) -> State:
        """The current position, of the class that the board was made from."""
        return self.put_into(self._start)

    def put_into(self, position: StateT) -> StateT:
        """A position with the current pieces, in the order in which ICN lists them.

        Everything that no move changes is taken from the start of this board, or from a similar position.
        """
        slots = self.slots
        return position.replace(
            pieces={square: self.pieces[square] for square in sorted(slots, key=slots.__getitem__)},
            rights=frozenset(self.rights),
            turn_order=self.turn_order,
            en_passant=self.en_passant,
            move_rule=self.move_rule,
            fullmove=self.fullmove,
        )

    # Moves

    def partner_of(self, king: Square, way: int) -> Square | None:
        """The partner with which a king castles to the east (1) or west (-1), if it has the right; otherwise None.

        It is the first piece on that side, if it is friendly, has the right, is neither a pawn nor a royal leaper, and
        is at least three squares away.
        """
        met = self.lines((1, 0)).nearest(king, way)
        if met is None or met[1] < 3 or met[0] not in self.rights:
            return None
        piece = self.pieces[met[0]]
        owner = self.pieces[king].owner
        return met[0] if piece.owner == owner and may_be_partner(piece.kind) else None

    def passed_pawn(self, player: int) -> Square | None:
        """The square of the pawn that a player may capture en passant; None if there is none."""
        if self.en_passant is None:
            return None
        x, y = self.en_passant
        behind = (x, y - forward(player))
        pawn = self.pieces.get(behind)
        victim = pawn is not None and pawn.kind.special == "pawn" and pawn.owner == opponent(player)
        return behind if victim and self.en_passant not in self.pieces else None

    def apply(self, move: Move, rules: Rules = "doc") -> Change:
        """Makes a move without checking whether it is legal, and returns what it changed.

        The next player's turn follows, regardless of the owner of the piece.

        Raises:
            Refused: the move starts on an empty square.
        """
        check_move(move)
        start, end, promotion = move
        piece = self.pieces.get(start)
        if piece is None:
            message = f"{shown_move(move)} cannot be played: there is no piece on {shown_square(start)}"
            raise Refused(Fault("move-illegal", message, text=shown_move(move)[1:-1]))
        if promotion is not None and promotion.owner >= len(self.army):
            message = f"{shown_move(move)} cannot be played: `{promotion}` belongs to a player who is not in the game"
            raise Refused(Fault("move-illegal", message, text=shown_move(move)[1:-1]))
        state = (self.turn_order, self.en_passant, self.move_rule, self.fullmove, self.next_slot)
        pawn = piece.kind.special == "pawn"
        captured_on: Square | None = end if end in self.pieces and end != start else None
        partner = self._castling(piece, move)
        passing = pawn and captured_on is None and end == self.en_passant
        passing = passing and abs(end[0] - start[0]) == 1 == abs(end[1] - start[1])
        if passing:
            captured_on = self._behind(piece, end)
        touched = dict.fromkeys((start, end, captured_on, partner and partner[0]))  # a capture is on the target square
        rights = [square for square in touched if square is not None and square in self.rights]
        rows = {
            (square[1], lost.owner)
            for square in rights
            if (lost := self.pieces.get(square)) is not None and lost.kind.special != "pawn"
        }
        lifted = [self.lift(start)]
        captured = None
        slot = self.next_slot
        if captured_on is not None:
            lifted.append(self.lift(captured_on))
            captured = lifted[-1][1]
            if rules == "doc" and captured_on == end:
                slot = lifted[-1][2]
        put = [end]
        self.put(end, promotion or piece, slot)
        if slot == self.next_slot:
            self.next_slot += 1
        if partner is not None:
            lifted.append(self.lift(partner[0]))
            put.append(partner[1])
            self.append(partner[1], lifted[-1][1])
        if rules == "modern" and rows:
            rights += self._widowed(rows, set(rights))
        self._drop_rights(rights)
        self._advance(piece, move, captured is not None, rules)
        self.moved[piece.owner] = end
        ranks = self.promotions.get(piece.owner)
        declined = pawn and promotion is None and ranks is not None and end[1] in ranks.ranks
        before = _Before(*state, lifted, put, rights)
        return Change(move, piece, captured, captured_on, partner, declined, passing and captured is None, before)

    def undo(self, change: Change) -> None:
        """Takes back the last move, which returned this change."""
        before = change.before
        for square in reversed(before.put):
            self.lift(square)
        for square, piece, slot in before.lifted:
            self.put(square, piece, slot)
        for square in before.rights:
            self.toggle_right(square)
        self.turn_order, self.en_passant, self.move_rule, self.fullmove, self.next_slot = before[:5]

    def _drop_rights(self, squares: Iterable[Square]) -> None:
        for square in squares:
            if square in self.rights:
                self.toggle_right(square)

    def _castling(self, piece: Piece, move: Move) -> tuple[Square, Square] | None:
        """The squares of the partner before and after, if the move is castling."""
        (x, y), (to_x, to_y), _ = move
        if not piece.kind.castles or to_y != y or abs(to_x - x) != 2 or move.start not in self.rights:
            return None
        way = 1 if to_x > x else -1
        partner = self.partner_of(move.start, way)
        return None if partner is None else (partner, (to_x - way, y))

    def _behind(self, pawn: Piece, end: Square) -> Square | None:
        """The square of the pawn that is captured en passant."""
        behind = (end[0], end[1] - forward(pawn.owner))
        victim = self.pieces.get(behind)
        enemy = victim is not None and victim.kind.special == "pawn" and victim.owner != pawn.owner
        return behind if enemy else None

    def _widowed(self, rows: set[tuple[int, int]], gone: set[Square]) -> list[Square]:
        """The rights of players in some rows that have become unusable, besides those that are gone."""

        def piece_on(square: Square) -> Piece | None:
            piece = self.pieces.get(square)
            return piece if piece is not None and (square[1], piece.owner) in rows else None

        return idle_rights(piece_on, self.rights - gone)

    def _advance(self, piece: Piece, move: Move, captured: bool, rules: Rules) -> None:
        """The state except the pieces."""
        (x, y), (to_x, to_y), promotion = move
        pawn = piece.kind.special == "pawn"
        double = pawn and promotion is None and x == to_x and abs(to_y - y) == 2
        self.en_passant = (x, (y + to_y) // 2) if double else None
        if self.move_rule is not None:
            passed, limit = self.move_rule
            self.move_rule = (0 if pawn or captured else passed + 1, limit)
        mover = self.turn_order[0]
        if mover == (BLACK if rules == "doc" else self._last_of_cycle):
            self.fullmove += 1
        self.turn_order = (opponent(mover), mover)


def may_be_partner(kind: Kind) -> bool:
    """Whether a king castles with this kind."""
    return not (kind.castles or kind.neutral or kind.special == "pawn")
