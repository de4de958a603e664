"""Games in a store of objects: the same rows, with few requests; and jobs that write and stream there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import pyarrow as pa

import scoresheet
import scoresheet.spark
from scoresheet import parts

COLUMNS = ["tags", "summary", "moves", "errors"]


def rows(table: Any) -> list[dict[str, Any]]:
    return [{**row, "source": None} for row in table.to_pylist()]


@pytest.mark.parametrize("kind", ["plain", "frames", "blocks", "vgn"])
def test_rows_match_those_of_the_file(spark, store, files, kind: str) -> None:
    url = f"s3a://games/2013/{files[kind].name}"
    store.system.put_file(str(files[kind]), url.removeprefix("s3a://"))
    expected = rows(pa.table(scoresheet.read(files[kind], columns=COLUMNS)))
    assert rows(spark.read.format("scoresheet").option("splitSize", "9k").load(url).toArrow()) == expected
    assert rows(scoresheet.spark.read(spark, url, splitSize="9k").toArrow()) == expected
    assert rows(pa.table(scoresheet.read(url, columns=COLUMNS))) == expected


def test_folders_and_patterns_are_searched(spark, store, files) -> None:
    for name in ("2013/01.pgn", "2013/02.pgn", "2014/01.pgn", "2014/notes.txt"):
        store.system.put_file(str(files["plain"]), f"games/{name}")
    one = scoresheet.read(files["plain"]).count()
    for url, times in (("s3://games", 3), ("s3://games/2013/", 2), ("s3://games/*/01.pgn", 2)):
        games = spark.read.format("scoresheet").options(columns="source").load(url)
        assert games.count() == times * one, url


def test_few_requests_are_sent(store, text: bytes) -> None:
    large = text * (40_000_000 // len(text))
    store.system.pipe_file("games/large.pgn", large)
    planned = parts.plan("s3://games/large.pgn", size=16 << 20, numbers=False)
    assert len(planned) == 3
    store.requests.clear()
    found = sum(part.read(columns=["white"]).count() for part in planned)
    assert found == 40_000_000 // len(text) * scoresheet.read(text).count()
    assert len(store.requests) <= len(large) / (8 << 20) + 3 * len(planned), store.requests


def test_games_before_parts_are_counted_by_tasks(spark, store, files) -> None:
    store.system.put_file(str(files["plain"]), "games/a.pgn")
    games = scoresheet.spark.read(spark, "s3://games/a.pgn", ["game", "errors"], splitSize="9k")
    [option] = [value for name, value in plan_options(games).items() if name == "plan"]
    assert '"before"' in option
    expected = pa.table(scoresheet.read(files["plain"], columns=["game", "errors"]))
    assert games.toArrow().to_pylist() == expected.to_pylist()


def plan_options(games: Any) -> dict[str, str]:
    relation = games._jdf.queryExecution().analyzed()
    options = relation.options()
    return {name: options.get(name) for name in options.keySet().toArray()}


def test_jobs_write_to_a_store(spark, store, root) -> None:
    games = scoresheet.spark.read(spark, root / "examples" / "historic.pgn", ["tags", "moves"], splitSize="4k")
    for mode, times in (("append", 1), ("append", 2), ("overwrite", 1)):
        games.write.format("scoresheet").mode(mode).option("compression", "zst").save("s3://games/out")
        store.system.invalidate_cache()
        names = [Path(name).name for name in store.system.ls("games/out")]
        assert "_SUCCESS" in names
        assert scoresheet.read("s3://games/out").count() == 45 * times
    assert all(name == "_SUCCESS" or name.endswith(".pgn.zst") for name in names)


def test_a_job_that_fails_leaves_nothing_in_the_store(spark, store, files) -> None:
    bad = scoresheet.spark.read(spark, files["plain"], ["tags", "moves"], splitSize="4k", onError="raise")
    with pytest.raises(Exception, match="move-illegal"):
        bad.write.format("scoresheet").mode("append").save("s3://games/out")
    store.system.invalidate_cache()
    assert not store.system.exists("games/out")


def test_a_stream_reads_what_appears_in_a_store(spark, store, root, tmp_path: Path) -> None:
    def run() -> list[str]:
        stream = spark.readStream.format("scoresheet").option("columns", "source").load("s3://games/months")
        writing = stream.writeStream.format("parquet").option("checkpointLocation", str(tmp_path / "state"))
        writing.option("path", str(tmp_path / "rows")).trigger(availableNow=True).start().awaitTermination()
        if not any(tmp_path.glob("rows/*.parquet")):
            return []
        return sorted(row["source"] for row in spark.read.parquet(str(tmp_path / "rows")).collect())

    example = str(root / "examples" / "annotated.pgn")
    assert run() == []
    store.system.put_file(example, "games/months/1.pgn")
    assert run() == ["s3://games/months/1.pgn"] * 3
    store.system.put_file(example, "games/months/0.pgn")
    assert run() == ["s3://games/months/0.pgn"] * 3 + ["s3://games/months/1.pgn"] * 3


def test_what_is_not_in_the_store_is_named(spark, store) -> None:
    with pytest.raises(Exception, match=r"cannot read `s3://games/none\.pgn`: no such file or folder"):
        spark.read.format("scoresheet").load("s3://games/none.pgn").count()
