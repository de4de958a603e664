"""Games as objects: `Game` and `Node`, the tags of a game, and `parse`."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, overload

from scoresheet import _core
from scoresheet._annotations import Annotation, Properties
from scoresheet._core import Game, Node
from scoresheet._options import asked
from scoresheet._signatures import takes
from scoresheet._sources import check_encoding

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet import infinite
    from scoresheet._ids import FormatId, ParseOptions

__all__ = ["Annotation", "Command", "Counts", "Evaluation", "Game", "Node", "Outcome", "Properties", "Tags", "parse"]


class Evaluation(NamedTuple):
    """The evaluation of a position from White's side: `cp` in hundredths of a pawn, or `mate` in moves to mate.

    Negative values mean that Black is better, or mates. `depth` is the search depth.

    >>> import scoresheet
    >>> scoresheet.parse("1. e4 {[%eval 0.17,30]} *").at(1).eval
    Evaluation(cp=17, mate=None, depth=30)
    """

    cp: int | None = None
    mate: int | None = None
    depth: int | None = None


class Counts(NamedTuple):
    """How many games of a `Game.merge` went through a node, and how they ended.

    Games that neither side won and that were not drawn count in `games` only.

    >>> import scoresheet
    >>> openings = scoresheet.Game()
    >>> openings.merge(scoresheet.parse("1. e4 1-0"), scoresheet.parse("1. e4 *"), counts=True)
    >>> openings.at(1).counts
    Counts(games=2, white=1, draws=0, black=0)
    """

    games: int
    white: int
    draws: int
    black: int


class Command(NamedTuple):
    """A command in a comment, `[%name value]`.

    `meaning` is the seconds of `clk` and `emt`, an `Evaluation` for `eval`, the arrows of `cal`, and the marked squares
    of `csl`. For any other command it holds the fields between commas, unchanged. It is None if the value is malformed.

    >>> import scoresheet
    >>> scoresheet.parse("1. e4 {[%emt 0:00:05]} *").at(1).commands
    [Command(name='emt', value='0:00:05', meaning=5.0)]
    """

    name: str
    value: str
    meaning: Any


class Outcome(NamedTuple):
    """How the rules end a game, or which draw a player may claim.

    Returned by `Game.outcome`, `Node.outcome` and `Position.outcome`. `reason` is `"checkmate"`, `"stalemate"`,
    `"insufficient-material"`, `"seventy-five-moves"` or `"fivefold-repetition"`. If `claimable` is true, the game goes
    on unless a player claims the draw, and `reason` is `"fifty-moves"` or `"threefold-repetition"`. The first reason in
    this order counts. Before them come the ends by other rules than those of chess: `"exploded"`, `"no-pieces"`,
    `"horde-gone"`, `"hill"`, `"three-checks"`, `"race"` and `"race-drawn"`.

    >>> import scoresheet
    >>> scoresheet.Game(fen="k7/8/1Q6/8/8/8/8/K7 b - - 0 1").outcome()
    Outcome(result='1/2-1/2', reason='stalemate', claimable=False)
    """

    result: str
    reason: str
    claimable: bool

    @property
    def winner(self) -> Literal["white", "black"] | None:
        """The side that has won: `"white"` or `"black"`; None for a draw."""
        return "white" if self.result == "1-0" else "black" if self.result == "0-1" else None


class _Tagged(Protocol):
    """What `Tags` needs from a game."""

    def _tags(self) -> list[tuple[str, str]]: ...
    def _tag(self, name: str) -> str | None: ...
    def _set_tag(self, name: str, value: str) -> None: ...
    def _remove_tag(self, name: str) -> bool: ...


class Tags(MutableMapping[str, str]):
    """The tags of a game: a mapping that keeps their order and the case of their names.

    A repeated name counts once, with its first value; `pairs` returns all of them. Returned by `Game.tags`.

    >>> import scoresheet
    >>> tags = scoresheet.Game({"White": "A", "Black": "B"}).tags
    >>> tags["White"] = "C"
    >>> tags.setdefault("Round", "1")
    '1'
    >>> list(tags.items()), "white" in tags
    ([('White', 'C'), ('Black', 'B'), ('Round', '1')], False)
    """

    __slots__ = ("_game",)

    def __init__(self, game: _Tagged) -> None:
        self._game = game

    def __getitem__(self, name: str) -> str:
        value = self._game._tag(name)
        if value is None:
            raise KeyError(name)
        return value

    def __setitem__(self, name: str, value: str) -> None:
        self._game._set_tag(name, value)

    def __delitem__(self, name: str) -> None:
        if not self._game._remove_tag(name):
            raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(dict(self._game._tags()))

    def __len__(self) -> int:
        return len(dict(self._game._tags()))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._game._tag(name) is not None

    def pairs(self) -> list[tuple[str, str]]:
        """Names and values in the order of the game, with repeated names.

        >>> import scoresheet
        >>> scoresheet.parse('[Annotator "A"] [Annotator "B"] *').tags.pairs()
        [('Annotator', 'A'), ('Annotator', 'B')]
        """
        return self._game._tags()

    def __repr__(self) -> str:
        return f"Tags({dict(self)})"


@overload
def parse(  # type: ignore[overload-overlap] # all other formats give the same
    text: str | bytes, *, from_: Literal["icn", "icn-json"], **options: Unpack[ParseOptions]
) -> infinite.Game: ...
@overload
def parse(text: str | bytes, *, from_: FormatId | None = None, **options: Unpack[ParseOptions]) -> Game: ...
@takes("parse")
def parse(text: str | bytes, **options: Any) -> Any:
    """The only game in a text of any format: an `infinite.Game` for ICN and its JSON, otherwise a `Game`.

    Args:
        text: the game, as `str` or as `bytes`.
        options: those of reading, and of the format.

    Raises:
        ReadError: the first error, if `on_error` is `"raise"`.
        UsageError: the text holds no game or more than one, or an option is not known.

    >>> import scoresheet
    >>> game = scoresheet.parse('[White "Morphy, Paul"] 1. e4 e5 2. Nf3 d6 1-0')
    >>> game.tags["White"], game.result, game.end.turn
    ('Morphy, Paul', '1-0', 'white')
    >>> scoresheet.parse("w K5,1|k5,8|R1,1 1,1>1,100").end.turn
    'black'
    """
    check_encoding(text, options)
    return _core.parse(text, asked("parse", options).native())
