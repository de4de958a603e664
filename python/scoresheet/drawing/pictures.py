"""Boards as PNG, and games as moving pictures: APNG, which needs no library besides that of PNG, and GIF."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any

from scoresheet._hints import either
from scoresheet._libraries import installed
from scoresheet._png import dimensions, png_of
from scoresheet.drawing.board import checked_size
from scoresheet.drawing.theme import theme_of
from scoresheet.drawing.views import view_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._kinds import EitherGame
    from scoresheet.drawing.view import Box, Picture
    from scoresheet.protocols import AnyPosition

__all__ = ["board_png", "game_apng", "game_gif", "picture_png"]

_MOST_FRAMES = 1_000
"""The maximum number of frames. Few programs show longer animations, and no real game needs more."""

_MOST_PIXELS = 100_000_000
"""The maximum number of pixels of all frames: the memory for a GIF grows with it."""

_LAST = 4
"""How many times as long as the others the last board stays."""

_SHORTEST, _LONGEST = 0.02, 10.0
"""The limits of the delay in seconds. Browsers show shorter ones as a tenth of a second."""

_ROOT = re.compile(r'width="(\d+)" height="(\d+)" viewBox="([-\d.e]+) ([-\d.e]+) ([-\d.e]+) ([-\d.e]+)"')
"""The size of a drawing, as every picture of a board starts with it."""

_GROUND = "#fffdf8"
"""The background of drawings that are smaller than others of the same game."""

_COLORS = 255
"""The colours of a GIF; one more means pixels that stay as they are."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def board_png(position: AnyPosition, *, size: int | None = None, **look: Any) -> bytes:
    r"""The board as PNG. This needs `scoresheet[png]`.

    Args:
        position: a position of standard chess, of a variant or of infinite chess.
        size: the size in pixels, as `Position.svg` takes it; twice the default of that method if it is not given.
        look: `flipped`, `arrows`, `squares`, `last_move`, `coordinates`, `theme`, `pieces` and `colors`, as
            `Position.svg` takes them.

    Raises:
        UsageError: an argument is invalid, the picture is too large, or `scoresheet[png]` is not installed.

    >>> import scoresheet
    >>> board_png(scoresheet.Position(), size=200)[:4]
    b'\x89PNG'
    """
    if size is None:
        return png_of(position.svg(**look), scale=2)
    return png_of(position.svg(size=size, **look))


def picture_png(picture: Picture, size: int | None = None) -> bytes:
    r"""A picture of a board as PNG, of the size that `board_png` has.

    >>> import scoresheet
    >>> view = view_of(scoresheet.parse("1. e4 *"))
    >>> picture_png(view.picture(view.at()))[:4]
    b'\x89PNG'
    """
    return png_of(picture.svg(), scale=2) if size is None else png_of(picture.svg(size))


def game_apng(game: EitherGame, *, delay: float = 1.0, once: bool = False, **look: Any) -> bytes:
    """The mainline of a game as an animated PNG, with a frame for every ply. This needs `scoresheet[png]`.

    Args:
        game: a game of standard chess, of a variant or of infinite chess.
        delay: how long each board stays, in seconds. The last one stays four times as long.
        once: stop at the last board instead of starting again.
        look: `size` in pixels (480 by default), `flipped`, `theme`, `pieces`, and `ply`, the last one to show.

    Raises:
        UsageError: an argument is invalid, the game has too many plies, or `scoresheet[png]` is not installed.

    >>> import scoresheet
    >>> game_apng(scoresheet.parse("1. e4 e5 *"), size=120).count(b"fcTL")
    3
    """
    wait = _milliseconds(delay)
    frames = [*_frames(game, **look)]
    pictures = [(png_of(_cut(frame)), frame) for frame in frames]
    chunks: list[bytes] = []
    number = 0
    for place, (png, frame) in enumerate(pictures):
        width, height = dimensions(png)
        stays = wait * (_LAST if place == len(pictures) - 1 else 1)
        chunks.append(_chunk(b"fcTL", struct.pack(">5I2H2x", number, width, height, *frame.corner, stays, 1_000)))
        number += 1
        for data in _parts(png, b"IDAT"):
            chunks.append(_chunk(b"fdAT", struct.pack(">I", number) + data) if place else _chunk(b"IDAT", data))
            number += place > 0
    control = _chunk(b"acTL", struct.pack(">II", len(pictures), int(once)))
    head = _chunk(b"IHDR", next(_parts(pictures[0][0], b"IHDR")))
    return b"".join([_SIGNATURE, head, control, *chunks, _chunk(b"IEND", b"")])


def game_gif(game: EitherGame, *, delay: float = 1.0, once: bool = False, **look: Any) -> bytes:
    """The mainline of a game as an animated GIF, with a frame for every ply. This needs `scoresheet[gif]`.

    The arguments and errors are those of `game_apng`. A GIF has at most 256 colours, and the times are rounded to
    hundredths of a second.

    >>> import scoresheet
    >>> game_gif(scoresheet.parse("1. e4 e5 *"), size=120)[:6]
    b'GIF89a'
    """
    image: Any = installed("PIL.Image", "gif")
    wait = _milliseconds(delay)
    whole = [image.open(BytesIO(png_of(_cut(frame, whole=True)))).convert("RGB") for frame in _frames(game, **look)]
    palette = _palette(image, whole)
    drawn = [frame.quantize(palette=palette, dither=image.Dither.NONE) for frame in whole]
    made = BytesIO()
    times = [wait] * (len(drawn) - 1) + [wait * _LAST]
    repeats = {} if once else {"loop": 0}
    drawn[0].save(made, "GIF", save_all=True, append_images=drawn[1:], duration=times, **repeats)
    return made.getvalue()


