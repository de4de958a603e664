"""What every store can do: games are loaded into it and read from it, and questions run inside it.

Each engine has a class that does what only its driver can do. The rules that hold for all of them are in
`scoresheet.stores.jobs`. A driver is imported only when a store of its kind is opened.

The names of tables and columns are quoted by the driver's own function, and values are passed as parameters: neither is
ever put into a statement as it is.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from scoresheet._note_places import JsonPath
from scoresheet.errors import ScoresheetError

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = [
    "VIEWS",
    "Address",
    "Answer",
    "ArrowStream",
    "Batch",
    "Column",
    "Load",
    "Note",
    "Refused",
    "Rendering",
    "Store",
]

VIEWS = ("sides", "plies", "lines", "line_plies")
"""The views of the documents of a table. Each needs those before it."""

Refused = Mapping[int, ScoresheetError]
"""The games that a store refused, by number, each with the reason."""

Rendering = Literal["bgnl", "bgnx", "bson"]
"""The format of a store's documents."""


@dataclass(frozen=True)
class Address:
    """Where a store is, and which of its tables is meant."""

    location: str = field(repr=False)
    """The path or URL as it was given. A URL may contain a password, so only the driver may see this."""
    name: str
    """The location without a password, for messages and reports."""
    table: str = "games"
    """The table, view or collection as it was given, so it has to be quoted. `beside` names what belongs to it."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """The other options of the format, including defaults: `doc` of PostgreSQL."""

    def beside(self, name: str) -> str:
        """The name of what belongs to the table, such as `loads`. Unless the table is `games`, its name comes first.

        >>> Address("x", "x").beside("loads"), Address("x", "x", "mine").beside("loads")
        ('loads', 'mine_loads')
        """
        return name if self.table == "games" else f"{self.table}_{name}"


@dataclass(frozen=True)
class Column:
    """A column to load, as in the registry (`scoresheet list columns`)."""

    name: str
    type: str
    """Its type in DuckDB's SQL: `VARCHAR`, `SMALLINT`, `TINYINT[]`, `MAP(VARCHAR, VARCHAR)` …"""
    family: str
    nullable: bool


@dataclass(frozen=True)
class Load:
    """How far a source has been loaded: a row of the table `loads`."""

    games: int
    """The number of the last game that was loaded or left out. The games after it are not there yet."""
    finished: bool
    """Whether the source was loaded to its end."""
    schema_number: int
    """The number of the schema of columns that the rows have."""
    options: Mapping[str, Any]
    """The options that decide what the rows hold: `columns`, a list, and texts. They are stored as JSON."""


class ArrowStream(Protocol):
    """Any object with its rows as an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new stream on each call."""


class Batch(ArrowStream, Protocol):
    """Rows that the native part hands to a store, in the order of their games: from one to some thousands."""

    names: list[str]
    """The names of the columns, in the order of the table."""

    def __len__(self) -> int:
        """How many rows there are."""

    def joined(self, others: Sequence[Self]) -> Self:
        """These rows and those of others that follow, which have the same columns."""

    def part(self, start: int, stop: int) -> Self:
        """The rows from the number `start` up to `stop`, counted from 0."""

    def copied(self, xml: bool = False) -> bytes:
        """The rows in the binary format of PostgreSQL's COPY. Documents are `jsonb` or, with `xml`, of that type.

        U+0000, which PostgreSQL cannot store in text, becomes U+FFFD.
        """

    def rows(self) -> list[tuple[Any, ...]]:
        """The rows as tuples of None, bool, int, float, str and bytes.

        Lists and maps become JSON, dates and times as in ISO 8601 (`2026-01-31`, `2026-01-31 12:30:00`).
        """


@dataclass(frozen=True)
class Note:
    """An annotation to add to a stored game."""

    source: str
    """The source of the game."""
    game: int
    """The number of the game in that source."""
    place: JsonPath
    """The path of the object that gets the annotation: `("bgn",)` for the game, or that of a move. With `texts`, the
    path of the JSON text that contains the move."""
    squares: tuple[str | None, str | None]
    """The fields `f` and `t` of that object when its place was found. Other values mean that the move has moved."""
    annotation: str
    """The annotation as JSON: an element of an array `a`."""
    who: str
    """The id of the source of the annotation."""
    entry: str
    """The entry of that source in `bgn.sources`, as JSON."""
    texts: tuple[str, str] | None = None
    """If the move is in a JSON text, that text as it was read, and with the annotation added."""


