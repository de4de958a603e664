"""A whole text of ICN: its items in any order, then its moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoresheet.infinite.document import Document, square_text
from scoresheet.infinite.faults import Fault, Refused
from scoresheet.infinite.pieces import BLACK, WHITE
from scoresheet.infinite.profiles import check_profile
from scoresheet.infinite.reading.arguments import argument_of
from scoresheet.infinite.reading.extras import looks_like_extras, members_of, read_extras
from scoresheet.infinite.reading.metadata import read_metadata
from scoresheet.infinite.reading.modern import read_modern
from scoresheet.infinite.reading.moves import STARTS_MOVES, read_moves
from scoresheet.infinite.reading.source import Source, shown

__all__ = ["Read", "outside", "read_document"]


@dataclass
class Read:
    """The contents of a text."""

    document: Document
    """The contents before the fault, if there is one."""
    notes: list[Fault] = field(default_factory=list)
    """The notes on leniencies."""
    fault: Fault | None = None
    """The first error; None if there is none."""


def read_document(
    text: str,
    *,
    profile: str | None = None,
    strict: bool = False,
    limits: Mapping[str, int] | None = None,
) -> Read:
    """Reads a text of ICN. Errors in the text are returned, never raised.

    Args:
        text: one game, or one position.
        profile: `modern` reads strictly by today's notation, whose order is fixed; every other profile reads everything
            that can be understood in only one way.
        strict: whether leniencies are errors.
        limits: limits against hostile input by name.

    >>> read = read_document("w (8|1) K5,1|k5,8 5,1>5,2")
    >>> read.document.promotion[0].ranks, read.document.moves[0].end, read.fault
    ((8,), (5, 2), None)
    """
    if profile is not None:
        check_profile(profile)
    modern = profile == "modern"
    source = Source(text, limits, strict=strict, by_the_letter=modern)
    reader = _Reader(source)
    try:
        reader.read(modern=modern)
    except Refused as refused:
        return Read(reader.document, source.notes, refused.fault)
    return Read(reader.document, source.notes)


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.document = Document()
        self.places: dict[str, int] = {}
        """The places of the arguments by name."""

    def read(self, *, modern: bool) -> None:
        source = self.source
        at = _opening(source)
        if modern:
            read_modern(source, self.document, self.places, at)
        else:
            while at < source.end:
                at = source.skip(self._item(at))
        _check_sides(source, self.document, self.places)
        _check_once(source, self.document)
        if not modern:
            _check_border(source, self.document)

    def _item(self, at: int) -> int:
        """Reads the item at this place. Returns where it ends."""
        source, document = self.source, self.document
        if self.text[at] == "[":
            return read_metadata(source, document.metadata, at)
        if self.text[at] == "{":
            if document.pieces is None or looks_like_extras(self.text, at):
                return self._extras(at)
            return read_moves(source, document, at)
        if STARTS_MOVES.match(self.text, at):
            return read_moves(source, document, at)
        word = source.word(at)
        argument = argument_of(source, word, at)
        argument.read(source, document, word, at)
        self.places[argument.name] = at
        return at + len(word)

    def _extras(self, at: int) -> int:
        source = self.source
        if self.document.extras is not None:
            words = self.text[at : at + 80]
            message = f"cannot accept `{shown(words)}` too: extra rules come before it"
            raise source.refusal("icn-repeated", message, at, words)
        self.document.extras, end = read_extras(source, at)
        return end


# Checks for every dialect


def _opening(source: Source) -> int:
    """The place of the first item.

    Raises:
        Refused: there is none, or the text is too large for a game, or is not valid.
    """
    source.check_bytes("game", "the length of a game", 0, source.end)
    try:
        source.text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise source.refusal("icn-syntax", "cannot read an unpaired surrogate", error.start) from None
    at = source.skip(1 if source.text.startswith("\ufeff") else 0)
    if at >= source.end:
        raise source.refusal("icn-empty", "there is no game in the text", at)
    return at


def _check_sides(source: Source, document: Document, places: Mapping[str, int]) -> None:
    """Checks that arguments have as many sides as there are players.

    Raises:
        Refused: a promotion or win condition has more or fewer sides than there are players.
    """
    order = document.turn or (WHITE,)
    players = len(set(order)) if len(order) > 1 or order[0] > BLACK else 2
    promotion, wins = document.promotion, document.wins
    if promotion is not None and len(promotion) != players:
        document.promotion = None
        _refuse_sides(source, "icn-promotion", "promotion", places["promotion"], len(promotion), players)
    if wins is not None and len(wins) not in (1, players):
        document.wins = None
        _refuse_sides(source, "icn-win-condition", "win condition", places["wins"], len(wins), players)


def _refuse_sides(source: Source, code: str, what: str, at: int, sides: int, players: int) -> None:
    word = source.word(at)
    plural = "" if sides == 1 else "s"
    message = f"cannot accept the {what} `{shown(word)}`: it has {sides} side{plural} for {players} players"
    raise source.refusal(code, message, at, word)


def _check_once(source: Source, document: Document) -> None:
    """Checks that the further rules do not repeat an argument.

    Raises:
        Refused: they do.
    """
    members = members_of(document.extras)
    for name, said, again in (
        ("worldBorder", document.border, members.border),
        ("squares", document.squares, members.squares),
        ("rays", document.rays, members.rays),
    ):
        if said is not None and again is not None:
            message = f"cannot accept `{name}` too: an argument already gives it"
            raise source.refusal("icn-repeated", message, source.text.find(f'"{name}"'), name)


def _check_border(source: Source, document: Document) -> None:
    """Checks that no piece is outside the border.

    Raises:
        Refused: one does.
    """
    square = outside(document)
    if square is not None:
        found = re.search(rf"[A-Za-z]{{1,2}}{square}(?![0-9])", source.text)
        message = f"cannot put a piece on `{shown(square)}`: it is outside the border"
        at, words = (found.start(), found.group()) if found else (0, square)
        raise source.refusal("icn-outside", message, at, words)


def outside(document: Document) -> str | None:
    """The square of the first piece outside the border, which no position allows; None if there is none.

    Strict reading of today's notation accepts it.

    >>> outside(read_document("1,8,1,8 K9,1", profile="modern").document)
    '9,1'
    """
    border = document.border or members_of(document.extras).border
    if border is None:
        return None
    return next((square_text(square) for square in document.pieces or {} if not border.holds(*square)), None)
