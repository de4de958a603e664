"""The table of speeds of README.md and other pages, from docs/measured.md, so that all show the same figures."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
MEASURED = ROOT / "docs" / "measured.md"

GAMES = 41_192
"""The games of the file `plain` of the benchmarks."""

JOBS = {
    "check --threads 2": "`scoresheet check --threads 2`",
    "check --threads 1": "`scoresheet check --threads 1`",
    "pgn-reader validate": "pgn-reader, example `validate`",
    "pgn-extract -r": "`pgn-extract -r`",
    "python-chess read_game": "python-chess, `read_game`",
}
"""The jobs of the table, by their names in the page of measured figures."""

START = "<!-- speed: made by `make docs` from docs/measured.md; do not edit -->\n"
END = "<!-- end of speed -->\n"


def page() -> str:
    """README.md with the table of the current docs/measured.md."""
    before, _, rest = README.read_text("utf-8").partition(START)
    return before + START + table(MEASURED.read_text("utf-8")) + END + rest.partition(END)[2]


def pages(folder: Path, made_by: str) -> Iterator[tuple[Path, str]]:
    """The pages of a folder whose templates include the table."""
    for template in sorted(folder.glob("*.md.in")):
        text = template.read_text("utf-8").replace("{{speed}}\n", table(MEASURED.read_text("utf-8")))
        yield template.with_suffix(""), f"<!-- {made_by} -->\n{text}"


def table(measured: str) -> str:
    """The table in Markdown, and the sentence under it with the machine and the date of the measurement.

    Raises:
        ValueError: the page of measured figures has no such jobs.
    """
    section = measured.partition("\n## Speed and memory\n")[2].partition("\n## ")[0]
    head, *rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if "|" in line]
    plain = [dict(zip(head, row, strict=False)) for row in rows if len(row) == len(head)]
    jobs = {row["job"]: row for row in plain if row["file"] == "plain"}
    machine = re.search(r" at \w+(?:-dirty)?,\s(\d{4}-\d\d-\d\d):\s(.+?),\s(\d+)\scores", section)
    if machine is None or not JOBS.keys() <= jobs.keys():
        raise ValueError("docs/measured.md has no figures for the table of speeds")
    lines = ["| program | time | games per second |", "|---|---|---|"]
    for job, name in JOBS.items():
        seconds = float(jobs[job]["wall"].removesuffix(" s"))
        lines.append(f"| {name} | {seconds:.2f} s | {rounded(GAMES / seconds):,} |")
    measured_on = (
        f"Wall-clock time of the whole process on an {machine[2]} with {machine[3]} cores, {machine[1]}: the median of "
        f"{jobs['pgn-reader validate']['runs']} runs, and a single run for python-chess."
    )
    return "\n".join(lines) + "\n\n" + textwrap.fill(measured_on, 120) + "\n"


def rounded(figure: float) -> int:
    """A figure with three digits that count.

    >>> rounded(259_069.2), rounded(978.1)
    (259000, 978)
    """
    digits = len(str(int(figure)))
    return int(round(figure, min(3 - digits, 0)))
