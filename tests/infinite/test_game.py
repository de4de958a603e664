"""Games of infinite chess as objects: reading by the rules, their content, and how they are changed and written."""

from __future__ import annotations

import copy
import pickle
import sys
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoresheet
from scoresheet import LossError, MoveError, ReadError, UsageError, infinite
from scoresheet.infinite import Game, Move, Node, Position, parse
from scoresheet.infinite.document import Document, MoveText
from scoresheet.infinite.encoded import EncodedText
from scoresheet.infinite.foreign import facts, from_native, read_game, to_native, write_game
from scoresheet.infinite.parsing import read_text
from scoresheet.infinite.reading import read_document

ROOT = Path(__file__).resolve().parent.parent.parent

LONG = """[Variant: Classical]
[White: Tom]
[Black: Ben]
[Clock: 10+5]
[Date: 2024/03/17 13:42:06]
[Result: 0-1]
[Condition: checkmate]

w 0/100 1 (8;Q,R,B,N|1;q,r,b,n) checkmate {"slideLimit": 100, "cannotPassTurn": true} P1,2+|P2,2+|P3,2+|P4,2+|P5,2+|\
P6,2+|P7,2+|P8,2+|p1,7+|p2,7+|p3,7+|p4,7+|p5,7+|p6,7+|p7,7+|p8,7+|R1,1+|R8,1+|r1,8+|r8,8+|N2,1|N7,1|n2,8|n7,8|B3,1|\
B6,1|b3,8|b6,8|Q4,1|q4,8|K5,1+|k5,8+

1. P4,2 > 4,4  | p4,7 > 4,6
2. P4,4 > 4,5  | p3,7 > 3,5
3. P4,5 x 3,6 {White captures en passant} | b6,8 > 3,11
4. P3,6 x 2,7  | b3,11 > -4,4 ?
5. P2,7 x 1,8 =Q | b-4,4 > 2,-2 +
6. K5,1 > 4,2  | n7,8 > 6,6
7. Q1,8 x 2,8  | k5,8 > 7,8 {Castling}
8. Q2,8 x 1,7  | q4,8 > 0,4
9. Q1,7 > 7,13 + | k7,8 > 8,8
10. Q7,13 x 7,7 + {Queen sacrifice} | k8,8 x 7,7 !!
11. P8,2 > 8,4 ?! | q0,4 > 4,4 # {Bad game from both players}
"""

SHORT = "[White: A] [Black: B] K0,0|k5,5|R9,9 {First.} 9,9>9,5!{[%clk 0:05:00] good}|5,5>6,6|9,5>9,6?!"


def codes(text: str, **options: object) -> list[str]:
    """The codes of what is noted of a text."""
    game, faults, _ = read_game(text.encode(), "icn", "x.icn", options)
    assert isinstance(game, Game)
    return [fault["code"] for fault in faults]


def moves(game: Game) -> str:
    return "|".join(str(node.move) for node in game.mainline())


@pytest.fixture
def game() -> Game:
    return parse(SHORT)


# Reading


def test_the_long_document_of_the_description() -> None:
    game = parse(LONG)
    assert game.errors == []
    assert codes(LONG) == []
    assert (game.ply_count, game.result, game.termination) == (22, "0-1", None)
    assert game.outcome == ("checkmate", 2)
    assert game.end.is_mate
    assert game.at(5).comment == "White captures en passant"
    assert [(node.ply, node.nags) for node in game.mainline() if node.nags] == [(8, [2]), (20, [3]), (21, [6])]
    assert game.at(9).move == Move((2, 7), (1, 8), infinite.Piece.of("Q"))
    castled = game.at(14)
    assert castled.before is not None
    assert castled.before.pieces[8, 8].code == castled.position.pieces[6, 8].code == "r"
    assert repr(game) == "<infinite.Game Tom - Ben, 0-1, 22 half-moves>"


def test_the_parts_of_a_game(game: Game) -> None:
    assert list(game.tags.items()) == [("White", "A"), ("Black", "B")]
    assert (game.result, game.termination, game.ply_count, game.rules) == ("*", None, 3, "doc")
    assert game.start == Position.read("K0,0|k5,5|R9,9")
    assert (game.end.turn, game.end.fullmove) == ("black", 2)
    assert (game.root.comment, game.closing_comments, game.errors, game.outcome) == ("First.", [], [], None)
    assert game.last == game.at(3)


def test_the_parts_of_a_node(game: Game) -> None:
    node = game.at(1)
    assert (str(node.move), node.text, node.ply, node.nags) == ("9,9>9,5", "9,9>9,5", 1, [1])
    assert (node.comment, node.clock, node.emt, node.eval) == ("[%clk 0:05:00] good", 300.0, None, None)
    assert [command.name for command in node.commands] == ["clk"]
    assert node.before == game.start
    assert node.position == game.start.play(Move((9, 9), (9, 5)))
    assert (node.illegal, node.null, node.is_mainline, node.rest) == (False, False, True, None)
    assert (node.parent, node.next, node.children) == (game.root, game.at(2), [game.at(2)])
    assert (node.variations, node.unplayed, node.comments_before) == ([], [], [])
    assert node.game is game
    assert repr(node) == "<infinite.Node 1: 9,9>9,5>"
    assert node.piece == infinite.Piece.of("R")


