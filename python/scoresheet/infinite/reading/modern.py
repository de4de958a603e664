"""Strict reading of today's notation: a fixed order, and no leniencies."""

from __future__ import annotations

import re

from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.pieces import BLACK, WHITE, Piece
from scoresheet.infinite.reading.arguments import argument_of
from scoresheet.infinite.reading.pieces import piece_of
from scoresheet.infinite.reading.source import BLANKS, INTEGER, Source, shown

__all__ = ["WIN_CONDITIONS", "read_modern"]

WIN_CONDITIONS = ("checkmate", "royalcapture", "allroyalscaptured", "allpiecescaptured", "koth")
"""The win conditions that are known today."""

_ORDER = (
    *("turn", "en passant", "move rule", "fullmove", "promotion", "border", "wins", "squares", "rays"),
    "pieces",
)
_METADATA = re.compile(r'\[([A-Za-z]+)[ \t\r\n]+"([^"]{1,200})"\](?=[ \t\r\n]|\Z)')
_STARTS_MOVES = re.compile(rf"(?:[0-9]*[A-Za-z]{{1,2}})?{INTEGER},{INTEGER} ?[>x]|[0-9]+\.")
_NUMBER = re.compile(r"([0-9]+)\. ")
_SEPARATOR = re.compile(rf"{BLANKS}\|{BLANKS}|[ \t\r\n]+([0-9]+)\. ")
_MOVE = re.compile(
    rf"(?:(?P<owner>[0-9]*)(?P<code>[A-Za-z]{{1,2}}))?(?P<x>{INTEGER}),(?P<y>{INTEGER})"
    rf" ?(?P<sign>[>x]) ?(?P<to_x>{INTEGER}),(?P<to_y>{INTEGER})"
    r"(?: ?=(?P<new_owner>[0-9]*)(?P<new>[A-Za-z]{1,2}))?"
    r"(?P<core>)(?: ?(?P<check>[+#]))?(?: ?(?P<judgement>[!?]{1,2}))?(?: ?\{(?P<comment>[^}]+)\})?"
)
_CLOCK = re.compile(r"\[%clk ([^\[\]]*)\]")
_TIME = re.compile(r"[0-9]+:[0-5][0-9]:[0-5][0-9](?:\.[0-9])?")


def read_modern(source: Source, document: Document, places: dict[str, int], at: int) -> None:
    """Reads a text from its first item to its end."""
    while source.text.startswith("[", at):
        at = source.skip(_metadata(source, document, at))
    last = -1
    while at < source.end and not _STARTS_MOVES.match(source.text, at):
        word = source.word(at)
        argument = argument_of(source, word or source.text[at], at)
        place = _ORDER.index(argument.name)
        if place < last:
            message = f"cannot read `{shown(word)}`: it comes after `{_ORDER[last]}`, but the order is fixed"
            raise source.refusal("icn-syntax", message, at, word)
        argument.read(source, document, word, at)
        places[argument.name] = at
        last, end = place, at + len(word)
        at = source.skip(end)
        if at == end < source.end:
            raise source.refusal("icn-syntax", f"no space follows `{shown(word)}`", end, source.text[end])
    _check(source, document, places)
    if at < source.end:
        _Moves(source, document).read(at)


def _metadata(source: Source, document: Document, at: int) -> int:
    found = _METADATA.match(source.text, at)
    if found is None:
        words = source.text[at : at + 80].partition("]")[0]
        why = "an entry consists of letters, spaces, and 1 to 200 characters in quotes"
        raise source.refusal("icn-metadata", f"cannot read `{shown(words)}`: {why}", at, words)
    source.check_bytes("tag", "the length of an entry of metadata", at, found.end())
    document.metadata[found[1]] = found[2]
    source.check("tags", "the number of entries of metadata", len(document.metadata), at)
    return found.end()


