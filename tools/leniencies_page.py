"""The page of leniencies: what people have, what is read of it, and which notes and errors say so.

The table is `vectors/edges/cases.jsonl`, each row of which is a test, too. The package reads each row when the page
is made; what other programs read was measured before, and is compared with that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

import lenient_rows

INTRO = """Real files are not always as the standards have them. This page lists spellings and faults that are common
in files of chess games, what Scoresheet reads of them, and the codes of the notes and errors that it reports. An error
makes the exit status 1 with `check`; a note does not, unless `--strict` is set. Line ends are shown as `⏎`.

The last two columns show what [python-chess]({python-chess}) {version of python-chess} and
[pgn-extract]({pgn-extract}) {version of pgn-extract}
read of the same rows, compared with the column `read as`:

- `same`: the same games, each with the same tags, result, moves, NAGs and variations. Comments are not compared, nor
  are tags that say nothing, such as `[Site "?"]`.
- Otherwise the cell says what the program has instead: another number of games, tags, a result, or the number of plies
  of the main line that it reads. A result of `*` means that the program has found none.
- `reports a problem`: python-chess has found errors (`Game.errors`), or pgn-extract has written a message.
- `not PGN`: the row is in another format, and was not given to the program.

python-chess reads each row with `chess.pgn.read_game`, and is told its encoding. pgn-extract takes the bytes as they
are, and reads with its default options, with which it leaves out games that it cannot play to their end. Another
reading is not always a wrong one: the [measured figures](../measured.md#leniencies) count the rows for which a program
gets what the tests of Scoresheet demand."""
ADDRESSES = {
    "python-chess": "https://python-chess.readthedocs.io/",
    "pgn-extract": "https://www.cs.kent.ac.uk/people/staff/djb/pgn-extract/",
}


class Leniency(NamedTuple):
    """A text, what it is read as, the codes that say so, and what other programs make of it."""

    kind: str
    text: str
    read: str
    codes: str
    peers: list[str]


def leniencies(kept: dict[str, Any]) -> Iterator[Leniency]:
    """The lines of the page."""
    for row in lenient_rows.rows():
        read, codes = row.read()
        peers = lenient_rows.cells(row, kept)
        yield Leniency(row.kind, row.text, read, ", ".join(f"`{code}`" for code in codes), peers)


def shown(text: str) -> str:
    """A text as one line of code in a table."""
    line = text.strip("\n").replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎").replace("\t", "→")
    line = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in line)
    fence = "``" if "`" in line else "`"
    return f"{fence}{line}{fence}".replace("|", "\\|") if line else ""


def intro(versions: dict[str, str]) -> str:
    """The text above the tables."""
    text = INTRO
    for name, version in versions.items():
        text = text.replace(f"{{version of {name}}}", version).replace(f"{{{name}}}", ADDRESSES[name])
    return text


def page(made_by: str) -> str:
    """The page, a table for each kind."""
    kept = lenient_rows.measured()
    head = ["text", "read as", "notes and errors", *kept["versions"]]
    lines = [f"<!-- {made_by} -->", "# What is read leniently", "", intro(kept["versions"]), ""]
    for kind, found in groupby(leniencies(kept), key=lambda one: one.kind):
        lines += [f"## {kind[:1].upper()}{kind[1:]}", "", f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
        for one in found:
            cells = [shown(one.text), shown(one.read), one.codes, *(cell.replace("|", "\\|") for cell in one.peers)]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)