def test_the_start_is_a_node_without_a_move(game: Game) -> None:
    root = game.root
    assert (root.move, root.text, root.before, root.parent, root.ply, root.piece) == (None, None, None, None, 0, None)
    assert root.position == game.start
    assert game.at(0) == root
    assert repr(root) == "<infinite.Node start>"
    assert game.last.next is None
    assert game.last.children == []


def test_names_match_those_of_other_games() -> None:
    """What has a meaning on boards without edges is called as it is elsewhere."""
    public = {name for name in dir(scoresheet.Game) if not name.startswith("_")}
    of_standard_chess = {"opening", "operations", "repetitions", "fifty_moves", "hashes", "from_end"}
    of_trees = {"node", "lines"}  # ICN has no variations, so a ply is address enough
    of_starts = {"restart"}  # ICN games keep the start that they were read with
    of_engines = {"analyse"}  # marks are for games that engines of many makers can judge
    assert public - of_standard_chess - of_trees - of_starts - of_engines <= set(dir(Game))
    public = {name for name in dir(scoresheet.Node) if not name.startswith("_")}
    # BGN has them, and ICN has no sources and no properties.
    of_documents = {"annotate", "annotations", "properties", "remove_annotations"}
    of_trees = {"counts", "address", "line_name"}
    of_standard_chess = {"repetitions", "fifty_moves", "hashes", "outcome"}
    assert public - set(dir(Node)) == {"san", "arrows", "squares"} | of_documents | of_trees | of_standard_chess


def test_an_illegal_move_ends_the_game() -> None:
    text = "K0,0|k5,5|R9,9\n1. 9,9>9,5 | 5,5 > 9,9 {why} | 0,0>1,1 1-0"
    game = parse(text)
    assert moves(game) == "9,9>9,5"
    assert game.last.rest == "5,5 > 9,9 why | 0,0>1,1 1-0"
    (error,) = game.errors
    assert isinstance(error, MoveError)
    place = (error.code, error.ply, error.line, error.column, error.byte, error.text)
    assert place == ("move-illegal", 2, 2, 14, 28, "5,5 > 9,9")
    assert error.hint
    assert "1. 9,9>9,5 | 5,5 > 9,9" in error.report()
    assert "move 1..." in str(error)
    # Written, the words are a comment; nothing of them becomes a move.
    assert parse(game.to_icn()).at(1).comments_after == ["5,5 > 9,9 why | 0,0>1,1 1-0"]
    with pytest.raises(MoveError, match="king"):
        parse(text, on_error="raise")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3,3>4,4", "there is no piece on"),
        ("5,5>6,6", "is not White's"),
        ("0,0>2,0", "no right to castle"),
        ("0,0>0,1", "attacked"),
        ("9,9>12,9", "is in the way"),
        ("9,9>8,8", "cannot move from"),
        ("9,9>9,10Q", "does not promote"),
    ],
)
def test_reasons_are_given(text: str, words: str) -> None:
    (error,) = parse(f"K0,0|k5,5|R9,9|r50,1|ob11,9 {text}").errors
    assert words in str(error)


def test_the_first_error_counts() -> None:
    game = parse("K0,0|k5,5 0,0>1,1|5,5>9,9|foo")
    assert [(error.code, error.ply) for error in game.errors] == [("move-illegal", 2)]  # type: ignore[attr-defined]
    game = parse("K0,0|k5,5 0,0>1,1|foo|5,5>9,9")
    assert [error.code for error in game.errors] == ["move-syntax"]  # type: ignore[attr-defined]
    assert (moves(game), game.last.rest) == ("0,0>1,1", "foo|5,5>9,9")


def test_arguments_that_turn_out_to_be_wrong_end_the_game() -> None:
    for argument in ("(8|1|2)", "(koth|koth|koth)", "1,2,1,2"):
        game = parse(f"{argument} K0,0|k5,5 0,0>1,1|5,5>6,6")
        assert (len(game.errors), game.ply_count) == (1, 0)
        assert game.root.rest is not None
        assert game.root.rest.endswith("0,0>1,1|5,5>6,6")
    assert parse(parse("(8|1|2) K0,0|k5,5").to_icn()).errors == []


def test_a_game_that_is_over_does_not_continue() -> None:
    game = parse("koth K3,3|k50,50 3,3>4,4|50,50>51,51")
    assert (game.ply_count, game.outcome) == (1, ("koth", 1))
    assert "koth" in str(game.errors[0])
    with pytest.raises(MoveError, match="has already ended"):
        game.add("50,50>51,51")


def test_games_that_are_not_played_are_kept() -> None:
    for head in ("w:b:r K0,0|k5,5|3q9,9", "w:w:b K0,0|k5,5", "K0,0|k5,5|0q9,9", "sillyrule K0,0|k5,5"):
        text = f"{head}\n0,0>1,1{{x}}|77,5>6,6"
        game = parse(text)
        assert moves(game) == "0,0>1,1|77,5>6,6"
        (error,) = game.errors
        assert isinstance(error, ReadError)
        assert (error.code, game.last.rest) == ("unplayable", None)
        assert game.to_icn() == text
        with pytest.raises(ReadError):
            game.add("0,0>1,1")
        with pytest.raises(ReadError):
            _ = game.end
        assert pickle.loads(pickle.dumps(game)) == game
        assert facts(game) == {"plies": 2, "result": None, "mate": False, "stalemate": False}
        # Without moves there is nothing to play.
        assert parse(head).errors == []


