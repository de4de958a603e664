"""`scoresheet query`: runs SQL or a built-in question on games."""

from __future__ import annotations

import re
import sys
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from scoresheet._options import is_url, options_of
from scoresheet._registry import registry
from scoresheet.cli import output, report
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, existing, given, job_options, report_options
from scoresheet.cli.reporting import Reporting, refuse_json, take
from scoresheet.cli.screens import Choice, option
from scoresheet.engines import row_formats
from scoresheet.engines.parameters import typed
from scoresheet.errors import UsageError
from scoresheet.questions import all_questions

if TYPE_CHECKING:
    from scoresheet.engines.duckdb import Answer

__all__ = ["command"]

_TAKES = "query needs files followed by SQL or a question: FILE... 'SELECT ...' or FILE... @castling"
_PAIR = re.compile(r"[^\W\d]\w*=")


@dataclass(frozen=True)
class _Asked:
    """What the arguments of the command line request."""

    inputs: list[str]
    question: str
    """SQL, or `@` and the name of a built-in question."""
    parameters: dict[str, str]

    @property
    def is_shipped(self) -> bool:
        """Whether it is a built-in question."""
        return self.question.startswith("@")

    @property
    def title(self) -> str:
        """The question, in one line."""
        words = [self.question, *(f"{name}={value}" for name, value in self.parameters.items())]
        return " ".join(" ".join(words).split())

    def values(self) -> dict[str, object]:
        """The values of the parameters. A question declares their types; in SQL, each value shows its own."""
        return {name: value if self.is_shipped else typed(value) for name, value in self.parameters.items()}


