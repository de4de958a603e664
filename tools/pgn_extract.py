"""Compares what `convert` writes with what pgn-extract writes for the same jobs.

    python tools/pgn_extract.py [-o build/pgn_extract.json] [--program PATH] [FILE_OR_FOLDER...]

The program is a peer of the benchmarks: `pgn-extract` in the folder `SCORESHEET_PEERS`, by default `build/peers`. It is
under the GPL and never part of this tree. Without names, the samples of January 2013 and of the masters in
SCORESHEET_DATA are taken. Every game of the input gets its number as a tag, so that games can be paired. Games are
compared with both outputs read by Scoresheet: the tags in any order, without tags of the Seven Tag Roster that say
nothing, which pgn-extract adds, and the moves with all annotations. White space in comments does not count. A
difference is explained if the games are the same after known differences between the programs are removed. Any other
difference makes this fail.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

import real_games
import scoresheet
from pgn_extract_jobs import CRITERIA, DIFFERENCES, DROPS_LAST, JOBS, Job, Read

SOURCES = ("lichess_2013-01_part.pgn", "masters")
PROGRAM = Path(os.environ.get("SCORESHEET_PEERS", real_games.ROOT / "build" / "peers")) / "pgn-extract"
NUMBER = "ScoresheetGame"
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"?", "????.??.??", ""}
UNEXPLAINED = "unexplained"
ONLY = {False: "only ours has the game", True: "only theirs has the game"}

Pair = tuple[Read | None, Read | None]
"""A game of our output and of theirs; None if the output does not have it."""


def main(arguments: list[str]) -> int:
    """Compares all jobs; returns 1 if a difference is unexplained."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--program", type=Path, default=PROGRAM)
    parser.add_argument("--job", action="append", help="only this job, by the options of pgn-extract")
    options = parser.parse_args(arguments)
    if not options.program.exists():
        print(f"`{options.program}` is not there: SCORESHEET_PEERS names the folder of pgn-extract", file=sys.stderr)
        return 2
    jobs = {name: job for name, job in JOBS.items() if not options.job or name in options.job}
    results: dict[str, Any] = {"version": version(options.program), "sources": {}}
    for name in options.names or SOURCES:
        place = Path(name) if Path(name).exists() else real_games.find(name)
        if place is None:
            print(f"skipped: `{name}` is not in SCORESHEET_DATA", file=sys.stderr)
            continue
        results["sources"][Path(name).name] = compare(place, options.program, jobs)
    if options.output:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        options.output.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    reasons = [row["reasons"] for source in results["sources"].values() for row in source["jobs"].values()]
    return 1 if any(UNEXPLAINED in found for found in reasons) else 0


def version(program: Path) -> str:
    """The version of pgn-extract, as it reports it."""
    run = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return (run.stdout + run.stderr).strip().partition(":")[0]


