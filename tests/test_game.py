"""Games as objects: what a `Game` and its nodes return, how they are changed, and that any depth works."""

from __future__ import annotations

import copy
import doctest
import gc
import io
import os
import pickle
import subprocess
import sys
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.real_games import DATA, find

import scoresheet
from levels import rounds
from scoresheet import Command, Evaluation, Game, Move, Node, Position, Tags, parse

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ["annotated.pgn", "chess960.pgn", "generated.pgn", "historic.pgn"]

VARIED = """[Event "An example"]
[White "A"]
[Black "B"]
[Result "1-0"]

{ First. } 1. e4 $1 { Best by test. } ( { Or so. } 1. d4 d5 { Queen's pawn. } ( 1... Nf6 2. c4 ) 2. c4 ) ( 1. c4 )
1... e5 ( 1... c5 2. Nf3 ) 2. Nf3 { [%clk 0:01:00] } 2... Nc6 $13 1-0 { Last. }
"""


def sans(nodes: Any) -> str:
    return " ".join(node.san for node in nodes)


def moves(game: Game) -> str:
    """The game's moves as they are written, without tags."""
    return game.to("pgn").split("\n\n")[-2].replace("\n", " ")


@pytest.fixture
def game() -> Game:
    return parse(VARIED)


# Reading


def test_the_parts_of_a_game(game: Game) -> None:
    assert list(game.tags.items()) == [("Event", "An example"), ("White", "A"), ("Black", "B"), ("Result", "1-0")]
    assert (game.result, game.termination, game.ply_count) == ("1-0", "1-0", 4)
    assert game.start == Position()
    assert game.end.fen().startswith("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/")
    assert (game.root.comment, game.closing_comments) == ("First.", [" Last. "])
    assert game.errors == []
    assert repr(game) == "<Game A - B, 1-0, 4 half-moves>"


def test_the_parts_of_a_node(game: Game) -> None:
    e4 = game.at(1)
    assert (e4.san, e4.text, e4.ply, e4.nags, e4.comment) == ("e4", "e4", 1, [1], "Best by test.")
    assert e4.move == Position().parse("e4")
    assert e4.before == Position()
    assert e4.position == Position().play(Position().parse("e4"))
    assert (e4.illegal, e4.null, e4.is_mainline, e4.rest) == (False, False, True, None)
    assert e4.parent == game.root
    assert e4.next == game.at(2)
    assert sans(e4.variations) == "d4 c4"
    assert e4.game is game
    d4 = e4.variations[0]
    assert (d4.comments_before, d4.comments_after, d4.is_mainline) == ([" Or so. "], [], False)
    assert d4.variations == []
    assert sans(d4.children) == "d5 Nf6"
    assert repr(d4.children[1]) == "<Node 1... Nf6>"


def test_the_start_is_a_node_without_a_move(game: Game) -> None:
    root = game.root
    assert (root.move, root.san, root.text, root.before, root.parent, root.ply) == (None, None, None, None, None, 0)
    assert root.position == game.start
    assert game.at(0) == root
    assert repr(root) == "<Node start>"


def test_the_orders_of_walking(game: Game) -> None:
    assert sans(game.mainline()) == "e4 e5 Nf3 Nc6"
    assert sans(game.walk()) == "e4 d4 d5 Nf6 c4 c4 c4 e5 c5 Nf3 Nf3 Nc6"
    seen: list[Node] = []
    for node in game.walk("post"):
        assert all(child in seen for child in node.children)
        seen.append(node)
    assert len(seen) == 12
    with pytest.raises(scoresheet.UsageError, match="order=sideways"):
        game.walk("sideways")  # type: ignore[arg-type]


def test_positions_are_right_everywhere_in_the_tree(game: Game) -> None:
    for nodes in (list(game.walk()), list(game.walk("post")), list(game.walk())[::-1]):
        for node in nodes:
            line: list[Node] = []
            at: Node | None = node
            while at is not None and at.move is not None:
                line.append(at)
                at = at.parent
            board = Position()
            for step in reversed(line):
                assert step.before == board
                assert step.move is not None
                board = board.play(step.move)
            assert node.position == board


def test_texts_that_are_not_a_single_game() -> None:
    for text, message in (("", "no game"), ("1. e4 *\n\n1. d4 *", "more than one")):
        with pytest.raises(scoresheet.UsageError, match=message) as found:
            parse(text)
        assert found.value.hint
    with pytest.raises(TypeError):
        parse(5)  # type: ignore[arg-type]


def test_bytes_are_text_of_either_encoding() -> None:
    assert parse('[White "Grünfeld"] *'.encode()).tags["White"] == "Grünfeld"
    assert parse('[White "Grünfeld"] *'.encode("cp1252")).tags["White"] == "Grünfeld"


def test_errors_keep_what_precedes_them() -> None:
    game = parse("1. e4 e5 (1... Zz9 {so?}) (1... c5 2. Ke3 d6) 2. Ke3 Nf6 *")
    assert sans(game.walk()) == "e4 e5 c5"
    e5 = game.at(2)
    assert (e5.rest, e5.unplayed, e5.variations[0].rest) == ("Ke3 Nf6", ["Zz9 so?"], "Ke3 d6")
    assert all(isinstance(error, scoresheet.MoveError) for error in game.errors)
    assert [(error.code, error.ply, error.text) for error in game.errors] == [
        ("move-syntax", 2, "Zz9"),
        ("move-illegal", 3, "Ke3"),
        ("move-illegal", 3, "Ke3"),
    ]
    with pytest.raises(scoresheet.MoveError, match="Zz9") as found:
        parse("1. e4 e5 (1... Zz9) *", on_error="raise")
    assert "1. e4 e5 (1... Zz9) *" in found.value.report()
    with pytest.raises(scoresheet.ReadError):
        parse("1. e4 e5", strict=True, on_error="raise")


