"""Outputs that are split into many files: against a plain computation over the games as objects."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest

import scoresheet
from levels import few
from scoresheet import UsageError

ROOT = Path(__file__).parent.parent
HISTORIC = str(ROOT / "examples" / "historic.pgn")
ANNOTATED = str(ROOT / "examples" / "annotated.pgn")
GAMES = [HISTORIC, ANNOTATED]


def files(folder: Path) -> dict[str, bytes]:
    """The files in a folder and its folders, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def text_of(tags: dict[str, str]) -> str:
    return "\n".join(f'[{name} "{value}"]' for name, value in tags.items()) + "\n\n1. e4 *\n\n"


def players(*names: str) -> str:
    return "".join(text_of({"White": name}) for name in names)


def given(folder: Path, text: str) -> str:
    path = folder / "given.pgn"
    path.write_text(text, "utf-8")
    return str(path)


def safe(value: str | None) -> str:
    """What the names of the examples need of the rules."""
    if value in (None, "", "?"):
        return "unknown"
    return "".join("_" if letter in '/\\:*?"<>|' else letter for letter in value)


FORMATS = ["pgn", "vgn", "bgn", "bgnl", "cpgn", "fen", "san"]


@pytest.mark.parametrize(("field", "to"), few(itertools.product(["white", "result", "eco"], FORMATS), step=2))
def test_a_split_is_the_games_of_each_value(tmp_path, to, field) -> None:
    ending = "pgn" if to == "pgn" else "out"
    report = scoresheet.convert(GAMES, tmp_path / f"{{{field}}}.{ending}", to=to)
    groups: dict[str, list[int]] = defaultdict(list)
    for number, value in enumerate(scoresheet.read(GAMES).columns(field).df()[field].fillna("")):
        groups[safe(value)].append(number + 1)
    found = files(tmp_path)
    assert sorted(found) == sorted(f"{name}.{ending}" for name in groups)
    assert (report.files, report.written) == (len(groups), 48)
    for name, numbers in groups.items():
        plain = tmp_path / "plain"
        scoresheet.convert(GAMES, plain, to=to, select=",".join(map(str, numbers)), force=True)
        assert found[f"{name}.{ending}"] == plain.read_bytes(), name


