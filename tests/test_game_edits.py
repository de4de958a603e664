"""Edits of a page: made in Python, they give the game that a plain tree of moves gives, and the text of that game."""

from __future__ import annotations

import random
from typing import Any

import pytest

import scoresheet
from levels import rounds
from scoresheet import Game, Node
from scoresheet.viewer.errors import Refused
from scoresheet.viewer.game_edits import with_edits

MOST_NODES = 40


class Plain:
    """A move with those that follow it, the preferred one first."""

    def __init__(self, parent: Plain | None, move: str) -> None:
        self.parent, self.move, self.after = parent, move, list[Plain]()

    def first_of_variation(self) -> Plain | None:
        at = self
        while at.parent is not None and at.parent.after[0] is at:
            at = at.parent
        return at if at.parent is not None else None

    def add(self, move: str) -> Plain:
        self.after.append(Plain(self, move))
        return self.after[-1]

    def promote(self) -> None:
        first = self.first_of_variation()
        if first is not None and first.parent is not None:
            row = first.parent.after
            place = row.index(first)
            row[place - 1 : place + 1] = [first, row[place - 1]]

    def mainline(self) -> None:
        at = self
        while at.parent is not None:
            at.parent.after.remove(at)
            at.parent.after.insert(0, at)
            at = at.parent

    def delete(self) -> None:
        assert self.parent is not None
        self.parent.after.remove(self)

    def gone(self) -> bool:
        at = self
        while at.parent is not None:
            if at not in at.parent.after:
                return True
            at = at.parent
        return False


def random_game(rng: random.Random) -> tuple[Game, list[Plain]]:
    """A game with variations, and its moves in the order of `Game.walk`."""
    game = Game()
    for _ in range(MOST_NODES):
        node = rng.choice([game.root, *game.walk()][-12:])
        node.add(rng.choice(list(node.position.legal_moves)))
    places: dict[Node, Plain] = {game.root: Plain(None, "")}
    for node in game.walk():
        assert node.parent is not None
        places[node] = places[node.parent].add(str(node.move))
    return game, list(places.values())


def random_edit(rng: random.Random, game: Game, nodes: list[Plain]) -> dict[str, Any]:
    """An edit that is possible after the edits before it; the plain tree has it, too."""
    kind = rng.choice(["add", "promote", "mainline", "promote", "delete"])
    number = rng.choice([each for each, node in enumerate(nodes) if each and not node.gone()] or [0])
    if kind == "add" or not number:
        return {"edit": "add", "parent": number, **added(rng, game, nodes, number)}
    {"promote": Plain.promote, "mainline": Plain.mainline, "delete": Plain.delete}[kind](nodes[number])
    return {"edit": kind, "node": number}


def added(rng: random.Random, game: Game, nodes: list[Plain], number: int) -> dict[str, str]:
    position, moves, at = game.start, list[str](), nodes[number]
    while at.parent is not None:
        moves.append(at.move)
        at = at.parent
    for move in reversed(moves):
        position = position.play(position.parse(move, "uci"))
    known = {each.move for each in nodes[number].after}
    move = rng.choice([text for text in map(str, position.legal_moves) if text not in known])
    nodes.append(nodes[number].add(move))
    return {"uci": move}


def shape_of_game(node: Node) -> list[Any]:
    return [(str(each.move), shape_of_game(each)) for each in node.children]


def shape(plain: Plain) -> list[Any]:
    return [(each.move, shape(each)) for each in plain.after]


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_random_edits_give_the_same_game_as_a_plain_tree(seed: int) -> None:
    rng = random.Random(seed)
    game, nodes = random_game(rng)
    before = game.to("pgn")
    edits = [random_edit(rng, game, nodes) for _ in range(30)]
    changed = with_edits(game, edits)
    assert isinstance(changed, Game)
    assert shape_of_game(changed.root) == shape(nodes[0])
    assert game.to("pgn") == before
    assert shape_of_game(scoresheet.parse(str(changed.to("pgn"))).root) == shape(nodes[0])


