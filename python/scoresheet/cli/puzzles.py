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
    SIDELINES,
    Verb,
    given,
    input_arguments,
    job_options,
    output_option,
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
@output_option
@own_option(
    "--engine",
    metavar="CMD",
    help="The engine: a name, a path, or a command with arguments. [default: stockfish]",
)
@own_option(
    "--engine-option",
    metavar="NAME=VALUE",
    multiple=True,
    common=False,
    help="Set an option of the engine, such as Hash=1024.",
)
@limit_options
@store_options
@job_options("analyse", after={"force": where_options_without_player}, without=("cut",), rare=SIDELINES)
@report_options
def command(inputs: list[str], **options: Any) -> Exit:
    """Find puzzles in analysed games.

    A puzzle starts after a bad move, in a position in which only one move keeps the advantage. An engine verifies that.
    Bad moves are recognized by their marks (`?!`, `?` or `??`), or by the evaluations before and after them, as in
    games from Lichess and from `scoresheet analyse`. The solution continues while there is only one good move.

    CSV output has the columns of the Lichess puzzle database; EPD has the positions with `bm` and `pv`. PGN and all
    other formats have one game per puzzle.
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
