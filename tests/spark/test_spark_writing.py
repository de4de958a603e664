"""Writing rows as files, and streams of files that appear in a folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="PySpark is not installed")

import scoresheet
import scoresheet.spark


def texts(path: Path) -> list[str]:
    return sorted(game.to("pgn") for game in scoresheet.read(path))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def games(spark, root) -> Any:
    return scoresheet.spark.read(spark, root / "examples" / "historic.pgn", ["tags", "moves"], splitSize="4k")


def test_every_game_is_written_once(games, tmp_path: Path, root) -> None:
    games.write.format("scoresheet").mode("append").save(str(tmp_path / "out"))
    found = names(tmp_path / "out")
    assert "_SUCCESS" in found
    assert "_temporary" not in found
    assert len(found) > 3
    assert [tags_and_moves(game) for game in sorted_games(tmp_path / "out")] == [
        tags_and_moves(game) for game in sorted_games(root / "examples" / "historic.pgn")
    ]


def sorted_games(path: Path) -> list[Any]:
    return sorted(scoresheet.read(path), key=tags_and_moves)


def tags_and_moves(game: Any) -> tuple[Any, ...]:
    return game.tags["White"], game.tags["Black"], game.tags["Date"], [node.san for node in game.mainline()]


def test_append_adds_and_overwrite_replaces(games, tmp_path: Path) -> None:
    target = tmp_path / "out"
    for mode, times in (("append", 1), ("append", 2), ("overwrite", 1)):
        games.coalesce(1).write.format("scoresheet").mode(mode).option("compression", "zst").save(str(target))
        assert len(list(target.glob("part-*.pgn.zst"))) == times
    assert scoresheet.read(target).count() == 45


def test_other_formats_and_their_options(games, tmp_path: Path) -> None:
    target = tmp_path / "out"
    games.coalesce(1).write.format("scoresheet").mode("append").options(to="vgn", moves="mcn").save(str(target))
    [path] = target.glob("*.vgn")
    assert "e2e4" in path.read_text()


@pytest.mark.parametrize(("options", "said"), [({"to": "word"}, "not a format to write"), ({"move": "mcn"}, "`moves`")])
def test_wrong_options_leave_nothing_behind(games, tmp_path: Path, options: dict[str, str], said: str) -> None:
    with pytest.raises(Exception, match=said):
        games.write.format("scoresheet").mode("append").options(**options).save(str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_a_job_that_fails_leaves_nothing_behind(spark, files, tmp_path: Path) -> None:
    bad = scoresheet.spark.read(spark, files["plain"], ["tags", "moves"], splitSize="4k", onError="raise")
    with pytest.raises(Exception, match="move-illegal"):
        bad.write.format("scoresheet").mode("append").save(str(tmp_path / "out"))
    assert not [path for path in (tmp_path / "out").rglob("*") if path.is_file()]


def test_a_stream_reads_each_file_once(spark, root, tmp_path: Path) -> None:
    months, target = tmp_path / "months", tmp_path / "rows"
    months.mkdir()

    def run() -> dict[str, int]:
        stream = spark.readStream.format("scoresheet").option("columns", "game,source,white").load(str(months))
        writing = stream.writeStream.format("parquet").option("checkpointLocation", str(tmp_path / "state"))
        writing.option("path", str(target)).trigger(availableNow=True).start().awaitTermination()
        if not target.exists() or not any(target.glob("*.parquet")):
            return {}
        counted = spark.read.parquet(str(target)).groupBy("source").count().collect()
        return {Path(row["source"]).name: row["count"] for row in counted}

    shutil.copy(root / "examples" / "historic.pgn", months / "1.pgn")
    (months / "_2.pgn").write_bytes(b"1. e4")
    assert run() == {"1.pgn": 45}
    assert run() == {"1.pgn": 45}
    shutil.copy(root / "examples" / "annotated.pgn", months / "0.pgn")
    assert run() == {"0.pgn": 3, "1.pgn": 45}
