"""What programs and scripts can rely on: the Python API, the command line, and the names in the registries.

`tests/surface` keeps each of the three as one sorted file, with a line for every name and what is promised of it.
Blessing a change rewrites these files only if CHANGELOG.md mentions each changed name in an item that is new or was
edited since the last time: `changelog.txt` has the digests of the items that were there then.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click
import griffe

import scoresheet
from scoresheet._registry import entries, name_of
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command
from scoresheet.engines.extension import functions
from scoresheet.questions import all_questions

__all__ = ["CHANGELOG", "SURFACES", "bless", "differences", "items", "kept", "unmentioned", "write"]

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "surface"
CHANGELOG = ROOT / "CHANGELOG.md"
_ITEMS = "changelog.txt"

Surface = dict[str, str]
"""What is promised of each name. A name with a prefix that is a name, too, is a part of that."""

_UNPACKED = re.compile(r"Unpack\[(\w+)\]")
_SHOWN_BY_PYTHON = {"__slots__", "__match_args__", "__module__", "__all__", "__hash__"}
_WORD = re.compile(r"[\w-]+")
_CODE = re.compile(r"`([^`]+)`")


# The Python API


def python() -> Surface:
    """All public names of the package, with the kinds, types and defaults that a caller sees."""
    extensions = griffe.load_extensions("griffe_scoresheet:Words")
    package = griffe.load(
        "scoresheet", search_paths=[str(ROOT / "python")], allow_inspection=False, extensions=extensions
    )
    public = [f"scoresheet.{name}" for name in scoresheet.__all__ if name not in scoresheet._MODULES]
    for module in scoresheet._MODULES:
        names = package[module].exports or []
        public += [f"scoresheet.{module}", *(f"scoresheet.{module}.{name}" for name in names)]
    surface: Surface = {}
    first: dict[str, str] = {}
    for path in public:
        found = package[path.partition(".")[2]]
        found = found.final_target if found.is_alias else found
        # Many names of modules are names of the package, too.
        if first.setdefault(found.path, path) == path:
            surface |= dict(_of_object(path, found))
        else:
            surface[path] = f"the same as {first[found.path]}"
    return surface


def _of_object(path: str, found: Any) -> Iterator[tuple[str, str]]:
    if found.is_alias:
        found = found.final_target
    if found.is_module:
        yield path, "module"
    elif found.is_class:
        yield path, f"class({', '.join(str(base) for base in found.bases)})"
        for name, member in sorted(found.all_members.items()):
            if not name.startswith("_") or (name.startswith("__") and name not in _SHOWN_BY_PYTHON):
                yield from _of_object(f"{path}.{name}", member)
    elif found.is_function:
        yield from _of_function(path, found)
    else:
        labels = sorted(found.labels & {"property", "writable", "cached"})
        yield path, " ".join([*(labels or ["attribute"]), str(found.annotation or "")]).strip()


def _of_function(path: str, found: Any) -> Iterator[tuple[str, str]]:
    overloads = found.overloads or [found]
    kinds = sorted(found.labels & {"async", "classmethod", "staticmethod"})
    yield (
        path,
        f"{' '.join([*kinds, 'function'])} -> {' or '.join(dict.fromkeys(str(each.returns) for each in overloads))}",
    )
    parts: dict[str, dict[str, None]] = {}
    for overload in overloads:
        for name, promise in _of_parameters(path, overload):
            parts.setdefault(name, {})[promise] = None
    yield from ((name, " or ".join(promises)) for name, promises in parts.items())


def _of_parameters(path: str, found: Any) -> Iterator[tuple[str, str]]:
    for place, parameter in enumerate(found.parameters):
        if parameter.name in {"self", "cls"}:
            continue
        if unpacked := _UNPACKED.fullmatch(str(parameter.annotation)):
            for name, option in found.parent.modules_collection["scoresheet._ids"][unpacked[1]].all_members.items():
                yield f"{path}({name})", f"option {option.annotation}"
            continue
        kind = str(parameter.kind.value)
        by_place = f"{place} " if kind.startswith("positional") else ""
        default = "" if parameter.default is None else f" = {parameter.default}"
        yield f"{path}({parameter.name})", f"{by_place}{kind} {parameter.annotation}{default}"


# The command line


def commands() -> Surface:
    """All commands with their arguments, options and choices, and the exit statuses."""
    context = click.Context(command)
    surface: Surface = {f"exit {status.value}": status.name for status in Exit}
    for verb in command.list_commands(context):
        found = command.get_command(context, verb)
        assert found is not None
        surface[verb] = "command"
        arguments = [parameter for parameter in found.params if isinstance(parameter, click.Argument)]
        for parameter in found.params:
            place = arguments.index(parameter) + 1 if isinstance(parameter, click.Argument) else None
            surface |= dict(_of_parameter(verb, parameter, place))
    return surface


def _of_parameter(verb: str, parameter: click.Parameter, place: int | None) -> Iterator[tuple[str, str]]:
    names = max(parameter.opts, key=len)
    # Users do not write the name of an argument, so the changelog mentions the verb.
    path = f"{verb} {names}" if place is None else f"argument {place} of {verb}"
    described = ["option" if place is None else "argument", parameter.type.name]
    described += [word for word in ("required", "multiple", "is_flag") if getattr(parameter, word, False)]
    described += [] if parameter.nargs == 1 else [f"nargs={parameter.nargs}"]
    if isinstance(parameter.default, str | int | float) and parameter.default is not False:
        described.append(f"= {parameter.default}")
    described += sorted({*parameter.opts, *parameter.secondary_opts} - {names})
    yield path, " ".join(described)
    yield from ((f"{path} {choice}", "choice") for choice in getattr(parameter.type, "choices", ()))


# The registries


def names() -> Surface:
    """Formats and their options, notations, columns, codes, limits, variants, questions and functions of SQL."""
    surface: Surface = {}
    for entry in entries("formats"):
        surface[f"format {entry['id']}"] = " ".join(way for way in ("reads", "writes") if entry[way])
        for option in entry["options"]:
            values = "|".join(option["values"])
            surface[f"format {entry['id']} {option['name']}"] = (
                f"{option['works']} {values} = {option['default']}".rstrip()
            )
    for entry in entries("columns"):
        surface[f"column {entry['name']}"] = f"{entry['type']} {entry['unit'] or 'without unit'}, {entry['family']}"
    for entry in entries("errors"):
        surface[f"code {entry['id']}"] = entry["severity"]
    for entry in entries("limits"):
        surface[f"limit {entry['id']}"] = f"{entry['default']} {entry['unit']}".rstrip()
    for kind in ("notations", "positions", "families", "languages", "variants"):
        surface |= {f"{kind} {name_of(entry)}": "listed" for entry in entries(kind)}
    for question in all_questions():
        surface[f"question {question.name}"] = "listed"
        for parameter in question.parameters:
            surface[f"question {question.name} {parameter.name}"] = f"{parameter.kind} = {parameter.default}"
    for function in functions():
        surface[f"function {function['name']}"] = f"({') or ('.join(function['parameters'])}) -> {function['type']}"
    return surface


SURFACES: dict[str, Callable[[], Surface]] = {"python": python, "commands": commands, "names": names}


# What is kept, and when it may change


def kept(name: str) -> Surface:
    """The surface in the repository."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return {path: promise.strip() for path, _, promise in (line.partition(":") for line in lines)}