def test_comments_and_nags_stay_with_their_moves() -> None:
    game = scoresheet.parse("1. e4 {king} (1. d4 $1 {queen} d5) e5 $2 *")
    changed = with_edits(game, [{"edit": "mainline", "node": 3}])
    assert changed.to("pgn").strip() == "1. d4 $1 {queen} (1. e4 {king} 1... e5 $2) 1... d5 *"


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "promote"},
        {"edit": "promote", "node": 9},
        {"edit": "delete", "node": -1},
        {"edit": "mainline", "node": True},
        {"edit": "mainline", "node": "1"},
        {"edit": "rename", "node": 1},
        {"edit": ["add"]},
        {"edit": "add", "parent": 0},
        None,
    ],
)
def test_edits_that_make_no_sense_are_refused(edit: object) -> None:
    with pytest.raises(Refused, match=r"edit|move"):
        with_edits(scoresheet.parse("1. e4 e5 *"), [edit])


def test_what_was_deleted_cannot_be_edited() -> None:
    game = scoresheet.parse("1. e4 e5 2. Nf3 *")
    with pytest.raises(scoresheet.UsageError, match="no longer in its game"):
        with_edits(game, [{"edit": "delete", "node": 2}, {"edit": "promote", "node": 3}])
    with pytest.raises(scoresheet.UsageError, match="the start of a game cannot be deleted"):
        with_edits(game, [{"edit": "delete", "node": 0}])


def test_there_are_not_too_many_edits() -> None:
    with pytest.raises(Refused, match="2,000"):
        with_edits(scoresheet.parse("1. e4 *"), [{"edit": "promote", "node": 1}] * 2001)


NOTED = '[White "A"]\n\n{start} 1. e4 $2 {[%clk 0:01:00] old} {more} e5 ({why} 1... c5) 2. Nf3 1-0'


def test_annotations_equal_those_made_in_python() -> None:
    edits = [
        {"edit": "comment", "node": 1, "text": " new\ntext "},
        {"edit": "before", "node": 3, "text": "because"},
        {"edit": "nags", "node": 2, "nags": ["$1", "$14"]},
        {"edit": "marks", "node": 0, "arrows": [[12, 28, "G"]], "squares": [[28, "R"]]},
        {"edit": "tags", "tags": [["White", None], ["Event", "Club"]]},
        {"edit": "result", "result": "0-1"},
    ]
    game, wanted = scoresheet.parse(NOTED), scoresheet.parse(NOTED)
    wanted.at(1).comments_after = ["[%clk 0:01:00] new text"]
    wanted.at(2).variations[0].comments_before = ["because"]
    wanted.at(2).nags = ["!", 14]
    wanted.root.arrows, wanted.root.squares = "Ge2e4", "Re4"
    del wanted.tags["White"]
    wanted.tags["Event"], wanted.result = "Club", "0-1"
    assert [node.san for node in game.walk()][2] == "c5"
    assert with_edits(game, edits).to("pgn") == wanted.to("pgn")
    assert game.to("pgn") == scoresheet.parse(NOTED).to("pgn")


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"edit": "comment", "node": 1}, "text of a comment"),
        ({"edit": "comment", "node": 1, "text": "[%eval 1]"}, "cannot hold"),
        ({"edit": "comment", "node": 1, "text": "\ud800"}, "surrogate"),
        ({"edit": "before", "node": 0, "text": "x"}, "no move"),
        ({"edit": "nags", "node": 1, "nags": "!"}, "NAGs"),
        ({"edit": "nags", "node": 1, "nags": ["x"]}, "not a NAG"),
        ({"edit": "marks", "node": 1, "arrows": [[64, 0, "G"]], "squares": []}, "lists of squares"),
        ({"edit": "marks", "node": 1, "arrows": [[6, 0, "X"]], "squares": []}, "colour"),
        ({"edit": "marks", "node": 1}, "lists of squares"),
        ({"edit": "tags"}, "pairs"),
        ({"edit": "tags", "tags": [["FEN", "x"]]}, "cannot be set"),
        ({"edit": "tags", "tags": [["a b", "x"]]}, "cannot be called"),
        ({"edit": "tags", "tags": [["Event", 1]]}, "not text"),
        ({"edit": "result", "result": "2-0"}, "not a result"),
    ],
)
def test_annotations_that_make_no_sense_are_refused(edit: dict[str, Any], message: str) -> None:
    with pytest.raises((Refused, scoresheet.UsageError), match=message):
        with_edits(scoresheet.parse("1. e4 e5 *"), [edit])


