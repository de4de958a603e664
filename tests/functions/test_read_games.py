"""`read_games` in SQL, by a DuckDB that knows nothing of the package but its extension."""

from __future__ import annotations

import bz2
import gzip
import os
import sqlite3
import threading
import zipfile
from pathlib import Path
from typing import Any

import duckdb
import pytest

import real_games
import scoresheet
from scoresheet import _core
from scoresheet.engines.extension import functions

EXAMPLES = real_games.ROOT / "examples"
HISTORIC = EXAMPLES / "historic.pgn"
MANY = 5_000
"""More games than DuckDB has rows in a chunk."""


def many(path: Path, games: int = MANY) -> str:
    path.write_text("".join(f'[White "W{n}"]\n[Round "{n}"]\n\n1. e4 e5 *\n\n' for n in range(1, games + 1)), "utf-8")
    return str(path)


def scalar(connection: Any, sql: str, *values: object) -> Any:
    [(value,)] = connection.execute(sql, list(values)).fetchall()
    return value


# What every column holds.


@pytest.mark.parametrize("name", ["historic.pgn", "annotated.pgn", "chess960.pgn", "clocks.pgn.zst", "generated.pgn"])
def test_every_column_holds_what_read_gives(connection, name: str) -> None:
    columns = [column["name"] for column in _core.registry("columns")]
    connection.register("ours", scoresheet.read(EXAMPLES / name).columns(*columns))
    expected = connection.execute(f"SELECT {', '.join(columns)} FROM ours").fetchall()
    path = str(EXAMPLES / name)
    assert connection.execute("FROM read_games(?)", [path]).fetchall() == expected
    assert [column[0] for column in connection.description] == columns
    one_by_one = [
        [row[0] for row in connection.execute(f"SELECT {c} FROM read_games(?)", [path]).fetchall()] for c in columns
    ]
    assert list(zip(*one_by_one, strict=True)) == expected


def test_types_match_the_registry(connection) -> None:
    described = connection.execute("DESCRIBE FROM read_games(?)", [str(HISTORIC)]).fetchall()
    assert [(row[0], row[1]) for row in described] == [
        (column["name"], column["type"]) for column in _core.registry("columns")
    ]


def test_rows_keep_the_order_of_the_file(connection, tmp_path) -> None:
    path = many(tmp_path / "many.pgn")
    rows = connection.execute("SELECT game, white FROM read_games(?)", [path]).fetchall()
    assert rows == [(number, f"W{number}") for number in range(1, MANY + 1)]


def test_lists_of_long_and_empty_games(connection, tmp_path) -> None:
    path = tmp_path / "games.pgn"
    knights = " ".join(["Nf3", "Nf6", "Ng1", "Ng8"] * 100)
    path.write_text(f'{knights} *\n\n[White "nobody"]\n\n*\n\ne4 {{[%clk 0:01:00]}} *\n', "utf-8")
    found = connection.execute("SELECT from_square, clock_ms, tag_names, other_tags FROM read_games(?)", [str(path)])
    lists = found.fetchall()
    assert [len(row[0]) for row in lists] == [400, 0, 1]
    assert [row[1] for row in lists] == [None, None, [60_000]]
    assert [row[2] for row in lists] == [[], ["White"], []]


# Projection.


def test_counting_needs_no_columns(connection, tmp_path) -> None:
    path = many(tmp_path / "many.pgn")
    assert scalar(connection, "SELECT count(*) FROM read_games(?)", path) == MANY
    assert scalar(connection, "SELECT count(*) FROM read_games(?) WHERE white <> 'W7'", path) == MANY - 1


def test_only_used_columns_are_read(connection, broken) -> None:
    """Moves are replayed only for columns that need them, so that their errors end nothing else."""
    found = connection.execute("SELECT black, white FROM read_games(?)", [broken]).fetchall()
    assert found == [(None, "A"), (None, "B")]
    plan = connection.execute("EXPLAIN SELECT white FROM read_games(?)", [broken]).fetchall()
    assert "white" in plan[0][1]
    assert "ply_count" not in plan[0][1]


def test_chosen_columns_come_in_their_order(connection) -> None:
    def names(columns: str) -> list[str]:
        connection.execute(f"FROM read_games('{HISTORIC}', columns := {columns}) LIMIT 1").fetchall()
        return [column[0] for column in connection.description]

    assert names("['result', 'white']") == ["result", "white"]
    families = {
        family: [c["name"] for c in _core.registry("columns") if c["family"] == family]
        for family in ["errors", "packed"]
    }
    assert names("'errors'") == families["errors"]
    assert names("['packed', 'errors', 'white']") == [*families["packed"], *families["errors"], "white"]
    with pytest.raises(duckdb.Error, match="there is no column or family `whit`\nhint: did you mean `white`"):
        names("['whit']")


