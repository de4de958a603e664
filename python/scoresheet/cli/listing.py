"""`scoresheet list`: shows the registries as short tables, in detail, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from scoresheet._registry import entries as registry_of
from scoresheet._registry import name_of, registry
from scoresheet._suggest import meant, near
from scoresheet.cli import output
from scoresheet.cli.screens import Choice, GroupedCommand
from scoresheet.errors import UsageError
from scoresheet.questions import Question, all_questions
from scoresheet.questions.texts import engines_of

__all__ = ["command", "entries", "joined"]

# The lists, with the keys that a table shows of each entry; only the last one may be long. Details show every key.
_SHOWN = {
    "formats": ("id", "title", "extensions", "reads", "writes"),
    "notations": ("id", "title", "example"),
    "positions": ("id", "title", "version"),
    "columns": ("name", "family", "type", "doc"),
    "families": ("name", "default", "doc"),
    "patterns": ("name", "syntax", "doc"),
    "errors": ("id", "severity", "doc"),
    "limits": ("id", "default", "unit", "doc"),
    "places": ("id", "schemes", "needs", "tested", "title"),
    "languages": ("id", "title", "letters"),
    "losses": ("id", "doc"),
    "codes": ("code", "means", "notation", "writes"),
    "variants": ("id", "title", "code", "doc"),
    "rules": ("code", "status", "doc"),
    "nags": ("code", "composite", "doc"),
    "questions": ("name", "title"),
    "functions": ("name", "type", "doc"),
    "openings": ("eco", "name", "moves"),
}

_MOST_MEANT = 5
"""How many names to suggest for an unknown one."""


def _question(question: Question) -> dict[str, Any]:
    parameters = [
        {"name": p.name, "kind": p.kind, "default": p.default, "doc": p.doc} for p in question.parameters
    ]  # fmt: skip
    return {
        "name": question.name,
        "title": question.title,
        "parameters": parameters,
        "one_of": list(question.one_of),
        "engines": engines_of(question),
        "example": f"@{question.name} {question.example}".rstrip(),
    }


def entries(kind: str) -> list[dict[str, Any]]:
    """The entries of a list."""
    if kind == "questions":
        return [_question(question) for question in all_questions()]
    if kind == "functions":
        from scoresheet.engines.extension import functions  # here: it imports DuckDB

        return joined(functions())
    return [dict(entry) for entry in registry_of(kind)]


def joined(functions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The functions, with those of one name as one entry."""
    joined: dict[str, dict[str, Any]] = {}
    for function in functions:
        name = function["name"]
        known = joined.setdefault(name, {key: value for key, value in function.items() if key != "parameters"})
        known.setdefault("calls", []).extend(f"{name}({parameters})" for parameters in function["parameters"])
    return list(joined.values())


def _with_regexes(formats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The formats with the regular expressions of their games, which are slow to make and too long for a screen."""
    from scoresheet._regexes import NO_REGEXES, regexes

    return [entry | regexes().get(entry["id"], NO_REGEXES) for entry in formats]


def _named(kind: str, entries: list[dict[str, Any]], names: Sequence[str]) -> list[dict[str, Any]]:
    """The entries with these names, or all entries if no name is given."""
    known: dict[str, list[dict[str, Any]]] = {}
    for entry in entries:
        known.setdefault(name_of(entry), []).append(entry)
    for name in names:
        if name not in known:
            raise UsageError(f"no entry `{name}` in the list of {kind}", hint=_meant(kind, name, list(known)))
    return [entry for name in dict.fromkeys(names) for entry in known[name]] if names else entries


def _meant(kind: str, name: str, known: list[str]) -> str:
    """Suggests names: those that start with the text, those that contain it, then those with a similar spelling."""
    word = name.lower().lstrip("@")
    holding = [other for other in known if len(word) > 1 and word in other.lower()]
    holding.sort(key=lambda other: not other.lower().startswith(word))
    likely = list(dict.fromkeys(holding + near(word, known, _MOST_MEANT)))
    return meant(likely[:_MOST_MEANT]) or f"`scoresheet list {kind}` shows them all"


def _cell(value: Any) -> str:
    """The value of an entry on one line.

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
    """The lines that describe one key of an entry."""
    if key == "losses" and value:
        docs = {loss["id"]: loss["doc"] for loss in registry("losses")}
        # A format may also describe a loss in its own words.
        return [f"{loss}  {docs[loss]}" if loss in docs else str(loss) for loss in value]
    if isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
        return [_option(option) for option in value]
    if key == "calls":
        return list(value)
    return [_cell(value)]


def _detail(entry: Mapping[str, Any]) -> str:
    """Everything that is known about one entry: one line per key, or a block for longer values.

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


_LISTS = {
    "formats": "formats of games",
    "notations": "notations of moves",
    "positions": "notations of boards",
    "columns": "columns of a table of games",
    "families": "groups of columns",
    "patterns": "tests and names in patterns for `find`",
    "questions": "built-in questions for `query`",
    "functions": "SQL functions",
    "openings": "named opening positions",
    "variants": "chess variants",
    "rules": "variants, and the numbers of VGN's Rules tag",
    "codes": "values of VGN's MoveFormat tag",
    "nags": "meanings of NAGs",
    "languages": "languages of piece letters",
    "errors": "codes of errors and notes",
    "losses": "what an output can lose",
    "limits": "limits on the size of inputs",
    "places": "where files can be read by URL",
}
"""The lists in the order of help, with what each one contains."""


def _table_of_lists() -> str:
    width = max(map(len, _LISTS))
    return "\n".join(f"  {name:<{width}}  {doc}" for name, doc in _LISTS.items())


_HELP = f"""Show the formats, notations, errors and other lists that Scoresheet knows.

\b
LIST is one of
{_table_of_lists()}

Add names of entries, as in `formats vgn`, to show all details. `--json` shows the regular expressions of formats, too.
"""


@click.command(
    "list",
    cls=GroupedCommand,
    help=_HELP,
    short_help="Show formats, columns, errors, questions and more.",
    epilog="""\b
Examples:
  scoresheet list formats
  scoresheet list formats vgn --json""",
)
@click.argument("kind", type=Choice(list(_LISTS)), metavar="[LIST]", required=False)
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--json", "as_json", is_flag=True, help="Print all details as JSON on stdout.")
def command(kind: str | None, names: tuple[str, ...], as_json: bool) -> None:
    """Show the formats, notations, errors and other lists that Scoresheet knows."""
    if kind is None:
        rows = [[name, doc] for name, doc in _LISTS.items()]
        output.objects([{"list": name, "doc": doc} for name, doc in rows]) if as_json else output.listing(
            ("list", "doc"), rows
        )
        return
    shown = _named(kind, entries(kind), names)
    if kind == "formats" and as_json:
        shown = _with_regexes(shown)
    if as_json:
        output.objects(shown)
    elif names:
        output.data("\n\n".join(map(_detail, shown)))
    else:
        if kind == "rules":
            output.listing(_SHOWN["variants"], _rows(_SHOWN["variants"], entries("variants")))
            output.data("")
        output.listing(_SHOWN[kind], _rows(_SHOWN[kind], shown))


def _rows(keys: Sequence[str], shown: Iterable[Mapping[str, Any]]) -> list[list[str]]:
    return [[_cell(entry.get(key)) for key in keys] for entry in shown]
