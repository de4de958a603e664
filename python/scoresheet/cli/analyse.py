"""`scoresheet analyse`: analyses games with chess engines."""

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
from scoresheet.cli.screens import Choice, option

__all__ = ["command"]


_MORE = """
Positions without moves, such as EPD suites, are searched themselves. For those with the operations `bm` or `am`, the
report counts how many the engine solved.

Finished results are kept in the store. To continue a run that was stopped, run the same command again. A shell never
interprets the command of an engine.

\b
Exit status:
  0    everything was read, analysed and written
  1    some games were bad or could not be analysed; or an input or the
       output failed
  2    usage error, or an engine cannot be started
  130  interrupted: run the same command again to continue
"""


@click.command(
    "analyse",
    cls=Verb,
    more=_MORE,
    epilog="""\b
Examples:
  scoresheet analyse games.pgn -o analysed.pgn --engine stockfish --nodes 200000
  scoresheet analyse games.pgn -o judged.bgnl --player "Carlsen, Magnus" --skip-book opening --depth 18""",
)
@input_arguments
@output_option
@own_option(
    "--engine",
    metavar="CMD",
    multiple=True,
    help=(
        "An engine: a name, a path, or a command with arguments. Repeat it for several engines; each analyses every "
        "game. [default: stockfish]"
    ),
)
@own_option(
    "--evals",
    metavar="FILE",
    common=False,
    help=(
        "Take evaluations from this table of `scoresheet evals`. Engines search only the positions that it lacks; "
        "without --engine, nothing is searched."
    ),
)
@own_option(
    "--engine-option",
    metavar="NAME=VALUE",
    multiple=True,
    common=False,
    help="Set an option of all engines, such as Hash=1024; `2:NAME=VALUE` sets it only for the second engine.",
)
@limit_options
@own_option(
    "--lines",
    type=click.IntRange(1, 500),
    metavar="N",
    common=False,
    help="Number of lines to find (MultiPV). All but the first become properties of the move. [default: 1]",
)
@own_option(
    "--reuse",
    type=Choice(["game", "none"]),
    common=False,
    help=(
        "Whether an engine keeps its hash table during a game. With `none`, a position that occurs in several games is "
        "searched only once. [default: game]"
    ),
)
@own_option("--plies", metavar="A-B", group="Analysis", help="Judge only these plies: `20-60`, `20-` or `-60`.")
@own_option(
    "--side", type=Choice(["white", "black"]), group="Analysis", common=False, help="Judge only the moves of this side."
)
@own_option("--player", metavar="NAME", group="Analysis", help="Judge only the moves of this player.")
@own_option(
    "--skip-book",
    metavar="PLIES",
    group="Analysis",
    help="Do not judge this many plies at the start; `opening` skips the moves of the named opening.",
)
@own_option(
    "--judge",
    type=Choice(["lichess", "dump", "none"]),
    group="Analysis",
    common=False,
    help="Mark bad moves as Lichess does, as its published files do (dump), or not at all. [default: lichess]",
)
@own_option(
    "--best-line",
    type=click.IntRange(0, 512),
    metavar="PLIES",
    group="Analysis",
    common=False,
    help="Length of the better line at a marked move; 0 writes none. [default: 10]",
)
@own_option(
    "--comments",
    is_flag=True,
    group="Analysis",
    help="Write a comment at each marked move, with the evaluations before and after it.",
)
@option(
    "--keep/--replace",
    "kept",
    default=True,
    group="Analysis",
    help=(
        "Skip games that have evaluations already, or first remove their evaluations and the annotations of the "
        "same source. [default: --keep]"
    ),
)
@own_option(
    "--source",
    metavar="ID",
    multiple=True,
    group="Analysis",
    common=False,
    help=(
        "Source id of the annotations. Repeat it for several engines. [default: name and version, such as "
        "stockfish-15.1]"
    ),
)
@own_option(
    "--date",
    metavar="DATE",
    group="Analysis",
    common=False,
    help="Date of the annotations, such as 2022-03-04. [default: today]",
)
@own_option(
    "--eval-depth",
    is_flag=True,
    group="Analysis",
    common=False,
    help="Write the depth of evaluations, as in `[%eval 0.31,20]`.",
)
@own_option(
    "--summary-tags",
    is_flag=True,
    group="Analysis",
    common=False,
    help="Write the accuracy, the mean loss and the counts of marks as tags.",
)
@store_options
@job_options("analyse", after={"force": where_options_without_player}, without=("cut",), rare=SIDELINES)
@report_options
def command(inputs: list[str], kept: bool, **options: Any) -> Exit:
    """Analyse games with chess engines.

    Each move of a mainline gets an evaluation. Inaccuracies, mistakes and blunders get a mark and the better line, with
    the engine as their source. INPUT and the output are the same as for `convert`.

    Engines are separate programs that speak UCI, such as Stockfish. Install one first (`apt install stockfish`, `brew
    install stockfish`).
    """
    import scoresheet

    own = own_options(options)
    options = with_condition(options)
    target, reporting = take_writing(options, inputs)
    engines = [command_of(text) for text in own.pop("engine")] or ([] if own["evals"] else [["stockfish"]])
    asked: dict[str, Any] = {
        "engine": engines or None,
        "engine_options": engine_options_of(own.pop("engine_option"), len(engines)),
        "replace": not kept,
        "source": list(own.pop("source")) or None,
    }
    jobs = {f"output_{name}" if name in own else name: value for name, value in given(options).items()}
    with reporting.progress(inputs) as progress:
        signals.last_job()
        with continued(target, own["store"]):
            done = scoresheet.analyse(
                inputs, target, progress=teller(progress, "analysing"), **asked, **given(own), **jobs
            )
    facts = done.to_dict()
    reporting.tell(facts)
    return report.status(facts, options["strict"])