def test_notes_are_kept_beside_errors() -> None:
    text = "1. e2-e4 (1. Ke5) e7e5 2. Ke3 *"
    game = parse(text)
    assert [(error.code, error.severity) for error in game.errors] == [("move-illegal", "error")] * 2
    assert [(note.code, note.text, note.severity) for note in game.notes] == [
        ("san-long", "e2-e4", "note"),
        ("san-long", "e7e5", "note"),
    ]
    assert game.notes[0].report().startswith("note: ")
    strict = parse(text, strict=True)
    assert [error.byte for error in strict.errors] == sorted(error.byte for error in strict.errors)
    assert (len(strict.errors), strict.notes) == (4, [])


def test_errors_survive_copies_and_pickles() -> None:
    game = parse("1. e2-e4 (1. Ke5) e5 2. Ke3 *")
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        for name in ("errors", "notes"):
            told = [[(found.report(), vars(found)) for found in getattr(one, name)] for one in (game, other)]
            assert told[0] == told[1]
            assert told[0]


def test_a_game_keeps_the_first_thousand() -> None:
    game = parse("1. e4 " + "( Ke5 ) " * 3000 + "e5 2. Ke3 *")
    assert len(game.errors) + len(game.notes) == 1000
    behind = parse("1. e4 " + "< " * 3000 + "Ke5 *")
    assert [error.text for error in behind.errors] == ["Ke5"]


@pytest.mark.parametrize("columns", [["text"], ["tags", "moves"], ["tags", "packed"]])
def test_games_of_columns_report_their_errors(columns: list[str], tmp_path: Path) -> None:
    (tmp_path / "bad.pgn").write_text("1. e4 e5 *\n\n1. d4 d5 2. Ke3 *\n")
    scoresheet.convert(tmp_path / "bad.pgn", tmp_path / "bad.parquet", columns=columns, no_sort=True)
    good, bad = scoresheet.read(tmp_path / "bad.parquet")
    assert good.errors == []
    (error,) = bad.errors
    assert (error.code, error.ply) == ("move-illegal", 3)
    assert error.message.startswith("cannot play `Ke3`")


