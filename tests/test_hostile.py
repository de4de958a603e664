"""Hostile and broken inputs: each ends with the expected error at its place, in bounded memory, without half an output.

The command runs as its own process, so that the system reports its peak memory. Nothing here asserts a time but
the limit after which a process counts as hanging.
"""

from __future__ import annotations

import io
import json
import os
import random
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import zstandard
from bench.process import measured

import scoresheet

MEMORY = 300_000_000
HANGS = 300.0
MIB = 1 << 20
NOBODY = 65534
NEXT = '\n\n[Event "next"]\n\n1. d4 d5 1/2-1/2\n'


@dataclass
class Outcome:
    status: int
    out: bytes
    err: str
    peak: int

    @property
    def report(self) -> dict[str, Any]:
        assert self.out, self.err
        return json.loads(self.out)

    @property
    def errors(self) -> dict[str, dict[str, Any]]:
        """The place of the first error of each code."""
        return {found["code"]: found["first"] for found in self.report["errors"]}

    @property
    def notes(self) -> set[str]:
        return {found["code"] for found in self.report["notes"]}


def run(*arguments: object, file_limit: int | None = None) -> Outcome:
    """Runs the command to its end."""
    command = [sys.executable, "-m", "scoresheet", *map(str, arguments)]
    found = measured(command, file_limit=file_limit, timeout=HANGS)
    return Outcome(found.status, found.out, found.err.decode(), found.peak)


def check(path: Path, *options: object) -> Outcome:
    outcome = run("check", "--json", path, *options)
    assert outcome.peak < MEMORY, f"{outcome.peak:,} bytes"
    return outcome


@pytest.fixture
def pgn(tmp_path: Path) -> Callable[[str | bytes], Path]:
    def write(text: str | bytes) -> Path:
        path = tmp_path / "case.pgn"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


# Sizes


@pytest.mark.parametrize("end", ["", ")" * 200_000 + " e5 1-0" + NEXT], ids=["open", "closed"])
def test_deep_nesting_stops_at_its_limit(pgn, end: str) -> None:
    outcome = check(pgn("1. e4 " + "(" * 200_000 + end))
    assert outcome.status == 1
    place = outcome.errors["limit-nesting"]
    assert (place["game"], place["byte"]) == (1, 6 + 10_000)
    assert outcome.report["plies"] == (3 if end else 1)


@pytest.mark.parametrize("end", ["", ")" * 200_000 + " e5 1-0\n"], ids=["open", "closed"])
def test_deep_nesting_is_read_if_the_limit_allows(pgn, end: str) -> None:
    outcome = check(pgn("1. e4 " + "(" * 200_000 + end), "--limit-nesting", 200_000)
    assert outcome.status == (0 if end else 1)
    assert set(outcome.errors) == (set() if end else {"variation-unclosed"})
    assert outcome.report["plies"] == (2 if end else 1)


@pytest.mark.slow
def test_a_game_of_80000_plies_is_counted_right(pgn) -> None:
    outcome = check(pgn("Nf3 Nf6 Ng1 Ng8 " * 20_000 + "*\n"))
    assert outcome.status == 0
    assert outcome.report["plies"] == 80_000


@pytest.mark.slow
def test_a_million_tags_stop_at_their_limit(pgn) -> None:
    tags = "".join(f'[T{number} "x"]\n' for number in range(1_000_000))
    outcome = check(pgn(tags + "\n1. e4 *" + NEXT))
    assert outcome.status == 1
    place = outcome.errors["limit-tags"]
    assert (place["game"], place["line"]) == (1, 10_001)
    assert outcome.report["games"] == 2


def test_a_token_of_100_kb_is_the_error_itself(pgn) -> None:
    outcome = check(pgn("1. e4 e5 2. " + "N" * 100_000 + " Nc6 *" + NEXT))
    assert outcome.status == 1
    place = outcome.errors["limit-token"]
    assert (place["game"], place["byte"]) == (1, 12)
    assert len(place["text"]) <= 81  # and a sign that there was more
    assert outcome.report["plies"] == 4


