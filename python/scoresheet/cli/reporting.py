"""What the verbs that read games have in common: they show progress and report on the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from scoresheet._options import is_store, is_url
from scoresheet.cli import output, report
from scoresheet.cli.options import check_output, is_input
from scoresheet.cli.progress import Progress, shown
from scoresheet.engines.spooled import is_pipe
from scoresheet.errors import UsageError

__all__ = ["Reporting", "refuse_json", "take", "take_writing"]


@dataclass(frozen=True)
class Reporting:
    """What to report about a run, and where."""

    when: str
    as_json: bool
    report_file: str | None
    quiet: bool

    @contextmanager
    def progress(self, inputs: Sequence[str]) -> Iterator[Progress | None]:
        """Shows progress while the body runs, and yields the function that updates it."""
        with shown(self.when, _total_bytes(inputs), self.quiet) as tell:
            yield tell

    def save(self, found: Mapping[str, Any] | None) -> None:
        """Writes the report file, if one was requested."""
        if self.report_file and found is not None:
            output.save(self.report_file, found)

    def tell(self, found: Mapping[str, Any]) -> None:
        """Prints the report of a verb whose result is the games that it has written: as JSON, or as text on stderr."""
        if self.as_json:
            self.save(found)
            output.objects(found)
        else:
            self.end(found)

    def end(self, found: Mapping[str, Any] | None) -> None:
        """Prints the report on stderr, unless the user passed `--quiet`."""
        self.save(found)
        if found is not None and not self.quiet:
            output.note(report.text(found))


def take(options: dict[str, Any], force: bool, inputs: Sequence[str], target: str | None = None) -> Reporting:
    """Takes the options about reporting out of a verb's options. Refuses a report file that exists, unless forced.

    A report file that is also an input or the output is always refused, because the games would be lost.
    """
    if options["report_file"] == "-":
        raise click.UsageError("`--report` takes a file; `--json` prints the report")
    if options["report_file"] and is_input(options["report_file"], inputs):
        raise UsageError(f"cannot write the report to `{options['report_file']}`: it is an input")
    check_output(options["report_file"], force)
    others = {"errors": options.get("errors"), "repair": options.get("repair"), "output": target}
    for name, other in others.items():
        if options["report_file"] and other and _is_same(options["report_file"], other):
            raise click.UsageError(f"`--report` and `--{name}` name the same file")
    return Reporting(options.pop("progress"), options.pop("as_json"), options.pop("report_file"), options.pop("quiet"))


def take_writing(options: dict[str, Any], inputs: Sequence[str]) -> tuple[str | None, Reporting]:
    """Takes the output and the options about reporting out of the options of a verb that writes games to any output."""
    target = options.pop("output")
    reporting = take(options, options["force"], inputs, target)
    grows = options["append"] or (target is not None and is_store(target, options.get("to")))
    check_output(target, options["force"], folder=True, grows=grows, inputs=inputs)
    if reporting.as_json:
        refuse_json(target)
    return target, reporting


def _is_same(path: str, other: str) -> bool:
    return Path(path).resolve() == Path(other).resolve()


def refuse_json(path: str | None) -> None:
    """Refuses `--json` if the games go to standard output."""
    if path in (None, "-"):
        raise click.UsageError("--json and the games cannot both go to stdout; name an output with -o")


def _total_bytes(inputs: Sequence[str]) -> int | None:
    if any(is_pipe(path) or is_url(path) for path in inputs):
        return None
    return sum(_bytes_of(Path(path)) for path in inputs)


def _bytes_of(path: Path) -> int:
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size
