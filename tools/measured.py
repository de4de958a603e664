"""Writes docs/measured.md from the results in build/: benchmarks, comparisons with other programs, and round trips.

    python tools/measured.py [--NAME build/NAME.json ...]

Each section has a file of results, such as `build/bench.json`. A section whose file is not there stays as it is.
The page names the command of each figure. `docs/profile.md.in`, about where the time goes, is included unchanged.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import oracle

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "measured.md"
PROFILE = ROOT / "docs" / "profile.md.in"

HEAD = """# Measured

Generated from the results of the commands named below. The figures depend on the machine and the day, so compare ratios
and not seconds. No test depends on them.
"""

ORACLE = "python tools/oracle.py -o build/oracle.json FILE_OR_FOLDER..."
TRIPS = "python tools/round_trips.py -o build/round_trips.json"
TOKENS = "python tools/tokens.py -o build/tokens.json"
ECO = "python tools/eco.py -o build/eco.json"
POSITIONS = "python tools/positions.py -o build/positions.json"
SCOUTFISH = "python tools/scoutfish.py -o build/scoutfish.json"
LENIENCIES = "python -m bench.leniencies"
PGN_EXTRACT = "python tools/pgn_extract.py -o build/pgn_extract.json"


def main(arguments: list[str]) -> int:
    """Writes the page. Sections whose results are not there stay as they are."""
    parser = argparse.ArgumentParser(description="Write docs/measured.md from results.")
    for name in SECTIONS:
        parser.add_argument(f"--{name.replace('_', '-')}", type=Path, default=ROOT / "build" / f"{name}.json")
    given = vars(parser.parse_args(arguments))
    before = sections(PAGE.read_text("utf-8"))
    parts = [HEAD]
    for name, (title, write) in SECTIONS.items():
        if given[name].exists():
            parts += write(json.loads(given[name].read_text("utf-8")))
        elif title in before:
            parts.append(before[title])
        if name == "sizes":
            parts.append(PROFILE.read_text("utf-8"))
    PAGE.write_text("\n".join(part.strip("\n") + "\n" for part in parts), "utf-8")
    return 0


def sections(page: str) -> dict[str, str]:
    """The sections of the page by their titles."""
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0].removeprefix("## "): part for part in parts}


def bench(run: dict[str, Any]) -> Iterable[str]:
    """What `make bench` measured last."""
    machine = run["machine"]
    yield "## Speed and memory\n\n" + paragraph(
        f"`make bench` at {run['commit']}, {run['date'][:10]}: {machine['processor']}, {machine['cores']} cores, "
        f"load {run['load']} at the end. The values are medians of the given number of runs, with the jobs taking "
        "turns; `minus start-up` is the user time of the whole process minus that of `scoresheet check` on an empty "
        "file; `inside` is measured in the process, after its imports."
    )
    rows = [
        [
            job["name"],
            job["file"],
            seconds(job["user"]),
            f"{job['net_user']:.3f} s",
            seconds(job["wall"]),
            seconds(job["inside"]) if "inside" in job else "",
            f"{job['peak']['median'] / 1e6:,.0f} MB",
            str(job["runs"]),
        ]
        for job in run["jobs"]
    ]
    yield table(["job", "file", "user", "minus start-up", "wall", "inside", "peak memory", "runs"], rows)
    commands = dict.fromkeys(job["command"] for job in run["jobs"] if "\n" not in job["command"])
    yield "The commands:\n\n" + "\n".join(f"- `{command}`" for command in commands)
    yield table(["ratio", "value"], [[name, f"{value:.2f}"] for name, value in run["ratios"].items()])


def transforms(run: dict[str, Any]) -> Iterable[str]:
    """How fast games are changed on their way."""
    picks = run["picked"]
    yield "## Transforms\n\n" + paragraph(
        measured_by("transforms", run) + f"`scoresheet convert` reads "
        f"`lichess_2013-01_part` {run['times']} times over as PGN and writes PGN in memory, with two threads. Wall "
        f"times are medians of {run['runs']} runs, with the jobs taking turns. `speed` is relative to converting "
        "without a transform, with the start-up time subtracted from both. The peak memory is that of one run over the "
        f"sample {run['many']} times over."
    )
    peaks = {job["name"]: f"{job['peak']['median'] / 1e6:,.0f} MB" for job in run["large"]}
    yield table(
        ["job", "wall", "speed", "target", "peak memory"],
        [
            [
                job["name"],
                seconds(job["wall"]) if "wall" in job else "",
                f"{job['speed']:.2f}",
                "" if job["asked"] is None else str(job["asked"]),
                peaks.get(job["name"], ""),
            ]
            for job in run["speeds"]
        ],
    )
    yield paragraph(
        f"`Games[n]` over the same file: the first pass takes {picks['first']:.2f} s. After it, a game picked at "
        f"random takes {picks['seconds']['median'] * 1000:.2f} ms, and {picks['seconds']['max'] * 1000:.2f} ms at "
        f"most ({picks['picks']:,} games)."
    )


def positions_bench(run: dict[str, Any]) -> Iterable[str]:
    """How fast positions are indexed, explored, found and queried in SQL."""
    yield "## Positions\n\n" + paragraph(
        measured_by("positions", run) + f"The games are those of "
        "`lichess_2013-01_part` three times over, about as many as the month has, and thirty times over. Commands: "
        f"medians of {run['runs']} runs with two threads, minus the start-up time; one run for thirty times the games. "
        "Calls inside one process: medians of three times as many. Repeated games have no new positions, so an index "
        "of as many different games is larger per ply."
    )
    yield table(["figure", "measured", "target"], run["rows"])


def trees(run: dict[str, Any]) -> Iterable[str]:
    """How fast and in how much memory many games become one tree."""
    yield "## Trees of games\n\n" + paragraph(
        measured_by("trees", run) + f"`scoresheet tree` over {run['games']:,} games, those of `lichess_2013-01_part` "
        f"three times over, 30 plies deep, written as PGN, with two threads. Medians of {run['runs']} runs, "
        "including the start of the program."
    )
    yield table(
        ["tree", "moves", "wall", "peak memory"],
        [
            [row["name"], f"{row['moves']:,}", seconds(row["wall"]), f"{row['peak']['median'] / 1e6:,.0f} MB"]
            for row in run["rows"]
        ],
    )
    yield paragraph("Target: 3 s and 400 MB for a tree of a month.")


def variants(run: dict[str, Any]) -> Iterable[str]:
    """How fast games of each variant are read and replayed."""
    yield "## Variants\n\n" + paragraph(
        measured_by("variants", run) + "Million plies per second with one thread, inside the process, medians of "
        f"{run['runs']} runs in which the programs take turns: PGN read with every move checked, the moves replayed "
        "from `packed_moves` up to the last board, and the same PGN read by pgn-reader with shakmaty and by "
        "python-chess, which reads it once. `as chess` is our reading of the same games without their Variant tag."
    )
    names = ["read", "as chess", "replayed", "shakmaty", "python-chess"]
    rates = [
        [row["rules"], *(f"{row['rates'][name]:.2f}" if name in row["rates"] else "" for name in names)]
        for row in run["rows"]
    ]
    yield table(["rules", *names], rates)
    factors = [
        [row["rules"], name, f"{factor:.2f}", f"{least:.2f}" if least else ""]
        for row in run["rows"]
        for name, factor, least in row["factors"]
    ]
    yield table(["rules", "factor", "measured", "at least"], factors)


def positions(run: dict[str, Any]) -> Iterable[str]:
    """How the predicates of positions compare with python-chess."""
    yield "## Positions and python-chess\n\n" + paragraph(
        f"`{POSITIONS}`: every predicate of `Position`, and whether a board is refused, over "
        f"{run['positions']:,} positions."
    )
    counts = {name: number for name, number in run.items() if isinstance(number, int)}
    yield table(["count", "positions"], [[name.replace("_", " "), f"{number:,}"] for name, number in counts.items()])


def analysis(run: dict[str, Any]) -> Iterable[str]:
    """What an analysis costs besides the engine."""
    rows = run["rows"]
    yield "## Analysis\n\n" + paragraph(
        measured_by("analysis", run) + f"{rows[0]['engine']}, started with one thread, analyses games of the plain "
        "sample. Own time is the processor time of our process, with its start, reading and writing; the engine's is "
        "that of its processes. Memory is the peak of our process."
    )
    names = ["limit", "games", "positions", "own time", "own time per position", "store per position", "memory"]
    yield table(
        names,
        [
            [
                row["limit"],
                f"{row['games']:,}",
                f"{row['positions']:,}",
                f"{100 * row['own'] / row['engines']:.2f} % of the engine's",
                f"{1000 * row['own'] / row['positions']:.2f} ms",
                f"{row['store'] / row['positions']:.0f} bytes",
                f"{row['memory'] / 1e6:.0f} MB",
            ]
            for row in rows
        ],
    )
    yield paragraph(
        "Target: less than 2 % at 100,000 nodes, less than 1.5 ms for a short search, less than 200 bytes per "
        "position, and memory that does not grow with the games. "
        f"There were {sum(row['restarts'] for row in rows)} restarts, and {sum(row['failed'] for row in rows)} games "
        "failed."
    )


def infinite(run: dict[str, Any]) -> Iterable[str]:
    """What the rules of infinite boards take."""
    machine = run["machine"]
    yield "## Boards without edges\n\n" + paragraph(
        f"`python -m bench.infinite`, a part of `make bench`, at {run['commit']}, {run['date'][:10]}: "
        f"{machine['processor']}, {machine['cores']} cores, Python {machine['python']}, load {run['load']} at the end. "
        f"Medians of {run['runs']} calls, and of a quarter as many for the game. The pieces are of all kinds and "
        "are placed in clusters whose lines cross. Legal moves are those of one side, and include the time to set up "
        "the board and its lines anew."
    )
    rows = [
        [
            figures["name"],
            f"{figures['median']:.3f} ms",
            f"{figures['least']:.3f} ms",
            "" if figures["below"] is None else f"{figures['below']} ms",
        ]
        for figures in run["rows"]
    ]
    yield table(["figure", "median", "minimum", "target"], rows)
    yield paragraph(
        "From the fewest pieces to the most, the minimum time of the legal moves grows with the number of pieces to "
        f"the power of {run['growth']:.2f}. The target is below 2."
    )


def stores(run: dict[str, Any]) -> Iterable[str]:
    """How fast databases are loaded and queried."""
    yield "## Databases\n\n" + paragraph(
        measured_by("stores", run) + f"Medians of "
        f"{run['runs']} runs. The games are those of the plain sample, with the columns that each database gets by "
        "default, and with `tags,summary,moves,documents`. Each load took turns with writing the same columns to "
        "Parquet, with as many threads. PostgreSQL runs on the same processors, with `fsync=off`. Instead of MongoDB, "
        f"mongo-java-server was measured, which keeps all games in its {run['memory']} of memory, so this is not the "
        "speed of MongoDB."
    )
    loads = [
        [
            row["name"],
            f"{row['games']:,}",
            seconds(row["seconds"]),
            f"{row['rate']:,}",
            f"{row['parquet']:,}",
            f"{row['share']['median']:.2f} ({row['share']['min']:.2f} to {row['share']['max']:.2f})",
            f"{row['bytes'] / 1e6:.0f} MB" if row["bytes"] else "",
        ]
        for row in run["loads"]
    ]
    yield table(["load", "games", "median", "games/s", "Parquet, games/s", "share", "size"], loads)
    yield paragraph(
        "Target with the default columns: a share of 0.6 for DuckDB, 40,000 games/s for SQLite, and 15,000 games/s "
        "for PostgreSQL. DuckDB appends and compresses groups of rows with one thread, while all threads encode "
        "Parquet, so its share is higher on processors that do other work as well. The first 122,880 rows of a new "
        "file are in six groups. Smaller groups take more space, and if all were small, DuckDB would write them "
        "again when another program adds a row. About a sixth of its time goes into comparing the keys of the maps "
        "of `other_tags`, also if they are passed as lists. These did not make loads faster: tables of PostgreSQL "
        "that are unlogged until the end, or get their primary key there; other compressions than DuckDB's own, "
        "except none for packed moves; larger inserts into DuckDB than of 8,192 rows; two threads for them, which "
        "need a third more time of processors; older storage versions. Inserting without keeping the order of rows "
        "made loads into DuckDB faster, but mixes up what lists of games show."
    )
    yield paragraph("The question is `@castling moves=10`; every engine returned the same result.")
    questions = [
        [
            row["name"],
            f"{row['games']:,}",
            f"{row['seconds']['median']:.3f} s",
            f"{row['seconds']['min']:.3f} s",
            f"{row['rate']:,}",
        ]
        for row in run["questions"]
    ]
    yield table(["question", "games", "median", "minimum", "games/s"], questions)


def viewer(run: dict[str, Any]) -> Iterable[str]:
    """How fast the viewer responds."""
    yield "## Responses of the viewer\n\n" + paragraph(
        measured_by("viewer", run) + "The games are those of "
        "`lichess_2013-01_part` three and ninety times over, as Parquet with an index. Whole requests over HTTP on one "
        "connection: the median, and in brackets the 95th percentile, in milliseconds."
    )
    names = list(run["viewer"][0]["ms"])
    rows = [
        [
            name,
            *(f"{found['ms'][name]['p50']:,} ({found['ms'][name]['p95']:,})" for found in run["viewer"]),
            f"{run['viewer'][0]['ms'][name].get('asked', '')}",
        ]
        for name in names
    ]
    memory = [f"{found['peak_bytes'] >> 20} MiB" for found in run["viewer"]]
    starts = [f"{found['start_s'] * 1000:.0f}" for found in run["viewer"]]
    clicks = [f"{found['click_ms']} ms" for found in run["viewer"]]
    rows += [
        ["processor time of a game", *clicks, f"{run['viewer'][0]['asked_click_ms']} ms"],
        ["start of the program until the first response", *starts, ""],
        ["peak memory", *memory, "250 MB"],
    ]
    yield table(["request", *(f"{found['games']:,} games" for found in run["viewer"]), "target"], rows)


def viewer_page(run: dict[str, Any]) -> Iterable[str]:
    """How fast the viewer's page is in a browser."""
    yield "## The viewer's page\n\n" + paragraph(
        measured_by("viewer_page", run) + "Headless Chromium at 1280 by 800 pixels, which draws on the processor. The "
        "same games; the pieces are of four kinds, on about every sixth square of their part of the board. The time of "
        "a frame is that from the move of the pointer until the page has drawn it."
    )
    yield table(["figure", "measured", "target"], run["rows"])


