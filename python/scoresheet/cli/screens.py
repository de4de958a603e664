"""Help screens: options in groups, the most used ones with `--help`, and all of them with `--help-all`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scoresheet._suggest import ALIKE, near

__all__ = ["Choice", "GroupedCommand", "GroupedOption", "option"]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

_GROUPS = (
    "Options", "Engine", "Analysis", "Tree", "Input", "Display", "Output", "Select", "Change", "Duplicates", "Limits",
    "Report", "Help",
)  # fmt: skip
"""The groups in the order of the screen. The registry of options knows those of jobs."""

_ALL = "scoresheet.help_all"
"""Where a context notes that every option is shown."""

_WIDEST = 30
"""The maximum width of the column with the options. The text about a longer one starts on the next line."""

if TYPE_CHECKING:
    _Choice = click.Choice[str]
else:  # older releases of Click lack it
    _Choice = click.Choice


class Choice(_Choice):
    """The words to choose from. The error for an unknown one suggests those that it probably means."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word for a value."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            error.possibilities = near(str(value), self.choices, cutoff=ALIKE)  # type: ignore[attr-defined]
            raise


class GroupedOption(click.Option):
    """An option that belongs to a group of a help screen. Only `--help-all` shows one that is not common."""

    def __init__(self, *args: Any, group: str, common: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        self.group, self.is_common = group, common


def option(*flags: str, group: str, common: bool = True, **more: Any) -> Callable[[Decorated], Decorated]:
    """`click.option` for an option that belongs to a group of a help screen."""
    return click.option(*flags, cls=GroupedOption, group=group, common=common, **more)


def whole_help(hidden: bool) -> click.Option:
    """The option `--help-all`."""
    return click.Option(
        ["--help-all"], is_flag=True, is_eager=True, expose_value=False, hidden=hidden, callback=_show_all,
        help="Show all options and details.",
    )  # fmt: skip


class GroupedCommand(click.Command):
    """A command whose help shows its options in groups.

    `--help` shows the common options. `--help-all` shows all of them, and the text in `more`.
    """

    def __init__(self, *args: Any, more: str = "", **others: Any) -> None:
        super().__init__(*args, **others)
        self.more = inspect.cleandoc(more)
        has_more = bool(self.more) or any(map(_is_rare, self.params))
        self._help_all = whole_help(hidden=not has_more)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters, with `--help-all` after `--help`; it is only mentioned if it shows more."""
        return [*super().get_params(ctx), self._help_all]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the description."""
        super().format_help_text(ctx, formatter)
        if self.more and ctx.meta.get(_ALL):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(self.more)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options, group after group, and the common ones first in each."""
        groups: dict[str, list[tuple[str, str]]] = {}
        hidden = 0
        for parameter in sorted(self.get_params(ctx), key=_is_rare):
            record = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if record is None:
                continue
            record = (record[0], _without_bounds(record[1]))
            if _is_rare(parameter) and not ctx.meta.get(_ALL):
                hidden += 1
            else:
                groups.setdefault(getattr(parameter, "group", "Options"), []).append(record)
        if len(groups) > 1:
            _part_help(groups)
        width = min(max(len(flags) for rows in groups.values() for flags, _ in rows), _WIDEST)
        for name in sorted(groups, key=_GROUPS.index):
            (flags, text), *others = groups[name]
            with formatter.section(name):
                formatter.write_dl([(f"{flags:<{width}}", text), *others])
        if hidden or (self.more and not ctx.meta.get(_ALL)):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_pointer(ctx, hidden))


def _without_bounds(text: str) -> str:
    """The text about an option in better words for the bounds of its numbers. A minimum of 0 or 1 needs no words.

    >>> _without_bounds("Print N games.  [x>=1]"), _without_bounds("The depth.  [1<=x<=500]")
    ('Print N games.', 'The depth. [1 to 500]')
    """
    text = re.sub(r"\s*\[x>=?[01]\]$", "", text)
    return re.sub(r"\s*\[(\d+)<=x<=(\d+)\]$", r" [\1 to \2]", text)


def _is_rare(parameter: click.Parameter) -> bool:
    return isinstance(parameter, GroupedOption) and not parameter.is_common


def _part_help(groups: dict[str, list[tuple[str, str]]]) -> None:
    """Puts the options about help into a separate group, since they do not affect the work."""
    others = groups.pop("Options")
    is_help = [flags.endswith(("--help", "--help-all")) for flags, _ in others]
    groups["Help"] = [row for row, about_help in zip(others, is_help, strict=True) if about_help]
    if rest := [row for row, about_help in zip(others, is_help, strict=True) if not about_help]:
        groups["Options"] = rest


def _pointer(ctx: click.Context, hidden: int) -> str:
    options = f"{hidden} more options" if hidden > 1 else "one more option" if hidden else "more details"
    return f"`{ctx.command_path} --help-all` shows {options}."


def _show_all(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()
