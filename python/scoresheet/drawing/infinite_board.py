"""An infinite board as SVG: a window around the pieces, with gaps for distant empty parts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING

from scoresheet.drawing.board import checked_size, glow, tint
from scoresheet.drawing.descriptions import described, left_out, titled
from scoresheet.drawing.fairies import FIGURES
from scoresheet.drawing.infinite_marks import InfiniteMark, infinite_ends, infinite_squares
from scoresheet.drawing.labels import Labels, amount, labels_of
from scoresheet.drawing.lengths import Lengths
from scoresheet.drawing.pieces import BOX, Paint, of_set, symbol
from scoresheet.drawing.theme import MARKS, Theme, theme_of
from scoresheet.drawing.window import Gap, Run, Window, window_around
from scoresheet.errors import UsageError
from scoresheet.infinite.interface import BLACK, NEUTRAL, WHITE, Piece, Square, checked_royals

if TYPE_CHECKING:
    from scoresheet.drawing.infinite_marks import InfiniteMarkLike, InfiniteMoveLike
    from scoresheet.infinite.interface import Position

__all__ = ["LINES", "InfiniteBoard", "infinite_board_svg", "infinite_definitions"]

LINES = 64
"""The maximum number of columns, including gaps, and of rows in a drawing."""

_DEFAULT_BOX = 32
"""The default width and height of a square in pixels."""

_FARTHEST = 10**4000
"""Coordinates from here on are not drawn, because Python does not print much longer numbers."""

PAPER, INK = "#fbf7ef", "#4a4038"
"""The colours around the squares, and of the text there."""

_FADES = (0.3, 0.6, 0.85, 1)
"""The opacity of the paper over the squares, strip by strip, where the board continues."""

_OWNERS = {
    NEUTRAL: Paint("#9a948c", "#3d3833", "#3d3833"),
    3: Paint("#e0453a", "#3a0f0b", "#fff1ec"),
    4: Paint("#4a82e8", "#0d1f42", "#f0f5ff"),
    5: Paint("#f2c230", "#46360a", "#46360a"),
    6: Paint("#3fa553", "#0d2f16", "#effff2"),
}
_FURTHER = Paint("#a06cc8", "#2b1639", "#f8efff")
"""The players whose colour has no name."""

_VOID = Paint("#262120", "#262120", "#262120")

_MOST_RAYS = 1000
"""The maximum number of preset rays that are drawn."""

OwnerAndCode = tuple[int, str]
"""The owner and the code of a kind. Pieces of the same sort look the same."""


@dataclass(frozen=True)
class InfiniteBoard:
    """What to draw of a position, and how."""

    position: Position
    theme: Theme
    flipped: bool = False
    marks: tuple[InfiniteMark, ...] = ()
    last_move: tuple[Square, Square] | None = None
    coordinates: bool = True
    lines: int = LINES
    window: Window[Piece] = field(init=False)

    def __post_init__(self) -> None:
        marked = [mark.square for mark in self.marks]
        window = window_around(self.position, self.last_move, marked, columns=self.lines, rows=self.lines)
        if any(abs(line) >= _FARTHEST for axis in (window.columns, window.rows) for line in axis.slots):
            hint = "draw a position whose pieces are closer to each other"
            raise UsageError("cannot draw the board: a coordinate has more than 4000 digits", hint=hint)
        object.__setattr__(self, "window", window)

    # The whole

    def svg(self, size: int | None = None) -> str:
        """The complete drawing; `size` is its longer side in pixels.

        Raises:
            UsageError: the size is invalid.
        """
        left, top, width, height = self._view
        longer = checked_size(round(max(width, height) * _DEFAULT_BOX / BOX) if size is None else size)
        scale = longer / max(width, height)
        inside = self.drawn(prefix="\0")
        # Names of definitions must be unique on the page that contains the drawing.
        prefix = "b" + hashlib.blake2s(inside.encode() + repr(self.theme).encode(), digest_size=5).hexdigest()
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(round(width * scale), 1)}" '
            f'height="{max(round(height * scale), 1)}" viewBox="{left:g} {top:g} {width:g} {height:g}" role="img">'
            f"{self.words()}{infinite_definitions(self.looks(), self.theme, prefix)}"
            f"{inside.replace(chr(0), prefix)}</svg>"
        )

    def part(self, prefix: str) -> str:
        """The drawing without definitions, for a page that has them once for many boards."""
        box = " ".join(f"{number:g}" for number in self._view)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">'
            f"{self.words()}{self.drawn(prefix)}</svg>"
        )

    def looks(self) -> set[OwnerAndCode]:
        """The pieces that are drawn, each look once."""
        return {_sort(piece) for piece in self.window.pieces.values()}

    def changed(self, before: InfiniteBoard) -> None:
        """All of it, because every move can change the columns and rows that are shown."""

    def words(self) -> str:
        """A description of the drawing for people who cannot see it."""
        said = described(self.position, self.window, self.last_move, self._checked)
        return f"<title>{escape(titled(self.position))}</title><desc>{escape(said)}</desc>"

    def drawn(self, prefix: str) -> str:
        """Everything on the board, from back to front."""
        return "".join([
            self._ground(),
            *self._highlights(),
            self._veil(),
            self._edges(),
            self._rights(),
            *(self._piece(square, piece, prefix) for square, piece in self.window.pieces.items()),
            self._texts(),
        ])  # fmt: skip

    # Positions

    @cached_property
    def _across(self) -> Lengths:
        return Lengths(self.window.columns, backwards=self.flipped)

    @cached_property
    def _down(self) -> Lengths:
        return Lengths(self.window.rows, backwards=not self.flipped)

    @cached_property
    def _labels(self) -> tuple[Labels, Labels]:
        return labels_of(self.window.columns), labels_of(self.window.rows)

    @cached_property
    def _checked(self) -> tuple[Square, ...]:
        return checked_royals(self.position)

    @cached_property
    def _view(self) -> tuple[float, float, float, float]:
        """The box of the drawing: left, top, width, height. The first square's corner is the origin."""
        left, right = self._across.outer
        top, _ = self._down.outer
        pad = 5.0
        caption, size = self._caption
        before = -left + self._gutter + pad
        width = max(before + right, 0.62 * size * len(caption)) + pad
        return -before, top - pad, width, self._caption_top + 1.5 * size - top + 2 * pad

    @cached_property
    def _gutter(self) -> float:
        """The width of the row labels."""
        if not self.coordinates:
            return 0
        longest = max(map(len, self._labels[1].lines.values()))
        return 8 + 6.6 * longest + (14 if self._labels[1].heads else 0)

    @cached_property
    def _caption_top(self) -> float:
        """The bottom of the column labels."""
        labels = 0 if not self.coordinates else 32 if self._labels[0].heads else 17
        return self._down.outer[1] + labels

    @cached_property
    def _caption(self) -> tuple[str, float]:
        """The text below the board, and its size."""
        text = left_out(self.window)
        return text, max(len(self.window.columns), len(self.window.rows)) / 4 + 8 if text else 0

    def _corner(self, square: Square) -> tuple[int, int]:
        return self._across.start(square[0]), self._down.start(square[1])

    def _center(self, square: Square) -> tuple[float, float]:
        x, y = self._corner(square)
        return x + BOX / 2, y + BOX / 2

    # The board

    def _ground(self) -> str:
        """The paper and the squares: stripes of columns and rows, dark where exactly one of both covers them."""
        left, top, width, height = self._view
        (west, east), (north, south) = self._across.outer, self._down.outer
        stripes = self._bands(self._across.stripes(odd=True), self._down.stripes(odd=False))
        light = f'x="{west:g}" y="{north:g}" width="{east - west:g}" height="{south - north:g}"'
        return (
            f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="4" fill="{PAPER}"/>'
            f'<rect {light} fill="{self.theme.light}"/>'
            f'<path fill="{self.theme.dark}" fill-rule="evenodd" d="{stripes}"/>'
        )

    def _bands(self, columns: Iterable[tuple[float, float]], rows: Iterable[tuple[float, float]]) -> str:
        """The path of bands across the whole board, each given by its start and width."""
        (west, east), (north, south) = self._across.outer, self._down.outer
        high, wide = south - north, east - west
        return "".join([
            *(f"M{x:g} {north:g}h{width:g}v{high:g}h-{width:g}z" for x, width in columns),
            *(f"M{west:g} {y:g}h{wide:g}v{height:g}h-{wide:g}z" for y, height in rows),
        ])  # fmt: skip

    def _veil(self) -> str:
        """Paper over the gaps and over the parts where the board continues."""
        bands = [self._bands(self._across.strips(level), self._down.strips(level)) for level in range(len(_FADES))]
        veils = zip(_FADES, bands, strict=True)
        return "".join(f'<path fill="{PAPER}" fill-opacity="{veil:g}" d="{band}"/>' for veil, band in veils if band)

    def _edges(self) -> str:
        """The border of the world, if it is in the picture."""
        (west, east), (north, south) = self._across.outer, self._down.outer
        sides = [f"M{x:g} {north:g}V{south:g}" for x in self._across.edges()]
        sides += [f"M{west:g} {y:g}H{east:g}" for y in self._down.edges()]
        line = f'fill="none" stroke="{INK}" stroke-width="3.5" stroke-linecap="square"'
        return f'<path class="edge" {line} d="{"".join(sides)}"/>' if sides else ""

    # On the board

    def _highlights(self) -> Iterator[str]:
        for square in dict.fromkeys(self.last_move or ()):
            yield self._filled(square, self.theme.last_move, 0.5, "last")
        for square in dict.fromkeys(self.position.squares):
            yield self._filled(square, MARKS["B"], 0.3, "preset")
        for x, y in self._on_rays():
            yield f'<circle class="ray" cx="{x:g}" cy="{y:g}" r="6" fill="{MARKS["B"]}" fill-opacity=".45"/>'
        for mark in self.marks:
            yield self._filled(mark.square, MARKS[mark.color], 0.65, "mark")
        for square in self._checked:
            if self.window.shows(square):
                yield glow(*self._center(square), self.theme.check)

    def _filled(self, square: Square, color: str, opacity: float, name: str) -> str:
        return tint(*self._corner(square), color, opacity, name) if self.window.shows(square) else ""

    def _on_rays(self) -> Iterator[tuple[float, float]]:
        """The middles of the drawn squares on preset rays, each once."""
        passed: dict[Square, None] = {}
        for ray in self.position.rays[:_MOST_RAYS]:
            passed.update(dict.fromkeys(_passed(ray.start, ray.step, self.window)))
        return map(self._center, passed)

    def _rights(self) -> str:
        """A small cross in the corner of pieces with a special right."""
        corners = [self._corner(square) for square in self.window.pieces if square in self.position.rights]
        crosses = "".join(f"M{x + 3} {y + 6}h6m-3-3v6" for x, y in corners)
        line = f'fill="none" stroke="{INK}" stroke-opacity=".65" stroke-width="1.4"'
        return f'<path class="rights" {line} d="{crosses}"/>' if crosses else ""

    def _piece(self, square: Square, piece: Piece, prefix: str) -> str:
        x, y = self._corner(square)
        return f'<use href="#{_named(prefix, _sort(piece))}" x="{x}" y="{y}"/>'

    # Text

    def _texts(self) -> str:
        words = [*self._gap_labels(), *(self._coordinates() if self.coordinates else ()), *self._below()]
        if not words:
            return ""
        return f'<g font-family="sans-serif" font-size="11" fill="{INK}" text-anchor="middle">{"".join(words)}</g>'

    def _gap_labels(self) -> Iterator[str]:
        """The number of lines that each gap leaves out, in the middle of the longest run that crosses it."""
        for lengths, crossing, turned in ((self._across, self._down, True), (self._down, self._across, False)):
            middle, room = crossing.widest()
            for place, gap in lengths.gaps():
                text, size = _fitted(gap, room)
                x, y = (place, middle) if turned else (middle, place)
                turn = f' transform="rotate(-90 {x:g} {y:g})"' if turned else ""
                yield f'<text class="gap" x="{x:g}" y="{y + size * 0.35:g}" font-size="{size:g}"{turn}>{text}</text>'

    def _coordinates(self) -> Iterator[str]:
        """The coordinates of the columns below the board, and of the rows to its left."""
        columns, rows = self._labels
        below, before = self._down.outer[1], self._across.outer[0] - 5
        for line, text in columns.lines.items():
            yield f'<text x="{self._across.start(line) + BOX / 2:g}" y="{below + 11:g}">{text}</text>'
        for run, text in columns.heads:
            place = f'x="{self._across.middle(run):g}" y="{below + 26:g}"'
            yield f'<text {place} font-weight="bold">{text}{_span(run)}</text>'
        for line, text in rows.lines.items():
            y = self._down.start(line) + BOX / 2 + 4
            yield f'<text x="{before:g}" y="{y:g}" text-anchor="end">{text}</text>'
        aside = self._view[0] + 14
        for run, text in rows.heads:
            y = self._down.middle(run)
            turn = f'transform="rotate(-90 {aside:g} {y:g})"'
            yield f'<text x="{aside:g}" y="{y:g}" font-weight="bold" {turn}>{text}{_span(run)}</text>'

    def _below(self) -> Iterator[str]:
        text, size = self._caption
        if text:
            place = f'x="{self._view[0] + 5:g}" y="{self._caption_top + 1.2 * size:g}" font-size="{size:g}"'
            yield f'<text class="outside" {place} text-anchor="start">{text}</text>'