def test_spellings_are_kept_on_request() -> None:
    text = "1. e2-e4! e7e5 2. Ng1f3 (2. 0-0?) Nb8xc6 *"
    assert [node.text for node in parse(text).mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    kept = parse(text, keep_spelling=True)
    assert [node.text for node in kept.mainline()] == ["e2-e4", "e7e5", "Ng1f3", "Nb8xc6"]
    assert [node.san for node in kept.mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    assert kept.to("pgn", keep_spelling=True).startswith("1. e2-e4! e7e5 2. Ng1f3")
    assert kept.to("pgn").startswith("1. e4 $1 e5 2. Nf3")


def test_games_with_kept_spellings_have_their_moves_and_what_followed_them() -> None:
    # A variation before the first move is one on that move, whether spelling is kept or not.
    for keep_spelling in (False, True):
        game = parse("(1. d4 d5) 1. e4 e5 *", keep_spelling=keep_spelling)
        assert [node.san for node in game.mainline()] == ["e4", "e5"]
    text = "1. e4 ) e5 (1... c5 Kd4 {far} (2. a3)) Ke4 {x} $7 2... Kd4 *"
    assert parse(text, keep_spelling=True).to("pgn", keep_spelling=True).strip() == text
    assert parse(text).to("pgn").startswith("1. e4 e5 (1... c5 {Kd4 far (a3)}) {Ke4 x $7 Kd4} *")


def test_other_languages_are_found_out() -> None:
    assert sans(parse("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 *").mainline()) == "e4 e5 Nf3 Nc6 Bb5 a6"
    assert sans(parse("1. e4 e5 2. Sf3 *", language="de").mainline()) == "e4 e5 Nf3"


def test_null_moves() -> None:
    game = parse("1. e4 -- 2. d4 *")
    assert [node.null for node in game.mainline()] == [False, True, False]
    assert game.at(2).san == "--"


def test_games_that_cannot_be_played_keep_their_text() -> None:
    text = '[Variant "Dice chess"]\n\n1. e4 {x} e5 *\n\n'
    game = parse(text)
    assert game.ply_count == 0
    assert game.errors[0].code == "variant-unsupported"  # type: ignore[attr-defined]
    assert game.to("pgn") == text
    assert pickle.loads(pickle.dumps(game)) == game


# Tags and results


def test_tags_are_a_mapping(game: Game) -> None:
    tags = game.tags
    assert isinstance(tags, Tags)
    tags["Annotator"] = 'the "Expert"'
    tags["White"] = "C"
    del tags["Event"]
    assert list(tags) == ["White", "Black", "Result", "Annotator"]
    assert (len(tags), tags.get("ECO"), "white" in tags, tags.pop("Black")) == (4, None, False, "B")
    tags.update({"Round": "1"}, Board="2")
    assert dict(tags) == {"White": "C", "Result": "1-0", "Annotator": 'the "Expert"', "Round": "1", "Board": "2"}
    assert parse(game.to("pgn")).tags == tags
    for missing in ("Event", "Site"):
        with pytest.raises(KeyError):
            tags[missing]
        with pytest.raises(KeyError):
            del tags[missing]
    game.tags = {"Black": "X", "White": "Y"}  # type: ignore[assignment]
    assert list(game.tags.items()) == [("Black", "X"), ("White", "Y")]
    for name in ("", "a b", 'x"', "[", "a\nb"):
        with pytest.raises(scoresheet.UsageError, match="cannot be called"):
            tags[name] = "x"


def test_repeated_tags_are_kept_unchanged() -> None:
    game = parse('[Annotator "A"] [White "W"] [Annotator "B"] *')
    assert dict(game.tags) == {"Annotator": "A", "White": "W"}
    assert game.tags.pairs() == [("Annotator", "A"), ("White", "W"), ("Annotator", "B")]
    assert '[Annotator "B"]' in game.to("pgn")
    game.tags["Annotator"] = "C"
    assert game.tags.pairs() == [("Annotator", "C"), ("White", "W")]


def test_results(game: Game) -> None:
    game.result = "1/2-1/2"
    assert (game.result, game.termination, game.tags["Result"]) == ("1/2-1/2", "1/2-1/2", "1/2-1/2")
    game.termination = None
    game.tags["Result"] = "0-1"
    assert game.result == "0-1"
    del game.tags["Result"]
    assert game.result == "*"
    with pytest.raises(scoresheet.UsageError, match="`won` is not a result"):
        game.result = "won"


FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_a_game_may_start_anywhere() -> None:
    game = Game({"White": "A"}, fen=FEN)
    assert dict(game.tags) == {"White": "A", "SetUp": "1", "FEN": FEN}
    assert game.start == Position(FEN)
    game.add("e4")
    assert parse(game.to("pgn")) == game
    with pytest.raises(scoresheet.UsageError, match="game with moves"):
        game.tags["FEN"] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    with pytest.raises(scoresheet.UsageError, match="game with moves"):
        del game.tags["FEN"]
    game.tags["FEN"] = FEN
    game.delete(game.at(1))
    del game.tags["FEN"]
    assert game.start == Position()
    with pytest.raises(scoresheet.FenError):
        Game(fen="nonsense")
    with pytest.raises(scoresheet.UsageError):
        Game(variant="nonsense")
    assert Game(variant="chess960").start.variant == "chess960"
    assert Game({"Variant": "From Position", "FEN": FEN}).start == Position(FEN)
    game.tags = {"FEN": FEN, "White": "B"}  # type: ignore[assignment]
    assert (game.start, list(game.tags)) == (Position(FEN), ["FEN", "White"])


# Editing


def test_moves_are_added() -> None:
    game = Game()
    assert sans(game.mainline()) == ""
    e4 = game.add("e4")
    c5 = game.add(Move(50, 34), after=e4)
    e5 = e4.add("e7e5", notation="uci")
    assert game.add("e5", after=e4) == e5
    assert (sans(game.mainline()), sans(c5.variations), game.last) == ("e4 c5", "e5", c5)
    assert moves(game) == "1. e4 c5 (1... e5) *" or game.to("pgn") == "1. e4 c5 (1... e5) *\n\n"
    for bad in ("Ke3", "e5", "nonsense", Move(0, 63)):
        with pytest.raises(scoresheet.MoveError):
            e5.add(bad)
    with pytest.raises(scoresheet.UsageError, match="notation"):
        e5.add("e4", notation="nonsense")
    with pytest.raises(TypeError):
        e5.add(5)  # type: ignore[arg-type]
    with pytest.raises(scoresheet.UsageError, match="another game"):
        Game().add("e4", after=e4)
    assert e5.add("--").null


def test_illegal_moves_are_added_on_request() -> None:
    game = Game()
    node = game.add(Move(4, 36), illegal=True)
    assert (node.illegal, node.position.fen().split()[0]) == (True, "rnbqkbnr/pppppppp/8/4K3/8/8/PPPPPPPP/RNBQ1BNR")
    assert not game.add("e6", illegal=True).illegal
    assert pickle.loads(pickle.dumps(game)) == game
    assert [loss.kind for loss in game.losses("pgn")] == ["illegal-move", "tail"]
    with pytest.raises(scoresheet.LossError, match="illegal-move"):
        game.to("pgn", strict=True)
    assert game.to("pgn") == "*\n\n"


def test_variations_are_promoted_and_demoted(game: Game) -> None:
    nf3 = game.at(2).variations[0].next
    assert nf3 is not None
    assert game.promote(nf3)
    assert sans(game.mainline()) == "e4 c5 Nf3"
    assert not game.promote(nf3)
    nf6 = game.at(1).variations[0].children[1]
    assert game.promote(nf6, to_mainline=True)
    assert sans(game.mainline()) == "d4 Nf6 c4"
    assert nf6.is_mainline
    assert game.demote(game.at(1))
    assert sans(game.mainline()) == "e4 c5 Nf3"
    last = game.at(1).variations[-1]
    assert not last.demote()
    assert parse(game.to("pgn")) == game


def test_deleted_nodes_are_of_no_use(game: Game) -> None:
    d4 = game.at(1).variations[0]
    behind = d4.children[0]
    hold = game.at(1)
    d4.delete()
    assert sans(game.walk()) == "e4 c4 e5 c5 Nf3 Nf3 Nc6"
    for node in (d4, behind):
        for ask in (
            lambda n: n.san,
            lambda n: n.position,
            lambda n: n.parent,
            lambda n: n.delete(),
            lambda n: n.add("e5"),
        ):
            with pytest.raises(scoresheet.UsageError, match="no longer in its game"):
                ask(node)
        assert repr(node) == "<Node deleted>"
    with pytest.raises(scoresheet.UsageError, match="start of a game"):
        game.delete(game.root)
    game.delete(hold)
    assert sans(game.mainline()) == "c4"


def test_comments_and_nags_are_set(game: Game) -> None:
    e4 = game.at(1)
    e4.comment = "new"
    e4.comments_before = ["x", "y"]
    e4.nags = [3, "?!", "$5.1.2.1.1", "$300"]
    assert (e4.comments_after, e4.comments_before, e4.nags) == (["new"], ["x", "y"], [3, 6, "$5.1.2.1.1", "$300"])
    e4.comments_after = ["a", "b"]
    assert e4.comment == "a b"
    e4.comment = ""
    e4.comments_before = []
    e4.nags = []
    game.root.comment = "start"
    game.closing_comments = []
    assert (e4.comments_after, e4.comments_before, e4.nags, game.root.comment) == ([], [], [], "start")
    assert parse(game.to("pgn")) == game
    for bad in (["nonsense"], ["$"], ["e4"], ["!? !?"], ["{x}"]):
        with pytest.raises(scoresheet.UsageError, match="is not a NAG"):
            e4.nags = bad
    with pytest.raises(TypeError):
        e4.nags = [None]  # type: ignore[list-item]


COMMANDED = """1. e4 {[%clk 0:03:00][%emt 2.5] solid} {[%cal Ge2e4,rd1h5] [%csl Re4]} 1... e5 {[%eval -0.35,22]}
2. Nf3 {[%eval #-3] [%tqu "En","","f3e5",0]} 2... Nc6 {[%clk soon] [%eval 1,x] [%csl z9] [%odd]} *"""


def test_commands_are_available_by_their_meaning() -> None:
    game = parse(COMMANDED)
    e4, e5, nf3, nc6 = game.mainline()
    assert (e4.clock, e4.emt, e4.eval) == (180.0, 2.5, None)
    assert e4.arrows == [(12, 28, "G"), (3, 39, "R")]
    assert e4.squares == [(28, "R")]
    assert [command.name for command in e4.commands] == ["clk", "emt", "cal", "csl"]
    assert e5.eval == Evaluation(cp=-35, depth=22)
    assert nf3.eval == Evaluation(mate=-3)
    assert nf3.commands[1] == Command("tqu", '"En","","f3e5",0', ['"En"', '""', '"f3e5"', "0"])
    assert (nc6.clock, nc6.squares, nc6.arrows, nc6.emt) == (None, [], [], None)
    assert nc6.commands[-1] == Command("odd", "", [])
    assert (nc6.commands[0].meaning, nc6.commands[2].meaning) == (None, None)


def test_commands_are_set() -> None:
    game = parse("1. e4 {good} {[%clk 0:03:00]} e5 *")
    e4, e5 = game.mainline()
    e4.clock = 61.25
    e4.eval = 17
    assert e4.comments_after == ["[%eval 0.17] good", "[%clk 0:01:01.25]"]
    e4.clock = None
    e4.eval = None
    assert e4.comments_after == ["good"]
    e5.eval = Evaluation(mate=2, depth=30)
    e5.emt = -1
    e5.arrows = [("e7", "e5"), ("d8", "h4", "red")]
    e5.squares = "Re5,d4"
    e5.set_command("mdl", "64")
    assert (e5.eval, e5.emt, e5.arrows) == (Evaluation(mate=2, depth=30), 0.0, [(52, 36, "G"), (59, 31, "R")])
    assert e5.squares == [(36, "R"), (27, "G")]
    assert e5.commands[-1].value == "64"
    assert parse(game.to("pgn")) == game
    e5.arrows = []
    e5.squares = []
    assert [command.name for command in e5.commands] == ["eval", "emt", "mdl"]
    for name, value in (("", "1"), ("a b", "1"), ("a", "]"), ("a", "}")):
        with pytest.raises(scoresheet.UsageError, match="cannot be written"):
            e5.set_command(name, value)
    with pytest.raises(scoresheet.UsageError):
        e5.arrows = "z9a1"
    with pytest.raises(scoresheet.UsageError):
        e5.eval = Evaluation(cp=1, mate=1)
    with pytest.raises(TypeError):
        e5.eval = "good"  # type: ignore[assignment]


def test_stripping(game: Game) -> None:
    clean = copy.copy(game)
    clean.strip()
    assert clean.to("pgn").endswith("\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n")
    clocks = copy.copy(game)
    clocks.strip(clocks=True)
    assert clocks.at(3).comments_after == []
    assert clocks.at(1).comment == "Best by test."
    nags = copy.copy(game)
    nags.strip(nags=True, variations=True)
    assert [node.nags for node in nags.walk()] == [[]] * 4
    assert nags.at(1).comment == "Best by test."


def test_cutting() -> None:
    game = parse(VARIED)
    game.cut(after=2)
    assert sans(game.walk()) == "e4 d4 d5 Nf6 c4 e5 c5"
    game = parse(VARIED)
    old = game.at(3)
    game.cut(before=3)
    assert sans(game.walk()) == "Nf3 Nc6"
    assert game.tags["FEN"] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert parse(game.to("pgn")) == game
    with pytest.raises(scoresheet.UsageError, match="no longer"):
        _ = old.san
    for arguments in ({"before": 9}, {"before": 3, "after": 1}):
        with pytest.raises(scoresheet.UsageError):
            parse("1. e4 e5 2. Nf3 *").cut(**arguments)


def test_merging() -> None:
    game = parse('[White "A"]\n\n1. e4 {x} e5 2. Nf3 1-0')
    game.merge(parse("1. e4 {y} $1 e5 2. Nc3 (2. Bc4) 0-1"), parse("1. d4 *"), game)
    assert moves(game) == "1. e4 {x} {y} $1 (1. d4) 1... e5 2. Nf3 (2. Nc3) (2. Bc4) 1-0"
    with pytest.raises(scoresheet.UsageError, match="different positions"):
        game.merge(Game(fen=FEN))
    with pytest.raises(TypeError):
        game.merge("1. e4 *")  # type: ignore[arg-type]


def test_a_walk_survives_what_is_added_but_not_what_is_deleted(game: Game) -> None:
    for node in game.mainline():
        if node.ply < 8:
            game.add(game.end.legal_moves[0]) if node == game.last else None
    assert game.ply_count == 8
    walk = game.walk()
    next(walk).delete()
    with pytest.raises(scoresheet.UsageError, match="no longer"):
        next(walk)


def test_nodes_of_a_walk_that_are_kept_stay_what_they_are() -> None:
    game = parse("Nf3 Nf6 Ng1 Ng8 " * 50 + "*")
    for stride in (1, 2, 3, 7):
        kept = [node for node in game.mainline() if node.ply % stride == 0]
        assert [node.ply for node in kept] == list(range(stride, 201, stride))
        assert kept == [game.at(ply) for ply in range(stride, 201, stride)]
        assert len(set(kept)) == len(kept)
    before = None
    for node in game.mainline():
        assert before is None or (node != before and (before.next, node.parent) == (node, before))
        before = node
    walk, other = game.mainline(), game.mainline()
    assert all(node is not same and node == same for node, same in zip(walk, other, strict=True))


def test_long_walks_see_what_changes_ahead() -> None:
    game = parse("Nf3 Nf6 Ng1 Ng8 " * 50 + "*")
    moves = [str(game.at(ply).move) for ply in range(1, 201)]
    assert [str(node.move) for node in game.mainline()] == [str(node.move) for node in game.walk()] == moves
    for ply in (1, 15, 16, 17, 79, 80, 81, 200):
        walk = game.mainline()
        before = [next(walk) for _ in range(ply)]
        game.at(200).comment = f"at {ply}"
        assert [node.comment for node in walk][-1:] == ([f"at {ply}"] if ply < 200 else [])
        assert [node.ply for node in before] == list(range(1, ply + 1))
        assert next(walk, None) is None
    walk = game.mainline()
    for _ in range(200):
        next(walk)
    game.add("e4")
    assert [node.san for node in walk] == ["e4"]
    game.add("e5")
    assert next(walk, None) is None


def test_nodes_of_a_walk_see_every_change() -> None:
    game = parse("1. e4 e5 2. Nf3 Nc6 *")
    for node in game.mainline():
        assert (node.comment, node.move) == ("ahead" if node.ply == 3 else "", game.at(node.ply).move)
        node.comment = node.san
        assert node.comment == game.at(node.ply).comment == node.san
        if node.ply == 1:
            game.at(3).comment = "ahead"
        if node.ply == 3:
            game.delete(game.at(4))
            game.add("d6")
    assert [node.comment for node in game.mainline()] == ["e4", "e5", "Nf3", "d6"]


def test_nodes_of_a_walk_know_when_they_are_deleted() -> None:
    game = parse("1. e4 e5 2. Nf3 Nc6 *")
    *_, before, last = game.mainline()
    move = before.move
    assert last.comment == ""
    game.cut(after=3)
    assert before.move == move
    for read in (lambda: last.move, lambda: last.comment):
        with pytest.raises(scoresheet.UsageError, match="no longer"):
            read()
    game.cut(before=2)
    with pytest.raises(scoresheet.UsageError, match="no longer"):
        before.move  # noqa: B018


# Values


def test_equality(game: Game) -> None:
    assert game == parse(VARIED)
    assert game != parse(VARIED.replace("$1", "$2"))
    assert game != "a game"
    assert game.at(1) == game.at(1)
    assert hash(game.at(1)) == hash(game.at(1))
    assert game.at(1) != parse(VARIED).at(1)
    assert len({game.at(1), game.at(1), game.at(2)}) == 2
    with pytest.raises(TypeError):
        hash(game)


def test_copies_are_apart(game: Game) -> None:
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        other.at(1).comment = "changed"
        other.tags["White"] = "changed"
        other.delete(other.at(2))
        assert game == parse(VARIED)


def test_games_can_be_subclassed() -> None:
    class Mine(Game):
        pass

    mine = Mine({"White": "A"})
    mine.add("e4")
    for other in (copy.copy(mine), pickle.loads(pickle.dumps(game_of(Mine, mine)))):
        assert type(other).__name__ in ("Mine", "Game")
        assert other == mine


def game_of(_cls: type[Game], game: Game) -> Game:
    """The same game as one of a class that can be pickled: one that is in a module."""
    plain = Game()
    plain.__setstate__(game.__reduce__()[2])
    return plain


@given(st.binary(max_size=60), st.integers(0, 10_000), st.integers(0, 255))
def test_hostile_pickles_are_refused_or_make_a_game(noise: bytes, place: int, byte: int) -> None:
    state = bytearray(parse(VARIED).__reduce__()[2])
    changed = bytearray(state)
    changed[place % len(state)] = byte
    for hostile in (noise, bytes(state[:4]) + noise, bytes(changed), bytes(state[: place % len(state)])):
        game = Game()
        with suppress(scoresheet.UsageError):
            game.__setstate__(hostile)
        list(game.walk("post"))
        game.to("pgn")
        assert pickle.loads(pickle.dumps(game)) == game


def test_nothing_is_kept_alive_by_its_nodes_forever() -> None:
    game = parse(VARIED)
    seen = weakref.ref(game)
    node = game.at(1)
    del game
    assert seen() is node.game
    del node
    gc.collect()
    assert seen() is None


# Depth

# Far more than any stack holds.
DEEP = max(50_000, rounds(200_000))


def cycled(words: list[str], between: str) -> str:
    return between.join((words * (DEEP // len(words) + 1))[:DEEP])


@pytest.mark.parametrize(
    "text",
    [
        cycled(["Nf3", "Nf6", "Ng1", "Ng8"], " "),
        cycled(["Nf3 (Nc3", "Nf6 (Nc6", "Nf3 (Nb1", "Nf6 (Nb8"], " ") + ")" * DEEP,
        cycled(["Nf3", "Nc3"], "(") + ")" * (DEEP - 1),
        "e4 " + "(d4) " * DEEP,
        "e4 " + "{x} " * DEEP,
    ],
    ids=["mainline", "nested", "nested at once", "side by side", "comments"],
)
def test_depth_has_no_end(text: str) -> None:
    game = parse(text, limits={"nesting": DEEP + 1})
    assert copy.deepcopy(game) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert parse(game.to("pgn"), limits={"nesting": DEEP + 1}) == game
    nodes = list(game.walk())
    assert len(list(game.walk("post"))) == len(nodes)
    last = nodes[-1]
    assert last.position.turn in ("white", "black")
    assert isinstance(repr(game) + repr(last), str)
    game.merge(copy.copy(game))
    game.promote(last, to_mainline=True)
    assert last.is_mainline
    game.strip()
    game.cut(before=last.ply)
    game.delete(game.at(1))
    del nodes, last, game


def test_long_mainlines_are_built_move_by_move() -> None:
    game, words = Game(), ["Nf3", "Nf6", "Ng1", "Ng8"]
    for number in range(DEEP // 2):
        game.add(words[number % 4])
    assert game.ply_count == game.last.ply == DEEP // 2
    game.at(1).add("e5")
    assert game.add("Nf3").ply == DEEP // 2 + 1


# Against others


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("keep_spelling", [False, True])
def test_a_game_is_written_as_convert_writes_it(name: str, keep_spelling: bool, tmp_path: Path) -> None:
    source, target = ROOT / "examples" / name, tmp_path / "out.pgn"
    scoresheet.convert(source, target, keep_spelling=keep_spelling)
    games = scoresheet.read(source, keep_spelling=keep_spelling)
    assert "".join(game.to("pgn", keep_spelling=keep_spelling) for game in games) == target.read_text("utf-8")
    again = tmp_path / "again.pgn"
    report = scoresheet.write(iter(games), again, keep_spelling=keep_spelling)
    assert again.read_bytes() == target.read_bytes()
    assert report.written == report.games == sum(1 for _ in games)


FORMATS = [str(row["id"]) for row in scoresheet._core.registry("formats") if row["writes"] and not row["store"]]
# What their data is instead of the text of a game.
NOT_ALONE = {
    "parquet": "table of games",
    "arrow": "table of games",
    "polyglot": "book of moves",
    "archive": "file of games",
}


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in NOT_ALONE])
def test_every_format_is_written_and_read(name: str, game: Game, tmp_path: Path) -> None:
    for source in (game, parse("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1/2-1/2"), Game()):
        written = source.to(name)
        data = written if isinstance(written, bytes) else written.encode()
        path = tmp_path / f"games.{name}"
        scoresheet.write([source], path, to=name, force=True)  # type: ignore[arg-type]
        assert path.read_bytes() == data
        if not data:
            assert not source.ply_count
            continue
        again = parse(written, from_=name)  # type: ignore[arg-type]
        converted = tmp_path / f"again.{name}"
        scoresheet.convert(path, converted, from_=name, to=name, force=True)  # type: ignore[arg-type]
        rewritten = again.to(name)
        assert converted.read_bytes() == (rewritten if isinstance(rewritten, bytes) else rewritten.encode())
        if name in ("pgn", "vgn"):
            assert sans(again.walk()) == sans(source.walk())
            assert {loss.kind for loss in source.losses(name)} <= {"comment-place", "variation-place"}
        if name == "pgn":
            assert again == source


@pytest.mark.parametrize("name", NOT_ALONE)
def test_columns_books_and_archives_are_not_written_game_by_game(name: str, game: Game) -> None:
    with pytest.raises(scoresheet.UsageError, match="cannot be written one game at a time"):
        game.to(name)
    with pytest.raises(scoresheet.UsageError, match=f"data is a {NOT_ALONE[name]}, not the text of one game"):
        parse(b"", from_=name)  # type: ignore[arg-type]


def test_options_of_formats(game: Game) -> None:
    wrong: list[dict[str, Any]] = [{"nonsense": 1}, {"moves": "fcn"}, {"positions": "sfen"}]
    for options in wrong:
        with pytest.raises(scoresheet.UsageError, match=r"`pgn` has no|no format has"):
            game.to("pgn", **options)
    with pytest.raises(scoresheet.UsageError, match="no option `nonsense`"):
        parse("1. e4 *", nonsense="x")  # type: ignore[call-arg]
    with pytest.raises(scoresheet.UsageError, match="validation=x"):
        parse("1. e4 *", validation="x")  # type: ignore[arg-type]
    with pytest.raises(scoresheet.UsageError, match="have their own starting position"):
        parse("1. e4 *", fen=FEN)
    assert parse("e2e4", from_="uci", fen=FEN).start == Position(FEN)
    with pytest.raises(scoresheet.UsageError, match="no format"):
        game.to("nonsense")
    assert game.to("pgn", export=True, sort_tags=True).startswith('[Event "An example"]\n[Site "?"]')


def test_vgn_in_every_move_notation(game: Game) -> None:
    with pytest.raises(scoresheet.UsageError, match="nonsense") as found:
        game.to("vgn", moves="nonsense")
    notations = str(found.value.hint).removeprefix("use one of ").replace("`", "").split(", ")
    assert len(notations) > 8
    for notation in notations:
        written = game.to("vgn", moves=notation)
        again = parse(written)
        assert sans(again.mainline()) == sans(game.mainline()), notation
        lost = {loss.kind for loss in game.losses("vgn", moves=notation)}
        assert (sans(again.walk()) == sans(game.walk())) == ("variation" not in lost), notation
        copied = pickle.loads(pickle.dumps(again))
        assert copied == again
        assert copied.to("vgn", moves=notation) == again.to("vgn", moves=notation)


ILLEGAL = """[GameFormat "VGN"]
[SetUp "FEN:4k3/8/8/8/8/8/4P3/R3K2R w KQ - 5 9"]
[Result "Unfinished"]
[MoveFormat "MCN"]

9. e1e5 e8d7 ( 9.5 e8e5 ) 10. e5d7
*
"""


def test_illegal_moves_that_a_notation_carries_are_flagged() -> None:
    game = parse(ILLEGAL)
    assert game.errors == []
    assert [(node.move.uci(), node.illegal) for node in game.walk() if node.move] == [
        ("e1e5", True),
        ("e8d7", False),
        ("e8e5", True),
        ("e5d7", True),
    ]
    assert [node.position.fen().split()[0] for node in list(game.walk())[::-1]] == [
        "8/3K4/8/8/8/8/4P3/R6R",
        "8/8/8/4k3/8/8/4P3/R6R",
        "8/3k4/8/4K3/8/8/4P3/R6R",
        "4k3/8/8/4K3/8/8/4P3/R6R",
    ]
    assert pickle.loads(pickle.dumps(game)) == game
    assert parse(game.to("vgn")).to("vgn") == game.to("vgn")
    assert [(loss.kind, loss.count) for loss in game.losses("pgn")][:2] == [("illegal-move", 1), ("tail", 4)]


def assert_same_as_python_chess(ours: Game, theirs: chess.pgn.Game) -> None:
    pairs: list[tuple[Node, chess.pgn.GameNode]] = [(ours.root, theirs)]
    while pairs:
        one, other = pairs.pop()
        children = one.children
        for child, another in zip(children, other.variations, strict=True):
            assert child.move is not None
            # Castling has a different text in Chess960.
            assert another.move.uci() in (child.move.uci(), child.move.uci(chess960=True))
        assert {nag for nag in one.nags if isinstance(nag, int)} == {nag for nag in other.nags if nag < 256}
        said = " ".join([*one.comments_before, *one.comments_after])
        assert said.split() == f"{other.starting_comment} {other.comment}".split()
        pairs += zip(children, other.variations, strict=True)


@pytest.mark.parametrize("name", ["annotated.pgn", "historic.pgn"])
def test_python_chess_sees_the_same_tree(name: str) -> None:
    for ours in scoresheet.read(ROOT / "examples" / name):
        theirs = chess.pgn.read_game(io.StringIO(ours.to("pgn")))
        assert theirs is not None
        assert_same_as_python_chess(ours, theirs)


# Random changes, against a model that is plain Python


class Plain:
    """A node of the model."""

    def __init__(self, move: str, parent: Plain | None) -> None:
        self.move, self.parent = move, parent
        self.children: list[Plain] = []

    def path(self) -> list[str]:
        return [] if self.parent is None else [*self.parent.path(), self.move]

    def all(self) -> list[Plain]:
        return [self, *(found for child in self.children for found in child.all())]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1000), st.integers(0, 1000)), max_size=40))
