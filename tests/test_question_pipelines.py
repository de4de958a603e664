"""The built-in questions in MongoDB: each pipeline returns the results of DuckDB, or the question is refused."""

from __future__ import annotations

import importlib
import json
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

import mongo_evaluator
import question_values
import scoresheet
from evaluated_games import ODD, SPELLED, TIMED
from levels import rounds
from loaded_servers import MongoDBServer
from scoresheet import UsageError
from scoresheet.cli.group import command as main
from scoresheet.engines.duckdb import query
from scoresheet.engines.rows import with_openings
from scoresheet.questions import all_questions, find, mongo
from scoresheet.questions.mongo.sides import SIDES
from scoresheet.stores.unplayed import unplayed_document

EIGHT = Path(__file__).resolve().parent.parent / "vectors" / "questions" / "games.pgn"
ASKED = [question.name for question in all_questions() if mongo.COLLECTION.has(question.name)]
# These are about what documents do not contain, or not as columns do: which positions arise, and both sides of games.
OF_SIDES = ["crosstable", "opponents", "player", "rating", "standings"]
REFUSED = ["explorer", "holes", "novelties", "repertoire", "structure", "tree", *OF_SIDES]

# Results and time controls as people write them, a clock that goes back, and games that cannot be played.
MORE = """[Result "White wins."]
[TimeControl "40/5400+30:1800+30"]
[Date "1990.??.??"]

1. e4 {[%clk 1:30:00]} e5 {[%clk 1:30:00.5]} 2. Nf3 {[%clk 1:29:58]} Nc6 {[%clk 1:31:00]} 3. Bb5 {[%clk 1:40:00]}
a6 {[%clk -1:00:00]} 4. Ba4 {[%clk 1:29:00]} b5 {[%clk 0:59:59.]} 5. Bb3 {[%clk 5340.25]} Nf6 {[%clk 1:1:1:1]}

[Result "  Draw by agreement"]
[TimeControl "*180"]
[Date "1995.02.30"]

1. f3 e5 2. g4 Qh4#

[Result " 0-1 "]
[TimeControl "60+0.6"]
[Annotator "Me"]

1. d4 $2 {Why?} d5 $1 (1... f5 $6) 2. c4 dxc4 $6

[Result "*"]
[TimeControl "1/86400"]

*

[Result "1-0"]
[Variant "Kitchen"]

1. e4 1-0

[Result "1-0"]
[SetUp "1"]
[FEN "no board"]

1. e4 1-0

[Result "1-0"]
[Variant "Standard"]
[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]

1-0

[Result "1-0"]
[Variant "Crazyhouse"]
[WhiteElo "2000"]
[BlackElo "1900"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4 4. Nxd5 P@e3 5. Q@e5 Nc6 1-0

[Result "1-0"]
[Variant "Atomic"]
[WhiteElo "2000"]
[BlackElo "1900"]

1. Nf3 f6 2. Nd4 d5 3. Ne6 Qd6 4. Nxg7 1-0

[Result "0-1"]
[Variant "Antichess"]

1. e3 b5 2. Bxb5 a6 3. Bxd7 Kxd7 4. b4 0-1

[Result "0-1"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "1r2k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w GAhb - 0 1"]

1. O-O O-O-O 2. e4 e5 0-1
"""


# Moves that the rules forbid, at which the moves of columns end: Black takes the pawn that moved before, and Black
# begins.
ILLEGAL = [
    {
        "pgn": {"result": "1-0", "date": "1990.05.01"},
        "bgn": {"eventDate": "1990-05-01", "termination": "1-0"},
        "moves": [
            {"p": "P", "f": "e2", "t": "e4", "properties": {"pgn": {"eval": "-1.5", "clk": "0:00:10"}}},
            {"p": "P", "f": "e7", "t": "e4", "x": "P", "illegal": True, "properties": {"pgn": {"eval": "3"}}},
            {"p": "N", "f": "g1", "t": "f3", "properties": {"pgn": {"eval": "-3"}}},
            {"p": "N", "f": "b8", "t": "c6"}, {"p": "B", "f": "f1", "t": "c4"},
            {"p": "N", "f": "g8", "t": "f6"}, {"p": "K", "f": "e1", "t": "g1", "castle": "K"},
        ],
    },
    {
        "bgn": {"setup": {"fen": "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"}},
        "moves": [None, {"p": "K", "f": "e8", "t": "e6", "illegal": True}, {"p": "R", "f": "a1", "t": "a6", "c": 1}],
    },
    {"moves": [{"p": "K", "f": "e1", "t": "e3", "illegal": True}, {"p": "P", "f": "e7", "t": "e5"}]},
]  # fmt: skip


