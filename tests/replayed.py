"""Games as rows of columns, worked out by another program (python-chess), to hold queries against."""

from __future__ import annotations

import calendar
import datetime
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import pyarrow as pa
import pyarrow.parquet as pq

LIST = pa.list_(pa.int8())
SCHEMA = pa.schema(
    [
        ("game", pa.int64()),
        ("source", pa.string()),
        *((name, pa.string()) for name in ("white", "black", "result", "time_control", "ended_by", "fen")),
        ("date", pa.date32()),
        *((name, pa.int16()) for name in ("year", "white_elo", "black_elo")),
        *(
            (name, pa.int32())
            for name in ("ply_count", "white_castle_ply", "black_castle_ply", "first_queen_trade_ply")
        ),
        *((name, pa.int32()) for name in ("white_checks", "black_checks", "promotions")),
        *((name, pa.string()) for name in ("first_move", "white_castle", "black_castle")),
        ("mate", pa.bool_()),
        *(
            (name, LIST)
            for name in ("piece", "from_square", "to_square", "captured", "castle", "promotion", "imbalance")
        ),
    ]
)
LISTS = [field.name for field in SCHEMA if field.type == LIST]
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def games(pgn: str) -> Iterator[chess.pgn.Game]:
    text = io.StringIO(pgn)
    while (game := chess.pgn.read_game(text)) is not None:
        assert not game.errors, game.errors
        yield game


def rows(pgn: str, source: str = "games.pgn") -> list[dict[str, Any]]:
    return [{"game": number, "source": source, **row(game)} for number, game in enumerate(games(pgn), 1)]


def row(game: chess.pgn.Game) -> dict[str, Any]:
    tags = game.headers
    day = date_of(tags.get("UTCDate", tags.get("Date", "?")))
    board = game.board()
    found: dict[str, Any] = {
        "white": tags.get("White"),
        "black": tags.get("Black"),
        "result": tags.get("Result"),
        "time_control": tags.get("TimeControl"),
        "ended_by": tags.get("Termination"),
        "fen": tags.get("FEN"),
        "date": day,
        "year": day.year if day else None,
        "white_elo": int(tags["WhiteElo"]) if "WhiteElo" in tags else None,
        "black_elo": int(tags["BlackElo"]) if "BlackElo" in tags else None,
        "white_checks": 0,
        "black_checks": 0,
        **{name: [] for name in LISTS},
    }
    for move in game.mainline_moves():
        play(board, move, found)
    found["ply_count"] = len(found["piece"])
    found["promotions"] = sum(1 for piece in found["promotion"] if piece)
    found["first_move"] = next((move.uci() for move in game.mainline_moves()), None)
    found["mate"] = board.is_checkmate()
    taken = found["captured"]
    found["first_queen_trade_ply"] = next((i + 1 for i in range(1, len(taken)) if taken[i - 1] == taken[i] == 5), None)
    return found


def play(board: chess.Board, move: chess.Move, found: dict[str, Any]) -> None:
    side = "white" if board.turn else "black"
    castle = 0 if not board.is_castling(move) else 1 if board.is_kingside_castling(move) else 2
    captured = chess.PAWN if board.is_en_passant(move) else (board.piece_type_at(move.to_square) or 0)
    found["piece"].append(board.piece_type_at(move.from_square))
    found["from_square"].append(move.from_square)
    found["to_square"].append(move.to_square)
    found["captured"].append(0 if castle else captured)
    found["castle"].append(castle)
    found["promotion"].append(move.promotion or 0)
    board.push(move)
    if castle:
        found[f"{side}_castle"] = "KQ"[castle - 1]
        found[f"{side}_castle_ply"] = len(found["piece"])
    found[f"{side}_checks"] += board.is_check()
    found["imbalance"].append(sum(WORTH[p.piece_type] * (1 if p.color else -1) for p in board.piece_map().values()))


def date_of(text: str) -> datetime.date | None:
    parts = text.split(".")
    if not parts[0].isdigit():
        return None
    year, month, day = int(parts[0]), *(int(part) if part.isdigit() else 1 for part in parts[1:3])
    month = month if 1 <= month <= 12 else 1
    day = day if 1 <= day <= calendar.monthrange(year, month)[1] else 1
    return datetime.date(year, month, day) if year else None


def parquet(path: Path, pgn: str) -> Path:
    pq.write_table(pa.Table.from_pylist(rows(pgn), schema=SCHEMA), path)
    return path
