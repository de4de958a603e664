"""`scoresheet_functions` in SQL, compared with the package."""

from __future__ import annotations

import json
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
        if function["type"] == "TABLE":
            sql_games.examples().connection.execute(f"SELECT count(*) FROM {function['example']}").fetchall()
        else:
            assert len(sql_games.examples().values(function["example"])) == len(sql_games.examples().played)


def test_duckdb_knows_each_with_its_types() -> None:
    listed = sql_games.examples().connection.execute(
        "SELECT function_name, array_to_string(parameter_types, ', '), return_type FROM duckdb_functions()"
    )
    known = {(name, kinds, returned) for name, kinds, returned in listed.fetchall()}
    for function in functions():
        if function["type"] == "TABLE":
            continue  # their own tests compare them
        for parameters in function["parameters"]:
            kinds = ", ".join(one.split(" ", 1)[1] for one in parameters.split(", ") if one)
            assert (function["name"], kinds, function["type"]) in known


def test_the_extension_lists_its_functions() -> None:
    assert json.loads(sql_games.scalar("scoresheet_functions()")) == list(functions())


HISTORIC = real_games.ROOT / "examples" / "historic.pgn"


@pytest.fixture(params=[None, b"not a library"], ids=["no extension", "an extension that cannot be loaded"])
def without_extension(request, tmp_path, monkeypatch) -> str:
    """An installation whose extension is missing or broken; what the hints are."""
    file = tmp_path / "scoresheet.duckdb_extension"
    if request.param is not None:
        file.write_bytes(request.param)
    monkeypatch.setattr(extension, "_FILE", file)
    return "installation has no extension" if request.param is None else "cannot load the extension"


@pytest.mark.parametrize("call", ["hashes(packed_moves, fen)", "Hashes(packed_moves, fen)", "play(NULL, 'e4')"])
def test_without_the_extension_the_error_gives_the_reason(without_extension, call) -> None:
    with pytest.raises(scoresheet.UsageError) as caught:
        scoresheet.query(HISTORIC, f"select {call} from games")
    name = call.partition("(")[0]
    assert caught.value.message.lower().startswith(f"the function `{name.lower()}` needs the extension for duckdb: ")
    assert without_extension in caught.value.message
    assert "make build" in str(caught.value.hint)


def test_without_the_extension_other_sql_works(without_extension) -> None:
    assert scoresheet.query(HISTORIC, "select count(*) from games").fetchall() == [(45,)]
    with pytest.raises(scoresheet.UsageError, match="no_such_function") as caught:
        scoresheet.query(HISTORIC, "select no_such_function(white) from games")
    assert "extension" not in str(caught.value)
