"""Plays the moves of a text by the rules: where they end, and what is odd about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.node import Entry
from scoresheet.infinite.pieces import BLACK, WHITE, Piece
from scoresheet.infinite.position import Position
from scoresheet.infinite.profiles import Rules
from scoresheet.infinite.rules import Replay
from scoresheet.infinite.start import refuse_missing_pieces

__all__ = ["Judged", "judge"]

_FACTS = ("+", "#")
_KEPT = ("unplayable", "icn-position-missing")


@dataclass
class Judged:
    """The judgement of the rules on moves."""

    entries: list[Entry] = field(default_factory=list)
    """The moves up to the first illegal one, or all of them if the rules of the game are not supported."""
    notes: list[Fault] = field(default_factory=list)
    fault: Fault | None = None
    replay: Replay | None = None


def judge(head: Document, moves: Sequence[MoveText], rules: Rules) -> Judged:
    """Plays the moves after the start that a text describes.

    >>> from scoresheet import infinite
    >>> from scoresheet.infinite.start import CLASSICAL
    >>> judged = judge(CLASSICAL, [MoveText((4, 2), (4, 4)), MoveText((4, 2), (4, 3))], "doc")
    >>> len(judged.entries), judged.fault.code, judged.fault.ply, judged.fault.number
    (1, 'move-illegal', 2, (1, True))
    """
    judged = Judged()
    try:
        refuse_missing_pieces(head)
        judged.replay = replay = Replay(Position.of(head), rules)
        judged.notes += replay.notes
    except Refused as refused:
        return _unjudged(moves, refused.fault)
    for ply, text in enumerate(moves, 1):
        number = replay.board.fullmove, replay.board.mover == BLACK
        try:
            entry, notes = _played(replay, ply, text)
        except Refused as refused:
            if refused.fault.code == "unplayable":
                return _unjudged(moves, refused.fault)
            judged.fault = _at(refused.fault, text, ply, number)
            break
        judged.entries.append(entry)
        judged.notes += (_at(note, text, ply, number) for note in notes)
    return judged


def _unjudged(moves: Sequence[MoveText], fault: Fault) -> Judged:
    """Moves that the rules do not judge: all are kept. Without moves, a position need not be supported."""
    if not moves:
        return Judged(fault=None if fault.code in _KEPT else fault)
    entries = [Entry.of(ply, text) for ply, text in enumerate(moves, 1)]
    return Judged(entries, fault=_at(fault, moves[0]))


def _at(fault: Fault, text: MoveText, ply: int | None = None, number: tuple[int, bool] | None = None) -> Fault:
    """A fault at the place of a move."""
    return replace(fault, at=text.at, text=text.text or text.compact(), ply=ply, number=number)


def _played(replay: Replay, ply: int, text: MoveText) -> tuple[Entry, list[Fault]]:
    """The entry for a move that is played, and the notes on what is written with it.

    Raises:
        Refused: the move is illegal.
    """
    before = len(replay.notes)
    move = Move(text.start, text.end, text.promotion)
    is_illegal = text.illegal and replay.why_illegal(move) is not None
    change = replay.play(move, judged=not is_illegal)
    wrong = _wrong_decorations(replay, change.piece, text, captures=change.captured is not None)
    entry = Entry.of(ply, text)
    entry.illegal = is_illegal
    if wrong:
        entry.piece = change.piece if text.piece is not None else None
        entry.capture = text.capture and change.captured is not None
        entry.signs = tuple(sign for sign in text.signs if sign not in _FACTS or _is_so(replay, sign))
    notes = [Fault("move-decoration", f"`{text.text or text.compact()}`: {why}") for why in wrong]
    return entry, [*replay.notes[before:], *notes]


def _wrong_decorations(replay: Replay, piece: Piece, text: MoveText, *, captures: bool) -> list[str]:
    """The parts written with a move that are not true."""
    wrong = []
    if text.piece is not None and text.piece != piece:
        wrong.append(f"the piece that moves is `{piece}`, not `{text.piece}`")
    if text.capture and not captures:
        wrong.append("nothing is captured, although the move has an `x`")
    for sign in _FACTS:
        if sign in text.signs and not _is_so(replay, sign):
            what = "gives no check" if sign == "+" else "is not mate"
            wrong.append(f"the move {what}, but is marked `{sign}`")
    return wrong


def _is_so(replay: Replay, sign: str) -> bool:
    """Whether the last move gives check, or wins, as its sign claims."""
    if sign == "#":
        return replay.end is not None and replay.end.winner == WHITE + BLACK - replay.board.mover
    return replay.is_check
