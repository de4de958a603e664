"""Reads only the columns that a query needs.

Spark does not pass these to its Python sources, so they are found in the optimized plan of the query.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pyspark.errors import PySparkException

from scoresheet._sources import Source
from scoresheet.questions.sides import sides as sides_of
from scoresheet.questions.spark import SIDES, identifier
from scoresheet.questions.texts import question_text
from scoresheet.spark.functions import register
from scoresheet.spark.options import Settings
from scoresheet.spark.planning import counted, to_text
from scoresheet.spark.source import source_schema

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["ask", "query", "read", "sides"]

_ALL = ("tags", "summary", "moves", "packed", "notes", "text", "errors")
"""The families of columns that a query may use."""


def read(spark: SparkSession, paths: Source, columns: Sequence[str] | None = None, **options: Any) -> DataFrame:
    """The games of files as a DataFrame.

    If games or places of errors are numbered, a first job counts the games before each part of large or remote
    files.

    Args:
        spark: the session.
        paths: files, folders, patterns, or URLs.
        columns: columns and families; the default is that of the source.
        options: those of the source, such as `splitSize="64m"`.
    """
    listed = [str(path) for path in (paths if isinstance(paths, list | tuple) else [paths])]
    given = {"workers": _workers(spark), **options}
    settings = Settings.of({**{name: str(value) for name, value in given.items()}, "paths": json.dumps(listed)})
    if planned := counted(spark, settings, source_schema(columns).names):
        given["plan"] = to_text(planned)
    if columns is not None:
        given["columns"] = ",".join(columns)
    return spark.read.format("scoresheet").options(**given).load(listed)


def _workers(spark: SparkSession) -> int:
    """How many tasks run at once."""
    try:
        return int(spark.sparkContext.defaultParallelism)
    except PySparkException:
        return 1  # Spark Connect does not expose it


def query(spark: SparkSession, sql: str, paths: Source, *, table: str = "games", **options: Any) -> DataFrame:
    """The rows of a query over the games of files, of which only the columns that the query needs are read.

    If the query names `sides`, it gets this view as well, as `sides` creates it.

    Args:
        spark: the session.
        sql: a query of Spark SQL over `table` or `sides`.
        paths: files, folders or patterns.
        table: the name of the view that the query reads. A view of this name is replaced.
        options: those of the source.
    """
    everything = _everything(spark)
    names_sides = re.search(r"\bsides\b", sql, re.IGNORECASE) is not None

    def offered(games: DataFrame, columns: Sequence[str]) -> DataFrame:
        games.createOrReplaceTempView(table)
        if names_sides:
            _create_sides(spark, table, columns)
        return spark.sql(sql)

    needed = _needed(offered(everything, everything.columns), everything.columns)
    return offered(read(spark, paths, needed, **options), needed)


_every: WeakKeyDictionary[SparkSession, DataFrame] = WeakKeyDictionary()
"""A DataFrame with all columns for each session, which is planned on, but never read."""


def _everything(spark: SparkSession) -> DataFrame:
    if spark not in _every:
        _every[spark] = spark.read.format("scoresheet").option("columns", ",".join(_ALL)).load("games")
    return _every[spark]


def _needed(asked: DataFrame, columns: Sequence[str]) -> list[str]:
    """The columns that the optimized plan of a query refers to; at least one, so that rows can be counted."""
    plan = getattr(asked, "_jdf", None)
    if plan is None:
        return list(columns)  # Spark Connect shows no plan
    root = plan.queryExecution().optimizedPlan()
    found, pending = _names(root.output()), [root]
    while pending:
        node = pending.pop()
        children = node.children()
        inner = [children.apply(place) for place in range(children.size())]
        if inner:
            found |= _names(node.references().toSeq())
        pending += inner
    return [name for name in columns if name in found] or ["game"]


def _names(attributes: Any) -> set[str]:
    return {attributes.apply(place).name() for place in range(attributes.size())}


def sides(spark: SparkSession, table: str = "games") -> None:
    """Creates the temporary view `sides`, with two rows for each row of a view of games: one for each side.

    Its columns are those of the games, `color`, and what is known about the side: `player`, `opponent`, `elo`,
    `score`, `won`, `drawn`, `lost` … A view of this name is replaced.

    Args:
        spark: the session. The functions of `register` are added to it if they are missing.
        table: the view of the games.
    """
    _create_sides(spark, table, spark.table(identifier(table)).columns)


def _create_sides(spark: SparkSession, table: str, columns: Sequence[str]) -> None:
    _register_once(spark)
    both = sides_of(identifier(table), columns, SIDES)
    spark.sql(f"CREATE OR REPLACE TEMPORARY VIEW sides AS {both}")


def _register_once(spark: SparkSession) -> None:
    if not spark.catalog.functionExists("game_result"):
        register(spark)


def ask(spark: SparkSession, question: str, table: str = "games", **parameters: Any) -> DataFrame:
    """The rows of a built-in question over a view.

    The view needs the columns of the families `tags`, `summary`, `moves` and `packed` that the question is about. The
    functions of `register` are added to the session if they are missing.

    Raises:
        UsageError: there is no such question, or it has no text for Spark.
    """
    _register_once(spark)
    return spark.sql(question_text(question, "spark", table=table, **parameters).rstrip().removesuffix(";"))
