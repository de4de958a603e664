"""The moves of a text, with everything that may come between them, in the default reading."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.pieces import NEUTRAL, Piece
from scoresheet.infinite.reading.metadata import read_metadata
from scoresheet.infinite.reading.pieces import kind_of, piece_of
from scoresheet.infinite.reading.source import BLANKS, INTEGER, Source, shown

__all__ = ["STARTS_MOVES", "comment_end", "read_moves"]

_SQUARE = f"({INTEGER}),({INTEGER})"
_END_OF_WORD = r"(?=[ \t\r\n\[{]|\Z)"
_RESULT = re.compile(rf"(?:1-0|0-1|1/2-1/2|\*){_END_OF_WORD}")
_NUMBER = re.compile(r"([0-9]+)\.")
_MOVE = re.compile(rf"(?:([0-9]*)([A-Za-z]{{1,2}}))?{_SQUARE}{BLANKS}([>x]){BLANKS}{_SQUARE}")
STARTS_MOVES = re.compile(
    rf"(?:[0-9]*[A-Za-z]{{1,2}})?{INTEGER},{INTEGER}{BLANKS}(?:>|x(?![A-Za-z]))|{_NUMBER.pattern}|{_RESULT.pattern}"
)
"""Signs that the moves start, even if they are malformed. Everything after them belongs to the moves."""

_LETTERS = re.compile(r"[A-Za-z]+")
_PROMOTION = re.compile(rf"{BLANKS}=({BLANKS})([0-9]*)([A-Za-z]+)")
_DIGIT = re.compile(r"-?[0-9]")
_SIGN = re.compile(rf"{BLANKS}([!?]+|[+#=])")

_STRAY = re.compile(r"[^ \t\r\n|{\[]+")
_ITEM = re.compile(rf"[wb](?=[ \t\r\n]|\Z)|\(|[0-9]+/[0-9]+(?![0-9/-])|[0-9]*[A-Za-z]{{1,2}}{_SQUARE}")
_BEFORE_BREAK = re.compile(
    rf"(?:[0-9]*[A-Za-z]{{1,2}})?(?:{INTEGER},(?:{INTEGER}{BLANKS}[>x]{BLANKS}(?:{INTEGER},)?)?)?"
)


def comment_end(source: Source, at: int) -> int:
    """The end of the comment whose brace is at this place: after the first `}`."""
    close = source.text.find("}", at)
    if close < 0:
        words = source.text[at : at + 80]
        raise source.refusal("comment-unclosed", f"the comment `{shown(words)}` never ends", at, words)
    source.check_bytes("comment", "the length of a comment", at, close + 1)
    return close + 1


def read_moves(source: Source, document: Document, at: int) -> int:
    """Reads from the first move, number or comment to the end of the text. Returns the end."""
    return _Moves(source, document).read(at)


@dataclass
class _Between:
    """The text between two moves."""

    parted: bool = True
    """Whether it contains a separator: `|`, a dot, a comment or a number."""
    blank: bool = True
    number_at: int | None = None
    """The place of a number without a move so far."""
    bar_at: int | None = None
    """The place of a `|` without a next move so far."""
    metadata: dict[str, str] = field(default_factory=dict)
    metadata_at: int | None = None
    comments: list[str] = field(default_factory=list)


class _Moves:
    def __init__(self, source: Source, document: Document) -> None:
        self.source = source
        self.text = source.text
        self.document = document
        self.between = _Between()

    def read(self, at: int) -> int:
        try:
            while True:
                blank = self.source.skip(at)
                self.between.blank |= blank > at
                at = blank
                if at >= self.source.end:
                    break
                at = self._next(at)
        finally:
            self._keep()
        self._finish()
        return at

    def _next(self, at: int) -> int:
        """Reads the item at this place. Returns where it ends."""
        between, char = self.between, self.text[at]
        if char == "{":
            return self._comment(at)
        if char == "[":
            between.blank = True
            between.metadata_at = at if between.metadata_at is None else between.metadata_at
            return read_metadata(self.source, between.metadata, at)
        if self.document.result is not None:
            raise self._stray(at)
        if char in "|.":
            between.parted = True
            between.bar_at = at if char == "|" else between.bar_at
            return at + 1
        if found := _NUMBER.match(self.text, at):
            self.source.check("digits", "the number of digits", len(found[1]), at)
            between.parted, between.bar_at, between.number_at = True, None, at
            return found.end()
        if found := _RESULT.match(self.text, at):
            self.document.result = found.group()
            return found.end()
        return self._move(at)

    def _finish(self) -> None:
        between = self.between
        if between.number_at is not None:
            words = self.source.word(between.number_at)
            raise self._refused("no move follows the number", between.number_at, words)
        if between.bar_at is not None and self.document.moves:
            self.source.note("icn-separator", "the moves end with `|`", between.bar_at, "|")

    # Comments

    def _comment(self, at: int) -> int:
        end = comment_end(self.source, at)
        comment = self.text[at + 1 : end - 1]
        if comment.strip(" \t\r\n"):
            self.between.comments.append(comment)
        self.between.parted, self.between.bar_at = True, None
        return end

    def _keep(self) -> None:
        """Gives the comments to the move before them, or to the game, and the metadata to the game."""
        if self.between.metadata:
            self.document.metadata.update(self.between.metadata)
            self.source.check("tags", "the number of entries of metadata", len(self.document.metadata), 0)
            self.between.metadata = {}
        comments, moves = tuple(self.between.comments), self.document.moves
        if comments and moves:
            moves[-1] = replace(moves[-1], comments=comments)
        elif comments:
            self.document.comments = comments
        self.between.comments = []

    # Moves

    def _move(self, at: int) -> int:
        found = _MOVE.match(self.text, at)
        if found is None:
            raise self._stray(at)
        self._check_parted(found)
        piece = self._piece(found)
        digits = zip(found.group(3, 4, 6, 7), (3, 4, 6, 7), strict=True)
        x, y, to_x, to_y = (self.source.integer(number, found.start(group)) for number, group in digits)
        promotion, core_end = self._promotion(found)
        signs, end = self._signs(core_end)
        self.source.check_bytes("token", "the length of a move", at, end)
        move = MoveText(
            start=(x, y),
            end=(to_x, to_y),
            promotion=promotion,
            piece=piece,
            capture=found[5] == "x",
            signs=signs,
            at=at,
            text=self.text[at:core_end],
        )
        self._keep()
        self.document.moves.append(move)
        self.between = _Between(parted=False, blank=False)
        return end

    def _check_parted(self, move: re.Match[str]) -> None:
        if self.between.parted:
            return
        if not self.between.blank:
            raise self._refused("nothing separates it from the previous move", move.start(), move.group())
        ply = len(self.document.moves) + 1
        self.source.note("icn-separator", "only a space separates two moves", move.start(), move.group(), ply)

    def _piece(self, move: re.Match[str]) -> Piece | None:
        owner, letters = move.group(1, 2)
        if not letters:
            return None
        piece = piece_of(self.source, owner, letters, move.start())
        if piece is None:
            self.source.check_number(move.start())
            raise self._refused(f"no piece has the code `{letters}`", move.start(), move.group())
        return piece

    def _promotion(self, move: re.Match[str]) -> tuple[Piece | None, int]:
        """The promotion of a pawn, and where the move ends without its signs."""
        owner = ""
        found = _LETTERS.match(self.text, move.end())
        if found:
            letters = found.group()
        else:
            found = _PROMOTION.match(self.text, move.end())
            if found is None:
                return None, move.end()
            owner, letters = found.group(2, 3)
            if found[1] and _DIGIT.match(self.text, found.end()):
                return None, move.end()  # `=` is a sign, and the letters belong to the next square
        piece = piece_of(self.source, owner, letters, found.start())
        if piece is None or piece.owner == NEUTRAL:
            why = "is not the code of a piece" if kind_of(letters) is None else "is not a piece that a pawn can become"
            words = self.text[move.start() : found.end()]
            raise self._refused(f"`{shown(letters)}` {why}", move.start(), words)
        return piece, found.end()

    def _signs(self, at: int) -> tuple[tuple[str, ...], int]:
        signs = []
        while found := _SIGN.match(self.text, at):
            signs.append(found[1])
            at = found.end()
        return tuple(signs), at

    # Errors

    def _refused(self, why: str, at: int, words: str) -> Exception:
        ply = len(self.document.moves) + 1
        return self.source.refusal("move-syntax", f"cannot read the move `{shown(words)}`: {why}", at, words, ply)

    def _stray(self, at: int) -> Exception:
        found = _STRAY.match(self.text, at)
        words = found.group() if found else self.text[at]
        if self.document.result is not None or (self.document.moves and _ITEM.match(self.text, at)):
            words = self.source.word(at)
            if self.between.metadata_at is not None:
                return self._another_game(self.between.metadata_at)
            why = "the moves come last" if self.document.result is None else "the result ends the moves"
            return self.source.refusal("icn-syntax", f"cannot read `{shown(words)}`: {why}", at, words)
        self.source.check_number(at)
        before = _BEFORE_BREAK.match(self.text, at)
        if before:
            self.source.check_number(before.end())
        return self._refused("a move is two squares with `>` or `x` between them", at, words)

    def _another_game(self, at: int) -> Exception:
        """The error for the metadata of a second game."""
        self.between.metadata = {}
        words = self.text[at : self.text.find("]", at) + 1]
        return self.source.refusal("icn-several", f"cannot read `{shown(words)}`: a text is one game", at, words)
