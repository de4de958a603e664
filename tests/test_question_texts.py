"""The built-in questions as texts for engines: every engine returns the same results, and no name becomes a command."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from click.testing import CliRunner

import asked_stores
import mongo_evaluator
import mongo_server
import postgresql_server
import question_values
import scoresheet
from levels import rounds
from scoresheet import UsageError
from scoresheet.cli.group import command as main
from scoresheet.engines.duckdb import connection_for, query
from scoresheet.engines.rows import with_openings, with_san
from scoresheet.questions import all_questions, find, mongo, postgresql, spark, sqlite
from scoresheet.questions import duckdb as duckdb_texts
from scoresheet.questions.engine import Engine, chosen, doubled
from scoresheet.questions.mongo.games import CHESS, LEGAL, PLAYED
from scoresheet.questions.mongo.sides import SIDES
from scoresheet.questions.texts import ALL, engines_of

VECTORS = Path(__file__).resolve().parent.parent / "vectors"
TWENTY = VECTORS / "bgn" / "castling-20.pgn"
REFERENCE = VECTORS / "bgn" / "castling"
EIGHT = VECTORS / "questions" / "games.pgn"
ANSWERS = json.loads((VECTORS / "bgn" / "castling-20.answers.json").read_text("utf-8"))
ASKED = [{"since": since, "until": until, "plies": plies} for (since, until, plies), _ in ANSWERS]
WANTED = [tuple(answer) for _, answer in ANSWERS]
EVIL = """games"; DROP TABLE games; -- ' ` $since $games"""
"""A name that would be a command wherever it is not quoted."""


def texts(engine: str, question: str = "castling", table: str = "games") -> list[str]:
    return [scoresheet.question_text(question, engine, table=table, **values) for values in ASKED]


@pytest.fixture(scope="module")
def twenty() -> list[asked_stores.Row]:
    return asked_stores.rows(TWENTY)


@pytest.fixture(scope="module")
def reworded(twenty) -> list[asked_stores.Row]:
    return asked_stores.with_dates_in_other_words(twenty)


@pytest.fixture(scope="module")
def mixed(twenty) -> list[asked_stores.Row]:
    return asked_stores.with_other_rules(twenty)


@pytest.fixture(scope="module")
def eight() -> list[asked_stores.Row]:
    return asked_stores.rows(EIGHT)


@pytest.fixture(scope="module")
def eight_stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("stored") / "eight.parquet"
    scoresheet.convert(EIGHT, file, columns=["tags", "summary", "moves", "packed", "notes", "doc"])
    return file


# DuckDB


def test_duckdb_over_the_columns_returns_the_golden_results() -> None:
    connection = duckdb.connect()
    connection.register("games", pa.table(scoresheet.read(TWENTY)))
    assert [connection.execute(text).fetchone() for text in texts("duckdb")] == WANTED


@pytest.mark.parametrize("dates", ["twenty", "reworded", "mixed"])
def test_duckdb_over_documents_returns_the_golden_results(request, dates: str, tmp_path: Path) -> None:
    file = tmp_path / "twenty.bgnl"
    file.write_text(asked_stores.lines(request.getfixturevalue(dates)))
    asked = [scoresheet.question_text("castling", "duckdb-bgnl", files=[str(file)], **values) for values in ASKED]
    connection = duckdb.connect()
    assert [connection.execute(text).fetchone() for text in asked] == WANTED


def reference(engine: str) -> str:
    """The text of the vectors for an engine, in which parameters have the form of its drivers."""
    return (REFERENCE / f"castling.{engine}").read_text("utf-8")


def test_the_reference_texts_for_duckdb_return_the_golden_results(twenty, tmp_path: Path) -> None:
    file = tmp_path / "twenty.bgnl"
    file.write_text(asked_stores.lines(twenty))
    over_columns = connection_for(reference("duckdb.sql"))
    over_columns.register("games", pa.table(scoresheet.read(TWENTY)))
    over_documents = reference("duckdb-bgnl.sql").replace("'g20.bgnl'", duckdb_texts.quoted(str(file)))
    for values, wanted in zip(ASKED, WANTED, strict=True):
        assert over_columns.execute(reference("duckdb.sql"), values).fetchone() == wanted
        assert over_columns.execute(over_documents, values).fetchone() == wanted


