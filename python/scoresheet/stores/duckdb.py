"""DuckDB: a database in one file, with the types of the columns, the functions of the questions and views of moves."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import duckdb

from scoresheet import _scratch
from scoresheet._interruptible import interruptible
from scoresheet.questions import find
from scoresheet.questions.duckdb import LOCKED, STORED_SIDES, asked, identifier, macros, macros_in
from scoresheet.questions.engine import with_nulls
from scoresheet.questions.sides import sides
from scoresheet.stores.file_store import FileStore, json_path
from scoresheet.stores.store import Address, Answer, ArrowStream, Batch, Column, Load, Note

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["DuckDB"]

# How many game numbers one query for documents covers. The rows of a source are stored in the order of their numbers,
# so that little else is read for them; sorting all documents would need as much space as they take up.
_AT_ONCE = 4096

# By default, DuckDB takes most of the machine's memory before it gives up what it has written or read. It inserts rows
# with one thread, and others would only wait for one another. It compresses and writes each group of rows when it is
# full, while other games are still read, instead of some groups at once.
_LITTLE = {"memory_limit": "1GiB"}
_SETTINGS: dict[str, dict[str, str]] = {
    "question": {},
    "read": _LITTLE,
    "load": {**_LITTLE, "threads": "1", "write_buffer_row_group_count": "1"},
}

# How many rows DuckDB compresses at once, and how many of the first rows of a new file. So most rows of a small load
# are compressed while games are read, and not by one thread at the end. In large files, small groups would only take
# space, and DuckDB would write all of them again, to have fewer groups, when another program adds a row.
_GROUP = 122_880
_FIRST_GROUP = _GROUP // 6
# So DuckDB keeps the first groups as they are during the load.
_KEEPS_GROUPS = {"max_vacuum_tasks": "0"}

# How many rows are inserted at once. A statement takes about as long as inserting a thousand of them.
_INSERTED = 8192

_PLIES = """
CREATE OR REPLACE VIEW {plies} AS
SELECT source, game, n - CASE json_type(first) WHEN 'NULL' THEN 1 ELSE 0 END AS ply,
       move ->> 'p' AS p, move ->> 'f' AS f, move ->> 't' AS t, move ->> 'x' AS x, (move ->> 'c')::INTEGER AS c,
       move ->> 'castle' AS castle, move ->> 'promote' AS promote, (move ->> 'et')::DOUBLE AS et,
       move -> 'a' AS a, move -> 'properties' AS properties, 0::BIGINT AS line
FROM (SELECT source, game, doc -> '$.moves[0]' AS first,
             unnest(from_json(doc -> 'moves', '["JSON"]')) AS move,
             generate_subscripts(from_json(doc -> 'moves', '["JSON"]'), 1) AS n
      FROM {games})
WHERE json_type(move) = 'OBJECT'
"""

# The lines of games, each with the ply of the move that it replaces. A place has the ply and the number of the
# annotation of each line on the way, so that places sort lines as a reader meets them.
_TREE = """
WITH RECURSIVE tree AS (
  SELECT source, game, []::BIGINT[] AS place, NULL::BIGINT[] AS parent_place, NULL::BIGINT AS parent_ply,
         1::BIGINT - CASE json_type(doc -> '$.moves[0]') WHEN 'NULL' THEN 1 ELSE 0 END AS first_ply,
         doc::JSON AS content
  FROM {games}
  WHERE contains(doc::VARCHAR, '"alt')
  UNION ALL
  SELECT source, game, place || [ply, n], place, ply, ply, alt
  FROM (
    SELECT * EXCLUDE (note), coalesce(note -> 'alt', (note ->> 'altText')::JSON) AS alt
    FROM (
      SELECT source, game, place, ply, unnest(from_json(a, '["JSON"]')) AS note,
             generate_subscripts(from_json(a, '["JSON"]'), 1) AS n
      FROM (
        SELECT source, game, place, unnest(from_json(content -> 'moves', '["JSON"]')) -> 'a' AS a,
               first_ply - 1 + generate_subscripts(from_json(content -> 'moves', '["JSON"]'), 1) AS ply
        FROM tree
      )
      WHERE a IS NOT NULL
    )
  )
  WHERE alt IS NOT NULL
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY source, game ORDER BY place) - 1 AS line FROM tree
)
"""

_LINES = f"""
CREATE OR REPLACE VIEW {{lines}} AS
{_TREE}
SELECT source, game, 0::BIGINT AS line, NULL::BIGINT AS parent_line, NULL::BIGINT AS parent_ply, NULL::VARCHAR AS name
FROM {{games}}
WHERE doc IS NOT NULL
UNION ALL
SELECT n.source, n.game, n.line, parent.line, n.parent_ply, n.content ->> 'name'
FROM numbered AS n JOIN numbered AS parent
  ON parent.source = n.source AND parent.game = n.game AND parent.place = n.parent_place
