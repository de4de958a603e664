"""How small archives are beside other compressors, how fast they are written and read, and how quickly games are found.

python -m bench.archive [--runs N] [--bytes N] [-o build/archive.json]

Sizes are those of the whole sample, of the files with clocks or evaluations, and of the first games of the other files.
Speeds are the user time of `scoresheet convert` on one thread less that of an empty start. Columns, and games by their
numbers, are read in separate processes.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet
import zstandard

from bench.inputs import ROOT, SAMPLE, found, nothing, plain
from bench.machine import circumstances
from bench.ours import COMMAND
from bench.process import Run, measured, spread
from bench.sizes import of_each
from bench.transforms import repeated

OUTPUT = ROOT / "build" / "archive.json"
RUNS = 5
# How many bytes of each folder of games, at most.
BYTES = 16_000_000
# How often the sample is taken for a month, and for the figures of memory.
MONTH, MANY = 3, 10
WINDOW = 27

# A file has clocks or evaluations if there is at least one per this many bytes.
CLOCKED = "lichess-other, with clocks or evaluations"
CLOCKED_BYTES = 100
# What the size of an archive is compared with, and the target as a part of it.
ASKED = {
    SAMPLE: ("zstd", 0.30),
    "masters": ("zstd", 0.40),
    "historic": ("zstd", 0.40),
    CLOCKED: ("zstd", 0.45),
    "annotated": ("xz", 0.75),
}
EFFORTS = ("usual", "max")
# The targets: bits per ply, and million plies per second of writing and of reading.
BITS = {SAMPLE: (2.85, 2.80), "masters": (3.25, 3.25), "historic": (3.25, 3.25)}
SPEEDS = {"usual": 0.9, "max": 0.6}
COLUMNS_ASKED, MEMORY_ASKED = 2.5, 400
NUMBER_ASKED, NUMBERS_ASKED = 5, 3
NUMBERS = 10_000
# Single games of an open file: how many, and the targets for the first one and the others, in milliseconds.
ALONE_NUMBERS, FIRST_ASKED, EACH_ASKED = 30, 10, 3

# Prints the seconds that columns take.
TAGS = """
import sys, time, pyarrow, scoresheet
started = time.perf_counter()
games = sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(
    scoresheet.read(sys.argv[1], columns=sys.argv[3].split(","), threads=2)))
