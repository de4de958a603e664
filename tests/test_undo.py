"""Moves taken back by their texts: `Position.undo`, `Game.from_end`, and `scoresheet position --undo`."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

import scoresheet
from scoresheet import Game, Position
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command

ROOK = "R3k3/8/8/8/8/8/8/4K3 b - - 0 9"


def run(*args: str) -> Any:
    return CliRunner().invoke(command, list(args))


def test_a_move_is_taken_back() -> None:
    board = Position(ROOK)
    assert board.undo("Ra1-a8xQ+", "fcn").fen() == "q3k3/8/8/8/8/8/8/R3K3 w - - 0 9"
    assert board.undo(["Ra1-a8xQ"], "fcn2").fen() == "q3k3/8/8/8/8/8/8/R3K3 w - - 0 9"
    assert board.undo("") == board


def test_what_the_text_does_not_contain() -> None:
    board = Position(ROOK)
    known = board.undo("Ra1-a8+", castling="Q", halfmove_clock=49)
    assert known.fen() == "4k3/8/8/8/8/8/8/R3K3 w Q - 49 9"
    after = Position("4k3/8/8/3p4/8/8/8/4K1R1 b - - 0 9")
    assert after.undo("Rg2-g1", en_passant="d6").fen(en_passant="always") == "4k3/8/8/3p4/8/8/6R1/4K3 w - d6 0 9"
    own = Position("4k3/8/8/8/8/8/R7/4K3 b - - 0 9").undo("Ra1-a2xP", validation="basic", pieces={"a2": "P"})
    assert own.fen() == "4k3/8/8/8/8/8/P7/R3K3 w - - 0 9"
    castled = Position("4k3/8/8/8/8/8/8/5RK1 b - - 1 9", variant="chess960")
    with pytest.raises(scoresheet.MoveError, match="in Chess960 it does not say"):
        castled.undo("KC")
    assert castled.undo("KC", pieces={"b1": "K", 6: "R"}).fen(shredder=True) == "4k3/8/8/8/8/8/8/1K4R1 w G - 0 9"


def test_refusals() -> None:
    board = Position(ROOK)
    with pytest.raises(
        scoresheet.MoveError, match="cannot take back `Qa1-a8`: another piece is on its target"
    ) as caught:
        board.undo("Qa1-a8")
    assert caught.value.code == "move-illegal"
    with pytest.raises(scoresheet.MoveError, match="`Ra8` is not a move: expected"):
        board.undo("Ra8")
    with pytest.raises(scoresheet.MoveError, match="it was not legal"):
        board.undo("Rb2-a8")
    assert board.undo("Rb2-a8", validation="basic").piece_at("b2") == "R"
    for notation in ("san", "uci", "mcn", "bccf"):
        with pytest.raises(scoresheet.UsageError, match=f"moves in `{notation}` cannot be taken back") as refused:
            board.undo("a1a8", notation)  # type: ignore[arg-type]
        assert refused.value.hint == "use one of `fcn`, `fcn2`"
    with pytest.raises(scoresheet.UsageError, match="there is no move notation"):
        board.undo("a1a8", "none")  # type: ignore[arg-type]
    with pytest.raises(scoresheet.MoveError, match="a castling right is of no rook that could castle"):
        board.undo("Ra1-a8", castling="K")
    with pytest.raises(scoresheet.UsageError, match="there is no square `a9`"):
        board.undo("Ra1-a8", en_passant="a9")
    with pytest.raises(scoresheet.UsageError, match="is not a piece"):
        board.undo("Ra1-a8", pieces={"a8": "x"})
    with pytest.raises(scoresheet.UsageError, match="not a number of plies"):
        board.undo("Ra1-a8", halfmove_clock=-1)
    with pytest.raises(TypeError, match="a text, or a list of texts"):
        board.undo(7)  # type: ignore[arg-type]


def test_games_come_back_from_their_end(root: Any) -> None:
    count = 0
    for game in scoresheet.read(root / "examples" / "historic.pgn"):
        texts = [node.before.write(node.move, "fcn") for node in game.mainline()]  # type: ignore[union-attr,arg-type]
        again = Game.from_end(game.end, texts, castling=game.start.castling)
        assert again.start == game.start
        assert [node.move for node in again.mainline()] == [node.move for node in game.mainline()]
        count += len(texts)
    assert count > 2000


def test_a_text_with_numbers_and_a_result() -> None:
    end = Position().play("e4").play("e5").play("Nf3")
    game = Game.from_end(end, "1. Pe2-e4 1.5 Pe7-e5 2.Ng1-f3 1/2-1/2", castling="KQkq")
    assert (game.start, game.result) == (Position(), "1/2-1/2")
    assert game.to("pgn").split() == ["1.", "e4", "e5", "2.", "Nf3", "1/2-1/2"]
    assert "FEN" not in game.tags
    assert Game.from_end(end.fen(), []).start == end
    with pytest.raises(scoresheet.FenError):
        Game.from_end("8/8/8/8/8/8/8/8 w - - 0 1", [])


def test_illegal_moves_are_flagged() -> None:
    end = Position().play("a1a3", illegal=True)
    with pytest.raises(scoresheet.MoveError):
        Game.from_end(end, ["Ra1-a3"])
    game = Game.from_end(end, ["Ra1-a3"], illegal=True, castling="KQkq")
    assert game.start == Position()
    assert [node.illegal for node in game.mainline()] == [True]


def test_chess960() -> None:
    start = Position("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1")
    game = Game.from_end(start.play("Kc1"), "Kb1-c1", castling="G")
    assert (game.start, game.start.variant) == (start, "chess960")


def test_command_line() -> None:
    shown = run("position", ROOK, "--undo", "8. Ke2-e1 8.5 Qa7-a8 9. Ra1-a8xQ+", "--halfmove-clock", "7")
    assert shown.exit_code == Exit.OK, shown.output
    assert shown.stdout == "4k3/q7/8/8/8/8/4K3/R7 w - - 7 8\n"
    rights = run("position", ROOK, "--undo", "Ra1-a8", "--castling", "Q", "--to", "sfen")
    assert rights.stdout == "4k3/8/8/8/8/8/8/R3K3 w Q\n"
    refused = run("position", ROOK, "--undo", "Na1-a8")
    assert refused.exit_code == Exit.BAD_INPUT
    assert "cannot take back `Na1-a8`" in refused.stderr
    assert run("position", ROOK, "--undo", "Rb2-a8").exit_code == Exit.BAD_INPUT
    assert run("position", ROOK, "--undo", "Rb2-a8", "--validation", "off").exit_code == Exit.OK
    alone = run("position", ROOK, "--castling", "Q")
    assert alone.exit_code == Exit.WRONG_USE
    assert "need `--undo`" in alone.stderr
