"""Single moves and positions, between ICN and the notations of standard chess."""

from __future__ import annotations

import re
from typing import Any

import scoresheet
from scoresheet.errors import UsageError
from scoresheet.infinite.document import Document
from scoresheet.infinite.errors import raised
from scoresheet.infinite.game import Game
from scoresheet.infinite.move import Move
from scoresheet.infinite.one_move import read_move
from scoresheet.infinite.pgn import from_pgn, to_pgn
from scoresheet.infinite.pgn.boards import is_square, square_name
from scoresheet.infinite.pieces import BLACK, BY_CODE, WHITE, Piece
from scoresheet.infinite.position import Position
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.writing import write_document

__all__ = ["ICN", "convert_icn_move", "is_icn", "position_of", "standard_of"]

ICN = "icn"

_PAIR = re.compile(r"(?<![0-9])-?[0-9]+,-?[0-9]+(?![0-9])")
_UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq])?")


def is_icn(text: str) -> bool:
    """Whether a move or a position contains a square of ICN, which no notation of standard chess has.

    >>> is_icn("K0,0|k5,5"), is_icn("4,2>4,4"), is_icn("8/8/8/8/8/8/8/8 w - - 0 1")
    (True, True, False)
    """
    return _PAIR.search(text) is not None


# Positions


def position_of(standard: scoresheet.Position) -> tuple[Position, list[str]]:
    """A position of standard chess on a board with a border, and the kinds of losses.

    >>> import scoresheet
    >>> position_of(scoresheet.Position())[0].pieces[5, 1].code
    'K'
    """
    game, losses = from_pgn(scoresheet.Game(fen=standard.fen()))
    return game.start, [kind for kind, _ in losses]


def standard_of(position: Position) -> tuple[scoresheet.Position, list[str]]:
    """A position on the usual squares as one of standard chess, and the kinds of losses.

    Raises:
        UsageError: it does not fit the usual board.

    >>> from scoresheet import infinite
    >>> standard_of(infinite.Position.read("b 0/100 (8|1) K5,1|k5,8"))[0].fen()
    '4k3/8/8/8/8/8/8/4K3 b - - 0 1'
    """
    standard, losses = to_pgn(Game(start=position))
    return standard.start, [kind for kind, _ in losses]


# Moves


def convert_icn_move(
    text: str,
    from_: str,
    to: str,
    *,
    start: str | None = None,
    validation: str = "full",
    language: Any = None,
    profile: str = "doc",
    style: str = "compact",
) -> str:
    """Converts one move from or to ICN.

    Args:
        text: the move.
        from_: the notation of `text`; `icn`, or one of standard chess.
        to: the notation to write.
        start: the position before the move, in ICN or FEN. Without one, a move of ICN is only rewritten if `to` is ICN
            too; otherwise the position is the start of standard chess.
        validation: `full` requires a legal move.
        language: the language of the letters in `text`.
        profile: the dialect of ICN to write.
        style: `compact`, or `long` with the code of the piece and signs.

    Raises:
        MoveError: the move cannot be read, or is not legal.
        UsageError: the other notation has no such square or move.

    >>> convert_icn_move("12. P-5,6x-6,7=R+", "icn", "icn"), convert_icn_move("5,2>5,4", "icn", "san")
    ('-5,6>-6,7R', 'e4')
    >>> convert_icn_move("Nf3", "san", "icn", style="long")
    'N7,1 > 6,3'
    """
    layout = {"profile": profile, "style": style, "numbers": False, "comments": False}
    if from_ == to:
        if start is None:
            return _rewritten(text, layout)
        position = Position.read(start) if is_icn(start) else position_of(scoresheet.Position(start))[0]
        return _played(position, read_move(text), layout, judged=validation == "full")
    if start is not None and is_icn(start):
        start = standard_of(Position.read(start))[0].fen()
    if from_ == ICN:
        uci = _uci(read_move(text))
        return scoresheet.convert_move(uci, "uci", to, fen=start, validation=validation)  # type: ignore[arg-type]
    uci = scoresheet.convert_move(text, from_, "uci", fen=start, language=language, validation=validation)  # type: ignore[arg-type]
    standard = scoresheet.Position(start) if start is not None else scoresheet.Position()
    move = _move(uci, WHITE if standard.turn == "white" else BLACK)
    return _played(position_of(standard)[0], move, layout, judged=validation == "full")


def _rewritten(text: str, layout: dict[str, Any]) -> str:
    """A move in another dialect or style, with the decorations that it has."""
    read_move(text)
    moves = read_document(text).document.moves
    with raised():
        return write_document(Document(moves=moves), **layout).splitlines()[-1]


def _played(position: Position, move: Move, layout: dict[str, Any], *, judged: bool) -> str:
    game = Game(start=position)
    game.add(move, illegal=not judged)
    return game.to_icn(**layout).splitlines()[-1]


def _uci(move: Move) -> str:
    for square in (move.start, move.end):
        if not is_square(square):
            where = ",".join(str(side)[:20] for side in square)
            raise UsageError(f"`{where}` is not a square of standard chess", hint="its squares are `1,1` to `8,8`")
    promotion = move.promotion.kind.code if move.promotion is not None else ""
    return f"{square_name(move.start)}{square_name(move.end)}{promotion}"


def _move(uci: str, player: int) -> Move:
    found = _UCI.fullmatch(uci)
    if found is None:
        raise UsageError(f"ICN has no move such as `{uci}`", hint="it has moves from a square to another")
    start, end = ((ord(name[0]) - ord("a") + 1, int(name[1])) for name in found.group(1, 2))
    return Move(start, end, Piece(BY_CODE[found[3]], player) if found[3] else None)