def test_the_same_table_twice_in_a_query(connection) -> None:
    sql = "SELECT count(*) FROM read_games($p) a JOIN read_games($p) b ON a.game = b.game AND a.white = b.white"
    assert connection.execute(sql, {"p": str(HISTORIC)}).fetchall() == [(45,)]


# Paths.


def test_lists_patterns_and_folders(connection, tmp_path) -> None:
    (tmp_path / "deep").mkdir()
    for name, games in [("a1.pgn", 1), ("a2.pgn", 2), ("b.pgn", 4), ("deep/c.pgn", 8)]:
        many(tmp_path / name, games)

    def count(paths: object) -> int:
        return int(scalar(connection, "SELECT count(*) FROM read_games(?)", paths))

    assert count(str(tmp_path / "a1.pgn")) == 1
    assert count([str(tmp_path / "a1.pgn"), str(tmp_path / "b.pgn")]) == 5
    assert count(str(tmp_path / "a*.pgn")) == 3
    assert count(str(tmp_path / "[!a]*.p?n")) == 4
    assert count(str(tmp_path / "**" / "*.pgn")) == 15
    assert count([str(tmp_path / "a*.pgn"), str(tmp_path / "deep")]) == 11
    assert count(str(tmp_path)) == 15
    sources = connection.execute("SELECT DISTINCT source FROM read_games(?) ORDER BY 1", [str(tmp_path / "a?.pgn")])
    assert sources.fetchall() == [(str(tmp_path / "a1.pgn"),), (str(tmp_path / "a2.pgn"),)]


def test_patterns_mean_what_they_mean_in_the_package(connection, tmp_path) -> None:
    for name in ["a1.pgn", "a2.pgn", "[x].pgn", ".hidden.pgn", "x/y.pgn", "x/z/w.pgn", "x/.h/v.pgn"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        many(tmp_path / name, 1)
    patterns = [
        "*.pgn",
        "a[0-1]*",
        "[[]x].pgn",
        "[x].pgn",
        "**/*.pgn",
        "*/*.pgn",
        "x/**",
        ".h*.pgn",
        "?1.pgn",
        "x/*/w.pgn",
    ]
    for pattern in patterns:
        path = str(tmp_path / pattern)
        connection.register("ours", scoresheet.read(path).columns("source"))
        ours = connection.execute("SELECT DISTINCT source FROM ours ORDER BY ALL").fetchall()
        found = connection.execute("SELECT DISTINCT source FROM read_games(?) ORDER BY ALL", [path]).fetchall()
        assert found == ours, pattern


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        ("'no/such/*.pgn'", "file-unreadable: no file matches `no/such/*.pgn`\nhint: `*` matches any part"),
        ("'nowhere.pgn'", "file-unreadable: cannot read `nowhere.pgn`: no such file or folder\nhint: check the path"),
        ("['examples/historic.pgn', 'nowhere.pgn']", "cannot read `nowhere.pgn`"),
        ("[]", "the list of paths is empty\nhint: give a path"),
        ("NULL", "the path is NULL\nhint: give a path"),
        ("{'a': 1}", "the path is not a string"),
        ("[['a']]", "a path in the list is not a string"),
        ("['a', NULL]", "a path in the list is NULL"),
        (
            "'https://example.org/a.pgn'",
            "`https://example.org/a.pgn` is a URL, which cannot be read here\nhint: download the file",
        ),
        ("'postgresql://localhost/games'", "is a database, which cannot be read here"),
    ],
)
def test_paths_that_name_nothing(connection, monkeypatch, paths: str, message: str) -> None:
    monkeypatch.chdir(real_games.ROOT)
    with pytest.raises(duckdb.Error) as caught:
        connection.execute(f"SELECT count(*) FROM read_games({paths})").fetchall()
    assert message in str(caught.value)


def test_a_database_file_is_refused(connection, tmp_path) -> None:
    path = tmp_path / "games.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE games (white TEXT)")
    database.close()
    with pytest.raises(duckdb.Error, match="is a database, which cannot be read here"):
        connection.execute("FROM read_games(?)", [str(path)]).fetchall()


# Formats and compression.


