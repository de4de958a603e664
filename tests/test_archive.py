"""Archives: games come back unchanged, single games are found by number, and damage costs only its block.

What is read from an archive is compared with what is read from the text that it was made of.
"""

from __future__ import annotations

import io
import itertools
import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

import scoresheet
from levels import few
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command

ROOT = Path(__file__).parent.parent
EXAMPLES = ("annotated.pgn", "chess960.pgn", "clocks.pgn.zst", "generated.pgn", "historic.pgn")
VGN: dict[str, Any] = {"moves": "fcn", "comments": "inplace"}
# Formats as text, and how they are written so that they keep the most.
TEXTS: dict[str, dict[str, Any]] = {
    "pgn": {},
    "vgn": VGN,
    "bgn": {},
    "bgnl": {},
    "bson": {},
    "pgc": {},
    "csv": {},
    "uci": {},
    "san": {},
    "lan": {},
}
# How many games `generated.pgn` has.
GAMES = 200
# The real games, with the number of files of each corpus.
FILES = {
    "annotated": 73,
    "historic": 150,
    "lichess-other": 31,
    "masters": 60,
    "variants": 152,
    "weird": 324,
    "lichess_2013-01_part.pgn": 1,
}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


def piped(data: bytes, *arguments: str | Path) -> subprocess.CompletedProcess[bytes]:
    """Runs the command as a separate process, which reads this from a pipe and writes to another one."""
    started = [sys.executable, "-m", "scoresheet", *map(str, arguments)]
    return subprocess.run(started, input=data, capture_output=True, timeout=300, check=False)


def differs(source: Path, folder: Path, to: str = "pgn", **options: Any) -> str | None:
    """What distinguishes a file that goes through an archive from one that does not: nothing, if all is well."""
    direct, through = folder / f"direct.{to}", folder / f"through.{to}"
    there = scoresheet.convert(source, folder / "games.scz", force=True, **options)
    if there.errors and there.games == 0:
        return None  # nothing is written if nothing could be read
    back = scoresheet.convert(folder / "games.scz", through, to=to, force=True, **TEXTS[to])
    told = scoresheet.convert(source, direct, to=to, force=True, **options, **TEXTS[to])
    if (there.games, there.written, there.losses) != (told.games, told.games, ()):
        return f"{there.written} of {told.games} games are in the archive; losses: {there.losses}"
    # Games that cannot be played have the errors of their text.
    known = kinds(there)
    if back.games != there.games or any(count > known[kind] for kind, count in kinds(back).items()):
        return f"the archive is read with errors: {back.games} games, {back.errors}"
    if any(loss.kind == "unplayed-game" for loss in told.losses):
        return None  # text of another format is not copied, while an archive gives the tags of such a game
    return None if through.read_bytes() == direct.read_bytes() else f"the bytes of {to} differ"


def kinds(report: scoresheet.Report) -> Counter[str]:
    """The errors, in which a move that cannot be played is one thing: texts are kept of it, and not their notation."""
    counts: Counter[str] = Counter()
    for found in report.errors:
        counts["move" if found.code.startswith("move-") else found.code] += found.count
    return counts


def vectors() -> Iterator[Path]:
    """The small files of the formats that hold whole games as text, good and bad."""
    for format_id in TEXTS:
        yield from sorted((ROOT / "vectors").rglob(f"*.{format_id}"))


@pytest.fixture
def pgn() -> Path:
    return ROOT / "examples" / "generated.pgn"


@pytest.fixture
def blocks(pgn: Path, tmp_path: Path) -> Path:
    """An archive of several blocks."""
    path = tmp_path / "blocks.scz"
    scoresheet.convert(pgn, path, block="32")
    return path


@pytest.mark.parametrize(("name", "to"), few(itertools.product(EXAMPLES, TEXTS), step=3))
def test_the_examples_come_back(name: str, to: str, tmp_path: Path) -> None:
    assert differs(ROOT / "examples" / name, tmp_path, to) is None


@pytest.mark.parametrize(("name", "to"), few(itertools.product(EXAMPLES, TEXTS), step=3))
def test_every_text_format_comes_back_as_itself(name: str, to: str, tmp_path: Path) -> None:
    source = tmp_path / f"source.{to}"
    scoresheet.convert(ROOT / "examples" / name, source, to=to, **TEXTS[to])
    assert differs(source, tmp_path, to) is None


@pytest.mark.slow
def test_every_vector_comes_back(tmp_path: Path) -> None:
    paths = list(vectors())
    assert {path.suffix[1:] for path in paths} >= {"pgn", "pgc", "uci", "san"}
    found = {str(path.relative_to(ROOT)): differs(path, tmp_path, from_=path.suffix[1:]) for path in paths}
    assert {path: what for path, what in found.items() if what} == {}


