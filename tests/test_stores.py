"""Databases as inputs and outputs: what is loaded comes back, a load is done once, and no text becomes SQL."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import command_line
import scoresheet
from loaded_stores import Place, places  # noqa: F401 - a fixture
from scoresheet import UsageError, WriteError, _scratch, infinite
from scoresheet._registry import registry
from scoresheet.engines.duckdb import query
from scoresheet.stores import secrets
from scoresheet.stores.duckdb import _SETTINGS

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
HISTORIC = EXAMPLES / "historic.pgn"
# What whole games need.
WHOLE = ["tags", "summary", "moves", "documents"]
HOSTILE = """x'); DROP TABLE games; --"""


@pytest.fixture
def place(places: Place) -> Place:  # noqa: F811
    return places


@pytest.fixture
def columned(place: Place) -> Place:
    """A store that has typed columns beside its documents."""
    if not place.has_columns:
        pytest.skip("it keeps documents alone")
    return place


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return command_line.run_text(*arguments)


def as_pgn(source: str | Path, folder: Path, **options: Any) -> bytes:
    output = folder / "as.pgn"
    scoresheet.convert(source, output, force=True, **options)
    return output.read_bytes()


def test_what_is_loaded_comes_back(place: Place, tmp_path: Path) -> None:
    # Documents leave out blanks around commands, be they in a store or in a file.
    documents = tmp_path / "documents.bgnl"
    for example in sorted(EXAMPLES.glob("*.pgn*")):
        report = scoresheet.convert(example, documents, force=True)
        assert scoresheet.convert(example, place.location, columns=WHOLE, force=True).losses == report.losses == ()
        assert as_pgn(place.location, tmp_path) == as_pgn(documents, tmp_path), example.name
    scoresheet.convert(HISTORIC, place.location, columns=WHOLE, force=True)
    assert as_pgn(place.location, tmp_path) == as_pgn(HISTORIC, tmp_path)


def test_rows_have_the_columns_that_are_the_default(columned: Place) -> None:
    by_name_only = {"final_fen", "operations"}
    for columns, families in ((None, columned.families), (WHOLE, set(WHOLE))):
        scoresheet.convert(HISTORIC, columned.location, columns=columns, force=True)
        wanted = {*families, "errors"}
        names = {c["name"] for c in registry("columns") if c["family"] in wanted} - by_name_only
        assert columned.table()[0].keys() == names
    rows = columned.table()
    assert [(row["source"], row["game"]) for row in rows] == [("historic.pgn", number) for number in range(1, 46)]
    assert (rows[0]["white"], rows[0]["ply_count"], rows[0]["doc"]["moves"][0]) == (
        "Greco, Gioachino",
        39,
        {"p": "P", "f": "e2", "t": "e4"},
    )
    assert columned.loads() == {"historic.pgn": (45, True)}


def test_columns_can_be_chosen_and_those_that_identify_games_are_added(columned: Place) -> None:
    scoresheet.convert(HISTORIC, columned.location, columns=["white", "doc"])
    added = {"source", "game", "error_code", "error", "error_ply", "error_byte"}
    if not columned.keeps_order:
        added.add("tag_names")
    assert set(columned.table()[0]) == {"white", "doc", *added}
    tags = [list(game.tags) for game in scoresheet.read(columned.location)]
    assert tags == [list(game.tags) for game in scoresheet.read(HISTORIC)]


def test_a_second_load_replaces_rows_and_adds_none(place: Place, tmp_path: Path) -> None:
    games = tmp_path / "club.pgn"
    games.write_text('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n1. c4 *\n')
    scoresheet.convert(games, place.location)
    games.write_text('[White "A"]\n\n1. e4 e5 *\n\n[White "X"]\n\n1. d4 *\n')
    scoresheet.convert(games, place.location)
    assert [(row["game"], row["white"], row["ply_count"]) for row in place.table()] == [(1, "A", 2), (2, "X", 1)]


