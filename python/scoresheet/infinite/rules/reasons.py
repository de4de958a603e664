"""The reasons why a move is not legal, for people."""

from __future__ import annotations

from scoresheet.infinite.document import Square
from scoresheet.infinite.faults import Fault
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import WHITE, Piece
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules.arms import HUYGENS, PAWN, ROSE
from scoresheet.infinite.rules.attacks import Attack, But, attacks_on, steps_between
from scoresheet.infinite.rules.board import Board, forward
from scoresheet.infinite.rules.judge import Judge
from scoresheet.infinite.rules.messages import shown_move, shown_number, shown_square
from scoresheet.infinite.rules.moves import rose_targets
from scoresheet.infinite.rules.pawns import promotions_on
from scoresheet.infinite.rules.primes import is_prime
from scoresheet.infinite.values import check_move

__all__ = ["fault_of", "reason_of", "why_illegal"]


def why_illegal(board: Board, move: Move, rules: Rules = "doc") -> Fault | None:
    """Why the player to move may not play a move; None if it is legal.

    By the rules `doc`, a pawn need not promote.

    >>> from scoresheet import infinite
    >>> board = Board(infinite.Position.read("K0,0|R0,1|k9,9|ob0,7"))
    >>> why_illegal(board, infinite.Move((0, 1), (0, 9))).message
    '`0,1>0,9` is not legal: the obstacle on `0,7` is in the way of the rook'
    """
    return fault_of(Judge(board), move, rules)


def fault_of(judge: Judge, move: Move, rules: Rules) -> Fault | None:
    """The same, for a board that is looked at already."""
    check_move(move)
    reason = reason_of(judge, move, rules)
    if reason is None:
        return None
    return Fault("move-illegal", f"{shown_move(move)} is not legal: {reason}", text=shown_move(move)[1:-1])


def reason_of(judge: Judge, move: Move, rules: Rules) -> str | None:
    """Why a move is not legal, without the move itself; None if it is legal."""
    start, end, _ = move
    piece = judge.board.pieces.get(start)
    if piece is None:
        return f"there is no piece on {shown_square(start)}"
    if piece.owner != judge.player:
        return _not_his(piece, start, judge.player)
    return (
        _why_not_there(judge.board, piece, start, end)
        or _why_no_way(judge, piece, start, end)
        or _why_no_promotion(judge.board, piece, move, rules)
        or _why_in_danger(judge, piece, start, end)
    )


def _the(board: Board, square: Square) -> str:
    return f"the {board.pieces[square].kind.singular} on {shown_square(square)}"


def _color(player: int) -> str:
    return "White" if player == WHITE else "Black"


def _not_his(piece: Piece, start: Square, player: int) -> str:
    if piece.kind.neutral:
        return f"the {piece.kind.singular} on {shown_square(start)} belongs to no player and cannot move"
    return f"the {piece.kind.singular} on {shown_square(start)} is not {_color(player)}'s, who is to move"


def _why_not_there(board: Board, piece: Piece, start: Square, end: Square) -> str | None:
    """The fault of the target square, for any piece that moves there."""
    if start == end:
        return "it does not leave its square"
    if not board.inside(*end):
        return f"{shown_square(end)} is outside the border"
    there = board.pieces.get(end)
    if there is None:
        return None
    if there.owner == piece.owner:
        return f"a piece of the same side, a {there.kind.singular}, is on {shown_square(end)}"
    return f"the void on {shown_square(end)} cannot be captured" if there.kind.code == "vo" else None