def spark(run: dict[str, Any]) -> Iterable[str]:
    """How fast Spark reads games, and what more games would cost."""
    machine, memory = run["machine"], run["rows"][-1][1]
    yield "## Spark\n\n" + paragraph(
        f"`make bench-spark` at {run['commit']}, {run['date'][:10]}: {machine['processor']}, {machine['cores']} cores, "
        f"load {run['load']} at the end. `local[2]` with the JVM settings of the guide, after three runs that warm "
        "up; the games are those of `lichess_2013-01_part` three and thirty times over, as one PGN file. `scoresheet "
        "query` and the other process use two threads."
    )
    yield table(["figure", "measured", "target"], run["rows"])
    yield paragraph(
        "The costs of a job at its start and per game are calculated from those two sizes, and checked with the games "
        "ninety times over: the last two columns are the predicted and the measured time of that run."
    )
    yield table(["job", "start", "core time per game", "predicted", "measured"], run["costs"])
    yield paragraph(
        "The same costs for more games with the same bytes per game, uncompressed and compressed by pzstd. `GB` is the "
        "amount that is read; the last column is what each core reads from the network. The Python workers of "
        f"32 cores need {32 * int(memory) / 1024:.1f} GiB of memory if each needs the {memory} MiB that were measured."
    )
    yield table(
        ["compression", "games", "job", "core hours", "minutes on 32 cores", "GB", "MB/s per core"], run["plans"]
    )