def test_classical_has_its_own_start() -> None:
    game = parse('[Variant "Classical"] 5,2>5,4|5,7>5,5')
    assert game.errors == []
    assert (game.start.move_rule, game.start.promotions[1].ranks, len(game.start.rights)) == ((0, 100), (8,), 22)
    assert game == parse(game.to_icn())
    assert "K5,1+" in game.to_icn()
    assert parse("[Variant: Classical] 5/50 (9|1) 5,2>5,4").start.promotions[1].ranks == (9,)
    assert Game().start == game.start
    for text in ("[Variant: Omega] 5,2>5,4", "5,2>5,4"):
        game = parse(text)
        assert [error.code for error in game.errors] == ["icn-position-missing"]  # type: ignore[attr-defined]
        assert (moves(game), len(game.start.pieces)) == ("5,2>5,4", 0)
        with pytest.raises(ReadError, match="cannot play"):
            _ = game.end
    assert parse("[Variant: Omega] w").errors == []


NOTED = "0/100 (8|1) K0,0|k5,50|R9,9|N3,3|P7,7|p30,30"


@pytest.mark.parametrize(
    ("text", "found", "rewritten"),
    [
        (f"{NOTED} R9,9>9,5", [], "1. R9,9 > 9,5"),
        (f"{NOTED} N9,9>9,5", ["move-decoration"], "1. R9,9 > 9,5"),
        (f"{NOTED} r9,9>9,5", ["move-decoration"], "1. R9,9 > 9,5"),
        (f"{NOTED} 9,9x9,5", ["move-decoration"], "1. R9,9 > 9,5"),
        (f"{NOTED} 9,9>9,50+", [], "1. R9,9 > 9,50 +"),
        (f"{NOTED} 9,9>9,5+!", ["move-decoration"], "1. R9,9 > 9,5 !"),
        (f"{NOTED} 9,9>9,50#", ["move-decoration"], "1. R9,9 > 9,50 +"),
        (f"{NOTED} N9,9x9,5#", ["move-decoration"] * 3, "1. R9,9 > 9,5"),
        (f"{NOTED} 7,7>7,8", ["promotion-declined"], "1. P7,7 > 7,8"),
        ("w 7,9 K0,0|k5,50 0,0>1,1", ["en-passant-void"], "1. K0,0 > 1,1"),
        ("w 7,9 K0,0|k5,50", ["en-passant-void"], None),
        ("K0,0|k5,50 0,0>1,1|", ["icn-separator"], "1. K0,0 > 1,1"),
        ("K00,0|k5,50 0,0>-1,-01", ["icn-zero", "icn-zero"], "1. K0,0 > -1,-1"),
        ("101/100 K0,0|k5,50", ["move-rule-passed"], None),
        ("(8;P|1) K0,0|k5,50", ["icn-pawn-promotion"], None),
    ],
)
def test_what_is_odd_is_noted(text: str, found: list[str], rewritten: str | None) -> None:
    assert codes(text) == found
    game = parse(text)
    assert game.errors == []
    written = game.to_icn(style="long").splitlines()[-1]
    assert rewritten is None or written.removesuffix(" ") == rewritten
    # The spelling is kept, as text.
    assert rewritten is None or game.last.text == text.split()[-1].rstrip("+#!|")
    strict = parse(text, strict=True)
    assert [error.code for error in strict.errors] == found  # type: ignore[attr-defined]
    assert moves(strict) == moves(game)
    if found:
        with pytest.raises(ReadError):
            parse(text, strict=True, on_error="raise")


def test_nothing_is_reported_after_the_end() -> None:
    assert codes("K0,0|k5,5 0,0>01,1|9,9>5,6|5,5>05,06|") == ["icn-zero", "move-illegal"]


def test_notes_have_places() -> None:
    _, (fault,), _ = read_game(f"{NOTED}\r\n9,9>9,5 | k5,50>5,51 # {{ü}}".encode(), "icn", "x.icn", {})
    assert (fault["code"], fault["ply"], fault["text"]) == ("move-decoration", 2, "k5,50>5,51")
    assert fault["at"] == len(NOTED) + 2 + len("9,9>9,5 | ")
    assert "not mate" in fault["message"]


def test_modern_is_read_strictly_and_has_its_own_rules() -> None:
    assert parse("w 1 K0,0|k5,5 0,0>1,1", profile="modern").rules == "modern"
    for text in ("K0,0|k5,5 0,0>1,1.5,5>6,6", '{"slideLimit": 7} K0,0|k5,5', "[White: A] K0,0|k5,5"):
        assert parse(text).errors == []
        assert parse(text, profile="modern").errors
    declined = "(8|1) K0,0|k50,50|P7,7 7,7>7,8"
    assert parse(declined).errors == []
    (error,) = parse(declined, rules="modern").errors
    assert "has to promote" in str(error)


