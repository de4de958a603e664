"""Games replayed by another program (python-chess), in a Parquet file to hold queries against."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pyarrow as pa
import pyarrow.parquet as pq

import columns_by_hand

LIST = pa.list_(pa.int8())
SCHEMA = pa.schema(
    [
        ("game", pa.int64()),
        ("source", pa.string()),
        *(
            (name, pa.string())
            for name in ("white", "black", "result", "termination", "time_control", "ended_by", "fen", "eco", "opening")
        ),
        ("date", pa.date32()),
        *((name, pa.int16()) for name in ("year", "white_elo", "black_elo")),
        *(
            (name, pa.int32())
            for name in ("ply_count", "white_castle_ply", "black_castle_ply", "first_queen_trade_ply")
        ),
        *((name, pa.int32()) for name in ("white_checks", "black_checks", "promotions")),
        ("elapsed_ms", pa.list_(pa.int64())),
        *((name, pa.string()) for name in ("first_move", "white_castle", "black_castle", "final_material", "speed")),
        ("mate", pa.bool_()),
        *(
            (name, LIST)
            for name in ("piece", "from_square", "to_square", "captured", "castle", "promotion", "imbalance")
        ),
    ]
)


def games(path: Path) -> Iterator[chess.pgn.Game]:
    text = io.StringIO(path.read_text("utf-8"))
    while (game := chess.pgn.read_game(text)) is not None:
        yield game


def parquet(target: Path, pgn: Path) -> Path:
    pq.write_table(pa.Table.from_pylist(list(columns_by_hand.rows(pgn)), schema=SCHEMA), target)
    return target
