"""The transforms of `Games`: methods that return the same games with one more step."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scoresheet._options import Options, Path, Step, options_of
from scoresheet.errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Self

    from scoresheet._sources import Named
    from scoresheet.reading import Games

__all__ = ["Transformed", "chained", "condition_of", "edits_before_choice", "is_conditional", "settled"]


def chained(taker: str, given: Options) -> Options:
    """The options, with those that change games as one step of a chain.

    >>> found = chained("read", Options({"strip": ["nags"], "limit": 5}))
    >>> found.values, found.chain
    ({'limit': 5}, ((('strip', ['nags']),),))
    """
    changing = {option["name"] for option in options_of(taker) if option["works"] == "transform"}
    step = tuple((name, value) for name, value in given.values.items() if name in changing)
    others = {name: value for name, value in given.values.items() if name not in changing}
    return given._replace(values=others, chain=(*given.chain, step)) if step else given


def edits_before_choice(taker: str, given: Mapping[str, Any]) -> Step:
    """The options that change tags before games are selected by these tags.

    >>> edits_before_choice("convert", {"eco": True, "limit": 5, "reverse": True})
    (('eco', True),)
    """
    changing = [option["name"] for option in options_of(taker) if option["works"] == "transform"]
    # They are listed in the order in which they are applied.
    return tuple((name, given[name]) for name in changing[: changing.index("select")] if name in given)


def condition_of(given: object) -> str:
    """The condition that a caller passed as `where`. Whether it is SQL is determined when it is evaluated.

    >>> condition_of("year < 1800")
    'year < 1800'
    """
    if not isinstance(given, str):
        raise UsageError(
            "`where` must be a string", hint="write a condition in SQL, such as `white_elo > 2400`, in quotes"
        )
    if not given.strip():
        raise UsageError("the condition is empty", hint="write one about the columns, such as `white_elo > 2400`")
    return given


def is_conditional(options: Options) -> bool:
    """Whether a step of the chain has a condition whose games are not known yet.

    >>> is_conditional(Options(chain=[[("where", "year = 1900")]])), is_conditional(Options(chain=[[("eco", True)]]))
    (True, False)
    """
    return any(name == "where" for step in options.chain for name, _ in step)


def settled(named: Sequence[Named], options: Options, games_of: Callable[[Options], Games]) -> Options:
    """The same options, with each condition replaced by the set of games that meet it.

    `named` are the inputs, and `games_of` creates games from them and options.
    """
    from scoresheet.engines import conditions  # here: most games are chosen without SQL

    chain: list[Step] = []
    for step in options.chain:
        wanted = [value for name, value in step if name == "where"]
        if edits := tuple(item for item in step if item[0] != "where"):
            chain.append(edits)
        for condition in wanted:
            before = options._replace(chain=tuple(filter(None, map(_without_files, chain))))
            chain.append((("chosen", conditions.games_that_meet(condition, named, before, games_of)),))
    return options._replace(chain=tuple(chain))


def _without_files(step: Step) -> Step:
    """A step of the chain without the files that only the final pass over the games writes."""
    return tuple(item for item in step if item[0] != "repair")


def _with_more(tags: Mapping[str, str] | None, more: Mapping[str, str]) -> Any:
    """Tags from a dict and keywords. What is not a dict is left to the native part, which refuses it."""
    return {**(tags or {}), **more} if tags is None or isinstance(tags, Mapping) else tags


class Transformed:
    """Games that can be edited, selected and reordered.

    Each method returns new games, and nothing is read before these are used. Steps are applied in the order of the
    calls.
    """

    __slots__ = ()

    def _with(self, **step: Any) -> Self:
        """The same games with one more step."""
        raise NotImplementedError

    def strip(self, *parts: str) -> Self:
        """The games without some of their parts.

        Args:
            parts: `"comments"`, `"nags"`, `"variations"`, `"commands"` (in comments), `"clocks"`, `"evals"`,
                `"escapes"` (lines that start with `%`), and `"tags"`, of which the Seven Tag Roster is kept.
                Without arguments, everything except the tags and these lines is removed.

        Raises:
            UsageError: there is no such part.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/annotated.pgn")
        >>> stripped = games.strip("comments", "nags", "variations")
        >>> next(iter(stripped)).to("pgn") != next(iter(games)).to("pgn")
        True
        """
        return self._with(strip=list(parts or ("comments", "nags", "variations", "commands")))

    def keep_tags(self, *names: str) -> Self:
        """The games with only these tags, and those that determine how the moves are read, such as `FEN`.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).keep_tags("White", "Black")
        >>> dict(next(iter(games)).tags)
        {'White': 'Greco, Gioachino', 'Black': 'NN'}
        """
        return self._with(keep_tags=list(names))

    def set_tags(self, tags: Mapping[str, str] | None = None, /, **more: str) -> Self:
        """The games with these tags set, whether or not they had them: a dict, or keyword arguments.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).set_tags(Annotator="me")
        >>> next(iter(games)).tags["Annotator"]
        'me'
        """
        return self._with(set_tags=_with_more(tags, more))

    def remove_tags(self, *names: str) -> Self:
        """The games without these tags.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).remove_tags("Site", "Round")
        >>> "Site" in next(iter(games)).tags
        False
        """
        return self._with(remove_tags=list(names))

    def rename_tags(self, tags: Mapping[str, str] | None = None, /, **more: str) -> Self:
        """The games with some tags under other names: the new names by the old ones.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).rename_tags(Site="Place")
        >>> "Place" in next(iter(games)).tags
        True
        """
        return self._with(rename_tags=_with_more(tags, more))

    def with_names(self, aliases: Mapping[str, str] | str | os.PathLike[str]) -> Self:
        """The games with other names of players, events and sites.

        Args:
            aliases: a dict with the wanted names by those that are found, or a CSV file with the columns `found` and
                `wanted` and, optionally, `kind` (`player`, `event` or `site`).

        Raises:
            UsageError: the file cannot be read, or has no such columns.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).with_names({"NN": "Unknown player"})
        >>> next(iter(games)).tags["Black"]
        'Unknown player'
        """
        return self._with(names=aliases)

    def dates(self) -> Self:
        """The games with dates as `YYYY.MM.DD`, with `?` for unknown parts. Ambiguous dates like `4/5/1992` are kept.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).set_tags(Date="Nov 4, 1992").dates()
        >>> next(iter(games)).tags["Date"]
        '1992.11.04'
        """
        return self._with(dates=True)

    def select(self, numbers: int | str) -> Self:
        """The games of these numbers, counted from 1: `5`, or a list of numbers and ranges such as `"5,10-20,100-"`.

        >>> import scoresheet
        >>> [game.tags["Black"] for game in scoresheet.read("examples/historic.pgn").select("2,44-")]
        ['Saint Brie', 'Lasker, Emanuel', 'Spielmann, Rudolf']
        """
        return self._with(select=numbers)

    def sample(self, games: int, *, seed: int = 0) -> Self:
        """A random sample of this many games, in their order. The same seed draws the same games.

        >>> import scoresheet
        >>> len(list(scoresheet.read("examples/historic.pgn").sample(5, seed=7)))
        5
        """
        return self._with(sample=games, seed=seed)

    def limit(self, games: int) -> Self:
        """The first games, up to this number.

        >>> import scoresheet
        >>> len(list(scoresheet.read("examples/historic.pgn").limit(5)))
        5
        """
        return self._with(limit=games)

    def where(self, condition: str) -> Self:
        """The games that meet a condition in SQL over the columns (`scoresheet list columns`).

        The selection is evaluated when the games are read, which are then read once more.

        Raises:
            UsageError: the SQL is wrong. It is raised when the games are read, unless there is no SQL at all.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn").where("ply_count > 100")
        >>> [game.ply_count for game in games]
        [106, 103]
        """
        return self._with(where=condition_of(condition))

    def engine_comments(self) -> Self:
        """The games with evaluations and times instead of the comments that engines write in matches.

        `+0.31/15 1.2s`, as cutechess and fastchess write it, becomes `[%eval 0.31,15] [%emt 0:00:01.2]`, and so do the
        fields `wv`, `d` and `mt` of TCEC. The rest of a comment stays. Evaluations are from White's side then.

        >>> import scoresheet
        >>> games = scoresheet.read(b"1. e4 {+0.31/15 1.2s} e5 {-0.28/14 0.9s, book} *").engine_comments()
        >>> [node.comments_after for node in next(iter(games)).mainline()]
        [['[%eval 0.31,15] [%emt 0:00:01.2]'], ['[%eval 0.28,14] [%emt 0:00:00.9] book']]
        """
        return self._with(engine_comments=True)

    def find(self, pattern: str, *, comment: str | None = None, everywhere: bool = False) -> Self:
        """The games in which a pattern of positions and moves holds somewhere in the mainline.

        Args:
            pattern: the pattern, such as `"material KRPvKR"` or `"move Nf3 then within 4 plies check"`.
            comment: a comment to add after the first move at which the pattern holds; `{ply}` in it becomes the
                number of plies.
            everywhere: whether to add the comment at every place where the pattern holds.

        Raises:
            UsageError: the pattern is wrong. The message marks where.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn").find("mate and move Qf7")
        >>> [game.tags["Black"] for game in games]
        ['NN']
        """
        return self._with(find=pattern, find_comment=comment, find_all=everywhere)

    def sort(self, *columns: str) -> Self:
        """The games sorted by these columns; `"-white_elo"` puts the highest first. Missing values come last.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn").sort("-ply_count").limit(2)
        >>> [game.ply_count for game in games]
        [106, 103]
        """
        return self._with(sort=list(columns))

    def reverse(self) -> Self:
        """The games in reverse order.

        >>> import scoresheet
        >>> [game.tags["White"] for game in scoresheet.read("examples/historic.pgn").reverse().limit(1)]
        ['Capablanca, Jose Raul']
        """
        return self._with(reverse=True)

    def dedupe(
        self,
        by: str = "exact",
        *,
        keep: str | None = None,
        merge: bool = False,
        against: Path | Iterable[Path] | None = None,
    ) -> Self:
        """One of each group of duplicates.

        Args:
            by: `"exact"` for games with the same moves and players, `"moves"` for games with the same moves, `"loose"`
                for games with the same moves whose players and dates may be the same: names may be spelled
                differently, dates may be less precise, and a game of at least 20 plies may be the beginning of the
                other.
            keep: which one to keep: `"first"`, `"longest"` (the longest text) or `"annotated"` (the most comments,
                NAGs and variations). None means `"first"`, and `"annotated"` for `"loose"`, which keeps the game with
                the most moves in any case.
            merge: whether to merge the comments, NAGs and variations of the dropped games into the one that is kept.
            against: files whose games are dropped as well, compared in the same way.

        >>> import scoresheet
        >>> games = scoresheet.read(["examples/historic.pgn", "examples/historic.pgn"])
        >>> len(list(games)), len(list(games.dedupe()))
        (90, 45)
        """
        return self._with(dedupe=by, dedupe_keep=keep, dedupe_merge=merge, dedupe_against=against)

    def repair(self, path: str | os.PathLike[str]) -> Self:
        """The games up to their first errors, and the bad ones among them in a separate file.

        Each complete pass over the games writes the file. It must not exist before the first pass.

        Args:
            path: the file. If its name ends in `.pgn`, it gets the original text of each bad game, with the reasons as
                lines that readers of PGN ignore. If its name ends in `.jsonl` or `.csv`, it lists the errors. All of
                these can be compressed (`.pgn.zst`).

        >>> import scoresheet
        >>> games = scoresheet.read(b"1. e4 e5 2. Ke3 Nc6 *").repair("bad.pgn")
        >>> [game.ply_count for game in games]
        [2]
        >>> print(open("bad.pgn").read())
        % <bytes>, game 1: 2 plies kept
        % line 1, column 13, byte 12: move-illegal: cannot play `Ke3`: the only legal king move is `Ke2`
        <BLANKLINE>
        1. e4 e5 2. Ke3 Nc6 *
        """
        return self._with(repair=path)

    def cut(self, *, before: int | None = None, after: int | None = None) -> Self:
        """The games without the moves before one ply and after another, as `Game.cut` does for one game.

        With `before`, a game starts from the position in which that ply was played. Games that are too short
        are dropped.

        >>> import scoresheet
        >>> opening = scoresheet.read("examples/historic.pgn", limit=1).cut(after=4)
        >>> [node.san for node in next(iter(opening)).mainline()]
        ['e4', 'e5', 'Nf3', 'Nc6']
        """
        if before is None and after is None:
            raise UsageError("`cut` needs `before`, `after` or both", hint="`games.cut(after=40)` keeps 40 plies")
        return self._with(cut=f"{1 if before is None else before}-{'' if after is None else after}")

    def eco(self) -> Self:
        """The games with the tags `ECO`, `Opening` and `Variation` of the last position that has a name.

        Openings are recognized by position, so transpositions count. The names are those of Lichess. Games without such
        a position keep their tags.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).eco()
        >>> {name: value for name, value in next(iter(games)).tags.items() if name in ("ECO", "Opening", "Variation")}
        {'ECO': 'C54', 'Opening': 'Italian Game', 'Variation': 'Classical Variation, Greco Gambit, Greco Variation'}
        """
        return self._with(eco=True)

    def fill(self, *, result: bool = False, ply_count: bool = False, final_fen: bool = False) -> Self:
        """The games with tags that are filled in from the moves.

        Args:
            result: `Result`, if it is missing or unknown: from the result after the moves, or else from mate and
                stalemate on the board. Other spellings, such as `1:0` and `draw`, are written in the standard way.
            ply_count: `PlyCount`, the number of half-moves of the mainline.
            final_fen: `FinalFEN`, the position after the last move of the mainline.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn", limit=1).fill(ply_count=True)
        >>> next(iter(games)).tags["PlyCount"]
        '39'
        """
        return self._with(result=result, ply_count=ply_count, final_fen=final_fen)
