"""How games get into databases: transactions that grow, values of every type, and loads without documents."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import scoresheet
from loaded_stores import Place, places  # noqa: F401 - a fixture
from scoresheet._registry import registry
from scoresheet.engines.duckdb import query
from scoresheet.stores.jobs import Loader
from scoresheet.stores.store import Address, Batch, Load, Store

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
HISTORIC = EXAMPLES / "historic.pgn"
WHOLE = ["tags", "summary", "moves", "documents"]


@pytest.fixture
def columned(places: Place) -> Place:  # noqa: F811
    """A store that has typed columns beside its documents."""
    if not places.has_columns:
        pytest.skip("it keeps documents alone")
    return places


class Recorded(Store):
    """A store that records what it is told, and fails at the put of this number."""

    id = "recorded"
    engine = "sqlite"
    failures = ()
    most_rows = 40

    def __init__(self, fails_at: int = 0) -> None:
        super().__init__(Address("x", "x"))
        self.said: list[str] = []
        self.fails_at = fails_at

    def columns(self) -> list[str] | None:
        return None

    def loads(self) -> dict[str, Load] | None:
        return None

    def count(self, source: str) -> int:
        return 0

    def create(self, columns: object) -> None:
        self.said.append("create")

    def drop(self) -> None:
        self.said.append("drop")

    def put(self, source: str, games: range, batch: Batch | None) -> None:
        self.fails_at -= 1
        if self.fails_at == 0:
            raise OSError("the disk is full")
        self.said.append(f"put {games.start}-{games.stop - 1}")

    def keep(self, source: str, load: Load) -> None:
        self.said.append(f"keep {source} {load.games}")

    def finish(self, source: str, load: Load) -> None:
        self.said.append(f"finish {source} {load.games}")

    def close(self) -> None:
        self.said.append("close")

    def documents(self) -> Iterator[bytes]:
        raise NotImplementedError

    document = annotate = ask = documents  # type: ignore[assignment]


def loader(store: Store) -> Loader:
    made = Loader(store, Load(0, False, 1, {"columns": []}))
    made.prepare(["a", "b"], force=False)
    return made


def put(to: Loader, lasts: list[int]) -> None:
    for last in lasts:
        to.put("a", [None], last)  # type: ignore[arg-type]


def test_transactions_grow_up_to_the_number_of_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    store = Recorded()
    load = loader(store)
    load.begin("a", resume=True)
    put(load, list(range(1, 130)))
    kept = [int(said.split()[-1]) for said in store.said if said.startswith("keep")]
    assert kept[0] == 1
    sizes = [after - before for before, after in pairwise(kept)]
    assert sizes == sorted(sizes)
    assert sizes[-1] == 40
    load.end("a", 129)
    assert store.said[-1] == "finish a 129"
    load.close()
    assert store.said[-2:] == ["finish a 129", "close"]


def test_the_first_transaction_has_as_many_rows_as_the_store_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    monkeypatch.setattr(Recorded, "first_rows", 3)
    store = Recorded()
    load = loader(store)
    load.begin("a", resume=True)
    put(load, list(range(1, 50)))
    assert [said for said in store.said if said.startswith("keep")] == ["keep a 3", "keep a 33"]


class Rows(list[int]):
    """A batch of the games with these numbers."""

    names = ("source", "game")

    def part(self, start: int, stop: int) -> Rows:
        return Rows(self[start:stop])

    def rows(self) -> list[tuple[str, int]]:
        return [("a", game) for game in self]


def test_batches_are_divided_where_they_fill_a_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    monkeypatch.setattr(Recorded, "cuts", True)
    store = Recorded()
    load = loader(store)
    load.begin("a", resume=True)
    load.put("a", Rows([1, 2, 3, 4, 5]), 5)  # type: ignore[arg-type]
    odd = Rows(range(7, 127, 2))  # the others are left out
    load.put("a", odd, 130)  # type: ignore[arg-type]
    load.put("a", Rows(range(131, 221)), 220)  # type: ignore[arg-type]
    load.end("a", 220)
    assert store.said[2:] == [
        "put 1-5", "keep a 5",
        "put 6-86", "keep a 86",
        "put 87-130", "put 131-150", "keep a 150",
        "put 151-190", "keep a 190",
        "put 191-220", "finish a 220",
    ]  # fmt: skip


def test_games_that_come_slowly_are_kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr("time.monotonic", lambda: float(next(clock)))
    store = Recorded()
    load = loader(store)
    load.begin("a", resume=True)
    put(load, [1, 2, 3])
    assert [said for said in store.said if said.startswith("keep")] == ["keep a 1", "keep a 2", "keep a 3"]


def test_an_interrupted_load_keeps_what_was_put_and_a_failed_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    store = Recorded()
    load = loader(store)
    load.begin("a", resume=True)
    put(load, [1, 2, 3])
    load.close()
    assert store.said[-4:] == ["put 2-2", "put 3-3", "keep a 3", "close"]
    store = Recorded(fails_at=4)
    load = loader(store)
    load.begin("a", resume=True)
    with pytest.raises(OSError, match="the disk is full"):
        put(load, [1, 2, 3, 4])
    load.close()
    assert store.said[-3:] == ["put 2-2", "put 3-3", "close"]


def test_a_source_that_was_damaged_starts_anew() -> None:
    store = Recorded()
    load = loader(store)
    load.begin("a", resume=True)
    put(load, [1, 2])
    load.end("a", None)
    assert store.said[-1] == "keep a 0"


FAMILIES = [family["name"] for family in registry("families")]
ODD = """[Event "A\tB\\\\C"]
[Date "1850.??.??"]
[White "Ä, \\"x\\""]
[Other "{1,2}"]