def test_a_single_game_a_file(tmp_path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "{part:2}.bgn", part_games=1, limit=12)
    assert sorted(files(tmp_path)) == [f"{number:02}.bgn" for number in range(1, 13)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_all_numbers_of_threads_write_the_same(tmp_path, threads) -> None:
    many = tmp_path / "many.pgn"
    many.write_bytes(Path(HISTORIC).read_bytes() * 100)
    scoresheet.convert(many, tmp_path / "out" / "{white}" / "{year}-{part}.pgn", part_games=70, threads=threads)
    report = scoresheet.check(tmp_path / "out")
    assert report.games == 4500
    scoresheet.convert(many, tmp_path / "one" / "{white}" / "{year}-{part}.pgn", part_games=70, threads=1)
    assert files(tmp_path / "one") == files(tmp_path / "out")


def test_beginnings_of_values_are_joined(tmp_path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "new" / "{eco:1}.pgn")
    read = {
        name: {game.tags.get("ECO", "unknown")[:1] for game in scoresheet.read(tmp_path / "new" / name)}
        for name in files(tmp_path / "new")
    }
    assert read
    assert all(values == {name[0]} for name, values in read.items())


def test_parts_have_the_requested_games(tmp_path) -> None:
    report = scoresheet.convert(HISTORIC, tmp_path / "g-{part}.pgn", part_games=20)
    assert [scoresheet.check(tmp_path / f"g-00{part}.pgn").games for part in (1, 2, 3)] == [20, 20, 5]
    assert report.files == 3
    folder = tmp_path / "sized"
    folder.mkdir()
    scoresheet.convert(HISTORIC, folder, part_size=4000)
    sizes = [len(data) for _, data in sorted(files(folder).items())]
    assert sorted(files(folder))[0] == "games-001.pgn"
    assert all(2000 < size <= 4000 for size in sizes[:-1])
    assert len(sizes) > 3
    assert sum(scoresheet.check(folder / name).games for name in files(folder)) == 45


def test_a_folder_gets_a_file_for_each_input(tmp_path) -> None:
    (tmp_path / "in").mkdir()
    again = tmp_path / "in" / "historic.pgn"
    again.write_text(players("Z"))
    report = scoresheet.convert([*GAMES, again], f"{tmp_path}/out/", to="vgn")
    assert sorted(files(tmp_path / "out")) == ["annotated.vgn", "historic.vgn", "historic~2.vgn"]
    assert (report.files, report.renamed) == (3, 1)
    scoresheet.convert(ANNOTATED, tmp_path / "in")
    assert sorted(files(tmp_path / "in")) == ["annotated.pgn", "historic.pgn"]


def test_transforms_come_before(tmp_path) -> None:
    scoresheet.convert(
        HISTORIC, tmp_path / "a" / "{white}.pgn", set_tags={"White": "Me"}, sort=["black"], strip=["comments"]
    )
    assert list(files(tmp_path / "a")) == ["Me.pgn"]
    black = [game.tags["Black"] for game in scoresheet.read(tmp_path / "a" / "Me.pgn")]
    assert black == sorted(black)
    assert len(black) == 45
    report = scoresheet.convert(HISTORIC, tmp_path / "b" / "{result}.pgn", sample=10, where="result = '1-0'")
    assert (report.files, report.written) == (1, 10)


@pytest.mark.parametrize("source", ["games.parquet", "games.vgn", "games.bgnl", "games.cpgn"])
def test_every_source_is_split(tmp_path, source) -> None:
    scoresheet.convert(HISTORIC, tmp_path / source)
    scoresheet.convert(HISTORIC, tmp_path / "expected" / "{white}.uci", to="uci")
    report = scoresheet.convert(tmp_path / source, tmp_path / "found" / "{white}.uci", to="uci")
    assert report.written == 45
    sets = [
        {name: sorted(data.split(b"\n")) for name, data in files(tmp_path / which).items()}
        for which in ("expected", "found")
    ]
    assert sets[0] == sets[1]


def test_objects_are_split(tmp_path) -> None:
    games = list(scoresheet.read(HISTORIC))
    report = scoresheet.write(games, tmp_path / "{white}.pgn")
    assert report.files == len({game.tags["White"] for game in games})
    assert sum(scoresheet.check(tmp_path / name).games for name in files(tmp_path)) == 45


def test_names_are_safe_and_stay_in_the_folder(tmp_path) -> None:
    names = ["../../x", "/etc/passwd", "a\\b", "CON", ".x", "", "?", "é" * 300, "A", "a", "b/c", "b_c", "tab\there"]
    source = given(tmp_path, players(*(name.replace("\\", "\\\\") for name in names)))
    report = scoresheet.convert(source, tmp_path / "out" / "{white}.pgn")
    found = files(tmp_path / "out")
    assert set(files(tmp_path)) == {"given.pgn", *(f"out/{name}" for name in found)}
    assert all(len(name.encode()) <= 255 and not name.startswith(".") for name in found)
    assert len({name.lower() for name in found}) == len(found) == report.files == 12, found.keys()
    assert {"_._.._x.pgn", "_etc_passwd.pgn", "a_b.pgn", "_CON.pgn", "_x.pgn", "unknown.pgn"} <= set(found)
    assert {"A.pgn", "a~2.pgn", "b_c.pgn", "b_c~2.pgn"} <= set(found)
    assert found["unknown.pgn"].count(b"1. e4") == 2
    assert report.renamed > 5


def test_files_that_exist_are_refused_unless_forced(tmp_path) -> None:
    old = tmp_path / "b.pgn"
    old.write_text("old")
    source = given(tmp_path, players("a", "b", "c"))
    with pytest.raises(UsageError, match=r"b\.pgn`: it already exists"):
        scoresheet.convert(source, tmp_path / "{white}.pgn")
    assert files(tmp_path).keys() == {"b.pgn", "given.pgn"}
    assert old.read_text() == "old"
    scoresheet.convert(source, tmp_path / "{white}.pgn", force=True)
    assert files(tmp_path).keys() == {"a.pgn", "b.pgn", "c.pgn", "given.pgn"}
    assert old.read_text() != "old"


@pytest.mark.parametrize("ending", ["gz", "bz2", "zst", "xz"])
def test_each_file_is_packed(tmp_path, ending) -> None:
    scoresheet.convert(HISTORIC, tmp_path / f"{{white}}.pgn.{ending}")
    assert sum(scoresheet.check(tmp_path / name).games for name in files(tmp_path)) == 45
    assert all(not data.startswith(b"[") for data in files(tmp_path).values())


@pytest.mark.parametrize(
    ("output", "options", "message"),
    [
        ("{whitee}.pgn", {}, "there is no field `whitee`"),
        ("{white.pgn", {}, "unmatched"),
        ("{piece}.pgn", {}, "is not text, a number or a date"),
        ("{white}.scz", {}, "is written to one output"),
        ("{part}.pgn", {}, "the size of the parts is not given"),
        ("{white}.pgn", {"part_games": 5}, "cannot be split into parts"),
        ("x.pgn", {"part_size": 5}, "cannot be split into parts"),
        ("x/{white}/../../y.pgn", {}, "each folder must have a name"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path, monkeypatch, output, options, message) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=message):
        scoresheet.convert(HISTORIC, output, **options)
    assert files(tmp_path) == {}


def test_braces_of_other_names_are_theirs(tmp_path) -> None:
    scoresheet.convert(HISTORIC, tmp_path / "a}b{{c.pgn")
    scoresheet.convert(HISTORIC, tmp_path / "{{{result}}}.pgn", limit=1)
    assert set(files(tmp_path)) == {"a}b{{c.pgn", "{1-0}.pgn"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.slow
def test_a_folder_that_was_there_has_complete_files_only(tmp_path) -> None:
    source = tmp_path / "many.pgn"
    source.write_bytes(Path(HISTORIC).read_bytes() * 300)
    place = tmp_path / "place"
    place.mkdir()
    command = [
        sys.executable,
        "-m",
        "scoresheet",
        "convert",
        "--quiet",
        "--force",
        str(source),
        "--part-games",
        "10",
        "-o",
    ]
    started = time.monotonic()
    subprocess.run([*command, str(tmp_path / "whole" / "{part}.pgn")], check=True)
    takes_s, whole = time.monotonic() - started, files(tmp_path / "whole")
    chance = random.Random(6)
    for _ in range(10):
        with subprocess.Popen([*command, str(place / "{part}.pgn")], stderr=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0, takes_s))
            process.kill()
        shown = {path.name: path.read_bytes() for path in place.iterdir() if not path.name.startswith(".")}
        assert shown.items() <= whole.items()
        for name in shown:
            (place / name).unlink()
    subprocess.run([*command, str(place / "{part}.pgn")], check=True)
    assert files(place) == whole


PAIRS = [("Ann", "Bob"), ("Bob", "Cid"), ("Ann", "Ann"), ("?", ""), ("Bob", "Ann")]


def test_each_game_goes_to_the_files_of_both_players(tmp_path) -> None:
    source = given(tmp_path, "".join(f'[White "{white}"]\n[Black "{black}"]\n\n1. e4 *\n\n' for white, black in PAIRS))
    report = scoresheet.convert(source, tmp_path / "out" / "{player}.pgn")
    sides = {
        name: [(game.tags.get("White"), game.tags.get("Black")) for game in scoresheet.read(tmp_path / "out" / name)]
        for name in files(tmp_path / "out")
    }
    assert sides == {
        "Ann.pgn": [PAIRS[0], PAIRS[2], PAIRS[4]],
        "Bob.pgn": [PAIRS[0], PAIRS[1], PAIRS[4]],
        "Cid.pgn": [PAIRS[1]],
        "unknown.pgn": [PAIRS[3]],
    }
    assert (report.written, report.files, report.changes) == (5, 4, {"games-written-twice": 3})
    assert sum(map(len, sides.values())) == report.written + report.changes["games-written-twice"]


def test_players_go_with_other_fields_and_parts(tmp_path) -> None:
    report = scoresheet.convert(HISTORIC, tmp_path / "{player:1}" / "{player}-{result}-{part:1}.pgn", part_games=2)
    found = 0
    for name in files(tmp_path):
        for game in scoresheet.read(tmp_path / name):
            found += 1
            player, result, _ = Path(name).stem.rsplit("-", 3)[0], game.result, None
            assert name.startswith(player[0])
            assert result in name
            assert any(game.tags[side].startswith(player.split("-")[0]) for side in ("White", "Black"))
        assert scoresheet.check(tmp_path / name).games <= 2
    assert found == report.written + report.changes["games-written-twice"] == 90


def test_chosen_games_go_to_the_files_of_both_players(tmp_path) -> None:
    scoresheet.convert(
        given(tmp_path, "".join(f'[White "{white}"]\n[Black "{black}"]\n\n1. e4 *\n\n' for white, black in PAIRS)),
        tmp_path / "out" / "{player}.pgn", where="'Cid' IN (white, black)",
    )  # fmt: skip
    assert sorted(files(tmp_path / "out")) == ["Bob.pgn", "Cid.pgn"]
