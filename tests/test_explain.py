"""The report of the gain: what the bits of an output are spent on, and what other compressors make of the input."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path

import pytest
import zstandard
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import Gain, Report
from scoresheet.cli.group import command

# Six moves of 9 bits each, and castling with 5.
BARE = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O *\n"
MOVES = 6 * 9 + 5


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(BARE)


def run(*args: str) -> Result:
    return CliRunner().invoke(command, list(args))


def gain_of(report: Report) -> Gain:
    assert report.gain is not None
    return report.gain


def test_bits_match_those_counted_by_hand() -> None:
    gain = gain_of(scoresheet.convert("a.pgn", "a.cpgn", explain=True))
    # One byte of tags; the version, the block, the end of the game, and two bits that fill the last byte.
    assert gain.bits == {"tags": 8, "moves": MOVES, "comments": 0, "other": 8 + 4 + 7 + 2}
    assert (gain.plies, gain.bytes_out) == (7, Path("a.cpgn").stat().st_size)
    assert gain.bits_per_ply["moves"] == MOVES / 7
    assert gain.bits_per_ply["total"] == 8 * gain.bytes_out / 7


def test_the_same_bytes_are_packed_by_others(root: Path) -> None:
    source = root / "examples" / "historic.pgn"
    plain = source.read_bytes()
    Path("packed.pgn.gz").write_bytes(gzip.compress(plain))
    gain = gain_of(scoresheet.convert([source, "packed.pgn.gz"], "a.cpgn", explain=True))
    assert gain.bytes_in == 2 * len(plain)
    wanted = {
        "gzip -9": len(gzip.compress(2 * plain, 9)),
        "xz -9e": len(lzma.compress(2 * plain, preset=9 | lzma.PRESET_EXTREME)),
        "zstd -19": len(zstandard.ZstdCompressor(19).compress(2 * plain)),
    }
    assert gain.compressed is not None
    assert list(gain.compressed) == list(wanted)
    # Other versions of the same compressors differ a little.
    for name, size in wanted.items():
        assert gain.compressed[name] == pytest.approx(size, rel=0.02)


@pytest.mark.parametrize("threads", [1, 4])
def test_threads_change_nothing(root: Path, threads: int) -> None:
    games = (root / "examples" / "historic.pgn").read_text() * 60
    Path("many.pgn").write_text(games)
    gain = gain_of(scoresheet.convert("many.pgn", "many.cpgn", explain=True, threads=threads))
    one = gain_of(scoresheet.convert(root / "examples" / "historic.pgn", "one.cpgn", explain=True))
    assert gain.bytes_in == len(games.encode())
    assert (gain.plies, gain.bits["moves"], gain.bits["tags"]) == (
        60 * one.plies,
        60 * one.bits["moves"],
        60 * one.bits["tags"],
    )
    assert gain.bytes_out == 60 * (one.bytes_out - 1) + 1


def test_compression_around_the_output_does_not_count() -> None:
    plain = gain_of(scoresheet.convert("a.pgn", "a.cpgn", explain=True))
    assert gain_of(scoresheet.convert("a.pgn", "a.cpgn.zst", explain=True)) == plain


def test_games_that_are_not_text_are_not_compared() -> None:
    whole = gain_of(scoresheet.convert("a.pgn", "a.cpgn", explain=True))
    scoresheet.convert("a.pgn", "a.parquet")
    games = scoresheet.read("a.pgn")
    found = [
        scoresheet.convert("a.parquet", "1.cpgn", explain=True),
        scoresheet.write(list(games), "2.cpgn", explain=True),
        scoresheet.convert("a.pgn", "3.cpgn", explain=True, where="ply_count > 1"),
        scoresheet.convert(["a.pgn", "a.parquet"], "4.cpgn", explain=True, limit=1),
    ]
    for report in found[:3]:
        gain = gain_of(report)
        assert (gain.bits["moves"], gain.bytes_in, gain.compressed) == (whole.bits["moves"], None, None)
    # The columns were never opened.
    assert gain_of(found[3]) == whole
    # What `read` returned is read again, as text.
    assert gain_of(scoresheet.write(games, "5.cpgn", explain=True)) == whole


def test_a_report_without_it_does_not_mention_it() -> None:
    report = scoresheet.convert("a.pgn", "a.cpgn")
    assert report.gain is None
    assert "gain" not in report.to_dict()


def test_it_survives_json_and_back() -> None:
    report = scoresheet.convert("a.pgn", "a.cpgn", explain=True)
    said = json.loads(json.dumps(report.to_dict()))
    assert Report.from_dict(said) == report
    assert said["gain"]["bits_per_ply"]["moves"] == MOVES / 7


def test_no_plies_have_no_rate() -> None:
    Path("none.pgn").write_text('[White "A"]\n\n*\n')
    result = run("convert", "none.pgn", "-o", "none.cpgn", "--explain")
    assert result.exit_code == 0
    assert "bits:\n  tags" in result.stderr
    gain = gain_of(scoresheet.convert("none.pgn", "none2.cpgn", explain=True))
    assert (gain.plies, gain.bits_per_ply) == (0, {})


def test_nothing_to_read_is_compared_with_nothing() -> None:
    Path("empty.pgn").write_text("")
    result = run("convert", "empty.pgn", "-o", "empty.cpgn", "--explain")
    assert result.exit_code == 0
    assert "input" in result.stderr


def test_the_command_line_reports_as_json() -> None:
    result = run("convert", "a.pgn", "-o", "a.cpgn", "--explain", "--json", "--report", "a.json")
    said = json.loads(result.stdout)
    assert said["gain"]["bits"]["moves"] == MOVES
    assert json.loads(Path("a.json").read_text())["gain"] == said["gain"]
    assert run("convert", "a.parquet", "-o", "b.cpgn").exit_code == 2
    scoresheet.convert("a.pgn", "a.parquet")
    columns = json.loads(run("convert", "a.parquet", "-o", "b.cpgn", "--explain", "--json").stdout)
    assert (columns["gain"]["bytes_in"], columns["gain"]["compressed"]) == (None, None)


def test_the_command_line_explains_why_nothing_is_compared() -> None:
    scoresheet.convert("a.pgn", "a.parquet")
    said = run("convert", "a.parquet", "-o", "a.cpgn", "--explain").stderr
    assert "size: 11 bytes" in said
    assert "not compared with gzip, xz and zstd" in said


@pytest.mark.parametrize("output", ["b.pgn", "b.parquet", "b.icn"])
def test_other_formats_do_not_count_their_bits(output: str) -> None:
    result = run("convert", "a.pgn", "-o", output, "--explain")
    assert result.exit_code == 2
    assert "does not count how its bits are used" in result.stderr
    assert "`--explain` works with cpgn" in result.stderr
    with pytest.raises(scoresheet.UsageError, match="does not count") as caught:
        scoresheet.convert("a.pgn", output, explain=True)
    assert "`explain=True` works with cpgn" in str(caught.value.hint)
    assert not Path(output).exists()
