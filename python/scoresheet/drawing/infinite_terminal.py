"""An infinite board as lines for a terminal: the part that fits, with gaps for distant empty parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from scoresheet.drawing.descriptions import left_out
from scoresheet.drawing.labels import amount, labels_of
from scoresheet.drawing.terminal import FIGURES, PIECES, Color, Look, ground_of
from scoresheet.drawing.window import Axis, Gap, Run, Window, window_around
from scoresheet.infinite.interface import BLACK, WHITE, Piece

if TYPE_CHECKING:
    from scoresheet.infinite.interface import Position, Square

__all__ = ["infinite_board_lines"]

_FEWEST = 3
"""The minimum number of columns and rows of a board, however small the terminal is."""

_BESIDE = 12
"""How many lines of the terminal are reserved for text around the board."""

_ROLES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
_NEUTRAL = {"ob": "▒", "vo": "█"}
_OWNERS = {
    3: Color((255, 120, 110), 210),
    4: Color((150, 190, 255), 111),
    5: Color((255, 230, 90), 227),
    6: Color((130, 230, 140), 120),
}
_NOBODY = Color((60, 56, 52), 237)
_LONGEST = 60
"""Longer coordinates are rounded."""


def infinite_board_lines(
    position: Position,
    look: Look,
    last_move: tuple[Square, Square] | None = None,
    checked: tuple[Square, ...] = (),
) -> list[str]:
    r"""The board with its coordinates. The last move's squares and royal pieces in check are coloured.

    >>> from scoresheet.infinite import Position
    >>> print("\n".join(infinite_board_lines(Position.read("K0,0|r1000000,0|AM1,1"), Look())))
     2 ·  ·  ·  ·               ·  ·  ·
     1 ·  ·  AM ·   ⋯ 999,996 ⋯ ·  ·  ·
     0 ·  ♔  ·  ·               ·  ♜  ·
    -1 ·  ·  ·  ·               ·  ·  ·
       -1 0  1  2               …9999 …0001
    columns …9999 to …0001: 999999 to 1000001
    """
    return list(_Sheet(position, look, last_move, checked).lines())


@dataclass(frozen=True)
class _Field:
    """How many characters of a line one column of the board takes: a column of squares, or a gap."""

    start: int
    width: int
    column: int | None
    label: str


class _Sheet:
    """A board during its layout."""

    def __init__(
        self,
        position: Position,
        look: Look,
        last_move: tuple[Square, Square] | None,
        checked: tuple[Square, ...],
    ) -> None:
        self.position, self.look = position, look
        self.last_move, self.checked = last_move or (), checked
        self.plain = look.colors == "none"
        self.code = max((len(self._code(piece)) for piece in position.pieces.values()), default=1)
        self.cell = self.code + 1 if self.plain else max(self.code + 1, 3)
        self.narrow = False
        self.window, self.fields = self._fitting(last_move)

    # Positions

    def _fitting(self, last_move: tuple[Square, Square] | None) -> tuple[Window[Piece], list[_Field]]:
        """As much of the board as fits the terminal. Gaps are labelled below it if more fits that way."""
        fitted = self._fitted(last_move)
        if fitted[0].outside:
            self.narrow = True
            narrow = self._fitted(last_move)
            if narrow[0].outside < fitted[0].outside:
                return narrow
            self.narrow = False
        return fitted

    def _fitted(self, last_move: tuple[Square, Square] | None) -> tuple[Window[Piece], list[_Field]]:
        """Gaps are wider than columns of squares; by how much is known only after they have been chosen."""
        columns, gap = max(self.look.width // self.cell, _FEWEST), 2
        rows = max(self.look.height - _BESIDE, 8)
        while True:
            window = window_around(self.position, last_move, columns=columns, rows=rows, gap=gap)
            fields = list(self._fields(window))
            over = fields[-1].start + fields[-1].width - self.look.width
            if over <= 0 or columns == _FEWEST:
                return window, fields
            gaps = [-(-field.width // self.cell) for field in fields if field.column is None]
            if max(gaps, default=0) > gap:
                gap = max(gaps)
            else:
                used = len(fields) + (gap - 1) * len(gaps)
                columns = max(min(columns, used) - -(-over // self.cell), _FEWEST)

    def _fields(self, window: Window[Piece]) -> Iterator[_Field]:
        labels = labels_of(window.columns).lines
        start = 1 + max(len(self._text(label)) for label in labels_of(window.rows).lines.values())
        for part in _in_order(window.columns, self.look.flipped):
            if isinstance(part, Gap):
                label = self._text("⋯") if self.narrow else self._gap(part)
                field = _Field(start, len(label) + 2, None, label)
            else:
                field = _Field(start, self.cell, part, self._text(labels[part]))
            yield field
            start += field.width

    def _gap(self, gap: Gap) -> str:
        return self._text(f"⋯ {amount(gap.size)} ⋯")

    def _text(self, text: str) -> str:
        """Text in the characters that the terminal can show."""
        return text if self.look.figures else text.replace("⋯", "...").replace("…", "..").replace("·", "*")

    # Lines

    def lines(self) -> Iterator[str]:
        """The board from its top, the text below it, and what it does not show."""
        named = labels_of(self.window.rows).lines
        gutter = self.fields[0].start
        labeled = _middle_row(self.window.rows)
        for row in _in_order(self.window.rows, not self.look.flipped):
            if isinstance(row, Gap):
                label = self._gap(row) if len(self._gap(row)) <= self.look.width else self._text(amount(row.size))
                yield self._dim(" " * max(min(gutter + self.cell, self.look.width - len(label)), 0) + label)
                continue
            label = self._text(named[row]).rjust(gutter - 1) + " "
            squares = "".join(self._field(field, row, row == labeled) for field in self.fields)
            yield (label + squares).rstrip() if self.plain else self._dim(label) + squares
        yield self._dim(self._ticks())
        yield from map(self._dim, self._below())

    def _dim(self, text: str) -> str:
        return self.look.paint(text, "2")

    def _field(self, field: _Field, row: int, labeled: bool) -> str:
        if field.column is None:
            return self._dim((field.label if labeled or self.narrow else "").center(field.width))
        square = (field.column, row)
        piece = self.window.pieces.get(square)
        if self.plain:
            shown = ("·" if self.look.figures else ".") if piece is None else self._code(piece)
            return shown.ljust(self.cell)
        dark = sum(square) % 2 == 0
        style = self.look.color(ground_of(dark, square in self.last_move, square in self.checked), 48)
        if piece is None:
            return self.look.paint(" " * self.cell, style)
        shown = self._code(piece, filled=True).center(self.cell)
        return self.look.paint(shown, f"{style};{self.look.color(_paint(piece), 38)}")

    def _code(self, piece: Piece, filled: bool = False) -> str:
        """A figure if there is one, otherwise the code."""
        if not self.look.figures:
            return piece.code
        if piece.owner in (WHITE, BLACK) and piece.kind.code in _ROLES:
            # Filled figures for both sides if squares have colours, because these would show through hollow ones.
            color = "white" if piece.owner == WHITE and not filled else "black"
            return FIGURES[color, _ROLES[piece.kind.code]]
        return _NEUTRAL.get(piece.code, piece.code)

    def _ticks(self) -> str:
        """The coordinates of the columns, as many as fit."""
        line = ""
        for field in self.fields:
            at = field.start + (0 if self.plain else 1)
            if "-" in field.label[:1] or len(field.label) <= 3:
                at -= max(len(field.label) - self.code, 0)
            fits = at + len(field.label) <= self.look.width and (not line or at > len(line))
            if field.column is not None and fits:
                line = line.ljust(at) + field.label
        return line

    def _below(self) -> Iterator[str]:
        """The full coordinates of columns that are labelled by their last digits, and the sizes of the gaps."""
        for name, axis in (("columns", self.window.columns), ("rows", self.window.rows)):
            labels = labels_of(axis)
            for run, _ in labels.heads:
                lines = dict.fromkeys(run)
                short = " to ".join(labels.lines[line] for line in lines)
                whole = " to ".join(map(_whole, lines))
                yield from wrap(self._text(f"{name} {short}: {whole}"), self.look.width, subsequent_indent="  ")
        if self.narrow:
            gaps = [part for part in _in_order(self.window.columns, self.look.flipped) if isinstance(part, Gap)]
            yield from wrap(
                f"columns left out: {'; '.join(self._text(amount(gap.size)) for gap in gaps)}", self.look.width
            )
        if self.window.outside:
            yield from wrap(left_out(self.window), self.look.width)


def _in_order(axis: Axis, backwards: bool) -> list[int | Gap]:
    """The lines and gaps of an axis in drawing order."""
    parts: list[int | Gap] = []
    for part in axis.parts:
        parts += [part] if isinstance(part, Gap) else range(part.first, part.last + 1)
    return parts[::-1] if backwards else parts


def _middle_row(rows: Axis) -> int:
    """A row in the middle of the longest run."""
    run = max((part for part in rows.parts if isinstance(part, Run)), key=lambda run: run.last - run.first)
    return (run.first + run.last + 1) // 2


def _paint(piece: Piece) -> Color:
    if piece.owner in (WHITE, BLACK):
        return PIECES["white" if piece.owner == WHITE else "black"]
    return _OWNERS.get(piece.owner, _NOBODY)


def _whole(line: int) -> str:
    text = str(line)
    return text if len(text) <= _LONGEST else f"{amount(line)} ({len(text.lstrip('-'))} digits)"
