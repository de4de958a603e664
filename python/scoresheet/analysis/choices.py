"""What callers choose about an analysis, checked."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from scoresheet._hints import named
from scoresheet._suggest import meant, near
from scoresheet.analysis.engines import SearchChoice
from scoresheet.analysis.judging import JUDGES
from scoresheet.analysis.marking import MarkChoice
from scoresheet.analysis.searching import MoveChoice, plies_of
from scoresheet.errors import UsageError
from scoresheet.uci.searches import SearchLimit

if TYPE_CHECKING:
    from typing import Literal

__all__ = ["Choices", "GameAnalysisOptions", "choices_of"]

NODES = 100_000
"""How many positions are searched for each position of a game if there is no limit."""

SIDES = ("white", "black")
REUSES = ("game", "none")


class GameAnalysisOptions(TypedDict, total=False):
    """The options of an analysis of one game or many, by their names."""

    nodes: int | None
    depth: int | None
    movetime: int | None
    lines: int
    reuse: Literal["game", "none"]
    plies: str | int | tuple[int, int | None] | None
    side: Literal["white", "black"] | None
    player: str | None
    skip_book: int | str | None
    judge: Literal["lichess", "dump", "none"]
    best_line: int
    comments: bool
    replace: bool
    source: str | Sequence[str] | None
    date: datetime.date | str | None
    eval_depth: bool
    summary_tags: bool
    position_timeout: float | None


class Choices(NamedTuple):
    """The choices of a caller: how to search, which moves to judge, what to write, and the ids of the sources."""

    search: SearchChoice
    moves: MoveChoice
    marks: MarkChoice
    sources: tuple[str, ...]


def choices_of(given: Mapping[str, Any]) -> Choices:
    """The choices that these options mean.

    Raises:
        UsageError: an option is unknown or wrong.

    >>> choices_of({"depth": 12}).search.limit
    {'depth': 12}
    """
    known = list(GameAnalysisOptions.__annotations__)
    for name in given.keys() - set(known):
        raise UsageError(f"there is no option `{name}`", hint=meant(near(name, known)))
    options = {name: value for name, value in given.items() if value is not None}
    lines = _count("lines", options.get("lines", 1), 1, 500)
    plies = _count("best_line", options.get("best_line", 10), 0, 512)
    reuse = _one_of("reuse", options.get("reuse", "game"), REUSES)
    search = SearchChoice(_limit(options), lines, max(1, plies), reuse, _seconds(options.get("position_timeout")))
    side = options.get("side")
    moves = MoveChoice(
        plies_of(options.get("plies")),
        None if side is None else _one_of("side", side, SIDES),
        options.get("player"),
        _skipped(options.get("skip_book", 0)),
    )
    marks = MarkChoice(
        judge=_one_of("judge", options.get("judge", "lichess"), JUDGES),
        best_line=plies,
        comments=bool(options.get("comments")),
        replace=bool(options.get("replace")),
        eval_depth=bool(options.get("eval_depth")),
        summary_tags=bool(options.get("summary_tags")),
        as_epd=False,
        **({"date": _date(options["date"])} if "date" in options else {}),
    )
    source = options.get("source", ())
    return Choices(search, moves, marks, (source,) if isinstance(source, str) else tuple(source))


def _limit(options: Mapping[str, Any]) -> dict[str, int | float]:
    given = {name: options[name] for name in ("nodes", "depth", "movetime") if name in options} or {"nodes": NODES}
    if len(given) > 1:
        shown = " and ".join(map(named, given))
        nodes, depth, movetime = map(named, ("nodes", "depth", "movetime"))
        raise UsageError(f"a search needs one limit, not {shown}", hint=f"give one of {nodes}, {depth} and {movetime}")
    [(name, value)] = given.items()
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise UsageError(f"{named(name, value)} is not possible", hint="give a whole number above 0")
    limit: dict[str, int | float] = {"seconds": value / 1000} if name == "movetime" else {name: value}
    SearchLimit.of(limit.get("nodes"), limit.get("depth"), limit.get("seconds"))  # type: ignore[arg-type]
    return limit


def _count(name: str, value: Any, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageError(f"{named(name)} is a number from {least} to {most}, not `{value}`")
    return value


def _seconds(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < threading.TIMEOUT_MAX:
        raise UsageError(f"{named('position_timeout')} is a number of seconds above 0, not `{value}`")
    return float(value)


def _one_of(name: str, value: Any, allowed: Any) -> Any:
    if value not in allowed:
        hint = f"use {' or '.join(f'`{one}`' for one in allowed)}"
        raise UsageError(f"{named(name)} cannot be `{value}`", hint=hint)
    return value


def _skipped(value: Any) -> Any:
    if value == "opening":
        return value
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise UsageError(f"{named('skip_book')} cannot be `{value}`", hint="give a number of half-moves, or `opening`")
    return int(text)


def _date(value: Any) -> datetime.date:
    try:
        return value if isinstance(value, datetime.date) else datetime.date.fromisoformat(str(value))
    except ValueError:
        raise UsageError(f"`{value}` is not a date", hint="write it in ISO 8601 format: `2022-03-04`") from None
