"""What the native part calls: functions that load games into stores and read documents from them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence

from scoresheet._hints import hint
from scoresheet._registry import registry
from scoresheet.errors import FileError, ScoresheetError, UsageError, WriteError
from scoresheet.stores import check_documents, columns_of, failures_told, opened
from scoresheet.stores.store import Address, Batch, Column, Load, Refused, Store
from scoresheet.stores.stored_rows import StoredRows

__all__ = ["Loader", "address", "loader", "stored_games"]

_GROWTH = 10
"""How many rows a transaction has for each game that the load has kept before, up to the number of the store.

So the first games are kept soon, whatever happens later, and large loads have few transactions."""


def address(kind: str, location: str, name: str, choices: Mapping[str, str]) -> tuple[str, Address]:
    """The kind of a store and its address; `choices` are the options of its format."""
    others = {option: value for option, value in choices.items() if option != "table"}
    return kind, Address(location, name, choices["table"], others)


def stored_games(at: tuple[str, Address]) -> tuple[str | None, Iterator[bytes] | StoredRows]:
    """The format of a store's documents, and the documents; of a table without any, None and its rows.

    A store from which games cannot be restored is refused at once.
    """
    store = opened(*at)
    store.use = "read"
    with failures_told(store, FileError):
        if "doc" not in columns_of(store):
            rows = StoredRows(store)
            if rows.restores_games:
                return None, rows
        check_documents(store)
        return store.rendering, _pieces(store)


def _pieces(store: Store) -> Iterator[bytes]:
    with failures_told(store, FileError), store:
        yield from store.documents()


def loader(
    at: tuple[str, Address],
    *,
    sources: Sequence[str],
    columns: Sequence[str],
    options: Sequence[tuple[str, str]],
    schema_number: int,
    force: bool,
) -> Loader:
    """Opens a store to load games of these sources into; `options` decide what the rows contain about games."""
    store = opened(*at)
    store.use = "load"
    decided = {"columns": list(columns), **store.address.choices, **dict(options)}
    made = Loader(store, Load(0, False, schema_number, decided))
    try:
        made.prepare(sources, force)
    except BaseException:
        made.close()
        raise
    return made


class Loader:
    """Loads games of one source after another, by the rules that hold for every store.

    A load that was cut short continues where it stopped. One that was complete is repeated: the new rows replace those
    of the same source and game. Games that were loaded with other options are not mixed with these.
    """

    def __init__(self, store: Store, begun: Load) -> None:
        self._store = store
        self._begun = begun
        self._loads: dict[str, Load] = {}
        self._source = ""
        self._last = 0
        self._kept = 0
        self._put = 0
        self._rows = 0
        self._put_at = 0.0
        self._is_ready = False
        self._ended: list[tuple[str, int | None]] = []

    def prepare(self, sources: Sequence[str], force: bool) -> None:
        """Makes sure that games can be loaded. A new table, also one for an old one, waits for the first game."""
        store = self._store
        with failures_told(store, WriteError):
            there, loads = store.columns(), store.loads()
            if there is not None and loads is None:
                raise UsageError(
                    f"the table `{store.address.table}` of `{store.address.name}` was not loaded by Scoresheet",
                    hint=hint("choose another table with `{table=NAME}`"),
                )
            if force or there is None:
                return
            self._loads = loads or {}
            for source, load in self._loads.items():
                self._check(source, load, of_source=source in sources)
            self._create()

    def _create(self) -> None:
        """Creates what is missing of the table."""
        columns = {row["name"]: row for row in registry("columns")}
        chosen = [columns[name] for name in self._begun.options["columns"]]
        self._store.create([Column(row["name"], row["type"], row["family"], row["nullable"]) for row in chosen])
        self._is_ready = True

    def _replace(self) -> None:
        """Creates the table again, and records the sources without games that ended before the first game came."""
        self._store.drop()
        self._create()
        for source, games in self._ended:
            self._end(source, games)

    def _check(self, source: str, load: Load, *, of_source: bool) -> None:
        """Refuses to mix these games with games that were loaded in another way."""
        ours, theirs = self._begun.options, load.options
        of_table = {"columns", *self._store.address.choices}
        names = sorted(name for name in ours.keys() | theirs.keys() if of_source or name in of_table)
        other = [name for name in names if ours.get(name) != theirs.get(name)]
        if load.schema_number != self._begun.schema_number:
            other = ["the schema of columns"]
        if other:
            raise UsageError(
                f"`{self._store.address.name}` has games from `{source}` that were loaded with other options "
                f"({', '.join(other)})",
                hint=hint(
                    "use the same options, choose another table with `{table=NAME}`, or empty this one with `{force}`"
                ),
            )

    def begin(self, source: str, resume: bool) -> tuple[int, int]:
        """Starts a source. Returns how many of its games are there already, and how many are replaced."""
        load = self._loads.get(source)
        self._source = source
        self._last = load.games if resume and load is not None and not load.finished else 0
        if load is None or self._last > 0:
            return self._last, 0
        with failures_told(self._store, WriteError):
            return 0, self._store.count(source)

    def put(self, source: str, batch: Batch, last: int) -> list[tuple[int, str, str]]:
        """Loads the rows of the games up to this number. Returns those refused, each with a code and the reason."""
        with failures_told(self._store, WriteError):
            if not self._is_ready:
                self._replace()
            refused: dict[int, ScoresheetError] = {}
            for part, last_there in self._cut(batch, last):
                refused |= self._put_part(source, part, last_there)
        return [(game, str(error.code), error.message) for game, error in refused.items()]

    def _cut(self, batch: Batch, last: int) -> Iterator[tuple[Batch, int]]:
        """The rows, divided where they fill a transaction, each part with the number of its last game."""
        start = 0
        while self._store.cuts and len(batch) - start > (fits := self._store.most_rows - self._rows):
            stop = start + fits
            [following] = batch.part(stop, stop + 1).rows()
            yield batch.part(start, stop), following[batch.names.index("game")] - 1
            start = stop
        yield (batch.part(start, len(batch)) if start else batch), last

    def _put_part(self, source: str, batch: Batch, last: int) -> Refused:
        """Puts rows, and ends the transaction if it has enough of them."""
        games = range(self._last + 1, last + 1)
        (put, rows), self._put, self._rows = (self._put, self._rows), 0, 0  # a store that fails has undone all of them
        refused = self._store.put(source, games, batch if len(batch) else None)
        self._last, self._put, self._rows = last, put + len(games), rows + len(batch)
        self._put_at = self._put_at if put else time.monotonic()
        most = min(self._store.most_rows, max(self._store.first_rows, _GROWTH * self._kept))
        if self._rows >= most or time.monotonic() - self._put_at > self._store.longest_s:
            self._keep()
        return refused or {}

    def _keep(self) -> None:
        """Keeps the games that were put."""
        put, self._put, self._rows = self._put, 0, 0
        self._store.keep(self._source, self._load(self._last))
        self._kept += put

    def end(self, source: str, games: int | None) -> None:
        """Ends a source with this many games; None if it could not be read to its end and is to be read again."""
        if not self._is_ready:
            self._ended.append((source, games))
            return
        with failures_told(self._store, WriteError):
            self._end(source, games)

    def _end(self, source: str, games: int | None) -> None:
        put, self._put, self._rows = self._put, 0, 0
        if games is None:
            self._store.keep(source, self._load(0))
        else:
            self._store.finish(source, self._load(games, finished=True))
        self._kept += put

    def _load(self, games: int, finished: bool = False) -> Load:
        return Load(games, finished, self._begun.schema_number, self._begun.options)

    def complete(self, reads_nothing: bool) -> None:
        """Does what remains to be done at the end. If nothing could be read, a table that was to be replaced stays."""
        with failures_told(self._store, WriteError):
            if not self._is_ready and not reads_nothing:
                self._replace()
            if self._is_ready:
                self._store.complete()

    def close(self) -> None:
        """Ends the connection. If the job was interrupted, the games that were put are kept before."""
        with failures_told(self._store, WriteError):
            try:
                if self._put:
                    self._keep()
            finally:
                self._store.close()
