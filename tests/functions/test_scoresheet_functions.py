"""`scoresheet_functions` in SQL, compared with the package."""

from __future__ import annotations

import json
import sys
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


def test_duckdb_knows_each_with_its_types(way) -> None:
    if way == "python":
        pytest.skip("functions of Python take any arguments, and tell them apart themselves")
    listed = sql_games.examples().connection.execute(
        "SELECT function_name, array_to_string(parameter_types, ', '), return_type FROM duckdb_functions()"
    )
    known = {(name, kinds, returned) for name, kinds, returned in listed.fetchall()}
    for function in functions():
        for parameters in function["parameters"]:
            kinds = ", ".join(one.split(" ", 1)[1] for one in parameters.split(", ") if one)
            assert (function["name"], kinds, function["type"]) in known


def test_both_ways_list_themselves() -> None:
    assert json.loads(sql_games.scalar("scoresheet_functions()")) == list(functions())


def test_functions_of_python_refuse_a_wrong_number_of_arguments(way) -> None:
    message = sql_games.error_of("hashes(''::BLOB, NULL, 1)")
    assert way == "extension" or "hashes takes (packed_moves BLOB, fen VARCHAR) or (from_square" in message


HISTORIC = real_games.ROOT / "examples" / "historic.pgn"


@pytest.fixture(params=[None, b"not a library"], ids=["no extension", "an extension that cannot be loaded"])
def without_extension(request, tmp_path, monkeypatch) -> str:
    """An installation whose extension is missing or broken; what hints say about it."""
    file = tmp_path / "scoresheet.duckdb_extension"
    if request.param is not None:
        file.write_bytes(request.param)
    monkeypatch.setattr(extension, "_FILE", file)
    return "installation has no extension" if request.param is None else "cannot load the extension"


def test_without_the_extension_python_computes(without_extension) -> None:
    found = scoresheet.query(HISTORIC, "select len(hashes(packed_moves, fen)) = ply_count + 1 as fits from games")
    assert found.distinct().fetchall() == [(True,)]


def test_without_pyarrow_too_the_hint_gives_the_reason(without_extension, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(scoresheet.UsageError) as caught:
        scoresheet.query(HISTORIC, "select hashes(packed_moves, fen) from games")
    assert without_extension in str(caught.value.hint)
    assert "scoresheet[arrow]" in str(caught.value.hint)
