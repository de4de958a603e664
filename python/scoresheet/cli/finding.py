"""`scoresheet find`: the games in which a pattern holds, or the places where it does."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import click

from scoresheet._options import options_of
from scoresheet._registry import registry
from scoresheet.cli import job, output, report
from scoresheet.cli.convert import where_option
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, existing, given, job_options, report_options
from scoresheet.engines import forms

__all__ = ["command"]

_TAKES = "find takes files followed by a pattern: FILE... 'move Nf3 then check'"


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
@click.option("-o", "--output", metavar="FILE",
              help="Write the games to this file (.pgn and others), or the places (.csv, .json, .jsonl, .md, .parquet, "
                   ".arrow).")  # fmt: skip
@click.option("--to", metavar="FORMAT",
              help="Write this format, whatever the extension: csv, json, jsonl, markdown, parquet or arrow for the "
                   "places, or a game format.")  # fmt: skip
@click.option("--all", "everywhere", is_flag=True,
              help="Every place where the pattern holds, rather than the first one of each game.")  # fmt: skip
@click.option("--count", "counts", is_flag=True, help="Print only how many games have the pattern; with --all, places.")
@job_options("convert", after={"force": where_option}, without=("to", "find", "find_all"))
@report_options
def command(words: tuple[str, ...], everywhere: bool, counts: bool, **options: Any) -> Exit:
    """Find the games that reach a position, a structure, a material balance or a sequence of moves.

    The last argument is the pattern. Without an output, a table shows the places where it holds: the input, the number
    of the game in it, the ply, and the position. If the output is a file of a game format, the games are written to it
    in their order, and `--find-comment` marks the place.
    """
    if len(words) < 2:
        raise click.UsageError(_TAKES)
    inputs, pattern = existing(words[:-1]), words[-1]
    target, to = options.pop("output"), options.pop("to")
    reporting = job.take(options, options["force"], inputs)
    check_output(target, options["force"], inputs=inputs)
    form = _form_of(target, to)
    if counts and (target is not None or to is not None):
        raise click.UsageError("--count prints a number, so it takes no --output and no --to")
    if not counts and _writes_games(target, to, form):
        if reporting.as_json:
            job.refuse_json(target)
        found = {**given(options), "find": pattern, "find_all": everywhere}
        return _games(inputs, target, {**found, "to": to} if to else found, reporting)
    options.pop("force")
    rows = _Rows(inputs, pattern, everywhere, _reading(given(options)))
    return _count(rows, reporting) if counts else _places(rows, form, target, reporting)


def _form_of(target: str | None, to: str | None) -> forms.Form | None:
    """The form of rows that the output has, if it has one."""
    return forms.find(to) if to is not None else forms.form_of(target) if target not in (None, "-") else None


def _writes_games(target: str | None, to: str | None, form: forms.Form | None) -> bool:
    if form is not None:
        return False
    known = [entry["id"] for entry in registry("formats")]
    if to is not None and to not in known:
        raise click.UsageError(f"--to takes a form of rows or a format of games, not {to!r}")
    return to is not None or target is not None


def _games(inputs: list[str], target: str | None, options: dict[str, Any], reporting: job.Reporting) -> Exit:
    """Writes the games."""
    import scoresheet

    with reporting.progress(inputs) as progress:
        done = scoresheet.convert(inputs, target, progress=progress, **options)
    facts = done.to_dict()
    if reporting.as_json:
        reporting.save(facts)
        output.objects(facts)
    else:
        reporting.end(facts)
    return report.status(facts, options.get("strict"))


def _reading(options: dict[str, Any]) -> dict[str, Any]:
    """The options for reading. Refuses those that only matter for games that are written."""
    formats = {option["name"] for entry in registry("formats") for option in entry["options"]}
    taken = {option["name"] for option in options_of("read")} | formats | {"where"}
    for name in options:
        if name not in taken or name == "find_comment":
            flag = f"--{name.replace('_', '-')}"
            raise click.UsageError(f"{flag} is about games that are written; name a file of games with -o")
    return options


class _Rows:
    """The places where a pattern holds, as a relation of DuckDB."""

    def __init__(self, inputs: list[str], pattern: str, everywhere: bool, options: dict[str, Any]) -> None:
        import scoresheet

        self.condition = options.pop("where", None)
        games = scoresheet.read(inputs, **options)
        self.games = games if self.condition is None else games.where(self.condition)
        self.matches = self.games.matches(pattern, everywhere=everywhere)

    def facts(self) -> dict[str, Any] | None:
        """The report of the last reading."""
        found = self.games.report()
        return None if found is None else found.to_dict()


def _count(rows: _Rows, reporting: job.Reporting) -> Exit:
    """Prints how many rows there are."""
    count = rows.matches.count()
    if reporting.as_json:
        output.objects({"count": count})
    else:
        output.data(str(count))
    facts = rows.facts()
    reporting.end(facts)
    return report.status(facts)


def _places(rows: _Rows, form: forms.Form | None, target: str | None, reporting: job.Reporting) -> Exit:
    """Writes the places."""
    import duckdb

    from scoresheet.engines.failures import our_errors

    to_stdout = target in (None, "-")
    form = form or (forms.find("json") if reporting.as_json else None)
    if form is not None and not form.text and to_stdout:
        raise click.UsageError(f"{form.id.capitalize()} cannot be written to stdout; name a file with -o")
    with closing(duckdb.connect()) as connection, our_errors():
        matches = rows.matches  # DuckDB finds it by the name of the variable  # noqa: F841
        relation = connection.sql("FROM matches")
        if form is None:
            shown = output.rows_shown()
            output.table(relation.columns, (relation if shown is None else relation.limit(shown)).fetchall())
        elif to_stdout:
            output.streamed(lambda path: form.write(connection, relation, path))
        else:
            output.whole(str(target), lambda path: form.write(connection, relation, path))
    facts = rows.facts()
    reporting.end(facts)
    return report.status(facts)
