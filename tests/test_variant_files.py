"""Real games of variants: every error is one that was looked at, and results are those of the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import scoresheet
from scoresheet import Game

EXPLAINED = {
    # A variation whose moves belong to another game.
    ("zh-50_startpos.pgn", "move-illegal"): 1,
    # A pawn reaches the last rank without a promotion piece.
    ("classical.pgn", "move-ambiguous"): 1,
    # Rules that are not played here.
    ("sittuyin.pgn", "variant-unsupported"): 3,
    ("veerbot_pychess-variants_YHEWvfWF.pgn", "variant-unsupported"): 1,
}
"""How many games of a file have an error, by its code."""


def games(folder: Path) -> Iterator[tuple[Path, Game]]:
    """The games of all files but those of a championship of Chess960, which is large."""
    for path in sorted(folder.rglob("*.pgn")):
        if "tcec" not in str(path):
            for game in scoresheet.read(path, on_error="keep"):
                assert isinstance(game, Game)
                yield path, game


def test_every_error_in_real_games_of_variants_is_explained(data: Callable[[str], Path]) -> None:
    found: Counter[tuple[str, str]] = Counter()
    count = 0
    for path, game in games(data("variants")):
        count += 1
        found.update({(path.name, error.code) for error in game.errors})
    assert found == EXPLAINED
    assert count > 2_000


def test_results_of_real_games_of_variants_match_the_board(data: Callable[[str], Path]) -> None:
    ends: Counter[str] = Counter()
    for path, game in games(data("variants")):
        if game.errors or not game.ply_count or game.start.variant in ("standard", "chess960"):
            continue
        place = (path.name, game.tags)
        outcome = game.outcome()
        if game.at(game.ply_count).san.endswith("#"):
            assert outcome is not None, place
        if outcome is None or outcome.claimable:
            # Who resigns or oversteps the time loses on a board that continues.
            ends["none"] += 1
            continue
        ends[outcome.reason] += 1
        assert game.result in (outcome.result, "*"), place
    assert ends.keys() >= {"no-pieces", "exploded", "hill", "three-checks", "race", "checkmate", "stalemate"}
    assert sum(ends.values()) > 800
