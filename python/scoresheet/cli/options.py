"""The options that several verbs share, as decorators. Those of jobs are made from the list of options.

A verb receives only the options that were given, under the names that the library's functions use.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scoresheet._options import is_remote, is_url, keyword_of, options_of, output_format, shown, text
from scoresheet._registry import names, registry
from scoresheet._sources import matching
from scoresheet._suggest import meant, near
from scoresheet.cli.screens import Choice, GroupedCommand, option
from scoresheet.errors import ExistingFileError, MissingFileError, UsageError

if TYPE_CHECKING:
    from scoresheet._options import OptionRow
    from scoresheet.reading import Games

__all__ = [
    "SIDELINES",
    "Size",
    "Verb",
    "bundle",
    "check_output",
    "chosen",
    "existing",
    "given",
    "input_arguments",
    "is_input",
    "job_options",
    "output_option",
    "parted",
    "report_options",
    "where_options",
    "where_options_without_player",
    "with_condition",
]

Decorated = TypeVar("Decorated", bound=Callable[..., Any])
Option = Callable[[Any], Any]


class Verb(GroupedCommand):
    """A command whose switches take a value only after `=`, so that `FILE` in `--strict FILE` is an argument."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parses the arguments. A bare switch means the switch with the first of its values."""
        switches = [option for option in registry("options") if option["kind"] == "switch"]
        bare = {option["flag"]: f"{option['flag']}={option['values'][0]}" for option in switches}
        end = args.index("--") if "--" in args else len(args)
        completed = [bare.get(arg, arg) for arg in args[:end]]
        # Its value may be left out, although it may also follow a blank.
        dedupe = next(option for option in registry("options") if option["name"] == "dedupe")
        for place, arg in enumerate(completed):
            if arg == dedupe["flag"] and completed[place + 1 : place + 2] not in [
                [value] for value in dedupe["values"]
            ]:
                completed[place] = f"{arg}={dedupe['values'][0]}"
        return super().parse_args(ctx, completed + args[end:])


if TYPE_CHECKING:
    _Number = click.ParamType[int]
else:  # older releases of Click lack it
    _Number = click.ParamType


class WrittenFormat(Choice):
    """The formats to choose from for an output, which have other names too: `--to json` is `--to bgn`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word for a value. A format may be named by each of its names."""
        formats = (row for row in registry("formats") if row["id"] in self.choices and value in row["synonyms"])
        return super().convert(next((row["id"] for row in formats), value), param, ctx)


class Size(_Number):
    """A number of bytes: `512MB` (powers of 1000), `512MiB` (powers of 1024), or a plain number.

    >>> Size().convert("2KB", None, None)
    2000
    """

    name = "SIZE"
    _UNITS = ("", "k", "m", "g", "t")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes that a text means."""
        if isinstance(value, int):
            return value
        match = re.fullmatch(r"(\d{1,30}(?:\.\d{1,30})?)\s*([kmgt]?)(i?)b?", str(value).strip(), re.IGNORECASE)
        if match is None or (match[3] and not match[2]):
            self.fail(f"{value!r} is not a size such as 512MB", param, ctx)
        step = 1024 if match[3] else 1000
        whole, _, part = match[1].partition(".")
        unit: int = step ** self._UNITS.index(match[2].lower())
        return int(whole) * unit + int(f"0{part}") * unit // int("1" + "0" * len(part))


def given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that were given. The library's defaults apply to all others.

    >>> given({"threads": None, "limit": 0, "force": False, "limits": {}})
    {'limit': 0}
    """
    return {name: value for name, value in options.items() if value is not None and value is not False and value != {}}


