"""How fast games are changed on their way, beside copying them, and how much memory that takes.

python -m bench.transforms [--runs N] [-o build/transforms.json]

Every job reads the sample three times over as one PGN file and writes PGN, in memory, with two threads; pgn-extract has
one. The speed of a job is the time of `convert` without a transform divided by its own, both in the same run and less
the time of an empty start. The folders of split games are removed at the end, because some file systems are slow to
create files where many were just removed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.inputs import BUILD, ROOT, nothing, plain
from bench.machine import circumstances
from bench.ours import COMMAND, GAMES, fresh
from bench.peers import FOLDER
from bench.process import Job, spread

RUNS = 5
OUTPUT = ROOT / "build" / "transforms.json"
TIMES = 3
# How often the sample is read for the figures of memory.
MANY = 30

PLAIN = "no transform"
START = "empty start"
# What is added to `convert`, and at least which part of its speed is requested.
TRANSFORMS: dict[str, tuple[list[str], float | None]] = {
    "strip comments": (["--strip", "comments"], 0.9),
    "strip tags": (["--strip", "tags"], 0.9),
    "strip clocks, evals, NAGs, variations": (["--strip", "clocks,evals,nags,variations"], 0.9),
    "cut after 40 plies": (["--cut", "40"], 0.9),
    "cut to plies 10 to 40": (["--cut", "10-40"], 0.9),
    "set a tag": (["--set-tags", "Annotator=Me"], 0.9),
    "sample 20,000 games": (["--sample", "20000", "--seed", "7"], 0.9),
    "eco": (["--eco"], 0.7),
    "ply_count": (["--ply-count"], None),
    "dedupe, exact": (["--dedupe", "exact"], 0.5),
    "dedupe, moves": (["--dedupe", "moves"], 0.5),
    "dedupe, loose": (["--dedupe", "loose"], 0.5),
    "sort by White's name": (["--sort", "white"], 0.4),
    "reverse": (["--reverse"], None),
    "where white_elo > 2000": (["--where", "white_elo > 2000"], None),
}
SPLIT, SPLIT_ASKED = "split by White's name", 0.5
# The other program's way to drop duplicates, and how many times as fast ours should be.
PROGRAM, PEER, DEDUPE, PEER_ASKED = "pgn-extract", "pgn-extract -D", "dedupe, exact", 10

# Prints the seconds that the first pass took, and then those of games picked at random.
PICK = """
import random, sys, time, scoresheet
games = scoresheet.read(sys.argv[1], threads=2)
started = time.perf_counter()
last = games[-1]
print(time.perf_counter() - started)
count, chance = len(games), random.Random(7)
for _ in range(1000):
    number = chance.randrange(count)
    started = time.perf_counter()
    game = games[number]
    print(time.perf_counter() - started)
"""


class Bench:
    """The jobs, and the folder that they write to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.source = repeated(TIMES)

    def jobs(self) -> Iterator[Job]:
        """Every job that is timed, the empty start and the copy first."""
        yield Job(START, "", [COMMAND, "check", str(nothing())])
        yield self.converted(PLAIN, [])
        for name, (options, _) in TRANSFORMS.items():
            yield self.converted(name, options)
        yield self.split()
        if os.access(FOLDER / PROGRAM, os.X_OK):
            output = self.folder / "games.pgn"
            command = [str(FOLDER / PROGRAM), "-s", "-D", "-o", str(output), str(self.source)]
            yield Job(PEER, self.source.name, command, before=fresh(output))
        else:
            print(f"not measured: `{PROGRAM}` is not in SCORESHEET_PEERS ({FOLDER})", file=sys.stderr)

    def converted(self, name: str, options: list[str]) -> Job:
        """A conversion with these options."""
        output = self.folder / "games.pgn"
        command = [COMMAND, "convert", str(self.source), "-o", str(output), "--json", "--threads", "2", *options]
        return Job(name, self.source.name, command, check=complete, before=fresh(output))

    def split(self) -> Job:
        """The games split by a player. Each run gets a separate folder."""
        job = self.converted(SPLIT, [])
        place = list(job.command).index("-o") + 1

        def before() -> None:
            folder = Path(tempfile.mkdtemp(dir=self.folder))
            job.command = [*job.command[:place], str(folder / "{white}.pgn"), *job.command[place + 1 :]]

        job.before = before
        return job


