"""`@accuracy` and `@blunders` against another implementation of their rules, and against figures of Lichess."""

from __future__ import annotations

import json
import math
import random
import re
import sqlite3
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pyarrow as pa
import pytest

import columns_by_hand
import scoresheet
from evaluated_games import ODD, SPELLED, TIMED
from levels import rounds, slow
from loaded_servers import PostgreSQLPlace, PostgreSQLServer
from loaded_stores import Place, SQLiteFile
from scoresheet.engines.duckdb import connection_for, query
from scoresheet.engines.selected_games import games_of

JUDGED = Path(__file__).resolve().parent.parent / "vectors" / "questions" / "judged.pgn"
EVAL = re.compile(r"\[%eval\s(#?)(-?[0-9.]+)")

Evaluation = tuple[int | None, int | None]
"""Hundredths of a pawn, or moves to mate, from White's side; neither if it is unknown."""

BEFORE_THE_FIRST_MOVE: Evaluation = (15, None)


# The rules, once more


def bounded(evaluation: Evaluation) -> int | None:
    cp, mate = evaluation
    if mate is not None:
        return None if mate == 0 else 1000 if mate > 0 else -1000
    return None if cp is None else max(-1000, min(cp, 1000))


def chance(cp: float) -> float:
    return 2 / (1 + math.exp(-0.00368208 * cp)) - 1


def percent(evaluation: Evaluation) -> float | None:
    cp = bounded(evaluation)
    return None if cp is None else 50 + 50 * chance(cp)


def nag(before: Evaluation, after: Evaluation, sign: int) -> int:
    """The mark of a move of White, `sign` 1, or Black, -1."""
    (cp, mate), (later_cp, later_mate) = (
        tuple(None if value is None else sign * value for value in each) for each in (before, after)
    )
    if mate is not None and mate > 0:
        if later_mate is not None and later_mate > 0:
            return 0
        kept = -math.inf if later_cp is None else later_cp
        return 6 if kept > 999 else 2 if kept > 700 else 4
    if mate is not None or (later_mate is not None and later_mate > 0):
        return 0
    assert cp is not None
    if later_mate is not None:
        return 6 if cp < -999 else 2 if cp < -700 else 4
    assert later_cp is not None
    drop = chance(cp) - chance(later_cp)
    return next((mark for least, mark in ((0.3, 4), (0.2, 2), (0.1, 6)) if drop >= least), 0)


@dataclass(frozen=True)
class Move:
    game: int
    player: str
    is_white: bool
    ply: int
    san: str
    before: Evaluation
    after: Evaluation
    accuracy: float
    weight: float
    drop: float

    @property
    def side(self) -> str:
        return "white" if self.is_white else "black"

    @property
    def loss(self) -> int:
        before, after = bounded(self.before), bounded(self.after)
        assert before is not None
        assert after is not None
        return max(0, before - after if self.is_white else after - before)

    @property
    def nag(self) -> int:
        return nag(self.before, self.after, 1 if self.is_white else -1)


def evaluation_of(comment: str) -> Evaluation:
    found = EVAL.search(comment)
    if found is None:
        return None, None
    return (None, int(found[2])) if found[1] else (round(100 * float(found[2])), None)