def test_texts_without_a_game() -> None:
    for text in ("", "  \n", b"", "\ufeff"):
        with pytest.raises(ReadError) as found:
            parse(text)
        assert found.value.code == "icn-empty"
    assert [error.code for error in parse("1. e4 e5 *").errors] == ["move-syntax"]  # type: ignore[attr-defined]
    two = "K0,0|k5,5 0,0>1,1 1-0 [White: B] K0,0|k5,5"
    assert [error.code for error in parse(two).errors] == ["icn-several"]  # type: ignore[attr-defined]
    wrong: list[dict[str, object]] = [
        {"profile": "x"},
        {"on_error": "skip"},
        {"rules": "fide"},
        {"limits": {"x": 1}},
        {"strict": "x"},
    ]
    for options in wrong:
        with pytest.raises(UsageError, match=r"not a valid value|no limit"):
            parse("K0,0|k5,5", **options)  # type: ignore[arg-type]


def test_bytes_are_text_of_either_encoding() -> None:
    text = "[White: Grünfeld] K0,0|k5,5 0,0>9,9"
    for encoding, byte in (("utf-8", 29), ("cp1252", 28)):
        data = text.encode(encoding)
        assert parse(data).tags["White"] == "Grünfeld"
        _, (fault,), _ = read_game(data, "icn", "x.icn", {})
        assert fault["at"] == byte
    assert parse("\ufeffK0,0|k5,5".encode()).errors == []
    assert parse(b"[White: \x81\x99] K0,0|k5,5").tags["White"] == "\x81™"


def test_json_is_read_by_its_keys() -> None:
    game = parse(LONG)
    for profile in ("doc", "fc", "modern"):
        written = game.to("icn-json", profile=profile)
        assert isinstance(written, str)
        again = parse(written)
        assert again.errors == []
        assert moves(again) == moves(game)
        assert again.start.pieces == game.start.pieces
    assert parse(game.to("icn-json")) == game
    (error,) = parse('{"startingPosition": {"0,0": "kingsW", "5,5": "kingsB"}, "moves": ["0,0>1,1", "5,5>5,5"]}').errors
    assert (error.code, error.ply, error.text) == ("move-illegal", 2, "5,5>5,5")  # type: ignore[attr-defined]
    for text in (
        '{"startingPosition": {"0,0": NaN}}',
        '{"startingPosition": {}, "startingPosition": {}}',
        '{"startingPosition": []}',
        '{"position": {"0,0": "K"}, "turnOrder": 7}',
        '{"startingPosition": ' + '{"a":' * 1000 + "1" + "}" * 1000 + "}",
    ):
        errors = parse(text).errors
        assert len(errors) == 1, text
        assert errors[0].code in ("icn-json", "limit-depth")  # type: ignore[attr-defined]
        assert not read_game(text.encode(), "icn-json", "x", {})[2] or "depth" in errors[0].code  # type: ignore[attr-defined]


# Tags and results


def test_tags_are_a_mapping(game: Game) -> None:
    tags = game.tags
    assert isinstance(tags, scoresheet.Tags)
    tags["Event"] = "E"
    del tags["White"]
    assert dict(tags) == {"Black": "B", "Event": "E"}
    assert tags.pairs() == [("Black", "B"), ("Event", "E")]
    for ask in (lambda: tags["White"], lambda: tags.__delitem__("White")):
        with pytest.raises(KeyError):
            ask()
    game.tags = {"Round": "1"}  # type: ignore[assignment]
    assert parse(game.to_icn()).tags == {"Round": "1"}
    for name in ("", "a]", 'x"', "[", "a\nb", "a:b", " a"):
        with pytest.raises(UsageError, match="cannot be called"):
            tags[name] = "x"
    with pytest.raises(TypeError):
        tags["Round"] = 1  # type: ignore[assignment]


def test_results(game: Game) -> None:
    game.result = "1/2-1/2"
    assert (game.result, game.termination, game.tags["Result"]) == ("1/2-1/2", None, "1/2-1/2")
    marked = parse("[Result: 1-0] K0,0|k5,5 0,0>1,1 0-1")
    assert (marked.result, marked.termination) == ("0-1", "0-1")
    assert marked.errors == []
    marked.result = "*"
    assert (marked.result, marked.termination, marked.tags["Result"]) == ("*", "*", "*")
    marked.termination = None
    marked.tags["Result"] = "won"
    assert marked.result == "*"
    for setting in ("result", "termination"):
        with pytest.raises(UsageError, match="is not a result"):
            setattr(game, setting, "won")


def test_ends() -> None:
    mated = parse(LONG)
    assert facts(mated) == {"plies": 22, "result": "0-1", "mate": True, "stalemate": False}
    # The result in the text may be another.
    mated.tags["Result"] = "1-0"
    assert (mated.result, mated.outcome) == ("1-0", ("checkmate", 2))
    claimed = parse("3/5 K0,0|k50,50 0,0>1,1|50,50>51,51")
    assert (claimed.outcome, claimed.claims) == (None, ["moverule"])
    modern = parse("w 3/5 1 K0,0|k50,50|R9,9 0,0>1,1|50,50>51,51", profile="modern")
    assert modern.outcome == ("moverule", None)


# Editing


