"""The page about the bits of cpgn: its tables come from the registry, and its worked example from the program."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import scoresheet
from scoresheet import _core
from scoresheet._registry import registry

if TYPE_CHECKING:
    from scoresheet._core import CpgnRow

Layout = Literal["draft", "v0"]
LAYOUTS: dict[Layout, str] = {"draft": "the draft", "v0": "protocol v0"}

INTRO = """\
cpgn stores a game in bits. A move usually takes 9 bits: 3 for the piece and 6 for its destination, and a few more if
several pieces of that kind could go there. Move numbers, capture signs and check marks are not stored, because they
follow from the board. Texts are stored uncompressed.

The format was described twice by the author of PGN-Compressor: in 2024 (here `draft`) and again in 2025 (`v0`). Neither
description came with a program that compresses. Scoresheet reads and writes both; `-O layout=draft` chooses. A file
does not name its layout, but its first bytes show it.

## The parts of a file

| | `draft` | `v0` |
|---|---|---|
| file | games | version (8 bits, 0), games |
| game | en-passant block, tags, codes, end, fill | tags, en-passant block, codes, end, fill |

- Bits are written into bytes from the highest bit down, and numbers of several bits likewise.
- A **text** is its bytes, in UTF-8 if Scoresheet wrote them, and a zero byte. It may start at any bit.
- **Tags**: for each tag its name, a zero byte, its value as between the quotes of PGN, and a zero byte. One more
  zero byte follows the last tag.
- An **en-passant block** precedes each line of moves, the mainline and every variation: 4 bits with the number of
  flags, and a flag for each en passant capture, which is set if `e.p.` follows it. Moves of a variation do not count
  for the line around it.
- **Codes** follow one another without gaps. The table below lists them.
- The **end** of a game holds its result. In a file of `draft`, the last game has no end if mate or the Result tag
  implies the same result.
- The **fill** consists of zeros, up to the next full byte.

A square is its file (3 bits, `a` is 000) and its rank (3 bits, rank 1 is 000).

## Codes
"""

INDEX = """\

## Which of several pieces moves

If two or more pieces of one kind could go to the destination, an index follows. Blocked pieces do not count; pinned
ones do. The index is the place of the piece that moves, from 0, ordered by file and then by rank. The number of its
bits depends on the piece and on the destination, not on how many pieces there are: it is enough for all pieces that
could ever reach that square. The tables give the bits by destination, rank 8 at the top, file a on the left.
"""

PROMOTION = """\

A **promotion** names the piece, then the pawn, then the destination. The pawns before their last rank count, blocked
ones too: one needs no bits, two need 1, three or four 2, more 3. Then the squares that this pawn could go to count,
ordered by file: one needs no bits, two need 1, three need 2.

## Extensions

No pawn can be on the first or last rank. The codes of such moves are free, and Scoresheet uses them for what the
descriptions cannot express. They do not occur in files of ordinary games, so other programs can read these as
described. `-O spelling=no` writes moves and signs in their usual spelling, without X-SPELL and X-GLYPH, and
`-O extensions=no` writes no extension at all; both count what is lost.
"""

EXAMPLE = """\

## Worked example

The complete example of the description, with `e.p.` after the capture to which it belongs:

```
{pgn}
```
"""


def page(pgn: str, made_by: str) -> str:
    """The whole page; `pgn` is the game of the worked example."""
    rows = registry("cpgn")
    parts = [f"<!-- {made_by} -->\n# The bits of cpgn\n", INTRO]
    parts += ["\n".join(codes([row for row in rows if row["doc"] is None])), "\n", INDEX]
    parts += ["\n".join(widths(rows)), "\n", PROMOTION, "\n".join(extensions(rows)), "\n"]
    parts.append(EXAMPLE.format(pgn=pgn.strip()))
    parts += ["\n".join(example(pgn, layout)) + "\n" for layout in LAYOUTS]
    return "\n".join(part.strip("\n") + "\n" for part in parts if part.strip())


def codes(rows: Sequence[CpgnRow]) -> list[str]:
    """The prefixes of both layouts."""
    lines = ["| code | `draft` | `v0` | then |", "|---|---|---|---|"]
    for row in rows:
        draft = f"`{row['draft']}`" if row["draft"] else "`11110` outside of any variation"
        lines.append(f"| {row['name']} | {draft} | `{row['v0']}` | {row['then']} |")
    return lines


def widths(rows: Sequence[CpgnRow]) -> list[str]:
    """How many bits of index each destination has, for each kind of piece."""
    pieces = {row["name"].partition(" ")[0]: row["widths"] for row in rows if row["widths"]}
    lines = ["| " + " | ".join(pieces) + " |", "|" + "---|" * len(pieces)]
    boards = [widths.split("/") for widths in pieces.values()]
    lines += ["| " + " | ".join(f"`{rank}`" for rank in ranks) + " |" for ranks in zip(*boards, strict=True)]
    return lines


def extensions(rows: Sequence[CpgnRow]) -> list[str]:
    """The codes that the descriptions do not have."""
    lines = ["| code | bits | then | meaning |", "|---|---|---|---|"]
    for row in rows:
        if row["doc"]:
            bits = " ".join(re.findall("...", row["v0"]))
            lines.append(f"| {row['name']} | `{bits}` | {row['then']} | {row['doc']} |")
    return lines


def example(pgn: str, layout: Layout) -> list[str]:
    """A game in one layout, bit by bit."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "game.pgn", Path(folder) / "game.cpgn"
        source.write_text(pgn, encoding="utf-8")
        scoresheet.convert(source, target, layout=layout)
        data = target.read_bytes()
    rows = _core.cpgn_rows(data, layout)
    bits = sum(len(digits) for _, digits, says in rows if says != "fill")
    size = len(pgn.strip().encode())
    lines = [f"In {LAYOUTS[layout]} it has {bits} bits, or {len(data)} bytes; the PGN has {size} bytes.", ""]
    lines += ["| bit | bits | meaning |", "|--:|---|---|"]
    return lines + [f"| {bit} | `{shortened(digits)}` | {escaped(says)} |" for bit, digits, says in rows]


def shortened(digits: str) -> str:
    """The bits of a code; of a long one its start and its end."""
    return digits if len(digits) <= 48 else f"{digits[:24]}…{digits[-16:]}"


def escaped(text: str) -> str:
    """A text, escaped for a table."""
    return text.replace("|", "\\|")