def test_random_changes_match_a_model(steps: list[tuple[int, int, int]]) -> None:
    game, model = Game(), Plain("", None)
    nodes: dict[Plain, Node] = {model: game.root}
    for action, where, what in steps:
        known = model.all()
        plain = known[where % len(known)]
        node = nodes[plain]
        siblings = plain.parent.children if plain.parent else [plain]
        index = siblings.index(plain)
        if action <= 2:
            legal = sorted(node.position.legal_moves, key=Move.uci)
            if not legal:
                continue
            move = legal[what % len(legal)]
            added = node.add(move)
            same = [child for child in plain.children if child.move == move.uci()]
            if same:
                assert nodes[same[0]] == added
            else:
                plain.children.append(Plain(move.uci(), plain))
                nodes[plain.children[-1]] = added
        elif action == 3:
            assert game.demote(node) == (index + 1 < len(siblings))
            if index + 1 < len(siblings):
                siblings[index], siblings[index + 1] = siblings[index + 1], siblings[index]
        elif action == 4:
            at: Plain | None = plain
            while at and at.parent and at.parent.children[0] is at:
                at = at.parent
            assert game.promote(node) == bool(at and at.parent)
            if at and at.parent:
                row = at.parent.children
                place = row.index(at)
                row[place - 1], row[place] = row[place], row[place - 1]
        elif action == 5:
            game.promote(node, to_mainline=True)
            at = plain
            while at and at.parent:
                at.parent.children.remove(at)
                at.parent.children.insert(0, at)
                at = at.parent
        elif plain.parent and what % 3 == 0:
            game.delete(node)
            siblings.remove(plain)
    assert len(list(game.walk())) == len(model.all()) - 1
    for plain in model.all():
        node = nodes[plain]
        assert [child.move.uci() for child in node.children if child.move] == [child.move for child in plain.children]
        assert node.ply == len(plain.path())
    assert parse(game.to("pgn")) == game == pickle.loads(pickle.dumps(game)) == copy.copy(game)


