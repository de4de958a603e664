"""`convert` and `write`: any input to any output, whole or not at all."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
import zstandard

import scoresheet
from command_line import run

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
HISTORIC = EXAMPLES / "historic.pgn"
GENERATED = EXAMPLES / "generated.pgn"

BAD = """[White "One"]
[Result "1-0"]

1. e4 $1 e5 {good (1... c5)} (1... c5 2. Nf3 (2. Nc3)) 2. Qh5?? Ke7 3. Qxe5# 1-0

[White "Two"]
[Result "*"]

1. e4 e5 2. Ke3 Nf6 (2... d6) 3. d4 {no} *

[White "Three"]

1. f3 e5 2. g4 Qh4

"""

WRITTEN = """[White "One"]
[Result "1-0"]

1. e4 $1 e5 {good (1... c5)} (1... c5 2. Nf3 (2. Nc3)) 2. Qh5 $4 Ke7 3. Qxe5#
1-0

[White "Two"]
[Result "*"]

1. e4 e5 {Ke3 Nf6 (d6) d4 no} *

[White "Three"]

1. f3 e5 2. g4 Qh4# *

"""


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.pgn"
    path.write_text(BAD)
    return path


def left(folder: Path) -> list[str]:
    """The content of a folder, hidden files too."""
    return sorted(path.name for path in folder.iterdir())


def test_pgn_is_written_as_the_standard_has_it(bad: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    report = scoresheet.convert(bad, output)
    assert output.read_text() == WRITTEN
    assert (report.games, report.written, report.skipped, report.plies) == (3, 3, 0, 11)
    assert [(found.code, found.count) for found in report.errors] == [("move-illegal", 1)]
    again = tmp_path / "again.pgn"
    scoresheet.convert(output, again)
    assert again.read_bytes() == output.read_bytes()


def test_skip_and_raise(bad: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    report = scoresheet.convert(bad, output, on_error="skip")
    assert (report.games, report.written, report.skipped) == (3, 2, 1)
    assert "Two" not in output.read_text()
    with pytest.raises(scoresheet.MoveError, match="Ke3"):
        scoresheet.convert(bad, tmp_path / "none.pgn", on_error="raise")
    with pytest.raises(scoresheet.MoveError, match="Ke3"):
        scoresheet.convert(bad, tmp_path / "none.parquet", on_error="raise")
    assert left(tmp_path) == ["bad.pgn", "out.pgn"]


def test_spelling_tags_and_export(tmp_path: Path) -> None:
    path, output = tmp_path / "in.pgn", tmp_path / "out.pgn"
    path.write_text('[ZZ "z"]\n[Black "B"]\n[AA "a"]\n[White "A"]\n\n1. e2e4! e7-e5 2. ng1f3 *\n')
    scoresheet.convert(path, output, keep_spelling=True)
    assert output.read_text().splitlines()[-2] == "1. e2e4! e7-e5 2. ng1f3 *"
    scoresheet.convert(path, output, sort_tags=True, force=True)
    assert output.read_text().startswith('[White "A"]\n[Black "B"]\n[AA "a"]\n[ZZ "z"]\n\n1. e4 $1 e5 2. Nf3 *\n')
    scoresheet.convert(path, output, export=True, force=True)
    names = [line.split()[0] for line in output.read_text().splitlines() if line.startswith("[")]
    assert names == ["[Event", "[Site", "[Date", "[Round", "[White", "[Black", "[Result", "[ZZ", "[AA"]


def test_games_that_cannot_be_played_stay_unchanged(tmp_path: Path) -> None:
    path, output = tmp_path / "in.pgn", tmp_path / "out.pgn"
    path.write_text('[Variant "Seirawan"]\n\n1. e4 {x} 1... N@f3?! *\n\n[White "A"]\n\n1. d4 *\n')
    scoresheet.convert(path, output)
    assert output.read_text() == '[Variant "Seirawan"]\n\n1. e4 {x} 1... N@f3?! *\n\n[White "A"]\n\n1. d4 *\n\n'


def test_losses_are_counted_and_may_refuse_a_game(tmp_path: Path) -> None:
    path, output = tmp_path / "in.pgn", tmp_path / "out.pgn"
    path.write_text('[White "A"]\n\n1. e4 ; a } brace\n e5 *\n\n[White "B"]\n\n1. d4 *\n')
    report = scoresheet.convert(path, output)
    assert [(loss.kind, loss.count, loss.first) for loss in report.losses] == [("comment-brace", 1, f"{path}, game 1")]
    assert "{ a ) brace}" in output.read_text()
    strict = scoresheet.convert(path, output, strict="write", force=True)
    assert (strict.written, strict.skipped, strict.losses) == (1, 1, report.losses)
    assert output.read_text() == '[White "B"]\n\n1. d4 *\n\n'


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_number_of_threads_changes_nothing(tmp_path: Path, threads: int) -> None:
    path = tmp_path / "in.pgn"
    path.write_bytes((GENERATED.read_bytes() + BAD.encode()) * 12)
    for name in ("out.pgn", "out.parquet", "out.arrow"):
        report = scoresheet.convert(path, tmp_path / name, threads=threads)
        assert (report.games, report.written) == (2436, 2436)
    one = tmp_path / "one.pgn"
    scoresheet.convert(path, one, threads=1)
    assert (tmp_path / "out.pgn").read_bytes() == one.read_bytes()
    stored = pa.parquet.read_table(tmp_path / "out.parquet")
    assert stored.num_rows == 2436
    assert stored["date"].to_pylist() == sorted(stored["date"].to_pylist(), key=lambda date: (date is None, date or 0))
    assert pa.feather.read_table(tmp_path / "out.arrow")["game"].to_pylist() == list(range(1, 2437))


UNPACK: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.decompress,
    "bz2": bz2.decompress,
    "xz": lzma.decompress,
    "zst": lambda data: zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read(),
}


@pytest.mark.parametrize("packing", UNPACK)
def test_the_name_determines_the_compression_of_the_output(bad: Path, tmp_path: Path, packing: str) -> None:
    output = tmp_path / f"out.pgn.{packing}"
    scoresheet.convert(bad, output)
    assert UNPACK[packing](output.read_bytes()).decode() == WRITTEN
    assert scoresheet.check(output).games == 3


@pytest.mark.parametrize("columns", [["text"], ["tags", "packed"], ["tags", "moves"]], ids="-".join)
@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_columns_give_the_games_back(tmp_path: Path, columns: list[str], form: str) -> None:
    stored, back, plain = tmp_path / f"a.{form}", tmp_path / "back.pgn", tmp_path / "plain.pgn"
    for source in (HISTORIC, EXAMPLES / "chess960.pgn", GENERATED):
        scoresheet.convert(source, stored, columns=columns, no_sort=True, force=True)
        report = scoresheet.convert(stored, back, force=True)
        scoresheet.convert(source, plain, force=True)
        assert report.errors == ()
        assert moves(back) == moves(plain)
        assert sorted(back.read_text().splitlines()) == sorted(plain.read_text().splitlines())
        checked = scoresheet.check(stored)
        assert (checked.games, checked.plies, checked.mates) == facts(source)


def moves(path: Path) -> list[str]:
    """The lines of a file that are not tags: of those, columns do not keep the order."""
    return [line for line in path.read_text().splitlines() if not line.startswith("[")]


def facts(path: Path) -> tuple[int, int, int]:
    report = scoresheet.check(path)
    return report.games, report.plies, report.mates


def test_columns_with_too_little_are_refused(tmp_path: Path) -> None:
    stored = tmp_path / "a.parquet"
    scoresheet.convert(HISTORIC, stored, columns=["tags", "summary"])
    with pytest.raises(scoresheet.UsageError, match="`moves`") as found:
        scoresheet.convert(stored, tmp_path / "a.pgn")
    assert 'columns=["tags", "moves"]' in (found.value.hint or "")
    assert left(tmp_path) == ["a.parquet"]


def test_missing_columns_are_reported(tmp_path: Path) -> None:
    stored, output = tmp_path / "a.parquet", tmp_path / "a.pgn"
    scoresheet.convert(HISTORIC, stored, columns=["white", "fen", "packed"])
    (loss,) = scoresheet.convert(stored, output).losses
    assert (loss.kind, loss.count) == ("column-missing", 45)
    assert "black" in loss.first
    assert scoresheet.convert(stored, output, strict="write", force=True).skipped == 45


def test_columns_to_columns(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in ("a.parquet", "b.arrow", "c.parquet"))
    scoresheet.convert(HISTORIC, first)
    scoresheet.convert(first, second)
    report = scoresheet.convert(second, third)
    assert (report.games, report.plies, report.written) == (45, 2171, 45)
    assert pa.parquet.read_table(first).equals(pa.parquet.read_table(third))
    games = scoresheet.read(first)
    assert pa.table(games).equals(pa.parquet.read_table(first))
    assert pa.table(games.columns("white", "clock_ms"))["clock_ms"].null_count == 45
    packed = pa.table(games.columns("game", "packed_moves")).sort_by("game")
    assert packed.equals(pa.table(scoresheet.read(HISTORIC).columns("game", "packed_moves")))
    scoresheet.convert(HISTORIC, first, columns=["tags"], force=True)
    with pytest.raises(pa.ArrowInvalid, match="`packed_moves`"):
        pa.table(scoresheet.read(first).columns("packed_moves"))


def test_conditions_choose_games(tmp_path: Path) -> None:
    stored = tmp_path / "all.parquet"
    scoresheet.convert([HISTORIC, GENERATED], stored)
    wanted = pa.table(
        scoresheet.read([HISTORIC, GENERATED], columns=["source", "game", "mate", "ply_count"])
    ).to_pylist()
    keys = {(row["source"], row["game"]) for row in wanted if row["mate"] and row["ply_count"] < 40}
    assert 2 < len(keys) < 100
    where = "mate AND ply_count < 40 -- short ones"
    for source in ([HISTORIC, GENERATED], [stored]):
        for name in ("few.pgn", "few.parquet", "few.arrow"):
            report = scoresheet.convert(source, tmp_path / name, where=where, force=True)
            assert (report.games, report.written) == (245, len(keys)), name
        found = pa.parquet.read_table(tmp_path / "few.parquet").to_pylist()
        assert {(row["source"], row["game"]) for row in found} == keys
        assert scoresheet.check(tmp_path / "few.pgn").mates == len(keys)
    with pytest.raises(scoresheet.UsageError):
        scoresheet.convert(HISTORIC, tmp_path / "x.pgn", where="no_such_column > 3")


CONDITION = "mate AND ply_count < 40"


def meeting(rows: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """The games that meet `CONDITION`, in their order."""
    return [(row["source"], row["game"]) for row in rows if row["mate"] and row["ply_count"] < 40]


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_limit_counts_the_games_that_meet_the_condition(tmp_path: Path, threads: int) -> None:
    many = tmp_path / "many.pgn"
    many.write_bytes(GENERATED.read_bytes() * (1 + (3 << 20) // GENERATED.stat().st_size))
    source, stored = [many, HISTORIC], tmp_path / "all.parquet"
    scoresheet.convert(source, stored)
    columns = ["source", "game", "mate", "ply_count"]
    in_order = meeting(pa.table(scoresheet.read(source, columns=columns)).to_pylist())
    by_date = meeting(pa.parquet.read_table(stored, columns=columns).to_pylist())
    assert sum(name == str(HISTORIC) for name, _ in in_order) > 1
    found = tmp_path / "found.parquet"
    for limit in (0, 1, 20, len(in_order) - 1, len(in_order), len(in_order) + 1):
        for given, wanted in ((source, in_order[:limit]), (stored, by_date[:limit])):
            report = scoresheet.convert(
                given, found, where=CONDITION, limit=limit, threads=threads, no_sort=True, force=True
            )
            rows = pa.parquet.read_table(found, columns=columns).to_pylist()
            assert [(row["source"], row["game"]) for row in rows] == wanted, (limit, given)
            assert report.written == len(wanted)
        games = tmp_path / "found.pgn"
        assert scoresheet.convert(
            source, games, where=CONDITION, limit=limit, threads=threads, force=True
        ).written == len(in_order[:limit])
    # Nothing is read beyond the last game that is wanted.
    report = scoresheet.convert(source, found, where=CONDITION, limit=20, threads=threads, force=True)
    assert report.games == in_order[19][1]


@pytest.mark.slow
def test_a_condition_reads_a_pipe_from_a_copy(tmp_path: Path) -> None:
    scratch, fifo = tmp_path / "scratch", tmp_path / "games.fifo"
    scratch.mkdir()
    os.mkfifo(fifo)
    script = """
