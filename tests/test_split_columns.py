"""Columns that are split into many files, and files that are added to folders: against one file with the same games."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

import scoresheet
from scoresheet.errors import FileError, UsageError

duckdb = pytest.importorskip("duckdb")
polars = pytest.importorskip("polars")
parquet = pytest.importorskip("pyarrow.parquet")

ROOT = Path(__file__).parent.parent
HISTORIC = str(ROOT / "examples" / "historic.pgn")
ANNOTATED = str(ROOT / "examples" / "annotated.pgn")
EXAMPLES = str(ROOT / "examples")
NULL = "__HIVE_DEFAULT_PARTITION__"
DATES = ["2024.05.01", "2024.05.31", "2024.??.??", "2024.06.??", "????.??.??", "", "2023.05.09", "1999.12.31"]


def files(folder: Path) -> dict[str, bytes]:
    """The files in a folder and its folders, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def dated(folder: Path) -> Path:
    """A file of games with these dates, the last of which is the first."""
    path = folder / "dated.pgn"
    path.write_text("".join(f'[White "{date}"]\n[Date "{date}"]\n\n1. e4 *\n\n' for date in DATES), "utf-8")
    return path


def rows(source: object) -> list[dict[str, object]]:
    """The rows of all games, in one order."""
    table = scoresheet.read(source).columns("tags", "summary", "moves").arrow()  # type: ignore[arg-type]
    return sorted(table.to_pylist(), key=repr)


def test_partitions_are_by_year_and_known_month(tmp_path: Path) -> None:
    report = scoresheet.convert(
        dated(tmp_path), tmp_path / "set/year={year}/month={month}/{part}.parquet", part_games=1
    )
    assert sorted(files(tmp_path / "set")) == sorted([
        "year=1999/month=12/001.parquet", "year=2023/month=5/001.parquet", "year=2024/month=5/001.parquet",
        "year=2024/month=5/002.parquet", "year=2024/month=6/001.parquet", f"year=2024/month={NULL}/001.parquet",
        f"year={NULL}/month={NULL}/001.parquet", f"year={NULL}/month={NULL}/002.parquet",
    ])  # fmt: skip
    assert (report.games, report.written, report.files, report.renamed) == (8, 8, 8, 0)
    assert rows(tmp_path / "set") == rows(dated(tmp_path))
    assert rows(tmp_path / "set" / "**" / "*.parquet") == rows(tmp_path / "set")
    scoresheet.convert(dated(tmp_path), tmp_path / "{year}-{month}.vgn")
    assert {"unknown-unknown.vgn", "2024-unknown.vgn", "2024-05.vgn"} < files(tmp_path).keys()


def test_other_programs_read_the_partitions(tmp_path: Path) -> None:
    scoresheet.convert(EXAMPLES, tmp_path / "set/year={year}/result={result}/{part}.parquet", part_games=20)
    wanted = Counter((row["year"], row["result"]) for row in rows(EXAMPLES))
    query = f"SELECT year, result, count(*) FROM read_parquet('{tmp_path}/set/**/*.parquet', hive_partitioning=true)"
    found = duckdb.sql(f"{query} GROUP BY ALL").fetchall()
    assert {(year, result): count for year, result, count in found} == wanted
    assert duckdb.sql(f"{query} WHERE year < 1850 GROUP BY ALL").fetchall()
    frame = polars.scan_parquet(f"{tmp_path}/set/**/*.parquet", hive_partitioning=True).collect()
    assert Counter(frame.select("year", "result").iter_rows()) == wanted


@pytest.mark.parametrize("to", ["parquet", "arrow"])
@pytest.mark.parametrize("field", ["white", "eco", "date", "termination"])
def test_a_split_is_the_games_of_each_value(tmp_path: Path, to: str, field: str) -> None:
    source = [HISTORIC, ANNOTATED, dated(tmp_path)]
    report = scoresheet.convert(source, tmp_path / "set" / f"value={{{field}}}" / f"{{part}}.{to}", part_games=4)
    found: dict[str | None, int] = Counter()
    for path in sorted((tmp_path / "set").rglob(f"*.{to}")):
        table = scoresheet.read(path).columns(field).arrow()
        values = {None if value in (None, "", "?", "????.??.??") else str(value) for value in table[field].to_pylist()}
        named = unquote(path.parent.name.removeprefix("value="))
        assert values == {None if named == NULL else named}, path
        assert table.num_rows <= 4
        found[named] += table.num_rows
    assert sum(found.values()) == report.written == 56
    assert len(list((tmp_path / "set").rglob(f"*.{to}"))) == report.files
    assert rows(tmp_path / "set") == rows(source)


