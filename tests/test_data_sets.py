"""Tables of other programs: each row a game, with columns of any names and types."""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

import scoresheet
from scoresheet import Game, ScoresheetError

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

GAMES = """\
[Event "Rated Blitz game"]
[Site "https://lichess.org/aB3dE5gH"]
[White "Ann"]
[Black "Bob \\"B\\" Björk"]
[Result "1-0"]
[UTCDate "2024.02.29"]
[UTCTime "23:01:03"]
[WhiteElo "1639"]
[BlackElo "1403"]
[WhiteRatingDiff "+5"]
[BlackRatingDiff "-8"]
[ECO "C00"]
[TimeControl "180+2"]
[Termination "Normal"]

1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... e6 2. d4 $6 { [%clk 0:02:58] } (2. Nf3 d5) 2... d5 1-0

[Event "Rated Blitz game"]
[Site "https://lichess.org/cD4eF6gH"]
[White "Cid"]
[Black "Ann"]
[Result "0-1"]
[UTCDate "2024.03.01"]
[UTCTime "00:00:59"]
[WhiteElo "1500"]
[WhiteRatingDiff "+0"]
[TimeControl "-"]
[Termination "Time forfeit"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "Rated Blitz game"]
[Site "https://lichess.org/eE4eF6gH"]
[White "Dan"]
[Black "Eve"]
[Result "1/2-1/2"]
[UTCDate "2024.03.01"]
[UTCTime "00:10:00"]
[TimeControl "600+0"]
[Termination "Normal"]

1. O-O {no} 1/2-1/2

"""


def rows_of(text: str) -> list[dict[str, str]]:
    """The tags and the movetext of each game."""
    rows = []
    for game in re.split(r"\n\n(?=\[)", text.strip()):
        tags, _, moves = game.partition("\n\n")
        row = {name: value.replace('\\"', '"') for name, value in re.findall(r'^\[(\w+) "(.*)"\]$', tags, re.MULTILINE)}
        rows.append({**row, "movetext": moves.replace("\n", " ")})
    return rows


def hugging_face(rows: list[dict[str, str]]) -> pa.Table:
    """The games with the columns and types that `Lichess/standard-chess-games` has."""
    names = list(dict.fromkeys(name for row in rows for name in row))

    def column(name: str) -> pa.Array:
        values = [row.get(name) for row in rows]
        if name == "UTCDate":
            return pa.array([datetime.date(*map(int, value.split("."))) for value in values if value], pa.date32())
        if name == "UTCTime":
            return pa.array([datetime.time(*map(int, value.split(":"))) for value in values if value], pa.time32("s"))
        if name.endswith(("Elo", "Diff")):
            return pa.array([None if value is None else int(value) for value in values], pa.int16())
        return pa.array(values, pa.string())

    return pa.table({name: column(name) for name in names})


def games_of(source: Any, **options: Any) -> scoresheet.Games:
    return scoresheet.read(source, **options) if isinstance(source, Path) else scoresheet.games(source, **options)


def texts(source: Any, **options: Any) -> list[str]:
    return [game.to("pgn") for game in games_of(source, **options)]


WANTED = [game.to("pgn") for game in scoresheet.read(GAMES.encode())]


def as_parquet(table: pa.Table, folder: Path) -> Any:
    pq.write_table(table, folder / "games.parquet", row_group_size=2)
    return folder / "games.parquet"


def as_arrow(table: pa.Table, folder: Path) -> Any:
    feather.write_feather(table, str(folder / "games.arrow"))
    return folder / "games.arrow"


def as_text(delimiter: str, name: str) -> Callable[[pa.Table, Path], Any]:
    def write(table: pa.Table, folder: Path) -> Any:
        with (folder / name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file, delimiter=delimiter)
            writer.writerow(table.column_names)
            for row in table.to_pylist():
                dated = {**row, "UTCDate": row["UTCDate"].strftime("%Y.%m.%d")}
                signed = {
                    key: f"{value:+}" if key.endswith("Diff") and value is not None else value
                    for key, value in dated.items()
                }
                writer.writerow(signed.values())
        return folder / name

    return write


def as_frame(table: pa.Table, _folder: Path) -> Any:
    return table.to_pandas()


def as_polars(table: pa.Table, _folder: Path) -> Any:
    return pytest.importorskip("polars").from_arrow(table)


def as_table(table: pa.Table, _folder: Path) -> Any:
    return table


