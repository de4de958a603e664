"""Whether a text is ICN, told by its first words."""

from __future__ import annotations

import re

from scoresheet.infinite.pieces import BLACK
from scoresheet.infinite.position import PLAYER_CODES
from scoresheet.infinite.reading.modern import WIN_CONDITIONS
from scoresheet.infinite.reading.source import BLANKS, INTEGER

__all__ = ["looks_like_icn"]

_PLAYER = "(?:" + "|".join(sorted(PLAYER_CODES[1:], key=len, reverse=True)) + ")"
_NAME = "(?:" + "|".join((*WIN_CONDITIONS, "threecheck")) + ")"
_NAMES = f"{_NAME}(?:,{_NAME})*"
_SIDE = rf"(?:{INTEGER}(?:,{INTEGER})*(?:;[A-Za-z,]+)?)?"
_FIRST = re.compile(
    rf"{PLAYER_CODES[1]}|{PLAYER_CODES[BLACK]}|{_PLAYER}(?::{_PLAYER})+|[0-9]+/[0-9]+"
    rf"|\({_SIDE}(?:\|{_SIDE})+\)|{_NAMES}|\({_NAMES}(?:\|{_NAMES})*\)|(?:Squares|Rays):.*"
)
_SQUARE = re.compile(r"[0-9],-?[0-9]")
_NUMBER = re.compile(r"[0-9]+\.*")
_DEPTH = 200
"""No further rules nest deeper."""
_BLANKS = re.compile(BLANKS)
_WORD = re.compile(r"[^ \t\r\n\[{]+")
_STRINGS_AND_BRACES = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}]', re.DOTALL)
_BRACKET = re.compile(
    r'\[[ \t\r\n]*[^ \t\r\n:\[\]"]+[ \t\r\n]+"[^"]*(?:"(?![ \t\r\n]*\])[^"]*)*"[ \t\r\n]*\]|\[[^\]]*\]'
)


def looks_like_icn(text: str) -> bool:
    """Whether, outside brackets and braces, the first word is a turn or an argument, or holds a square.

    A number alone may be the number of a move in any format: the word behind it decides.

    >>> looks_like_icn('[White "Tom"] w K5,1|k5,8'), looks_like_icn('[White "Tom"] 1. e4 e5')
    (True, False)
    """
    at = 1 if text.startswith("\ufeff") else 0
    while True:
        at = _after(_BLANKS, text, at)
        if text.startswith("[", at):
            end = _after(_BRACKET, text, at)
        elif text.startswith("{", at):
            end = _after_braces(text, at)
        else:
            word = _WORD.match(text, at)
            if word is None:
                return False
            if not _NUMBER.fullmatch(word.group()):
                return bool(_FIRST.fullmatch(word.group()) or _SQUARE.search(word.group()))
            end = word.end()
        if end == at:
            return False
        at = end


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _after_braces(text: str, at: int) -> int:
    """Behind the brace that closes the one that opens here; here where none does."""
    depth = 0
    for found in _STRINGS_AND_BRACES.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(found.group(), 0)
        if depth == 0:
            return found.end()
        if depth > _DEPTH:
            break
    return at