def sizes(run: dict[str, Any]) -> Iterable[str]:
    """How small cpgn makes games, and how fast."""
    yield "## cpgn\n\n" + paragraph(
        measured_by("sizes", run) + "The games are "
        f"the first ones of all files of each archive, {run['bytes'] / 1e6:.0f} MB at most. `moves only` means the "
        "main lines of the same games, without comments, NAGs, and tags other than SetUp, FEN and Variant. Sizes are "
        "in bytes. `bits per ply` counts all bits of v0 except the version, the tags, and the zeros that fill the last "
        "byte of a game, and divides them by all plies, variations included."
    )
    named = [(row["name"] + (", moves only" if row["bare"] else ""), row) for row in run["rows"]]
    counts = ("pgn", "games", "plies", "draft", "v0", "gzip", "xz", "zstd")
    yield table(
        [
            "games of",
            "PGN",
            "games",
            "plies",
            "draft",
            "v0",
            "gzip -9",
            "xz -9e",
            "zstd -19",
            "bits per ply",
            "v0, then xz -9e",
        ],
        [
            [
                name,
                *(f"{row[count]:,}" for count in counts),
                f"{row['bits'] / row['plies']:.2f}",
                f"{row['cpgn_xz']:,}",
            ]
            for name, row in named
        ],
    )
    yield paragraph(
        "The speed of v0 on one thread and in memory, in games per second: from PGN to cpgn, and from cpgn to PGN; "
        "the same with moves as they were spelled, and how many bytes that takes. All figures before these are those "
        "of `spelling=no`."
    )
    rates = ("writes", "reads", "writes_spelled", "reads_spelled", "spelled")
    yield table(
        ["games of", "to cpgn", "from cpgn", "to, as spelled", "from, as spelled", "bytes, as spelled"],
        [[name, *(f"{row[rate]:,}" for rate in rates)] for name, row in named],
    )


