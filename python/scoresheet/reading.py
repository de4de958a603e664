"""Reading games: `read`, `check`, and what arguments name."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from scoresheet import _core
from scoresheet._options import OnError, Source, Strict, choices, options, paths
from scoresheet.report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import FormatId, LanguageId, LimitName, ReadChoices
    from scoresheet.game import Game

__all__ = ["Games", "check", "inputs", "read"]


class Games:
    """Games that are read when somebody asks for them, and again each time.

    Any program that takes Arrow streams takes them: `pyarrow.table(games)`, `polars.DataFrame(games)`, DuckDB by the
    name of the variable. One row is one game; `scoresheet list columns` says what the columns hold, and in which units.

    Made by `read`. A pipe can be read once; a second time raises `SourceConsumed`.

    >>> import duckdb, scoresheet
    >>> games = scoresheet.read("examples/historic.pgn")
    >>> duckdb.sql("from games select result, count(*) group by 1 order by 1").fetchall()
    [('0-1', 20), ('1-0', 25)]
    """

    __slots__ = ("_columns", "_native", "_options", "_paths")

    def __init__(self, paths: Sequence[str], options: Mapping[str, Any], columns: Sequence[str] = ()) -> None:
        self._paths = tuple(paths)
        self._options = dict(options)
        self._columns = tuple(columns)
        self._native = _core.Games(self._paths, {**self._options, "columns": self._columns})

    def columns(self, *names: str) -> Games:
        """The same games with these columns only, in this order; families of columns may be named too.

        Nothing is read for columns that are not wanted: without any of the moves, no move is played.

        Raises:
            UsageError: there is no such column or family.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn").columns("white", "result", "errors").names
        ['white', 'result', 'error_code', 'error', 'error_ply', 'error_byte']
        """
        narrowed = copy.copy(self)
        narrowed._columns = names
        narrowed._native = self._native.narrow(names)
        return narrowed

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self._native.names

    def __iter__(self) -> Iterator[Game]:
        """The games one after another, as objects; those that come next are read in the background.

        Of a game with an error there is what stands before that, where `on_error` is `"keep"`; `Game.errors` has the
        error. Columns play no part. Inputs of ICN give `infinite.Game` objects.

        Raises:
            ReadError: the first error, where `on_error` is `"raise"`.
            SourceConsumed: a pipe was read before.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn")
        >>> max(game.ply_count for game in games), games.report().games
        (106, 45)
        """
        return iter(self._native)

    @property
    def _opened_by(self) -> tuple[list[str], dict[str, Any]]:
        """The paths and the options that the native part opens them by."""
        return list(self._paths), {**self._options, "columns": list(self._columns)}

    def report(self) -> Report | None:
        """What the last reading that came to its end has counted; None before there was one.

        >>> import duckdb, scoresheet
        >>> games = scoresheet.read("examples/historic.pgn")
        >>> duckdb.sql("select count(ply_count) from games").fetchall(), games.report().plies
        ([(45,)], 2171)
        """
        found = self._native.report()
        return None if found is None else Report.from_dict(found)

    def _done(self) -> tuple[int, int]:
        """How many bytes and games the latest reading has read so far; another thread may ask while it goes on."""
        return self._native.done()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A fresh Arrow stream over all games, for other programs to read."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The schema of the stream; nothing is read for it."""
        return self._native.__arrow_c_schema__()

    def __repr__(self) -> str:
        shown = ", ".join(self._paths[:3]) + (", …" if len(self._paths) > 3 else "")
        return f"<Games from {shown}, {len(self.names)} columns>"

    def __reduce__(self) -> tuple[type[Games], tuple[tuple[str, ...], dict[str, Any], tuple[str, ...]]]:
        """What `pickle` makes the games from: how to open them, not what they hold."""
        return type(self), (self._paths, self._options, self._columns)


