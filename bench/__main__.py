"""Runs every job in turn, five times over, prints a table and keeps the figures in `build/bench.json`.

make bench [SCORESHEET_DATA=folder] [SCORESHEET_PEERS=folder]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from bench import inputs, ours, peers
from bench.machine import circumstances
from bench.ours import CONVERSIONS, DOCUMENTS_CHECKED, GAMES
from bench.process import Job, spread

RUNS = 5
OUTPUT = inputs.ROOT / "build" / "bench.json"
# These print the seconds they took inside the process.
INSIDE = (
    "castling question",
    "import scoresheet",
    "iterate over Games",
    "walk the mainlines of Games",
    "hold all Games",
    "write held Games to PGN",
    "check, time reported by the program",
    DOCUMENTS_CHECKED,
    *(f"{name}, --threads 2" for name in CONVERSIONS),
    "python-chess read_game",
    "python-chess walks mainlines",
    "python-chess holds all games",
)


def main(arguments: list[str]) -> int:
    """Measures; returns 2 if the games are missing."""
    parser = argparse.ArgumentParser(description="Measure Scoresheet and the programs beside it.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--only", help="only jobs whose name contains this")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    if not inputs.packed().exists():
        print(f"`{inputs.packed().name}` is not in SCORESHEET_DATA ({inputs.DATA})", file=sys.stderr)
        return 2
    jobs = [job for job in [*ours.jobs(), *peers.jobs()] if wanted(job, options.only)]
    measure(jobs, options.runs)
    result = described(jobs)
    keep(options.output, result)
    print(f"{table(result)}\n\nkept in {options.output}")
    return 0


def wanted(job: Job, only: str | None) -> bool:
    """Whether a job is to be run; the empty start always is."""
    return only is None or only in job.name or job.name == "empty start"


def measure(jobs: list[Job], runs: int) -> None:
    """Runs the jobs in turn, so that a slow minute of the machine meets them all."""
    for number in range(runs):
        for job in jobs:
            if number < (job.runs or runs):
                print(f"{number + 1}/{job.runs or runs} {job.name} {job.file}", file=sys.stderr)
                job.run()


def described(jobs: list[Job]) -> dict[str, Any]:
    """All figures of this run and what they were measured on."""
    results = [job.result() | inside(job) for job in jobs]
    empty = next(result["user"]["median"] for result in results if result["name"] == "empty start")
    for result in results:
        start = empty if result["command"].startswith("scoresheet ") else 0.0
        result["net_user"] = round(max(0.0, result["user"]["median"] - start), 4)
    return {
        **circumstances(),
        "jobs": results,
        "ratios": ratios({(result["name"], result["file"]): result for result in results}),
    }


def inside(job: Job) -> dict[str, Any]:
    """The seconds that a job measured itself."""
    return {"inside": spread([float(run.out) for run in job.done])} if job.name in INSIDE else {}


def ratios(by: dict[tuple[str, str], dict[str, Any]]) -> dict[str, float]:
    """The figures that were promised, as ratios."""
    found: dict[str, float] = {}
    for file in ("plain", "packed", "clocks"):
        mine = by.get(("check --threads 1", file))
        for peer in ("pgn-reader validate", "pgn-extract -r", "python-chess read_game"):
            if mine and (other := by.get((peer, file))) and mine["net_user"]:
                found[f"{peer} / check, {file}, user"] = round(other["net_user"] / mine["net_user"], 2)
    one, two = by.get(("check --threads 1", "plain")), by.get(("check --threads 2", "plain"))
    start = by[("empty start", "")]["wall"]["median"]
    if one and two:
        net = [job["wall"]["median"] - start for job in (one, two)]
        found["check, one thread / two threads, wall minus start-up"] = round(net[0] / net[1], 2)
    convert, validate = (
        by.get(("convert to Parquet, sorted, --threads 2", "plain")),
        by.get(("pgn-reader validate", "plain")),
    )
    if convert and validate:
        found["convert to Parquet / pgn-reader validate, wall minus start-up"] = round(
            (convert["wall"]["median"] - start) / validate["wall"]["median"], 2
        )
    return found | of_conversions(by) | of_objects(by)


def of_conversions(by: dict[tuple[str, str], dict[str, Any]]) -> dict[str, float]:
    """Games a second of each conversion, and of a check of documents, divided by those of a check of the same file."""
    check = by.get(("check, time reported by the program", "plain"))
    jobs = {name: by.get((f"{name}, --threads 2", "plain")) for name in CONVERSIONS}
    jobs["check of BGN"] = by.get((DOCUMENTS_CHECKED, "plain"))
    found = {}
    for name, job in jobs.items():
        if check and job:
            ratio = check["inside"]["median"] / job["inside"]["median"]
            found[f"{name} / check, both with two threads, games a second"] = round(ratio, 2)
    for name in ("PGN to BGN", "check of BGN"):
        if job := jobs[name]:
            found[f"{name}, games a second"] = round(GAMES["plain"] / job["inside"]["median"])
    return found


def of_objects(by: dict[tuple[str, str], dict[str, Any]]) -> dict[str, float]:
    """What games as objects take beside those of python-chess: time, and memory over that of an empty Python."""
    found: dict[str, float] = {}
    pairs = (
        ("iterate over Games", "python-chess read_game", "plain"),
        ("walk the mainlines of Games", "python-chess walks mainlines", "plain"),
        ("hold all Games", "python-chess holds all games", "annotated"),
    )
    for our_job, their_job, file in pairs:
        mine, other = by.get((our_job, file)), by.get((their_job, file))
        if mine and other:
            found[f"{their_job} / {our_job}, seconds inside"] = round(
                other["inside"]["median"] / mine["inside"]["median"], 2
            )
    mine, other = by.get(("hold all Games", "annotated")), by.get(("python-chess holds all games", "annotated"))
    empty = [by.get((name, "")) for name in ("empty Python", "python-chess, empty Python")]
    if mine and other and empty[0] and empty[1]:
        held = [
            job["peak"]["median"] - start["peak"]["median"] for job, start in zip((mine, other), empty, strict=True)
        ]
        found["bytes a game held, ours"] = round(held[0] / GAMES["annotated"])
        found["bytes a game held, python-chess"] = round(held[1] / GAMES["annotated"])
        found["bytes a game held, ours / python-chess"] = round(held[0] / held[1], 3)
    if (mine := by.get(("hold all Games", "plain"))) and empty[0]:
        held_bytes = mine["peak"]["median"] - empty[0]["peak"]["median"]
        found["bytes a game held, plain, ours"] = round(held_bytes / GAMES["plain"])
    if mine := by.get(("write held Games to PGN", "plain")):
        found["held Games to PGN, games a second"] = round(GAMES["plain"] / mine["inside"]["median"])
    return found


def keep(path: Path, result: dict[str, Any]) -> None:
    """Adds this run to those before it."""
    runs = json.loads(path.read_text()) if path.exists() else []
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([*runs, result], indent=1) + "\n")


def table(result: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [f"{'job':<42} {'file':<9} {'user':>8} {'net':>8} {'wall':>8} {'inside':>8} {'peak MB':>8} {'runs':>5}"]
    for job in result["jobs"]:
        seconds = f"{job['inside']['median']:8.3f}" if "inside" in job else " " * 8
        lines.append(
            f"{job['name']:<42} {job['file']:<9} {job['user']['median']:8.3f} {job['net_user']:8.3f} "
            f"{job['wall']['median']:8.3f} {seconds} {job['peak']['median'] / 1e6:8.1f} {job['runs']:5}"
        )
    return "\n".join([*lines, "", *(f"{value:8.2f}  {name}" for name, value in result["ratios"].items())])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