"""

_LINE_PLIES = f"""
CREATE OR REPLACE VIEW {{line_plies}} AS
{_TREE}
SELECT * FROM {{plies}}
UNION ALL
SELECT source, game, ply, move ->> 'p', move ->> 'f', move ->> 't', move ->> 'x', (move ->> 'c')::INTEGER,
       move ->> 'castle', move ->> 'promote', (move ->> 'et')::DOUBLE, move -> 'a', move -> 'properties', line
FROM (SELECT source, game, line, unnest(from_json(content -> 'moves', '["JSON"]')) AS move,
             first_ply - 1 + generate_subscripts(from_json(content -> 'moves', '["JSON"]'), 1) AS ply
      FROM numbered
      WHERE line > 0)
WHERE json_type(move) = 'OBJECT'
"""

_VIEWS = (_PLIES, _LINES, _LINE_PLIES)


class DuckDB(FileStore):
    """A DuckDB file."""

    id: ClassVar[str] = "duckdb"
    engine: ClassVar[str] = "duckdb"
    failures = (duckdb.Error,)
    # Whole groups of rows, as DuckDB compresses them: they are written once, without its log. If a transaction had a
    # few more, DuckDB would write all of them again, to have fewer groups.
    most_rows: ClassVar[int] = _GROUP
    first_rows: ClassVar[int] = most_rows
    cuts: ClassVar[bool] = True
    # A smaller transaction is written to the log first, and its rows are compressed twice.
    longest_s: ClassVar[float] = 10.0

    quoted = staticmethod(identifier)

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        self._newest: dict[str, int] = {}
        self._waiting: list[Batch] = []
        # Whether the connection makes small groups, and how many rows this load has inserted.
        self._is_attached = False
        self._inserted = 0

    def _connected(self, path: str) -> DuckDBPyConnection:
        try:
            if self.use == "load" and not Path(path).exists() and (attached := _attached(path)):
                self._is_attached = True
                return attached
            return _opened(path, _SETTINGS[self.use] | (_KEEPS_GROUPS if self._inserted else {}))
        except duckdb.ConnectionException:
            # This program has opened the file itself, with other settings. DuckDB accepts only the same.
            return duckdb.connect(path)

    def _columns_of(self, table: str) -> list[str] | None:
        found = self._connection.execute(
            "SELECT column_name FROM duckdb_columns() WHERE database_name = current_database() "
            "AND schema_name = current_schema() AND table_name = ? ORDER BY column_index",
            [table],
        ).fetchall()
        return [name for (name,) in found] or None

    def create(self, columns: Sequence[Column]) -> None:
        """Creates the tables, the functions of questions, and the views; those of moves if there are documents."""
        kinds = (f"{identifier(column.name)} {_kind(column)}" for column in columns)
        with self._transaction():
            self._connection.execute(f"CREATE TABLE IF NOT EXISTS {self._table} ({', '.join(kinds)})")
            self._connection.execute(
                f"CREATE TABLE IF NOT EXISTS {self._loads} (source VARCHAR PRIMARY KEY, games BIGINT NOT NULL, "
                "finished BOOLEAN NOT NULL, schema_number INTEGER NOT NULL, options JSON NOT NULL, "
                "updated TIMESTAMPTZ NOT NULL DEFAULT now())"
            )
            for macro in macros():
                self._connection.execute(macro.replace("CREATE TEMP", "CREATE OR REPLACE", 1))
            names = {column.name for column in columns}
            both = sides(self._table, names, STORED_SIDES)
            self._connection.execute(f"CREATE OR REPLACE VIEW {self._views['sides']} AS {both}")
            if "doc" in names:
                for view in _VIEWS:
                    self._connection.execute(view.format(games=self._table, **self._views))

    def put(self, source: str, games: range, batch: Batch | None) -> None:
        """Replaces these games of a source with the rows."""
        if self._only_waits(source, games, batch):
            self._waiting += [] if batch is None else [batch]
        else:
            interruptible(self._connection, lambda: self._put(source, games, batch))

    def _only_waits(self, source: str, games: range, batch: Batch | None) -> bool:
        """Whether DuckDB gets these rows later. A thread for that would wait for a processor longer than it works."""
        rows = sum(map(len, self._waiting)) + (0 if batch is None else len(batch))
        are_new = not games or games[0] > self._newest.get(source, games[0])
        return self._is_loading and are_new and rows < _INSERTED

    def _put(self, source: str, games: range, batch: Batch | None) -> None:
        with self._loading():
            if games and games[0] <= self._newest_of(source):
                self._delete(source, games)
            if batch is not None:
                self._waiting.append(batch)
                if sum(map(len, self._waiting)) >= _INSERTED:
                    self._insert()

    def _insert(self) -> None:
        """Inserts the batches that wait."""
        if not self._waiting:
            return
        (first, *others), self._waiting = self._waiting, []
        names = ", ".join(map(identifier, first.names))
        rows = first.joined(others)
        self._inserted += len(rows)
        self._connection.register("rows", rows)
        self._connection.execute(f"INSERT INTO {self._table} ({names}) SELECT {names} FROM rows")
        self._connection.unregister("rows")

    def _forget(self) -> None:
        self._waiting = []

    def _note(self, source: str, load: Load) -> None:
        self._insert()
        super()._note(source, load)

    def _delete(self, source: str, games: range) -> None:
        self._insert()
        super()._delete(source, games)

    def _newest_of(self, source: str) -> int:
        """The largest number of a game of a source before this load. It is kept, because the rows have no index."""
        if source not in self._newest:
            asked = f"SELECT coalesce(max(game), 0) FROM {self._table} WHERE source = ?"
            self._newest[source] = self._connection.execute(asked, [source]).fetchall()[0][0]
        return self._newest[source]

    def keep(self, source: str, load: Load) -> None:
        """Records how far a source has been loaded, and ends the transaction."""
        interruptible(self._connection, lambda: super(DuckDB, self).keep(source, load))
        self._leave_small_groups()

    def finish(self, source: str, load: Load) -> None:
        """Records that a source is complete, deletes its rows after the last game, and ends the transaction."""
        interruptible(self._connection, lambda: super(DuckDB, self).finish(source, load))
        self._leave_small_groups()

    def _leave_small_groups(self) -> None:
        """Opens the file again if the load turned out to be large."""
        if self._is_attached and self._inserted >= self.most_rows:
            self._is_attached = False
            self.close()

    def documents(self) -> Iterator[bytes]:
        """The documents, source by source."""
        sources = self._connection.execute(
            f"SELECT source, min(game), max(game) FROM {self._table} GROUP BY source ORDER BY source"
        ).fetchall()
        for source, first, last in sources:
            for start in range(first, last + 1, _AT_ONCE):
                rows = self._connection.execute(
                    f"SELECT game, doc FROM {self._table} WHERE source = ? AND game BETWEEN ? AND ? ORDER BY game",
                    [source, start, start + _AT_ONCE - 1],
                ).fetchall()
                yield b"".join(self._line(source, game, doc) for game, doc in rows)

    def rows(self, columns: Sequence[str]) -> ArrowStream:
        """The rows, of a connection of their own, so that any thread may read them."""
        wanted = ", ".join(map(identifier, columns)) or "NULL AS nothing"
        relation: ArrowStream = self._connection.cursor().sql(
            f"SELECT {wanted} FROM {self._table} ORDER BY source, game"
        )
        return relation

    def annotate(self, note: Note) -> bool:
        """Appends an annotation. Only one process can write to a file at a time."""
        with self._transaction():
            held = self._connection.execute(
                "SELECT coalesce(list_contains(json_extract_string(doc, '$.bgn.sources[*].id'), ?), false) "
                f"FROM {self._table} WHERE source = ? AND game = ?",
                [note.who, note.source, note.game],
            ).fetchone()
            if held is None:
                return False
            doc = "doc" if held[0] else "json_insert(doc, '$.bgn.sources[#]', $entry::JSON)"
            changed, holds, values = _changed(doc, note)
            made = self._connection.execute(
                f"UPDATE {self._table} SET doc = {changed} WHERE source = $source AND game = $game AND {holds} "
                "RETURNING game",
                {"source": note.source, "game": note.game, **values} | ({} if held[0] else {"entry": note.entry}),
            ).fetchall()
        return bool(made)

    def ask(self, question: str, parameters: Mapping[str, object], lacking: Sequence[str]) -> Answer:
        """The result of a built-in question."""
        sql, values = asked(find(question), parameters, with_nulls(self._table, lacking))
        for macro in macros_in(sql):
            self._connection.execute(macro)

        def answer() -> Answer:
            found = self._connection.execute(sql, values or None)
            return Answer([column[0] for column in found.description or ()], found.fetchall())

        return interruptible(self._connection, answer)


_locking = threading.Lock()
"""Connections of a program to the same file share their settings, which each of them looks at and locks."""


def _attached(path: str) -> DuckDBPyConnection | None:
    """A connection to load games into a new file with small groups of rows; None if the file cannot be attached.

    The size of groups can be set only for files that are attached.
    """
    connection = _connection(":memory:", _SETTINGS["load"])
    quoted = path.replace("'", "''")
    try:
        connection.execute(f"ATTACH '{quoted}' AS store (ROW_GROUP_SIZE {_FIRST_GROUP})")
    except duckdb.Error:  # opening it shows the reason
        connection.close()
        return None
    connection.execute("USE store")
    return _locked(connection, path)


def _opened(path: str, settings: Mapping[str, str]) -> DuckDBPyConnection:
    """A connection to a file."""
    with _locking:
        return _locked(_connection(path, settings), path)


def _connection(path: str, settings: Mapping[str, str]) -> DuckDBPyConnection:
    return duckdb.connect(path, config={**settings, "temp_directory": str(_scratch.own() / "duckdb")})


def _locked(connection: DuckDBPyConnection, path: str) -> DuckDBPyConnection:
    """The connection, which from now on reaches only this file and temporary files.

    The file may come from others, whose views could read other files.
    """
    # A file that this program has open already is locked.
    if not connection.execute("SELECT current_setting('lock_configuration')").fetchall()[0][0]:
        # DuckDB takes what follows a question mark for parameters, and its lock does not know the name of the log.
        connection.execute("SET allowed_paths = ?", [[path.replace("?", ".wal?", 1)]])
        for name, value in LOCKED.items():
            connection.execute(f"SET {name} = {value}")
    return connection


def _changed(doc: str, note: Note) -> tuple[str, str, dict[str, Any]]:
    """The document with the annotation, the condition for it, and the values for both."""
    place = json_path(note.place)
    if note.texts is not None:
        before, after = note.texts
        changed = f"json_replace({doc}, '{place}', to_json($after))"
        return changed, f"doc ->> '{place}' = $before", {"before": before, "after": after}
    holds = (
        f"json_type(doc, '{place}') = 'OBJECT' AND doc ->> '{place}.f' IS NOT DISTINCT FROM $f "
        f"AND doc ->> '{place}.t' IS NOT DISTINCT FROM $t"
    )
    values = {"annotation": note.annotation, "f": note.squares[0], "t": note.squares[1]}
    return f"json_insert({doc}, '{place}.a[#]', $annotation::JSON)", holds, values


_COMPRESSED = {
    # By default, DuckDB does not compress documents, which then take six times the space.
    "doc": "JSON USING COMPRESSION zstd",
    # It finds nothing to compress in packed moves, but takes as long to look for it as to store them.
    "packed_moves": "BLOB USING COMPRESSION uncompressed",
}
"""The types of columns for which DuckDB's own choice of a compression is not the best."""


def _kind(column: Column) -> str:
    kind = _COMPRESSED.get(column.name, column.type)
    return kind if column.nullable else f"{kind} NOT NULL"
