"""The filters of the list, in one place: the name, the label, the kind of value, and the SQL of each.

The list, the figures, the explorer and exports all narrow the games with them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from datetime import date
from http import HTTPStatus
from typing import Any

from scoresheet.errors import ScoresheetError
from scoresheet.viewer.bars import behind
from scoresheet.viewer.errors import Refused, wrong

__all__ = ["ALL", "OF_PLAYERS", "Condition", "Filter", "condition", "names_players", "present"]

_LONGEST = 2000
"""The maximum length of a value, in characters."""


@dataclass(frozen=True)
class Condition:
    """An SQL condition on games, with the values that are bound in it."""

    sql: str = "true"
    values: tuple[object, ...] = ()

    def __and__(self, other: Condition) -> Condition:
        """Both conditions."""
        parts = [part for part in (self, other) if part.sql != "true"]
        return Condition(" AND ".join(part.sql for part in parts) or "true", sum((part.values for part in parts), ()))


Made = Callable[[str], Condition]


class _WrongError(Exception):
    """A value makes no sense."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class Filter:
    """A filter of the list."""

    name: str
    label: str
    kind: str
    """`text`, `choice`, `number`, `date`, `flag`, `pattern`, or `bar`, which is shown only while it is set."""
    columns: tuple[str, ...]
    """The columns of games that it needs."""
    made: Made
    """Makes the condition for a value."""
    choices: tuple[str, ...] = ()
    suggests: tuple[str, ...] = ()
    """The columns whose values are suggested while a value is typed."""
    hint: str = ""
    """What a value looks like."""

    def condition(self, value: object) -> Condition:
        """The condition for a value of the page.

        Raises:
            Refused: the value makes no sense. Its `place` is the name of the filter, and `at` the number of characters
                of a pattern before the error.
        """
        text = "1" if value is True else str(value).strip()
        if len(text) > _LONGEST:
            raise self._wrong(f"the value is longer than {_LONGEST:,} characters")
        if self.choices and text not in self.choices:
            raise self._wrong(f"`{text}` is not a choice", hint="choose one of " + ", ".join(self.choices))
        try:
            return self.made(text)
        except ScoresheetError as error:
            # The place of an error is a column of the pattern, from 1.
            at = None if error.column is None else max(error.column - 1, 0)
            raise self._wrong(error.message, hint=error.hint, code=error.code, at=at) from error
        except _WrongError as error:
            raise self._wrong(error.message, hint=error.hint) from error

    def _wrong(self, message: str, hint: str | None = None, code: str | None = None, at: int | None = None) -> Refused:
        return Refused(HTTPStatus.BAD_REQUEST, code or "bad-value", message, hint=hint, place=self.name, at=at)

    def to_dict(self) -> dict[str, Any]:
        """The object for the page."""
        plain: dict[str, Any] = {"name": self.name, "label": self.label, "kind": self.kind}
        extra = {"choices": list(self.choices), "suggest": bool(self.suggests), "hint": self.hint}
        return plain | {name: value for name, value in extra.items() if value}


def _words(*columns: str, table: str | None = None) -> Made:
    """Games with a column that has all words of the value, in any order and any case.

    With a `table`, which has the values of the columns as `player_name`, the words are looked for there.
    """

    def made(text: str) -> Condition:
        words = text.replace(",", " ").split() or [text]
        fits = " AND ".join("contains(lower({column}), lower(?))" for _ in words)
        if table is None:
            one = [fits.format(column=column) for column in columns]
        else:
            listed = f"SELECT player_name FROM {table} WHERE {fits.format(column='player_name')}"
            one = [f"{column} IN ({listed})" for column in columns]
        return Condition("(" + " OR ".join(f"({part})" for part in one) + ")", tuple(words) * len(columns))

    return made


def _opening(text: str) -> Condition:
    if re.fullmatch(r"[A-Ea-e]\d{0,2}", text):
        return Condition("starts_with(eco, ?)", (text.upper(),))
    return _words("opening")(text)


