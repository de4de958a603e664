"""`scoresheet query`: SQL, or a shipped question, over games."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from scoresheet._options import is_url
from scoresheet.cli import job, output, report
from scoresheet.cli.exits import Exit
from scoresheet.cli.options import Verb, check_output, existing, given, job_options, report_options
from scoresheet.questions import all_questions

if TYPE_CHECKING:
    from scoresheet.engines.duckdb import Answer

__all__ = ["command"]

_FORMS = ("csv", "json", "parquet")

_TAKES = "query takes files and then SQL or a question: FILE... 'SELECT ...' or FILE... @castling"


def _complete(_ctx: click.Context, _argument: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = [f"@{question.name}" for question in all_questions()]
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or [CompletionItem(incomplete, type="file")]


def _complete_engine(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from scoresheet.questions.texts import ALL  # here, as below: a question that is run needs one engine

    return [CompletionItem(found.id) for found in ALL if found.id.startswith(incomplete)]


def _asked(words: tuple[str, ...]) -> tuple[list[str], str, dict[str, str]]:
    """The inputs, the question and its parameters out of `FILE... 'SQL'` or `FILE... @NAME parameter=value...`.

    Inputs may stand behind the name of a question, too.
    """
    place = next((i for i, word in enumerate(words) if word.startswith("@")), len(words) - 1)
    inputs, question, rest = list(words[:place]), words[place], words[place + 1 :]
    if not question.startswith("@") and (not inputs or Path(question).exists()):
        raise click.UsageError(_TAKES)
    if not question.startswith("@") and len(question.split()) == 1:
        raise click.UsageError(f"{question!r} is no SQL; a shipped question is written @{question}")
    parameters: dict[str, str] = {}
    for word in rest:
        name, equals, value = word.partition("=")
        if not (equals and name.isidentifier()):
            inputs.append(_input(word))
        elif name in parameters:
            raise click.UsageError(f"{name!r} stands more than once")
        else:
            parameters[name] = value
    return inputs, question, parameters


def _input(word: str) -> str:
    if word != "-" and not is_url(word) and not Path(word).exists():
        raise click.UsageError(f"{word!r} is neither PARAMETER=VALUE nor a file that is there")
    return word


@click.command(
    "query",
    cls=Verb,
    epilog="""\b
Examples:
  scoresheet query games.parquet "select result, count(*) from games group by all"
  scoresheet query lichess.pgn.zst @castling since=1960-01-01 moves=10 -o castling.csv""",
)
@click.argument("words", metavar="INPUT... SQL|@QUESTION [NAME=VALUE...]", nargs=-1, required=True,
                shell_complete=_complete)  # fmt: skip
@click.option("-o", "--output", "target", metavar="FILE", help="Write the rows to this file: .csv, .json or .parquet.")
@click.option("--to", type=click.Choice(_FORMS), help="Write this format, whatever the extension.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@click.option("--print", "engine", metavar="ENGINE", shell_complete=_complete_engine,
              help="Print a question's text for this engine and run nothing; see `list questions NAME`.")  # fmt: skip
@job_options("query")
@report_options
def command(words: tuple[str, ...], target: str | None, to: str | None, engine: str | None, **options: Any) -> Exit:
    """Ask SQL or a shipped question over games.

    The inputs form the view `games`, with one row per game (`scoresheet list columns`); SQL is that of DuckDB.
    `scoresheet list questions` shows the shipped questions. Text inputs are read on the fly, and only as thoroughly as
    the query requires.
    A shipped question about a single database (`games.sqlite`, `postgresql://...`) runs inside it.
    """
    inputs, question, parameters = _asked(words)
    if engine is not None:
        _refuse_to_run({"output": target, "to": to, **options})
        return _print(engine, (inputs, question, parameters))
    if not inputs:
        raise click.UsageError(_TAKES)
    existing(inputs)
    check_output(target, options["force"], inputs=inputs)
    reporting = job.take(options, options.pop("force"), inputs)
    form = to or _form_of(target) or ("json" if reporting.as_json else None)
    if reporting.as_json and target not in (None, "-"):
        raise click.UsageError("--json prints the rows; with -o they go to the file")
    if form == "parquet" and target in (None, "-"):
        raise click.UsageError("Parquet is not written to stdout; name a file with -o")
    from scoresheet.engines.duckdb import ask

    watched = partial(reporting.progress, inputs)
    with closing(ask(inputs, question, parameters, watched=watched, **given(options))) as answer:
        _write(answer, form, target)
        facts = answer.report()
    reporting.end(facts)
    return report.status(facts)


def _refuse_to_run(options: dict[str, Any]) -> None:
    """Refuses options about reading and about rows, which a text has no use for."""
    for name in given(options):
        if name not in ("progress", "quiet"):
            raise click.UsageError(
                f"--print runs nothing, so it takes no --{name.removeprefix('as_').replace('_', '-')}"
            )


def _print(engine: str, asked: tuple[list[str], str, dict[str, str]]) -> Exit:
    """Prints the text that asks a question; the files are named in it where the engine reads files itself."""
    inputs, question, parameters = asked
    if not question.startswith("@"):
        raise click.UsageError("--print takes a shipped question, such as @castling; SQL is yours already")
    from scoresheet.questions.engine import Asked
    from scoresheet.questions.texts import text_for

    output.data(text_for(engine, question, parameters, Asked(files=inputs)))
    return Exit.OK


def _form_of(target: str | None) -> str | None:
    if target in (None, "-"):
        return None
    form = Path(str(target)).suffix.lstrip(".").lower()
    if form not in _FORMS:
        raise click.UsageError(f"{target}: write .csv, .json or .parquet, or say which with --to")
    return form


def _write(answer: Answer, form: str | None, target: str | None) -> None:
    if answer.relation is None:
        return
    if form is None:
        output.table(answer.relation.columns, answer.rows(output.rows_shown()))
    elif target not in (None, "-"):
        output.whole(str(target), lambda path: answer.write(path, form))
    else:
        output.streamed(lambda path: answer.write(path, form))
