"""Reading games: `read`, `parse_all`, `check` and `inputs`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from scoresheet import _core
from scoresheet._options import Options, asked, options_of
from scoresheet._printable import printable
from scoresheet._signatures import takes
from scoresheet._sources import Named, Source, caller_input, can_be_read_again, check_encoding, name_of, paths
from scoresheet._transforms import Transformed, chained, is_conditional, settled
from scoresheet.bulk import MatchRows, PositionRows, TensorColumn, Tensors, tensors_of
from scoresheet.errors import FileError, ScoresheetError, UsageError
from scoresheet.frames import Frames
from scoresheet.indexed import Indexed

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from scoresheet._ids import CheckOptions, InputsOptions, ReadOptions
    from scoresheet.game import Game
    from scoresheet.notation import Position
    from scoresheet.report import Report

__all__ = ["Games", "check", "inputs", "parse_all", "read"]


class Games(Transformed, Frames, Indexed):
    """Games that are read on demand, and again each time they are needed.

    Any program that takes Arrow streams can read them: `pyarrow.table(games)`, `polars.DataFrame(games)`, or DuckDB by
    the name of the variable. The methods `df`, `pl`, `arrow` and `duckdb` make the tables of these libraries. One row
    is one game; `scoresheet list columns` describes the columns and their units.

    Games are numbered from 0: `games[5]`, `games[-1]`, `games[10:20]`. Returned by `read`. A pipe can be read only
    once; reading it again raises `SourceConsumed`.

    >>> import duckdb, scoresheet
    >>> games = scoresheet.read("examples/historic.pgn")
    >>> duckdb.sql("from games select result, count(*) group by 1 order by 1").fetchall()
    [('0-1', 20), ('1-0', 25)]
    """

    __slots__ = ("_made", "_met", "_names", "_options", "_paths", "_wider")

    def __init__(self, paths: Sequence[Named], options: Options) -> None:
        self._paths = tuple(paths)
        self._options = options
        self._made = None if is_conditional(options) else _core.Games(self._paths, options.native())
        self._met = None if is_conditional(options) else options
        self._names: Sequence[str] | None = None
        self._wider: Games | None = None

    def _derived(self, options: Options, names: Sequence[str] | None) -> Self:
        """Games from the same inputs with other options, which open nothing before they are used.

        `names` are those of their columns. If they are None, the first input has to be opened to find them.
        """
        derived = type(self).__new__(type(self))
        derived._paths, derived._options, derived._names = self._paths, options, names
        derived._made = derived._wider = None
        derived._met = None if is_conditional(options) else options
        return derived

    @property
    def _native(self) -> _core.Games:
        """The native part. The games that meet a condition are determined when they are needed."""
        if self._made is None and self._wider is not None:
            self._made = self._wider._native.narrow(self.names)
        elif self._made is None:
            columns = {} if self._names is None else {"columns": self._names}
            self._made = _core.Games(self._paths, self._settled().native() | columns)
        return self._made

    def _settled(self) -> Options:
        """The options, with the games that meet the conditions."""
        if self._wider is not None:
            return self._options._replace(chain=self._wider._settled().chain)
        if self._met is None:
            self._met = settled(self._paths, self._options, lambda options: type(self)(self._paths, options))
        return self._met

    def columns(self, *names: str) -> Self:
        """The same games with only these columns, in this order. Families of columns may be named too.

        Nothing is read for other columns: if no column needs the moves, no move is played.

        Raises:
            UsageError: there is no such column or family.

        >>> import scoresheet
        >>> scoresheet.read("examples/historic.pgn").columns("white", "result", "errors").names
        ['white', 'result', 'error_code', 'error', 'error_ply', 'error_byte']
        """
        options = self._options._replace(values={**self._options.values, "columns": names})
        narrowed = self._derived(options, _core.Games((), {"columns": names}).names)
        narrowed._wider = self  # they share what is found out about the games
        return narrowed

    def _with(self, **step: Any) -> Self:
        values = dict(self._options.values)
        # A limit that was given earlier applies first.
        limit = ((("limit", values.pop("limit")),),) if "limit" in values else ()
        condition = (("where", step.pop("where")),) if "where" in step else ()
        edits = tuple(asked("read", step).values.items())
        _core.Games((), {"chain": [edits]})  # refuses wrong values now, not when the games are used
        chain = (*self._options.chain, *limit, (*edits, *condition))
        names = self._names if self._made is None else self._made.names
        return self._derived(self._options._replace(values=values, chain=chain), names)

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self._native.names if self._names is None else list(self._names)

    def __iter__(self) -> Iterator[Game]:
        """Iterates over the games as objects. A thread in the background reads ahead.

        If `on_error` is `"keep"`, a game with an error ends before the error, which is in `Game.errors`. The selected
        columns have no effect. ICN inputs yield `infinite.Game` objects.

        Raises:
            ReadError: the first error, if `on_error` is `"raise"`.
            SourceConsumed: a pipe was read before.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn")
        >>> max(game.ply_count for game in games), games.report().games
        (106, 45)
        """
        return iter(self._native)

    @property
    def _opened_by(self) -> tuple[list[Named], Options]:
        """The paths and options with which the native part opens them."""
        return list(self._paths), self._settled()

    def positions(self, *columns: str) -> PositionRows:
        """The positions of the games as a table: one row for the start of each game, and one after each half-move.

        | column | content |
        |---|---|
        | `game`, `ply` | the number of the game, from 1, and the number of half-moves played before the position |
        | `fen`, `board` | the FEN; 64 letters as in `Position.board` |
        | `planes`, `state_planes` | 12 or 18 planes of 64 bytes, as in `Position.to_planes`, without what is in hand |
        | `hands` | how many pieces can be dropped: White's pawns, knights, bishops, rooks and queens, then Black's |
        | `hash` | the Polyglot key |
        | `move`, `packed_move` | the next move: in UCI, or as 16 bits; NULL in the last position |
        | `result` | the result of the game |
        | `rules` | the rules of the game, such as `atomic`; NULL for standard chess |
        | `clock_ms`, `eval_cp`, `eval_mate` | what the comments after the last move state; NULL if they do not |

        Variations are left out. Without names, all columns except the planes and the hands are selected. All threads
        work on the rows, and memory does not grow with the number of games.

        Raises:
            UsageError: there is no such column.

        >>> import scoresheet
        >>> rows = scoresheet.read("examples/historic.pgn").positions("ply", "move", "result")
        >>> rows.arrow().slice(0, 2).to_pylist()
        [{'ply': 0, 'move': 'e2e4', 'result': '1-0'}, {'ply': 1, 'move': 'e7e5', 'result': '1-0'}]
        """
        return PositionRows(self._native.positions(columns))

    def matches(self, pattern: str, *, everywhere: bool = False) -> MatchRows:
        """The places in the games where a pattern holds, as a table with the columns `source`, `game`, `ply` and `fen`.

        There is one row per game, for the first place in its mainline; with `everywhere`, one for each place. `source`
        and `game` are the input and the number of the game in it, from 1. `ply` counts the half-moves before the
        position, whose FEN is `fen`. `Games.find` returns the games themselves.

        Raises:
            UsageError: the pattern is wrong. The message marks where.

        >>> import scoresheet
        >>> rows = scoresheet.read("examples/historic.pgn").matches("mate and move Qxf7")
        >>> rows.names
        ['source', 'game', 'ply', 'fen']
        """
        return MatchRows(self._native.matches(pattern, everywhere))

    def tensors(
        self, batch: int = 4096, planes: Literal[12, 18] = 12, *, columns: Sequence[TensorColumn] = ()
    ) -> Iterator[Tensors]:
        """The positions of the games as NumPy arrays, this many rows at a time; only the last batch may have fewer.

        The order is that of `positions`. All threads work ahead, and memory does not grow with the number of games.
        `columns` names further arrays, which become attributes of the batches: `game`, `ply`, `hash`, `clock_ms`,
        `eval_cp` and `eval_mate`, as in `positions`. Numbers that are missing are NaN.

        Raises:
            UsageError: NumPy is not installed, an argument is out of range, or there is no such array.

        >>> import scoresheet
        >>> batches = scoresheet.read("examples/historic.pgn").tensors(batch=1000)
        >>> [(batch.planes.shape, batch.moves.shape) for batch in batches]
        [((1000, 12, 8, 8), (1000,)), ((1000, 12, 8, 8), (1000,)), ((216, 12, 8, 8), (216,))]
        >>> batch = next(scoresheet.read("examples/annotated.pgn").tensors(columns=["ply", "eval_cp"]))
        >>> batch.ply[:3].tolist(), batch.eval_cp.dtype
        ([0, 1, 2], dtype('float32'))
        """
        names = (columns,) if isinstance(columns, str) else tuple(columns)
        return tensors_of(self._native.tensors(batch, planes, names), planes, names)

    def tree(
        self,
        position: Position | str | None = None,
        *,
        plies: int = 30,
        min_games: int = 1,
        top: int | None = None,
        max_moves: int = 20_000,
        examples: int = 1,
        player: str | None = None,
        color: Literal["white", "black"] | None = None,
        transpositions: bool = True,
        progress: Callable[[int, int], object] | None = None,
    ) -> Game:
        """The mainlines of all games as one game: a tree of variations, the most frequent moves first.

        The comment of each move has the number of games, the score in percent, and the best-known games with it: those
        with the highest sum of ratings. `Node.counts` has the numbers. `Games.report` counts what the tree leaves out.

        A position that several orders of moves reach after as many half-moves continues in one place, with the games of
        all of them: after the most frequent of the moves that lead to it, or in the mainline. The other moves to it
        say `transposes to`, with the moves of that place from the point where the two diverge.

        Args:
            position: where the tree starts, as a `Position` or its FEN; None is the starting position. Games belong to
                the tree from the first time that they reach it. Only games of the same rules count.
            plies: the depth in half-moves, 1 to 500.
            min_games: leave out moves that fewer games have.
            top: only this many moves of each position.
            max_moves: the most moves that the tree may have, up to a million. If there are more, `min_games` is raised
                until they fit.
            examples: how many games are named at each move, up to 20.
            player: only games of the player with exactly this name. Scores are those of the player; without a player,
                they are White's.
            color: only games in which the player has this side: `"white"` or `"black"`.
            transpositions: False keeps different orders of moves apart, each with its own games.
            progress: called with the bytes and games read so far, at most ten times a second.

        Raises:
            FenError: no game can be played from `position`.
            ReadError: the first error, if `on_error` is `"raise"`.
            SourceConsumed: a pipe was read before.
            UsageError: an argument is out of range, or `color` is given without `player`.

        >>> import scoresheet
        >>> games = scoresheet.read("examples/historic.pgn")
        >>> tree = games.tree(plies=2, min_games=5)
        >>> [(node.san, node.counts.games) for node in tree.walk()]
        [('e4', 25), ('d4', 15), ('d5', 5), ('e5', 20)]
        >>> print(games.tree(plies=1, examples=0, player="Morphy, Paul", color="white"))
        [Event "Tree of 3 games"]
        [White "Morphy, Paul"]
        [Black "?"]
        [Result "*"]
        <BLANKLINE>
        {3 games, 100.0 %} 1. e4 {3 games, 100.0 %} *
        """
        start = position if isinstance(position, _core.Position) else _core.Position(position)
        asked = {
            "plies": plies,
            "min_games": min_games,
            "top": top,
            "max_moves": max_moves,
            "examples": examples,
            "player": player,
            "color": color,
            "transpositions": transpositions,
        }
        return self._native.tree(start, asked, progress)

    def report(self) -> Report | None:
        """The report of the last reading that was completed; None before the first one.

        >>> import duckdb, scoresheet
        >>> games = scoresheet.read("examples/historic.pgn")
        >>> duckdb.sql("select count(ply_count) from games").fetchall(), games.report().plies
        ([(45,)], 2171)
        """
        from scoresheet.report import Report  # here: its classes take longer to make than all the rest of this module

        found = self._native.report()
        return None if found is None else Report.from_dict(found)

    def _done(self) -> tuple[int, int]:
        """How many bytes and games the latest reading has read so far. Other threads may call it meanwhile."""
        return self._native.done()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new Arrow stream over all games, for other programs."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The schema of the stream. Nothing is read for it."""
        return self._native.__arrow_c_schema__()

    def __repr__(self) -> str:
        named = ", ".join(printable(name_of(path)) for path in self._paths[:3]) + (
            ", …" if len(self._paths) > 3 else ""
        )
        return f"<Games from {named}, {len(self.names)} columns>"

    def _repr_html_(self) -> str | None:
        """The first games as a table, for notebooks; None if that takes more than a moment, or cannot be repeated.

        So it is for pipes, which could not be read afterwards, for inputs at URLs and in databases, and for games that
        are selected, sorted or changed.

        >>> import scoresheet
        >>> table = scoresheet.read("examples/historic.pgn")._repr_html_()
        >>> table.count("<tr>"), "first 10 games of" in table
        (11, True)
        """
        if not all(map(can_be_read_again, self._paths)) or not _starts_at_once(self._options):
            return None
        from scoresheet.drawing.games_table import MOST_ROWS, games_table  # here: only notebooks ask for it

        try:
            first = list(self._with(limit=MOST_ROWS + 1))
        except (ScoresheetError, OSError):
            return None  # reading the games raises it
        return games_table(first, self._in_words(len(first), MOST_ROWS))

    def _in_words(self, found: int, most: int) -> str:
        """How many games there are, as far as that is known without reading them."""
        named = ", ".join(printable(name_of(path)) for path in self._paths[:3]) + ", …" * (len(self._paths) > 3)
        if found <= most:
            return f"{found} game{'' if found == 1 else 's'} of {named}"
        known = None if self._met is None else self._native.known()
        return f"The first {most} games of {named}" + ("" if known is None else f", which has {known:,}")

    def __reduce__(self) -> tuple[type[Games], tuple[tuple[Named, ...], Options]]:
        """What `pickle` stores: how to open the games, not their contents."""
        return type(self), (self._paths, self._options)


