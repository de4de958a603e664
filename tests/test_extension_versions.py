"""The extension loads in every version of DuckDB that was released within a year before the newest one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("duckdb")

import scoresheet

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"

VERSIONS = ["1.4.2", "1.4.3", "1.4.4", "1.4.5", "1.5.0", "1.5.1", "1.5.2", "1.5.3", "1.5.4", "1.5.5", "1.5.6", "2.0.0"]
"""From November 2025 to November 2026, without the candidates for a release."""

PROGRAM = """
import sys, duckdb
extension, games = sys.argv[1:]
connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
connection.execute(f"LOAD '{extension}'")
[(count, plies)] = connection.execute("SELECT count(*), sum(ply_count) FROM read_games(?)", [games]).fetchall()
fen = connection.execute("SELECT play(NULL, 'e4 e5 Nf3')").fetchone()[0]
try:
    connection.execute("SELECT play(NULL, 'e5')")
except duckdb.Error as error:
    moves = connection.execute("SELECT len(legal_moves(?))", [fen]).fetchone()[0]
    print(duckdb.__version__, fen, moves, "e5" in str(error), count, plies)
"""


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_it_loads_and_runs(version: str, tmp_path: Path) -> None:
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(tmp_path)]
    installed = subprocess.run([*install, f"duckdb=={version}"], capture_output=True, text=True, check=False)
    if installed.returncode:
        pytest.skip(f"DuckDB {version} could not be installed: {installed.stderr.strip().splitlines()[-1:]}")
    command = [sys.executable, "-c", PROGRAM, scoresheet.extension_path(), str(HISTORIC)]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    told = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    after = scoresheet.Position().play("e4").play("e5").play("Nf3")
    report = scoresheet.check(HISTORIC)
    counts = [str(len(after.legal_moves)), "True", str(report.games), str(report.plies)]
    assert told.stdout.split() == [version, *after.fen().split(), *counts], told.stderr