# Iterating


def test_games_come_in_order_at_every_number_of_threads(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes((ROOT / "examples" / "generated.pgn").read_bytes() * 3)
    expected = [game.to("pgn") for game in scoresheet.read(path, threads=1)]
    assert [game.to("pgn") for game in scoresheet.read(path, threads=3)] == expected
    assert len(list(scoresheet.read(path, limit=501))) == 501
    games = scoresheet.read(path)
    assert sum(1 for _ in games) == sum(1 for _ in games)
    report = games.report()
    assert report is not None
    assert report.games == len(expected)


def test_iteration_respects_on_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text('[White "1"]\n\n1. e4 *\n\n[White "2"]\n\n1. e4 Ke4 *\n\n[White "3"]\n\n1. d4 *\n')
    kept = list(scoresheet.read(path))
    assert [(game.tags["White"], game.ply_count, len(game.errors)) for game in kept] == [
        ("1", 1, 0),
        ("2", 1, 1),
        ("3", 1, 0),
    ]
    assert [game.tags["White"] for game in scoresheet.read(path, on_error="skip")] == ["1", "3"]
    with pytest.raises(scoresheet.MoveError, match="Ke4") as found:
        list(scoresheet.read(path, on_error="raise"))
    assert found.value.file == str(path)
    assert [game.tags["White"] for game in scoresheet.read([path, path], limit=4)] == ["1", "2", "3", "1"]


def test_columns_are_gone_through_as_games(tmp_path: Path) -> None:
    source, table = ROOT / "examples" / "historic.pgn", tmp_path / "games.parquet"
    scoresheet.convert(source, table, columns=["tags", "packed"], no_sort=True)
    expected = [game.to("pgn") for game in scoresheet.read(source)]
    found = list(scoresheet.read(table))
    assert [moves(game) for game in found] == [text.split("\n\n")[-2].replace("\n", " ") for text in expected]
    scoresheet.convert(source, table, columns=["text"], no_sort=True, force=True)
    assert [game.to("pgn") for game in scoresheet.read(table)] == expected


def test_an_iteration_that_is_left_stops(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes((ROOT / "examples" / "generated.pgn").read_bytes() * 8)
    for game in scoresheet.read(path):
        assert game.ply_count
        break


INTERRUPTED = """
import os, signal, sys, threading, scoresheet
games = scoresheet.read(sys.argv[1])
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    list(games)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_an_iteration_that_waits_hears_signals(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen([sys.executable, "-c", INTERRUPTED, str(pipe)], stdout=subprocess.PIPE, text=True)
    with pipe.open("w"):
        out, _ = reader.communicate(timeout=60)
    assert out == "interrupted\n"


def test_games_are_written(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "out.pgn"
    report = scoresheet.write([game, game], path)
    assert path.read_text() == game.to("pgn") * 2
    assert (report.games, report.written, report.plies, report.results) == (2, 2, 8, {"1-0": 2})
    with pytest.raises(scoresheet.UsageError, match="exists"):
        scoresheet.write([game], path)
    scoresheet.write([game], path, force=True)
    assert path.read_text() == game.to("pgn")

    def broken() -> Any:
        yield game
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        scoresheet.write(broken(), path, force=True)
    with pytest.raises(scoresheet.UsageError, match="`write` takes games"):
        scoresheet.write(["1. e4 *"], path, force=True)  # type: ignore[list-item]
    assert path.read_text() == game.to("pgn")
    assert list(tmp_path.iterdir()) == [path]
    table = tmp_path / "out.parquet"
    report = scoresheet.write([game, parse("1. d4 *")], table)
    assert report.written == 2
    assert [(game.tags.get("White"), game.ply_count) for game in scoresheet.read(table)] == [("A", 4), (None, 1)]


# Documentation


@pytest.mark.parametrize("cls", [Game, Node], ids=lambda cls: cls.__name__)
def test_examples_in_native_docstrings_run(cls: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    count = 0
    for name, member in [(cls.__name__, cls), *vars(cls).items()]:
        if name.startswith("_"):
            continue
        assert member.__doc__, name
        example = parser.get_doctest(member.__doc__, {}, f"{cls.__name__}.{name}", None, 0)
        count += len(example.examples)
        runner.run(example)
    assert count > 10
    assert runner.summarize(verbose=False).failed == 0


# Real games

ANNOTATED = "annotated"


@pytest.mark.slow
@pytest.mark.skipif(find(ANNOTATED) is None, reason=f"`{ANNOTATED}` is not in SCORESHEET_DATA ({DATA})")
def test_python_chess_sees_the_same_trees_in_real_games() -> None:
    folder = find(ANNOTATED)
    assert folder is not None
    compared = 0
    for path in sorted(folder.rglob("*.pgn"))[::4]:
        for ours in scoresheet.read(path):
            text = ours.to("pgn")
            assert parse(text) == parse(parse(text).to("pgn"))
            theirs = chess.pgn.read_game(io.StringIO(text))
            if ours.errors or theirs is None or theirs.errors:
                continue
            assert_same_as_python_chess(ours, theirs)
            compared += 1
    assert compared > 300


FAR = [-(10**5000), -(10**12), -1, 2**32, 10**12, 10**5000]


@pytest.mark.parametrize("number", FAR, ids=lambda number: f"{number:.3g}" if abs(number) < 10**300 else "huge")
def test_numbers_beyond_all_bounds_are_refused_as_any_other(number: int) -> None:
    game = scoresheet.parse("1. e4 e5 2. Nf3 *")
    if number != -1:
        with pytest.raises(scoresheet.UsageError, match=r"there is no ply .* in the mainline") as found:
            game.at(number)
        assert found.value.hint == "it has 3"
    with pytest.raises(scoresheet.UsageError, match="there is no ply"):
        game.cut(before=number)
    for squares in ((number, 1), (1, number)):
        with pytest.raises(scoresheet.UsageError, match="there is no square"):
            Move(*squares)
    with pytest.raises(scoresheet.UsageError, match="a pawn cannot be promoted to"):
        Move(52, 60, promotion=number)
    with pytest.raises(scoresheet.UsageError, match="there is no square"):
        Move(4, 6, rook_square=number)
    if abs(number) > 1:
        with pytest.raises(scoresheet.UsageError, match="out of range"):
            game.at(1).eval = number
        with pytest.raises(scoresheet.UsageError, match="out of range"):
            game.at(1).eval = (None, number, None)  # type: ignore[assignment]
    if number < 0:
        with pytest.raises(scoresheet.UsageError, match="there is no ply"):
            game.cut(after=number)
    else:
        game.cut(after=number)
    assert game.ply_count == 3
