"""Data sets of other programs in Spark: the rows that one machine reads, from several files and with their options."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import pyarrow as pa
import pyarrow.parquet as pq

import scoresheet
import scoresheet.spark
from test_data_sets import FORMS, GAMES, KAGGLE, hugging_face, rows_of

COLUMNS = ["tags", "summary", "moves", "packed", "notes", "errors"]
KAGGLE_TEXT = "\n".join(
    ",".join(map(str, row)) for row in [KAGGLE, *zip(*(map(str, column) for column in KAGGLE.values()), strict=True)]
)


@pytest.fixture(scope="module")
def parts(tmp_path_factory, root: Path) -> Path:
    """A folder with real games in several files, as data sets on Hugging Face are stored."""
    folder = tmp_path_factory.mktemp("parts")
    rows = []
    for game in scoresheet.read([root / "examples" / f"{name}.pgn" for name in ("historic", "generated", "annotated")]):
        moves = game.to("pgn").partition("\n\n")[2]
        rows.append({**dict(game.tags), "movetext": " ".join(moves.split())})
    rows[7]["movetext"] = "1. e4 e5 2. Ke3 *"
    rows[9]["movetext"] = ""
    names = list(dict.fromkeys(name for row in rows for name in row))
    for number in range(4):
        some = rows[number::4]
        table = pa.table({name: pa.array([row.get(name) for row in some], pa.string()) for name in names})
        pq.write_table(table, folder / f"train-{number:05}-of-00004.parquet", row_group_size=17)
    return folder


def load(spark: Any, path: Any, **options: str) -> Any:
    return spark.read.format("scoresheet").options(columns=",".join(COLUMNS), **options).load(str(path))


def differing(spark: Any, path: Path, **options: str) -> list[str]:
    """The columns that differ from those of one machine."""
    found, wanted = (
        load(spark, path, **options).toArrow(),
        pa.table(scoresheet.read(path, columns=COLUMNS, **options)),
    )
    assert found.column_names == wanted.column_names
    assert found.num_rows == wanted.num_rows > 0
    return [name for name in wanted.column_names if found[name].to_pylist() != wanted[name].to_pylist()]


@pytest.mark.parametrize("form", ["parquet", "arrow", "csv", "tsv"])
def test_rows_match_those_of_one_machine(spark, tmp_path: Path, form: str) -> None:
    assert differing(spark, FORMS[form](hugging_face(rows_of(GAMES)), tmp_path)) == []


def test_each_file_of_a_data_set_is_a_task(spark, parts: Path) -> None:
    from pyspark.sql.functions import spark_partition_id

    assert differing(spark, parts) == []
    games = load(spark, parts)
    assert games.select(spark_partition_id()).distinct().count() == 4
    faulty = {(row.game, row.error_code) for row in games.where("error IS NOT NULL").collect()}
    assert faulty == {(2, "move-illegal")}
    assert load(spark, parts, onError="skip").count() == games.count() - 1


@pytest.mark.parametrize("form", ["parquet", "csv", "csv.gz"])
@pytest.mark.parametrize(
    "options", [{"preset": "kaggle"}, {"preset": "kaggle", "minutes": "no"}, {"rename": "white_id=White"}, {}], ids=str
)
def test_options_name_the_columns(spark, tmp_path: Path, form: str, options: dict[str, str]) -> None:
    path = tmp_path / f"games.{form}"
    if form == "parquet":
        pq.write_table(pa.table(KAGGLE), path)
    else:
        text = KAGGLE_TEXT.encode()
        path.write_bytes(gzip.compress(text) if form.endswith("gz") else text)
    assert differing(spark, path, **options) == []
    white = [row.white for row in load(spark, path, **options).select("white").collect()]
    assert white == (["bourgris", "a-00"] if options else [None, None])


def test_text_has_the_given_separator_and_encoding(spark, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_bytes("white;moves\nBjörk, Åsa;e4 e5\n".encode("windows-1252"))
    [row] = load(spark, path, delimiter="semicolon", encoding="windows-1252").collect()
    assert (row.white, row.ply_count) == ("Björk, Åsa", 2)


def test_queries_and_questions_run_on_a_data_set(spark, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table(KAGGLE), path)
    sql = "SELECT player, score, opponent_elo FROM sides ORDER BY player, score, opponent_elo"
    session = spark.newSession()
    found = scoresheet.spark.query(session, sql, path, preset="kaggle").collect()
    assert [tuple(row) for row in found] == scoresheet.query(scoresheet.read(path, preset="kaggle"), sql).fetchall()
    scoresheet.spark.read(session, path, ["tags", "summary"], preset="kaggle").createOrReplaceTempView("games")
    [row] = scoresheet.spark.ask(session, "results", player="skinnerua").collect()
    assert (row.outcome, row.games) == ("won", 1)


def test_games_of_a_data_set_are_written_as_games(spark, parts: Path, tmp_path: Path) -> None:
    load(spark, parts).write.format("scoresheet").mode("append").options(to="pgn").save(str(tmp_path / "out"))
    written, wanted = ([game.to("uci") for game in scoresheet.read(source)] for source in (tmp_path / "out", parts))
    assert sorted(written) == sorted(wanted)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "kagle"}, "use one of none, huggingface, kaggle"),
        ({"minutes": "perhaps"}, "use one of auto, yes, no"),
        ({"presets": "kaggle"}, "did you mean `preset`"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(
    spark, tmp_path: Path, options: dict[str, str], said: str
) -> None:
    path = tmp_path / "games.parquet"
    pq.write_table(pa.table(KAGGLE), path)
    with pytest.raises(Exception, match=said):
        load(spark, path, **options).count()


def test_options_go_to_the_files_that_take_them(spark, root: Path, tmp_path: Path) -> None:
    pq.write_table(pa.table(KAGGLE), tmp_path / "a.parquet")
    (tmp_path / "b.pgn").write_bytes((root / "examples" / "historic.pgn").read_bytes())
    assert differing(spark, tmp_path, preset="kaggle") == []
    with pytest.raises(Exception, match="no file takes the option `preset`; files of arrow, csv, parquet, tsv do"):
        load(spark, tmp_path / "b.pgn", preset="kaggle").count()


def test_a_table_without_moves_and_a_damaged_file_fail_by_name(spark, parts: Path, tmp_path: Path) -> None:
    path = tmp_path / "numbers.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    with pytest.raises(Exception, match=r"numbers\.parquet"):
        load(spark, path).count()
    whole = next(parts.glob("*.parquet")).read_bytes()
    (tmp_path / "damaged.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Exception, match=r"damaged\.parquet"):
        load(spark, tmp_path / "damaged.parquet").count()
    [row] = load(spark, tmp_path / "damaged.parquet", damaged="keep").collect()
    assert (Path(row.source).name, row.error_code) == ("damaged.parquet", "file-damaged")
