"""Writes and reads games on a cluster of this machine, one process of which is killed in the middle of each.

Prints how many processes were killed, and what was read.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession


def processes(word: str) -> list[int]:
    """The processes below this one whose commands contain a word."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        process = int(folder.name)
        if word in command and process != os.getpid() and is_below(process):
            found.append(process)
    return sorted(found)


def is_below(process: int) -> bool:
    """Whether a process descends from this one."""
    while process > 1:
        if process == os.getpid():
            return True
        try:
            status = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            return False
        process = int(status.rpartition(")")[2].split()[1])
    return False


def disturbed(work: Callable[[], Any], spark: SparkSession, word: str) -> tuple[Any, int]:
    """The result of work during which a process is killed once some tasks have ended, and how many were killed."""
    tracker, killed, done = spark.sparkContext.statusTracker(), [], threading.Event()

    def kill() -> None:
        while not killed and not done.wait(0.01):
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            if any(stage is not None and stage.numCompletedTasks >= 3 for stage in stages):
                killed.append(processes(word)[-1])  # the latest, which works for an executor
                os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    result = work()
    done.set()
    killer.join()
    return result, len(killed)


def main(source: str, target: str, word: str) -> None:
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"])
    spark = builder.config("spark.speculation", "true").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    games = spark.read.format("scoresheet").options(splitSize="100k", columns="game,tags,moves").load(source)
    save = games.write.format("scoresheet").mode("append").save
    _, written = disturbed(lambda: save(target), spark, word)
    rows, read = disturbed(lambda: games.select("game").collect(), spark, word)
    print(json.dumps({"killed": written + read, "read": len(rows), "distinct": len(set(rows))}))
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
