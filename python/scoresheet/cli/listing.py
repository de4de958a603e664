"""`scoresheet list`: the registries, as tables or JSON."""

from __future__ import annotations

from typing import Any

import click

from scoresheet._registry import name_of, registry
from scoresheet.cli import output
from scoresheet.questions import Question, all_questions
from scoresheet.questions.texts import engines_of

__all__ = ["command"]

_KINDS = (
    *("formats", "notations", "positions", "columns", "families", "errors", "limits", "languages"),
    *("losses", "codes", "rules", "nags", "questions"),
)


def _question(question: Question) -> dict[str, Any]:
    parameters = [
        {"name": p.name, "kind": p.kind, "default": p.default, "doc": p.doc} for p in question.parameters
    ]  # fmt: skip
    return {
        "name": question.name,
        "answers": question.title,
        "parameters": parameters,
        "one_of": list(question.one_of),
        "engines": engines_of(question),
        "example": f"@{question.name} {question.example}".rstrip(),
    }


def _entries(kind: str) -> list[dict[str, Any]]:
    if kind == "questions":
        return [_question(question) for question in all_questions()]
    return [dict(entry) for entry in registry(kind)]


def _with_patterns(formats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Formats with the regular expressions of their games, which are too long for a table."""
    from scoresheet._patterns import patterns

    none = {"pattern": None, "pattern_depth": None}
    return [entry | patterns().get(entry["id"], none) for entry in formats]


def _cell(value: Any) -> Any:
    """A registry's value as a table shows it."""
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict) and "values" in value:  # an option of a format
        return f"{name_of(value)}={'|'.join(value['values'])} [{value['default']}] ({value['works']}): {value['doc']}"
    if isinstance(value, dict):  # a parameter of a question
        default = f" = {value['default']}" if value.get("default") is not None else ""
        return f"{name_of(value)} {value.get('kind', '')}".rstrip() + default
    if isinstance(value, list | tuple):
        # Parameters and options have words of their own; each gets its line where a table has lines in its cells.
        between = ",\n" if any(isinstance(part, dict) for part in value) else ", "
        return between.join(str(_cell(part)) for part in value)
    return value


_HELP = """Show the formats, notations, errors and other lists that Scoresheet knows.

\b
WHAT is one of
  formats     how whole games are written
  notations   how one move is written
  positions   how one board is written
  columns     what a table of games holds
  families    groups of columns
  errors      what can be wrong with an input
  limits      what an input may cost
  languages   piece letters that are read
  losses      what is left out, and by what
  codes       what VGN's MoveFormat tag may say
  rules       what VGN's Rules tag may say
  nags        what annotation numbers mean
  questions   what `query` answers by name
"""


@click.command(
    "list",
    help=_HELP,
    short_help="Show formats, columns, errors, questions and more.",
    epilog="""\b
Examples:
  scoresheet list columns
  scoresheet list questions --json""",
)
@click.argument("kind", type=click.Choice(_KINDS), metavar="WHAT")
@click.option("--json", "as_json", is_flag=True, help="Print everything the registry knows as JSON on stdout.")
def command(kind: str, as_json: bool) -> None:
    """Show the formats, notations, errors and other lists that Scoresheet knows."""
    entries = _entries(kind)
    if as_json:
        output.objects(_with_patterns(entries) if kind == "formats" else entries)
        return
    _show(entries)
    if kind == "notations":
        output.data("\nCodes of VGN's MoveFormat tag; without a number, the newest version:")
        _show(_entries("codes"))


def _show(entries: list[dict[str, Any]]) -> None:
    columns = list(dict.fromkeys(key for entry in entries for key in entry))
    output.table(columns, [[_cell(entry.get(column)) for column in columns] for entry in entries])