@dataclass(frozen=True)
class Answer:
    """The rows that a question returns."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


class Store(ABC):
    """A database with a table of games. It is opened when it is first needed, and `close` ends the connection.

    The callers of these methods turn the exceptions of the driver (`failures`) into errors of this package, without the
    password. Subclasses raise `UsageError` for invalid input, such as a name that the engine does not accept.
    """

    id: ClassVar[str]
    """The format's id: `duckdb`, `sqlite`, `postgresql`, `mongodb`."""
    engine: ClassVar[str]
    """The engine of `scoresheet.questions` whose texts it understands."""
    asks_columns: ClassVar[bool] = True
    """Whether its texts are about columns, which a table may lack."""
    most_rows: ClassVar[int] = 1
    """With how many rows a transaction ends. A load that is killed loses them and loads them again."""
    first_rows: ClassVar[int] = 1
    """With how many rows the first transaction of a load ends. The later ones have more and more."""
    cuts: ClassVar[bool] = False
    """Whether a batch is divided so that no transaction has more rows."""
    longest_s: ClassVar[float] = 2.0
    """How long games wait for the end of their transaction if they come slowly."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.use: Literal["question", "read", "load"] = "question"
        """What the store is opened for, which is set before. For reading and loading, which take games one after the
        other, an engine in this process has little memory."""

    @property
    @abstractmethod
    def failures(self) -> tuple[type[Exception], ...]:
        """The exceptions of the driver that mean that the store failed or cannot be reached."""

    # Loading. `put` begins a transaction unless one is open; `keep` and `finish` end it. What was put before is there
    # together with its row of `loads` or not at all, however the load ends.

    @abstractmethod
    def columns(self) -> list[str] | None:
        """The names of the table's columns; None if there is no such table."""

    @abstractmethod
    def loads(self) -> dict[str, Load] | None:
        """The table `loads`, by source; None if there is no such table."""

    @abstractmethod
    def count(self, source: str) -> int:
        """How many games of a source there are."""

    @abstractmethod
    def create(self, columns: Sequence[Column]) -> None:
        """Creates missing parts of the table, its indexes, the table `loads` and the views."""

    @abstractmethod
    def drop(self) -> None:
        """Removes the table and everything else that `create` makes."""

    @abstractmethod
    def put(self, source: str, games: range, batch: Batch | None) -> Refused | None:
        """Replaces these games of a source with the rows, in the open transaction. If it fails, that is undone.

        Afterwards the rows are all that the store has of the games in the range; None means that it has none of them.
        Games that the store cannot keep are left out and returned; None means that there were none.
        """

    @abstractmethod
    def keep(self, source: str, load: Load) -> None:
        """Records in `loads` how far a source has been loaded, and ends the transaction."""

    @abstractmethod
    def finish(self, source: str, load: Load) -> None:
        """Records that a source is complete, deletes its rows after the last game, and ends the transaction."""

    def complete(self) -> None:  # noqa: B027 - most stores have nothing left to do
        """Does what remains to be done when all sources have been loaded."""

    # Reading.

    @property
    def rendering(self) -> Rendering:
        """The format of `documents`: lines of JSON (`bgnl`), unless a class sets another one."""
        return "bgnl"

    @abstractmethod
    def documents(self) -> Iterator[bytes]:
        """The documents as a file would hold them, in pieces of any size, ordered by (`source`, `game`).

        They are fetched on demand, so that a store of any size can be read in constant memory.
        """

    def rows(self, columns: Sequence[str]) -> ArrowStream:
        """The rows with these columns, ordered by (`source`, `game`), with the types of the registry."""
        raise NotImplementedError

    # Adding to games that are there.

    @abstractmethod
    def document(self, source: str, game: int) -> bytes | None:
        """The document of a game, in the format `rendering`; None if there is no such game."""

    def content(self, document: bytes) -> Mapping[str, Any]:
        """The document as mappings and lists, exactly as it is stored."""
        found: dict[str, Any] = json.loads(document)
        return found

    @abstractmethod
    def annotate(self, note: Note) -> bool:
        """Appends an annotation at its place, and its source to the sources of the game if it is not among them yet.

        Everything else stays as it is, even if others write at the same time. Returns False, and changes nothing, if
        the place no longer holds what it held.
        """

    # Questions.

    @abstractmethod
    def ask(self, question: str, parameters: Mapping[str, object], lacking: Sequence[str]) -> Answer:
        """The result of a built-in question, which runs inside the store; `question` is its name without the `@`.

        `lacking` are those of the columns `LATER` that the table lacks.
        """

    @abstractmethod
    def close(self) -> None:
        """Ends the connection, if there is one."""

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()