def _starts_at_once(options: Options) -> bool:
    """Whether the first games are found without reading many others, and reading them writes nothing."""
    return options.chosen is None and {name for step in options.chain for name, _ in step} <= {"limit"}


@takes("read")
def read(source: Source, **options: Unpack[ReadOptions]) -> Games:
    """Opens games for reading, one at a time as objects or all of them as columns. They are read on demand.

    Args:
        source: the path of a file (compressed or not), a folder or a zip archive, or `-` for standard input; a pattern
            such as `games/*.pgn` or `games/**/*.pgn`; an open file of bytes or text, or any object with a `read`
            method; `bytes` with the contents of a file; or a list of these. Databases that games were loaded into are
            sources too: `games.duckdb`, `games.sqlite`, `postgresql://…`, `mongodb://…`.
        options: those of reading, and of the formats that are read.

    Raises:
        UsageError: an input does not exist, or an option or a column is not known.

    An open file is read from its current position, again from there each time, and returned to it afterwards. A file
    that cannot be rewound can be read only once, like a pipe. Keep the file open as long as games are read, and do not
    use it meanwhile.

    Programs that consume the stream raise their own exceptions, whose text contains the code of the error.

    >>> import scoresheet
    >>> scoresheet.read("examples/historic.pgn", columns=["white", "black"])
    <Games from examples/historic.pgn, 2 columns>
    >>> for game in scoresheet.read("examples/historic.pgn", limit=1):
    ...     print(repr(game))
    <Game Greco, Gioachino - NN, 1-0, 39 half-moves>
    """
    if "where" in options:
        raise UsageError("`read` has no option `where`", hint="use the method: `read(…).where(…)`")
    return Games(paths(source), chained("read", asked("read", options)))


