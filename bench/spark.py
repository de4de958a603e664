"""How fast Spark reads games, compared with one process of Scoresheet.

python -m bench.spark [--runs N] [-o build/spark.json]

Run by `make bench-spark`, with PySpark. The games are those of the sample three times over, about as many as the month
has, as one PGN file; and thirty times over.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow

import scoresheet
import scoresheet.spark
from bench.inputs import ROOT
from bench.machine import circumstances
from bench.transforms import repeated
from scoresheet import parts

OUTPUT = ROOT / "build" / "spark.json"
CASTLING = (
    "SELECT count(*) AS games, count_if(coalesce(least(white_castle_ply, black_castle_ply) <= 20, false)) AS castled "
    "FROM games"
)
DEFAULT = ["tags", "summary", "moves", "errors"]


def session() -> Any:
    """A session with two threads on this machine."""
    from pyspark.sql import SparkSession

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    made = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


def seconds(work: Callable[[], object], runs: int) -> float:
    """The median time of some runs, after one that warms up."""
    work()
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def drained(path: Path) -> None:
    """Reads the default columns with two threads, and keeps nothing."""
    for _ in pyarrow.RecordBatchReader.from_stream(scoresheet.read(path, columns=DEFAULT, threads=2)):
        pass


def measured(spark: Any, path: Path, runs: int) -> dict[str, Any]:
    """The times for one file."""

    def noop() -> None:
        games = scoresheet.spark.read(spark, path, DEFAULT)
        games.write.format("noop").mode("overwrite").save()

    found = {
        "castling": seconds(lambda: scoresheet.spark.query(spark, CASTLING, path, numbers="none").collect(), runs),
        "castling_alone": seconds(lambda: scoresheet.query(path, "castling", plies=20).fetchall(), runs),
        "default": seconds(noop, runs),
        "default_alone": seconds(lambda: drained(path), runs),
        "count": seconds(lambda: parts.plan(path), runs),
    }
    games = scoresheet.read(path).count()
    return {"games": games, "bytes": path.stat().st_size, "seconds": {name: round(s, 3) for name, s in found.items()}}


def rows(found: list[dict[str, Any]]) -> list[list[str]]:
    """The figures as a table: what, measured, asked."""
    table = []
    for each in found:
        taken, games = each["seconds"], each["games"]
        figures = [
            ("castling, relative to `scoresheet query`", f"{taken['castling'] / taken['castling_alone']:.2f}", "2.5"),
            ("castling, games per second", f"{games / taken['castling']:,.0f}", "300,000"),
            ("default columns, relative to one process", f"{taken['default'] / taken['default_alone']:.2f}", "3"),
            ("default columns, games per second", f"{games / taken['default']:,.0f}", "140,000"),
            ("counting before parts, MB/s", f"{each['bytes'] / taken['count'] / 1e6:,.0f}", "700"),
        ]
        table += [[f"{games:,} games: {what}", figure, asked] for what, figure, asked in figures]
    return table


def main() -> None:
    """Measures, prints a table, and writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, nargs="+", default=[3, 30])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    spark = session()
    table = rows([measured(spark, repeated(times), arguments.runs) for times in arguments.times])
    spark.stop()
    for what, figure, asked in table:
        print(f"{what:70} {figure:>12} {asked:>10}")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps({**circumstances(), "rows": table}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