def moves_of(number: int, game: chess.pgn.Game) -> Iterator[Move]:
    """The evaluated moves of a game as another program reads it."""
    nodes = list(game.mainline())
    told = [BEFORE_THE_FIRST_MOVE, *(evaluation_of(node.comment) for node in nodes)]
    while percent(told[-1]) is None:
        told.pop()
    percents = [percent(each) for each in told]
    width = min(8, max(2, (len(told) - 1) // 10))
    windows = [percents[:width]] * (width - 2) + [percents[at : at + width] for at in range(len(percents) - width + 1)]
    board = game.board()
    for ply, (node, before, after) in enumerate(zip(nodes, told, told[1:], strict=False), 1):
        won, left = percents[ply - 1], percents[ply]
        is_white, san = board.turn == chess.WHITE, board.san(node.move)
        board.push(node.move)
        if won is None or left is None:
            continue
        drop = won - left if is_white else left - won
        accuracy = 103.1668100711649 * math.exp(-0.04354415386953951 * drop) - 3.166924740191411 + 1
        spread = statistics.pstdev([each for each in windows[ply - 1] if each is not None])
        yield Move(
            number, game.headers["White" if is_white else "Black"], is_white, ply, san,
            before, after, 100.0 if drop <= 0 else max(0.0, min(accuracy, 100.0)), max(0.5, min(spread, 12.0)), drop,
        )  # fmt: skip


def accuracy(moves: list[Move]) -> float:
    weights = [move.weight for move in moves]
    weighted = sum(move.accuracy * move.weight for move in moves) / sum(weights)
    return (weighted + statistics.harmonic_mean([max(1.0, move.accuracy) for move in moves])) / 2


def figures(sides: list[list[Move]]) -> tuple[float, ...]:
    """What `@accuracy` returns for some sides of games, which each have moves."""
    moves = [move for side in sides for move in side]
    marks = Counter(move.nag for move in moves)
    return (
        len(sides),
        len(moves),
        statistics.fmean(map(accuracy, sides)),
        statistics.fmean(move.loss for move in moves),
        *(100 * marks[mark] / len(moves) for mark in (6, 2, 4)),
    )


# The games


def random_evaluation(chooser: random.Random, cp: int) -> tuple[int, str]:
    """The next evaluation after one: mostly near it, at times far, a mate, or none."""
    kind = chooser.random()
    if kind < 0.04:
        return cp, ""
    if kind < 0.12:
        mate = chooser.choice((-7, -3, -1, 1, 2, 9))
        return cp, f"[%eval #{mate}]"
    cp = round(cp + chooser.gauss(0, 40)) if kind < 0.8 else chooser.randint(-1500, 1500)
    return cp, f"[%eval {cp / 100:.2f}]"


def clock_after(ply: int) -> str:
    """A clock after a ply, in one of the spellings of times."""
    seconds, milliseconds = 3599 - 11 * ply, 37 * ply % 1000
    spellings = (
        f"0:{seconds // 60:02}:{seconds % 60:02}",
        f"{seconds // 60}:{seconds % 60}.{milliseconds:03}",
        f"{seconds}.5",
    )
    return spellings[ply // 4 % 3]


@pytest.fixture(scope="module")
def evaluated(root: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Move]]:
    """Games with evaluations of all kinds, and their moves."""
    chooser = random.Random(64)
    games = []
    for name in ("generated.pgn", "historic.pgn"):
        games += columns_by_hand.games(root / "examples" / name)
    for number, game in enumerate(games):
        cp, is_told = 0, number % 6 != 5
        game.headers["TimeControl"] = ("60+0", "300+3", "-")[number % 3]
        for node in game.mainline():
            cp, node.comment = random_evaluation(chooser, cp)
            node.comment = node.comment if is_told else ""
            if number % 4 == 0:
                node.comment += f" [%clk {clock_after(node.ply())}]"
    path = tmp_path_factory.mktemp("evaluated") / "games.pgn"
    path.write_text("\n\n".join(str(game) for game in games) + "\n")
    moves = [move for number, game in enumerate(games, 1) for move in moves_of(number, game)]
    return path, moves


def unrounded(path: Path, question: str, **values: Any) -> list[tuple[Any, ...]]:
    """The result of DuckDB without the rounding of the last step."""
    file = path.with_suffix(".parquet")
    if not file.exists():
        scoresheet.convert(path, file, columns=["tags", "summary", "packed", "notes"])
    text = scoresheet.question_text(question, "duckdb", files=[str(file)], **values)
    text = re.sub(r"round\(100 \* (.+?)\) / 100 AS", r"(\1) AS", text)
    text = re.sub(r"round\(10000 \* (.+?)\) / 100 AS", r"100 * (\1) AS", text)
    assert "round(" not in text
    return connection_for("").execute(text).fetchall()


def by_game(moves: list[Move]) -> dict[tuple[int, str], list[Move]]:
    sides = defaultdict(list)
    for move in moves:
        sides[move.game, move.side].append(move)
    return sides


def close(wanted: tuple[float, ...]) -> Any:
    return pytest.approx(wanted, rel=0, abs=1e-10)


# Accuracy


def test_the_figures_of_every_game_match_another_implementation(evaluated) -> None:
    path, moves = evaluated
    found = {(row[1], row[3]): row[4:] for row in unrounded(path, "accuracy", by="game")}
    wanted = by_game(moves)
    assert found.keys() == wanted.keys()
    assert len(found) > 100
    for side, own in wanted.items():
        assert found[side] == close(figures([own])), side


@pytest.mark.parametrize("range_of", [{}, {"from_ply": 11}, {"to_ply": 30}, {"from_ply": 7, "to_ply": 8}], ids=str)
def test_players_have_the_means_of_their_games(evaluated, range_of: dict[str, int]) -> None:
    path, moves = evaluated
    first, last = range_of.get("from_ply", 1), range_of.get("to_ply", 10_000)
    sides = by_game([move for move in moves if first <= move.ply <= last])
    grouped = defaultdict(list)
    for (_, side), own in sides.items():
        grouped[own[0].player, side].append(own)
    found = {row[:2]: row[2:] for row in unrounded(path, "accuracy", **range_of)}
    assert found == {group: close(figures(own)) for group, own in grouped.items()}
    found = {row[:2] for row in unrounded(path, "accuracy", min_games=2, **range_of)}
    assert found == {group for group, own in grouped.items() if len(own) > 1}
    (player, _), _ = max(grouped.items(), key=lambda item: len(item[1]))
    assert {row[0] for row in unrounded(path, "accuracy", player=player, **range_of)} == {player}


def test_phases_end_with_the_plies_of_the_question_about_time(evaluated) -> None:
    path, moves = evaluated
    phases = {"opening": range(1, 13), "middlegame": range(13, 41), "endgame": range(41, 10_000)}
    wanted = [
        (phase, side, *figures([own for (_, whose), own in sides.items() if whose == side]))
        for phase, plies in phases.items()
        for sides in [by_game([move for move in moves if move.ply in plies])]
        for side in ("white", "black")
    ]
    found = unrounded(path, "accuracy", by="phase", opening=12, middlegame=40)
    assert [row[:2] for row in found] == [row[:2] for row in wanted]
    assert [row[2:] for row in found] == [close(row[2:]) for row in wanted]


@pytest.mark.parametrize("by", ["opening", "year", "time"])
def test_other_groups_have_every_move_once(evaluated, by: str) -> None:
    path, moves = evaluated
    found = unrounded(path, "accuracy", by=by)
    assert sum(row[3] for row in found) == len(moves)
    assert sum(row[2] for row in found) == len(by_game(moves))
    assert len({row[:2] for row in found}) == len(found) > 3


def test_lichess_shows_the_same_figures() -> None:
    """Those of the game that the documentation of its API shows."""
    white, black = query(JUDGED, "accuracy", by="game").fetchall()
    assert white[2:6] == ("Lance5500", "white", 1, 63)
    assert black[2:6] == ("TryingHard87", "black", 1, 62)
    for row, marks in ((white, (5, 2, 1)), (black, (3, 3, 1))):
        assert [round(value) for value in row[6:8]] == [90, 26]
        assert [round(rate * row[5] / 100) for rate in row[8:]] == list(marks)


def test_lichess_marks_the_same_moves() -> None:
    (game,) = columns_by_hand.games(JUDGED)
    found = {node.ply(): next(iter(node.nags)) for node in game.mainline() if node.nags}
    assert {move.ply: move.nag for move in moves_of(1, game) if move.nag} == found
    assert len(found) == 15


def test_games_without_some_evaluations(tmp_path: Path) -> None:
    path = tmp_path / "odd.pgn"
    path.write_text(ODD)
    found = {(row[1], row[3]): (row[5], row[7], *row[8:]) for row in query(path, "accuracy", by="game").fetchall()}
    assert found == {
        (2, "white"): (2, 512.5, 50.0, 0, 50.0),
        (2, "black"): (1, 10.0, 0, 0, 0),
        (3, "white"): (2, 512.5, 50.0, 0, 50.0),
        (3, "black"): (1, 10.0, 0, 0, 0),
        (4, "white"): (1, 0.0, 0, 0, 0),
        (5, "white"): (1, 70.0, 100.0, 0, 0),
        (5, "black"): (2, 527.5, 0, 0, 50.0),
        (6, "white"): (2, 125.0, 0, 50.0, 0),
        (6, "black"): (1, 0.0, 0, 0, 0),
        (7, "black"): (1, 960.0, 0, 0, 100.0),
        (8, "white"): (1, 0.0, 0, 0, 0),
        (8, "black"): (1, 120.0, 0, 100.0, 0),
    }
    bare = tmp_path / "bare.pgn"
    bare.write_text("1. e4 e5 *\n")
    assert query(bare, "accuracy").fetchall() == []
    assert query(bare, "blunders").fetchall() == []


# Blunders


def shown(evaluation: Evaluation) -> str:
    cp, mate = evaluation
    return f"#{mate}" if cp is None else f"{cp / 100:.2f}"


def test_blunders_are_the_largest_drops(evaluated) -> None:
    path, moves = evaluated
    moves = sorted(moves, key=lambda move: (-round(move.drop, 9), move.game, move.ply))
    wanted = [
        (move.game, move.player, move.ply, move.san, shown(move.before), shown(move.after))
        for move in moves
        if move.drop >= 15
    ]
    relation = query(path, "blunders", top=100_000)
    assert relation.columns == [
        "source", "game", "player", "ply", "move", "eval_before", "eval_after", "drop", "clock", "seconds"
    ]  # fmt: skip
    rows = relation.fetchall()
    assert sorted(row[1:7] for row in rows) == sorted(wanted)
    assert [row[7] for row in rows] == pytest.approx([move.drop for move in moves if move.drop >= 15], abs=0.0501)
    assert query(path, "blunders", top=3).fetchall() == rows[:3]
    assert len(query(path, "blunders", drop=60, top=100_000).fetchall()) == sum(move.drop >= 60 for move in moves)
    player = moves[0].player
    assert {row[2] for row in query(path, "blunders", player=player).fetchall()} == {player}


def test_blunders_include_the_clock_and_the_time_that_they_took(tmp_path: Path) -> None:
    path = tmp_path / "timed.pgn"
    path.write_text(TIMED)
    rows = query(path, "blunders").fetchall()
    assert [row[2:] for row in rows] == [
        ("B", 4, "Ke7", "-6.00", "#1", 87.7, 7.0, 53.0),
        ("A", 3, "Qh5", "0.30", "-6.00", 42.9, 31.5, 29.5),
    ]
    assert query(path, "blunders", clock=20).fetchall() == rows[:1]
    assert query(path, "blunders", clock=7).fetchall() == []


def test_the_games_of_blunders_can_be_written(tmp_path: Path) -> None:
    path = tmp_path / "timed.pgn"
    path.write_text(TIMED + "\n1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} *\n")
    found = games_of(query(path, "blunders"))
    assert found.count == 1
    scoresheet.writing.write_found(found, str(tmp_path / "found.pgn"))
    assert [game.tags["White"] for game in scoresheet.read(tmp_path / "found.pgn")] == ["A"]


# Databases

OF_ACCURACY: list[dict[str, Any]] = [
    *({"by": by} for by in ("player", "game", "phase", "opening", "year", "time")),
    {"by": "phase", "opening": 9, "middlegame": 30}, {"from_ply": 7, "to_ply": 40}, {"min_games": 3}, {"time": "blitz"},
    {"player": "Moor", "since": "1600-01-01"}, {"min_elo": 1800, "until": "2020-01-01"},
]  # fmt: skip
OF_BLUNDERS: list[dict[str, Any]] = [
    {}, {"drop": 1, "top": 100_000}, {"clock": 2000, "top": 500}, {"player": "Moor"}, {"time": "bullet"},
    {"max_elo": 2000},
]  # fmt: skip
FOR_DATABASES = ["tags", "summary", "moves", "openings", "doc"]


@pytest.fixture(scope="module")
def everything(evaluated, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """All games of this file, as text and with the columns of the questions."""
    path = tmp_path_factory.mktemp("everything") / "games.pgn"
    path.write_text("\n\n".join([evaluated[0].read_text(), ODD, TIMED, SPELLED, JUDGED.read_text()]))
    columns = ["tags", "summary", "packed", "notes"]
    scoresheet.convert(path, path.with_suffix(".parquet"), columns=columns)
    return path, path.with_suffix(".parquet")


@pytest.fixture(params=[SQLiteFile(), *slow([PostgreSQLServer()])], ids=lambda kind: kind.id, scope="module")
def place(request: pytest.FixtureRequest, everything, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A database with these games."""
    missing = request.param.missing()
    if missing:
        pytest.skip(missing)
    with request.param.place(tmp_path_factory.mktemp("place")) as made:
        scoresheet.convert(everything[0], made.location, columns=FOR_DATABASES)
        yield made


def without_source(relation: Any) -> list[tuple[Any, ...]]:
    """The rows without the name of the file."""
    return [row[relation.columns[0] == "source" :] for row in relation.fetchall()]


def test_databases_return_the_results_of_duckdb(everything, place: Place) -> None:
    asked = [("accuracy", values) for values in OF_ACCURACY] + [("blunders", values) for values in OF_BLUNDERS]
    for question, values in asked:
        wanted = without_source(query(everything[1], question, **values))
        assert without_source(query(place.location, question, **values)) == wanted, values
        assert wanted


def test_evaluations_after_an_illegal_move_do_not_count_in_tables(tmp_path: Path) -> None:
    def move(squares: str, **more: Any) -> dict[str, Any]:
        told = {"properties": {"pgn": {"eval": f"-1.{squares[1]}"}}}
        return {"p": "P", "f": squares[:2], "t": squares[2:], **told, **more}

    path = tmp_path / "illegal.bgnl"
    moves = [move("e2e4"), move("e7e5"), move("d2d7", illegal=True), move("d7d5"), move("a2a3")]
    path.write_text(json.dumps({"moves": moves}) + "\n" + json.dumps({"moves": moves[2:]}) + "\n")
    store = tmp_path / "illegal.sqlite"
    scoresheet.convert(path, store, columns=["tags", "summary", "moves", "documents"])
    found = without_source(query(store, "accuracy", by="game"))
    assert found == without_source(query(path, "accuracy", by="game"))
    assert [row[:5] for row in found] == [(1, None, "white", 1, 1), (1, None, "black", 1, 1)]


OVER_DOCUMENTS: list[dict[str, Any]] = [
    {}, {"by": "phase", "opening": 9}, {"by": "year"}, {"player": "Moor", "from_ply": 9}, {"since": "1900-01-01"},
    {"until": "1900-01-01", "min_games": 2},
]  # fmt: skip


def test_documents_alone_return_the_results_of_duckdb(everything, place: Place) -> None:
    for values in OVER_DOCUMENTS:
        if isinstance(place, PostgreSQLPlace):
            text = scoresheet.question_text("accuracy", "postgresql-doc", **values)
            found = [tuple(row.values()) for row in place.ask(text.encode())]
        else:
            text = scoresheet.question_text("accuracy", "sqlite-doc", **values)
            with closing(sqlite3.connect(place.location)) as connection:
                found = connection.execute(text).fetchall()
        wanted = query(everything[1], "accuracy", **values).fetchall()
        assert found == wanted, values
        assert wanted


def test_documents_alone_name_no_games() -> None:
    for engine in ("sqlite-doc", "postgresql-doc"):
        with pytest.raises(scoresheet.UsageError, match=r"has no text for .* with `by=game`"):
            scoresheet.question_text("accuracy", engine, by="game")
        with pytest.raises(scoresheet.UsageError, match="`blunders` has no text for"):
            scoresheet.question_text("blunders", engine)


def test_texts_for_databases_give_the_move_in_uci(everything, tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    scoresheet.convert(everything[0], store, columns=FOR_DATABASES)
    with closing(sqlite3.connect(store)) as connection:
        found = connection.execute(scoresheet.question_text("blunders", "sqlite", top=300)).fetchall()
    games = list(scoresheet.read(everything[0]))
    moves = [list(games[row[1] - 1].mainline())[row[3] - 1].move for row in found]
    assert [row[4] for row in found] == [move.uci() for move in moves]


def test_the_games_of_blunders_in_a_database_are_not_read_again(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    scoresheet.convert(JUDGED, store, columns=["tags", "summary", "moves", "documents"])
    with pytest.raises(scoresheet.UsageError, match="numbers that games have in their own sources"):
        games_of(query(store, "blunders"))


def test_openings_need_a_column_that_tables_may_have(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    scoresheet.convert(JUDGED, store, columns=["tags", "summary", "moves", "documents"])
    with pytest.raises(scoresheet.UsageError, match="needs the column `eco_found` of the family `openings`") as caught:
        query(store, "accuracy", by="opening")
    assert "load the games again" in str(caught.value.hint)
    assert len(query(store, "accuracy").fetchall()) == 2


def test_sqlite_without_mathematics_is_given_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "games.sqlite"
    scoresheet.convert(JUDGED, store, columns=["tags", "summary", "moves", "documents"])
    wanted = query(store, "accuracy").fetchall()
    given: list[str] = []

    class Bare(sqlite3.Connection):
        """As if it had been built without them."""

        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            listed = "pragma_function_list" in sql
            return super().execute("SELECT 'json_each'" if listed else sql, *values)

        def create_function(self, name: str, *about: Any, **more: Any) -> None:
            given.append(name)
            super().create_function(name, *about, **more)

    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Bare))
    assert query(store, "accuracy").fetchall() == wanted
    assert set(given) == {"exp", "floor", "sqrt"}


# Marks in files of Lichess


def marked_plies(path: Path) -> Iterator[tuple[Evaluation, Evaluation, int, int]]:
    """The evaluations before and after each move, the sign of its side, and its mark in the file; 0 for none."""
    for row in scoresheet.read(path, columns=["fen", "eval_cp", "eval_mate", "game_text"]).arrow().to_pylist():
        cps, mates = row["eval_cp"], row["eval_mate"]
        if cps is None and mates is None:
            continue
        game = scoresheet.parse(row["game_text"])
        before = BEFORE_THE_FIRST_MOVE
        for place, node in enumerate(game.mainline()):
            after = (cps and cps[place], mates and mates[place])
            if percent(before) is not None and percent(after) is not None:
                mark = next((code for code in node.nags if code in (2, 4, 6)), 0)
                yield before, after, 1 if place % 2 == 0 else -1, mark
            before = after


def by_centipawns(before: Evaluation, after: Evaluation, sign: int) -> int:
    """The kind of a mark in files of Lichess."""
    first, second = bounded(before), bounded(after)
    assert first is not None
    assert second is not None
    loss = sign * (first - second)
    return next((mark for least, mark in ((300, 4), (100, 2), (50, 6)) if loss >= least), 0)


def by_centipawns_or_mates(before: Evaluation, after: Evaluation, sign: int) -> int:
    """The kind of a mark in newer files of Lichess."""
    is_mate = before[1] is not None or after[1] is not None
    return nag(before, after, sign) if is_mate else by_centipawns(before, after, sign)


def of_2013(before: Evaluation, after: Evaluation, sign: int) -> int:
    """The marks of Lichess in 2013: by centipawns alone, and mates that do not get closer are inaccuracies."""
    mate, later = (sign * (each[1] or 0) for each in (before, after))
    return 6 if mate > 0 and later >= mate else by_centipawns_or_mates(before, after, sign)


def test_every_mark_of_a_file_of_2026_is_reproduced(data) -> None:
    plies = list(marked_plies(data("lichess-other/1-lichess/slices/arkid_lichess_2026-06_eval_clk.pgn")))
    marked = [ply for ply in plies if ply[3]]
    assert (len(plies), len(marked)) == (33_607, 6_713)
    assert all(nag(*ply[:3]) for ply in marked)
    assert [by_centipawns_or_mates(*ply[:3]) for ply in marked] == [ply[3] for ply in marked]
    # If the best move was played, the rule finds a drop, but Lichess gives no mark.
    assert sum(nag(*ply[:3]) != 0 and not ply[3] for ply in plies) == 97


def test_the_macro_marks_the_moves_of_a_file_of_2026(data) -> None:
    plies = list(marked_plies(data("lichess-other/1-lichess/slices/arkid_lichess_2026-06_eval_clk.pgn")))
    rows = [
        [None if value is None else sign * value for value in (*before, *after)] for before, after, sign, _ in plies
    ]
    columns = zip(("cp_before", "mate_before", "cp_after", "mate_after"), zip(*rows, strict=True), strict=True)
    table = pa.table({name: pa.array(values, pa.int32()) for name, values in columns})
    connection = scoresheet.connect()
    connection.register("plies", table)
    found = connection.sql("SELECT move_nag(cp_before, mate_before, cp_after, mate_after) FROM plies").fetchall()
    assert [mark for (mark,) in found] == [nag(*ply[:3]) for ply in plies]


def test_every_mark_of_a_file_of_2013_is_reproduced(data) -> None:
    plies = list(marked_plies(data("lichess_2013-01_part.pgn")))
    marked = [ply for ply in plies if ply[3]]
    assert (len(plies), len(marked)) == (14_737, 3_705)
    assert [of_2013(*ply[:3]) for ply in marked] == [ply[3] for ply in marked]
    assert sum(of_2013(*ply[:3]) != 0 and not ply[3] for ply in plies) == 192


def test_the_figures_of_a_file_of_2026_match_another_implementation(data, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data("lichess-other/1-lichess/slices/arkid_lichess_2026-06_eval_clk.pgn").read_bytes())
    step = 10 // rounds(10)
    games = [(number, game) for number, game in enumerate(columns_by_hand.games(path), 1) if number % step == 0]
    sides = by_game([move for number, game in games for move in moves_of(number, game)])
    found = {(row[1], row[3]): row[4:] for row in unrounded(path, "accuracy", by="game") if row[1] % step == 0}
    assert found == {side: close(figures([own])) for side, own in sides.items()}
