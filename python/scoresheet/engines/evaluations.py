"""`scoresheet.evals`: the evaluations that Lichess publishes, as a table with one row for each position."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from scoresheet._registry import hint_of
from scoresheet._sources import Source, paths
from scoresheet.engines.duckdb import connection_for
from scoresheet.engines.failures import our_errors
from scoresheet.engines.relation import Relation
from scoresheet.engines.view import is_parquet_file
from scoresheet.errors import FileError, UsageError
from scoresheet.questions.duckdb import no_pattern, quoted, read_parquet

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from scoresheet.engines.row_formats import Form

__all__ = ["Evaluations", "evals", "require"]

_COLUMNS = ("fen", "line", "depth", "knodes", "cp", "mate")
"""The columns of the table on Hugging Face, `Lichess/chess-position-evaluations`."""

_MAGIC = {b"\x28\xb5\x2f\xfd": "zstd", b"\x1f\x8b": "gzip"}
"""How compressed files start, and DuckDB's name of the compression."""

_HINT = "name `lichess_db_eval.jsonl.zst`, or Parquet files of `Lichess/chess-position-evaluations`"

_PVS = "STRUCT(cp INTEGER, mate INTEGER, line VARCHAR)[]"
_LINE = f"{{fen: 'VARCHAR', evals: 'STRUCT(knodes BIGINT, depth INTEGER, pvs {_PVS})[]'}}"
"""What a line of JSON has."""

# Of several evaluations, the deepest one counts, then the one with the most nodes, then the best line for the side to
# move.
_BEST = """
CREATE TEMP TABLE deepest AS
SELECT hash, count(*) AS read, arg_max(e, {
    depth: coalesce(e.depth, 0), knodes: coalesce(e.knodes, 0),
    score: coalesce(CASE WHEN e.mate > 0 THEN 1000000 - e.mate WHEN e.mate <= 0 THEN -1000000 - e.mate ELSE e.cp END, 0)
           * CASE WHEN split_part(fen, ' ', 2) = 'b' THEN -1 ELSE 1 END
}) AS e
FROM (
    SELECT fen, e,
           CASE WHEN fen <> '' AND (e.cp IS NOT NULL OR e.mate IS NOT NULL) THEN hash_at(''::BLOB, fen, 0) END AS hash
    FROM lines
)
GROUP BY hash
"""

_ROWS = """
SELECT hash, e.cp AS cp, e.mate AS mate, e.depth AS depth, e.knodes AS knodes,
       split_part(e.line, ' ', 1) AS best, e.line AS line
FROM deepest WHERE hash IS NOT NULL ORDER BY hash
"""


@dataclass(frozen=True)
class Evaluations:
    """The evaluations of positions, and what was read for them.

    Attributes:
        rows: a row for each position, sorted by its Polyglot hash: `hash`, `cp` and `mate` from White's side, `depth`,
            `knodes`, `best` and `line`.
        positions: how many rows there are.
        read: how many evaluations were read.
        left_out: how many of them have no position that can be read, or no score.
    """

    rows: Relation
    positions: int
    read: int
    left_out: int

    _connection: DuckDBPyConnection = field(repr=False)

    def write(self, path: str, form: Form) -> None:
        """Writes the rows to a file in one of the forms of `scoresheet.engines.row_formats`."""
        with our_errors():
            form.write(self._connection, self._connection.sql(_ROWS), path)


def evals(inputs: Source, *, threads: int | None = None) -> Evaluations:
    """The deepest evaluation of each position, from the evaluations that Lichess publishes.

    The files are `lichess_db_eval.jsonl.zst` of database.lichess.org, or the Parquet files of
    `Lichess/chess-position-evaluations` on Hugging Face. Of several evaluations of a position, the deepest one counts,
    then the one with the most nodes, then the best line for the side to move. Rows are sorted by `hash`, the Polyglot
    hash of the position. Lines are in UCI, with castling as the king takes its rook (`e1h1`), as Lichess has them.

    DuckDB keeps what does not fit in memory in temporary files.

    Args:
        inputs: one path or several: JSON lines, plain or compressed with zstd or gzip, or Parquet.
        threads: how many threads to use; None for all cores.

    Raises:
        UsageError: a file does not have such evaluations.
        FileError: a file cannot be read.

    >>> import scoresheet
    >>> from pathlib import Path
    >>> fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    >>> lines = '{"fen": "%s", "evals": [{"pvs": [{"cp": 18, "line": "e2e4 e7e5"}], "knodes": 9, "depth": 36}]}' % fen
    >>> _ = Path("evals.jsonl").write_text(lines)
    >>> found = scoresheet.evals("evals.jsonl")
    >>> found.positions, found.rows.fetchall()
    (1, [(5060803636482931868, 18, None, 36, 9, 'e2e4', 'e2e4 e7e5')])
    >>> _ = found.rows.to_parquet("evals.parquet")
    """
    files = [str(path) for path in paths(inputs, again=True)]
    connection = connection_for(_BEST, threads)
    with our_errors():
        connection.execute(f"CREATE TEMP VIEW lines AS {' UNION ALL BY NAME '.join(_lines(files, connection))}")
        connection.execute(_BEST)
        [totals] = connection.execute(
            "SELECT count(hash), coalesce(sum(read), 0), coalesce(sum(read) FILTER (hash IS NULL), 0) FROM deepest"
        ).fetchall()
    positions, read, left_out = map(int, totals)
    if read and not positions:
        listed = ", ".join(f"`{file}`" for file in files)
        raise UsageError(f"there is no evaluation of a position in {listed}", hint=_HINT)
    return Evaluations(Relation(connection.sql(_ROWS), our_errors), positions, read, left_out, connection)