COLUMNS = [None, ["tags"], ["tags", "summary", "openings", "packed", "text"], ["notes"]]


@pytest.mark.parametrize(("name", "columns"), few(itertools.product(EXAMPLES, COLUMNS), step=3))
def test_columns_match_those_of_the_text(name: str, columns: list[str] | None, tmp_path: Path) -> None:
    archive, source = tmp_path / "games.scz", ROOT / "examples" / name
    scoresheet.convert(source, archive)
    tables = []
    for path in (source, archive):
        made = path.stem + path.suffix[1:] + ".parquet"
        scoresheet.convert(path, tmp_path / made, columns=columns, no_sort=True)
        tables.append(pa.parquet.read_table(tmp_path / made))
    expected, found = tables
    assert found.column_names == expected.column_names
    assert found.num_rows == expected.num_rows > 0
    unequal = {column for column in expected.column_names if not found[column].equals(expected[column])}
    # The input has another name, and its games have no bytes that could be stored as they are.
    assert unequal <= {"source", "game_text"}
    if "game_text" in unequal:
        texts = [[scoresheet.parse(text) for text in table["game_text"].to_pylist()] for table in tables]
        assert texts[0] == texts[1]


def test_many_files_become_one_archive_and_a_folder_of_archives_is_read(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    report = scoresheet.convert([ROOT / "examples"], tmp_path / "in" / "all.scz")
    scoresheet.convert(ROOT / "examples" / "historic.pgn", tmp_path / "in" / "old.scz")
    read = scoresheet.check(tmp_path / "in")
    assert (report.games, read.games) == (282, 282 + 45)
    assert [entry["kind"] for entry in read.inputs] == ["archive", "archive"]


def test_the_sizes_of_blocks_and_threads_change_no_game(pgn: Path, tmp_path: Path) -> None:
    direct = tmp_path / "direct.pgn"
    scoresheet.convert(pgn, direct)
    sizes = {}
    for block in ("32", "256", "4096"):
        path, back = tmp_path / f"{block}.scz", tmp_path / f"{block}.pgn"
        scoresheet.convert(pgn, path, block=block, threads=1)
        scoresheet.convert(pgn, tmp_path / "threads.scz", block=block, threads=3, force=True)
        assert path.read_bytes() == (tmp_path / "threads.scz").read_bytes()
        scoresheet.convert(path, back, threads=2)
        assert back.read_bytes() == direct.read_bytes()
        sizes[block] = path.stat().st_size
    assert sizes["32"] > sizes["256"]


def test_more_effort_changes_no_game(pgn: Path, tmp_path: Path) -> None:
    usual, most = tmp_path / "usual.scz", tmp_path / "most.scz"
    assert run("convert", pgn, "-o", usual).exit_code == Exit.OK
    assert run("convert", pgn, "-o", most, "-O", "effort=max").exit_code == Exit.OK
    assert usual.read_bytes() != most.read_bytes()
    for path in (usual, most):
        scoresheet.convert(path, path.with_suffix(".pgn"))
    assert usual.with_suffix(".pgn").read_bytes() == most.with_suffix(".pgn").read_bytes()


def test_games_are_found_by_number(pgn: Path, blocks: Path) -> None:
    expected, found = list(scoresheet.read(pgn)), scoresheet.read(blocks)
    assert found.count() == len(expected)
    for number in (0, 31, 32, 33, 100, len(expected) - 1, -1):
        assert found[number] == expected[number]
    assert found[30:35] == expected[30:35]
    with pytest.raises(IndexError):
        found[len(expected)]
    assert str(expected[39].tags["White"]) in run("show", blocks, "--game", "40").output


@pytest.mark.parametrize(
    "options", [{"limit": 40}, {"select": "33-40"}, {"where": "result = '1-0'"}, {"sample": 5}, {"reverse": True}]
)
def test_chosen_games_match_those_of_the_text(options: dict[str, Any], pgn: Path, blocks: Path, tmp_path: Path) -> None:
    written = []
    for source, name in ((pgn, "direct"), (blocks, "through")):
        report = scoresheet.convert(source, tmp_path / f"{name}.pgn", **options)
        chosen = scoresheet.convert(source, tmp_path / f"{name}.scz", **options)
        assert 0 < chosen.written == report.written < GAMES or options == {"reverse": True}
        scoresheet.convert(tmp_path / f"{name}.scz", tmp_path / f"{name}-again.pgn")
        written += [(tmp_path / f"{name}{again}.pgn").read_bytes() for again in ("", "-again")]
    assert written == [written[0]] * 4


@pytest.mark.parametrize("stored", ["games.scz", "games.parquet"])
def test_games_that_are_sorted_keep_what_only_pgn_can_express(stored: str, tmp_path: Path) -> None:
    text = '[Event "x"]\n[Result "1-0"]\n\n% one\n1. e4 e5 { [%eval 0.3] }\n% two\n2. Nf3 Kd6 {x} Kd7? 1-0\n\n'
    (tmp_path / "games.pgn").write_text(text)
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "direct.pgn")
    columns = ["tags", "text"] if "parquet" in stored else None
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / stored, columns=columns)
    for options in ({}, {"reverse": True}, {"sort": "event"}, {"dedupe": "exact", "reverse": True}):
        scoresheet.convert(tmp_path / stored, tmp_path / "again.pgn", force=True, **options)
        assert (tmp_path / "again.pgn").read_bytes() == (tmp_path / "direct.pgn").read_bytes(), options


