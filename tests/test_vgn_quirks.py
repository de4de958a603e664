"""Where the original program of VGN is wrong: a test for each such row of `vectors/vgn/quirks.jsonl`, named by its id.

Each test does what the row's `call` does and checks that the result is its `correct`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow
import pytest

import scoresheet
from scoresheet import Position, ReadError, vgn

QUIRKS = Path(__file__).resolve().parent.parent / "vectors" / "vgn" / "quirks.jsonl"
ROWS = {row["id"]: row for row in map(json.loads, QUIRKS.read_text("utf-8").splitlines())}


def call_of(id_: str) -> dict:
    """The call of the original program."""
    return ROWS[id_]["call"]


def code_of(call, *arguments: object, **options: object) -> str | None:
    with pytest.raises(ReadError) as found:
        call(*arguments, **options)
    return found.value.code


def data_of(id_: str) -> bytes:
    """The file that the original program was given."""
    call = call_of(id_)
    return bytes.fromhex(call["hex"]) if "hex" in call else call["text"].encode()


# Moves by themselves


def test_bccf_promotion_parse() -> None:
    assert scoresheet.fields(bytes(call_of("bccf-promotion-parse")["b"]), "bccf")["promotion"] == "Q"


def test_double_step_anywhere() -> None:
    quirk = call_of("double-step-anywhere")
    board = Position.read(quirk["sfen"], "sfen")
    move = board.parse(quirk["text"], "mcn", quirk["validation"])
    assert not board.is_legal(move)
    assert board.play(move, illegal=True).fen(en_passant="always").split()[3] == "-"


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
    """The words after the tags of a call's text."""
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


# Games that are read


@pytest.fixture
def played(tmp_path: Path):
    """Reads the file of a call: the final position of each game, how many moves it has, and the codes of all notes."""

    def read(id_: str) -> tuple[list[tuple[str, int]], list[str]]:
        path = tmp_path / "quirk.vgn"
        path.write_bytes(data_of(id_))
        games = scoresheet.read(path, columns=["final_fen", "ply_count"], on_error="raise")
        rows = pyarrow.table(games).to_pylist()
        report = games.report()
        assert report is not None
        return [(row["final_fen"], row["ply_count"]) for row in rows], [
            entry.code for entry in report.errors + report.notes
        ]

    return read


@pytest.mark.parametrize(
    ("id_", "board"),
    [
        ("mcn-castle-full", "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"),
        ("mcn-ep-full", "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"),
        ("mcn-ep-basic", "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"),
    ],
)
def test_mcn_special_moves(played, id_: str, board: str) -> None:
    position = Position()
    for word in words(id_)["moves"]:
        position = position.play(position.parse(word, "mcn", call_of(id_)["validation"]))
    assert position.fen() == board
    assert played(id_) == ([(board, len(words(id_)["moves"]))], [])


def test_setup_written_as_fen(played) -> None:
    assert played("setup-written-as-fen")[0] == [("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", 0)]


