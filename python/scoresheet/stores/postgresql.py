"""Games in PostgreSQL: typed columns and the documents as `jsonb` or `xml`.

Some batches and the row of the table `loads` are one transaction. Rows are loaded by COPY in its binary format:
directly if the table does not have these games yet, otherwise into a temporary table, from which they replace the rows
of the same games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar

import psycopg
from psycopg import Connection, Cursor, sql
from psycopg.sql import Composed

from scoresheet import _core
from scoresheet._hints import hint
from scoresheet._interruptible import interruptible
from scoresheet._registry import registry
from scoresheet.errors import ScoresheetError, UsageError, WriteError
from scoresheet.questions.engine import Asked
from scoresheet.questions.postgresql import SIDES, identifier
from scoresheet.questions.sides import sides
from scoresheet.questions.texts import text_for
from scoresheet.stores import check_loads
from scoresheet.stores.store import (
    VIEWS,
    Address,
    Answer,
    ArrowStream,
    Batch,
    Column,
    Load,
    Note,
    Refused,
    Rendering,
    Store,
)
from scoresheet.stores.stored_rows import converted
from scoresheet.stores.unplayed import unplayed_document

if TYPE_CHECKING:
    from typing_extensions import LiteralString

__all__ = ["PostgreSQL"]

_TYPES = {
    "VARCHAR": "text", "BLOB": "bytea", "BOOLEAN": "boolean", "DATE": "date", "TIMESTAMP": "timestamp",
    "TINYINT": "smallint", "SMALLINT": "smallint", "INTEGER": "integer", "BIGINT": "bigint",
    "TINYINT[]": "smallint[]", "INTEGER[]": "integer[]", "BIGINT[]": "bigint[]", "VARCHAR[]": "text[]",
    "MAP(VARCHAR, VARCHAR)": "jsonb",
}  # fmt: skip
"""The types of the registry in PostgreSQL, which has no type of 8 bits."""

_NEVER_NULL = {"source", "game", "date_precision", "other_tags", "ply_count", "tag_names"}
"""The columns that are never NULL."""

_DOCUMENT = "doc"
_LONGEST = 57
"""How many bytes the name of a table may have. PostgreSQL silently truncates names longer than 63 bytes, and what
belongs to a table is named after it with `_loads` or `_white` at the end."""

_FETCHED = 200
"""How many documents are fetched at a time. One may be megabytes long."""

# The statements. `{games}` and the like are identifiers, which the driver quotes; values are parameters.

_COLUMNS = """SELECT attname FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped
ORDER BY attnum"""

_TYPE_OF_DOCUMENTS = """SELECT format_type(atttypid, NULL) FROM pg_attribute
WHERE attrelid = to_regclass($1) AND attname = 'doc' AND NOT attisdropped"""

_LOADS_TABLE = """CREATE TABLE IF NOT EXISTS {loads} (source text PRIMARY KEY, games bigint NOT NULL,
finished boolean NOT NULL, schema_number integer NOT NULL, options jsonb NOT NULL,
updated timestamptz NOT NULL DEFAULT now())"""

_INDEXES: tuple[tuple[LiteralString, set[str], LiteralString], ...] = (
    ("date", {"date"}, "CREATE INDEX IF NOT EXISTS {index} ON {games} (date)"),
    ("white", {"white"}, "CREATE INDEX IF NOT EXISTS {index} ON {games} (left(white, 200) text_pattern_ops)"),
    ("black", {"black"}, "CREATE INDEX IF NOT EXISTS {index} ON {games} (left(black, 200) text_pattern_ops)"),
    ("pgn", {_DOCUMENT}, "CREATE INDEX IF NOT EXISTS {index} ON {games} USING gin ((doc -> 'pgn') jsonb_path_ops)"),
)
"""For each index, the end of its name, the columns that it needs, and the statement that creates it."""

_PLIES = """CREATE VIEW {plies} AS
SELECT source, game, n - CASE doc #> '{{moves,0}}' WHEN 'null' THEN 1 ELSE 0 END AS ply,
  move ->> 'p' AS p, move ->> 'f' AS f, move ->> 't' AS t, move ->> 'x' AS x, (move ->> 'c')::integer AS c,
  move ->> 'castle' AS castle, move ->> 'promote' AS promote, (move ->> 'et')::double precision AS et, move -> 'a' AS a,
  move -> 'properties' AS properties, 0::bigint AS line
