"""`Game.lines` and `convert --split-variations`: each variation as a separate game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import command_line
import scoresheet
from scoresheet import Game, Node, parse
from test_house import ROOT

ANNOTATED = ROOT / "examples" / "annotated.pgn"


def plainly(game: Game) -> Iterator[list[Node]]:
    """The nodes of each line: of the mainline, then up to each end of a variation in the order of the text."""
    ends = [node for node in game.walk() if not node.children]
    main = list(game.mainline())
    for end in [*main[-1:], *(end for end in ends if not end.is_mainline)]:
        nodes = [end]
        while (before := nodes[0].parent) is not None and before.move is not None:
            nodes.insert(0, before)
        yield nodes


@pytest.mark.parametrize("path", [ANNOTATED, ROOT / "examples" / "historic.pgn"], ids=lambda path: path.name)
def test_lines_have_their_moves_and_notes(path: Path) -> None:
    for game in scoresheet.read(path):
        lines = list(game.lines())
        wanted = list(plainly(game))
        assert len(lines) == len(wanted)
        for line, nodes in zip(lines, wanted, strict=True):
            assert line.tags == game.tags
            assert line.result == game.result
            assert line.root.comment == game.root.comment
            assert not any(node.variations for node in line.walk())
            assert [(node.san, node.comments_before, node.comments_after, node.nags) for node in line.mainline()] == [
                (node.san, node.comments_before, node.comments_after, node.nags) for node in nodes
            ]


def test_nested_variations_come_in_the_order_of_the_text() -> None:
    game = parse("{start} 1. e4 {a} (1. d4 {b} d5 (1... Nf6 $1)) (1. c4) 1... e5 (1... c5) 2. Nf3 1-0")
    assert [str(line) for line in game.lines()] == [
        "1. {start} 1. e4 {a} 1... e5 2. Nf3 1-0",
        "1. {start} 1. d4 {b} 1... d5 1-0",
        "1. {start} 1. d4 {b} 1... Nf6 $1 1-0",
        "1. {start} 1. c4 1-0",
        "1. {start} 1. e4 {a} 1... c5 1-0",
    ]


def test_a_game_without_moves_is_one_line() -> None:
    assert list(parse('[White "A"]\n\n*').lines()) == [parse('[White "A"]\n\n*')]


def test_lines_match_those_of_the_original_game() -> None:
    game = parse("1. e4 (1. d4) *")
    lines = game.lines()
    game.strip(variations=True)
    assert [str(line) for line in lines] == ["1. e4 *", "1. d4 *"]


def test_deep_and_many_variations_do_not_recurse() -> None:
    depth = 3000
    text = "1. e4 " + "".join(f"({number}. e4 " for number in [1] * depth) + ")" * depth + " *"
    game = parse(text)
    assert sum(1 for _ in game.lines()) == depth + 1


def test_the_command_writes_each_variation(tmp_path: Path) -> None:
    output = tmp_path / "lines.pgn"
    run = command_line.run_text("convert", ANNOTATED, "-o", output, "--split-variations")
    lines = [line for game in scoresheet.read(ANNOTATED) for line in game.lines()]
    assert (run.returncode, run.stdout) == (0, "")
    assert f"{len(lines):,} written" in run.stderr
    assert list(scoresheet.read(output)) == lines
    limited = command_line.run_text("convert", ANNOTATED, "--split-variations", "--limit", 1, "--to", "uci", "--quiet")
    first = next(iter(scoresheet.read(ANNOTATED)))
    assert len(limited.stdout.splitlines()) == len(list(first.lines()))


def test_the_command_counts_errors_and_refuses_options_about_whole_games(tmp_path: Path) -> None:
    bad = tmp_path / "bad.pgn"
    bad.write_text("1. e4 (1. d4 d5) e5 2. Ke3 *\n")
    run = command_line.run_text("convert", bad, "--split-variations")
    assert run.returncode == 1
    assert "1. d4 d5 *" in run.stdout
    refused = command_line.run_text("convert", bad, "--split-variations", "--errors", tmp_path / "errors.csv")
    assert refused.returncode == 2
    assert "--split-variations" in refused.stderr
