"""Games of archives by their numbers: they are those that iteration gives, and only their blocks are read."""

from __future__ import annotations

import gzip
import os
import pickle
import random
import zipfile
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

import scoresheet
from levels import slow
from scoresheet import parts
from scoresheet.cli.group import command

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("annotated.pgn", "chess960.pgn", "clocks.pgn.zst", "generated.pgn", "historic.pgn")

ODD = """[White "Illegal"]

1. e4 e5 2. Ke3 {no} Nf6 *

[White "Unplayable"]
[FEN "what is this"]

1. e4 *

[White "Bare"]

*

[White "Varied"]

1. e4 {one} (1. d4 d5 (1... Nf6 $1 {two})) 1... e5 2. Nf3 % no escape
2... Nc6 1-0

[White "Never closed"]

1. d4 {never closed
"""


def told(game: Any) -> tuple[Any, list[tuple[Any, ...]]]:
    """A game, and everything that is reported about its faults."""
    faults = [*game.errors, *game.notes]
    return game, [(type(fault), str(fault), vars(fault)) for fault in faults]


def converted(source: Path | list[Path], target: Path, **options: Any) -> Path:
    scoresheet.convert(source, target, to="archive", **options)
    return target


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Blocks of 32 games, some with comments and variations, and some that cannot be played."""
    folder = tmp_path_factory.mktemp("many")
    odd = folder / "odd.pgn"
    odd.write_text(ODD)
    examples = [ROOT / "examples" / name for name in EXAMPLES]
    return converted([*examples, odd, *examples[3:]], folder / "many.scz", block=32)


def damaged(path: Path, folder: Path) -> Path:
    """A copy with a changed bit in a block in the middle."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0x10
    copy = folder / "damaged.scz"
    copy.write_bytes(data)
    return copy


def lost(path: Path, whole: Path) -> set[int]:
    """The numbers of the games that damage has cost."""
    found, numbers = iter([*scoresheet.read(path, on_error="keep"), None]), set()
    game = next(found)
    for number, expected in enumerate(scoresheet.read(whole)):
        if game == expected:
            game = next(found)
        else:
            numbers.add(number)
    assert game is None
    return numbers


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("block", [32, 256])
def test_games_match_those_of_iteration(name: str, block: int, tmp_path: Path) -> None:
    path = converted(ROOT / "examples" / name, tmp_path / "games.scz", block=block)
    games = scoresheet.read(path)
    expected = [told(game) for game in scoresheet.read(path)]
    assert [told(game) for game in games[:]] == expected
    assert [told(game) for game in scoresheet.read(path)[::-1]] == expected[::-1]
    assert games.report() is None  # nothing was read in order


@pytest.mark.parametrize("threads", [1, 2])
def test_games_come_in_any_order(many: Path, threads: int) -> None:
    expected = [told(game) for game in scoresheet.read(many)]
    chance = random.Random(3)
    games = scoresheet.read(many, threads=threads)
    for number in [chance.randrange(-len(expected), len(expected)) for _ in range(600)]:
        assert told(games[number]) == expected[number]
    assert [told(game) for game in games[10:400:7]] == expected[10:400:7]
    assert [told(game) for game in games[-3:]] == expected[-3:]
    assert [told(game) for game in games[5:1:-1]] == expected[5:1:-1]
    assert games[10**9 :] == []
    for number in (len(expected), -len(expected) - 1, 10**30):
        with pytest.raises(IndexError, match=f"there are only {len(expected)} games"):
            games[number]


@pytest.mark.parametrize("number", [0, 31, 32, 100, 282, 283, 284, 285, 286, -1])
def test_a_single_game_equals_that_of_iteration(many: Path, number: int) -> None:
    expected = list(scoresheet.read(many))
    games = scoresheet.read(many)
    assert told(games[number]) == told(expected[number])
    assert games[number] is not games[number]
    assert pickle.loads(pickle.dumps(games))[number] == expected[number]


@pytest.mark.parametrize(
    "options",
    [
        {"on_error": "skip"},
        {"limit": 100},
        {"limit": 0},
        {"keep_spelling": True},
        {"on_error": "skip", "limit": 300},
        {"select": "20-40,100"},
        {"sort": ["date"]},
        {"dedupe": "moves"},
        {"part": "2/3"},
        {"cut": 3},
        *slow(
            [
                {"on_error": "keep"},
                {"limit": 10**6},
                {"strict": True},
                {"from_": "archive"},
                {"reverse": True},
                {"sample": 9},
                {"set_tags": {"White": "Somebody"}},
                {"strip": ["comments"]},
                {"find": "mate"},
            ]
        ),
    ],
    ids=str,
)
def test_options_apply(many: Path, options: dict[str, Any]) -> None:
    expected = [told(game) for game in scoresheet.read(many, **options)]
    games = scoresheet.read(many, **options)
    assert games.count() == len(expected)
    assert [told(game) for game in games[:]] == expected
    assert len(games) == len(expected)
    assert len(scoresheet.read(many, **options)[:5]) == min(5, len(expected))