def test_documents_of_boards_without_edges_are_no_moves_of_pgn(tmp_path: Path) -> None:
    (tmp_path / "games.icn").write_text("[White: A] w 0/100 (8|1) K5,1+|k5,8|R1,1+|P4,2+|p4,7+ 4,2>4,4|4,7>4,5|1,1>1,7")
    scoresheet.convert(tmp_path / "games.icn", tmp_path / "games.scz")
    report = scoresheet.convert(tmp_path / "games.scz", tmp_path / "again.pgn", reverse=True)
    assert (report.skipped, [loss.kind for loss in report.losses]) == (1, ["unplayed-game"])
    assert (tmp_path / "again.pgn").read_text() == ""


@pytest.mark.parametrize("options", [{"select": "33-40"}, {"dedupe": "exact", "select": "70"}, {"limit": 40}])
def test_games_that_are_passed_over_are_counted(options: dict[str, Any], blocks: Path, tmp_path: Path) -> None:
    report = scoresheet.convert(blocks, tmp_path / "some.pgn", **options)
    assert (report.games, report.unread) == ((40, 0) if "limit" in options else (32, GAMES - 32))
    told = run("convert", blocks, "-o", tmp_path / "same.pgn", "--select", "33-40").output
    assert f"32 of {GAMES} games read" in told


def test_questions_and_patterns_return_the_same_as_for_the_text(pgn: Path, blocks: Path) -> None:
    sql = "SELECT result, count(*), sum(ply_count), min(white) FROM games GROUP BY 1 ORDER BY 1"
    assert scoresheet.query(blocks, sql).fetchall() == scoresheet.query(pgn, sql).fetchall()
    places = [scoresheet.read(path).matches("check") for path in (blocks, pgn)]
    found, expected = (pa.table(rows).drop_columns("source") for rows in places)
    assert found.equals(expected)
    assert expected.num_rows > 0


def test_what_check_counts_is_what_it_counts_of_the_text(pgn: Path, blocks: Path) -> None:
    found, expected = scoresheet.check(blocks), scoresheet.check(pgn)
    for name in ("games", "plies", "mates", "stalemates", "results", "errors"):
        assert getattr(found, name) == getattr(expected, name)
    (entry,) = found.inputs
    assert (entry["kind"], entry["games"], entry["bytes"]) == ("archive", expected.games, blocks.stat().st_size)


def test_pipes_carry_archives(pgn: Path, tmp_path: Path) -> None:
    scoresheet.convert(pgn, tmp_path / "games.scz")
    scoresheet.convert(pgn, tmp_path / "games.pgn")
    packed = piped(pgn.read_bytes(), "convert", "-", "--to", "archive", "-o", "-", "--quiet")
    assert packed.returncode == Exit.OK, packed.stderr
    back = piped(packed.stdout, "convert", "-", "--to", "pgn", "--quiet")
    assert back.stdout == (tmp_path / "games.pgn").read_bytes()
    again = piped(packed.stdout, "convert", "-", "--from", "archive", "--to", "archive", "-o", "-", "--quiet")
    assert (again.returncode, scoresheet.read(io.BytesIO(again.stdout)).count()) == (Exit.OK, GAMES)


def test_objects_are_written(pgn: Path, tmp_path: Path) -> None:
    games = list(scoresheet.read(pgn))
    report = scoresheet.write(games, tmp_path / "objects.scz")
    assert report.written == len(games)
    assert list(scoresheet.read(tmp_path / "objects.scz")) == games


def test_annotations_keep_their_sources(tmp_path: Path) -> None:
    path = tmp_path / "games.scz"
    shutil.copy(ROOT / "vectors" / "bgn" / "worked.bgnl", tmp_path / "worked.bgnl")
    scoresheet.convert(tmp_path / "worked.bgnl", path)
    added = ["--game", "1", "--ply", "1", "--source", "A", "--nag", "!?", "--comment", "Bold.", "--info", '{"b": [1]}']
    for annotated in (path, tmp_path / "worked.bgnl"):
        assert run("annotate", annotated, *added).exit_code == Exit.OK
    assert list(scoresheet.read(path)) == list(scoresheet.read(tmp_path / "worked.bgnl"))
    assert differs(tmp_path / "worked.bgnl", tmp_path, "bgnl") is None


