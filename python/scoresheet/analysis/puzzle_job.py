"""`scoresheet.puzzles`: puzzles from games, written to any output."""

from __future__ import annotations

import dataclasses
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scoresheet._kinds import is_standard
from scoresheet._options import Options, asked
from scoresheet._signatures import takes
from scoresheet._sources import Source
from scoresheet._targets import Target
from scoresheet._transforms import condition_of
from scoresheet.analysis.choices import choices_of
from scoresheet.analysis.job import Analysis, AnalysisProgress, Job, Waiting, commands_of
from scoresheet.analysis.solving import PuzzleSearch, candidates_of, rules_of, search_puzzle, solution_of
from scoresheet.errors import EngineError
from scoresheet.game import Game
from scoresheet.report import PuzzleCounts, Report
from scoresheet.uci.faults import engine_error, excerpt

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import AnalyseOptions
    from scoresheet._kinds import EitherGame
    from scoresheet.analysis.engines import GameResults
    from scoresheet.notation import Move
    from scoresheet.uci.options import OptionValue

__all__ = ["puzzles"]

_COLUMNS = "PuzzleId,FEN,Moves=moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags"
"""The columns of the puzzles of Lichess."""

_COPIED = ("Event", "Site", "Date", "Round", "White", "Black", "UTCDate", "UTCTime")
"""The tags that say which game a puzzle is from."""

_ADDRESSES = ("GameUrl", "GameURL", "Link", "Site")
"""The tags that may have the address of a game."""


@takes("analyse")
def puzzles(
    inputs: Source,
    output: Target | None = None,
    *,
    engine: str | os.PathLike[str] | Sequence[str] = "stockfish",
    engine_options: Mapping[str, OptionValue] | Sequence[Mapping[str, OptionValue]] = (),
    nodes: int | None = None,
    depth: int | None = None,
    movetime: int | None = None,
    engines: int | None = None,
    store: str | os.PathLike[str] | None = None,
    position_timeout: float | None = None,
    where: str | None = None,
    progress: Callable[[AnalysisProgress], object] | None = None,
    **options: Unpack[AnalyseOptions],
) -> Report:
    """Finds puzzles in games: positions after a bad move in which one move alone keeps the win chance.

    Bad moves are those of mainlines with a mark (`?!`, `?` or `??`), or with evaluations before and after them that
    mean one by the rule of Lichess. So games need an analysis first, their own or that of `analyse`. An engine then
    looks for the two best moves: the best one has to give the solver a win chance of at least 0.5, and the second one
    has to be worse by at least 0.6, both from -1 to 1. The solution continues, with the best replies, as long as that
    holds. At its end, a mate in one may have several mating moves.

    The same games, engine and limit of nodes or depth give the same puzzles, with any number of processes. A position
    that occurs several times is one puzzle. A candidate for which the engine fails is left out, and counted with the
    code `engine-failed`.

    Args:
        inputs: as for `read`: paths, patterns, folders, bytes, open files, databases, or `-` for standard input.
        output: as for `convert`; None is standard output. CSV has the columns of Lichess: `FEN` is the position before
            the bad move, `Moves` starts with it, and what is not known is empty. EPD has the position
            to solve, with `bm`, `pv`, `id` and the address of the game. All other formats have a game for each puzzle,
            which starts before the bad move and continues with the solution.
        engine: the command of the engine as in `Engine`: a name or a path, or a list of a program and its arguments.
        engine_options: options to set by their names.
        nodes: how many positions to search for each position; 100,000 without any limit.
        depth: how many plies deep to search.
        movetime: how many milliseconds to search. The result is then not the same each time.
        engines: how many processes of the engine to use side by side; None for the number of cores. Each gets one
            thread unless `engine_options` sets `Threads`.
        store: the file with finished results. None uses the name of the output followed by `.analysis`, and removes
            the file when the output is complete.
        position_timeout: after how many seconds a search is stopped; None if that depends on the limit.
        where: only the games that meet this SQL condition over the columns.
        progress: called with an `AnalysisProgress` after each search, at most ten times a second.
        options: the options for reading and writing, and those of the formats in use.

    Returns the report of `convert`, with `puzzles` filled in.

    Raises:
        EngineError: the engine cannot be started, does not obey the limit, or does not work any more.
        ReadError: the first error, if `on_error` is `"raise"`.
        WriteError: the output cannot be written.
        UsageError: an input does not exist, the output exists, or an option is wrong.

    >>> import sys, scoresheet
    >>> engine = [sys.executable, "examples/one_ply.py"]
    >>> report = scoresheet.puzzles(b"1. e4 e5 2. Qh5 Nc6 3. Qxe5?? Nxe5 *", "puzzles.csv", engine=engine, depth=1)
    >>> report.puzzles.candidates, report.puzzles.puzzles
    (1, 1)
    >>> [puzzle] = scoresheet.read("puzzles.csv")
    >>> [node.san for node in puzzle.mainline()]
    ['Qxe5+', 'Nxe5']
    """
    given = {"nodes": nodes, "depth": depth, "movetime": movetime, "position_timeout": position_timeout}
    # Alone, so that it does not matter which games there are. The second move is the reply.
    choices = choices_of({**given, "lines": 2, "reuse": "none", "best_line": 2})
    commands = commands_of(engine, engine_options)
    job = Job.of(inputs, choices, commands, engines, asked("analyse", options), progress)
    return job._replace(kind=_Puzzles).run(output, None if where is None else condition_of(where), store)