def test_moves_are_added() -> None:
    game = Game({"White": "A"}, start="K0,0+|R7,0+|P3,7|k50,50 (8|1)")
    castled = game.add("0,0>2,0")
    assert castled.position.pieces[1, 0].code == "R"
    assert game.add(Move((50, 50), (51, 51)), after=castled).ply == 2
    assert game.last.add(b"P3,7 > 3,8 =Q+ !").text == "3,7>3,8Q"
    assert game.add("0,0>2,0", after=game.root) == castled
    with pytest.raises(UsageError, match="no variations"):
        game.root.add("0,0>1,0")
    for bad in (
        "51,51>60,60",
        "nonsense",
        "",
        "K0,0",
        "1,1>2,2|2,2>3,3",
        "w 51,51>52,52",
        Move((9, 9), (9, 9)),
        b"\xff",
    ):
        with pytest.raises(MoveError):
            game.add(bad)
    with pytest.raises(UsageError, match="another game"):
        Game().add("5,2>5,4", after=castled)
    assert game.ply_count == 3
    assert parse(game.to_icn()) == game


def test_illegal_moves_are_added_on_request() -> None:
    game = Game(start="K0,0|k5,5")
    node = game.add("0,0>99,99", illegal=True)
    assert (node.illegal, node.position.pieces[99, 99].code) == (True, "K")
    assert not game.add("5,5>6,6", illegal=True).illegal
    with pytest.raises(MoveError, match="no piece"):
        game.add("0,0>1,1", illegal=True)
    assert copy.copy(game) == game
    assert parse(game.to_icn()).errors


def test_deleted_nodes_are_of_no_use(game: Game) -> None:
    second, third = game.at(2), game.at(3)
    assert third.position.fullmove == 2
    second.delete()
    assert moves(game) == "9,9>9,5"
    for node in (second, third):
        for ask in (
            lambda n: n.text,
            lambda n: n.position,
            lambda n: n.parent,
            lambda n: n.variations,
            lambda n: n.delete(),
            lambda n: n.add("5,5>6,6"),
        ):
            with pytest.raises(UsageError, match="no longer in its game"):
                ask(node)
        assert repr(node) == "<infinite.Node deleted>"
    with pytest.raises(UsageError, match="start of a game"):
        game.delete(game.root)
    game.add("5,5>5,6")
    assert game.end.pieces[5, 6].code == "k"
    assert game.at(1).position.turn == "black"


def test_comments_and_nags_are_set(game: Game) -> None:
    node = game.at(1)
    node.comments_after = ["a", "b"]
    assert (node.comment, node.comments_after) == ("a b", ["a", "b"])
    node.comment = "new"
    node.nags = [3, "?!", "=", "$5"]
    assert (node.comments_after, node.nags) == (["new"], [3, 6, "=", 5])
    game.root.comment = ""
    assert parse(game.to_icn(style="long")) == game
    node.nags = []
    node.comment = None  # type: ignore[assignment]
    assert (node.nags, node.comments_after) == ([], [])
    for bad in ([7], ["nonsense"], ["+"], [""], ["$300"]):
        with pytest.raises(UsageError, match="has no sign in ICN"):
            node.nags = bad  # type: ignore[assignment]
    with pytest.raises(TypeError):
        node.nags = [None]  # type: ignore[list-item]
    with pytest.raises(UsageError, match="before a move"):
        node.comments_before = ["x"]
    with pytest.raises(UsageError, match="after the result"):
        game.closing_comments = ["x"]
    game.closing_comments = []
    node.comments_before = []


def test_signs_of_fact_stay_when_nags_are_set() -> None:
    game = parse(f"{NOTED} 9,9>9,50+?")
    game.at(1).nags = ["!!"]
    assert game.to_icn(style="long").endswith("1. R9,9 > 9,50 + !!")


def test_commands_are_set(game: Game) -> None:
    node = game.at(1)
    node.clock = 61.25
    node.emt = 2
    node.eval = -35
    assert (node.clock, node.emt, node.eval) == (61.25, 2.0, scoresheet.Evaluation(cp=-35))
    assert node.comment.endswith("good")
    node.clock = node.emt = node.eval = None  # type: ignore[assignment]
    node.set_command("mdl", "64")
    assert [command.name for command in node.commands] == ["mdl"]
    with pytest.raises(UsageError):
        node.set_command("a b", "1")


def test_stripping(game: Game) -> None:
    clean = copy.copy(game)
    clean.strip()
    assert clean.to_icn(style="long").endswith("1. R9,9 > 9,5 + | k5,5 > 6,6\n2. R9,5 > 9,6 +")
    clocks = copy.copy(game)
    clocks.strip(clocks=True)
    assert (clocks.at(1).comment, clocks.at(1).nags, clocks.root.comment) == ("good", [1], "First.")
    rest = parse("K0,0|k5,5 0,0>1,1{x}|9,9>9,9")
    rest.strip(comments=True)
    assert rest.to_icn() == "K0,0|k5,5\n0,0>1,1"


def test_cutting(game: Game) -> None:
    whole = [node.position for node in game.mainline()]
    last = game.at(3)
    game.cut(before=3)
    assert (moves(game), game.start, game.end) == ("9,5>9,6", whole[1], whole[2])
    assert dict(game.tags) == {"White": "A", "Black": "B"}
    with pytest.raises(UsageError, match="no longer"):
        _ = last.text
    assert game.at(1).ply == 1
    assert parse(game.to_icn(style="long")) == game
    game.cut(after=0)
    assert (game.ply_count, game.end) == (0, game.start)
    wrong: list[dict[str, int]] = [{"before": 5}, {"before": 3, "after": 1}, {"after": 9}, {"before": 0}, {"after": -1}]
    for arguments in wrong:
        with pytest.raises(UsageError, match="there are no plies"):
            parse(SHORT).cut(**arguments)


