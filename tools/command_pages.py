"""The pages of the commands: templates in `docs/commands/*.md.in`, in which the help and the options are filled in.

A line `{{help}}` of a template is replaced by the help text of the command, `{{usage}}` by its synopsis, and
`{{options}}` by the table of its options. They come from the command line itself. The examples of a template run in the
tests.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from scoresheet.cli.group import command as group
from scoresheet.cli.screens import GroupedCommand, GroupedOption

_PLACE = re.compile(r"^\{\{(\w+)\}\}$", re.MULTILINE)


def pages(folder: Path, made_by: str) -> Iterator[tuple[Path, str]]:
    """The page of each command, and the list of all of them."""
    context = click.Context(group, info_name="scoresheet")
    commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
    lines = []
    for name, found in commands.items():
        assert found is not None, "every command that is listed exists"
        template = (folder / f"{name}.md.in").read_text("utf-8")
        parts = {"help": _help(found), "usage": _usage(found, context), "options": _options(found)}
        text = _PLACE.sub(lambda place, parts=parts: parts[place[1]], template)  # type: ignore[misc]
        yield folder / f"{name}.md", f"<!-- {made_by} -->\n{text}"
        lines.append(f"| [`{name}`]({name}.md) | {_summary(found)} |")
    top = (folder / "README.md.in").read_text("utf-8")
    listed = "\n".join(["| command | what it does |", "|---|---|", *lines])
    yield folder / "README.md", f"<!-- {made_by} -->\n" + top.replace("{{commands}}", listed)


def _summary(found: click.Command) -> str:
    return (found.help or "").partition("\n")[0]


def _help(found: click.Command) -> str:
    more = found.more if isinstance(found, GroupedCommand) else ""
    paragraphs = re.split(r"\n\s*\n", f"{inspect.cleandoc(found.help or '')}\n\n{more}".strip())
    return "\n\n".join(_paragraph(paragraph) for paragraph in paragraphs)


def _paragraph(text: str) -> str:
    """A paragraph of a help text. Click marks those whose lines stay with a backspace."""
    if text.startswith("\b\n"):
        return f"```text\n{textwrap.dedent(text[2:])}\n```"
    return " ".join(text.split())


def _usage(found: click.Command, context: click.Context) -> str:
    pieces = " ".join(found.collect_usage_pieces(click.Context(found, info_name=found.name, parent=context)))
    return f"```text\nscoresheet {found.name} {pieces}\n```"


def _options(found: click.Command) -> str:
    context = click.Context(found)
    groups: dict[str, list[str]] = {}
    for parameter in found.params:
        record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if record is not None:
            names, words = record
            title = parameter.group if isinstance(parameter, GroupedOption) else "Options"
            row = f"| `{_cell(_broken(names))}` | {_cell(' '.join(words.split()))} |"
            groups.setdefault(title, ["| option | what it does |", "|---|---|"]).append(row)
    if len(groups) == 1:
        return "\n".join(*groups.values())
    return "\n\n".join(f"### {title}\n\n" + "\n".join(rows) for title, rows in groups.items())


def _broken(names: str) -> str:
    """The names of an option; the many formats of `--to` and `--from` become a word, as a column would be too wide."""
    return re.sub(r"\[[\w|-]{80,}\]", "FORMAT", names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