1. e4 {[%clk 0:01:00]} e5 {[%eval -0.31,20]} 2. f4 (2. Nf3) exf4 *

[UTCDate "2024.02.29"]
[UTCTime "12:30:05"]
[WhiteElo "-3"]

*

[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. P@e4 *

[FEN "nonsense"]
[SetUp "1"]

1. e4 *
"""


def test_values_of_every_type_are_those_of_the_columns(columned: Place, tmp_path: Path) -> None:
    games = tmp_path / "odd.pgn"
    games.write_text(ODD, "utf-8")
    for source in (games, HISTORIC, EXAMPLES / "annotated.pgn"):
        scoresheet.convert(source, columned.location, columns=FAMILIES, force=True)
        rows = columned.table()
        wanted = pa.table(scoresheet.read(source, columns=FAMILIES)).to_pylist()
        assert len(rows) == len(wanted)
        for row, values in zip(rows, wanted, strict=True):
            for name, value in values.items():
                if name not in ("source", "doc"):
                    assert plain(row[name]) == plain(value), name


def plain(value: Any) -> Any:
    """A value without the differences between databases: SQLite has texts, and no booleans."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return plain(json.loads(value))
        except ValueError:
            return value
    if isinstance(value, dict):
        return sorted(value.items())
    if isinstance(value, list):
        return sorted(value) if value and isinstance(value[0], tuple) else value
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}"
    return str(value) if isinstance(value, date) else bytes(value) if isinstance(value, memoryview) else value


def as_pgn(source: str | Path, output: Path, **options: Any) -> bytes:
    scoresheet.convert(source, output, force=True, **options)
    return output.read_bytes()


def test_games_are_read_back_from_columns_like_those_of_parquet(columned: Place, tmp_path: Path) -> None:
    columns, output = tmp_path / "same.parquet", tmp_path / "as.pgn"
    for example in sorted(EXAMPLES.glob("*.pgn*")):
        report = scoresheet.convert(example, columned.location, force=True)
        chosen = ["tags", "summary", "moves" if "from_square" in columned.table()[0] else "packed"]
        wanted = scoresheet.convert(example, columns, columns=chosen, no_sort=True, force=True)
        assert (report.written, report.losses) == (wanted.written, wanted.losses), example.name
        assert as_pgn(columned.location, output) == as_pgn(columns, output), example.name
        checked, like = scoresheet.check(columned.location), scoresheet.check(columns)
        assert (checked.games, checked.plies, checked.mates) == (like.games, like.plies, like.mates), example.name


@pytest.mark.parametrize("at_once", [1, 7])
def test_no_game_is_lost_between_rows_that_are_read_at_once(
    columned: Place, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoresheet.stores.stored_rows._AT_ONCE", at_once)
    loaded = scoresheet.convert(HISTORIC, columned.location)
    assert scoresheet.check(columned.location).games == loaded.written > 2 * at_once
    assert [game.tags["White"] for game in scoresheet.read(columned.location)] == [
        game.tags["White"] for game in scoresheet.read(HISTORIC)
    ]


@pytest.mark.parametrize("loaded", [None, ["tags", "packed"], ["tags", "moves"]], ids=str)
def test_games_of_a_store_become_files_of_columns(columned: Place, loaded: list[str] | None, tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, columned.location, columns=loaded)
    for columns in (None, ["tags", "moves"], ["tags", "packed", "openings"]):
        for place, source in (("found", columned.location), ("wanted", HISTORIC)):
            scoresheet.convert(source, tmp_path / f"{place}.parquet", columns=columns, force=True)
        found, wanted = (pq.read_table(tmp_path / f"{place}.parquet").sort_by("game") for place in ("found", "wanted"))
        assert found.column_names == wanted.column_names
        for name in found.column_names:
            values = [[plain_source(value) for value in table[name].to_pylist()] for table in (found, wanted)]
            assert values[0] == values[1], name


def plain_source(value: Any) -> Any:
    """A value, which is the name of a file without its folder if it is a path."""
    return Path(value).name if isinstance(value, str) and value.endswith(".pgn") else value


QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("castling", {"moves": 10}),
    ("heatmap", {"piece": "N"}),
    ("heatmap", {"piece": "R", "what": "stands"}),
    ("openings", {"plies": 4}),
    ("promotions", {}),
    ("imbalance", {"ply": 20}),
    ("checks", {}),
    ("queen_trades", {}),
    ("results", {}),
    ("endgames", {}),
    ("explorer", {}),
    ("structure", {"pattern": "mate"}),
]