class _Puzzles(Analysis):
    """The puzzles of a job, one after another. It can be iterated over once."""

    _work = staticmethod(search_puzzle)

    def __init__(self, *job: Any) -> None:
        super().__init__(*job)
        self._seen: set[bytes] = set()
        self._skips_failures = False  # the game of a candidate is not written anyway
        self._candidates = self._puzzles = self._longer = self._repeated = 0

    def writing(self, given: Options) -> Options:
        """The options of writing: CSV gets the columns of Lichess, unless the caller wants others."""
        if self._form != "csv":
            return given
        if any(name == "fields" for name, _ in given.choices):
            self._form = None
            return given
        choices = (("marker", "no"), *given.choices, ("fields", _COLUMNS))
        return given._replace(values={"moves": "uci", **given.values}, choices=choices)

    def _totals(self) -> tuple[int | None, int | None]:
        return None, None  # how many searches there are depends on what they find

    def _submitted(self, game: EitherGame) -> list[Waiting]:
        assert self._team is not None
        if not self._team.kinds[0].finds_lines:
            name = self._sources[0].name
            hint = "use an engine that finds several lines, such as Stockfish"
            message = f"{excerpt(name)} has no option `MultiPV`, so its second best move is unknown"
            raise engine_error("engine-option", message, engine=name, hint=hint)
        self._done_games += 1
        if not is_standard(game) or not self._is_known(game.start):
            self._counts.left_out += 1
            return []
        self._counts.games += 1
        found = []
        for node in candidates_of(game):
            search = PuzzleSearch(game, self._done_games, node)
            if search.same() in self._seen:
                self._repeated += 1
                continue
            self._seen.add(search.same())
            self._candidates += 1
            found.append(Waiting(game, search, self._team.submit(search)))
        return found

    def _finished(self, waiting: Waiting) -> Iterator[EitherGame]:
        search = waiting.search
        assert isinstance(search, PuzzleSearch)
        assert waiting.results is not None
        try:
            results = self._awaited(waiting.results)
        except EngineError as error:
            self._fail(error, search.number)
            return
        finally:
            self._tell()
        self._counts.stored += results.stored
        solution = _solution(search, results)
        if solution:
            self._puzzles += 1
            self._longer += len(solution) > 1
            yield _puzzle(search, solution, self._form)

    def report(self, written: Report) -> Report:
        """The report of the job, from that of the writer."""
        counts = self._counts
        found = PuzzleCounts(
            self._sources[0].name if self._sources else "",
            counts.games,
            self._candidates,
            counts.positions,
            counts.stored,
            self._puzzles,
            self._longer,
            time.monotonic() - self._started,
            self._team.restarts if self._team else 0,
            self._repeated,
            counts.left_out,
            len(counts.failures),
        )
        return dataclasses.replace(self._joined(written), puzzles=found)


def _solution(search: PuzzleSearch, results: GameResults) -> list[Move]:
    """The solution by what the engine found."""
    found = iter(results.by_engine[0].values())
    return solution_of(search.start, lambda _position: next(found))


def _puzzle(search: PuzzleSearch, solution: list[Move], form: str | None) -> Game:
    """A puzzle as a game for a format."""
    address = _address(search)
    facts = {"PuzzleId": search.id()} if address is None else {"PuzzleId": search.id(), "GameUrl": address}
    if form == "epd":
        return _position(search, solution, facts)
    copied = {name: search.source.tags[name] for name in _COPIED if name in search.source.tags}
    game = search.game
    game.tags.update(facts if form == "csv" else {**copied, **facts})
    for move in solution:
        game.add(move)
    return game


def _position(search: PuzzleSearch, solution: list[Move], facts: Mapping[str, str]) -> Game:
    """A puzzle as a position with operations."""
    position, sans = search.start, []
    for move in solution:
        sans.append(position.write(move))
        position = position.play(move)
    parts = [f"bm {sans[0]};", f'id "{facts["PuzzleId"]}";', f"pv {' '.join(sans)};"]
    if "GameUrl" in facts:
        parts.insert(1, f'c0 "{facts["GameUrl"]}";')
    return Game({"EPD": " ".join(parts)}, fen=search.start.fen(), variant=rules_of(search.start))


def _address(search: PuzzleSearch) -> str | None:
    """The address of the game, on Lichess with the side that moved badly and the half-move; None if it has none."""
    tags = search.source.tags
    found = (tags[name] for name in _ADDRESSES if name in tags)
    address = next((text for text in found if re.fullmatch(r'https?://[^\s";]+', text)), None)
    if address is None or not re.fullmatch(r"https://lichess\.org/[A-Za-z0-9]{8}", address):
        return address
    side = "/black" if search.nodes[0].position.turn == "black" else ""
    return f"{address}{side}#{search.ply}"
