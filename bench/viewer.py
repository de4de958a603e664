"""How fast `scoresheet serve` responds, and how much memory it takes, with few and with many games.

python -m bench.viewer [--times N...] [--runs N] [-o build/viewer.json]

The sample is converted several times over to Parquet, indexed, and served by a separate process. Every figure is the
time of a whole request over HTTP, on one connection.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import scoresheet
from bench.inputs import BUILD, ROOT
from bench.machine import circumstances
from bench.transforms import repeated

OUTPUT = ROOT / "build" / "viewer.json"
RUNS = 40
SEED = 11
COLUMNS = "game,white,white_elo,black,black_elo,result,date,eco,opening,ply_count,time_control"
SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"

# The targets: the maximum milliseconds of the 95th percentile, by figure.
ASKED = {
    "a page of the list": 60, "a page of the sorted list": 60, "a game": 50, "filter by player": 500,
    "sort by name": 1500, "explorer with index": 150,
}  # fmt: skip
MOST_MEMORY = 250 << 20
MOST_CLICK_MS = 20


def parquet(times: int) -> Path:
    """The sample, this many times over, as Parquet, with an index of its positions."""
    path = BUILD / f"viewer-{times}.parquet"
    if not path.exists():
        prepare(repeated(times), path)
    return path


def prepare(games: Path, path: Path) -> None:
    """Converts games to Parquet with all that the viewer uses, and an index of their positions."""
    scoresheet.convert(games, path, columns=["tags", "summary", "packed", "text"], force=True)
    scoresheet.index(path, force=True)


class Client:
    """One connection to a server."""

    def __init__(self, address: str) -> None:
        url = urlsplit(address)
        self.address = address
        self._base = url.path
        self._connection = http.client.HTTPConnection(str(url.hostname), url.port)

    def ask(self, path: str, body: object = None) -> Any:
        """The JSON of a response."""
        method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        self._connection.request(method, f"{self._base}api/{path}", data, headers)
        answer = self._connection.getresponse()
        found = json.loads(answer.read())
        if answer.status >= 400:
            raise SystemExit(f"{path}: {found}")
        return found


@contextmanager
def served(path: Path) -> Iterator[tuple[subprocess.Popen[str], Client, float]]:
    """A server, a client, and the seconds from the start to the first response."""
    command = [sys.executable, "-m", "scoresheet", "serve", str(path), "--no-browser"]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            client = Client(process.stdout.readline().strip())
            while client.ask("session")["state"] == "converting":
                time.sleep(0.01)
            yield process, client, time.perf_counter() - begun
        finally:
            process.terminate()


def peak(process: subprocess.Popen[str]) -> int:
    """The most memory that a process has had, in bytes."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def processor_s(process: subprocess.Popen[str]) -> float:
    """The seconds that a process has spent on processors so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def click_ms(process: subprocess.Popen[str], client: Client, runs: int) -> float:
    """The mean milliseconds of processors that a click on a game takes."""
    chance, total = random.Random(SEED + 1), client.ask("session")["games"]
    before = processor_s(process)
    for _ in range(runs):
        client.ask(f"game/{chance.randrange(total)}")
    return (processor_s(process) - before) * 1000 / runs


def timed(runs: int, work: Callable[[], object]) -> dict[str, float]:
    """The spread of the times of some runs, in milliseconds."""
    taken = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        taken.append((time.perf_counter() - begun) * 1000)
    return spread(taken)


def spread(taken: list[float]) -> dict[str, float]:
    """The median, the 95th percentile and the maximum."""
    taken = sorted(taken)
    return {
        "p50": round(taken[len(taken) // 2], 1),
        "p95": round(taken[int(0.95 * (len(taken) - 1))], 1),
        "max": round(taken[-1], 1),
    }


def figures(client: Client, runs: int) -> Iterator[tuple[str, dict[str, float]]]:
    """The time of each kind of request."""
    chance, total = random.Random(SEED), client.ask("session")["games"]

    def page(view: str) -> None:
        client.ask(f"view/{view}/rows?from={chance.randrange(total - 100)}&count=100&columns={COLUMNS}")

    def view(filter_: object, by: str = "game") -> str:
        return str(client.ask("view", {"filter": filter_, "sort": {"by": by}})["view"])

    yield "a page of the list", timed(runs, lambda: page("all"))
    yield "a game", timed(runs, lambda: client.ask(f"game/{chance.randrange(total)}"))
    players = [client.ask(f"game/{chance.randrange(total)}")["tags"] for _ in range(runs // 4)]
    wanted = [dict(map(tuple, tags))["White"] for tags in players]
    yield "filter by player", timed(len(wanted), lambda: view({"player": wanted.pop()}))
    yield "sort by name", timed(1, lambda: view({}, "white"))
    ordered = view({}, "white")
    yield "a page of the sorted list", timed(runs, lambda: page(ordered))
    yield "suggest players", timed(5, lambda: client.ask(f"suggest/player?q={chance.choice('abcdefgh')}"))
    fens = [node["fen"] for node in client.ask("game/0")["nodes"][:10]]
    yield "explorer with index", timed(runs, lambda: client.ask("explorer", {"fen": chance.choice(fens)}))
    yield (
        "explorer with a filter",
        timed(1, lambda: client.ask("explorer", {"fen": SICILIAN, "filter": {"mate": "1"}})),
    )
    yield "find a position", timed(1, lambda: view({"reached": SICILIAN}))
    yield "find a pattern", timed(1, lambda: view({"find": "material KRPvKR"}))


def measured(times: int, runs: int) -> dict[str, Any]:
    """All figures for the sample, this many times over."""
    with served(parquet(times)) as (process, client, start_s):
        client.ask("position")  # imports what the first request of a page imports
        found = dict(figures(client, runs))
        click = click_ms(process, client, runs)
        games, memory = client.ask("session")["games"], peak(process)
    for name, most in ASKED.items():
        found[name]["asked"] = most
    return {
        "games": games, "start_s": round(start_s, 3), "peak_bytes": memory, "asked_bytes": MOST_MEMORY,
        "click_ms": round(click, 1), "asked_click_ms": MOST_CLICK_MS, "ms": found,
    }  # fmt: skip


def main() -> None:
    """Measures, prints a table, and writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, nargs="+", default=[3, 90])
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    results = [measured(times, arguments.runs) for times in arguments.times]
    for result in results:
        print(f"{result['games']:,} games: first answer {result['start_s']} s, {result['peak_bytes'] >> 20} MiB")
        print(f"  a game, processor time         {result['click_ms']:,.1f} ms")
        for name, row in result["ms"].items():
            print(f"  {name:28} p50 {row['p50']:>9,.1f}  p95 {row['p95']:>9,.1f}  max {row['max']:>9,.1f} ms")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps({**circumstances(), "viewer": results}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
