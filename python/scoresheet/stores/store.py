"""What a store is: a database that games are loaded into, read from and asked questions in.

One class for each engine does what only its driver can do; `scoresheet.stores.jobs` has the rules that hold for all
of them. A driver is imported when its store is opened, and not before.

Names of tables and columns reach a statement through the driver's own function that quotes identifiers, values as
parameters: nothing of either is ever part of a statement as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from scoresheet.errors import ScoresheetError

__all__ = ["Address", "Answer", "Batch", "Column", "Lists", "Load", "Note", "Refused", "Rendering", "Store"]

Refused = Mapping[int, ScoresheetError]
"""Games that a store does not take, by their numbers, each with the reason."""

Rendering = Literal["bgnl", "bgnx", "bson"]
"""The format that the documents of a store have."""

Lists = Literal["json", "braces"]
"""How the lists of a row are spelled as text: `[1,2]` or `{1,2}`."""


@dataclass(frozen=True)
class Address:
    """Where a store is, and which table in it."""

    location: str = field(repr=False)
    """The path or the URL as it was given. A URL may hold a password, so this is for the driver alone."""
    name: str
    """What messages and reports call the store: the same without a password."""
    table: str = "games"
    """The table, view or collection, as it was given: it has to be quoted. The tables beside it are `beside(...)`."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """The other options of the format, with their defaults where they were not given: `doc` of PostgreSQL."""

    def beside(self, name: str) -> str:
        """The name of something that belongs to the table: `loads`, `plies`; of another table than `games`, with that.

        >>> Address("x", "x").beside("loads"), Address("x", "x", "mine").beside("loads")
        ('loads', 'mine_loads')
        """
        return name if self.table == "games" else f"{self.table}_{name}"


@dataclass(frozen=True)
class Column:
    """A column that is loaded, as the registry has it (`scoresheet list columns`)."""

    name: str
    type: str
    """Its type in DuckDB's SQL: `VARCHAR`, `SMALLINT`, `TINYINT[]`, `MAP(VARCHAR, VARCHAR)` …"""
    family: str
    nullable: bool


@dataclass(frozen=True)
class Load:
    """How far the load of a source came: a row of the table `loads`."""

    games: int
    """The number of the last game that was loaded or left out. The games after it are still to come."""
    finished: bool
    """Whether the source was loaded to its end."""
    schema_number: int
    """The number of the schema of columns that the rows have."""
    options: Mapping[str, Any]
    """What decides what the rows hold: `columns`, a list, and texts. It is stored as JSON and compared as a whole."""


class Batch(Protocol):
    """Some thousand rows, one or more, in the order of their games: what the native part hands to a store."""

    names: list[str]
    """The names of the columns, in the order of the table."""

    def __len__(self) -> int:
        """How many rows there are."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The rows as an Arrow stream, with the types of the registry."""

    def copied(self) -> bytes:
        """The rows as the text that PostgreSQL's COPY takes, with U+FFFD for U+0000, which it has in no text."""

    def rows(self, lists: Lists = "json") -> list[tuple[Any, ...]]:
        """The rows as tuples of None, bool, int, float, str and bytes.

        Lists are texts as `lists` says, days and times ISO 8601 (`2026-01-31`, `2026-01-31 12:30:00`), maps JSON.
        """


@dataclass(frozen=True)
class Note:
    """An annotation for a game that is stored."""

    source: str
    """The source of the game."""
    game: int
    """Its number in there."""
    ply: int
    """The ply of the mainline, from 1; 0 for the game itself."""
    annotation: str
    """What is said, as JSON: an element of an array `a`."""
    who: str
    """The id of whoever says it."""
    entry: str
    """What `bgn.sources` says of them, as JSON."""


@dataclass(frozen=True)
class Answer:
    """The rows that a question gave."""

    columns: list[str]
    rows: list[tuple[Any, ...]]


class Store(ABC):
    """A database with a table of games. Nothing is opened before it is needed; `close` ends the connection.

    What the driver raises (`failures`) becomes errors of this package outside of these classes, without the password.
    Subclasses raise `UsageError` for what cannot be, such as a name that the engine does not take.
    """

    id: ClassVar[str]
    """The format's id: `duckdb`, `sqlite`, `postgresql`, `mongodb`."""
    engine: ClassVar[str]
    """The engine of `scoresheet.questions` whose texts ask it."""

    def __init__(self, address: Address) -> None:
        self.address = address

    @property
    @abstractmethod
    def failures(self) -> tuple[type[Exception], ...]:
        """The exceptions of the driver that mean that the store failed, or cannot be reached."""

    # Loading. Each of `put` and `finish` is one transaction, with the row of `loads` that goes with it.

    @abstractmethod
    def columns(self) -> list[str] | None:
        """The names of the columns that the table has; None where there is no such table."""

    @abstractmethod
    def loads(self) -> dict[str, Load] | None:
        """The table `loads`, by source; None where there is no such table."""

    @abstractmethod
    def create(self, columns: Sequence[Column]) -> None:
        """Makes the table, its indexes, the table `loads` and the view of plies, as far as they are not there yet."""

    @abstractmethod
    def drop(self) -> None:
        """Removes the table and all that `create` makes beside it."""

    @abstractmethod
    def put(self, source: str, games: range, batch: Batch | None, load: Load) -> Refused | None:
        """Replaces whatever there is of these games of a source by the rows, and notes in `loads` how far it came.

        The rows are all that there is to be of the games in the range; None stands for none of them. A game that the
        store cannot keep is left out and given back; None stands for no such game.
        """

    @abstractmethod
    def finish(self, source: str, load: Load) -> None:
        """Notes in `loads` that this was all of a source, and deletes its rows beyond the game `load.games`."""

    def complete(self) -> None:  # noqa: B027 - most stores have nothing left to do
        """Does what is left when all sources were loaded."""

    # Reading.

    @property
    def rendering(self) -> Rendering:
        """The format of `documents`: lines of JSON (`bgnl`), unless a class says otherwise."""
        return "bgnl"

    @abstractmethod
    def documents(self) -> Iterator[bytes]:
        """The documents as in a file, in pieces of any size, in the order of (`source`, `game`).

        They are fetched as they are asked for, so that a store of any size is read in constant memory.
        """

    # Adding to games that are there.

    @abstractmethod
    def document(self, source: str, game: int) -> bytes | None:
        """The document of a game, in the form of `rendering`; None where there is no such game."""

    @abstractmethod
    def annotate(self, note: Note) -> bool:
        """Appends an annotation where it belongs, and its source to those of the game if it is not one of them yet.

        Everything else stays as it is, whoever writes at the same time. False where the game has no such ply.
        """

    # Asking.

    @abstractmethod
    def ask(self, question: str, parameters: Mapping[str, object]) -> Answer:
        """The answer to a shipped question, asked inside the store; `question` is its name without the `@`."""

    @abstractmethod
    def close(self) -> None:
        """Ends the connection, if there is one."""

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()
