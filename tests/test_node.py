"""The extension in Node's DuckDB, which has no Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoresheet

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
PACKAGE = "@duckdb/node-api"

PROGRAM = """
const { DuckDBInstance } = require("@duckdb/node-api");
const [extension, ...queries] = process.argv.slice(2);
(async () => {
  const instance = await DuckDBInstance.create(":memory:", { allow_unsigned_extensions: "true" });
  const connection = await instance.connect();
  await connection.run(`LOAD '${extension}'`);
  const answers = [];
  for (const query of queries) {
    try {
      answers.push((await connection.runAndReadAll(query)).getRowObjectsJson());
    } catch (error) {
      answers.push(error.message);
    }
  }
  console.log(JSON.stringify(answers));
})();
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Any]]:
    """Asks Node's DuckDB; an answer is its rows, or the message of its error.

    `SCORESHEET_NODE_MODULES` names a folder with the package; without it, npm fetches it.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("Node.js is not installed")
    folder = tmp_path_factory.mktemp("node")
    modules = os.environ.get("SCORESHEET_NODE_MODULES")
    if modules is None:
        command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), PACKAGE]
        installed = subprocess.run(command, capture_output=True, text=True, check=False)
        if installed.returncode:
            pytest.skip(f"npm could not install {PACKAGE}: {installed.stderr.strip().splitlines()[-1:]}")
        modules = str(folder / "node_modules")
    program = folder / "read.js"
    program.write_text(PROGRAM, "utf-8")

    def asked(*queries: str) -> list[Any]:
        command = [node, str(program), scoresheet.extension_path(), *queries]
        told = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, "NODE_PATH": modules}
        )
        assert told.returncode == 0, told.stderr
        found: list[Any] = json.loads(told.stdout)
        return found

    return asked


def test_node_reads_games(answers: Callable[..., list[Any]]) -> None:
    [row], failed = answers(
        f"""SELECT min(white) AS first, list_sort(list(DISTINCT sans(packed_moves, fen)[1])) AS moves
            FROM read_games('{HISTORIC}')""",
        "FROM read_games('nowhere.pgn')",
    )
    assert row["first"] == min(game.tags["White"] for game in scoresheet.read(HISTORIC))
    assert "e4" in row["moves"]
    assert "file-unreadable: cannot read `nowhere.pgn`" in failed


def counts(path: Path) -> dict[str, object]:
    """What `check` counts in a file, by the names that the query below has for it."""
    report = scoresheet.check(path)
    return {"games": report.games, "plies": report.plies, "faulty": report.faulty, **report.results}


@pytest.mark.parametrize("name", [None, "lichess_2013-01_part.pgn"], ids=["example", "sample"])
def test_node_counts_what_check_counts(answers: Callable[..., list[Any]], data: Callable[[str], Path], name) -> None:
    path = HISTORIC if name is None else data(name)
    [rows] = answers(
        f"""WITH games AS MATERIALIZED (SELECT result, ply_count, error_code FROM read_games('{path}'))
            SELECT 'games' AS name, count(*)::INT AS count FROM games
            UNION ALL SELECT 'plies', sum(ply_count)::INT FROM games
            UNION ALL SELECT 'faulty', count(error_code)::INT FROM games
            UNION ALL SELECT result, count(*)::INT FROM games GROUP BY result"""
    )
    assert {row["name"]: row["count"] for row in rows} == counts(path)
