"""`scoresheet convert`: any input to any output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import click

from scoresheet.cli import report, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import (
    Verb,
    chosen,
    given,
    input_arguments,
    job_options,
    output_option,
    parted,
    report_options,
    where_options,
    with_condition,
)
from scoresheet.cli.reporting import take_writing
from scoresheet.cli.screens import option

__all__ = ["command"]

# What is about the games that are read and written as they are.
_WHOLE = ("errors", "duplicates", "explain")


def _keep_ply(ctx: click.Context, _option: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.params["ply"] = value


# A frequently used option of formats, the same as `-O ply=N`.
_ply = option(
    "--ply",
    metavar="N|all",
    group="Output",
    common=False,
    expose_value=False,
    callback=_keep_ply,
    help="For FEN, EPD and other lists of positions: write the position after N plies, or all. [default: the last]",
)

_MORE = """
Fields in the output's name split the games into many files, as in `-o 'out/{white}.pgn'` or `-o 'out/{eco:1}.pgn'`. A
field is a column, `{month}`, `{player}`, `{input}`, or `{part}` with --part-games, --part-size or --append. Folders
such as `-o 'out/year={year}/{part}.parquet'` are partitions, which DuckDB, Spark and Polars read. If the output is a
folder, each input becomes a file in it. For formats with one game per file, such as ICN, name a folder: each game gets
a file.

--split-variations writes the mainline of each game, and then its variations in the order of the text, each with the
moves before it. Comments and NAGs stay with their moves, so those of shared moves occur in several games.

Databases are inputs and outputs, too: `games.duckdb`, `games.sqlite`, or a URL that starts with `postgresql://` or
`mongodb://`. Loading a file again updates its games instead of duplicating them. To continue a load that was
interrupted, run the same command again.

\b
Exit status:
  0    everything was read and written
  1    some games were bad, and the output holds what --on-error keeps
       (0 with --exit-zero); or an input or the output failed
  2    usage error: nothing was read
  130  interrupted (143 after SIGTERM, 129 after SIGHUP): no file is left
"""


@click.command(
    "convert",
    cls=Verb,
    short_help="Convert games to other formats, tables and databases.",
    more=_MORE,
    epilog="""\b
Examples:
  scoresheet convert lichess.pgn.zst -o games.parquet
  scoresheet convert --where "white_elo > 2400" games.parquet -o strong.pgn.gz""",
)
@input_arguments
@output_option
@job_options("convert", after={"force": where_options, "positions": _ply})
@option(
    "--split-variations",
    is_flag=True,
    group="Change",
    common=False,
    help="Write each variation as a separate game, with the moves before it and the tags of its game.",
)
@option(
    "--exit-zero",
    is_flag=True,
    group="Report",
    common=False,
    help="Exit with 0 even if some games were bad, as long as everything was written.",
)
@report_options
def command(inputs: list[str], exit_zero: bool, split_variations: bool, **options: Any) -> Exit:
    """Convert games to another format, to a table (Parquet, Arrow) or into a database.

    INPUT is a file, a folder, a zip archive, a URL, a database, or `-` for standard input; its format is detected from
    its content. The extension of the output determines the format, as in `games.pgn` or `games.parquet`; add `.gz`,
    `.bz2`, `.zst` or `.xz` to compress it. A name such as `'{white}.pgn'` splits the games into many files.
    """
    import scoresheet

    options = with_condition(options)
    target, reporting = take_writing(options, inputs)
    with reporting.progress(inputs) as progress:
        signals.last_job()
        if split_variations:
            facts = _split(inputs, target, given(options), progress)
        else:
            facts = scoresheet.convert(inputs, target, progress=progress, **given(options)).to_dict()
    reporting.tell(facts)
    return report.status(facts, options["strict"], forgives_games=exit_zero)


def _split(
    inputs: list[str], target: str | None, options: dict[str, Any], progress: Callable[[int, int], object] | None
) -> dict[str, Any]:
    """Writes the lines of games, one after another. The games are read as objects meanwhile."""
    import scoresheet

    for name in _WHOLE:
        if name in options:
            raise click.UsageError(f"--split-variations cannot be combined with --{name}")
    condition = options.pop("where", None)
    reading, writing = parted(options, target)
    games = chosen(inputs, condition, reading)

    def lines() -> Iterator[Any]:
        for game in games:
            if progress is not None:
                progress(*games._done())
            # Games on infinite boards have no variations.
            yield from game.lines() if isinstance(game, scoresheet.Game) else (game,)

    written = scoresheet.write(lines(), "-" if target is None else target, **writing)
    return report.joined(games.report(), written)
