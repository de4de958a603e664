"""`scoresheet names`: spellings of names that probably mean the same, for a person to look at."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

import click

from scoresheet.cli import output, report
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, given, input_arguments, job_options, report_options
from scoresheet.cli.reporting import take

__all__ = ["command"]


@click.command(
    "names",
    cls=Verb,
    epilog="""\b
Examples:
  scoresheet names club.pgn -o aliases.csv
  scoresheet names --players --json lichess.pgn.zst""",
)
@input_arguments
@click.option(
    "-o", "--output", "target", metavar="FILE", help="Write the proposals to this CSV file. [default: stdout]"
)
@click.option("--players", is_flag=True, help="Compare the names of players.")
@click.option("--events", is_flag=True, help="Compare the names of events.")
@click.option("--sites", is_flag=True, help="Compare the names of sites.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@job_options("query")
@report_options
def command(inputs: list[str], target: str | None, **options: Any) -> Exit:
    """Propose which spellings of names to replace.

    The result is CSV with a row for each spelling that probably means another one: found, wanted, kind, count, why and
    sure. Remove the rows that are wrong, and give the file to `convert --names`. Without `--players`, `--events` or
    `--sites`, names of all three kinds are compared.
    """
    from scoresheet.naming import KINDS, proposed, write_aliases

    asked = [kind for kind in KINDS if options.pop(f"{kind}s")]
    check_output(target, options["force"], inputs=inputs)
    reporting = take(options, options.pop("force"), inputs, target)
    if reporting.as_json and target not in (None, "-"):
        raise click.UsageError("--json prints the proposals; with -o they go to the file")
    watched = partial(reporting.progress, inputs)
    proposals, facts = proposed(inputs, asked or KINDS, watched, **given(options))
    if reporting.as_json:
        output.objects([asdict(proposal) for proposal in proposals])
    elif target in (None, "-"):
        output.streamed(lambda path: write_aliases(proposals, path))
    else:
        output.whole(str(target), lambda path: write_aliases(proposals, path))
    reporting.end(facts)
    return report.status(facts)
