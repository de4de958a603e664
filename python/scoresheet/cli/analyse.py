"""`scoresheet analyse`: lets chess engines judge the moves of games."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scoresheet._options import is_store
from scoresheet.cli import output, report, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import (
    Verb,
    check_output,
    given,
    input_arguments,
    job_options,
    report_options,
    where_option,
)
from scoresheet.cli.reporting import refuse_json, take

if TYPE_CHECKING:
    from scoresheet.analysis.job import AnalysisProgress
    from scoresheet.cli.progress import Progress

__all__ = ["command"]

_OWN = "own_"
"""The start of the names of parameters that are not options of jobs or formats, which may have the same names."""


def _own(flag: str, **more: Any) -> Callable[[Any], Any]:
    """An option of the analysis."""
    return click.option(flag, f"{_OWN}{flag.removeprefix('--').replace('-', '_')}", **more)


def _command_of(text: str) -> list[str]:
    """A command as words. The path of a file may have spaces."""
    return [text] if Path(text).is_file() else shlex.split(text)


def _options_of(pairs: tuple[str, ...], engines: int) -> list[dict[str, str | None]]:
    """The options to set for each engine: `NAME=VALUE` for all, `2:NAME=VALUE` for the second one."""
    found: list[dict[str, str | None]] = [{} for _ in range(engines)]
    for pair in pairs:
        number, colon, rest = pair.partition(":")
        is_numbered = bool(colon) and number.isascii() and number.isdecimal()
        name, equals, value = (rest if is_numbered else pair).partition("=")
        if is_numbered and not 1 <= int(number[:9]) <= engines:
            raise click.UsageError(f"`--engine-option {pair}`: there is no engine {number[:9]}")
        if not name.strip():
            raise click.UsageError(f"`--engine-option {pair}` is not NAME=VALUE")
        for options in [found[int(number) - 1]] if is_numbered else found:
            options[name.strip()] = value if equals else None
    return found


def _teller(progress: Progress | None) -> Callable[[AnalysisProgress], None] | None:
    """Shows the progress of an analysis, if any is shown."""
    if progress is None:
        return None

    def tell(done: AnalysisProgress) -> None:
        known = done.all_positions
        progress.phase("analysing", done.positions if known else 0, known or done.positions, "positions")  # type: ignore[attr-defined]

    return tell


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
@_own(
    "--engine",
    metavar="CMD",
    multiple=True,
    help=(
        "An engine: a name, a path, or a program with its arguments; several times for several engines, "
        "which all analyse every game. [default: stockfish]"
    ),
)
@_own(
    "--engine-option",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of all engines; `2:NAME=VALUE` sets one of the second engine only.",
)
@_own(
    "--nodes",
    type=click.IntRange(min=1),
    metavar="N",
    help="Search N positions for each position of a game. [default: 100000]",
)
@_own("--depth", type=click.IntRange(1, 1000), metavar="N", help="Search N plies deep instead.")
@_own(
    "--movetime",
    type=click.IntRange(min=1),
    metavar="MS",
    help="Search for so many milliseconds instead. The result is then not the same each time.",
)
@_own(
    "--engines",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Processes of each engine side by side. [default: the number of cores]",
)
@_own(
    "--lines",
    type=click.IntRange(1, 500),
    metavar="N",
    help="Lines to find. Those after the first become properties of the move. [default: 1]",
)
@_own(
    "--reuse",
    type=click.Choice(["game", "none"]),
    help=(
        "Whether an engine remembers what it found in the same game. With `none`, a position of several "
        "games is searched once. [default: game]"
    ),
)
@_own("--plies", metavar="A-B", help="Judge only these half-moves: `20-60`, `20-` or `-60`.")
@_own("--side", type=click.Choice(["white", "black"]), help="Judge only the moves of this side.")
@_own("--player", metavar="NAME", help="Judge only the moves of this player.")
@_own(
    "--skip-book",
    metavar="PLIES",
    help="Do not judge so many half-moves at the start; `opening` for those up to the last position that has a name.",
)
@_own(
    "--judge",
    type=click.Choice(["lichess", "dump", "none"]),
    help=(
        "Mark moves by the rule of Lichess, by that of the files that it publishes, or not at all. [default: lichess]"
    ),
)
@_own(
    "--best-line",
    type=click.IntRange(0, 512),
    metavar="PLIES",
    help="Half-moves of the better line at a marked move; 0 writes none. [default: 10]",
)
@_own("--comments", is_flag=True, help="Write a sentence at marked moves, with the evaluations before and after.")
@click.option(
    "--keep/--replace",
    "kept",
    default=True,
    help=(
        "Leave games with evaluations as they are, or remove all evaluations and the annotations of the "
        "same source first. [default: --keep]"
    ),
)
@_own(
    "--source",
    metavar="ID",
    multiple=True,
    help=(
        "The id of the source of annotations; several times for several engines. [default: name and "
        "version, such as stockfish-15.1]"
    ),
)
@_own("--date", metavar="DATE", help="The date of annotations, such as 2022-03-04. [default: today]")
@_own("--eval-depth", is_flag=True, help="Write the depth of evaluations, as in `[%eval 0.31,20]`.")
@_own("--summary-tags", is_flag=True, help="Write accuracy, mean loss and numbers of marks as tags.")
@_own(
    "--store",
    metavar="FILE",
    help=(
        "Keep finished results in this file, and continue from it. [default: OUTPUT.analysis, removed "
        "when the output is complete]"
    ),
)
@_own(
    "--position-timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Stop a search after so many seconds. [default: depends on the limit]",
)
@job_options("analyse", after={"force": where_option}, without=("cut",))
@report_options
def command(inputs: list[str], kept: bool, **options: Any) -> Exit:
    """Let chess engines judge the moves of games.

    INPUT and the output are as for `convert`. Each move of a mainline gets an evaluation; inaccuracies, mistakes and
    blunders get a mark and the better line, with the engine as their source.

    Engines are programs of their own that speak UCI, such as Stockfish; install one first (`apt install stockfish`,
    `brew install stockfish`). The command is never interpreted by a shell.

    Finished results are in the store. If a run was stopped, the same command continues from it.
    """
    import scoresheet

    own = {name.removeprefix(_OWN): options.pop(name) for name in list(options) if name.startswith(_OWN)}
    target = options.pop("output")
    reporting = take(options, options["force"], inputs, target)
    grows = options["append"] or (target is not None and is_store(target, options.get("to")))
    check_output(target, options["force"], folder=True, grows=grows, inputs=inputs)
    if reporting.as_json:
        refuse_json(target)
    engines = [_command_of(text) for text in own.pop("engine")] or [["stockfish"]]
    asked: dict[str, Any] = {
        "engine": engines,
        "engine_options": _options_of(own.pop("engine_option"), len(engines)),
        "replace": not kept,
        "source": list(own.pop("source")) or None,
    }
    jobs = {f"output_{name}" if name in own else name: value for name, value in given(options).items()}
    with reporting.progress(inputs) as progress:
        signals.last_job()
        done = scoresheet.analyse(inputs, target, progress=_teller(progress), **asked, **given(own), **jobs)
    facts = done.to_dict()
    if reporting.as_json:
        reporting.save(facts)
        output.objects(facts)
    else:
        reporting.end(facts)
    return report.status(facts, options["strict"])
