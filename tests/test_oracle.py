"""python-chess reads the same moves, the same final position and the same verdict from every game.

Our own games always; a sample of the real ones if the data is there; all of them in the long run.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import levels
import oracle

# Folders and files of SCORESHEET_DATA, and how many games of each file the ordinary run takes.
REAL = {
    "lichess_2013-01_part.pgn.zst": 300,
    "lichess_2013-02_07_movetext.txt.zst": 300,
    "masters": 6,
    "historic": 3,
}


def differences(result: dict) -> list[dict]:
    """Those that are not explained, or are more than were explained."""
    known = {kind: explanation.times for kind, explanation in oracle.EXPLAINED.items()}
    return [found for found in result["differences"] if found["count"] > known.get(found["kind"], 0)]


def test_the_examples_are_read_as_python_chess_reads_them(root: Path) -> None:
    paths = [path for path in sorted((root / "examples").iterdir()) if ".pgn" in path.suffixes]
    result = oracle.compare_files([path for path in paths if levels.slow_too or path.stem != "generated"])
    assert differences(result) == []
    assert result["compared"] == result["games"] == (282 if levels.slow_too else 82)


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL)
def test_a_sample_of_real_games_is_read_as_python_chess_reads_it(name: str, data: Callable[[str], Path]) -> None:
    result = oracle.compare_files(oracle.files([str(data(name))]), sample=REAL[name])
    assert differences(result) == []
    assert result["compared"] >= REAL[name]


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
def test_all_real_games_are_read_as_python_chess_reads_them(name: str, data: Callable[[str], Path]) -> None:
    result = oracle.compare_files(oracle.files([str(data(name))]))
    assert differences(result) == []
    assert result["compared"] == result["games"]