def notations(run: dict[str, Any]) -> Iterable[str]:
    """How large games are in each notation and format, what is lost, and how fast they are written and read."""
    machine, corpora = run["machine"], run["corpora"]
    yield "## Notations\n\n" + paragraph(
        f"`{run['command']}`, a part of `make bench`, at {run['commit']}, {run['date'][:10]}: {machine['processor']}, "
        f"{machine['cores']} cores, load {run['load']} at the end. The games are the first ones of each corpus, "
        f"{run['bytes'] / 1e6:.1f} MB of PGN at most, without those that have errors. "
        "[The notations compared](reference/compared.md) describes what each can express."
    )
    names = [corpus["name"] for corpus in corpora]
    yield table(
        ["", *names],
        [[count, *(f"{corpus[count]:,}" for corpus in corpora)] for count in ("games", "plies")],
    )
    yield paragraph(
        f"The mean length of one move, without move numbers and separators, over the first {run['games']} games of "
        "each corpus:"
    )
    binary = ("bccf", "pgc")
    yield table(
        ["notation", "unit", *names],
        [
            [name, "bits" if name in binary else "characters", *(f"{corpus['moves'][name]:.2f}" for corpus in corpora)]
            for name in corpora[0]["moves"]
        ],
    )
    kinds = list(corpora[0]["formats"])

    def rows(cell: Callable[[dict[str, Any]], str]) -> list[list[str]]:
        return [[kind, *(cell(corpus["formats"][kind]) for corpus in corpora)] for kind in kinds]

    yield paragraph(
        "Bits per ply, with main lines only: everything that a file needs for its moves, such as move numbers, results "
        "and starting positions, but no other tags, no comments and no NAGs."
    )
    yield table(["format", *names], rows(lambda row: f"{row['bits_per_ply']:.2f}"))
    yield paragraph("Whole files in bytes, with everything that the format can express:")
    yield table(["format", *names], rows(lambda row: f"{row['bytes']:,}"))
    yield paragraph(
        "Games per second of processor time, on one thread and in memory: `to` converts PGN to the format, and `from` "
        f"reads the result and replays its moves. Medians of {run['runs']} runs."
    )
    yield table(
        ["format", *(f"{name}, {way}" for name in names for way in ("to", "from"))],
        [
            [
                kind,
                *(
                    f"{corpus['formats'][kind][rate]['median']:,.0f}"
                    for corpus in corpora
                    for rate in ("writes", "reads")
                ),
            ]
            for kind in kinds
        ],
    )
    if all("export" in corpus for corpus in corpora):
        yield paragraph(
            "The same games as an export of lichess.org (`lichess`), an object per line with names, moves, clocks and "
            "evaluations, which two threads read. Games per second of the clock on the wall, and bytes:"
        )
        yield table(
            ["", *names],
            [
                ["games per second", *(f"{corpus['export']['reads']['median']:,.0f}" for corpus in corpora)],
                ["bytes", *(f"{corpus['export']['bytes']:,}" for corpus in corpora)],
            ],
        )
    yield paragraph("What was left out of these files, by the kind of [loss](reference/losses.md):")
    yield table(["format", *names], rows(lambda row: counted(row["losses"])))


def counted(losses: dict[str, int]) -> str:
    """Losses with their numbers."""
    return ", ".join(f"{kind} {count:,}" for kind, count in losses.items()) or "nothing"


def archive(run: dict[str, Any]) -> Iterable[str]:
    """How small archives are, and how fast."""
    yield "## Archives\n\n" + paragraph(
        measured_by("archive", run) + f"All games of `lichess_2013-01_part` and of the files with a clock or an "
        f"evaluation at most moves, and the first games of all files of the other folders, {run['bytes'] / 1e6:.0f} MB "
        "at most of each. Sizes are in bytes. `usual` and `max` are archives with that `effort`, and `exact` one that "
        "also keeps the files byte by byte, with `exact=yes`. `ratio` is the size of the first two relative to that "
        "of the named compressor; the last column is its target."
    )
    named = ("pgn", "gzip", "xz", "zstd", "cpgn", "exact", "usual", "max")
    yield table(
        [
            "games of",
            "PGN",
            "gzip -9",
            "xz -9e",
            "zstd -19 --long=27",
            "cpgn",
            "exact",
            "usual",
            "max",
            "ratio",
            "target",
        ],
        [
            [
                row["name"],
                *(f"{row[name]:,}" for name in named),
                f"{row['ratios']['usual']:.3f}, {row['ratios']['max']:.3f} of {row['compared']}",
                f"{row['asked']:.2f}",
            ]
            for row in run["sizes"]
        ],
    )
    yield paragraph(
        "The bits per ply of the streams of moves, results and lengths, over all plies, variations included. For "
        "comparison, with the moves of Lichess: its own Huffman code takes 4.41, Aix 4.3, and the best other code "
        "without a neural network 3.45."
    )
    yield table(
        ["games of", "games", "plies", "usual", "max", "target"],
        [
            [
                row["name"],
                f"{row['games']:,}",
                f"{row['plies']:,}",
                *(f"{row['bits'][effort]:.3f}" for effort in ("usual", "max")),
                ", ".join(f"{most:.2f}" for most in row["bits_asked"] or []),
            ]
            for row in run["sizes"]
        ],
    )
    yield paragraph(
        "The speed of writing `lichess_2013-01_part` from PGN and of reading it to PGN, in million plies per second "
        f"of user time on one thread, minus the start-up time; medians of {run['runs']} runs."
    )
    yield table(
        ["effort", "writing", "reading", "target"],
        [[row["effort"], f"{row['write']:.2f}", f"{row['read']:.2f}", f"{row['asked']:.1f}"] for row in run["speeds"]],
    )
    yield paragraph(
        f"The columns are those of all tags of the sample {run['month']} times over; they are read into Arrow with "
        "two threads. The peak memory is that of one conversion from and to PGN, with two threads, of the sample "
        f"{run['many']} times over."
    )
    yield table(["figure", "measured", "target"], run["rows"])


