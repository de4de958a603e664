"""Today's dialect of ICN: converts texts to its neutral encoding and back, and plays moves by its rules.

The neutral encoding is JSON: players are `w`, `b` and so on, pieces are codes, and unbounded numbers are strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.infinite.compat.comments import split_comment
from scoresheet.infinite.compat.long import pieces_of_list
from scoresheet.infinite.compat.names import a_piece_code
from scoresheet.infinite.compat.neutral import from_neutral, neutral_of
from scoresheet.infinite.compat.neutral_moves import move_from, move_of, token_of
from scoresheet.infinite.compat.replay import check_halfmoves
from scoresheet.infinite.compat.rights import rights_from_rules
from scoresheet.infinite.compat.shape import an_object, refused, squares_of
from scoresheet.infinite.document import Document, square_text
from scoresheet.infinite.errors import raised
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.move import Move
from scoresheet.infinite.pieces import BY_CODE
from scoresheet.infinite.players import PLAYER_CODES
from scoresheet.infinite.position import Position
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.reading.compact import compact_move
from scoresheet.infinite.rules import Replay
from scoresheet.infinite.writing import losses_of, write_laid_out
from scoresheet.infinite.writing.arguments import piece_list
from scoresheet.infinite.writing.clock import clock_text
from scoresheet.infinite.writing.layout import LAYOUTS
from scoresheet.infinite.writing.metadata import refuse_unsayable
from scoresheet.infinite.writing.moves import moves_text

__all__ = [
    "clock",
    "comment",
    "game_to_position",
    "long_to_short",
    "read_compact_move",
    "read_moves",
    "read_pieces",
    "short_to_long",
    "special_rights",
    "write_compact_move",
    "write_moves",
    "write_pieces",
]

_VARIANT_KEYS = ("Variant", "UTCDate", "UTCTime")
# Parts of a game that its text may leave out: signs and comments are a matter of style.
_LEFT_OUT = ("comment", "comment-brace", "command", "signs")


def short_to_long(text: str) -> dict[str, Any]:
    """The neutral encoding for a text, which is read strictly.

    Raises:
        ReadError: the text is not understood.

    >>> short_to_long("w 1 K1,1|k8,8 1,1>1,2{[%clk 0:00:09.5] up}")["moves"]
    [{'start': ['1', '1'], 'end': ['1', '2'], 'token': '1,1>1,2', 'comment': 'up', 'clockMillis': 9500}]
    """
    with raised(text):
        return neutral_of(_read(text), strict=True)


def long_to_short(
    long: dict[str, Any],
    *,
    skip_position: bool = False,
    compact: bool = True,
    spaces: bool = False,
    comments: bool = True,
    make_new_lines: bool = True,
    move_numbers: bool = False,
) -> str:
    """The text for a game in the neutral encoding.

    Args:
        long: the game.
        skip_position: whether to leave out the pieces, which requires a variant and a date in the metadata.
        compact: whether moves are bare squares, without the codes of pieces, `x` and signs.
        spaces: whether to write spaces inside moves.
        comments: whether to write comments and clocks.
        make_new_lines: whether to use several lines; otherwise everything is on one line.
        move_numbers: whether to number the moves.

    Raises:
        ReadError: the game has a wrong shape, or the dialect cannot express a part of it.

    >>> long_to_short({"position": {"1,1": "K", "8,8": "k"}, "moves": [{"start": ["1", "1"], "end": ["1", "2"]}]},
    ...     make_new_lines=False, move_numbers=True)
    'w 1 K1,1|k8,8 1. 1,1>1,2'
    """
    layout = replace(
        LAYOUTS["modern", "compact"],
        position=not skip_position,
        codes=not compact,
        spaces=bool(spaces),
        comments=bool(comments),
        make_new_lines=bool(make_new_lines),
        numbers=bool(move_numbers),
    )
    with raised():
        document = from_neutral(an_object(long, "the game"))
        refuse_unsayable(document.metadata, layout)
        _refuse_losses(document)
        if skip_position and not all(document.metadata.get(key) for key in _VARIANT_KEYS):
            why = f"the metadata do not have {', '.join(f'`{key}`' for key in _VARIANT_KEYS)}"
            raise Refused(Fault("icn-position-missing", f"cannot leave out the pieces: {why}"))
        for place, move in enumerate(document.moves):
            if layout.codes and move.piece is None:
                raise refused(f"moves[{place}]", "it has no `type`, which only compact moves do without")
        return write_laid_out(document, layout)


def _refuse_losses(document: Document) -> None:
    for kind, _ in losses_of(document, "modern", "long"):
        if kind not in _LEFT_OUT:
            raise Refused(Fault("icn-json", f"cannot write the game in today's dialect, which cannot express: {kind}"))


def game_to_position(long: dict[str, Any], halfmoves: float = 0, *, modify_input: bool = False) -> dict[str, Any]:
    """The position after this many half-moves, which must be legal by today's rules.

    Its members include `short`, its text, and `conclusion`: None, or how the game ended and who won.

    Args:
        long: a game in the neutral encoding.
        halfmoves: how many of its moves to play; all of them if it has fewer. `math.inf` plays all.
        modify_input: whether to change `long` itself into the position.

    Raises:
        ReadError: the game has a wrong shape, or its rules are not supported.
        MoveError: a move is illegal.
        UsageError: the number of half-moves is negative or not a number.

    >>> long = short_to_long("w koth K3,3|k50,50 3,3>4,4")
    >>> after = game_to_position(long, 1)
    >>> after["short"], after["conclusion"]
    ('b 1 koth k50,50|K4,4', {'condition': 'koth', 'victor': 'w'})
    """
    check_halfmoves(halfmoves)
    with raised():
        document = from_neutral(an_object(long, "the game"))
        after = _played(document, halfmoves)
    if not modify_input:
        return after
    long.clear()
    long.update(after)
    return long


def _played(document: Document, halfmoves: float) -> dict[str, Any]:
    if document.pieces is None:
        raise Refused(Fault("icn-position-missing", "cannot play the moves: no pieces are listed"))
    replay = Replay(Position.of(document), rules="modern")
    for move in document.moves[: int(min(halfmoves, len(document.moves)))]:
        replay.play(Move(move.start, move.end, move.promotion))
    end, position = replay.end, replay.position
    after = replace(
        document,
        turn=position.turn_order,
        en_passant=position.en_passant,
        move_rule=position.move_rule,
        fullmove=position.fullmove,
        pieces=dict(position.pieces),
        rights=set(position.rights),
        moves=[],
    )
    neutral = {key: value for key, value in neutral_of(after, strict=True).items() if value or key != "metadata"}
    neutral["short"] = write_laid_out(after, replace(LAYOUTS["modern", "compact"], make_new_lines=False))
    victor = None if end is None or end.winner is None else PLAYER_CODES[end.winner]
    neutral["conclusion"] = None if end is None else {"condition": end.condition, "victor": victor}
    return neutral


def read_compact_move(text: str) -> dict[str, Any]:
    """A move of squares as an object; `token` keeps the spelling of the promotion.

    Raises:
        ReadError: it is not two squares with `>` between them and an optional `=` with a promotion.

    >>> read_compact_move("1,7>2,8=3Q")
    {'start': ['1', '7'], 'end': ['2', '8'], 'promotion': '3q', 'token': '1,7>2,8=3Q'}
    """
    with raised(text):
        return move_of(compact_move(text, profile="modern"), strict=True)


def write_compact_move(move: dict[str, Any]) -> str:
    """The squares and the promotion for an object with `start` and `end`.

    Raises:
        ReadError: the object has a wrong shape.

    >>> write_compact_move({"start": ["1", "7"], "end": ["1", "8"], "promotion": "Q"})
    '1,7>1,8=Q'
    """
    with raised():
        said = an_object(move, "the move")
        kept = {key: value for key, value in said.items() if key in ("start", "end", "promotion")}
        return token_of(move_from(kept, "the move"))


def clock(milliseconds: int) -> str:
    """The time on a clock as comments contain it: in tenths of a second, rounded up.

    Raises:
        UsageError: the time is not an integer.

    >>> clock(596_701)
    '0:09:56.8'
    """
    if not isinstance(milliseconds, int) or isinstance(milliseconds, bool):
        raise UsageError(f"`{str(milliseconds)[:40]}` is not a number of milliseconds", hint="use an integer")
    return clock_text(milliseconds)


def comment(text: str) -> dict[str, Any]:
    """The text of a comment without its commands, and its clocks.

    >>> comment("[%clk 0:02:08.4] so it goes")
    {'comment': 'so it goes', 'commands': [{'command': 'clk', 'value': '0:02:08.4'}]}
    """
    rest, commands = split_comment(text)
    return {"comment": rest, "commands": commands}


def special_rights(
    position: str | Mapping[str, str], *, pawn_double_push: bool = False, castle_with: str | None = None
) -> list[str]:
    """The squares with a right derived from rules: all pawns, kings, and the pieces that they castle with.

    Args:
        position: a list of pieces as text, or the pieces by their squares.
        pawn_double_push: whether pawns may step twice.
        castle_with: the code of the kings' partners; None if there is no castling.

    Raises:
        ReadError: a square or a code is not understood.
        UsageError: no kind of pieces has the code.

    >>> special_rights("K5,1|R8,1|R6,1|P1,2", pawn_double_push=True, castle_with="r")
    ['5,1', '8,1', '1,2']
    """
    partner = None if castle_with is None else BY_CODE.get(castle_with)
    if castle_with is not None and partner is None:
        raise UsageError(f"no kind of pieces has the code `{str(castle_with)[:40]}`", hint="`r`, or `gu`")
    with raised(position if isinstance(position, str) else None):
        if isinstance(position, str):
            pieces = pieces_of_list(position)[0]
        else:
            pieces = {at: a_piece_code(code, path) for at, code, path in squares_of(dict(position), "position")}
    return [square_text(square) for square in rights_from_rules(pieces, pawns=pawn_double_push, partner=partner)]


# Parts of a game


def read_pieces(text: str) -> dict[str, Any]:
    """A list of pieces as `position` and `specialRights`.

    Raises:
        ReadError: it is not a list of pieces.

    >>> read_pieces("K1,1+|3Q2,2")
    {'position': {'1,1': 'K', '2,2': '3q'}, 'specialRights': ['1,1']}
    """
    with raised(text):
        pieces, rights = pieces_of_list(text)
    neutral = neutral_of(Document(pieces=pieces, rights=rights), strict=True)
    return {key: neutral[key] for key in ("position", "specialRights")}


def write_pieces(position: Mapping[str, str], special_rights: list[str] | None = None) -> str:
    """The list of pieces for a position.

    Raises:
        ReadError: a square or a code is not understood.

    >>> write_pieces({"1,1": "K", "2,2": "3q"}, ["1,1"])
    'K1,1+|3q2,2'
    """
    with raised():
        return piece_list(from_neutral({"position": dict(position), "specialRights": special_rights}))


def read_moves(text: str) -> list[dict[str, Any]]:
    """The moves in a text, as objects.

    Raises:
        ReadError: they are not understood, or the text contains anything else.

    >>> [move["token"] for move in read_moves("1. P1,2>1,3 | k9,9>9,8 2. P1,3x2,4=Q#")]
    ['1,2>1,3', '9,9>9,8', '1,3>2,4=Q']
    """
    with raised(text):
        document = _read(text)
        if document != Document(moves=document.moves):
            raise Refused(Fault("icn-syntax", "cannot read the moves: arguments precede them"))
        return [move_of(move, strict=True) for move in document.moves]


def write_moves(moves: list[dict[str, Any]], *, spaces: bool = False, comments: bool = True) -> str:
    """The text for moves that are objects, as bare squares.

    Raises:
        ReadError: a move has a wrong shape.

    >>> write_moves([{"start": ["1", "1"], "end": ["1", "2"], "comment": "up"}, {"start": [8, 8], "end": [8, 7]}])
    '1,1>1,2{up}|8,8>8,7'
    """
    layout = replace(LAYOUTS["modern", "compact"], spaces=bool(spaces), comments=bool(comments))
    with raised():
        listed = [move_from(move, f"moves[{place}]") for place, move in enumerate(moves)]
        return moves_text(Document(moves=listed), layout)


def _read(text: str) -> Document:
    read = read_document(text, profile="modern")
    if read.fault is not None:
        raise Refused(read.fault)
    return read.document
