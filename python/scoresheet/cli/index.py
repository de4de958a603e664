"""`scoresheet index`: builds the index of the positions of a Parquet file."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from scoresheet.cli import output, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, existing, given, job_options

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
@click.option("-o", "--output", "target", metavar="FILE",
              help="Write the index to this file. [default: GAMES.positions.parquet]")  # fmt: skip
@job_options("index")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON on stdout.")
@click.option("--quiet", is_flag=True, help="Print no report.")
def command(games: str, target: str | None, as_json: bool, quiet: bool, **options: Any) -> Exit:
    """Build the index of the positions of a Parquet file.

    With the index beside it, `query GAMES.parquet @explorer` and `explore` answer in milliseconds. The file needs the
    columns of the family `tags`, and those of `packed` or `moves`. Build the index again when the file has changed.
    """
    from scoresheet.indexing import beside, index

    existing([games])
    check_output(target or beside(games), options["force"], inputs=[games])
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