@pytest.mark.parametrize("packed", ["pgn", "pgn.zst", "pgn.gz", "pgn.bz2", "zip"])
def test_compressed_files(connection, tmp_path, packed: str) -> None:
    import zstandard

    path, data = tmp_path / f"games.{packed}", HISTORIC.read_bytes()
    if packed == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("inside.pgn", data)
    else:
        pack = {"pgn": bytes, "zst": zstandard.ZstdCompressor().compress, "gz": gzip.compress, "bz2": bz2.compress}
        path.write_bytes(pack[packed.rpartition(".")[2]](data))
    assert scalar(connection, "SELECT count(*) FROM read_games(?)", str(path)) == 45
    if packed == "zip":
        assert scalar(connection, "SELECT any_value(source) FROM read_games(?)", str(path)) == f"{path}:inside.pgn"


@pytest.mark.parametrize("written", ["parquet", "arrow", "bgnl", "csv", "pgc", "archive", "vgn"])
def test_other_formats(connection, tmp_path, written: str) -> None:
    path = tmp_path / f"games.{written}"
    scoresheet.convert(HISTORIC, path, to=written)
    sql = "SELECT white, year, ply_count FROM read_games(?) ORDER BY ALL"
    assert connection.execute(sql, [str(path)]).fetchall() == connection.execute(sql, [str(HISTORIC)]).fetchall()


@pytest.mark.parametrize("uses", ["count(*)", "*"])
def test_a_table_without_columns_of_games(connection, tmp_path, uses: str) -> None:
    path = str(tmp_path / "others.parquet")
    connection.execute(f"COPY (SELECT 1 AS a, 'x' AS White) TO '{path}'")
    with pytest.raises(duckdb.BinderException, match=r"others\.parquet` has the name of a column of games\nhint: in"):
        connection.execute(f"SELECT {uses} FROM read_games(?)", [path]).fetchall()


def test_parquet_has_the_columns_of_its_file(connection, tmp_path) -> None:
    path = tmp_path / "games.parquet"
    scoresheet.convert(HISTORIC, path, columns=["white", "year"])
    connection.execute("FROM read_games(?)", [str(path)]).fetchall()
    assert {"white", "year"} <= {column[0] for column in connection.description}
    assert "doc" not in {column[0] for column in connection.description}


def test_the_format_can_be_named(connection, tmp_path) -> None:
    path = tmp_path / "games.dat"
    path.write_text("e2e4 e7e5\nd2d4\n", "utf-8")
    sql = "SELECT list(ply_count) FROM read_games(?, format := 'uci')"
    assert (
        scalar(connection, sql, str(path))
        == scoresheet.query(path, "select list(ply_count) from games", from_="uci").fetchall()[0][0]
    )
    with pytest.raises(duckdb.Error, match="`nonsense`"):
        connection.execute("FROM read_games(?, format := 'nonsense')", [str(path)])


def test_boards_without_edges_have_no_columns(connection, tmp_path) -> None:
    path = tmp_path / "game.icn"
    path.write_text('[Variant "Classical"] w 0/100 1 P1,2+|k5,8|K5,1', "utf-8")
    with pytest.raises(duckdb.Error, match="cannot be read as columns"):
        connection.execute("FROM read_games(?)", [str(path)]).fetchall()


# Errors in games.


def test_bad_games_are_kept_up_to_their_error(connection, broken) -> None:
    found = connection.execute("SELECT white, ply_count, error_code, error_ply FROM read_games(?)", [broken]).fetchall()
    assert found == [("A", 2, "move-illegal", 3), ("B", 2, None, None)]


@pytest.mark.parametrize("select", ["count(*)", "count(white)", "count(ply_count)"])
def test_skipped_games_do_not_depend_on_the_columns(connection, broken, select: str) -> None:
    assert scalar(connection, f"SELECT {select} FROM read_games(?, on_error := 'skip')", broken) == 1
    assert scalar(connection, f"SELECT {select} FROM read_games(?, on_error := 'keep')", broken) == 2


@pytest.mark.parametrize("select", ["count(*)", "white", "ply_count"])
def test_an_error_can_end_the_query(connection, broken, select: str) -> None:
    with pytest.raises(duckdb.Error) as caught:
        connection.execute(f"SELECT {select} FROM read_games(?, on_error := 'raise')", [broken]).fetchall()
    told = str(caught.value)
    assert f"move-illegal: {broken}: " in told
    assert "line 4, column 13" in told
    assert "hint: `on_error := 'keep'` keeps the moves before it" in told, told


