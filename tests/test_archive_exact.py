"""`exact=yes`: the bytes of inputs come back from archives, for any input."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

import scoresheet
from test_archive import FILES

ROOT = Path(__file__).parent.parent
ODD = {
    "layouts.pgn": b'[White "a"]\n\n1. e4 { [%clk 0:01:00] } 1... c5 2. Nf3 1-0\n\n\n[Black "b"]\r\n\r\n1.d4 d5  *\r\n',
    "latin.pgn": b'[White "J\xf6rg"]\n\n1. e4 {\xe9t\xe9 \x00} *',
    "bom.pgn": b'\xef\xbb\xbf[Event "\xe2\x99\x94"]\n\n% escaped\n1. e4 ; to the end\ne5 (1... c5 $1 (1... zz9)) *',
    "illegal.pgn": b'[Result "1-0"]\n\n1. e4 e4 2. Qxf7 what 0-1\n\n[FEN "nonsense"]\n\n1. e4 *\n\n\n   \t\n',
    "none.pgn": b"",
    "blanks.pgn": b"\n \r\n\r\n",
    "games.vgn": b"1. a3 a6\n2. b3 b6\n*\n\n\n1. Pf2-f3 Pe7-e5\n2. Pg2-g4 Qd8-h4+#\n0-1\n \n\n1. e2e4 e7e5\n*\n",
}


def restored(sources: list[Path], folder: Path) -> dict[str, bytes]:
    """The files that an archive of these is restored to."""
    shutil.rmtree(folder / "restored", ignore_errors=True)
    scoresheet.convert(sources, folder / "kept.scz", exact="yes", force=True)
    report = scoresheet.convert(folder / "kept.scz", f"{folder}/restored/", exact="yes", force=True)
    assert report.errors == ()
    return {path.name: path.read_bytes() for path in (folder / "restored").iterdir()}


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "sources"
    folder.mkdir()
    for name, data in ODD.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in ODD]


def test_odd_files_come_back(sources: list[Path], tmp_path: Path) -> None:
    assert restored(sources, tmp_path) == ODD
    kept, text = list(scoresheet.read(tmp_path / "kept.scz")), list(scoresheet.read(sources))
    assert [game.to("pgn") for game in kept] == [game.to("pgn") for game in text]


@pytest.mark.parametrize("name", [name for name in ODD if name.endswith(".pgn")])
def test_one_file_comes_back_as_a_file(name: str, sources: list[Path], tmp_path: Path) -> None:
    path = next(path for path in sources if path.name == name)
    scoresheet.convert(path, tmp_path / "kept.scz", exact="yes")
    scoresheet.convert(tmp_path / "kept.scz", tmp_path / "back.pgn", exact="yes")
    assert (tmp_path / "back.pgn").read_bytes() == ODD[name]


def test_inputs_that_are_packed_come_back_unpacked_or_packed_anew(tmp_path: Path) -> None:
    source = ROOT / "examples" / "clocks.pgn.zst"
    text = zstandard.ZstdDecompressor().stream_reader(source.read_bytes()).read()
    scoresheet.convert(source, tmp_path / "kept.scz", exact="yes")
    scoresheet.convert(tmp_path / "kept.scz", tmp_path / "clocks.pgn", exact="yes")
    assert (tmp_path / "clocks.pgn").read_bytes() == text
    (packed,) = restored([source], tmp_path).values()
    assert zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read() == text


def test_files_of_one_name_do_not_replace_each_other(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "games.pgn" for folder in "ab"]
    for path in paths:
        path.parent.mkdir()
        path.write_bytes(b"1. e4 *" + path.parent.name.encode())
    assert restored(paths, tmp_path) == {"games.pgn": paths[0].read_bytes(), "2-games.pgn": paths[1].read_bytes()}


def test_a_usual_text_costs_little_more(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "generated.pgn").read_bytes()
    (tmp_path / "many.pgn").write_bytes(text * 20)
    sizes = []
    for exact in ("no", "yes"):
        scoresheet.convert(tmp_path / "many.pgn", tmp_path / "games.scz", exact=exact, force=True)
        sizes.append((tmp_path / "games.scz").stat().st_size)
    assert sizes[1] < 1.1 * sizes[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"limit": 3}, "keeps whole texts"),
        ({"where": "white = 'a'"}, "keeps whole texts"),
        ({"keep_tags": ["White"]}, "keeps whole texts"),
        ({"from_": "cpgn"}, "`cpgn` is not a text"),
    ],
    ids=str,
)
def test_only_whole_texts_are_kept(options: dict[str, object], said: str, sources: list[Path], tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match=said):
        scoresheet.convert(sources[0], tmp_path / "kept.scz", exact="yes", **options)  # type: ignore[arg-type]
    assert not (tmp_path / "kept.scz").exists()


def test_a_game_beyond_the_limit_cannot_be_kept(sources: list[Path], tmp_path: Path) -> None:
    with pytest.raises(scoresheet.FileError, match="longer than the limit"):
        scoresheet.convert(sources[0], tmp_path / "kept.scz", exact="yes", limits={"game": 30})


def test_only_what_was_kept_is_restored(sources: list[Path], tmp_path: Path) -> None:
    archive = tmp_path / "games.scz"
    for given, output, said in [
        ({"exact": "no"}, "back.pgn", "but not its bytes"),
        ({"exact": "yes"}, "back.vgn", "was kept as `pgn`"),
        ({"exact": "yes", "append": True}, "back.pgn", "2 inputs were kept"),
    ]:
        scoresheet.convert(sources[0], archive, **given, **({} if "append" in given else {"force": True}))  # type: ignore[arg-type]
        with pytest.raises(scoresheet.UsageError, match=said):
            scoresheet.convert(archive, tmp_path / output, exact="yes")
        assert not (tmp_path / output).exists()
    with pytest.raises(scoresheet.UsageError, match="not an archive"):
        scoresheet.convert([archive, sources[0]], tmp_path / "back.pgn", exact="yes")


def test_files_are_restored_by_conversions_only(sources: list[Path], tmp_path: Path) -> None:
    scoresheet.convert(sources[0], tmp_path / "kept.scz", exact="yes")
    with pytest.raises(scoresheet.UsageError, match="only `convert` writes"):
        scoresheet.check(tmp_path / "kept.scz", exact="yes")


def test_nothing_is_restored_from_damaged_data(tmp_path: Path) -> None:
    scoresheet.convert(ROOT / "examples" / "generated.pgn", tmp_path / "kept.scz", exact="yes")
    whole = (tmp_path / "kept.scz").read_bytes()
    for part in (0.2, 0.5, 0.8):
        data = bytearray(whole)
        data[int(len(data) * part)] ^= 1
        (tmp_path / "kept.scz").write_bytes(data)
        with pytest.raises(scoresheet.FileError, match="the section at byte"):
            scoresheet.convert(tmp_path / "kept.scz", tmp_path / "back.pgn", exact="yes")
        assert not (tmp_path / "back.pgn").exists()


@pytest.mark.long
@pytest.mark.parametrize("corpus", FILES)
def test_every_real_file_comes_back(corpus: str, data: Callable[[str], Path], tmp_path: Path) -> None:
    place = data(corpus)
    paths = [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.suffix.lower() == ".pgn")
    differ, refused = [], 0
    for path in paths:
        found = list(restored_if_read(path, tmp_path))
        refused += not found
        differ += [path.name for text in found if text != path.read_bytes()]
    assert differ == []
    # Those that are not taken for games at all.
    assert refused <= (4 if corpus == "weird" else 0)
    assert len(paths) >= FILES[corpus]


def restored_if_read(path: Path, folder: Path) -> list[bytes]:
    """What a file is restored to; nothing if it is not a text of games."""
    if scoresheet.check(path).inputs == () and scoresheet.check(path).errors:
        return []
    return list(restored([path], folder).values())


def test_inputs_of_equal_names_are_restored_one_by_one(tmp_path: Path) -> None:
    long = "x" * 240 + ".pgn"
    kept = {"a/3-games.pgn": "c4", "a/games.pgn": "d4", "b/games.pgn": "e4", f"a/{long}": "f4", f"b/{long}": "g4"}
    for name, move in kept.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"1. {move} *\n")
    scoresheet.convert([tmp_path / name for name in kept], tmp_path / "kept.scz", exact="yes")
    scoresheet.convert(tmp_path / "kept.scz", f"{tmp_path}/restored/", exact="yes")
    restored = [path.read_text() for path in (tmp_path / "restored").iterdir()]
    assert sorted(restored) == sorted(f"1. {move} *\n" for move in kept.values())