def test_merging(game: Game) -> None:
    game.merge(parse(f"{SHORT}|6,6>7,7{{more}}".replace("good", "bad").replace("5!", "5??")), game)
    assert (game.ply_count, game.at(1).nags, game.at(4).comment) == (4, [1, 4], "more")
    assert len(game.at(1).comments_after) == 2
    for other in ("K0,0|k5,5|R9,9 9,9>9,4", "K0,1|k5,5|R9,9"):
        before = game.to_icn()
        with pytest.raises(UsageError, match="a game of them"):
            game.merge(parse(other))
        assert game.to_icn() == before
    assert game.at(1).promote() is game.at(1).demote() is False


def test_a_walk_survives_what_is_added_but_not_what_is_deleted(game: Game) -> None:
    for node in game.mainline():
        if node.ply == 3:
            game.add("6,6>7,7")
    assert game.ply_count == 4
    assert [node.ply for node in game.walk("post")] == [4, 3, 2, 1]
    walk = game.walk()
    next(walk).delete()
    with pytest.raises(UsageError, match="no longer"):
        next(walk)
    with pytest.raises(UsageError, match="order=sideways"):
        game.walk("sideways")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no ply 7"):
        game.at(7)


# Positions


def test_positions_are_right_everywhere_in_the_tree() -> None:
    game = parse(LONG)
    right = [game.start]
    for node in game.mainline():
        assert node.move is not None
        right.append(right[-1].play(node.move))
    for plies in (range(23), range(22, -1, -1), (7, 3, 20, 3, 0, 22, 9)):
        for ply in plies:
            node = game.at(ply)
            assert node.position == right[ply]
            assert node.before == (right[ply - 1] if ply else None)
            assert list(node.position.pieces) == list(right[ply].pieces)


@pytest.mark.slow
def test_long_games_cost_what_their_moves_cost() -> None:
    words = ["2,1>3,3", "2,8>3,6", "3,3>2,1", "3,6>2,8"] * 1000
    text = "[Variant: Classical] " + "|".join(words)

    def calls(count: int) -> int:
        """How many functions are called to read a game of this many plies and to look at each of its positions."""
        made = 0

        def note(frame: FrameType, event: str, argument: object) -> None:
            nonlocal made
            made += event in ("call", "c_call")

        sys.setprofile(note)
        try:
            game = parse("|".join(text.split("|")[:count]))
            assert game.ply_count == count
            for node in game.mainline():
                assert node.before is not None
                assert node.position.turn != node.before.turn
        finally:
            sys.setprofile(None)
        return made

    calls(40)
    assert calls(800) < 5 * calls(200)


# Values


def test_equality(game: Game) -> None:
    assert game == parse(SHORT)
    assert game == parse("w 1 " + SHORT)
    for change in (("good", "bad"), ("?!", "!?"), ("A]", "C]"), ("9,6", "9,7"), ("K0,0", "K0,0+")):
        assert game != parse(SHORT.replace(*change))
    assert game != "a game"
    assert game.at(1) == game.at(1)
    assert game.at(1) != parse(SHORT).at(1)
    assert len({game.at(1), game.at(1), game.at(2)}) == 2
    with pytest.raises(TypeError):
        hash(game)