def test_strict_reading_treats_notes_as_errors(connection, tmp_path) -> None:
    path = tmp_path / "notes.pgn"
    path.write_text("1. e4 e5 2. ng1f3 *\n\n1. e4 *\n", "utf-8")
    skipped = "SELECT count(*) FROM read_games(?, on_error := 'skip', strict := {})"
    counts = [scalar(connection, skipped.format(strict), str(path)) for strict in ("false", "true", "'read'")]
    assert counts == [2, 1, 1]


def test_a_broken_file_gives_its_rows_and_then_an_error(connection, tmp_path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(HISTORIC.read_bytes())[:-400])
    with pytest.raises(duckdb.Error, match=r"file-damaged: cannot unpack `.*cut.pgn.gz`[\s\S]*\nhint: "):
        connection.execute("SELECT count(*) FROM read_games(?)", [str(path)]).fetchall()
    counted = scalar(connection, "SELECT count(*) FROM read_games(?, on_error := 'keep')", str(path))
    assert 0 < counted < 45
    assert connection.execute("SELECT code FROM read_games_errors(?)", [str(path)]).fetchall()[-1] == ("file-damaged",)


def test_one_broken_file_of_several(connection, tmp_path) -> None:
    (tmp_path / "a.pgn").write_bytes(HISTORIC.read_bytes())
    (tmp_path / "b.pgn.zst").write_bytes(b"\x28\xb5\x2f\xfd nothing")
    assert scalar(connection, "SELECT count(*) FROM read_games(?, on_error := 'skip')", str(tmp_path / "*")) == 45
    with pytest.raises(duckdb.Error, match="file-damaged"):
        connection.execute("SELECT count(*) FROM read_games(?)", [str(tmp_path / "*")]).fetchall()


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_has_no_rows(connection, tmp_path, content: bytes) -> None:
    path = tmp_path / "empty.pgn"
    path.write_bytes(content)
    assert connection.execute("FROM read_games(?)", [str(path)]).fetchall() == []
    assert scalar(connection, "SELECT count(*) FROM read_games(?)", str(path)) == 0


def test_an_unreadable_file_is_an_error(connection, tmp_path) -> None:
    path = tmp_path / "picture.pgn"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    with pytest.raises(
        duckdb.Error, match=r"file-kind: cannot read `.*picture.pgn`: it does not look like chess games"
    ):
        connection.execute("FROM read_games(?)", [str(path)]).fetchall()


# Options.


def test_parameters_are_the_options_of_read(connection) -> None:
    """A new option of `read`, or of a format, is a parameter without further work."""
    sql = "SELECT parameters[2:], parameter_types[2:] FROM duckdb_functions() WHERE function_name = ?"
    [(names, types)] = connection.execute(sql, ["read_games"]).fetchall()
    works = {"read", "both", "write"}
    options = [row for row in _core.registry("options") if "read" in row["takers"] and row["works"] in works]
    of_jobs = {row["name"] for row in options} - {"keep_spelling", "headers", "limit", "choices", "from_"} | {"format"}
    files = [row for row in _core.registry("formats") if not row["store"]]
    of_formats = {option["name"] for row in files for option in row["options"] if option["works"] != "write"}
    assert set(names) == of_jobs | of_formats
    assert set(types) == {"BOOLEAN", "UBIGINT", "VARCHAR", "ANY"} - ({"BOOLEAN"} - set(types))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("threads := 1", 45),
        ("threads := 3", 45),
        ("part := '1/1'", 45),
        ("language := 'en'", 45),
        ("encoding := 'utf-8'", 45),
        ("limits := {'tag': 1000}", 45),
        ("limits := MAP {'tag': 1000}", 45),
        ("on_error := NULL, columns := NULL, threads := NULL", 45),
    ],
)
def test_options(connection, options: str, expected: int) -> None:
    assert scalar(connection, f"SELECT count(*) FROM read_games('{HISTORIC}', {options})") == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("on_error := 'stop'", "`on_error=stop` is not a valid value\nhint: use `keep`, `skip` or `raise`"),
        ("threads := 0", "`threads=0` is out of range\nhint: use a whole number from 1 to"),
        ("threads := -1", "-1"),
        ("part := '9/3'", "`9/3` is not a part"),
        ("encoding := 'klingon'", "klingon"),
        ("language := 'klingon'", "klingon"),
        ("fen := 'nonsense'", "nonsense"),
        ("fen := '8/8/8/8/8/8/8/8 w - - 0 1'", "White has 0 kings"),
        ("limits := {'no_such': 1}", "no_such"),
        ("limits := {'tag': 'x'}", "`limits := {'tag': x}` is not a valid value\nhint: use a whole number"),
        ("limits := 'tag'", "`limits` must be values by name\nhint: write it as `{'nesting': 20}`"),
        ("columns := {'a': 1}", "`columns` must be a list of strings\nhint: write it as `['moves', 'result']`"),
        ("columns := [['white']]", "`columns` must be a list of strings"),
        ("preset := 'kaggle'", "no input has an option `preset`"),
        ("no_such := 1", "no_such"),
        ("from_ := 'pgn'", "from_"),
    ],
)
def test_options_that_do_not_fit(connection, options: str, message: str) -> None:
    with pytest.raises(duckdb.Error) as caught:
        connection.execute(f"SELECT count(*) FROM read_games('{HISTORIC}', {options})").fetchall()
    assert message in str(caught.value)


