"""The report of a run, in words: what was read and written, what was wrong, and where first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoresheet._registry import name_of, registry
from scoresheet.cli.exits import Exit

__all__ = ["status", "text"]

Report = Mapping[str, Any]


def status(report: Report | None) -> Exit:
    """The exit status that a report stands for: errors count, notes do not."""
    return Exit.BAD_INPUT if report and report.get("errors") else Exit.OK


def text(report: Report) -> str:
    """The report for people: the first place of each error, then the counts.

    >>> print(text({"games": 2, "read": 2, "plies": 90, "seconds": 0.5, "errors": []}))
    2 games read, 90 plies in 0.50 s (4 games/s)
    """
    return "\n".join([*_places(report), _headline(report), *_unusual(report), *_counted(report)])


def _places(report: Report) -> Iterable[str]:
    for entry in report.get("errors", ()):
        first = entry.get("first") or {}
        yield (first.get("report") or f"error: {_line(first)}").rstrip("\n") + "\n"


def _line(first: Mapping[str, Any]) -> str:
    place = ", ".join(f"{name} {first[name]}" for name in ("game", "ply", "line", "column", "byte") if first.get(name))
    where = ": ".join(str(first[name]) for name in ("file", "message") if first.get(name))
    return f"{where} ({place})" if place else where


def _headline(report: Report) -> str:
    parts = [f"{report.get('read', report['games']):,} games read"]
    parts += [f"{report[name]:,} {name}" for name in ("written", "skipped") if report.get(name)]
    parts += [f"{report['plies']:,} plies"]
    seconds = report["seconds"]
    rate = f" ({report['games'] / seconds:,.0f} games/s)" if seconds > 0 else ""
    return f"{', '.join(parts)} in {seconds:.2f} s{rate}"


def _unusual(report: Report) -> Iterable[str]:
    if report.get("depth", "positions") != "positions":
        yield "moves not checked"
    results = report.get("results") or {}
    if results:
        ends = [f"{name} {count:,}" for name, count in results.items()]
        ends += [f"{name} {report[name]:,}" for name in ("mates", "stalemates") if report.get(name)]
        yield "ends: " + ", ".join(ends)


def _counted(report: Report) -> Iterable[str]:
    docs = {name_of(entry): str(entry["doc"]) for entry in registry("errors")}
    for title, key in (("errors", "code"), ("notes", "code"), ("losses", "kind")):
        entries = report.get(title) or []
        if entries:
            yield f"{title}:"
        width = max((len(str(entry[key])) for entry in entries), default=0)
        for entry in entries:
            yield f"  {entry[key]:<{width}}  {entry['count']:>9,}  {docs.get(entry[key], '')}".rstrip()
