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


def played(
    texts: list[str], notation: str, validation: str, board: Position | None = None
) -> tuple[Position, list[str]]:
    """The board after some words, and the moves in MCN."""
    board, written = board or Position(), []
    for text in texts:
        move = board.parse(text, notation, validation)  # type: ignore[arg-type]
        written.append(str(board.write(move, "mcn")))
        board = board.play(move)
    return board, written


def words_of(id_: str) -> list[str]:
    """The moves of a call's text, one word each."""
    section = vgn.tag_section(call_of(id_)["text"])
    return list(vgn.tokens(section["rest"], section["tags"]["MoveFormat"])["moves"])


@pytest.mark.parametrize("notation", ["mcn", "bccf"])
def test_mcn_castle_full(notation: str) -> None:
    board, written = played(words_of("mcn-castle-full"), "mcn", "full")
    assert written[-1] == "e1g1"
    assert board.fen().split()[0].endswith("RNBQ1RK1")
    board, before = Position(), Position()
    for text in words_of("mcn-castle-full"):
        before, word = board, board.write(board.parse(text, "mcn"), notation)
        board = board.play(board.parse(word, notation))
    assert before.parse(word, notation).castle == "K"


@pytest.mark.parametrize("notation", ["mcn", "bccf"])
def test_mcn_ep_full(notation: str) -> None:
    board, _ = played(words_of("mcn-ep-full")[:-1], "mcn", "full")
    move = board.parse(words_of("mcn-ep-full")[-1], "mcn", "full")
    assert move.en_passant
    assert board.parse(board.write(move, notation), notation, "full") == move


def test_mcn_ep_basic() -> None:
    board, _ = played(words_of("mcn-ep-basic"), "mcn", "basic")
    assert board.fen().split()[0] == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR"


@pytest.mark.parametrize("id_", ["write-ep", "write-ep-wrong-source"])
def test_write_ep(id_: str) -> None:
    assert played(call_of(id_)["spec"]["fcn"], "fcn", "basic")[1][-1] == "e5d6"


def test_bccf_promotion_parse() -> None:
    assert scoresheet.fields(bytes(call_of("bccf-promotion-parse")["b"]), "bccf")["promotion"] == "Q"
    board = Position("8/4P3/8/8/8/8/k7/4K3 w - - 0 1")
    assert board.parse("9a7e", "bccf", "full").uci() == "e7e8q"


def test_fcn_write_full() -> None:
    texts = call_of("fcn-write-full")["spec"]["fcn"]
    board, _ = played(texts[:-1], "fcn", "full")
    assert board.write(board.parse(texts[-1], "fcn", "full"), "fcn") == "Qh5-f7xP+#"


def test_fcn_write_basic_promo_leak() -> None:
    spec = call_of("fcn-write-basic-promo-leak")["spec"]
    board = Position.read(spec["sfen"], "sfen")
    assert [board.write(board.parse(text, "fcn", "basic"), "fcn") for text in spec["fcn"]] == ["Kh7-h8"]


def test_fcn_marks_unchecked() -> None:
    quirk = call_of("fcn-marks-unchecked")
    board = Position.read(quirk["sfen"], "sfen")
    assert board.parse(quirk["text"], "fcn", quirk["validation"]).uci() == "a2a3"
    with pytest.raises(scoresheet.MoveError) as found:
        board.parse(quirk["text"], "fcn", quirk["validation"], strict=True)
    assert found.value.code == "san-check"


def test_double_step_anywhere() -> None:
    quirk = call_of("double-step-anywhere")
    board = Position.read(quirk["sfen"], "sfen")
    move = board.parse(quirk["text"], "mcn", quirk["validation"])
    assert not board.is_legal(move)
    assert board.play(move, illegal=True).fen("always").split()[3] == "-"


def test_blog_03f8() -> None:
    assert scoresheet.fields("03f8", "bccf")["promotion"] is None
    assert scoresheet.fields("03f8", "bccf2")["promotionLetterIfPawnReachesLastRank"] == "B"
    assert scoresheet.fields("03fa", "bccf")["promotion"] == "B"


def test_blog_castle_mate_squares() -> None:
    for board, mcn in [
        (Position("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1"), "e1g1"),
        (Position("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w G - 0 1", "chess960"), "d1g1"),
    ]:
        move = board.parse("KC+#", "fcn", "full", strict=True)
        assert board.write(move, "mcn") == mcn
        assert board.parse(mcn, "mcn", "full", strict=True) == move
        assert board.play(move).is_mate


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
