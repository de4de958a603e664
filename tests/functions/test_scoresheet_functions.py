"""`scoresheet_functions` in SQL, compared with the package."""

from __future__ import annotations

from pathlib import Path

import sql_games
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
