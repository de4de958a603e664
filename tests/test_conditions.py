"""Conditions choose the same games whatever the inputs are, and whichever way they are asked for."""

from __future__ import annotations

import gzip
import pickle
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import scoresheet
from scoresheet.engines import conditions, selected_games

ROOT = Path(__file__).resolve().parent.parent
HISTORIC = ROOT / "examples" / "historic.pgn"
ANNOTATED = ROOT / "examples" / "annotated.pgn"
CONDITION = "ply_count % 3 = 0"


def meets(game: scoresheet.Game) -> bool:
    return game.ply_count % 3 == 0


def in_another_order(path: Path, folder: Path) -> Path:
    """The games as Parquet in which no row has the number of its game."""
    made = folder / f"{path.stem}.parquet"
    scoresheet.convert(
        path, folder / "sorted.parquet", columns=["tags", "summary", "text", "errors"], sort=["-ply_count"], force=True
    )
    duckdb.sql(f"copy (select * from '{folder / 'sorted.parquet'}' order by octet_length(game_text)) to '{made}'")
    return made


def without_numbers(folder: Path) -> Path:
    """Parquet whose rows do not name their games."""
    whole = in_another_order(HISTORIC, folder)
    duckdb.sql(f"copy (select * exclude (source, game) from '{whole}') to '{folder / 'bare.parquet'}'")
    return folder / "bare.parquet"


def packed(folder: Path) -> Path:
    """A zip archive with games as text and as a table."""
    with zipfile.ZipFile(folder / "both.zip", "w") as archive:
        archive.write(HISTORIC, "historic.pgn")
        archive.write(in_another_order(ANNOTATED, folder), "annotated.parquet")
    return folder / "both.zip"


def in_folder(folder: Path, *paths: Path) -> Path:
    target = folder / "folder"
    target.mkdir()
    for path in paths:
        shutil.copy(path, target)
    return target


def written(folder: Path, name: str, **options: Any) -> Path:
    scoresheet.convert(HISTORIC, folder / name, **options)
    return folder / name


INPUTS: dict[str, Callable[[Path], Any]] = {
    "pgn": lambda folder: HISTORIC,
    "bytes": lambda folder: HISTORIC.read_bytes(),
    "two texts": lambda folder: [HISTORIC, ANNOTATED],
    "the same text twice": lambda folder: [HISTORIC, HISTORIC],
    "parquet": lambda folder: in_another_order(HISTORIC, folder),
    "two parquet files": lambda folder: [in_another_order(path, folder) for path in (HISTORIC, ANNOTATED)],
    "the same parquet file twice": lambda folder: [in_another_order(HISTORIC, folder)] * 2,
    "parquet without numbers": without_numbers,
    "parquet and text": lambda folder: [ANNOTATED, in_another_order(HISTORIC, folder), HISTORIC],
    "arrow": lambda folder: written(folder, "a.arrow", columns=["tags", "text", "summary"], sort=["-ply_count"]),
    "archive": lambda folder: written(folder, "a.scz"),
    "duckdb": lambda folder: written(folder, "a.duckdb"),
    "sqlite": lambda folder: written(folder, "a.sqlite"),
    "a zip of both": packed,
    "a folder of both": lambda folder: in_folder(folder, ANNOTATED, in_another_order(HISTORIC, folder)),
}


@pytest.mark.parametrize("kind", INPUTS)
def test_the_same_games_meet_a_condition_everywhere(kind: str, tmp_path: Path) -> None:
    source = INPUTS[kind](tmp_path)
    expected = [game for game in scoresheet.read(source) if meets(game)]
    assert 5 < len(expected) < scoresheet.read(source).count() / 2
    assert list(scoresheet.read(source).where(CONDITION)) == expected
    report = scoresheet.convert(source, tmp_path / "out.pgn", where=CONDITION)
    assert report.written == len(expected)
    assert list(scoresheet.read(tmp_path / "out.pgn")) == expected


@pytest.mark.parametrize("kind", [kind for kind in INPUTS if kind != "parquet without numbers"])
@pytest.mark.parametrize(
    "edit",
    [
        lambda games: games.cut(before=1),  # an edit that changes nothing
        lambda games: games.set_tags(Annotator="me").strip("comments"),  # noqa: B005 - not that of texts
        lambda games: games.find("check"),
    ],
    ids=["nothing", "tags", "find"],
)
def test_edits_before_a_condition_change_no_choice(edit: Callable[[Any], Any], kind: str, tmp_path: Path) -> None:
    source = INPUTS[kind](tmp_path)
    expected = [game for game in edit(scoresheet.read(source)) if meets(game)]
    assert expected
    assert list(edit(scoresheet.read(source)).where(CONDITION)) == expected


CHOICES: dict[str, Callable[[Any], Any]] = {
    "limit": lambda games: games.limit(20),
    "select": lambda games: games.select("5-30"),
    "sample": lambda games: games.sample(20, seed=3),
    "sort": lambda games: games.sort("-ply_count").limit(30),
    "reverse": lambda games: games.reverse().limit(20),
    "dedupe": lambda games: games.dedupe("moves", merge=True),
    "where": lambda games: games.where("year < 1900").where("ply_count > 30"),
    "where and limit": lambda games: games.where("year < 1920").limit(20),
}


