"""What an engine provides for questions: a folder with their texts in its language, and the spelling of values.

A text is a file. In it, `$name` is the value of a parameter, and `$games` is what the question is about: a table or
files. `$sides` is a query of these games with two rows for each (`scoresheet.questions.sides`), and `$game_result`
computes how a game ended. `$double` and `$string` are the types of floating-point numbers and texts, and `$binary`
follows a text to sort it by its bytes.

Questions about results count what White and Black won, but with `player` what that player won. Their texts include
`games-or-sides` after their columns, which reads games or the sides of the player; `outcome`, the columns for how
each of them ended; and `outcomes`, which counts these.

A line that ends with `-- if NAME` is dropped unless that parameter has a value, so that bounds that are not given cost
nothing; such conditions follow `WHERE true` or `(true`. One that ends with `-- unless NAME` is dropped if it has one.
A line `-- when NAME = VALUE` starts the text that replaces the first one if that parameter has that value. A line
`-- include NAME` includes `NAME.sql` from the folder of the engine or, if it is not there, beside the declarations, for
texts that several engines can run. A whole text may be there, too, for all engines that know `$sides` and do not
have their own. If comments start with `#`, so do these lines.

Shares and means are rounded as whole numbers, `round(1000 * part / whole) / 10`. With decimals, the `round` of some
engines rounds 0.15 to 0.1, because the binary fraction is a little less. Some engines round a half to the even number:
texts that several engines run add a little to it.

Text from outside is never inserted unquoted: DuckDB binds values; elsewhere, the names of players, tables and files
pass through the engine's own quoting function. The other parameters are numbers, dates and listed words.
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
from scoresheet.questions.sides import NEEDED, SideDialect, sides

__all__ = ["LATER", "Asked", "Engine", "Written", "chosen", "doubled", "filled", "with_nulls"]

LATER = ("rules",)
"""The columns that texts use although older files and tables lack them; there they are NULL."""

_WHEN = re.compile(r"^(?:--|#) when (\w+) = (\w+)\n", re.MULTILINE)
_IF = re.compile(r"\s*(?:--|#) (if|unless) (\w+)$")
_INCLUDE = re.compile(r"^( *)-- include ([\w-]+)$", re.MULTILINE)
_PLACE = re.compile(r"\$([a-z]\w*)")
_SHARED = Path(__file__).parent


@dataclass(frozen=True)
class Asked:
    """What a question is about: a table of a store, or files if the engine reads files itself."""

    table: str = "games"
    files: Sequence[str] = ()
    lacking: Sequence[str] = ()
    """Those of `LATER` that the table lacks."""


class Engine:
    """An engine that has texts of questions."""

    def __init__(self, name: str, title: str) -> None:
        self.id = name
        self.title = title

    def has(self, question: str) -> bool:
        """Whether this engine has a text for a question."""
        raise NotImplementedError

    def text(self, question: Question, values: Mapping[str, Value], asked: Asked) -> str:
        """The text of a question, with the checked values of its parameters inserted."""
        raise NotImplementedError

    def refuse(self, question: Question, values: Mapping[str, Value], heard: Callable[[str, Value], bool]) -> None:
        """Raises an error if a value was given that the text does not use, so that no value is silently ignored."""
        for parameter in question.parameters:
            value = values.get(parameter.name)
            if value not in (None, parameter.default) and not heard(parameter.name, value):
                raise UsageError(
                    f"`{question.name}` has no text for {self.title} with `{parameter.name}={value}`",
                    hint="omit it, or choose another engine: `scoresheet list questions` shows them",
                )


@dataclass(frozen=True)
class Spelling:
    """How a language spells what is inserted into its texts."""

    text: Callable[[str], str]
    """Quotes text."""
    games: Callable[[Asked], str]
    """What the question is about, as written after FROM."""
    end: str = ";"
    """The end of a statement."""
    double: str = "DOUBLE PRECISION"
    """The type of 64-bit floating-point numbers."""
    string: str = "VARCHAR"
    """The type of texts."""
    binary: str = ""
    """The text that is added to a text to compare it by its bytes, if the engine does not do so anyway."""
    sides: SideDialect | None = None
    """How both sides of games are queried; None if they cannot be."""


class Written(Engine):
    """An engine whose texts are files."""

    def __init__(self, name: str, title: str, texts: tuple[Path, str], spelling: Spelling) -> None:
        """`texts` is the folder of the texts and the ending of their file names."""
        super().__init__(name, title)
        self._folder, self._ending = texts
        self._spelling = spelling

    def has(self, question: str) -> bool:
        """Whether this engine has a text for a question."""
        return self._file(question) is not None

    def _file(self, question: str) -> Path | None:
        """The text of a question: its own, or one for all engines that know the sides of games."""
        own, shared = self._folder / f"{question}{self._ending}", _SHARED / f"{question}.sql"
        if own.exists():
            return own
        return shared if self._spelling.sides is not None and shared.exists() else None

    def template(self, question: Question, values: Mapping[str, Value]) -> str:
        """The text for these values, with placeholders for them.

        >>> from scoresheet.questions import find
        >>> from scoresheet.questions.texts import engine
        >>> engine("sqlite").template(find("castling"), {"plies": 10}).splitlines()[-1]
        "  AND (rules IS NULL OR rules = 'chess960')"
        """
        file = self._file(question.name)
        assert file is not None, "somebody has asked whether there is a text"
        source = self._included(file.read_text("utf-8"))
        template = chosen(source, values)
        chosen_by = set(_WHEN.findall(source))
        places = set(_PLACE.findall(template))
        self.refuse(question, values, lambda name, value: name in places or (name, value) in chosen_by)
        return template

    def _included(self, source: str) -> str:
        """A text with the files that it includes inserted, indented like the lines that name them."""

        def included(line: re.Match[str]) -> str:
            own = self._folder / f"{line[2]}.sql"
            found = own if own.exists() else _SHARED / own.name
            return textwrap.indent(found.read_text("utf-8").rstrip(), line[1])

        while _INCLUDE.search(source):
            source = _INCLUDE.sub(included, source)
        return source

    def text(self, question: Question, values: Mapping[str, Value], asked: Asked) -> str:
        """The text of a question, with the checked values of its parameters inserted."""
        spelled = {name: self._literal(value) for name, value in values.items()}
        template = self.template(question, values)
        return filled(template, spelled | self.places(self.games(asked), template)) + self._spelling.end

    def games(self, asked: Asked) -> str:
        """What the question is about, as the text after FROM."""
        return with_nulls(self._spelling.games(asked), asked.lacking)

    def places(self, games: str, template: str) -> dict[str, str]:
        """The values of the placeholders of a text that are not parameters, for these games."""
        spelling = self._spelling
        places = {"games": games, "double": spelling.double, "string": spelling.string, "binary": spelling.binary}
        if spelling.sides is not None:
            both = textwrap.indent(sides(games, NEEDED, spelling.sides, re.findall(r"\w+", template)), "    ").strip()
            places |= {"sides": f"(\n    {both}\n  ) AS sides", "game_result": spelling.sides.ended}
        return places

    def _literal(self, value: Value) -> str:
        if value is None or isinstance(value, int):
            return "NULL" if value is None else str(value)
        return self._spelling.text(value.isoformat() if isinstance(value, date) else value)


def with_nulls(games: str, lacking: Sequence[str]) -> str:
    """The text after FROM for a table with these columns as well, which are NULL.

    >>> with_nulls('"games"', ["rules"])
    '(SELECT *, CAST(NULL AS text) AS rules FROM "games")'
    """
    nulls = ", ".join(f"CAST(NULL AS text) AS {name}" for name in lacking)
    return f"(SELECT *, {nulls} FROM {games})" if nulls else games


def chosen(source: str, values: Mapping[str, Value]) -> str:
    r"""The text in a file that these values select, without the lines that need other values.

    >>> chosen("SELECT 1\n  AND a = $a -- if a\n  AND b = $b -- if b\n-- when a = 2\nSELECT 2", {"a": 1, "b": None})
    'SELECT 1\n  AND a = $a'
    >>> chosen("SELECT a -- if a\nSELECT 0 -- unless a", {"a": None})
    'SELECT 0'
    """
    first, *rest = _WHEN.split(source)
    sections = {(rest[i], rest[i + 1]): rest[i + 2] for i in range(0, len(rest), 3)}
    picked = next((text for (name, value), text in sections.items() if values.get(name) == value), first)
    kept = [line for line in picked.strip().splitlines() if _wanted(line, values)]
    return _tidy("\n".join(_IF.sub("", line) for line in kept))


def _wanted(line: str, values: Mapping[str, Value]) -> bool:
    condition = _IF.search(line)
    return condition is None or (values.get(condition[2]) is not None) == (condition[1] == "if")


def _tidy(text: str) -> str:
    """A text without the `true` before conditions, which lets each of them start with AND."""
    text = re.sub(r"(WHERE |\()true\s+AND ", r"\1", text)
    # The bracket of a query whose conditions were all dropped.
    text = re.sub(r"(\(SELECT [^\n]*)\n *\)", r"\1)", text)
    return re.sub(r"\n *WHERE true(?=\n|$)", "", re.sub(r"\(true\s*\)", "true", text))


def filled(template: str, spelled: Mapping[str, str]) -> str:
    """A text with every known placeholder replaced. Any other `$` belongs to the language.

    >>> filled("SELECT $n, $.moves, $$this, $x", {"n": "1", "this": "never"})
    'SELECT 1, $.moves, $$this, $x'
    """
    return re.sub(r"(?<!\$)\$([a-z]\w*)", lambda place: spelled.get(place[1], place[0]), template)


def doubled(name: str, quote: str) -> str:
    """A text in quotes, with quotes inside it doubled, as SQL quotes names and strings.

    >>> doubled('a"b', '"')
    '"a""b"'
    """
    if not name or "\0" in name:
        raise UsageError("a name must not be empty or contain a NUL character", hint="choose another name")
    return quote + name.replace(quote, quote * 2) + quote
