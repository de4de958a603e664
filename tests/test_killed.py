"""Jobs that are killed at any time leave no half-written output: it is the old one, the new one, or none."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

import scoresheet
from scoresheet.cli.exits import Exit
from waiting import wait_until

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
KILLS = 200
# How often the examples are repeated in the input, so that a job takes much longer than a start.
COPIES = 400


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many games, each of which occurs twice."""
    path = tmp_path_factory.mktemp("games") / "many.pgn"
    text = EXAMPLE.read_bytes()
    path.write_bytes(b"".join(text.replace(b'[White "', b'[White "%d ' % (copy // 2)) for copy in range(COPIES)))
    return path


def killed(command: list[str], after_s: float) -> bool:
    """Whether a command was still at work when it was killed."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        time.sleep(after_s)
        process.kill()
        return process.wait() == -signal.SIGKILL


@pytest.mark.long
@pytest.mark.parametrize("name", ["out.pgn", "out.vgn", "out.pgn.zst", "out.parquet"])
def test_a_killed_job_leaves_no_half_output(name: str, games: Path, tmp_path: Path) -> None:
    whole, output = tmp_path / "whole" / name, tmp_path / "out" / name
    whole.parent.mkdir()
    output.parent.mkdir()
    command = [sys.executable, "-m", "scoresheet", "convert", "--quiet", "--force", str(games), "-o"]
    started = time.monotonic()
    subprocess.run([*command, str(whole)], check=True)
    takes_s, expected = time.monotonic() - started, scoresheet.check(whole).games
    chance, kills = random.Random(17), 0
    for old in (b"", EXAMPLE.read_bytes()):
        for _ in range(KILLS // 8):
            output.write_bytes(old) if old else output.unlink(missing_ok=True)
            kills += killed([*command, str(output)], chance.uniform(0, takes_s))
            if output.exists() and output.read_bytes() != old:
                report = scoresheet.check(output)
                assert (report.games, report.errors) == (expected, ())
            # What was begun is hidden, so that no reader of folders takes it for games.
            assert all(found.name == name or found.name.startswith(".") for found in output.parent.iterdir())
    assert kills > KILLS // 8


def tree(*folders: Path) -> list[str]:
    """The names of everything in these folders, including hidden files."""
    return sorted(path.name for folder in folders for path in folder.iterdir())


# Jobs with so little memory that they need temporary files. `{place}` is the folder of their outputs.
JOBS = {
    "sort": ["--sort", "white,-ply_count", "-o", "{place}/out.pgn"],
    "sort-parquet": ["-o", "{place}/out.parquet"],
    "split": ["--part-games", "20", "-o", "{place}/out/{{result}}-{{part}}.pgn"],
    "book": ["-o", "{place}/book.bin"],
    "dedupe": ["--dedupe", "exact", "--duplicates", "{place}/dropped.pgn", "-o", "{place}/out.pgn"],
    "dedupe-loose": ["--dedupe", "loose", "--dedupe-merge", "--duplicates", "{place}/why.csv", "-o", "{place}/out.pgn"],
}
# After so many ended runs, one run is not disturbed.
UNDISTURBED_AFTER = 10


@dataclass
class Ended:
    """One of the jobs, which is run again and again and ended at some moment."""

    job: list[str]
    games: Path
    """The input."""
    folder: Path

    @property
    def place(self) -> Path:
        """The folder of the outputs."""
        return self.folder / "place"

    @property
    def temporary(self) -> Path:
        """The folder of temporary files."""
        return self.folder / "temporary"

    def start(self) -> subprocess.Popen[bytes]:
        self.place.mkdir(exist_ok=True)
        self.temporary.mkdir(exist_ok=True)
        options = ["--quiet", "--force", "--sort-memory", "1MB", *(word.format(place=self.place) for word in self.job)]
        command = [sys.executable, "-m", "scoresheet", "convert", str(self.games), *options]
        environment = {**os.environ, "TMPDIR": str(self.temporary)}
        return subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)

    def run(self) -> float:
        """Runs the job to its end, and returns the seconds it takes."""
        started = time.monotonic()
        with self.start() as process:
            assert process.wait(60) == 0
        return time.monotonic() - started

    def end(self, after_s: float, number: int) -> int:
        """Starts the job, sends it a signal after some time, and returns its exit status."""
        with self.start() as process:
            time.sleep(after_s)
            process.send_signal(number)
            return process.wait(60)

    def outputs(self) -> dict[str, bytes]:
        """The outputs that can be seen, by their names."""
        named = {path.relative_to(self.place): path for path in self.place.rglob("*") if path.is_file()}
        return {
            str(name): path.read_bytes()
            for name, path in named.items()
            if not any(part.startswith(".") for part in name.parts)
        }

    def clear(self) -> None:
        """Removes the outputs, but nothing that is hidden."""
        for path in self.place.iterdir():
            if path.name.startswith("."):
                continue
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("kills", [4, pytest.param(KILLS, marks=pytest.mark.long)])
@pytest.mark.parametrize("sent", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("job", JOBS)
def test_an_ended_run_leaves_complete_files_and_the_next_one_no_leftovers(
    job: str, sent: str, kills: int, games: Path, tmp_path: Path
) -> None:
    run, number = Ended(JOBS[job], games, tmp_path), getattr(signal, sent)
    takes_s = min(run.run() for _ in range(3))
    whole, shown = run.outputs(), tree(run.place)
    assert tree(run.temporary) == []
    chance, left, ends = random.Random(41), 0, {"before": 0, "during": 0, "after": 0}
    for moment in range(kills):
        run.clear()
        # One moment in each part of the time that the job takes.
        status = run.end((moment + chance.random()) / kills * takes_s, number)
        assert status in (0, -number, Exit.TERMINATED)
        # A signal that comes before the work has begun ends Python in its own way.
        working = status == (Exit.TERMINATED if sent == "SIGTERM" else -number)
        ends["during" if working else "before" if status else "after"] += 1
        outputs, hidden = run.outputs(), [name for name in tree(run.place) if name.startswith(".")]
        left += bool(hidden or tree(run.temporary))
        assert outputs.items() <= whole.items()
        # Files of a split appear together. Of two outputs, one may have appeared.
        assert job != "split" or outputs in ({}, whole)
        if status == Exit.TERMINATED:
            # A signal may also come when the outputs are there and the process is about to end.
            assert (hidden, tree(run.temporary)) == ([], [])
        if (moment + 1) % UNDISTURBED_AFTER == 0 or moment + 1 == kills:
            run.clear()
            run.run()
            assert run.outputs() == whole
            assert (tree(run.place), tree(run.temporary)) == (shown, [])
    print(f"{job}, {sent}: {kills} moments in {takes_s:.2f} s, signals {ends}, leftovers after {left}")
    # Few moments on a busy machine may all miss the short time in which a job has files.
    assert ends["during"] > kills // 8
    assert left or sent == "SIGTERM" or kills < KILLS


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_run_leaves_the_files_of_a_living_one_alone(tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    command = [sys.executable, "-m", "scoresheet", "convert", "--quiet", "--force", "-", "-o", str(output)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as slow:
        assert slow.stdin is not None
        wait_until(lambda: tree(tmp_path), slow)
        begun = tree(tmp_path)
        subprocess.run(command, input=b"1. e4 *", check=True)
        assert tree(tmp_path) == sorted([*begun, "out.pgn"])
        slow.stdin.write(b"1. d4 *")
        slow.stdin.close()
        assert slow.wait(60) == 0
    assert tree(tmp_path) == ["out.pgn"]
    assert "1. d4 *" in output.read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_copies_of_pipes_and_what_duckdb_spills_are_removed_by_the_next_query(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    sql = "SELECT count(a.game * b.range % 7) FROM games a, range(10000000000) b"
    command = [sys.executable, "-m", "scoresheet", "query", "--quiet", "-"]
    with subprocess.Popen([*command, sql], stdin=subprocess.PIPE, env=environment) as process:
        assert process.stdin is not None
        process.stdin.write(b"1. e4 *")
        process.stdin.close()
        wait_until(lambda: any(tmp_path.glob(".scoresheet.*/*.spool")), process)
        process.kill()
    assert len(tree(tmp_path)) == 2, "a folder, and the file that is locked for it"
    subprocess.run([*command, "SELECT 1"], input=b"1. e4 *", check=True, env=environment, stdout=subprocess.DEVNULL)
    assert tree(tmp_path) == []
