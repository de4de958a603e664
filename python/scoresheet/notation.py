"""Single moves and positions: `Position`, `Move`, and one move from one notation to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheet import _core
from scoresheet._core import Move, Position

if TYPE_CHECKING:
    from scoresheet._ids import LanguageId, NotationId

__all__ = ["Move", "Position", "convert_move"]


def convert_move(
    text: str, from_: NotationId, to: NotationId, *, fen: str | None = None, language: LanguageId | None = None
) -> str:
    """The text of one move in another notation.

    Args:
        text: the move as it is written.
        from_: the notation it is written in (`scoresheet list notations`).
        to: the notation wanted.
        fen: the position before the move; the usual start where it is None.
        language: whose piece letters `text` has (`scoresheet list languages`); English where it is None.

    Raises:
        MoveError: the text names no legal move, or more than one.
        FenError: the FEN cannot be read.
        LossError: the notation wanted has no text for this move.
        UsageError: a notation or a language is not known.

    >>> import scoresheet
    >>> scoresheet.convert_move("Nf3", "san", "uci")
    'g1f3'
    >>> scoresheet.convert_move("Sf3", "san", "lan", language="de")
    'Ng1-f3'
    """
    return _core.convert_move(text, from_, to, fen=fen, language=language)