def agreement(result: dict[str, Any]) -> Iterable[str]:
    """What the comparison with python-chess found."""
    yield "## The same as python-chess\n\n" + paragraph(
        f"`{ORACLE}`, python-chess {result['python_chess']}. Of {result['games']:,} games {result['compared']:,} were "
        f"compared, {result['plies']:,} plies: {result['same']:,} have the same moves, the same final FEN and the same "
        f"verdict; {result['compared'] - result['same']:,} differ."
    )
    yield table(
        ["files", "games", "compared", "the same"],
        [[name, *(f"{count:,}" for count in counts)] for name, counts in by_group(result["files"]).items()],
    )
    for difference in result["differences"]:
        first = difference["first"][0]
        place = f"{first['file']}" + (f", game {first['game']}" if "game" in first else "")
        known = oracle.EXPLAINED.get(difference["kind"])
        why = known.why if known and difference["count"] <= known.times else "NOT EXPLAINED"
        yield paragraph(f"- {times(difference['count'])}: {difference['kind']}. First in `{place}`. {why}", "  ")


def round_trips(result: dict[str, Any]) -> Iterable[str]:
    """What formats keep of PGN."""
    trips = result["trips"]
    limited = f", at most {result['limit']:,} games of each" if result["limit"] else ""
    yield "## There and back\n\n" + paragraph(
        f"`{TRIPS}`: PGN to a format and back to PGN, {result['files']:,} files{limited}, the games that read without "
        f"error: {trips[0]['games']:,} games, {trips[0]['plies']:,} plies. `identical`: nothing differs except the "
        "order of the tags and what is listed below. Moves and final positions are the same in all games except those "
        "with a `tail`. Losses are what the two writers counted; differences that these do not account for are "
        "unexplained."
    )
    yield table(
        ["format", "identical", "with a `tail`", "losses counted", "unexplained"],
        [
            [
                f"`{trip['name']}`",
                f"{trip['identical']:,}",
                f"{trip['tailed']:,}",
                ", ".join(f"{kind} {count:,}" for kind, count in trip["counted"].items()) or "none",
                f"{sum(trip['unexplained'].values()):,}",
            ]
            for trip in trips
        ],
    )
    reasons: dict[str, int] = {}
    for trip in trips:
        for why, count in trip["allowed"].items():
            reasons[why] = max(count, reasons.get(why, 0))
    yield "Differences that are not losses, with the highest count in any format:\n\n" + "\n".join(
        paragraph(f"- {times(count)}: {why}.", "  ") for why, count in sorted(reasons.items())
    )


def tokens(result: dict[str, Any]) -> Iterable[str]:
    """What cpgn keeps of PGN, token by token."""
    yield "## cpgn, token by token\n\n" + paragraph(
        f"`{TOKENS}`: PGN to cpgn, and back with `keep_spelling`, in both layouts. Tokens are tags, moves, signs, "
        "NAGs, comments, `;` and `%` lines, parentheses and results; white space, move numbers and dots are not "
        "compared."
    )
    rows = [
        [
            name,
            *(f"{row[count]:,}" for count in ("files", "games", "tokens")),
            "; ".join(f"{times(count)} {why}" for why, count in row["found"].items() if why != "unexplained"),
            f"{row['found'].get('unexplained', 0):,}",
        ]
        for name, row in result.items()
    ]
    yield table(["archive, layout", "files", "games", "tokens", "expected differences", "unexplained"], rows)


def eco(result: dict[str, Any]) -> Iterable[str]:
    """Openings by position against the tags of Lichess."""
    yield "## Openings by position\n\n" + paragraph(
        f"`{ECO}`: the ECO code found by position, compared with the ECO tag that Lichess wrote. Lichess used the "
        "table of the day on which it wrote the file, and many entries have changed since 2013. The reasons were found "
        "by comparing each game with today's table. `tests/test_openings.py` compares the codes and names with a "
        "plain computation over the same table."
    )
    rows = [
        [
            name,
            "{}-{}".format(*row["years"]),
            f"{row['games']:,}",
            f"{row['same_code']:,}",
            f"{row['same_code'] / row['games']:.2%}",
            "; ".join(f"{times(count)} {why}" for why, count in row["reasons"].items() if why != "unexplained"),
            f"{row['reasons'].get('unexplained', 0):,}",
        ]
        for name, row in result.items()
    ]
    yield table(["source", "years", "games", "same code", "share", "why others differ", "unexplained"], rows)


def pgn_extract(result: dict[str, Any]) -> Iterable[str]:
    """The same jobs by pgn-extract."""
    yield "## The same as pgn-extract\n\n" + paragraph(
        f"`{PGN_EXTRACT}`, {result['version']}: the games that `convert` writes, compared with those that pgn-extract "
        "writes for the same job. Tags count in any order, and white space in comments does not count. pgn-extract "
        "adds the tags of the Seven Tag Roster that a game lacks, with `?` as their value; these do not count either. "
        "Notations (`-W`) are compared letter by letter."
    )
    for name, source in result["sources"].items():
        yield paragraph(
            f"`{name}`: {source['games']:,} games. pgn-extract leaves out {source['left_out']:,} of them, which are "
            f"not compared; Scoresheet reports errors in {source['bad']:,}, {source['both']:,} of them among these."
        )
        rows = [
            [
                f"`pgn-extract {job}`" if job else "`pgn-extract`",
                f"{row['games']:,}",
                f"{row['same']:,}",
                "; ".join(f"{times(count)} {why}" for why, count in row["reasons"].items()),
            ]
            for job, row in source["jobs"].items()
        ]
        yield table(["job", "games", "the same", "what differs"], rows)


