"""`scoresheet index`: builds the index of the positions of a Parquet file."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from scoresheet.cli import output, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, existing, given, job_options
from scoresheet.cli.screens import option

__all__ = ["command"]


@click.command(
    "index",
    cls=Verb,
    epilog="""\b
Examples:
  scoresheet index games.parquet
  scoresheet index --force --plies 40 games.parquet""",
)
@click.argument("games", metavar="GAMES.parquet")
@option("-o", "--output", "target", metavar="FILE", group="Output",
        help="Write the index to this file. [default: GAMES.positions.parquet]")  # fmt: skip
@job_options("index")
@option("--json", "as_json", is_flag=True, group="Report", help="Print the report as JSON on stdout.")
@option("--quiet", is_flag=True, group="Report", help="Print no report.")
def command(games: str, target: str | None, as_json: bool, quiet: bool, **options: Any) -> Exit:
    """Build a position index for a Parquet file.

    With the index, `query GAMES.parquet @explorer` and `explore` take milliseconds. The file needs the column family
    `tags`, and `packed` or `moves`. After the file has changed, build the index again, or add the games at its end with
    `--append`.
    """
    from scoresheet.indexing import beside, index

    existing([games])
    check_output(target or beside(games), options["force"] or options["append"], inputs=[games])
    signals.last_job()
    report = index(games, target, **given(options))
    if as_json:
        output.objects(asdict(report))
    elif not quiet:
        size = f"{report.bytes / 1e6:,.1f} MB, {report.bytes / max(report.positions, 1):.1f} bytes per position"
        output.note(f"{report.path}: {report.positions:,} positions of {report.games:,} games, {size}")
        if report.unplayable:
            output.note(f"{report.unplayable:,} games were left out, because their starting position is invalid")
    return Exit.OK