def repeated(times: int) -> Path:
    """The sample, this many times over, in one file."""
    path = BUILD / f"sample-{times}.pgn"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        data = plain().read_bytes().rstrip(b"\n") + b"\n\n"
        beside = path.with_suffix(".part")
        with beside.open("wb") as file:
            for _ in range(times):
                file.write(data)
        beside.rename(path)
    return path


def complete(out: bytes) -> None:
    """Stops if a job did not read every game."""
    report = json.loads(out)
    if report["games"] % GAMES["plain"] or not report["written"]:
        raise SystemExit(f"{report['games']} games read, {report['written']} written")


def rows(jobs: list[Job]) -> Iterator[dict[str, Any]]:
    """The figures of each job, and its speed as a part of that of copying."""
    results = {job.name: job.result() for job in jobs}
    start = results[START]["wall"]["median"]
    copy = results[PLAIN]["wall"]["median"] - start
    for name, result in results.items():
        if name != START:
            own = result["wall"]["median"] - (0 if name == PEER else start)
            yield {**result, "speed": round(copy / own, 2), "asked": asked(name)}
    if PEER in results:
        ours = results[DEDUPE]["wall"]["median"] - start
        yield {
            "name": f"{PEER} / {DEDUPE}",
            "speed": round(results[PEER]["wall"]["median"] / ours, 2),
            "asked": PEER_ASKED,
        }


def asked(name: str) -> float | None:
    """The part of the speed of copying that a job should have."""
    return SPLIT_ASKED if name == SPLIT else TRANSFORMS.get(name, ([], None))[1]


def picked(source: Path) -> dict[str, Any]:
    """The seconds of the first pass over a file, and of picking games after it."""
    done = subprocess.run([sys.executable, "-c", PICK, str(source)], capture_output=True, check=True, text=True)
    first, *others = map(float, done.stdout.split())
    return {"first": first, "picks": len(others), "seconds": spread(others)}


def main(arguments: list[str]) -> int:
    """Measures, prints a table and keeps the figures."""
    parser = argparse.ArgumentParser(description="Measure how fast games are changed on their way.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        bench = Bench(Path(folder))
        jobs = list(bench.jobs())
        for number in range(options.runs):
            for job in jobs:
                print(f"{number + 1}/{options.runs} {job.name}", file=sys.stderr)
                job.run()
        speeds = list(rows(jobs))
        bench.source = repeated(MANY)
        large = [job for job in bench.jobs() if job.name not in (START, PEER)]
        for job in large:
            print(f"{MANY} times: {job.name}", file=sys.stderr)
            job.run()
    found = {"runs": options.runs, "times": TIMES, "many": MANY, "speeds": speeds, "picked": picked(repeated(TIMES))}
    found |= circumstances() | {"large": [job.result() for job in large]}
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(found, indent=1) + "\n")
    print(f"{table(found)}\n\nkept in {options.output}")
    return 0


def table(found: dict[str, Any]) -> str:
    """The figures for people."""
    peaks = {row["name"]: row["peak"]["median"] for row in found["large"]}
    lines = [f"{'job':<40} {'wall':>8} {'speed':>6} {'asked':>6} {f'peak MB at {MANY}':>14}"]
    for row in found["speeds"]:
        wall = f"{row['wall']['median']:8.3f}" if "wall" in row else " " * 8
        peak = f"{peaks[row['name']] / 1e6:14.1f}" if row["name"] in peaks else ""
        lines.append(f"{row['name']:<40} {wall} {row['speed']:6.2f} {row['asked'] or '':>6} {peak}")
    return "\n".join([*lines, f"games[n]: {found['picked']['seconds']['median'] * 1000:.3f} ms"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