def _check(source: Source, document: Document, places: dict[str, int]) -> None:
    """Raises an error if today's notation does not allow a value."""
    if document.en_passant and document.turn and document.turn[-1:] not in ((WHITE,), (BLACK,)):
        why = "the last in turn has no pawns that could have gone there"
        raise _refusal(source, "icn-syntax", "en passant", places, why)
    if document.move_rule and document.move_rule[1] == 0:
        raise _refusal(source, "icn-move-rule", "move rule", places, "it is at least 1")
    if document.fullmove == 0:
        raise _refusal(source, "icn-fullmove", "fullmove", places, "it is at least 1")
    for name in (name for side in document.wins or () for name in side):
        if name not in WIN_CONDITIONS:
            raise _refusal(
                source, "icn-win-condition", "wins", places, f"`{shown(name)}` is not a key of today's dialect"
            )


def _refusal(source: Source, code: str, name: str, places: dict[str, int], why: str) -> Exception:
    word = source.word(places[name])
    return source.refusal(code, f"cannot accept `{shown(word)}`: {why}", places[name], word)


class _Moves:
    def __init__(self, source: Source, document: Document) -> None:
        self.source = source
        self.text = source.text
        self.moves = document.moves

    def read(self, at: int) -> None:
        number = _NUMBER.match(self.text, at)
        at = self._numbered(number) if number else at
        while True:
            at = self._move(at)
            rest = self.source.skip(at)
            if rest == self.source.end:
                return
            separator = _SEPARATOR.match(self.text, at)
            if separator and separator.end() == self.source.end:
                raise self._refused("no move follows it", rest, separator.group().strip(" \t\r\n"))
            if separator is None:
                words = self.source.word(rest) or self.text[rest]
                raise self._refused("it does not belong to the moves", rest, words)
            at = self._numbered(separator) if separator[1] else separator.end()

    def _numbered(self, found: re.Match[str]) -> int:
        self.source.integer(found[1], found.start(1))
        return found.end()

    def _move(self, at: int) -> int:
        found = _MOVE.match(self.text, at)
        if found is None:
            words = self.source.word(self.source.skip(at))
            self.source.check_number(at)
            if self.source.skip(at) > at:
                raise self._refused("exactly one space follows a number", at, words)
            raise self._refused("a move is two squares with `>` or `x` between them", at, words)
        x, y, to_x, to_y = (self.source.integer(found[n], found.start(n)) for n in ("x", "y", "to_x", "to_y"))
        comment = found["comment"]
        if comment is not None:
            self._check_comment(found)
        self.moves.append(
            MoveText(
                start=(x, y),
                end=(to_x, to_y),
                promotion=self._piece(found, "new_owner", "new"),
                piece=self._piece(found, "owner", "code"),
                capture=found["sign"] == "x",
                signs=tuple(sign for sign in found.group("check", "judgement") if sign),
                comments=(comment,) if comment is not None else (),
                at=at,
                text=self.text[at : found.start("core")],
            )
        )
        return found.end()

    def _piece(self, move: re.Match[str], owner: str, code: str) -> Piece | None:
        if move[code] is None:
            return None
        piece = piece_of(self.source, move[owner], move[code], move.start(owner))
        if piece is None:
            words = self.text[move.start() : move.start("core")]
            raise self._refused(f"no piece has the code `{move[code]}`", move.start(), words)
        return piece

    def _check_comment(self, move: re.Match[str]) -> None:
        at, end = move.span("comment")
        self.source.check_bytes("comment", "the length of a comment", at, end)
        for clock in _CLOCK.finditer(move["comment"]):
            if not _TIME.fullmatch(clock[1]):
                message = f"cannot read the clock `{shown(clock[1])}`: write it as `0:09:56.7`"
                raise self.source.refusal("icn-syntax", message, at + clock.start(), clock[0], len(self.moves) + 1)

    def _refused(self, why: str, at: int, words: str) -> Exception:
        ply = len(self.moves) + 1
        return self.source.refusal("move-syntax", f"cannot read the move `{shown(words)}`: {why}", at, words, ply)
