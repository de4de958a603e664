"""`Game.analyse`: the analysis of one game with engines that the caller has started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scoresheet.analysis.choices import choices_of
from scoresheet.analysis.engines import search_game
from scoresheet.analysis.marking import has_evaluations, marked, sources_of
from scoresheet.analysis.searching import LONGEST_PLIES, GameSearch
from scoresheet.errors import UsageError
from scoresheet.uci.engine import Engine

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scoresheet.analysis.choices import GameAnalysisOptions
    from scoresheet.analysis.summary import GameAnalysis
    from scoresheet.game import Game

__all__ = ["analyse_game"]


def analyse_game(game: Game, engine: Engine | Sequence[Engine], **options: Unpack[GameAnalysisOptions]) -> GameAnalysis:
    """The work of `Game.analyse`."""
    engines = [engine] if isinstance(engine, Engine) else list(engine)
    if not engines or not all(isinstance(one, Engine) for one in engines):
        raise UsageError("`analyse` takes an `Engine`, or several", hint='start one: `scoresheet.Engine("stockfish")`')
    choices = choices_of(options)
    search = GameSearch(game, choices.moves)
    if search.is_too_long:
        raise UsageError(f"the game has more than {LONGEST_PLIES:,} half-moves")
    if has_evaluations(search.nodes) and not choices.marks.replace:
        raise UsageError("the game has evaluations already", hint="`replace=True` replaces them")
    results = [search_game(one, search, choices.search)[0] for one in engines]
    info = [{"limit": choices.search.shown_limit}] * len(engines)
    return marked(search, results, sources_of([one.name for one in engines], info, choices.sources), choices.marks)
