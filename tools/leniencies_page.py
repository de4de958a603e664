"""The page of leniencies: texts of real files, how they are read, and which notes and errors are reported.

The table is `vectors/edges/cases.jsonl`, each row of which is a test, too. The package reads each row when the page
is made, and the result is compared with what other programs read, which was measured before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

import lenient_rows

INTRO = """Real files do not always follow the standards. This page lists spellings and faults that are common
in files of chess games, how Scoresheet reads them, and the codes of the notes and errors that it reports. An error
makes the exit status of `check` 1; a note does so only with `--strict`. Line ends are shown as `⏎`.

The last two columns show how [python-chess]({python-chess}) {version of python-chess} and
[pgn-extract]({pgn-extract}) {version of pgn-extract}
read the same rows, compared with the column `read as`:

- `same`: the same games, each with the same tags, result, moves, NAGs and variations. Comments are not compared, nor
  are tags without information, such as `[Site "?"]`.
- Otherwise, the cell shows what is different: another number of games, tags, a result, or the number of plies
  of the main line that the program reads. A result of `*` means that it has found none.
- `reports a problem`: python-chess has found errors (`Game.errors`), or pgn-extract has written a message.
- `not PGN`: the row is in another format, and was not tried with the program.

python-chess reads each row with `chess.pgn.read_game`, in the encoding of the row. pgn-extract gets the bytes as they
are, and runs with its default options, with which it leaves out games that it cannot play to their end. A different
reading is not always wrong: the [measured figures](../measured.md#leniencies) count the rows that a program
reads as the tests of Scoresheet require."""
ADDRESSES = {
    "python-chess": "https://python-chess.readthedocs.io/",
    "pgn-extract": "https://www.cs.kent.ac.uk/people/staff/djb/pgn-extract/",
}


class Leniency(NamedTuple):
    """A text, what it is read as, the codes that are reported, and how other programs read it."""

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
