"""Files of bytes as text, in base64: written, read, named as inputs, damaged."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import _core
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command

PGN = """\
[Event "One"]
[Result "1-0"]

1. e4 e5 2. Nf3 {best} Nc6 1-0

[Event "Two"]
[Result "*"]

1. d4 (1. c4 c5) d5 *

"""
FORMATS = ["bccf", "bcfen", "pgc", "cpgn", "archive"]


def run(*args: str | Path, given: bytes | None = None) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in args], input=given)


def endings() -> dict[str, str]:
    return {entry["id"]: entry["extensions"][0] for entry in _core.registry("formats") if entry["id"] in FORMATS}


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "a.pgn"
    path.write_text(PGN)
    return path


def written(pgn: Path, form: Any, name: str, **options: Any) -> Path:
    """The games of a file in a format, or the first one if that is all it holds."""
    path = pgn.with_name(f"{name}.{endings()[form]}")
    limit = 1 if form in ("bccf", "bcfen") else None
    scoresheet.convert(pgn, path, limit=limit, force=True, **options)
    return path


def test_the_formats_of_bytes_have_the_option() -> None:
    having = {
        entry["id"]
        for entry in _core.registry("formats")
        if any(option["name"] == "base64" for option in entry["options"])
    }
    assert having == set(FORMATS) == set(endings())


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("packed", ["", ".gz", ".zst"])
def test_there_and_back(pgn: Path, form: Any, packed: str) -> None:
    plain, text = written(pgn, form, "plain"), written(pgn, form, "text", base64="yes")
    assert text.read_bytes() == b"base64:" + base64.b64encode(plain.read_bytes()) + b"\n"
    one = [game.to("pgn") for game in scoresheet.read(plain)]
    assert [game.to("pgn") for game in scoresheet.read(text)] == one
    if packed:
        scoresheet.convert(text, f"{text}{packed}", base64="yes", force=True)
        assert [game.to("pgn") for game in scoresheet.read(f"{text}{packed}")] == one
        assert not Path(f"{text}{packed}").read_bytes().startswith(b"base64:")
    # Broken into lines, without padding, and with a name without the format.
    lines = base64.encodebytes(plain.read_bytes()).rstrip(b"=\n").replace(b"\n", b"\r\n  ")
    other = pgn.with_name("other")
    other.write_bytes(b"base64:\n" + lines)
    assert [game.to("pgn") for game in scoresheet.read(other, from_=form)] == one
    assert scoresheet.check(other, from_=form).games == len(one)


@pytest.mark.parametrize("form", FORMATS)
def test_a_text_is_an_input(pgn: Path, form: Any) -> None:
    text = written(pgn, form, "text", base64="yes").read_text()
    named = () if form == "archive" else ("--from", form)
    shown = run("convert", text, "--quiet", *named)
    assert shown.exit_code == Exit.OK, shown.output
    plain = run("convert", written(pgn, form, "plain"), "--quiet", *named)
    assert shown.stdout == plain.stdout
    piped = run("convert", "-", "--quiet", *named, given=text.encode())
    assert piped.stdout == plain.stdout


def test_one_game_in_memory() -> None:
    game = scoresheet.parse("1. e4 e5 2. Nf3 *")
    for form in ("bccf", "bcfen", "pgc", "cpgn"):
        data, text = game.to(form), game.to(form, base64="yes")
        assert text == f"base64:{base64.b64encode(data).decode()}\n"
        assert scoresheet.parse(text, from_=form) == scoresheet.parse(data, from_=form)
    with pytest.raises(scoresheet.UsageError, match="base64"):
        game.to("pgn", base64="yes")


def test_archives_are_read_at_any_game(pgn: Path) -> None:
    path = written(pgn, "archive", "text", base64="yes", exact="yes")
    assert scoresheet.read(path)[1].to("pgn") == list(scoresheet.read(pgn))[1].to("pgn")
    restored = run("convert", path, "-o", pgn.with_name("again.pgn"), "-O", "exact=yes")
    assert restored.exit_code == Exit.OK, restored.output
    assert pgn.with_name("again.pgn").read_text() == PGN
    appended = run("convert", pgn, "-o", path, "--append", "-O", "base64=yes")
    assert appended.exit_code == Exit.WRONG_USE
    assert "cannot be appended to a file of `archive` in base64" in appended.output
    # Without the option it is still none that grows.
    assert run("convert", pgn, "-o", path, "--append").exit_code != Exit.OK


def test_files_that_games_are_split_into(pgn: Path) -> None:
    for form in ("bccf", "cpgn"):
        run("convert", pgn, "-o", f"{pgn.parent}/{form}/{{event}}.{form}", "-O", "base64=yes")
        for number, event in enumerate(("One", "Two")):
            text = (pgn.parent / form / f"{event}.{form}").read_text()
            assert text == list(scoresheet.read(pgn))[number].to(form, base64="yes")


def test_parts_of_any_size_are_one_text(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 *\n\n" * 40_000)
    plain, text = tmp_path / "plain.cpgn", tmp_path / "text.cpgn"
    scoresheet.convert(path, plain, threads=2)
    report = scoresheet.convert(path, text, threads=2, base64="yes", explain=True)
    assert text.read_bytes() == b"base64:" + base64.b64encode(plain.read_bytes()) + b"\n"
    assert report.gain is not None
    assert report.gain.bytes_out == plain.stat().st_size
    assert scoresheet.check(text).games == 40_000


@pytest.mark.parametrize(
    ("text", "byte"),
    [("base64:hjC?gZUh", 10), ("base64:hjCkg", 12), ("base64:hj==CkgZ", 11), ("base64:hjCk=", 11), ("base64:h", 8)],
)
def test_damage_has_its_place(tmp_path: Path, text: str, byte: int) -> None:
    path, report = tmp_path / "a.bccf", tmp_path / "report.json"
    path.write_text(text)
    found = run("check", path, "--report", report)
    assert found.exit_code == Exit.BAD_INPUT, found.output
    assert "its base64 is damaged" in found.output
    assert f"(byte {byte})" in found.output
    assert json.loads(report.read_text())
    with pytest.raises(scoresheet.FileError, match="its base64 is damaged") as caught:
        scoresheet.parse(text, from_="bccf")
    assert (caught.value.code, caught.value.byte) == ("file-damaged", byte)


def test_other_formats_are_not_decoded(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("base64:AAAA {a comment} 1. e4 *\n")
    assert scoresheet.check(path).games == 1
    unknown = run("convert", "base64:AAAA")
    assert unknown.exit_code == Exit.BAD_INPUT
    assert "`base64:AAAA`: it does not look like chess games" in unknown.output
    assert run("convert", path, "-O", "base64=yes").exit_code == Exit.WRONG_USE
    assert run("convert", path, "--to", "cpgn", "-O", "base64=maybe").exit_code == Exit.WRONG_USE


def test_gzip_around_it(pgn: Path) -> None:
    text = written(pgn, "cpgn", "text", base64="yes")
    packed = pgn.with_name("by-hand.cpgn.gz")
    packed.write_bytes(gzip.compress(text.read_bytes()))
    assert scoresheet.check(packed).games == 2