FORMS = {
    "parquet": as_parquet,
    "arrow": as_arrow,
    "csv": as_text(",", "games.csv"),
    "tsv": as_text("\t", "games.tsv"),
    "pandas": as_frame,
    "polars": as_polars,
    "pyarrow": as_table,
}


@pytest.mark.parametrize("form", FORMS)
def test_rows_of_a_data_set_are_the_games_that_they_come_from(form: str, tmp_path: Path) -> None:
    source = FORMS[form](hugging_face(rows_of(GAMES)), tmp_path)
    assert texts(source) == WANTED
    assert games_of(source).count() == 3


def test_real_games_come_back_from_a_data_set(tmp_path: Path) -> None:
    for name in ("annotated", "generated", "historic", "chess960"):
        games = list(scoresheet.read(EXAMPLES / f"{name}.pgn"))
        rows = []
        for game in games:
            text = game.to("pgn")
            moves = text.partition("\n\n")[2] if text.startswith("[") else text
            rows.append({**dict(game.tags), "movetext": " ".join(moves.split())})
        names = list(dict.fromkeys(key for row in rows for key in row))
        table = pa.table({key: [row.get(key) for row in rows] for key in names})
        source = as_parquet(table, tmp_path)
        found = list(scoresheet.read(source))
        assert len(found) == len(games) > 0
        for game, wanted in zip(found, games, strict=True):
            assert [str(node.san) for node in game.mainline()] == [str(node.san) for node in wanted.mainline()]
            assert dict(game.tags) == {key: value for key, value in wanted.tags.items() if value}


def test_columns_of_a_data_set_become_ours(tmp_path: Path) -> None:
    source = as_parquet(hugging_face(rows_of(GAMES)), tmp_path)
    (tmp_path / "games.pgn").write_text(GAMES)
    families = ["tags", "summary", "notes", "packed"]
    wanted = scoresheet.read(tmp_path / "games.pgn", columns=families).arrow()
    found = scoresheet.read(source, columns=families).arrow()
    assert wanted.drop_columns(["source"]) == found.drop_columns(["source"])
    scoresheet.convert(source, tmp_path / "ours.parquet")
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "theirs.parquet")
    ours, theirs = (pq.read_table(tmp_path / f"{name}.parquet") for name in ("ours", "theirs"))
    assert ours.drop_columns(["source"]) == theirs.drop_columns(["source"])


def test_sql_queries_a_data_set(tmp_path: Path) -> None:
    source = as_parquet(hugging_face(rows_of(GAMES)), tmp_path)
    rows = scoresheet.query(source, "select white, white_elo, ply_count from games order by game").fetchall()
    assert rows == [("Ann", 1639, 4), ("Cid", 1500, 4), ("Dan", None, 0)]
    assert scoresheet.query(source, "select count(*) from sides where player = 'Ann' and won").fetchall() == [(2,)]


KAGGLE = {
    "id": ["TZJHLljE", "l1NXvwaE"],
    "rated": [False, True],
    "created_at": [1504210000000.0, 1504130000000.0],
    "victory_status": ["outoftime", "resign"],
    "winner": ["white", "black"],
    "increment_code": ["15+2", "5+10"],
    "white_id": ["bourgris", "a-00"],
    "white_rating": [1500, 1322],
    "black_id": ["a-00", "skinnerua"],
    "black_rating": [1191, 1261],
    "moves": ["d4 d5 c4 c6", "d4 Nc6 e4"],
    "opening_eco": ["D10", "B00"],
    "opening_name": ["Slav Defense: Exchange Variation", "Nimzowitsch Defense"],
    "opening_ply": [5, 4],
}


