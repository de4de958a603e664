"""Signatures and documentation of functions that take the options of jobs, made from the list of options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from scoresheet._options import default_of, options_of

__all__ = ["takes"]

Function = TypeVar("Function", bound=Callable[..., Any])

# The start of the docstring line that stands for all options, and the maximum width of the lines that replace it.
_LINE = "options: "
_WIDTH = 120

# Types of values as signatures show them. Those in `_ids.py`, which type checkers read, are narrower.
_TYPES = {
    "flag": "bool",
    "switch": "bool | str",
    "number": "int | None",
    "size": "int | None",
    "text": "str | None",
    "file": "str | os.PathLike[str] | None",
    "choice": "str | None",
    "list": "Sequence[str] | None",
    "numbers": "Mapping[str, int] | None",
    "table": "Mapping[str, str] | None",
    "file-or-table": "str | os.PathLike[str] | Mapping[str, str] | None",
    "span": "int | str | None",
}


def takes(taker: str) -> Callable[[Function], Function]:
    """Shows each option that `taker` takes in the signature and the docstring of a function that has `**options`.

    >>> import scoresheet
    >>> inspect.signature(scoresheet.inputs).parameters["from_"]
    <Parameter "from_: 'str | None' = None">
    """
    options = options_of(taker)

    def decorate(function: Function) -> Function:
        if function.__doc__:  # `python -OO` removes it
            lines = function.__doc__.split("\n")
            function.__doc__ = "\n".join(other for line in lines for other in _described(line, options))
        *own, rest = inspect.signature(function).parameters.values()
        shown = [_parameter(option, rest) for option in options]
        parameters = sorted([*own, *shown], key=lambda parameter: parameter.kind)
        function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return function

    return decorate


def _parameter(option: Mapping[str, Any], rest: inspect.Parameter) -> inspect.Parameter:
    """An option as a parameter; `rest` is the parameter that takes all options."""
    if option["kind"] == "pairs":
        return rest.replace(name=_name_of(option), annotation=rest.empty)
    default = default_of(option)
    annotation = _TYPES[option["kind"]].removesuffix("" if default is None else " | None")
    return inspect.Parameter(option["name"], rest.KEYWORD_ONLY, default=default, annotation=annotation)


def _name_of(option: Mapping[str, Any]) -> str:
    # Options of formats are passed under their own names.
    return "format_options" if option["kind"] == "pairs" else str(option["name"])


def _described(line: str, options: tuple[dict[str, Any], ...]) -> Iterator[str]:
    """A line of a docstring; the line about all options is replaced by one entry per option."""
    text = line.lstrip(" ")
    if not text.startswith(_LINE):
        yield line
        return
    indent = line.removesuffix(text)
    for option in options:
        line = f"{indent}{_name_of(option)}:"
        for word in option["docstring"].split():
            if len(line) + len(word) >= _WIDTH:
                yield line
                line = f"{indent}   "
            line += f" {word}"
        yield line
