"""Games of Parquet files by their numbers, of which only the requested rows are read."""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from scoresheet.errors import FileError

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("generated", "historic", "chess960", "annotated")
COLUMNS = (
    "tags,packed", "tags,moves", "tags,packed,notes", "tags,packed,text", "tags,documents",
    "tags,summary,packed,errors",
)  # fmt: skip

BAD = '[White "One"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[White "Two"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. d4 *\n'


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More games than are decoded together, some with errors."""
    path = tmp_path_factory.mktemp("many") / "many.pgn"
    examples = [ROOT / "examples" / f"{name}.pgn" for name in EXAMPLES]
    texts = [example.read_text("utf-8").strip() for example in examples if example.exists()]
    path.write_text("\n\n".join([*texts, BAD.strip()] * 6) + "\n", "utf-8")
    return path


def converted(source: Path, path: Path, columns: str) -> Path:
    scoresheet.convert(source, path, columns=columns.split(","), no_sort=True)
    return path


def told(game: Any) -> tuple[Any, list[tuple[Any, ...]]]:
    """A game, and all that is said of its faults."""
    faults = [*game.errors, *game.notes]
    return game, [(type(fault), str(fault), vars(fault)) for fault in faults]


@pytest.mark.parametrize("columns", COLUMNS)
def test_games_are_those_that_iteration_gives(columns: str, source: Path, tmp_path: Path) -> None:
    path = converted(source, tmp_path / "games.parquet", columns)
    expected = [told(game) for game in scoresheet.read(path)]
    assert len(expected) > 1024
    chance = random.Random(3)
    games = scoresheet.read(path)
    assert len(games) == len(expected)
    for number in [0, -1, 1023, 1024, *(chance.randrange(-len(expected), len(expected)) for _ in range(30))]:
        assert told(games[number]) == expected[number]
    assert games.report() is None  # nothing was read in order
    assert [told(game) for game in games[:]] == expected
    assert games[0] is not games[0]


def test_several_files_are_one_list(source: Path, tmp_path: Path) -> None:
    paths = [converted(source, tmp_path / f"{name}.parquet", "tags,packed") for name in "abc"]
    games, expected = scoresheet.read(paths), list(scoresheet.read(paths[0]))
    assert len(games) == 3 * len(expected)
    chance = random.Random(4)
    for number in (chance.randrange(len(games)) for _ in range(60)):
        assert games[number] == expected[number % len(expected)]
    assert games.report() is None


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More games than are decoded together, of which those that are decoded together are too large to be kept."""
    folder = tmp_path_factory.mktemp("large")
    games = [f'[White "{number}"]\n\n1. e4 {{{"x" * 70_000}}} *\n\n' for number in range(1100)]
    (folder / "large.pgn").write_text("".join(games), "utf-8")
    return converted(folder / "large.pgn", folder / "large.parquet", "tags,text")


@pytest.mark.slow
@pytest.mark.parametrize("replaced", [False, True])
def test_all_games_are_read_once_that_is_cheaper(replaced: bool, large: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    shutil.copy(large, path)
    games = scoresheet.read(path)
    assert games[7].tags["White"] == "7"
    if replaced:
        # The games are still those of the file that is open, so the new one must not be read instead.
        scoresheet.convert(ROOT / "examples" / "historic.pgn", tmp_path / "other.parquet")
        (tmp_path / "other.parquet").replace(path)
    for number in range(0, 1100, 15):
        assert games[number].tags["White"] == str(number)
    assert (games.report() is None) == replaced


def test_a_file_that_was_overwritten_is_refused(source: Path, tmp_path: Path) -> None:
    path = converted(source, tmp_path / "games.parquet", "tags,packed")
    games = scoresheet.read(path)
    first = games[0]
    with path.open("r+b") as file:
        file.seek(1000)
        file.write(b"changed")
    with pytest.raises(FileError, match="has changed since"):
        games[1500]
    assert first.ply_count > 0


def test_a_damaged_file_is_an_error(source: Path, tmp_path: Path) -> None:
    path = converted(source, tmp_path / "games.parquet", "tags,packed")
    data = bytearray(path.read_bytes())
    data[4 : len(data) // 2] = bytes(len(data) // 2 - 4)
    path.write_bytes(data)
    with pytest.raises(FileError):
        scoresheet.read(path)[5]


def test_options_that_leave_games_out_number_the_others(source: Path, tmp_path: Path) -> None:
    path = converted(source, tmp_path / "games.parquet", "tags,packed")
    for options in ({"limit": 10}, {"on_error": "skip"}, {"on_error": "keep"}):
        expected = list(scoresheet.read(path, **options))
        assert scoresheet.read(path, **options)[:] == expected
        assert scoresheet.read(path, **options)[3] == expected[3]
    with pytest.raises(scoresheet.ScoresheetError, match="White has 0 kings"):
        scoresheet.read(path, on_error="raise")[0]


def test_tables_of_other_programs_are_read_as_before(tmp_path: Path) -> None:
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "games.parquet"
    table = pyarrow.table({"White": ["A", "B"], "movetext": ["1. e4 e5 *", "1. d4 d5 *"]})
    pyarrow.parquet.write_table(table, path)
    games = scoresheet.read(path)
    assert [games[1].tags["White"], games[0].ply_count] == ["B", 2]