import os, pyarrow.parquet, scoresheet, sys
for source, output in (("-", "a.parquet"), (sys.argv[1], "b.parquet")):
    report = scoresheet.convert(source, output, where="mate")
    left = [name for _, _, names in os.walk(sys.argv[2]) for name in names if not name.endswith(".lock")]
    print(report.written, [row["name"] for row in report.inputs], left)
    print(set(pyarrow.parquet.read_table(output)["source"].to_pylist()))
"""
    with subprocess.Popen(
        [sys.executable, "-c", script, str(fifo), str(scratch)],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(scratch)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(HISTORIC.read_bytes())
        process.stdin.close()
        fifo.write_bytes(HISTORIC.read_bytes())
        assert process.stdout is not None
        told = process.stdout.read().decode().splitlines()
    assert process.returncode == 0
    assert left(scratch) == []
    assert told == ["17 ['-'] []", "{'-'}", f"17 [{str(fifo)!r}] []", f"{{{str(fifo)!r}}}"]


def test_write_takes_games_as_they_were_made(tmp_path: Path) -> None:
    games = scoresheet.read(GENERATED, limit=20).columns("white", "ply_count")
    report = scoresheet.write(games, tmp_path / "few.parquet")
    assert report.written == 20
    assert pa.parquet.read_schema(tmp_path / "few.parquet").names[:2] == ["white", "ply_count"]
    assert scoresheet.write(games, tmp_path / "few.pgn").written == 20


def test_what_is_there_is_not_overwritten(bad: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.pgn"
    output.write_text("precious")
    with pytest.raises(scoresheet.UsageError, match="already exists"):
        scoresheet.convert(bad, output)
    assert output.read_text() == "precious"
    scoresheet.convert(bad, output, force=True)
    assert output.read_text() == WRITTEN


def test_an_output_may_replace_its_input(bad: Path) -> None:
    scoresheet.convert(bad, bad, force=True)
    assert bad.read_text() == WRITTEN


@pytest.mark.parametrize(("name", "format_"), [("json", "bgn"), ("jsonl", "bgnl")])
def test_games_as_json_have_the_names_that_people_guess(name: str, format_: str, bad: Path, tmp_path: Path) -> None:
    game = scoresheet.parse("1. e4 e5 *")
    assert game.to(name) == game.to(format_)  # type: ignore[arg-type] # the parameters are no literals
    assert game.losses(name) == game.losses(format_)  # type: ignore[arg-type] # as above
    scoresheet.convert(bad, tmp_path / f"wanted.{format_}")
    wanted = (tmp_path / f"wanted.{format_}").read_text()
    scoresheet.convert(bad, tmp_path / "named", to=name)  # type: ignore[arg-type] # as above
    assert (tmp_path / "named").read_text() == wanted
    scoresheet.convert(bad, tmp_path / f"games.{name}")
    scoresheet.convert(bad, tmp_path / f"packed.{name.upper()}.gz")
    assert (tmp_path / f"games.{name}").read_text() == wanted
    assert gzip.decompress((tmp_path / f"packed.{name.upper()}.gz").read_bytes()).decode() == wanted
    assert run("convert", bad, "--to", name, "-o", tmp_path / "shell", "--quiet").returncode == 1  # a game is bad
    assert (tmp_path / "shell").read_text() == wanted
    (found,) = scoresheet.inputs(tmp_path / f"games.{name}")
    assert found["kind"] in ("bgn", "bgnl")
    with pytest.raises(scoresheet.UsageError, match=f"there is no format `{name}`"):  # several formats are JSON
        scoresheet.read(tmp_path / f"games.{name}", from_=name).count()  # type: ignore[arg-type] # as above


def test_a_name_must_determine_the_format(bad: Path, tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="output format cannot be determined"):
        scoresheet.convert(bad, tmp_path / "games.doc")
    scoresheet.convert(bad, tmp_path / "games.doc", to="pgn")
    with pytest.raises(scoresheet.UsageError, match="`parquet` is a binary format"):
        scoresheet.convert(bad, to="parquet")
    with pytest.raises(scoresheet.UsageError, match="there is no folder"):
        scoresheet.convert(bad, tmp_path / "absent" / "a.pgn")
    assert left(tmp_path) == ["bad.pgn", "games.doc"]


def test_games_go_to_standard_output(bad: Path) -> None:
    script = f"import scoresheet; scoresheet.convert({str(bad)!r})"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert (run.stdout, run.stderr) == (WRITTEN, "")


@pytest.mark.parametrize("name", ["out.pgn", "out.parquet", "out.arrow"])
def test_an_interrupted_job_leaves_nothing(bad: Path, tmp_path: Path, name: str) -> None:
    def interrupt(_bytes: int, _games: int) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        scoresheet.convert(bad, tmp_path / name, progress=interrupt)
    assert left(tmp_path) == ["bad.pgn"]


def test_the_end_of_a_long_sorting_hears_of_signals(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (tmp_path / "many.pgn").write_bytes(b"1. e4 e5 2. Nf3 Nc6 *\n\n" * 200_000)
    script = """