@pytest.mark.parametrize("kind", ["pgn", "the same text twice", "parquet and text", "parquet"])
@pytest.mark.parametrize("choice", CHOICES)
def test_conditions_come_after_the_choices_before_them(choice: str, kind: str, tmp_path: Path) -> None:
    source = INPUTS[kind](tmp_path)
    games = CHOICES[choice](scoresheet.read(source))
    expected = [game for game in games if meets(game)]
    assert expected
    assert list(games.where(CONDITION)) == expected
    assert list(games.where(CONDITION).limit(2)) == expected[:2]


def test_a_subquery_sees_all_inputs(tmp_path: Path) -> None:
    source = INPUTS["parquet and text"](tmp_path)
    longest = "ply_count = (select max(ply_count) from games)"
    expected = max(game.ply_count for game in scoresheet.read(source))
    assert {game.ply_count for game in scoresheet.read(source).where(longest)} == {expected}
    assert scoresheet.convert(source, tmp_path / "out.pgn", where=longest).written > 0


def test_a_condition_is_answered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answer = conditions.games_of_inputs
    monkeypatch.setattr(
        conditions,
        "games_of_inputs",
        lambda named, options, condition: (asked.append(condition), answer(named, options, condition))[1],
    )
    games = scoresheet.read(HISTORIC).where(CONDITION)
    assert asked == []
    assert len(list(games)) == len(list(games)) == games.columns("white").arrow().num_rows
    assert asked == [CONDITION]


def test_pickled_games_keep_their_condition() -> None:
    games = scoresheet.read(HISTORIC).where(CONDITION)
    expected = list(games)
    assert list(pickle.loads(pickle.dumps(games))) == expected


def test_a_comment_ends_with_the_condition(tmp_path: Path) -> None:
    assert scoresheet.convert(HISTORIC, tmp_path / "a.pgn", where="year < 1800 -- the oldest").written == 2


@pytest.mark.parametrize("condition", ["white_elo >", "nonsense = 1", "", "true) or (true", "event::INT = 1"])
def test_wrong_conditions_are_refused_in_both_ways(condition: str, tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError) as by_method:
        list(scoresheet.read(HISTORIC).where(condition))
    with pytest.raises(scoresheet.UsageError) as by_option:
        scoresheet.convert(HISTORIC, tmp_path / "a.pgn", where=condition)
    assert str(by_method.value) == str(by_option.value)
    assert "_number" not in str(by_method.value)


def test_options_of_formats_are_for_the_side_that_has_them(tmp_path: Path) -> None:
    commas, semicolons = tmp_path / "commas.csv", tmp_path / "semicolons.csv"
    scoresheet.convert(HISTORIC, commas)
    # Both formats have the option: it is for the output.
    assert scoresheet.convert(commas, semicolons, where="year < 1800", delimiter="semicolon").written == 2
    assert scoresheet.convert(semicolons, tmp_path / "a.pgn", where="year < 1800", delimiter="semicolon").written == 2
    assert scoresheet.convert(HISTORIC, tmp_path / "a.scz", where="year < 1800", effort="max").written == 2
    assert scoresheet.convert(HISTORIC, tmp_path / "a.duckdb", where="year < 1800", table="mine").written == 2
    assert scoresheet.convert(tmp_path / "a.duckdb", tmp_path / "b.pgn", where="true", table="mine").written == 2


# What goes wrong while a condition is answered


LATE = "CASE WHEN game > 17990 THEN event::INT = 1 ELSE false END"
"""A condition that fails after many rows were answered."""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """18,000 games: more than DuckDB answers before the first rows are fetched."""
    path = tmp_path_factory.mktemp("many") / "many.pgn"
    path.write_text(HISTORIC.read_text("utf-8") * 400, "utf-8")
    return path


def in_both_ways(source: Path, condition: str, folder: Path, **options: Any) -> list[Callable[[], Any]]:
    return [
        lambda: scoresheet.convert(source, folder / "out.pgn", where=condition, force=True, **options),
        lambda: list(scoresheet.read(source, **options).where(condition)),
        lambda: list(scoresheet.read(source, **options).limit(20_000).where(condition)),
    ]


def test_sql_that_fails_late_is_the_users(many: Path, tmp_path: Path) -> None:
    for choose in in_both_ways(many, LATE, tmp_path):
        with pytest.raises(scoresheet.UsageError, match="Could not convert string"):
            choose()
    rows = scoresheet.query(many, f"select source, CASE WHEN {LATE} THEN 1 ELSE game END AS game from games")
    with pytest.raises(scoresheet.UsageError, match="Could not convert string"):
        selected_games.games_of(rows)


def test_bad_games_are_raised_with_their_place(many: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_text(f'{many.read_text("utf-8")}\n[Event "x"]\n\n1. e4 e4 *\n', "utf-8")
    for choose in in_both_ways(bad, "ply_count > 100", tmp_path, on_error="raise"):
        with pytest.raises(scoresheet.ReadError, match="cannot play `e4`") as caught:
            choose()
        assert caught.value.code == "move-illegal"


def test_the_rest_of_a_damaged_input_counts_as_reading_says(many: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.pgn.gz"
    packed = gzip.compress(many.read_bytes())
    cut.write_bytes(packed[: len(packed) // 2])
    report = scoresheet.convert(cut, tmp_path / "kept.pgn", where="ply_count > 100")
    assert 0 < report.written < report.games
    assert [failed.code for failed in report.errors] == ["file-damaged"]
    for choose in in_both_ways(cut, "ply_count > 100", tmp_path, on_error="raise"):
        with pytest.raises(scoresheet.FileError) as caught:
            choose()
        assert caught.value.code == "file-damaged"