def test_an_archive_without_games(tmp_path: Path) -> None:
    (tmp_path / "none.pgn").write_bytes(b"")
    scoresheet.convert(tmp_path / "none.pgn", tmp_path / "none.scz")
    report = scoresheet.check(tmp_path / "none.scz")
    assert (report.games, report.errors) == (0, ())


@pytest.mark.slow
def test_a_game_that_is_too_long_is_left_out_and_counted(tmp_path: Path) -> None:
    """A block has 2**23 half-moves at most, and a game is in one block."""
    source = tmp_path / "long.pgn"
    source.write_text(f"1. e4 *\n\n{'Nf3 Nf6 Ng1 Ng8 ' * (1 << 21)}e4 *\n\n1. d4 *\n")
    report = scoresheet.convert(source, tmp_path / "long.scz")
    assert (report.games, report.written, report.skipped) == (3, 2, 1)
    ((kind, count),) = ((loss["kind"], loss["count"]) for loss in report.to_dict()["losses"])
    assert (kind, count) == ("archive-size", 1)
    assert scoresheet.read(tmp_path / "long.scz").count() == 2


def checked(path: Path) -> dict[str, Any]:
    """The report of `check`, which must end with the status for bad input."""
    result = run("check", path, "--json")
    assert result.exit_code == Exit.BAD_INPUT, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9, 0.999])
def test_a_cut_archive_is_read_up_to_the_cut(part: float, pgn: Path, blocks: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.scz"
    cut.write_bytes(blocks.read_bytes()[: int(blocks.stat().st_size * part)])
    report = checked(cut)
    (error,) = report["errors"]
    assert (error["first"]["file"], error["count"]) == (str(cut), 1)
    assert 0 <= error["first"]["byte"] <= cut.stat().st_size
    games = report["games"]
    assert games in range(GAMES + 1)
    assert games % 32 == 0 or games == GAMES
    assert list(scoresheet.read(cut, on_error="keep", limit=games)) == list(scoresheet.read(pgn))[:games]


def test_a_damaged_block_costs_its_games_only(pgn: Path, blocks: Path, tmp_path: Path) -> None:
    whole, expected = blocks.read_bytes(), list(scoresheet.read(pgn))
    lost = {}
    for byte in range(len(whole) // 2, len(whole) // 2 + 5):
        path = tmp_path / "damaged.scz"
        path.write_bytes(whole[:byte] + bytes([whole[byte] ^ 0x10]) + whole[byte + 1 :])
        report = checked(path)
        (error,) = report["errors"]
        assert error["first"]["file"] == str(path)
        assert error["first"]["byte"] <= byte
        found = list(scoresheet.read(path, on_error="keep"))
        assert all(game in expected for game in found)
        lost[byte] = len(expected) - len(found)
    assert set(lost.values()) == {32}


def test_damage_ends_a_job_if_errors_are_raised(blocks: Path, tmp_path: Path) -> None:
    path = tmp_path / "damaged.scz"
    data = bytearray(blocks.read_bytes())
    data[len(data) // 2] ^= 0x10
    path.write_bytes(data)
    with pytest.raises(scoresheet.FileError, match=r"cannot read .* the section at byte \d+ .* checksum differs"):
        scoresheet.convert(path, tmp_path / "out.pgn", on_error="raise")
    assert not (tmp_path / "out.pgn").exists()


def test_other_bytes_are_not_an_archive(tmp_path: Path) -> None:
    for name, data in {"text.scz": b"[White", "zeros.scz": bytes(100), "newer.scz": b"\xf5SCZ\r\n\x1a\x7f"}.items():
        (tmp_path / name).write_bytes(data)
        assert run("check", tmp_path / name, "--from", "archive").exit_code == Exit.BAD_INPUT


@pytest.mark.long
@pytest.mark.parametrize("corpus", FILES)
def test_all_real_games_come_back(corpus: str, data: Callable[[str], Path], tmp_path: Path) -> None:
    place = data(corpus)
    paths = [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.suffix.lower() == ".pgn")
    found = {str(path.relative_to(place.parent)): differs(path, tmp_path) for path in paths}
    assert {name: what for name, what in found.items() if what} == {}
    assert len(found) >= FILES[corpus]


def test_the_total_of_an_explanation_counts_each_bit_once(tmp_path: Path) -> None:
    """Tags are listed one at a time, too, and these are parts of all tags."""
    gain = scoresheet.convert(ROOT / "examples/historic.pgn", tmp_path / "out.scz", explain=True).gain
    assert gain is not None
    assert any(name.startswith("tags: ") for name in gain.bits)
    assert round(gain.bits_per_ply["total"] * gain.plies) == 8 * (tmp_path / "out.scz").stat().st_size