import os, signal, scoresheet
from scoresheet.cli.group import command as main

convert, size = scoresheet.convert, os.path.getsize("many.pgn")

def interrupted(*args, **options):
    def tick(read, games):
        if read == size:  # all is read, and being sorted and written
            signal.raise_signal(signal.SIGINT)
    return convert(*args, **{**options, "progress": tick})

scoresheet.convert = interrupted
main(["convert", "many.pgn", "-o", "out.parquet", "--sort-memory", "4MB"])
"""
    run = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(scratch)},
        timeout=120,
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (130, b"error: interrupted\n")
    assert (left(tmp_path), left(scratch)) == (["many.pgn", "scratch"], [])


def test_a_waiting_job_hears_of_signals(tmp_path: Path) -> None:
    """Standard input without data blocks nothing."""
    reading, writing = os.pipe()
    script = "import scoresheet; print('ready', flush=True); scoresheet.convert('-', 'out.pgn')"
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=tmp_path, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    os.close(reading)
    os.close(writing)
    assert process.returncode != 0
    assert b"KeyboardInterrupt" in errors
    assert left(tmp_path) == []


@pytest.mark.parametrize("name", ["out.pgn", "out.parquet", "out.pgn.zst"])
def test_a_failing_disk_leaves_nothing(tmp_path: Path, name: str) -> None:
    script = f"""
