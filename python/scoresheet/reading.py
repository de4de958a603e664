"""Reading games: `check`, and what arguments name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scoresheet import _core
from scoresheet._options import OnError, Source, Strict, options, paths
from scoresheet.report import Report

__all__ = ["check", "inputs"]


def check(
    source: Source,
    *,
    on_error: OnError = "keep",
    strict: Strict = False,
    threads: int | None = None,
    limit: int | None = None,
    language: str = "auto",
    limits: Mapping[str, int] | None = None,
    from_: str | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Report:
    """Reads and replays everything, variations too, and counts what is wrong.

    Args:
        source: a path, or several: files, packed or not, folders, zip archives, or `-` for standard input.
        on_error: with `"raise"`, the first error is raised; otherwise errors are counted.
        strict: leniencies are errors.
        threads: how many threads work; all there are where it is None.
        limit: how many games are read at most.
        language: the piece letters (`scoresheet list languages`); `"auto"` finds them out for each input.
        limits: limits against hostile input by name (`scoresheet list limits`).
        from_: the format of the inputs, whatever they look like.
        progress: called with the bytes and the games read so far, at most ten times a second.

    Raises:
        ReadError: the first error, where `on_error` is `"raise"`.
        FileError: an input that cannot be read, where `on_error` is `"raise"`.
        UsageError: an input is not there, or an option is not known.

    >>> import scoresheet
    >>> report = scoresheet.check("examples/historic.pgn")
    >>> report.games, report.mates, report.results
    (45, 17, {'1-0': 25, '0-1': 20})
    """
    given = {
        "on_error": on_error,
        "threads": threads,
        "limit": limit,
        "language": language,
        "limits": dict(limits) if limits else None,
        "from_": from_,
    }
    return Report.from_dict(_core.check(paths(source), options(given, strict), progress))


def inputs(source: Source, *, from_: str | None = None) -> list[dict[str, Any]]:
    """What `source` names, with folders and archives opened: `name`, `kind`, and `size` in bytes, None where unknown.

    Raises:
        UsageError: a path is not there, or a folder or an archive holds no games.

    >>> import scoresheet
    >>> [found["kind"] for found in scoresheet.inputs("examples/historic.pgn")]
    ['pgn']
    """
    return _core.inputs(paths(source), options({"from_": from_}))
