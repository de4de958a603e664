"""Metadata: `[Key: value]`, and `[Key "value"]`."""

from __future__ import annotations

import re

from scoresheet.infinite.reading.source import BLANKS, Source, shown

__all__ = ["read_metadata"]

_QUOTED = re.compile(rf'\[{BLANKS}([^ \t\r\n:\[\]"]+)[ \t\r\n]+"')
_QUOTED_END = re.compile(rf'"{BLANKS}\]')
_COLON = re.compile(r":[ \t\r\n]")


def read_metadata(source: Source, metadata: dict[str, str], at: int) -> int:
    """Adds the entry whose bracket is at this place. Returns where it ends. The last value of a repeated key counts."""
    quoted = _QUOTED.match(source.text, at)
    key, value, end = _quoted(source, at, quoted) if quoted else _colon(source, at)
    source.check_bytes("tag", "the length of an entry of metadata", at, end)
    metadata[key] = value
    source.check("tags", "the number of entries of metadata", len(metadata), at)
    return end


def _quoted(source: Source, at: int, opened: re.Match[str]) -> tuple[str, str, int]:
    closed = _QUOTED_END.search(source.text, opened.end())
    if closed is None:
        words = source.text[at : at + 80]
        raise source.refusal("icn-metadata", f'cannot read `{shown(words)}`: no `"]` ends it', at, words)
    return opened[1], source.text[opened.end() : closed.start()], closed.end()


def _colon(source: Source, at: int) -> tuple[str, str, int]:
    close = source.text.find("]", at)
    words = source.text[at : at + 80] if close < 0 else source.text[at : close + 1]
    if close < 0:
        raise source.refusal("icn-metadata", f"cannot read `{shown(words)}`: no `]` ends it", at, words)
    inner = words[1:-1]
    found = _COLON.search(inner)
    colon = found.start() if found else inner.find(":")
    key = inner[:colon].strip(" \t\r\n") if colon >= 0 else ""
    if not key:
        why = "there is no key" if colon >= 0 or not inner.strip() else "no `:` or quotes follow the key"
        raise source.refusal("icn-metadata", f"cannot read `{shown(words)}`: {why}", at, words)
    value = inner[colon + 1 :].strip(" \t\r\n")
    if len(value) > 1 and value[0] == value[-1] == '"':
        why = "after a `:`, the quotes are part of the value, which may be unintended"
        raise source.refusal("icn-metadata", f"cannot read `{shown(words)}`: {why}", at, words)
    return key, value, close + 1
