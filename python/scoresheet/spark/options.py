"""The options of the data source. Spark passes them as text, in any case."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoresheet._registry import registry
from scoresheet._suggest import meant, near
from scoresheet.errors import UsageError

__all__ = ["NAMES", "Settings", "WriteSettings"]

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


@dataclass(frozen=True)
class Settings:
    """What a source is to read."""

    paths: tuple[str, ...]
    columns: tuple[str, ...] | None = None
    """Columns and families; None for the default."""
    split_size: int | None = None
    """The most bytes of a part; None for what suits the compression."""
    workers: int = 1
    """How many parts are read at once."""
    numbers: bool = True
    """Whether numbers of games and places of errors are those of the whole file."""
    plan: str | None = None
    """The parts to read, if they are planned already."""
    damaged: str = "fail"
    """What happens to files that cannot be read to their end: `fail` or `keep`."""
    reading: Mapping[str, Any] = field(default_factory=dict)
    """The options of `scoresheet.read`."""

    def reading_of(self, kind: str) -> dict[str, Any]:
        """The options of `scoresheet.read` for files of a format, which takes no options of others.

        >>> Settings.of({"path": "games/", "preset": "kaggle", "language": "de"}).reading_of("pgn")
        {'language': 'de'}
        """
        return {name: value for name, value in self.reading.items() if kind in _TAKEN_BY.get(name, (kind,))}

    def check_kinds(self, kinds: Collection[str]) -> None:
        """Checks that files of some of these formats take each option.

        Raises:
            UsageError: an option is one of other formats.
        """
        for name in self.reading:
            if name in _TAKEN_BY and not any(kind in _TAKEN_BY[name] for kind in kinds):
                raise _refused(f"no file takes the option `{name}`", f"files of {_listed(_TAKEN_BY[name])} do")

    @classmethod
    def of(cls, given: Mapping[str, str]) -> Settings:
        """The settings for the options that Spark passes.

        Raises:
            UsageError: an option does not exist, or its value makes no sense.

        >>> settings = Settings.of({"path": "a.pgn", "columns": "tags, errors", "splitsize": "8m", "limitgame": "900"})
        >>> settings.columns, settings.split_size, settings.reading
        (('tags', 'errors'), 8388608, {'limits': {'game': 900}})
        """
        members: dict[str, Any] = {"paths": _paths(given)}
        reading: dict[str, Any] = {}
        limits: dict[str, int] = {}
        for key, value in given.items():
            key, name = key.lower(), _shown(key, NAMES)
            if key in _OWN:
                member, parse = _OWN[key]
                members[member] = parse(name, value)
            elif key in _READING:
                option, parse = _READING[key]
                reading[option] = parse(name, value)
            elif key in _LIMITS:
                limits[_LIMITS[key]] = _number(name, value)
            elif key not in _PATHS:
                raise _unknown(name)
        return cls(**members, reading={**reading, **({"limits": limits} if limits else {})})


@dataclass(frozen=True)
class WriteSettings:
    """What is written, and where."""

    paths: tuple[str, ...]
    ending: str = "pgn"
    """The extension of the files, which decides the format and the compression."""
    writing: Mapping[str, Any] = field(default_factory=dict)
    """The options of `scoresheet.convert`."""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> WriteSettings:
        """The settings for the options that Spark passes.

        Raises:
            UsageError: an option does not exist, or its value makes no sense.

        >>> WriteSettings.of({"path": "out", "to": "vgn", "compression": "zst", "moves": "mcn"})
        WriteSettings(paths=('out',), ending='vgn.zst', writing={'to': 'vgn', 'moves': 'mcn'})
        """
        options = {name.lower(): value for name, value in given.items() if name.lower() not in _PATHS}
        to, compression = options.pop("to", "pgn"), options.pop("compression", "none")
        known = {entry["id"]: entry for entry in registry("formats") if entry["writes"]}
        if to not in known:
            raise _refused(f"`{to}` is not a format to write", f"use one of {', '.join(known)}")
        writing: dict[str, Any] = {"to": to}
        for key, value in options.items():
            if key not in _WRITING:
                raise _unknown(key, WRITES)
            option, parse = _WRITING[key]
            writing[option] = parse(_shown(key, WRITES), value)
        packed = "" if compression == "none" else f".{_one_of('gz', 'bz2', 'zst', 'xz')('compression', compression)}"
        return cls(_paths(given), f"{known[to]['extensions'][0]}{packed}", writing)


def _paths(given: Mapping[str, str]) -> tuple[str, ...]:
    """The paths of `load`: one, or a list as JSON."""
    by_name = {name.lower(): value for name, value in given.items() if name.lower() in _PATHS}
    listed = json.loads(by_name["paths"]) if "paths" in by_name else list(by_name.values())
    # Spark names files of this machine by URLs if another file system is its default.
    return tuple(path.removeprefix("file://") for path in listed)


def _text(_name: str, value: str) -> str:
    return value


def _list(_name: str, value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _number(name: str, value: str) -> int:
    if not value.strip().isdecimal():
        raise _refused(f"`{value}` is not a number for `{name}`", "write digits only")
    return int(value)


def _positive(name: str, value: str) -> int:
    number = _number(name, value)
    if number < 1:
        raise _refused(f"`{value}` is too small for `{name}`", "write 1 or more")
    return number


def _size(name: str, value: str) -> int:
    """A number of bytes, such as 8m."""
    text = value.strip().lower().removesuffix("ib").removesuffix("b")
    unit = text[-1:] if text[-1:].isalpha() else ""
    digits = text.removesuffix(unit).strip()
    if unit not in _UNITS or not digits.isdecimal() or int(digits) == 0:
        raise _refused(f"`{value}` is not a size for `{name}`", "write one such as 32m")
    return int(digits) * _UNITS[unit]


def _one_of(*values: str) -> Callable[[str, str], str]:
    def parse(name: str, value: str) -> str:
        if value not in values:
            raise _refused(f"`{value}` is not a value of `{name}`", f"use one of {', '.join(values)}")
        return value

    return parse


def _flag(name: str, value: str) -> bool:
    return _one_of("true", "false")(name, value.lower()) == "true"


def _strict(name: str, value: str) -> bool | str:
    return value if value in ("read", "write", "both") else _flag(name, value)


def _exact(name: str, value: str) -> bool:
    return _one_of("exact", "none")(name, value) == "exact"


_PATHS = ("path", "paths")

_OWN: dict[str, tuple[str, Callable[[str, str], Any]]] = {
    "columns": ("columns", _list),
    "splitsize": ("split_size", _size),
    "workers": ("workers", _positive),
    "numbers": ("numbers", _exact),
    "plan": ("plan", _text),
    "damaged": ("damaged", _one_of("fail", "keep")),
}


def _taken_by() -> dict[str, frozenset[str]]:
    """The formats that take an option of formats. Files of PGN may hold games of VGN."""
    found: dict[str, set[str]] = {}
    for entry in registry("formats"):
        for option in entry["options"]:
            if option["works"] != "write":
                found.setdefault(option["name"], set()).update([entry["id"], *(["pgn"] * (entry["id"] == "vgn"))])
    return {name: frozenset(formats) for name, formats in found.items()}


_TAKEN_BY = _taken_by()


def _listed(formats: Collection[str]) -> str:
    return ", ".join(sorted(formats))


def _of_formats() -> dict[str, tuple[str, Callable[[str, str], Any]]]:
    """The options of formats for reading, such as `preset`. The values of some are listed."""
    listed: dict[str, dict[str, None]] = {}
    for entry in registry("formats"):
        for option in entry["options"]:
            if option["works"] != "write":
                listed.setdefault(option["name"], {}).update(dict.fromkeys(option["values"]))
    return {
        name: (name, _text if any(not value.islower() for value in values) else _one_of(*values))
        for name, values in listed.items()
    }


_OF_FORMATS = _of_formats()

_READING: dict[str, tuple[str, Callable[[str, str], Any]]] = {
    **_OF_FORMATS,
    "onerror": ("on_error", _one_of("keep", "skip", "raise")),
    "strict": ("strict", _strict),
    "from": ("from_", _text),
    "language": ("language", _text),
    "encoding": ("encoding", _text),
    "fen": ("fen", _text),
    "variant": ("variant", _text),
    "keepspelling": ("keep_spelling", _flag),
}

_WRITING: dict[str, tuple[str, Callable[[str, str], Any]]] = {
    "moves": ("moves", _text),
    "positions": ("positions", _text),
    "columns": ("columns", _list),
    "export": ("export", _flag),
    "sorttags": ("sort_tags", _flag),
}

WRITES = ("to", "compression", "moves", "positions", "columns", "export", "sortTags")
"""All options for writing, as users write them."""

_LIMITS = {f"limit{limit['id']}": limit["id"] for limit in registry("limits")}

NAMES = (
    "columns", "splitSize", "workers", "numbers", "damaged", "onError", "strict", "from", "language", "encoding", "fen",
    "variant", "keepSpelling", *_OF_FORMATS,
    *(f"limit{limit['id'].capitalize()}" for limit in registry("limits")),
)  # fmt: skip
"""All options, as users write them."""


def _shown(name: str, names: Sequence[str]) -> str:
    """An option as users write it. Spark passes names in lower case."""
    return next((known for known in names if known.lower() == name.lower()), name)


def _unknown(name: str, names: Sequence[str] = NAMES) -> UsageError:
    by_lower = {known.lower(): known for known in names}  # Spark passes names in lower case
    likely = meant(by_lower[each] for each in near(name.lower(), by_lower))
    hint = likely or f"the options are {', '.join(names)}"
    return _refused(f"there is no option `{name}`", hint)


def _refused(message: str, hint: str) -> UsageError:
    # Of an error, Spark shows only the message.
    return UsageError(f"{message}; {hint}")
