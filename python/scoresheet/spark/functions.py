"""The SQL functions of Scoresheet in Spark: those that SQL can express as SQL, the others over Arrow batches.

The others run DuckDB with the extension of the package in Spark's Python workers, so that names, results and errors are
the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql.functions import arrow_udf
from pyspark.sql.pandas.types import from_arrow_type

import scoresheet
from scoresheet.engines.extension import functions as listed
from scoresheet.questions.sides import result_cases

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from pyspark.sql import SparkSession

__all__ = ["register"]

_SQL = Path(__file__).with_name("functions.sql")

_SIGNED = {"UBIGINT": "DECIMAL(20, 0)", "UBIGINT[]": "DECIMAL(20, 0)[]", "USMALLINT": "INTEGER"}
"""The types of results that Spark lacks, which has no unsigned numbers, and those that hold the same values."""


_MACROS: tuple[Mapping[str, Any], ...] = (
    {
        "name": "game_accuracy",
        "parameters": ["eval_cp INTEGER[], eval_mate INTEGER[], white BOOLEAN, first INTEGER"],
        "type": "DOUBLE",
    },
)
"""The functions that are macros in DuckDB, and that Spark cannot compute well by itself."""


def register(spark: SparkSession) -> None:
    """Gives a session every SQL function of the package: `fen_at`, `sans`, `matches`, `castled_by_ply` and the others.

    `scoresheet.spark` must be installed where the executors run.
    """
    results = " ".join(result_cases("startswith(lower(trim(result)), {start})"))
    for statement in _SQL.read_text("utf-8").replace("<results>", results).split(";\n"):
        if "CREATE" in statement:
            spark.sql(statement)
    by_name: dict[str, list[Mapping[str, Any]]] = {}
    for function in (*listed(), *_MACROS):
        by_name.setdefault(str(function["name"]), []).append(function)
    for name, forms in by_name.items():
        if name != "scoresheet_functions" and forms[0]["type"] != "TABLE":
            spark.udf.register(name, _over_arrow(name, forms))


def _over_arrow(name: str, forms: list[Mapping[str, Any]]) -> Any:
    """A function of Arrow arrays, whose number decides which of its forms is meant."""
    calls = {len(types): types for form in forms for parameters in form["parameters"] for types in [_types(parameters)]}
    result = _result(str(forms[0]["type"]))

    def computed(*arrays: pyarrow.Array) -> pyarrow.Array:
        types = calls.get(len(arrays))
        if types is None:
            raise ValueError(f"{name} takes {' or '.join(map(str, sorted(calls)))} arguments, not {len(arrays)}")
        given = pyarrow.table({f"a{place}": array for place, array in enumerate(arrays)})
        arguments = ", ".join(f"CAST(a{place} AS {kind})" for place, kind in enumerate(types))
        sql = f"SELECT CAST({name}({arguments}) AS {result}) AS value FROM given"
        _connection().register("given", given)
        found = _connection().sql(sql).to_arrow_table().column(0).combine_chunks()
        return found.chunk(0) if isinstance(found, pyarrow.ChunkedArray) else found

    return arrow_udf(computed, from_arrow_type(_arrow(result)))


def _types(parameters: str) -> list[str]:
    """The types of parameters such as `packed_moves BLOB, fen VARCHAR`."""
    return [parameter.split(" ", 1)[1] for parameter in parameters.split(", ")]


def _result(kind: str) -> str:
    for unsigned, signed in _SIGNED.items():
        if kind == unsigned or f" {unsigned}," in kind:
            kind = kind.replace(unsigned, signed)
    return kind


def _arrow(kind: str) -> pyarrow.DataType:
    return _connection().sql(f"SELECT CAST(NULL AS {kind}) AS value").to_arrow_table().schema.field(0).type


@cache
def _connection() -> DuckDBPyConnection:
    """The connection of this process."""
    return scoresheet.connect(threads=1)