def test_duckdb_reads_parquet_that_a_text_names(tmp_path: Path) -> None:
    file = tmp_path / "it's [1].parquet"
    scoresheet.convert(TWENTY, file)
    text = scoresheet.question_text("castling", "duckdb", files=[str(file)], plies=10)
    assert duckdb.connect().execute(text).fetchall() == [(20, 16, 2)]


def test_duckdb_refuses_files_that_it_cannot_read() -> None:
    with pytest.raises(UsageError, match=r"DuckDB cannot read `a\.pgn` by itself"):
        scoresheet.question_text("castling", "duckdb", files=["a.pgn"], plies=10)


@pytest.mark.parametrize("question", [question.name for question in all_questions()])
def test_a_text_for_duckdb_returns_what_a_query_does(question: str) -> None:
    values = dict(pair.split("=") for pair in shlex.split(find(question).example))
    connection = connection_for("")  # with the functions of the package, which some texts use
    columns = ["tags", "summary", "moves", "packed", "notes", "doc"]
    connection.register("games", pa.table(scoresheet.read(EIGHT, columns=columns)))
    text = scoresheet.question_text(question, "duckdb", **values)
    wanted = query(EIGHT, question, **values).fetchall()
    if question == "openings":  # a query shows the moves of the text as SAN, with their openings
        found = connection.execute(text)
        named = with_openings([column[0] for column in found.description], found.fetchall(), "first_moves")
        assert named.rows == list(map(list, wanted))
        return
    if question == "explorer":  # likewise, for the moves of one position
        found = connection.execute(text)
        named = with_san([column[0] for column in found.description], found.fetchall(), scoresheet.Position())
        assert named.rows == list(map(list, wanted))
        return
    assert connection.execute(text).fetchall() == wanted
    assert connection.execute(text).fetchall() == wanted, "a session may ask twice"


# SQLite


@pytest.mark.parametrize("dates", ["twenty", "reworded", "mixed"])
@pytest.mark.parametrize("engine", ["sqlite", "sqlite-doc"])
def test_sqlite_returns_the_golden_results(request, engine: str, dates: str) -> None:
    connection = asked_stores.sqlite(request.getfixturevalue(dates))
    assert [connection.execute(text).fetchone() for text in texts(engine)] == WANTED


@pytest.mark.parametrize("engine", ["sqlite", "sqlite-doc"])
def test_the_reference_text_for_sqlite_returns_the_golden_results(twenty, engine: str) -> None:
    connection = asked_stores.sqlite(twenty)
    assert [connection.execute(reference(f"{engine}.sql"), values).fetchone() for values in ASKED] == WANTED


@pytest.mark.parametrize("by", ["color", "side"])
def test_sqlite_distinguishes_colours_and_sides(eight, by: str) -> None:
    connection = asked_stores.sqlite(eight)
    for bounds in ({}, {"since": "1990-05-02", "until": "1996-01-01"}):
        for plies in (0, 7, 12, 100):
            text = scoresheet.question_text("castling", "sqlite", plies=plies, by=by, **bounds)
            wanted = query(EIGHT, "castling", plies=plies, by=by, **bounds).fetchall()
            assert connection.execute(text).fetchall() == wanted


# PostgreSQL


@pytest.fixture(scope="module")
def server(twenty, reworded, mixed, eight) -> Iterator[postgresql_server.Server]:
    absent = postgresql_server.missing()
    if absent:
        pytest.skip(f"`{absent}` of PostgreSQL is not installed")
    with postgresql_server.server() as running:
        for table, rows in (
            ("twenty", twenty),
            ("reworded", reworded),
            ("mixed", mixed),
            ("eight", eight),
            ("timed", timed()),
            (EVIL, twenty),
        ):
            name = postgresql.identifier(table)
            names, data = asked_stores.copied(rows)
            made = asked_stores.POSTGRESQL_TABLE.format(games=name)
            running.run(f"{made};\nCOPY {name} ({', '.join(names)}) FROM STDIN;\n{data}\\.\n")
        running.run(asked_stores.POSTGRESQL_TABLE.format(games="games") + ";")
        yield running