import resource, signal, scoresheet
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    scoresheet.convert({str(GENERATED)!r}, {name!r})
except scoresheet.WriteError as error:
    print(error.code, error.file)
"""
    run = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert run.stdout == f"write-failed {name}\n"
    assert left(tmp_path) == []


def test_stored_moves_are_not_believed(tmp_path: Path) -> None:
    """A file of columns may come from anywhere: what the rules forbid is an error there too."""
    stored, output = tmp_path / "a.parquet", tmp_path / "a.pgn"
    scoresheet.convert(HISTORIC, stored, columns=["tags", "moves"], no_sort=True)
    rows = pa.parquet.read_table(stored)
    to_squares = rows["to_square"].to_pylist()
    to_squares[6][2] = 63
    place = rows.column_names.index("to_square")
    pa.parquet.write_table(rows.set_column(place, "to_square", pa.array(to_squares, pa.list_(pa.int8()))), stored)
    for report in (scoresheet.check(stored), scoresheet.convert(stored, output)):
        (found,) = report.errors
        assert (found.code, found.count, found.first["game"], found.first["ply"]) == ("move-illegal", 1, 7, 3)
        assert (report.games, report.faulty) == (45, 1)
    assert scoresheet.check(output).games == 45
    assert scoresheet.convert(stored, output, on_error="skip", force=True).written == 44
    with pytest.raises(scoresheet.MoveError) as error:
        scoresheet.convert(stored, output, on_error="raise", force=True)
    assert (error.value.file, error.value.game) == (str(stored), 7)


@pytest.mark.parametrize(
    "text", [b"", b"no games here", b'[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n', b"\x00\xff"]
)
def test_stored_texts_are_one_game_a_row(tmp_path: Path, text: bytes) -> None:
    stored = tmp_path / "a.arrow"
    good = b"1. e4 e5 *\n"
    pa.feather.write_feather(pa.table({"game_text": pa.array([good, text, good], pa.binary())}), stored, "uncompressed")
    assert scoresheet.check(stored).games == 3
    assert scoresheet.check(stored, limit=2).games == 2
    report = scoresheet.convert(stored, tmp_path / "a.pgn")
    assert (report.games, report.written) == (3, 3)