def test_copies_are_apart(game: Game) -> None:
    for other in (copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
        assert other.to_icn(style="long") == game.to_icn(style="long")
        other.at(1).comment = "changed"
        other.tags["White"] = "changed"
        other.delete(other.at(2))
        assert game == parse(SHORT)
    broken = parse("K0,0|k5,5 0,0>9,9")
    assert broken.errors
    for other in (copy.copy(broken), pickle.loads(pickle.dumps(broken))):
        assert [error.report() for error in other.errors] == [error.report() for error in broken.errors]


class Mine(Game):
    """A game of another class."""


def test_games_can_be_subclassed() -> None:
    mine = Mine({"White": "A"})
    mine.add("5,2>5,4")
    for other in (copy.copy(mine), pickle.loads(pickle.dumps(mine))):
        assert type(other) is Mine
        assert other == mine


# Documents


def test_documents_come_back_unchanged() -> None:
    for text in (
        LONG,
        SHORT,
        "K0,0|k5,5",
        "w 1 K0,0|k5,5",
        'b 3,4 5/100 9 (8,9;q|-1) (koth|checkmate) {"a": [1, {"b": null}]} K0,0|k5,5+ 5,5>6,6{x}{y}|0,0>1,1!?=',
        "w:b 0/100 1 1,8,_,8 Squares:1,2 Rays:1,2>0,1 K1,1|k5,5 1,1>1,2",
    ):
        document = read_document(text).document
        assert Game.of(document).document() == document


def test_a_document_that_cannot_be_played() -> None:
    head = read_document("K0,0|k5,5").document
    document = Document(pieces=head.pieces, moves=[MoveText((0, 0), (9, 9), comments=("x",)), MoveText((5, 5), (6, 6))])
    game = Game.of(document)
    assert [error.code for error in game.errors] == ["move-illegal"]  # type: ignore[attr-defined]
    assert (game.ply_count, game.root.rest) == (0, "0,0>9,9 x 5,5>6,6")


# Formats


def test_formats_and_their_losses(game: Game) -> None:
    assert game.to("icn") == game.to_icn() + "\n"
    assert game.to("icn", profile="modern", style="long") == game.to_icn("modern", "long") + "\n"
    assert [(loss.kind, loss.count) for loss in game.losses("icn")] == [("signs", 2)]
    assert game.losses("icn", style="long") == []
    with pytest.raises(LossError, match="2 signs"):
        game.to("icn", strict=True)
    assert parse(game.to("icn", style="long", strict=True)) == game
    assert [loss.kind for loss in game.losses("icn-json", profile="fc")] == ["comment", "signs"]
    assert game.to_json("fc")["moves"] == moves(game).split("|")
    for options in ({"nonsense": 1}, {"style": "wide"}, {"profile": "x"}):
        with pytest.raises(UsageError):
            game.to("icn", **options)
    with pytest.raises(UsageError, match="no option `style`"):
        game.to("icn-json", style="long")
    for fmt in ("pgn", "nonsense"):
        with pytest.raises(UsageError, match=r"usual chess|no format"):
            game.to(fmt)
        with pytest.raises(UsageError):
            game.losses(fmt)


def test_a_limit_that_the_border_sets_is_not_a_loss() -> None:
    text = '{"worldBorder": "1,8,1,8", "slideLimit": 7} K1,1|k8,8'
    assert parse(text).to_icn("modern") == "w 1 1,8,1,8 K1,1|k8,8"
    assert parse(text).losses("icn", profile="modern") == []
    assert [loss.kind for loss in parse(text.replace("7", "6")).losses("icn", profile="modern")] == ["extras"]


# What the native part reads


def test_reading_for_others() -> None:
    game, faults, _ = read_game(SHORT.encode(), "icn", "x.icn", {"profile": None, "limits": {"digits": 5}})
    assert (game, faults) == (parse(SHORT), [])
    assert facts(game) == {"plies": 3, "result": None, "mate": False, "stalemate": False}
    game, faults, _ = read_game(b"K0,0|k5,123456", "icn", "x.icn", {"limits": {"digits": 5}})
    assert [fault["code"] for fault in faults] == ["limit-digits"]
    for data, kind in ((b"", "icn"), (b"[]", "icn-json")):
        game, faults, is_game = read_game(data, kind, "x", {})  # type: ignore[arg-type]
        assert (is_game, game.ply_count, [error.code for error in game.errors]) == (False, 0, [faults[0]["code"]])
    _, faults, _ = read_game(b"K0,0|k5,5", "icn", "x.icn", {"limits": {"game": 4}})
    assert [fault["code"] for fault in faults] == ["limit-game"]


def test_writing_for_others(game: Game) -> None:
    assert write_game(game, "icn", {"style": "compact"}) == (game.to_icn() + "\n", [("signs", 2, "")])
    text, lost = write_game(game, "icn-json", {"profile": "modern"})
    assert (parse(text).ply_count, lost) == (3, [])
    unfit = "this game cannot be converted to usual chess: a piece is on `0,0`, off its board"
    assert to_native(game) == (None, [("unplayed-game", 1, unfit)])
    other, lost = from_native(scoresheet.parse('[Variant "Dice chess"] 1. e4 *'))
    assert other is None
    assert [(kind, count) for kind, count, _ in lost] == [("unplayed-game", 1)]
    assert "Dice chess" in lost[0][2]


# Hostile texts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("K0,0|k5,5 0,0>" + "9" * 1_000_000 + ",1", "limit-digits"),
        ("K0,0|k" + "9" * 1_000_000 + ",1", "limit-digits"),
        ("{" * 100_000, "icn-extras"),
        ('{"a":' * 100_000, "limit-depth"),
        ("K0,0|k5,5 {" + "{" * 100_000, "comment-unclosed"),
        ("K0,0|k5,5 \ud800", "icn-syntax"),
        ("K0,0|k5,5 \x00", "icn-syntax"),
        ("K٣,0|k5,5", "icn-piece"),
        ("K0,0|k5,5 1,1>2,2", "move-illegal"),
        ("K0,0|k5,5 " + "0,0>1,1|" * 50_000, "move-illegal"),
        ('{"startingPosition": {"0,0": "kingsW"}, "fullMove": 1e999}', "icn-json"),
    ],
    ids=lambda value: str(value)[:24],
)
def test_hostile_texts(text: str, code: str) -> None:
    game = parse(text)
    found = [error.code for error in game.errors]  # type: ignore[attr-defined]
    assert len(found) == 1
    assert found[0].split("-")[0] == code.split("-")[0], found
    assert isinstance(str(game.errors[0]) + game.errors[0].report() + repr(game), str)  # type: ignore[attr-defined]
    assert pickle.loads(pickle.dumps(game)) == game
    game.to_icn()


@pytest.mark.slow
@pytest.mark.timeout(120)
def test_many_notes() -> None:
    """Nothing is searched again for each of very many places: that would exceed the time limit of a test."""
    text = "K-99,0|" + "|".join(f"n{x:07},1" for x in range(60_000)) + " {ü} -99,0>-98,0"
    _, faults, _ = read_game(text.encode(), "icn", "x.icn", {})
    assert len(faults) == 60_000
    assert faults[0]["at"] == len("K-99,0|n")
    assert len(parse(text, strict=True).errors) == 1000


