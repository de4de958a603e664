"""Shipped questions: one `.sql` file each, whose head declares what it takes.

The head is the run of `--` lines at the top. Its first line is the title, the others are

    -- param NAME KIND [= DEFAULT]: what it does
    -- one of: NAME, NAME           exactly one of these must be given
    -- example: name=value …

where KIND is `date`, `integer` (`integer>=1` sets the least value) or the words to choose from, `colour|side`. A line
`-- when NAME = VALUE` inside the file starts the text that is run instead of the first one when that parameter has that
value. Values are checked here and bound as prepared parameters; none is ever pasted into SQL.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path

from scoresheet.errors import UsageError

__all__ = ["Parameter", "Question", "Value", "all_questions", "find", "parse"]

Value = int | str | date | None
"""What a parameter holds once it was checked; `None` where it was not given."""

_PARAMETER = re.compile(r"param (\w+) ([^\s:]+)(?: = (\S+))?: (.+)")
_WHEN = re.compile(r"^-- when (\w+) = (\w+)\n", re.MULTILINE)
_BOUND = re.compile(r"\$([a-z]\w*)")


@dataclass(frozen=True)
class Parameter:
    """One parameter of a question, as its file declares it."""

    name: str
    kind: str
    default: Value
    doc: str

    def check(self, given: object) -> Value:
        """The value for `given`, which may be text from a command line.

        >>> Parameter("plies", "integer>=0", None, "by this ply").check("10")
        10
        """
        if given is None:
            return None
        try:
            return _READERS[self._word](self, given)
        except ValueError:
            raise UsageError(
                f"`{self.name}={given}` is not {self.expected}", hint=f"`{self.name}`: {self.doc}"
            ) from None

    @property
    def _word(self) -> str:
        return "choice" if "|" in self.kind else self.kind.partition(">=")[0]

    @property
    def expected(self) -> str:
        """What a value must be, in words."""
        if self._word == "choice":
            return "one of " + ", ".join(f"`{word}`" for word in self.kind.split("|"))
        return "a date like `1960-01-31`" if self._word == "date" else f"a whole number from {self.least} up"

    @property
    def least(self) -> int:
        """The least value of an integer parameter."""
        return int(self.kind.partition(">=")[2] or 0)


def _read_date(_parameter: Parameter, given: object) -> date:
    if isinstance(given, date):
        # A datetime is a date too; its time of day would make the bounds unequal to those of other engines.
        return date(given.year, given.month, given.day)
    if not isinstance(given, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", given):
        raise ValueError
    return date.fromisoformat(given)


def _read_integer(parameter: Parameter, given: object) -> int:
    if isinstance(given, bool) or not re.fullmatch(r"\d+", str(given), re.ASCII):
        raise ValueError
    number = int(str(given))
    if not parameter.least <= number < 2**31:
        raise ValueError
    return number


def _read_choice(parameter: Parameter, given: object) -> str:
    if given not in parameter.kind.split("|"):
        raise ValueError
    return str(given)


_READERS: dict[str, Callable[[Parameter, object], Value]] = {
    "date": _read_date,
    "integer": _read_integer,
    "choice": _read_choice,
}


@dataclass(frozen=True)
class Question:
    """One shipped question."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    example: str
    text: str
    one_of: tuple[str, ...] = ()
    texts_when: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def bind(self, given: Mapping[str, object]) -> tuple[str, dict[str, Value]]:
        """The SQL to run and the values to bind in it.

        >>> sql, values = find("imbalance").bind({"ply": "30"})
        >>> values["ply"]
        30
        """
        self._refuse_unknown(given)
        checked = {parameter.name: parameter.check(given.get(parameter.name)) for parameter in self.parameters}
        values = {p.name: p.default if checked[p.name] is None else checked[p.name] for p in self.parameters}
        if self.one_of and sum(values[name] is not None for name in self.one_of) != 1:
            wanted = " and ".join(f"`{name}=`" for name in self.one_of)
            raise UsageError(f"`{self.name}` needs exactly one of {wanted}", hint=self.usage)
        chosen = [text for (name, value), text in self.texts_when.items() if values[name] == value]
        sql = chosen[0] if chosen else self.text
        return sql, {name: values[name] for name in values if name in set(_BOUND.findall(sql))}

    @property
    def usage(self) -> str:
        """An example of it, as typed."""
        return "for example `" + f"@{self.name} {self.example}".rstrip() + "`"

    def _refuse_unknown(self, given: Mapping[str, object]) -> None:
        known = [parameter.name for parameter in self.parameters]
        for name in given:
            if name not in known:
                hint = _meant(name, known, "`{}`") or f"it takes {', '.join(known)}"
                raise UsageError(f"`{self.name}` has no parameter `{name}`", hint=hint)


def parse(name: str, source: str) -> Question:
    r"""The question that the text of a `.sql` file holds.

    >>> parse("count", "-- How many games there are.\nSELECT count(*) FROM games").title
    'How many games there are.'
    """
    lines = source.splitlines()
    head = [line[2:].strip() for line in itertools.takewhile(lambda line: line.startswith("--"), lines)]
    first, *rest = _WHEN.split("\n".join(lines[len(head) :]) + "\n")
    return Question(
        name=name,
        title=head[0],
        parameters=tuple(_parameter(line) for line in head if line.startswith("param ")),
        example=_after(head, "example: "),
        text=first.strip(),
        one_of=tuple(re.findall(r"\w+", _after(head, "one of: "))),
        texts_when={(rest[i], rest[i + 1]): rest[i + 2].strip() for i in range(0, len(rest), 3)},
    )


def _parameter(line: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    if match is None:
        raise ValueError(f"not a parameter: {line}")
    name, kind, default, doc = match.groups()
    unset = Parameter(name, kind, None, doc)
    return Parameter(name, kind, unset.check(default), doc)


def _after(head: list[str], start: str) -> str:
    return next((line[len(start) :] for line in head if line.startswith(start)), "")


@cache
def all_questions() -> tuple[Question, ...]:
    """Every shipped question, by name.

    >>> [question.name for question in all_questions()][0]
    'castling'
    """
    return tuple(parse(path.stem, path.read_text("utf-8")) for path in _files())


def _files() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*.sql"))


def _meant(name: str, known: list[str], form: str) -> str:
    """A question to whoever has misspelled a name; empty where no known one is like it."""
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    return f"did you mean {form.format(near[0])}?" if near else ""


def find(name: str) -> Question:
    """The question of this name.

    >>> find("castling").one_of
    ('plies', 'moves')
    """
    known = {path.stem: path for path in _files()}
    if name not in known:
        hint = _meant(name, list(known), "`@{}`") or "`scoresheet list questions` shows them all"
        raise UsageError(f"there is no question `{name}`", hint=hint)
    return parse(name, known[name].read_text("utf-8"))
