"""The extension in Node's DuckDB, which has no Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import scoresheet

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
PACKAGE = "@duckdb/node-api"

PROGRAM = """
const { DuckDBInstance } = require("@duckdb/node-api");
const [extension, games] = process.argv.slice(2);
(async () => {
  const instance = await DuckDBInstance.create(":memory:", { allow_unsigned_extensions: "true" });
  const connection = await instance.connect();
  await connection.run(`LOAD '${extension}'`);
  const reader = await connection.runAndReadAll(
    `SELECT count(*)::INT AS games, sum(ply_count)::INT AS plies, min(white) AS first,
       list_sort(list(DISTINCT sans(packed_moves, fen)[1])) AS moves
     FROM read_games('${games}')`);
  let failed = "";
  try {
    await connection.run("FROM read_games('nowhere.pgn')");
  } catch (error) {
    failed = error.message;
  }
  console.log(JSON.stringify({ rows: reader.getRowObjectsJson(), failed }));
})();
"""


@pytest.mark.slow
def test_node_reads_games(tmp_path: Path) -> None:
    """`SCORESHEET_NODE_MODULES` names a folder with the package; without it, npm fetches it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("Node.js is not installed")
    modules = os.environ.get("SCORESHEET_NODE_MODULES")
    if modules is None:
        command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(tmp_path), PACKAGE]
        installed = subprocess.run(command, capture_output=True, text=True, check=False)
        if installed.returncode:
            pytest.skip(f"npm could not install {PACKAGE}: {installed.stderr.strip().splitlines()[-1:]}")
        modules = str(tmp_path / "node_modules")
    program = tmp_path / "read.js"
    program.write_text(PROGRAM, "utf-8")
    command = [node, str(program), scoresheet.extension_path(), str(HISTORIC)]
    told = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "NODE_PATH": modules}
    )
    assert told.returncode == 0, told.stderr
    answer = json.loads(told.stdout)
    report = scoresheet.check(HISTORIC)
    [row] = answer["rows"]
    assert (row["games"], row["plies"]) == (report.games, report.plies)
    assert row["first"] == min(game.tags["White"] for game in scoresheet.read(HISTORIC))
    assert "e4" in row["moves"]
    assert "file-unreadable: cannot read `nowhere.pgn`" in answer["failed"]
