"""cpgn on the command line and in Python: there and back, packed, checked, and its faults with their bits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import zstandard
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import _core
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command

PGN = (
    '[White "A"]\n[Result "1-0"]\n\n1. e4! e5 $6 {c} (1... c5 2. Nf3) 2. Ng1f3 ;x\n2... Nc6 1-0\n\n'
    "1. e4 a6 2. e5 d5 3. exd6 e.p. *\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
)
# A game, one whose second move cannot be played, and one after it. The bit is that of the move.
BROKEN = bytes.fromhex("00" + "000b1fc0" + "000b1d8fe0" + "000b1fc0")
BROKEN_BIT = 8 * 5 + 12 + 9


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_text(PGN)
    return path


def words(text: str) -> list[str]:
    """The words of a text but the numbers of moves."""
    spaced = text.replace("(", " ( ").replace(")", " ) ").split()
    return [word for word in spaced if not (word.endswith(".") and word.rstrip(".").isdigit())]


@pytest.mark.parametrize("layout", ["draft", "v0"])
def test_there_and_back(pgn: Path, tmp_path: Path, layout: str) -> None:
    packed, back = tmp_path / "a.cpgn", tmp_path / "b.pgn"
    there = run("convert", pgn, "-o", packed, "-O", f"layout={layout}")
    assert there.exit_code == Exit.OK, there.output
    assert run("convert", packed, "-o", back, "--keep-spelling").exit_code == Exit.OK
    assert words(back.read_text()) == words(PGN)
    assert packed.stat().st_size < len(PGN) / 2


def test_spelling_is_kept_by_default(tmp_path: Path) -> None:
    path, packed, back = tmp_path / "a.pgn", tmp_path / "a.cpgn", tmp_path / "b.pgn"
    path.write_text("1. e2e4! e7e5 ; as spelled\n2. Ng1f3 $300 *\n")
    for options, expected in (
        ({}, path.read_text()),
        ({"spelling": "no"}, "1. e4 $1 e5 ; as spelled\n2. Nf3 $300 *\n"),
    ):
        for keep_spelling in (False, True):
            report = scoresheet.convert(path, packed, keep_spelling=keep_spelling, force=True, **options)
            assert [loss.count for loss in report.losses if loss.kind == "spelling"] == ([4] if options else [])
            scoresheet.convert(packed, back, keep_spelling=True, force=True)
            assert words(back.read_text()) == words(expected)
    # Copies whose annotation is merged pass through trees.
    path.write_text("1. e2e4! e7e5 *\n\n1. e4 {b} e5 *\n")
    scoresheet.convert(path, packed, dedupe="moves", dedupe_merge=True, force=True)
    scoresheet.convert(packed, back, keep_spelling=True, force=True)
    assert words(back.read_text()) == words("1. e2e4! {b} e7e5 *")


def test_v0_is_written_by_default(pgn: Path, tmp_path: Path) -> None:
    for name, options in (("a", {}), ("b", {"layout": "v0"}), ("c", {"layout": "auto"}), ("d", {"layout": "draft"})):
        scoresheet.convert(pgn, tmp_path / f"{name}.cpgn", **options)
    files = [(tmp_path / f"{name}.cpgn").read_bytes() for name in "abcd"]
    assert files[0] == files[1] == files[2] != files[3]
    assert files[0][0] == 0


def test_compressed_once_more(pgn: Path, tmp_path: Path) -> None:
    packed, plain, back = tmp_path / "a.cpgn.zst", tmp_path / "a.cpgn", tmp_path / "b.pgn"
    assert run("convert", pgn, "-o", packed).exit_code == Exit.OK
    scoresheet.convert(pgn, plain)
    assert zstandard.ZstdDecompressor().stream_reader(packed.read_bytes()).read() == plain.read_bytes()
    scoresheet.convert(packed, back, keep_spelling=True)
    assert words(back.read_text()) == words(PGN)


def test_from_one_layout_to_the_other(pgn: Path, tmp_path: Path) -> None:
    for first, second in (("draft", "v0"), ("v0", "draft")):
        one, other, expected = (tmp_path / f"{name}.cpgn" for name in ("one", "other", "expected"))
        scoresheet.convert(pgn, one, layout=first, force=True)
        # The option names what is written, and what is read is detected from its bytes.
        scoresheet.convert(one, other, layout=second, force=True)
        scoresheet.convert(pgn, expected, layout=second, force=True)
        assert other.read_bytes() == expected.read_bytes()


def test_a_draft_ends_without_a_code_and_only_its_last_game(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 *\n\n1. d4 *\n\n1. c4 *\n")
    scoresheet.convert(path, tmp_path / "a.cpgn", layout="draft")
    data = (tmp_path / "a.cpgn").read_bytes()
    said = [says for _, _, says in _core.cpgn_rows(data, "draft")]
    assert said.count("end of the game: *") == 2
    assert said[-2:] == ["move c4", "fill"]
    assert [game.to("uci") for game in scoresheet.read(tmp_path / "a.cpgn")] == ["e2e4 *\n", "d2d4 *\n", "c2c4 *\n"]
    # Games that several threads write are one file, too.
    path.write_text("1. e4 *\n\n" * 5000)
    scoresheet.convert(path, tmp_path / "b.cpgn", layout="draft", threads=4)
    scoresheet.convert(path, tmp_path / "c.cpgn", layout="draft", threads=1)
    assert (tmp_path / "b.cpgn").read_bytes() == (tmp_path / "c.cpgn").read_bytes()
    assert scoresheet.check(tmp_path / "b.cpgn").games == 5000


def test_check_counts_the_games_and_reports_faults(tmp_path: Path) -> None:
    path = tmp_path / "a.cpgn"
    path.write_bytes(bytes.fromhex("00" + "000b1fc0"))
    sound = run("check", path)
    assert sound.exit_code == Exit.OK, sound.output
    path.write_bytes(BROKEN)
    broken = run("check", path)
    assert broken.exit_code == Exit.BAD_INPUT
    assert "cpgn-move" in broken.output
    assert f"bit {BROKEN_BIT}" in broken.output


def test_faults_name_their_bit_in_every_report(tmp_path: Path) -> None:
    path, faults = tmp_path / "a.cpgn", tmp_path / "faults.jsonl"
    path.write_bytes(BROKEN)
    with pytest.raises(scoresheet.ReadError) as caught:
        list(scoresheet.read(path, on_error="raise"))
    error = caught.value
    assert (error.code, error.bit, error.byte, error.game) == ("cpgn-move", BROKEN_BIT, BROKEN_BIT // 8, 2)
    assert (error.line, error.column) == (None, None)
    report = scoresheet.check(path, errors=faults)
    rows = [json.loads(line) for line in faults.read_text().splitlines()]
    assert [(row["code"], row["bit"], row["byte"]) for row in rows] == [("cpgn-move", BROKEN_BIT, BROKEN_BIT // 8)]
    assert f"bit {BROKEN_BIT}" in str(report)
    # Of the games only those before it are known, and it.
    assert report.games == 2


def test_the_bit_is_kept_when_an_exception_is_pickled(tmp_path: Path) -> None:
    import pickle

    path = tmp_path / "a.cpgn"
    path.write_bytes(BROKEN)
    with pytest.raises(scoresheet.ReadError) as caught:
        scoresheet.check(path, on_error="raise")
    assert pickle.loads(pickle.dumps(caught.value)).bit == BROKEN_BIT


def test_games_before_an_error_are_kept_and_those_after_it_unread(tmp_path: Path) -> None:
    path, out = tmp_path / "a.cpgn", tmp_path / "a.pgn"
    path.write_bytes(BROKEN)
    for on_error, texts in (("keep", ["1. e4 1-0", "1. e4 *"]), ("skip", ["1. e4 1-0"])):
        result = run("convert", path, "-o", out, "--on-error", on_error, "--force")
        assert result.exit_code == Exit.BAD_INPUT
        assert out.read_text().strip().split("\n\n") == texts


def test_only_the_name_determines_the_format(pgn: Path, tmp_path: Path) -> None:
    scoresheet.convert(pgn, tmp_path / "a.cpgn")
    (tmp_path / "a").write_bytes((tmp_path / "a.cpgn").read_bytes())
    assert scoresheet.check(tmp_path / "a", from_="cpgn").games == 3
    with pytest.raises(scoresheet.UsageError, match="more than one game"):
        scoresheet.parse((tmp_path / "a.cpgn").read_bytes(), from_="cpgn")


def test_a_game_is_written_as_bytes() -> None:
    game = scoresheet.parse("1. e4 *")
    assert game.to("cpgn") == bytes.fromhex("00000b1ff0")
    assert game.to("cpgn", layout="draft") == bytes.fromhex("000b18")


def test_without_extensions_what_is_left_out_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4! $300 e2e4 *\n")
    report = scoresheet.convert(path, tmp_path / "a.cpgn", extensions="no")
    assert {loss.kind for loss in report.losses} >= {"nag", "spelling"}
    refused = run("convert", path, "-o", tmp_path / "b.cpgn", "-O", "extensions=no", "--strict")
    assert refused.exit_code == Exit.BAD_INPUT


def test_the_list_contains_what_the_format_cannot_express() -> None:
    shown = run("list", "formats", "cpgn").output
    for word in (
        "spelling",
        "cpgn-nul",
        "escaped-line",
        "layout=auto|draft|v0",
        "spelling=yes|no",
        "extensions=yes|no",
    ):
        assert word in shown


def test_rows_describe_each_bit() -> None:
    rows = _core.cpgn_rows(bytes.fromhex("00000b1fc0"), "v0")
    assert rows == [
        (0, "00000000", "version 0"),
        (8, "00000000", "end of the tags"),
        (16, "0000", "en-passant block of 0 flags"),
        (20, "101100011", "move e4"),
        (29, "1111100", "end of the game: 1-0"),
        (36, "0000", "fill"),
    ]
    with pytest.raises(scoresheet.ReadError) as caught:
        _core.cpgn_rows(BROKEN, "v0")
    assert (caught.value.code, caught.value.bit, caught.value.byte) == ("cpgn-move", BROKEN_BIT, BROKEN_BIT // 8)
    with pytest.raises(scoresheet.ReadError) as caught:
        _core.cpgn_rows(b"\x01\x00\x00", "v0")
    assert (caught.value.code, caught.value.bit, caught.value.byte) == ("cpgn-version", 0, 0)
    with pytest.raises(ValueError, match="`auto`"):
        _core.cpgn_rows(b"", "auto")
