"""The engines of an analysis: several programs, each as several processes, that search whole games."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from scoresheet.analysis.known import KnownEvaluations
from scoresheet.analysis.results import PositionResult, result_of
from scoresheet.analysis.searching import LONGEST_PLIES, GameSearch, position_key
from scoresheet.analysis.store import AnalysisStore, StoredSetup
from scoresheet.errors import EngineError
from scoresheet.game import Node
from scoresheet.notation import Position
from scoresheet.uci.engine import Engine
from scoresheet.uci.faults import engine_error
from scoresheet.uci.options import OptionValue

__all__ = [
    "EngineChoice",
    "EngineTeam",
    "GameResults",
    "SearchChoice",
    "SearchWork",
    "search_game",
    "search_position",
]

ATTEMPTS = 3
"""How often a game is tried before it is passed on without analysis."""

GAMES_AHEAD = 4
"""How many games are in memory for each engine."""

# Failures that the same engine would repeat with the same game.
_LASTING = frozenset(["engine-option", "engine-limit"])


@dataclass(frozen=True)
class EngineChoice:
    """An engine as callers choose it: its command, and the options to set."""

    command: str | Sequence[str]
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True)
class SearchChoice:
    """How positions are searched.

    Attributes:
        limit: `nodes`, `depth` or `seconds` with its value.
        lines: how many lines to find.
        plies: how many moves of each line are kept.
        reuse: whether an engine remembers what it found about a game, or nothing.
        timeout: after how many seconds a search is stopped; None if that depends on the limit.
    """

    limit: Mapping[str, int | float]
    lines: int = 1
    plies: int = 10
    reuse: Literal["game", "none"] = "game"
    timeout: float | None = None

    @property
    def shown_limit(self) -> dict[str, int | float]:
        """The limit as documents spell it: `nodes`, `depth` or `movetime` in milliseconds."""
        [(name, value)] = self.limit.items()
        return {"movetime": round(value * 1000)} if name == "seconds" else {name: value}

    def of(self, engine: Engine, root: Position | Node, position: Position) -> PositionResult:
        """What an engine finds about a position, which is searched for itself or with the moves before it."""
        return result_of(engine.analyse(root, lines=self.lines, **self.limit), position, self.plies)  # type: ignore[arg-type]


class GameResults(NamedTuple):
    """What the engines found about a game: for each engine, the results by half-move."""

    by_engine: list[dict[int, PositionResult]]
    stored: int = 0
    """How many results came from the store."""
    known: int = 0
    """How many were known before: from a table of evaluations."""


def search_game(
    engine: Engine,
    search: GameSearch,
    choice: SearchChoice,
    kept: StoredSetup | None = None,
    told: Callable[[int], object] = lambda _positions: None,
) -> tuple[dict[int, PositionResult], int]:
    """The results for the positions of a game by half-move, and how many of them came from a store.

    `told` is called with the number of positions after each.
    """
    if choice.reuse == "none":
        return _search_positions(engine, search, choice, kept, told)
    found: list[PositionResult] = []
    engine.new_game()
    for ply in search.plies:
        found.append(choice.of(engine, search.nodes[ply], search.nodes[ply].position))
        told(1)
    if kept is not None:
        kept.keep_game(search.key(), found)
    return dict(zip(search.plies, found, strict=True)), 0


def _search_positions(
    engine: Engine,
    search: GameSearch,
    choice: SearchChoice,
    kept: StoredSetup | None,
    told: Callable[[int], object],
) -> tuple[dict[int, PositionResult], int]:
    found: dict[int, PositionResult] = {}
    stored = 0
    for ply in search.plies:
        node = search.nodes[ply]
        found[ply], is_stored = search_position(engine, node, choice, kept)
        stored += is_stored
        told(1)
    return found, stored


def search_position(
    engine: Engine, node: Node, choice: SearchChoice, kept: StoredSetup | None
) -> tuple[PositionResult, bool]:
    """What an engine that remembers nothing finds about a position, and whether that came from a store."""
    key, is_shared = position_key(node)
    known = None if kept is None else kept.position(key)
    if known is not None:
        return known, True
    engine.new_game()
    # Alone, so that it does not matter which game it comes from, unless the moves before matter.
    found = choice.of(engine, node.position if is_shared else node, node.position)
    if kept is not None:
        kept.keep_position(key, found)
    return found, False


SearchWork: TypeAlias = Callable[
    [Engine, GameSearch, SearchChoice, "StoredSetup | None", Callable[[int], object]],
    tuple[dict[int, PositionResult], int],
]
"""What a process does with a game, such as `search_game`."""


class EngineKind:
    """One of the programs of a team, and what is known about it."""

    def __init__(self, chosen: EngineChoice, search: SearchChoice) -> None:
        self._chosen, self._search = chosen, search
        self._lock = threading.Lock()
        self._is_checked = False
        self.first: Engine | None = self.start()
        self.name = self.first.name
        self.options = {**self._threads(self.first), **chosen.options}
        self.finds_lines = "MultiPV" in self.first.options
        self.knows = self.first.knows
        """Whether it has the options for the rules of a position."""
        self.kept: StoredSetup | None = None

    def start(self) -> Engine:
        """Starts a process of it."""
        engine = Engine(self._chosen.command, options=self._chosen.options, search_timeout=self._search.timeout)
        try:
            engine.configure(self._threads(engine))
        except BaseException:
            engine.close()
            raise
        return engine

    def _threads(self, engine: Engine) -> dict[str, OptionValue]:
        """One thread each, unless the caller wants something else."""
        is_set = any(name.lower() == "threads" for name in self._chosen.options)
        return {"Threads": 1} if "Threads" in engine.options and not is_set else {}

    def keep_in(self, store: AnalysisStore, source: str) -> None:
        """Keeps its results in a store. Two builds of an engine may have the same name, but never the same source."""
        search = self._search
        facts = {
            "engine": self.name,
            "source": source,
            "options": self.options,
            "limit": search.shown_limit,
            "reuse": search.reuse,
            "lines": search.lines,
            "plies": search.plies,
        }
        self.kept = store.setup(facts)

    def check(self, engine: Engine) -> None:
        """Makes sure, once, that it obeys the limit.

        Raises:
            EngineError: it does not (`engine-limit`).
        """
        with self._lock:
            if not self._is_checked:
                engine.check_limit(**self._search.limit)  # type: ignore[arg-type]
                self._is_checked = True

    def take(self) -> Engine:
        """A process: the one that has reported the name, or a new one."""
        with self._lock:
            first, self.first = self.first, None
        return first or self.start()

    def close(self) -> None:
        """Ends the process if it was not taken."""
        if self.first is not None:
            self.first.close()


class Analyst:
    """One process of each engine, which search one game at a time."""

    def __init__(self, team: EngineTeam) -> None:
        self._team = team
        self._engines: dict[EngineKind, Engine] = {}
        self.failed_starts = 0
        """How many attempts in a row have failed before the first result."""

    def search(self, search: GameSearch) -> GameResults:
        """What all engines find about a game.

        Raises:
            EngineError: one of them has failed (`engine-failed`).
        """
        if search.is_too_long:
            raise engine_error("engine-failed", f"the game has more than {LONGEST_PLIES:,} half-moves")
        table = self._team.known
        known = {} if table is None else table.results(search)
        if not self._team.kinds:
            self._team.told(len(known))
            return GameResults([known], known=len(known))
        rest = search.without(known) if known else search
        found, stored = [], 0
        for kind in self._team.kinds:
            self._team.told(len(known))
            results, kept = self._results(kind, rest) if rest.plies else ({}, 0)
            found.append({**known, **results})
            stored += kept
        return GameResults(found, stored, len(known) * len(self._team.kinds))

    def _results(self, kind: EngineKind, search: GameSearch) -> tuple[dict[int, PositionResult], int]:
        choice = self._team.search
        if kind.kept is not None and choice.reuse == "game":
            known = kind.kept.game(search.key())
            if known is not None and len(known) == len(search.plies):
                self._team.told(len(known))
                return dict(zip(search.plies, known, strict=True)), len(known)
        for attempt in range(1, ATTEMPTS + 1):
            done = 0

            def told(positions: int) -> None:
                nonlocal done
                done += positions
                self._team.told(positions)

            try:
                results = self._team.work(self._engine(kind), search, choice, kind.kept, told)
            except EngineError as error:
                self._team.told(-done)
                self.failed_starts = 0 if done else self.failed_starts + 1
                if error.code == "engine-limit":
                    raise
                self._team.must_go_on()
                is_lasting = error.code in _LASTING
                if not is_lasting:
                    self._restart(kind)
                if is_lasting or attempt == ATTEMPTS:
                    raise engine_error("engine-failed", str(error), engine=error.engine, hint=error.hint) from error
            else:
                self.failed_starts = 0
                return results
        raise AssertionError("the last attempt returns or raises")

    def _engine(self, kind: EngineKind) -> Engine:
        if kind not in self._engines:
            self._engines[kind] = kind.take()
            self._team.must_go_on()
            kind.check(self._engines[kind])
        return self._engines[kind]

    def _restart(self, kind: EngineKind) -> None:
        self._team.count_restart()
        engine = self._engines.pop(kind, None)
        if engine is not None:
            engine.close()

    def close(self) -> None:
        """Ends the engines."""
        for engine in list(self._engines.values()):
            engine.close()


class EngineTeam:
    """Engines that search games in parallel. The results do not depend on how many there are.

    Raises:
        EngineError: an engine cannot be started, or an option is wrong.
    """

    def __init__(
        self,
        engines: Sequence[EngineChoice],
        search: SearchChoice,
        processes: int,
        told: Callable[[int], object],
        work: SearchWork = search_game,
        known: KnownEvaluations | None = None,
    ) -> None:
        """Without engines, only what is `known` is found."""
        self.search, self.told, self.work, self.known = search, told, work, known
        self.processes = processes
        self.restarts = 0
        self._is_closing = False
        self._lock = threading.Lock()
        self.kinds: list[EngineKind] = []
        try:
            for chosen in engines:
                self.kinds.append(EngineKind(chosen, search))
        except BaseException:
            self._end_unused()
            raise
        self._analysts = [Analyst(self) for _ in range(processes)]
        self._idle: queue.SimpleQueue[Analyst] = queue.SimpleQueue()
        for analyst in self._analysts:
            self._idle.put(analyst)
        self._pool = ThreadPoolExecutor(processes, thread_name_prefix="scoresheet")

    def submit(self, search: GameSearch) -> Future[GameResults]:
        """Starts the search of a game, as soon as engines are free."""
        return self._pool.submit(self._search, search)

    def _search(self, search: GameSearch) -> GameResults:
        analyst = self._idle.get()
        try:
            return analyst.search(search)
        finally:
            self._idle.put(analyst)

    @property
    def all_fail(self) -> bool:
        """Whether each process has failed three times in a row before it had found anything about a game."""
        return all(analyst.failed_starts >= ATTEMPTS for analyst in self._analysts)

    def must_go_on(self) -> None:
        """Ends the work of this thread if the team is being closed."""
        if self._is_closing:
            raise engine_error("engine-exit", "the analysis was stopped")

    def count_restart(self) -> None:
        """Counts a restart of an engine."""
        with self._lock:
            self.restarts += 1

    def close(self) -> None:
        """Ends all engines, also those that are searching."""
        self._is_closing = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._end_all()
        self._pool.shutdown()
        self._end_all()  # those that were being started

    def _end_all(self) -> None:
        for analyst in self._analysts:
            analyst.close()
        self._end_unused()

    def _end_unused(self) -> None:
        for kind in self.kinds:
            kind.close()
