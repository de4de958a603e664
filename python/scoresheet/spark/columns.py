"""Reads only the columns that a query needs.

Spark does not tell its Python sources which these are, so they are found in the optimized plan of the query.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scoresheet._sources import Source

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["ask", "query", "read"]

_ALL = ("tags", "summary", "moves", "packed", "text", "errors")
"""The families of columns that a query may use."""


def read(spark: SparkSession, paths: Source, columns: Sequence[str] | None = None, **options: Any) -> DataFrame:
    """The games of files as a DataFrame.

    Args:
        spark: the session.
        paths: files, folders or patterns.
        columns: columns and families; the default is that of the source.
        options: those of the source, such as `splitSize="64m"`.
    """
    reader = spark.read.format("scoresheet").options(**options)
    if columns is not None:
        reader = reader.option("columns", ",".join(columns))
    return reader.load([str(path) for path in paths] if isinstance(paths, list | tuple) else str(paths))


def query(spark: SparkSession, sql: str, paths: Source, *, table: str = "games", **options: Any) -> DataFrame:
    """The rows of a query over the games of files, of which only the columns that the query needs are read.

    Args:
        spark: the session.
        sql: a query of Spark SQL over `table`.
        paths: files, folders or patterns.
        table: the name of the view that the query reads. A view of this name is replaced.
        options: those of the source.
    """
    everything = read(spark, paths, _ALL, **{**options, "numbers": "none"})
    everything.createOrReplaceTempView(table)
    needed = _needed(spark.sql(sql), everything.columns)
    read(spark, paths, needed, **options).createOrReplaceTempView(table)
    return spark.sql(sql)


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


def ask(spark: SparkSession, question: str, table: str = "games", **parameters: Any) -> DataFrame:
    """The rows of a shipped question over a view.

    Raises:
        UsageError: there is no such question, or it has no text for Spark.
    """
    from scoresheet.questions.texts import question_text

    return spark.sql(question_text(question, "spark", table=table, **parameters).rstrip().removesuffix(";"))