def compare(source: Path, program: Path, jobs: dict[str, Job]) -> dict[str, Any]:
    """The results of all jobs on one file or folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        numbered = folder / "in.pgn"
        games = number(source, numbered)
        left_out = set(range(1, games + 1)) - read(theirs(program, numbered, [], folder)).keys()
        bad = {number for number, game in enumerate(scoresheet.read(numbered), 1) if game.errors}
        result: dict[str, Any] = {
            "games": games,
            "left_out": len(left_out),
            "bad": len(bad),
            "both": len(bad & left_out),
        }
        print(f"{source.name}: {result}")
        result["jobs"] = {}
        for title, job in jobs.items():
            row = result["jobs"][title] = compare_job(program, numbered, job, left_out)
            print(f"  {title}: {row['same']} of {row['games']} games are the same")
            for reason, count in row["reasons"].items():
                print(f"    {count}: {reason}: {row['examples'][reason]}")
    return result


def number(source: Path, target: Path) -> int:
    """Writes the games of a file or folder to one file, each with its number as its first tag; how many there are."""
    total = 0
    with target.open("wb") as file:
        for path in sorted(source.rglob("*.pgn")) if source.is_dir() else [source]:
            batches = pa.RecordBatchReader.from_stream(scoresheet.read(path).columns("game_text"))
            for text in (text for batch in batches for text in batch["game_text"].to_pylist()):
                total += 1
                # The other program would stop at a mark of UTF-8.
                file.write(b'[%s "%d"]\n%s\n\n' % (NUMBER.encode(), total, text.removeprefix(b"\xef\xbb\xbf").strip()))
    return total


def theirs(program: Path, source: Path, options: Sequence[str], folder: Path) -> Path:
    """The output of pgn-extract, which runs in `folder`."""
    output = folder / "theirs.pgn"
    output.unlink(missing_ok=True)
    command = [str(program), "-s", *options, *([] if _splits(options) else [f"-o{output}"]), str(source)]
    subprocess.run(command, cwd=folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    return output


def _splits(options: Sequence[str]) -> bool:
    return any(option.startswith("-#") for option in options)


def read(*paths: Path) -> dict[int, Read]:
    """The games of outputs, by their numbers; by their places if they have none."""
    games: dict[int, Read] = {}
    for game in (game for path in paths for game in scoresheet.read(without_remarks(path))):
        tags, text = dict(game.tags), game.to("pgn")
        place = int(tags.pop(NUMBER, len(games) + 1))
        moves = text.partition("\n\n")[2] if game.tags else text
        games[place] = Read(said(tags), plain(moves), game.end.fen())
    return games


def spelled(*paths: Path) -> dict[int, Read]:
    """The moves of outputs as they are spelled there, without their tags."""
    games: dict[int, Read] = {}
    for path in paths:
        for text in re.split(r"^\[.*\n", path.read_text("utf-8"), flags=re.MULTILINE):
            if moves := " ".join(text.split()):
                games[len(games) + 1] = Read({}, moves, "")
    return games


def without_remarks(path: Path) -> bytes:
    """An output without the comments before the tags, in which pgn-extract names the files of duplicates."""
    return re.sub(rb"^\{ (?:From|First found in): .* \}\n", b"", path.read_bytes(), flags=re.MULTILINE)


def said(tags: dict[str, str]) -> dict[str, str]:
    """The tags with content."""
    return {name: value for name, value in tags.items() if not (name in ROSTER and value in UNKNOWN)}


def plain(moves: str) -> str:
    """Moves without differences in white space."""
    return re.sub(r"\{ | \}", lambda match: match[0].strip(), " ".join(moves.split()))


def compare_job(program: Path, source: Path, job: Job, left_out: set[int]) -> dict[str, Any]:
    """The result of one job."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "criteria.txt").write_text(CRITERIA)
        ours: dict[str, Any] = {
            key: str(value).format(folder=folder) if key in _PATHS else value for key, value in job.ours.items()
        }
        scoresheet.convert(source, ours.pop("output", folder / "ours.pgn"), **ours)
        theirs(program, source, job.theirs, folder)
        patterns = job.files or ("ours.pgn", "theirs.pgn")
        # Files with numbers as names are in the order of these numbers.
        outputs = [sorted(folder.glob(pattern), key=lambda path: (len(path.name), path.name)) for pattern in patterns]
        ours_read, theirs_read = ((spelled if job.spelled else read)(*paths) for paths in outputs)
        return difference(job, paired(ours_read, theirs_read, left_out))


_PATHS = ("output", "duplicates")


def paired(ours: dict[int, Read], others: dict[int, Read], left_out: set[int]) -> Iterator[Pair]:
    """The games of both outputs, but those that pgn-extract never writes."""
    kept = {place: game for place, game in ours.items() if place not in left_out}
    if others and max(others) == len(others) and len(others) < max(kept, default=0):
        kept = dict(enumerate(kept.values(), 1))  # the tags with the numbers are gone
    for place in sorted(kept.keys() | others.keys()):
        yield kept.get(place), others.get(place)


def difference(job: Job, pairs: Iterator[Pair]) -> dict[str, Any]:
    """How many pairs are the same, and why the others are not."""
    reasons: collections.Counter[str] = collections.Counter()
    examples: dict[str, str] = {}
    games = same = 0
    for one, other in pairs:
        games += 1
        if one and other and job.compared(one) == job.compared(other):
            same += 1
            continue
        reason = reason_of(job, one, other) if one and other else ONLY[one is None]
        reasons[reason] += 1
        examples.setdefault(reason, shown(one, other))
    return {"games": games, "same": same, "reasons": dict(reasons.most_common()), "examples": examples}


def shown(one: Read | None, other: Read | None) -> str:
    """Where two games differ first."""
    if one is None or other is None:
        game = one or other
        return f"only {'ours' if one else 'theirs'} has {game.tags if game else ''} {game.moves[:60] if game else ''}"
    tags = {name for name in one.tags.keys() | other.tags.keys() if one.tags.get(name) != other.tags.get(name)}
    if tags:
        return "; ".join(f"{name}: {one.tags.get(name)} / {other.tags.get(name)}" for name in sorted(tags))
    place = next((at for at, pair in enumerate(zip(one.moves, other.moves, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, place - 20)
    return f"{one.moves[start : place + 40]} / {other.moves[start : place + 40]}"


def reason_of(job: Job, one: Read, other: Read) -> str:
    """The known differences after whose removal two games are the same."""
    reasons = []
    for text in (DROPS_LAST, *job.differs):
        changed = DIFFERENCES[text](one, other)
        if changed != (one, other):
            reasons.append(text)
            one, other = changed
    return " and ".join(reasons) if job.compared(one) == job.compared(other) else UNEXPLAINED


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
