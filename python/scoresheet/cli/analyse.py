"""`scoresheet analyse`: lets chess engines judge the moves of games."""

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
    "analyse",
    cls=Verb,
    epilog="""\b
Exit status:
  0    everything was read, analysed and written
  1    some games were bad or could not be analysed; or an input or the
       output failed
  2    usage error, which includes an engine that cannot be started
  130  interrupted: run the same command again to continue

\b
Examples:
  scoresheet analyse games.pgn -o analysed.pgn --engine stockfish --nodes 200000
  scoresheet analyse games.pgn -o judged.bgnl --player "Carlsen, Magnus" --skip-book opening --depth 18""",
)
@input_arguments
@click.option(
    "-o", "--output", metavar="FILE", help="Write to this file; the extension determines the format. [default: stdout]"
)
@own_option(
    "--engine",
    metavar="CMD",
    multiple=True,
    help=(
        "An engine: a name, a path, or a program with its arguments; several times for several engines, "
        "which all analyse every game. [default: stockfish]"
    ),
)
@own_option(
    "--evals",
    metavar="FILE",
    help=(
        "A table that `scoresheet evals` has made: what it has about a position counts. Only other positions are "
        "searched, and none without --engine."
    ),
)
@own_option(
    "--engine-option",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of all engines; `2:NAME=VALUE` sets one of the second engine only.",
)
@limit_options
@own_option(
    "--lines",
    type=click.IntRange(1, 500),
    metavar="N",
    help="Lines to find. Those after the first become properties of the move. [default: 1]",
)
@own_option(
    "--reuse",
    type=click.Choice(["game", "none"]),
    help=(
        "Whether an engine remembers what it found in the same game. With `none`, a position of several "
        "games is searched once. [default: game]"
    ),
)
@own_option("--plies", metavar="A-B", help="Judge only these half-moves: `20-60`, `20-` or `-60`.")
@own_option("--side", type=click.Choice(["white", "black"]), help="Judge only the moves of this side.")
@own_option("--player", metavar="NAME", help="Judge only the moves of this player.")
@own_option(
    "--skip-book",
    metavar="PLIES",
    help="Do not judge so many half-moves at the start; `opening` for those up to the last position that has a name.",
)
@own_option(
    "--judge",
    type=click.Choice(["lichess", "dump", "none"]),
    help=(
        "Mark moves by the rule of Lichess, by that of the files that it publishes, or not at all. [default: lichess]"
    ),
)
@own_option(
    "--best-line",
    type=click.IntRange(0, 512),
    metavar="PLIES",
    help="Half-moves of the better line at a marked move; 0 writes none. [default: 10]",
)
@own_option("--comments", is_flag=True, help="Write a sentence at marked moves, with the evaluations before and after.")
@click.option(
    "--keep/--replace",
    "kept",
    default=True,
    help=(
        "Leave games with evaluations as they are, or remove all evaluations and the annotations of the "
        "same source first. [default: --keep]"
    ),
)
@own_option(
    "--source",
    metavar="ID",
    multiple=True,
    help=(
        "The id of the source of annotations; several times for several engines. [default: name and "
        "version, such as stockfish-15.1]"
    ),
)
@own_option("--date", metavar="DATE", help="The date of annotations, such as 2022-03-04. [default: today]")
@own_option("--eval-depth", is_flag=True, help="Write the depth of evaluations, as in `[%eval 0.31,20]`.")
@own_option("--summary-tags", is_flag=True, help="Write accuracy, mean loss and numbers of marks as tags.")
@store_options
@job_options("analyse", after={"force": where_options_without_player}, without=("cut",))
@report_options
def command(inputs: list[str], kept: bool, **options: Any) -> Exit:
    """Let chess engines judge the moves of games.

    INPUT and the output are as for `convert`. Each move of a mainline gets an evaluation; inaccuracies, mistakes and
    blunders get a mark and the better line, with the engine as their source.

    Positions without moves, such as suites in EPD, are searched themselves, and the report says how many of those with
    `bm` or `am` are solved.

    Engines are programs of their own that speak UCI, such as Stockfish; install one first (`apt install stockfish`,
    `brew install stockfish`). The command is never interpreted by a shell.

    Finished results are in the store. If a run was stopped, the same command continues from it.
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