@takes("read")
def parse_all(text: str | bytes, **options: Unpack[ReadOptions]) -> list[Game]:
    """All games in a text of any format.

    Args:
        text: the games, as `str` or as `bytes`.
        options: those of reading, and of the format.

    Raises:
        ReadError: the first error, if `on_error` is `"raise"`.
        UsageError: the text holds no game, or an option is not known.

    >>> import scoresheet
    >>> [game.end.turn for game in scoresheet.parse_all("1. e4 *  1. d4 d5 *")]
    ['black', 'white']
    """
    if not isinstance(text, str | bytes | bytearray | memoryview):
        raise UsageError(f"`parse_all` takes text, not `{type(text).__name__}`", hint="use `scoresheet.read` for files")
    check_encoding(text, options)
    content = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)
    given = asked("read", options)
    try:
        found = list(Games([caller_input(content, "<text>")], given))
    except FileError as error:
        if error.code != "file-kind":
            raise
        found = []
    if not found or (len(found) == 1 and not found[0].ply_count):
        # `parse` gives the right errors for a text without games and for the path of a file.
        taken = given.only(option["name"] for option in options_of("parse"))
        _core.parse(content, taken._replace(choices=given.choices).native())
    return found


@takes("check")
def check(
    source: Source, *, progress: Callable[[int, int], object] | None = None, **options: Unpack[CheckOptions]
) -> Report:
    """Reads and replays every game, including variations, and reports faults.

    Args:
        source: anything that `read` takes.
        progress: called with the bytes and games read so far, at most ten times a second.
        options: those of reading, and of the formats that are read.

    Raises:
        ReadError: the first error, if `on_error` is `"raise"`.
        FileError: an input cannot be read, and `on_error` is `"raise"`.
        UsageError: an input does not exist, or an option is not known.

    >>> import scoresheet
    >>> report = scoresheet.check("examples/historic.pgn")
    >>> report.games, report.mates, report.results
    (45, 17, {'1-0': 25, '0-1': 20})
    """
    from scoresheet.report import Report  # here, as in `Games.report`

    return Report.from_dict(_core.check(paths(source), asked("check", options).native(), progress))


@takes("inputs")
def inputs(source: Source, **options: Unpack[InputsOptions]) -> list[dict[str, Any]]:
    """The inputs of `source`, with folders and archives expanded.

    Each has a `name`, a `kind`, and a `size` in bytes, which is None if it is not known.

    Raises:
        UsageError: a path does not exist, or a folder or an archive holds no games.

    >>> import scoresheet
    >>> [found["kind"] for found in scoresheet.inputs("examples/historic.pgn")]
    ['pgn']
    """
    return _core.inputs(paths(source), asked("inputs", options).native())