def bundle(options: Iterable[Callable[[Decorated], Decorated]]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, in the order of the help."""

    def decorate(function: Decorated) -> Decorated:
        for each in reversed(list(options)):
            function = each(function)
        return function

    return decorate


def existing(paths: Iterable[str], *, writes: bool = False) -> list[str]:
    """The inputs, with the files that match a quoted wildcard in its place. Refuses any input that does not exist.

    `writes` is whether the verb has an output, which the last input may be meant to be.

    >>> existing(["-"]), existing(["examples/hist*.pgn"])
    (['-'], ['examples/historic.pgn'])
    """
    listed = [found for path in paths for found in matching(path)]
    for place, path in enumerate(listed, 1):
        if path != "-" and not is_url(path) and not Path(path).exists():
            hint = "check the path; relative paths start in the current folder"
            if writes and 1 < place == len(listed):
                hint = f"is it the output? `-o {path}` names one"
            raise MissingFileError(f"cannot read `{path}`: no such file or folder", file=path, hint=hint)
    return listed


def _existing(ctx: click.Context, _argument: click.Parameter, paths: tuple[str, ...]) -> list[str]:
    return existing(paths, writes=any(option.name == "output" for option in ctx.command.params))


def input_arguments(function: Decorated) -> Decorated:
    """The inputs: files, folders, or `-` for standard input."""
    return click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, callback=_existing)(function)


output_option = option(
    "-o",
    "--output",
    metavar="FILE",
    group="Output",
    help="Write to this file; the extension determines the format. [default: stdout]",
)
"""The output of games."""


def _columns(_ctx: click.Context, _option: click.Parameter, value: str | None) -> list[str] | None:
    if value is None:
        return None
    wanted = [name.strip() for name in value.split(",") if name.strip()]
    known = names("families") + [column["name"] for column in registry("columns")]
    for name in wanted:
        if name not in known:
            about = meant(near(name, known)) or "`scoresheet list columns` shows them all"
            raise click.BadParameter(f"no column or family {name!r}; {about}")
    return wanted


def _listed(_ctx: click.Context, _option: click.Parameter, value: str | None) -> list[str] | None:
    return None if value is None else [name.strip() for name in value.split(",") if name.strip()]


def _files(_ctx: click.Context, _option: click.Parameter, paths: tuple[str, ...]) -> list[str] | None:
    return existing(paths) or None


def _table(_ctx: click.Context, option: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str] | None:
    parted = [pair.partition("=") for pair in pairs]
    for name, equals, value in parted:
        if not equals and option.name == "headers":  # may be secret
            raise click.BadParameter("write a header as NAME=VALUE, such as Authorization=Bearer TOKEN")
        if not equals:
            raise click.BadParameter(f"{name + value!r} is not NAME=VALUE")
    return {name.strip(): value for name, _, value in parted} or None


def _keep_format_options(ctx: click.Context, _option: click.Parameter, pairs: tuple[str, ...]) -> None:
    known = dict.fromkeys(option["name"] for entry in registry("formats") for option in entry["options"])
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not NAME=VALUE")
        if name not in known:
            about = meant(near(name, known)) or f"the options are {', '.join(known)}"
            raise click.BadParameter(f"no format has an option {name!r}; {about}")
        ctx.params[keyword_of(name)] = value


def _keep_limit(ctx: click.Context, option: click.Parameter, value: int | None) -> None:
    limits = ctx.params.setdefault("limits", {})
    if value is not None:
        limits[str(option.name).removeprefix("limit_")] = value


def _amount(number: int, unit: str) -> str:
    """A number as people write it.

    >>> _amount(1 << 20, "bytes"), _amount(10_000, "tags")
    ('1 MiB', '10,000')
    """
    for power, name in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if unit == "bytes" and number % (1 << power) == 0:
            return f"{number >> power:,} {name}"
    return f"{number:,}"


SIDELINES = ("Change", "Duplicates")
"""The groups of options that are rare for verbs whose result is not the games themselves."""


def job_options(
    verb: str, after: Mapping[str, Option] | None = None, without: Iterable[str] = (), rare: Iterable[str] = ()
) -> Callable[[Decorated], Decorated]:
    """The options of jobs that a verb takes, except those named in `without`.

    `after` maps the name of such an option to another option that the help shows right after it. `rare` names groups of
    options that only `--help-all` shows, because the verb is about other things.
    """
    options: list[Option] = []
    left_out, not_shown = set(without), set(rare)
    for row in options_of(verb):
        if row["name"] not in left_out:
            common = row["common"] and row["group"] not in not_shown
            options += _MADE[row["kind"]]({**row, "common": common})
        if after and row["name"] in after:
            options.append(after[row["name"]])
    return bundle(options)


def _option(row: OptionRow, **more: Any) -> list[Option]:
    where: Any = {"group": row["group"], "common": row["common"]}
    return [option(row["flag"], row["name"], help=row["doc"], metavar=row["metavar"], **where, **more)]


def _limit_options(row: OptionRow) -> Iterable[Option]:
    for limit in registry("limits"):
        kind = Size() if limit["unit"] == "bytes" else click.IntRange(min=0)
        about = f"{limit['doc'].rstrip('.')}. [default: {_amount(limit['default'], limit['unit'])}]"
        where: Any = {"group": row["group"], "common": row["common"]}
        made: Any = {"metavar": "N", "expose_value": False, "callback": _keep_limit}
        yield option(f"--limit-{limit['id']}", type=kind, help=about, **made, **where)


def _format_options(row: OptionRow) -> list[Option]:
    where: Any = {"group": row["group"], "common": row["common"]}
    made: Any = {"multiple": True, "metavar": "NAME=VALUE", "expose_value": False, "callback": _keep_format_options}
    return [option("-O", "options", help=row["doc"], **made, **where)]


def _switch(row: OptionRow) -> list[Option]:
    return _option(row, type=Choice(row["values"]))


def _numbers(row: OptionRow) -> click.IntRange:
    """The numbers that an option takes. The native part refuses those that are too large for the machine."""
    return click.IntRange(row["least"], row["most"] if row["most"] < sys.maxsize else None)


# How options are made, by kind.
_MADE: dict[str, Callable[[OptionRow], Iterable[Option]]] = {
    "flag": lambda row: _option(row, is_flag=True),
    "switch": _switch,
    "number": lambda row: _option(row, type=_numbers(row)),
    "size": lambda row: _option(row, type=Size()),
    "text": lambda row: _option(row),
    "file": lambda row: _option(row),
    "choice": lambda row: _option(row, type=(WrittenFormat if row["name"] == "to" else Choice)(row["values"])),
    "list": lambda row: _option(row, callback=_columns if row["name"] == "columns" else _listed),
    "files": lambda row: _option(row, multiple=True, callback=_files),
    "file-or-table": lambda row: _option(row),
    "span": lambda row: _option(row),
    "table": lambda row: _option(row, multiple=True, callback=_table),
    "numbers": _limit_options,
    "pairs": _format_options,
}


def _day(_ctx: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """A day, or the first day of a month or a year."""
    if value is None:
        return None
    year, _, rest = value.partition("-")
    month, _, day = rest.partition("-")
    try:
        return date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        raise click.BadParameter(f"`{value}` is not a date such as 1960-01-31, 1960-01 or 1960") from None


_SPEEDS = ("bullet", "blitz", "rapid", "classical", "correspondence")

_WHERE = option(
    "--where",
    metavar="SQL",
    group="Select",
    help="Keep only games that match this SQL condition (`list columns`); it sees changed tags.",
)

_TIMES = (
    option("--since", metavar="DATE", callback=_day, group="Select",
           help="Keep only games on or after this day, such as 1960-01-31 or 1960."),
    option("--until", metavar="DATE", callback=_day, group="Select", help="Keep only games before this day."),
    option("--speed", type=Choice(_SPEEDS), metavar="SPEED", group="Select", common=False,
           help=f"Keep only games of this speed: {', '.join(_SPEEDS)}. The estimated time for 40 moves determines it."),
)  # fmt: skip

_PLAYER = option("--player", metavar="NAME", group="Select", help="Keep only games of the player with this exact name.")

where_options = bundle([_WHERE, _PLAYER, *_TIMES])
"""Which games are read, by a condition in SQL or in the words of players."""

where_options_without_player = bundle([_WHERE, *_TIMES])
"""The same for verbs whose option `--player` means something else."""


def with_condition(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a verb, with all of `where_options` in one condition.

    >>> with_condition({"where": "mate", "player": "O'Hara", "since": None, "until": "1960-01-01", "speed": None})
    {'where': "(mate) AND (white = 'O''Hara' OR black = 'O''Hara') AND date < DATE '1960-01-01'"}
    """
    from scoresheet.questions.duckdb import quoted  # here: most commands do not choose games

    others = dict(options)
    where, player, since, until, speed = (
        others.pop(name, None) for name in ("where", "player", "since", "until", "speed")
    )
    parts = [] if where is None else [f"({where})"]
    if player is not None:
        parts.append(f"(white = {quoted(player)} OR black = {quoted(player)})")
    parts += [] if since is None else [f"date >= DATE '{since}'"]
    parts += [] if until is None else [f"date < DATE '{until}'"]
    parts += [] if speed is None else [f"speed = {quoted(speed)}"]
    # A condition alone stays as it was written, so that places in DuckDB's messages fit.
    return {**others, "where": where if parts == [f"({where})"] else " AND ".join(parts) or None}


def parted(options: Mapping[str, Any], target: str | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The options for reading games, and those for writing what is made of them to this output.

    An option of formats is for writing if the format of the output defines it.

    >>> parted({"limit": 5, "force": True, "strict": "both", "width": "0"}, "games.pgn")
    ({'limit': 5, 'strict': 'both'}, {'force': True, 'strict': 'both', 'width': '0'})
    """
    works = {row["name"]: row["works"] for row in options_of("convert") if row["kind"] != "pairs"}
    to = output_format(target, options.get("to")) or "pgn"
    of_output = {
        keyword_of(option["name"])
        for row in registry("formats")
        for option in row["options"]
        if row["id"] == to and option["works"] != "read"
    }
    roles = {name: works.get(name, "write" if name in of_output else "read") for name in options}
    reading = {name: value for name, value in options.items() if roles[name] != "write"}
    return reading, {name: value for name, value in options.items() if roles[name] in ("write", "both")}


def chosen(inputs: list[str], condition: str | None, reading: Mapping[str, Any]) -> Games:
    """The games that meet a condition, of which only those count for the option `limit`."""
    import scoresheet

    if condition is None:
        return scoresheet.read(inputs, **reading)
    limit = reading.get("limit")
    games = scoresheet.read(inputs, **{name: value for name, value in reading.items() if name != "limit"})
    games = games.where(condition)
    return games if limit is None else games.limit(limit)


def report_options(function: Decorated) -> Decorated:
    """Options about progress and the report."""
    return bundle([
        option("--progress", type=Choice(["auto", "always", "never"]), default="auto", group="Report", common=False,
               help="When to show progress: a bar on a terminal, otherwise a line every 10 seconds. [default: auto]"),
        option("--json", "as_json", is_flag=True, group="Report",
               help="Print the result or the report as JSON on stdout."),
        option("--report", "report_file", metavar="FILE", group="Report", common=False,
               help="Write the report as JSON to this file."),
        option("--quiet", is_flag=True, group="Report", help="Show no progress and no report."),
    ])(function)  # fmt: skip


# What ends the path of a folder. The folder need not exist yet.
_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))

_COPY = "write a file, and copy it there"

_REPLACED = "name another output, or use `--force` to replace the input after all of it was read"


def check_output(
    path: str | None, force: bool, *, folder: bool = False, grows: bool = False, inputs: Iterable[str] = ()
) -> None:
    """Refuses an output that exists, before any work is done. A folder is refused unless `folder` is set.

    An output that `grows` may exist, because games are added to it.
    """
    if path and is_remote(path):
        raise UsageError(f"cannot write `{shown(path)}`: files at URLs are only read", hint=_COPY)
    if not path or path == "-" or is_url(path):
        return
    if Path(text(path)).is_dir() or path.endswith(_SEPARATORS):
        if folder:
            return  # the format decides whether it can be written there
        raise UsageError(f"cannot write `{path}`: it is a folder", hint="name a file in it")
    # Devices and pipes are written to directly, so nothing is lost.
    if (grows or not force) and is_input(path, inputs):
        hint = "name another output" if grows else _REPLACED
        raise UsageError(f"cannot write `{path}`: it is an input", hint=hint)
    if not (force or grows) and Path(path).is_file():
        raise ExistingFileError(f"cannot write `{path}`: it already exists", file=path, hint="`--force` overwrites it")


def is_input(path: str, inputs: Iterable[str]) -> bool:
    """Whether an output is the same file as an input, even under another name or through a link.

    >>> is_input("examples/historic.pgn", ["-", "examples/../examples/historic.pgn"])
    True
    """
    target = Path(path)
    return target.is_file() and any(Path(name).is_file() and target.samefile(name) for name in inputs)
