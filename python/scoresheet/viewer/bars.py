"""The games behind a bar of a figure, as the value of a filter: `ratings rating=1800`.

The first word is the name of the figure. The others are its choices and the keys of the bar, each with its value, in
quotes like a string of JSON if it has spaces. Without keys, the games are all those that the figure is about. Several
bars are joined by `and`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from scoresheet.errors import UsageError
from scoresheet.viewer.figure import GAME, Figure
from scoresheet.viewer.figures import find

__all__ = ["anywhere", "behind", "named", "rows_of"]

_ROW = "row AS row"
_IN = "row IN (SELECT row FROM"
"""What names a game, and what finds it among rows, in the viewer's own games."""

_MOST = 4
"""The number of bars in one value: each reads the games once."""

_VALUE = r'"(?:[^"\\]|\\.)*"|[^\s"]*'
_BAR = re.compile(rf"(\w+)((?:\s+\w+=(?:{_VALUE})(?=\s|$))+)")
_PAIR = re.compile(rf"(\w+)=({_VALUE})")
_AND = re.compile(r"\s+and\s+")
_PLACE = re.compile(r"\$([a-z]+)\b")


def named(figure: Figure, chosen: Mapping[str, str], keys: Sequence[object]) -> str:
    """The text that names a bar of a figure, with these choices and these values of its keys.

    >>> named(find("opponents"), {"player": "Morphy, Paul"}, ["Anderssen, Adolf"])
    'opponents player="Morphy, Paul" opponent="Anderssen, Adolf"'
    """
    values = {**chosen, **dict(zip(figure.keys, map(str, keys), strict=True))}
    return " ".join([figure.name, *(f"{name}={_quoted(value)}" for name, value in values.items())])


def _quoted(value: str) -> str:
    return value if re.fullmatch(r"[\w.:/+-]+", value) else json.dumps(value, ensure_ascii=False)


def rows_of(figure: Figure) -> str:
    """The SQL of what a figure counts in the games of the viewer, whose column `row` names each."""
    return figure.counted.replace(GAME, _ROW)


def anywhere(sql: str) -> str:
    """The condition of `behind` for a table of games without a column `row`.

    >>> anywhere(behind("lengths plies=10")[0])[:60]
    '(source, game) IN (SELECT row FROM (SELECT (source, game) AS'
    """
    return sql.replace(_ROW, GAME).replace(_IN, "(source, game) IN (SELECT row FROM")


def behind(text: str) -> tuple[str, tuple[str, ...]]:
    """The condition for the games behind bars that `text` names, and the values to bind in it.

    Raises:
        UsageError: the text names no bar, or a figure, a choice or a key is unknown or missing.

    >>> sql, values = behind("years year=1960")
    >>> sql.startswith("row IN (SELECT row FROM ("), values
    (True, ('1', '1', '1960'))
    """
    parts: list[str] = []
    values: tuple[str, ...] = ()
    at = 0
    while True:
        bar = _BAR.match(text, at)
        if bar is None:
            raise UsageError(f"`{text[at : at + 80]}` is not a bar of a plot", hint="it looks like `years year=1960`")
        sql, bound = _one(bar[1], {pair[1]: _plain(pair[2]) for pair in _PAIR.finditer(bar[2])})
        parts.append(sql)
        values += bound
        joined = _AND.match(text, bar.end())
        if joined is None and text[bar.end() :].strip():
            raise UsageError(
                f"`{text[bar.end() :].strip()[:80]}` follows a bar of a plot", hint="join several bars with `and`"
            )
        if joined is None:
            return " AND ".join(parts), values
        if len(parts) == _MOST:
            raise UsageError(f"there are more than {_MOST} bars", hint="remove one")
        at = joined.end()


def _plain(value: str) -> str:
    if not value.startswith('"'):
        return value
    try:
        return str(json.loads(value, strict=False))
    except ValueError:
        raise UsageError(f"`{value[:80]}` is not a string", hint="it is written as in JSON") from None


def _one(name: str, given: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """The condition for one bar. The values are bound in the order of their places in it."""
    figure = find(name)
    known = [*(choice.name for choice in figure.choices), *figure.keys]
    for each in given:
        if each not in known:
            raise UsageError(f"`{name}` has no `{each}`", hint="a bar of it has " + ", ".join(known))
    missing = [key for key in figure.keys if key not in given]
    if 0 < len(missing) < len(figure.keys):
        raise UsageError(f"`{name}` needs `{missing[0]}`", hint="a bar of it has " + ", ".join(known))
    chosen, bound = figure.chosen(given), []

    def place(found: re.Match[str]) -> str:
        bound.append(chosen[found[1]])
        return "?"

    if missing:
        return _PLACE.sub(place, figure.of), tuple(bound)
    rows = _PLACE.sub(place, rows_of(figure))
    keys = " AND ".join(f"CAST({key} AS VARCHAR) = ?" for key in figure.keys)
    bound += [given[key] for key in figure.keys]
    return f"{_IN} ({rows}) AS counted WHERE {keys})", tuple(bound)
