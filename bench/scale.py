"""What jobs cost with 10^5, 10^6 and 10^7 games, all of them different, and how that grows.

python -m bench.scale [--sizes N...] [--only NAME...] [--folder build/bench/scale] [-o build/scale.json]

Run by `make bench-scale`; with ten million games it takes hours and about 60 GB of disk. The games are those of
`bench.synthetic`, whose first N are the same for each number. Each job is one process, with all processors, and the
seconds include its start. Figures that are there are kept: `--only` measures these jobs again. Each job with a count is
compared with the counts of `bench.scale_answers`, which reads the text without any of our code.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import scale_answers, viewer
from bench.inputs import BUILD, ROOT
from bench.machine import circumstances
from bench.ours import COMMAND
from bench.process import measured, shown
from bench.synthetic import generator, write

OUTPUT = ROOT / "build" / "scale.json"
SIZES = (100_000, 1_000_000, 10_000_000)
VIEWER_RUNS = 20

PATTERNS = {
    "rook and pawn against rook": "material KRPvKR",
    "a position of the Najdorf": "fen rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq -",
    "isolated queen's pawn": "isolated P on d4",
    "underpromotion": "promotes N",
    "mate by a rook": "mate and move R",
}
"""The patterns that are searched, by name."""

QUESTIONS: dict[str, Sequence[str]] = {
    "castling": ["moves=10"], "results": [], "openings": [], "endgames": [], "promotions": [], "checks": [],
}  # fmt: skip
"""The questions of SQL that are asked, with their parameters."""

COUNTED = {
    "castling": ["games", "castled"],
    "results": ["1-0", "0-1", "1/2-1/2"],
    "promotions": [f"promotions to {piece}" for piece in "QRBN"],
}
"""The counts of the text that the answers must contain."""

EXTENSION = """
import sys, duckdb, scoresheet
connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
connection.execute("SET enable_progress_bar = false")  # it would be on stdout
connection.execute(f"LOAD '{scoresheet.extension_path()}'")
print(connection.execute(sys.argv[1], sys.argv[2:]).fetchall()[0][0])
"""
SPARK = """
import json, sys
from bench import spark
session = spark.session()
answer = spark.jobs(session, spark.Path(sys.argv[2]))[sys.argv[1]]()
print(json.dumps([row.asDict() for row in answer or []]))
session.stop()
"""
SPARK_PYTHON = ROOT / ".venv-spark" / "bin" / "python"
"""The Python that has PySpark, which `make bench-spark` makes; without it, Spark is not measured."""
READ_GAMES = "SELECT count(*) FILTER (mate) FROM read_games(?)"
BOARDS = "SELECT count(DISTINCT hash_at(from_square, to_square, promotion, castle, fen, 20)) FROM read_parquet(?)"


@dataclass(frozen=True)
class Job:
    """One command; `check` compares what it prints with the counts of the text."""

    name: str
    command: Sequence[str]
    out: Path | None = None
    """The file or the folder that it writes."""
    check: Callable[[bytes, dict[str, int]], bool] = lambda _out, _counts: True
    keeps: bool = False
    """Whether later jobs read what this one writes."""
    reads: Sequence[Path] = ()
    """What earlier jobs write and this one reads."""
    before: Callable[[], object] = lambda: None
    """What is done before, outside the measured time."""
    alone: bool = True
    """Whether it is one process: what others that it starts take is not measured."""


def report(counted: str, expected: str) -> Callable[[bytes, dict[str, int]], bool]:
    """Whether a number of the report is a count of the text."""
    return lambda out, counts: json.loads(out)[counted] == counts[expected]


def printed(expected: str) -> Callable[[bytes, dict[str, int]], bool]:
    """Whether the number that is printed is a count of the text."""
    return lambda out, counts: int(out) == counts[expected]


def asked(*expected: str) -> Callable[[bytes, dict[str, int]], bool]:
    """Whether these counts of the text are among the values of the rows."""

    def check(out: bytes, counts: dict[str, int]) -> bool:
        values = [value for row in json.loads(out) for value in row.values()]
        return all(counts[name] in values for name in expected)

    return check


def jobs(folder: Path) -> Iterator[Job]:
    """Every job with the games of a folder, in an order in which the files that it reads are there."""
    games, table, archive, lines = (folder / f"games.{kind}" for kind in ("pgn", "parquet", "scz", "bgnl"))
    index = folder / "games.positions.parquet"
    quiet = ["--json", "--progress", "never"]

    def convert(name: str, source: Path, out: Path, *more: str, keeps: bool = False) -> Job:
        command = [COMMAND, "convert", str(source), "-o", str(out), *more, *quiet]
        return Job(name, command, out, report("written", "games"), keeps)

    yield Job("check", [COMMAND, "check", str(games), *quiet], check=report("mates", "mates"))
    yield convert("PGN to sorted Parquet", games, table, keeps=True)
    yield convert("PGN to archive", games, archive, keeps=True)
    check_archive = [COMMAND, "check", str(archive), *quiet]
    yield Job("check of the archive", check_archive, check=report("mates", "mates"), reads=[archive])
    yield convert("PGN to BGN lines", games, lines)
    for kind in ("exact", "moves", "loose"):
        out = folder / f"{kind}.parquet"
        command = [COMMAND, "convert", str(games), "-o", str(out), "--dedupe", kind, "--columns", "tags", *quiet]
        # What is similar enough for `loose` has no second computation.
        expected = {} if kind == "loose" else {"check": report("written", f"unique, {kind}")}
        yield Job(f"dedupe, {kind}", command, out, **expected)
    yield convert("sort by rating", games, folder / "sorted.pgn", "--sort", "-white_elo,date")
    split = [COMMAND, "convert", str(games), "-o", str(folder / "split" / "{eco}.pgn"), *quiet]
    yield Job("split by opening", split, folder / "split", report("written", "games"))
    # An index belongs to a name.
    unindexed = folder / "unindexed.parquet"
    explorer = ["@explorer", f"fen={viewer.SICILIAN}", "--json"]
    search = [COMMAND, "query", str(unindexed), *explorer]
    yield Job("explorer, without an index", search, reads=[table], before=lambda: link(table, unindexed))
    yield Job("index", [COMMAND, "index", str(table), "--json"], index, keeps=True, reads=[table])
    yield Job("explorer, with the index", [COMMAND, "query", str(table), *explorer], reads=[table, index])
    for name, pattern in PATTERNS.items():
        expected = {"check": printed("games with a promotion to N")} if name == "underpromotion" else {}
        command = [COMMAND, "find", str(table), pattern, "--count"]
        yield Job(f"find {name}", command, reads=[table], **expected)
    for name, parameters in QUESTIONS.items():
        command = [COMMAND, "query", str(table), f"@{name}", *parameters, "--json"]
        yield Job(f"@{name}", command, check=asked(*COUNTED.get(name, [])), reads=[table])
    count_mates = [sys.executable, "-c", EXTENSION, READ_GAMES, str(games)]
    yield Job("`read_games` in DuckDB", count_mates, check=printed("mates"))
    boards = [sys.executable, "-c", EXTENSION, BOARDS, str(table)]
    yield Job("positions after 20 plies in DuckDB", boards, reads=[table])
    if SPARK_PYTHON.exists():
        paths = f"PYTHONPATH={ROOT}:{ROOT / 'python'}"
        for name, counted in (("castling", ["games", "castled"]), ("default columns", [])):
            command = ["env", paths, str(SPARK_PYTHON), "-c", SPARK, name, str(games)]
            yield Job(f"Spark: {name}", command, check=asked(*counted), alone=False)
    else:
        print("not measured: Spark, as `.venv-spark` is missing", file=sys.stderr)
    yield convert("PGN to DuckDB", games, folder / "games.duckdb")
    yield convert("PGN to SQLite", games, folder / "games.sqlite")


def size(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    files = path.iterdir() if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files)


def remove(path: Path) -> None:
    """Removes a file or a folder that may be there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def link(path: Path, name: Path) -> None:
    """Gives a file another name."""
    name.unlink(missing_ok=True)
    name.hardlink_to(path)


