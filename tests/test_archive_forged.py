"""Archives that were made to cost their reader much: what is done for one is bounded by its size."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

import scoresheet
from forged_archive import Forged, sections

ROOT = Path(__file__).resolve().parent.parent
HISTORIC = ROOT / "examples" / "historic.pgn"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An archive that keeps its input."""
    path = tmp_path_factory.mktemp("kept") / "games.scz"
    scoresheet.convert(HISTORIC, path, exact="yes")
    return path.read_bytes()


def repeated(times: int) -> Callable[[Forged], None]:
    def forge(archive: Forged) -> None:
        archive.blocks = archive.blocks * times

    return forge


def counts(games: int, plies: int) -> Callable[[Forged], None]:
    def forge(archive: Forged) -> None:
        archive.blocks[0].numbers[:2] = [games, plies]

    return forge


def pieces(times: int) -> Callable[[Forged], None]:
    def forge(archive: Forged) -> None:
        archive.pieces = archive.pieces * times

    return forge


def beyond(archive: Forged) -> None:
    archive.pieces[0][2:] = [40, 40]


def overlapping(archive: Forged) -> None:
    block = deepcopy(archive.blocks[0])
    block.place = [block.place[0] + 1, block.place[1] - 1]
    archive.blocks.append(block)


def texts_of_block(archive: Forged) -> None:
    archive.texts.append(archive.blocks[0].place)


FORGERIES: dict[str, Callable[[Forged], None]] = {
    "block-twice": repeated(2),
    "block-often": repeated(500),
    "games": counts(1 << 31, 100),
    "games-of-a-page": counts(4096 + 1, 100),
    "plies": counts(45, 1 << 60),
    "piece-twice": pieces(2),
    "piece-often": pieces(500),
    "pieces-beyond-the-games": beyond,
    "overlap": overlapping,
    "texts-of-a-block": texts_of_block,
}

DOORS: dict[str, Callable[[Path], object]] = {
    "check": lambda path: scoresheet.check(path, on_error="raise"),
    "read": lambda path: list(scoresheet.read(path)),
    "count": lambda path: scoresheet.read(path).count(),
    "number": lambda path: scoresheet.read(path)[44],
    "limit": lambda path: list(scoresheet.read(path, limit=3)),
    "parts": lambda path: list(scoresheet.read(path, part="1/2")),
    "restore": lambda path: scoresheet.convert(path, path.with_suffix(".pgn"), exact="yes"),
    "append": lambda path: scoresheet.convert(HISTORIC, path, append=True),
}


def test_an_archive_that_was_not_changed_is_the_same(kept: bytes) -> None:
    assert Forged.of(kept).data() == kept


@pytest.mark.parametrize("door", DOORS)
def test_an_archive_is_read_through_each_door(door: str, kept: bytes, tmp_path: Path) -> None:
    path = tmp_path / "games.scz"
    path.write_bytes(kept)
    if door != "parts":
        DOORS[door](path)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_forged_counts_and_places_are_refused(forgery: str, door: str, kept: bytes, tmp_path: Path) -> None:
    path, archive = tmp_path / "games.scz", Forged.of(kept)
    FORGERIES[forgery](archive)
    path.write_bytes(archive.data())
    with pytest.raises(scoresheet.ScoresheetError):
        DOORS[door](path)
    assert not path.with_suffix(".pgn").exists()


REPEATING = {
    "kings": "1. e4 e5 2. Ke2 Ke7 " + "".join(f"{n}. Ke1 Ke8 {n + 1}. Ke2 Ke7 " for n in range(3, 20_000, 2)) + "*\n\n",
    "empty": "*\n\n" * 4096,
    "comments": "1. e4 " + "{book} " * 200_000 + "*\n\n",
    "long-comment": "1. e4 {" + "x" * 3_000_000 + "} *\n\n",
    "tags": '[Event "' + "x" * 30_000 + '"]\n\n1. e4 *\n\n',
    "texts": "1. e4\n" + "%" + "x" * 3_000_000 + "\n*\n\n",
}


@pytest.mark.parametrize("effort", ["usual", "max"])
@pytest.mark.parametrize("kind", REPEATING)
def test_what_takes_almost_no_bytes_is_read_again(kind: str, effort: str, tmp_path: Path) -> None:
    """The reader rejects blocks with too much content in too few bytes, so the writer makes them longer."""
    source, path, again = tmp_path / "a.pgn", tmp_path / "a.scz", tmp_path / "b.pgn"
    source.write_text(REPEATING[kind] * (60 if kind == "tags" else 1), "utf-8")
    written = scoresheet.convert(source, path, effort=effort, block=4096)
    report = scoresheet.convert(path, again)
    assert (report.games, report.errors) == (written.games, ())
    assert list(scoresheet.read(again)) == list(scoresheet.read(source))
    blocks = [content for _, kind, content in sections(path.read_bytes()) if kind == "Block"]
    assert sum(map(len, blocks)) * 128 >= report.plies


def test_the_ratio_limit_applies_to_restored_files(tmp_path: Path) -> None:
    source, path = tmp_path / "a.pgn", tmp_path / "a.scz"
    source.write_text(("*\n" + "\n" * 100_000) * 700, "utf-8")
    scoresheet.convert(source, path, exact="yes")
    assert path.stat().st_size * 1000 < source.stat().st_size
    with pytest.raises(scoresheet.LimitError, match="unpacks to more than 1000 times"):
        scoresheet.convert(path, tmp_path / "b.pgn", exact="yes")
    assert not (tmp_path / "b.pgn").exists()
    scoresheet.convert(path, tmp_path / "b.pgn", exact="yes", limits={"ratio": 1_000_000})
    assert (tmp_path / "b.pgn").read_bytes() == source.read_bytes()


def test_a_damaged_archive_has_the_same_error_in_each_interface(tmp_path: Path) -> None:
    source, path = tmp_path / "a.pgn", tmp_path / "a.scz"
    source.write_bytes(HISTORIC.read_bytes() * 12)
    scoresheet.convert(source, path, block=256)
    data = bytearray(path.read_bytes())
    place, _, content = next(one for one in sections(bytes(data)) if one[1] == "Block")
    data[place + 16 + len(content) // 2] ^= 255
    path.write_bytes(data)
    games = scoresheet.read(path)
    for count in (games.count, lambda: list(games), lambda: games[0], lambda: games.columns("white").count()):
        with pytest.raises(scoresheet.FileError, match="its checksum differs"):
            count()
    with pytest.raises(TypeError, match="is not known"):
        len(games)
    assert games[539] == scoresheet.read(source)[539]
    for on_error in ("keep", "skip"):
        left = scoresheet.read(path, on_error=on_error)  # type: ignore[arg-type]
        assert left.count() == len(list(left)) == 284
        assert left[0] == next(iter(left)) == scoresheet.read(source)[256]
