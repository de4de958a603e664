"""Loads the extension that was built for DuckDB's community extensions, and reads the examples with it.

python crates/duckdb/community/trial.py EXTENSION
"""

from __future__ import annotations

import sys

import duckdb

connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
connection.execute(f"LOAD '{sys.argv[1]}'")
sql = "SELECT count(*), count(error_code), count(sans(packed_moves, fen)) FROM read_games('examples/historic.pgn')"
answer = connection.execute(sql).fetchall()
assert answer == [(45, 0, 45)], answer