def _eco(text: str) -> Condition:
    match = re.fullmatch(r"([A-Ea-e]\d{0,2})(?:\s*-\s*([A-Ea-e]\d{0,2}))?", text)
    if match is None:
        raise _WrongError(f"`{text}` is not an ECO code", "write one such as `B90`, `B2`, or `B20-B29`")
    first, last = match[1].upper(), (match[2] or match[1]).upper()
    return Condition("(eco >= ? AND (eco <= ? OR starts_with(eco, ?)))", (first, last, last))


def _number(sql: str) -> Made:
    def made(text: str) -> Condition:
        if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
            raise _WrongError(f"`{text}` is not a whole number")
        return Condition(sql, (int(text),) * sql.count("?"))

    return made


def _rating(sign: str) -> Made:
    """Compares the ratings of both players with a number; a rating of 0 is none."""
    return _number(" AND ".join(f"({column} > 0 AND {column} {sign} ?)" for column in ("white_elo", "black_elo")))


def _date(sql: str) -> Made:
    def made(text: str) -> Condition:
        match = re.fullmatch(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", text, re.ASCII)
        try:
            day = date(int(match[1]), int(match[2] or 1), int(match[3] or 1)) if match else None
        except ValueError:
            day = None
        if day is None:
            raise _WrongError(
                f"`{text}` is not a date", "write a year, a month or a day: `1960`, `1960-01`, `1960-01-31`"
            )
        return Condition(sql, (day,))

    return made


def _flag(sql: str) -> Made:
    def made(text: str) -> Condition:
        if text not in ("1", "true"):
            raise _WrongError(f"`{text}` is not a flag", "it is `1`, or the filter is not set")
        return Condition(sql)

    return made


_TAGS = {
    "event": "event", "site": "site", "round": "round", "white": "white", "black": "black", "result": "result",
    "eco": "eco", "opening": "opening", "variant": "variant", "annotator": "annotator", "date": "date_text",
    "whitetitle": "white_title", "blacktitle": "black_title", "timecontrol": "time_control",
    "termination": "termination", "fen": "fen",
}  # fmt: skip
"""The columns of the tags that have one; all others are in `other_tags`."""


def _tag(text: str) -> Condition:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals:
        raise _WrongError(f"`{text}` is not a tag with its text", "write them as `Event=Candidates`")
    column = _TAGS.get(name.lower())
    if column is not None:
        return Condition(f"contains(lower({column}), lower(?))", (value,))
    return Condition("contains(lower(other_tags[?]), lower(?))", (name, value))


def _find(text: str) -> Condition:
    """Games with a pattern or a position in their mainline."""
    import scoresheet

    text = _with_board(text)
    if _POSITION.match(text):
        return _reached(text)
    scoresheet.Pattern(text)  # its error has the place, which that of DuckDB has not
    return Condition("len(matches(packed_moves, fen, ?)) > 0", (text,))


def _with_board(text: str) -> str:
    """The pattern of a board for the pieces of a FEN without its other fields; any other text as it is.

    >>> _with_board("8/8/8/8/8/8/PPP5/4K3")[:33], _with_board("check")
    ('board ......../......../......../', 'check')
    """
    board = re.sub("[1-8]", lambda digit: "." * int(digit[0]), text.strip().replace("~", ""))
    return f"board {board}" if _RANKS.fullmatch(board) else text


def _reached(text: str) -> Condition:
    import scoresheet

    found = _POSITION.match(text)
    position = scoresheet.Position(found["fen"], found["rules"]) if found else scoresheet.Position(text)
    return Condition("reaches(packed_moves, fen, ?, ?) IS NOT NULL", (position.fen(), position.rules))


def _bar(text: str) -> Condition:
    """Games behind a bar of a plot."""
    return Condition(*behind(text))


_POSITION = re.compile(r"\s*((?P<rules>(?!\S*\b(fen|board)\s)[^\s/]+)\s+)?(?P<fen>[1-8pnbrqkPNBRQK~]+/.*)", re.DOTALL)
"""A FEN, after the name of its rules if that is needed; the other words are those of patterns with a board."""


_RANKS = re.compile("[pnbrqkPNBRQK.]{8}(/[pnbrqkPNBRQK.]{8}){7}")


_PACKED = ("packed_moves",)

ALL = (
    Filter("player", "Player", "text", ("white", "black"), _words("white", "black"), suggests=("white", "black")),
    Filter("white", "White", "text", ("white",), _words("white"), suggests=("white",)),
    Filter("black", "Black", "text", ("black",), _words("black"), suggests=("black",)),
    Filter("opening", "Opening", "text", ("opening",), _opening, suggests=("opening",)),
    Filter("eco", "ECO", "text", ("eco",), _eco, hint="B90 or B20-B29"),
    Filter("result", "Result", "choice", ("result",), lambda text: Condition("result = ?", (text,)),
           choices=("1-0", "0-1", "1/2-1/2", "*")),
    Filter("elo_min", "Elo from", "number", ("white_elo", "black_elo"), _rating(">=")),
    Filter("elo_max", "Elo to", "number", ("white_elo", "black_elo"), _rating("<=")),
    Filter("since", "From", "date", ("date",), _date("date >= ?")),
    Filter("until", "Before", "date", ("date",), _date("date < ?")),
    Filter("plies_min", "Plies from", "number", ("ply_count",), _number("ply_count >= ?")),
    Filter("plies_max", "Plies to", "number", ("ply_count",), _number("ply_count <= ?")),
    Filter("time", "Speed", "choice", ("speed",), lambda text: Condition("speed = ?", (text,)),
           choices=("bullet", "blitz", "rapid", "classical", "correspondence")),
    Filter("time_control", "Time control", "text", ("time_control",),
           lambda text: Condition("time_control = ?", (text,)), suggests=("time_control",)),
    Filter("mate", "Ends with mate", "flag", ("mate",), _flag("mate")),
    Filter("event", "Event", "text", ("event",), _words("event"), suggests=("event",)),
    Filter("tag", "Any tag", "text", ("other_tags",), _tag, hint="Event=Candidates"),
    Filter("errors", "Has errors", "flag", ("error_code",), _flag("error_code IS NOT NULL")),
    Filter("source", "File", "text", ("source",), _words("source"), suggests=("source",)),
    Filter("find", "Pattern or FEN", "pattern", _PACKED, _find, hint="move Nf3 then check"),
    Filter("reached", "Position reached", "pattern", _PACKED, _reached),
    Filter("bar", "Bar of a plot", "bar", (), _bar, hint="years year=1960"),
)  # fmt: skip

OF_PLAYERS = frozenset(("player", "white", "black"))
"""The filters that choose players by their names."""

_NAMED = {filter_.name: filter_ for filter_ in ALL}


def present(names: Container[str]) -> list[Filter]:
    """The filters for games with these columns.

    >>> [filter_.name for filter_ in present({"result", "mate"})]
    ['result', 'mate', 'bar']
    """
    return [filter_ for filter_ in ALL if all(column in names for column in filter_.columns)]


def names_players(given: Mapping[str, object]) -> bool:
    """Whether a filter with a value chooses players by their names."""
    return any(name in OF_PLAYERS and _is_set(value) for name, value in given.items())


def _is_set(value: object) -> bool:
    return not (value is None or value is False or str(value).strip() == "")


def condition(given: Mapping[str, object], player_names: str | None = None) -> Condition:
    """The condition that all filters with a value set together. `player_names` is a table of the names of all players.

    Raises:
        Refused: there is no such filter, or a value makes no sense.

    >>> condition({"result": "1-0", "white": "", "plies_min": 20})
    Condition(sql='result = ? AND ply_count >= ?', values=('1-0', 20))
    """
    found = Condition()
    for name, value in given.items():
        if not _is_set(value):
            continue
        if name not in _NAMED:
            raise wrong(f"there is no filter `{name}`")
        filter_ = _NAMED[name]
        if player_names is not None and name in OF_PLAYERS:
            filter_ = replace(filter_, made=_words(*filter_.columns, table=player_names))
        found &= filter_.condition(value)
    return found
