"""Asks the castling question of some games on a Spark master, as a program of its own. Prints the answer as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession


def main(master: str, path: str) -> None:
    """`master` is that of a classic session, or `connect` for one over Spark Connect."""
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    if master == "connect":
        spark = SparkSession.builder.remote("local[2]").getOrCreate()
    else:
        builder = SparkSession.builder.master(master).config("spark.ui.enabled", "false")
        spark = builder.config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate()
        spark.sparkContext.setLogLevel("OFF")
    games = spark.read.format("scoresheet").options(splitSize="8k").load(path)
    castled = games.where("coalesce(least(white_castle_ply, black_castle_ply) <= 20, false)").count()
    rows = games.select("game", "white", "error").collect()
    print(json.dumps({"games": games.count(), "castled": castled, "rows": sorted(map(list, rows), key=str)}))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