def test_a_token_below_the_limit_is_not_a_move(pgn) -> None:
    outcome = check(pgn("1. e4 e5 2. " + "N" * 60_000 + " Nc6 *"))
    assert outcome.errors["stray"]["byte"] == 12


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", " } e5 1-0" + NEXT], ids=["open", "closed"])
def test_a_comment_of_20_mb_stops_at_its_limit(pgn, end: str) -> None:
    outcome = check(pgn("1. e4 { " + "word " * 4_000_000 + end))
    assert outcome.status == 1
    place = outcome.errors["limit-comment"]
    assert (place["game"], place["byte"]) == (1, 6)
    assert outcome.report["plies"] == (3 if end else 1)


@pytest.mark.slow
def test_a_comment_of_20_mb_is_read_if_the_limit_allows(pgn) -> None:
    outcome = check(pgn("1. e4 { " + "word " * 4_000_000 + "} e5 1-0" + NEXT), "--limit-comment", 32 * MIB)
    assert outcome.status == 0
    assert outcome.report["plies"] == 4


@pytest.mark.slow
def test_a_tag_of_5_mb_stops_at_its_limit(pgn) -> None:
    outcome = check(pgn('[White "' + "x" * 5_000_000 + '"]\n\n1. e4 *' + NEXT))
    assert outcome.status == 1
    place = outcome.errors["limit-tag"]
    assert (place["game"], place["byte"]) == (1, 0)
    assert outcome.report["games"] == 2


@pytest.mark.slow
def test_a_game_of_100_mb_stops_at_its_limit(tmp_path) -> None:
    path = tmp_path / "case.pgn"
    with path.open("wb") as file:
        for _ in range(100):
            file.write(b"Nf3 Nf6 Ng1 Ng8 " * 65_536)
        file.write(b"1-0" + NEXT.encode())
    outcome = check(path)
    assert outcome.status == 1
    assert outcome.errors["limit-game"]["game"] == 1
    assert outcome.report["games"] == 2
    assert outcome.report["plies"] == 64 * MIB // 4 + 2


def test_a_move_number_of_10000_is_read(pgn) -> None:
    outcome = check(pgn("10000. e4 e5 *"))
    assert outcome.status == 0
    assert outcome.report["plies"] == 2


# Start positions: the game is refused, never played from the usual start


@pytest.mark.parametrize(
    ("fen", "codes"),
    [
        ("8/8/8/8/8/8/4P3/8 w - - 0 1", {"fen-kings"}),
        ("kQQQQQQQ/" + "QQQQQQQQ/" * 6 + "QQQQQQQK w - - 0 1", {"fen-too-many", "fen-opponent-in-check"}),
        ("4k3/" + "8/" * 11 + "4K3 w - - 0 1", {"fen-syntax"}),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 12345678901234567890 1", {"fen-counter"}),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 12345678901234567890", {"fen-counter"}),
        ("4k3/8/8/8/12345678901234567890/8/4P3/4K3 w - - 0 1", {"fen-syntax"}),
        ("/" * 100_000, {"fen-syntax"}),
    ],
    ids=["no-kings", "62-queens", "13-ranks", "clock-20-digits", "number-20-digits", "rank-20-digits", "slashes"],
)
def test_an_impossible_fen_refuses_the_game(pgn, fen: str, codes: set[str]) -> None:
    outcome = check(pgn(f'[Event "x"]\n[FEN "{fen}"]\n\n1. e4 e5 *' + NEXT))
    assert outcome.status == 1
    assert len(outcome.errors) == 1
    assert set(outcome.errors) <= codes
    assert next(iter(outcome.errors.values()))["game"] == 1
    assert (outcome.report["games"], outcome.report["plies"]) == (2, 2)


# Bytes


@pytest.mark.parametrize(("byte", "code"), [(b"\0", "control-byte"), (b"\xff", "stray"), (b"\x1a", "control-byte")])
def test_a_strange_byte_in_the_moves_is_never_a_success(pgn, byte: bytes, code: str) -> None:
    outcome = check(pgn(b"1. e4 e5 2. Nf3 " + byte + b" Nc6 3. Bb5 *" + NEXT.encode()))
    assert outcome.status == 1
    assert outcome.errors[code]["byte"] == 16


def test_a_megabyte_of_random_bytes_is_read_to_its_end(pgn) -> None:
    outcome = check(pgn(random.Random(1).randbytes(MIB)))
    assert outcome.status == 1
    assert outcome.report["errors"]


def test_random_bytes_after_a_game_leave_the_game(pgn) -> None:
    outcome = check(pgn(b"1. e4 e5 1-0\n" + random.Random(2).randbytes(MIB)))
    assert outcome.status == 1
    assert outcome.report["plies"] >= 2


