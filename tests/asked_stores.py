"""Games as stores keep them: rows of typed columns and BGN documents, made here in a few lines.

The columns are those of the project's own Arrow output. The documents hold only what questions look at, and are made
from `Game` objects, by no code that writes BGN.
"""

from __future__ import annotations

import copy
import json
import sqlite3
from datetime import date
from pathlib import Path
from typing import Any

import chess
import pyarrow as pa

import scoresheet

# The table of a store in PostgreSQL, without its indexes.
POSTGRESQL_TABLE = """
CREATE TABLE {games} (source text NOT NULL, game bigint NOT NULL,
  event text, site text, round text, board_number integer, white text, black text, result text, eco text, opening text,
  variant text,
  annotator text, date_text text, date date, date_precision smallint NOT NULL, year smallint, start_time timestamp,
  white_elo smallint, black_elo smallint, white_title text, black_title text, time_control text, base_seconds integer,
  increment_seconds integer, speed text, ended_by text, termination text, fen text, other_tags jsonb NOT NULL,
  ply_count integer NOT NULL, first_move text, white_castle_ply integer, black_castle_ply integer,
  first_capture_ply integer, first_queen_trade_ply integer, first_promotion_ply integer, white_castle text,
  black_castle text, white_checks integer, black_checks integer, captures integer, promotions integer,
  underpromotions integer, en_passants integer, min_material smallint, final_material text, mate boolean,
  stalemate boolean, rules text, board_end text, drops integer,
  piece smallint[], from_square smallint[], to_square smallint[], captured smallint[],
  gives_check smallint[], castle smallint[], promotion smallint[], imbalance smallint[], error_code text, error text,
  error_ply integer, error_byte bigint, tag_names text[] NOT NULL, doc jsonb, PRIMARY KEY (source, game))
"""

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """The games of a file: the typed columns of each, its document and the names of its tags."""
    columns = ["tags", "summary", "moves", "errors", "elapsed_ms"]
    table = pa.table(scoresheet.read(path, columns=columns)).to_pylist()
    games = scoresheet.read(path)
    return [_row(row, game) for row, game in zip(table, games, strict=True)]


def _row(row: Row, game: scoresheet.Game) -> Row:
    elapsed = row.pop("elapsed_ms")
    tags = {"other_tags": dict(row["other_tags"]), "tag_names": list(game.tags)}
    return {**row, **tags, "doc": document(game, row["date"], elapsed)}


def document(game: scoresheet.Game, date: object, elapsed: list[int | None] | None) -> Row:
    """The BGN document of a game, as far as questions look at it."""
    moves: list[Row | None] = [_move(node) for node in game.mainline()]
    for move, ms in zip(moves, elapsed or (), strict=False):
        if move and ms is not None:
            move["et"] = ms / 1000
    if moves and game.start.turn == "black":
        moves.insert(0, None)
    return {"pgn": {}, "bgn": {"eventDate": str(date)} if date else {}, "moves": moves}


def _move(node: scoresheet.Node) -> Row:
    before, move = node.before, node.move
    assert before is not None
    assert move is not None
    board = chess.Board(before.fen())
    piece = board.piece_at(move.from_square)
    assert piece is not None
    squares = [chess.square_name(square) for square in (move.from_square, move.to_square)]
    castle = {"castle": move.castle} if move.castle else {}
    return {"p": piece.symbol().upper(), "f": squares[0], "t": squares[1], **castle}


def with_dates_in_other_words(games: list[Row]) -> list[Row]:
    """The games with the dates of their documents as days, as times, and in both forms of MongoDB's extended JSON."""
    games = copy.deepcopy(games)
    for number, row in enumerate(games):
        day = row["doc"]["bgn"].get("eventDate")
        if day is not None:
            millis = (date.fromisoformat(day) - date(1970, 1, 1)).days * 86_400_000
            forms = [day, f"{day}T18:30:00Z", {"$date": f"{day}T00:00:00Z"}, {"$date": {"$numberLong": str(millis)}}]
            row["doc"]["bgn"]["eventDate"] = forms[number % len(forms)]
    return games


def with_other_rules(games: list[Row]) -> list[Row]:
    """The games, with the same games of Atomic and of a mixture, and some of them as games of Chess960."""
    others = copy.deepcopy(games) + copy.deepcopy(games)
    for number, row in enumerate(others):
        rules = "atomic" if number < len(games) else "N+11,12"
        row |= {"game": 1_000 + number, "rules": rules}
        row["doc"]["bgn"]["rules"] = rules
    own = copy.deepcopy(games)
    for row in own[::3]:
        row["rules"] = row["doc"]["bgn"]["rules"] = "chess960"
    return own + others


def lines(games: list[Row]) -> str:
    """The documents, a line each (`bgnl`)."""
    return "".join(json.dumps(row["doc"]) + "\n" for row in games)


def sqlite(games: list[Row], table: str = '"games"') -> sqlite3.Connection:
    """A database in memory with the games in a table: lists and documents are JSON, dates are texts."""
    connection = sqlite3.connect(":memory:")
    names = list(games[0])
    connection.execute(f"CREATE TABLE {table} ({', '.join(names)}, PRIMARY KEY (source, game))")
    values = [[_sqlite_value(row[name]) for name in names] for row in games]
    connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", values)
    return connection


def _sqlite_value(value: Any) -> Any:
    if isinstance(value, dict | list):
        return json.dumps(value)
    return value if value is None or isinstance(value, int | float | str) else str(value)


def copied(games: list[Row]) -> tuple[list[str], str]:
    """The names of the columns, and the rows as the text format of PostgreSQL's COPY."""
    names = list(games[0])
    return names, "".join("\t".join(_copied(name, row[name]) for name in names) + "\n" for row in games)


def _copied(name: str, value: Any) -> str:
    if value is None:
        return r"\N"
    if name in ("doc", "other_tags"):
        value = json.dumps(value)
    elif isinstance(value, list):
        value = "{" + ",".join(json.dumps(part) for part in value) + "}"
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
