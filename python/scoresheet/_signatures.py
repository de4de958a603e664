"""Signatures and documentation of functions that take the options of jobs, made from the list of options."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from scoresheet._options import default_of, options_of

if TYPE_CHECKING:
    import inspect

    from scoresheet._core import OptionRow

__all__ = ["takes"]

Function = TypeVar("Function", bound=Callable[..., Any])

# The start of the docstring line that is replaced by all options, and the maximum width of the lines that replace it.
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
    "files": "str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None",
    "file-or-table": "str | os.PathLike[str] | Mapping[str, str] | None",
    "span": "int | str | None",
}


def takes(taker: str) -> Callable[[Function], Function]:
    """Shows each option that `taker` takes in the signature and the docstring of a function that has `**options`.

    >>> import inspect, scoresheet
    >>> inspect.signature(scoresheet.inputs).parameters["from_"]
    <Parameter "from_: 'str | None' = None">
    """

    def decorate(function: Function) -> Function:
        if function.__doc__:  # `python -OO` removes it
            function.__doc__ = "\n".join(_described(line, taker) for line in function.__doc__.split("\n"))
        function.__wrapped__ = _Shown(taker, function)  # type: ignore[attr-defined]
        return function

    return decorate


class _Shown:
    """What `inspect.signature` finds in place of a function: a signature that is made when it is needed."""

    def __init__(self, taker: str, function: Any) -> None:
        self._taker = taker
        # Where `inspect` looks for the source. It is a copy, because the function itself leads back to here.
        self.__wrapped__ = FunctionType(
            function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__
        )
        self.__wrapped__.__annotations__ = function.__annotations__
        self.__wrapped__.__kwdefaults__ = function.__kwdefaults__

    @property
    def __signature__(self) -> inspect.Signature:
        import inspect  # here: most programs need no signature

        *own, rest = inspect.signature(self.__wrapped__).parameters.values()
        shown = [_parameter(option, rest) for option in options_of(self._taker)]
        return inspect.Signature(sorted([*own, *shown], key=lambda parameter: parameter.kind))


def _parameter(option: OptionRow, rest: inspect.Parameter) -> inspect.Parameter:
    """An option as a parameter; `rest` is the parameter that takes all options."""
    if option["kind"] == "pairs":
        return rest.replace(name=_name_of(option), annotation=rest.empty)
    default = default_of(option)
    annotation = _TYPES[option["kind"]].removesuffix("" if default is None else " | None")
    return type(rest)(option["name"], rest.KEYWORD_ONLY, default=default, annotation=annotation)


def _name_of(option: OptionRow) -> str:
    # Options of formats are passed under their own names.
    return "format_options" if option["kind"] == "pairs" else option["name"]


def _described(line: str, taker: str) -> str:
    """A line of a docstring; the line about all options is replaced by one entry per option."""
    text = line.lstrip(" ")
    return _entries(taker, line.removesuffix(text)) if text.startswith(_LINE) else line


@cache
def _entries(taker: str, indent: str) -> str:
    """The entries of all options in a docstring, with this indentation."""
    return "\n".join(line for option in options_of(taker) for line in _entry(option, indent))


def _entry(option: OptionRow, indent: str) -> Iterator[str]:
    rest = f"{indent}{_name_of(option)}: {' '.join(option['docstring'].split())}"
    while len(rest) > _WIDTH:
        end = rest.rindex(" ", 0, _WIDTH + 1)
        yield rest[:end]
        rest = f"{indent}    {rest[end + 1 :]}"
    yield rest