# Shapes


def test_a_lone_brace_is_a_comment_without_end(pgn) -> None:
    outcome = check(pgn("{"))
    assert outcome.status == 1
    assert outcome.errors["comment-unclosed"]["byte"] == 0


def test_a_tag_without_its_closing_quote_ends_with_the_line(pgn) -> None:
    outcome = check(pgn('[White "A]\n[Black "B"]\n\n1. e4 e5 *\n'))
    assert outcome.status == 0
    assert "tag-unclosed" in outcome.notes
    assert outcome.report["plies"] == 2


def test_a_file_of_only_tags_is_a_game_without_moves(pgn) -> None:
    outcome = check(pgn('[White "A"]\n[Black "B"]\n'))
    assert outcome.status == 0
    assert (outcome.report["games"], outcome.report["plies"]) == (1, 0)


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", " \r\n\t\n"], ids=["nothing", "line", "bom", "blank"])
def test_an_empty_file_has_no_games(pgn, text: str) -> None:
    outcome = check(pgn(text))
    assert outcome.status == 0
    assert outcome.report["games"] == 0


def test_a_folder_is_read_file_by_file(tmp_path) -> None:
    inner = tmp_path / "folder.pgn" / "inner"
    inner.mkdir(parents=True)
    for path in (inner / "a.pgn", inner.parent / "b.pgn", inner / ".hidden.pgn"):
        path.write_text("1. e4 *\n")
    outcome = check(inner.parent)
    assert outcome.status == 0
    assert outcome.report["games"] == 2


def test_a_folder_is_not_an_archive(tmp_path, pgn) -> None:
    folder = tmp_path / "folder.scz"
    folder.mkdir()
    outcome = run("convert", pgn("1. e4 *"), "-o", folder, "--to", "archive", "--force")
    assert outcome.status in (1, 2)
    assert list(folder.iterdir()) == []
    assert outcome.err.count("\n") <= 4, outcome.err


def test_a_file_that_is_not_there_is_wrong_use(tmp_path) -> None:
    outcome = run("check", tmp_path / "absent.pgn")
    assert outcome.status == 2
    assert "absent.pgn" in outcome.err


# Everything is imported, by a good file and one that is not there, before another user may not.
AS_NOBODY = f"""
import contextlib, os, sys, scoresheet.cli
for path in sys.argv[2:]:
    with contextlib.suppress(SystemExit):
        scoresheet.cli.main(["check", "--json", path])
os.setgid({NOBODY}), os.setuid({NOBODY})
sys.exit(scoresheet.cli.main(["check", "--json", sys.argv[1]]))
"""


@pytest.mark.skipif(os.getuid() != 0, reason="no permission: only root can become another user")
@pytest.mark.parametrize("closed", ["file", "folder"])
def test_a_file_without_permission_is_named(tmp_path, closed: str) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "case.pgn"
    path.write_text("1. e4 *")
    for parent in (tmp_path, *tmp_path.parents[:2]):
        parent.chmod(0o755)
    (path if closed == "file" else folder).chmod(0o700)
    good = tmp_path / "good.pgn"
    good.write_text("1. d4 *")
    command = [sys.executable, "-c", AS_NOBODY, path, good, tmp_path / "absent.pgn"]
    process = subprocess.run(command, capture_output=True, text=True, timeout=HANGS)
    assert process.returncode in (1, 2), process.stderr
    told = process.stdout + process.stderr
    assert "case.pgn" in told
    assert "ermission" in told
    assert "Traceback" not in told


# Compressed files


