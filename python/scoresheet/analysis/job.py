"""`scoresheet.analyse`: the analysis of all games of any input, written to any output."""

from __future__ import annotations

import dataclasses
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheet import _core
from scoresheet._kinds import is_standard
from scoresheet._options import Options, asked, is_store, options_of, output_format
from scoresheet._printable import printable
from scoresheet._registry import registry
from scoresheet._signatures import takes
from scoresheet._sources import Named, Source, is_caller_input, name_of, paths
from scoresheet._targets import Target, placed
from scoresheet._transforms import chained, condition_of
from scoresheet.analysis.choices import Choices, GameAnalysisOptions, choices_of
from scoresheet.analysis.engines import GAMES_AHEAD, EngineChoice, EngineTeam, GameResults, SearchWork, search_game
from scoresheet.analysis.known import KnownEvaluations
from scoresheet.analysis.marking import SourceFacts, has_evaluations, marked, sources_of
from scoresheet.analysis.outputs import columns_for, holds_evaluations
from scoresheet.analysis.searching import GameSearch
from scoresheet.analysis.store import AnalysisStore, check_store
from scoresheet.analysis.suites import compared
from scoresheet.analysis.summary import GameAnalysis
from scoresheet.engines.spooled import is_pipe, spooled
from scoresheet.errors import EngineError, MoveError, UsageError
from scoresheet.reading import Games
from scoresheet.report import AnalysisCounts, CodeCount, Report, SuiteCounts, SuitePosition

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet._ids import AnalyseOptions
    from scoresheet._kinds import EitherGame
    from scoresheet.analysis.results import PositionResult
    from scoresheet.notation import Position
    from scoresheet.uci.options import OptionValue

__all__ = ["NO_PLACE", "Analysis", "AnalysisProgress", "Job", "Waiting", "analyse", "commands_of"]

_OWN = frozenset(GameAnalysisOptions.__annotations__)
"""The options of the analysis itself."""

_RENAMED = {f"output_{name}": name for name in _OWN}
"""What options of formats are called here that have the names of others."""

_ENDING = ".analysis"
"""The ending that the name of a store adds to that of the output."""


_TELL_EVERY_S = 0.1

NO_PLACE = dict.fromkeys(["file", "game", "ply", "line", "column", "byte", "text", "message", "fen", "hint", "report"])


class AnalysisProgress(NamedTuple):
    """How far an analysis is. The numbers of all games and positions are None if they are unknown."""

    games: int
    positions: int
    all_games: int | None
    all_positions: int | None


