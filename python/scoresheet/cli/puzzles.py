"""`scoresheet puzzles`: finds puzzles in games."""

from __future__ import annotations

from typing import Any

import click

from scoresheet.cli import report, signals
from scoresheet.cli.engine_options import (
    command_of,
    continued,
    engine_options_of,
    limit_options,
    own_option,
    own_options,
    store_options,
    teller,
)
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import (
    Verb,
    given,
    input_arguments,
    job_options,
    report_options,
    where_options_without_player,
    with_condition,
)
from scoresheet.cli.reporting import take_writing

__all__ = ["command"]


@click.command(
    "puzzles",
    cls=Verb,
    epilog="""\b
Examples:
  scoresheet puzzles analysed.pgn -o puzzles.csv --engine stockfish --nodes 200000
  scoresheet puzzles lichess.pgn.zst -o puzzles.epd --where "white_elo > 2200" --depth 18""",
)
@input_arguments
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file; the extension determines the format. [default: stdout]"
)
@own_option(
    "--engine",
    metavar="CMD",
    help="The engine: a name, a path, or a program with its arguments. [default: stockfish]",
)
@own_option("--engine-option", metavar="NAME=VALUE", multiple=True, help="Set an option of the engine.")
@limit_options
@store_options
@job_options("analyse", after={"force": where_options_without_player}, without=("cut",))
@report_options
def command(inputs: list[str], **options: Any) -> Exit:
    """Find puzzles in games with marks or evaluations.

    A puzzle is a position after a bad move in which one move alone keeps the win chance, as an engine says. Bad moves
    have a mark (`?!`, `?` or `??`), or evaluations before and after them, as games of Lichess and of `scoresheet
    analyse` have. The solution goes on as long as there is one such move.

    CSV has the columns of the puzzles of Lichess; EPD has the positions with `bm` and `pv`; PGN and all other formats
    have a game for each puzzle.
    """
    import scoresheet

    own = own_options(options)
    options = with_condition(options)
    target, reporting = take_writing(options, inputs)
    asked: dict[str, Any] = {
        "engine": command_of(own.pop("engine") or "stockfish"),
        "engine_options": engine_options_of(own.pop("engine_option"), 1),
    }
    with reporting.progress(inputs) as progress:
        signals.last_job()
        tell = teller(progress, "searching")
        with continued(target, own["store"]):
            done = scoresheet.puzzles(inputs, target, progress=tell, **asked, **given(own), **given(options))
    facts = done.to_dict()
    reporting.tell(facts)
    return report.status(facts, options["strict"])
