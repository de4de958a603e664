"""Openings by position: the names are those of a plain computation, and everything that shows them shows the same."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess.pgn
import pyarrow as pa
import pytest
from click.testing import CliRunner, Result

import columns_by_hand
import eco
import plain_transforms
import scoresheet
from scoresheet.cli.group import command as main
from scoresheet.drawing.heading import heading

SICILIAN = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
FOUND = ("eco_found", "opening_found", "opening_ply")


def run(*args: str) -> Result:
    return CliRunner(env={"COLUMNS": "100"}).invoke(main, args, prog_name="scoresheet")


def by_hand(text: str, most: int | None = None) -> Iterator[dict[str, Any]]:
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None and most != 0:
        yield columns_by_hand.opening(game)
        most = None if most is None else most - 1


def columns(source: Any, **options: Any) -> list[dict[str, Any]]:
    return pa.table(scoresheet.read(source, **options).columns(*FOUND)).to_pylist()


# Values


def check_sample(path: Path, most: int | None) -> None:
    expected = list(by_hand(columns_by_hand.text_of(path), most))
    assert columns(path, limit=most) == expected
    games = scoresheet.read(path, limit=most)
    assert [of_game(game) for game in games] == expected


def of_game(game: Any) -> dict[str, Any]:
    found = game.opening
    return dict(zip(FOUND, (found.eco, found.name, found.ply) if found else (None, None, None), strict=True))


@pytest.mark.slow
def test_games_of_lichess_are_named_as_by_a_plain_computation(data: Callable[[str], Path]) -> None:
    check_sample(data("lichess_2013-01_part.pgn"), 1000)


@pytest.mark.long
def test_all_games_of_lichess_are_named_as_by_a_plain_computation(data: Callable[[str], Path]) -> None:
    check_sample(data("lichess_2013-01_part.pgn"), None)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6", ("B90", "Sicilian Defense: Najdorf Variation", 10)),
        # By another order of moves, and with moves lost on the way.
        ("1. Nf3 c5 2. e4 h5", ("B27", "Sicilian Defense", 3)),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5", ("B20", "Sicilian Defense", 6)),
        # An en passant capture is part of the position only if it is legal.
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. e5 d5", "Greco Gambit, Modern Line"),
        # Variations and what follows an illegal move do not count.
        ("1. a3 (1. e4 c5) h5", ("A00", "Anderssen's Opening", 1)),
        ("1. e4 Ke5 2. d4", ("B00", "King's Pawn Game", 1)),
        ("", None),
    ],
)
def test_the_last_named_position_counts(moves: str, expected: Any) -> None:
    text = f"{moves} *\n"
    game = scoresheet.parse(text)
    assert isinstance(game, scoresheet.Game)
    if isinstance(expected, str):
        assert game.opening is not None
        assert game.opening.name.endswith(expected)
    else:
        assert (game.opening and (game.opening.eco, game.opening.name, game.opening.ply)) == expected
    assert columns(io.BytesIO(text.encode()), from_="pgn") == [of_game(game)]


def test_a_game_follows_its_changes() -> None:
    game = scoresheet.Game()
    assert game.opening is None
    game.add("e4")
    assert game.opening is not None
    assert game.opening.eco == "B00"
    game.add("c5")
    assert game.opening.name == "Sicilian Defense"
    game.delete(game.at(1))
    assert game.opening is None


def test_games_from_other_starts_count_by_position_and_other_rules_have_no_openings() -> None:
    game = scoresheet.Game(fen=SICILIAN)
    assert game.opening == scoresheet.Opening("B20", "Sicilian Defense", "Sicilian Defense", None, 0)
    assert scoresheet.Game(fen=SICILIAN, variant="chess960").opening is None
    assert scoresheet.Position(SICILIAN, "chess960").opening is None


def test_a_position_has_a_name_without_a_ply() -> None:
    position = scoresheet.Position()
    for move in ["e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4", "Nf6", "Nc3", "a6", "Be3"]:
        position = position.play(move)
    family, variation = "Sicilian Defense", "Najdorf Variation, English Attack"
    assert position.opening == ("B90", f"{family}: {variation}", family, variation, None)


def test_stored_games_have_the_openings_of_the_games_they_were_made_from(tmp_path: Path) -> None:
    source = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
    stored = tmp_path / "games.parquet"
    scoresheet.convert(source, stored, columns=["tags", "moves", "openings"])
    assert columns(stored) == [of_game(game) for game in scoresheet.read(stored)]
    # The stored games are sorted by date.
    assert sorted(map(str, columns(stored))) == sorted(map(str, columns(source)))
    assert any(row["eco_found"] for row in columns(source))


# The transform that writes them as tags

EXAMPLES = [str(eco.real_games.ROOT / "examples" / f"{name}.pgn") for name in ("historic", "annotated", "generated")]
KINDS = str(eco.real_games.ROOT / "vectors" / "transform" / "games.pgn")


def tags_of(games: Any) -> list[tuple[str | None, ...]]:
    return [tuple(game.tags.get(name) for name in ("ECO", "Opening", "Variation")) for game in games]


@pytest.mark.parametrize("source", [EXAMPLES, KINDS], ids=["examples", "vectors"])
def test_tags_columns_and_games_agree_with_a_plain_computation(source: Any) -> None:
    games = list(scoresheet.read(source))
    expected = [plain_transforms.opening(game) for game in games]
    found = [game.opening for game in games]
    assert [opening and (opening.eco, opening.name, opening.ply) for opening in found] == expected
    assert columns(source) == [dict(zip(FOUND, opening or (None, None, None), strict=True)) for opening in expected]
    tags = [
        (opening.eco, opening.family, opening.variation) if opening else old
        for opening, old in zip(found, tags_of(games), strict=True)
    ]
    assert tags_of(scoresheet.read(source, eco=True)) == tags


@pytest.mark.long
def test_tags_of_all_games_of_lichess_match_a_plain_computation(data: Callable[[str], Path]) -> None:
    path = data("lichess_2013-01_part.pgn")
    for game, tagged in zip(scoresheet.read(path), scoresheet.read(path).eco(), strict=True):
        found = plain_transforms.opening(game)
        assert found is None or tagged.tags["ECO"] == found[0]
        assert found is None or f"{tagged.tags['Opening']}: {tagged.tags.get('Variation', '')}".strip(": ") == found[1]


def test_written_tags_fill_their_columns_and_leave_those_by_position(tmp_path: Path) -> None:
    stored = tmp_path / "games.parquet"
    scoresheet.convert(KINDS, stored, columns=["tags", "openings"], eco=True, no_sort=True)
    rows = pa.table(scoresheet.read(stored).columns("eco", "opening", *FOUND)).to_pylist()
    before = columns(KINDS)
    assert [{name: row[name] for name in FOUND} for row in rows] == before
    assert all(row["eco"] == row["eco_found"] for row in rows if row["eco_found"])
    # Without a named position and in Chess960, the tags stay.
    assert [row["eco"] for row, old in zip(rows, before, strict=True) if not old["eco_found"]] == [
        "B20", "A00", None, None]  # fmt: skip


def test_a_shown_game_has_the_tags_that_were_written(tmp_path: Path) -> None:
    named = tmp_path / "named.pgn"
    scoresheet.convert(KINDS, named, eco=True)
    assert "A10 English Opening" in run("show", KINDS, "--game", "5").stdout
    assert "D31 Queen's Gambit Declined" in run("show", str(named), "--game", "5").stdout


# What shows them


def test_the_tags_come_first_and_the_position_completes_them() -> None:
    found = ("B20", "Sicilian Defense")
    assert heading({}, "*", found).facts == ("B20 Sicilian Defense",)
    assert heading({"ECO": "B20"}, "*", found).facts == ("B20 Sicilian Defense",)
    assert heading({"ECO": "A00"}, "*", found).facts == ("A00",)
    assert heading({"Opening": "Hers"}, "*", found).facts == ("Hers",)
    assert heading({"ECO": "A00", "Opening": "Hers"}, "*", found).facts == ("A00 Hers",)
    assert heading({"ECO": "?"}, "*").facts == ()


def shown(folder: Path, text: str) -> str:
    path = folder / "game.pgn"
    path.write_text(text)
    return run("show", str(path)).stdout


def test_a_game_without_tags_shows_its_opening_and_no_players(tmp_path: Path) -> None:
    assert shown(tmp_path, "1. e4 c5 *\n").startswith("B20 Sicilian Defense\n\n")
    game = scoresheet.parse("1. e4 c5 *")
    for html in (game.html(), game.html(fragment=True)):
        assert "<bdi>B20 Sicilian Defense</bdi>" in html
        assert "<h2>" not in html


def test_a_game_with_tags_shows_its_opening_with_them(tmp_path: Path) -> None:
    text = '[White "A"]\n[Black "B"]\n[Event "Club"]\n\n1. e4 c5 *\n'
    assert shown(tmp_path, text).startswith("A - B  *\nClub | B20 Sicilian Defense\n")


def test_a_board_without_edges_has_no_opening() -> None:
    assert "Sicilian" not in scoresheet.parse("K0,0|k5,5 0,0>1,1").html()


def test_the_command_for_positions_names_the_opening_beside_the_board() -> None:
    named = run("position", SICILIAN)
    assert named.stderr == "opening: B20 Sicilian Defense\n"
    assert "opening" not in named.stdout
    assert run("position", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").stderr == ""


# The comparison with Lichess


def compared(tmp_path: Path, *games: str) -> dict[str, Any]:
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(f'[Site "https://lichess.org/1"]\n{game}\n' for game in games))
    return eco.compare(path, eco.table())


@pytest.mark.parametrize(
    ("tags", "moves", "reason"),
    [
        ('[ECO "B07"]\n[Opening "Pirc Defense #4"]', "1. e4 d6 2. d4 Nf6", eco.CODE),
        ('[ECO "C00"]\n[Opening "French Defense"]', "1. e4 e6 2. d4 d5 3. exd5 exd5", eco.LATER),
        ('[ECO "A99"]\n[Opening "Nobody\'s Opening"]', "1. e4 c5", eco.NAME),
        ('[ECO "A99"]\n[Opening "French Defense"]', "1. e4 c5", eco.MOVED),
        ('[ECO "A99"]', "1. e4 c5", eco.UNEXPLAINED),
    ],
)
def test_reasons_for_other_codes(tmp_path: Path, tags: str, moves: str, reason: str) -> None:
    result = compared(tmp_path, f"{tags}\n\n{moves} *\n", '[ECO "B20"]\n[Opening "Sicilian Defense"]\n\n1. e4 c5 *\n')
    assert (result["games"], result["same_code"]) == (2, 1)
    assert result["reasons"] == {reason: 1}
