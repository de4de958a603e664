"""SQLite: a database in one file, through the standard library. Lists and maps are JSON; dates and times, ISO 8601."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar

from scoresheet.questions.engine import Asked
from scoresheet.questions.sides import sides
from scoresheet.questions.sqlite import SIDES, identifier
from scoresheet.questions.texts import text_for
from scoresheet.stores.file_store import FileStore, json_path
from scoresheet.stores.store import Answer, ArrowStream, Batch, Column, Note
from scoresheet.stores.stored_rows import converted

__all__ = ["SQLite"]

# How many documents are fetched at once, and how long to wait for another process that is writing.
_AT_ONCE = 256
_PATIENCE_S = 30.0

_TYPES = {"BOOLEAN": "INTEGER", "TINYINT": "INTEGER", "SMALLINT": "INTEGER", "INTEGER": "INTEGER", "BIGINT": "INTEGER",
          "BLOB": "BLOB"}  # fmt: skip
"""The types of columns that are not stored as text."""

_INDEXED = ("date", "white", "black")

_MATHEMATICS: dict[str, Callable[[float], float]] = {"exp": math.exp, "floor": math.floor, "sqrt": math.sqrt}
"""The functions of questions that SQLite has only if it was built with them."""

_PLIES = """
CREATE VIEW IF NOT EXISTS {plies} AS
SELECT source, game, m.key + 1 - coalesce(json_type(doc, '$.moves[0]') = 'null', 0) AS ply,
       json_extract(m.value, '$.p') AS p, json_extract(m.value, '$.f') AS f, json_extract(m.value, '$.t') AS t,
       json_extract(m.value, '$.x') AS x, json_extract(m.value, '$.c') AS c,
       json_extract(m.value, '$.castle') AS castle, json_extract(m.value, '$.promote') AS promote,
       json_extract(m.value, '$.et') AS et, json_extract(m.value, '$.a') AS a,
       json_extract(m.value, '$.properties') AS properties, 0 AS line
FROM {games}, json_each(doc, '$.moves') AS m
WHERE m.type = 'object'
"""

# The lines of games, each with the ply of the move that it replaces. A place has the ply and the number of the
# annotation of each line on the way, so that its text sorts lines as a reader meets them.
_TREE = """
WITH RECURSIVE tree(source, game, place, parent_place, parent_ply, first_ply, content) AS (
  SELECT source, game, '', NULL, NULL, 1 - coalesce(json_type(doc, '$.moves[0]') = 'null', 0), doc
  FROM {games}
  WHERE instr(doc, '"alt')
  UNION ALL
  SELECT source, game, place || printf('%06d.%06d ', m.key + first_ply, note.key), place, m.key + first_ply,
         m.key + first_ply, coalesce(json_extract(note.value, '$.alt'), json_extract(note.value, '$.altText'))
  FROM tree, json_each(content, '$.moves') AS m, json_each(m.value, '$.a') AS note
  WHERE m.type = 'object' AND coalesce(json_type(note.value, '$.alt'), json_type(note.value, '$.altText')) IS NOT NULL
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY source, game ORDER BY place) - 1 AS line FROM tree
)
"""

_LINES = f"""
CREATE VIEW IF NOT EXISTS {{lines}} AS
{_TREE}
SELECT source, game, 0 AS line, NULL AS parent_line, NULL AS parent_ply, NULL AS name
FROM {{games}}
WHERE doc IS NOT NULL
UNION ALL
SELECT n.source, n.game, n.line, parent.line, n.parent_ply, json_extract(n.content, '$.name')
FROM numbered AS n JOIN numbered AS parent
  ON parent.source = n.source AND parent.game = n.game AND parent.place = n.parent_place
"""

_LINE_PLIES = f"""
CREATE VIEW IF NOT EXISTS {{line_plies}} AS
{_TREE}
SELECT * FROM {{plies}}
UNION ALL
SELECT source, game, first_ply + m.key, json_extract(m.value, '$.p'), json_extract(m.value, '$.f'),
       json_extract(m.value, '$.t'), json_extract(m.value, '$.x'), json_extract(m.value, '$.c'),
       json_extract(m.value, '$.castle'), json_extract(m.value, '$.promote'), json_extract(m.value, '$.et'),
       json_extract(m.value, '$.a'), json_extract(m.value, '$.properties'), line
FROM numbered, json_each(content, '$.moves') AS m
WHERE line > 0 AND m.type = 'object'
"""

_VIEWS = (_PLIES, _LINES, _LINE_PLIES)


# The document with the source among its sources. A missing array is created first, because `json_insert` cannot append
# to what does not exist.
_WITH_SOURCE = """
CASE WHEN EXISTS (SELECT 1 FROM json_each(doc, '$.bgn.sources') WHERE json_extract(value, '$.id') = :who) THEN doc
     ELSE json_insert(json_insert(doc, '$.bgn.sources', json('[]')), '$.bgn.sources[#]', json(:entry)) END
"""

_ANNOTATE = f"""
UPDATE {{games}} SET doc = json_insert(
  json_insert({_WITH_SOURCE}, :place || '.a', json('[]')), :place || '.a[#]', json(:annotation))