@pytest.mark.parametrize(("name", "given"), QUESTIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_answers_are_those_of_a_whole_load(columned: Place, name: str, given: dict[str, Any]) -> None:
    scoresheet.convert([HISTORIC, EXAMPLES / "chess960.pgn"], columned.location)
    scoresheet.convert([HISTORIC, EXAMPLES / "chess960.pgn"], columned.location, columns=WHOLE, table="whole")
    try:
        wanted = query(columned.location, name, table="whole", **given).fetchall()
    except scoresheet.UsageError as error:
        # Not every engine has every question; then a load of other columns does not have it either.
        with pytest.raises(scoresheet.UsageError, match=str(error).split(",")[0].replace("`", "."[:1])):
            query(columned.location, name, **given)
        return
    assert query(columned.location, name, **given).fetchall() == wanted
    assert wanted


def test_sql_over_a_file_of_duckdb_has_the_lists_of_moves(tmp_path: Path) -> None:
    store = tmp_path / "games.duckdb"
    scoresheet.convert(EXAMPLES, store)
    lists = [column["name"] for column in registry("columns") if column["family"] == "moves"]
    asked = f"SELECT source, game, {', '.join(lists)} FROM games ORDER BY ALL"
    wanted = asked.replace("source", "parse_filename(source) AS source", 1)
    assert query(store, asked).fetchall() == query(EXAMPLES, wanted).fetchall()
    with pytest.raises(scoresheet.UsageError, match="clock_ms"):
        query(store, "SELECT clock_ms FROM games")


def test_duckdb_gets_small_groups_of_rows_first_and_keeps_the_order_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoresheet.stores.duckdb._FIRST_GROUP", 2048)
    monkeypatch.setattr("scoresheet.stores.duckdb._INSERTED", 700)
    monkeypatch.setattr("scoresheet.stores.duckdb.DuckDB.most_rows", 4096)
    monkeypatch.setattr("scoresheet.stores.duckdb.DuckDB.first_rows", 4096)
    games, store = tmp_path / "many.pgn", tmp_path / "it's.duckdb"
    for count, wanted in ((3000, [2048, 952]), (9000, [2048, 2048, 4904])):
        games.write_text("".join(f'[White "{number}"]\n\n1. e4 *\n\n' for number in range(1, count + 1)), "utf-8")
        for again in (False, True):
            report = scoresheet.convert(games, store, threads=2, force=again)
            assert report.written == count
            with closing(duckdb.connect(store)) as database:
                assert database.execute("SELECT game, white FROM games").fetchall() == [
                    (number, str(number)) for number in range(1, count + 1)
                ]
                groups = database.execute(
                    "SELECT sum(count) FROM pragma_storage_info('games') "
                    "WHERE column_name = 'game' AND segment_type <> 'VALIDITY' GROUP BY row_group_id ORDER BY ALL"
                ).fetchall()
                assert [rows for (rows,) in groups] == ([count] if again else sorted(wanted))
                assert database.execute("FROM loads SELECT games, finished").fetchall() == [(count, True)]
                assert database.execute("SELECT count(*) FROM sides").fetchall() == [(2 * count,)]
        store.unlink()


def test_games_are_loaded_into_a_file_of_duckdb_that_the_program_has_open(tmp_path: Path) -> None:
    store = tmp_path / "games.duckdb"
    with closing(duckdb.connect(store)) as database:
        report = scoresheet.convert(HISTORIC, store)
        assert database.execute("SELECT count(*) FROM games").fetchall() == [(report.written,)]


def test_indexes_are_there_at_the_end(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    for again in (False, True):
        scoresheet.convert(HISTORIC, store, force=again, table="mine")
        with closing(sqlite3.connect(store)) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
            assert {name for (name,) in found} == {"mine_date", "mine_white", "mine_black"}


def test_a_load_of_documents_alone_can_be_asked_for(columned: Place) -> None:
    scoresheet.convert(HISTORIC, columned.location, columns=["tags", "doc"])
    assert as_games(columned.location) == as_games(HISTORIC)


def as_games(source: str | Path) -> list[str]:
    return [str(game.to("pgn")) for game in scoresheet.read(source)]


def test_an_annotation_needs_the_document(columned: Place) -> None:
    from scoresheet.stores.annotating import annotate_in
    from scoresheet.stores.asking import store_of

    scoresheet.convert(HISTORIC, columned.location)
    store = store_of(columned.location, {})
    assert store is not None
    with pytest.raises(scoresheet.UsageError, match="no column `doc`") as raised:
        annotate_in(store, (None, 1, 1), "A", nags=[1])
    assert "documents" in str(raised.value.hint)