print(time.perf_counter() - started)
assert games == int(sys.argv[2]), games
"""
# Prints the seconds that a game from the middle of Parquet takes, in a process that has read a game of another file,
# and the median of games of the open file that are picked at random; and the same for an archive.
ALONE = """
import random, statistics, sys, time, scoresheet
def seconds(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
count, numbers, chance = int(sys.argv[3]), int(sys.argv[4]), random.Random(7)
for path in sys.argv[1:3]:
    scoresheet.read(sys.argv[5])[0]
    print(seconds(lambda: scoresheet.read(path)[count // 2]))
    games = scoresheet.read(path)
    len(games)
    print(statistics.median(seconds(lambda: games[chance.randrange(count)]) for _ in range(numbers)))
"""
# Prints the seconds that a game from the middle of a file takes that is not in the cache of the system, in a process
# that has read a game of another file, and those of games picked at random.
PICK = """
import os, random, sys, time, scoresheet
file = os.open(sys.argv[1], os.O_RDONLY)
os.fsync(file)
if hasattr(os, "posix_fadvise"):
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
count, numbers, chance = int(sys.argv[2]), int(sys.argv[3]), random.Random(7)
scoresheet.read(sys.argv[4])[0]
started = time.perf_counter()
games = scoresheet.read(sys.argv[1])
games[count // 2]
print(time.perf_counter() - started)
picked = [chance.randrange(count) for _ in range(numbers)]
started = time.perf_counter()
for number in picked:
    games[number]
print(time.perf_counter() - started)
"""


def main(arguments: list[str]) -> int:
    """Measures, prints the figures and keeps them."""
    parser = argparse.ArgumentParser(description="Measure the sizes and the speed of archives.")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--bytes", type=int, default=BYTES)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options.runs)
        sizes = [bench.sizes(name, files) for name, files in samples(options.bytes)]
        speeds = list(bench.speeds())
        rows = [*bench.columns(), *bench.numbers(), *bench.memory()]
    kept = {**circumstances(), "runs": options.runs, "bytes": options.bytes, "month": MONTH, "many": MANY}
    kept |= {"sizes": sizes, "speeds": speeds, "rows": rows}
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(kept, indent=1) + "\n")
    print(f"kept in {options.output}")
    return 0


def samples(most: int) -> Iterator[tuple[str, list[bytes]]]:
    """The games that are measured, file by file, by the name of the file or folder that they are from."""
    yield SAMPLE, [plain().read_bytes()]
    for name in ("masters", "historic"):
        yield name, parts(list(found(name).rglob("*.pgn")), most)
    files = [file for file in sorted(found("lichess-other").rglob("*.pgn")) if has_clocks(file.read_bytes())]
    yield CLOCKED, parts(files, most)
    yield "annotated", parts(list(found("annotated").rglob("*.pgn")), most)


def parts(files: list[Path], most: int) -> list[bytes]:
    """The first games of each file, up to this number of bytes together. Damage in a file does not touch the others."""
    taken: list[bytes] = []
    by_size = sorted(files, key=lambda file: (file.stat().st_size, file))
    for place, file in enumerate(by_size):
        taken.append(of_each([file], (most - sum(map(len, taken))) // (len(files) - place)))
    return [part for part in taken if part]


def has_clocks(games: bytes) -> bool:
    """Whether most moves have a clock or an evaluation."""
    return (games.count(b"[%clk") + games.count(b"[%eval")) * CLOCKED_BYTES > len(games)


class Bench:
    """The folder that is written to, and how often jobs run."""

    def __init__(self, folder: Path, runs: int) -> None:
        self.folder = folder
        self.runs = runs

    def convert(self, source: Path | list[Path], target: str, *options: str) -> tuple[Run, dict[str, Any], Path]:
        """What a conversion costs, its report, and what it wrote."""
        output = self.folder / target
        output.unlink(missing_ok=True)
        sources = [str(path) for path in (source if isinstance(source, list) else [source])]
        run = measured([COMMAND, "convert", *sources, "-o", str(output), "--json", "--threads", "1", *options])
        # Errors of games are in the report; a conversion without one has failed.
        if not run.out:
            raise SystemExit(f"{Path(sources[0]).name} to {target} ended with {run.status}: {run.err.decode()[-2000:]}")
        return run, json.loads(run.out), output

    def sizes(self, name: str, files: list[bytes]) -> dict[str, Any]:
        """The sizes of a sample."""
        print(f"sizes: {name}", file=sys.stderr)
        games, source = b"".join(files), [self.folder / f"{number:03}.pgn" for number in range(len(files))]
        for path, part in zip(source, files, strict=True):
            path.write_bytes(part)
        _, usual, archive = self.convert(source, "usual.scz", "--explain")
        _, strong, _ = self.convert(archive, "max.scz", "--explain", "-O", "effort=max")
        _, _, cpgn = self.convert(archive, "games.cpgn")
        _, _, exact = self.convert(source, "exact.scz", "-O", "exact=yes")
        others = usual["gain"]["compressed"]
        row = {
            "name": name,
            "pgn": len(games),
            "games": usual["games"],
            "plies": usual["gain"]["plies"],
            "gzip": others["gzip -9"],
            "xz": others["xz -9e"],
            "zstd": zstd(games),
            "cpgn": cpgn.stat().st_size,
            "usual": usual["gain"]["bytes_out"],
            "max": strong["gain"]["bytes_out"],
            "exact": exact.stat().st_size,
            "bits": {effort: bits(report) for effort, report in zip(EFFORTS, (usual, strong), strict=True)},
        }
        row["compared"], row["asked"] = ASKED[name]
        row["bits_asked"] = BITS.get(name)
        row["ratios"] = {effort: round(row[effort] / row[row["compared"]], 4) for effort in EFFORTS}
        print(f"{row['ratios']} of {row['compared']}, asked {row['asked']}; bits a ply {row['bits']}")
        return row

    def speeds(self) -> Iterator[dict[str, Any]]:
        """The million plies that are written and read per second of a core."""
        starts = [measured([COMMAND, "check", str(nothing())]).user for _ in range(self.runs)]
        start = spread(starts)["median"]
        for effort in EFFORTS:
            times: dict[str, list[float]] = {"write": [], "read": []}
            for number in range(self.runs):
                print(f"{number + 1}/{self.runs} speed: {effort}", file=sys.stderr)
                run, report, archive = self.convert(plain(), f"{effort}.scz", "-O", f"effort={effort}")
                times["write"].append(run.user - start)
                run, _, _ = self.convert(archive, "back.pgn")
                times["read"].append(run.user - start)
            plies = report["plies"]
            speeds = {name: round(plies / spread(taken)["median"] / 1e6, 3) for name, taken in times.items()}
            print(f"{effort}: {speeds}, asked {SPEEDS[effort]}")
            seconds = {name: spread(taken) for name, taken in times.items()}
            yield {"effort": effort, **speeds, "seconds": seconds, "asked": SPEEDS[effort]}

    def columns(self) -> Iterator[list[str]]:
        """The columns of tags from an archive and from Parquet."""
        source = repeated(MONTH)
        _, report, archive = self.convert(source, "month.scz")
        _, _, parquet = self.convert(source, "month.parquet", "--columns", "tags")
        names = ",".join(pyarrow.parquet.read_schema(parquet).names)
        taken: dict[Path, list[float]] = {archive: [], parquet: []}
        for _ in range(self.runs):
            for path, times in taken.items():
                times += printed(TAGS, path, report["games"], names)
        ours, theirs = (spread(times)["median"] for times in taken.values())
        yield line("columns of tags from Parquet", f"{theirs:.3f} s", "")
        yield line("columns of tags from an archive", f"{ours:.3f} s", "")
        yield line("their ratio", f"{ours / theirs:.2f}", f"{COLUMNS_ASKED}")

    def numbers(self) -> Iterator[list[str]]:
        """Games by their numbers."""
        other = self.folder / "other.pgn"
        other.write_bytes(b"1. e4 e5 *\n")
        _, _, other = self.convert(other, "other.scz")
        _, report, archive = self.convert(plain(), "usual.scz")
        runs = [printed(PICK, archive, report["games"], NUMBERS, other) for _ in range(self.runs)]
        first, others = (spread(times)["median"] for times in zip(*runs, strict=True))
        yield line(
            "open a file that is not cached, and read a game by its number",
            f"{first * 1000:.2f} ms",
            f"{NUMBER_ASKED} ms",
        )
        yield line(f"{NUMBERS:,} games picked at random", f"{others:.2f} s", f"{NUMBERS_ASKED} s")
        yield from self.games_alone(archive, report["games"], other)

    def games_alone(self, archive: Path, games: int, other: Path) -> Iterator[list[str]]:
        """Single games of Parquet and of an archive."""
        _, _, parquet = self.convert(plain(), "all.parquet", "--columns", "tags,packed,text")
        runs = [printed(ALONE, parquet, archive, games, ALONE_NUMBERS, other) for _ in range(self.runs)]
        medians = [spread(times)["median"] * 1000 for times in zip(*runs, strict=True)]
        for name, (first, each) in zip(("Parquet", "an archive"), (medians[:2], medians[2:]), strict=True):
            yield line(f"the first game of {name}, by its number", f"{first:.2f} ms", f"{FIRST_ASKED} ms")
            yield line(f"a game of {name} that is open, by its number", f"{each:.2f} ms", f"{EACH_ASKED} ms")

    def memory(self) -> Iterator[list[str]]:
        """The peak memory of large conversions."""
        for effort in EFFORTS[:1]:
            run, _, archive = self.convert(repeated(MANY), "many.scz", "--threads", "2")
            yield line(f"peak memory of writing, {effort}", f"{run.peak / 1e6:,.0f} MB", f"{MEMORY_ASKED} MB")
            run, _, _ = self.convert(archive, "many.pgn", "--threads", "2")
            yield line(f"peak memory of reading, {effort}", f"{run.peak / 1e6:,.0f} MB", f"{MEMORY_ASKED} MB")


def line(name: str, figure: str, asked: str) -> list[str]:
    """A line of the table, which is printed too."""
    print(f"{name}: {figure}, asked {asked}")
    return [name, figure, asked]


def bits(report: dict[str, Any]) -> float:
    """The bits a ply of moves, results and lengths."""
    gain = report["gain"]
    spent, plies = int(gain["bits"]["moves"] + gain["bits"]["heads"]), int(gain["plies"])
    return round(spent / plies, 3)


def zstd(games: bytes) -> int:
    """The size of `zstd -19 --long=27`."""
    parameters = zstandard.ZstdCompressionParameters.from_level(
        19, source_size=len(games), window_log=WINDOW, enable_ldm=True
    )
    return len(zstandard.ZstdCompressor(compression_params=parameters).compress(games))


def printed(program: str, *arguments: object) -> list[float]:
    """The numbers that a program prints."""
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    return [float(number) for number in done.stdout.split()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