def with_dates(value: Any) -> Any:
    """A document as BSON has it: dates are instants."""
    if isinstance(value, list):
        return [with_dates(part) for part in value]
    if not isinstance(value, dict):
        return value
    made = {key: with_dates(part) for key, part in value.items()}
    for key in ("eventDate", "date"):
        if key in made and made.get("id" if key == "date" else key):
            made[key] = datetime.fromisoformat(made[key]).replace(tzinfo=timezone.utc)
    return made


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    path = tmp_path_factory.mktemp("pipelines") / "games.pgn"
    path.write_text("\n\n".join([EIGHT.read_text("utf-8").rstrip(), MORE, ODD, TIMED, SPELLED]), "utf-8")
    illegal = "".join(json.dumps(document) + "\n" for document in ILLEGAL)
    path.with_suffix(".bgnl").write_text(illegal, "utf-8")
    return [path, path.with_suffix(".bgnl")]


@pytest.fixture(scope="module")
def rows(games: list[Path]) -> Path:
    kept = games[0].with_suffix(".parquet")
    scoresheet.convert(games, kept, columns=["tags", "summary", "moves", "packed", "notes", "doc"])
    return kept


@pytest.fixture(scope="module")
def documents(games: list[Path]) -> list[dict[str, Any]]:
    """The documents as the store has them."""
    table = pa.table(scoresheet.read(games, columns=["tags", "moves", "doc"])).to_pylist()
    texts = [row["doc"] or unplayed_document(row) for row in table]
    return [
        {"_id": f"{row['source']}#{row['game']}", **with_dates(json.loads(text))}
        for row, text in zip(table, texts, strict=True)
    ]


def mongo_lacks(question: str) -> tuple[tuple[str, str], ...]:
    """The values of parameters that a pipeline does not know."""
    return getattr(importlib.import_module(f"scoresheet.questions.mongo.{question}"), "LACKING", ())


def columns_of(stages: mongo.Pipeline) -> list[str]:
    fields = stages[-1].get("$project") or stages[-1]["$group"]
    return [name for name in fields if name != "_id"]