def test_each_game_goes_to_the_files_of_both_players(tmp_path: Path) -> None:
    report = scoresheet.convert(HISTORIC, tmp_path / "set" / "{player}.parquet", no_sort=True)
    played = [(game.tags["White"], game.tags["Black"]) for game in scoresheet.read(HISTORIC)]
    for path in (tmp_path / "set").iterdir():
        found = [(game.tags["White"], game.tags["Black"]) for game in scoresheet.read(path)]
        assert found == [pair for pair in played if path.stem in pair]
    twice = sum(white != black for white, black in played)
    assert (report.written, report.changes) == (45, {"games-written-twice": twice})


def test_rows_are_sorted_by_date_across_the_parts_or_keep_their_order(tmp_path: Path) -> None:
    source = [HISTORIC, ANNOTATED, HISTORIC]
    for number, options in enumerate(({}, {"no_sort": True}, {"sort": ["-black"]})):
        place, one = tmp_path / f"{number}", tmp_path / f"{number}.parquet"
        scoresheet.convert(source, place / "{part}.parquet", part_games=7, **options)
        scoresheet.convert(source, one, **options)
        parts = [parquet.read_table(path) for path in sorted(place.iterdir())]
        assert [part.num_rows for part in parts] == [7] * 13 + [2]
        assert [row for part in parts for row in part.to_pylist()] == parquet.read_table(one).to_pylist()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_all_numbers_of_threads_and_bytes_of_memory_write_the_same(tmp_path: Path, threads: int) -> None:
    many = tmp_path / "many.pgn"
    many.write_bytes(Path(HISTORIC).read_bytes() * 60)
    for name, options in (("one", {"threads": 1}), ("other", {"threads": threads, "sort_memory": 1 << 20})):
        output = tmp_path / name / "result={result}" / "{year}-{part}.parquet"
        report = scoresheet.convert(many, output, part_games=70, columns=["tags"], **options)
        assert report.written == 2700
    # Pages of a file may begin at other rows, which are the same.
    one, other = tmp_path / "one", tmp_path / "other"
    assert files(one).keys() == files(other).keys()
    assert all(
        parquet.ParquetFile(one / name).read().equals(parquet.ParquetFile(other / name).read()) for name in files(one)
    )


