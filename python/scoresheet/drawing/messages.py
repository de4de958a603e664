"""The words of the client in other languages. English is written in the modules; a language is a file of messages.

A key of a file is the English text. Its value is the text in the language, or an object of texts by the plural
categories of CLDR; the key is the English plural then.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from scoresheet._nag_words import words
from scoresheet._registry import registry
from scoresheet.drawing.bundle import bundle
from scoresheet.drawing.client import source
from scoresheet.drawing.ends import END_WORDS
from scoresheet.drawing.pieces import SETS
from scoresheet.drawing.pieces_js import NAGS, module_of
from scoresheet.drawing.theme import THEMES
from scoresheet.errors import UsageError

__all__ = ["LANGUAGES", "bundle_for_readers", "bundle_in", "drawn_words", "language_of", "said_in", "table"]

_FOLDER = Path(__file__).parent / "client" / "messages"

LANGUAGES = tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))
"""The codes of the languages that have messages; English needs none."""

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_SAID = re.compile(rf"\bt\({_TEXT}|\btn\([^\"]*?{_TEXT}, {_TEXT}|\bwords: {_TEXT}")


def language_of(name: str) -> str:
    """The code of a language, which is `en` or one of `LANGUAGES`.

    Raises:
        UsageError: there are no messages in this language.

    >>> language_of("de")
    'de'
    """
    if name not in ("en", *LANGUAGES):
        known = ", ".join(f"`{code}`" for code in ("en", *LANGUAGES))
        raise UsageError(f"there are no messages in the language `{name}`", hint=f"use {known}")
    return name


@cache
def table(language: str) -> dict[str, Any]:
    """The messages of a language by their English texts.

    >>> table("de")["Flip the board"], table("de")["{n} games"]
    ('Brett drehen', {'one': '{n} Partie', 'other': '{n} Partien'})
    """
    messages: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return messages


def said_in(script: str) -> set[str]:
    """The English texts that a script names: those in `t` and `tn`, and those of properties called `words`.

    >>> sorted(said_in('t("Close"); tn(n, "{n} game", "{n} games"); const KEY = { words: "Copy" };'))
    ['Close', 'Copy', '{n} games']
    """
    texts = (match[1] or match[3] or match[4] for match in _SAID.finditer(script))
    return {json.loads(f'"{text}"') for text in texts}


@cache
def drawn_words() -> frozenset[str]:
    """The texts that every page shows and no module names: they come from Python.

    >>> {"brown", "White wins", "checkmate", "French"} <= drawn_words()
    True
    """
    states = (f"{side} {state}" for side in ("White", "Black") for state in _STATES)
    titles = (str(row["title"]) for row in registry("languages"))
    return frozenset({*THEMES, *SETS, *END_WORDS.values(), *states, *titles, "Draw", "Figurines"})


_STATES = ("wins", "to move", "to move, in check", "is mated", "is stalemated")


@cache
def bundle_for_readers(entry: str, more: frozenset[str] | None = None) -> str:
    """The script of `bundle` with the messages of all languages, of which each reader gets the browser's.

    `more` are the texts that a server sends to it; without them, it has all messages.

    >>> "Brett drehen" in bundle_for_readers("page", frozenset())
    True
    """
    return _bundled(entry, {language: _messages(entry, language, more) for language in LANGUAGES}, "")


@cache
def bundle_in(entry: str, language: str) -> str:
    """The script of `bundle` in one language, `en` or one of `LANGUAGES`, for every reader.

    >>> "Brett drehen" in bundle_in("page", "de"), "Brett drehen" in bundle_in("page", "en")
    (True, False)
    """
    messages = _messages(entry, language, frozenset()) if language in LANGUAGES else {}
    return _bundled(entry, {language: messages}, language)


def _messages(entry: str, language: str, more: frozenset[str] | None) -> dict[str, Any]:
    """The messages that a script needs. Those that are the English text are left out."""
    wanted = None if more is None else said_in(bundle(entry, source)) | drawn_words() | more
    messages = {text: said for text, said in table(language).items() if wanted is None or text in wanted}
    nags = {english: words(nag, language) for nag in NAGS if (english := words(nag))}
    return {text: said for text, said in {**messages, **nags}.items() if text != said}


def _bundled(entry: str, tables: dict[str, dict[str, Any]], only: str) -> str:
    messages = module_of({"MESSAGES": tables, "ONLY": only})
    return bundle(entry, lambda name: messages if name == "messages" else source(name))