def leniencies(result: dict[str, Any]) -> Iterable[str]:
    """How programs read texts that break the standards."""
    versions, kinds = result["versions"], result["kinds"]
    judged = sum(counts["rows"] for counts in kinds.values())
    yield "## Leniencies\n\n" + paragraph(
        f"`{LENIENCIES}`, a part of `make bench`, at {result['commit']}, {result['date'][:10]}, with "
        + " and ".join(f"{name} {version}" for name, version in versions.items())
        + f": the rows of the [page of leniencies](reference/leniencies.md). It shows {result['shown']} rows; "
        f"{result['read']} are in PGN and were passed to all programs, and for {judged} of those the tests of "
        "Scoresheet demand facts about games: their number, tags, results, plies, moves and NAGs. A program reads a "
        "row correctly if all these facts hold. Whether it keeps comments and unreadable words does not count, nor do "
        "its reports. The rows are test vectors of Scoresheet, made for texts that readers were known to misread, and "
        "those that Scoresheet itself does not read correctly yet are not on the page. The counts show how often other "
        "programs agree with it, and nothing about ordinary files."
    )
    yield leniency_counts(kinds, versions)


def leniency_counts(kinds: dict[str, dict[str, int]], versions: dict[str, str]) -> str:
    """How many rows of each kind each program reads correctly."""
    names = list(next(iter(kinds.values())))
    rows = [[kind[:1].upper() + kind[1:], *map(str, counts.values())] for kind, counts in kinds.items()]
    sums = ["All", *(str(sum(counts[name] for counts in kinds.values())) for name in names)]
    return table(["kind", *(f"{name} {versions.get(name, '')}".strip() for name in names)], [*rows, sums])


def scoutfish(result: dict[str, Any]) -> Iterable[str]:
    """The same games as Scoutfish."""
    yield "## Patterns and Scoutfish\n\n" + paragraph(
        f"`{SCOUTFISH}`: the games of `{result['source']}` that both programs find, and those that only one finds. The "
        f"times are medians of {result['runs']} searches with {result['threads']} threads. Scoutfish searches its "
        "index; Scoresheet counts the games of a Parquet file, which it opens and reads each time."
    )
    rows = [
        [
            f"`{json.dumps(query['theirs'])}`",
            f"`{query['ours']}`",
            f"{query['games']:,}",
            f"{query['only_ours']:,}",
            f"{query['only_theirs']:,}",
            query["differs"],
            f"{query['our_seconds']:.3f} s",
            f"{query['their_seconds']:.3f} s",
        ]
        for query in result["queries"]
    ]
    yield table(["Scoutfish", "pattern", "both", "only ours", "only theirs", "why", "ours", "theirs"], rows)


def by_group(files: list[dict[str, Any]]) -> dict[str, list[int]]:
    """The counts summed by folder, or by file if it is in none."""
    groups: dict[str, list[int]] = {}
    for file in files:
        group = groups.setdefault(file["group"], [0, 0, 0])
        for place, name in enumerate(("games", "compared", "same")):
            group[place] += file[name]
    return groups


def measured_by(bench: str, run: dict[str, Any], target: str = "bench") -> str:
    """The sentence that names the command of figures, the commit, and the machine. Another one follows it."""
    machine = run["machine"]
    return (
        f"`python -m bench.{bench}`, a part of `make {target}`, at {run['commit']}, {run['date'][:10]}: "
        f"{machine['processor']}, {machine['cores']} cores, load {run['load']} at the end. "
    )


def times(count: int) -> str:
    """A number of times."""
    return f"{count:,} time{'' if count == 1 else 's'}"


def seconds(figure: dict[str, float]) -> str:
    """A median."""
    return f"{figure['median']:.3f} s"


def players(run: dict[str, Any]) -> Iterable[str]:
    """How fast questions about players run."""
    yield "## Players and events\n\n" + paragraph(
        measured_by("players", run)
        + f"Parquet with {run['games']:,} games of the plain sample, and with {run['events']:,} round robins "
        f"of {run['players']} players. Each time includes opening a connection, the query, and fetching all rows into "
        "Python."
    )
    yield table(
        ["question", "rows", "median", "minimum", "maximum"],
        [
            [
                f"`{row['name']}`",
                f"{row['rows']:,}",
                *(f"{row['seconds'][name]:.3f} s" for name in ("median", "min", "max")),
            ]
            for row in run["rows"]
        ],
    )
    yield paragraph(
        "Target: 0.1 s for `sides` and `@player` over a month, and 1 s for the crosstables of 10,000 events."
    )


def data_sets(run: dict[str, Any]) -> Iterable[str]:
    """How fast data sets are read."""
    yield "## Data sets in Parquet\n\n" + paragraph(
        measured_by("data_sets", run)
        + "Tables with the columns of `Lichess/standard-chess-games`, and PGN with the same games, in turns. `check` "
        f"plays all moves, with {run['threads']} threads."
    )
    rows = []
    for row in run["rows"]:
        text, rest = (row["games"] / row["seconds"][name]["median"] for name in ("pgn", "parquet"))
        rows.append(
            [
                f"`{row['file']}`",
                row["compression"],
                f"{text:,.0f} games/s",
                f"{rest:,.0f} games/s",
                f"{rest / text:.2f}",
            ]
        )
    yield table(["games", "compression of Parquet", "PGN", "Parquet", "share"], rows)
    yield paragraph(
        "Target: a share of 0.8. Before a move is read, a table is decompressed, and its rows become texts."
    )


def tables(run: dict[str, Any]) -> Iterable[str]:
    """How fast SQL reads games by the extension alone."""
    yield "## Games in SQL\n\n" + paragraph(
        measured_by("tables", run)
        + f"`read_games` in DuckDB {run['duckdb']}, by the extension alone, beside `check` on the same games, in turn: "
        "medians. The share is the speed in relation to that of `check`."
    )
    rows = []
    for row in run["rows"]:
        checked = row["check"]["median"]
        rows.append([f"`{row['file']}`", "`check`", f"{row['games']:,}", f"{checked:.3f} s", "1.00"])
        for name, asked in row["queries"].items():
            share = checked / asked["median"]
            rows.append([f"`{row['file']}`", name, f"{row['games']:,}", f"{asked['median']:.3f} s", f"{share:.2f}"])
    yield table(["file", "asked for", "games", "median", "share"], rows)
    yield paragraph(f"Asked: a share of {run['least']} for the counts of `check`.")


