"""The types of chains of transforms: mypy checks this file, and `test_types.py` compares it with the methods."""

# ruff: noqa: B005 - games are not strings

from __future__ import annotations

from typing_extensions import assert_type

from scoresheet import Games


class Own(Games):
    """Games with their own class."""


def chains(games: Games) -> None:
    """Each method returns what it was called on."""
    assert_type(games.strip("comments").sample(10), Games)
    assert_type(games.keep_tags("White").set_tags(Event="Club").remove_tags("Site").rename_tags(Site="Place"), Games)
    assert_type(games.with_names({"NN": "Unknown"}).dates().eco().fill(result=True), Games)
    assert_type(games.select("1-5").limit(3).where("white_elo > 2400").find("check").dedupe("moves"), Games)
    assert_type(games.sort("white").engine_comments().reverse().cut(after=40).repair("bad.pgn").columns("white"), Games)


def chains_of_own(games: Own) -> None:
    """So does each method of a subclass."""
    assert_type(games.strip("comments").sample(10).columns("white"), Own)


def misspelled(games: Games) -> None:
    """Mypy reports each of these that is not a mistake."""
    games.strip("comments").sampel(10)  # type: ignore[attr-defined]
    games.strip("comments").sample("10")  # type: ignore[arg-type]
    games.reverse().nonsense  # type: ignore[attr-defined] # noqa: B018