FROM {games}, jsonb_array_elements(doc -> 'moves') WITH ORDINALITY AS m(move, n) WHERE move <> 'null'"""

# The lines of games, each with the ply of the move that it replaces. A place has the ply and the number of the
# annotation of each line on the way, so that places sort lines as a reader meets them.
_TREE: LiteralString = """WITH RECURSIVE tree AS (
  SELECT source, game, ARRAY[]::bigint[] AS place, NULL::bigint[] AS parent_place, NULL::bigint AS parent_ply,
    1::bigint - CASE doc #> '{{moves,0}}' WHEN 'null' THEN 1 ELSE 0 END AS first_ply, doc AS content
  FROM {games}
  WHERE doc @? '$.moves[*].a[*] ? (exists (@.alt) || exists (@.altText))'
  UNION ALL
  SELECT source, game, place || ARRAY[first_ply - 1 + n, number], place, first_ply - 1 + n, first_ply - 1 + n, line
  FROM tree, jsonb_array_elements(content -> 'moves') WITH ORDINALITY AS m(move, n),
    jsonb_array_elements(move -> 'a') WITH ORDINALITY AS notes(note, number),
    LATERAL (SELECT coalesce(note -> 'alt', (note ->> 'altText')::jsonb)) AS alternatives(line)
  WHERE line IS NOT NULL
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY source, game ORDER BY place) - 1 AS line FROM tree
)
"""

_LINES: LiteralString = (
    "CREATE VIEW {lines} AS "
    + _TREE
    + """SELECT source, game, 0::bigint AS line, NULL::bigint AS parent_line, NULL::bigint AS parent_ply,
  NULL::text AS name
FROM {games} WHERE doc IS NOT NULL
UNION ALL
SELECT n.source, n.game, n.line, parent.line, n.parent_ply, n.content ->> 'name'
FROM numbered AS n JOIN numbered AS parent
  ON parent.source = n.source AND parent.game = n.game AND parent.place = n.parent_place"""
)

_LINE_PLIES: LiteralString = (
    "CREATE VIEW {line_plies} AS "
    + _TREE
    + """SELECT * FROM {plies}
UNION ALL
SELECT source, game, first_ply - 1 + n, move ->> 'p', move ->> 'f', move ->> 't', move ->> 'x', (move ->> 'c')::integer,
  move ->> 'castle', move ->> 'promote', (move ->> 'et')::double precision, move -> 'a', move -> 'properties', line