def _lines(files: Sequence[str], connection: DuckDBPyConnection) -> list[str]:
    """The SELECT of the evaluations of each file: `fen`, and `e` with the score, the line and how deep it is."""
    if not files:
        raise UsageError("there are no evaluations to read", hint=_HINT)
    return [_of_parquet(file, connection) if is_parquet_file(file) else _of_json(file) for file in files]


def require(wanted: Iterable[str], present: Iterable[str], file: str, advice: str) -> None:
    """Refuses a file without some of the wanted columns, with the names of those that it has.

    Raises:
        UsageError: a column is missing; `advice` is the hint.
    """
    present = list(present)
    missing = [name for name in wanted if name not in present]
    if missing:
        listed, found = (", ".join(f"`{name}`" for name in names) for names in (missing, present))
        raise UsageError(f"`{file}` has no {listed}; its columns are {found}", hint=advice)


def _of_json(file: str) -> str:
    packed = next((name for magic, name in _MAGIC.items() if _starts(file, magic)), "uncompressed")
    if packed == "zstd" and not _is_whole(file):
        raise FileError(
            f"cannot unpack `{file}`: it ends too early", code="file-damaged", file=file, hint=hint_of("file-damaged")
        )
    rows = (
        f"read_json({quoted(no_pattern(file))}, format = 'newline_delimited', columns = {_LINE}, ignore_errors = true, "
        f"compression = {quoted(packed)})"
    )
    # Of the lines of a search, the first one is the best. A line without evaluations is read, too, and left out.
    searches = f"SELECT fen, unnest(CASE WHEN len(evals) > 0 THEN evals ELSE [NULL] END) AS found FROM {rows}"
    pv = "found.pvs[1]"
    score = f"cp: {pv}.cp, mate: {pv}.mate, depth: found.depth, knodes: found.knodes, line: {pv}.line"
    return f"SELECT fen, {{{score}}} AS e FROM ({searches})"


def _of_parquet(file: str, connection: DuckDBPyConnection) -> str:
    rows = read_parquet([file])
    require(_COLUMNS, connection.sql(f"FROM {rows}").columns, file, f"it needs {', '.join(_COLUMNS)}")
    score = ", ".join(f"{name}: {name}" for name in _COLUMNS[1:])
    types = "STRUCT(line VARCHAR, depth INTEGER, knodes BIGINT, cp INTEGER, mate INTEGER)"
    return f"SELECT fen, CAST({{{score}}} AS {types}) AS e FROM {rows}"


def _starts(file: str, magic: bytes) -> bool:
    try:
        with Path(file).open("rb") as opened:
            return opened.read(len(magic)) == magic
    except OSError as error:
        raise duckdb.IOException(f"cannot read `{file}`: {error.strerror or error}") from error


# The parts of a file of zstd, by RFC 8878.
_FRAME = 0xFD2FB528
_SKIPPED_FRAME = 0x184D2A50
_DICTIONARY_BYTES = (0, 1, 2, 4)
_SIZE_BYTES = (0, 2, 4, 8)
_REPEATED = 1


def _is_whole(path: str) -> bool:
    """Whether the last frame of a file of zstd is there to its end: DuckDB takes one that is cut for a shorter one.

    Only the headers of its blocks are read.
    """
    end = Path(path).stat().st_size
    with Path(path).open("rb") as file:

        def number(size: int) -> int:
            return int.from_bytes(file.read(size), "little")

        while (at := file.tell()) < end:
            magic = number(4)
            if magic & ~0xF == _SKIPPED_FRAME:
                size = number(4)
                file.seek(size, os.SEEK_CUR)
                continue
            if magic != _FRAME:
                return at > 0  # what follows the frames is for the reader to judge
            descriptor = number(1)
            is_single = bool(descriptor & 0x20)
            size_bytes = _SIZE_BYTES[descriptor >> 6] or int(is_single)
            file.seek((not is_single) + _DICTIONARY_BYTES[descriptor & 3] + size_bytes, os.SEEK_CUR)
            is_last = False
            while not is_last:
                if file.tell() + 3 > end:
                    return False
                header = number(3)
                is_last = bool(header & 1)
                file.seek(1 if header >> 1 & 3 == _REPEATED else header >> 3, os.SEEK_CUR)
            file.seek(4 if descriptor & 4 else 0, os.SEEK_CUR)
        return file.tell() == end