def test_games_that_cannot_be_played_are_errors_as_in_their_text(many: Path) -> None:
    with pytest.raises(scoresheet.MoveError) as caught:
        list(scoresheet.read(many, on_error="raise"))
    assert caught.value.game == 283
    assert [type(error) for game in scoresheet.read(many)[282:284] for error in game.errors] == [
        scoresheet.MoveError,
        scoresheet.FenError,
    ]
    assert len(list(scoresheet.read(many, on_error="skip"))) == len(scoresheet.read(many)) - 2


def test_the_number_of_games_is_known_without_reading(many: Path) -> None:
    games = scoresheet.read(many)
    assert len(games) == games.count() == len(list(scoresheet.read(many)))
    assert len(scoresheet.read(many, limit=40)) == 40
    assert len(scoresheet.read([many, many], limit=700)) == 700
    assert scoresheet.read(many).columns("white").count() == games.count()
    assert games.report() is None


def test_several_archives_follow_each_other(many: Path, tmp_path: Path) -> None:
    other = converted(ROOT / "examples/historic.pgn", tmp_path / "other.scz")
    empty = tmp_path / "empty.pgn"
    empty.write_text("")
    nothing = converted(empty, tmp_path / "nothing.scz")
    for sources in ([many, other], [nothing, other, nothing, many], [other, ROOT / "examples/generated.pgn", many]):
        games, expected = scoresheet.read(sources), list(scoresheet.read(sources))
        for number in (0, 1, 44, 45, 46, -1, -len(expected)):
            assert games[number] == expected[number]
        assert games[:] == expected
    assert len(scoresheet.read(nothing)) == 0
    assert scoresheet.read([nothing, nothing])[:] == []


def test_other_ways_to_pass_an_archive_have_numbers_too(many: Path, tmp_path: Path) -> None:
    expected = list(scoresheet.read(many))
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as members:
        members.write(many, "games.scz")
    renamed = tmp_path / "games.pgn"
    renamed.write_bytes(many.read_bytes())
    bare = tmp_path / "games"
    bare.write_bytes(many.read_bytes())
    with many.open("rb") as file:
        for source in (many.read_bytes(), file, tmp_path / "games.zip", renamed, bare, str(many), tmp_path):
            games = scoresheet.read(source)
            count = games.count()
            assert count % len(expected) == 0
            assert games[count - 1] == expected[-1]
            assert games[40] == expected[40]


def test_damage_is_an_error_of_the_games_that_it_costs(many: Path, tmp_path: Path) -> None:
    path, expected = damaged(many, tmp_path), list(scoresheet.read(many))
    numbers = lost(path, many)
    assert len(numbers) in range(1, 33)
    with pytest.raises(scoresheet.FileError) as in_order:
        list(scoresheet.read(path))
    for options in ({}, {"on_error": "raise"}, {"threads": 1}):
        games = scoresheet.read(path, **options)
        with pytest.raises(scoresheet.FileError):
            games.count()
        for number in [*range(len(expected)), *range(0, len(expected), 5)]:
            if number not in numbers:
                assert games[number] == expected[number]
                continue
            with pytest.raises(scoresheet.FileError) as by_number:
                games[number]
            assert (str(by_number.value), vars(by_number.value)) == (str(in_order.value), vars(in_order.value))


def test_damaged_games_have_no_numbers_if_they_may_be_left_out(many: Path, tmp_path: Path) -> None:
    path = damaged(many, tmp_path)
    for on_error in ("keep", "skip"):
        games = scoresheet.read(path, on_error=on_error)
        expected = list(scoresheet.read(path, on_error=on_error))
        assert games.count() == len(expected) < len(scoresheet.read(many))
        assert games[:] == expected