FROM numbered, jsonb_array_elements(content -> 'moves') WITH ORDINALITY AS m(move, n)
WHERE line > 0 AND move <> 'null'"""
)

_VIEWS: dict[str, LiteralString] = {"plies": _PLIES, "lines": _LINES, "line_plies": _LINE_PLIES}

_NOTE = """INSERT INTO {loads} (source, games, finished, schema_number, options) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (source) DO UPDATE SET (games, finished, schema_number, options, updated)
  = (EXCLUDED.games, EXCLUDED.finished, EXCLUDED.schema_number, EXCLUDED.options, now())"""

_TEMPORARY_NAME: LiteralString = "pg_temp.scoresheet_batch"

_TEMPORARY = "CREATE TEMPORARY TABLE IF NOT EXISTS scoresheet_batch (LIKE {games} INCLUDING DEFAULTS) ON COMMIT DROP"

_EMPTY = "TRUNCATE pg_temp.scoresheet_batch"

_DELETE = """DELETE FROM {games} WHERE source = $1 AND game BETWEEN $2 AND $3
AND game NOT IN (SELECT game FROM pg_temp.scoresheet_batch)"""

_REPLACE = """INSERT INTO {games} ({names}) SELECT {names} FROM pg_temp.scoresheet_batch
ON CONFLICT (source, game) DO UPDATE SET ({names}) = ROW({new})"""

# With the other columns of a game that has no document because it cannot be played.
_DOCUMENTS: LiteralString = (
    "SELECT (doc -> 'pgn')::text, (doc - 'pgn')::text, tag_names, CASE WHEN doc IS NULL THEN to_jsonb({games}) END "
    "FROM {games} "
)

_XML_DOCUMENTS: LiteralString = "SELECT doc::text, '', NULL, NULL FROM {games} "


# A document whose sources include this one. `@>` finds an object with this id, with any other members.
_WITH_SOURCE: LiteralString = """jsonb_set(doc, '{{bgn,sources}}', coalesce(doc #> '{{bgn,sources}}', '[]') ||
CASE WHEN doc #> '{{bgn,sources}}' @> jsonb_build_array(jsonb_build_object('id', $3::text)) THEN '[]'::jsonb
     ELSE jsonb_build_array($4::jsonb) END)"""

_ANNOTATE: LiteralString = (
    "UPDATE {games} SET doc = jsonb_set("
    + _WITH_SOURCE
    + """, $5::text[] || 'a'::text, coalesce(doc #> ($5::text[] || 'a'::text), '[]') || jsonb_build_array($6::jsonb))
WHERE source = $1 AND game = $2 AND jsonb_typeof(doc #> $5::text[]) = 'object'
  AND doc #>> ($5::text[] || 'f'::text) IS NOT DISTINCT FROM $7::text
  AND doc #>> ($5::text[] || 't'::text) IS NOT DISTINCT FROM $8::text"""
)

_ANNOTATE_TEXT: LiteralString = (
    "UPDATE {games} SET doc = jsonb_set("
    + _WITH_SOURCE
    + """, $5::text[], to_jsonb($7::text))
WHERE source = $1 AND game = $2 AND doc #>> $5::text[] = $6::text"""
)

# Errors that are about one row: values that a type does not have, and what is too large or nested too deeply.
_OF_A_ROW = (psycopg.DataError, psycopg.errors.ProgramLimitExceeded, psycopg.errors.StatementTooComplex)


class _Commands:
    """The commands of a connection, to be stopped."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection

    def interrupt(self) -> None:
        """Has the server cancel the command that it executes."""
        self._connection.cancel_safe(timeout=1.0)


class PostgreSQL(Store):
    """Games in a table of PostgreSQL."""

    id: ClassVar[str] = "postgresql"
    engine: ClassVar[str] = "postgresql"
    failures = (psycopg.Error,)
    most_rows: ClassVar[int] = 16_384

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        if len(address.table.encode()) > _LONGEST:
            raise UsageError(
                f"the table name `{address.table}` is too long: in PostgreSQL, it may have {_LONGEST} bytes",
                hint=hint("choose a shorter name with `{table=NAME}`"),
            )
        if not address.table or "\0" in address.table:
            raise UsageError(
                "the name of a table cannot be empty or contain a NUL character", hint="choose another name"
            )
        self._opened: Connection[tuple[Any, ...]] | None = None
        self._last: dict[str, int] = {}
        self._loading: AbstractContextManager[Any] | None = None
        self._is_xml: bool | None = None

    @cached_property
    def _names(self) -> dict[str, Any]:
        """The table and what belongs to it, as identifiers."""
        beside = self.address.beside
        names = {"games": self.address.table, **{name: beside(name) for name in ("loads", *VIEWS)}}
        return {name: sql.Identifier(called) for name, called in names.items()}

    @property
    def _connection(self) -> Connection[tuple[Any, ...]]:
        if self._opened is None:
            # Each statement is a separate transaction unless one is begun. Placeholders are `$1` and so on: the usual
            # cursor would take a `%` in the name of a table for one.
            self._opened = psycopg.connect(self.address.location, autocommit=True, cursor_factory=psycopg.RawCursor)
        return self._opened

    def _statement(self, text: LiteralString, **more: Any) -> Composed:
        """A statement with its identifiers filled in."""
        return sql.SQL(text).format(**self._names, **more)

    def _run(self, statement: LiteralString | Composed, *values: object) -> Cursor[tuple[Any, ...]]:
        """Runs one of the statements above."""
        made = self._statement(statement) if isinstance(statement, str) else statement
        return self._connection.execute(made, values or None)

    def _columns_of(self, table: str) -> list[str] | None:
        return [column for (column,) in self._run(_COLUMNS, identifier(table))] or None

    # Loading

    def columns(self) -> list[str] | None:
        """The names of the table's columns; None if there is no such table."""
        return self._columns_of(self.address.table)

    def loads(self) -> dict[str, Load] | None:
        """The table `loads`, by source; None if there is no such table."""
        found = self._columns_of(self.address.beside("loads"))
        if found is None:
            return None
        check_loads(self.address, found)
        rows = self._run("SELECT source, games, finished, schema_number, options FROM {loads}")
        return {source: Load(*load) for source, *load in rows}

    def count(self, source: str) -> int:
        """How many games of a source there are."""
        [(games,)] = self._run("SELECT count(*) FROM {games} WHERE source = $1", source)
        return int(games)

    def create(self, columns: Sequence[Column]) -> None:
        """Creates the table with these columns and all that belongs to it, except the indexes.

        `complete` creates those, because indexing a full table is faster than indexing row by row.
        """
        names = {column.name for column in columns}
        with self._connection.transaction():
            # Without a lock, two processes that create the same table at the same time would fail.
            self._run("SELECT pg_advisory_xact_lock(hashtext($1))", f"scoresheet {self.address.table}")
            self._run(_LOADS_TABLE)
            if self._columns_of(self.address.table) is None:
                self._run(self._table(columns))
            if self._columns_of(self.address.beside("sides")) is None:
                both = sides(identifier(self.address.table), names, SIDES)
                named = identifier(self.address.beside("sides"))
                self._connection.execute(f"CREATE VIEW {named} AS {both}".encode())
            for name, view in _VIEWS.items() if _DOCUMENT in names and not self._stores_xml() else ():
                if self._columns_of(self.address.beside(name)) is None:
                    self._run(view)

    def _table(self, columns: Sequence[Column]) -> Composed:
        ordered = sorted(columns, key=_place)
        lines = [
            sql.SQL("{} {}{}").format(
                sql.Identifier(column.name),
                sql.SQL(self._type(column)),
                sql.SQL(" NOT NULL" if column.name in _NEVER_NULL else ""),
            )
            for column in ordered
        ]
        return self._statement(
            "CREATE TABLE {games} ({columns}, PRIMARY KEY (source, game))", columns=sql.SQL(", ").join(lines)
        )

    def _type(self, column: Column) -> str:
        if column.name == _DOCUMENT:
            return "xml" if self._stores_xml() else "jsonb"
        return _TYPES[column.type]

    def _stores_xml(self) -> bool:
        """Whether documents are stored as XML: as the table has them or, for a new table, according to the options."""
        if self._is_xml is None:
            found = self._run(_TYPE_OF_DOCUMENTS, identifier(self.address.table)).fetchone()
            self._is_xml = (found[0] if found else self.address.choices.get(_DOCUMENT)) == "xml"
        return self._is_xml

    def drop(self) -> None:
        """Removes the table and everything else that `create` makes."""
        with self._connection.transaction():
            self._run("DROP VIEW IF EXISTS {line_plies}, {lines}, {plies}, {sides}")
            self._run("DROP TABLE IF EXISTS {games}, {loads}")
        self._last.clear()
        self._is_xml = None

    def put(self, source: str, games: range, batch: Batch | None) -> Refused:
        """Replaces these games of a source with the rows, in the open transaction."""
        return interruptible(_Commands(self._connection), lambda: self._put_in_transaction(source, games, batch))

    def _put_in_transaction(self, source: str, games: range, batch: Batch | None) -> Refused:
        if self._loading is None:
            self._loading = self._connection.transaction()
            self._loading.__enter__()
        try:
            return self._put_rows(source, games, batch)
        except BaseException as error:
            loading, self._loading = self._loading, None
            loading.__exit__(type(error), error, error.__traceback__)
            raise

    def _put_rows(self, source: str, games: range, batch: Batch | None) -> Refused:
        try:
            self._put(source, games, batch)
        except _OF_A_ROW:
            if batch is None:
                raise
            kept, refused = self._sifted(batch)
            self._put(source, games, kept)
            return refused
        return {}

    def _put(self, source: str, games: range, rows: Batch | None) -> None:
        are_new = not games or games[0] > self._last_of(source)
        try:
            with self._connection.transaction():
                (self._copy if are_new else partial(self._replace, source, games))(rows)
        except psycopg.errors.UniqueViolation:
            if not are_new:
                raise
            # Another process has loaded these games in the meantime.
            self._last[source] = games[-1]
            self._put(source, games, rows)

    def _sifted(self, rows: Batch) -> tuple[Batch | None, Refused]:
        """The rows that the server accepts, and the refused games, found by halving the rows that fail."""
        kept: list[Batch] = []
        refused: dict[int, ScoresheetError] = {}
        pending = [rows]
        # This transaction is inside that of the load, so the temporary table is dropped by going back.
        with self._connection.transaction(force_rollback=True):
            self._run(_TEMPORARY)
            while pending:
                some = pending.pop()
                try:
                    with self._connection.transaction():
                        self._copy(some, _TEMPORARY_NAME)
                    kept.append(some)
                except _OF_A_ROW as error:
                    if len(some) > 1:
                        half = len(some) // 2
                        pending += [some.part(half, len(some)), some.part(0, half)]
                        continue
                    game = int(some.rows()[0][some.names.index("game")])
                    said = str(error).partition("\n")[0]
                    refused[game] = WriteError(f"PostgreSQL does not accept this game: {said}", code="store-refused")
        return (kept[0].joined(kept[1:]) if kept else None), refused

    def _last_of(self, source: str) -> int:
        """The number of the last game of a source before this load."""
        if source not in self._last:
            ((last,),) = self._run("SELECT coalesce(max(game), 0) FROM {games} WHERE source = $1", source)
            self._last[source] = last
        return self._last[source]

    def _copy(self, rows: Batch | None, into: LiteralString = "{games}") -> None:
        if rows is None:
            return
        made = rows.copied(xml=self._stores_xml())
        copy_rows = "COPY " + into + " ({names}) FROM STDIN (FORMAT binary)"
        statement = self._statement(copy_rows, names=self._listed(rows.names))
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.write(made)

    def _replace(self, source: str, games: range, rows: Batch | None) -> None:
        self._run(_TEMPORARY)
        self._copy(rows, _TEMPORARY_NAME)
        self._run(_DELETE, source, games[0], games[-1])
        if rows is not None:
            names = {"names": self._listed(rows.names), "new": self._listed(rows.names, "EXCLUDED.")}
            self._run(self._statement(_REPLACE, **names))
        self._run(_EMPTY)

    def _listed(self, names: Sequence[str], before: LiteralString = "") -> Composed:
        return sql.SQL(", ").join(sql.SQL(before) + sql.Identifier(name) for name in names)

    def _note(self, source: str, load: Load) -> None:
        self._run(_NOTE, source, load.games, load.finished, load.schema_number, json.dumps(dict(load.options)))

    def keep(self, source: str, load: Load) -> None:
        """Records in `loads` how far a source has been loaded, and ends the transaction."""
        with self._ending():
            self._note(source, load)

    def finish(self, source: str, load: Load) -> None:
        """Records that a source is complete, deletes its rows after the last game, and ends the transaction."""
        with self._ending():
            self._run("DELETE FROM {games} WHERE source = $1 AND game > $2", source, load.games)
            self._note(source, load)

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """The open transaction, or a new one, ended after the statements inside."""
        loading, self._loading = self._loading, None
        with ExitStack() as stack:
            if loading is None:
                stack.enter_context(self._connection.transaction())
            else:
                stack.push(loading)
            yield

    def complete(self) -> None:
        """Creates the indexes that do not exist yet."""
        has = set(self.columns() or ()) - ({_DOCUMENT} if self._stores_xml() else set())
        for name, needs, statement in _INDEXES:
            if needs <= has:
                index = sql.Identifier(f"{self.address.table}_{name}")
                self._run(self._statement(statement, index=index))
        self._analyze()

    def _analyze(self) -> None:
        """Collects statistics of the columns that conditions are about.

        Of lists and documents, the server would count every element: that takes longer than to load them.
        """
        types = {
            column["name"]: _TYPES[column["type"]] for column in registry("columns") if column["name"] != _DOCUMENT
        }
        plain = [name for name, kind in types.items() if kind not in ("jsonb", "bytea") and not kind.endswith("[]")]
        there = set(self.columns() or ())
        names = self._listed([name for name in plain if name in there])
        self._run(self._statement("ANALYZE {games} ({names})", names=names))

    # Reading

    @property
    def rendering(self) -> Rendering:
        """Lines of JSON, or XML if the table stores that."""
        return "bgnx" if self._stores_xml() else "bgnl"

    def documents(self) -> Iterator[bytes]:
        """The documents, ordered by (`source`, `game`)."""
        with self._connection.transaction(), self._connection.cursor("scoresheet_documents") as cursor:
            cursor.itersize = _FETCHED
            cursor.execute(self._statement(self._select("ORDER BY source, game")))
            root = (b"<games>\n", b"</games>\n") if self._stores_xml() else (b"", b"")
            yield root[0]
            for row in cursor:
                yield _document(*row)
            yield root[1]

    def _select(self, which: LiteralString) -> LiteralString:
        return (_XML_DOCUMENTS if self._stores_xml() else _DOCUMENTS) + which

    def rows(self, columns: Sequence[str]) -> ArrowStream:
        """The rows, in the forms that every database has."""
        types = {column["name"]: _TYPES[column["type"]] for column in registry("columns")}
        wanted = sql.SQL(", ").join(_form(types[name]).format(sql.Identifier(name)) for name in columns)
        with self._connection.transaction(), self._connection.cursor("scoresheet_rows") as cursor:
            cursor.itersize = _FETCHED
            cursor.execute(self._statement("SELECT {wanted} FROM {games} ORDER BY source, game", wanted=wanted))
            return converted(columns, cursor)

    # Adding to games that are there

    def document(self, source: str, game: int) -> bytes | None:
        """The document of a game, in the format `rendering`."""
        row = self._run(self._select("WHERE source = $1 AND game = $2"), source, game).fetchone()
        return None if row is None or row[:2] == (None, None) else _document(*row)

    def content(self, document: bytes) -> Mapping[str, Any]:
        """The document as mappings and lists. Documents in XML cannot be changed in place."""
        if self._stores_xml():
            raise UsageError(
                "games that are stored as XML cannot be annotated in place",
                hint=hint("load them again with `{doc=json}`"),
            )
        return super().content(document)

    def annotate(self, note: Note) -> bool:
        """Appends an annotation. Of two statements that change the same row, the second waits and sees the first's."""
        values = (note.source, note.game, note.who, note.entry, [str(step) for step in note.place])
        if note.texts is not None:
            return self._run(_ANNOTATE_TEXT, *values, *note.texts).rowcount > 0
        return self._run(_ANNOTATE, *values, note.annotation, *note.squares).rowcount > 0

    # Questions

    def ask(self, question: str, parameters: Mapping[str, object], lacking: Sequence[str]) -> Answer:
        """The result of a built-in question, which runs inside the store; `question` is its name without the `@`."""
        text = text_for(self.engine, question, parameters, Asked(self.address.table, lacking=lacking))
        # Without parameters, the driver takes the text as it is.
        cursor = self._connection.execute(text.encode())
        return Answer([column.name for column in cursor.description or ()], cursor.fetchall())

    def close(self) -> None:
        """Ends the connection, if there is one."""
        if self._opened is not None:
            self._loading = None
            self._opened.close()
            self._opened = None


def _form(kind: str) -> sql.SQL:
    """How a column of this type is selected in a form that every database has: lists and `jsonb` as JSON."""
    if kind.endswith("[]"):
        return sql.SQL("to_json({})::text")
    return sql.SQL("{}::text" if kind in ("jsonb", "date", "timestamp") else "{}")


def _place(column: Column) -> int:
    """Where a column is in the table: those that identify a game come first, and the documents come last."""
    if column.name in ("source", "game"):
        return ("source", "game").index(column.name)
    return 3 if column.name in ("tag_names", _DOCUMENT) else 2


def _document(tags: str | None, rest: str | None, names: Sequence[str] | None, row: Mapping[str, Any] | None) -> bytes:
    """A document as a line, with its tags in the order that `jsonb` does not keep; XML as it is.

    Of a game that cannot be played there are only the columns, and nothing in a table of XML.
    """
    if row is not None:
        return unplayed_document(row)
    if not rest:
        return b"" if tags is None else tags.encode() + b"\n"
    if tags is None:
        return rest.encode() + b"\n"
    values = json.loads(tags)
    keys = dict.fromkeys(key for key in _core.tag_keys(list(names or ())) if key in values)
    ordered = {key: values[key] for key in keys | values}
    written = json.dumps(ordered, ensure_ascii=False, separators=(",", ":"))
    return f'{{"pgn":{written}{"" if rest == "{}" else ","}{rest[1:]}\n'.encode()
