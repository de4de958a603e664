"""Single moves and positions: `Position`, `Move`, conversion of one move, and parsing without a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet._core import Move, Pattern, Position
from scoresheet._hints import either
from scoresheet._registry import registry
from scoresheet.errors import MoveError, ScoresheetError

if TYPE_CHECKING:
    from scoresheet._ids import LanguageId, NotationId, PositionNotationId, ValidationId

__all__ = ["Move", "Pattern", "Position", "convert_move", "fields"]


def convert_move(
    text: str,
    from_: NotationId,
    to: NotationId,
    *,
    fen: str | None = None,
    language: LanguageId | None = None,
    validation: ValidationId = "full",
    variant: str | None = None,
) -> str:
    """Converts one move to another notation.

    Binary notations are written in hex, and also read as `base64:…`; a PGC ordinal is a number.

    Args:
        text: the move.
        from_: the notation of `text` (`scoresheet list notations`).
        to: the notation to write.
        fen: the position before the move; the standard start if None.
        language: the language of the piece letters in `text` (`scoresheet list languages`); English if None.
        validation: `"full"` requires a legal move; `"basic"` and `"off"` allow illegal moves if both notations can
            express them.
        variant: the rules of the position, as in `Position`; what the FEN shows if None.

    Raises:
        MoveError: the text matches no legal move, or more than one.
        FenError: the FEN cannot be read.
        LossError: the notation to write cannot express this move.
        UsageError: a notation, a language or rules are not known.

    >>> import scoresheet
    >>> scoresheet.convert_move("Nf3", "san", "uci")
    'g1f3'
    >>> scoresheet.convert_move("Sf3", "san", "lan", language="de")
    'Ng1-f3'
    >>> scoresheet.convert_move("e4", "san", "bccf"), scoresheet.convert_move("8630", "bccf", "fcn")
    ('8630', 'Pe2-e4')
    >>> scoresheet.convert_move("N@f3", "san", "uci", fen="4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", variant="crazyhouse")
    'N@f3'
    >>> scoresheet.convert_move("a1a3", "mcn", "fcn", validation="basic")
    'Ra1-a3'
    """
    try:
        return _core.convert_move(text, from_, to, fen=fen, language=language, validation=validation, variant=variant)
    except MoveError as error:
        if from_ == "san" and language is None:
            error.hint = _hint_on_language(text, fen, variant) or error.hint
        raise


def _hint_on_language(text: str, fen: str | None, variant: str | None) -> str | None:
    """A hint for SAN with the piece letters of another language; None if no language fits."""
    found = [row["id"] for row in registry("languages") if _is_san_in(row["id"], text, fen, variant)]
    if not found:
        return None
    option = either(f"--language {found[0]}", f'language="{found[0]}"')
    others = f"; so does {', '.join(f'`{other}`' for other in found[1:])}" if found[1:] else ""
    return f"name the language of the piece letters: `{option}` finds a legal move{others}"


def _is_san_in(language: str, text: str, fen: str | None, variant: str | None) -> bool:
    try:
        _core.convert_move(text, "san", "uci", fen=fen, language=language, variant=variant)
    except ScoresheetError:
        return False
    return True


def fields(text: str | bytes, notation: NotationId | PositionNotationId, *, strict: bool = False) -> dict[str, Any]:
    """The content of a text by itself, without a board: its parts by name, or None for parts that it leaves out.

    Args:
        text: a move or a board; for a binary notation, `bytes` or hex.
        notation: the notation of `text` (`scoresheet list notations`, `scoresheet list positions`).
        strict: refuse leniencies.

    Raises:
        MoveError: the text is not a move in this notation.
        FenError: the text is not a board in this notation.
        UsageError: the notation is not known, or has no meaning without a board, as SAN.

    >>> import scoresheet
    >>> scoresheet.fields("a7b8q", "mcn")
    {'from': 'a7', 'to': 'b8', 'promotion': 'Q'}
    >>> scoresheet.fields("Qh5-f7xP+#", "fcn")["state"]
    'checkmate'
    >>> scoresheet.fields("8/8/8/8/8/8/8/K1k5 b - ##", "sfen")["state"]
    'drawn-not-by-stalemate'
    >>> scoresheet.fields('1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";', "epd")["operations"]
    {'bm': ['Qd1+'], 'id': ['BK.01']}
    """
    return _core.fields(text, notation, strict=strict)