def as_cells(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Rows of DuckDB's as `psql` prints them."""
    return [tuple(None if cell is None else _printed(cell) for cell in row) for row in rows]


def _printed(cell: Any) -> str:
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


@pytest.mark.slow
@pytest.mark.parametrize("table", ["twenty", "reworded", "mixed"])
@pytest.mark.parametrize("engine", ["postgresql", "postgresql-doc"])
def test_postgresql_returns_the_golden_results(server, engine: str, table: str) -> None:
    assert server.ask(texts(engine, table=table)) == [as_cells([answer]) for answer in WANTED]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "postgresql-doc"])
def test_the_reference_text_for_postgresql_returns_the_golden_results(server, engine: str) -> None:
    text = reference(f"{engine}.sql").replace("FROM games", "FROM twenty").strip() + ";"
    asked = [
        text % {name: "NULL" if value is None else f"'{value}'" for name, value in values.items()} for values in ASKED
    ]
    assert server.ask(asked) == [as_cells([answer]) for answer in WANTED]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "postgresql-doc"])
def test_postgresql_counts_no_ply_and_as_many_as_there_can_be(server, engine: str) -> None:
    asked = [
        scoresheet.question_text("castling", engine, table="twenty", **values)
        for values in ({"plies": 0}, {"moves": 0}, {"plies": 2**31 - 1}, {"moves": 2**31 - 1})
    ]
    assert server.ask(asked) == [[("20", castled, "2")] for castled in ("0", "0", "17", "17")]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "postgresql-doc"])
def test_an_empty_table_returns_zeros(server, engine: str) -> None:
    assert server.ask([scoresheet.question_text("castling", engine, plies=10)]) == [[("0", "0", "0")]]


@pytest.mark.slow
@pytest.mark.parametrize("question", [q.name for q in all_questions() if "postgresql" in engines_of(q)])
def test_postgresql_returns_what_duckdb_does(server, eight_stored: Path, question: str) -> None:
    # The column of the opening that the moves reach is not in this table.
    every = question_values.every(question, but=[("by", "opening")])
    found = server.ask([scoresheet.question_text(question, "postgresql", table="eight", **values) for values in every])
    for values, rows in zip(every, found, strict=True):
        if question == "openings":  # a query shows the moves of the text as SAN, with their openings
            rows = [tuple(row) for row in with_openings(["rating", "first_moves"], rows, "first_moves").rows]
        assert rows == as_cells(query(eight_stored, question, **values).fetchall()), values


# jq


def jq_rows(program: str, *files: Path, documents: str = "") -> list[tuple[Any, ...]]:
    if shutil.which("jq") is None:
        pytest.skip("`jq` is not installed")
    command = ["jq", "-c", "-n", program, *map(str, files)]
    done = subprocess.run(command, input=documents, capture_output=True, text=True, check=True)
    return [tuple(json.loads(line).values()) for line in done.stdout.splitlines()]


def jq(program: str, documents: str) -> tuple[int, ...]:
    (answer,) = jq_rows(program, documents=documents)
    return answer


@pytest.mark.parametrize("dates", ["twenty", "reworded", "mixed"])
def test_jq_returns_the_golden_results(request, dates: str) -> None:
    documents = asked_stores.lines(request.getfixturevalue(dates))
    step = len(WANTED) // rounds(len(WANTED))
    assert [jq(text, documents) for text in texts("jq")[::step]] == WANTED[::step]


def test_jq_returns_zeros_without_games() -> None:
    assert jq(scoresheet.question_text("castling", "jq", plies=10), "") == (0, 0, 0)


# MongoDB


