"""The page of leniencies: what people have, what is read of it, and which notes and errors say so.

The table is `vectors/edges/cases.jsonl`, each row of which is a test, too. What is read of a row is asked of the
package when the page is made.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import scoresheet

EDGES = Path(__file__).resolve().parent.parent / "vectors" / "edges"
INTRO = """Real files are not always as the standards have them. This page lists spellings and faults that are common
in files of chess games, what Scoresheet reads of them, and the codes of the notes and errors that it reports. An error
makes the exit status 1 with `check`; a note does not, unless `--strict` is set. Line ends are shown as `⏎`."""
# Longer ones fill the page and say no more.
LONGEST = 160
# The command line's options that functions have, too.
KEYWORDS = {"--from": "from_", "--encoding": "encoding"}


class Leniency(NamedTuple):
    """A text, what it is read as, and the codes that say so."""

    kind: str
    text: str
    read: str
    codes: str


def rows() -> Iterator[dict[str, Any]]:
    """The rows of inputs that are texts short enough to be shown, and that are read as they should be."""
    waiting = json.loads((EDGES / "waiting.json").read_text(encoding="utf-8"))
    for line in (EDGES / "cases.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        options = row.get("options", [])
        is_shown = "text" in row and "commands" not in row and "then" not in row and len(row["text"]) <= LONGEST
        if is_shown and row["id"] not in waiting and set(options[::2]) <= KEYWORDS.keys():
            yield row


def leniencies() -> Iterator[Leniency]:
    """The lines of the page."""
    with tempfile.TemporaryDirectory() as folder:
        for row in rows():
            source = Path(folder, f"games.{row.get('ext', 'pgn')}")
            source.write_bytes(row["text"].encode(row.get("encode", "utf-8")))
            options = row.get("options", [])
            chosen = {KEYWORDS[name]: value for name, value in zip(options[::2], options[1::2], strict=True)}
            target = Path(folder, "read.pgn")
            target.unlink(missing_ok=True)
            report = scoresheet.convert(source, target, width=0, threads=1, **chosen)
            codes = [found.code for found in (*report.errors, *report.notes)]
            read = target.read_text(encoding="utf-8") if target.exists() else ""
            yield Leniency(row["kind"], row["text"], read, ", ".join(f"`{code}`" for code in codes))


def shown(text: str) -> str:
    """A text as one line of code in a table."""
    line = text.strip("\n").replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎").replace("\t", "→")
    line = "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in line)
    fence = "``" if "`" in line else "`"
    return f"{fence}{line}{fence}".replace("|", "\\|") if line else ""


def page(made_by: str) -> str:
    """The page, a table for each kind."""
    lines = [f"<!-- {made_by} -->", "# What is read leniently", "", INTRO, ""]
    for kind, found in groupby(leniencies(), key=lambda one: one.kind):
        lines += [f"## {kind[:1].upper()}{kind[1:]}", "", "| text | read as | notes and errors |", "|---|---|---|"]
        lines += [f"| {shown(one.text)} | {shown(one.read)} | {one.codes} |" for one in found]
        lines.append("")
    return "\n".join(lines)