def infinite_board_svg(
    position: Position,
    *,
    size: int | None = None,
    flipped: bool = False,
    squares: str | Iterable[InfiniteMarkLike] = (),
    last_move: InfiniteMoveLike = None,
    coordinates: bool = True,
    theme: str = "brown",
    pieces: str = "classic",
    colors: Mapping[str, str] | None = None,
) -> str:
    """The board as SVG text, as `infinite.Position.svg` returns it.

    >>> from scoresheet.infinite import Piece, Position
    >>> position = Position({(0, 0): Piece.of("K"), (10**30, 0): Piece.of("r")})
    >>> "⋯ ~10^30 ⋯" in infinite_board_svg(position)
    True
    """
    drawn = InfiniteBoard(
        position,
        theme_of(theme, colors, pieces),
        flipped,
        tuple(infinite_squares(squares)),
        infinite_ends(last_move),
        coordinates,
    )
    return drawn.svg(size)


def infinite_definitions(sorts: Iterable[OwnerAndCode], theme: Theme, prefix: str) -> str:
    """The definitions of the pieces, each sort once, for `use`.

    >>> infinite_definitions([(1, "p"), (0, "vo")], theme_of("brown"), "a").count("<g ")
    2
    """
    wanted = sorted(set(sorts))
    return f"<defs>{''.join(_defined(sort, theme, prefix) for sort in wanted)}</defs>" if wanted else ""


