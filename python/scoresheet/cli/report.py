"""The report of a run as text: what was read and written, and which errors occurred first where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scoresheet._registry import registry
from scoresheet.cli.exits import Exit

if TYPE_CHECKING:
    from scoresheet import report as objects

__all__ = ["joined", "status", "text"]

Report = Mapping[str, Any]


# What the report calls games that end without a marker.
_RESULTS = {"none": "no result"}

# Not a change of games: games that a pattern leaves out.
_UNMATCHED = "games-without-pattern"


def joined(read: objects.Report | None, written: objects.Report) -> dict[str, Any]:
    """The report of games that were read by one job and written by another, which alone lost something."""
    found = written.to_dict()
    if read is None:
        return found
    of_output = {name: found[name] for name in ("written", "losses", "files", "renamed", "changes")}
    facts = read.to_dict()
    changes = {**facts["changes"], **of_output["changes"]}
    return {**found, **facts, **of_output, "changes": changes}


def status(report: Report | None, strict: str | None = None, *, forgives_games: bool = False) -> Exit:
    """The exit status for a report. Errors count, notes do not, and losses count if writing is strict.

    With `forgives_games`, errors in games do not count, but inputs that could not be read do.

    >>> status({"errors": [], "losses": [{"kind": "line-end"}]}, "write").name
    'BAD_INPUT'
    """
    if not report:
        return Exit.OK
    refused = strict in ("both", "write") and report.get("losses")
    errors = [error for error in report.get("errors", ()) if not (forgives_games and _is_of_game(error))]
    return Exit.BAD_INPUT if refused or errors else Exit.OK


def _is_of_game(error: Mapping[str, Any]) -> bool:
    """Whether an error belongs to a game, which has a number, rather than to a whole input."""
    return bool((error.get("first") or {}).get("game"))


def text(report: Report) -> str:
    """The report for people: the first place of each error, then the counts.

    >>> print(text({"games": 2, "plies": 90, "seconds": 0.5, "errors": []}))
    2 games read, 90 plies, in 0.50 s (4 games/s)
    """
    return "\n".join(
        [
            *_places(report),
            _headline(report),
            *_changes(report),
            *_files(report),
            *_set_aside(report),
            *_book(report.get("book")),
            *_tree(report.get("tree")),
            *_analysis(report.get("analysis")),
            *_puzzles(report.get("puzzles")),
            *_unusual(report),
            *_counted(report),
            *_gain(report.get("gain")),
        ]
    )


def _places(report: Report) -> Iterable[str]:
    for entry in report.get("errors", ()):
        first = entry.get("first") or {}
        yield (first.get("report") or f"error: {_line(first)}").rstrip("\n") + "\n"


def _line(first: Mapping[str, Any]) -> str:
    place = ", ".join(f"{name} {first[name]}" for name in ("game", "ply", "line", "column", "byte") if first.get(name))
    where = ": ".join(str(first[name]) for name in ("file", "message") if first.get(name))
    return f"{where} ({place})" if place else where


def _first(note: Mapping[str, Any]) -> str:
    """Where a note first occurred, in brackets.

    >>> _first({"first": {"file": "a.pgn", "game": 3, "line": 12, "column": 4, "message": "..."}})
    ' (first in a.pgn, game 3, line 12, column 4)'
    """
    first = note.get("first") or {}
    place = [f"{name} {first[name]}" for name in ("game", "line", "column") if first.get(name)]
    where = ", ".join([*([str(first["file"])] if first.get("file") else []), *place])
    return f" (first in {where})" if where else ""


def _headline(report: Report) -> str:
    seconds = report["seconds"]
    counts = [f"{report[name]:,} {name}" for name in ("written", "skipped") if report.get(name)]
    rate = f" ({report['games'] / seconds:,.0f} games/s)" if seconds > 0 else ""
    unread = report.get("unread", 0)
    games = f"{report['games']:,} of " * (unread > 0) + _number(report["games"] + unread, "game", "games")
    read = f"{games} read, {_number(report['plies'], 'ply', 'plies')}"
    return ", ".join([read, *counts]) + f", in {seconds:.2f} s{rate}"


def _changes(report: Report) -> Iterable[str]:
    counts = dict(report.get("changes", {}))
    unmatched = counts.pop(_UNMATCHED, 0)
    if counts:
        yield "changes: " + ", ".join(f"{kind.replace('-', ' ')} {count:,}" for kind, count in counts.items())
    if unmatched:
        yield f"{_number(unmatched, 'game', 'games')} did not match"


def _files(report: Report) -> Iterable[str]:
    if count := report.get("files"):
        renamed = report.get("renamed")
        adjusted = f"; {_number(renamed, 'name', 'names')} adjusted to be valid file names" if renamed else ""
        yield f"{_number(count, 'file', 'files')} written{adjusted}"


def _set_aside(report: Report) -> Iterable[str]:
    if count := report.get("set_aside"):
        repaired = report.get("repaired", 0)
        kept = f"{repaired:,} kept up to the first error" if repaired else "none kept in the output"
        yield f"{_number(count, 'bad game', 'bad games')} written to the repair file, {kept}"


# What a book leaves out, by the name of its count.
_NOT_IN_BOOK = {
    "rare": ("move", "moves", "in too few games"),
    "low": ("move", "moves", "with too low a score"),
    "weightless": ("move", "moves", "with weight 0, because they never scored"),
    "later_plies": ("ply", "plies", "beyond the depth of the book"),
}


def _book(book: Mapping[str, Any] | None) -> Iterable[str]:
    if book is None:
        return
    yield f"book: {_number(book['records'], 'move', 'moves')} in {_number(book['positions'], 'position', 'positions')}"
    yield from _left_out(book, _NOT_IN_BOOK)


def _left_out(counts: Mapping[str, Any], kinds: Mapping[str, tuple[str, str, str]]) -> Iterable[str]:
    left_out = [f"{_number(counts[name], one, many)} {why}" for name, (one, many, why) in kinds.items() if counts[name]]
    if left_out:
        yield "left out: " + ", ".join(left_out)


# What a tree leaves out, by the name of its count.
_NOT_IN_TREE = {
    "rare": ("move", "moves", "in too few games"),
    "beyond_top": ("move", "moves", "that are not among the most frequent"),
    "later_plies": ("ply", "plies", "beyond the depth of the tree"),
    "other_starts": ("game", "games", "that do not reach the start of the tree"),
    "other_rules": ("game", "games", "of other variants"),
    "other_players": ("game", "games", "of other players"),
    "broken": ("game", "games", "after an illegal move"),
}


def _tree(tree: Mapping[str, Any] | None) -> Iterable[str]:
    if tree is None:
        return
    least = f", each in at least {tree['min_games']:,} games" if tree["min_games"] > 1 else ""
    elsewhere = (
        f", {_number(tree['transpositions'], 'transposition', 'transpositions')}" if tree["transpositions"] else ""
    )
    moves = _number(tree["moves"], "move", "moves")
    yield f"tree: {moves} from {_number(tree['games'], 'game', 'games')}{least}{elsewhere}"
    yield from _left_out(tree, _NOT_IN_TREE)


def _analysis(analysis: Mapping[str, Any] | None) -> Iterable[str]:
    if analysis is None:
        return
    seconds, searched = analysis["seconds"], analysis["positions"] - analysis["stored"] - analysis["known"]
    rate = f" ({searched / seconds:.1f} positions/s)" if seconds > 0 else ""
    positions = _number(analysis["positions"], "position", "positions")
    games = _number(analysis["games"], "game", "games")
    known = f"{analysis['known']:,} from the evaluations, " if analysis["known"] else ""
    yield (
        f"analysed by {' and '.join(analysis['engines'])}: {positions} in {games}, "
        f"{analysis['stored']:,} from the store, {known}in {_clock(seconds)}{rate}, "
        f"{_number(analysis['restarts'], 'restart', 'restarts')}"
    )
    suite = analysis.get("suite")
    # A suite has no moves to mark.
    if suite is None or suite["tested"] < analysis["games"]:
        yield "marks: " + ", ".join(_number(analysis[name], one, name) for one, name in _MARKS.items())
    if suite:
        unreadable = suite["unreadable"]
        more = f"; {_number(unreadable, 'move', 'moves')} in their solutions could not be read" if unreadable else ""
        yield f"solved {suite['solved']:,} of {suite['tested']:,} positions{more}"
    left = [
        (analysis["kept"], "that already had evaluations"),
        (analysis["left_out"], "without a move to judge"),
        (analysis["unknown_rules"], "of variants that the engine does not support"),
        (analysis["failed"], "because the engine failed"),
    ]
    if shown := [f"{_number(count, 'game', 'games')} {why}" for count, why in left if count]:
        yield "not analysed: " + ", ".join(shown)
    if analysis["lacking"]:
        yield f"the evaluations are not in the output, because `{analysis['lacking']}` cannot hold them as written here"


def _puzzles(found: Mapping[str, Any] | None) -> Iterable[str]:
    if found is None:
        return
    seconds, searched = found["seconds"], found["positions"] - found["stored"]
    rate = f" ({searched / seconds:.1f} positions/s)" if seconds > 0 else ""
    candidates = _number(found["candidates"], "candidate", "candidates")
    yield (
        f"searched by {found['engine']}: {_number(found['positions'], 'position', 'positions')} for {candidates} in "
        f"{_number(found['games'], 'game', 'games')}, {found['stored']:,} from the store, in {_clock(seconds)}{rate}, "
        f"{_number(found['restarts'], 'restart', 'restarts')}"
    )
    yield f"{_number(found['puzzles'], 'puzzle', 'puzzles')}, {found['longer']:,} of them with several moves to find"
    left = [
        (found["repeated"], "candidate", "candidates", "that repeated an earlier one"),
        (found["failed"], "candidate", "candidates", "because the engine failed"),
        (found["left_out"], "game", "games", "of variants that the engine does not support"),
    ]
    if shown := [f"{_number(count, one, many)} {why}" for count, one, many, why in left if count]:
        yield "left out: " + ", ".join(shown)


_MARKS = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}


def _clock(seconds: float) -> str:
    """A duration in minutes and seconds.

    >>> _clock(365.4), _clock(7325)
    ('6:05', '2:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _number(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def _unusual(report: Report) -> Iterable[str]:
    if report.get("depth", "positions") != "positions":
        yield "moves were not replayed, because the output does not need them"
    results = report.get("results") or {}
    # Below `moves`, no markers are looked for, and all would count as missing.
    known = report.get("depth") in ("moves", "positions")
    markers = ", ".join(f"{_RESULTS.get(name, name)} {count:,}" for name, count in results.items() if known)
    endings = {"checkmates": report.get("mates"), "stalemates": report.get("stalemates")}
    boards = ", ".join(f"{name} {count:,}" for name, count in endings.items() if count)
    if markers or boards:
        yield "results: " + "; ".join(filter(None, [markers, boards]))
    if rules := report.get("rules"):
        yield "rules: " + ", ".join(f"{name} {count:,}" for name, count in rules.items())


def _counted(report: Report) -> Iterable[str]:
    docs = {entry["id"]: entry["doc"] for entry in registry("errors")}
    yield from _list("errors", [(row["code"], row["count"], docs[row["code"]]) for row in report.get("errors", ())])
    # The places of errors are printed above.
    notes = report.get("notes", ())
    yield from _list("notes", [(row["code"], row["count"], docs[row["code"]] + _first(row)) for row in notes])
    yield from _list("losses", [(row["kind"], row["count"], row["first"]) for row in report.get("losses", ())])


# Why sizes are not compared.
_NOT_COMPARED = "not compared with gzip, xz and zstd: that needs text inputs, with all of their games"


def _gain(gain: Mapping[str, Any] | None) -> Iterable[str]:
    if gain is None:
        return
    per_ply = gain["bits_per_ply"]
    yield f"bits per ply: {per_ply['moves']:.2f} for moves, {per_ply['total']:.2f} in all" if per_ply else "bits:"
    rates = {name: f"{rate:.2f}" for name, rate in per_ply.items()}
    yield from _table([(name, rates.get(name, ""), f"{bits:,} bits") for name, bits in gain["bits"].items()])
    yield from _sizes(gain)


def _sizes(gain: Mapping[str, Any]) -> Iterable[str]:
    if gain["bytes_in"] is None:
        yield f"size: {gain['bytes_out']:,} bytes"
        yield _NOT_COMPARED
        return
    sizes = {"input": gain["bytes_in"], "output": gain["bytes_out"], **gain["compressed"]}
    whole = gain["bytes_in"]
    yield "sizes:"
    yield from _table(
        [(name, f"{size:,} bytes", f"{size / whole:.1%}" if whole else "") for name, size in sizes.items()]
    )


def _table(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *figures in rows:
        cells = [f"{figure:>{width}}" for figure, width in zip(figures, widths[1:], strict=True)]
        yield "  " + "  ".join([f"{name:<{widths[0]}}", *cells])


def _list(title: str, rows: Sequence[tuple[str, int, str]]) -> Iterable[str]:
    if rows:
        yield f"{title}:"
    names, counts = max((len(row[0]) for row in rows), default=0), max((len(f"{row[1]:,}") for row in rows), default=0)
    for name, count, words in rows:
        yield f"  {name:<{names}}  {count:>{counts},}  {words}"