def in_mongo(games: list[asked_stores.Row]) -> list[dict[str, Any]]:
    """The documents as BSON has them: dates are instants."""
    documents = [json.loads(json.dumps(row["doc"])) for row in games]
    for document, row in zip(documents, games, strict=True):
        if row["date"]:
            document["bgn"]["eventDate"] = datetime.combine(row["date"], datetime.min.time(), timezone.utc)
    return documents


def counted(answer: list[dict[str, Any]]) -> tuple[int, ...]:
    return tuple(answer[0][name] for name in ("games", "castled", "undated")) if answer else (0, 0, 0)


def castling_pipeline(values: dict[str, Any]) -> mongo.Pipeline:
    return mongo.pipeline(find("castling"), find("castling").values(values))


@pytest.mark.parametrize("games", ["twenty", "mixed"])
def test_the_pipeline_returns_the_golden_results_by_a_small_evaluator(request, games: str) -> None:
    documents = in_mongo(request.getfixturevalue(games))
    found = [mongo_evaluator.aggregate(documents, castling_pipeline(values)) for values in ASKED]
    assert [counted(answer) for answer in found] == WANTED
    assert counted(mongo_evaluator.aggregate(documents, castling_pipeline({"moves": 0}))) == (20, 0, 2)
    assert counted(mongo_evaluator.aggregate(documents, castling_pipeline({"moves": 2**31 - 1}))) == (20, 17, 2)
    assert counted(mongo_evaluator.aggregate([], castling_pipeline({"moves": 5}))) == (0, 0, 0)


@pytest.mark.slow
def test_the_pipeline_returns_the_golden_results_over_the_wire(twenty) -> None:
    pymongo = pytest.importorskip("pymongo", reason="`pymongo` is not installed")
    absent = mongo_server.missing()
    if absent:
        pytest.skip(absent)
    with mongo_server.server() as url, pymongo.MongoClient(url) as client:
        games = client.test.games
        games.insert_many(in_mongo(twenty))
        assert [counted(list(games.aggregate(castling_pipeline(values)))) for values in ASKED] == WANTED
        edges = [{"plies": 0}, {"moves": 0}, {"plies": 2**31 - 1}, {"moves": 2**31 - 1}]
        found = [counted(list(games.aggregate(castling_pipeline(values)))) for values in edges]
        assert found == [(20, 0, 2), (20, 0, 2), (20, 17, 2), (20, 17, 2)]
        assert counted(list(client.test.empty.aggregate(castling_pipeline({"moves": 5})))) == (0, 0, 0)