def _defined(sort: OwnerAndCode, theme: Theme, prefix: str) -> str:
    owner, code = sort
    figure = FIGURES[code]
    return symbol(_named(prefix, sort), of_set(figure.shape, theme.pieces), _paint(owner, code, theme), figure.badge)


def _paint(owner: int, code: str, theme: Theme) -> Paint:
    if code == "vo":
        return _VOID
    if owner in (WHITE, BLACK):
        return theme.paint("white" if owner == WHITE else "black")
    return _OWNERS.get(owner, _FURTHER)


def _sort(piece: Piece) -> OwnerAndCode:
    return piece.owner, piece.kind.code


def _named(prefix: str, sort: OwnerAndCode) -> str:
    return f"{prefix}-{sort[0]}-{sort[1]}"


def _passed(start: Square, step: tuple[int, int], window: Window[Piece]) -> Iterator[Square]:
    """The drawn squares on a ray, without its start."""
    (x, y), (east, north) = start, step
    if east:
        for column in window.columns.slots:
            steps, rest = divmod(column - x, east)
            square = (column, y + steps * north)
            if rest == 0 and steps > 0 and window.shows(square):
                yield square
    elif north and x in window.columns.slots:
        yield from ((x, row) for row in window.rows.slots if (row - y) % north == 0 and (row - y) // north > 0)


def _fitted(gap: Gap, room: float) -> tuple[str, float]:
    """The label of a gap and its font size, for a run of this length."""
    pieces = f" ({amount(gap.pieces)} piece{'s' * (gap.pieces > 1)})" if gap.pieces else ""
    for text in (f"⋯ {amount(gap.size)}{pieces} ⋯", f"⋯ {amount(gap.size)} ⋯", amount(gap.size)):
        size = min(13.0, room / (0.58 * len(text)))
        if size >= 9:
            break
    return text, round(max(size, 8), 1)


def _span(run: Run) -> str:
    """The full coordinates of a run, as a tooltip."""
    return f"<title>{run.first} to {run.last}</title>"
