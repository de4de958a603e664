"""Damaged and crafted sources: each is read as far as possible, with an error for what is wrong."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet

HISTORIC = Path(__file__).resolve().parent.parent / "examples" / "historic.pgn"
MUTATIONS = 150


def moves_of(text: str) -> list[tuple[str, int, list[str]]]:
    games = scoresheet.read(text.encode(), from_="csv")
    found = [(game.tags.get("White", ""), game.ply_count, [error.code for error in game.errors]) for game in games]
    return [(white, plies, [str(code) for code in codes]) for white, plies, codes in found]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("line", "sign"), [("sep=;", ";"), ("SEP=,", ","), ("\ufeffsep=\t", "\t"), ("sep=|", "|")])
def test_a_line_for_spreadsheets_names_the_separator(line: str, sign: str, end: str, tmp_path: Path) -> None:
    rows = [["White", "moves", "Note"], ["A", "e4 e5", "x, y; z"], ["B", "d4", ""]]
    text = end.join([line, *(sign.join(f'"{cell}"' for cell in row) for row in rows), ""])
    assert moves_of(text) == [("A", 2, []), ("B", 1, [])]
    path = tmp_path / "games.csv"
    path.write_bytes(text.encode() * 1 + f"C{sign}d4 d5{sign}{end}".encode() * 200_000)
    assert scoresheet.read(path).count() == 200_002


def test_a_second_cell_with_moves_is_an_error() -> None:
    text = "White,moves,Black,moves\nA,e4,B,d4\nC,e4,D,\nE,,F,d4\n"
    assert moves_of(text) == [("A", 1, ["stray"]), ("C", 1, []), ("E", 1, [])]


def test_a_row_that_ends_before_its_moves_is_an_error() -> None:
    text = "White,Black,moves\nA,B,e4\nC,D\nE\nF,G,\n"
    missing = ["columns-missing"]
    assert moves_of(text) == [("A", 1, []), ("C", 0, missing), ("E", 0, missing), ("F", 0, [])]


def test_an_array_on_one_line_is_read_like_lines(tmp_path: Path) -> None:
    lines, array = tmp_path / "games.bgnl", tmp_path / "games.bgn"
    scoresheet.convert(HISTORIC, lines)
    documents = lines.read_text(encoding="utf-8").splitlines() * 20
    array.write_text(f"[{','.join(documents)}]", encoding="utf-8")
    assert list(scoresheet.read(array)) == list(scoresheet.read(lines)) * 20


def test_the_rest_of_a_line_with_documents_is_looked_through_once() -> None:
    """A document in such an array whose bracket is missing takes what follows, up to the next line, and no more."""
    one = '{"pgn":{"white":"A"},"moves":[]}'
    text = f"[{one},{one[:-1]},{one},\n{one},{one}]"
    found = [(game.tags.get("White"), bool(game.errors)) for game in scoresheet.read(text.encode(), from_="bgn")]
    assert found == [("A", False), ("A", True), ("A", False), ("A", False)]


@pytest.mark.parametrize("kind", ["bytes", "cut"])
def test_damaged_databases_are_not_internal_errors(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    scoresheet.convert(HISTORIC, path)
    data, chance = path.read_bytes(), random.Random(5)
    for _ in range(MUTATIONS):
        changed = bytearray(data)
        for _ in range(40 if kind == "bytes" else 1):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        path.write_bytes(changed if kind == "bytes" else changed[: chance.randrange(len(changed))])
        for read in (
            lambda: scoresheet.check(path, on_error="raise"),
            lambda: list(scoresheet.read(path)),
            lambda: scoresheet.query(path, "castling", moves=10).fetchall(),
        ):
            try:
                read()
            except scoresheet.ScoresheetError as error:
                assert "internal" not in str(error)  # noqa: PT017 - many files have no error


def test_damaged_text_of_a_database_is_an_error_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    scoresheet.convert(HISTORIC, path)
    data = path.read_bytes()
    place = data.index(b"CREATE TABLE") + 45
    path.write_bytes(data[:place] + b"\xb9" + data[place + 1 :])
    for read in (lambda: list(scoresheet.read(path)), lambda: scoresheet.query(path, "castling", moves=10).fetchall()):
        with pytest.raises(scoresheet.FileError, match="cannot read"):
            read()


def test_an_archive_on_standard_input_is_restored_once_it_is_named(tmp_path: Path) -> None:
    archive, out = tmp_path / "games.scz", tmp_path / "out.pgn"
    scoresheet.convert(HISTORIC, archive, exact="yes")
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "-o", str(out), "-O", "exact=yes"]
    refused = subprocess.run(command, input=archive.read_bytes(), capture_output=True)
    assert refused.returncode == 2
    assert b"`exact` is an option of `archive`, and the format of `-` is not known yet" in refused.stderr
    assert b"--from archive" in refused.stderr
    subprocess.run([*command, "--from", "archive"], input=archive.read_bytes(), check=True)
    assert out.read_bytes() == HISTORIC.read_bytes()


def test_two_archives_in_a_file_are_an_error(tmp_path: Path) -> None:
    one, both = tmp_path / "one.scz", tmp_path / "both.scz"
    scoresheet.convert(HISTORIC, one)
    both.write_bytes(one.read_bytes() * 2)
    report = scoresheet.check(both)
    assert report.games in (0, 45)
    assert [found.code for found in report.errors] == ["file-damaged"] or report.games == 45


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o660])
def test_an_index_has_the_permissions_of_its_games(mode: int, tmp_path: Path) -> None:
    games = tmp_path / "games.parquet"
    scoresheet.convert(HISTORIC, games)
    games.chmod(mode)
    index = Path(scoresheet.index(games).path)
    assert index.stat().st_mode & 0o777 == mode


LINES = [f'{{"pgn":{{"white":"{number}"}},"bgn":{{}},"moves":[{{"f":"e2","t":"e4"}}]}}' for number in range(3000)]
ELEMENTS = [
    f'<game><pgn><tag name="white">{number}</tag></pgn><moves><move><f>e2</f><t>e4</t></move></moves></game>'
    for number in range(3000)
]


@pytest.mark.parametrize("part", [LINES[:1], LINES[:3], LINES], ids=len)
@pytest.mark.parametrize("between", [",", ",\n"])
def test_an_array_that_does_not_end_is_an_error(between: str, part: list[str], tmp_path: Path) -> None:
    # As long as a whole number of blocks, too, so that no bytes follow the last one.
    for end, codes in (("]", []), ("\n]\n", []), ("", ["data-truncated"]), (between, ["data-truncated"])):
        text = "[" + between.join(part) + end
        (tmp_path / "games.bgn").write_text(text)
        for source in (tmp_path / "games.bgn", text.encode()):
            report = scoresheet.check(source, from_="bgn")
            assert (report.games, [found.code for found in report.errors]) == (len(part), codes), end
        last = list(scoresheet.read(text.encode(), from_="bgn"))[-1]
        assert (len(last.errors), last.ply_count) == (len(codes), 1)


@pytest.mark.parametrize("part", [ELEMENTS[:1], ELEMENTS[:3], ELEMENTS], ids=len)
def test_a_root_that_does_not_end_is_an_error(part: list[str]) -> None:
    for end, codes in (("</games>", []), ("\n</games>\n", []), ("", ["data-truncated"]), ("\n", ["data-truncated"])):
        report = scoresheet.check(("<games>" + "\n".join(part) + end).encode(), from_="bgnx")
        assert (report.games, [found.code for found in report.errors]) == (len(part), codes), end


@pytest.mark.parametrize("same", [False, True])
def test_several_archives_in_a_file_are_an_error(same: bool, tmp_path: Path) -> None:
    first, second, both = (tmp_path / name for name in ("a.scz", "b.scz", "c.scz"))
    scoresheet.convert(HISTORIC, first)
    scoresheet.convert(HISTORIC.with_name("chess960.pgn"), second)
    parts = first.read_bytes(), (first if same else second).read_bytes()
    both.write_bytes(b"".join(parts))
    [error] = scoresheet.check(both).errors
    assert error.code == "file-damaged"
    assert error.first is not None
    assert error.first["byte"] == len(parts[0])
    assert "second archive" in error.first["message"]
    with pytest.raises(scoresheet.FileError, match="second archive") as raised:
        list(scoresheet.read(both))
    assert "scoresheet convert a.scz b.scz" in str(raised.value.hint)
    with pytest.raises(scoresheet.ScoresheetError, match="second archive"):
        scoresheet.convert(HISTORIC, both, append=True)
    assert both.read_bytes() == b"".join(parts)
    report = scoresheet.convert([first, second], both, force=True)
    assert scoresheet.check(both).games == report.games