def differences(before: Surface, after: Surface) -> list[str]:
    """The names that were added, removed or changed. Parts of what is new or gone are not named."""
    changed = [name for name in sorted(before.keys() | after.keys()) if before.get(name) != after.get(name)]
    whole = {name for name in changed if (name in before) != (name in after)}
    return [name for name in changed if not any(prefix in whole for prefix in _prefixes(name))]


def _prefixes(name: str) -> Iterator[str]:
    return (name[: found.start()] for found in re.finditer(r"[.( ]", name))


def items(changelog: str) -> dict[str, str]:
    r"""The items of the changelog by their digests.

    >>> list(items("# Changelog\n\n- One\n  item.\n- Another.\n").values())
    ['One item.', 'Another.']
    """
    found = re.findall(r"^- (.*(?:\n  .*)*)", changelog, re.MULTILINE)
    texts = [" ".join(text.split()) for text in found]
    return {hashlib.sha256(text.encode()).hexdigest()[:12]: text for text in texts}


def unmentioned(changed: list[str], changelog: str) -> list[str]:
    """Those of the names that no new item of the changelog mentions in code.

    An option is mentioned as `--sort-tags`, `sort_tags` or `sort_tags=`, and a part by its last word.
    """
    old = (FOLDER / _ITEMS).read_text("utf-8").split()
    new = [text for digest, text in items(changelog).items() if digest not in old]
    words = {_plain(word) for text in new for code in _CODE.findall(text) for word in _WORD.findall(code)}
    return [name for name in changed if _plain(_WORD.findall(name)[-1]) not in words]


def _plain(word: str) -> str:
    return word.strip("-").replace("-", "_").rstrip("_")


def bless() -> list[str]:
    """Writes all surfaces as they are now, if the changelog mentions what changed; returns the names that it lacks."""
    now = {name: make() for name, make in SURFACES.items()}
    changed = [path for name, surface in now.items() for path in differences(kept(name), surface)]
    changelog = CHANGELOG.read_text("utf-8")
    missing = unmentioned(changed, changelog)
    if changed and not missing:
        write(now, changelog)
    return missing


def write(surfaces: dict[str, Surface], changelog: str) -> None:
    """Writes all surfaces, and the digests of the items that the changelog has with them."""
    for name, surface in surfaces.items():
        _write_lines(f"{name}.txt", (f"{path}: {promise}" for path, promise in surface.items()))
    _write_lines(_ITEMS, items(changelog))


def _write_lines(name: str, lines: Iterable[str]) -> None:
    text = "".join(f"{line.rstrip()}\n" for line in sorted(lines))
    (FOLDER / name).write_text(text, "utf-8", newline="\n")
