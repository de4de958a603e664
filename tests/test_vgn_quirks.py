"""Where the original program of VGN is wrong: a test for each such row of `vectors/vgn/quirks.jsonl`, named by its id.

Each test does what the row's `call` does and holds us to what its `correct` says.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scoresheet
from scoresheet import Position, ReadError, vgn

QUIRKS = Path(__file__).resolve().parent.parent / "vectors" / "vgn" / "quirks.jsonl"
ROWS = {row["id"]: row for row in map(json.loads, QUIRKS.read_text("utf-8").splitlines())}


def call_of(id_: str) -> dict:
    """What the original program was asked."""
    return ROWS[id_]["call"]


def code_of(call, *arguments: object, **options: object) -> str | None:
    with pytest.raises(ReadError) as found:
        call(*arguments, **options)
    return found.value.code


# Moves by themselves


def test_fcn_write_castle_marks() -> None:
    board = Position.read(call_of("fcn-write-castle-marks")["spec"]["sfen"], "sfen")
    assert board.write(board.parse("KC", "fcn"), "fcn") == "KC+#"


def test_fcn_plusplus() -> None:
    with pytest.raises(scoresheet.MoveError):
        Position().parse(call_of("fcn-plusplus")["text"], "fcn")


def test_fcn_ep_destination() -> None:
    quirk = call_of("fcn-ep-destination")
    with pytest.raises(scoresheet.MoveError):
        Position.read(quirk["sfen"], "sfen").parse(quirk["text"], "fcn")


def test_captured_rook_rights() -> None:
    quirk = call_of("captured-rook-rights")
    board = Position.read(quirk["sfen"], "sfen")
    assert board.play(board.parse(quirk["text"], "fcn")).fen().split()[2] == "Qkq"


def castlings(id_: str) -> list[bool]:
    board = Position.read(call_of(id_)["sfen"], "sfen")
    wings = [move.castle for move in board.legal_moves if move.castle]
    assert len(wings) == len(set(wings))
    return ["K" in wings, "Q" in wings]


def test_castle_rook_attacked() -> None:
    assert castlings("castle-rook-attacked") == [True, False]


def test_castle_b1_attacked() -> None:
    assert castlings("castle-b1-attacked") == [False, True]


def test_castle_pawn_attack() -> None:
    assert castlings("castle-pawn-attack") == [False, False]


def test_black_queen_rook_h1() -> None:
    assert castlings("black-queen-rook-h1") == [False, True]


# Boards by themselves


def test_sfen_dash_ep() -> None:
    board = Position.read(call_of("sfen-dash-ep")["text"], "sfen")
    assert board.fen().split()[3] == "-"


def test_sfen_default_castling() -> None:
    board = Position.read(call_of("sfen-default-castling")["text"], "sfen")
    assert board.fen().split()[2] == "-"


def test_fen_ep_case() -> None:
    board = Position.read(call_of("fen-ep-case")["spec"]["sfen"], "sfen")
    assert board.fen(en_passant="always").split()[3] == "e3"


# Tags


@pytest.mark.parametrize("id_", [f"tag-lax-{number}" for number in range(5)])
def test_tag_lax(id_: str) -> None:
    assert code_of(vgn.tag_section, call_of(id_)["text"]) == "tag-syntax"


def test_tag_newline() -> None:
    text = call_of("tag-newline")["text"]
    section = vgn.tag_section(text)
    assert (section["tags"]["X"], section["warnings"]) == ("a\nb", ["tag-line-end"])
    assert code_of(vgn.tag_section, text, strict=True) == "tag-line-end"


def test_format_space() -> None:
    assert vgn.tag_section(call_of("format-space")["text"])["tags"]["MoveFormat"] == "MCN"


def test_gameformat_space() -> None:
    assert vgn.tag_section(call_of("gameformat-space")["text"])["tags"]["GameFormat"] == "VGN"


# Moves as words


def words(id_: str) -> dict:
    """The words behind the tags of a call's text."""
    section = vgn.tag_section(call_of(id_)["text"])
    return vgn.tokens(section["rest"], section["tags"]["MoveFormat"])


def test_number_needs_space() -> None:
    assert words("number-needs-space")["moves"] == ["a2a3"]


def test_number_newline() -> None:
    assert words("number-newline")["moves"] == ["a2a3"]


def test_comment_after_marker() -> None:
    assert words("comment-after-marker")["nextGameComments"] == ["bye"]


def test_rav_comment_paren() -> None:
    quirk = call_of("rav-comment-paren")
    assert vgn.tokens(quirk["text"], quirk["fmt"])["moves"] == ["a2a3", "a7a6"]


def first_row(id_: str) -> str:
    quirk = call_of(id_)
    return str(vgn.tokens(quirk["text"] + " *", quirk["fmt"])["moves"][0])


def test_sfen_greedy() -> None:
    assert first_row("sfen-greedy") == "4k3/8/8/8/8/8/8/4K3 w -"


def test_sfen_greedy_turn() -> None:
    assert first_row("sfen-greedy-turn") == "4k3/8/8/8/8/8/8/4K3"