@pytest.mark.parametrize("form", ["parquet", "csv", "pandas"])
def test_a_preset_knows_the_columns_of_a_data_set(form: str, tmp_path: Path) -> None:
    table = pa.table(KAGGLE)
    if form == "csv":
        with (tmp_path / "games.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(KAGGLE)
            writer.writerows(zip(*KAGGLE.values(), strict=True))
        source: Any = tmp_path / "games.csv"
    else:
        source = FORMS[form](table, tmp_path)
    first, second = games_of(source, preset="kaggle")
    assert dict(first.tags) | {"rated": "false"} == {
        "GameId": "TZJHLljE", "rated": "false", "UTCDate": "2017.08.31", "Termination": "Time forfeit",
        "Result": "1-0", "TimeControl": "900+2", "White": "bourgris", "WhiteElo": "1500", "Black": "a-00",
        "BlackElo": "1191", "ECO": "D10", "Opening": "Slav Defense: Exchange Variation", "opening_ply": "5",
    }  # fmt: skip
    assert (second.tags["Termination"], second.result, second.tags["TimeControl"]) == ("Normal", "0-1", "300+10")
    (plain, _) = games_of(source)
    assert (plain.tags["increment_code"], plain.tags["white_id"], plain.tags["WhiteElo"]) == (
        "15+2",
        "bourgris",
        "1500",
    )


def test_minutes_become_seconds_on_request(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("TimeControl,moves\n15+2,e4\n10,e4\n1.5+0,e4\n40/7200,e4\n")
    controls = [game.tags["TimeControl"] for game in scoresheet.read(path, minutes="yes")]
    assert controls == ["900+2", "600", "90+0", "40/7200"]
    assert [game.tags["TimeControl"] for game in scoresheet.read(path)] == ["15+2", "10", "1.5+0", "40/7200"]
    found = [game.tags["TimeControl"] for game in scoresheet.read(path, preset="kaggle", minutes="no")]
    assert found == ["15+2", "10", "1.5+0", "40/7200"]


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        (["e4", "e5", "Nf3"], pa.list_(pa.string())),
        (["e2e4", "e7e5", "g1f3"], pa.list_(pa.string())),
        (["e2e4", "e7e5", "g1f3"], pa.large_list(pa.large_string())),
        ("e2e4 e7e5 g1f3", pa.string()),
        ("e2-e4 e7-e5 Ng1-f3", pa.large_string()),
        ("['e4', 'e5', 'Nf3']", pa.string()),
        ("['e2e4' 'e7e5' 'g1f3']", pa.string()),
        ('["e2e4","e7e5","g1f3"]', pa.large_string()),
        ("1.e4 e5 2.Nf3", pa.string()),
        ("e4 e5 Nf3", pa.dictionary(pa.int8(), pa.string())),
    ],
)
@pytest.mark.parametrize("name", ["moves", "moves_uci", "Movetext", "AN", "PGN"])
def test_moves_are_found_in_any_form(moves: Any, kind: pa.DataType, name: str, tmp_path: Path) -> None:
    column = pa.array([moves, moves], kind.value_type).dictionary_encode() if pa.types.is_dictionary(kind) else None
    table = pa.table({"white": ["Ann", "Bob"], name: column if column is not None else pa.array([moves, moves], kind)})
    for source in (as_parquet(table, tmp_path), as_arrow(table, tmp_path), table):
        if isinstance(source, Path):
            report = scoresheet.check(source)
            assert report.games == 2
            assert {note.code for note in report.notes} <= {"termination-missing"}
        for game, white in zip(games_of(source), ["Ann", "Bob"], strict=True):
            assert game.tags["White"] == white
            assert [str(node.san) for node in game.mainline()] == ["e4", "e5", "Nf3"]


def test_a_cell_may_hold_a_whole_text_of_pgn(tmp_path: Path) -> None:
    text = '[Event "Casual \\"b\\" game"]\n[White "Ann"]\n[Result "0-1"]\n\n1. e4 {say "hi"} (1. d4) 1... e5 0-1\n'
    columns = {"white_username": ["nobody"], "fen": ["8/8/8/8/8/8/8/K1k5 w - - 0 1"], "rated": ["yes"], "pgn": [text]}
    table = pa.table(columns)
    (tmp_path / "games.csv").write_text(
        "white_username,fen,rated,pgn\n" + 'nobody,8/8/8/8/8/8/8/K1k5 w - - 0 1,yes,"' + text.replace('"', '""') + '"\n'
    )
    for source in (as_parquet(table, tmp_path), tmp_path / "games.csv", table):
        (game,) = games_of(source)
        assert dict(game.tags) == {"rated": "yes", "Event": 'Casual "b" game', "White": "Ann", "Result": "0-1"}
        assert game.to("pgn", moves="san").endswith('1. e4 {say "hi"} (1. d4) 1... e5 0-1\n\n')
        assert not game.errors


