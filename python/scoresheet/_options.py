"""Converts what callers pass to what the native part takes: single paths, and options from the list of options."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from scoresheet import _core
from scoresheet._registry import registry
from scoresheet._suggest import meant, near
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet._core import OptionRow as OptionRow  # for commands, too, which take everything from the package

__all__ = [
    "Options",
    "Path",
    "Step",
    "asked",
    "default_of",
    "is_remote",
    "is_store",
    "is_url",
    "options_of",
    "output_format",
    "shown",
    "store_kind",
    "text",
]

Path: TypeAlias = "str | os.PathLike[str]"

Step: TypeAlias = "Sequence[tuple[str, Any]]"
"""Options that change games together, in the order of the list of options."""


class Options(NamedTuple):
    """The options that a job was given, with values as the native part takes them."""

    values: Mapping[str, Any] = {}
    """The options of jobs, by name."""
    choices: Sequence[tuple[str, Any]] = ()
    """The options of formats."""
    read_choices: Sequence[tuple[str, Any]] = ()
    """The options of input formats alone, for a job that reads in one way and writes in another."""
    chain: Sequence[Step] = ()
    """The steps that change games, one after another. Those in `values` come after them."""
    chosen: _core.GameSet | None = None
    """The only games to take, if not all are."""
    shown_names: Sequence[tuple[str, str]] = ()
    """The temporary files that are read in place of pipes, with the names to show for them."""

    def native(self) -> dict[str, Any]:
        """The dict that the native part takes.

        >>> asked("read", {"limit": 5, "validation": "full"}).native()
        {'limit': 5, 'choices': [('validation', 'full')]}
        """
        others = self._asdict()
        values = others.pop("values")
        chosen = others.pop("chosen")
        lists = {name: list(value) for name, value in others.items() if value}
        return {**values, **lists, **({} if chosen is None else {"chosen": chosen})}

    def then_written(self, writing: Options) -> Options:
        """These options of reading games, with those of writing them."""
        return writing._replace(
            values={**self.values, **writing.values}, read_choices=(*self.read_choices, *self.choices), chain=self.chain
        )

    def with_headers_for(self, sources: Iterable[object]) -> Options:
        """These options, without headers if none of the sources is at a URL.

        >>> asked("read", {"headers": {"Accept": "application/json"}}).with_headers_for(["games.pgn"]).values
        {}
        """
        if any(isinstance(source, str) and is_remote(source) for source in sources):
            return self
        return self._replace(values={name: value for name, value in self.values.items() if name != "headers"})

    def only(self, names: Iterable[str]) -> Options:
        """The options of jobs with these names, and nothing else.

        >>> asked("read", {"limit": 5, "threads": 2}).only(["threads", "part"])
        Options(values={'threads': 2}, choices=(), read_choices=(), chain=(), chosen=None, shown_names=())
        """
        return Options({name: self.values[name] for name in names if name in self.values})


def is_url(path: Path) -> bool:
    """Whether an input is not a path: a URL, of a database or of files elsewhere, or a text in base64.

    >>> is_url("postgresql://localhost/chess"), is_url("s3://bucket/games.pgn"), is_url("games.pgn")
    (True, True, False)
    >>> is_url("base64:hjCaQMKg")
    True
    """
    return isinstance(path, str) and _url_name(path) is not None


def is_store(path: Path, to: str | None = None) -> bool:
    """Whether an output is a database, judged by the requested format or, without one, by its name.

    >>> is_store("games.duckdb"), is_store("mongodb://localhost/chess"), is_store("games.db")
    (True, True, False)
    >>> is_store("games.db", "sqlite")
    True
    """
    stores = [entry for entry in registry("formats") if entry["store"]]
    if to is not None:
        return any(entry["id"] == to for entry in stores)
    endings = tuple(f".{ending}" for entry in stores for ending in entry["extensions"])
    is_server = is_url(path) and not is_remote(path)
    return is_server or os.fspath(path).lower().endswith(endings)


def output_format(path: Path | None, to: str | None = None) -> str | None:
    """The id of the format that an output gets: the requested one, or that of its extension; None if neither is known.

    >>> output_format("suite.epd.zst"), output_format("games.txt", "pgn"), output_format(None)
    ('epd', 'pgn', None)
    """
    if to is not None or path is None:
        return to
    name = re.sub(r"\.(gz|bz2|zst|xz)$", "", os.fspath(path).lower())
    for entry in registry("formats"):
        if name.endswith(tuple(f".{ending}" for ending in entry["extensions"])):
            return str(entry["id"])
    return None


def is_remote(path: Path) -> bool:
    """Whether a path is the URL of files elsewhere.

    >>> is_remote("s3://bucket/games.pgn"), is_remote("postgresql://localhost/chess"), is_remote("games.pgn")
    (True, False, False)
    """
    scheme, separator, _ = path.partition("://") if isinstance(path, str) else ("", "", "")
    return bool(separator) and any(scheme.lower() in place["schemes"] for place in registry("places"))


def store_kind(source: object, from_: str | None = None) -> str | None:
    """The kind of database of a source that is a single one; None for everything else.

    Folders, archives and pipes are never databases. Nothing in them is read to find out.

    >>> store_kind("mongodb://localhost/chess"), store_kind("examples/historic.pgn")
    ('mongodb', None)
    """
    named = [source] if isinstance(source, str | os.PathLike) else source
    if not isinstance(named, Sequence) or len(named) != 1 or named[0] == "-":
        return None
    if not isinstance(named[0], str | os.PathLike):
        return None
    return _core.Games.store_kind(text(named[0]), {"from_": from_})


def shown(path: str) -> str:
    """A path or URL as users may see it: without a password.

    >>> shown("postgresql://me:hidden@localhost/chess"), shown("games.pgn")
    ('postgresql://me@localhost/chess', 'games.pgn')
    """
    name = _url_name(path)
    return path if name is None else name


def _url_name(path: str) -> str | None:
    # Few names have a colon, and a path need not be UTF-8.
    return _core.Games.shown_url(path.encode(errors="replace").decode()) if ":" in path else None


def text(path: Path) -> str:
    """A path as text, which the native part takes.

    >>> text("a.pgn")
    'a.pgn'
    """
    name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        shown = os.fsencode(name).decode("utf-8", "backslashreplace")
        hint = "rename it, or pass the folder that contains it"
        raise UsageError(f"the name `{shown}` is not UTF-8", hint=hint) from None
    return name


@cache
def options_of(taker: str) -> tuple[OptionRow, ...]:
    """The options that a function or verb takes, in the order of help and documentation.

    `taker` is `"convert"`, `"check"`, `"read"`, `"write"`, `"parse"`, `"Game.to"`, `"query"`, `"inputs"` or `"index"`.

    >>> [option["name"] for option in options_of("inputs")]
    ['from_', 'headers']
    """
    taken = (row for row in registry("options") if taker in row["takers"])
    return tuple({**row, **row["apart"].get(taker, {})} for row in taken)


def default_of(option: OptionRow) -> Any:
    """The default of an option; None if the native part decides.

    >>> [default_of(option) for option in options_of("parse") if option["name"] in ("language", "strict", "fen")]
    [False, 'auto', None]
    """
    if option["kind"] in ("flag", "switch"):
        return False
    return (option["default"] or None) if option["kind"] == "choice" else None


def asked(taker: str, given: Mapping[str, Any]) -> Options:
    """The options that a caller passed to a function or verb.

    A name that is not an option of `taker` is passed on as an option of a format. The native part refuses unknown ones.

    >>> found = asked("read", {"limit": 5, "threads": None, "limits": {}, "validation": "full"})
    >>> found.values, found.choices
    ({'limit': 5}, (('validation', 'full'),))
    """
    kinds = {option["name"]: option["kind"] for option in options_of(taker) if option["kind"] != "pairs"}
    _check_spelling(given, kinds)
    said = {name: value for name, value in given.items() if value is not None}
    taken = {name: _MADE.get(kinds[name], _as_it_is)(value) for name, value in said.items() if name in kinds}
    made = {name: value for name, value in taken.items() if value is not False and value not in ([], {})}
    formats = _by_keyword()
    return Options(made, tuple((formats.get(name, name), value) for name, value in said.items() if name not in kinds))


@cache
def _by_keyword() -> dict[str, str]:
    """The options of formats by what they are called as keywords."""
    return {keyword_of(name): name for name in _of_formats()}


@cache
def keyword_of(format_option: str) -> str:
    """What an option of formats is called as a keyword: `output_…` if functions have an option of that name.

    >>> keyword_of("width"), keyword_of("encoding")
    ('width', 'output_encoding')
    """
    is_taken = any(option["name"] == format_option for option in registry("options"))
    return f"output_{format_option}" if is_taken else format_option


def _check_spelling(given: Mapping[str, Any], own: Iterable[str]) -> None:
    """Refuses an unknown name that probably means a known one. The native part deals with other names."""
    for name in given.keys() - _known():
        if likely := near(name, [*own, *_of_formats()], cutoff=0.75):
            raise UsageError(f"there is no option `{name}`", hint=meant(likely))


@cache
def _known() -> frozenset[str]:
    """The names of all options, of jobs and of formats."""
    own = {option["name"] for option in registry("options")}
    return frozenset({*own, *_of_formats(), *_by_keyword()})


@cache
def _of_formats() -> frozenset[str]:
    return frozenset(option["name"] for entry in registry("formats") for option in entry["options"])


def _as_it_is(value: Any) -> Any:
    return value


def _switched(value: Any) -> bool | str:
    return bool(value) if value in (True, False) else str(value)


def _copied(kind: type) -> Callable[[Any], Any]:
    def copied(value: Any) -> Any:
        # The native part refuses values of a wrong type.
        try:
            return kind(value) if isinstance(value, Iterable) else value
        except (TypeError, ValueError):
            return value

    return copied


def _names(value: Any) -> Any:
    """A list of names. Text may hold one name, or several separated by commas, as on the command line."""
    if isinstance(value, str):
        return [name.strip() for name in value.split(",")]
    return _copied(list)(value)


def _path(value: Any) -> Any:
    return text(value) if isinstance(value, str | os.PathLike) else value


def _paths(value: Any) -> Any:
    paths = _copied(list)(value)
    return [_path(path) for path in paths] if isinstance(paths, list) else paths


# Converts a caller's value to what the native part takes, for the kinds of options for which the two differ.
_MADE: dict[str, Callable[[Any], Any]] = {
    "list": _names,
    "numbers": _copied(dict),
    "table": _copied(dict),
    "switch": _switched,
    "file": _path,
    "files": lambda value: [_path(value)] if isinstance(value, str | os.PathLike) else _paths(value),
    "file-or-table": lambda value: dict(value) if isinstance(value, Mapping) else _path(value),
}
