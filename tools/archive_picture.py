"""Draws docs/pictures/archive.svg: where the bytes of a game go in an archive.

    scoresheet convert month.pgn -o month.scz --explain --json > month.json
    python tools/archive_picture.py month.json

The figures are those of the report. All bars have one scale but the lowest, which is the archive once more, in parts.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "archive.svg"

WIDTH, LEFT, RIGHT = 760, 110, 70
BAR = 22
# What is shown together, by the names of the report; what is not listed is `all else`.
PARTS = {
    "moves": ("moves",),
    "game ids": ("tags: Site",),
    "players": ("tags: White+Black",),
    "ratings": ("tags: WhiteElo+BlackElo+WhiteRatingDiff+BlackRatingDiff",),
    "openings": ("tags: Opening", "tags: ECO"),
    "dates, times": ("tags: UTCDate+UTCTime",),
    "results, lengths": ("heads",),
}
COLORS = ("#8a5a2b", "#2f6f8f", "#4c8c5a", "#a8456a", "#6a5aa8", "#b8862b", "#5b6770", "#9aa3a8")


def parts_of(report: Mapping[str, Any]) -> dict[str, float]:
    """How many bytes of a game each part takes."""
    bits, games = report["gain"]["bits"], report["games"]
    found = {name: sum(bits.get(key, 0) for key in keys) / 8 / games for name, keys in PARTS.items()}
    return {**found, "all else": report["gain"]["bytes_out"] / games - sum(found.values())}


def text(x: float, y: float, words: str, more: str = "") -> str:
    """A line of text."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{words}</text>'


def whole(report: Mapping[str, Any]) -> Iterator[str]:
    """A bar each for the text, what the best compressor makes of it, and the archive."""
    gain, games = report["gain"], report["games"]
    best, size = min(gain["compressed"].items(), key=lambda found: found[1])
    scale = (WIDTH - LEFT - RIGHT) / gain["bytes_in"]
    for row, (name, count) in enumerate([("PGN", gain["bytes_in"]), (best, size), ("archive", gain["bytes_out"])]):
        y, wide = 14 + row * (BAR + 8), count * scale
        yield text(LEFT - 8, y + 15, name, ' text-anchor="end"')
        yield f'<rect x="{LEFT}" y="{y}" width="{wide:.1f}" height="{BAR}" fill="{COLORS[0 if row == 2 else -1]}"/>'
        yield text(LEFT + wide + 6, y + 15, f"{count / games:.0f} bytes" if row < 2 else f"{count / games:.1f} bytes")


def split(report: Mapping[str, Any]) -> Iterator[str]:
    """The bar of the archive in parts, with a legend below."""
    parts = parts_of(report)
    scale, x, y = (WIDTH - 40) / sum(parts.values()), 20.0, 122
    for place, ((name, size), color) in enumerate(zip(parts.items(), COLORS, strict=True)):
        yield f'<rect x="{x:.1f}" y="{y}" width="{size * scale:.1f}" height="{2 * BAR}" fill="{color}"/>'
        x += size * scale
        left, top = 20 + place % 4 * 184, y + 2 * BAR + 18 + place // 4 * 24
        yield f'<rect x="{left}" y="{top}" width="12" height="12" fill="{color}"/>'
        yield text(left + 18, top + 11, f"{name} {size:.1f}")


def picture(report: Mapping[str, Any]) -> str:
    """The whole drawing, on a white ground, so that it can be read on dark pages."""
    parts = ", ".join(f"{name} {size:.1f}" for name, size in parts_of(report).items())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="240" viewBox="0 0 {WIDTH} 240" role="img"'
        ' font-family="sans-serif" font-size="13" fill="#222">',
        "<title>Where the bytes of a game go in an archive</title>",
        f"<desc>Bytes of an average game: {parts}.</desc>",
        f'<rect width="{WIDTH}" height="240" fill="#fff"/>',
        *whole(report),
        *split(report),
    ]
    return "\n".join([*lines, "</svg>", ""])


def main(path: str) -> int:
    """Draws the picture of the report in this file."""
    PICTURE.write_text(picture(json.loads(Path(path).read_text("utf-8"))), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