@dataclass(frozen=True)
class _Frame:
    """A board of an animation."""

    svg: str
    width: int
    height: int
    scale: float
    """Pixels for each unit of the drawing."""
    view: tuple[float, float]
    """The upper left corner of the picture in units of the drawing."""
    box: tuple[int, int, int, int]
    """The part in pixels that differs from the board before: left, top, width, height."""

    @property
    def corner(self) -> tuple[int, int]:
        """The upper left corner of that part."""
        return self.box[:2]


def _frames(
    game: EitherGame,
    *,
    size: int = 480,
    flipped: bool = False,
    theme: str = "brown",
    pieces: str = "classic",
    ply: int | None = None,
) -> Iterator[_Frame]:
    """The boards of the mainline. All have the same size, that of the largest one."""
    view = view_of(game)
    last = view.at(ply).ply
    if last >= _MOST_FRAMES:
        raise UsageError(
            f"an animation has at most {_MOST_FRAMES:,} boards, and this one would have {last + 1:,}",
            hint=f"{either('`--ply`', '`ply`')} ends it earlier",
        )
    look = theme_of(theme, pieces=pieces)
    pictures = [view.picture(each, theme=look, flipped=flipped) for each in islice(view.all(), last + 1)]
    drawn = [picture.svg(checked_size(size)) for picture in pictures]
    roots = [tuple(map(float, found.groups())) for found in map(_ROOT.search, drawn) if found]
    scale = min(root[0] / root[4] for root in roots)
    views = [root[2:] for root in roots]
    widest, highest = max(view[2] for view in views), max(view[3] for view in views)
    pixels = (round(widest * scale), round(highest * scale))
    if len(drawn) * pixels[0] * pixels[1] > _MOST_PIXELS:
        raise UsageError(
            f"an animation of {len(drawn):,} boards with {pixels[0]:,} x {pixels[1]:,} pixels is too large",
            hint=f"{either('`--size`', '`size`')} makes it smaller, and {either('`--ply`', '`ply`')} ends it earlier",
        )
    same = len(set(views)) == 1
    for place, (svg, (left, top, width, height)) in enumerate(zip(drawn, views, strict=True)):
        corner = (left - (widest - width) / 2, top - (highest - height) / 2)
        box = pictures[place].changed(pictures[place - 1]) if place and same else None
        yield _Frame(svg, *pixels, scale, corner, _in_pixels(box, corner, scale, pixels))


def _in_pixels(
    box: Box | None, corner: tuple[float, float], scale: float, pixels: tuple[int, int]
) -> tuple[int, int, int, int]:
    """A part of a drawing in whole pixels; all of it for None."""
    if box is None:
        return 0, 0, *pixels
    left, top = (int((box[axis] - corner[axis]) * scale) for axis in (0, 1))
    right, bottom = (min(int((box[axis] + box[axis + 2] - corner[axis]) * scale) + 1, pixels[axis]) for axis in (0, 1))
    return left, top, right - left, bottom - top


def _cut(frame: _Frame, whole: bool = False) -> str:
    """The drawing of the part that a frame changes, or of all of it, on a ground of one colour."""
    left, top, width, height = (0, 0, frame.width, frame.height) if whole else frame.box
    x, y = frame.view[0] + left / frame.scale, frame.view[1] + top / frame.scale
    across, down = width / frame.scale, height / frame.scale
    root = f'width="{width}" height="{height}" viewBox="{x:.6f} {y:.6f} {across:.6f} {down:.6f}"'
    svg = _ROOT.sub(root, frame.svg, count=1)
    start = svg.index(">") + 1
    ground = f'<rect x="{x:.6f}" y="{y:.6f}" width="{across:.6f}" height="{down:.6f}" fill="{_GROUND}"/>'
    return svg[:start] + ground + svg[start:]


def _milliseconds(delay: float) -> int:
    if isinstance(delay, bool) or not isinstance(delay, int | float) or not _SHORTEST <= delay <= _LONGEST:
        hint = f"use a number of seconds from {_SHORTEST:g} to {_LONGEST:g}"
        raise UsageError(f"`{delay}` is not a valid time for a board", hint=hint)
    return round(delay * 1_000)


def _palette(image: Any, frames: list[Any]) -> Any:
    """The colours of all frames, so that what does not change has the same colour in all of them."""
    side = max(24, min(160, 2_000 // len(frames)))
    strip = image.new("RGB", (side, side * len(frames)))
    for place, frame in enumerate(frames):
        strip.paste(frame.resize((side, side), image.Resampling.NEAREST), (0, side * place))
    return strip.quantize(_COLORS, method=image.Quantize.MEDIANCUT)


def _parts(png: bytes, kind: bytes) -> Iterator[bytes]:
    """The contents of the chunks of a kind."""
    place = len(_SIGNATURE)
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        if png[place + 4 : place + 8] == kind:
            yield png[place + 8 : place + 8 + length]
        place += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
