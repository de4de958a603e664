"""The fields of a move that the board determines: the piece, the squares, captures, checks, castling and mate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from scoresheet.infinite.document import Document, square_text
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.node import Entry
from scoresheet.infinite.pieces import BLACK, Piece
from scoresheet.infinite.players import TURNS
from scoresheet.infinite.position import Position
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules import Replay
from scoresheet.infinite.start import refuse_missing_pieces

__all__ = ["MoveFields", "code_of", "fields_of", "order_of", "starts_with_black"]

MoveFields = dict[str, Any]
"""The fields in the order in which they are written."""


def order_of(head: Document) -> tuple[int, ...]:
    """The players in the order of their turns.

    >>> order_of(Document(turn=(2,))), order_of(Document(turn=(1, 3, 2)))
    ((2, 1), (1, 3, 2))
    """
    order = head.turn or TURNS[0]
    return order if len(order) > 1 else TURNS[1] if order[0] == BLACK else TURNS[0]


def starts_with_black(head: Document) -> bool:
    """Whether the first move is Black's in a game of two players, so that the array of moves starts with `null`."""
    return order_of(head) == TURNS[1]


def code_of(piece: Piece) -> str:
    """The code of a kind of piece: upper case, for every owner.

    >>> code_of(Piece.of("am"))
    'AM'
    """
    return piece.kind.code.upper()


def fields_of(head: Document, entries: Sequence[Entry], rules: Rules) -> Iterator[MoveFields]:
    """The fields of each move. If the rules of the game are not supported, only squares and pieces are known.

    >>> from scoresheet import infinite
    >>> game = infinite.parse("K0,0|k5,5|R9,9|n9,5 9,9>9,5")
    >>> list(fields_of(game._head, game._entries, "doc"))
    [{'p': 'R', 'f': '9,9', 't': '9,5', 'x': 'N', 'c': 1}]
    """
    try:
        refuse_missing_pieces(head)
        replay = Replay(Position.of(head), rules)
        if entries:
            replay.why_illegal(_move(entries[0]))
    except Refused:
        yield from _unjudged(head, entries)
        return
    checks: Counter[int] = Counter()
    for entry in entries:
        yield _judged(replay, entry, checks)


def _move(entry: Entry) -> Any:
    assert entry.move is not None, "every entry except the start has a move"
    return entry.move


def _judged(replay: Replay, entry: Entry, checks: Counter[int]) -> MoveFields:
    """The fields of the next move, which is played."""
    mover = replay.board.mover
    change = replay.play(_move(entry), judged=False)
    fields = _squares(entry, change.piece)
    if change.captured is not None:
        fields["x"] = code_of(change.captured)
        if change.passing:
            fields["ep"] = True
    if replay.is_check:
        checks[mover] += 1
        fields["c"] = checks[mover]
    if change.partner is not None:
        fields["castle"] = "K" if change.move.end[0] > change.move.start[0] else "Q"
    _add_promotion(fields, entry)
    if replay.end is not None and replay.end.condition in ("checkmate", "stalemate"):
        fields["mate" if replay.end.condition == "checkmate" else "stalemate"] = True
    return fields


def _squares(entry: Entry, piece: Piece | None) -> MoveFields:
    start, end, _ = _move(entry)
    named = {} if piece is None else {"p": code_of(piece)}
    return {**named, "f": square_text(start), "t": square_text(end)}


def _add_promotion(fields: MoveFields, entry: Entry) -> None:
    promotion = _move(entry).promotion
    if promotion is not None:
        fields["promote"] = code_of(promotion)


def _unjudged(head: Document, entries: Sequence[Entry]) -> Iterator[MoveFields]:
    """The fields as far as the moves themselves show them: pieces by their squares, checks and mate by the signs."""
    pieces, order, checks = dict(head.pieces or {}), order_of(head), Counter[int]()
    for place, entry in enumerate(entries):
        start, end, promotion = _move(entry)
        piece = pieces.pop(start, entry.piece)
        fields = _squares(entry, piece)
        if end in pieces:
            fields["x"] = code_of(pieces[end])
        if "+" in entry.signs or "#" in entry.signs:
            player = order[place % len(order)]
            checks[player] += 1
            fields["c"] = checks[player]
        _add_promotion(fields, entry)
        if "#" in entry.signs:
            fields["mate"] = True
        if piece is not None:
            pieces[end] = promotion or piece
        yield fields