def _complete(_ctx: click.Context, _argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = [f"@{question.name}" for question in all_questions()]
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def _complete_engine(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from scoresheet.questions.texts import ALL  # here, as below: running a question needs only one engine

    return [CompletionItem(found.id) for found in ALL if found.id.startswith(incomplete)]


def _asked(words: tuple[str, ...], file: str | None) -> _Asked:
    """Parses `FILE... 'SQL' [NAME=VALUE...]` or `FILE... @QUESTION [NAME=VALUE...]`.

    The SQL may come from a file instead. Inputs may also follow the SQL or the name of the question.
    """
    question, before, rest = _split(words, file)
    if not question.startswith("@") and file is None and len(question.split()) == 1:
        raise click.UsageError(f"{question!r} is not SQL; write a built-in question as @{question}")
    inputs = list(before)
    parameters: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not (equals and name.isidentifier()) or _is_there(word):
            inputs.append(_input(word))
        elif name in parameters:
            raise click.UsageError(f"{name!r} is given more than once")
        else:
            parameters[name] = value
    return _Asked(inputs, question, parameters)


def _split(words: tuple[str, ...], file: str | None) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The question, the words before it, which are inputs, and the words after it."""
    shipped = next((place for place, word in enumerate(words) if word.startswith("@") and not _is_there(word)), None)
    if file is not None:
        if shipped is not None:
            raise click.UsageError(f"--file cannot be combined with {words[shipped]!r}")
        return _sql_from(file, words), (), words
    place = shipped
    if place is None:
        # The last one: the name of a missing file may consist of several words, and so may the value of a parameter.
        sql = [place for place, word in enumerate(words) if len(word.split()) > 1 and not _PAIR.match(word)]
        place = next((place for place in reversed(sql) if not _is_there(words[place])), len(words) - 1)
        if place == 0 or _is_there(words[place]):
            raise click.UsageError(_TAKES)
    return words[place], words[:place], words[place + 1 :]


def _sql_from(file: str, words: tuple[str, ...]) -> str:
    """The SQL in a file, or from standard input."""
    if file != "-":
        existing([file])
    elif sys.stdin is None:
        raise click.UsageError("the SQL cannot be read: standard input is closed")
    elif "-" in words:
        raise click.UsageError("the SQL and the games cannot both come from stdin; name a file for one of them")
    try:
        # Some editors start a file with a byte order mark, which is not part of the SQL.
        return (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the SQL in `{file}`: {error}", hint="name a text file in UTF-8") from error


def _is_there(word: str) -> bool:
    """Whether a word is an existing file. SQL may be longer than any file name, or contain characters that none has.

    >>> _is_there("select " + "1, " * 9999)
    False
    """
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def _input(word: str) -> str:
    if word != "-" and not is_url(word) and not _is_there(word):
        raise click.UsageError(f"{word!r} is neither PARAMETER=VALUE nor an existing file")
    return word


def _game_formats() -> list[str]:
    """The formats that games are written in. If a form of rows has the same name, rows are written instead."""
    written = next(option["values"] for option in options_of("convert") if option["name"] == "to")
    stores = [entry["id"] for entry in registry("formats") if entry["store"]]
    return [name for name in written if name not in stores and row_formats.find(name) is None]


def _all_forms() -> list[str]:
    return ["table", *(form.id for form in row_formats.ALL), *_game_formats()]


_MORE = """
Several SQL statements run in one session; the result is that of the last one. `$name` in the SQL is a parameter. Set it
with `name=value`, where the value is a number, a date or text.

If the output is a game format, the result must have the columns `source` and `game`. The games that they refer to are
written, each once and in the order of the inputs.

Text inputs are parsed during the query, and only as far as it requires. A built-in question about a single database
(`games.sqlite`, `postgresql://...`) runs inside that database.
"""


@click.command(
    "query",
    cls=Verb,
    more=_MORE,
    epilog="""\b
Examples:
  scoresheet query games.parquet "select source, game from games where mate" -o mates.pgn
  scoresheet query lichess.pgn.zst @castling since=1960-01-01 moves=10 -o castling.csv""",
)
@click.argument("words", metavar="INPUT... SQL|@QUESTION [NAME=VALUE...]", nargs=-1, required=True,
                shell_complete=_complete)  # fmt: skip
@option("-f", "--file", metavar="FILE", group="Input", help="Read the SQL from this file, or from stdin for `-`.")
@option("-o", "--output", metavar="FILE", group="Output",
        help="Write the rows (.csv, .json, .jsonl, .md, .parquet, .arrow), a chart of them (.svg, .png), or the games "
             "that they refer to (.pgn and others).")  # fmt: skip
@option("--to", metavar="FORMAT", type=Choice(_all_forms()), group="Output",
        help="Write this format, regardless of the file extension: table, csv, json, jsonl, markdown, svg, png, "
             "parquet, arrow, or a game format.")  # fmt: skip
@option("--force", is_flag=True, group="Output", help="Overwrite existing files.")
@option("--print", "engine", metavar="ENGINE", shell_complete=_complete_engine, group="Output", common=False,
        help="Print a built-in question in the language of this engine, without running it (`list questions "
             "NAME`).")  # fmt: skip
@job_options("query")
@report_options
def command(words: tuple[str, ...], file: str | None, engine: str | None, **options: Any) -> Exit:
    """Run SQL or a built-in question on games.

    The inputs are the view `games`, with one row per game (`scoresheet list columns`). The SQL is DuckDB's. QUESTION is
    the name of a built-in question (`scoresheet list questions`).
    """
    asked = _asked(words, file)
    if engine is not None:
        _refuse_to_run(options)
        return _print(engine, asked)
    if not asked.inputs:
        raise click.UsageError(_TAKES)
    target, to = options.pop("output"), options.pop("to")
    asked = replace(asked, inputs=existing(asked.inputs))
    check_output(target, options["force"], inputs=asked.inputs)
    force = options.pop("force")
    reporting = take(options, force, asked.inputs, target)
    form = to or _form_of(target) or ("json" if reporting.as_json else "table")
    output_of = _Output(form, target, to, force)
    if form in _game_formats():
        return _found(asked, output_of, reporting, given(options))
    return _rows(asked, output_of, reporting, given(options))


@dataclass(frozen=True)
class _Output:
    """The destination of the result, and its format."""

    form: str
    target: str | None
    to: str | None
    force: bool

    @property
    def to_stdout(self) -> bool:
        """Whether no file was named."""
        return self.target in (None, "-")


def _rows(asked: _Asked, wanted: _Output, reporting: Reporting, options: dict[str, Any]) -> Exit:
    """Writes the rows of the result."""
    if reporting.as_json and not wanted.to_stdout:
        raise click.UsageError("--json prints the rows, so it cannot be combined with -o")
    form = row_formats.find(wanted.form)
    if form is not None and not form.text and wanted.to_stdout:
        raise click.UsageError(f"{form.id.capitalize()} cannot be written to stdout; name a file with -o")
    from scoresheet.engines.duckdb import ask

    watched = partial(reporting.progress, asked.inputs)
    with closing(ask(asked.inputs, asked.question, asked.values(), watched=watched, **options)) as answer:
        _write(answer, form and row_formats.titled(form, asked.title), wanted.target)
        facts = answer.report()
    reporting.end(facts)
    return report.status(facts)


def _found(asked: _Asked, wanted: _Output, reporting: Reporting, options: dict[str, Any]) -> Exit:
    """Writes the games that the rows of the result identify."""
    if reporting.as_json:
        refuse_json(wanted.target)
    from scoresheet.engines.duckdb import ask
    from scoresheet.engines.selected_games import found_games
    from scoresheet.writing import write_found

    watched = partial(reporting.progress, asked.inputs)
    asking = ask(asked.inputs, asked.question, asked.values(), watched=watched, numbers_by_reading=True, **options)
    with closing(asking) as answer:
        found = answer.computed(lambda rows: found_games(rows, answer.view.origin))
    writing: Any = {"to": wanted.to, "force": wanted.force}
    with reporting.progress(asked.inputs) as progress:
        done = write_found(found, wanted.target, progress=progress, **writing)
    facts = done.to_dict()
    if reporting.as_json:
        reporting.save(facts)
        output.objects(facts)
    else:
        reporting.end(facts)
    absent = found.count - done.written - done.skipped
    if absent > 0 and not reporting.quiet:
        output.note(f"note: {absent:,} of the {found.count:,} games of the result are not in the inputs")
    return report.status(facts, options.get("strict"))


def _refuse_to_run(options: dict[str, Any]) -> None:
    """Refuses options about reading and about rows, which have no effect on a printed text."""
    for name in given(options):
        if name not in ("progress", "quiet"):
            raise click.UsageError(
                f"--print runs nothing, so it cannot be combined with --{name.removeprefix('as_').replace('_', '-')}"
            )


def _print(engine: str, asked: _Asked) -> Exit:
    """Prints the text of the question. It names the files if the engine reads files itself."""
    if not asked.is_shipped:
        raise click.UsageError("--print needs a built-in question, such as @castling; not SQL")
    from scoresheet.questions.engine import Asked
    from scoresheet.questions.texts import text_for

    output.data(text_for(engine, asked.question, asked.parameters, Asked(files=asked.inputs)))
    return Exit.OK


def _form_of(target: str | None) -> str | None:
    """The form or the game format that the extension of a path implies."""
    if target in (None, "-"):
        return None
    form = row_formats.form_of(str(target))
    if form is not None:
        return form.id
    name = re.sub(r"\.(gz|bz2|zst|xz)$", "", str(target).lower())
    for entry in registry("formats"):
        if entry["id"] in _game_formats() and name.endswith(tuple(f".{ending}" for ending in entry["extensions"])):
            return entry["id"]
    endings = ", ".join(f".{form.extensions[0]}" for form in row_formats.ALL)
    raise click.UsageError(f"{target}: write rows ({endings}) or games (.pgn and others), or choose with --to")


def _write(answer: Answer, form: row_formats.Form | None, target: str | None) -> None:
    if answer.relation is None:
        return
    if form is None and target in (None, "-"):
        output.table(answer.relation.columns, answer.rows(output.rows_shown()))
    elif form is None:
        columns, rows = answer.relation.columns, answer.rows()
        output.whole(str(target), lambda path: output.table_file(path, columns, rows))
    elif target not in (None, "-"):
        output.whole(str(target), lambda path: answer.write(path, form))
    else:
        output.streamed(lambda path: answer.write(path, form))
