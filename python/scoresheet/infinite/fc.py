"""The original converter's functions: ICN to its long format and back, and the position after some moves.

The functions have the original names in Python's spelling. Coordinates, ranks and numbers of moves are exact: those
that other programs would round are strings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoresheet.errors import UsageError
from scoresheet.infinite.compat.long import from_long, long_of, pieces_of_list
from scoresheet.infinite.compat.long_moves import move_from_object, moves_from, moves_of
from scoresheet.infinite.compat.names import a_long_piece, long_name
from scoresheet.infinite.compat.replay import check_halfmoves, replayed
from scoresheet.infinite.compat.rights import rights_from_rules
from scoresheet.infinite.compat.shape import an_object, given, number, squares_of
from scoresheet.infinite.document import Document, square_text
from scoresheet.infinite.errors import raised
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.pieces import BY_CODE, Piece
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.reading.compact import compact_move
from scoresheet.infinite.writing import write_laid_out
from scoresheet.infinite.writing.arguments import piece_list
from scoresheet.infinite.writing.fill import signed
from scoresheet.infinite.writing.layout import LAYOUTS, Layout
from scoresheet.infinite.writing.metadata import refuse_unsayable

__all__ = [
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

_LONG = LAYOUTS["fc", "long"]
_STYLES = (_LONG, replace(_LONG, spaces=False, numbers=False), LAYOUTS["fc", "compact"])


def short_to_long(text: str) -> dict[str, Any]:
    """The long format for a text of ICN.

    Raises:
        ReadError: the text is not understood.

    >>> short_to_long("b K1,1|k8,8+ 8,8>8,7")["moves"]
    ['8,8>8,7']
    """
    with raised(text):
        return long_of(_read(text), filled=False)


def long_to_short(
    long: dict[str, Any],
    *,
    compact_moves: int | None = None,
    make_new_lines: bool = True,
    specify_position: bool = True,
) -> str:
    r"""The text for a game in the long format.

    Args:
        long: the game. Its moves are strings, or objects as older programs wrote them.
        compact_moves: 0 for numbered moves with codes of pieces, `x`, signs and spaces; 1 for the same without numbers
            and spaces; 2 for bare squares. None is 0, but moves that are strings stay unchanged.
        make_new_lines: whether to use several lines; otherwise everything is on one line.
        specify_position: whether to write the pieces.

    Raises:
        ReadError: the game has a wrong shape, or an entry of its metadata cannot be written.
        UsageError: there is no such style of moves.

    >>> long_to_short({"turn": "white", "startingPosition": {"1,1": "kingsW"}, "moves": ["1,1>1,2"]})
    'w K1,1\n\n1,1>1,2'
    >>> long_to_short({"startingPosition": {"1,1": "kingsW"}, "moves": ["1,1>1,2"]}, compact_moves=1)
    'K1,1\n\nK1,1>1,2'
    """
    if compact_moves is not None and (compact_moves not in (0, 1, 2) or isinstance(compact_moves, bool)):
        raise UsageError(f"`compact_moves={compact_moves!r}` is not a valid value", hint="it is 0, 1 or 2")
    with raised():
        said = an_object(long, "the game")
        moves = given(said, "moves", [])
        as_strings = isinstance(moves, (list, tuple)) and all(isinstance(move, str) for move in moves)
        layout = replace(
            _STYLES[compact_moves or 0],
            comments=False,
            make_new_lines=bool(make_new_lines),
            position=bool(specify_position),
            as_written=compact_moves is None and as_strings,
        )
        document = from_long(said if layout.codes else {**said, "moves": _bare(moves)})
        refuse_unsayable(document.metadata, layout)
        if as_strings and layout.codes and not layout.as_written:
            document.moves = signed(document)
        return write_laid_out(document, _unnumbered(layout))


def _unnumbered(layout: Layout) -> Layout:
    return replace(layout, numbers=False, spaces=False) if layout.as_written else layout


def _bare(moves: object) -> object:
    """Moves without what bare squares cannot express, which is not checked."""
    if not isinstance(moves, (list, tuple)):
        return moves
    kept = ("startCoords", "endCoords", "promotion")
    return [{k: m[k] for k in kept if k in m} if isinstance(m, dict) else m for m in moves]


def game_to_position(long: dict[str, Any], halfmoves: float = 0, *, modify_input: bool = False) -> dict[str, Any]:
    """The position after this many half-moves, in the long format and without moves. Legality is not checked.

    Args:
        long: a game in the long format.
        halfmoves: how many of its moves to play; all of them if it has fewer. `math.inf` plays all.
        modify_input: whether to change `long` itself into the position.

    Raises:
        ReadError: the game has a wrong shape, or a move starts on an empty square.
        UsageError: the number of half-moves is negative or not a number.

    >>> long = {"startingPosition": {"1,2": "pawnsW", "8,8": "kingsB"}, "moves": ["1,2>1,4", "8,8>8,7"]}
    >>> after = game_to_position(long, 1)
    >>> after["turn"], after["enpassant"], after["startingPosition"]
    ('black', [1, 3], {'8,8': 'kingsB', '1,4': 'pawnsW'})
    """
    check_halfmoves(halfmoves)
    with raised():
        said = an_object(long, "the game")
        if not said.get("moves"):
            return long
        after = replayed(said, halfmoves)
        if not modify_input:
            return after
        long.clear()
        long.update(after)
        return long


def read_compact_move(text: str) -> dict[str, Any]:
    """A move of squares as an object.

    Raises:
        ReadError: it is not two squares with `>` between them and an optional promotion.

    >>> read_compact_move("2,-3>2,-4ha")
    {'compact': '2,-3>2,-4ha', 'startCoords': [2, -3], 'endCoords': [2, -4], 'promotion': 'hawksB'}
    """
    with raised(text):
        move = compact_move(text)
    said: dict[str, Any] = {
        "compact": text,
        "startCoords": [number(side) for side in move.start],
        "endCoords": [number(side) for side in move.end],
    }
    if move.promotion is not None:
        said["promotion"] = long_name(move.promotion)
    return said


def write_compact_move(move: dict[str, Any]) -> str:
    """The squares and the promotion for an object with `startCoords` and `endCoords`.

    Raises:
        ReadError: the object has a wrong shape.

    >>> write_compact_move({"startCoords": [1, 7], "endCoords": "1,8", "promotion": "amazonsW"})
    '1,7>1,8AM'
    """
    with raised():
        said = an_object(move, "the move")
        kept = {key: value for key, value in said.items() if key in ("startCoords", "endCoords", "promotion")}
        return moves_of([move_from_object(kept, "the move")])[0]


# Parts of a game


def read_pieces(text: str) -> dict[str, Any]:
    """A list of pieces as `startingPosition` and `specialRights`.

    Raises:
        ReadError: it is not a list of pieces.

    >>> read_pieces("K1,1+|ob2,2")
    {'startingPosition': {'1,1': 'kingsW', '2,2': 'obstaclesN'}, 'specialRights': {'1,1': True}}
    """
    with raised(text):
        pieces, rights = pieces_of_list(text)
    long = long_of(Document(pieces=pieces, rights=rights), filled=False)
    return {key: long[key] for key in ("startingPosition", "specialRights")}


def write_pieces(starting_position: dict[str, str], special_rights: dict[str, bool] | None = None) -> str:
    """The list of pieces for a position.

    Raises:
        ReadError: a square or a name is not understood.

    >>> write_pieces({"1,1": "kingsW", "2,2": "obstaclesN"}, {"1,1": True})
    'K1,1+|ob2,2'
    """
    with raised():
        return piece_list(from_long({"startingPosition": starting_position, "specialRights": special_rights}))


def special_rights(
    starting_position: dict[str, str], *, pawn_double_push: bool = False, castle_with: str | None = None
) -> dict[str, bool]:
    """The rights derived from rules: those of all pawns, of kings, and of the pieces that they castle with.

    Args:
        starting_position: the pieces.
        pawn_double_push: whether pawns may step twice.
        castle_with: the kind of the kings' partners, as its long name `rooks` or its code; None if there is no
            castling.

    Raises:
        ReadError: a square or a name is not understood.
        UsageError: there is no kind of pieces with this name.

    >>> special_rights({"5,1": "kingsW", "8,1": "rooksW", "1,2": "pawnsW"}, castle_with="rooks")
    {'5,1': True, '8,1': True}
    """
    partner = None
    if castle_with is not None:
        names = {name: kind for kind in BY_CODE.values() for name in (kind.code, kind.name)}
        partner = names.get(castle_with)
        if partner is None:
            raise UsageError(f"no kind of pieces is called `{str(castle_with)[:40]}`", hint="`rooks`, or its code `r`")
    with raised():
        pieces: dict[tuple[int, int], Piece] = {
            at: a_long_piece(name, path) for at, name, path in squares_of(starting_position, "startingPosition")
        }
    rights = rights_from_rules(pieces, pawns=pawn_double_push, partner=partner)
    return {square_text(square): True for square in rights}


def read_moves(text: str) -> list[str]:
    """The moves in a text, as bare squares.

    Raises:
        ReadError: they are not understood, or the text contains anything else.

    >>> read_moves("1. P4,2 > 4,4 | p4,7 > 4,6 2. Q4,1 x 4,6 =R+")
    ['4,2>4,4', '4,7>4,6', '4,1>4,6R']
    """
    with raised(text):
        document = _read(text)
        if document != Document(moves=document.moves, comments=document.comments, result=document.result):
            raise Refused(Fault("icn-syntax", "cannot read the moves: arguments precede them"))
        return moves_of(document.moves)


def write_moves(moves: Iterable[str | dict[str, Any]]) -> str:
    """Moves, as strings or objects, in the form of bare squares separated by `|`.

    Raises:
        ReadError: a move has a wrong shape.

    >>> write_moves(["4,2>4,4", {"startCoords": [4, 7], "endCoords": [4, 6]}])
    '4,2>4,4|4,7>4,6'
    """
    with raised():
        return "|".join(moves_of(moves_from(_bare(list(moves)))))


def _read(text: str) -> Document:
    read = read_document(text, profile="fc")
    if read.fault is not None:
        raise Refused(read.fault)
    return read.document
