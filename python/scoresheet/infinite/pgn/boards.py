"""Converts positions of standard chess to infinite boards, and back if they fit."""

from __future__ import annotations

from collections import Counter

import scoresheet
from scoresheet.errors import UsageError
from scoresheet.infinite.document import STANDARD_WINS, Border, Document, Promotion, Square
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import BLACK, WHITE, Piece
from scoresheet.infinite.players import TURNS
from scoresheet.infinite.position import Position

__all__ = ["EDGES", "fen_of", "fits", "head_of_standard", "is_square", "refused", "square_name"]

EDGES = Border(1, 8, 1, 8)
"""The border of the standard board."""

_SIZE = 8
_SLIDE_LIMIT = 7
_KINDS = frozenset("kpnbrq")
_PAWN_ROWS = {WHITE: 2, BLACK: 7}
_HOME_ROWS = {WHITE: 1, BLACK: 8}
_KING_COLUMN = 5
_SIDES = {_SIZE: "K", 1: "Q"}
_MOST = 99_999
"""The largest counter that a FEN may have."""


def is_square(square: Square) -> bool:
    """Whether a square belongs to the standard board."""
    return EDGES.holds(*square)


def square_name(square: Square) -> str:
    """A square of the standard board, from its name.

    >>> square_name((5, 4))
    'e4'
    """
    return f"{'abcdefgh'[square[0] - 1]}{square[1]}"


# From the standard board


def head_of_standard(start: scoresheet.Position, losses: Counter[str]) -> Document:
    """The part of a text of ICN before the moves, for a start position of standard chess.

    >>> head = head_of_standard(scoresheet.Position(), Counter())
    >>> head.pieces[5, 1].code, len(head.rights), str(head.border), head.move_rule
    ('K', 22, '1,8,1,8', (0, 100))
    """
    board, turn, castling, passed, halfmoves, fullmove = start.fen(en_passant="always", shredder=True).split()
    pieces = dict(_pieces(board))
    rights = {square for square, piece in pieces.items() if _may_step_twice(square, piece)}
    rights |= _castling_rights(castling, pieces, losses)
    return Document(
        turn=(WHITE,) if turn == "w" else (BLACK,),
        en_passant=None if passed == "-" else ("abcdefgh".index(passed[0]) + 1, int(passed[1])),
        move_rule=(int(halfmoves), 100),
        fullmove=int(fullmove),
        promotion=(Promotion((8,), None), Promotion((1,), None)),
        extras={"slideLimit": _SLIDE_LIMIT},
        border=EDGES,
        pieces=pieces,
        rights=rights,
    )


def _pieces(board: str) -> list[tuple[Square, Piece]]:
    """The pieces of a FEN, starting with the lowest row."""
    found = []
    for row, words in enumerate(reversed(board.split("/")), 1):
        column = 1
        for letter in words:
            if letter.isdigit():
                column += int(letter)
            else:
                found.append(((column, row), Piece.of(letter)))
                column += 1
    return found


def _may_step_twice(square: Square, piece: Piece) -> bool:
    return piece.kind.code == "p" and square[1] == _PAWN_ROWS[piece.owner]


def _castling_rights(castling: str, pieces: dict[Square, Piece], losses: Counter[str]) -> set[Square]:
    """The kings and rooks that may castle in ICN. Other rights of Chess960 are lost."""
    rights: set[Square] = set()
    for letter in castling.replace("-", ""):
        row = _HOME_ROWS[WHITE if letter.isupper() else BLACK]
        king, rook = (_KING_COLUMN, row), ("abcdefgh".index(letter.lower()) + 1, row)
        if rook[0] in _SIDES and king in pieces and pieces[king].kind.code == "k":
            rights |= {king, rook}
        else:
            losses["castling"] += 1
    return rights


# To the standard board


def refused(why: str) -> UsageError:
    """The error for a game that does not fit the standard board."""
    return UsageError(
        f"this game cannot be converted to usual chess: {why}", hint="ICN and its JSON can express all of it"
    )


def fits(start: Position, moves: list[Move]) -> None:
    """Raises `UsageError` unless a game can be one of standard chess: its players, pieces, squares and wins."""
    if start.turn_order not in TURNS:
        raise refused("it has more than two players, or they do not alternate")
    for square, piece in start.pieces.items():
        if piece.kind.code not in _KINDS or piece.owner not in TURNS[0]:
            raise refused(f"`{piece}` is not a piece of standard chess")
        if not is_square(square):
            raise refused(f"a piece is on `{_shown(square)}`, off its board")
    for move in moves:
        if not is_square(move.start) or not is_square(move.end):
            outside = move.start if is_square(move.end) else move.end
            raise refused(f"a move goes {'from' if outside == move.start else 'to'} `{_shown(outside)}`, off its board")
    for names in start.wins.values():
        if names != STANDARD_WINS:
            raise refused(f"checkmate is not the only way to win it, but `{', '.join(names)[:80]}`")


