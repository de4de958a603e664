"""`scoresheet_functions` in SQL, compared with the package."""

from __future__ import annotations

from pathlib import Path

import pytest

import real_games
import scoresheet
import sql_games
from scoresheet.engines import extension
from scoresheet.engines.extension import functions


def test_every_function_has_a_test_file_and_an_example_that_runs() -> None:
    folder = Path(__file__).parent
    assert {function["name"] for function in functions()} == {
        path.stem.removeprefix("test_") for path in folder.glob("test_*.py")
    }
    for function in functions():
        assert len(sql_games.examples().values(function["example"])) == len(sql_games.examples().played)


def test_duckdb_knows_each_with_its_types() -> None:
    listed = sql_games.examples().connection.execute(
        "SELECT function_name, array_to_string(parameter_types, ', '), return_type FROM duckdb_functions()"
    )
    known = {(name, kinds, returned) for name, kinds, returned in listed.fetchall()}
    for function in functions():
        for parameters in function["parameters"]:
            kinds = ", ".join(one.split(" ", 1)[1] for one in parameters.split(", ") if one)
            assert (function["name"], kinds, function["type"]) in known


@pytest.mark.parametrize("content", [None, b"not a library"])
def test_without_the_extension_the_hint_gives_the_reason(content, tmp_path, monkeypatch) -> None:
    file = tmp_path / "scoresheet.duckdb_extension"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(extension, "_FILE", file)
    with pytest.raises(scoresheet.UsageError) as caught:
        scoresheet.query(real_games.ROOT / "examples" / "historic.pgn", "select hashes(packed_moves, fen) from games")
    reason = "installation has no extension" if content is None else "cannot load the extension"
    assert reason in str(caught.value.hint)