@takes("analyse")
def analyse(  # type: ignore[misc] # the options of formats that have the names of ours are called `output_…`
    inputs: Source,
    output: Target | None = None,
    *,
    engine: str | os.PathLike[str] | Sequence[str] | Sequence[Sequence[str]] | None = None,
    engine_options: Mapping[str, OptionValue] | Sequence[Mapping[str, OptionValue]] = (),
    nodes: int | None = None,
    depth: int | None = None,
    movetime: int | None = None,
    engines: int | None = None,
    lines: int = 1,
    reuse: str = "game",
    plies: str | int | None = None,
    side: str | None = None,
    player: str | None = None,
    skip_book: int | str = 0,
    judge: str = "lichess",
    best_line: int = 10,
    comments: bool = False,
    replace: bool = False,
    source: str | Sequence[str] | None = None,
    date: Any = None,
    eval_depth: bool = False,
    summary_tags: bool = False,
    evals: str | os.PathLike[str] | None = None,
    store: str | os.PathLike[str] | None = None,
    position_timeout: float | None = None,
    where: str | None = None,
    progress: Callable[[AnalysisProgress], object] | None = None,
    **options: Unpack[AnalyseOptions],
) -> Report:
    """Lets chess engines judge the moves of games, and writes the games with what they found.

    It is `convert` with engines in between: the inputs, the outputs and their options are the same. Mainlines are
    analysed. Each move gets an evaluation; inaccuracies, mistakes and blunders get a mark and the better line. A game
    that cannot be analysed is written as it is, and counted with the code `engine-failed`.

    A position without moves is searched itself. In EPD, the operations `acd`, `acn`, `ce`, `dm`, `pm` and `pv` say what
    the first engine has found, in place of older ones; in other outputs, the start has the evaluation. If positions
    have the operations `bm` or `am`, `analysis.suite` of the report lists which of them the engine has solved.

    The same games, engines, options and limit of nodes or depth give the same output, with any number of processes.
    Finished games are in the store, from which the same call continues after it was stopped.

    Args:
        inputs: as for `read`: paths, patterns, folders, bytes, open files, databases, or `-` for standard input.
        output: as for `convert`; None is standard output.
        engine: the command of the engine as in `Engine`: a name or a path, or a list of a program and its arguments. A
            list of such lists names several engines, all of which analyse every game. None is `stockfish`, or no
            engine with `evals`.
        engine_options: options to set by their names, or a list with such options for each engine.
        nodes: how many positions to search for each position of a game; 100,000 without any limit.
        depth: how many plies deep to search.
        movetime: how many milliseconds to search. The result is then not the same each time.
        engines: how many processes of each engine to use side by side; None for the number of cores. Each gets one
            thread unless `engine_options` sets `Threads`.
        lines: how many lines to find. Those after the first are properties of the move.
        reuse: `"game"` to let engines remember what they found in the same game, `"none"` to search each position for
            itself, and only once if it occurs in several games.
        plies: the half-moves to judge: `"20-60"`, `"20-"`, `"-60"`; None for all.
        side: judge only the moves of `"white"` or `"black"`.
        player: judge only the moves of this player, as in the tags `White` and `Black`.
        skip_book: do not judge that many half-moves at the start; `"opening"` for those up to the last position with
            a name.
        judge: the rule for marks: `"lichess"` for that of the site, `"dump"` for that of the files that it publishes,
            `"none"` for no marks.
        best_line: how many half-moves of the better line to write at a marked move; 0 for none.
        comments: whether to write a sentence at marked moves.
        replace: what to do with games that have evaluations already: False leaves them as they are; True removes all
            evaluations, and the annotations of the same source.
        source: the id of the source of annotations, or a list with one for each engine; None for names like
            `stockfish-15.1`.
        date: the date of annotations; None for today.
        eval_depth: whether to write the depth of evaluations, as in `[%eval 0.31,20]`.
        summary_tags: whether to write accuracy, mean loss and numbers of marks as tags.
        evals: a table of evaluations that `evals` has made. Its evaluations are used, and only the other
            positions are searched; without an engine, these have no evaluation.
        store: the file with finished results. None uses the name of the output followed by `.analysis`, and removes
            the file when the output is complete.
        position_timeout: after how many seconds a search is stopped; None if that depends on the limit.
        where: only the games that meet this SQL condition over the columns.
        progress: called with an `AnalysisProgress` after each search, at most ten times a second.
        options: the options for reading and writing, and those of the formats in use. The options `comments` and `side`
            of formats are called `output_comments` and `output_side` here.

    Returns the report of `convert`, with `analysis` filled in.

    Raises:
        EngineError: an engine cannot be started, or does not obey the limit, or no engine works any more.
        ReadError: the first error, if `on_error` is `"raise"`.
        WriteError: the output cannot be written.
        UsageError: an input does not exist, the output exists, or an option is wrong.

    >>> import sys, scoresheet
    >>> engine = [sys.executable, "examples/one_ply.py"]
    >>> report = scoresheet.analyse("examples/historic.pgn", "judged.pgn", engine=engine, depth=1, limit=2)
    >>> report.written, report.analysis.positions, report.analysis.blunders
    (2, 52, 22)
    """
    given = {name: value for name, value in locals().items() if name in _OWN}
    job = Job.of(
        inputs,
        choices_of(given),
        [] if engine is None and evals is not None else commands_of(engine or "stockfish", engine_options),
        engines,
        asked("analyse", {_RENAMED.get(name, name): value for name, value in options.items()}),
        progress,
    )
    return job._replace(evals=evals).run(output, None if where is None else condition_of(where), store)


def commands_of(
    engine: Any, engine_options: Mapping[str, OptionValue] | Sequence[Mapping[str, OptionValue]]
) -> list[EngineChoice]:
    """The engines that a caller names, with their options."""
    is_one = isinstance(engine, str | os.PathLike) or not engine or isinstance(engine[0], str | os.PathLike)
    commands = [engine] if is_one else list(engine)
    if isinstance(engine_options, Mapping):
        options = [engine_options] * len(commands)
    else:
        options = [*engine_options, *[{}] * (len(commands) - len(engine_options))]
    if len(options) > len(commands):
        raise UsageError(f"there are options for {len(options)} engines, but {len(commands)} engines")
    return [EngineChoice(command, dict(own)) for command, own in zip(commands, options, strict=True)]


def _processes(given: int | None) -> int:
    if given is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= 1024:
        raise UsageError(f"`engines` is a number from 1 to 1,024, not `{given}`")
    return given