def _shown(square: Square) -> str:
    return ",".join(str(side) if abs(side) < 10**20 else f"{str(side)[:9]}…" for side in square)


def fen_of(start: Position, losses: Counter[str]) -> str:
    """The FEN for a start that fits. Losses are counted.

    >>> from scoresheet import infinite
    >>> fen_of(infinite.Position.read("b 3/100 7 (8|1) K5,1+|R8,1+|k5,8|p1,7"), losses := Counter())
    '4k3/p7/8/8/8/8/8/4K2R b K - 3 7'
    >>> +losses
    Counter({'right': 1})
    """
    _count_rules(start, losses)
    castling = _castling(start)
    _count_rights(start, castling, losses)
    halfmoves, _ = start.move_rule or (0, 100)
    losses["fullmove"] += not 1 <= start.fullmove <= _MOST
    losses["move-rule"] += halfmoves > _MOST
    passed = start.en_passant
    losses["en-passant"] += passed is not None and not is_square(passed)
    fields = (
        _board(start),
        "w" if start.mover == WHITE else "b",
        "".join(castling) or "-",
        square_name(passed) if passed is not None and is_square(passed) else "-",
        str(min(halfmoves, _MOST)),
        str(min(max(start.fullmove, 1), _MOST)),
    )
    return " ".join(fields)


def _board(start: Position) -> str:
    rows = []
    for row in range(_SIZE, 0, -1):
        words, empty = "", 0
        for column in range(1, _SIZE + 1):
            piece = start.pieces.get((column, row))
            if piece is None:
                empty += 1
            else:
                words += f"{empty or ''}{piece}"
                empty = 0
        rows.append(f"{words}{empty or ''}")
    return "/".join(rows)


def _castling(start: Position) -> list[str]:
    """The castling rights that can be written in a FEN."""
    letters = []
    for player, row in _HOME_ROWS.items():
        king = start.pieces.get((_KING_COLUMN, row))
        if king is None or king.owner != player or king.kind.code != "k" or (_KING_COLUMN, row) not in start.rights:
            continue
        for column, letter in _SIDES.items():
            rook = start.pieces.get((column, row))
            if rook is not None and rook.owner == player and rook.kind.code == "r" and (column, row) in start.rights:
                letters.append(letter if player == WHITE else letter.lower())
    return letters


def _count_rights(start: Position, castling: list[str], losses: Counter[str]) -> None:
    """Counts special rights that a FEN cannot express, and pawns to which a FEN gives a right that they do not have."""
    said = {square for square, piece in start.pieces.items() if _may_step_twice(square, piece)}
    for letter in castling:
        row = _HOME_ROWS[WHITE if letter.isupper() else BLACK]
        rook = next(column for column, side in _SIDES.items() if side == letter.upper())
        said |= {(_KING_COLUMN, row), (rook, row)}
    meant = {square for square in start.rights if square in start.pieces}
    losses["right"] += len(said ^ meant)


def _count_rules(start: Position, losses: Counter[str]) -> None:
    losses["border"] += start.border not in (None, EDGES)
    limit = start.extras.get("slideLimit", _SLIDE_LIMIT)
    wide = isinstance(limit, int) or (isinstance(limit, str) and limit.isascii() and limit.isdecimal())
    losses["extras"] += not wide or int(limit) < _SLIDE_LIMIT
    losses["extras"] += sum(name != "slideLimit" for name in start.extras)
    losses["preset"] += len(start.squares) + len(start.rays)
    losses["move-rule"] += start.move_rule is not None and start.move_rule[1] != 100
    losses["promotion-ranks"] += sum(not _promotes_as_standard(start, player) for player in TURNS[0])


def _promotes_as_standard(start: Position, player: int) -> bool:
    pawns = any(piece.kind.code == "p" and piece.owner == player for piece in start.pieces.values())
    said = start.promotions.get(player)
    if said is None or not said.ranks:
        return not pawns
    standard = _HOME_ROWS[WHITE + BLACK - player]
    return said.ranks == (standard,) and said.is_usual
