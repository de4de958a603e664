"""A text during reading: its limits, its notes, and the wording of its faults."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoresheet._registry import registry
from scoresheet.infinite.errors import shortened
from scoresheet.infinite.faults import Fault, Refused

__all__ = ["BLANKS", "INTEGER", "PLAIN", "Source", "shown"]

BLANKS = r"[ \t\r\n]*"
"""The four characters that separate words; other spaces do not."""
INTEGER = r"-?[0-9]+"
PLAIN = r"(?:0|-?[1-9][0-9]*)"
"""An integer in canonical form: no leading zeros, no `-0`."""

_BLANKS = re.compile(BLANKS)
_WORD = re.compile(r"[^ \t\r\n\[{]*")
_STRANGE_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?[eE][-+]?[0-9]+|\+[0-9]+")

_HIGHEST = {"digits": 4000, "depth": 200}
"""Limits that no caller can raise: beyond them, Python itself fails to print a number or to compare nested values."""


def shown(words: str) -> str:
    r"""Text as messages quote it: on one line, without unprintable characters.

    >>> shown("a\n b\x00")
    'a b\\x00'
    """
    line = " ".join(words[:200].split())
    return shortened("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


_BY_THE_LETTER = {"icn-zero": "icn-number", "icn-separator": "icn-syntax", "move-rule-passed": "icn-move-rule"}
"""The errors for leniencies if reading is strict by the notation."""


class Source:
    """A text with its limits. Readers take what they need from it, and add their notes."""

    def __init__(
        self,
        text: str,
        limits: Mapping[str, int] | None = None,
        *,
        strict: bool = False,
        by_the_letter: bool = False,
    ) -> None:
        if not isinstance(text, str):
            raise TypeError(f"the text of a game is a str, not {type(text).__name__}")
        self.text = text
        self.end = len(text)
        self.notes: list[Fault] = []
        self._strict = strict
        self._by_the_letter = by_the_letter
        self._limits = _limits(limits or {})
        self.digits = self._limits["digits"]

    # Faults

    def refusal(self, code: str, message: str, at: int, words: str = "", ply: int | None = None) -> Refused:
        """The exception for an error at a place."""
        return Refused(Fault(code, message, at, shortened(words[:200]), ply))

    def note(self, code: str, message: str, at: int, words: str = "", ply: int | None = None) -> None:
        """Adds a note on a leniency. If reading is strict, it is an error.

        Raises:
            Refused: reading is strict.
        """
        if self._by_the_letter and code in _BY_THE_LETTER:
            raise self.refusal(_BY_THE_LETTER[code], message, at, words, ply)
        fault = Fault(code, message, at, shortened(words[:200]), ply)
        if self._strict:
            raise Refused(fault)
        self.notes.append(fault)

    def check(self, limit: str, what: str, size: int, at: int) -> None:
        """Checks a size against the limit with this name.

        Raises:
            Refused: the size exceeds the limit.
        """
        allowed = self._limits[limit]
        if size > allowed:
            raise self.refusal(f"limit-{limit}", f"{what} is beyond the limit of {allowed:,}", at)

    def check_bytes(self, limit: str, what: str, start: int, end: int) -> None:
        """The same for a part of the text and a limit in bytes."""
        if (end - start) * 4 > self._limits[limit]:
            self.check(limit, what, len(self.text[start:end].encode("utf-8", "surrogatepass")), start)

    # Scanning

    def skip(self, at: int) -> int:
        """The first character from here on that is not a space."""
        found = _BLANKS.match(self.text, at)
        return found.end() if found else at

    def word(self, at: int) -> str:
        """The characters up to a blank or an opening bracket or brace."""
        found = _WORD.match(self.text, at)
        return found.group() if found else ""

    def integer(self, digits: str, at: int) -> int:
        """The value of `-?[0-9]+`. Leading zeros and `-0` are noted.

        Raises:
            Refused: it has more digits than the limit allows.
        """
        if len(digits) > self.digits:
            self.check("digits", "the number of digits", len(digits.lstrip("-")), at)
        if (digits[0] == "0" or digits.startswith("-0")) and digits != "0":
            self.note("icn-zero", f"`{shown(digits)}` has unnecessary zeros", at, digits)
        return int(digits)

    def check_number(self, at: int) -> None:
        """Checks for a number in a form that ICN does not allow.

        Raises:
            Refused: it has an exponent or a plus sign.
        """
        found = _STRANGE_NUMBER.match(self.text, at)
        if found:
            number = found.group()
            message = f"cannot read the number `{shown(number)}`: it has characters other than digits and a minus"
            raise self.refusal("icn-number", message, at, number)


def _limits(given: Mapping[str, int]) -> dict[str, int]:
    usual = {entry["id"]: entry["default"] for entry in registry("limits")}
    limits = {**usual, **given}
    for name, highest in _HIGHEST.items():
        limits[name] = min(limits[name], highest)
    return limits