def test_the_pipeline_is_the_reference_but_for_a_name() -> None:
    spec = importlib.util.spec_from_file_location("reference", REFERENCE / "castling.mongo.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for values in ASKED:
        since, until = (
            day and datetime.fromisoformat(f"{day}T00:00:00+00:00") for day in (values["since"], values["until"])
        )
        wanted = (
            str(module.castling(since, until, values["plies"])).replace("'X'", "'castled'").replace("$X", "$castled")
        )
        # It ignores games of other rules, games that cannot be played, and illegal moves.
        stages = [stage for stage in castling_pipeline(values) if stage not in (CHESS, PLAYED, LEGAL)]
        assert str(stages) == wanted


# What MongoDB has from 4.4 on, and mongo-java-server has too. Each operator with what it takes: how many arguments, an
# object with these keys, or anything (`None`).
STAGES = {"$match", "$project", "$addFields", "$group", "$unwind", "$sort", "$limit", "$facet"}
OPERATORS: dict[str, int | set[str] | None] = {
    "$add": None, "$addToSet": 1, "$and": None, "$arrayElemAt": 2, "$avg": 1, "$concat": None, "$concatArrays": None,
    "$cond": 3, "$convert": {"input", "to", "onError", "onNull"}, "$dateToString": {"format", "date"}, "$divide": 2,
    "$eq": 2, "$exp": 1, "$filter": {"input", "as", "cond"},
    "$floor": 1, "$gt": 2, "$gte": 2, "$ifNull": 2, "$in": 2, "$indexOfArray": 2, "$indexOfCP": 2, "$literal": None,
    "$lt": 2, "$lte": 2, "$map": {"input", "as", "in"}, "$max": None, "$min": None, "$mod": 2, "$multiply": None,
    "$ne": 2, "$not": 1, "$or": None, "$push": 1, "$range": None, "$reduce": {"input", "initialValue", "in"},
    "$reverseArray": 1, "$setDifference": 2, "$size": 1, "$slice": 3, "$split": 2, "$sqrt": 1, "$strLenBytes": 1,
    "$strLenCP": 1, "$substrBytes": 3, "$substrCP": 3, "$subtract": 2, "$sum": 1, "$toLong": 1, "$toLower": 1,
    "$toString": 1, "$toUpper": 1, "$year": 1,
}  # fmt: skip
IN_QUERIES = {
    "$or", "$nor", "$exists", "$gte", "$in", "$lt", "$lte", "$mod", "$ne", "$options", "$regex", "$size",
}  # fmt: skip
VARIABLES = {"$$value", "$$this", "$$ROOT"}


@pytest.mark.parametrize(
    "question", [question.name for question in all_questions() if mongo.COLLECTION.has(question.name)]
)
def test_pipelines_keep_to_the_grammar_of_mongodb(question: str) -> None:
    for values in question_values.every(question, but=[("by", "opening")]):
        check_pipeline(mongo.pipeline(find(question), find(question).values(values)))


def test_the_order_of_games_keeps_to_the_grammar_of_mongodb() -> None:
    pytest.importorskip("pymongo", reason="`pymongo` is not installed")
    from scoresheet.stores.mongodb import IN_ORDER

    check_pipeline(IN_ORDER)


def test_the_view_of_sides_keeps_to_the_grammar_of_mongodb() -> None:
    check_pipeline(SIDES)


def check_pipeline(stages: mongo.Pipeline) -> None:
    for stage in stages:
        ((name, about),) = stage.items()
        assert name in STAGES
        if name == "$match":
            assert set(signs(about)) <= IN_QUERIES
        elif name == "$facet":
            for part in about.values():
                check_pipeline(part)
        elif isinstance(about, dict):
            check_expression(list(about.values()))


def signs(query: Any) -> Iterator[str]:
    """The operators of a query."""
    for key, value in query.items() if isinstance(query, dict) else ():
        if key.startswith("$"):
            yield key
        for part in value if isinstance(value, list) else [value]:
            yield from signs(part)


def check_expression(about: Any, known: frozenset[str] = frozenset(VARIABLES)) -> None:
    if isinstance(about, str) and about.startswith("$$"):
        assert about.partition(".")[0] in known
    elif isinstance(about, list):
        for part in about:
            check_expression(part, known)
    elif isinstance(about, dict) and not any(name.startswith("$") for name in about):
        check_expression(list(about.values()), known)
    elif isinstance(about, dict):
        ((name, arguments),) = about.items()
        takes = OPERATORS[name]
        if name == "$literal":
            return
        if isinstance(takes, set):
            assert arguments.keys() == takes
            known |= {f"$${arguments['as']}"} if "as" in takes else set()
            arguments = [part for key, part in arguments.items() if key != "as"]
        elif takes is not None:
            assert len(arguments if isinstance(arguments, list) else [arguments]) == takes, name
        check_expression(arguments, known)


# Spark


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql", reason="`pyspark` is not installed")
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    made = builder.config("spark.sql.shuffle.partitions", "1").getOrCreate()
    yield made
    made.stop()


def in_spark(session: Any, asked: list[str]) -> list[tuple[int, ...]]:
    return [tuple(session.sql(text).collect()[0]) for text in asked]


@pytest.mark.long
def test_spark_over_columns_returns_the_golden_results(session, twenty) -> None:
    names = ("date", "white_castle_ply", "black_castle_ply")
    rows = [tuple(row[name] for name in names) for row in twenty]
    session.createDataFrame(rows, "date date, white_castle_ply int, black_castle_ply int").createOrReplaceTempView(
        "games"
    )
    assert in_spark(session, texts("spark")) == WANTED


@pytest.mark.long
def test_spark_over_documents_returns_the_golden_results(session, twenty, tmp_path: Path) -> None:
    file = tmp_path / "twenty.bgnl"
    file.write_text(asked_stores.lines(twenty))
    session.read.json(str(file)).createOrReplaceTempView("documents")
    assert in_spark(session, texts("spark-doc", table="documents")) == WANTED
    edges = ({"plies": 0}, {"plies": 2**31 - 1})
    asked = [scoresheet.question_text("castling", "spark-doc", table="documents", **values) for values in edges]
    assert in_spark(session, asked) == [(20, 0, 2), (20, 17, 2)]


# Pace


PACED = """[White "A"]
[Date "2001.01.01"]

1. e4 {[%emt 0:00:00.999]} e5 {[%emt 0:00:01]} 2. Nf3 {[%emt 0:00:09.9]} Nc6 {[%emt 0:00:10]} 3. Bb5 {[%emt 0:02:00]}
a6 {[%emt 0:02:00.1]} *

[White "B"]
[Date "2002.01.01"]

1. e4 {[%emt 0:00:02]} e5 2. Nf3 {[%emt 0:00:02]} *

[White "C"]

1. d4 *

[White "D"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K2R b K - 0 1"]

1... Kd8 {[%emt 0:00:00.5]} 2. e3 {[%emt 0:05:00]} *
"""
PACES = {
    (): [2, 3, 2, 2, 3],
    ("2001-01-01", "2002-01-01"): [1, 2, 2, 1, 0],
    ("2002-01-01", None): [0, 1, 0, 0, 2],
    ("2100-01-01", None): [0, 0, 0, 0, 0],
}
BUCKETS = ["t < 1", "1 <= t < 10", "10 <= t <= 120", "t > 120", "unknown"]


def timed() -> list[asked_stores.Row]:
    """The games of `PACED`, as stores keep them."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "paced.pgn"
        file.write_text(PACED)
        return asked_stores.rows(file)


def paces(counts: list[int]) -> list[tuple[str, int, float | None]]:
    whole = sum(counts)
    return [
        (bucket, n, round(100 * n / whole, 1) if whole else None) for bucket, n in zip(BUCKETS, counts, strict=True)
    ]


def bounds(of: tuple[str | None, ...]) -> dict[str, str | None]:
    return dict(zip(("since", "until"), of, strict=False))


@pytest.mark.parametrize("of", PACES, ids=str)
def test_pace_counts_the_times_of_moves(of: tuple[str | None, ...], tmp_path: Path) -> None:
    pgn, documents = tmp_path / "paced.pgn", tmp_path / "paced.bgnl"
    pgn.write_text(PACED)
    documents.write_text(asked_stores.lines(timed()))
    wanted = paces(PACES[of])
    assert query(pgn, "pace", **bounds(of)).fetchall() == wanted
    text = scoresheet.question_text("pace", "duckdb-bgnl", files=[str(documents)], **bounds(of))
    assert duckdb.sql(text).fetchall() == wanted
    assert jq_rows(scoresheet.question_text("pace", "jq", **bounds(of)), documents) == wanted
    text = scoresheet.question_text("pace", "sqlite", **bounds(of))
    assert asked_stores.sqlite(timed()).execute(text).fetchall() == wanted


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql", "postgresql-doc"])
def test_postgresql_counts_the_times_of_moves(server, engine: str) -> None:
    asked = [scoresheet.question_text("pace", engine, table="timed", **bounds(of)) for of in PACES]
    assert server.ask(asked) == [as_cells(paces(counts)) for counts in PACES.values()]


# Names and values are never commands


def test_names_are_quoted_in_sqlite(twenty) -> None:
    connection = asked_stores.sqlite(twenty)
    connection.execute(f"CREATE TABLE {sqlite.identifier(EVIL)} AS SELECT * FROM games LIMIT 3")
    for engine in ("sqlite", "sqlite-doc"):
        text = scoresheet.question_text("castling", engine, table=EVIL, plies=10)
        assert connection.execute(text).fetchone()[0] == 3
    assert connection.execute("SELECT count(*) FROM games").fetchone() == (20,)


@pytest.mark.slow
def test_names_are_quoted_in_postgresql(server) -> None:
    asked = [scoresheet.question_text("castling", engine, table=EVIL, plies=10)
             for engine in ("postgresql", "postgresql-doc")]  # fmt: skip
    assert server.ask([*asked, "SELECT count(*) FROM games;"]) == [*[[("20", "16", "2")]] * 2, [("0",)]]


def test_names_are_quoted_in_duckdb(twenty, tmp_path: Path) -> None:
    connection = duckdb.connect()
    connection.register("reading", pa.table(scoresheet.read(TWENTY)))
    connection.execute(
        f"CREATE TABLE {duckdb_texts.identifier(EVIL)} AS FROM reading; CREATE TABLE games AS FROM reading"
    )
    text = scoresheet.question_text("castling", "duckdb", table=EVIL, plies=10)
    assert connection.execute(text).fetchone() == (20, 16, 2)
    assert connection.execute("SELECT count(*) FROM games").fetchone() == (20,)
    file = tmp_path / "'], x) ; DROP TABLE games; -- *.bgnl"
    file.write_text(asked_stores.lines(twenty))
    text = scoresheet.question_text("castling", "duckdb-bgnl", files=[str(file)], plies=10)
    assert connection.execute(text).fetchone() == (20, 16, 2)


def test_names_are_quoted_in_mongodb_and_spark() -> None:
    text = scoresheet.question_text("castling", "mongo", table='x"); db.dropDatabase(); ("', plies=10)
    assert text.startswith(r'db.getCollection("x\"); db.dropDatabase(); (\"").aggregate(')
    assert spark.identifier("a`b") == "`a``b`"
    assert f"FROM {spark.identifier(EVIL)}" in scoresheet.question_text("castling", "spark", table=EVIL, plies=10)


def test_a_jq_program_names_no_table() -> None:
    assert scoresheet.question_text("castling", "jq", table=EVIL, plies=10) == scoresheet.question_text(
        "castling", "jq", plies=10
    )


@pytest.mark.parametrize("name", ["", "a\0b"])
@pytest.mark.parametrize("engine", ["duckdb", "postgresql", "sqlite", "mongo", "spark"])
def test_names_that_no_engine_has_are_refused(engine: str, name: str) -> None:
    with pytest.raises(UsageError):
        scoresheet.question_text("castling", engine, table=name, plies=10)


@pytest.mark.parametrize("engine", [engine.id for engine in ALL])
@pytest.mark.parametrize(
    "values",
    [{"plies": "10; DROP TABLE games"}, {"plies": 1, "since": "1960-01-01' OR true --"}, {"plies": 1, "by": "x"}],
)
def test_values_that_are_no_values_reach_no_text(engine: str, values: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="is not"):
        scoresheet.question_text("castling", engine, **values)


# Texts


@pytest.mark.parametrize("engine", ALL, ids=lambda engine: engine.id)
def test_every_place_of_a_text_is_filled_and_every_file_is_of_a_question(engine: Engine) -> None:
    assert engine.has("castling")
    for question in all_questions():
        if engine.has(question.name):
            values = dict(pair.split("=") for pair in shlex.split(question.example))
            text = scoresheet.question_text(question.name, engine.id, **values)
            if engine is not mongo.COLLECTION:  # there, `$moves` is a field
                assert not any(f"${parameter.name}" in text for parameter in question.parameters)
            assert not [sign for sign in ("-- if ", "# if ", "-- include ") if sign in text]


def test_no_file_is_without_a_question() -> None:
    folder = Path(scoresheet.__file__).parent / "questions"
    known = {question.name for question in all_questions()} | {"macros"}
    texts = [file for pattern in ("*.*", "*/*.*") for file in folder.glob(pattern) if file.suffix in (".sql", ".jq")]
    names = {file.stem.removesuffix("-doc").removesuffix("-bgnl") for file in texts}
    included = set(re.findall(r"^ *-- include (.+)$", "".join(file.read_text() for file in texts), re.M))
    assert included == names - known
    declared = set(re.findall(r"^include (.+)$", "".join(file.read_text() for file in folder.glob("*.txt")), re.M))
    assert declared == {file.stem for file in folder.glob("*.params")}


def test_a_choice_that_a_text_does_not_know_is_refused() -> None:
    for engine in ("jq", "postgresql-doc", "spark-doc"):
        with pytest.raises(UsageError, match=r"has no text for .* with `by=side`"):
            scoresheet.question_text("castling", engine, plies=10, by="side")


def test_an_engine_without_a_text_is_named() -> None:
    with pytest.raises(UsageError) as caught:
        scoresheet.question_text("heatmap", "jq")
    assert str(caught.value) == "`heatmap` has no text for jq"
    assert caught.value.hint == "use one of duckdb, postgresql, mongo, spark"
    with pytest.raises(UsageError, match="there is no engine `oracle`"):
        scoresheet.question_text("castling", "oracle", plies=10)


def test_sections_and_conditions() -> None:
    source = "SELECT a\nFROM $games\nWHERE true\n  AND a > $a -- if a\n\n-- when by = b\nSELECT b\n"
    assert chosen(source, {"a": 1}) == "SELECT a\nFROM $games\nWHERE a > $a"
    assert chosen(source, {"a": None, "by": None}) == "SELECT a\nFROM $games"
    assert chosen(source, {"by": "b"}) == "SELECT b"
    assert doubled("it's", "'") == "'it''s'"


def test_days_may_be_given_as_dates() -> None:
    asked = [
        scoresheet.question_text("castling", "sqlite", plies=10, since=day) for day in ("1960-01-01", date(1960, 1, 1))
    ]
    assert asked[0] == asked[1]


# The command


def printed(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["query", *words], prog_name="scoresheet")
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("engine", [engine.id for engine in ALL])
def test_the_command_prints_the_text(engine: str) -> None:
    status, text, said = printed("@castling", "moves=5", "since=1960-01-01", "--print", engine)
    assert (status, said) == (0, "")
    assert text == scoresheet.question_text("castling", engine, moves=5, since="1960-01-01") + "\n"


def test_completion_knows_the_engines() -> None:
    words = {"COMP_WORDS": "scoresheet query @castling --print post", "COMP_CWORD": "4"}
    env = {**os.environ, "_SCORESHEET_COMPLETE": "bash_complete", **words}
    program = "from scoresheet.cli import main; main(prog_name='scoresheet')"
    found = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert found.stdout.split() == ["plain,postgresql", "plain,postgresql-doc"]


def test_files_may_be_on_either_side_of_the_question(tmp_path: Path) -> None:
    file = str(tmp_path / "games.parquet")
    Path(file).touch()
    before = printed(file, "@castling", "plies=10", "--print", "duckdb")
    assert before == printed("@castling", file, "plies=10", "--print", "duckdb")
    assert f"read_parquet(['{file}'])" in before[1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["SELECT 1", "--print", "duckdb"], "query needs files"),
        (["games.pgn", "SELECT 1", "--print", "duckdb"], "--print needs a built-in question"),
        (["@castling", "plies=10"], "query needs files"),
        (["@castling", "plies=10", "x.pgn", "--print", "jq"], "neither PARAMETER=VALUE nor an existing file"),
        (["@castling", "plies=10", "--print", "jq", "-o", "x.csv"], "so it cannot be combined with --output"),
        (["@castling", "plies=10", "--print", "jq", "--limit", "3"], "so it cannot be combined with --limit"),
        (["@castling", "plies=10", "--print", "jq", "--json"], "so it cannot be combined with --json"),
        (["@castling", "plies=10", "--print", ""], "there is no engine"),
        (["@castling", "plies=10", "--print", "oracle"], "there is no engine `oracle`"),
        (["@castling", "table=x", "plies=10", "--print", "sqlite"], "has no parameter `table`"),
    ],
)
def test_wrong_use_of_print(words: list[str], said: str) -> None:
    status, text, error = printed(*words)
    assert (status, text) == (2, "")
    assert said in error