def test_faults_in_a_whole_text_of_pgn_have_their_place(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text('White,pgn\nAnn,"[Event ""a""]\n\n1. e4 Ke4 *"\n')
    errors = tmp_path / "errors.jsonl"
    scoresheet.check(path, errors=errors)
    (line,) = errors.read_text().splitlines()
    place = path.read_bytes().index(b"Ke4")
    assert f'"byte":{place}' in line.replace(" ", "")


ODD = [
    "1. e4 {not closed",
    "1. e4 (1. d4",
    '1. e4 "quoted',
    "1. e4 1-0 2. d4 d5 0-1",
    "1. e4 * e5",
    '1. e4 e5 [White "Eve"] 1. d4',
    '1. e4 e5\n\n[White "Eve"]\n\n1. d4',
    "% escaped",
    "1. e4 ; e5 1-0",
    "1. e4 e5 ½-½",
    "1. e4 e5 1/2",
    "1. e4 <x e5",
    "Ke4",
    "",
    None,
    "{only a comment}",
    "1. e4 e5 }",
    "1. e4 e5)",
    "e4 e5 GameFormat",
]


@pytest.mark.parametrize("marked", [True, False])
def test_no_row_harms_another_one(marked: bool, tmp_path: Path) -> None:
    rows = [moves for odd in ODD for moves in (odd, "1. c4 c5")]
    results = ["1-0" if marked else None] * len(rows)
    table = pa.table(
        {"Result": pa.array(results, pa.string()), "White": [str(n) for n in range(len(rows))], "movetext": rows}
    )
    source = as_parquet(table, tmp_path)
    games = list(scoresheet.read(source))
    assert len(games) == len(rows)
    for number, game in enumerate(games):
        assert game.tags["White"] == str(number)
        if number % 2:
            assert [str(node.san) for node in game.mainline()] == ["c4", "c5"]
            assert game.result == ("1-0" if marked else "*")
    report = scoresheet.check(source)
    assert report.games == len(rows)
    found = scoresheet.read(source, columns=["game", "white"]).arrow()
    assert found["game"].to_pylist() == list(range(1, len(rows) + 1))
    assert found["white"].to_pylist() == [str(number) for number in range(len(rows))]


def test_the_error_names_the_columns_that_were_found(tmp_path: Path) -> None:
    table = pa.table({"white": ["Ann"], "steps": ["e4 e5"]})
    source = as_parquet(table, tmp_path)
    with pytest.raises(ScoresheetError) as told:
        scoresheet.check(source)
    assert "`white`" in str(told.value)
    assert "`steps`" in str(told.value)
    assert [game.to("pgn") for game in scoresheet.read(source, rename="steps=moves")] == [
        '[White "Ann"]\n\n1. e4 e5 *\n\n'
    ]
    (tmp_path / "games.csv").write_text("white,steps\nAnn,e4 e5\n")
    report = scoresheet.check(tmp_path / "games.csv")
    assert "white,steps" in str(report)


def test_a_column_without_any_moves_is_read(tmp_path: Path) -> None:
    source = as_parquet(pa.table({"white": ["Ann", "Bob"], "moves": pa.nulls(2)}), tmp_path)
    assert [(game.tags["White"], game.ply_count) for game in scoresheet.read(source)] == [("Ann", 0), ("Bob", 0)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"preset": "kagle"}, "`preset=kagle` is not a valid value"),
        ({"minutes": "maybe"}, "`minutes=maybe` is not a valid value"),
        ({"rename": "=White"}, "`rename==White` is not a valid value"),
        ({"lenient": "yes"}, "there is no option `lenient`"),
    ],
)
def test_options_that_fit_no_input_are_refused(options: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("white,moves\nAnn,e4 e5\n")
    for use in (scoresheet.read, scoresheet.check):
        with pytest.raises(scoresheet.UsageError) as told:
            use(path, **options)
        assert said in str(told.value)


def test_values_of_all_types_become_tags(tmp_path: Path) -> None:
    moment = datetime.datetime(2024, 2, 29, 23, 1, 3, tzinfo=datetime.timezone.utc)
    columns = {
        "UTCDate": pa.array([moment], pa.timestamp("ms", tz="UTC")),
        "UTCTime": pa.array([moment], pa.timestamp("ns", tz="UTC")),
        "when": pa.array([moment], pa.timestamp("s")),
        "Date": ["2024-02-29"],
        "WhiteElo": [1500.0],
        "BlackElo": [float("nan")],
        "rated": [True],
        "share": [0.25],
        "Event": pa.array(["Cup"]).dictionary_encode(),
        "Black": pa.array([None], pa.string()),
        "themes": [["fork", "short"]],
        "board": pa.array([{"a": 1}]),
        "moves": ["e4"],
    }
    (game,) = scoresheet.read(as_parquet(pa.table(columns), tmp_path))
    assert dict(game.tags) == {
        "UTCDate": "2024.02.29", "UTCTime": "23:01:03", "when": "2024-02-29T23:01:03Z", "Date": "2024.02.29",
        "WhiteElo": "1500", "rated": "true", "share": "0.25", "Event": "Cup", "themes": "fork short",
    }  # fmt: skip


def test_puzzles_of_lichess_are_read(tmp_path: Path) -> None:
    table = pa.table(
        {
            "PuzzleId": ["00008"],
            "FEN": ["r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24"],
            "Moves": ["f2g3 e6e7 b2b1 b3c1 b1c1 h6c1"],
            "Rating": pa.array([1807], pa.int32()),
            "Themes": [["crushing", "hangingPiece"]],
        }
    )
    (game,) = scoresheet.read(as_parquet(table, tmp_path))
    assert isinstance(game, Game)
    assert (game.tags["PuzzleId"], game.tags["Rating"], len(list(game.mainline()))) == ("00008", "1807", 6)
    assert [game.to("pgn") for game in scoresheet.games(table, preset="puzzles")] == [game.to("pgn")]


def test_damaged_tables_are_reported(tmp_path: Path) -> None:
    source = as_parquet(hugging_face(rows_of(GAMES)), tmp_path)
    whole = source.read_bytes()
    source.write_bytes(whole[: len(whole) // 2] + whole[-400:])
    report = scoresheet.check(source, on_error="keep")
    assert report.errors


def test_tabs_are_written_and_read(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(GAMES)
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "games.tsv", fields="White,Result,moves")
    assert (tmp_path / "games.tsv").read_text().splitlines()[:2] == ["White\tResult\tmoves", "Ann\t1-0\te4 e6 d4 d5"]
    assert [game.tags["White"] for game in scoresheet.read(tmp_path / "games.tsv")] == ["Ann", "Cid", "Dan"]


@pytest.mark.parametrize("form", ["parquet", "arrow", "pandas", "pyarrow", "csv"])
def test_rows_without_tags_are_games_of_their_own(form: str, tmp_path: Path) -> None:
    table = pa.table({"white": ["Ann", None, "", "Bob", None], "moves": ["e4 e5", "d4 d5", "c4", "Nf3", "b3"]})
    if form == "csv":
        source: Any = tmp_path / "games.csv"
        source.write_text("white,moves\nAnn,e4 e5\n,d4 d5\n,c4\nBob,Nf3\n,b3\n")
    else:
        source = FORMS[form](table, tmp_path)
    found = [(game.tags.get("White"), [str(node.san) for node in game.mainline()]) for game in games_of(source)]
    assert found == [("Ann", ["e4", "e5"]), (None, ["d4", "d5"]), (None, ["c4"]), ("Bob", ["Nf3"]), (None, ["b3"])]
    alone = table.select(["moves"])
    assert [game.ply_count for game in games_of(as_parquet(alone, tmp_path))] == [2, 2, 1, 1, 1]


def test_numbers_and_dates_of_tables_match_those_of_tags(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("white_elo,black_elo,date,moves\n2000.0,1500.5,2020-01-02,e4\n,?,2020,e4\n")
    first, second = scoresheet.read(path)
    assert dict(first.tags) == {"WhiteElo": "2000", "BlackElo": "1500.5", "Date": "2020.01.02"}
    assert dict(second.tags) == {"BlackElo": "?", "Date": "2020"}
    columns = {"WhiteElo": [Decimal("2000.00"), Decimal("1500.50")], "moves": ["e4", "e4"]}
    table = pa.table({name: pa.array(values) for name, values in columns.items()})
    assert [game.tags["WhiteElo"] for game in scoresheet.read(as_parquet(table, tmp_path))] == ["2000", "1500.5"]


def test_queries_take_options_of_their_inputs(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("who,steps\nAnn,e4 e5\n")
    sql = "select white, ply_count from games"
    assert scoresheet.query(path, sql, rename="who=White,steps=moves").fetchall() == [("Ann", 2)]
    with pytest.raises(scoresheet.UsageError, match="`preset=kagle` is not a valid value"):
        scoresheet.query(path, sql, preset="kagle").fetchall()
