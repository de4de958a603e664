"""`scoresheet convert`: any input to any output."""

from __future__ import annotations

from typing import Any

import click

from scoresheet.cli import report, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import (
    Verb,
    given,
    input_arguments,
    job_options,
    report_options,
    where_options,
    with_condition,
)
from scoresheet.cli.reporting import take_writing

__all__ = ["command"]


def _keep_ply(ctx: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.params["ply"] = value


# A frequently used option of formats, the same as `-O ply=N`.
_ply = click.option(
    "--ply",
    metavar="N|all",
    expose_value=False,
    callback=_keep_ply,
    help="For lists of boards: the board after N plies, or all. [default: the last]",
)


@click.command(
    "convert",
    cls=Verb,
    epilog="""\b
Exit status:
  0    everything was read and written
  1    some games were bad, and the output holds what `--on-error` keeps
       (0 with `--exit-zero`); or an input or the output failed
  2    usage error: nothing was read
  130  interrupted (143 after SIGTERM, 129 after SIGHUP): no file is left

\b
Examples:
  scoresheet convert lichess.pgn.zst -o games.parquet
  scoresheet convert --where "white_elo > 2400" games.parquet -o strong.pgn.gz""",
)
@input_arguments
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file; the extension determines the format. [default: stdout]"
)
@job_options("convert", after={"force": where_options, "positions": _ply})
@click.option(
    "--exit-zero", is_flag=True, help="Exit with 0 even if some games were bad, as long as everything was written."
)
@report_options
def command(inputs: list[str], exit_zero: bool, **options: Any) -> Exit:
    """Rewrite games in another format, as columns, or into a database.

    INPUT is a file, a folder, a zip archive, or `-` for standard input; its format is detected from its
    content. The output's extension determines the format, as in `games.pgn` or `games.parquet`; a further `.gz`,
    `.bz2`, `.zst` or `.xz` compresses it. If a file of the format named by `--to` holds only one game, the output may
    be a folder, which gets a file for each game.

    Fields in the output's name split the games into many files, as in `-o 'out/{white}.pgn'` or `-o
    'out/{eco:1}.pgn'`: columns, `{input}`, and `{part}` with --part-games or --part-size. If the output is a folder,
    it gets a file for each input.

    Databases are inputs and outputs, too: `games.duckdb`, `games.sqlite`, or a URL that starts with `postgresql://`
    or `mongodb://`. Loading replaces games of the same source and number, and adds the others; a load that was
    interrupted continues when the same command is run again.
    """
    import scoresheet

    options = with_condition(options)
    target, reporting = take_writing(options, inputs)
    with reporting.progress(inputs) as progress:
        signals.last_job()
        done = scoresheet.convert(inputs, target, progress=progress, **given(options))
    facts = done.to_dict()
    reporting.tell(facts)
    return report.status(facts, options["strict"], forgives_games=exit_zero)