def test_sources_are_kept_separately(place: Place, tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        (folder / "a.pgn").write_text(f'[White "{folder.name}"]\n\n1. e4 *\n')
    scoresheet.convert([folders[0] / "a.pgn", HISTORIC], place.location)
    assert set(place.loads()) == {"a.pgn", "historic.pgn"}
    scoresheet.convert([folder / "a.pgn" for folder in folders], place.location, table="both")
    assert set(place.loads("both_loads")) == {str(folder / "a.pgn") for folder in folders}
    with pytest.raises(UsageError, match="given twice"):
        scoresheet.convert([HISTORIC, HISTORIC], place.location, table="third")


def test_other_options_are_refused_unless_forced(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location)
    before = place.table()
    for options in ({"columns": ["tags", "doc"]}, {"limit": 3}, {"on_error": "skip"}):
        with pytest.raises(UsageError, match="other options"):
            scoresheet.convert(HISTORIC, place.location, **options)
        done = command("convert", HISTORIC, "-o", place.location, *_flags(options))
        assert done.returncode == 2, done.stderr
        assert next(iter(options)) in done.stderr
    assert place.table() == before
    # Another source may have different options, but not columns.
    scoresheet.convert(EXAMPLES / "annotated.pgn", place.location, limit=2)
    with pytest.raises(UsageError, match="columns"):
        scoresheet.convert(EXAMPLES / "chess960.pgn", place.location, columns=["tags", "doc"])
    scoresheet.convert(HISTORIC, place.location, columns=["tags", "doc"], force=True)
    assert len(place.table()) == 45
    assert len(place.table()[0]) == (35 if place.keeps_order else 36) or not place.has_columns


def _flags(options: dict[str, Any]) -> list[str]:
    spelled = {name: ",".join(value) if isinstance(value, list) else str(value) for name, value in options.items()}
    return [part for name, value in spelled.items() for part in (f"--{name.replace('_', '-')}", value)]


def test_options_such_as_threads_do_not_change_the_options_of_a_load(place: Place, tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, place.location, threads=1)
    scoresheet.convert(HISTORIC, place.location, threads=2, errors=tmp_path / "errors.jsonl")
    assert len(place.table()) == 45


def test_a_table_of_something_else_is_left_alone(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location, table="mine")
    assert place.tables() == {"mine", "mine_loads"}
    with pytest.raises(UsageError, match="was not loaded by Scoresheet"):
        scoresheet.convert(HISTORIC, place.location, table="mine_loads", force=True)
    assert place.loads("mine_loads") == {"historic.pgn": (45, True)}


def test_a_table_of_loads_that_is_something_else_is_left_alone(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location, table="loads")
    with pytest.raises(UsageError, match=r"`loads` of .* does not record loads"):
        scoresheet.convert(HISTORIC, place.location, force=True)
    assert len(place.table("loads")) == 45


def test_games_that_meet_a_condition_keep_their_numbers(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location, where="ply_count > 80")
    numbers = [row["game"] for row in place.table()]
    assert numbers == [
        number for (number,) in query(HISTORIC, "SELECT game FROM games WHERE ply_count > 80").fetchall()
    ]
    scoresheet.convert(HISTORIC, place.location, where="ply_count > 80")
    with pytest.raises(UsageError, match="where"):
        scoresheet.convert(HISTORIC, place.location, where="ply_count > 90")
    assert [row["game"] for row in place.table()] == numbers


def test_names_and_values_never_become_sql(place: Place, tmp_path: Path) -> None:
    games = tmp_path / "x'; DROP TABLE games.pgn"
    tag = HOSTILE.replace('"', "")
    games.write_text(f'[White "{tag}"]\n[Black "{{$where: 1}}"]\n[Wh\'ite--;DROP "{tag}"]\n\n1. e4 {{{tag}}} *\n')
    table = HOSTILE + place.odd_letters
    for name in ("games", table):
        scoresheet.convert(games, place.location, columns=WHOLE, table=name)
        assert (place.table(name)[0]["white"], place.table(name)[0]["source"]) == (tag, games.name)
        assert as_pgn(place.location, tmp_path, table=name) == as_pgn(games, tmp_path)
        found = query(place.location, "castling", plies=10, table=name)
        assert found.fetchall() == [(1, 0, 1)]
    assert {"games", "loads", table, f"{table}_loads"} <= place.tables()
    scoresheet.convert(games, place.location, columns=WHOLE, table=table, force=True)
    assert len(place.table(table)) == len(place.table()) == 1


def test_a_store_is_read_like_any_input(place: Place, tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, place.location)
    report = scoresheet.check(place.location)
    assert (report.games, report.mates, report.errors) == (45, 17, ())
    games = scoresheet.read(place.location)
    assert [game.tags["White"] for game in games][:2] == ["Greco, Gioachino", "Legall de Kermeur"]
    assert [game.tags["White"] for game in games][:2] == ["Greco, Gioachino", "Legall de Kermeur"]
    assert query(games, "select count(*), sum(ply_count) from games").fetchall() == [(45, 2171)]
    assert query(place.location, "select count(*), sum(ply_count) from games").fetchall() == [(45, 2171)]
    few = scoresheet.convert(place.location, tmp_path / "few.pgn", where="white_castle_ply < 12")
    assert few.written == scoresheet.convert(HISTORIC, tmp_path / "same.pgn", where="white_castle_ply < 12").written
    both = query([place.location, str(HISTORIC)], "select count(*) from games")
    assert both.fetchall() == [(90,)]


def test_a_store_is_pulled_as_columns_by_other_programs(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location)
    games = scoresheet.read(place.location, columns=["white", "ply_count"])
    expected = pa.table(scoresheet.read(HISTORIC, columns=["white", "ply_count"]))
    # The program that pulls works in the thread in which the store would run.
    assert pa.table(games).to_pylist() == expected.to_pylist()
    assert pa.RecordBatchReader.from_stream(games).read_all().to_pylist() == expected.to_pylist()


def test_games_of_a_program_are_written_to_a_store(place: Place) -> None:
    games = list(scoresheet.read(HISTORIC, limit=5))
    assert scoresheet.write(games, place.location).written == 5
    assert scoresheet.write(iter(games[:3]), place.location).written == 3
    assert place.loads() == {"games": (3, True)}
    assert [row["game"] for row in place.table()] == [1, 2, 3]
    assert scoresheet.write(scoresheet.read(HISTORIC), place.location).written == 45
    assert place.loads() == {"games": (3, True), "historic.pgn": (45, True)}
    assert scoresheet.write([], place.location, table="none").written == 0
    assert place.loads("none_loads") == {"games": (0, True)}


def test_stored_games_become_rows_of_a_store(place: Place, tmp_path: Path) -> None:
    columns = tmp_path / "games.parquet"
    scoresheet.convert(HISTORIC, columns, no_sort=True)
    scoresheet.convert(columns, place.location, columns=WHOLE)
    rows = place.table()
    scoresheet.convert(HISTORIC, place.location, columns=WHOLE, table="straight")
    apart = ("source", "other_tags", "doc", "tag_names")
    plain = [[{k: v for k, v in row.items() if k not in apart} for row in t] for t in (rows, place.table("straight"))]
    assert plain[0] == plain[1]
    assert [row["doc"]["moves"] for row in rows] == [row["doc"]["moves"] for row in place.table("straight")]


def test_built_in_questions_run_inside_the_store(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location)
    given = {"moves": 10, "since": "1800-01-01"}
    expected = query(HISTORIC, "castling", **given).fetchall()
    assert query(place.location, "@castling", **given).fetchall() == expected
    done = command("query", place.location, "@castling", "moves=10", "since=1800-01-01", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.raises(UsageError, match="`limit` does not apply"):
        query(place.location, "castling", moves=10, limit=5)


def test_a_question_names_the_missing_family(columned: Place) -> None:
    scoresheet.convert(HISTORIC, columned.location, columns=["tags", "doc"])
    done = command("query", columned.location, "@castling", "moves=10")
    assert done.returncode == 2
    assert "of the family `summary`" in done.stderr
    with pytest.raises(UsageError, match="has no table `other`"):
        query(columned.location, "castling", moves=10, table="other")


def test_games_without_documents_are_not_read(columned: Place) -> None:
    scoresheet.convert(HISTORIC, columned.location, columns=["tags", "summary"])
    done = command("check", columned.location)
    assert done.returncode == 2
    assert "column `doc`" in done.stderr
    with pytest.raises(UsageError, match="has no table `other`"):
        scoresheet.check(columned.location, table="other")


def test_a_damaged_input_is_loaded_anew(place: Place, tmp_path: Path) -> None:
    import gzip

    whole = gzip.compress(HISTORIC.read_bytes(), mtime=0)
    games = tmp_path / "games.pgn.gz"
    games.write_bytes(whole[: len(whole) // 2])
    report = scoresheet.convert(games, place.location, columns=WHOLE)
    assert report.errors
    assert 0 < len(place.table()) < 45
    assert place.loads() == {"games.pgn.gz": (0, False)}
    games.write_bytes(whole)
    scoresheet.convert(games, place.location, columns=WHOLE)
    assert place.loads() == {"games.pgn.gz": (45, True)}
    scoresheet.convert(HISTORIC, place.location, table="straight", columns=WHOLE)
    assert [row["doc"] for row in place.table()] == [row["doc"] for row in place.table("straight")]


def test_games_left_out_have_no_row(place: Place, tmp_path: Path) -> None:
    games = tmp_path / "club.pgn"
    games.write_text("1. e4 *\n\n1. e5 *\n\n1. d4 *\n\n1. Ke3 *\n")
    report = scoresheet.convert(games, place.location, on_error="skip")
    assert (report.written, report.skipped) == (2, 2)
    assert [row["game"] for row in place.table()] == [1, 3]
    assert place.loads() == {"club.pgn": (4, True)}


def test_a_store_is_not_loaded_into_itself(place: Place) -> None:
    scoresheet.convert(HISTORIC, place.location)
    for force in (False, True):
        with pytest.raises(UsageError, match="an input"):
            scoresheet.convert(place.location, place.location, force=force, table="other")
    assert len(place.table()) == 45


def test_the_view_of_plies(columned: Place, tmp_path: Path) -> None:
    games = tmp_path / "plies.pgn"
    fen = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"
    games.write_text(f'1. e4 d5 2. exd5 *\n\n[FEN "{fen}"]\n[SetUp "1"]\n\n1... Kd7 2. O-O-O+ *\n\n*\n')
    scoresheet.convert(games, columned.location, columns=WHOLE)
    rows = sorted(
        (row["game"], row["ply"], row["p"], row["t"], row["x"], row["castle"]) for row in columned.table("plies")
    )
    assert rows == [
        (1, 1, "P", "e4", None, None),
        (1, 2, "P", "d5", None, None),
        (1, 3, "P", "d5", "P", None),
        (2, 1, "K", "d7", None, None),
        (2, 2, "K", "c1", None, "Q"),
    ]


def move(piece: str, start: str, end: str, **more: object) -> dict[str, object]:
    return {"p": piece, "f": start, "t": end, **more}


INDIAN = {"name": "Indian", "moves": [move("N", "g8", "f6"), move("P", "c2", "c4")]}
QUEENS_PAWN = {
    "name": "Queen's pawn",
    "moves": [
        move("P", "d2", "d4"),
        move("P", "d7", "d5", a=[{"id": "A", "altText": json.dumps(INDIAN)}]),
        move("P", "c2", "c4"),
    ],
}
GAMBIT = {"moves": [move("P", "f2", "f4")]}
CHECK = {"moves": [move("R", "a1", "a7", c=1)]}
LINES = [
    {
        "moves": [
            move("P", "e2", "e4", a=[{"id": "A", "comment": "?"}, {"id": "A", "alt": QUEENS_PAWN},
                                     {"id": "B", "alt": {"moves": []}}]),
            move("P", "e7", "e5"),
            move("N", "g1", "f3", a=[{"id": "B", "alt": GAMBIT}]),
        ]
    },
    {
        "bgn": {"setup": {"fen": "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1"}},
        "moves": [None, move("K", "e8", "d7"), move("K", "e1", "c1", castle="Q", a=[{"id": "A", "alt": CHECK}])],
    },
    {"moves": []},
]  # fmt: skip


def test_the_views_of_lines(columned: Place, tmp_path: Path) -> None:
    documents = tmp_path / "lines.bgnl"
    documents.write_text("".join(json.dumps(document) + "\n" for document in LINES))
    for again in (False, True):
        scoresheet.convert(documents, columned.location, columns=WHOLE, table="mine", force=again)
    lines = sorted(
        (row["game"], row["line"], row["parent_line"], row["parent_ply"], row["name"])
        for row in columned.table("mine_lines")
    )
    assert lines == [
        (1, 0, None, None, None),
        (1, 1, 0, 1, "Queen's pawn"),
        (1, 2, 1, 2, "Indian"),
        (1, 3, 0, 1, None),
        (1, 4, 0, 3, None),
        (2, 0, None, None, None),
        (2, 1, 0, 2, None),
        (3, 0, None, None, None),
    ]
    plies = sorted(
        (row["game"], row["line"], row["ply"], row["p"], row["t"], row["castle"], row["c"])
        for row in columned.table("mine_line_plies")
    )
    assert plies == [
        (1, 0, 1, "P", "e4", None, None),
        (1, 0, 2, "P", "e5", None, None),
        (1, 0, 3, "N", "f3", None, None),
        (1, 1, 1, "P", "d4", None, None),
        (1, 1, 2, "P", "d5", None, None),
        (1, 1, 3, "P", "c4", None, None),
        (1, 2, 2, "N", "f6", None, None),
        (1, 2, 3, "P", "c4", None, None),
        (1, 4, 3, "P", "f4", None, None),
        (2, 0, 1, "K", "d7", None, None),
        (2, 0, 2, "K", "c1", "Q", 1),
        (2, 1, 2, "R", "a7", None, 1),
    ]
    main = [row for row in columned.table("mine_line_plies") if row["line"] == 0]
    assert sorted(map(str, main)) == sorted(map(str, columned.table("mine_plies")))


def test_lines_as_deep_as_games_have_them(columned: Place, tmp_path: Path) -> None:
    games = tmp_path / "deep.pgn"
    words = ["1. e4", "(1. d4", "(1. c4", "(1. b4"] + ["(1. Nf3", "(1. Nc3"] * 10
    games.write_text(" ".join(words) + ")" * (len(words) - 1) + " *\n")
    scoresheet.convert(games, columned.location, columns=WHOLE)
    parents = sorted((row["line"], row["parent_line"]) for row in columned.table("lines") if row["line"])
    assert parents == [(line, line - 1) for line in range(1, len(words))]
    assert len(columned.table("line_plies")) == len(words)


def test_games_that_are_replaced_are_counted(columned: Place, tmp_path: Path) -> None:
    for folder, games in (("a", 45), ("b", 12)):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "games.pgn"
        scoresheet.convert(HISTORIC, path, limit=games)
        report = scoresheet.convert(path, columned.location, table="mine")
        assert report.changes == ({} if folder == "a" else {"games-replaced": 45})
    assert sum(1 for _ in scoresheet.read(columned.location, table="mine")) == 12
    for _ in range(2):
        report = scoresheet.convert(path, columned.location, table="few", select="3-5")
    assert report.changes == {"games-replaced": 3}
    assert scoresheet.convert(path, columned.location, table="mine", force=True).changes == {}


def test_several_threads_read_a_file_of_duckdb(tmp_path: Path) -> None:
    store = tmp_path / "games.duckdb"
    scoresheet.convert(HISTORIC, store)

    def count(_: int) -> int:
        return sum(1 for _ in scoresheet.read(store))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(count, range(24))) == [45] * 24


def test_duckdb_has_the_functions_of_the_questions(tmp_path: Path) -> None:
    store = tmp_path / "games.duckdb"
    scoresheet.convert(HISTORIC, store, columns=WHOLE)
    with duckdb.connect(store, read_only=True) as connection:
        asked = "SELECT count(*) FROM games WHERE castled_by_move(white_castle_ply, black_castle_ply, 10)"
        assert connection.execute(asked).fetchall() == query(HISTORIC, asked).fetchall()
        assert connection.execute("SELECT square_name(from_square[1]) FROM games LIMIT 1").fetchall() == [("e2",)]


def test_loads_into_duckdb_have_little_memory_and_leave_no_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, target = tmp_path / "games.pgn", tmp_path / "stored" / "games.duckdb"
    games.write_bytes(HISTORIC.read_bytes() * 100)
    target.parent.mkdir()
    for use in ("read", "load"):
        monkeypatch.setitem(_SETTINGS, use, {**_SETTINGS[use], "memory_limit": "64MB"})
    report = scoresheet.convert(games, target, columns=WHOLE)
    assert report.written == 4500
    assert list(target.parent.iterdir()) == [target]
    assert not (_scratch.own() / "duckdb").exists()
    assert scoresheet.convert(target, tmp_path / "again.pgn").written == 4500
    assert not (_scratch.own() / "duckdb").exists()


def test_sql_over_a_file_of_duckdb_queries_its_table(tmp_path: Path) -> None:
    store = tmp_path / "games.duckdb"
    scoresheet.convert(HISTORIC, store, columns=WHOLE)
    asked = "SELECT DISTINCT source, doc ->> '$.pgn.event' FROM games WHERE game = 1"
    assert query(store, asked).fetchall() == [("historic.pgn", "Analysis")]
    assert query(store, "select count(*) from games", limit=7).fetchall() == [(7,)]
    with pytest.raises(UsageError, match="has no table `other`"):
        query(store, "select count(*) from games", table="other")


@pytest.mark.parametrize("ending", ["duckdb", "sqlite"])
def test_a_store_is_known_by_its_first_bytes(ending: str, tmp_path: Path) -> None:
    store, other = tmp_path / f"games.{ending}", tmp_path / "games.db"
    scoresheet.convert(HISTORIC, store)
    store.rename(other)
    assert [found["kind"] for found in scoresheet.inputs(other)] == [ending]
    assert scoresheet.check(other).games == 45
    assert query(other, "castling", plies=10).fetchall() == [(45, 9, 0)]
    assert scoresheet.convert(HISTORIC, other, to=ending).written == 45


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    url = "postgresql://me:hidden@127.0.0.1:1/chess?password=hidden"
    assert secrets(url) == ["hidden"]
    for done in (
        command("check", url),
        command("convert", HISTORIC, "-o", url),
        command("convert", url, "-o", tmp_path / "x.pgn"),
        command("query", url, "@castling", "plies=10"),
        command("query", url, "select count(*) from games"),
        command("convert", url, "-o", tmp_path / "x.pgn", "--where", "year > 1900"),
    ):
        assert done.returncode in (1, 2), done
        assert "hidden" not in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
    assert "hidden" not in repr(scoresheet.read(url))


def test_a_file_of_another_kind_is_not_a_store(tmp_path: Path) -> None:
    for name in ("x.duckdb", "x.sqlite"):
        other = tmp_path / name
        other.write_text("no database")
        with pytest.raises(WriteError, match="cannot load games into"):
            scoresheet.convert(HISTORIC, other)
        assert other.read_text() == "no database"


# Games of infinite chess


def test_games_of_infinite_chess_come_back_among_others(places: Place, tmp_path: Path) -> None:  # noqa: F811
    texts = [
        "[White: Tom] [UTCDate: 2024.03.17] w 0/100 (8|1) K5,1+|R8,1+|k5,8 {start} 5,1>7,1!?={[%clk 0:01:00] good}",
        'b {"slideLimit": 7} K0,0|k5,5|AM-1000000000000000000000,3 5,5>5,6',
    ]
    games = [infinite.parse(text) for text in texts]
    lines = [games[0].to("bgnl"), scoresheet.parse("1. e4 e5 *").to("bgnl"), games[1].to("bgnl")]
    loaded, back = tmp_path / "mixed.bgnl", tmp_path / "back.bgnl"
    loaded.write_text("".join(map(str, lines)), "utf-8")
    report = scoresheet.convert(loaded, places.location, columns=WHOLE)
    assert (report.written, report.losses, report.errors) == (3, (), ())
    scoresheet.convert(places.location, back)
    found = [json.loads(line) for line in back.read_text("utf-8").splitlines()]
    assert found == [json.loads(line) for line in lines]
    assert list(scoresheet.read(places.location))[::2] == games