@pytest.mark.slow
def test_many_pieces() -> None:
    pieces = "|".join(f"{'Nn'[x % 2]}{x},{y}" for x in range(0, 1000, 2) for y in range(200))
    game = parse(f"K-9,0|k-99,0|{pieces} -9,0>-8,0|-99,0>-98,0")
    assert game.errors == []
    assert (len(game.end.pieces), game.end.pieces[-8, 0].code) == (100_002, "K")


@given(st.text(alphabet='KkQqPp0123456789,>|x+=#!?{}[]()/: .w\n"-ab', max_size=60))
def test_whatever_is_typed_makes_a_game_or_an_error_of_ours(text: str) -> None:
    for start in ("", "K0,0|k5,5|P3,7 (8|1) "):
        try:
            game = parse(start + text)
        except ReadError:
            assert not start
            continue
        assert copy.copy(game) == game
        assert all(isinstance(error, ReadError) for error in game.errors)
        for style in ("compact", "long"):
            game.to_icn(style=style)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("1,8,1,8 K0,0|k5,5 0,0>1,1", ["icn-outside"]),
        ("1,8,1,8 K0,0|k5,5", ["icn-outside"]),
        ("w 4,6 P5,5|K1,1|k9,9|p4,x 5,5>4,6", ["icn-piece"]),
        ("w 4,6 P5,5|K1,1|k9,9 5,5>5,6", ["en-passant-void"]),
    ],
)
def test_the_rules_do_not_judge_a_position_that_was_not_read_to_its_end(text: str, codes: list[str]) -> None:
    reading = read_text(EncodedText(text))
    assert [fault.code for fault in (*reading.errors, *reading.notes)] == codes


# The errors for other types


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (
            "1,8,1,8 K5,1|k5,9",
            "cannot put a piece on `5,9`: it is outside the border",
            "game 1, line 1, column 14, byte 13",
        ),
        (
            "(8;|1) K5,1|k5,8",
            "cannot read the promotion `8;`: no code follows `;`",
            "game 1, line 1, column 3, byte 2",
        ),
        (
            "K5,1|k5,8 5,1>5,2 1-0 5,8>5,7",
            "cannot read `5,8>5,7`: the result ends the moves",
            "game 1, line 1, column 23, byte 22",
        ),
        (
            "K5,1|k5,8 5,1>5,2 | foo",
            "cannot read the move `foo`: a move is two squares with `>` or `x` between them",
            "game 1, move 1..., line 1, column 21, byte 20",
        ),
    ],
)
def test_faults_are_reported_once_with_their_place(text: str, message: str, place: str) -> None:
    _, faults, _ = read_game(text.encode(), "icn", "", {})
    assert len(faults) == 1
    assert str(parse(text).errors[0]) == f"{message} ({place})"


def test_moves_that_are_not_from_a_file_have_no_hint_for_files() -> None:
    position = Position.read("K0,0|k5,5|R9,9")
    for act in (
        lambda: position.play(Move((9, 9), (8, 8))),
        lambda: Game(start=position).add("5,5>5,6"),
        lambda: Game(start=position).add("foo"),
    ):
        with pytest.raises(MoveError) as raised:
            act()
        assert raised.value.hint is None
        assert raised.value.line is None


def test_wrong_types_are_reported() -> None:
    position = Position.read("(8|1) K0,0|k5,5|P4,7")
    for act in (
        lambda: parse(3),  # type: ignore[arg-type]
        lambda: position.play(3),  # type: ignore[arg-type]
        lambda: Game().add(3),  # type: ignore[arg-type]
        lambda: position.play(Move((4, 7), (4, 8), "Q")),  # type: ignore[arg-type]
        lambda: Position("K0,0|k5,5"),  # type: ignore[arg-type]
        lambda: Position({(0, 0): "K"}),  # type: ignore[dict-item]
    ):
        with pytest.raises(TypeError):
            act()


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ('{"startingPosition": {"5,1":"kingsW","5,8":"kingsB"}, "moves": ["5,1>5,3"]}', "5,1>5,3", 66),
        ('{"startingPosition": {"5,1":"kingsW","5,8":"foo"}}', "5,8", 39),
        ('{"startingPosition": {"5,1":"kingsW"}, "turn":"red"}', "turn", 41),
        ('{"startingPosition": {"5,1":"kingsW"}, "specialRights": {"5,1": true, "x": 5}}', "x", 72),
    ],
)
def test_faults_of_json_are_at_their_words(text: str, words: str, column: int) -> None:
    error = parse(text).errors[0]
    assert (error.text, error.line, error.column) == (words, 1, column)


def test_variants_with_the_usual_pieces_need_no_list() -> None:
    classical, chess = (infinite.parse(f"[Variant: {name}] 5,2>5,4|5,7>5,5") for name in ("Classical", "Chess"))
    assert (classical.ply_count, chess.ply_count, classical.start.border) == (2, 2, None)
    assert chess.start.border == (1, 8, 1, 8)
    assert chess.start.pieces == classical.start.pieces
    assert [error.code for error in infinite.parse("[Variant: Chess] 1,2>1,4|1,7>1,5|1,1>1,3|8,8>9,8").errors] == [
        "move-illegal"
    ]
    unknown = infinite.parse("[Variant: Obstocean] 5,2>5,4")
    assert [error.code for error in unknown.errors] == ["icn-position-missing"]
    assert "does not list the pieces of the variant `Obstocean`" in str(unknown.errors[0])
