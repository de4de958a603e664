"""What stores that are servers add: connections that are lost, passwords, and what only PostgreSQL or MongoDB has."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

import asked_stores
import scoresheet
from cut_connections import Way
from loaded_servers import MongoDBPlace, MongoDBServer, PostgreSQLPlace, PostgreSQLServer
from scoresheet import UsageError
from scoresheet.engines.duckdb import query

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "examples" / "historic.pgn"


@contextmanager
def placed(kind: PostgreSQLServer | MongoDBServer, folder: Path) -> Iterator[Any]:
    missing = kind.missing()
    if missing:
        pytest.skip(missing)
    with kind.place(folder) as place:
        yield place


@pytest.fixture
def postgresql(tmp_path: Path) -> Iterator[PostgreSQLPlace]:
    with placed(PostgreSQLServer(), tmp_path) as place:
        yield place


@pytest.fixture
def mongodb(tmp_path: Path) -> Iterator[MongoDBPlace]:
    with placed(MongoDBServer(), tmp_path) as place:
        yield place


@pytest.fixture(params=[PostgreSQLServer(), MongoDBServer()], ids=lambda kind: kind.id)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    with placed(request.param, tmp_path) as found:
        yield found


def command(*words: object) -> subprocess.CompletedProcess[str]:
    run = [sys.executable, "-m", "scoresheet", *map(str, words)]
    return subprocess.run(run, capture_output=True, text=True, check=False, timeout=300)


# Connections


def test_a_load_that_lost_its_server_is_completed_by_the_same_command(place: Any, tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_bytes(EXAMPLE.read_bytes() * 120)
    port = int(re.search(r":(\d+)/", place.location)[1])  # type: ignore[index]
    way = Way(port)
    load = ("convert", "--quiet", games, "-o", place.location.replace(f":{port}/", f":{way.port}/"))
    try:
        assert command(*load).returncode == 0
        whole, bytes_sent = place.table(), way.sent
        scoresheet.convert(EXAMPLE, place.location, force=True)
        way.mend()
        way.most = bytes_sent * 6 // 10
        done = command(*load)
        assert way.is_cut
        assert (done.returncode, done.stdout) == (1, "")
        assert "cannot load games into" in done.stderr
        assert "load the same inputs again to continue" in done.stderr
        came = place.loads()["games.pgn"]
        assert not came[1]
        assert 0 < came[0] < len(whole)
        way.mend()
        assert command(*load).returncode == 0
    finally:
        way.end()
    assert [row for row in place.table() if row["source"] == "games.pgn"] == whole
    assert place.loads() == {"games.pgn": (len(whole), True), "historic.pgn": (45, True)}


SECRET = "s3cr%40t/:"
SPELLED = ("s3cr", "%40t", "s3cr@t")


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://me:{SECRET}@127.0.0.1:1/chess?connect_timeout=2",
        f"postgresql://127.0.0.1:1/chess?user=me&password={SECRET}",
        f"postgresql://me:{SECRET}@127.0.0.1:nonsense/chess",
        f"mongodb://me:{SECRET}@127.0.0.1:1/chess?serverSelectionTimeoutMS=300",
        f"mongodb://me:{SECRET}@127.0.0.1:nonsense/chess",
        "mongodb://me:s3cr%ZZ@127.0.0.1:1/chess",
    ],
)
def test_passwords_are_never_shown(url: str, tmp_path: Path) -> None:
    pytest.importorskip("psycopg" if url.startswith("postgresql") else "pymongo")
    report = tmp_path / "report.json"
    for words in (
        ("convert", EXAMPLE, "-o", url, "--report", report),
        ("check", url, "--report", report),
        ("query", url, "@castling", "plies=10"),
        ("annotate", url, "--game", 1, "--ply", 1, "--source", "A", "--nag", 1),
    ):
        done = command(*words)
        said = done.stdout + done.stderr + (report.read_text() if report.exists() else "")
        assert done.returncode in (1, 2), said
        assert "Traceback" not in said
        assert not any(part in said for part in SPELLED), said


def test_the_password_is_not_kept(postgresql: PostgreSQLPlace, tmp_path: Path) -> None:
    url = postgresql.location.replace("//tests@", f"//tests:{SECRET.replace('/', '%2F').replace(':', '%3A')}@")
    done = command("convert", EXAMPLE, "-o", url, "--json")
    assert done.returncode == 0
    kept = json.dumps([postgresql.table(), postgresql.table("loads")], default=str)
    again = command("convert", url, "-o", tmp_path / "again.bgnl", "--json")
    assert again.returncode == 0
    everything = kept + done.stdout + done.stderr + again.stdout + again.stderr + (tmp_path / "again.bgnl").read_text()
    assert "s3cr" not in everything


# PostgreSQL


def test_the_table_is_the_one_described(postgresql: PostgreSQLPlace) -> None:
    scoresheet.convert(EXAMPLE, postgresql.location, doc="json")
    postgresql.ask("CREATE SCHEMA described")
    postgresql.ask("SELECT 1")
    described = asked_stores.POSTGRESQL_TABLE.format(games="described.games")
    postgresql.ask(described)
    asked = """SELECT column_name, data_type, udt_name, is_nullable FROM information_schema.columns
        WHERE table_schema = '{}' AND table_name = 'games' ORDER BY ordinal_position"""
    assert postgresql.ask(asked.format("public")) == postgresql.ask(asked.format("described"))
    indexes = {row["indexdef"] for row in postgresql.ask("SELECT indexdef FROM pg_indexes WHERE tablename = 'games'")}
    for of in (
        "(date)",
        'btree ("left"(white, 200) text_pattern_ops)',
        'btree ("left"(black, 200) text_pattern_ops)',
        "gin (((doc -> 'pgn'::text)) jsonb_path_ops)",
        "UNIQUE INDEX games_pkey ON public.games USING btree (source, game)",
    ):
        assert any(of in index for index in indexes), of
    names = [row["column_name"] for row in postgresql.ask(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'loads' ORDER BY ordinal_position"
    )]  # fmt: skip
    assert names == ["source", "games", "finished", "schema_number", "options", "updated"]


def test_documents_are_kept_as_xml_or_not_at_all(postgresql: PostgreSQLPlace, tmp_path: Path) -> None:
    for example in sorted((ROOT / "examples").glob("*.pgn")):
        wanted, found = tmp_path / "wanted.pgn", tmp_path / "found.pgn"
        scoresheet.convert(example, tmp_path / "same.bgnl", force=True)
        scoresheet.convert(tmp_path / "same.bgnl", wanted, force=True)
        done = command("convert", example, "-o", postgresql.location, "-O", "doc=xml", "-O", "table=x", "--force")
        assert done.returncode == 0, done.stderr
        assert command("convert", postgresql.location, "-O", "table=x", "-o", found, "--force").returncode == 0
        assert found.read_bytes() == wanted.read_bytes(), example.name
    kind = "SELECT data_type FROM information_schema.columns WHERE table_name = '{}' AND column_name = 'doc'"
    assert postgresql.ask(kind.format("x")) == [{"data_type": "xml"}]
    done = command(
        "annotate", postgresql.location, "-O", "table=x", "--game", 1, "--ply", 1, "--source", "A", "--nag", 1
    )
    assert done.returncode == 2
    assert "XML" in done.stderr
    scoresheet.convert(EXAMPLE, postgresql.location, doc="none")
    assert postgresql.ask(kind.format("games")) == []
    assert postgresql.tables() == {"games", "loads", "x", "x_loads"}
    assert scoresheet.check(postgresql.location).games == 45  # by the lists of moves
    expected = query(EXAMPLE, "castling", plies=10).fetchall()
    assert query(postgresql.location, "castling", plies=10).fetchall() == expected
    with pytest.raises(UsageError, match="other options"):
        scoresheet.convert(EXAMPLE, postgresql.location)


def test_a_nul_becomes_another_character_and_is_counted(postgresql: PostgreSQLPlace, tmp_path: Path) -> None:
    games = tmp_path / "nul.bgnl"
    tags = {"white": "A\0B", "Odd": "\\u0000 \0"}
    moves = [{"f": "e2", "t": "e4", "a": [{"id": "A", "comment": "\0\0"}]}]
    games.write_text(json.dumps({"pgn": tags, "moves": moves}))
    report = scoresheet.convert(games, postgresql.location, doc="json")
    # The name is in the document twice: as in the tag, and as that of a person.
    assert [(loss.kind, loss.count) for loss in report.losses] == [("nul", 5)]
    row = postgresql.table()[0]
    assert row["white"] == "A\ufffdB"
    assert row["doc"]["pgn"]["Odd"] == "\\u0000 \ufffd"
    assert row["other_tags"]["Odd"] == "\\u0000 \ufffd"
    assert row["doc"]["moves"][0]["a"][0]["comment"] == "\ufffd\ufffd"
    done = command(
        "convert", games, "-o", postgresql.location, "-O", "table=strict", "-O", "doc=json", "--strict=write"
    )
    assert postgresql.table("strict") == [], done.stderr
    report = scoresheet.convert(games, postgresql.location, table="plain")
    assert [(loss.count) for loss in report.losses if loss.kind == "nul"] == [2]
    assert postgresql.table("plain")[0]["other_tags"]["Odd"] == "\\u0000 \ufffd"


def test_a_game_that_the_server_refuses_harms_no_other(postgresql: PostgreSQLPlace, tmp_path: Path) -> None:
    games = tmp_path / "numbers.bgnl"
    plain = '{"pgn":{"white":"%s"},"moves":[{"f":"e2","t":"e4","properties":{"x":{"n":%s}}}]}\n'
    games.write_text("".join(plain % (number, "1e999999" if number in (3, 7) else number) for number in range(1, 11)))
    report = scoresheet.convert(games, postgresql.location, doc="json")
    assert [row["game"] for row in postgresql.table()] == [1, 2, 4, 5, 6, 8, 9, 10]
    assert (report.written, [(error.code, error.count) for error in report.errors]) == (8, [("store-refused", 2)])
    assert postgresql.loads() == {"numbers.bgnl": (10, True)}


def test_two_tables_with_long_names_keep_apart(postgresql: PostgreSQLPlace) -> None:
    for last in "ab":
        scoresheet.convert(EXAMPLE, postgresql.location, table="x" * 56 + last, limit=ord(last) - 96)
    assert [len(postgresql.table("x" * 56 + last)) for last in "ab"] == [1, 2]
    with pytest.raises(UsageError, match="too long"):
        scoresheet.convert(EXAMPLE, postgresql.location, table="x" * 58)


# MongoDB


def test_dates_are_dates_and_indexes_are_made(mongodb: MongoDBPlace) -> None:
    scoresheet.convert(EXAMPLE, mongodb.location)
    with mongodb.database() as database:
        assert database.games.find_one({"_id": "historic.pgn#1"})["bgn"]["eventDate"] == datetime(1620, 1, 1)
        keys = [list(index["key"].items()) for index in database.games.list_indexes()]
    for wanted in (
        [("bgn.eventDate", 1)],
        [("pgn.white", 1), ("bgn.eventDate", 1)],
        [("pgn.black", 1), ("bgn.eventDate", 1)],
    ):
        assert wanted in keys


def test_the_view_of_sides_is_made_once_and_replaced_if_it_is_another(
    mongodb: MongoDBPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pymongo.database

    from scoresheet.questions.mongo.sides import SIDES

    # The server of the tests has no views: it makes an empty collection of each, which it reports as missing.
    asked: list[tuple[str, dict[str, Any]]] = []
    of_server = pymongo.database.Database.create_collection
    kinds = {"sides": ("view", SIDES)}

    def create(database: Any, name: str, **choices: Any) -> Any:
        asked.append((name, choices))
        return of_server(database, name, **choices)

    def collections(database: Any, **given: Any) -> list[dict[str, Any]]:
        name = given["filter"]["name"]
        kind, pipeline = kinds[name]
        found = {"name": name, "type": kind, "options": {"pipeline": pipeline}}
        return [found] if name in database.list_collection_names() else []

    monkeypatch.setattr(pymongo.database.Database, "create_collection", create)
    monkeypatch.setattr(pymongo.database.Database, "list_collections", collections)
    view = ("sides", {"viewOn": "games", "pipeline": SIDES})
    for _ in range(2):
        scoresheet.convert(EXAMPLE, mongodb.location, limit=2)
        assert [each for each in asked if each[0] == "sides"] == [view]
    kinds["sides"] = ("view", [])
    scoresheet.convert(EXAMPLE, mongodb.location, limit=2)
    assert [each for each in asked if each[0] == "sides"] == [view, view]
    kinds["sides"] = ("collection", None)
    scoresheet.convert(EXAMPLE, mongodb.location, limit=3, force=True)
    assert [each for each in asked if each[0] == "sides"] == [view, view]
    assert "sides" in mongodb.tables()


def test_games_are_read_in_the_order_of_their_numbers(mongodb: MongoDBPlace, tmp_path: Path) -> None:
    games = [tmp_path / name for name in ("a#1.pgn", "a.pgn", "b.pgn")]
    for file in games:
        file.write_text("".join(f'[White "{file.stem} {number}"]\n\n1. e4 *\n\n' for number in range(1, 113)))
    scoresheet.convert(games, mongodb.location)
    found = [game.tags["White"] for game in scoresheet.read(mongodb.location)]
    assert found == [f"{file.stem} {number}" for file in games for number in range(1, 113)]


def test_a_date_that_cannot_be_harms_no_other_document(mongodb: MongoDBPlace) -> None:
    import bson

    scoresheet.convert(EXAMPLE, mongodb.location, limit=5)
    with mongodb.database() as database:
        far = bson.DatetimeMS(10**17)
        database.games.update_one({"_id": "historic.pgn#3"}, {"$set": {"bgn.eventDate": far}})
    report = scoresheet.check(mongodb.location)
    assert report.games == 5
    assert [error.first["game"] for error in report.errors] == [3]
    assert [game.tags["Event"] for game in scoresheet.read(mongodb.location)] == [
        game.tags["Event"] for game in scoresheet.read(EXAMPLE, limit=5)
    ]


def test_a_game_that_is_too_large_is_an_error_and_the_others_are_loaded(mongodb: MongoDBPlace, tmp_path: Path) -> None:
    games = tmp_path / "large.bgnl"
    comments = [{"id": "A", "comment": "x" * 5_000_000}] * 4
    large = {"moves": [{"f": "e2", "t": "e4", "a": comments}]}
    small = {"moves": [{"f": "d2", "t": "d4"}]}
    games.write_text("".join(json.dumps(game) + "\n" for game in (small, large, small)))
    report = scoresheet.convert(games, mongodb.location)
    assert [(error.code, error.first["game"]) for error in report.errors] == [("store-too-large", 2)]
    assert report.written == 2
    assert [row["game"] for row in mongodb.table()] == [1, 3]


def test_documents_of_another_program_are_read_after_the_games(mongodb: MongoDBPlace) -> None:
    scoresheet.convert(EXAMPLE, mongodb.location, limit=2)
    date = datetime(2001, 2, 3, tzinfo=timezone.utc)
    with mongodb.database() as database:
        database.games.insert_one(
            {"pgn": {"white": "X", "date": "2001.02.03"}, "bgn": {"eventDate": date}, "moves": []}
        )
    games = list(scoresheet.read(mongodb.location))
    assert [game.tags.get("White") for game in games][2:] == ["X"]


def test_a_url_names_its_database(tmp_path: Path) -> None:
    pytest.importorskip("pymongo")
    with pytest.raises(UsageError, match="does not name a database"):
        scoresheet.convert(EXAMPLE, "mongodb://127.0.0.1:1")


# Drivers


@pytest.mark.parametrize(("url", "driver"), [("postgresql://h/d", "psycopg"), ("mongodb://h/d", "pymongo")])
def test_a_driver_that_is_not_installed_is_named_with_its_extra(url: str, driver: str) -> None:
    program = f"import sys; sys.modules['{driver}'] = None; from scoresheet.cli import main; main(['check', '{url}'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert f"`{url}` needs the package `{driver}`" in done.stderr
    assert f"pip install 'scoresheet[{url.partition(':')[0]}]'" in done.stderr
