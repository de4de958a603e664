"""Games in MongoDB: only the documents, as BSON with real dates. Their `_id` is the source and the number of the game.

In addition to the collection there is the view `sides`, with two documents for each game.

A batch is an unordered bulk of replacements, which can safely be repeated; afterwards, the collection `loads` records
how far the source has been loaded. Native code converts documents from JSON to BSON and back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from itertools import islice
from typing import Any, ClassVar

from bson import decode
from bson.codec_options import CodecOptions, DatetimeConversion
from bson.errors import BSONError
from bson.raw_bson import RawBSONDocument
from pymongo import MongoClient, ReplaceOne
from pymongo.collection import Collection
from pymongo.errors import ConfigurationError, PyMongoError

from scoresheet import _core
from scoresheet.errors import UsageError
from scoresheet.questions import find
from scoresheet.questions.mongo import Pipeline, collection_name, pipeline
from scoresheet.questions.mongo.sides import SIDES
from scoresheet.stores import check_loads
from scoresheet.stores.store import Address, Answer, Batch, Column, Load, Note, Refused, Rendering, Store
from scoresheet.stores.unplayed import unplayed_document

__all__ = ["IN_ORDER", "MongoDB"]

_WAITED_MS = 10_000
"""How long to wait for a server, unless the URL sets it."""

_FETCHED = 200
"""How many documents are fetched at a time. One may be as large as 16 MiB."""

_DELETED = 1000
"""How many documents are deleted at a time."""

_INDEXES = (
    [("bgn.eventDate", 1)],
    [("pgn.white", 1), ("bgn.eventDate", 1)],
    [("pgn.black", 1), ("bgn.eventDate", 1)],
)

_COLUMNS = ["source", "game", "doc"]
"""The columns that are used. The document holds everything else."""

_IDENTITY = "#[0-9]+$"
"""How the `_id` of a game ends."""

# As texts, ids sort in the wrong order, `a#10` before `a#9`, and documents have no other field to sort by. So the
# server sorts only the ids, by source, by the length of the number and by the number; it may use its disk for that.
# The documents, many times as large, are then fetched by their ids: they are never sorted, and the index finds each.
IN_ORDER: Pipeline = [
    {"$match": {"_id": {"$regex": _IDENTITY}}},
    {"$project": {"parts": {"$split": ["$_id", "#"]}}},
    {"$project": {"number": {"$arrayElemAt": ["$parts", -1]}}},
    {
        "$project": {
            "source": {
                "$substrBytes": ["$_id", 0, {"$subtract": [{"$strLenBytes": "$_id"}, {"$strLenBytes": "$number"}]}]
            },
            "digits": {"$strLenBytes": "$number"},
        }
    },
    {"$sort": {"source": 1, "digits": 1, "_id": 1}},
]


class MongoDB(Store):
    """Games in a collection of MongoDB."""

    id: ClassVar[str] = "mongodb"
    engine: ClassVar[str] = "mongo"
    asks_columns: ClassVar[bool] = False
    failures = (PyMongoError, BSONError)

    def __init__(self, address: Address) -> None:
        super().__init__(address)
        for name in (address.table, address.beside("loads"), address.beside("sides")):
            collection_name(name)
        self._opened: MongoClient[dict[str, Any]] | None = None
        self._before: dict[str, bool] = {}

    @property
    def _client(self) -> MongoClient[dict[str, Any]]:
        if self._opened is None:
            # A load must not continue by itself after the server was away.
            choices: dict[str, Any] = {
                "retryWrites": False,
                "retryReads": False,
                "datetime_conversion": "DATETIME_AUTO",
            }
            if "serverselectiontimeoutms=" not in self.address.location.lower():
                choices["serverSelectionTimeoutMS"] = _WAITED_MS
            try:
                self._opened = MongoClient(self.address.location, **choices)
            except (ValueError, ConfigurationError):
                # The driver may quote a part of the URL that belongs to the password.
                raise UsageError(
                    f"`{self.address.name}` is not a valid URL of a MongoDB server",
                    hint="in names and passwords, write `/`, `:` and `@` as `%2F`, `%3A` and `%40`",
                ) from None
        return self._opened

    def _collection(self, name: str) -> Collection[dict[str, Any]]:
        try:
            return self._client.get_default_database()[name]
        except ConfigurationError:
            raise UsageError(
                f"`{self.address.name}` does not name a database",
                hint="add it after the host: `mongodb://host/database`",
            ) from None

    @property
    def _games(self) -> Collection[dict[str, Any]]:
        return self._collection(self.address.table)

    @property
    def _raw_games(self) -> Collection[RawBSONDocument]:
        """The same collection with its documents as raw bytes."""
        return self._games.with_options(codec_options=CodecOptions(document_class=RawBSONDocument))

    @property
    def _loads(self) -> Collection[dict[str, Any]]:
        return self._collection(self.address.beside("loads"))

    def _has(self, collection: Collection[dict[str, Any]]) -> bool:
        return collection.name in collection.database.list_collection_names()

    # Loading

    def columns(self) -> list[str] | None:
        """The columns that are used; None if there is no such collection."""
        return list(_COLUMNS) if self._has(self._games) else None

    def loads(self) -> dict[str, Load] | None:
        """The collection `loads`, by source; None if there is no such collection."""
        if not self._has(self._loads):
            return None
        fields = ("games", "finished", "schema_number", "options")
        found = list(self._loads.find())
        for load in found:
            check_loads(self.address, {"source", *load})
        return {load["_id"]: Load(*(load[field] for field in fields)) for load in found}

    def count(self, source: str) -> int:
        """How many games of a source there are."""
        return self._games.count_documents(_of_source(source))

    def create(self, columns: Sequence[Column]) -> None:
        """Creates missing parts of the collection, its indexes, the view `sides` and the collection `loads`."""
        lacking = {"doc"} - {column.name for column in columns}
        if lacking:
            raise UsageError("MongoDB stores only documents, so the columns to load must include `doc`")
        for keys in _INDEXES:
            self._games.create_index(keys)
        if not self._has(self._loads):
            self._loads.database.create_collection(self._loads.name)
        self._create_sides()

    def _create_sides(self) -> None:
        """Creates the view `sides`, or replaces one of another version. A collection with this name is left alone."""
        sides, found = self._sides
        if found is not None and found["type"] == "view" and found["options"].get("pipeline") != SIDES:
            sides.drop()
            found = None
        if found is None:
            sides.database.create_collection(sides.name, viewOn=self._games.name, pipeline=SIDES)

    @property
    def _sides(self) -> tuple[Collection[dict[str, Any]], Mapping[str, Any] | None]:
        """The view `sides`, and what the database knows about the collection or view with this name."""
        sides = self._collection(self.address.beside("sides"))
        return sides, next(iter(sides.database.list_collections(filter={"name": sides.name})), None)

    def drop(self) -> None:
        """Removes the collection, its view `sides`, and `loads`."""
        sides, found = self._sides
        if found is not None and found["type"] == "view":
            sides.drop()
        self._games.drop()
        self._loads.drop()
        self._before.clear()

    def put(self, source: str, games: range, batch: Batch | None) -> Refused:
        """Replaces these games of a source with the rows. There is no transaction, so they are there at once."""
        documents, refused = _documents(batch) if batch else ({}, {})
        if games and self._had(source):
            gone = (name for name in (identity(source, game) for game in games) if name not in documents)
            for few in _by(_DELETED, gone):
                self._games.delete_many({"_id": {"$in": few}})
        writes: list[ReplaceOne[RawBSONDocument]] = [
            ReplaceOne({"_id": name}, document, upsert=True) for name, document in documents.items()
        ]
        if writes:
            self._raw_games.bulk_write(writes, ordered=False)
        return refused

    def keep(self, source: str, load: Load) -> None:
        """Records in `loads` how far a source has been loaded."""
        self._note(source, load)

    def _had(self, source: str) -> bool:
        """Whether the collection had games of a source before this load."""
        if source not in self._before:
            self._before[source] = self._games.find_one(_of_source(source), {"_id": 1}) is not None
        return self._before[source]

    def _note(self, source: str, load: Load) -> None:
        noted = {
            "_id": source,
            "games": load.games,
            "finished": load.finished,
            "schema_number": load.schema_number,
            "options": dict(load.options),
            "updated": datetime.now(timezone.utc),
        }
        self._loads.replace_one({"_id": source}, noted, upsert=True)

    def finish(self, source: str, load: Load) -> None:
        """Records in `loads` that a source is complete, and deletes its documents after the game `load.games`."""
        start, last = re.escape(f"{source}#"), str(load.games)
        longer = {"_id": {"$regex": f"^{start}[0-9]{{{len(last) + 1},}}$"}}
        # Texts of the same length sort like numbers.
        as_long = {"_id": {"$regex": f"^{start}[0-9]{{{len(last)}}}$"}}
        greater = {"_id": {"$gt": identity(source, load.games)}}
        self._games.delete_many({"$or": [longer, {"$and": [as_long, greater]}]})
        self._note(source, load)

    # Reading

    @property
    def rendering(self) -> Rendering:
        """BSON: documents are read as they are stored, so that a fault has a place and affects no other document."""
        return "bson"

    def documents(self) -> Iterator[bytes]:
        """The documents ordered by (`source`, `game`), then those that were not loaded by Scoresheet."""
        for documents in self._fetched():
            yield b"".join(document.raw for document in documents)

    def _fetched(self) -> Iterator[list[RawBSONDocument]]:
        ordered = self._games.aggregate(IN_ORDER, allowDiskUse=True)
        for few in _by(_FETCHED, (document["_id"] for document in ordered)):
            found = {document["_id"]: document for document in self._raw_games.find({"_id": {"$in": few}})}
            yield [found[name] for name in few if name in found]
        others = self._raw_games.find({"_id": {"$not": re.compile(_IDENTITY)}}, sort=[("_id", 1)])
        yield from _by(_FETCHED, others)

    # Adding to games that are there

    def document(self, source: str, game: int) -> bytes | None:
        """The document of a game, as BSON."""
        found = self._raw_games.find_one({"_id": identity(source, game)})
        return None if found is None else bytes(found.raw)

    def content(self, document: bytes) -> Mapping[str, Any]:
        """The document as mappings and lists."""
        return decode(document, CodecOptions(datetime_conversion=DatetimeConversion.DATETIME_AUTO))

    def annotate(self, note: Note) -> bool:
        """Appends an annotation. The server changes one document at a time, so other writers lose nothing.

        The source is added first: a source without annotations does no harm if the second step fails.
        """
        place = ".".join(map(str, note.place))
        if note.texts is None:
            holds: dict[str, Any] = {place: {"$type": "object"}}
            holds |= {f"{place}.{key}": square for key, square in zip("ft", note.squares, strict=True)}
            change = {"$push": {f"{place}.a": _value(note.annotation)}}
        else:
            before, after = note.texts
            holds, change = {place: before}, {"$set": {place: after}}
        game = {"_id": identity(note.source, note.game), **holds}
        stranger = {**game, "bgn.sources.id": {"$ne": note.who}}
        self._games.update_one(stranger, {"$push": {"bgn.sources": _value(note.entry)}})
        return bool(self._games.update_one(game, change).matched_count)

    # Questions

    def ask(self, question: str, parameters: Mapping[str, object], lacking: Sequence[str]) -> Answer:
        """The result of a built-in question, which runs inside the store; `question` is its name without the `@`."""
        asked = find(question)
        stages = pipeline(asked, asked.values(parameters))
        return _answer(stages, list(self._games.aggregate(stages, allowDiskUse=True)))

    def close(self) -> None:
        """Ends the connection, if there is one."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None


