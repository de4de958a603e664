"""The figures: each can be requested, and its picture uses columns of its result."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("duckdb")

import scoresheet
from scoresheet.questions import find as question_named
from scoresheet.questions.duckdb import bound
from scoresheet.viewer import figures
from scoresheet.viewer.figure import Figure


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Iterator[object]:
    """A connection whose view `games` has all examples."""
    path = tmp_path_factory.mktemp("figures") / "games.parquet"
    columns = ["tags", "summary", "packed", "clock_ms"]
    scoresheet.convert(root / "examples", path, columns=columns, no_sort=True)
    opened = scoresheet.connect()
    opened.execute(f"CREATE VIEW games AS FROM read_parquet('{path}')")
    yield opened
    opened.close()


@pytest.mark.parametrize("figure", figures.ALL, ids=[figure.name for figure in figures.ALL])
def test_its_result_has_the_columns_of_its_picture(connection, figure: Figure) -> None:
    sql, values = figure.bound({"player": "Moor"})
    answer = connection.execute(sql, dict(values))
    columns = [column for column, *_ in answer.description]
    rows = answer.fetchall()
    shown = {figure.picture.x, *(column for column, _ in figure.picture.series)}
    assert shown | {*figure.keys, "games"} <= set(columns)
    assert figure.picture.x in figure.keys
    assert rows
    assert all(row[columns.index(key)] is not None for row in rows for key in figure.keys)
    for column, _ in figure.picture.series:
        assert all(isinstance(row[columns.index(column)], int | float) for row in rows), column


@pytest.mark.parametrize("figure", figures.ALL, ids=[figure.name for figure in figures.ALL])
def test_it_needs_only_columns_that_games_have(connection, figure: Figure) -> None:
    columns = connection.sql("FROM games").columns
    assert set(figure.columns) <= set(columns)
    assert figure in figures.present(columns)
    assert figure not in figures.present([name for name in columns if name != figure.columns[0]])


def test_squares_count_the_moves_of_the_games(connection, root: Path) -> None:
    """Against the moves of the games as objects."""
    counted = {(colour, piece): [0] * 64 for colour in ("white", "black") for piece in "NPBRQK"}
    for game in scoresheet.read(root / "examples"):
        for node in game.mainline():
            move = node.move
            if move is None or move.null or node.parent is None:
                continue
            before = node.parent.position
            piece = before.piece_at(move.from_square)
            to = move.to_square
            if before.is_castling(move):
                to = to // 8 * 8 + (2 if str(node.san).startswith("O-O-O") else 6)
            counted[before.turn, str(piece).upper()][to] += 1
    figure = figures.find("squares")
    for (colour, piece), squares in counted.items():
        sql, values = figure.bound({"piece": piece, "color": colour})
        rows = connection.execute(sql, dict(values)).fetchall()
        names = [file + rank for rank in "12345678" for file in "abcdefgh"]
        expected = {name: moves for name, moves in zip(names, squares, strict=True) if moves}
        assert {square: moves for square, _, moves in rows} == expected, (colour, piece)


def test_a_name_is_needed() -> None:
    for given in ({}, {"player": ""}):
        with pytest.raises(scoresheet.UsageError, match="`player` is missing") as caught:
            figures.find("rating").bound(given)
        assert caught.value.hint == "type the name of a player"
    with pytest.raises(scoresheet.UsageError, match="`\\?` is not the name of a player"):
        figures.find("rating").bound({"player": "?"})


def test_figures_of_players_agree_with_the_questions(connection) -> None:
    """`@player`, `@opponents` and `@rating` count the same games."""
    for name, question, keys in (
        ("player", "player", ("part", "value")),
        ("opponents", "opponents", ("opponent",)),
        ("rating", "rating", ("month", "speed")),
    ):
        sql, values = figures.find(name).bound({"player": "Moor"})
        known = len(figures.find(name).keys)
        ours = {row[:known]: row[known] for row in connection.execute(sql, dict(values)).fetchall()}
        theirs_sql, theirs_values = bound(question_named(question), {"player": "Moor"})
        answer = connection.execute(theirs_sql, theirs_values)
        columns = [column for column, *_ in answer.description]
        theirs = {}
        for row in answer.fetchall():
            found = dict(zip(columns, row, strict=True))
            if name == "player" and found["part"] != "color":
                continue
            named = [found[each] or "unknown speed" for each in keys]
            theirs[(named[1].title(),) if name == "player" else tuple(named)] = found["games"]
        assert ours == theirs != {}, name


def test_the_rating_of_a_player_matches_the_question(connection, root: Path) -> None:
    sql, values = figures.find("rating").bound({"player": "Moor", "by": "year"})
    answer = connection.execute(sql, dict(values))
    columns = [column for column, *_ in answer.description]
    assert columns[:3] == ["period", "speed", "games"]
    own = [
        int(game.tags[f"{side}Elo"])
        for game in scoresheet.read(root / "examples")
        for side in ("White", "Black")
        if game.tags.get(side) == "Moor" and f"{side}Elo" in game.tags
    ]
    rows = answer.fetchall()
    lowest, highest = ([row[columns.index(name)] for row in rows] for name in ("lowest", "highest"))
    assert (min(lowest), max(highest)) == (min(own), max(own))


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(scoresheet.UsageError, match="`X` is not a value of `piece`"):
        figures.find("squares").bound({"piece": "X"})
    with pytest.raises(scoresheet.UsageError, match="there is no figure `lines`"):
        figures.find("lines")
