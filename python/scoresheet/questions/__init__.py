"""Built-in questions. Each is declared once, in a `.txt` file here; each engine has its texts of them in a folder.

The first line of a declaration is the title. The others are

    param NAME KIND [= DEFAULT]: description
    unit: NAME = N OTHER         NAME counts N of OTHER; the texts only use OTHER
    one of: NAME, NAME           exactly one of these is required; the only one, if there is one
    include NAME                 inserts the lines of `NAME.params`, which several questions share
    moves: COLUMN                a column with moves from the standard start: the texts return UCI, users see SAN and
                                 the opening that the moves reach
    played: COLUMN               a column with the move that was played at `ply` of `game`: where texts return UCI,
                                 stores read the games, and users see SAN
    position: NAME               NAME is a position, the starting position if it is not given. The texts also get the
                                 side to move in it, `turn`, `w` or `b`. They return the column `move` as 16 bits;
                                 users see SAN
    example: name=value …

where KIND is `date`, `integer` (`integer>=1` sets the minimum), `text`, `fen`, `rules`, or the words to choose from:
`color|side`.
Values are checked here, so an engine receives only numbers, dates, text of one line, ids or codes of rules, and words
from the declaration. A parameter of kind `rules` gives the rules of the one of kind `fen`. The texts get it only if the
position does not show these rules by itself.
`scoresheet.questions.engine` describes the texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from scoresheet._suggest import meant, near
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from scoresheet.notation import Position

__all__ = ["LARGEST", "Parameter", "Question", "Value", "all_questions", "find", "parse", "position_in"]

Value = int | str | date | None
"""The checked value of a parameter; None if it was not given."""

LARGEST = 2**31 - 1
"""The maximum value of a parameter: every engine supports numbers of 32 bits."""

_SPELLINGS = {"colour": "color"}
"""Words that are accepted in place of those of the declarations, as names of parameters and as choices."""

_PARAMETER = re.compile(r"param (\w+) ([^\s:]+)(?: = (\S+))?: (.+)")
_INCLUDE = re.compile(r"^include (\w+)$", re.MULTILINE)
_UNIT = re.compile(r"(\w+) = (\d+) (\w+)")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a question, as declared."""

    name: str
    kind: str
    default: Value
    doc: str

    def check(self, given: object) -> Value:
        """The checked value for `given`, which may be text from a command line.

        >>> Parameter("plies", "integer>=0", None, "by this ply").check("10")
        10
        """
        if given is None:
            return None
        try:
            return _READERS[self._word](self, given)
        except UsageError:
            raise  # it has more information, such as which number of a code is not supported
        except ValueError:
            raise self.refusal(given) from None

    def refusal(self, given: object) -> UsageError:
        """The error of an invalid value."""
        return UsageError(f"`{self.name}={given}` is not {self.expected}", hint=f"`{self.name}`: {self.doc}")

    @property
    def _word(self) -> str:
        return "choice" if "|" in self.kind else self.kind.partition(">=")[0]

    @property
    def words(self) -> tuple[str, ...]:
        """The words to choose from; None for other kinds."""
        return tuple(self.kind.split("|")) if self._word == "choice" else ()

    @property
    def expected(self) -> str:
        """A description of valid values."""
        if self.words:
            return "one of " + ", ".join(f"`{word}`" for word in self.words)
        kinds = {
            "date": "a date such as `1960-01-31`",
            "text": "a line of text",
            "fen": "a position in FEN",
            "rules": "the rules of a variant, such as `atomic` or `N+11,12`",
        }
        return kinds.get(self._word, f"an integer of at least {self.least}" if self.least else "a non-negative integer")

    @property
    def least(self) -> int:
        """The minimum value of an integer parameter."""
        return int(self.kind.partition(">=")[2] or 0)


def _read_date(_parameter: Parameter, given: object) -> date:
    if isinstance(given, date):
        # A datetime is a date too, but its time of day would change the meaning of the bounds in some engines.
        return date(given.year, given.month, given.day)
    if not isinstance(given, str) or not re.fullmatch(r"\d{4}-\d\d-\d\d", given, re.ASCII):
        raise ValueError
    return date.fromisoformat(given)


