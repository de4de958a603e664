"""JSON exactly as RFC 8259 defines it: one object, alone or within a text, read without recursion."""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import JSONDecodeError
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, Literal, NamedTuple

from scoresheet.infinite.decimals import Real
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.reading.source import Source, shown

__all__ = ["EXTRAS", "Wording", "read_json", "read_object"]

_TOKEN = re.compile(
    r"[ \t\r\n]*(?:"
    r"(?P<mark>[{}\[\],:])"
    r'|(?P<string>")'
    r"|(?P<number>(?P<whole>-?(?:0|[1-9][0-9]*))(?P<part>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?))(?![0-9A-Za-z.+-])"
    r"|(?P<word>true|false|null)(?![0-9A-Za-z])"
    r")"
)
_WORDS = {"true": True, "false": False, "null": None}
_OPENS = {"{": dict, "[": list}


class Wording(NamedTuple):
    """How error messages refer to an object."""

    code: str
    what: str


EXTRAS = Wording("icn-extras", "the extra rules")
_GAME = Wording("icn-json", "the JSON")


def read_object(source: Source, at: int, wording: Wording = EXTRAS) -> tuple[dict[str, Any], int]:
    """The object whose brace is at this place, and where it ends. Numbers are exact, and keep their spelling (`Real`).

    Raises:
        Refused: it is not JSON, a key is repeated, or it nests too deeply.
    """
    return _Scanner(source, wording).read(at)


def read_json(text: str, limits: Mapping[str, int] | None = None) -> dict[str, Any]:
    """The object that a whole text consists of, with or without a byte order mark.

    Args:
        text: the JSON.
        limits: `digits` and `depth`, if they differ from the defaults.

    Raises:
        Refused: it is not an object of JSON, a key is repeated in an object, or a limit is exceeded.

    >>> read_json('{"a": [1, "x"]}')
    {'a': [1, 'x']}
    """
    source = Source(text, limits)
    at = source.skip(1 if text.startswith("\ufeff") else 0)
    if not text.startswith("{", at):
        raise source.refusal(_GAME.code, "cannot read the JSON as a game: it is not an object", at, source.word(at))
    value, end = read_object(source, at, _GAME)
    end = source.skip(end)
    if end < source.end:
        raise source.refusal(_GAME.code, "cannot read the JSON: text follows it", end, source.word(end))
    return value


_Need = Literal["first", "value", "key", "next"]
"""What is expected next: the first value, key or end of what was opened, a value, a key, or a comma or end."""


class _Scanner:
    """Reads values. Open values are on a stack, each object with the key that waits for a value."""

    def __init__(self, source: Source, wording: Wording) -> None:
        self.source = source
        self.wording = wording
        self.open: list[dict[str, Any] | list[Any]] = []
        self.keys: list[str] = []

    def read(self, at: int) -> tuple[dict[str, Any], int]:
        root: dict[str, Any] = {}
        self._enter(root, at)
        at += 1
        need: _Need = "first"
        while self.open:
            token = self._token(at)
            inner, mark, at = self.open[-1], token["mark"], token.end()
            is_object = isinstance(inner, dict)
            if need in ("first", "next") and mark == ("}" if is_object else "]"):
                self.open.pop()
                self.keys.pop()
                need = "next"
            elif need == "next":
                if mark != ",":
                    raise self._refused("a comma is missing", token)
                need = "key" if is_object else "value"
            elif is_object and need != "value":
                at = self._key(token)
                need = "value"
            else:
                value, at = self._value(token)
                need = "first" if isinstance(value, (dict, list)) else "next"
        return root, at

    def _enter(self, value: dict[str, Any] | list[Any], at: int) -> None:
        self.source.check("depth", "the depth of nested values", len(self.open) + 1, at)
        self.open.append(value)
        self.keys.append("")

    def _token(self, at: int) -> re.Match[str]:
        found = _TOKEN.match(self.source.text, at)
        if found is None:
            at = self.source.skip(at)
            if at >= self.source.end:
                raise self._fault(f"cannot read {self.wording.what}: the JSON never ends", at)
            words = self.source.word(at) or self.source.text[at]
            raise self._fault(f"cannot read `{shown(words)}`: it is not JSON", at, words)
        return found

    def _key(self, token: re.Match[str]) -> int:
        if token["string"] is None:
            raise self._refused("a name in quotes is missing", token)
        at = token.end() - 1
        key, end = self._string(token)
        inner = self.open[-1]
        if key in inner:
            raise self._fault(f"cannot read {self.wording.what}: `{shown(key)}` occurs twice", at, key)
        self.keys[-1] = key
        colon = self._token(end)
        if colon["mark"] != ":":
            raise self._refused("a `:` is missing", colon)
        return colon.end()

    def _value(self, token: re.Match[str]) -> tuple[Any, int]:
        end = token.end()
        value: Any
        if token["string"]:
            value, end = self._string(token)
        elif token["number"]:
            value = self._number(token)
        elif token["word"]:
            value = _WORDS[token["word"]]
        elif token["mark"] in _OPENS:
            value = _OPENS[token["mark"]]()
        else:
            raise self._refused("a value is missing", token)
        inner = self.open[-1]
        if isinstance(inner, dict):
            inner[self.keys[-1]] = value
        else:
            inner.append(value)
        if isinstance(value, (dict, list)):
            self._enter(value, end - 1)
        return value, end

    def _number(self, token: re.Match[str]) -> int | Real:
        at, number = token.start("number"), token["number"]
        self.source.check("digits", "the number of digits", len(number), at)
        return Real(number) if token["part"] or number == "-0" else int(number)

    def _string(self, token: re.Match[str]) -> tuple[str, int]:
        at = token.end() - 1
        try:
            value, end = scanstring(self.source.text, at + 1, True)
            value.encode("utf-8")
        except JSONDecodeError as error:
            why = (
                "a string never ends"
                if "Unterminated" in error.msg
                else "a string contains a character that JSON does not allow"
            )
            message = f"cannot read {self.wording.what}: {why}"
            raise self._fault(message, min(error.pos, self.source.end)) from None
        except UnicodeEncodeError:
            raise self._fault(f"cannot read {self.wording.what}: a string contains an unpaired surrogate", at) from None
        return value, end

    def _refused(self, why: str, token: re.Match[str]) -> Exception:
        at = self.source.skip(token.start())
        words = token.group().strip(" \t\r\n")
        return self._fault(f"cannot read {self.wording.what} at `{shown(words)}`: {why}", at, words)

    def _fault(self, message: str, at: int, words: str = "") -> Refused:
        return self.source.refusal(self.wording.code, message, at, words)
