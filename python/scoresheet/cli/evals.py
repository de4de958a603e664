"""`scoresheet evals`: the evaluations that Lichess publishes, as a table."""

from __future__ import annotations

from typing import Any

import click

from scoresheet.cli import output, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, existing

__all__ = ["command"]


@click.command(
    "evals",
    cls=Verb,
    epilog="""\b
Examples:
  scoresheet evals lichess_db_eval.jsonl.zst -o evals.parquet
  scoresheet evals --json --force evaluations-*.parquet -o evals.parquet""",
)
@click.argument("inputs", metavar="FILE...", nargs=-1, required=True)
@click.option("-o", "--output", "target", metavar="FILE", required=True,
              help="Write the table to this file: .parquet, .arrow, .csv, .json or .jsonl.")  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite existing files.")
@click.option("--threads", type=click.IntRange(1, 1024), metavar="N", help="Number of threads. [default: all]")
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON on stdout.")
@click.option("--quiet", is_flag=True, help="Print no counts.")
def command(inputs: tuple[str, ...], target: str, as_json: bool, quiet: bool, **options: Any) -> Exit:
    """Convert the evaluations published by Lichess to a table.

    FILE is `lichess_db_eval.jsonl.zst` from database.lichess.org, compressed or not, or a Parquet file of
    `Lichess/chess-position-evaluations` from Hugging Face. The table has the deepest evaluation of each position, with
    the columns hash, cp, mate, depth, knodes, best and line. It is sorted by hash, the Polyglot hash of the position.
    Scores are from White's point of view. `analyse --evals` uses the table.
    """
    from scoresheet.engines import row_formats
    from scoresheet.engines.evaluations import evals

    form = row_formats.form_of(target)
    if form is None:
        raise click.UsageError(f"the table cannot be written to {target!r}; name a file such as `evals.parquet`")
    existing(inputs)
    check_output(target, options["force"], inputs=inputs)
    signals.last_job()
    found = evals(list(inputs), threads=options["threads"])
    output.whole(target, lambda path: found.write(path, form))
    counts = {"read": found.read, "positions": found.positions, "left_out": found.left_out}
    if as_json:
        output.objects(counts)
    elif not quiet:
        output.note(f"{found.read:,} evaluations read, {found.positions:,} positions written")
        if found.left_out:
            output.note(f"{found.left_out:,} evaluations were left out: they have no score, or no position")
    return Exit.OK
