"""Both sides of games, and the questions about them, against plain Python."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import odd_games
import scoresheet
from levels import rounds
from scoresheet import UsageError
from scoresheet.engines.duckdb import query

Row = dict[str, Any]

POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5), "0-0": (0.0, 0.0), "*": (None, None)}
SIDES = ("white", "black")

ROUND_ROBIN = """
A B 1-0 1, C D 1/2-1/2 1, A C 1/2-1/2 2, B D 1-0 2, A D 0-1 3, B C 1/2-1/2 3
"""


def event(text: str, name: str = "Round robin", **tags: str) -> str:
    """The PGN of games without moves: White, Black, the result and the round of each."""
    games = [game.split() for game in text.replace("\n", " ").split(",")]
    more = "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
    return "".join(
        f'[Event "{name}"]\n[Site "Here"]\n[Round "{number}"]\n'
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n{more}\n'
        f"{result}\n\n"
        for white, black, result, number in games
    )


def rows_of(relation: Any) -> list[Row]:
    return [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sides") / "games.pgn"
    odd_games.write(path, rounds(1000))
    return path


def test_each_game_has_two_sides(odd: Path) -> None:
    asked = "select *, game_result(termination, result) as marker from games order by game"
    games = rows_of(query(odd, asked))
    found = rows_of(query(odd, "select * from sides order by game, color desc"))
    assert len(found) == 2 * len(games) > 50
    for place, game in enumerate(games):
        for number, (own, other) in enumerate((SIDES, SIDES[::-1])):
            side = found[2 * place + number]
            score = POINTS[game["marker"]][number]
            wins = {"won": "1-0" if own == "white" else "0-1", "drawn": "1/2-1/2"}
            assert {name: side[name] for name in game if name != "marker"} == {
                k: v for k, v in game.items() if k != "marker"
            }
            assert (side["color"], side["player"], side["opponent"]) == (own, game[own], game[other])
            assert (side["elo"], side["opponent_elo"]) == (game[f"{own}_elo"], game[f"{other}_elo"])
            assert (side["title"], side["opponent_title"]) == (game[f"{own}_title"], game[f"{other}_title"])
            assert (side["castle_ply"], side["ended"], side["score"]) == (
                game[f"{own}_castle_ply"],
                game["marker"],
                score,
            )
            assert {name: side[name] for name in wins} == {name: game["marker"] == end for name, end in wins.items()}
            assert side["lost"] == (score == 0)


def test_the_last_clock_belongs_to_the_side() -> None:
    text = (
        b"1. e4 {[%clk 0:01:00]} e5 {[%clk 0:00:50]} 2. d4 {[%clk 0:00:40]} *\n\n"
        b"1. e4 {[%clk 0:01:00]} *\n\n1. e4 e5 *\n\n"
        b'[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]\n\n'
        b"1... Kd8 {[%clk 0:00:09]} 2. O-O {[%clk 0:00:08]} Kc8 {[%clk 0:00:07]} *\n\n"
    )
    found = query(text, "select clock_left_ms from sides order by game, color desc").fetchall()
    assert [ms for (ms,) in found] == [40_000, 50_000, 60_000, None, None, None, 8_000, 7_000]


def test_accuracy_equals_that_of_the_question(odd: Path, tmp_path: Path) -> None:
    text = (
        b"1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.8]} Nc6 {[%eval -0.7]} 3. Bc4 {[%eval -0.9]} "
        b"Nf6 {[%eval #1]} 4. Qxf7# *\n\n1. f3 {[%eval -1]} e5 2. g4 {[%eval #-1]} Qh4# 0-1\n\n1. e4 *\n\n"
        b'[FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 1"]\n\n1... Kd8 {[%eval 5.1]} 2. O-O {[%eval 4.2]} Kc8 {[%eval #9]} *\n\n'
    )
    path = tmp_path / "games.pgn"
    path.write_bytes(text + odd.read_bytes())
    wanted = {(row["game"], row["side"]): row["accuracy"] for row in rows_of(query(path, "accuracy", by="game"))}
    found = rows_of(query(path, "select game, color, round(accuracy, 2) as accuracy from sides"))
    assert {(row["game"], row["color"]): row["accuracy"] for row in found if row["accuracy"] is not None} == wanted
    assert len(wanted) >= 5


def test_only_what_is_needed_is_read(odd: Path) -> None:
    games = scoresheet.read(odd)
    answer = scoresheet.engines.duckdb.ask(games, "select count(*) from sides where player = 'Tal' and won")
    assert set(answer.view.games.names) == {"white", "black", "result", "termination"}


def test_sides_of_other_tables() -> None:
    table = pa.table({"white": ["A"], "black": ["B"]})
    assert query(table, "select player, opponent from sides order by color").fetchall() == [("B", "A"), ("A", "B")]
    with pytest.raises(UsageError, match='"score" not found'):
        query(table, "select score from sides")
    connection = scoresheet.connect()
    connection.register("mine", scoresheet.read(event(ROUND_ROBIN).encode(), columns=["tags", "summary"]).arrow())
    asked = "select player, sum(score) from sides('mine') group by player order by player"
    assert connection.sql(asked).fetchall() == [("A", 1.5), ("B", 1.5), ("C", 1.5), ("D", 1.5)]


@pytest.mark.parametrize("name", ["games.duckdb", "games.sqlite"])
def test_stores_have_the_view(odd: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    scoresheet.convert(odd, target)
    asked = "select game, color, player, elo, score, castle_ply, round_number from sides order by game, color"
    wanted = query(odd, asked).fetchall()
    for _ in range(2):
        connect: Callable[[Path], Any] = duckdb.connect if name.endswith("duckdb") else sqlite3.connect
        with closing(connect(target)) as connection:
            assert connection.execute(asked).fetchall() == wanted
        scoresheet.convert(odd, target)  # the view is there already
    assert query(target, asked).fetchall() == wanted


def standings(games: list[tuple[str, str, str]], tiebreak: str) -> list[tuple[Any, ...]]:
    """The standings of one event, worked out game by game."""
    met = defaultdict(list)
    for white, black, result in games:
        for own, other, score in ((white, black, POINTS[result][0]), (black, white, POINTS[result][1])):
            met[own].append((other, score))
    points = {player: sum(score for _, score in played) for player, played in met.items()}
    ties = {
        player: {
            "none": 0,
            "direct": sum(score for other, score in played if points[other] == points[player]),
            "sonneborn_berger": sum(score * points[other] for other, score in played),
            "buchholz": sum(points[other] for other, _ in played),
        }
        for player, played in met.items()
    }
    order = sorted(met, key=lambda player: (-points[player], -ties[player][tiebreak], player))
    keys = [(points[player], ties[player][tiebreak]) for player in order]
    return [
        (1 + keys.index(key), player, points[player], len(met[player]), ties[player]["direct"],
         ties[player]["sonneborn_berger"], ties[player]["buchholz"])
        for player, key in zip(order, keys, strict=True)
    ]  # fmt: skip


SWISS = """
A B 1-0 1, C D 0-1 1, E F 1/2-1/2 1, A D 1-0 2, E B 1-0 2, F C 1/2-1/2 2, D E 1-0 3, A F 1-0 3, B C 0-1 3,
E A 1/2-1/2 4, D F 1/2-1/2 4, C B 1-0 4
"""


@pytest.mark.parametrize("tiebreak", ["none", "direct", "sonneborn_berger", "buchholz"])
@pytest.mark.parametrize("text", [ROUND_ROBIN, SWISS], ids=["round robin", "swiss"])
def test_standings(text: str, tiebreak: str) -> None:
    games = [tuple(game.split()[:3]) for game in text.replace("\n", " ").split(",")]
    found = rows_of(query(event(text).encode(), "standings", tiebreak=tiebreak))
    names = ["rank", "player", "points", "games", "direct", "sonneborn_berger", "buchholz"]
    assert [tuple(row[name] for name in names) for row in found] == standings(games, tiebreak)


def test_standings_after_a_round_and_of_several_events() -> None:
    text = (event(SWISS, "Swiss") + event(ROUND_ROBIN)).encode()
    found = query(text, "select event, count(*) from sides group by event order by event").fetchall()
    assert found == [("Round robin", 12), ("Swiss", 24)]
    first = rows_of(query(text, "standings", event="Swiss", round=1))
    assert [(row["event"], row["rank"], row["player"], row["points"]) for row in first] == [
        ("Swiss", rank, player, points)
        for rank, player, points in [(1, "A", 1), (1, "D", 1), (3, "E", 0.5), (3, "F", 0.5), (5, "B", 0), (5, "C", 0)]
    ]
    assert {row["event"] for row in rows_of(query(text, "standings"))} == {"Swiss", "Round robin"}


def test_crosstables() -> None:
    found = rows_of(query(event(ROUND_ROBIN).encode(), "crosstable", tiebreak="none"))
    assert [(row["number"], row["player"], row["results"]) for row in found] == [
        (1, "A", "* 1 ½ 0"), (2, "B", "0 * ½ 1"), (3, "C", "½ ½ * ½"), (4, "D", "1 0 ½ *"),
    ]  # fmt: skip
    twice = rows_of(
        query((event(ROUND_ROBIN) + event("B A 1/2-1/2 4, D A 0-1 5")).encode(), "crosstable", tiebreak="none")
    )
    assert [(row["player"], row["results"]) for row in twice] == [
        ("A", "* 1½ ½ 01"), ("B", "0½ * ½ 1"), ("C", "½ ½ * ½"), ("D", "10 0 ½ *"),
    ]  # fmt: skip
    swiss = rows_of(query(event(SWISS).encode(), "crosstable", tiebreak="none", by="round"))
    assert [(row["player"], row["results"]) for row in swiss] == [
        ("A", "6w1 3w1 5w1 4b½"), ("C", "3w0 5b½ 6b1 6w1"), ("D", "2b1 1b0 4w1 5w½"), ("E", "5w½ 6w1 3b0 1w½"),
        ("F", "4b½ 2w½ 1b0 3b½"), ("B", "1b0 4b0 2w0 2b0"),
    ]  # fmt: skip
    later = event("A B 1-0 1, C D 1-0 1, A C 1-0 3, B D 1-0 4").encode()
    found = rows_of(query(later, "crosstable", by="round", tiebreak="none"))
    assert [(row["player"], row["results"]) for row in found] == [
        ("A", "2w1 3w1 ."), ("B", "1b0 . 4w1"), ("C", "4w1 1b0 ."), ("D", "3b0 . 2b0"),
    ]  # fmt: skip
    holes = rows_of(query(event(SWISS).encode(), "crosstable", tiebreak="none"))
    assert holes[0]["results"] == "* . 1 ½ 1 1"


def test_the_record_of_a_player() -> None:
    games = "".join(
        f'[White "{white}"]\n[Black "{black}"]\n[WhiteElo "{elo}"]\n[BlackElo "{other}"]\n[Result "{result}"]\n'
        f'[ECO "{eco}"]\n[TimeControl "{control}"]\n[Termination "{reason}"]\n\n{moves} {result}\n\n'
        for white, black, elo, other, result, eco, control, reason, moves in [
            ("Me", "X", 2000, 2250, "1-0", "C50", "180+0", "Normal", "1. e4 e5"),
            ("Y", "Me", 2100, 2010, "1-0", "B01", "180+0", "Time forfeit", "1. e4 d5"),
            ("X", "Me", 2240, 2020, "1/2-1/2", "C50", "600+0", "Normal", "1. e4 e5"),
            ("Me", "Z", 2030, 2020, "0-1", "A00", "600+0", "Normal", "1. f3 e5 2. g4 Qh4#"),
            ("Me", "Z", 2030, 1900, "*", "A00", "600+0", "Unterminated", "1. f3"),
            ("X", "Y", 2240, 2100, "1-0", "A00", "600+0", "Normal", "1. e4"),
        ]
    ).encode()
    found = query(games, "player", player="Me", top=1, opening=2, middlegame=3).fetchall()
    assert found == [
        ("all games", None, 4, 1, 1, 2, 37.5, 2153),
        ("color", "black", 2, 0, 1, 1, 25.0, 2170),
        ("color", "white", 2, 1, 0, 1, 50.0, 2135),
        ("speed", "blitz", 2, 1, 0, 1, 50.0, 2175),
        ("speed", "rapid", 2, 0, 1, 1, 25.0, 2130),
        ("opponent", "stronger by more than 200", 2, 1, 1, 0, 75.0, 2245),
        ("opponent", "about equal", 1, 0, 0, 1, 0.0, 2020),
        ("opponent", "stronger by more than 50", 1, 0, 0, 1, 0.0, 2100),
        ("opening", "C50", 2, 1, 1, 0, 75.0, 2245),
        ("lost in", "endgame", 1, 0, 0, 1, 0.0, 2020),
        ("lost in", "opening", 1, 0, 0, 1, 0.0, 2100),
        ("lost by", "checkmate", 1, 0, 0, 1, 0.0, 2020),
        ("lost by", "time", 1, 0, 0, 1, 0.0, 2100),
    ]
    assert query(games, "opponents", player="Me").fetchall() == [
        ("X", 2, 1, 1, 0, 75.0, 2245, None, None),
        ("Z", 2, 0, 0, 1, 0.0, 1960, None, None),
        ("Y", 1, 0, 0, 1, 0.0, 2100, None, None),
    ]
    with pytest.raises(UsageError, match=r"^`player` needs `player=`"):
        query(games, "player")


def test_the_rating_of_a_player() -> None:
    games = "".join(
        f'[White "{white}"]\n[Black "{black}"]\n[WhiteElo "{elo}"]\n[BlackElo "1500"]\n'
        f'[UTCDate "{day}"]\n[UTCTime "{hour}"]\n'
        f'[Result "1-0"]\n[TimeControl "{control}"]\n\n1-0\n\n'
        for white, black, elo, day, hour, control in [
            ("Me", "X", 1600, "2024.01.05", "10:00:00", "180+0"),
            ("Me", "X", 1610, "2024.01.05", "09:00:00", "180+0"),
            ("Me", "Y", 1590, "2024.01.04", "23:00:00", "180+0"),
            ("Y", "Me", 1700, "2024.02.01", "12:00:00", "600+0"),
            ("Me", "X", 1620, "????.??.??", "12:00:00", "180+0"),
        ]
    ).encode()
    assert query(games, "rating", player="Me").fetchall() == [
        ("2024-01", "blitz", 3, 1600, 1590, 1610, 100.0, 1500),
        ("2024-02", "rapid", 1, 1500, 1500, 1500, 0.0, 1700),
        (None, "blitz", 1, 1620, 1620, 1620, 100.0, 1500),
    ]
    days = query(games, "rating", player="Me", by="day").fetchall()
    assert [str(day) for day, *_ in days] == ["2024-01-04", "2024-01-05", "2024-02-01", "None"]
    assert [(year, elo) for year, _, _, elo, *_ in query(games, "rating", player="Me", by="year").fetchall()] == [
        (2024, 1600), (2024, 1500), (None, 1620),
    ]  # fmt: skip
    each = rows_of(query(games, "rating", player="Me", by="game"))
    assert [(row["game"], row["color"], row["elo"], row["opponent_elo"], row["score"]) for row in each] == [
        (3, "white", 1590, 1500, 1.0), (2, "white", 1610, 1500, 1.0), (1, "white", 1600, 1500, 1.0),
        (4, "black", 1500, 1700, 0.0), (5, "white", 1620, 1500, 1.0),
    ]  # fmt: skip


@pytest.mark.parametrize("color", SIDES)
@pytest.mark.parametrize("plies", [1, 4, 9])
def test_repertoires_and_their_holes(color: str, plies: int, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    odd_games.write(path, rounds(1000))
    player = "Tal"
    own, others = defaultdict(lambda: defaultdict(list)), defaultdict(lambda: defaultdict(list))
    met, ways, replies = set(), defaultdict(lambda: defaultdict(int)), defaultdict(lambda: defaultdict(list))
    # The games unchanged: written again, many have a marker after the moves that they lacked.
    ended = query(path, "select game_result(termination, result) from games order by game").fetchall()
    for game, (marker,) in zip(scoresheet.read(path), ended, strict=True):
        if game.start.variant != "standard" or game.start.fen() != scoresheet.Position().fen():
            continue
        score = POINTS[marker][SIDES.index(color)]
        mine = game.tags.get(color.title()) == player
        line: list[str] = []
        for node in list(game.mainline())[:plies]:
            if node.illegal or node.null:
                break
            key, after = node.before.hash, node.position.hash
            if mine:
                ways[key, len(line)][" ".join(line)] += 1
                met |= {key, after}
            if node.before.turn == color:
                (own if mine else others)[key][str(node.san)].append(score)
            elif not mine:
                replies[key][str(node.san), after].append(score)
            line.append(str(node.san))
    found = query(path, "repertoire", player=player, color=color, plies=plies, min_games=1).fetchall()
    assert len(found) == sum(map(len, own.values()))
    by_line = {(line, move): rest for line, move, *rest in found}
    for (key, _), lines in ways.items():
        best = min(lines, key=lambda line: (-lines[line], line))
        for move, scores in own[key].items():
            if (best, move) in by_line:
                known = [score for score in scores if score is not None]
                games, percent, score, *_ = by_line.pop((best, move))
                assert games == len(scores)
                assert percent == pytest.approx(100 * games / sum(map(len, own[key].values())), abs=0.051)
                assert score == (pytest.approx(100 * sum(known) / len(known), abs=0.051) if known else None)
    assert not by_line
    holes = query(path, "holes", player=player, color=color, plies=plies, min_games=1, top=10_000).fetchall()
    reached = {key for key, _ in ways}
    wanted = [
        (move, len(scores))
        for key, moves in replies.items()
        if key in reached
        for (move, after), scores in moves.items()
        if after not in met
    ]
    assert sorted((move, games) for _, move, games, *_ in holes) == sorted(wanted)


def test_the_number_of_a_round_is_that_at_its_start(tmp_path: Path) -> None:
    rounds_of = {
        "12/3": 12, "4-1": 4, "5a": 5, "7 (1)": 7, "1e2": 1, "0x10": 0, "1_000": 1, "+3": None, "-3": None, "?": None,
        " 7": None, "99999999999999999999": 999_999_999, "2.14": 2, "": None,
    }  # fmt: skip
    text = "".join(
        event(f"A B 1-0 {number}").replace(f'[Round "{number}"]', f'[Round "{name}"]')
        for number, name in enumerate(rounds_of)
    )
    (tmp_path / "games.pgn").write_text(text)
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "games.sqlite")
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "games.duckdb")
    asked = "select round_number from sides where color = 'white' order by game"
    wanted = [(number,) for number in rounds_of.values()]
    assert query(tmp_path / "games.pgn", asked).fetchall() == wanted
    for connect, name in ((sqlite3.connect, "games.sqlite"), (duckdb.connect, "games.duckdb")):
        with closing(connect(tmp_path / name)) as connection:
            assert connection.execute(asked).fetchall() == wanted
