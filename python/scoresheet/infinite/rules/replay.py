"""A game played move by move, with the judgement of the rules after each move."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.profiles import Rules, check_rules
from scoresheet.infinite.rules.board import Board, Change
from scoresheet.infinite.rules.ends import End, draws_of, end_of, won_by
from scoresheet.infinite.rules.judge import Judge
from scoresheet.infinite.rules.legal import LegalMoves, legal_moves_of
from scoresheet.infinite.rules.messages import shown_move, shown_square
from scoresheet.infinite.rules.playable import refuse_unknown_wins
from scoresheet.infinite.rules.reasons import fault_of
from scoresheet.infinite.state import State
from scoresheet.infinite.values import check_move

__all__ = ["Replay"]


class Replay:
    """Plays a game from a position, by the rules of the description (`doc`) or of today's site (`modern`).

    They differ in draws (claimed, or ending the game), in whether a pawn must promote, in which special rights are lost
    with others, in when the number of the move grows, and in the place of capturing pieces in the list.

    Attributes:
        board: the board after the moves so far; only `play` may change it.
        rules: `doc` or `modern`.
        ply: the number of half-moves played.
        notes: the notes on the start and on moves, each with its half-move: `en-passant-void`, `promotion-declined`.

    >>> from scoresheet import infinite
    >>> from scoresheet.infinite.rules import Replay
    >>> replay = Replay(infinite.Position.read("w koth K3,3|k50,50"))
    >>> change = replay.play(infinite.Move((3, 3), (4, 4)))
    >>> replay.end
    End(condition='koth', winner=1)
    """

    def __init__(self, position: State, rules: Rules = "doc") -> None:
        """Raises `Refused` for a position whose rules are not supported, and `UsageError` for unknown rules."""
        check_rules(rules)
        self.board = Board(position)
        self.rules: Rules = rules
        self.ply = 0
        self.notes: list[Fault] = []
        self._won: End | None = None
        self._checks_given: Counter[int] = Counter()
        self._counts_checks = any("threecheck" in names for names in position.wins.values())
        self._known = True
        try:
            refuse_unknown_wins(position)
        except Refused:
            self._known = False
        self._seen: Counter[tuple[object, ...]] = Counter()
        self._start = position
        self._look()
        if self.board.en_passant is not None and self.board.passed_pawn(self.board.mover) is None:
            self._note_void()

    def _look(self) -> None:
        """Records the current position."""
        self._judge = Judge(self.board)
        self._end: End | None = None
        self._end_is_known = False
        self._key = (self.board.fingerprint, self.board.mover, self.board.en_passant)
        self._seen[self._key] += 1

    def _note_void(self) -> None:
        square = self.board.en_passant
        assert square is not None  # checked before
        where = shown_square(square)
        message = f"no pawn can be captured en passant on {where}: there is no enemy pawn behind it, or it is not empty"
        self.notes.append(Fault("en-passant-void", message, text=where[1:-1], ply=0))

    # State

    @property
    def position(self) -> State:
        """The current position."""
        return self.board.position()

    @property
    def is_check(self) -> bool:
        """Whether the player to move is in check."""
        return self._judge.is_check

    @property
    def legal_moves(self) -> LegalMoves:
        """The current legal moves, even if the game has ended."""
        return legal_moves_of(self._judge)

    @property
    def claims(self) -> list[str]:
        """The draws that may be claimed: `repetition`, `moverule`. By the rules `modern` they end the game."""
        return draws_of(self.board, self._seen[self._key])

    @property
    def end(self) -> End | None:
        """How the game has ended; None if it continues, or if a win condition is unknown."""
        if not self._end_is_known:
            self._end = self._find_end()
            self._end_is_known = True
        return self._end

    def _find_end(self) -> End | None:
        if not self._known:
            return None
        return self._won or end_of(self._judge, self.claims, self.rules)

    def why_illegal(self, move: Move) -> Fault | None:
        """Why a move may not be played now; None if it may."""
        check_move(move)
        if self.end is not None:
            message = f"{shown_move(move)} is not legal: the game has already ended by {self.end.condition}"
            return Fault("move-illegal", message, text=shown_move(move)[1:-1], ply=self.ply + 1)
        fault = fault_of(self._judge, move, self.rules)
        return fault and replace(fault, ply=self.ply + 1)

    # Moves

    def play(self, move: Move, *, judged: bool = True) -> Change:
        """Plays a move, and returns what it changed on the board.

        Args:
            move: the move.
            judged: whether to play only legal moves; otherwise any piece may move anywhere.

        Raises:
            Refused: the move is not legal or starts on an empty square, or the rules of the position are not supported.
        """
        if judged:
            refuse_unknown_wins(self._start)
            fault = self.why_illegal(move)
            if fault is not None:
                raise Refused(fault)
        try:
            change = self.board.apply(move, self.rules)
        except Refused as refused:
            raise Refused(replace(refused.fault, ply=self.ply + 1)) from None
        self.ply += 1
        self._look()
        self._take_in(change)
        return change

    def _take_in(self, change: Change) -> None:
        """The consequences of a move other than the position."""
        player = change.piece.owner
        if self._counts_checks and self._judge.is_check:
            self._checks_given[player] += 1
        condition = won_by(self.board, change, self._checks_given[player]) if player in self.board.wins else None
        self._won = None if condition is None else End(condition, player)
        where, move = shown_square(change.move.end), shown_move(change.move)
        if change.declined:
            message = f"the pawn on {where} stays a pawn, but must be promoted"
            self.notes.append(Fault("promotion-declined", message, text=move[1:-1], ply=self.ply))
        if change.void:
            message = f"{move} captures nothing en passant: there is no enemy pawn behind {where}"
            self.notes.append(Fault("en-passant-void", message, text=move[1:-1], ply=self.ply))
