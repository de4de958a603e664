"""What an engine is to questions: a folder with their texts in its language, and how that language spells values.

A text is a file. `$name` in it is the value of a parameter, and `$games` what is asked: a table or files. A
line that ends with `-- if NAME` is left out unless that parameter has a value, so that a bound that nobody gave costs
nothing; such conditions follow `WHERE true` or `(true`. A line `-- when NAME = VALUE` starts the text that is used
instead of the first one when that parameter has that value. A line `-- include NAME` stands for `NAME.sql` in the
engine's folder, else beside the declarations, where the texts are that several engines can read. Where comments start
with `#`, so do these.

No text from outside reaches one as it is: DuckDB binds values, and elsewhere the name of a player, a table or a file
goes through the engine's own function that quotes it. The other parameters are numbers, dates and listed words.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from scoresheet.errors import UsageError
from scoresheet.questions import Question, Value

__all__ = ["Asked", "Engine", "Written", "chosen", "doubled", "filled"]

_WHEN = re.compile(r"^(?:--|#) when (\w+) = (\w+)\n", re.MULTILINE)
_IF = re.compile(r"\s*(?:--|#) if (\w+)$")
_INCLUDE = re.compile(r"^( *)-- include ([\w-]+)$", re.MULTILINE)
_PLACE = re.compile(r"\$([a-z]\w*)")
_SHARED = Path(__file__).parent


@dataclass(frozen=True)
class Asked:
    """What a question is put to: a table of a store, or files where the engine reads files itself."""

    table: str = "games"
    files: Sequence[str] = ()


class Engine:
    """An engine that questions are written for."""

    def __init__(self, name: str, title: str) -> None:
        self.id = name
        self.title = title

    def has(self, question: str) -> bool:
        """Whether this engine has a text for a question."""
        raise NotImplementedError

    def text(self, question: Question, values: Mapping[str, Value], asked: Asked) -> str:
        """The text that asks a question, with the checked values of its parameters in place."""
        raise NotImplementedError

    def refuse(self, question: Question, values: Mapping[str, Value], heard: Callable[[str, Value], bool]) -> None:
        """Raises where a value was given that a text has no use for, so that none is ignored in silence."""
        for parameter in question.parameters:
            value = values.get(parameter.name)
            if value not in (None, parameter.default) and not heard(parameter.name, value):
                raise UsageError(
                    f"`{question.name}` has no text for {self.title} with `{parameter.name}={value}`",
                    hint="leave it out, or ask another engine: `scoresheet list questions` shows which there are",
                )


@dataclass(frozen=True)
class Spelling:
    """How a language spells what is put into its texts."""

    text: Callable[[str], str]
    """Quotes a text."""
    games: Callable[[Asked], str]
    """What is asked, as it stands behind FROM."""
    end: str = ";"
    """What ends a statement."""


class Written(Engine):
    """An engine whose texts are files."""

    def __init__(self, name: str, title: str, texts: tuple[Path, str], spelling: Spelling) -> None:
        """`texts` are the folder of the texts, and how the names of their files end."""
        super().__init__(name, title)
        self._folder, self._ending = texts
        self._spelling = spelling

    def has(self, question: str) -> bool:
        """Whether this engine has a text for a question."""
        return (self._folder / f"{question}{self._ending}").exists()

    def template(self, question: Question, values: Mapping[str, Value]) -> str:
        """The text for these values, with the places that they go to.

        >>> from scoresheet.questions import find
        >>> from scoresheet.questions.texts import engine
        >>> engine("sqlite").template(find("castling"), {"plies": 10}).splitlines()[-1]
        'FROM $games'
        """
        source = self._included((self._folder / f"{question.name}{self._ending}").read_text("utf-8"))
        template = chosen(source, values)
        chosen_by = set(_WHEN.findall(source))
        places = set(_PLACE.findall(template))
        self.refuse(question, values, lambda name, value: name in places or (name, value) in chosen_by)
        return template

    def _included(self, source: str) -> str:
        """A text with the files that it includes in their places, as far to the right as the lines that name them."""

        def included(line: re.Match[str]) -> str:
            own = self._folder / f"{line[2]}.sql"
            found = own if own.exists() else _SHARED / own.name
            return textwrap.indent(found.read_text("utf-8").rstrip(), line[1])

        return _INCLUDE.sub(included, source)

    def text(self, question: Question, values: Mapping[str, Value], asked: Asked) -> str:
        """The text that asks a question, with the checked values of its parameters in place."""
        spelled = {name: self._literal(value) for name, value in values.items()} | self.places(asked)
        return filled(self.template(question, values), spelled) + self._spelling.end

    def places(self, asked: Asked) -> dict[str, str]:
        """What belongs at the places that are no parameters."""
        return {"games": self._spelling.games(asked)}

    def _literal(self, value: Value) -> str:
        if value is None or isinstance(value, int):
            return "NULL" if value is None else str(value)
        return self._spelling.text(value.isoformat() if isinstance(value, date) else value)


def chosen(source: str, values: Mapping[str, Value]) -> str:
    r"""The text of a file that these values choose, without the lines that need other values.

    >>> chosen("SELECT 1\n  AND a = $a -- if a\n  AND b = $b -- if b\n-- when a = 2\nSELECT 2", {"a": 1, "b": None})
    'SELECT 1\n  AND a = $a'
    """
    first, *rest = _WHEN.split(source)
    sections = {(rest[i], rest[i + 1]): rest[i + 2] for i in range(0, len(rest), 3)}
    picked = next((text for (name, value), text in sections.items() if values.get(name) == value), first)
    kept = [line for line in picked.strip().splitlines() if _wanted(line, values)]
    return _tidy("\n".join(_IF.sub("", line) for line in kept))


def _wanted(line: str, values: Mapping[str, Value]) -> bool:
    condition = _IF.search(line)
    return condition is None or values.get(condition[1]) is not None


def _tidy(text: str) -> str:
    """A text without the `true` that stands before conditions so that each of them can start with AND."""
    text = re.sub(r"(WHERE |\()true\s+AND ", r"\1", text)
    # The bracket of a query whose conditions are gone.
    text = re.sub(r"(\(SELECT [^\n]*)\n *\)", r"\1)", text)
    return re.sub(r"\n *WHERE true(?=\n|$)", "", re.sub(r"\(true\s*\)", "true", text))


def filled(template: str, spelled: Mapping[str, str]) -> str:
    """A text with what belongs there at each place of a known name; what else has a `$` is the language's own.

    >>> filled("SELECT $n, $.moves, $$this, $x", {"n": "1", "this": "never"})
    'SELECT 1, $.moves, $$this, $x'
    """
    return re.sub(r"(?<!\$)\$([a-z]\w*)", lambda place: spelled.get(place[1], place[0]), template)


def doubled(name: str, quote: str) -> str:
    """A text in quotes, those within it doubled: how SQL quotes names and texts.

    >>> doubled('a"b', '"')
    '"a""b"'
    """
    if not name or "\0" in name:
        raise UsageError("a name cannot be empty or hold a NUL character", hint="choose another name")
    return quote + name.replace(quote, quote * 2) + quote
