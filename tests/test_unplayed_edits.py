"""Changes to games that are kept as text, because their moves cannot be played at all."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from scoresheet import UsageError

FEN = """[White "A"]
[Black "B"]
[Date "31.12.2003"]
[Result "1-0"]
[FEN "garbage"]

1. Kd2 {hi} (1. e4 $1) 1-0
"""
VARIANT = """[White "A"]
[Result "1-0"]
[Variant "Nobody's"]

1. Kd2 {hi} Ke7 1-0"""


@pytest.mark.parametrize("to", ["pgn", "vgn", "bgnl", "archive", "cpgn"])
def test_their_tags_are_changed(to: str, tmp_path: Path) -> None:
    changes = {"set_tags": {"Event": "Foo"}, "remove_tags": "White", "rename_tags": {"Black": "Loser"}, "dates": True}
    scoresheet.convert(io.StringIO(FEN), tmp_path / "games", to=to, strip="comments", cut=1, **changes)
    (game,) = scoresheet.read(tmp_path / "games", from_=to)
    head = '[Loser "B"]\n[Date "2003.12.31"]\n[Result "1-0"]\n[FEN "garbage"]\n[Event "Foo"]\n\n'
    assert game.to("pgn").strip() == head + "1. Kd2 {hi} (1. e4 $1) 1-0"


def test_changes_that_their_text_does_not_get_are_counted(tmp_path: Path) -> None:
    report = scoresheet.convert(io.StringIO(FEN), tmp_path / "a.pgn", strip="comments", ply_count=True)
    assert report.changes == {"games-kept-as-text": 1}
    report = scoresheet.convert(io.StringIO(FEN), tmp_path / "b.pgn", set_tags={"White": "C"})
    assert report.changes == {"tags-set": 1}


def test_a_changed_object_is_written_as_it_is() -> None:
    game = scoresheet.parse(VARIANT)
    game.tags["White"] = 'C "D"'
    game.result = "0-1"
    text = '[White "C \\"D\\""]\n[Result "0-1"]\n[Variant "Nobody\'s"]\n\n1. Kd2 {hi} Ke7 0-1'
    assert game.to("pgn").strip() == text
    assert pickle.loads(pickle.dumps(game)) == game
    game.termination = "*"
    assert game.to("pgn").strip().endswith("Ke7 *")
    del game.tags["Variant"]
    assert [error.code for error in scoresheet.parse(game.to("pgn")).errors] == ["move-illegal"]


@pytest.mark.parametrize(
    "change",
    [
        lambda game: game.add("e4"),
        lambda game: game.last.add("e4"),
        lambda game: setattr(game.last, "comment", "x"),
        lambda game: setattr(game, "closing_comments", ["x"]),
        lambda game: game.restart("4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_moves_are_not_added_to_an_object(change: Callable[[Any], Any]) -> None:
    game = scoresheet.parse(VARIANT)
    with pytest.raises(UsageError, match="could not be played"):
        change(game)
    assert game.to("pgn").strip() == VARIANT


def test_texts_of_other_formats_are_not_changed(tmp_path: Path) -> None:
    text = '[GameFormat "VGN"]\n[White "A"]\n[Pieces "N +=A/BN"]\n\nP4 1\n'
    game = scoresheet.parse(text, from_="vgn")
    assert game._is_unplayed
    with pytest.raises(UsageError, match="could not be played"):
        game.tags["White"] = "B"
    assert game.tags["White"] == "A"
    report = scoresheet.convert(io.StringIO(text), tmp_path / "b.vgn", from_="vgn", set_tags={"White": "C"})
    assert report.changes == {"games-kept-as-text": 1}


def test_a_marker_that_is_missing_follows_from_the_tags(tmp_path: Path) -> None:
    text = '[White "A"]\n[Result "1-0"]\n[FEN "garbage"]\n\n1. Kd2'
    scoresheet.convert(io.StringIO(text + "\n"), tmp_path / "a.pgn")
    assert (tmp_path / "a.pgn").read_text() == text + " 1-0\n\n"


@pytest.mark.parametrize("to", ["pgn", "vgn", "bgnl", "archive", "cpgn"])
@pytest.mark.parametrize("moves", ["", "1. Kd2", "1. Kd2 {open", "1. Kd2 (1. Kd3 (1. Ke2", "1. Kd2 (1. Kd3 {x", "; a"])
def test_the_next_game_stays_one(moves: str, to: str, tmp_path: Path) -> None:
    # The second game is the first one of the output, so that it has no tags that would separate it.
    (tmp_path / "games.pgn").write_text(f'1. e4 e5 0-1\n\n[FEN "garbage"]\n\n{moves}')
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "games", to=to, reverse=True)
    games = [game.to("pgn") for game in scoresheet.read(tmp_path / "games", from_=to)]
    assert len(games) == 2
    assert "1. e4 e5 0-1" in games[1]
    scoresheet.convert(tmp_path / "games", tmp_path / "again.pgn", from_=to)
    assert len(list(scoresheet.read(tmp_path / "again.pgn"))) == 2


def test_games_that_cannot_be_played_are_not_merged() -> None:
    unplayed, played = scoresheet.parse(VARIANT), scoresheet.parse("1. d4 d5 *")
    for into, other in ((unplayed, played), (played, unplayed)):
        before = into.to("pgn")
        with pytest.raises(UsageError, match="could not be played"):
            into.merge(other)
        assert into.to("pgn") == before


def test_they_are_left_out_of_trees() -> None:
    games = scoresheet.read(io.StringIO("1. e4 e5 0-1\n\n" + FEN + "\n" + VARIANT))
    games.tree()
    counts = games.report().tree
    assert counts is not None
    assert (counts.games, counts.other_starts) == (1, 2)


def test_they_are_never_known(tmp_path: Path) -> None:
    (tmp_path / "known.pgn").write_text(VARIANT)
    other = io.StringIO(VARIANT.replace("Kd2", "Kd3"))
    report = scoresheet.convert(other, tmp_path / "new.pgn", dedupe_against=tmp_path / "known.pgn")
    assert (report.written, report.changes) == (1, {})


def test_changes_are_counted_once_if_games_are_read_twice(tmp_path: Path) -> None:
    text = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 *\n\n[White "C"]\n\n1. d4 *\n\n'
    (tmp_path / "games.pgn").write_text(text)
    report = scoresheet.convert(tmp_path / "games.pgn", tmp_path / "new.pgn", dedupe="moves", set_tags={"Event": "x"})
    assert (report.written, report.changes) == (2, {"duplicates-dropped": 1, "tags-set": 2})