def rust(run: dict[str, Any]) -> Iterable[str]:
    """How fast a program in Rust visits games."""
    yield "## From Rust\n\n" + paragraph(
        measured_by("rust", run)
        + f"The {run['games']:,} games of the plain file, with the profile `{run['profile']}`; medians of "
        f"{run['rows'][0]['runs']} runs, with the jobs taking turns. "
        "[Use the core from Rust](guides/rust.md) shows the example."
    )
    rows = [
        [
            row["name"],
            seconds(row["user"]),
            seconds(row["wall"]),
            f"{run['games'] / row['wall']['median']:,.0f}",
            f"{row['peak']['median'] / 1e6:,.0f} MB",
        ]
        for row in run["rows"]
    ]
    yield table(["one thread", "user", "wall", "games per second", "peak memory"], rows)


def standalone(run: dict[str, Any]) -> Iterable[str]:
    """How large the command is as one executable, and how soon it starts."""
    yield "## One executable\n\n" + paragraph(
        measured_by("standalone", run)
        + "Each form contains the same wheel and its dependencies; all except the first are one file. A start is "
        "`scoresheet --version`: the first one in an empty home, where most forms unpack themselves, and later ones. "
        "The files were read before, so the system has them in memory. `check` is `scoresheet check` on "
        f"`lichess_2013-01_part.pgn`. Wall times are medians of {run['first_runs']} first starts, {run['runs']} later "
        f"ones and {run['check_runs']} checks. The last column is about the path that `scoresheet extension-path` "
        "prints."
    )
    rows = [
        [
            row["name"],
            "yes" if row["needs_python"] else "no",
            f"{row['bytes'] / 1e6:.0f} MB",
            f"{row['unpacked'] / 1e6:.0f} MB",
            f"{row['first']['median']:.2f} s",
            seconds(row["later"]),
            f"{row['check']['median']:.2f} s",
            "valid" if row["extension_stays"] else "gone",
        ]
        for row in run["rows"]
    ]
    heads = ["form", "needs Python", "size", "unpacked", "first start", "later starts", "check", "extension path"]
    yield table(heads, rows)


def synthetic(run: dict[str, Any]) -> Iterable[str]:
    """How much games that nobody has played are like real ones."""
    yield "## Games that nobody has played\n\n" + paragraph(
        measured_by("synthetic --compare", run)
        + "The generator of games for tests of scale: random bits are decoded by the move model of the archive, and "
        f"players, ratings, times and results are drawn. Beside them the {run['real']['games']:,} real games of "
        f"`{run['sample']}`. As many synthetic ones take {run['seconds']:.1f} s. Shares and means are per game; lines "
        "are the different first plies, of which fewer mean more repeated positions."
    )
    real, made = run["real"], run["synthetic"]

    def row(name: str, figure: Callable[[dict[str, Any]], str]) -> list[str]:
        return [name, figure(real), figure(made)]

    def share(column: str) -> Callable[[dict[str, Any]], str]:
        return lambda of: f"{100 * of[column]:.1f} %"

    def mean(column: str) -> Callable[[dict[str, Any]], str]:
        return lambda of: f"{of[column]:,.2f}"

    def count(column: str) -> Callable[[dict[str, Any]], str]:
        return lambda of: f"{of[column]:,}"

    names = {"mates": "checkmates", "white_wins": "White wins", "black_wins": "Black wins", "forfeits": "lost on time"}
    names |= {"white_castles": "White castles", "black_castles": "Black castles", "stalemates": "stalemates"}
    means = {"captures": "captures", "checks": "checks", "promotions": "promotions", "en_passants": "en passant"}
    means |= {"rating": "rating", "rating_difference": "difference of the ratings"}
    counts = {"openings": "named openings", "players": "players", "players_once": "players with one game"}
    counts |= {"games_most": "most games of a player"}
    files = {"bytes": "PGN", "zstd": "`zstd -19`", "parquet": "Parquet", "archive": "archive"}
    rows = [
        row("plies, mean and deviation", lambda of: f"{of['plies']:.1f}, {of['plies_deviation']:.1f}"),
        row("plies, 5, 25, 50, 75, 95 and 99 %", lambda of: ", ".join(map(str, of["plies_quantiles"]))),
        *(row(name, share(column)) for column, name in names.items()),
        *(row(name, mean(column)) for column, name in means.items()),
        *(row(name, count(column)) for column, name in counts.items()),
        *([f"lines of {ply} plies", *(f"{of['lines'][ply]:,}" for of in (real, made))] for ply in real["lines"]),
        *([name, *(f"{of[kind] / 1e6:.2f} MB" for of in (real, made))] for kind, name in files.items()),
    ]
    yield table(["", "real", "synthetic"], rows)


PLANNED = [
    "check",
    "PGN to sorted Parquet",
    "PGN to archive",
    "dedupe, exact",
    "sort by rating",
    "index",
    "explorer, without an index",
    "explorer, with the index",
    "find mate by a rook",
    "@castling",
    "@openings",
]
"""The jobs of `bench.scale` that are planned for more games than were measured."""

MANY_CORES = 64
"""The processors of the machine that is planned."""


