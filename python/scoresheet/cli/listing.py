"""`scoresheet list`: the registries, as short tables, in detail, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from scoresheet._meant import meant, near
from scoresheet._registry import name_of, registry
from scoresheet.cli import output
from scoresheet.errors import UsageError
from scoresheet.questions import Question, all_questions
from scoresheet.questions.texts import engines_of

__all__ = ["command"]

# The lists, and what a table shows of each entry. The last of these may be long. Everything else is shown by name.
_SHOWN = {
    "formats": ("id", "title", "extensions", "reads", "writes"),
    "notations": ("id", "title", "example"),
    "positions": ("id", "title", "version"),
    "columns": ("name", "family", "type", "doc"),
    "families": ("name", "default", "doc"),
    "errors": ("id", "severity", "doc"),
    "limits": ("id", "default", "unit", "doc"),
    "languages": ("id", "title", "letters"),
    "losses": ("id", "doc"),
    "codes": ("code", "means", "notation", "writes"),
    "rules": ("code", "status", "doc"),
    "nags": ("code", "composite", "doc"),
    "questions": ("name", "answers"),
}

_MOST_MEANT = 5
"""How many names are suggested for one that is not known."""


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
    """Formats with the regular expressions of their games, which are long and take a while to make."""
    from scoresheet._patterns import patterns

    none = {"pattern": None, "pattern_depth": None}
    return [entry | patterns().get(entry["id"], none) for entry in formats]


def _named(kind: str, entries: list[dict[str, Any]], names: Sequence[str]) -> list[dict[str, Any]]:
    """The entries of these names, or of all where none is named."""
    known = {name_of(entry): entry for entry in entries}
    for name in names:
        if name not in known:
            raise UsageError(f"no entry `{name}` in the list of {kind}", hint=_meant(kind, name, list(known)))
    return [known[name] for name in dict.fromkeys(names)] if names else entries


def _meant(kind: str, name: str, known: list[str]) -> str:
    """Which names may be meant: those that hold the text, then those that are spelled alike."""
    word = name.lower().lstrip("@")
    holding = [other for other in known if len(word) > 1 and word in other.lower()]
    likely = list(dict.fromkeys(holding + near(word, known, _MOST_MEANT)))
    return meant(likely[:_MOST_MEANT]) or f"`scoresheet list {kind}` shows them all"


def _cell(value: Any) -> str:
    """A registry's value on one line.

    >>> _cell(True), _cell(None), _cell(["a", "b"]), _cell(10000)
    ('yes', '', 'a, b', '10,000')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value))
    return str(value)


def _option(option: Mapping[str, Any]) -> str:
    """An option of a format, or a parameter of a question."""
    default = option.get("default")
    if "values" in option:
        form = f"{name_of(option)}={'|'.join(option['values'])}"
        return f"{form}  {option['doc']} [{option['works']}; default: {default}]"
    about = f" [default: {default}]" if default is not None else ""
    return f"{name_of(option)} ({option['kind']})  {option['doc']}{about}"


def _lines_of(key: str, value: Any) -> list[str]:
    """What is known of an entry under one key, a line each."""
    if key == "losses" and value:
        docs = {name_of(loss): loss["doc"] for loss in registry("losses")}
        # A format may also say in its own words what is lost.
        return [f"{loss}  {docs[loss]}" if loss in docs else str(loss) for loss in value]
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return [_option(option) for option in value]
    return [_cell(value)]


def _detail(entry: Mapping[str, Any]) -> str:
    """Everything that is known of one entry: a line a key, or a block where there is more to say.

    >>> print(_detail({"id": "x", "title": "An example", "extensions": ["x", "y"], "source": None}))
    x
      title: An example
      extensions: x, y
    """
    lines = [name_of(entry)]
    for key, value in entry.items():
        if value is None or value in ("", [], ()) or (value == name_of(entry) and key in ("id", "name", "code")):
            continue
        title, about = key.replace("_", " "), _lines_of(key, value)
        if key == "losses" or len(about) > 1 or (isinstance(value, list) and isinstance(value[0], Mapping)):
            lines += [f"  {title}:", *(f"    {line}" for line in about)]
        else:
            lines.append(f"  {title}: {about[0]}")
    return "\n".join(lines)


_HELP = """Show the formats, notations, errors and other lists that Scoresheet knows.

\b
LIST is one of
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

With names of entries, such as `formats vgn`, the command shows everything about these entries.
"""


@click.command(
    "list",
    help=_HELP,
    short_help="Show formats, columns, errors, questions and more.",
    epilog="""\b
Examples:
  scoresheet list formats
  scoresheet list formats vgn --json""",
)
@click.argument("kind", type=click.Choice(list(_SHOWN)), metavar="LIST")
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option(
    "--json", "as_json", is_flag=True, help="Print everything that is known of the entries as JSON on stdout."
)
def command(kind: str, names: tuple[str, ...], as_json: bool) -> None:
    """Show the formats, notations, errors and other lists that Scoresheet knows."""
    entries = _named(kind, _entries(kind), names)
    if kind == "formats" and (as_json or names):
        entries = _with_patterns(entries)
    if as_json:
        output.objects(entries)
    elif names:
        output.data("\n\n".join(map(_detail, entries)))
    else:
        output.listing(_SHOWN[kind], _rows(_SHOWN[kind], entries))


def _rows(keys: Sequence[str], entries: Iterable[Mapping[str, Any]]) -> list[list[str]]:
    return [[_cell(entry.get(key)) for key in keys] for entry in entries]