class Job(NamedTuple):
    """A requested analysis."""

    named: list[Named]
    choices: Choices
    commands: list[EngineChoice]
    processes: int
    given: Options
    progress: Callable[[AnalysisProgress], object] | None
    evals: str | os.PathLike[str] | None = None
    """A table of evaluations that are known before."""
    kind: type[Analysis] | None = None
    """What is done with the games; None to analyse them."""

    @classmethod
    def of(
        cls,
        inputs: Source,
        choices: Choices,
        commands: list[EngineChoice],
        engines: int | None,
        given: Options,
        progress: Callable[[AnalysisProgress], object] | None,
    ) -> Job:
        """A job from the arguments of a caller, checked."""
        return cls(paths(inputs), choices, commands, _processes(engines), given, progress)

    def run(self, output: Target | None, where: str | None, store: str | os.PathLike[str] | None) -> Report:
        """Does the job and returns its report."""
        if output is None:
            return self._written(None, self.given, where, store)
        with placed(output, self.given) as (target, given):
            return self._written(target, given, where, store)

    def _written(
        self, target: str | None, given: Options, where: str | None, path: str | os.PathLike[str] | None
    ) -> Report:
        named, names = (self.named, {}) if where is None else spooled(self.named, given.values.get("headers"))
        given = given._replace(shown_names=tuple(names.items())).with_headers_for(named)
        games, writing = _parted(named, target, given)
        games = games if where is None else games.where(where)
        kind = self.kind or Analysis
        form = output_format(target, given.values.get("to"))
        with closing(kind(self, games, self._store_path(target, path), form)) as analysis:
            found = _core.write_games(iter(analysis), target or "-", analysis.writing(writing).native(), None)
            analysis.finish(keep_store=path is not None or analysis.lacking is not None)
        return analysis.report(Report.from_dict(found))

    def _store_path(self, target: str | None, path: str | os.PathLike[str] | None) -> str | os.PathLike[str] | None:
        if path is None:
            if target is None or target == "-" or is_store(target, self.given.values.get("to")) or "{" in target:
                return None
            path = target.rstrip("/") + _ENDING
        check_store(path, [name for name in self.named if not is_caller_input(name)], target)
        return path


def _parted(named: list[Named], target: str | None, given: Options) -> tuple[Games, Options]:
    """The games of the inputs, and the options of writing them."""
    for_reading = {option["name"] for option in options_of("read")} - {"columns"}
    for_writing = {option["name"] for option in options_of("write")}
    # Games are changed before they are analysed. Options on what texts to keep and what to refuse go to both.
    for_writing -= for_reading - {"keep_spelling", "strict"}
    of_inputs = tuple(_core.Games.read_choices(target, given.native()))
    options = [option for entry in registry("formats") for option in entry["options"]]
    of_outputs = {option["name"] for option in options if option["works"] == "write"}
    reading = given.only(for_reading)._replace(choices=of_inputs, shown_names=given.shown_names)
    writing = given.only(for_writing & given.values.keys())
    left = tuple(choice for choice in given.choices if choice not in of_inputs or choice[0] in of_outputs)
    # In a database, the games of these inputs replace each other, and no others.
    source = " ".join(dict(given.shown_names).get(name, name) for name in map(name_of, named))
    return Games(named, chained("read", reading)), writing._replace(choices=left, shown_names=[("games", source)])


def _totals(games: Games) -> tuple[int | None, int | None]:
    """How many games and positions there are; None if the inputs can be read only once."""
    named, _ = games._opened_by
    if any((is_caller_input(one) and one.once) or (isinstance(one, str) and is_pipe(one)) for one in named):
        return None, None
    counted = [game.ply_count for game in games if is_standard(game)]
    return len(counted), sum(counted) + len(counted)


def _unreadable(error: MoveError, position: SuitePosition) -> CodeCount:
    """A move of a solution that is not a move of its position, as an error of the report."""
    name = "" if position.id is None else f" of `{printable(position.id)}`"
    message = f"cannot read the solution{name}: {error.message}"
    facts = {"game": position.game, "message": message, "fen": position.fen, "hint": error.hint}
    shown = f"error: {message}\n  --> game {position.game}: {position.fen}\n\nhint: {error.hint}"
    return CodeCount(str(error.code), "error", 1, {**NO_PLACE, **facts, "report": shown})


def _with_counts(errors: tuple[CodeCount, ...], others: list[CodeCount]) -> tuple[CodeCount, ...]:
    """The errors with others, each code once, with its first occurrence."""
    found = {error.code: error for error in errors}
    for error in others:
        known = found.get(error.code)
        found[error.code] = error if known is None else dataclasses.replace(known, count=known.count + error.count)
    return tuple(found.values())


