"""`scoresheet find`: the games in which a pattern holds, or the places where it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scoresheet._options import options_of
from scoresheet._registry import registry
from scoresheet._suggest import meant, near
from scoresheet.cli import output, report, signals
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import (
    SIDELINES,
    Verb,
    check_output,
    existing,
    given,
    job_options,
    report_options,
    where_options,
    with_condition,
)
from scoresheet.cli.reporting import Reporting, refuse_json, take
from scoresheet.cli.screens import option
from scoresheet.engines import row_formats

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

__all__ = ["command"]

Result = TypeVar("Result")

_TAKES = "find needs files followed by a pattern: FILE... 'move Nf3 then check'"


@click.command(
    "find",
    cls=Verb,
    short_help="Find games by positions, structures, material and moves.",
    epilog="""\b
Examples:
  scoresheet find lichess.pgn.zst "material KRPvKR for 6 plies" -o endings.pgn
  scoresheet find games.parquet "fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -" --count""",
)
@click.argument("words", metavar="INPUT... PATTERN", nargs=-1, required=True)
@option("-o", "--output", metavar="FILE", group="Output",
        help="Write the games to this file (.pgn and others), or a table of the matches (.csv, .json, .jsonl, .md, "
             ".parquet, .arrow).")  # fmt: skip
@option("--to", metavar="FORMAT", group="Output",
        help="Write this format, regardless of the file extension: csv, json, jsonl, markdown, parquet or arrow for a "
             "table of the matches, or a game format.")  # fmt: skip
@option("--all", "everywhere", is_flag=True, group="Select",
        help="Find every match instead of the first one in each game.")  # fmt: skip
@option("--count", "counts", is_flag=True, group="Output",
        help="Print only the number of matching games; with --all, the number of matches.")  # fmt: skip
@job_options("convert", after={"force": where_options}, without=("to", "append", "find", "find_all"), rare=SIDELINES)
@report_options
def command(words: tuple[str, ...], everywhere: bool, counts: bool, **options: Any) -> Exit:
    """Find games by positions, pawn structures, material and moves.

    PATTERN describes positions and moves; `scoresheet list patterns` shows what it can consist of. By default, a table
    shows each match: the input, the number of the game, the ply, and the position. If the output is a game format,
    the matching games are written to it. --find-comment adds a comment at each match.
    """
    if len(words) < 2:
        raise click.UsageError(_TAKES)
    inputs, pattern = existing(words[:-1]), words[-1]
    options = with_condition(options)
    target, to = options.pop("output"), options.pop("to")
    reporting = take(options, options["force"], inputs, target)
    check_output(target, options["force"], inputs=inputs)
    form = _form_of(target, to)
    if counts and (target is not None or to is not None):
        raise click.UsageError("--count prints a number, so it cannot be combined with --output or --to")
    if not counts and _writes_games(target, to, form):
        if reporting.as_json:
            refuse_json(target)
        found = {**given(options), "find": pattern, "find_all": everywhere}
        return _games(inputs, target, {**found, "to": to} if to else found, reporting)
    options.pop("force")
    rows = _Rows(inputs, pattern, everywhere, _reading(given(options)), reporting)
    return _count(rows) if counts else _places(rows, form, target)


def _form_of(target: str | None, to: str | None) -> row_formats.Form | None:
    """The form of rows that the output has, if it has one."""
    return (
        row_formats.find(to) if to is not None else row_formats.form_of(target) if target not in (None, "-") else None
    )


def _writes_games(target: str | None, to: str | None, form: row_formats.Form | None) -> bool:
    if form is not None:
        return False
    known = [entry["id"] for entry in registry("formats")]
    if to is not None and to not in known:
        likely = meant(near(to, [*(form.id for form in row_formats.ALL), *known]))
        raise click.UsageError(
            f"--to needs a table format or a game format, not {to!r}" + (f"; {likely}" if likely else "")
        )
    return to is not None or target is not None


def _games(inputs: list[str], target: str | None, options: dict[str, Any], reporting: Reporting) -> Exit:
    """Writes the games."""
    import scoresheet

    with reporting.progress(inputs) as progress:
        signals.last_job()
        done = scoresheet.convert(inputs, target, progress=progress, **options)
    facts = done.to_dict()
    reporting.tell(facts)
    return report.status(facts, options.get("strict"))


def _reading(options: dict[str, Any]) -> dict[str, Any]:
    """The options for reading. Refuses those that only matter for games that are written."""
    formats = {option["name"] for entry in registry("formats") for option in entry["options"]}
    taken = {option["name"] for option in options_of("read")} | formats | {"where"}
    for name in options:
        if name not in taken or name == "find_comment":
            flag = f"--{name.replace('_', '-')}"
            raise click.UsageError(
                f"{flag} changes games that are written, so it needs an output such as `-o games.pgn`"
            )
    return options


class _Rows:
    """The places where a pattern holds, as a relation of DuckDB."""

    def __init__(
        self, inputs: list[str], pattern: str, everywhere: bool, options: dict[str, Any], reporting: Reporting
    ) -> None:
        import scoresheet

        condition, limit = options.pop("where", None), options.pop("limit", None)
        games = scoresheet.read(inputs, **options)
        if condition is not None:
            games = games.where(condition)
        self.games = games if limit is None else games.find(pattern).limit(limit)
        self.matches = self.games.matches(pattern, everywhere=everywhere)
        self.reporting = reporting
        self.inputs = inputs

    def computed(self, work: Callable[[DuckDBPyConnection, DuckDBPyRelation], Result]) -> Result:
        """The result of `work` on the rows, for which the games are read. Shows the progress; Ctrl-C stops it."""
        import duckdb

        from scoresheet._interruptible import interruptible, left_behind
        from scoresheet.engines.failures import our_errors

        connection = duckdb.connect()
        try:
            with our_errors(), self.reporting.progress(self.inputs) as tell:
                matches = self.matches  # DuckDB finds it by the name of the variable  # noqa: F841
                relation = connection.sql("FROM matches")
                look = None if tell is None else lambda: tell(*self.games._done())
                return interruptible(connection, lambda: work(connection, relation), look)
        finally:
            if not left_behind():
                connection.close()

    def end(self) -> Exit:
        """Prints the report of the reading, and returns the status of the verb."""
        found = self.games.report()
        facts = None if found is None else found.to_dict()
        self.reporting.end(facts)
        return report.status(facts)


def _count(rows: _Rows) -> Exit:
    """Prints how many rows there are."""
    with rows.reporting.progress(rows.inputs) as tell:
        count = rows.matches.count(progress=tell)
    if rows.reporting.as_json:
        output.objects({"count": count})
    else:
        output.data(str(count))
    return rows.end()


def _places(rows: _Rows, form: row_formats.Form | None, target: str | None) -> Exit:
    """Writes the places."""
    to_stdout = target in (None, "-")
    form = form or (row_formats.find("json") if rows.reporting.as_json else None)
    if form is None:
        output.table(*rows.computed(_shown))
        return rows.end()
    if not form.text and to_stdout:
        raise click.UsageError(f"{form.id.capitalize()} cannot be written to stdout; name a file with -o")
    write = form.write
    if to_stdout:
        output.streamed(lambda path: rows.computed(lambda connection, found: write(connection, found, path)))
    else:
        output.whole(str(target), lambda path: rows.computed(lambda connection, found: write(connection, found, path)))
    return rows.end()


def _shown(_connection: DuckDBPyConnection, found: DuckDBPyRelation) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns, and as many rows as the screen shows."""
    shown = output.rows_shown()
    return found.columns, (found if shown is None else found.limit(shown)).fetchall()
