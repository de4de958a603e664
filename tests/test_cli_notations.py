"""The verbs `position` and `move`: one board or move from one notation to another."""

from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command as main

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
HEX = "9abcdba9eeeeeeee000000000000000000000000000000006666666612345321"
BASE64 = "base64:mrzbqe7u7u4AAAAAAAAAAAAAAAAAAAAAZmZmZhI0UyE="


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), prog_name="scoresheet", terminal_width=80)


@pytest.mark.parametrize(
    ("args", "written"),
    [
        ([f"{START} w KQkq - 0 1", "--to", "sfen"], f"{START} w KQkq"),
        ([START, "w", "KQkq", "-", "0", "1", "--to", "sfen"], f"{START} w KQkq"),
        ([START], f"{START} w KQkq - 0 1"),
        ([START, "--to", "bcfen"], HEX),
        ([START, "--to", "bcfen", "-O", "base64=yes"], BASE64),
        ([START, "--to", "bcfen2", "-O", "base64=no"], HEX),
        ([HEX, "--to", "sfen"], f"{START} w KQkq"),
        ([BASE64, "--from", "bcfen"], f"{START} w KQkq - 0 1"),
        ([f'{START} w KQkq - id "x"; hmvc 3;'], f"{START} w KQkq - 3 1"),
        ([f"{START} w KQkq - 3 7", "--to", "epd"], f"{START} w KQkq - hmvc 3; fmvn 7;"),
        (["8/8/8/8/8/8/8/4K3 w - - 0 1", "--validation", "basic", "--to", "sfen"], "8/8/8/8/8/8/8/4K3 w -"),
        (["4k3/8/8/8/8/8/8/4K2R b - +##", "--from", "sfen", "--to", "sfen"], "4k3/8/8/8/8/8/8/4K2R b - +##"),
    ],
)
def test_a_board_is_written_in_another_notation(args: list[str], written: str) -> None:
    result = run("position", *args)
    assert (result.stdout, result.stderr, result.exit_code) == (written + "\n", "", Exit.OK)


def test_what_a_notation_cannot_express_is_reported() -> None:
    inner = "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1"
    lax = run("position", inner, "--to", "sfen")
    assert (lax.stdout, lax.exit_code) == ("4k3/8/8/8/8/8/8/R1R1K3 w -\n", Exit.OK)
    assert lax.stderr == "loss: castling-rook: `sfen` cannot express it\n"
    strict = run("position", inner, "--from", "fen", "--to", "sfen", "--strict")
    assert (strict.stdout, strict.exit_code) == ("", Exit.BAD_INPUT)
    ended = run("position", "4k3/8/8/8/8/8/8/4K2R b - #+", "--to", "fen")
    assert ended.stderr == "loss: result: `fen` cannot express it\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["hello"], "cannot read `hello`: `h` at character 1 of the board is not a piece"),
        (["8/8/8/8/8/8/8/4K3 w - - 0 1"], "cannot read `8/8/8/8/8/8/8/4K3 w - - 0 1`: Black has 0 kings"),
        ([HEX[:-2]], "31 bytes, not 32"),
        ([START + " ", "--strict"], "the fields of an SFEN are not separated"),
    ],
)
def test_invalid_boards_are_refused(args: list[str], said: str) -> None:
    result = run("position", *args)
    assert (result.stdout, result.exit_code) == ("", Exit.BAD_INPUT)
    assert said in result.stderr


@pytest.mark.parametrize(
    "args", [[START, "--to", "smoke"], [START, "-O", "base64=maybe"], ["xyz", "--from", "bcfen"], []]
)
def test_wrong_use_is_distinguished(args: list[str]) -> None:
    assert run("position", *args).exit_code == Exit.WRONG_USE


def test_an_error_has_a_hint() -> None:
    assert "hint: an SFEN is a board" in run("position", "hello").stderr


@pytest.mark.parametrize(
    ("args", "written"),
    [
        (["Nf3", "--to", "uci"], "g1f3"),
        (["Nf3", "--from", "san", "--to", "fcn"], "Ng1-f3"),
        (["e7e8q", "--from", "uci", "--fen", "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"], "e8=Q"),
        (["e4", "--to", "bccf"], "8630"),
        (["e4", "--to", "bccf", "-O", "base64=yes"], "base64:hjA="),
        (["base64:hjA=", "--from", "bccf"], "e4"),
        (["8630", "--from", "bccf", "--to", "mcn"], "e2e4"),
        (["Na3", "--to", "pgc"], "0"),
        (["h4", "--to", "pgc", "-O", "base64=yes"], "base64:Ew=="),
        (["19", "--from", "pgc"], "h4"),
        (["Sf3", "--language", "de"], "Nf3"),
        (["a1a3", "--from", "mcn", "--to", "fcn", "--validation", "basic"], "Ra1-a3"),
        (["Nf3", "--to", "san", "-O", "base64=yes"], "Nf3"),
    ],
)
def test_a_move_is_written_in_another_notation(args: list[str], written: str) -> None:
    result = run("move", *args)
    assert (result.stdout, result.stderr, result.exit_code) == (written + "\n", "", Exit.OK)


def test_a_move_that_cannot_be_is_refused() -> None:
    result = run("move", "Ke2", "--to", "fcn")
    assert (result.stdout, result.exit_code) == ("", Exit.BAD_INPUT)
    assert "Ke2" in result.stderr
    assert run("move", "--", "--", "--to", "mcn").exit_code == Exit.WRONG_USE
    assert run("move", "e4", "--to", "smoke").exit_code == Exit.WRONG_USE
    lost = run("move", "--to", "mcn", "--", "--")
    assert (lost.stdout, lost.exit_code) == ("", Exit.BAD_INPUT)


def test_what_the_codes_of_move_formats_mean_is_listed() -> None:
    shown = run("list", "codes").stdout
    for code, means in {"FCN": "FCN 1.1", "FCN2": "FCN 1.0", "SFEN2": "SFEN 1.0", "BCFEN": "BCFEN 1.1"}.items():
        assert any(line.split()[0] == code and means in line for line in shown.splitlines() if line), code