def _why_no_way(judge: Judge, piece: Piece, start: Square, end: Square) -> str | None:
    """Why a piece cannot get there."""
    kind = piece.kind
    east, north = end[0] - start[0], end[1] - start[1]
    if kind is PAWN:
        return _why_no_pawn(judge.board, piece, start, end)
    if kind.castles and north == 0 and abs(east) == 2:
        why = judge.why_no_castling(start, 1 if east > 0 else -1)
        return why and f"castling is not possible: {why}"
    if (east, north) in kind.leaps:
        return None
    for step in kind.slides:
        steps = steps_between(start, end, step)
        if steps is not None and steps > 0:
            return _why_no_slide(judge.board, piece, start, steps, step)
    if kind is ROSE and end in rose_targets(judge.board, start, piece.owner):
        return None
    return f"a {kind.singular} cannot move from {shown_square(start)} to {shown_square(end)}"


def _why_no_slide(board: Board, piece: Piece, start: Square, length: int, step: tuple[int, int]) -> str | None:
    kind = piece.kind
    if board.limit is not None and length > board.limit:
        return f"a slide has at most {shown_number(board.limit)} steps, but this one has {shown_number(length)}"
    if kind is HUYGENS and not is_prime(length):
        return f"a huygens moves a prime number of squares, which {shown_number(length)} is not"
    way = -1 if step[0] < 0 or (step[0] == 0 and step[1] < 0) else 1
    for place, steps in board.lines(step).along(start, way):
        if steps >= length:
            return None
        if kind is not HUYGENS or is_prime(steps):
            return f"{_the(board, place)} is in the way of the {kind.singular}"
    return None


def _why_no_pawn(board: Board, pawn: Piece, start: Square, end: Square) -> str | None:
    (x, y), way = start, forward(pawn.owner)
    east, north = end[0] - x, (end[1] - y) * way
    if east == 0 and north in (1, 2):
        if north == 2 and start not in board.rights:
            return "the pawn has no right to step twice"
        for square in ((x, y + way), end):
            if square in board.pieces:
                return f"{_the(board, square)} is in the way of the pawn"
        return None
    if abs(east) == 1 and north == 1:
        if end in board.pieces:
            return None
        if end != board.en_passant:
            return f"there is nothing for the pawn to capture on {shown_square(end)}"
        return None if board.passed_pawn(pawn.owner) else "there is no enemy pawn behind the en passant square"
    return f"a pawn cannot move from {shown_square(start)} to {shown_square(end)}"


def _why_no_promotion(board: Board, piece: Piece, move: Move, rules: Rules) -> str | None:
    promotion = move.promotion
    allowed = promotions_on(board, move.end, piece.owner) if piece.kind is PAWN else ()
    if promotion is None:
        return "the pawn has to promote there" if allowed and rules == "modern" else None
    if piece.kind is not PAWN:
        return f"a {piece.kind.singular} does not promote"
    if not allowed:
        return f"pawns of {_color(piece.owner)} do not promote on {shown_square(move.end)}"
    if promotion in allowed:
        return None
    codes = ", ".join(f"`{one}`" for one in allowed)
    return f"the pawn may become {codes}, and not `{promotion}`"


def _why_in_danger(judge: Judge, piece: Piece, start: Square, end: Square) -> str | None:
    """Which royal piece the move would leave attacked, and by which piece."""
    if not judge.guarded or (piece.kind.castles and abs(end[0] - start[0]) == 2 and start[1] == end[1]):
        return None
    board = judge.board
    attacks = judge.attacks_left(start)
    if piece.kind is PAWN:
        if judge.pawn_is_safe(start, end, attacks):
            return None
        return _left_attacked(board, next((one for one in attacks if not one.stopped_on(end)), None))
    for attack in attacks:
        if not attack.stopped_on(end):
            return _left_attacked(board, attack)
    if not piece.kind.royal:
        return None
    attack_there = next(attacks_on(board, end, judge.enemy, But(hidden=(start,))), None)
    if attack_there is None:
        return None
    return f"the {piece.kind.singular} would be attacked there by {_the(board, attack_there.attacker)}"


def _left_attacked(board: Board, attack: Attack | None) -> str:
    if attack is None:  # both pawns of a capture en passant left its line
        return "it would leave a royal piece attacked"
    return f"it would leave {_the(board, attack.target)} attacked by {_the(board, attack.attacker)}"
