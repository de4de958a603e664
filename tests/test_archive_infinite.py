"""Games on boards without edges come back from archives as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

import scoresheet

GAMES = (
    '[Event "One"]\n[White "Anna"]\n\nw 0/100 1 (8|1) P1,2+|P2,2+|K5,1+|k5,8+|p1,7+ 1,2>1,4|1,7>1,5',
    "w 0/100 1 (8|1) K0,0|Q50,-40|k500,500 50,-40>499,409",
)
PLAIN = '[White "A"]\n\n1. e4 e5 2. Ke3 {no} 1-0\n\n'


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Games of both kinds, in turns, in one file of documents."""
    names = []
    for number, text in enumerate((PLAIN, GAMES[1], PLAIN, PLAIN, GAMES[1])):
        source = tmp_path / f"{number}.{'pgn' if text is PLAIN else 'icn'}"
        source.write_text(text)
        names.append(source)
    scoresheet.convert(names, tmp_path / "mixed.bgnl")
    return tmp_path / "mixed.bgnl"


def documents(path: Path) -> str:
    scoresheet.convert(path, path.parent / "back.bgnl", force=True)
    return (path.parent / "back.bgnl").read_text()


def test_games_of_both_kinds_keep_their_order(mixed: Path, tmp_path: Path) -> None:
    report = scoresheet.convert(mixed, tmp_path / "mixed.scz", block=32)
    assert (report.games, report.written, report.losses) == (5, 5, ())
    assert documents(tmp_path / "mixed.scz") == documents(mixed)
    games, expected = (list(scoresheet.read(path)) for path in (tmp_path / "mixed.scz", mixed))
    assert games == expected
    assert [type(game).__module__ for game in games].count("scoresheet.infinite.game") == 2
    indexed = scoresheet.read(tmp_path / "mixed.scz")
    assert [indexed[number] for number in (4, 0, 1, -2)] == [expected[number] for number in (4, 0, 1, -2)]
    found, faults = (
        [(error.code, error.count) for error in scoresheet.check(path).errors]
        for path in (tmp_path / "mixed.scz", mixed)
    )
    assert found == faults


def test_columns_of_both_kinds(mixed: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="PyArrow is not installed")
    scoresheet.convert(mixed, tmp_path / "mixed.scz")
    for columns in (["game", "white", "result"], ["game", "white", "ply_count", "moves", "doc"]):
        found, expected = (
            scoresheet.read(path, columns=columns).arrow().to_pylist() for path in (tmp_path / "mixed.scz", mixed)
        )
        assert found == expected, columns


def test_games_that_are_usual_chess_are_stored_as_such(tmp_path: Path) -> None:
    scoresheet.convert("examples/historic.pgn", tmp_path / "one.icn", limit=1)
    scoresheet.convert(tmp_path / "one.icn", tmp_path / "one.scz")
    [game] = scoresheet.read(tmp_path / "one.scz")
    assert isinstance(game, scoresheet.Game)
    assert game.ply_count > 20


def test_positions_that_would_fit_a_usual_board_keep_their_rules(tmp_path: Path) -> None:
    texts = (
        "w (8|1) K5,1|k5,8|R1,1|R8,1",
        "b 1/100 1 (8;Q|1;q) K5,1|k5,8|P1,2+",
        '{"worldBorder": "1,8,1,9"} K5,1|k5,8',
    )
    for text in texts:
        (tmp_path / "one.icn").write_text(text)
        report = scoresheet.convert(tmp_path / "one.icn", tmp_path / "one.scz", force=True)
        assert (report.written, report.losses) == (1, ())
        assert list(scoresheet.read(tmp_path / "one.scz")) == list(scoresheet.read(tmp_path / "one.icn"))


def test_edits_leave_them_out_and_count_that(mixed: Path, tmp_path: Path) -> None:
    report = scoresheet.convert(mixed, tmp_path / "mixed.scz", set_tags={"Event": "x"})
    assert (report.games, report.written) == (5, 3)
    assert [(loss.kind, loss.count) for loss in report.losses] == [("unplayed-game", 2)]