def run(job: Job, counts: dict[str, int]) -> dict[str, Any]:
    """Runs a job once; ends the program if it fails or counts something else than the text shows."""
    if job.out:
        remove(job.out)
    job.before()
    found = measured(job.command)
    if found.status:
        raise SystemExit(f"{shown(job.command)} ended with {found.status}: {found.err.decode()[-2000:]}")
    if not job.check(found.out, counts):
        raise SystemExit(f"{shown(job.command)} printed {found.out.decode()[:500]}, the text has {counts}")
    row = {"wall": found.wall, "command": shown(job.command)}
    if job.alone:
        row |= {"user": found.user, "peak": found.peak}
    if job.out:
        row["bytes"] = size(job.out)
        if not job.keeps:
            remove(job.out)
    return row


def viewed(table: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The viewer's responses about the games of a table."""
    with viewer.served(table) as (process, client, start_s):
        client.ask("position")
        yield "viewer: from the start to the first response", {"wall": start_s}
        for name, figure in viewer.figures(client, VIEWER_RUNS):
            yield f"viewer: {name}", {"wall": figure["p95"] / 1000}
        yield "viewer: everything above", {"peak": viewer.peak(process)}


def scaled(games: int, folder: Path, only: Sequence[str], done: dict[str, Any], keep: Callable[[], object]) -> None:
    """Adds to `done` what is not in it yet, or what is in `only`, and calls `keep` after each job."""
    folder.mkdir(parents=True, exist_ok=True)
    text = folder / "games.pgn"
    if not text.exists():
        program = generator()
        started = time.perf_counter()
        write(program, games, text)
        done["generated"] = {"wall": time.perf_counter() - started, "bytes": text.stat().st_size}
    if "counts" not in done:
        done["counts"] = scale_answers.counts(text)
    rows = done.setdefault("jobs", {})
    every = list(jobs(folder))
    wanted = {job.name for job in every if (job.name in only if only else job.name not in rows)}
    for job in reversed(every):
        # What a job reads may have been removed since it was measured.
        missing = {path for other in every if other.name in wanted for path in other.reads if not path.exists()}
        if job.out in missing:
            wanted.add(job.name)
    for job in every:
        if job.name in wanted:
            rows[job.name] = run(job, done["counts"])
            report_row(games, job.name, rows[job.name])
            keep()
    if "viewer" in only if only else "viewer: a game" not in rows:
        table = folder / "viewed.parquet"
        viewer.prepare(text, table)
        for name, row in viewed(table):
            rows[name] = row
            report_row(games, name, row)
        for file in folder.glob("viewed.*"):
            file.unlink()
    if "sample" in only if only else "sample" not in done:
        positions = [sys.executable, "-c", EXTENSION, BOARDS]
        ending = PATTERNS["rook and pawn against rook"]
        done["sample"] = scale_answers.sampled(text, COMMAND, viewer.SICILIAN, ending, positions)


def report_row(games: int, name: str, row: dict[str, Any]) -> None:
    """Shows a figure as soon as it is there."""
    figures = [f"{row['wall']:.2f} s" if "wall" in row else "", f"{row['peak'] >> 20} MiB" if "peak" in row else ""]
    print(f"{games:>12,}  {name:<48} {'  '.join(figures)}", file=sys.stderr, flush=True)


def main(arguments: Sequence[str]) -> int:
    """Measures each number of games, and keeps the figures after each job."""
    parser = argparse.ArgumentParser(description="Measure what jobs cost with more and more games.")
    parser.add_argument("--sizes", metavar="N", type=int, nargs="+", default=SIZES)
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[], help="these jobs, `viewer` or `sample`, again")
    parser.add_argument("--folder", type=Path, default=BUILD / "scale", help="where games and outputs are")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    result = json.loads(options.output.read_text()) if options.output.exists() else {"sizes": {}}
    options.output.parent.mkdir(parents=True, exist_ok=True)

    def keep() -> None:
        options.output.write_text(json.dumps(result | circumstances(), indent=1) + "\n")

    for games in options.sizes:
        done = result["sizes"].setdefault(str(games), {})
        scaled(games, options.folder / str(games), options.only, done, keep)
        keep()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