@pytest.mark.parametrize("question", ASKED)
def test_a_pipeline_returns_what_duckdb_does(question: str, rows: Path, documents: list[dict[str, Any]]) -> None:
    every = question_values.every(question, but=mongo_lacks(question))
    for values in every[:: len(every) // rounds(len(every))]:
        stages = mongo.pipeline(find(question), find(question).values(values))
        names = columns_of(stages)
        found = [[each.get(name) for name in names] for each in mongo_evaluator.aggregate(documents, stages)]
        if question == "openings":  # a query shows the moves as SAN, with their openings
            names, found = (list(part) for part in with_openings(names, found, "first_moves"))
        wanted = query(rows, question, **values)
        assert names == wanted.columns
        asked = wanted.fetchall()
        if question == "blunders":  # a store shows the moves as SAN, because it reads their games
            found, asked = ([[*row[:4], *row[5:]] for row in each] for each in (found, asked))
        assert list(map(tuple, found)) == list(map(tuple, asked)), values


@pytest.fixture(scope="module")
def loaded(games: list[Path]) -> Iterator[str]:
    kind = MongoDBServer()
    absent = kind.missing()
    if absent:
        pytest.skip(absent)
    with kind.place(games[0].parent) as place:
        scoresheet.convert(games, place.location)
        yield place.location


@pytest.mark.slow
@pytest.mark.parametrize("question", ASKED)
def test_a_server_returns_what_duckdb_does(question: str, rows: Path, loaded: str) -> None:
    for values in question_values.every(question, but=mongo_lacks(question)):
        found, wanted = query(loaded, question, **values), query(rows, question, **values)
        assert found.columns == wanted.columns
        # A store names a source by its file alone.
        assert found.fetchall() == [tuple(map(without_folder, row)) for row in wanted.fetchall()], values


def without_folder(cell: Any) -> Any:
    return Path(cell).name if isinstance(cell, str) and cell.startswith("/") else cell


@pytest.mark.parametrize("question", ASKED)
def test_an_empty_collection_gives_the_rows_that_an_empty_file_does(question: str, tmp_path: Path) -> None:
    values = question_values.VALUES[question][0]
    stages = mongo.pipeline(find(question), find(question).values(values))
    names = columns_of(stages)
    found = [tuple(each.get(name) for name in names) for each in mongo_evaluator.aggregate([], stages)]
    empty = tmp_path / "empty.parquet"
    scoresheet.convert(EIGHT, empty, columns=["tags", "summary", "moves", "packed", "notes", "doc"], where="game < 0")
    # The store returns zeros if the pipeline of castling returns no document.
    wanted = query(empty, question, **values).fetchall()
    assert (found or ([(0, 0, 0)] if question == "castling" else [])) == wanted


def test_every_question_has_a_pipeline_or_is_refused() -> None:
    assert sorted(ASKED + REFUSED) == [question.name for question in all_questions()]


@pytest.mark.parametrize("question", REFUSED)
def test_a_question_without_a_pipeline_is_refused_before_a_server_is_contacted(question: str) -> None:
    pytest.importorskip("pymongo", reason="`pymongo` is not installed")
    for words in (["mongodb://127.0.0.1:1/none", f"@{question}"], [f"@{question}", "--print", "mongo"]):
        example = shlex.split(find(question).example)
        result = CliRunner().invoke(main, ["query", *words, *example], prog_name="scoresheet")
        assert result.exit_code == 2
        assert f"error: `{question}` has no text for MongoDB" in result.stderr
        assert "hint: use one of duckdb" in result.stderr


def test_a_value_that_means_a_field_is_compared_as_text() -> None:
    stages = mongo.pipeline(find("promotions"), find("promotions").values({"player": "$pgn.white"}))
    assert stages[1] == {"$match": {"$or": [{"pgn.white": "$pgn.white"}, {"pgn.black": "$pgn.white"}]}}


@pytest.mark.parametrize("identity", [{"number": 1}, "games.pgn"], ids=repr)
def test_documents_of_others_do_not_belong_to_a_source(identity: Any) -> None:
    moves = [{"f": "e2", "t": "e4", "properties": {"pgn": {"eval": "-3"}}}]
    stages = mongo.pipeline(find("blunders"), find("blunders").values({}))
    (found,) = mongo_evaluator.aggregate([{"_id": identity, "moves": moves}], stages)
    assert (found["source"], found["game"], found["ply"], found["move"]) == ("", None, 1, "e2e4")


def test_the_openings_of_accuracies_are_refused() -> None:
    with pytest.raises(UsageError, match="`accuracy` has no text for MongoDB with `by=opening`"):
        scoresheet.question_text("accuracy", "mongo", by="opening")


def test_an_unknown_parameter_is_refused() -> None:
    with pytest.raises(UsageError, match="`annotations` has no parameter `player`"):
        scoresheet.question_text("annotations", "mongo", player="Tal")


@pytest.mark.parametrize(("question", "values"), [("castling", {"plies": 100}), ("pace", {})])
def test_jq_ends_before_illegal_moves(question: str, values: dict[str, Any], games: list[Path]) -> None:
    if shutil.which("jq") is None:
        pytest.skip("`jq` is not installed")
    program = scoresheet.question_text(question, "jq", **values)
    done = subprocess.run(["jq", "-c", "-n", program, str(games[1])], capture_output=True, text=True, check=True)
    found = [tuple(json.loads(line).values()) for line in done.stdout.splitlines()]
    assert found == query(games[1], question, **values).fetchall()


# Both sides of games

OF_DOCUMENTS = ("pgn", "bgn", "moves")
"""The fields of the view that are parts of documents."""


def view_columns() -> list[str]:
    return [name for name in columns_of(SIDES) if name not in OF_DOCUMENTS]


def both_sides(found: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """The documents of the view as rows of DuckDB's: days are instants there, and sources have no folder."""
    rows = [[document.get(name) for name in view_columns()] for document in found]
    return sorted(
        (tuple(cell.date() if isinstance(cell, datetime) else without_folder(cell) for cell in row) for row in rows),
        key=lambda row: (row[0], row[1], row[view_columns().index("color")]),
    )


def wanted_sides(rows: Path) -> list[tuple[Any, ...]]:
    sql = f"SELECT {', '.join(view_columns())} FROM sides ORDER BY source, game, color"
    return [tuple(map(without_folder, row)) for row in query(rows, sql).fetchall()]


def test_the_view_of_sides_has_the_rows_of_duckdb(rows: Path, documents: list[dict[str, Any]]) -> None:
    assert both_sides(mongo_evaluator.aggregate(documents, SIDES)) == wanted_sides(rows)


@pytest.mark.slow
def test_a_server_gives_the_rows_of_the_view_of_sides(rows: Path, loaded: str) -> None:
    import pymongo

    with pymongo.MongoClient(loaded) as client:
        assert both_sides(list(client.get_default_database().games.aggregate(SIDES))) == wanted_sides(rows)
