"""Spellings of names that probably mean the same: `names`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoresheet import _core
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import QueryOptions
    from scoresheet.engines.duckdb import Source

__all__ = ["KINDS", "Proposal", "names", "proposed", "write_aliases"]

KINDS = ("player", "event", "site")
"""Whose names are compared."""

# One pass over the games counts the names of every kind.
_COUNTED = """
    SELECT kind, name, count(*) AS games
    FROM (SELECT unnest([{kinds}]) AS kind, unnest([{columns}]) AS name FROM games)
    WHERE name IS NOT NULL
    GROUP BY ALL
"""

_COLUMNS = {"player": ("white", "black"), "event": ("event",), "site": ("site",)}


@dataclass(frozen=True)
class Proposal:
    """A name that may be replaced by another one."""

    found: str
    """The name as it is spelled in some games."""
    wanted: str
    """The spelling that is proposed for it."""
    kind: str
    """`player`, `event` or `site`."""
    count: int
    """How often it was found."""
    why: str
    """Why both probably mean the same: `initials`, `transliteration`, `order` and others."""
    sure: str
    """How sure that is: `high`, `medium` or `low`."""


def names(source: Source, *, kinds: Sequence[str] = KINDS, **options: Unpack[QueryOptions]) -> list[Proposal]:
    """Names of players, events and sites that are probably other spellings of a more frequent name, for you to look at.

    Players are compared by surname, given names and initials, across transliterations and differences of one letter;
    events and sites across case, punctuation and transliterations. `write_aliases` writes a file that
    `Games.with_names` and the option `names` take.

    Args:
        source: what `query` takes: a path, paths, or games.
        kinds: the kinds of names, of `"player"`, `"event"` and `"site"`.
        options: the options of reading.

    Raises:
        UsageError: there is no such kind, or an input is not there.

    >>> import scoresheet
    >>> scoresheet.names("examples/historic.pgn", kinds=["player"])
    []
    """
    return proposed(source, kinds, **options)[0]


def proposed(
    source: Source,
    kinds: Iterable[str],
    watched: Callable[[], AbstractContextManager[Any]] = nullcontext,
    **options: Any,
) -> tuple[list[Proposal], Mapping[str, Any] | None]:
    """What `names` returns, and the report of the reading; `watched` is entered while games are read."""
    from scoresheet.engines.duckdb import ask

    kinds = list(kinds)
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not kinds:
        shown = f"there is no kind of names `{unknown[0]}`" if unknown else "no kind of names was given"
        raise UsageError(shown, hint=f"use one of {', '.join(f'`{kind}`' for kind in KINDS)}")
    pairs = [(kind, column) for kind in kinds for column in _COLUMNS[kind]]
    sql = _COUNTED.format(
        kinds=", ".join(f"'{kind}'" for kind, _ in pairs), columns=", ".join(column for _, column in pairs)
    )
    answer = ask(source, sql, watched=watched, **options)
    try:
        rows = answer.rows()
        report = answer.report()
    finally:
        answer.close()
    found: list[Proposal] = []
    for kind in kinds:
        counted = [(name, games) for known, name, games in rows if known == kind]
        found += [
            Proposal(name, wanted, kind, games, why, sure)
            for name, wanted, games, why, sure in _core.propose_names(kind, counted)
        ]
    return found, report


def write_aliases(proposals: Iterable[Proposal], path: str) -> None:
    """Writes proposals as CSV with a header, for the option `names`: after you have removed the rows that are wrong.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_aliases([Proposal("Tal,M", "Tal, Mihail", "player", 3, "initials", "medium")], f"{folder}/a.csv")
    ...     print(Path(f"{folder}/a.csv").read_text())
    found,wanted,kind,count,why,sure
    "Tal,M","Tal, Mihail",player,3,initials,medium
    <BLANKLINE>
    """
    import csv

    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Proposal))
        writer.writerows(map(astuple, proposals))
