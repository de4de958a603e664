"""Games by their numbers, and how many there are."""

from __future__ import annotations

import gzip
import io
import pickle
from pathlib import Path
from typing import Any

import pytest

import scoresheet

ROOT = Path(__file__).resolve().parent.parent
HISTORIC = ROOT / "examples" / "historic.pgn"
GENERATED = ROOT / "examples" / "generated.pgn"
IO = Path("/proc/self/io")

BAD = """[White "One"]

1. e4 e5 2. Ke3 Nf6 *

[White "Two"]

1. d4 {never closed
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many blocks of games, some with errors."""
    path = tmp_path_factory.mktemp("large") / "large.pgn"
    good = GENERATED.read_bytes()
    path.write_bytes((good * 2 + b'\n[White "Bad"]\n\n1. e4 e5 2. Ke3 {x} Nf6 *\n\n' + HISTORIC.read_bytes()) * 8)
    return path


def bytes_read() -> int:
    """How many bytes this process has read from files so far."""
    counts = dict(line.split(": ") for line in IO.read_text().splitlines())
    return int(counts["rchar"])


def told(game: Any) -> tuple[Any, list[tuple[Any, ...]]]:
    """A game, and everything that is reported about its faults."""
    faults = [*game.errors, *game.notes]
    return game, [(type(fault), str(fault), vars(fault)) for fault in faults]


@pytest.mark.parametrize("threads", [1, 2])
def test_games_match_those_of_iteration(large: Path, threads: int) -> None:
    games = scoresheet.read(large, threads=threads)
    expected = [told(game) for game in games]
    assert any(faults for _, faults in expected)
    assert [told(game) for game in games[:]] == expected
    for number in (0, 1, 5, len(expected) // 2, len(expected) - 1, -1, -len(expected)):
        assert told(games[number]) == expected[number]
    assert [told(game) for game in games[10:400:7]] == expected[10:400:7]
    assert [told(game) for game in games[-3:]] == expected[-3:]
    assert [told(game) for game in games[5:1:-1]] == expected[5:1:-1]
    assert games[10**9 :] == []


def test_the_last_unclosed_game_is_there(tmp_path: Path) -> None:
    games = scoresheet.read(BAD.encode())
    assert [told(game) for game in games[:]] == [told(game) for game in games]
    assert games[1].errors


@pytest.mark.parametrize(
    "options",
    [
        {"on_error": "skip"},
        {"limit": 100},
        {"limit": 0},
        {"keep_spelling": True},
        {"strict": True},
        {"on_error": "skip", "limit": 3000},
    ],
    ids=str,
)
def test_options_apply(large: Path, options: dict[str, Any]) -> None:
    games = scoresheet.read(large, **options)
    expected = [told(game) for game in games]
    assert [told(game) for game in games[:]] == expected
    assert len(games) == games.count() == len(expected)
    assert scoresheet.read(large, **options).count() == len(expected)


def test_every_kind_of_input_has_numbers(tmp_path: Path) -> None:
    data = HISTORIC.read_bytes()
    for name in ("a.pgn.zst", "a.parquet", "a.arrow", "a.vgn", "a.cpgn", "a.sqlite", "a.duckdb"):
        scoresheet.convert(HISTORIC, tmp_path / name)
        games = scoresheet.read(tmp_path / name)
        assert [games[number] for number in range(45)] == list(games), name
    once = scoresheet.read(gzip.GzipFile(fileobj=io.BytesIO(gzip.compress(data))))
    assert once[44] == scoresheet.read(data)[-1]
    folder = tmp_path / "icn"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.icn").write_text(f'[White "{number}"] K5,1|k5,8')
    (folder / "3.pgn").write_text('[White "3"] *')
    mixed = scoresheet.read(folder)
    assert [game.tags["White"] for game in mixed[:]] == ["0", "1", "2", "3"]
    assert mixed[1] is not mixed[1]


def test_a_game_is_a_new_object_each_time() -> None:
    games = scoresheet.read(HISTORIC)
    games[0].tags["White"] = "Somebody"
    assert games[0].tags["White"] == "Greco, Gioachino"
    assert games.columns("white")[0] == games[0]


def test_numbers_beyond_the_last_are_refused() -> None:
    games = scoresheet.read(HISTORIC)
    for number in (45, -46, 10**30):
        with pytest.raises(IndexError, match="there are only 45 games"):
            games[number]
    for key in ("white", 1.5, None):
        with pytest.raises(TypeError, match="integers or slices"):
            games[key]  # type: ignore[call-overload]


def test_the_first_error_is_raised_on_request(large: Path) -> None:
    games = scoresheet.read(large, on_error="raise")
    for use in (lambda: games[0], games.count, lambda: list(games)):
        with pytest.raises(scoresheet.MoveError, match="Ke3"):
            use()


def test_a_damaged_file_is_an_error_and_not_a_shorter_list(tmp_path: Path) -> None:
    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(GENERATED.read_bytes())[:-2000])
    games = scoresheet.read(path)
    for use in (lambda: games[0], games.count):
        with pytest.raises(scoresheet.FileError, match="cannot unpack"):
            use()
    with pytest.raises(TypeError):
        len(games)
    kept = scoresheet.read(path, on_error="keep")
    assert len(kept[:]) == len(list(kept)) == kept.count() > 0


# How many


def test_the_length_is_known_of_columns(tmp_path: Path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "a.parquet")
    games = scoresheet.read(tmp_path / "a.parquet")
    assert len(games) == 45
    assert games.report() is None  # nothing was read
    assert len(scoresheet.read([tmp_path / "a.parquet"] * 2, limit=60)) == 60
    assert len(scoresheet.read((tmp_path / "a.parquet").read_bytes())) == 45


def test_the_length_is_known_after_all_was_read() -> None:
    for use in (list, lambda games: games.pl(), lambda games: games.count(), lambda games: games[0]):
        games = scoresheet.read(HISTORIC)
        with pytest.raises(TypeError, match=r"`games\.count\(\)` counts them"):
            len(games)
        use(games)
        assert len(games) == 45


def test_columns_do_not_know_how_many_games_are_left_out(large: Path) -> None:
    games = scoresheet.read(large, on_error="skip")
    games.columns("white").pl()
    assert games.count() == len(list(games)) == scoresheet.read(large).count() - 8


def test_games_are_true_and_become_lists_as_before() -> None:
    games = scoresheet.read(HISTORIC)
    assert games
    assert len(list(games)) == 45
    assert not list(scoresheet.read(b""))
    assert scoresheet.read(b"").count() == 0


def test_pickles_have_an_index_of_their_own() -> None:
    games = scoresheet.read(HISTORIC)
    games[0]
    again = pickle.loads(pickle.dumps(games))
    assert again[3] == games[3]


@pytest.mark.skipif(not IO.exists(), reason="the system does not count the bytes that a process reads")
def test_any_game_is_there_at_once_after_the_first(large: Path) -> None:
    games = scoresheet.read(large)
    count = len(games[:1]) and len(games)
    before = bytes_read()
    for number in range(0, count, count // 100):
        games[number]
    assert bytes_read() - before < large.stat().st_size, "games are reached without the others"
