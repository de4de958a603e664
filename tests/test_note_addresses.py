"""Addresses of moves, and annotations of moves in lines."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import scoresheet
from deep_lines import deep
from scoresheet import Game, Node
from scoresheet._note_places import appended, place_of
from scoresheet.annotating import annotate, annotation, formats
from scoresheet.cli.group import command as main

LINES = """[Annotator "Hoover"]

1. e4 e5 (1... c5 2. Nf3 {open} (2. c3 d5 (2... Nf6 3. e5) 3. exd5) 2... d6) ({French} 1... e6 2. d4 $1) 2. Nf3 *
"""


def grown(seed: int) -> Game:
    """A game with lines in lines, and annotations here and there."""
    chance = random.Random(seed)
    game = Game()
    nodes = [game.root]
    for _ in range(60):
        # Often at the last move, so that lines become long.
        after = nodes[-1] if chance.random() < 0.6 else chance.choice(nodes)
        moves = after.position.legal_moves
        if not moves:
            continue
        known = {node.move for node in after.children}
        move = chance.choice(sorted(moves, key=lambda move: move.uci()))
        if move in known:
            continue
        node = after.add(move)
        nodes.append(node)
        if chance.random() < 0.2:
            node.comment = f"said {len(nodes)}"
        if chance.random() < 0.2:
            node.nags = [chance.randrange(256)]
        if chance.random() < 0.1:
            node.clock = chance.randrange(100)
    return game


def followed(game: Game, address: str) -> Node:
    """The node with an address, found with only the properties of nodes."""
    ply, *lines = map(int, address.split("."))
    at = game.root
    for _ in range(ply):
        assert at.next is not None
        at = at.next
    for line, move in zip(lines[::2], lines[1::2], strict=True):
        at = at.variations[line - 1]
        for _ in range(move - 1):
            assert at.next is not None
            at = at.next
    return at


@pytest.mark.parametrize("seed", range(25))
def test_the_address_of_each_node_leads_to_it(seed: int) -> None:
    game = grown(seed)
    addresses = []
    for node in [game.root, *game.walk()]:
        address = node.address
        numbers = [int(part) for part in address.split(".")]
        assert followed(game, address) == node
        assert game.node(address) == game.node(numbers) == game.node(tuple(numbers)) == game.node(node) == node
        assert (len(numbers) == 1) == node.is_mainline
        if node.is_mainline:
            assert game.node(node.ply) == node
            assert numbers == [node.ply]
        else:
            # The n-th move of a line on a ply has the ply of that move and n - 1 more.
            assert node.ply == numbers[0] + sum(number - 1 for number in numbers[2::2])
        addresses.append(address)
    assert len(set(addresses)) == len(addresses)
    assert any(len(address.split(".")) > 3 for address in addresses)
    # In documents, the same address leads to the same move.
    document = json.loads(game.to("bgnl"))
    for node in game.walk():
        held, move = place_of(document, node).value, node.move
        assert move is not None
        assert (held["f"], held["t"]) == (move.uci()[:2], move.uci()[2:4])


@pytest.mark.parametrize("seed", range(25))
def test_an_annotation_at_an_address_changes_nothing_else(seed: int) -> None:
    game = grown(seed)
    chance = random.Random(seed)
    node = chance.choice(list(game.walk()))
    before = {each.address: each.annotations for each in [game.root, *game.walk()]}
    document = json.loads(game.to("bgnl"))
    note = annotation(game, node.address, "AA2", nag=4, comment="Said.", date="2022-03-04")
    assert note == {"id": "AA2", "date": "2022-03-04", "nag": 4, "comment": "Said."}
    node.annotate("AA2", nag=4, comment="Said.", date="2022-03-04")
    for form in formats():
        again = game if form == "archive" else scoresheet.parse(game.to(form), from_=form)  # type: ignore[call-overload]
        after = {each.address: each.annotations for each in [again.root, *again.walk()]}
        assert after.keys() == before.keys()
        for address, notes in after.items():
            said = [one[:3] + one[4:] for one in notes]
            known = [one[:3] + one[4:] for one in before[address]]
            assert said[: len(known)] == known
            assert [one.source for one in notes[len(known) :]] == (["AA2"] if address == node.address else [])
    # The document differs by that annotation and by its source.
    changed = json.loads(game.to("bgnl"))
    place_of(document, node).value.setdefault("a", []).append(note)
    document["bgn"].setdefault("sources", []).append({"id": "AA2"})
    assert document == changed


@pytest.mark.parametrize(
    ("address", "message", "hint"),
    [
        ("2.0.1", "there is no line 0 on the move `2`", "it has 2 lines, numbered from 1"),
        ("2.9.1", "there is no line 9 on the move `2`", "it has 2 lines, numbered from 1"),
        ("1.1.1", "there is no line 1 on the move `1`", "it has no lines"),
        ("0.1.1", "there is no line 1 on the move `0`", "it has no lines"),
        ("2.1.2.2.1", "there is no line 2 on the move `2.1.2`", "it has one line, number 1"),
        ("2.1", "`2.1` is not the address of a move", "`12.1.3`"),
        ("2.1.99", "there is no move 99 in the line `2.1`", "it has 3 moves, numbered from 1"),
        ("2.1.0", "there is no move 0 in the line `2.1`", "it has 3 moves, numbered from 1"),
        ("2.1.1.1.1", "the first move of a line has no lines", "the lines on the move `2`"),
        ("99", "there is no ply 99 in the mainline", "it has 3"),
        ("99999999999.1.1", "there is no ply 99999999999", "it has 3"),
        ("a", "`a` is not the address", "write a ply"),
        ("", "`` is not the address", "write a ply"),
        ("-1", "`-1` is not the address", "write a ply"),
        ("2..1", "`2..1` is not the address", "write a ply"),
        ("2.1.1.", "`2.1.1.` is not the address", "write a ply"),
        ("٢", "is not the address", "write a ply"),
    ],
)
def test_wrong_addresses_are_refused(address: str, message: str, hint: str, tmp_path: Path) -> None:
    game = scoresheet.parse(LINES)
    for call in (lambda: game.node(address), lambda: annotation(game, address, "AA2", nag=1)):
        with pytest.raises(scoresheet.UsageError) as caught:
            call()
        assert message in str(caught.value)
        assert hint in str(caught.value.hint)
    path = tmp_path / "a.bgnl"
    path.write_text(game.to("bgnl"))
    done = CliRunner().invoke(
        main, ["annotate", str(path), "--game", "1", "--ply", address, "--source", "x", "--nag", "1"]
    )
    assert done.exit_code == 2
    assert path.read_text() == game.to("bgnl")


def test_invalid_addresses_are_refused() -> None:
    game = scoresheet.parse(LINES)
    for wrong in (-1, [2, -1, 1], [], [2, 1], 2**70):
        with pytest.raises(scoresheet.UsageError):
            game.node(wrong)
    others: list[Any] = [None, 2.5, ["2"], [[2]], object()]
    for other in others:
        with pytest.raises(TypeError, match="expected a ply, an address such as"):
            game.node(other)
    with pytest.raises(scoresheet.UsageError, match="another game"):
        game.node(scoresheet.parse(LINES).at(1))


@pytest.mark.parametrize("form", formats())
def test_moves_in_lines_of_files_are_annotated(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"games.{form}"
    game = scoresheet.parse(LINES)
    scoresheet.write([game, game], path, to=form)  # type: ignore[arg-type]
    annotate(path, 2, "2.1.2.1.2", "AA2", comment="Deep.", alt="2... e6 3. d4", alt_name="Quiet")
    words = [
        "annotate",
        str(path),
        "--game",
        "2",
        "--ply",
        "2.2.2",
        "--source",
        "AA3",
        "--alt",
        "2. d3 {solid} (2. f4)",
    ]
    # The first move of a line has no alternatives itself.
    assert CliRunner().invoke(main, words).exit_code == 2
    words[-1] = "2. d3 {solid} d5 $1 (2... c5 {sharp})"
    done = CliRunner().invoke(main, [*words, "--alt-name", "KIA"])
    assert done.exit_code == 0, done.output
    first, second = scoresheet.read(str(path))
    assert first == game
    node = second.node("2.1.2.1.2")
    assert (node.san, [one[:3] for one in node.annotations][-1]) == ("d5", ("AA2", None, "Deep."))
    line = node.annotations[-1].alt
    assert line is not None
    assert (line.san, line.line_name, line.address) == ("e6", "Quiet", "2.1.2.1.2.2.1")
    line = second.node("2.2.2").annotations[-1].alt
    assert line is not None
    assert line.line_name == "KIA"
    said = [(each.address, one[:3]) for each in second.walk() for one in each.annotations if one.source == "AA3"]
    assert said == [
        ("2.2.2", ("AA3", None, None)),
        ("2.2.2.1.1", ("AA3", None, "solid")),
        ("2.2.2.1.2", ("AA3", 1, None)),
        ("2.2.2.1.2.1.1", ("AA3", None, "sharp")),
    ]


@pytest.mark.parametrize(
    "alt",
    [
        "1... c5",
        "1... c5 2. Nf3",
        "c7c5 g1f3",
        "1...c5 2.Nf3!? d6 $13 {well}",
        "{before} 1... c5 {after}",
        "{one} {two} 1... c5",
        "$7 1... c5",
        "1... c5 {a} {b} $1 {c}",
        "1... c5 2. Nf3 (2. c3) {behind} (2. d4 {x} cxd4 (2... e6 {y})) d6",
        "1... c5 {[%clk 0:01:00]} 2. Nf3 {[%eval 0.3] good}",
        "1... c5 {[%clk 0:01:00]} 2. Nf3 {[%eval 0.3]} (2. c3 {[%eval 0.1]} d5) d6",
        "1... c5 {} 2. Nf3",
        "1... c5 2. Nf3 () d6",
        "1... c5 2. Nf3 ({nothing}) d6",
        "1... c5 2. Nf3 ({first} {second} 2. c3 $2) ($3 2. d4) d6 ; to the end",
        "1... c5 2. -- d6",
    ],
)
@pytest.mark.parametrize("who", ["AA2", "Hoover"])
def test_the_content_of_a_line_belongs_to_its_source(alt: str, who: str) -> None:
    game = scoresheet.parse('[Annotator "Hoover"]\n\n1. e4 {good} e5 {bad} 2. Nf3 *')
    plain = scoresheet.parse(f'[Annotator "Hoover"]\n\n1. e4 e5 ({alt}\n) 2. Nf3 *')
    game.at(2).annotate(who, alt=alt, alt_name="A line")
    line, wanted = game.at(2).variations[0], plain.at(2).variations[0]
    assert line.line_name == "A line"
    pairs = list(zip(game.walk(), plain.walk(), strict=True))
    assert [(one.san, one.address, one.comment, one.nags) for one, _ in pairs if not one.is_mainline] == [
        (other.san, other.address, other.comment, other.nags) for _, other in pairs if not other.is_mainline
    ]
    assert line.comments_before == wanted.comments_before
    assert {one.source for node in game.walk() if not node.is_mainline for one in node.annotations} <= {who}
    for form in formats():
        if form != "archive":
            again = scoresheet.parse(game.to(form), from_=form)  # type: ignore[call-overload]
            assert again == game, (game.to("bgn"), again.to("bgn"))
    text = game.to("bgnl")
    assert all(note.get("id") == who for note in notes_of(json.loads(text)["moves"][1]["a"][-1]))


def notes_of(value: Any) -> list[Any]:
    """The annotations in a part of a document."""
    found = []
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            found += part.get("a", [])
            pending += part.values()
        elif isinstance(part, list):
            pending += part
    return found


def test_the_date_of_a_line_is_that_of_its_content() -> None:
    game = scoresheet.parse("1. e4 e5 *")
    game.at(2).annotate("AA2", alt="1... c5 {sharp}", q=0.5, date="2022-03-04")
    (said,) = game.node("2.1.1").annotations
    assert (said.source, str(said.date), said.q) == ("AA2", "2022-03-04", None)


@pytest.mark.parametrize(
    ("alt", "code", "text", "column"),
    [
        ("1... c5 2. Nf3 (2. c3 Qh7) d6", "move-illegal", "Qh7", 23),
        ("1... c5 e9", "move-syntax", "e9", 9),
        ("1... c5 foo", "stray", "foo", 9),
        ("c5 (2. Nf3", "variation-unclosed", "(", 4),
        ("c5 2. Nf3)", "variation-unopened", ")", 10),
        ("c5 {open", "comment-unclosed", "{open", 4),
        ("c5\n2. Nf3\n\u265e d5 Qh4xx", "stray", "\u265e", 1),
    ],
)
def test_wrong_lines_are_refused_with_their_places(alt: str, code: str, text: str, column: int) -> None:
    game = scoresheet.parse("1. e4 e5 *")
    before = game.to("bgnl")
    with pytest.raises(scoresheet.ReadError) as caught:
        game.at(2).annotate("AA2", alt=alt)
    error = caught.value
    assert (error.code, error.text, error.column) == (code, text, column)
    assert error.byte is not None
    assert alt.encode()[error.byte :].startswith(text.encode())
    assert error.hint
    assert "strict" not in error.hint
    assert text in error.report()
    assert game.to("bgnl") == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"alt": "c5 (1... e6)"}, "the first move of a line has no variations"),
        ({"alt": "c5 *"}, "a line has no result, such as `*`"),
        ({"alt": '[White "x"] c5'}, "a line has no tags, such as `White`"),
        ({"alt": '[FEN "8/8/8/8/8/8/8/K6k w - - 0 1"] c5'}, "a line has no tags, such as `FEN`"),
        ({"alt": 'c5\n\n[White "x"]\n\nc5'}, "the line is followed by another game"),
        ({"alt": "{only}"}, "the line has no moves"),
        ({"alt": []}, "the line has no moves"),
        ({"alt": "c5", "alt_name": ""}, "the name of the line is empty"),
        ({"nag": 1, "alt_name": "x"}, "there is no line to name"),
    ],
    ids=str,
)
def test_invalid_lines_are_refused(arguments: dict[str, Any], message: str) -> None:
    game = scoresheet.parse("1. e4 e5 *")
    before = game.to("bgnl")
    with pytest.raises(scoresheet.UsageError, match=message):
        game.at(2).annotate("AA2", **arguments)
    assert game.to("bgnl") == before


def test_lines_on_the_first_move_of_a_line_are_its_alternatives() -> None:
    # As `convert` writes the document: the lines are in their original places.
    document = {
        "bgn": {"a": [{"id": "pgn", "alt": {"moves": [{"f": "a2", "t": "a3"}]}}]},
        "moves": [
            {"f": "e2", "t": "e4", "a": [
                {"id": "pgn", "alt": {"moves": []}},
                {"id": "pgn", "alt": {
                    "a": [{"id": "pgn", "alt": {"moves": [{"f": "b2", "t": "b3"}]}}],
                    "moves": [
                        {"f": "d2", "t": "d4", "a": [{"id": "pgn", "alt": {"moves": [{"f": "c2", "t": "c4"}]}}]},
                        {"f": "d7", "t": "d5"},
                    ],
                }},
                {"id": "pgn", "altText": '{"moves":[{"f":"f2","t":"f4"}]}'},
            ]},
        ],
    }  # fmt: skip
    game = scoresheet.parse(json.dumps(document), from_="bgnl")
    found = {node.address: place_of(document, node) for node in game.walk()}
    assert {address: place.value["t"] for address, place in found.items()} == {
        "1": "e4", "1.1.1": "a3", "1.2.1": "b3", "1.3.1": "d4", "1.3.2": "d5", "1.4.1": "c4", "1.5.1": "f4",
    }  # fmt: skip
    assert found["1.5.1"].texts == (("moves", 0, "a", 2, "altText"),)


def test_lines_that_cannot_be_played_have_no_addresses() -> None:
    document = {
        "moves": [{"f": "e2", "t": "e4", "a": [
            {"id": "pgn", "alt": {"moves": [{"f": "e5", "t": "e6"}]}},
            {"id": "pgn", "alt": {"moves": [{"f": "d2", "t": "d4"}]}},
        ]}]
    }  # fmt: skip
    game = scoresheet.parse(json.dumps(document), from_="bgnl")
    assert place_of(document, game.node("1")).path == ("moves", 0)
    with pytest.raises(scoresheet.UsageError, match="on the move `1` that cannot be played"):
        place_of(document, game.node("1.1.1"))


def test_texts_get_annotations_in_their_place() -> None:
    inner = json.dumps({"moves": [{"f": "d2", "t": "d4"}]})
    text = json.dumps({"moves": [{"f": "c2", "t": "c4", "q": '{"}', "a": [{"altText": inner}]}]}, indent=1)
    made = appended(text, [("moves", 0, "a", 0, "altText")], ("moves", 0), '{"nag":1.50}')
    assert json.loads(made)["moves"][0]["q"] == '{"}'
    assert json.loads(made)["moves"][0]["a"][0]["altText"] == ('{"moves": [{"f": "d2", "t": "d4","a":[{"nag":1.50}]}]}')
    made = appended(text, [], ("moves", 0), '{"nag":1}')
    assert made.replace(',{"nag":1}', "") == text
    assert [list(note) for note in json.loads(made)["moves"][0]["a"]] == [["altText"], ["nag"]]


@pytest.mark.parametrize("levels", [1, 12, 13, 20])
def test_addresses_reach_into_deep_lines(levels: int) -> None:
    game = deep(levels)
    nodes = list(game.walk())
    longest = max(nodes, key=lambda node: len(node.address.split(".")))
    assert len(longest.address.split(".")) == 2 * levels + 1
    document = json.loads(game.to("bgnl"))
    for node in nodes:
        place = place_of(document, node)
        assert len(place.texts) == (len(node.address.split(".")) > 25)
        assert node.move is not None
        assert place.value["t"] == node.move.uci()[2:4]
    note = annotation(game, longest, "AA2", nag=4)
    assert note == {"id": "AA2", "nag": 4}