def test_starts_and_rules_for_games_without_their_own(connection, tmp_path) -> None:
    path = tmp_path / "moves.uci"
    path.write_text("a2a4\n", "utf-8")
    start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    assert scalar(connection, "SELECT fen FROM read_games(?, format := 'uci', fen := ?)", str(path), start) == start
    assert scalar(connection, "SELECT rules FROM read_games(?, format := 'uci', variant := 'antichess')", str(path))


def test_options_of_formats(connection, tmp_path) -> None:
    path = tmp_path / "set.csv"
    path.write_text("moves,who\ne4 e5,Ann\n", "utf-8")
    sql = "SELECT white FROM read_games(?, rename := 'who=White')"
    assert scalar(connection, sql, str(path)) == "Ann"
    with pytest.raises(duckdb.Error, match="`minutes=perhaps` is not a valid value"):
        connection.execute("FROM read_games(?, minutes := 'perhaps')", [str(path)])
    assert scalar(connection, "SELECT count(*) FROM read_games(?, minutes := true)", str(path)) == 1


def test_the_text_of_another_encoding(connection, tmp_path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes('[White "Ботвинник"]\n\n1. e4 *\n'.encode("windows-1251"))
    assert scalar(connection, "SELECT white FROM read_games(?, encoding := 'windows-1251')", str(path)) == "Ботвинник"


# How queries run.


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_any_number_of_threads_gives_the_same(connection, tmp_path, threads: int) -> None:
    path = many(tmp_path / "many.pgn", 20_000)
    connection.execute(f"SET threads = {threads}")
    sql = f"SELECT count(*), sum(game), sum(ply_count), count(DISTINCT white) FROM read_games(?, threads := {threads})"
    assert connection.execute(sql, [path]).fetchall() == [(20_000, 200_010_000, 40_000, 20_000)]
    ordered = connection.execute(f"SELECT game FROM read_games(?, threads := {threads})", [path]).fetchall()
    assert ordered == [(number,) for number in range(1, 20_001)]


def test_a_limit_ends_the_reading(connection, tmp_path) -> None:
    """The end of the file is damaged, which no reader can notice that stops early."""
    path = tmp_path / "cut.pgn.gz"
    text = "".join(f'[White "{n} {n * n * 7919 % 10007}"]\n\n1. e4 e5 2. Nf3 *\n\n' for n in range(300_000))
    path.write_bytes(gzip.compress(text.encode())[:-1000])
    assert len(connection.execute("SELECT white FROM read_games(?) LIMIT 3", [str(path)]).fetchall()) == 3
    with pytest.raises(duckdb.Error, match="file-damaged"):
        connection.execute("SELECT count(white) FROM read_games(?)", [str(path)]).fetchall()


def test_a_query_can_be_interrupted(connection, tmp_path) -> None:
    """The rows are fetched as slowly as they are joined, and the interruption ends that."""
    path = many(tmp_path / "many.pgn", 20_000)
    sql = "SELECT count(*) FROM read_games($p) a, read_games($p) b, read_games($p) c WHERE a.game + b.game + c.game < 0"
    failed = []
    started = threading.Event()

    def run() -> None:
        started.set()
        try:
            connection.execute(sql, {"p": path}).fetchall()
        except duckdb.Error as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    while thread.is_alive():
        connection.interrupt()
        thread.join(0.01)
    assert isinstance(failed[0], duckdb.InterruptException)
    assert scalar(connection, "SELECT count(*) FROM read_games(?)", path) == 20_000


def test_prepared_statements_read_anew(connection, tmp_path) -> None:
    path = tmp_path / "games.pgn"
    many(path, 2)
    connection.execute("PREPARE counted AS SELECT count(*) FROM read_games($1)")
    assert scalar(connection, f"EXECUTE counted('{path}')") == 2
    many(path, 3)
    assert scalar(connection, f"EXECUTE counted('{path}')") == 3
    connection.execute(f"PREPARE fixed AS SELECT count(*) FROM read_games('{path}')")
    assert scalar(connection, "EXECUTE fixed") == 3
    many(path, 4)
    assert scalar(connection, "EXECUTE fixed") == 4


def test_views_tables_and_joins(connection, tmp_path) -> None:
    connection.execute(f"CREATE VIEW games AS FROM read_games('{HISTORIC}')")
    assert scalar(connection, "SELECT count(*) FROM games WHERE year < 1800") == 2
    connection.execute("CREATE TABLE kept AS SELECT white, black, ply_count, packed_moves, fen FROM games")
    assert scalar(connection, "SELECT count(*) FROM kept") == 45
    joined = "SELECT count(*) FROM kept JOIN games USING (white, black, ply_count)"
    assert scalar(connection, joined) >= 45
    assert scalar(connection, "SELECT count(*) FROM games WHERE sans(packed_moves, fen)[1] = 'e4'") > 0
    connection.execute(f"COPY (FROM games) TO '{tmp_path / 'games.parquet'}'")
    assert scoresheet.check(tmp_path / "games.parquet").games == 45


def test_a_pipe_is_read_once(connection, tmp_path) -> None:
    path = str(tmp_path / "pipe.pgn")
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: Path(path).write_bytes(HISTORIC.read_bytes()))
    writer.start()
    assert scalar(connection, "SELECT count(*) FROM read_games(?)", path) == 45
    writer.join()


