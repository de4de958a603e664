"""What notebooks show of games and positions without running anything in the browser."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import scoresheet
from scoresheet import infinite
from scoresheet.viewer import notebook

MANY = '[White "A"]\n[Black "B"]\n[WhiteElo "2500"]\n\n1. e4 e5 2. Nf3 *\n\n'


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def rows(text: str) -> list[list[str]]:
    """The texts of the rows of a table, with that of its headings first."""
    found = parsed(text).iter("tr")
    return [["".join(cell.itertext()) for cell in row] for row in found]


def table(text: str, **options: Any) -> str:
    found = scoresheet.read(text.encode(), **options)._repr_html_()
    assert found is not None
    return found


def test_the_first_games_are_a_table() -> None:
    shown = table(MANY * 12)
    head, *body = rows(shown)
    assert head == ["#", "White", "Elo", "Black", "Result", "Date", "Event", "Opening", "Plies"]
    assert [row[0] for row in body] == [str(number) for number in range(10)]
    assert body[0][1:] == ["A", "2500", "B", "*", "", "", "C40 King's Knight Opening", "3"]
    assert "The first 10 games of <bytes>. An index" in "".join(parsed(shown).itertext())


def test_it_shows_the_number_of_games_if_that_is_known(tmp_path: Path) -> None:
    games = scoresheet.read((MANY * 12).encode())
    games.count()
    assert "The first 10 games of &lt;bytes&gt;, which has 12." in str(games._repr_html_())
    assert "<caption>1 game of &lt;bytes&gt;." in table(MANY)
    scoresheet.convert(io.BytesIO((MANY * 12).encode()), tmp_path / "many.parquet", from_="pgn")
    assert "which has 12." in str(scoresheet.read(tmp_path / "many.parquet")._repr_html_())


def test_the_table_is_accessible() -> None:
    root = parsed(table(MANY))
    assert [cell.get("scope") for cell in root.iter("th")] == ["col"] * 9 + ["row"]
    assert len(list(root.iter("caption"))) == 1
    assert [each.get("title") for each in root.iter("abbr")] == ["Index", "White's rating"]


def test_links_lead_to_the_site_of_a_game() -> None:
    head, row = rows(table('[Site "https://lichess.org/abcd1234"]\n\n1. e4 *'))
    assert (head[-1], row[-1]) == ("Link", "lichess.org")
    link = next(parsed(table('[Site "?"]\n[Link "https://chess.com/game/1?a=1&b=2"]\n\n1. e4 *')).iter("a"))
    assert (link.get("href"), link.get("rel")) == ("https://chess.com/game/1?a=1&b=2", "noopener noreferrer")


@pytest.mark.parametrize(
    "site",
    [
        "javascript:alert(1)",
        "https://chess.com@evil.example/",
        "http://",
        "https://a b",
        "//x.example",
        "data:text/html,x",
    ],
)
def test_other_addresses_are_not_links(site: str) -> None:
    assert list(parsed(table(f'[Site "{site}"]\n\n1. e4 *')).iter("a")) == []


def test_tags_are_not_markup() -> None:
    hostile = '</td></table><script>alert(1)</script>\u202e"'
    game = scoresheet.parse("1. e4 *")
    game.tags["White"] = game.tags["Event"] = game.tags["Site"] = hostile
    text = table(game.to("pgn"))
    assert list(parsed(text).iter("script")) == []
    assert "\u202e" not in text
    assert len(list(parsed(text).iter("tr"))) == 2


class Counting(io.BytesIO):
    """A file that counts what is read of it."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes."""
        found = super().read(size)
        self.taken += len(found)
        return found


def test_only_the_start_of_a_large_input_is_read() -> None:
    large = Counting(MANY.encode() * 500_000)
    assert len(rows(str(scoresheet.read(large)._repr_html_()))) == 11
    assert large.taken < len(large.getvalue()) / 2
    assert large.tell() == 0


class Stream:
    """A stream that must not be read."""

    def read(self, size: int = -1) -> bytes:
        """Fails."""
        raise AssertionError(size)


@pytest.mark.parametrize(
    "change",
    [
        lambda games: games.sort("white"),
        lambda games: games.reverse(),
        lambda games: games.where("year = 1900"),
        lambda games: games.find("mate"),
        lambda games: games.sample(3),
        lambda games: games.dedupe(),
        lambda games: games.select("3"),
    ],
)
def test_what_needs_all_games_is_not_read(change: Callable[[scoresheet.Games], scoresheet.Games]) -> None:
    assert change(scoresheet.read(MANY.encode()))._repr_html_() is None


def test_a_limit_is_shown_and_changes_are_not() -> None:
    games = scoresheet.read((MANY * 3).encode()).limit(2)
    assert len(rows(str(games._repr_html_()))) == 3
    assert games.set_tags(White="New")._repr_html_() is None


def test_inputs_that_can_be_read_once_are_left_alone(tmp_path: Path) -> None:
    assert scoresheet.read(Stream())._repr_html_() is None
    assert scoresheet.read("-")._repr_html_() is None
    os.mkfifo(tmp_path / "pipe.pgn")
    assert scoresheet.read(tmp_path / "pipe.pgn", from_="pgn")._repr_html_() is None


def test_errors_are_left_to_those_who_read() -> None:
    assert scoresheet.read(b"\x00\x01\x02")._repr_html_() is None
    assert scoresheet.read(b"1. e4 e4 *", on_error="raise")._repr_html_() is None
    assert len(rows(table("1. e4 e4 *"))) == 2


def test_games_of_infinite_chess_are_listed() -> None:
    assert rows(table("[White: Far] K0,0|k5,5 0,0>1,1", from_="icn"))[1][1] == "Far"


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (scoresheet.Position(), "White to move"),
        (scoresheet.Position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"), "Black to move, in check"),
        (infinite.Position.read("b K0,0|k5,5"), "Black to move"),
    ],
)
def test_a_position_is_a_board_with_who_is_to_move(position: Any, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda name: None)
    forms = position._repr_mimebundle_()
    assert list(forms) == ["text/html"]
    figure = parsed(forms["text/html"])
    assert [child.tag.partition("}")[2] or child.tag for child in figure] == ["svg", "figcaption"]
    assert figure[1].text == said


def test_games_are_pictures_without_the_widget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "find_spec", lambda name: None)
    for game in (scoresheet.parse("1. e4 *"), infinite.parse("K0,0|k5,5 0,0>1,1")):
        assert game._repr_mimebundle_() == {"text/html": game.html(fragment=True)}