def identity(source: str, game: int) -> str:
    """The `_id` of a game.

    >>> identity("a.pgn", 7)
    'a.pgn#7'
    """
    return f"{source}#{game}"


def _of_source(source: str) -> dict[str, Any]:
    """The condition for games of a source."""
    return {"_id": {"$regex": f"^{re.escape(source)}#[0-9]+$"}}


def _documents(batch: Batch) -> tuple[dict[str, RawBSONDocument], Refused]:
    """The documents of rows by their ids, and the games that cannot be stored as one."""
    source, game, doc = (batch.names.index(name) for name in _COLUMNS)
    rows = batch.rows()
    ids = [identity(row[source], row[game]) for row in rows]
    # A game that cannot be played has no document.
    texts = [
        unplayed_document(dict(zip(batch.names, row, strict=True))) if row[doc] is None else row[doc].encode()
        for row in rows
    ]
    made = _core.to_bson(texts, ids)
    documents = {name: RawBSONDocument(of) for name, of in zip(ids, made, strict=True) if isinstance(of, bytes)}
    refused = {row[game]: of for row, of in zip(rows, made, strict=True) if not isinstance(of, bytes)}
    return documents, refused


def _value(annotation: str) -> Any:
    """An element of an array `a` or of `sources` as the driver takes it, with its date as a date."""
    (document,) = _core.to_bson([f'{{"bgn":{{"a":[{annotation}]}}}}'.encode()])
    if not isinstance(document, bytes):
        raise document
    return decode(document)["bgn"]["a"][0]


def _by(number: int, many: Iterable[Any]) -> Iterator[list[Any]]:
    """Lists of up to `number` items each."""
    rest = iter(many)
    while few := list(islice(rest, number)):
        yield few


def _answer(stages: Pipeline, found: list[dict[str, Any]]) -> Answer:
    """The documents that a pipeline returned, as rows. Its last stage lists the columns.

    >>> _answer([{"$group": {"_id": None, "games": {"$sum": 1}}}], [])
    Answer(columns=['games'], rows=[(0,)])
    """
    ((stage, fields),) = next(each for each in reversed(stages) if next(iter(each)) in ("$group", "$project")).items()
    columns = [name for name in fields if name != "_id"]
    if not found and stage == "$group" and fields["_id"] is None:
        # A pipeline that counts all documents returns nothing for an empty collection.
        found = [dict.fromkeys(columns, 0)]
    return Answer(columns, [tuple(document.get(name) for name in columns) for document in found])
