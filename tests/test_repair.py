"""`repair`: what can be read is written as clean games, and bad games go to a separate file with the reasons."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet
from scoresheet import UsageError

GOOD = b'[Event "good"]\n\n1. e4 e5 1-0\n\n'
BAD = {
    "illegal": b'[Event "illegal"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n',
    "junk": b'[Event "junk"]\n\n1. e4 some words of a web page 17 e5 *\n\n',
    "comment": b'[Event "comment"]\n\n1. e4 {never closed e5 2. Nf3\n\n',
    "variation": b'[Event "variation"]\n\n1. e4 (1. d4 d5 *\n\n',
    "fen": b'[Event "fen"]\n[SetUp "1"]\n[FEN "nonsense"]\n\n1. e4 e5 *\n\n',
    "control": b'[Event "control"]\n\n1. e4 \x01\x02 e5 2. Nf3 *\n\n',
    "crlf": b'[Event "crlf"]\r\n\r\n1. e4 e5 2. Qh9 *\r\n\r\n',
    "cp1252": b'[Event "M\xfcnchen \x81"]\n\n1. e4 e5 2. Ke3 *\n\n',
    "unfinished": b'[Event "unfinished"]\n\n1. e4 e5 2. Ke3',
}
DAMAGED = GOOD + b"".join(text + GOOD for name, text in BAD.items() if name != "unfinished") + BAD["unfinished"]
BAD_NUMBERS = [2, 4, 6, 8, 10, 12, 14, 16, 18]
"""The games of `DAMAGED` that are bad: every second one."""


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    path = tmp_path / "damaged.pgn"
    path.write_bytes(DAMAGED)
    return path


def repaired(source: object, folder: Path, name: str = "bad.pgn", **options: object) -> tuple[bytes, bytes]:
    """The output and the file for bad games."""
    scoresheet.convert(source, folder / "clean.pgn", repair=folder / name, force=True, **options)
    return (folder / "clean.pgn").read_bytes(), (folder / name).read_bytes()


def texts(bad: bytes) -> list[bytes]:
    """The texts of the games between the reasons, each with the line ends that follow it."""
    found: list[bytes] = []
    for line in bad.splitlines(keepends=True):
        if line.startswith(b"% ") and (not found or found[-1]):
            found.append(b"")
        elif not line.startswith(b"% "):
            found[-1] += line
    return [text.removeprefix(b"\n") for text in found]


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("name", BAD)
def test_a_bad_game_is_set_aside_with_its_reason(tmp_path, name) -> None:
    source = tmp_path / "a.pgn"
    source.write_bytes(GOOD + BAD[name] + GOOD)
    (tmp_path / "first.pgn").write_bytes(BAD[name])
    code = scoresheet.check(source).errors[0].code
    clean, bad = repaired(source, tmp_path)
    assert bad.startswith(f"% {source}, game 2: ".encode())
    assert f": {code}: ".encode() in bad
    # The text is the one in the input.
    assert texts(bad)[0].rstrip() == BAD[name].rstrip()
    assert BAD[name] in bad or name == "unfinished"
    assert not scoresheet.check(tmp_path / "clean.pgn").errors
    assert clean.count(b'[Event "good"]') == 2


def test_the_lines_name_input_game_place_code_and_message(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_bytes(GOOD + BAD["illegal"] + BAD["fen"])
    clean, bad = repaired(source, tmp_path)
    assert bad.decode() == (
        f"% {source}, game 2: 2 plies kept\n"
        "% line 7, column 13, byte 61: move-illegal: cannot play `Ke3`: the only legal king move is `Ke2`\n"
        "\n"
        '[Event "illegal"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n'
        "\n"
        f"% {source}, game 3: dropped\n"
        "% line 11, column 1, byte 98: fen-syntax: cannot set up `nonsense`: `o` at character 2 of the board is not "
        "a piece\n"
        "\n"
        '[Event "fen"]\n[SetUp "1"]\n[FEN "nonsense"]\n\n1. e4 e5 *\n\n'
    )
    assert clean.decode() == ('[Event "good"]\n\n1. e4 e5 1-0\n\n[Event "illegal"]\n\n1. e4 e5 {Ke3 Nc6} *\n\n'), clean


def test_it_is_what_a_program_finds(tmp_path, damaged) -> None:
    """The same as going through the games in Python: those with errors, their texts, their errors."""
    table = scoresheet.read(damaged, columns=["game_text"]).arrow()
    stored = [row.as_py() for row in table.column("game_text")]
    games = list(scoresheet.read(damaged))
    expected = [(number, game) for number, game in enumerate(games, 1) if game.errors]
    assert [number for number, _ in expected] == BAD_NUMBERS
    _, bad = repaired(damaged, tmp_path)
    rest = bad
    for number, _ in expected:
        before, found, rest = rest.partition(b"\n\n" + stored[number - 1])
        assert found
        assert f", game {number}: ".encode() in before
    assert rest == b""
    repaired(damaged, tmp_path, "bad.jsonl")
    rows = lines(tmp_path / "bad.jsonl")
    errors = [(number, error) for number, game in expected for error in game.errors]
    assert [(row["game"], row["code"], row["line"], row["column"], row["byte"]) for row in rows] == [
        (number, error.code, error.line, error.column, error.byte) for number, error in errors
    ]
    assert [row["message"] for row in rows] == [error.message for _, error in errors]


def test_a_list_has_the_text_in_the_first_line_of_a_game(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_bytes(b'[Event "M\xfcnchen"]\n\n1. e4 (1. Ke3) e5 2. Ke3 *\n')
    for name in ("bad.jsonl", "bad.jsonl.gz", "bad.csv"):
        repaired(source, tmp_path, name)
    first, second = lines(tmp_path / "bad.jsonl")
    assert list(first) == [
        "file", "game", "ply", "line", "column", "byte", "code", "message", "hint", "kept", "encoding", "game_text",
    ]  # fmt: skip
    assert (first["file"], first["ply"], first["kept"], first["encoding"]) == (str(source), 1, 2, "windows-1252")
    assert first["game_text"] == source.read_bytes().decode("cp1252")
    assert (second["ply"], second["encoding"], second["game_text"]) == (3, None, None)
    assert gzip.decompress((tmp_path / "bad.jsonl.gz").read_bytes()) == (tmp_path / "bad.jsonl").read_bytes()
    rows = list(csv.DictReader(io.StringIO((tmp_path / "bad.csv").read_bytes().decode(), newline="")))
    assert [row["game_text"] for row in rows] == [first["game_text"], ""]
    assert [row["byte"] for row in rows] == [str(first["byte"]), str(second["byte"])]


def test_the_bad_games_can_be_read_again_and_mended(tmp_path, damaged) -> None:
    _, bad = repaired(damaged, tmp_path)
    again = list(scoresheet.read(tmp_path / "bad.pgn"))
    assert [game.tags.get("Event") for game in again if game.errors] == [
        game.tags.get("Event") for game in scoresheet.read(damaged) if game.errors
    ]
    mended = bad.replace(b"2. Ke3", b"2. Nf3").replace(b"nonsense", scoresheet.Position().fen().encode())
    (tmp_path / "mended.pgn").write_bytes(mended)
    report = scoresheet.convert(tmp_path / "mended.pgn", tmp_path / "done.pgn", strip=["escapes"])
    assert "fen-syntax" not in {row.code for row in report.errors}
    assert b"\n% " not in (tmp_path / "done.pgn").read_bytes()
    assert report.changes["escapes-stripped"] > len(BAD)


def test_the_report_counts_games(tmp_path, damaged) -> None:
    report = scoresheet.convert(damaged, tmp_path / "a.pgn", repair=tmp_path / "a.jsonl")
    # Of one game nothing can be read: it starts nowhere.
    assert (report.faulty, report.set_aside, report.repaired) == (9, 9, 8)
    assert (report.games, report.written, report.skipped) == (18, 17, 1)
    report = scoresheet.convert(damaged, tmp_path / "b.pgn", repair=tmp_path / "b.jsonl", on_error="skip")
    assert (report.set_aside, report.repaired, report.written) == (9, 0, 9)
    assert {row["kept"] for row in lines(tmp_path / "b.jsonl")} == {None}
    assert scoresheet.Report.from_dict(report.to_dict()) == report


def test_skipped_games_are_all_in_the_file(tmp_path, damaged) -> None:
    clean, bad = repaired(damaged, tmp_path, on_error="skip")
    assert clean == b"".join([GOOD] * 9)
    assert bad.count(b": dropped\n") == 9


def test_any_number_of_threads_and_blocks_writes_the_same(tmp_path) -> None:
    source = tmp_path / "large.pgn"
    copies = 1200  # two blocks
    source.write_bytes((DAMAGED + b"\n\n") * copies)
    for name in ("bad.pgn", "bad.csv"):
        found = {repaired(source, tmp_path, name, threads=threads) for threads in (1, 2, 3)}
        assert len(found) == 1
    # Blocks are put together as if there were one.
    games = len(BAD_NUMBERS) * copies
    rows = list(csv.DictReader(io.StringIO((tmp_path / "bad.csv").read_bytes().decode(), newline="")))
    assert sum(1 for row in rows if row["game_text"]) == games
    place = DAMAGED.index(b"Ke3")
    last = next(row for row in rows if row["game"] == str(18 * (copies - 1) + 2))
    assert int(last["byte"]) == (copies - 1) * len(DAMAGED + b"\n\n") + place


def test_a_truncated_archive_is_a_reason(tmp_path) -> None:
    packed = gzip.compress(b"".join(DAMAGED.replace(b"good", str(n).encode()) for n in range(200)))
    source = tmp_path / "a.pgn.gz"
    source.write_bytes(packed[: len(packed) * 2 // 3])
    _, bad = repaired(source, tmp_path)
    assert f"% {source}, byte ".encode() in bad
    assert b": file-damaged: " in bad.splitlines()[-2]
    assert not scoresheet.check(tmp_path / "clean.pgn").errors
    repaired(source, tmp_path, "bad.jsonl")
    last = lines(tmp_path / "bad.jsonl")[-1]
    assert (last["code"], last["game"], last["game_text"]) == ("file-damaged", None, None)


def test_several_inputs_and_folders(tmp_path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.pgn").write_bytes(GOOD + BAD["illegal"])
    (folder / "b.pgn.gz").write_bytes(gzip.compress(BAD["crlf"]))
    _, bad = repaired([folder, folder / "a.pgn"], tmp_path)
    assert [text.strip() for text in texts(bad)] == [BAD[name].strip() for name in ("illegal", "crlf", "illegal")]
    assert bad.count(b"a.pgn, game 2: ") == 2
    assert bad.count(b"b.pgn.gz, game 1: ") == 1


def test_standard_input_and_output(tmp_path) -> None:
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "--repair", str(tmp_path / "bad.pgn")]
    run = subprocess.run(command, input=GOOD + BAD["illegal"], capture_output=True, check=False)
    assert run.returncode == 1
    assert run.stdout.startswith(GOOD)
    assert b"1 bad game written to the repair file, 1 kept up to the first error" in run.stderr
    assert (tmp_path / "bad.pgn").read_bytes().endswith(BAD["illegal"])
    quiet = subprocess.run([*command, "--force", "--exit-zero"], input=GOOD, capture_output=True, check=False)
    assert quiet.returncode == 0
    assert (tmp_path / "bad.pgn").read_bytes() == b""


@pytest.mark.parametrize("options", [
    {"sort": ["event"]}, {"reverse": True}, {"dedupe": "exact"}, {"select": "1-4"}, {"sample": 3}, {"strip": ["tags"]},
    {"where": "ply_count > 1"}, {"errors": "errors.jsonl"}, {"sort": ["event"], "errors": "errors.jsonl"},
], ids=str)  # fmt: skip
def test_other_transforms_do_not_change_what_is_set_aside(tmp_path, damaged, options) -> None:
    """All bad games that are read are there, however they are handled, as they count in the report."""
    _, expected = repaired(damaged, tmp_path)
    if "errors" in options:
        options = {**options, "errors": tmp_path / "errors.jsonl"}
    if options.get("select"):
        expected = expected[: expected.index(b"game 6: ")].rpartition(b"\n% ")[0]
    _, found = repaired(damaged, tmp_path, **options)
    assert found == expected if not options.get("select") else found.startswith(expected)


def test_games_of_which_nothing_can_be_read_are_not_chosen(tmp_path, damaged) -> None:
    for options in ({"sample": 17}, {"sample": 17, "sort": ["event"]}):
        report = scoresheet.convert(damaged, tmp_path / "a.pgn", repair=tmp_path / "b.pgn", force=True, **options)
        assert report.written == 17


def test_split_files(tmp_path, damaged) -> None:
    _, expected = repaired(damaged, tmp_path)
    scoresheet.convert(damaged, tmp_path / "out" / "{event}.pgn", repair=tmp_path / "bad.pgn", force=True)
    assert (tmp_path / "bad.pgn").read_bytes() == expected
    assert {path.name for path in (tmp_path / "out").iterdir()} > {"good.pgn", "illegal.pgn"}


def test_outputs_of_other_formats(tmp_path, damaged) -> None:
    _, expected = repaired(damaged, tmp_path)
    for name in ("a.parquet", "a.bgnl", "a.csv"):
        report = scoresheet.convert(damaged, tmp_path / name, repair=tmp_path / "bad.pgn", force=True)
        assert (report.set_aside, report.written) == (9, 17)
        assert (tmp_path / "bad.pgn").read_bytes() == expected


def test_columns_without_moves_find_the_same_bad_games(tmp_path, damaged) -> None:
    report = scoresheet.convert(damaged, tmp_path / "a.parquet", columns=["event"], repair=tmp_path / "bad.pgn")
    assert report.set_aside == 9


def test_sources_without_text_have_a_list_of_errors(tmp_path, damaged) -> None:
    scoresheet.convert(damaged, tmp_path / "a.parquet")
    repaired(tmp_path / "a.parquet", tmp_path, "bad.jsonl")
    rows = lines(tmp_path / "bad.jsonl")
    assert {row["game"] for row in rows} <= set(BAD_NUMBERS)
    assert {"move-illegal", "move-syntax"} <= {row["code"] for row in rows}
    assert {row["game_text"] for row in rows} == {None}
    with pytest.raises(UsageError, match=r"a\.parquet` is not PGN") as raised:
        repaired(tmp_path / "a.parquet", tmp_path)
    assert ".jsonl" in (raised.value.hint or "")


def test_other_texts_have_a_list_of_errors(tmp_path) -> None:
    (tmp_path / "a.uci").write_text("e2e4 e7e5\ne2e4 e1e8\n")
    repaired(tmp_path / "a.uci", tmp_path, "bad.jsonl")
    (row,) = lines(tmp_path / "bad.jsonl")
    assert (row["game"], row["kept"], row["game_text"]) == (2, 1, "e2e4 e1e8\n")
    with pytest.raises(UsageError, match="is not PGN"):
        repaired(tmp_path / "a.uci", tmp_path)


def test_games_are_repaired_lazily(tmp_path, damaged) -> None:
    _, expected = repaired(damaged, tmp_path)
    bad = tmp_path / "lazy.pgn"
    games = scoresheet.read(damaged).repair(bad)
    assert not bad.exists()
    iterator = iter(games)
    next(iterator)
    del iterator
    assert len(list(games)) == 17
    assert bad.read_bytes() == expected
    bad.unlink()
    # Errors are with the games as well.
    assert sum(bool(game.errors) for game in games) == 8
    assert games.count() == 17
    assert games.columns("event").arrow().num_rows == 17
    assert bad.read_bytes() == expected
    scoresheet.write(games.strip("nags").where("ply_count > 1"), tmp_path / "w.pgn", force=True)
    assert bad.read_bytes() == expected
    assert not scoresheet.check(tmp_path / "w.pgn").errors
    with pytest.raises(UsageError, match="exists"):
        list(scoresheet.read(damaged).repair(bad))
    with pytest.raises(UsageError, match="no original text"):
        scoresheet.write(list(scoresheet.read(damaged)), tmp_path / "o.pgn", repair=tmp_path / "x.pgn")


def test_a_truncated_input_ends_a_loop_without_an_error(tmp_path) -> None:
    source = tmp_path / "a.pgn.gz"
    source.write_bytes(gzip.compress(GOOD * 500)[:-20])
    games = scoresheet.read(source).repair(tmp_path / "bad.csv")
    assert list(games)
    assert "file-damaged" in (tmp_path / "bad.csv").read_text("utf-8")


def test_a_failed_job_leaves_no_file(tmp_path, damaged) -> None:
    for options in ({"on_error": "raise"}, {"columns": ["nothing"], "to": "parquet"}):
        with pytest.raises(scoresheet.ScoresheetError):
            scoresheet.convert(damaged, tmp_path / "out.pgn", repair=tmp_path / "bad.pgn", **options)
    assert [path.name for path in tmp_path.iterdir()] == [damaged.name]


def test_a_file_that_cannot_be_written_is_refused_in_time(tmp_path, damaged) -> None:
    there = tmp_path / "there.pgn"
    there.write_text("mine", "utf-8")
    output, listed = tmp_path / "a.pgn", tmp_path / "a.jsonl"
    for path, options, message in [
        (there, {}, "exists"),
        (damaged, {"force": True}, "it is an input"),
        (output, {}, "it is the output"),
        ("-", {}, "standard output"),
        (tmp_path / "bad.txt", {}, "does not end in"),
        (tmp_path / "bad.parquet", {}, "does not end in"),
        (listed, {"errors": listed}, "another option"),
    ]:
        with pytest.raises(scoresheet.ScoresheetError, match=message):
            scoresheet.convert(damaged, output, repair=path, **options)
    assert there.read_text("utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["damaged.pgn", "there.pgn"]


def test_strict_reading_sets_notes_aside(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_bytes(GOOD + b'[Event "long"]\n\n1. e2-e4 *\n')
    assert repaired(source, tmp_path)[1] == b""
    assert b"san-long" in repaired(source, tmp_path, strict="read")[1]


def test_repaired_files_are_clean(tmp_path, data) -> None:
    """What is written of the strangest files that we have is read without an error."""
    for path in sorted(data("weird").rglob("*.pgn")):
        report = scoresheet.convert(path, tmp_path / "clean.pgn", repair=tmp_path / "bad.pgn", force=True)
        assert report.set_aside == report.faulty, path.name
        assert not scoresheet.check(tmp_path / "clean.pgn").errors, path.name
        original, bad = path.read_bytes(), (tmp_path / "bad.pgn").read_bytes()
        if not original.startswith((b"\xff\xfe", b"\xfe\xff")):
            assert all(text.rstrip(b"\n") in original for text in texts(bad) if b"\n% " not in original), path.name
