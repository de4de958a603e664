"""Columns of tags from archives: the same values come whichever tags are decoded, with the moves or without them."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import scoresheet
from scoresheet._registry import registry

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("annotated.pgn", "chess960.pgn", "clocks.pgn.zst", "generated.pgn", "historic.pgn")
SHALLOW = [
    column["name"] for column in registry("columns") if column["family"] in ("tags", "errors")
]  # no moves are needed for these

TAGS = (
    '[Event "First"]\n[Event "Second"]\n[White "Morphy, Paul"]\n[white "lower"]\n[Event "Third"]\n\n1. e4 1-0\n\n',
    "1. e4 e5 *\n\n",
    '[White ""]\n[Black "?"]\n[Result ""]\n[WhiteElo ""]\n[UTCTime ""]\n\n1. d4\n\n',
    '[White#2 "key"]\n[White#1 "key"]\n[A "1"]\n[A "2"]\n[A "3"]\n\n*\n\n',
    '[WhiteElo "2000?"]\n[BlackElo "0900"]\n[UTCDate "2013.??.??"]\n[Date "2012.01.31"]\n[UTCTime "25:61:00"]\n\n*\n\n',
    '[UTCDate "2013.02.30"]\n[UTCTime "12:34:56"]\n[TimeControl "300+8"]\n[Termination "Normal"]\n\n1/2-1/2\n\n',
    '[Date "1999.12.31"]\n[TimeControl "-"]\n[WhiteElo "1500"]\n[WhiteElo "1600"]\n[BlackTitle "GM"]\n\n0-1\n\n',
    '[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1/2-1/2\n\n',
    '[FEN "8/8/8/8/8/4k3/4p3/4K3 w"]\n\n1/2-1/2\n\n',
    '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *\n\n',
    '[FEN "nonsense"]\n\n1. e4 1-0\n\n',
    '[Variant "Chess960"]\n[FEN "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"]\n\n1. e4 *\n\n',
    '[Annotator "Ké \\"x\\" \\\\"]\n[Round "1.2"]\n[Site "https://lichess.org/abcd123"]\n[ECO "C20"]\n\n1. e4 e5 *\n\n',
    '[Opening "King\'s Pawn"]\n[Variant "Standard"]\n\n1. e4 e5 2. Ke3 {illegal} 1-0\n\n',
)


def rows(source: Any, columns: list[str], **options: Any) -> pa.Table:
    return scoresheet.read(source, columns=columns, **options).arrow()


def agrees(path: Path, **options: Any) -> None:
    """Columns by themselves are those that come with the moves."""
    whole = rows(path, [*SHALLOW, "ply_count"], **options)
    # Faults of moves are only known when they are played.
    names = [name for name in SHALLOW if not name.startswith("error")]
    for chosen in ([name] for name in names):
        assert rows(path, chosen, **options).equals(whole.select(chosen)), chosen
    for chosen in (names, names[::-1], [*names, *SHALLOW[len(names) :]]):
        found = rows(path, chosen, **options)
        for name in set(chosen) & set(names):
            assert found[name].equals(whole[name]), name


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games with odd tags, in any order, next to each other and to usual ones."""
    folder = tmp_path_factory.mktemp("odd")
    pairs = "".join("".join(pair) for pair in itertools.permutations(TAGS, 2))
    (folder / "odd.pgn").write_text(pairs + "".join(f'[Rare{n} "{n}"]\n[Other "{n}"]\n\n*\n\n' for n in range(400)))
    scoresheet.convert(folder / "odd.pgn", folder / "odd.scz")
    return folder / "odd.scz"


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("block", [32, 256])
def test_columns_of_examples(name: str, block: int, tmp_path: Path) -> None:
    scoresheet.convert(ROOT / "examples" / name, tmp_path / "games.scz", block=block)
    agrees(tmp_path / "games.scz")


@pytest.mark.parametrize("threads", [1, 2])
def test_columns_of_odd_tags(odd: Path, threads: int) -> None:
    agrees(odd, threads=threads)


def test_columns_match_those_of_the_text(odd: Path) -> None:
    names = [name for name in SHALLOW if not name.startswith("error") and name != "source"]
    found, expected = rows(odd, names), rows(odd.with_suffix(".pgn"), names)
    for name in names:
        if name not in ("other_tags", "fen", "termination"):  # an archive has the games as they were understood
            assert found[name].equals(expected[name]), name


@pytest.mark.parametrize("extension", ["vgn", "bgn", "bgnl", "csv", "pgc"])
def test_columns_of_games_from_other_formats(extension: str, tmp_path: Path) -> None:
    sources = [ROOT / "examples" / name for name in ("chess960.pgn", "historic.pgn", "annotated.pgn")]
    scoresheet.convert(sources, tmp_path / f"games.{extension}")
    scoresheet.convert(tmp_path / f"games.{extension}", tmp_path / "games.scz")
    agrees(tmp_path / "games.scz")


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 70},
        {"limit": 0},
        {"select": "3,40-44,300-"},
        {"sort": ["white", "game"]},
        {"reverse": True},
        {"dedupe": "moves"},
        {"on_error": "keep"},
        {"on_error": "skip"},
        {"set_tags": {"White": "Somebody"}},
        {"keep_tags": ["White"]},
        {"part": "2/2"},
    ],
    ids=str,
)
def test_options_apply_to_columns_of_tags(odd: Path, options: dict[str, Any]) -> None:
    names = ["game", "white", "event", "other_tags", "termination"]
    found = rows(odd, names, **options)
    whole = rows(odd, [*names, "ply_count"], **options)
    assert found.equals(whole.select(names))


def test_damage_costs_the_rows_of_a_block(odd: Path, tmp_path: Path) -> None:
    scoresheet.convert(odd, tmp_path / "blocks.scz", block=32)
    data = bytearray((tmp_path / "blocks.scz").read_bytes())
    data[len(data) // 2] ^= 0x10
    (tmp_path / "damaged.scz").write_bytes(data)
    whole, names = rows(odd, ["game", "white"]), ["game", "white"]
    found = rows(tmp_path / "damaged.scz", names, on_error="keep")
    assert found.num_rows == whole.num_rows - 32
    assert found.equals(rows(tmp_path / "damaged.scz", [*names, "ply_count"], on_error="keep").select(names))
    numbers = found["game"].to_pylist()
    assert found["white"].to_pylist() == [whole["white"][number - 1].as_py() for number in numbers]
    with pytest.raises(Exception, match="checksum differs"):
        rows(tmp_path / "damaged.scz", names)


def test_counts_of_a_pass_over_tags(odd: Path) -> None:
    shallow, deep = scoresheet.read(odd, columns=["white"]), scoresheet.read(odd)
    shallow.arrow(), list(deep)
    found, expected = shallow.report(), deep.report()
    assert found is not None
    assert expected is not None
    assert (found.games, found.results) == (expected.games, expected.results)