def test_a_path_can_be_used_as_a_table(connection, tmp_path) -> None:
    for name in ["one.pgn", "two.pgn"]:
        many(tmp_path / name, 3)
    assert scalar(connection, f"SELECT count(*) FROM '{tmp_path}/one.pgn'") == 3
    assert scalar(connection, f"SELECT count(white) FROM '{tmp_path}/*.pgn'") == 6
    (tmp_path / "table.csv").write_text("a\n1\n", "utf-8")
    assert scalar(connection, f"SELECT a FROM '{tmp_path}/table.csv'") == 1
    with pytest.raises(duckdb.CatalogException):
        connection.execute("FROM no_such_table")
    with pytest.raises(duckdb.Error, match=r"cannot read `nowhere\.pgn`"):
        connection.execute("FROM 'nowhere.pgn'")


def test_a_locked_connection_reads_no_files(connection) -> None:
    connection.execute("SET enable_external_access = false")
    for function in ("read_games", "read_games_errors"):
        with pytest.raises(duckdb.Error, match="files cannot be read: `enable_external_access` is off"):
            connection.execute(f"FROM {function}('{HISTORIC}')")
    with pytest.raises(duckdb.Error):
        connection.execute(f"FROM '{HISTORIC}'")


def test_the_list_of_functions_has_their_parameters(connection) -> None:
    for name in ("read_games", "read_games_errors"):
        [listed] = [function for function in functions() if function["name"] == name]
        sql = "SELECT parameters[2:] FROM duckdb_functions() WHERE function_name = ?"
        [(parameters,)] = connection.execute(sql, [name]).fetchall()
        assert listed["type"] == "TABLE"
        shown = [one.partition(" := ")[0] for one in listed["parameters"][0].split(", ")[1:]]
        assert sorted(shown) == sorted(parameters)


def test_the_package_has_them_on_its_connections() -> None:
    assert scoresheet.connect().execute(f"SELECT count(*) FROM read_games('{HISTORIC}')").fetchall() == [(45,)]


# Real games.


@pytest.mark.slow
def test_real_games_match_the_count_of_check(connection) -> None:
    path = real_games.find("lichess_2013-01_part.pgn")
    if path is None:
        pytest.skip("the real games are not there")
    report = scoresheet.check(path)
    sql = """SELECT count(*), sum(ply_count), count(*) FILTER (mate), count(*) FILTER (stalemate),
        count(error_code) FROM read_games(?)"""
    [found] = connection.execute(sql, [str(path)]).fetchall()
    assert found == (report.games, report.plies, report.mates, report.stalemates, report.faulty)
