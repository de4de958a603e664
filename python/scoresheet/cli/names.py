"""`scoresheet names`: suggests corrections for names, for a person to review."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

import click

from scoresheet.cli import output, report
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, given, input_arguments, job_options, report_options
from scoresheet.cli.reporting import take
from scoresheet.cli.screens import option

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
@option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    group="Output",
    help="Write the suggestions to this CSV file. [default: stdout]",
)
@option("--force", is_flag=True, group="Output", help="Overwrite existing files.")
@option("--players", is_flag=True, group="Select", help="Compare only names of players.")
@option("--events", is_flag=True, group="Select", help="Compare only names of events.")
@option("--sites", is_flag=True, group="Select", help="Compare only names of sites.")
@job_options("query")
@report_options
def command(inputs: list[str], target: str | None, **options: Any) -> Exit:
    """Suggest corrections for inconsistently spelled names.

    The output is CSV with a row for each spelling that is probably a variant of another one, with the columns found,
    wanted, kind, count, why and sure. Remove the rows that are wrong, and pass the file to `convert --names`. By
    default, names of players, events and sites are compared; --players, --events and --sites can be combined.
    """
    from scoresheet.naming import KINDS, proposed, write_aliases

    asked = [kind for kind in KINDS if options.pop(f"{kind}s")]
    check_output(target, options["force"], inputs=inputs)
    reporting = take(options, options.pop("force"), inputs, target)
    if reporting.as_json and target not in (None, "-"):
        raise click.UsageError("--json prints the suggestions, so it cannot be combined with -o")
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