def read(
    source: Source,
    *,
    columns: Sequence[str] | None = None,
    on_error: OnError = "keep",
    strict: Strict = False,
    threads: int | None = None,
    limit: int | None = None,
    language: LanguageId | Literal["auto"] = "auto",
    limits: Mapping[LimitName, int] | None = None,
    from_: FormatId | None = None,
    fen: str | None = None,
    keep_spelling: bool = False,
    **format_options: Unpack[ReadChoices],
) -> Games:
    """Games, read when somebody asks for them: one by one as objects, or all as columns.

    Args:
        source: a path, or several: files, packed or not, folders, zip archives, or `-` for standard input.
        columns: families of columns and columns, in any mix (`scoresheet list columns`); where it is None, `tags`,
            `summary` and `moves`.
        on_error: a game with an error is kept up to it (`"keep"`), left out (`"skip"`), or ends it all (`"raise"`).
        strict: leniencies are errors.
        threads: how many threads work; all there are where it is None.
        limit: how many games are read at most.
        language: the piece letters (`scoresheet list languages`); `"auto"` finds them out for each input.
        limits: limits against hostile input by name (`scoresheet list limits`).
        from_: the format of the inputs, whatever they look like.
        fen: where games start that do not say so themselves: bare streams and lists of moves.
        keep_spelling: games as objects keep how moves and annotations were spelled.
        format_options: options of the formats that are read, as `scoresheet list formats` shows them.

    Raises:
        UsageError: an input is not there, or an option or a column is not known.

    While the games are read, whatever consumes the stream raises errors of its own kind, with our code in their text.

    >>> import scoresheet
    >>> scoresheet.read("examples/historic.pgn", columns=["white", "black"])
    <Games from examples/historic.pgn, 2 columns>
    >>> for game in scoresheet.read("examples/historic.pgn", limit=1):
    ...     print(game)
    <Game Greco, Gioachino - NN, 1-0, 39 half-moves>
    """
    given = {
        **_given(on_error, threads, limit, language, limits, from_, fen, format_options),
        "keep_spelling": keep_spelling,
    }
    return Games(paths(source), options(given, strict), tuple(columns or ()))


def check(
    source: Source,
    *,
    on_error: OnError = "keep",
    strict: Strict = False,
    threads: int | None = None,
    limit: int | None = None,
    language: LanguageId | Literal["auto"] = "auto",
    limits: Mapping[LimitName, int] | None = None,
    from_: FormatId | None = None,
    fen: str | None = None,
    progress: Callable[[int, int], object] | None = None,
    **format_options: Unpack[ReadChoices],
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
        fen: where games start that do not say so themselves: bare streams and lists of moves.
        progress: called with the bytes and the games read so far, at most ten times a second.
        format_options: options of the formats that are read, as `scoresheet list formats` shows them.

    Raises:
        ReadError: the first error, where `on_error` is `"raise"`.
        FileError: an input that cannot be read, where `on_error` is `"raise"`.
        UsageError: an input is not there, or an option is not known.

    >>> import scoresheet
    >>> report = scoresheet.check("examples/historic.pgn")
    >>> report.games, report.mates, report.results
    (45, 17, {'1-0': 25, '0-1': 20})
    """
    given = _given(on_error, threads, limit, language, limits, from_, fen, format_options)
    return Report.from_dict(_core.check(paths(source), options(given, strict), progress))


def inputs(source: Source, *, from_: FormatId | None = None) -> list[dict[str, Any]]:
    """What `source` names, with folders and archives opened: `name`, `kind`, and `size` in bytes, None where unknown.

    Raises:
        UsageError: a path is not there, or a folder or an archive holds no games.

    >>> import scoresheet
    >>> [found["kind"] for found in scoresheet.inputs("examples/historic.pgn")]
    ['pgn']
    """
    return _core.inputs(paths(source), options({"from_": from_}))


def _given(
    on_error: OnError,
    threads: int | None,
    limit: int | None,
    language: str,
    limits: Mapping[LimitName, int] | None,
    from_: str | None,
    fen: str | None,
    format_options: Mapping[str, Any],
) -> dict[str, Any]:
    """The options of reading by the names that the native part knows."""
    return {
        "on_error": on_error,
        "threads": threads,
        "limit": limit,
        "language": language,
        "limits": dict(limits) if limits else None,
        "from_": from_,
        "fen": fen,
        "choices": choices(format_options),
    }
