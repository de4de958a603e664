"""Games that are in other files already are left out; what is known of these files is kept beside them."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet
from scoresheet.errors import FileError, ScoresheetError, UsageError

OLD = """[White "Ann"]
[Black "Bob"]
[Date "2024.01.01"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "Carlsen, Magnus"]
[Black "Anand, Viswanathan"]
[Date "2013.11.09"]

1. Nf3 d5 2. g3 g6 1/2-1/2

[White "Ann"]
[Black "Bob"]
[Date "2024.01.02"]

0-1

"""
NEW = """[White "Ann"]
[Black "Bob"]
[Date "2024.01.01"]

1. e4 e5 2. Nf3 Nc6 {a comment} 1-0

[White "Cid"]
[Black "Bob"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "Carlsen,M"]
[Black "Anand,V"]
[Date "2013.??.??"]

1. Nf3 d5 2. g3 g6 1/2-1/2

[White "Ann"]
[Black "Bob"]
[Date "2024.01.02"]

0-1

[White "Dan"]
[Black "Eve"]

1. d4 *

"""


@pytest.fixture(params=["parquet", "scz", "pgn"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"old.{request.param}"
    (tmp_path / "source.pgn").write_text(OLD)
    scoresheet.convert(tmp_path / "source.pgn", path)
    return path


def left(old: Path, **options: object) -> list[str]:
    games = scoresheet.read(NEW.encode(), dedupe_against=[old], **options)  # type: ignore[arg-type]
    return [game.tags["White"] for game in games]


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        (None, ["Cid", "Carlsen,M", "Dan"]),
        ("exact", ["Cid", "Carlsen,M", "Dan"]),
        ("moves", ["Dan"]),
        ("loose", ["Cid", "Dan"]),
    ],
)
def test_games_are_left_out_as_duplicates_are(old: Path, how: str | None, expected: list[str]) -> None:
    for _ in range(2):  # the second time with the index of the first
        assert left(old, dedupe=how) == expected
    assert (old.with_name(old.name + ".known").exists()) == (old.suffix != ".pgn")


def test_an_index_is_built_again_when_its_file_has_changed(old: Path) -> None:
    assert left(old) == ["Cid", "Carlsen,M", "Dan"]
    scoresheet.convert(b'[White "Dan"]\n[Black "Eve"]\n\n1. d4 *', old, force=True)
    assert left(old) == ["Ann", "Cid", "Carlsen,M", "Ann"]


def test_the_index_alone_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.parquet"
    scoresheet.convert(OLD.encode(), path)
    assert left(path) == ["Cid", "Carlsen,M", "Dan"]
    # A file of the same stamp, whose games cannot be read any more.
    about, content = path.stat(), path.read_bytes()
    path.write_bytes(content[:4] + b"\0" * 100 + content[104:])
    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert left(path) == ["Cid", "Carlsen,M", "Dan"]


def test_a_damaged_index_is_refused(tmp_path: Path) -> None:
    path, index = tmp_path / "old.parquet", tmp_path / "old.parquet.known"
    scoresheet.convert(OLD.encode(), path)
    left(path)
    for damaged in (index.read_bytes()[:-20], bytes([index.read_bytes()[0] ^ 1]) + index.read_bytes()[1:], b"", b"x"):
        index.write_bytes(damaged)
        with pytest.raises(FileError, match=r"cannot read the index .*old\.parquet\.known`") as told:
            left(path)
        assert (told.value.code, told.value.hint) == ("file-damaged", "remove it; it is built again when it is needed")
    index.unlink()
    assert left(path) == ["Cid", "Carlsen,M", "Dan"]


def test_a_file_that_cannot_be_read_ends_the_job(tmp_path: Path) -> None:
    path, target = tmp_path / "old.parquet", tmp_path / "out.pgn"
    scoresheet.convert(OLD.encode(), path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(ScoresheetError, match=r"old\.parquet"):
        scoresheet.convert(NEW.encode(), target, dedupe_against=path)
    with pytest.raises(UsageError, match="no such file"):
        scoresheet.convert(NEW.encode(), target, dedupe_against=tmp_path / "none.parquet")
    assert not target.exists()
    assert not (tmp_path / "old.parquet.known").exists()


def test_reports_and_lists_contain_the_place_of_each_game(tmp_path: Path) -> None:
    path, listed = tmp_path / "old.parquet", tmp_path / "dropped.csv"
    scoresheet.convert(OLD.encode(), path, no_sort=True)
    new = tmp_path / "new.pgn"
    new.write_text(NEW + NEW)
    report = scoresheet.convert(new, tmp_path / "out.pgn", dedupe="loose", dedupe_against=path, duplicates=listed)
    assert report.changes["known-games-dropped"] == 6
    assert report.changes["duplicates-dropped"] == 2
    assert report.written + 8 == report.games == 10
    rows = list(csv.DictReader(listed.open()))
    assert [(row["game"], row["kept_game"], row["reason"]) for row in rows if row["kept_file"] == str(path)] == [
        ("1", "1", "same moves, players and date"),
        ("3", "2", "names spelled and date known differently"),
        ("4", "3", "same moves and players"),
        ("6", "1", "same moves, players and date"),
        ("8", "2", "names spelled and date known differently"),
        ("9", "3", "same moves and players"),
    ]
    assert [(row["game"], row["kept_file"], row["kept_game"]) for row in rows if row["kept_file"] != str(path)] == [
        ("7", str(new), "2"),
        ("10", str(new), "5"),
    ]


def test_several_files_and_folders_are_known(tmp_path: Path) -> None:
    (tmp_path / "all").mkdir()
    for name in ("a", "b"):
        scoresheet.convert(OLD.encode() if name == "a" else b"1. d4 *", tmp_path / "all" / f"{name}.parquet")
    games = scoresheet.read(NEW.encode()).dedupe("moves", against=tmp_path / "all")
    assert len(list(games)) == 0


def test_archives_grow_by_what_is_new(tmp_path: Path) -> None:
    archive = tmp_path / "all.scz"
    (tmp_path / "old.pgn").write_text(OLD)
    (tmp_path / "new.pgn").write_text(NEW)
    command = [sys.executable, "-m", "scoresheet", "convert", "-o", str(archive), "--quiet", "--append"]
    for name in ("old", "new", "new", "old"):
        against = ["--dedupe-against", str(archive)] if archive.exists() else []
        subprocess.run([*command, str(tmp_path / f"{name}.pgn"), *against], check=True)
    assert scoresheet.read(archive).count() == 6


def test_a_folder_that_cannot_be_written_to_has_no_index(tmp_path: Path) -> None:
    path = tmp_path / "old.parquet"
    scoresheet.convert(OLD.encode(), path)
    (tmp_path / "old.parquet.known").mkdir()  # in the way, also for those who may write everywhere
    with pytest.raises(FileError, match="index"):
        left(path)