def test_an_opinion_replaces_only_that_of_its_source() -> None:
    game = scoresheet.parse("1. e4 {[%clk 0:01:00] book} e5 *")
    game.at(1).annotate("Ann", nag=1, comment="best", alt="1. d4", date="2022-03-04", q=0.5)
    game.at(1).annotate("Ann", q=0.75)
    edit = {
        "edit": "opinion",
        "node": 1,
        "source": " Ann ",
        "date": "2026-11-29",
        "nags": ["$5", "$16"],
        "text": "a  b",
    }
    found = with_edits(game, [edit]).at(1)
    told = [(one.source, one.nag, one.comment, str(one.date), one.q) for one in found.annotations]
    assert told == [
        ("pgn", None, "book", "None", None),
        ("Ann", None, None, "2022-03-04", 0.5),
        ("Ann", 5, None, "2026-11-29", 0.75),
        ("Ann", 16, "a b", "2026-11-29", None),
    ]
    assert (found.annotations[1].alt is not None, found.clock) == (True, 60)
    nothing = {"edit": "opinion", "node": 1, "source": "", "date": None, "nags": [], "text": ""}
    changed = with_edits(game, [nothing]).at(1)
    assert [one.source for one in changed.annotations] == ["Ann", "Ann"]
    assert changed.clock == 60
    named = scoresheet.parse('[Annotator "Ann"] 1. e4 {x} *')
    plain = with_edits(named, [{**nothing, "source": "Ann", "text": "y"}])
    assert (plain.at(1).comments_after, plain.losses("pgn")) == (["y"], [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": None}, {"source": "x" * 201}, {"source": "\ud800"}, {"date": 1}, {"date": "yesterday"},
        {"nags": None}, {"nags": [1]}, {"text": None}, {"text": "[%clk 1]"}, {"nags": [""]},
    ],
    ids=str,
)  # fmt: skip
def test_opinions_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    edit = {"edit": "opinion", "node": 1, "source": "Ann", "date": None, "nags": [], "text": "x", **wrong}
    with pytest.raises((Refused, scoresheet.ScoresheetError)):
        with_edits(scoresheet.parse("1. e4 *"), [edit])


def test_another_start_keeps_the_moves_that_are_legal_from_it() -> None:
    game = scoresheet.parse("1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *")
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"
    edits = [{"edit": "start", "fen": start, "rules": "standard"}, {"edit": "comment", "node": 3, "text": "kept"}]
    found = with_edits(game, edits)
    assert [(node.san, node.comment) for node in found.walk()] == [("e4", "good"), ("e5", ""), ("c5", "kept")]
    assert (found.start.fen(), found.tags["FEN"], found.tags["SetUp"]) == (start, start, "1")
    assert scoresheet.parse(str(found.to("pgn"))) == found
    back = with_edits(found, [{"edit": "start", "fen": None, "rules": None}])
    assert ("FEN" in back.tags, back.start) == (False, scoresheet.Position())
    atomic = with_edits(game, [{"edit": "start", "fen": "", "rules": "atomic"}])
    assert (atomic.start.variant, atomic.tags["Variant"], atomic.ply_count) == ("atomic", "Atomic", 4)
    with pytest.raises(scoresheet.FenError):
        with_edits(game, [{"edit": "start", "fen": "8/8", "rules": None}])
    with pytest.raises(Refused):
        with_edits(game, [{"edit": "start", "fen": 1}])
    with pytest.raises(scoresheet.UsageError):
        with_edits(game, [edits[0], {"edit": "comment", "node": 5, "text": "deleted"}])


def test_moves_of_random_games_stay_as_far_as_they_are_legal() -> None:
    """Compared with playing the moves again, one at a time."""
    rng = random.Random(5)
    for _ in range(rounds(10)):
        game, _nodes = random_game(rng)
        start = rng.choice([node.position for node in game.walk()])
        wanted = scoresheet.Game(fen=start.fen())
        places: dict[Node, Node] = {game.root: wanted.root}
        for node in game.walk():
            assert node.parent is not None
            before = places.get(node.parent)
            if before is not None and str(node.move) in set(map(str, before.position.legal_moves)):
                places[node] = before.add(str(node.move), notation="uci")
        changed = with_edits(game, [{"edit": "start", "fen": start.fen(), "rules": None}])
        assert isinstance(changed, Game)
        assert shape_of_game(changed.root) == shape_of_game(wanted.root)
