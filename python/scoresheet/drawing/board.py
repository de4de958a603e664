"""A board as SVG: one text without external parts, identical for identical boards."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from scoresheet.drawing.beside import ROLES, Beside, beside_of, blast_of
from scoresheet.drawing.ends import end_of
from scoresheet.drawing.marks import Arrow, Mark, arrows_of, ends_of_move, name_of_square, squares_of
from scoresheet.drawing.pieces import BOX, SETS, symbol
from scoresheet.drawing.theme import EXPLOSION, MARKS, PROMOTED, Theme, theme_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._core import Move, Position
    from scoresheet.drawing.marks import ArrowLike, MarkLike, SquareLike

__all__ = ["Board", "board_svg", "checked_size", "definitions", "glow", "pieces_on", "shared_by_boards", "tint"]

_SIDE = 8 * BOX

_DEFAULT_SIZE = 360
"""The default side of a drawing in pixels."""

_STRIP = 34
"""The height of the strip with a hand above and below the board."""

_GAP = 4
"""The distance between the board and a strip."""

_HELD = 0.7
"""The scale of pieces in hand."""

_RIM = 11.0
"""How far from the centre of a square an arrow to it ends."""

_SEEN = ".6"
"""How opaque arrows are: they lie on pieces."""

ColorAndRole = tuple[str, str]
"""Colour and role."""


def pieces_on(position: Position) -> dict[int, ColorAndRole]:
    """The pieces by their squares, from a1 to h8.

    >>> import scoresheet
    >>> pieces_on(scoresheet.Position())[4]
    ('white', 'king')
    """
    return {
        square: ("white" if letter.isupper() else "black", ROLES[letter.upper()])
        for square, letter in enumerate(position.board)
        if letter != "."
    }


@dataclass(frozen=True)
class Board:
    """What to draw of a position, and how."""

    position: Position
    theme: Theme
    flipped: bool = False
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[Mark, ...] = ()
    last_move: tuple[int, int] | None = None
    coordinates: bool = True
    pieces: dict[int, ColorAndRole] = field(init=False)
    beside: dict[str, Beside] = field(init=False)
    blast: list[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", pieces_on(self.position))
        object.__setattr__(self, "beside", beside_of(self.position))
        object.__setattr__(self, "blast", blast_of(self.position, self.last_move))

    def corner(self, square: int) -> tuple[int, int]:
        """The upper left corner of a square."""
        file, rank = square % 8, square // 8
        return ((7 - file) * BOX, rank * BOX) if self.flipped else (file * BOX, (7 - rank) * BOX)

    def svg(self, size: int | None = None) -> str:
        """The complete drawing; `size` is the side of the board in pixels. Hands above and below it make it higher.

        Raises:
            UsageError: the size is invalid.
        """
        size = checked_size(_DEFAULT_SIZE if size is None else size)
        inside = self.drawn(prefix="\0")
        # Names of definitions must be unique on the page that contains the drawing.
        prefix = "b" + hashlib.blake2s(inside.encode() + repr(self.theme).encode(), digest_size=5).hexdigest()
        defined = definitions(self.looks(), self.theme, prefix)
        height = round(size * (_SIDE + 2 * self._edge()) / _SIDE)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{height}" viewBox="{self._box()}" '
            f'role="img">{self.words()}{defined}{inside.replace(chr(0), prefix)}</svg>'
        )

    def part(self, prefix: str) -> str:
        """The drawing without what the boards of a page share: that defines the pieces and `shared_by_boards` once."""
        squares, names = (f'<use href="#{prefix}-{part}"/>' for part in ("squares", "names"))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self._box()}" role="img">'
            f"{self.words()}{self._layers(squares, names if self.coordinates else '', prefix)}</svg>"
        )

    def looks(self) -> set[tuple[str, str]]:
        """The pieces that are drawn, each look once."""
        held = {(side, role) for side, beside in self.beside.items() for role, _ in beside.hand or ()}
        return set(self.pieces.values()) | held

    def changed(self, before: Board) -> tuple[float, float, float, float] | None:
        """The part with the squares that differ from another board; None if more than squares differ.

        >>> import scoresheet
        >>> start, theme = scoresheet.Position(), theme_of("brown")
        >>> Board(start.play("e4"), theme).changed(Board(start, theme))
        (180, 180, 45, 135)
        """
        if (self.arrows, self.beside) != (before.arrows, before.beside):
            return None
        squares = [square for square in range(64) if self._on(square) != before._on(square)] or [0]
        left, top = (min(corner) for corner in zip(*map(self.corner, squares), strict=True))
        right, bottom = (max(corner) + BOX for corner in zip(*map(self.corner, squares), strict=True))
        return left, top, right - left, bottom - top

    def _on(self, square: int) -> tuple[object, ...]:
        """All that is drawn on a square, besides arrows."""
        marks = [mark.color for mark in self.marks if mark.square == square]
        blast = self.blast.index(square) == 0 if square in self.blast else None
        check = square in self._kings_in_check()
        last = square in (self.last_move or ())
        return self.pieces.get(square), marks, blast, check, last, square in self.position.promoted.numbers

    def _edge(self) -> int:
        """How far the drawing goes beyond the board, above and below."""
        return _STRIP + _GAP if self.beside else 0

    def _box(self) -> str:
        return f"0 {-self._edge()} {_SIDE} {_SIDE + 2 * self._edge()}"

    def words(self) -> str:
        """A description of the drawing for people who cannot see it."""
        end = end_of(self.position) if self.position.is_variant_end else None
        turn = f"{self.position.turn.capitalize()} to move" if end is None else end.words()
        said = [_listed(self.pieces, color) for color in ("white", "black")]
        said += [f"{side.capitalize()}: {', '.join(beside.words())}" for side, beside in self.beside.items()]
        if self.position.promoted:
            said.append(f"promoted: {', '.join(self.position.promoted)}")
        if self.last_move:
            said.append("last move " + " to ".join(map(name_of_square, dict.fromkeys(self.last_move))))
        if self.blast:
            said.append(f"explosion on {name_of_square(self.blast[0])}")
        if self.position.is_check:
            said.append(f"the {self.position.turn} king is in check")
        return f"<title>Chess board, {escape(turn)}</title><desc>{escape('; '.join(said))}.</desc>"

    def drawn(self, prefix: str) -> str:
        """Everything on the board, from back to front."""
        names = _coordinates(self.theme, self.flipped) if self.coordinates else ""
        return self._layers(_squares(self.theme), names, prefix)

    def _layers(self, squares: str, names: str, prefix: str) -> str:
        return "".join([
            squares,
            self._highlights(),
            names,
            *(self._piece(square, piece, prefix) for square, piece in self.pieces.items()),
            *map(self._dot, self.position.promoted.numbers),
            *map(self._arrow, self.arrows),  # half-transparent, so that they hide no piece
            *(self._strip(side, beside, prefix) for side, beside in self.beside.items()),
        ])  # fmt: skip

    def _highlights(self) -> str:
        last = [
            self._filled(square, self.theme.last_move, 0.5, "last") for square in dict.fromkeys(self.last_move or ())
        ]
        marked = [self._filled(mark.square, _paint(mark.color), 0.65, "mark") for mark in self.marks]
        blast = [
            self._filled(square, EXPLOSION, 0.75 if square == self.blast[0] else 0.4, "blast") for square in self.blast
        ]
        return "".join([*last, *blast, *marked, *map(self._glow, self._kings_in_check())])

    def _filled(self, square: int, color: str, opacity: float, name: str) -> str:
        return tint(*self.corner(square), color, opacity, name)

    def _kings_in_check(self) -> list[int]:
        if not self.position.is_check:
            return []
        return [square for square, piece in self.pieces.items() if piece == (self.position.turn, "king")]

    def _glow(self, square: int) -> str:
        return glow(*self._center(square), self.theme.check)

    def _piece(self, square: int, piece: ColorAndRole, prefix: str) -> str:
        x, y = self.corner(square)
        return f'<use href="#{_named(prefix, piece)}" x="{x}" y="{y}"/>'

    def _dot(self, square: int) -> str:
        """The mark of a promoted piece, in the corner of its square that no name of a file or a rank is in."""
        x, y = self.corner(square)
        paint = f'fill="{PROMOTED}" stroke="{self.theme.white}" stroke-width="1.5"'
        return f'<circle class="promoted" cx="{x + BOX - 7}" cy="{y + 7}" r="5" {paint}/>'

    def _strip(self, side: str, beside: Beside, prefix: str) -> str:
        """What a player has in hand, and the checks that remain, above or below the board."""
        y = _SIDE + _GAP if (side == "white") != self.flipped else -_GAP - _STRIP
        middle, paint = y + _STRIP / 2, self.theme.paint(side)
        parts = [
            f'<rect y="{y}" width="{_SIDE}" height="{_STRIP}" rx="4" fill="{self.theme.light}"/>',
            f'<circle cx="14" cy="{middle:g}" r="6" fill="{paint.fill}" stroke="{paint.line}" stroke-width="1.5"/>',
        ]
        for place, (role, count) in enumerate(beside.hand or ()):
            x, top = 28 + 52 * place, y + (_STRIP - BOX * _HELD) / 2
            moved = f'transform="translate({x} {top:g}) scale({_HELD})"'
            parts.append(f'<use href="#{_named(prefix, (side, role))}" {moved}/>')
            parts.append(f'<text x="{x + BOX * _HELD:g}" y="{middle + 5:g}">{count}</text>')
        if beside.checks is not None:
            parts.append(f'<text x="{_SIDE - 10}" y="{middle + 5:g}" text-anchor="end">+{beside.checks}</text>')
        font = f'font-family="sans-serif" font-size="15" font-weight="bold" fill="{self.theme.white_line}"'
        return f'<g class="hand" {font}>{"".join(parts)}</g>'

    def _arrow(self, arrow: Arrow) -> str:
        return _arrow(self._center(arrow.start), self._center(arrow.end), _paint(arrow.color))

    def _center(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + BOX / 2, y + BOX / 2


def board_svg(
    position: Position,
    *,
    size: int = 360,
    flipped: bool = False,
    arrows: str | Iterable[ArrowLike] = (),
    squares: str | Iterable[MarkLike] = (),
    last_move: Move | str | tuple[SquareLike, SquareLike] | None = None,
    coordinates: bool = True,
    theme: str = "brown",
    pieces: str = "classic",
    colors: Mapping[str, str] | None = None,
) -> str:
    """The board as SVG text, as `Position.svg` returns it.

    >>> import scoresheet
    >>> board_svg(scoresheet.Position(), size=200).count("<use ")
    32
    """
    drawn = Board(
        position,
        theme_of(theme, colors, pieces),
        flipped,
        tuple(arrows_of(arrows)),
        tuple(squares_of(squares)),
        ends_of_move(last_move),
        coordinates,
    )
    return drawn.svg(checked_size(size))


def shared_by_boards(theme: Theme, flipped: bool, prefix: str) -> str:
    """The parts that `Board.part` uses besides the pieces: the squares, and the names of files and ranks.

    >>> shared_by_boards(theme_of("brown"), False, "a").count("<g id=")
    2
    """
    parts = {"squares": _squares(theme), "names": _coordinates(theme, flipped)}
    defined = "".join(f'<g id="{prefix}-{name}">{drawn}</g>' for name, drawn in parts.items())
    return f"<defs>{defined}</defs>"


def _squares(theme: Theme) -> str:
    light = f'<path fill="{theme.light}" d="M0 0h{_SIDE}v{_SIDE}h-{_SIDE}z"/>'
    dark = "".join(f"M{x * BOX} {y * BOX}h{BOX}v{BOX}h-{BOX}z" for y in range(8) for x in range(8) if (x + y) % 2)
    return f'{light}<path fill="{theme.dark}" d="{dark}"/>'


def _coordinates(theme: Theme, flipped: bool) -> str:
    """The files along the bottom edge and the ranks along the left edge, inside the squares."""
    texts = []
    for step in range(8):
        file, rank = "abcdefgh"[7 - step if flipped else step], step + 1 if flipped else 8 - step
        over_light, over_dark = theme.dark, theme.light
        colors = (over_dark, over_light) if step % 2 == 0 else (over_light, over_dark)
        right = f'x="{(step + 1) * BOX - 1.5}" y="{_SIDE - 2.5}" text-anchor="end"'
        texts.append(f'<text {right} fill="{colors[0]}">{file}</text>')
        texts.append(f'<text x="1.5" y="{step * BOX + 9}" fill="{colors[1]}">{rank}</text>')
    return f'<g font-family="sans-serif" font-size="8.5" font-weight="bold" aria-hidden="true">{"".join(texts)}</g>'


def checked_size(size: int) -> int:
    """A size in pixels.

    Raises:
        UsageError: the size is invalid.

    >>> checked_size(360)
    360
    """
    if isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= 100_000:
        raise UsageError(f"`size={size}` is not a size", hint="use a number of pixels from 1 to 100000")
    return size


def tint(x: int, y: int, color: str, opacity: float, name: str) -> str:
    """A colour laid over a square, given by its corner.

    >>> tint(0, 45, "tan", 0.5, "last")
    '<rect class="last" x="0" y="45" width="45" height="45" fill="tan" fill-opacity="0.5"/>'
    """
    paint = f'fill="{color}" fill-opacity="{opacity}"'
    return f'<rect class="{name}" x="{x}" y="{y}" width="{BOX}" height="{BOX}" {paint}/>'


def glow(x: float, y: float, color: str) -> str:
    """Concentric circles around the middle of a square, because a gradient would need a name.

    >>> glow(22.5, 22.5, "red").count("<circle ")
    4
    """
    return "".join(
        f'<circle class="check" cx="{x:g}" cy="{y:g}" r="{radius}" fill="{color}" fill-opacity=".32"/>'
        for radius in (22, 19, 16, 13)
    )


def _paint(letter: str) -> str:
    """The colour of a letter. Files may contain letters without a colour."""
    return MARKS.get(letter.upper(), MARKS["G"])


def definitions(pieces: Iterable[ColorAndRole], theme: Theme, prefix: str) -> str:
    """The definitions of the pieces, each once, for `use`.

    >>> definitions([("white", "pawn")], theme_of("brown"), "a").count("<g ")
    1
    """
    wanted = sorted(set(pieces))
    return f"<defs>{''.join(_defined(piece, theme, prefix) for piece in wanted)}</defs>" if wanted else ""


def _defined(piece: ColorAndRole, theme: Theme, prefix: str) -> str:
    color, role = piece
    return symbol(_named(prefix, piece), SETS[theme.pieces][role], theme.paint(color))


def _named(prefix: str, piece: ColorAndRole) -> str:
    color, role = piece
    return f"{prefix}-{color}-{role}"


def _listed(pieces: dict[int, ColorAndRole], color: str) -> str:
    order = ("king", "queen", "rook", "bishop", "knight", "pawn")
    own = sorted((order.index(role), square) for square, (side, role) in pieces.items() if side == color)
    names = ", ".join(f"{order[role]} {name_of_square(square)}" for role, square in own)
    return f"{color.capitalize()}: {names or 'nothing'}"


def _arrow(start: tuple[float, float], end: tuple[float, float], color: str) -> str:
    """An arrow from a square to the rim of the piece on another; a ring if they are the same square."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    if length == 0:
        ring = f'r="{BOX / 2 - 3:g}" fill="none" stroke="{color}" stroke-width="4" stroke-opacity="{_SEEN}"'
        return f'<circle class="arrow" cx="{x:g}" cy="{y:g}" {ring}/>'
    along = ((to_x - x) / length, (to_y - y) / length)

    def at(distance: float, aside: float) -> str:
        return f"{x + along[0] * distance - along[1] * aside:.2f} {y + along[1] * distance + along[0] * aside:.2f}"

    shaft, head, tip = 3.6, 10.0, length - _RIM
    neck = tip - 16.0
    corners = [
        at(tip, 0),
        at(neck, head),
        at(neck, shaft),
        at(10, shaft),
        at(10, -shaft),
        at(neck, -shaft),
        at(neck, -head),
    ]
    return f'<path class="arrow" fill="{color}" fill-opacity="{_SEEN}" d="M{"L".join(corners)}z"/>'