def scale(run: dict[str, Any]) -> Iterable[str]:
    """What jobs cost with more and more games."""
    sizes = {int(games): done for games, done in run["sizes"].items()}
    # Of further sizes, only some jobs are measured, to check what the others predict.
    counted = sorted(games for games, done in sizes.items() if "sample" in done)
    further = sorted(games for games in sizes if games > counted[-1])
    largest = counted[-1]
    yield "## Many different games\n\n" + paragraph(
        measured_by("scale", run, "bench-scale")
        + "Games of `python -m bench.synthetic`, all different, with all processors; each job once, as a process from "
        "start to end, files in the memory of the system as far as it has room. Growth is the exponent of the number "
        "of games with which the time grows, between the last two sizes: 1 is proportional. Spark reads the PGN file "
        "with `local[2]`, and starts its JVM each time. A `games.pgn` of "
        f"{largest:,} games has {sizes[largest]['counts']['plies']:,} plies."
    )
    rows = []
    for name in sizes[largest]["jobs"]:
        found = [sizes[games]["jobs"].get(name, {}) for games in counted]
        walls = [figures.get("wall") for figures in found]
        last = found[-1]
        rows.append(
            [
                name,
                *("" if wall is None else f"{wall:,.2f} s" for wall in walls),
                growth(counted[-2:], walls[-2:]),
                f"{last['peak'] / 1e6:,.0f} MB" if "peak" in last else "",
                f"{last['bytes'] / 1e9:,.2f} GB" if last.get("bytes") else "",
            ]
        )
    heads = [f"{games:,}" for games in counted]
    yield table(["job", *heads, "growth", "peak memory", "output"], rows)
    checked = ", ".join(f"{sizes[games]['sample']['games']:,}" for games in counted)
    yield paragraph(
        "The numbers of games, results, checkmates, castlings, promotions and duplicates are those that a plain search "
        "in the text finds, for all games of each size. python-chess replayed one game in a hundred of each size "
        f"({checked} games): castlings, checkmates, stalemates, rook endings, different positions after 20 plies, and "
        "the moves of the explorer are the same."
    )
    measured = {games: sizes[games]["jobs"] for games in counted[-2:]}
    yield from plan(measured, 10**9, run["machine"]["cores"])
    for games in further:
        yield paragraph(f"The same prediction for {games:,} games, and what was measured:")
        costs = predicted(measured, games)
        yield table(
            ["job", "predicted", "measured"],
            [
                [name, f"{costs[name]['wall']:,.1f} s", f"{figures['wall']:,.1f} s"]
                for name, figures in sizes[games]["jobs"].items()
                if name in costs
            ],
        )


def plan(measured: dict[int, dict[str, Any]], games: int, cores: int) -> Iterable[str]:
    """What jobs would cost on a machine with many processors."""
    yield paragraph(
        f"The plan for {games:,} games, from the last two sizes: times that grow faster than the games go on to do so, "
        "and the others have a start and a share of each game. The core time is what all processors work together; on "
        f"{MANY_CORES} cores, jobs take the hours of the last column if further processors help as much as the second "
        "one, and if the disk writes the output in that time. [Spark](#spark) has a plan of its own."
    )
    costs = predicted(measured, games)
    rows = []
    for name, cost in costs.items():
        hours = cost["user"] / 3600
        # What a single processor does of the measured jobs is part of the wall time.
        shared = cost["wall"] * cores / MANY_CORES / 3600
        written = f"{cost['bytes'] / 1e9:,.0f} GB" if "bytes" in cost else ""
        rows.append([name, f"{cost['wall'] / 3600:,.2f}", f"{hours:,.2f}", f"{shared:,.2f}", written])
    yield table(["job", f"hours on {cores} cores", "core hours", f"hours on {MANY_CORES} cores", "output"], rows)


def predicted(measured: dict[int, dict[str, Any]], games: int) -> dict[str, dict[str, float]]:
    """The costs of jobs with this many games, from those with two other numbers of games."""
    (few, before), (many, last) = sorted(measured.items())
    costs: dict[str, dict[str, float]] = {}
    for name in PLANNED:
        if name in before and name in last:
            shared = {key for key in ("wall", "user", "bytes") if key in before[name] and key in last[name]}
            costs[name] = {
                key: continued((few, before[name][key]), (many, last[name][key]), games) for key in sorted(shared)
            }
    return costs


def continued(one: tuple[int, float], other: tuple[int, float], games: int) -> float:
    """The value of a cost for a number of games: on the line through two others, or on their power if it is steeper."""
    (few, less), (many, more) = one, other
    exponent = math.log(more / less) / math.log(many / few)
    if exponent > 1:
        return float(more * (games / many) ** exponent)
    return less + max(more - less, 0.0) / (many - few) * (games - few)


def growth(sizes: list[int], seconds: list[float | None]) -> str:
    """The exponent with which the time grows."""
    match seconds:
        case [float(few), float(many)] if few and many:
            return f"{math.log(many / few) / math.log(sizes[1] / sizes[0]):.2f}"
    return ""


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def paragraph(text: str, indent: str = "") -> str:
    """Text in lines of 120 columns."""
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


# Every section: its title, and what writes it from the results in `build/NAME.json`.
SECTIONS: dict[str, tuple[str, Callable[[Any], Iterable[str]]]] = {
    "bench": ("Speed and memory", lambda runs: bench(runs[-1])),
    "transforms": ("Transforms", transforms),
    "positions_bench": ("Positions", positions_bench),
    "trees": ("Trees of games", trees),
    "variants": ("Variants", variants),
    "analysis": ("Analysis", analysis),
    "players": ("Players and events", players),
    "data_sets": ("Data sets in Parquet", data_sets),
    "tables": ("Games in SQL", tables),
    "rust": ("From Rust", rust),
    "infinite": ("Boards without edges", infinite),
    "stores": ("Databases", stores),
    "synthetic": ("Games that nobody has played", synthetic),
    "scale": ("Many different games", scale),
    "viewer": ("Responses of the viewer", viewer),
    "viewer_page": ("The viewer's page", viewer_page),
    "spark": ("Spark", spark),
    "sizes": ("cpgn", sizes),
    "archive": ("Archives", archive),
    "notations": ("Notations", notations),
    "oracle": ("The same as python-chess", agreement),
    "positions": ("Positions and python-chess", positions),
    "scoutfish": ("Patterns and Scoutfish", scoutfish),
    "round_trips": ("There and back", round_trips),
    "tokens": ("cpgn, token by token", tokens),
    "eco": ("Openings by position", eco),
    "pgn_extract": ("The same as pgn-extract", pgn_extract),
    "leniencies": ("Leniencies", leniencies),
    "standalone": ("One executable", standalone),
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