def test_an_archive_without_its_end_is_an_error(many: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.scz"
    cut.write_bytes(many.read_bytes()[:-100])
    with pytest.raises(scoresheet.FileError, match="whose end is missing"):
        scoresheet.read(cut)[0]
    with pytest.raises(scoresheet.FileError, match="whose end is missing"):
        scoresheet.read(cut).count()
    kept = scoresheet.read(cut, on_error="keep")
    assert kept[:] == list(kept)


def test_an_archive_that_was_overwritten_is_refused(many: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.scz"
    path.write_bytes(many.read_bytes())
    games = scoresheet.read(path)
    first = games[0]
    with path.open("r+b") as file:
        file.write(converted(ROOT / "examples/historic.pgn", tmp_path / "other.scz").read_bytes())
    os.utime(path, ns=(1, 1))
    with pytest.raises(scoresheet.FileError, match="it has changed since its games were numbered") as raised:
        games[300]
    assert "open it again" in str(raised.value.hint)
    assert first == next(iter(scoresheet.read(many)))


def test_an_archive_that_was_replaced_keeps_its_games(many: Path, tmp_path: Path) -> None:
    path, expected = tmp_path / "games.scz", list(scoresheet.read(many))
    path.write_bytes(many.read_bytes())
    games = scoresheet.read(path)
    assert games[0] == expected[0]
    converted(ROOT / "examples/historic.pgn", path, force=True)
    assert games[300] == expected[300]
    assert len(scoresheet.read(path)) == 45


def test_show_finds_a_game_by_its_number(many: Path) -> None:
    expected = list(scoresheet.read(many))
    for number in (1, 40, len(expected)):
        shown = CliRunner().invoke(command, ["show", str(many), "--game", str(number)])
        assert shown.exit_code == 0
        assert expected[number - 1].tags["White"] in shown.output
    absent = CliRunner().invoke(command, ["show", str(many), "--game", str(len(expected) + 1)])
    assert f"has no game {len(expected) + 1}" in absent.output


# Parts


@pytest.mark.parametrize("size", [*slow([1]), 3_000, 10_000, 10**9])
def test_parts_have_every_game_once_in_order(many: Path, size: int) -> None:
    planned = parts.plan(many, size=size)
    assert len(planned) > 3 or size > 10_000
    assert [part.start for part in planned[1:]] == [part.end for part in planned[:-1]]
    whole = scoresheet.read(many, columns=["game", "white", "ply_count"])
    read = [part.read(columns=["game", "white", "ply_count"]) for part in planned]
    assert pa.concat_tables([games.arrow() for games in read]).equals(whole.arrow())
    assert [game for games in read for game in games] == list(whole)
    assert [games.count() for games in read] == [part.extent()[0] for part in planned]
    assert read[-1][-1] == whole[-1]


def test_parts_can_be_numbered_later(many: Path) -> None:
    bare = parts.plan(many, size=3_000, numbers=False)
    assert {part.before for part in bare} == {(0, 0, 0, 0)}
    assert bare[1].read(columns=["game"]).arrow()["game"].to_pylist()[0] == 1
    numbered = parts.numbered(bare, [part.extent() for part in bare])
    assert numbered == parts.plan(many, size=3_000) == pickle.loads(pickle.dumps(numbered))


@pytest.mark.parametrize("count", [1, 2, 5, *slow([64])])
def test_the_option_reads_one_of_so_many_parts(many: Path, count: int) -> None:
    names = ["game", "white", "final_material"]
    each = [scoresheet.read(many, columns=names, part=f"{number}/{count}") for number in range(1, count + 1)]
    whole = scoresheet.read(many, columns=names)
    assert pa.concat_tables([games.arrow() for games in each]).equals(whole.arrow())


def test_parts_of_other_files_are_refused_or_harmless(many: Path, tmp_path: Path) -> None:
    path = tmp_path / "games.scz"
    path.write_bytes(many.read_bytes())
    planned = parts.plan(path, size=3_000)
    for change in ({"framing": "frames"}, {"framing": "blocks"}, {"framing": "words"}, {"kind": "parquet"}):
        with pytest.raises(scoresheet.UsageError):
            parts.Part(**{**vars(planned[0]), **change}).read()
    nowhere = parts.Part(**{**vars(planned[0]), "start": 2**63, "end": 2**64 - 1})
    assert nowhere.read(on_error="skip").count() == 0
    path.write_bytes(path.read_bytes() + b"\n")
    for use in (lambda part: part.read(on_error="raise").count(), lambda part: part.extent()):
        with pytest.raises(scoresheet.ScoresheetError, match="it has changed since its parts were planned"):
            use(planned[1])


def test_an_archive_that_must_be_read_in_order_is_one_part(many: Path, tmp_path: Path) -> None:
    (tmp_path / "a.scz").write_bytes(many.read_bytes()[:-100])
    (tmp_path / "b.scz.gz").write_bytes(gzip.compress(many.read_bytes()))
    assert [part.is_whole for part in parts.plan(tmp_path, size=1_000)] == [True, True]
