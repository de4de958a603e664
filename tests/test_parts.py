"""Parts of files: together, they have the games of the whole file, with the same numbers and places."""

from __future__ import annotations

import bz2
import gzip
import json
import pickle
import random
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard

import command_line
import pzstd
import scoresheet
from levels import slow
from scoresheet import parts
from scoresheet.errors import FileError, ScoresheetError, UsageError

pa = pytest.importorskip("pyarrow")


COLUMNS = ["tags", "summary", "moves", "packed", "text", "errors"]


def table(games: scoresheet.Games) -> Any:
    return pa.table(games)


def whole(path: Path, **options: Any) -> Any:
    return table(scoresheet.read(path, columns=COLUMNS, **options))


def joined(planned: list[parts.Part], **options: Any) -> Any:
    return pa.concat_tables([table(part.read(columns=COLUMNS, **options)) for part in planned])


@pytest.fixture(scope="module")
def text(root: Path) -> bytes:
    """Games with errors, comments and variations among many plain ones."""
    damaged = b'[Event "bad"]\n\n1. e4 e5 2. Ke3 {not legal} *\n\n'
    parts_ = [(root / "examples" / name).read_bytes() for name in ("historic.pgn", "annotated.pgn", "generated.pgn")]
    return b"% made for a test\n" + damaged.join([*parts_, b""])


@pytest.fixture(params=["plain", "frames", "blocks"])
def path(request: pytest.FixtureRequest, tmp_path: Path, text: bytes) -> Path:
    """The same games in a file of each kind that is divided."""
    name, content = {
        "plain": ("games.pgn", lambda: text),
        "frames": ("games.pgn.zst", lambda: pzstd.compress(text, 7_001)),
        "blocks": ("games.pgn.bz2", lambda: bz2.compress(text, 1) + bz2.compress(text, 1)),
    }[request.param]
    made = tmp_path / name
    made.write_bytes(content())
    return made


@pytest.mark.parametrize("size", [*slow([900]), 5_000, 40_000, 10**9])
def test_parts_have_every_game_once_in_order(path: Path, size: int) -> None:
    planned = parts.plan(path, size=size)
    assert len(planned) > 3 or size > 5_000
    assert [part.start for part in planned[1:]] == [part.end for part in planned[:-1]]
    assert joined(planned).equals(whole(path))


@pytest.mark.parametrize("count", [1, 2, 5, 12, *slow([64])])
def test_the_option_reads_one_of_so_many_parts(path: Path, count: int) -> None:
    each = [whole(path, part=f"{number}/{count}") for number in range(1, count + 1)]
    assert pa.concat_tables(each).equals(whole(path))


