"""What can be done to games on their way: methods that return the same games with one more step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoresheet._options import options_of
from scoresheet.errors import UsageError

__all__ = ["Transformed", "chained"]


def chained(taker: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Options of which those that change games are one step of a chain.

    >>> chained("read", {"strip": ["nags"], "limit": 5})
    {'limit': 5, 'chain': [[('strip', ['nags'])]]}
    """
    changing = {option["name"] for option in options_of(taker) if option["works"] == "transform"}
    step = [(name, value) for name, value in given.items() if name in changing]
    others = {name: value for name, value in given.items() if name not in changing}
    return {**others, "chain": [*given.get("chain", ()), step]} if step else others


class Transformed:
    """Games that can be changed, chosen and put in another order.

    Each method returns new games, and nothing is read before somebody asks for them. Steps are done in the order of the
    calls.
    """

    __slots__ = ()

    def _with(self, **step: Any) -> Any:
        """The same games with one more step."""
        raise NotImplementedError

    def strip(self, *parts: str) -> Any:
        """The games without some of their parts.

        Args:
            parts: `"comments"`, `"nags"`, `"variations"`, `"commands"` (in comments), `"clocks"`, `"evals"`, and
                `"tags"`, of which the Seven Tag Roster is kept. Without arguments, everything but the tags is removed.

        Raises:
            UsageError: there is no such part.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/annotated.pgn")
        >>> stripped = games.strip("comments", "nags", "variations")
        >>> next(iter(stripped)).to("pgn") != next(iter(games)).to("pgn")
        True
        """
        return self._with(strip=list(parts or ("comments", "nags", "variations", "commands")))

    def keep_tags(self, *names: str) -> Any:
        """The games with these tags only, besides those that say how the moves are to be read, such as `FEN`.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).keep_tags("White", "Black")
        >>> dict(next(iter(games)).tags)
        {'White': 'Greco, Gioachino', 'Black': 'NN'}
        """
        return self._with(keep_tags=list(names))

    def set_tags(self, tags: Mapping[str, str] | None = None, /, **more: str) -> Any:
        """The games with these tags set, whether or not they had them: a dict, or keyword arguments.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).set_tags(Annotator="me")
        >>> next(iter(games)).tags["Annotator"]
        'me'
        """
        return self._with(set_tags={**(tags or {}), **more})

    def remove_tags(self, *names: str) -> Any:
        """The games without these tags.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).remove_tags("Site", "Round")
        >>> "Site" in next(iter(games)).tags
        False
        """
        return self._with(remove_tags=list(names))

    def rename_tags(self, tags: Mapping[str, str] | None = None, /, **more: str) -> Any:
        """The games with some tags under other names: the new names by the old ones.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).rename_tags(Site="Place")
        >>> "Place" in next(iter(games)).tags
        True
        """
        return self._with(rename_tags={**(tags or {}), **more})

    def select(self, numbers: int | str) -> Any:
        """The games of these numbers, counted from 1: `5`, or a list of numbers and ranges such as `"5,10-20,100-"`.

        >>> import scoresheet
        >>> [game.tags["Black"] for game in scoresheet.read("examples/historic.pgn").select("2,44-")]
        ['NN', 'Thomas, George Alan', 'Byrne, Donald']
        """
        return self._with(select=numbers)

    def sample(self, games: int, *, seed: int = 0) -> Any:
        """So many games, drawn at random, in the order in which they stand. The same seed draws the same games.

        >>> import scoresheet
        >>> len(list(scoresheet.read("examples/historic.pgn").sample(5, seed=7)))
        5
        """
        return self._with(sample=games, seed=seed)

    def limit(self, games: int) -> Any:
        """The first so many games.

        >>> import scoresheet
        >>> len(list(scoresheet.read("examples/historic.pgn").limit(5)))
        5
        """
        return self._with(limit=games)

    def sort(self, *columns: str) -> Any:
        """The games sorted by these columns; `"-white_elo"` puts the highest first. Missing values come last.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn").sort("-ply_count").limit(2)
        >>> [game.ply_count for game in games]
        [106, 102]
        """
        return self._with(sort=list(columns))

    def reverse(self) -> Any:
        """The games in reverse order.

        >>> import scoresheet
        >>> [game.tags["White"] for game in scoresheet.read("examples/historic.pgn").reverse().limit(1)]
        ['Byrne, Donald']
        """
        return self._with(reverse=True)

    def dedupe(self, by: str = "exact", *, keep: str = "first") -> Any:
        """One of each group of duplicates.

        Args:
            by: `"exact"` for games with the same moves and players, `"moves"` for games with the same moves.
            keep: which one is kept: `"first"`, `"longest"` (the longest text) or `"annotated"` (the most comments,
                NAGs and variations).

        >>> import scoresheet
        >>> games = scoresheet.read(["examples/historic.pgn", "examples/historic.pgn"])
        >>> len(list(games)), len(list(games.dedupe()))
        (90, 45)
        """
        return self._with(dedupe=by, dedupe_keep=keep)

    def cut(self, *, before: int | None = None, after: int | None = None) -> Any:
        """The games without the moves before one ply and behind another, as `Game.cut` does it to one game.

        With `before`, a game starts from the position in which that ply was played. Games that are too short for that
        are left out.

        >>> import scoresheet
        >>> opening = scoresheet.read("examples/historic.pgn", limit=1).cut(after=4)
        >>> [node.san for node in next(iter(opening)).mainline()]
        ['e4', 'e5', 'Nf3', 'Nc6']
        """
        if before is None and after is None:
            raise UsageError("`cut` needs `before`, `after` or both", hint="`games.cut(after=40)` keeps 40 plies")
        return self._with(cut=f"{1 if before is None else before}-{'' if after is None else after}")

    def fill(self, *, result: bool = False, ply_count: bool = False, final_fen: bool = False) -> Any:
        """The games with tags that are filled in from what the moves show.

        Args:
            result: `Result`, if it is missing or unknown: from the result after the moves, or else from mate and
                stalemate on the board.
            ply_count: `PlyCount`, the number of half-moves of the mainline.
            final_fen: `FinalFEN`, the position after the last move of the mainline.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).fill(ply_count=True)
        >>> next(iter(games)).tags["PlyCount"]
        '39'
        """
        return self._with(result=result, ply_count=ply_count, final_fen=final_fen)
