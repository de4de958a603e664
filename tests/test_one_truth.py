"""For any path from a source to an output, the counts and the reports about bad games are the same."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

import levels
import scoresheet
import site_exports
from scoresheet.report import Report

EXAMPLES = Path(__file__).parent.parent / "examples"
if levels.slow_too:
    FILES = [EXAMPLES]
    COUNTS = {"games": 282, "plies": 28_968, "mates": 77, "stalemates": 2, "faulty": 0}
    RESULTS = {"1-0": 111, "0-1": 131, "1/2-1/2": 40}
else:  # without those that were generated
    FILES = [EXAMPLES / name for name in ("annotated.pgn", "chess960.pgn", "clocks.pgn.zst", "historic.pgn")]
    COUNTS = {"games": 82, "plies": 5_611, "mates": 24, "stalemates": 1, "faulty": 0}
    RESULTS = {"1-0": 38, "0-1": 35, "1/2-1/2": 9}
GAMES = COUNTS["games"]

# What the example games are converted to first.
SOURCES: dict[str, dict[str, list[str]]] = {
    "all.pgn": {},
    "all.vgn": {},
    "all.uci": {},
    "all.csv": {},
    "all.scz": {},
    "lists.parquet": {},
    "packed.parquet": {"columns": ["tags", "summary", "packed"]},
    "texts.parquet": {"columns": ["tags", "summary", "text"]},
    "all.arrow": {"columns": ["tags", "summary", "moves", "notes"]},
}
# What sites export, which is not written.
EXPORTS = ("lichess.ndjson", "chesscom.json")


def last_report(games: scoresheet.Games) -> Report:
    report = games.report()
    assert report is not None
    return report


def iterated(source: Path) -> Report:
    games = scoresheet.read(source)
    assert sum(1 for _ in games) == GAMES
    return last_report(games)


def pulled(source: Path) -> Report:
    games = scoresheet.read(source)
    assert pa.table(games).num_rows == GAMES
    return last_report(games)


def converted(to: str, source: Path) -> Report:
    return scoresheet.convert(source, source.with_name(f"converted.{to}"), force=True)


def to_boards(source: Path) -> Report:
    folder = source.with_name("boards")
    folder.mkdir()
    report = scoresheet.convert(source, folder, to="icn")
    assert len(list(folder.iterdir())) == GAMES
    return report


def objects(to: str, source: Path) -> Report:
    return scoresheet.write(iter(list(scoresheet.read(source))), source.with_name(f"objects.{to}"), force=True)


WAYS: dict[str, Callable[[Path], Report]] = {
    "check": scoresheet.check,
    "iterate": iterated,
    "batches": pulled,
    "boards": to_boards,
    **{
        f"to {to}": lambda source, to=to: converted(to, source)
        for to in ("pgn", "vgn", "uci", "csv", "parquet", "arrow", "bin", "scz")
    },
    **{f"objects to {to}": lambda source, to=to: objects(to, source) for to in ("pgn", "csv", "parquet", "bin", "scz")},
}


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    for name, options in SOURCES.items():
        assert scoresheet.convert(FILES, folder / name, **options).written == GAMES
    for name in EXPORTS:
        assert site_exports.write(scoresheet.read(FILES), folder / name) == GAMES
    return folder


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("source", [*SOURCES, *EXPORTS])
def test_every_way_counts_the_same(source: str, way: str, sources: Path, tmp_path: Path) -> None:
    made = Path(shutil.copy(sources / source, tmp_path))
    report = WAYS[way](made)
    assert {name: getattr(report, name) for name in COUNTS} == COUNTS
    assert report.results == RESULTS
    assert (report.written, report.skipped) == (0 if way == "check" else GAMES, 0)


@pytest.fixture
def illegal(tmp_path: Path) -> Path:
    """Columns of three games; the third move of the second one is not legal."""
    text = "1. e4 e5 *\n\n1. d4 d5 2. c4 e6 *\n\n1. Nf3 *\n"
    (tmp_path / "three.pgn").write_text(text, "utf-8")
    stored = tmp_path / "three.parquet"
    scoresheet.convert(tmp_path / "three.pgn", stored, columns=["tags", "moves"], no_sort=True)
    rows = pa.parquet.read_table(stored)
    squares = rows["to_square"].to_pylist()
    squares[1][2] = 63
    place = rows.column_names.index("to_square")
    pa.parquet.write_table(rows.set_column(place, "to_square", pa.array(squares, pa.list_(pa.int8()))), stored)
    return stored


def gone_through(stored: Path, **options: str) -> Report:
    games = scoresheet.read(stored, **options)
    list(games)
    return last_report(games)


def as_boards(stored: Path, **options: str) -> Report:
    folder = stored.with_name("boards")
    folder.mkdir(exist_ok=True)
    return scoresheet.convert(stored, folder, to="icn", force=True, **options)


def as_text(stored: Path, **options: str) -> Report:
    return scoresheet.convert(stored, stored.with_name("out.pgn"), force=True, **options)


@pytest.mark.parametrize("way", [scoresheet.check, gone_through, as_boards, as_text])
def test_an_illegal_stored_move_is_an_error_on_every_way(illegal: Path, way: Callable[..., Report]) -> None:
    report = way(illegal)
    (found,) = report.errors
    assert (found.code, found.count, found.first["game"], found.first["ply"]) == ("move-illegal", 1, 2, 3)
    assert (report.games, report.plies, report.faulty, report.skipped) == (3, 5, 1, 0)
    skipped = way(illegal, on_error="skip")
    assert (skipped.games, skipped.faulty, skipped.skipped) == (3, 1, 1)
    with pytest.raises(scoresheet.MoveError) as error:
        way(illegal, on_error="raise")
    assert (error.value.file, error.value.game) == (str(illegal), 2)


def test_games_that_were_not_read_become_columns_at_once(tmp_path: Path) -> None:
    game = scoresheet.parse('[White "A"]\n[Result "1-0"]\n\n1. e4 {best} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n')
    report = scoresheet.write([game], tmp_path / "one.parquet")
    assert (report.games, report.written, report.plies, report.mates, report.results) == (1, 1, 5, 1, {"1-0": 1})
    row = pa.parquet.read_table(tmp_path / "one.parquet").to_pylist()[0]
    told = {name: row[name] for name in ("source", "game", "white", "termination", "ply_count", "mate", "error")}
    assert told == {
        "source": "games", "game": 1, "white": "A", "termination": "1-0", "ply_count": 5, "mate": True, "error": None
    }  # fmt: skip
    assert next(iter(scoresheet.read(tmp_path / "one.parquet"))).to("uci") == "e2e4 e7e5 d1h5 e8e7 h5e5 1-0\n"


def test_boards_without_edges_become_no_columns(tmp_path: Path) -> None:
    from scoresheet import infinite

    with pytest.raises(scoresheet.UsageError, match="boards without edges"):
        scoresheet.write([infinite.parse("w 0/100 K5,1+|k5,8+")], tmp_path / "a.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_row_of_columns_that_is_not_wanted_is_counted_too(tmp_path: Path) -> None:
    stored = tmp_path / "all.parquet"
    scoresheet.convert(FILES, stored)
    reports = [
        scoresheet.convert(source, tmp_path / f"wanted{at}.pgn", where="result = '0-1'")
        for at, source in enumerate((FILES, stored))
    ]
    for report in reports:
        assert {name: getattr(report, name) for name in COUNTS} == COUNTS
        assert (report.results, report.written) == (RESULTS, RESULTS["0-1"])
