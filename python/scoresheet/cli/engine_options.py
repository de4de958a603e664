"""What the verbs with engines have in common: their options, which are not options of jobs, and their progress."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from scoresheet._options import is_store
from scoresheet.cli import output
from scoresheet.cli.options import bundle
from scoresheet.cli.screens import option

if TYPE_CHECKING:
    from scoresheet.analysis.job import AnalysisProgress
    from scoresheet.cli.progress import Progress

__all__ = [
    "command_of",
    "continued",
    "engine_options_of",
    "limit_options",
    "own_option",
    "own_options",
    "store_options",
    "teller",
]

_OWN = "own_"
"""The start of the names of parameters that are not options of jobs or formats, which may have the same names."""


def own_option(flag: str, *, group: str = "Engine", common: bool = True, **more: Any) -> Callable[[Any], Any]:
    """An option of the analysis."""
    name = f"{_OWN}{flag.removeprefix('--').replace('-', '_')}"
    return option(flag, name, group=group, common=common, **more)


def own_options(options: dict[str, Any]) -> dict[str, Any]:
    """Takes the options of the analysis out of all options of a verb."""
    return {name.removeprefix(_OWN): options.pop(name) for name in list(options) if name.startswith(_OWN)}


def command_of(text: str) -> list[str]:
    """A command as words. The path of a file may have spaces."""
    try:
        return [text] if Path(text).is_file() else shlex.split(text)
    except ValueError as error:  # a quotation mark is not closed
        raise click.UsageError(f"`--engine {text}` is not a command: {str(error).lower()}") from None


def engine_options_of(pairs: tuple[str, ...], engines: int = 1) -> list[dict[str, str | None]]:
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


def teller(progress: Progress | None, phase: str) -> Callable[[AnalysisProgress], None] | None:
    """Shows the progress of a phase, if any is shown."""
    if progress is None:
        return None

    def tell(done: AnalysisProgress) -> None:
        known = done.all_positions
        progress.phase(phase, done.positions if known else 0, known or done.positions, "positions")  # type: ignore[attr-defined]

    return tell


@contextmanager
def continued(target: str | None, store: str | None) -> Iterator[None]:
    """Tells users who interrupt a run how to continue it, if its results are in a store."""
    try:
        yield
    except KeyboardInterrupt:
        if store is not None or (target not in (None, "-") and not is_store(target)):
            output.note("finished results are kept: run the same command again to continue")
        raise


limit_options = bundle([
    own_option(
        "--nodes",
        type=click.IntRange(min=1),
        metavar="N",
        help="Search N nodes per position. [default: 100000]",
    ),
    own_option("--depth", type=click.IntRange(1, 1000), metavar="N", help="Search to depth N instead."),
    own_option(
        "--movetime",
        type=click.IntRange(min=1),
        metavar="MS",
        common=False,
        help="Search for this many milliseconds per position instead. The results then vary from run to run.",
    ),
    own_option(
        "--engines",
        type=click.IntRange(1, 1024),
        metavar="N",
        common=False,
        help="Run N processes of each engine in parallel. [default: the number of cores]",
    ),
])  # fmt: skip
"""The limit of a search, and how many processes search."""

store_options = bundle([
    own_option(
        "--store",
        metavar="FILE",
        common=False,
        help=(
            "Keep finished results in this file, and continue from it. [default: OUTPUT.analysis, which is removed "
            "when the output is complete]"
        ),
    ),
    own_option(
        "--position-timeout",
        type=click.FloatRange(min=0, min_open=True),
        metavar="S",
        common=False,
        help="Give up a search after this many seconds. [default: depends on the limit]",
    ),
])  # fmt: skip
"""Where results are kept, and how long a search may take."""