def _read_integer(parameter: Parameter, given: object) -> int:
    if isinstance(given, bool) or not re.fullmatch(r"\d+", str(given), re.ASCII):
        raise ValueError
    number = int(str(given))
    if not parameter.least <= number <= LARGEST:
        raise ValueError
    return number


def _read_choice(parameter: Parameter, given: object) -> str:
    word = _SPELLINGS.get(given, given) if isinstance(given, str) else given
    if word not in parameter.words:
        raise ValueError
    return str(word)


def _read_text(_parameter: Parameter, given: object) -> str:
    if not isinstance(given, str) or not given.strip() or not given.isprintable():
        raise ValueError
    return given


def _read_fen(_parameter: Parameter, given: object) -> str:
    from scoresheet.notation import Position  # here: few questions are about positions

    return given.fen() if isinstance(given, Position) else Position(str(given)).fen()


def _read_rules(_parameter: Parameter, given: object) -> str:
    from scoresheet.notation import Position  # here, as above

    if not isinstance(given, str) or not given.strip():
        raise ValueError
    return Position(None, given).variant


def _position(fen: Parameter, given: object, rules: Value) -> Position | None:
    """The position of a question under the requested rules; None if the usual start is meant."""
    from scoresheet.notation import Position  # here, as above

    if given is None and rules is None:
        return None
    variant = None if rules is None else str(rules)
    if not isinstance(given, Position):
        try:
            return Position(None if given is None else str(given), variant)
        except ValueError:
            raise fen.refusal(given) from None
    if variant is not None and Position(None, variant).rules != given.rules:
        raise UsageError(
            f"the position is one of `{given.variant}`, not of `{variant}`",
            hint="choose the variant of the position, or leave `variant` out",
        )
    return given


def _shown_by(fen: str) -> int | None:
    """The hash of a FEN by the rules that it shows; None if it is not a position by these."""
    from scoresheet.notation import Position  # here, as above

    try:
        return Position(fen).hash
    except ValueError:
        return None


def position_in(values: Mapping[str, Value]) -> Position:
    """The position of a question, by its checked values `fen` and `variant`.

    >>> position_in(find("explorer").values({"variant": "horde"})).variant
    'horde'
    """
    from scoresheet.notation import Position  # here, as above

    variant = values["variant"]
    return Position(str(values["fen"]), None if variant is None else str(variant))


_READERS: dict[str, Callable[[Parameter, object], Value]] = {
    "date": _read_date,
    "integer": _read_integer,
    "choice": _read_choice,
    "text": _read_text,
    "fen": _read_fen,
    "rules": _read_rules,
}


_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@dataclass(frozen=True)
class Unit:
    """The parameter that another one is converted to: a move is 2 plies."""

    name: str
    times: int
    of: str


