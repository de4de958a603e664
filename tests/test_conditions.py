"""Conditions choose the same games for all inputs and interfaces."""

from __future__ import annotations

import gzip
import pickle
import re
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


def test_a_condition_is_evaluated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answer = conditions.games_that_meet
    monkeypatch.setattr(
        conditions,
        "games_that_meet",
        lambda condition, *others: (asked.append(condition), answer(condition, *others))[1],
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


@pytest.mark.parametrize("condition", [5, b"true", ["true"]])
def test_a_condition_is_text(condition: Any, tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="`where` must be a string"):
        scoresheet.read(HISTORIC).where(condition)
    with pytest.raises(scoresheet.UsageError, match="`where` must be a string"):
        scoresheet.convert(HISTORIC, tmp_path / "a.pgn", where=condition)


def test_a_condition_that_is_missing_is_refused_at_once() -> None:
    with pytest.raises(scoresheet.UsageError, match="`where` must be a string"):
        scoresheet.read(HISTORIC).where(None)  # type: ignore[arg-type]
    for blank in ("", " \n"):
        with pytest.raises(scoresheet.UsageError, match="the condition is empty"):
            scoresheet.read(HISTORIC).where(blank)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("white like $x", "the SQL needs a value for `$x`"),
        ("white = ?", "the SQL has parameters without a name"),
    ],
)
def test_conditions_take_no_parameters(condition: str, message: str, tmp_path: Path) -> None:
    for choose in in_all_ways(HISTORIC, condition, tmp_path):
        with pytest.raises(scoresheet.UsageError) as caught:
            choose()
        assert caught.value.message == message
        assert caught.value.hint == "conditions take no parameters: write the value itself, text in single quotes"


def test_options_of_formats_are_for_the_side_that_has_them(tmp_path: Path) -> None:
    commas, semicolons = tmp_path / "commas.csv", tmp_path / "semicolons.csv"
    scoresheet.convert(HISTORIC, commas)
    # Both formats have the option: it is for the output.
    assert scoresheet.convert(commas, semicolons, where="year < 1800", delimiter="semicolon").written == 2
    assert scoresheet.convert(semicolons, tmp_path / "a.pgn", where="year < 1800", delimiter="semicolon").written == 2
    assert scoresheet.convert(HISTORIC, tmp_path / "a.scz", where="year < 1800", effort="max").written == 2
    assert scoresheet.convert(HISTORIC, tmp_path / "a.duckdb", where="year < 1800", table="mine").written == 2
    assert scoresheet.convert(tmp_path / "a.duckdb", tmp_path / "b.pgn", where="true", table="mine").written == 2


# Tables that lack columns


FEW = ["game", "source", "white", "text"]


@pytest.fixture(scope="module")
def table() -> Any:
    return scoresheet.read(HISTORIC, columns=["tags", "text", "summary"]).arrow()


@pytest.mark.parametrize("lacks", [["source"], ["game"], ["source", "game"]])
@pytest.mark.parametrize("nulls", [False, True], ids=["missing", "NULL"])
def test_rows_need_not_name_their_games(table: Any, lacks: list[str], nulls: bool, tmp_path: Path) -> None:
    rows = duckdb.from_arrow(table)
    changed = (
        f"* REPLACE ({', '.join(f'NULL AS {name}' for name in lacks)})" if nulls else f"* EXCLUDE ({', '.join(lacks)})"
    )
    rows = rows.project(changed)
    expected = [game.tags["White"] for game in scoresheet.games(table) if meets(game)]
    for games in (scoresheet.games(rows), scoresheet.games(rows).limit(1000), scoresheet.games(rows).set_tags(X="1")):
        assert [game.tags["White"] for game in games.where(CONDITION)] == expected
    rows.write_parquet(str(tmp_path / "a.parquet"))
    both = [tmp_path / "a.parquet", HISTORIC]
    for edit in (lambda games: games, lambda games: games.cut(before=1), lambda games: games.limit(1000)):
        found = [game.tags["White"] for game in edit(scoresheet.read(both)).where(CONDITION)]
        assert found == expected * 2
    assert scoresheet.convert(both, tmp_path / "a.pgn", where=CONDITION).written == len(found)


def test_conditions_apply_to_rows_of_a_query() -> None:
    won = scoresheet.query(HISTORIC, "select game_text, year from games where result = '1-0'")
    assert len(list(scoresheet.games(won).where("year < 1800"))) == 2


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
@pytest.mark.parametrize("others", [[], [HISTORIC]], ids=["alone", "beside text"])
def test_a_column_that_a_table_lacks_is_named(kind: str, others: list[Path], tmp_path: Path) -> None:
    few = written(tmp_path, f"few.{kind}", columns=FEW)
    for choose in in_all_ways([few, *others], "year > 1900", tmp_path):
        with pytest.raises(scoresheet.UsageError) as caught:
            choose()
        assert caught.value.message == f"`{few}` has no column `year` (family `tags`)"
        assert caught.value.hint == 'convert the games again with `columns=["tags", "text", "errors"]`'
    # An edit computes all columns again.
    assert len(list(scoresheet.read(few).set_tags(X="1").where("year > 1900"))) == 22


def test_each_table_must_have_the_column(table: Any, tmp_path: Path) -> None:
    few, whole = written(tmp_path, "few.parquet", columns=FEW), written(tmp_path, "whole.parquet")
    for choose in in_all_ways([whole, few], "year > 1900", tmp_path):
        with pytest.raises(scoresheet.UsageError, match=r"few\.parquet` has no column `year`"):
            choose()
    with pytest.raises(scoresheet.UsageError, match="`<table>` has no column `year`"):
        list(scoresheet.games(duckdb.from_arrow(table).project("game_text")).where("year > 1900"))


