"""The arguments: their forms and meanings."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from scoresheet.infinite.document import Document, Promotion
from scoresheet.infinite.pieces import Kind
from scoresheet.infinite.players import PLAYER_CODES
from scoresheet.infinite.reading.numbers import border_in, rays_in, square_in, squares_in
from scoresheet.infinite.reading.pieces import kind_of, read_pieces
from scoresheet.infinite.reading.source import INTEGER, Source, shown

__all__ = ["Argument", "argument_of"]

_Reader = Callable[[Source, Document, str, int], None]
_NAMES = re.compile(r"[A-Za-z]+(?:,[A-Za-z]+)*")
_RULE = re.compile(r"([0-9]+)/([0-9]+)")
_RANKS = re.compile(rf"{INTEGER}(?:,{INTEGER})*")


class Argument(NamedTuple):
    """An argument, or the list of pieces."""

    name: str
    read: _Reader


def argument_of(source: Source, word: str, at: int) -> Argument:
    """Recognizes the kind of a word by its form, even if the word is malformed.

    Raises:
        Refused: the kind is unknown.
    """
    for pattern, argument in _ARGUMENTS:
        if pattern.match(word):
            return argument
    source.check_number(at)
    # Between moves, spaces may surround it.
    why = "a list of pieces has no spaces" if word.startswith("|") else "it is not an argument, list of pieces or move"
    message = f"cannot read `{shown(word)}`: {why}"
    raise source.refusal("icn-syntax", message, at, word)


def _once(source: Source, value: object, what: str, word: str, at: int) -> None:
    if value is not None:
        raise source.refusal("icn-repeated", f"cannot accept `{shown(word)}` too: {what} comes before it", at, word)


def _turn(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.turn, "whose turn it is", word, at)
    order = []
    for code in word.split(":"):
        if code not in PLAYER_CODES:
            why = f"`{shown(code)}` is not the code of a player" if code else "a code is missing"
            raise source.refusal("icn-turn", f"cannot read the turn `{shown(word)}`: {why}", at, word)
        order.append(PLAYER_CODES.index(code))
    document.turn = tuple(order)


def _en_passant(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.en_passant, "an en passant square", word, at)
    document.en_passant = square_in(source, word, at)


def _move_rule(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.move_rule, "a move rule", word, at)
    found = _RULE.fullmatch(word)
    if found is None:
        raise source.refusal("icn-move-rule", f"cannot read the move rule `{shown(word)}`", at, word)
    rule = source.integer(found[1], at), source.integer(found[2], at + found.start(2))
    if rule[0] > rule[1]:
        source.note("move-rule-passed", f"the move rule `{shown(word)}` was passed before", at, word)
    document.move_rule = rule


def _fullmove(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.fullmove, "the number of the move", word, at)
    document.fullmove = source.integer(word, at)


def _border(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.border, "a world border", word, at)
    document.border = border_in(source, word, at)
    if document.border is None:
        raise source.refusal("icn-border", f"cannot read the world border `{shown(word)}`", at, word)


def _squares(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.squares, "a list of highlighted squares", word, at)
    start = at + len("Squares:")
    document.squares = squares_in(source, word[len("Squares:") :], start)
    if document.squares is None:
        raise source.refusal("icn-annotation", f"cannot read the highlighted squares `{shown(word)}`", at, word)


def _rays(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.rays, "a list of highlighted rays", word, at)
    document.rays = rays_in(source, word[len("Rays:") :], at + len("Rays:"))
    if document.rays is None:
        raise source.refusal("icn-annotation", f"cannot read the highlighted rays `{shown(word)}`", at, word)


def _pieces(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.pieces, "a list of pieces", word, at)
    source.check_number(at)
    document.pieces, document.rights = read_pieces(source, at, at + len(word))


def _promotion(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.promotion, "a promotion", word, at)
    if not word.endswith(")") or len(word) < 2:
        raise source.refusal("icn-promotion", f"cannot read the promotion `{shown(word)}`: no `)` ends it", at, word)
    sides = []
    start = at + 1
    for side in word[1:-1].split("|"):
        sides.append(_side(source, side, start))
        start += len(side) + 1
    document.promotion = tuple(sides)


def _side(source: Source, side: str, at: int) -> Promotion:
    if not side:
        return Promotion((), None)
    ranks, semicolon, codes = side.partition(";")
    if not _RANKS.fullmatch(ranks):
        source.check_number(at)
        message = f"cannot read the promotion `{shown(side)}`: `{shown(ranks)}` is not a rank"
        raise source.refusal("icn-promotion", message, at, side)
    numbers = []
    for rank in ranks.split(","):
        numbers.append(source.integer(rank, at))
        at += len(rank) + 1
    return Promotion(tuple(dict.fromkeys(numbers)), _kinds(source, side, codes, at) if semicolon else None)


def _kinds(source: Source, side: str, codes: str, at: int) -> tuple[Kind, ...]:
    kinds: dict[Kind, None] = {}
    for code in codes.split(","):
        kind = kind_of(code)
        if not code:
            message = f"cannot read the promotion `{shown(side)}`: no code follows `{source.text[at - 1]}`"
            raise source.refusal("icn-promotion", message, at - 1, source.text[at - 1])
        if kind is None or kind.neutral:
            why = "belongs to nobody" if kind else "is not the code of a piece"
            message = f"cannot read the promotion `{shown(side)}`: `{shown(code)}` {why}"
            raise source.refusal("icn-promotion", message, at, code)
        if kind.special == "pawn" and kind not in kinds:
            source.note("icn-pawn-promotion", "a pawn may become a pawn again", at, code)
        kinds[kind] = None
        at += len(code) + 1
    return tuple(kinds)


def _wins(source: Source, document: Document, word: str, at: int) -> None:
    _once(source, document.wins, "a win condition", word, at)
    if word.startswith("(") and not word.endswith(")"):
        message = f"cannot read the win condition `{shown(word)}`: no `)` ends it"
        raise source.refusal("icn-win-condition", message, at, word)
    inner = word[1:-1] if word.startswith("(") else word
    sides = inner.split("|") if word.startswith("(") else [inner]
    for side in sides:
        if not _NAMES.fullmatch(side):
            why = f"`{shown(side)}` is not a list of names" if side else "a side has none"
            raise source.refusal("icn-win-condition", f"cannot read the win condition `{shown(word)}`: {why}", at, word)
    document.wins = tuple(tuple(side.split(",")) for side in sides)


_ARGUMENTS: tuple[tuple[re.Pattern[str], Argument], ...] = (
    (re.compile(r"[0-9]+/"), Argument("move rule", _move_rule)),
    (re.compile(r"[0-9]+\Z"), Argument("fullmove", _fullmove)),
    (re.compile(rf"{INTEGER},{INTEGER}\Z"), Argument("en passant", _en_passant)),
    (re.compile(rf"(?:{INTEGER}|_)(?:,(?:{INTEGER}|_)){{2,}}|_,"), Argument("border", _border)),
    (re.compile(r"\(\|*(?:[-0-9;)]|\Z)"), Argument("promotion", _promotion)),
    (re.compile(r"\("), Argument("wins", _wins)),
    (re.compile(r"Squares:"), Argument("squares", _squares)),
    (re.compile(r"Rays:"), Argument("rays", _rays)),
    (re.compile(r"[0-9]*[A-Za-z]{1,2}[-+]?[0-9]"), Argument("pieces", _pieces)),
    (re.compile(r"[A-Za-z]{1,2}\Z|[A-Za-z]+:"), Argument("turn", _turn)),
    (re.compile(r"[A-Za-z]{3,}(?:,[A-Za-z,]*)?\Z"), Argument("wins", _wins)),
)
"""All arguments by their beginnings, in the order in which they are tried."""