def test_sfen_moves_dropped(played) -> None:
    games = [("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1)]
    assert played("sfen-moves-dropped") == (games, [])


def test_binary_ignores_setup(played) -> None:
    assert played("binary-ignores-setup")[0] == [("4rkr1/4p1p1/8/8/8/8/8/5RK1 b - - 1 1", 1)]


def test_bccf_zero_moves_parse(played) -> None:
    games, _ = played("bccf-zero-moves-parse")
    assert games == [(Position().fen(), 0)]


def test_binary_trailing(played) -> None:
    games = [("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 1)]
    assert played("binary-trailing") == (games, [])


def test_single_game(played) -> None:
    assert [plies for _, plies in played("single-game")[0]] == [1, 1]


def test_fcn_marks_unchecked() -> None:
    quirk = call_of("fcn-marks-unchecked")
    game = scoresheet.parse(f'[GameFormat "VGN"][SetUp "{quirk["sfen"]}"][MoveFormat "FCN"] {quirk["text"]} *')
    assert game.ply_count == 1
    board = Position.read(quirk["sfen"], "sfen")
    assert code_of(board.parse, quirk["text"], "fcn", quirk["validation"], strict=True) == "san-check"


# Games that are written


def game_of(id_: str) -> scoresheet.Game:
    """The game that the original program was to write."""
    call = call_of(id_)
    spec = call["spec"]
    words = [word for code in ("fcn", "mcn") for word in spec.get(code, [])]
    tags = {name: value for name, value in call.get("tags", {}).items() if not name.endswith("Format")}
    tags |= {"SetUp": spec["sfen"]} if "sfen" in spec else {}
    tags["MoveFormat"] = "MCN" if "mcn" in spec else "FCN"
    section = "".join(f"[{name} {json.dumps(value)}]" for name, value in tags.items())
    text = f'[GameFormat "VGN"]{section} {" ".join(words)} {call.get("term", "*")}'
    return scoresheet.parse(text, on_error="raise")


def written(id_: str, moves: str) -> bytes:
    """The same as VGN with moves in this notation."""
    text = game_of(id_).to("vgn", moves=moves)
    return text if isinstance(text, bytes) else text.encode()


def rows_of(data: bytes, code: str) -> list[str]:
    """The moves of a written game."""
    return list(vgn.tokens(vgn.tag_section(data)["rest"], code)["moves"])


def test_write_ep() -> None:
    assert rows_of(written("write-ep", "mcn"), "MCN")[-1] == "e5d6"


def test_write_ep_wrong_source() -> None:
    correct = ROWS["write-ep-wrong-source"]["correct"]
    assert rows_of(written("write-ep-wrong-source", "mcn"), "MCN")[-1] == correct.lower()


def test_fcn_write_full() -> None:
    assert rows_of(written("fcn-write-full", "fcn"), "FCN")[-1].upper() == "QH5-F7XP+#"


def test_fcn_write_basic_promo_leak() -> None:
    correct = ROWS["fcn-write-basic-promo-leak"]["correct"]
    assert [row.upper() for row in rows_of(written("fcn-write-basic-promo-leak", "fcn"), "FCN")] == [correct]


def test_fen_clocks() -> None:
    rows = [Position().fen(), *rows_of(written("fen-clocks", "fen"), "FEN")]
    assert [row.split()[4:] for row in rows] == [["0", "1"], ["0", "1"], ["0", "2"], ["1", "2"]]


def test_equals_self() -> None:
    tags = vgn.tag_section(written("equals-self", "mcn"))["tags"]
    assert tags["SetUp"] == call_of("equals-self")["spec"]["sfen"].removesuffix(" -")


def test_black_first_number() -> None:
    rest = vgn.tag_section(written("black-first-number", "mcn"))["rest"]
    assert rest.split() == b"1.5 e7e5 2. g1f3 b8c6 *".split()


def test_black_first_no_moves() -> None:
    section = vgn.tag_section(written("black-first-no-moves", "mcn"))
    assert section["rest"].split() == [b"*"]
    assert "SetUp" in section["tags"]


def test_bccf_zero_moves_write() -> None:
    section = vgn.tag_section(written("bccf-zero-moves-write", "bccf"))
    assert (section["isBinary"], section["rest"].strip()) == (True, b"\x00\x01")


def test_tag_escape_write() -> None:
    data = written("tag-escape-write", "mcn")
    assert ROWS["tag-escape-write"]["correct"].encode() in data
    assert vgn.tag_section(data)["tags"]["Path"] == call_of("tag-escape-write")["tags"]["Path"]


def test_undefined_marker() -> None:
    call = call_of("undefined-marker")
    assert "term" not in call
    # A game without a marker can only be one of PGN.
    text = scoresheet.parse("1. a3").to("vgn", moves="mcn")
    assert vgn.tag_section(text)["rest"].split() == [b"1.", *(word.encode() for word in call["spec"]["mcn"]), b"*"]


# All of them


def test_every_quirk_with_a_call_has_its_test() -> None:
    source = Path(__file__).read_text("utf-8")
    asked = {id_ for id_, row in ROWS.items() if row["call"] is not None}
    tested = {id_ for id_ in asked if f'"{id_}"' in source} | {f"tag-lax-{number}" for number in range(5)}
    assert asked - tested == set()
    assert len(asked) == 48
