"""`Position`, `Move` and `convert_move`, as users meet them; the rules behind them are tested in the core."""

from __future__ import annotations

import copy
import csv
import json
import pickle
from pathlib import Path

import pytest

import scoresheet
from scoresheet import Move, Position
from table_rows import failing

VECTORS = Path(__file__).resolve().parent.parent / "vectors" / "move"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"


def rows(notation: str, table: str) -> list[dict[str, str]]:
    with (VECTORS / notation / f"{table}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def notations(table: str) -> list[str]:
    return sorted(path.name for path in VECTORS.iterdir() if (path / f"{table}.tsv").exists())


def cases(table: str) -> list[object]:
    return [pytest.param(name, row, id=f"{name}-{row['id']}") for name in notations(table) for row in rows(name, table)]


def shown(text: str | bytes, notation: str) -> str:
    """A text as people see it: of binary notations hex, and a PGC ordinal as a number."""
    if isinstance(text, str):
        return text
    return str(text[0]) if notation == "pgc" else text.hex()


@pytest.mark.parametrize("notation", notations("roundtrip"))
def test_vectors_read_and_write(notation: str) -> None:
    assert failing(rows(notation, "roundtrip"), lambda row: comes_back(notation, row)) == []


def comes_back(notation: str, row: dict[str, str]) -> None:
    board = Position(row["fen"])
    move = board.parse(row["text"], notation)
    assert move.uci(chess960=board.variant == "chess960") == row["uci"]
    assert shown(board.write(move, notation), notation) == row["text"]
    assert board.parse(board.write(move, notation), notation) == move
    assert scoresheet.convert_move(row["text"], notation, "uci", fen=row["fen"]) == board.write(move, "uci")
    assert scoresheet.convert_move(row["uci"], "uci", notation, fen=row["fen"]) == row["text"]


@pytest.mark.parametrize("notation", notations("reject"))
def test_vectors_that_are_refused(notation: str) -> None:
    assert failing(rows(notation, "reject"), lambda row: is_refused(notation, row)) == []


def is_refused(notation: str, row: dict[str, str]) -> None:
    with pytest.raises(scoresheet.MoveError) as found:
        Position(row["fen"]).parse(row["text"], notation)
    assert found.value.code == row["code"]


@pytest.mark.parametrize(("notation", "row"), cases("levels"))
def test_levels_of_validation(notation: str, row: dict[str, str]) -> None:
    board = Position.read(row["fen"], "fen", "off")
    told = {level: told_at(board, row["text"], notation, level) for level in ("off", "basic", "full")}
    assert {level: word for level, (word, _) in told.items()} == {level: row[level] for level in told}
    assert next((after for _, after in told.values() if after), "-") == row["after"]


def told_at(board: Position, text: str, notation: str, level: str) -> tuple[str, str]:
    """The result of a level of validation for a text, and the FEN after the move; only the code if it is refused."""
    try:
        move = board.parse(text, notation, level)  # type: ignore[arg-type]
    except scoresheet.MoveError as error:
        return error.code, ""
    return "legal" if board.is_legal(move) else "illegal", board.play(move, illegal=True).fen("always")


SORTED = [
    row
    for row in map(json.loads, (VECTORS.parent / "pgc" / "vectors.jsonl").read_text("utf-8").splitlines())
    if "sortedSan" in row
]


@pytest.mark.parametrize("row", SORTED, ids=[row["id"] for row in SORTED])
def test_ordinals_are_the_places_in_the_sorted_list(row: dict) -> None:
    board = Position(row["start"])
    moves = [board.parse(san) for san in row["sortedSan"]]
    assert [board.write(move, "pgc")[0] for move in moves] == list(range(len(moves)))
    assert [board.parse(str(ordinal), "pgc") for ordinal in range(len(moves))] == moves


def test_an_illegal_move_is_played_and_written_only_when_that_is_wanted() -> None:
    board = Position()
    move = board.parse("a1a3", "mcn", "basic")
    with pytest.raises(scoresheet.MoveError):
        board.play(move)
    with pytest.raises(scoresheet.MoveError):
        board.write(move, "san")
    assert board.write(move, "fcn") == "Ra1-a3"
    assert board.write(move, "bccf").hex() == "0020"
    for nothing in (Move(28, 36), Move(0, 17, en_passant=True), Move(12, 14, rook_square=15)):
        with pytest.raises(scoresheet.MoveError):
            board.play(nothing, illegal=True)


def test_what_a_notation_cannot_express_is_a_loss() -> None:
    board = Position.read("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "fen", "off")
    taking = board.parse("e7e8", "mcn", "basic")
    with pytest.raises(scoresheet.LossError, match="the capture of a king"):
        board.write(taking, "fcn")
    with pytest.raises(scoresheet.LossError, match="null moves"):
        Position().write(Position().parse("--"), "mcn")


def test_strict_reading_refuses_leniencies() -> None:
    board = Position("8/4P3/8/8/8/8/k7/4K3 w - - 0 1")
    assert board.parse("9a7c", "bccf").uci() == "e7e8q"
    for text, notation, code in [
        ("9a7c", "bccf", "move-promotion-flag"),
        ("Pe7-e8=Q+", "fcn", "san-check"),
        ("Pe7-e8=Q#", "fcn", "san-check"),
        ("e8Q", "san", "san-promotion"),
    ]:
        with pytest.raises(scoresheet.MoveError) as found:
            board.parse(text, notation, strict=True)
        assert found.value.code == code
    assert board.parse("Pe7-e8=Q", "fcn", strict=True) == board.parse("e8=Q", strict=True)


def test_end_marks_stay_with_a_position_that_was_read() -> None:
    for marks in ("", "+", "+#", "#", "#+", "+#+", "##", "+##"):
        text = f"4k3/4R3/8/8/8/8/8/4K3 b - {marks}".rstrip()
        board = Position.read(text, "sfen")
        assert (board.marks, board.to("sfen"), board.to("sfen", "")) == (marks, text, text.removesuffix(marks).rstrip())
        assert board == Position.read(text.removesuffix(marks).rstrip(), "sfen")
        assert pickle.loads(pickle.dumps(board)).marks == marks
        assert board.play(board.parse("Kxe7")).marks == ""
        # What only the third mark expresses is lost without it; the board shows the rest.
        lost = ["result"] if len(marks.removeprefix("+")) == 2 else []
        assert (board.losses("sfen"), board.losses("sfen2"), board.losses("fen")) == ([], lost, lost)


def test_end_marks_come_from_the_board_first() -> None:
    board = Position("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1")
    mate, quiet = board.parse("Ra8#"), board.parse("Rb1")
    assert [board.write(mate, "fcn", last) for last in (None, "open", "won", "drawn")] == ["Ra1-a8+#"] * 4
    marks = [board.write(quiet, "fcn", last).removeprefix("Ra1-b1") for last in (None, "open", "won", "drawn")]
    assert marks == ["", "", "#+", "##"]
    assert board.write(quiet, "fcn2", "won") == "Ra1-b1"
    assert board.write(quiet, "bccf", "open")[1] & 1 == 1
    with pytest.raises(scoresheet.UsageError):
        board.write(quiet, "fcn", "lost")  # type: ignore[call-overload]


def test_fields_of_texts_without_a_meaning_of_their_own() -> None:
    with pytest.raises(scoresheet.UsageError):
        scoresheet.fields("Nf3", "san")
    with pytest.raises(scoresheet.UsageError):
        scoresheet.fields("Nf3", "nothing")  # type: ignore[arg-type]
    with pytest.raises(scoresheet.MoveError):
        scoresheet.fields("863", "bccf")
    assert scoresheet.fields(b"\x09", "pgc") == {"ordinal": 9}
    assert scoresheet.fields("4k3/8/8/8/8/8/8/4K3 W - E3 +", "sfen") == {
        "board": "4k3/8/8/8/8/8/8/4K3",
        "turn": "w",
        "castling": "-",
        "enPassant": "e3",
        "check": True,
        "over": False,
        "third": None,
        "state": "check",
    }


def test_a_position_is_immutable() -> None:
    start = Position()
    after = start.play(start.parse("e4"))
    assert start.fen() == START
    assert (start.turn, after.turn) == ("white", "black")
    with pytest.raises(AttributeError):
        start.turn = "black"  # type: ignore[misc]


@pytest.mark.parametrize(
    "fen", [START, CHESS960, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "8/8/8/8/8/8/8/K1k5 b - - 12 80"]
)
def test_positions_pickle_compare_and_hash(fen: str) -> None:
    board = Position(fen)
    for again in (
        pickle.loads(pickle.dumps(board)),
        copy.deepcopy(board),
        Position(board.fen("always"), board.variant),
    ):
        assert again == board
        assert hash(again) == hash(board)
        assert repr(again) == repr(board)
    assert board != board.play(board.legal_moves[0])
    assert board != fen


@pytest.mark.parametrize(
    ("start", "move", "same"),
    [
        # No pawn beside; a pawn beside is pinned; a pawn beside may take.
        (START, "e2e4", True),
        ("4k3/8/8/8/4p3/8/3P4/4K2Q w - - 0 1", "d2d4", False),
        ("k7/8/8/8/4p3/8/3P4/4K2B w - - 0 1", "d2d4", True),
    ],
)
def test_a_passed_square_counts_only_if_a_capture_is_possible(start: str, move: str, same: bool) -> None:
    board = Position(start)
    after = board.play(board.parse(move, "uci"))
    fields = after.fen("always").split()
    without = Position(" ".join([*fields[:3], "-", *fields[4:]]))
    assert fields[3] != "-"
    assert (without == after) is same
    assert (hash(without) == hash(after)) is same


def test_a_double_step_is_kept_when_pickled() -> None:
    start = Position()
    after = start.play(start.parse("e4"))
    assert pickle.loads(pickle.dumps(after)).fen("always").split()[3] == "e3"


def test_fen_styles() -> None:
    start = Position()
    after = start.play(start.parse("e4"))
    assert after.fen().split()[3] == "-"
    assert after.fen(en_passant="always").split()[3] == "e3"
    assert after.fen(shredder=True).split()[2] == "HAha"
    assert Position.read(after.to("fen")).fen() == after.fen()
    with pytest.raises(scoresheet.UsageError, match="en_passant"):
        after.fen("never")  # type: ignore[arg-type]


def test_rules_are_given_by_name_or_by_the_rights() -> None:
    assert Position(variant="Fischer Random").variant == "chess960"
    assert Position().variant == "standard"
    assert Position(CHESS960).variant == "chess960"
    with pytest.raises(scoresheet.UsageError, match="`suicide`"):
        Position(variant="suicide")


def test_how_a_game_ends_is_known() -> None:
    mate = Position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert (mate.is_check, mate.is_mate, mate.is_stalemate, mate.legal_moves) == (True, True, False, [])
    stalemate = Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert (stalemate.is_check, stalemate.is_mate, stalemate.is_stalemate) == (False, False, True)
    assert Position("8/8/8/4k3/8/8/2B5/4K3 w - - 0 1").is_insufficient
    assert not Position().is_insufficient


def test_moves_know_their_kind() -> None:
    board = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    short = board.parse("O-O")
    assert (short.from_square, short.to_square, short.rook_square, short.castle) == (4, 6, 7, "K")
    assert (short.uci(), short.uci(chess960=True)) == ("e1g1", "e1h1")
    assert board.parse("O-O-O").castle == "Q"
    promotion = Position("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1").parse("e8=N")
    assert (promotion.promotion, promotion.castle, promotion.null, promotion.uci()) == (2, None, False, "e7e8n")
    assert Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").parse("exd6").en_passant
    null = Position().parse("--")
    assert (null.null, null.uci(), null.from_square, null.to_square) == (True, "0000", 4, 4)


def test_moves_pickle_compare_and_hash() -> None:
    for fen in (START, CHESS960, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"):
        moves = Position(fen).legal_moves
        assert [pickle.loads(pickle.dumps(move)) for move in moves] == moves
        assert len(set(moves)) == len(moves)
    assert Move(12, 28) == Position().parse("e4")
    assert Move(12, 28) != Move(12, 20)


@pytest.mark.parametrize("arguments", [(64, 0), (0, 64), (48, 56, 1), (48, 56, 7), (4, 5, None, 7), (4, 6, None, 64)])
def test_moves_that_cannot_be(arguments: tuple[int, ...]) -> None:
    with pytest.raises(scoresheet.UsageError):
        Move(*arguments)


@pytest.mark.parametrize("move", [Move(12, 36), Move(0, 63), Move(3, 3), Move(4, 6, None, 7), Move(52, 36)])
def test_only_legal_moves_are_played_and_written(move: Move) -> None:
    for call in (Position().play, Position().write):
        with pytest.raises(scoresheet.MoveError) as found:
            call(move)
        assert found.value.code == "move-illegal"


def test_unknown_notations_are_named() -> None:
    for call in (
        lambda: Position().parse("e4", "smoke"),
        lambda: Position().to("smoke"),
        lambda: Position.read("", "smoke"),
    ):
        with pytest.raises(scoresheet.UsageError, match="`smoke`") as found:
            call()
        assert "use one of" in (found.value.hint or "")


def test_one_move_between_notations() -> None:
    assert scoresheet.convert_move("Nf3", "san", "uci") == "g1f3"
    assert scoresheet.convert_move("e1g1", "uci", "san", fen="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") == "O-O"
    assert scoresheet.convert_move("\u041af3", "san", "lan", language="ru") == "Ng1-f3"
    with pytest.raises(scoresheet.UsageError, match="`elvish`"):
        scoresheet.convert_move("Nf3", "san", "uci", language="elvish")


def test_the_figures_are_eight_lines() -> None:
    lines = Position("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").figures.splitlines()
    assert lines == ["♜ · · · ♚ · · ·", *["· · · · · · · ·"] * 6, "· · · · ♔ · · ♖"]