class Waiting(NamedTuple):
    """A game on its way to the output, and its results if it is being searched."""

    game: EitherGame
    search: GameSearch | None
    results: Future[GameResults] | None


class RunCounts:
    """What an analysis counts. Threads add positions."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.games = self.positions = self.stored = self.known = self.kept = self.left_out = self.unknown_rules = (
            self.with_moves
        ) = 0
        self.failures: list[CodeCount] = []
        self.marks: Counter[str] = Counter()
        self.suite: list[SuitePosition] = []
        self.unreadable: list[CodeCount] = []


class Analysis:
    """The games of a job, one after another, with what the engines find. It can be iterated over once."""

    _work: SearchWork = staticmethod(search_game)
    """What processes do with a game."""

    def __init__(
        self, job: Job, games: Games, store_path: str | os.PathLike[str] | None, form: str | None = None
    ) -> None:
        self._job, self._source, self._store_path, self._form = job, games, store_path, form
        self._marks = dataclasses.replace(job.choices.marks, as_epd=form == "epd")
        self._store: AnalysisStore | None = None
        self._counts = RunCounts()
        self._started = time.monotonic()
        self._due = 0.0
        self._done_games = 0
        self._all: tuple[int | None, int | None] = (None, None)
        self._team: EngineTeam | None = None
        self._table: KnownEvaluations | None = None
        self._columns = job.given.values.get("columns")
        self._sources: list[SourceFacts] = []
        self._known: dict[str, bool] = {}
        """For the names of rules, whether all engines know them."""
        self._ends_with_failure = job.given.values.get("on_error") == "raise"
        self._skips_failures = job.given.values.get("on_error") == "skip"

    def __iter__(self) -> Iterator[EitherGame]:
        # Only now, when the inputs and the output are known to be right.
        job = self._job
        if job.progress is not None:
            self._all = self._totals()
        search = job.choices.search
        if job.evals is not None:
            self._table = KnownEvaluations(job.evals, search.plies)
        team = self._team = EngineTeam(job.commands, search, job.processes, self._told, self._work, self._table)
        settings = [{"options": kind.options, "limit": search.shown_limit} for kind in team.kinds]
        names = [kind.name for kind in team.kinds]
        if self._table is not None:
            # What the table has must not pass for something that the engine found.
            names = [f"{name} with {self._table.name}" for name in names] or [self._table.name]
            settings = settings or [{}]
        self._sources = sources_of(names, settings, job.choices.sources)
        if self._store_path is not None:
            self._store = AnalysisStore(self._store_path)
            for kind, source in zip(team.kinds, self._sources, strict=False):
                kind.keep_in(self._store, source.id)
        waiting: deque[Waiting] = deque()
        for game in self._source:
            waiting += self._submitted(game)
            while len(waiting) >= GAMES_AHEAD * team.processes:
                yield from self._finished(waiting.popleft())
        while waiting:
            yield from self._finished(waiting.popleft())

    def close(self) -> None:
        """Ends the engines and closes the store."""
        if self._team is not None:
            self._team.close()
        if self._table is not None:
            self._table.close()
        if self._store is not None:
            self._store.close()

    def finish(self, *, keep_store: bool) -> None:
        """Ends all, after the output is complete. The store is not needed any more, unless the caller has named it."""
        self.close()
        if self._store is not None and not keep_store:
            self._store.remove()

    def writing(self, given: Options) -> Options:
        """The options of writing, from those that were given: tables get columns for evaluations."""
        columns = columns_for(self._form, given.values.get("columns"))
        return given if columns is None else given._replace(values={**given.values, "columns": list(columns)})

    def _totals(self) -> tuple[int | None, int | None]:
        """How many games and positions there will be; None if that is unknown."""
        return _totals(self._source)

    def _submitted(self, game: EitherGame) -> list[Waiting]:
        """Starts the searches of a game."""
        if not is_standard(game):
            self._counts.left_out += 1
            return [Waiting(game, None, None)]
        search = GameSearch(game, self._job.choices.moves)
        if has_evaluations(search.nodes) and not self._marks.replace:
            self._counts.kept += 1
        elif not search.plies:
            self._counts.left_out += 1
        elif not self._is_known(game.start):
            self._counts.unknown_rules += 1
        else:
            assert self._team is not None
            return [Waiting(game, search, self._team.submit(search))]
        return [Waiting(game, None, None)]

    def _is_known(self, start: Position) -> bool:
        """Whether all engines know the rules of a position."""
        assert self._team is not None
        if start.variant not in self._known:
            self._known[start.variant] = all(kind.knows(start) for kind in self._team.kinds)
        return self._known[start.variant]

    def _finished(self, waiting: Waiting) -> Iterator[EitherGame]:
        self._done_games += 1
        if waiting.search is not None and waiting.results is not None:
            try:
                results = self._awaited(waiting.results)
            except EngineError as error:
                self._fail(error, self._done_games)
                if self._skips_failures:
                    return
            else:
                self._take(waiting.search, results)
        self._tell()
        yield waiting.game

    def _take(self, search: GameSearch, results: GameResults) -> None:
        """Writes the results into a game, and counts them. A table of evaluations alone may have none."""
        if not any(results.by_engine):
            self._counts.left_out += 1
            return
        analysis = marked(search, results.by_engine, self._sources, self._marks)
        self._count(results, analysis)
        if search.is_position:
            self._test(search, results.by_engine[0].get(0, ()))

    def _awaited(self, results: Future[GameResults]) -> GameResults:
        """The results of a game. Meanwhile, progress is reported."""
        while self._job.progress is not None and not wait([results], _TELL_EVERY_S).done:
            self._tell()
        return results.result()

    def _fail(self, error: EngineError, game: int) -> None:
        """Counts a game, by its number, that could not be analysed. Raises if no other game could be, either."""
        assert self._team is not None
        if error.code != "engine-failed" or self._ends_with_failure:
            raise error
        if self._team.all_fail:
            raise error.__cause__ or error
        first = {"game": game, "message": error.message, "hint": error.hint, "report": error.report()}
        self._counts.failures.append(CodeCount("engine-failed", "error", 1, {**NO_PLACE, **first}))

    def _count(self, results: GameResults, analysis: GameAnalysis) -> None:
        counts = self._counts
        counts.games += 1
        counts.with_moves += bool(analysis.moves)
        counts.stored += results.stored
        counts.known += results.known
        counts.marks.update(move.mark for move in analysis.moves if move.mark)

    def _test(self, search: GameSearch, lines: PositionResult) -> None:
        """Counts whether the first engine has solved a position, and the moves of its solution that are invalid."""
        found = compared(search.game, self._done_games, lines)
        if found is None:
            return
        position, errors = found
        self._counts.suite.append(position)
        self._counts.unreadable += [_unreadable(error, position) for error in errors]

    @property
    def lacking(self) -> str | None:
        """The format of the output if evaluations of moves were found and it has no place for them."""
        return self._form if self._counts.with_moves and not holds_evaluations(self._form, self._columns) else None

    def _told(self, positions: int) -> None:
        """Called by the threads of the team after each search."""
        with self._counts.lock:
            self._counts.positions += positions

    def _tell(self) -> None:
        now = time.monotonic()
        if self._job.progress is not None and now >= self._due:
            self._due = now + _TELL_EVERY_S
            self._job.progress(AnalysisProgress(self._done_games, self._counts.positions, *self._all))

    def _suite(self) -> SuiteCounts | None:
        positions, unreadable = self._counts.suite, self._counts.unreadable
        solved = sum(position.solved for position in positions)
        return SuiteCounts(solved, len(positions), len(unreadable), tuple(positions)) if positions else None

    def report(self, written: Report) -> Report:
        """The report of the job, from that of the writer."""
        return dataclasses.replace(self._joined(written), analysis=self._analysis_counts())

    def _analysis_counts(self) -> AnalysisCounts:
        counts = self._counts
        return AnalysisCounts(
            tuple(source.name for source in self._sources),
            counts.games,
            counts.positions,
            counts.stored,
            time.monotonic() - self._started,
            self._team.restarts if self._team else 0,
            counts.kept,
            counts.left_out,
            counts.unknown_rules,
            len(counts.failures),
            counts.marks["inaccuracy"],
            counts.marks["mistake"],
            counts.marks["blunder"],
            self.lacking,
            self._suite(),
            counts.known,
        )

    def _joined(self, written: Report) -> Report:
        """The report of the reader with what the writer and the engines add."""
        counts = self._counts
        read = self._source.report() or written
        return dataclasses.replace(
            read,
            errors=_with_counts(read.errors, [*counts.unreadable, *counts.failures]),
            losses=written.losses,
            seconds=time.monotonic() - self._started,
            written=written.written,
            skipped=read.skipped + written.skipped + (len(counts.failures) if self._skips_failures else 0),
            files=written.files,
            renamed=written.renamed,
            gain=written.gain,
            book=written.book,
        )
