"""`scoresheet check`: reads and replays every game, and writes only a report."""

from __future__ import annotations

from typing import Any

import click

from scoresheet.cli import output, report
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, given, input_arguments, job_options, report_options
from scoresheet.cli.reporting import take

__all__ = ["command"]


@click.command(
    "check",
    cls=Verb,
    epilog="""\b
Examples:
  scoresheet check lichess.pgn.zst --errors errors.jsonl
  scoresheet check --strict --json club.pgn > report.json""",
)
@input_arguments
@job_options("check")
@report_options
def command(inputs: list[str], **options: Any) -> Exit:
    """Read and replay every game, and report errors.

    The report counts games, plies and errors by code, and shows the first occurrence of each error; --errors lists all
    of them. INPUT is a file, a folder, a zip archive, a URL, or `-` for standard input. Compressed files are read
    directly.
    """
    import scoresheet

    reporting = take(options, options["force"], inputs)
    with reporting.progress(inputs) as progress:
        found = scoresheet.check(inputs, progress=progress, **given(options))
    facts = found.to_dict()
    reporting.save(facts)
    if reporting.as_json:
        output.objects(facts)
    elif not reporting.quiet:
        output.findings(report.text(facts))
    return report.status(facts)