WHERE source = :source AND game = :game AND json_type(doc, :place) = 'object'
  AND json_extract(doc, :place || '.f') IS :f AND json_extract(doc, :place || '.t') IS :t
"""

_ANNOTATE_TEXT = f"""
UPDATE {{games}} SET doc = json_replace({_WITH_SOURCE}, :place, :after)
WHERE source = :source AND game = :game AND json_extract(doc, :place) = :before
"""


class SQLite(FileStore):
    """A SQLite file."""

    id: ClassVar[str] = "sqlite"
    engine: ClassVar[str] = "sqlite"
    failures = (sqlite3.Error, UnicodeDecodeError)  # the module decodes the messages and names of damaged files
    most_rows: ClassVar[int] = 16_384
    _begin: ClassVar[str] = "BEGIN IMMEDIATE"

    quoted = staticmethod(identifier)

    def _connected(self, path: str) -> sqlite3.Connection:
        # Documents are read by a different thread from the one that opened the file, but never by two at once.
        # Transactions are begun here, because the module does not begin one before a statement that creates a table.
        return sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False)

    def _columns_of(self, table: str) -> list[str] | None:
        return [name for (name,) in self._connection.execute("SELECT name FROM pragma_table_info(?)", [table])] or None

    def create(self, columns: Sequence[Column]) -> None:
        """Creates the tables, and the views; those of moves if there are documents.

        `complete` creates the indexes, because indexing a full table is faster than indexing row by row.
        """
        names = [column.name for column in columns]
        parts = [*map(_definition, columns), "PRIMARY KEY (source, game)"]
        with self._transaction():
            self._connection.execute(f"CREATE TABLE IF NOT EXISTS {self._table} ({', '.join(parts)})")
            self._connection.execute(
                f"CREATE TABLE IF NOT EXISTS {self._loads} (source TEXT PRIMARY KEY, games INTEGER NOT NULL, "
                "finished INTEGER NOT NULL, schema_number INTEGER NOT NULL, "
                "options TEXT NOT NULL CHECK (json_valid(options)), updated TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP)"
            )
            both = sides(self._table, names, SIDES)
            self._connection.execute(f"CREATE VIEW IF NOT EXISTS {self._views['sides']} AS {both}")
            if "doc" in names:
                for view in _VIEWS:
                    self._connection.execute(view.format(games=self._table, **self._views))

    def put(self, source: str, games: range, batch: Batch | None) -> None:
        """Replaces these games of a source with the rows."""
        with self._loading():
            if games:
                self._delete(source, games)
            if batch is not None:
                names, places = ", ".join(map(identifier, batch.names)), ", ".join("?" * len(batch.names))
                self._connection.executemany(f"INSERT INTO {self._table} ({names}) VALUES ({places})", batch.rows())

    def complete(self) -> None:
        """Creates the indexes that do not exist yet."""
        names = self.columns() or ()
        with self._transaction():
            for name in _INDEXED:
                if name in names:
                    index = identifier(f"{self.address.table}_{name}")
                    self._connection.execute(f"CREATE INDEX IF NOT EXISTS {index} ON {self._table} ({name})")

    def documents(self) -> Iterator[bytes]:
        """The documents, ordered by the table's primary key."""
        cursor = self._connection.execute(f"SELECT source, game, doc FROM {self._table} ORDER BY source, game")
        while rows := cursor.fetchmany(_AT_ONCE):
            yield b"".join(self._line(*row) for row in rows)

    def rows(self, columns: Sequence[str]) -> ArrowStream:
        """The rows, ordered by the table's primary key."""
        wanted = ", ".join(map(identifier, columns)) or "NULL"
        found = self._connection.execute(f"SELECT {wanted} FROM {self._table} ORDER BY source, game")
        return converted(columns, found)

    def annotate(self, note: Note) -> bool:
        """Appends an annotation. One statement reads and writes, so that two writers wait for each other."""
        values = {**note.__dict__, "place": json_path(note.place)}
        if note.texts is None:
            values["f"], values["t"] = note.squares
        else:
            values["before"], values["after"] = note.texts
        statement = _ANNOTATE if note.texts is None else _ANNOTATE_TEXT
        made = self._connection.execute(statement.format(games=self._table), values)
        return bool(made.rowcount > 0)

    def ask(self, question: str, parameters: Mapping[str, object], lacking: Sequence[str]) -> Answer:
        """The result of a built-in question."""
        text = text_for(self.engine, question, parameters, Asked(self.address.table, lacking=lacking))
        there = {name for (name,) in self._connection.execute("SELECT name FROM pragma_function_list")}
        for name in _MATHEMATICS.keys() - there:
            self._connection.create_function(name, 1, partial(_of_number, _MATHEMATICS[name]), deterministic=True)
        cursor = self._connection.execute(text)
        return Answer([column[0] for column in cursor.description or ()], cursor.fetchall())


def _of_number(function: Callable[[float], float], value: float | None) -> float | None:
    return None if value is None else function(value)


def _definition(column: Column) -> str:
    parts = [identifier(column.name), _TYPES.get(column.type, "TEXT")]
    if not column.nullable:
        parts.append("NOT NULL")
    if column.name == "doc":
        parts.append("CHECK (doc IS NULL OR json_valid(doc))")
    return " ".join(parts)