def packed(text: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(text)


def many_games() -> bytes:
    """A megabyte of games that do not pack well."""
    rng = random.Random(4)
    return b"".join(b'[White "%x"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n' % rng.getrandbits(160) for _ in range(20_000))


GAMES = many_games()


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(data: bytes) -> bytes:
    place = len(data) // 2
    return data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


@pytest.mark.parametrize("damage", [cut, flipped])
@pytest.mark.parametrize("name", ["out.parquet", "out.pgn", "out.pgn.zst", "out.arrow"])
def test_a_damaged_file_leaves_no_half_written_output(tmp_path, damage, name: str) -> None:
    source = tmp_path / "case.pgn.zst"
    source.write_bytes(damage(packed(GAMES)))
    outcome = run("convert", source, "-o", tmp_path / name, "--json")
    assert outcome.status == 1
    assert "file-damaged" in outcome.errors
    left = {path.name for path in tmp_path.iterdir()}
    assert left <= {source.name, name}
    if name in left:
        # What was read before the damage, whole and readable.
        again = scoresheet.read(str(tmp_path / name)).columns("game")
        assert pa.table(again).num_rows == outcome.report["written"] > 0


@pytest.mark.parametrize("damage", [cut, flipped])
def test_check_reports_a_damaged_file_and_reads_what_it_can(tmp_path, damage) -> None:
    source = tmp_path / "case.pgn.zst"
    source.write_bytes(damage(packed(GAMES)))
    outcome = check(source)
    assert outcome.status == 1
    assert "file-damaged" in outcome.errors
    assert 0 < outcome.report["games"] <= 20_000


def bomb(size: int) -> bytes:
    """A zstd frame that unpacks to `size` bytes: one block of 128 KiB in four bytes, again and again."""
    block = 128 << 10
    header = struct.pack("<IBB", 0xFD2FB528, 0, 7 << 3)
    middle = struct.pack("<I", 1 << 1 | block << 3)[:3] + b" "
    last = struct.pack("<I", 1 | 1 << 1 | block << 3)[:3] + b" "
    return header + middle * (size // block - 1) + last


@pytest.mark.slow
def test_a_file_that_unpacks_to_100_gb_stops_at_the_ratio(tmp_path) -> None:
    with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(bomb(MIB))) as small:
        assert small.read() == b" " * MIB
    source = tmp_path / "case.pgn.zst"
    source.write_bytes(b"".join([packed(b"1. e4 e5 1-0\n\n"), bomb(100 << 30)]))
    outcome = check(source)
    assert outcome.status == 1
    assert "limit-ratio" in outcome.errors
    assert outcome.report["plies"] == 2


@pytest.mark.slow
def test_a_file_that_requires_a_large_window_stops_at_the_limit(tmp_path) -> None:
    source = tmp_path / "case.pgn.zst"
    parameters = zstandard.ZstdCompressionParameters(window_log=28, compression_level=1)
    with source.open("wb") as file, zstandard.ZstdCompressor(compression_params=parameters).stream_writer(file) as out:
        out.write(GAMES)
    outcome = check(source)
    assert outcome.status == 1
    assert "limit-window" in outcome.errors
    assert check(source, "--limit-window", 256 * MIB).status == 0


def test_a_zip_with_a_path_upwards_writes_nothing(tmp_path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    source = folder / "case.zip"
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("../evil.pgn", "1. e4 e5 1-0\n")
        archive.writestr("/evil.pgn", "1. d4 1-0\n")
    outcome = check(source)
    assert outcome.status == 0
    assert outcome.report["plies"] == 3
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["case.zip", "folder"]
    assert not Path("/evil.pgn").exists()


# Outputs that cannot be written


@pytest.mark.parametrize("name", ["out.parquet", "out.pgn", "out.arrow"])
def test_a_file_that_may_not_grow_leaves_no_output(tmp_path, name: str) -> None:
    source = tmp_path / "case.pgn"
    source.write_bytes(GAMES)
    outcome = run("convert", source, "-o", tmp_path / name, "--columns", "tags,text,errors", file_limit=64 << 10)
    assert outcome.status == 1
    assert name in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["case.pgn"]


def test_a_full_disk_leaves_no_output(tmp_path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True)
    if mounted.returncode:
        pytest.skip("a full disk: no tmpfs can be mounted here (the test of RLIMIT_FSIZE stands for it)")
    try:
        source = tmp_path / "case.pgn"
        source.write_bytes(GAMES)
        outcome = run("convert", source, "-o", disk / "out.pgn")
        assert outcome.status == 1
        assert list(disk.iterdir()) == []
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full standard output: no /dev/full here")
def test_a_full_standard_output_is_a_failure(pgn) -> None:
    path = pgn(GAMES)
    with Path("/dev/full").open("wb") as full:
        process = subprocess.run(
            [sys.executable, "-m", "scoresheet", "convert", path], stdout=full, stderr=subprocess.PIPE, timeout=HANGS
        )
    assert process.returncode == 1
    assert process.stderr


def test_a_closed_standard_output_ends_quietly(pgn) -> None:
    path = pgn(GAMES)
    command = [sys.executable, "-m", "scoresheet", "convert", path]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(100)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(HANGS) == 0