def test_parts_count_what_they_hold(tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text('[White "A"]\n\n1. e4 e4 *\n\n[White "B"]\n\n1. e4 e5 *\n')
    scoresheet.convert(tmp_path / "bad.pgn", tmp_path / "{white}.parquet")
    counts = [parquet.read_metadata(tmp_path / f"{name}.parquet").metadata[b"scoresheet.counts"] for name in "AB"]
    assert counts == [
        b'{"games":1,"plies":1,"errors":{"move-illegal":1}}',
        b'{"games":1,"plies":2,"errors":{}}',
    ]


def test_parts_are_added_with_the_next_numbers(tmp_path: Path) -> None:
    output = tmp_path / "games" / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    before = files(tmp_path / "games")
    report = scoresheet.convert(ANNOTATED, output, append=True)
    assert (report.files, report.written) == (1, 3)
    after = files(tmp_path / "games")
    assert sorted(after) == ["001.parquet", "002.parquet"]
    assert before.items() <= after.items()
    (tmp_path / "games" / "001.parquet").rename(tmp_path / "games" / "0041.parquet")
    report = scoresheet.convert(HISTORIC, output, append=True, part_games=20)
    assert sorted(files(tmp_path / "games")) == [
        "002.parquet", "0041.parquet", "042.parquet", "043.parquet", "044.parquet",
    ]  # fmt: skip
    assert rows(tmp_path / "games") == rows([HISTORIC, ANNOTATED, HISTORIC])


def test_each_folder_of_partitions_is_numbered_separately(tmp_path: Path) -> None:
    output = tmp_path / "set" / "year={year}" / "{part}.parquet"
    scoresheet.convert(dated(tmp_path), output, append=True, limit=1)
    scoresheet.convert(dated(tmp_path), output, append=True)
    assert sorted(files(tmp_path / "set")) == sorted([
        "year=1999/001.parquet", "year=2023/001.parquet", "year=2024/001.parquet", "year=2024/002.parquet",
        f"year={NULL}/001.parquet",
    ])  # fmt: skip


@pytest.mark.parametrize("name", ["{part}.pgn", "g-{part:1}.vgn.gz", "{part}.csv", "{white:1}/{part}.arrow"])
def test_files_of_every_kind_are_added_to_folders(tmp_path: Path, name: str) -> None:
    for _ in range(2):
        scoresheet.convert(HISTORIC, tmp_path / "out" / name, append=True)
        before = files(tmp_path / "out")
    scoresheet.convert(HISTORIC, tmp_path / "out" / name, append=True)
    assert before.items() < files(tmp_path / "out").items()
    assert scoresheet.check(tmp_path / "out").games == 3 * 45


def test_a_folder_itself_gets_numbered_parts(tmp_path: Path) -> None:
    for _ in range(2):
        scoresheet.convert(HISTORIC, f"{tmp_path / 'out'}/", append=True, to="parquet")
    assert sorted(files(tmp_path / "out")) == ["games-001.parquet", "games-002.parquet"]
    scoresheet.convert([HISTORIC, ANNOTATED], f"{tmp_path / 'each'}/", to="parquet")
    assert sorted(files(tmp_path / "each")) == ["annotated.parquet", "historic.parquet"]


@pytest.mark.parametrize(
    ("columns", "why"),
    [
        (["tags", "summary"], "has the column `piece`, which would not be written"),
        (["tags", "summary", "moves", "text"], "lacks the column `game_text`, which would be written"),
        (["summary", "tags", "moves"], "has the columns in another order"),
    ],
)
def test_parts_with_other_columns_are_refused(tmp_path: Path, columns: list[str], why: str) -> None:
    output = tmp_path / "games" / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    before = files(tmp_path / "games")
    with pytest.raises(UsageError, match=why) as caught:
        scoresheet.convert(ANNOTATED, output, append=True, columns=columns)
    assert (caught.value.code, Path(str(caught.value.file)).name) == ("write-failed", "001.parquet")
    assert "columns" in caught.value.hint
    assert files(tmp_path / "games") == before


def test_parts_of_other_programs_and_versions_are_refused(tmp_path: Path) -> None:
    import pyarrow

    place = tmp_path / "games"
    output = place / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    table = parquet.read_table(place / "001.parquet")
    year = table.column_names.index("year")
    other = table.set_column(year, "year", table["year"].cast(pyarrow.int64()))
    metadata = {**table.schema.metadata, b"scoresheet.schema": b"1"}
    for changed, why in (
        (other, "has the column `year` as Int64, not Int16"),
        (table.replace_schema_metadata(metadata), r"schema 1, not \d"),
    ):
        parquet.write_table(changed, place / "001.parquet")
        with pytest.raises(UsageError, match=why):
            scoresheet.convert(ANNOTATED, output, append=True)
    parquet.write_table(table, place / "001.parquet")
    scoresheet.convert(ANNOTATED, output, append=True)
    (place / "003.parquet").write_bytes(b"PAR1 is all there is")
    with pytest.raises(FileError, match=r"003\.parquet"):
        scoresheet.convert(ANNOTATED, output, append=True)
    assert sorted(files(place)) == ["001.parquet", "002.parquet", "003.parquet"]


def test_what_is_in_the_folder_is_not_added_to_it(tmp_path: Path) -> None:
    output = tmp_path / "games" / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    for source in (tmp_path / "games", tmp_path / "games" / "*.parquet"):
        with pytest.raises(UsageError, match="input"):
            scoresheet.convert(source, output, append=True)
    assert sorted(files(tmp_path / "games")) == ["001.parquet"]


@pytest.mark.parametrize(
    ("output", "options", "message"),
    [
        ("one.parquet", {"append": True}, "cannot be appended to a file of `parquet`"),
        ("{year}.parquet", {"append": True}, "has no `.part.`"),
        ("{part}.parquet", {"append": True, "force": True}, "added to a file or replace it"),
        ("{part}.parquet", {}, "the size of the parts is not given"),
        ("{part}.parquet", {"part_size": 1000}, "the size of parts is that of their text"),
        ("{month:1}.pgn", {}, "has no length"),
        ("{piece}.parquet", {}, "is not text, a number or a date"),
        ("{white}.scz", {}, "is written to one output"),
        ("none/there/{part}.parquet", {"part_games": 3}, "there is no folder `.*none`"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, output: str, options: dict[str, object], message: str) -> None:
    with pytest.raises((UsageError, FileError), match=message):
        scoresheet.convert(HISTORIC, tmp_path / output, **options)  # type: ignore[arg-type]
    assert files(tmp_path) == {}


def test_a_single_file_names_the_form_for_folders() -> None:
    with pytest.raises(UsageError) as caught:
        scoresheet.convert(HISTORIC, "all.parquet", append=True)
    assert "games/{part}.parquet" in caught.value.hint


def test_nothing_is_added_by_a_job_that_fails(tmp_path: Path) -> None:
    output = tmp_path / "games" / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    before = files(tmp_path / "games")
    (tmp_path / "bad.pgn").write_text("1. e4 e4 *")
    with pytest.raises(scoresheet.ScoresheetError):
        scoresheet.convert(tmp_path / "bad.pgn", output, append=True, on_error="raise")
    assert files(tmp_path / "games") == before
    (tmp_path / "none.pgn").write_text("")
    assert scoresheet.convert(tmp_path / "none.pgn", output, append=True).files == 0
    assert files(tmp_path / "games") == before


@pytest.mark.skipif(os.name == "nt", reason="folders are not locked there")
def test_one_process_adds_at_a_time(tmp_path: Path) -> None:
    place = tmp_path / "games"
    output = place / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "-o", str(output), "--append", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as waiting:
        assert waiting.stdin is not None
        waiting.stdin.write(Path(HISTORIC).read_bytes())
        waiting.stdin.flush()
        # It has the folder when it has made the hidden one in it.
        while len(list(place.iterdir())) == 1:
            assert waiting.poll() is None
        with pytest.raises(UsageError, match="another process is adding files to it"):
            scoresheet.convert(ANNOTATED, output, append=True)
        hidden = [path.name for path in place.iterdir() if path.name != "001.parquet"]
        assert all(name.startswith(".") for name in hidden)
        waiting.stdin.close()
        assert waiting.wait() == 0
    assert sorted(files(place)) == ["001.parquet", "002.parquet"]


def test_a_killed_job_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    place = tmp_path / "games"
    output = place / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    before = files(place)
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "-o", str(output), "--append", "--quiet"]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as job:
        assert job.stdin is not None
        job.stdin.write(Path(HISTORIC).read_bytes())
        job.stdin.flush()
        while len(list(place.iterdir())) == 1:
            assert job.poll() is None
        job.kill()
        job.wait()
    assert {name: data for name, data in files(place).items() if not name.startswith(".")} == before
    assert scoresheet.check(place).games == 45
    scoresheet.convert(ANNOTATED, output, append=True)
    assert sorted(files(place)) == ["001.parquet", "002.parquet"]


def test_a_collection_grows_by_new_games_only(tmp_path: Path) -> None:
    place = tmp_path / "games"
    output = place / "{part}.parquet"
    scoresheet.convert(HISTORIC, output, append=True)
    wanted = 0
    for source, new in ((EXAMPLES, 235), (EXAMPLES, 0), (HISTORIC, 0)):
        report = scoresheet.convert(source, output, append=True, dedupe_against=place)
        wanted += new
        assert report.written == new
    assert scoresheet.check(place).games == 45 + wanted
    assert sorted(path.name for path in place.glob("*.parquet")) == ["001.parquet", "002.parquet"]