def test_a_table_without_columns_of_games_is_named() -> None:
    with pytest.raises(scoresheet.UsageError, match="no column of games is in `<table>`"):
        list(scoresheet.games(duckdb.sql("select 1 AS other")).where("true"))


@pytest.mark.parametrize("condition", ["white", "white::BOOLEAN"])
def test_messages_about_a_condition_name_nothing_of_ours(condition: str, tmp_path: Path) -> None:
    for choose in in_all_ways(HISTORIC, condition, tmp_path):
        with pytest.raises(scoresheet.UsageError) as found:
            choose()
        # The hint is a note of the exception, which `match` would see after the message.
        assert re.search(r"Could not convert string .* from source column white$", found.value.message)


def test_parquet_may_have_columns_of_others(tmp_path: Path) -> None:
    whole, own = written(tmp_path, "whole.parquet"), tmp_path / "own.parquet"
    duckdb.sql(f"""copy (select *, game % 2 AS "my column", 7 AS _input from '{whole}') to '{own}'""")
    assert scoresheet.convert(own, tmp_path / "a.pgn", where='"my column" = 1').written == 23
    assert len(list(scoresheet.read(own).where('"my column" = 1 and game > 40'))) == 3


# Every piece of SQL that DuckDB computes for a row


SQL = {
    "ply_count > avg(ply_count) over ()": 21,
    "row_number() over (partition by white order by year) = 1": 36,
    "COLUMNS('source') is not null": 45,
    "COLUMNS('white$|black$') like 'M%'": 1,
    "COLUMNS(* EXCLUDE game) is not null": 0,
    "(select count(*) from (select distinct * exclude (game) from games)) > 1": 45,
    "(select count(*) from (from games union select * from games)) = 45": 45,
    "ply_count > (select avg(ply_count) from games g where g.result = games.result)": 21,
}


@pytest.mark.parametrize("kind", ["pgn", "parquet", "arrow"])
@pytest.mark.parametrize("condition", SQL)
def test_sql_means_the_same_in_all_ways(condition: str, kind: str, tmp_path: Path) -> None:
    whole = ["tags", "text", "summary", "errors"]
    source = HISTORIC if kind == "pgn" else written(tmp_path, f"a.{kind}", columns=whole)
    assert [choose() for choose in in_all_ways(source, condition, tmp_path)] == [SQL[condition]] * 3


def test_a_star_leaves_out_what_a_table_lacks(tmp_path: Path) -> None:
    both = [HISTORIC, written(tmp_path, "a.parquet", columns=["tags", "text", "summary"])]
    assert "final_fen" not in duckdb.sql(f"from '{both[1]}'").columns
    distinct = "(select count(*) from (select distinct * exclude (game) from games)) > 0"
    assert [choose() for choose in in_all_ways(both, distinct, tmp_path)] == [90] * 3


@pytest.mark.parametrize("name", ["_input", "_number", "_place", "_file", "file_row_number", "meets"])
@pytest.mark.parametrize("kind", ["pgn", "parquet", "the same parquet file twice", "arrow"])
def test_conditions_see_the_columns_of_games_alone(kind: str, name: str, tmp_path: Path) -> None:
    for choose in in_all_ways(INPUTS[kind](tmp_path), f"{name} is not null", tmp_path):
        with pytest.raises(scoresheet.UsageError, match=f'Referenced column "{name}" not found'):
            choose()


@pytest.mark.parametrize("condition", ["count(*) > 1", "count(*) > 1 and row_number() over () = 1", "unnest([true])"])
def test_a_condition_is_about_one_row(condition: str, tmp_path: Path) -> None:
    for choose in in_all_ways(HISTORIC, condition, tmp_path):
        with pytest.raises(scoresheet.UsageError):
            choose()


def test_games_that_are_skipped_keep_their_places(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_text("".join(f'[White "{name}"]\n\n{moves} *\n\n' for name, moves in BAD), "utf-8")
    games = scoresheet.read(bad, on_error="skip")
    for edit in (*CHOICES_OF_ALL, lambda games: games.cut(before=1)):
        assert [game.tags["White"] for game in edit(games).where("white = 'D' and ply_count > 0")] == ["D"]
        assert [game.tags["White"] for game in edit(games).where("white > 'A'").where("ply_count > 0")] == ["B", "D"]


BAD = [("A", "1. e4 e5 2. Ke3"), ("B", "1. d4 d5"), ("C", "1. e5"), ("D", "1. c4")]
CHOICES_OF_ALL: list[Callable[[Any], Any]] = [
    lambda games: games.select("1-"),
    lambda games: games.limit(9),
    lambda games: games.sample(9),
    lambda games: games.sort("white"),
    lambda games: games.reverse().reverse(),
    lambda games: games.dedupe(),
    lambda games: games.where("true"),
]


# What goes wrong while a condition is evaluated


LATE = "CASE WHEN game > 17990 THEN event::INT = 1 ELSE false END"
"""A condition that fails after many rows were answered."""


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """18,000 games: more than DuckDB produces before the first rows are fetched."""
    path = tmp_path_factory.mktemp("many") / "many.pgn"
    path.write_text(HISTORIC.read_text("utf-8") * 400, "utf-8")
    return path


def in_all_ways(source: Any, condition: str, folder: Path) -> list[Callable[[], Any]]:
    """How many games meet a condition: as the option, and as the method, of inputs and after a choice."""
    return [
        lambda: scoresheet.convert(source, folder / "out.pgn", where=condition, force=True).written,
        lambda: len(list(scoresheet.read(source).where(condition))),
        lambda: len(list(scoresheet.read(source).limit(1000).where(condition))),
    ]


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


def test_the_rest_of_a_damaged_input_counts_as_in_reading(many: Path, tmp_path: Path) -> None:
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
