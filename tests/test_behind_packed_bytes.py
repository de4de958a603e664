"""Bytes after the compressed data of a file: every game before them is read, and the bytes are reported."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from click.testing import CliRunner

import scoresheet
from scoresheet.cli.group import command

GAMES = b'[White "A"]\n\n1. e4 e5 1-0\n\n[White "B"]\n\n1. d4 d5 0-1\n'
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "zst": zstandard.compress,
    "xz": lzma.compress,
}
TAILS = {"zeros": bytes(1021), "rubbish": b"<html>not found</html>", "a byte": b"?"}


@pytest.mark.parametrize("tail", TAILS)
@pytest.mark.parametrize("packing", PACK)
def test_all_games_are_read_and_the_bytes_are_a_note(packing: str, tail: str, tmp_path: Path) -> None:
    packed = PACK[packing](GAMES)
    path = tmp_path / f"a.pgn.{packing}"
    path.write_bytes(packed + TAILS[tail])
    report = scoresheet.check(path)
    assert (report.games, report.errors, report.results) == (2, (), {"1-0": 1, "0-1": 1})
    (note,) = report.notes
    assert (note.code, note.severity, note.count) == ("trailing-bytes", "note", 1)
    assert (note.first["file"], note.first["byte"]) == (str(path), len(GAMES))
    assert f"which ends at byte {len(packed)} of the file" in note.first["message"]
    assert [game.tags["White"] for game in scoresheet.read(path)] == ["A", "B"]
    run = CliRunner().invoke(command, ["check", str(path)])
    assert (run.exit_code, "trailing-bytes" in run.stdout) == (0, True)


def test_strict_reading_makes_an_error_of_them(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.gz"
    path.write_bytes(gzip.compress(GAMES) + b"?")
    report = scoresheet.check(path, strict="read")
    assert [(found.code, found.severity) for found in report.errors] == [("trailing-bytes", "error")]
    with pytest.raises(scoresheet.ReadError, match="a byte follows the gzip data"):
        scoresheet.check(path, strict="read", on_error="raise")
    assert CliRunner().invoke(command, ["check", "--strict", str(path)]).exit_code == 1


@pytest.mark.parametrize("packing", PACK)
def test_a_stream_that_is_cut_short_stays_an_error(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.pgn.{packing}"
    path.write_bytes(PACK[packing](GAMES)[:-1])
    assert [found.code for found in scoresheet.check(path).errors] == ["file-damaged"]


def test_streams_after_other_bytes_are_an_error_but_what_precedes_them_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn.gz"
    path.write_bytes(gzip.compress(GAMES) + b"rubbish" + gzip.compress(GAMES))
    report = scoresheet.check(path)
    assert (report.games, [found.code for found in report.errors]) == (2, ["file-damaged"])


def test_columns_and_whole_texts_behave_the_same(tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.parquet", tmp_path / "b.parquet.gz"
    (tmp_path / "a.pgn").write_bytes(GAMES)
    scoresheet.convert(tmp_path / "a.pgn", plain)
    packed.write_bytes(gzip.compress(plain.read_bytes()) + bytes(7))
    assert [(note.code, note.count) for note in scoresheet.check(packed).notes] == [("trailing-bytes", 1)]
    icn = tmp_path / "a.icn.gz"
    icn.write_bytes(gzip.compress(b"K5,1|k5,8") + bytes(7))
    assert [note.code for note in scoresheet.check(icn).notes] == ["trailing-bytes"]


def test_members_of_an_archive_that_have_one_name_are_all_read(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.pgn", '[White "1"]\n\n1. e4 *\n')
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("x.pgn", '[White "2"]\n\n1. e4 *\n')
        archive.writestr("inner.zip", b"")
        archive.writestr("readme.txt", b"1. e4 *")
    report = scoresheet.check(path)
    names = [f"{path}:x.pgn", f"{path}:x (2).pgn"]
    assert [found["name"] for found in report.inputs] == names
    assert [(found.code, found.first["file"]) for found in report.errors] == [("file-kind", f"{path}:inner.zip")]
    assert [game.tags["White"] for game in scoresheet.read(path, on_error="keep")] == ["1", "2"]
    run = CliRunner().invoke(command, ["check", "--json", str(path)])
    assert (run.exit_code, json.loads(run.stdout)["games"]) == (1, 2)
