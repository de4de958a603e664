"""JSON as text: with the original spelling of numbers, and without text that UTF-8 cannot encode."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable

from scoresheet.infinite.decimals import Real
from scoresheet.infinite.faults import Fault, Refused

__all__ = ["is_text", "json_line", "json_lines"]


def json_line(value: object, *, spaced: bool) -> str:
    r"""JSON on one line, with or without spaces after commas and colons.

    Raises:
        Refused: a part of it is not JSON, or it nests too deeply.

    >>> json_line({"slideLimit": 7, "names": ["ä"], "price": Real("1.50")}, spaced=True)
    '{"slideLimit": 7, "names": ["ä"], "price": 1.50}'
    """
    return _Dump("", ", " if spaced else ",", ": " if spaced else ":").text(value)


def json_lines(value: object) -> str:
    r"""JSON with each member on its own line, and a line end at the end.

    Raises:
        Refused: a part of it is not JSON, or it nests too deeply.

    >>> json_lines({"turn": "white", "moves": []})
    '{\n  "turn": "white",\n  "moves": []\n}\n'
    """
    return _Dump("  ", ",", ": ").text(value) + "\n"


def is_text(text: str) -> bool:
    r"""Whether a string has no halves of characters.

    >>> is_text("ä"), is_text("\ud800")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class _Dump:
    def __init__(self, indent: str, comma: str, colon: str) -> None:
        self.indent = indent
        self.comma = comma
        self.colon = colon

    def text(self, value: object) -> str:
        try:
            return self.value(value, "\n")
        except RecursionError:
            raise Refused(Fault("limit-depth", "cannot write JSON: it nests too deep")) from None

    def value(self, value: object, line: str) -> str:
        """A value whose lines start with this indent."""
        if isinstance(value, dict):
            pairs = (f"{self.key(key)}{self.colon}{self.value(v, line + self.indent)}" for key, v in value.items())
            return self.bracketed("{}", pairs, line)
        if isinstance(value, (list, tuple)):
            return self.bracketed("[]", (self.value(v, line + self.indent) for v in value), line)
        return _scalar(value)

    def key(self, key: object) -> str:
        if not isinstance(key, str):
            raise _no_json(key)
        return _scalar(key)

    def bracketed(self, brackets: str, parts: Iterable[str], line: str) -> str:
        if not self.indent:
            return f"{brackets[0]}{self.comma.join(parts)}{brackets[1]}"
        within = line + self.indent
        inside = f"{self.comma}{within}".join(parts)
        return f"{brackets[0]}{within}{inside}{line}{brackets[1]}" if inside else brackets


def _scalar(value: object) -> str:
    if isinstance(value, str):
        # Halves of characters are escaped, because UTF-8 cannot encode them.
        return json.dumps(value, ensure_ascii=not is_text(value))
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, Real):
        return value.text
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    raise _no_json(value)


def _no_json(value: object) -> Refused:
    return Refused(
        Fault("icn-extras", f"cannot write JSON: a value of the type `{type(value).__name__}` is not supported")
    )
