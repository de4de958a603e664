"""Runs the castling question on some games on a Spark master, as a separate program.

Prints the result, and where the processes of the executors find the package, as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pyarrow
import pyspark
from pyspark.sql import SparkSession


def packages(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Where the process that this is called in finds the package."""
    import scoresheet

    for _ in batches:
        yield pyarrow.RecordBatch.from_pydict({"path": [scoresheet.__file__]})


def main(master: str, path: str) -> None:
    """`master` is that of a classic session, or `connect` for one over Spark Connect.

    `EXECUTORS_PATH` is the `PYTHONPATH` of the executors; without it, they get that of this program.
    """
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    if master == "connect":
        spark = SparkSession.builder.remote("local[2]").getOrCreate()
    else:
        builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
        searched = os.environ.get("EXECUTORS_PATH", os.environ["PYTHONPATH"])
        spark = builder.config("spark.executorEnv.PYTHONPATH", searched).getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
    games = spark.read.format("scoresheet").options(splitSize="8k").load(path)
    castled = games.where("coalesce(least(white_castle_ply, black_castle_ply) <= 20, false)").count()
    rows = games.select("game", "white", "error").collect()
    found = {row[0] for row in spark.range(2).mapInArrow(packages, "path STRING").collect()}
    answer = {"games": games.count(), "castled": castled, "rows": sorted(map(list, rows), key=str)}
    print(json.dumps({"answer": answer, "packages": sorted(found)}))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
