"""What an engine prints while it searches: the last line with a score for each number of `multipv`."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Info", "SearchInfos"]

# Numbers out of range do not match, so that their line is not used.
_FIELDS = rb"""
    depth[ ]+(?P<depth>1000|[0-9]{1,3})
  | seldepth[ ]+(?P<seldepth>[0-9]{1,4})
  | multipv[ ]+(?P<multipv>500|[1-4]?[0-9]{1,2})
  | score[ ]+(?:cp[ ]+(?P<cp>-?(?:100000|[0-9]{1,5}))|mate[ ]+(?P<mate>-?[1-9][0-9]{0,3}))
    (?P<bound>[ ]+(?:lower|upper)bound)?
  | nodes[ ]+(?P<nodes>[0-9]{1,18})
  | time[ ]+(?P<time>[0-9]{1,15})
  | wdl[ ]+(?P<wdl>[0-9]{1,4}[ ]+[0-9]{1,4}[ ]+[0-9]{1,4})
"""
# A field that is not listed is its words. A listed one with a malformed value is not.
_OTHERS = rb"(?!(?:depth|seldepth|multipv|score|nodes|time|wdl|pv|string)(?:[ ]|$)) [^ ]+"
_INFO = re.compile(rb"info (?:[ ]+(?:" + _FIELDS + rb"|" + _OTHERS + rb"))* [ ]+pv[ ]+(?P<pv>[^ ].*)", re.VERBOSE)


_SHOWN = 200
"""How much of a line is kept to show it."""


class Info(NamedTuple):
    """A line with a score and moves, from the side of the player to move."""

    cp: int | None
    mate: int | None
    depth: int | None
    seldepth: int | None
    nodes: int | None
    time_ms: int | None
    wdl: tuple[int, int, int] | None
    moves: list[str]


class SearchInfos:
    """The lines of one search. Only the last one for each number counts, so that a flood of them needs no memory.

    >>> infos = SearchInfos(lines=2)
    >>> infos.add(b"info depth 7 multipv 1 score cp 31 nodes 5000 pv e2e4 e7e5")
    >>> infos.add(b"info depth 8 multipv 1 score cp 45 lowerbound nodes 6000 pv d2d4")
    >>> infos.add(b"info depth 9999 multipv 1 score cp 0 pv a2a3")
    >>> infos.best()[0].cp, infos.best()[0].moves, infos.nodes
    (31, ['e2e4', 'e7e5'], 6000)
    """

    def __init__(self, lines: int) -> None:
        self._lines = lines
        self._exact: dict[int, re.Match[bytes]] = {}
        self._bounds: dict[int, re.Match[bytes]] = {}
        self.refused: bytes | None = None
        """The beginning of the last line with a score or moves that was not used."""

    def add(self, line: bytes) -> None:
        """Keeps a line if it has a score and moves, and no number out of range."""
        if b" pv " not in line or not (found := _INFO.fullmatch(line)) or not (found["cp"] or found["mate"]):
            if b" score " in line or b" pv " in line:
                self.refused = line[:_SHOWN]
            return
        number = int(found["multipv"] or 1)
        if 1 <= number <= self._lines:
            (self._bounds if found["bound"] else self._exact)[number] = found

    def best(self) -> list[Info]:
        """The lines in the order of their numbers; empty if the best one has no score.

        A bound counts only if there is no exact score.
        """
        found = {**self._bounds, **self._exact}
        return [_parsed(found[number]) for number in sorted(found)] if 1 in found else []

    @property
    def nodes(self) -> int:
        """The largest number of nodes that was printed with a score."""
        return max((int(found["nodes"] or 0) for found in [*self._exact.values(), *self._bounds.values()]), default=0)


def _parsed(found: re.Match[bytes]) -> Info:
    def number(name: str) -> int | None:
        return int(found[name]) if found[name] else None

    wdl = found["wdl"].split() if found["wdl"] else None
    return Info(
        cp=number("cp"),
        mate=number("mate"),
        depth=number("depth"),
        seldepth=number("seldepth"),
        nodes=number("nodes"),
        time_ms=number("time"),
        wdl=(int(wdl[0]), int(wdl[1]), int(wdl[2])) if wdl else None,
        moves=found["pv"].decode("utf-8", "replace").split(),
    )
