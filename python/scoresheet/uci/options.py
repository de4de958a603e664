"""The options of an engine: their descriptions, and the values that they take."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

from scoresheet._printable import printable
from scoresheet._suggest import meant, near
from scoresheet.uci.faults import engine_error, excerpt

__all__ = ["EngineOption", "EngineOptions", "OptionKind", "OptionValue", "parse_option"]

OptionKind: TypeAlias = Literal["check", "spin", "combo", "button", "string"]
OptionValue: TypeAlias = "str | int | bool | None"

_OPTION = re.compile(rf"option\s+name\s+(\S.*?)\s+type\s+({'|'.join(get_args(OptionKind))})(?:\s+(.*))?")
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_SHOWN = 10
"""How many choices a message lists."""

_EMPTY = "<empty>"
"""How UCI writes a string without characters."""


class EngineOption(NamedTuple):
    """An option of an engine. Returned by `Engine.options`.

    Attributes:
        name: its name, as the engine spells it.
        kind: `"check"` for true or false, `"spin"` for a whole number, `"combo"` for one of several words, `"string"`
            for any text, and `"button"` for an action without a value.
        default: its value unless set: a `bool`, an `int` or a `str` according to the kind; None if the engine names
            none.
        minimum: the least number of a `"spin"`.
        maximum: the greatest number of a `"spin"`.
        choices: the words of a `"combo"`.

    >>> from scoresheet.uci import EngineOption
    >>> EngineOption("Hash", "spin", 16, 1, 1024).maximum
    1024
    """

    name: str
    kind: OptionKind
    default: str | int | bool | None = None
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    def checked(self, value: OptionValue) -> str:
        """The text of a value for the engine; empty for a button.

        Raises:
            EngineError: the option cannot have this value (`engine-option`).
        """
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self.kind == "button":
            if value not in (None, True):
                raise self._refused(value, "it is a button, which takes no value")
            return ""
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise self._refused(value, "it is true or false")
            return text.lower()
        if self.kind == "spin":
            return self._number(value, text)
        if self.kind == "combo":
            found = next((choice for choice in self.choices if choice.lower() == text.lower()), None)
            if found is None:
                shown = ", ".join(map(excerpt, self.choices[:_SHOWN])) + ", …" * (len(self.choices) > _SHOWN)
                raise self._refused(value, f"it is one of {shown}", meant(near(text, self.choices)))
            return found
        if value is None or not isinstance(value, str | int) or not text.isprintable():
            raise self._refused(value, "it is a text of one line")
        return text or _EMPTY

    def _number(self, value: OptionValue, text: str) -> str:
        if isinstance(value, bool) or not _NUMBER.fullmatch(text):
            raise self._refused(value, "it is a whole number")
        low, high = self.minimum, self.maximum
        if (low is not None and int(text) < low) or (high is not None and int(text) > high):
            raise self._refused(value, f"it is from {low} to {high}")
        return text

    def _refused(self, value: OptionValue, reason: str, hint: str | None = None) -> Exception:
        message = f"the option {excerpt(self.name)} cannot be {excerpt(str(value))}: {reason}"
        return engine_error("engine-option", message, hint=hint)


class EngineOptions(Mapping[str, EngineOption]):
    """The options of an engine by their names, without regard to case. Returned by `Engine.options`.

    >>> from scoresheet.uci import EngineOption, EngineOptions
    >>> options = EngineOptions([EngineOption("Hash", "spin", 16, 1, 1024)])
    >>> list(options), options["hash"].default
    (['Hash'], 16)
    """

    def __init__(self, options: list[EngineOption]) -> None:
        self._options = {option.name.lower(): option for option in options}

    def __getitem__(self, name: str) -> EngineOption:
        return self._options[str(name).lower()]

    def __iter__(self) -> Iterator[str]:
        return (option.name for option in self._options.values())

    def __len__(self) -> int:
        return len(self._options)

    def __repr__(self) -> str:
        return f"EngineOptions({list(self._options.values())})"

    def named(self, name: str) -> EngineOption:
        """The option with a name.

        Raises:
            EngineError: there is no such option (`engine-option`). The hint has the closest name.
        """
        if name not in self:
            # Names are compared in lower case, and suggested as the engine spells them.
            closest = [self._options[each].name for each in near(str(name).lower(), self._options)]
            hint = meant(map(printable, closest))
            raise engine_error("engine-option", f"the engine has no option {excerpt(str(name))}", hint=hint)
        return self[name]


def parse_option(line: str) -> EngineOption | None:
    """The option that a line of the engine describes; None if the line does not describe one.

    >>> parse_option("option name Style type combo default Normal var Solid var Normal")
    EngineOption(name='Style', kind='combo', default='Normal', minimum=None, maximum=None, choices=('Solid', 'Normal'))
    """
    found = _OPTION.fullmatch(line)
    if not found:
        return None
    name, kind, rest = found[1], found[2], f" {found[3] or ''} "
    if kind == "string":
        text = rest.partition(" default ")[2].strip()
        return EngineOption(name, "string", "" if text == _EMPTY else text)
    if kind == "combo":
        first, *choices = re.split(r"\svar\s", rest)
        default = first.partition(" default ")[2].strip()
        return EngineOption(name, "combo", default, choices=tuple(choice.strip() for choice in choices))
    words = rest.split()
    values = dict(zip(words[::2], words[1::2], strict=False))
    if kind == "check":
        return EngineOption(name, "check", values.get("default", "").lower() == "true")
    if kind == "spin":
        numbers = {key: int(text) for key, text in values.items() if _NUMBER.fullmatch(text)}
        return EngineOption(name, "spin", numbers.get("default"), numbers.get("min"), numbers.get("max"))
    return EngineOption(name, "button")