@dataclass(frozen=True)
class Question:
    """A built-in question, as declared."""

    name: str
    title: str
    parameters: tuple[Parameter, ...]
    example: str
    one_of: tuple[str, ...] = ()
    units: tuple[Unit, ...] = ()
    moves: str = ""
    played: str = ""
    position: str = ""

    def values(self, given: Mapping[str, object]) -> dict[str, Value]:
        """The checked value of each parameter, or its default if it is not given. Units are converted.

        >>> find("imbalance").values({"ply": "30"})["ply"]
        30
        >>> find("castling").values({"moves": "5"})["plies"]
        10
        >>> values = find("explorer").values({"variant": "Three-check"})
        >>> values["fen"], values["variant"]
        ('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1', None)
        >>> find("explorer").values({"variant": "Atomic"})["variant"]
        'atomic'
        """
        given = self._spelled(given)
        self._refuse_unknown(given)
        given = self._by_rules(given)
        checked = {parameter.name: parameter.check(given.get(parameter.name)) for parameter in self.parameters}
        values = {p.name: p.default if checked[p.name] is None else checked[p.name] for p in self.parameters}
        if self.one_of and sum(values[name] is not None for name in self.one_of) != 1:
            wanted = " and ".join(f"`{name}=`" for name in self.one_of)
            raise UsageError(
                f"`{self.name}` needs {'exactly one of ' * (len(self.one_of) > 1)}{wanted}", hint=self.usage
            )
        for unit in self.units:
            number = values.pop(unit.name)
            if isinstance(number, int):
                values[unit.of] = min(number * unit.times, LARGEST)
        return values | self._place(values)

    def _place(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """The position of a question about one, and the side to move."""
        if not self.position:
            return {}
        fen = str(values[self.position] or _START)
        return {self.position: fen, "turn": fen.split()[1]}

    def _by_rules(self, given: Mapping[str, object]) -> Mapping[str, object]:
        """The same with the FEN of a position of the requested rules, and these only if the FEN hides them."""
        kinds = {parameter.kind: parameter for parameter in self.parameters}
        if "rules" not in kinds:
            return given
        fen, rules = kinds["fen"], kinds["rules"]
        position = _position(fen, given.get(fen.name), rules.check(given.get(rules.name)))
        if position is None:
            return given
        hidden = None if _shown_by(position.fen()) == position.hash else position.variant
        return {**given, fen.name: position, rules.name: hidden}

    @property
    def usage(self) -> str:
        """An example of the question as a user types it."""
        return "for example `" + f"@{self.name} {self.example}".rstrip() + "`"

    def _spelled(self, given: Mapping[str, object]) -> Mapping[str, object]:
        """The same with the names of the declaration. A name that is given in two spellings is refused."""
        known = {parameter.name for parameter in self.parameters}
        names = {name: _SPELLINGS.get(name, name) for name in given}
        for name, declared in names.items():
            if name != declared and declared in given and declared in known:
                raise UsageError(f"`{declared}` is given twice, also as `{name}`", hint=self.usage)
        return {names[name] if names[name] in known else name: value for name, value in given.items()}

    def _refuse_unknown(self, given: Mapping[str, object]) -> None:
        known = [parameter.name for parameter in self.parameters]
        for name in given:
            if name not in known:
                hint = meant(near(name, known)) or f"its parameters are {', '.join(known)}"
                raise UsageError(f"`{self.name}` has no parameter `{name}`", hint=hint)


def parse(name: str, declaration: str) -> Question:
    r"""The question in a declaration.

    >>> parse("count", "How many games there are.\nparam since date: only later ones").parameters[0].name
    'since'
    """
    title, *lines = _INCLUDE.sub(_shared, declaration).splitlines()
    return Question(
        name=name,
        title=title,
        parameters=tuple(_parameter(line) for line in lines if line.startswith("param ")),
        example=_after(lines, "example: "),
        moves=_after(lines, "moves: "),
        played=_after(lines, "played: "),
        position=_after(lines, "position: "),
        one_of=tuple(re.findall(r"\w+", _after(lines, "one of: "))),
        units=tuple(
            Unit(unit, int(times), of) for unit, times, of in _UNIT.findall(_after(lines, "unit: "))
        ),
    )  # fmt: skip


def _shared(line: re.Match[str]) -> str:
    return (Path(__file__).parent / f"{line[1]}.params").read_text("utf-8").rstrip()


def _parameter(line: str) -> Parameter:
    match = _PARAMETER.fullmatch(line)
    if match is None:
        raise ValueError(f"not a parameter: {line}")
    name, kind, default, doc = match.groups()
    unset = Parameter(name, kind, None, doc)
    return Parameter(name, kind, unset.check(default), doc)


def _after(lines: list[str], start: str) -> str:
    return next((line[len(start) :] for line in lines if line.startswith(start)), "")


@cache
def all_questions() -> tuple[Question, ...]:
    """Every built-in question, by name.

    >>> [question.name for question in all_questions()][:2]
    ['accuracy', 'annotations']
    """
    return tuple(parse(path.stem, path.read_text("utf-8")) for path in _files())


def _files() -> list[Path]:
    return sorted(Path(__file__).parent.glob("*.txt"))


def find(name: str) -> Question:
    """The question with this name.

    >>> find("castling").one_of
    ('plies', 'moves')
    """
    known = {path.stem: path for path in _files()}
    if name not in known:
        hint = meant(near(name, known), "`@{}`") or "`scoresheet list questions` shows them all"
        raise UsageError(f"there is no question `{name}`", hint=hint)
    return parse(name, known[name].read_text("utf-8"))
