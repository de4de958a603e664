"""Questions about castling, first moves, pieces and material count only games of chess."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import duckdb
import pytest

import scoresheet
import variant_games
from scoresheet.engines.duckdb import connection_for, query

OF_CHESS = ["castling", "endgames", "heatmap", "imbalance", "openings", "promotions", "queen_trades", "sacrifices"]
VALUES = {"castling": {"plies": 20}, "openings": {"plies": 12}, "heatmap": {"what": "stands", "piece": "N"}}
COLUMNS = ["tags", "summary", "moves", "packed"]
OTHERS = ["rules", "board_end", "drops"]
"""The columns that files written before variants were played do not have."""


@pytest.fixture(scope="module")
def folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of chess, and the same among games of variants, in text and as Parquet."""
    folder = tmp_path_factory.mktemp("games")
    names = ("historic.pgn", "chess960.pgn")
    chess = "\n".join((root / "examples" / name).read_text("utf-8") for name in names)
    (folder / "chess.pgn").write_text(chess, "utf-8")
    (folder / "mixed.pgn").write_text(variant_games.pgn(every=5) + "\n" + chess, "utf-8")
    for name in ("chess", "mixed"):
        scoresheet.convert(folder / f"{name}.pgn", folder / f"{name}.parquet", columns=COLUMNS)
    return folder


@pytest.mark.parametrize("question", OF_CHESS)
def test_games_of_other_rules_do_not_count(folder: Path, question: str) -> None:
    values = VALUES.get(question, {})
    wanted = query(folder / "chess.parquet", question, **values).fetchall()
    assert wanted
    for source in ("mixed.parquet", "mixed.pgn", "chess.pgn"):
        assert query(folder / source, question, **values).fetchall() == wanted, source


def test_the_others_count_games_of_all_rules(folder: Path) -> None:
    games = query(folder / "mixed.parquet", "SELECT count(*) FROM games WHERE final_material <> ''").fetchall()
    results = query(folder / "mixed.parquet", "results").fetchall()
    assert [(sum(row[1] for row in results),)] == games


@pytest.fixture(scope="module")
def older(folder: Path) -> Path:
    """The games of chess as files and tables had them before there were columns for variants."""
    select = f"SELECT * EXCLUDE ({', '.join(OTHERS)}) FROM '{folder / 'chess.parquet'}'"
    duckdb.sql(f"COPY ({select}) TO '{folder / 'older.parquet'}' (FORMAT parquet)")
    return folder


@pytest.mark.parametrize("question", OF_CHESS)
def test_files_without_the_column_still_work(older: Path, question: str) -> None:
    values = VALUES.get(question, {})
    wanted = query(older / "chess.parquet", question, **values).fetchall()
    assert query(older / "older.parquet", question, **values).fetchall() == wanted
    arrow = duckdb.sql(f"FROM '{older / 'older.parquet'}'").arrow()
    assert query(arrow, question, **values).fetchall() == wanted


def test_games_with_chosen_columns_still_work(older: Path) -> None:
    names = ["white_castle_ply", "black_castle_ply", "final_material", "date"]
    games = scoresheet.read(older / "chess.pgn").columns(*names)
    assert query(games, "castling", plies=20).fetchall() == query(older / "chess.pgn", "castling", plies=20).fetchall()


def test_sql_of_users_still_names_the_missing_column(older: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="has no column `rules`"):
        query(older / "older.parquet", "SELECT rules FROM games")


@pytest.mark.parametrize("ending", ["duckdb", "sqlite"])
def test_tables_without_the_columns_still_work(older: Path, ending: str) -> None:
    store = older / f"older.{ending}"
    scoresheet.convert(older / "chess.pgn", store)
    connect = duckdb.connect if ending == "duckdb" else sqlite3.connect
    wanted = query(store, "castling", plies=20).fetchall()
    assert wanted == query(older / "chess.pgn", "castling", plies=20).fetchall()
    connection = connect(store)
    views = "DROP VIEW IF EXISTS moves;" if ending == "duckdb" else ""
    for statement in [views, *(f"ALTER TABLE games DROP COLUMN {name}" for name in OTHERS)]:
        connection.execute(statement)
    connection.commit()
    connection.close()
    assert query(store, "castling", plies=20).fetchall() == wanted


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ((12, 28, 0), "e2e4"),
        ((52, 60, 2), "e7e8n"),
        ((52, 60, 6), "e7e8k"),
        ((21, 21, 2), "N@f3"),
        ((28, 28, 1), "P@e4"),
        ((4, 4, 0), "0000"),
        ((None, None, None), None),
    ],
)
def test_moves_in_uci(move: tuple[int | None, ...], text: str | None) -> None:
    sql = "SELECT uci($a::TINYINT, $b::TINYINT, $c::TINYINT)"
    values = dict(zip("abc", move, strict=True))
    assert connection_for(sql).execute(sql, values).fetchone() == (text,)


def test_the_macro_spells_every_move_of_variants(folder: Path) -> None:
    """Castling apart: there, UCI depends on the rules."""
    sql = """SELECT list_transform(list_zip(from_square, to_square, promotion), lambda m: uci(m[1], m[2], m[3])),
                    ucis(packed_moves, fen), castle, drops FROM games WHERE rules IS NOT NULL"""
    rows = query(folder / "mixed.parquet", sql).fetchall()
    assert any(row[3] for row in rows)
    for spelled, wanted, castle, _ in rows:
        pairs = zip(spelled, wanted, castle, strict=True)
        assert [(found, move) for found, move, castles in pairs if not castles and found != move] == []