def test_cuts_anywhere_lead_to_games(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(text)
    (first,) = parts.plan(path)
    expected = whole(path).column("game_text").to_pylist()
    chance = random.Random(5)
    for _ in range(60):
        cut = chance.randrange(30, len(text))
        two = [parts.Part(**{**vars(first), "end": cut}), parts.Part(**{**vars(first), "start": cut})]
        assert joined(two).column("game_text").to_pylist() == expected, cut


def test_whatever_is_not_divided_is_one_part(tmp_path: Path, text: bytes, root: Path) -> None:
    (tmp_path / "a.pgn.gz").write_bytes(gzip.compress(text))
    (tmp_path / "b.pgn.zst").write_bytes(zstandard.compress(text))
    (tmp_path / "d.icn").write_text("K0,0|k5,5 0,0>1,1\n")
    scoresheet.convert(root / "examples" / "historic.pgn", tmp_path / "e.vgn")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("one.pgn", text)
        archive.writestr("two.pgn", text)
    planned = parts.plan(tmp_path, size=1_000)
    assert [(Path(part.path).name, part.is_whole, part.kind) for part in planned] == [
        ("a.pgn.gz", True, "pgn"), ("b.pgn.zst", True, "pgn"), ("c.zip", True, "pgn"), ("d.icn", True, "icn"),
        ("e.vgn", True, "vgn"),
    ]  # fmt: skip
    assert joined(planned[:3]).num_rows == 4 * whole(tmp_path / "a.pgn.gz").num_rows


def test_files_that_are_not_divided_belong_to_one_part(tmp_path: Path, text: bytes) -> None:
    for name in "abc":
        (tmp_path / f"{name}.pgn.gz").write_bytes(gzip.compress(text))
    (tmp_path / "d.pgn").write_bytes(text)
    games = whole(tmp_path / "d.pgn").num_rows
    counted = [scoresheet.read(tmp_path, part=f"{number}/2").count() for number in (1, 2)]
    assert sum(counted) == 4 * games
    assert games < counted[1] < 2 * games < counted[0]


def test_a_part_can_be_sent_elsewhere(path: Path) -> None:
    planned = parts.plan(path, size=3_000)
    sent = pickle.loads(pickle.dumps(planned))
    assert sent == planned
    assert joined(sent[1:2]).equals(joined(planned[1:2]))


def test_numbers_start_anew_without_counting(path: Path) -> None:
    planned = parts.plan(path, size=5_000, numbers=False)
    assert {part.before for part in planned} == {(0, 0, 0, 0)}
    assert next(iter(planned[1].read(columns=["game"]).arrow().column("game").to_pylist()), 1) == 1


def test_games_of_vgn_in_pgn_are_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(text + b'[GameFormat "VGN"]\n[Event "x"]\n\n1. e4 *\n')
    planned = parts.plan(path, size=10_000)
    assert len(planned) > 3
    assert planned[0].read().count() > 0
    with pytest.raises(FileError, match="in parts: it also has games of VGN"):
        planned[-1].read().arrow()


def test_a_changed_or_missing_file_is_refused_by_name(path: Path) -> None:
    planned = parts.plan(path, size=5_000)
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(ScoresheetError, match=rf"{path.name}.*it has changed since its parts were planned"):
        planned[1].read(on_error="raise").arrow()
    path.unlink()
    with pytest.raises(ScoresheetError, match=path.name):
        planned[1].read(on_error="raise").arrow()


def refusals(path: Path) -> list[str]:
    """Why parts of a file cannot be read."""
    found = []
    for number in range(1, 4):
        try:
            scoresheet.read(path, part=f"{number}/3").arrow()
        except Exception as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize("where", [0.3, 0.6, 0.9])
def test_cut_and_damaged_data_never_looks_complete(path: Path, where: float) -> None:
    if path.suffix == ".pgn":
        pytest.skip("the text of games has no checksum")
    content = path.read_bytes()
    at = int(len(content) * where)
    path.write_bytes(content[:at] + bytes([content[at] ^ 0x55]) + content[at + 1 :])
    found = refusals(path)
    assert any(re.search(rf"{path.name}.*damaged", refusal) for refusal in found), found
    path.write_bytes(content[:at])
    found = refusals(path)
    assert any(re.search(rf"{path.name}.*truncated", refusal) for refusal in found), found


@pytest.mark.parametrize("part", ["", "0/3", "4/3", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/10000000"])
def test_a_part_that_makes_no_sense_is_refused(root: Path, part: str) -> None:
    with pytest.raises(UsageError, match="is not a part") as refused:
        scoresheet.read(root / "examples", part=part)
    assert "such as 3/8" in refused.value.hint


def test_what_only_this_process_can_read_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be read in parts"):
        parts.plan(b"1. e4 *")
    with pytest.raises(UsageError, match="does not apply to parts"):
        parts.plan("examples/historic.pgn", part="1/2")
    with pytest.raises(UsageError, match="parts cannot have 0 bytes"):
        parts.plan("examples/historic.pgn", size=0)


def test_made_up_parts_are_refused_or_harmless(root: Path) -> None:
    (real,) = parts.plan(root / "examples" / "historic.pgn")
    for change in ({"framing": "words"}, {"kind": "vgn"}, {"kind": "x"}):
        with pytest.raises(UsageError):
            parts.Part(**{**vars(real), **change}).read()
    for change in ({"start": 10**15, "end": 3}, {"start": 2**63, "end": 2**64 - 1}, {"framing": "blocks"}):
        assert parts.Part(**{**vars(real), **change}).read(on_error="skip").arrow().num_rows == 0
    with pytest.raises(ScoresheetError):
        parts.Part(**{**vars(real), "framing": "frames"}).read(on_error="raise").arrow()


def test_the_command_converts_one_part(root: Path, tmp_path: Path) -> None:
    source = root / "examples" / "generated.pgn"
    for number in (1, 2, 3):
        part = command_line.run("convert", source, "-o", tmp_path / f"{number}.pgn", "--part", f"{number}/3")
        assert part.returncode == 0
    assert command_line.run("convert", source, "-o", tmp_path / "whole.pgn").returncode == 0
    written = [game.to("pgn") for number in (1, 2, 3) for game in scoresheet.read(tmp_path / f"{number}.pgn")]
    assert written == [game.to("pgn") for game in scoresheet.read(tmp_path / "whole.pgn")]


def test_errors_have_the_places_of_the_whole_file(path: Path, tmp_path: Path) -> None:
    def errors(**options: Any) -> list[dict[str, Any]]:
        target = tmp_path / "errors.jsonl"
        scoresheet.check(path, errors=target, force=True, **options)
        return [json.loads(line) for line in target.read_text().splitlines()]

    found = [error for number in range(1, 6) for error in errors(part=f"{number}/5")]
    assert found == errors()
    assert len(found) > 0
