"""Reading games into Spark: the rows of `convert --no-sort`, for any file and any division of it."""

from __future__ import annotations

import bz2
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import pyarrow as pa

import pzstd
import scoresheet

COLUMNS = ["tags", "summary", "moves", "errors"]


def load(spark: Any, path: Any, **options: str) -> Any:
    return spark.read.format("scoresheet").options(**options).load(str(path) if isinstance(path, Path) else path)


def whole(path: Any, columns: list[str] = COLUMNS) -> Any:
    return pa.table(scoresheet.read(path, columns=columns))


def differing(found: Any, expected: Any) -> list[str]:
    assert found.column_names == expected.column_names
    return [name for name in expected.column_names if found[name].to_pylist() != expected[name].to_pylist()]


@pytest.mark.parametrize("kind", ["plain", "frames", "blocks", "zip", "vgn", "parquet", "folder"])
@pytest.mark.parametrize("size", ["4k", "40k", "64m"])
def test_rows_match_those_of_one_machine(spark, files, kind: str, size: str) -> None:
    found = load(spark, files[kind], splitSize=size).toArrow()
    assert differing(found, whole(files[kind])) == []


@pytest.fixture(scope="module")
def real(data, tmp_path_factory) -> dict[str, Path]:
    """The real games of a month, uncompressed and compressed so that they are divided."""
    text, folder = data("lichess_2013-01_part.pgn").read_bytes(), tmp_path_factory.mktemp("real")
    made = {
        "plain": ("a.pgn", text),
        "frames": ("b.pgn.zst", pzstd.compress(text, 1 << 20)),
        "blocks": ("c.pgn.bz2", bz2.compress(text)),
    }
    for name, content in made.values():
        (folder / name).write_bytes(content)
    return {kind: folder / name for kind, (name, _) in made.items()}


@pytest.mark.parametrize("kind", ["plain", "frames", "blocks"])
@pytest.mark.parametrize("size", ["1m", "3m", "64m"])
def test_real_games_match_those_of_one_machine(spark, real, kind: str, size: str) -> None:
    expected = whole(real[kind])
    found = load(spark, real[kind], splitSize=size).toArrow().cast(expected.schema)
    assert found.equals(expected)


def test_games_that_columns_cannot_hold_fail_as_on_one_machine(spark, tmp_path: Path) -> None:
    path = tmp_path / "far.icn"
    path.write_text("K0,0|k5,5 0,0>1,1\n")
    with pytest.raises(scoresheet.ScoresheetError) as alone:
        whole(path)
    with pytest.raises(Exception, match=re.escape(alone.value.message)):
        load(spark, path).toArrow()


def test_lists_and_patterns(spark, files) -> None:
    two = [str(files["plain"]), str(files["vgn"])]
    assert differing(load(spark, two).toArrow(), whole(two)) == []
    pattern = str(files["folder"] / "*.vgn")
    assert load(spark, pattern).count() == 45


def test_all_columns_of_a_family(spark, files) -> None:
    found = load(spark, files["plain"], columns="tags,packed,text,errors", splitSize="16k").toArrow()
    assert differing(found, whole(files["plain"], ["tags", "packed", "text", "errors"])) == []


def test_parts_are_read_side_by_side(spark, files) -> None:
    from pyspark.sql.functions import spark_partition_id

    games = load(spark, files["frames"], splitSize="4k")
    parts = {row[0] for row in games.select(spark_partition_id()).distinct().collect()}
    assert len(parts) >= 5


def test_a_schema_narrows_the_columns(spark, files) -> None:
    narrow = spark.read.format("scoresheet").schema("white STRING, ply_count INT").load(str(files["plain"]))
    expected = whole(files["plain"])
    assert [row.ply_count for row in narrow.collect()] == expected["ply_count"].to_pylist()


def test_errors_are_columns(spark, files) -> None:
    rows = load(spark, files["plain"], splitSize="20k").where("error IS NOT NULL").select("error_code", "error_byte")
    expected = whole(files["plain"]).to_pylist()
    assert [tuple(row) for row in rows.collect()] == [
        (row["error_code"], row["error_byte"]) for row in expected if row["error"]
    ]
    skipped = load(spark, files["plain"], onError="skip", splitSize="20k")
    assert skipped.count() == sum(not row["error"] for row in expected)
    with pytest.raises(Exception, match="move-illegal"):
        load(spark, files["plain"], onError="raise").count()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"colums": "tags"}, "did you mean `columns`"),
        ({"splitSize": "none"}, "is not a size for `splitSize`"),
        ({"numbers": "some"}, "use one of exact, none"),
        ({"columns": "nothing"}, "nothing"),
        ({"limitGame": "many"}, "is not a number"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(spark, files, options: dict[str, str], said: str) -> None:
    with pytest.raises(Exception, match=said):
        load(spark, files["plain"], **{name.lower() if name != "splitSize" else name: value
                                       for name, value in options.items()}).count()  # fmt: skip


def test_missing_files_fail_by_name(spark, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"nowhere\.pgn"):
        load(spark, tmp_path / "nowhere.pgn").count()


@pytest.mark.parametrize("kind", ["frames", "blocks"])
def test_damaged_files_fail_by_name_unless_they_are_kept(spark, files, tmp_path: Path, kind: str) -> None:
    content = files[kind].read_bytes()
    path = tmp_path / files[kind].name
    path.write_bytes(content[: len(content) * 3 // 4])
    with pytest.raises(Exception, match=rf"{path.name}.*truncated"):
        load(spark, path, splitSize="8k", numbers="none").count()
    for on_error in ("keep", "skip"):
        with pytest.raises(Exception, match=rf"{path.name}.*truncated"):
            load(spark, path, splitSize="64m", onError=on_error).count()
    kept = load(spark, path, splitSize="8k", damaged="keep")
    told = kept.where("error LIKE '%truncated%'").select("source", "error").collect()
    assert {Path(row.source).name for row in told} == {path.name}
    assert 100 < kept.count() < whole(files[kind]).num_rows


def test_a_file_that_changes_after_planning_fails_by_name(spark, files, tmp_path: Path) -> None:
    path = tmp_path / "changing.pgn"
    path.write_bytes(files["plain"].read_bytes())
    games = load(spark, path, splitSize="8k", columns="tags")
    assert games.count() > 100
    path.write_bytes(path.read_bytes() * 2)
    games = load(spark, path, splitSize="8k", columns="tags")
    games.count()
    path.write_bytes(b"")
    with pytest.raises(Exception, match=r"changing.pgn.*has changed"):
        games.collect()


def test_whole_streams_of_bzip2_are_read(spark, files, tmp_path: Path) -> None:
    path = tmp_path / "two.pgn.bz2"
    text = files["plain"].read_bytes()
    path.write_bytes(bz2.compress(text) + bz2.compress(text))
    assert load(spark, path, splitSize="4k").count() == 2 * whole(files["plain"]).num_rows
