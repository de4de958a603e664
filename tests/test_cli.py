"""The command line: help screens, exit statuses, what goes to stdout, to stderr and to files."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

import scoresheet
from levels import few
from scoresheet import _registry, _synonyms
from scoresheet._hints import on_the_command_line
from scoresheet._regexes import NO_REGEXES, regexes
from scoresheet.cli import listing, screens
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command as main
from scoresheet.cli.options import Size
from scoresheet.engines import row_formats
from scoresheet.questions import all_questions
from scoresheet.questions.texts import ALL as ENGINES
from waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent
SCREENS = Path(__file__).resolve().parent / "screens"
BLESS = bool(os.environ.get("SCORESHEET_BLESS"))
PGN = str(ROOT / "vectors" / "questions" / "games.pgn")
BAD = '[White "A"]\n[Result "1-0"]\n\n1. e4 e5 2. Ke3 1-0\n\n[White "B"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n'
VERBS = [
    "convert", "check", "query", "find", "index", "explore", "tree", "names", "show", "serve", "analyse", "puzzles",
    "evals", "annotate", "move", "position", "list", "extension-path", "completion",
]  # fmt: skip
CASTLING = ["query", PGN, "@castling", "plies=10"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.pgn").write_text(BAD)


def run(*args: str, stdin: bytes | None = None) -> Result:
    """Runs the command in this process, 80 columns wide."""
    return CliRunner().invoke(main, list(args), input=stdin, prog_name="scoresheet", terminal_width=80)


def start(*args: str, **options: Any) -> subprocess.Popen[bytes]:
    """Starts the command as a separate process."""
    return subprocess.Popen([sys.executable, "-m", "scoresheet", *args], stderr=subprocess.PIPE, **options)


def files() -> set[str]:
    return {path.name for path in Path().iterdir()}


# Help


def screen(name: str, text: str) -> None:
    """Compares a text with the file that keeps it; `make bless` rewrites the file."""
    path = SCREENS / f"{name}.txt"
    if BLESS:
        SCREENS.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_help(verb: str) -> None:
    result = run(*([verb] if verb else []), "--help")
    assert result.exit_code == Exit.OK
    screen(f"help-{verb or 'scoresheet'}", result.stdout)


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_for_all_options_has_every_option_and_the_short_one_points_to_it(verb: str) -> None:
    short, whole = run(verb, "--help").stdout, run(verb, "--help-all")
    assert whole.exit_code == Exit.OK
    if f"scoresheet {verb} --help-all` shows" not in short:
        assert whole.stdout == short
        return
    screen(f"help-all-{verb}", whole.stdout)
    context = click.Context(main, info_name="scoresheet")
    command = main.get_command(context, verb)
    assert command is not None
    options = [option for option in command.params if isinstance(option, click.Option)]
    flags = [next((flag for flag in option.opts if flag[:2] == "--"), option.opts[0]) for option in options]
    assert all(re.search(rf"(?<![\w-]){flag}(?![\w-])", whole.stdout) for flag in flags)
    hidden = [flag for flag in flags if not re.search(rf"^ +(-\w, )?{flag}(?![\w-])", short, re.MULTILINE)]
    count = re.search(r"--help-all`\s+shows\s+(\d+|one|more)", short)
    assert count is not None
    assert count[1] == {0: "more", 1: "one"}.get(len(hidden), str(len(hidden)))


def test_the_whole_help_of_the_program_is_its_help() -> None:
    whole = run("--help-all")
    assert (whole.exit_code, whole.stdout) == (Exit.OK, run("--help").stdout)


@pytest.mark.parametrize("position", ["startpos", "8/8/8/8/8/8/8/K1k5 w - - 0 1"])
def test_showing_a_position_as_an_input_suggests_the_option_for_it(position: str) -> None:
    result = run("show", position)
    assert result.exit_code == Exit.WRONG_USE
    assert "is a position, not an input" in result.stderr
    assert "use `--fen FEN`" in result.stderr


def test_every_group_of_options_has_its_place_in_help() -> None:
    assert {row["group"] for row in _registry.registry("options")} <= set(screens._GROUPS)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["merge", "a.pgn"], "did you mean `convert` or `tree`?"),
        (["split", "a.pgn"], "did you mean `convert --part-games`?"),
        (["validate", "a.pgn"], "did you mean `check`?"),
        (["chek", "a.pgn"], "did you mean `check`?"),
        (["convert", "--overwrite", "bad.pgn"], "did you mean `--force`?"),
        (["convert", "--nocomments", "bad.pgn"], "did you mean `--strip`?"),
        (["convert", "--startpos", "bad.pgn"], "did you mean `--fen`?"),
        (["convert", "-y", "bad.pgn"], "did you mean `--force`?"),
        (["convert", "--appendd", "bad.pgn"], "did you mean `--append`?"),
        (["convert", "--to", "xml", "bad.pgn"], "did you mean `bgnx`?"),
        (["convert", "--from", "postgres", "bad.pgn"], "did you mean `postgresql`?"),
        (["convert", "--language", "german", "bad.pgn"], "did you mean `de`?"),
        (["move", "Sf3", "--to", "german"], "did you mean `san-de`?"),
        (["query", "bad.pgn", "@castle"], "did you mean `@castling`?"),
        (["query", "bad.pgn", "select elo from games"], "did you mean `white_elo` or `black_elo`?"),
        (["list", "plots"], "did you mean `questions`?"),
        (["list", "languages", "deutsch"], "did you mean `de`?"),
        (["list", "patterns", "isolated-pawn"], "did you mean `isolated`?"),
    ],
)
def test_words_of_other_programs_are_understood(arguments: list[str], hint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == Exit.WRONG_USE
    assert f"hint: {hint}" in result.stderr


def test_every_synonym_suggests_something() -> None:
    options = [flag for verb in VERBS for option in click_options(verb) for flag in option.opts]
    kinds = ("formats", "notations", "languages", "variants", "columns")
    known = {*VERBS, *options, *(name for kind in kinds for name in _registry.names(kind))}
    known |= {question.name for question in all_questions()} | {form.id for form in row_formats.ALL}
    known |= {*listing._LISTS, "--help-all", scoresheet.Position().fen()}
    plain = {_synonyms.plain(name) for name in known}
    for names in _synonyms.SYNONYMS.values():
        for name in names:
            assert _synonyms.plain(name.partition(" --")[0]) in plain, name


def click_options(verb: str) -> list[click.Option]:
    command = main.get_command(click.Context(main), verb)
    assert command is not None
    return [option for option in command.params if isinstance(option, click.Option)]


def test_the_list_of_lists_names_every_list() -> None:
    shown = run("list").stdout
    for name in listing._LISTS:
        assert re.search(rf"^{name} ", shown, re.MULTILINE)
        assert re.search(rf"^ +{name} ", run("list", "--help").stdout, re.MULTILINE)
    assert set(listing._LISTS) == set(listing._SHOWN)
    assert [row["list"] for row in json.loads(run("list", "--json").stdout)] == list(listing._LISTS)


def test_patterns_are_listed_with_their_definitions() -> None:
    assert "material KRPvKR" in run("list", "patterns", "material").stdout
    rows = {row["name"]: row for row in json.loads(run("list", "patterns", "--json").stdout)}
    assert rows["iqp"]["kind"] == "name"
    assert scoresheet.Pattern(rows["iqp"]["doc"])


def test_the_first_help_fits_a_screen() -> None:
    lines = run("--help").stdout.splitlines()
    assert len(lines) <= 26
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("verb", VERBS)
def test_help_ends_with_two_examples(verb: str) -> None:
    examples = run(verb, "--help").stdout.rstrip().splitlines()[-3:]
    assert examples[0].strip() == "Examples:"
    assert all("scoresheet " + verb in line for line in examples[1:])


def test_version() -> None:
    assert re.fullmatch(r"scoresheet \d+\.\d+\.\d+\n", run("--version").stdout)


def test_choices_come_from_the_registries() -> None:
    refused = run("convert", "--to", "nothing", "bad.pgn").stderr
    assert all(f"`{format_}`" in refused for format_ in _registry.names("formats"))
    for limit in _registry.names("limits"):
        assert f"--limit-{limit} " in run("check", "--help-all").stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == Exit.OK
    assert "_SCORESHEET_COMPLETE" in result.stdout


def test_completion_knows_the_questions() -> None:
    words = {"COMP_WORDS": "scoresheet query games.parquet @cas", "COMP_CWORD": "3"}
    env = {**os.environ, "_SCORESHEET_COMPLETE": "bash_complete", **words}
    program = "from scoresheet.cli import main; main(prog_name='scoresheet')"
    found = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False)
    assert found.stdout.split() == ["plain,@castling"]


# Exit statuses


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["check", PGN], Exit.OK),
        (["convert", PGN], Exit.OK),
        (["convert", PGN, "-o", "games.parquet"], Exit.OK),
        (CASTLING, Exit.OK),
        (["list", "errors"], Exit.OK),
        (["check", "bad.pgn"], Exit.BAD_INPUT),
        (["check", "bad.pgn", "--on-error", "skip"], Exit.BAD_INPUT),
        (["check", "bad.pgn", "--on-error", "raise"], Exit.BAD_INPUT),
        (["convert", "bad.pgn"], Exit.BAD_INPUT),
        (["convert", "bad.pgn", "-o", "x.pgn", "--on-error", "raise"], Exit.BAD_INPUT),
        (["query", "bad.pgn", "SELECT sum(ply_count) FROM games"], Exit.BAD_INPUT),
        (["query", "bad.pgn", "SELECT sum(ply_count) FROM games", "--on-error", "raise"], Exit.BAD_INPUT),
        (["query", "bad.pgn", "SELECT white FROM games"], Exit.OK),
        (["query", PGN, "SELECT 1", "-o", "no/such/folder/x.csv"], Exit.BAD_INPUT),
        ([], Exit.WRONG_USE),
        (["chck", PGN], Exit.WRONG_USE),
        (["check"], Exit.WRONG_USE),
        (["check", "missing.pgn"], Exit.WRONG_USE),
        (["check", PGN, "--on-error", "stop"], Exit.WRONG_USE),
        (["check", PGN, "--strict=all"], Exit.WRONG_USE),
        (["check", PGN, "--limit-tag", "big"], Exit.WRONG_USE),
        (["check", PGN, "--threads", "0"], Exit.WRONG_USE),
        (["check", PGN, "--report", "bad.pgn"], Exit.WRONG_USE),
        (["check", PGN, "--report", "-"], Exit.WRONG_USE),
        (["convert", PGN, "-o", "bad.pgn"], Exit.WRONG_USE),
        (["convert", PGN, "-o", "games.nothing"], Exit.WRONG_USE),
        (["convert", PGN, "--json"], Exit.WRONG_USE),
        (["convert", PGN, "-o", "-", "--json"], Exit.WRONG_USE),
        (["convert", PGN, "-O", "style=compact"], Exit.WRONG_USE),
        (["convert", PGN, "--columns", "tagz"], Exit.WRONG_USE),
        (["convert", PGN, "--where", "elo >"], Exit.WRONG_USE),
        (["convert", PGN, "--where", "elo > 5"], Exit.WRONG_USE),
        (["query", PGN], Exit.WRONG_USE),
        (["query", "SELECT 1"], Exit.WRONG_USE),
        (["query", PGN, "SELEC 1"], Exit.WRONG_USE),
        (["query", PGN, "castling"], Exit.WRONG_USE),
        (["query", PGN, "@castlng"], Exit.WRONG_USE),
        (["query", PGN, "@castling"], Exit.WRONG_USE),
        (["query", PGN, "@castling", "plies"], Exit.WRONG_USE),
        (["query", PGN, "SELECT 1", "-o", "x.txt"], Exit.WRONG_USE),
        (["query", PGN, "SELECT 1", "-o", "bad.pgn", "--to", "csv"], Exit.WRONG_USE),
        (["query", PGN, "SELECT 1", "--to", "parquet"], Exit.WRONG_USE),
        (["query", PGN, "SELECT 1", "-o", "x.csv", "--json"], Exit.WRONG_USE),
        (["query", "missing.pgn", "SELECT 1"], Exit.WRONG_USE),
        (["list", "nothing"], Exit.WRONG_USE),
        (["completion", "tcsh"], Exit.WRONG_USE),
    ],
    ids=lambda value: " ".join(value).replace(PGN, "games.pgn") if isinstance(value, list) else value.name,
)
def test_exit_status(args: list[str], status: Exit) -> None:
    result = run(*args)
    assert result.exit_code == status, result.stderr
    assert Path("bad.pgn").read_text() == BAD
    if status == Exit.WRONG_USE:
        assert result.stderr
        assert result.stdout == ""


SQL_HINT = "\n\nhint: `scoresheet list columns` shows the columns of `games`; the SQL is DuckDB's\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["xyzzy"], "error: no such command `xyzzy`\n\nhint: see `scoresheet --help`\n"),
        (["check"], "error: missing argument `INPUT...`\n\nhint: see `scoresheet check --help`\n"),
        (
            ["check", "no.pgn"],
            "error: cannot read `no.pgn`: no such file or folder\n\n"
            "hint: check the path; relative paths start in the current folder\n",
        ),
        (
            ["convert", PGN, "-o", "new/", "--to", "archive"],
            "error: cannot write `new/`: it is a folder\n\nhint: name a file in it, such as `new/games.pgn`\n",
        ),
        (
            ["query", PGN, "SELECT 1", "-o", "new/"],
            "error: cannot write `new/`: it is a folder\n\nhint: name a file in it\n",
        ),
        (["chek", PGN], "error: no such command `chek`\n\nhint: did you mean `check`?\n"),
        (
            ["check", "--on-eror", "skip", PGN],
            "error: no such option `--on-eror`\n\nhint: did you mean `--on-error` or `--errors`?\n",
        ),
        (
            ["list", "formats", "vng"],
            "error: no entry `vng` in the list of formats\n\nhint: did you mean `vgn`?\n",
        ),
        (
            ["convert", PGN, "-o", "bad.pgn"],
            "error: cannot write `bad.pgn`: it already exists\n\nhint: `--force` overwrites it\n",
        ),
        (["convert", PGN, "--where", "year > and"], 'error: Parser Error: syntax error at or near "and"' + SQL_HINT),
        (
            ["convert", PGN, "--where", " "],
            "error: the condition is empty\n\nhint: write one about the columns, such as `white_elo > 2400`\n",
        ),
        (
            ["convert", PGN, "--where", "white"],
            "error: Conversion Error: Could not convert string 'Short castling, mate on f7' to BOOL"
            " when casting from source column white" + SQL_HINT,
        ),
        (
            ["convert", PGN, "--where", "1 = 1) or (1 = 1"],
            'error: Parser Error: syntax error at or near ")"' + SQL_HINT,
        ),
    ],
    ids=lambda value: " ".join(value).replace(PGN, "games.pgn") if isinstance(value, list) else "",
)
def test_wrong_use_is_reported_like_other_errors(args: list[str], told: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout, result.stderr) == (Exit.WRONG_USE, "", told)


def test_an_unknown_option_is_reported_like_other_errors() -> None:
    for args in (["--xyz"], ["check", "--xyz", PGN]):
        told = run(*args).stderr
        assert told.startswith("error: no such option")
        assert told.endswith(" --help`\n")
        assert "hint: see `scoresheet" in told


def test_damaged_parquet_is_a_bad_input_for_a_query_too() -> None:
    run("convert", PGN, "-o", "x.parquet")
    Path("cut.parquet").write_bytes(Path("x.parquet").read_bytes()[:-100])
    result = run("query", "cut.parquet", "SELECT white FROM games")
    assert result.exit_code == Exit.BAD_INPUT
    assert "cut.parquet" in result.stderr
    assert "CREATE" not in result.stderr  # the statement is not the user's


def test_notes_do_not_count_and_strict_makes_them_errors() -> None:
    Path("note.pgn").write_text('[Result "*"]\n\n1. e2-e4 *\n')
    assert run("check", "note.pgn").exit_code == Exit.OK
    assert run("check", "--strict", "note.pgn").exit_code == Exit.BAD_INPUT
    assert run("check", "--strict=read", "note.pgn").exit_code == Exit.BAD_INPUT
    assert run("check", "--strict=write", "note.pgn").exit_code == Exit.OK


def test_a_loss_counts_in_strict_writing() -> None:
    Path("loss.pgn").write_text("1. e4 ; a } b\n e5 *\n")
    assert run("convert", "loss.pgn", "-o", "a.pgn", "--report", "a.json").exit_code == Exit.OK
    assert [loss["count"] for loss in json.loads(Path("a.json").read_text())["losses"]] == [1]
    assert run("convert", "loss.pgn", "-o", "b.pgn", "--strict=write").exit_code == Exit.BAD_INPUT
    assert Path("b.pgn").read_text() == ""


ENDS = [
    ("SIGINT", Exit.INTERRUPTED, b"error: interrupted\n"),
    ("SIGTERM", Exit.TERMINATED, b"error: terminated\n"),
    ("SIGHUP", Exit.HUNG_UP, b"error: the terminal was closed\n"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(("sent", "status", "said"), ENDS, ids=[sent for sent, _, _ in ENDS])
@pytest.mark.parametrize(
    "args", [["convert", "-", "-o", "out.parquet"], ["find", "-", "ply 2", "-o", "out.csv"]], ids=lambda args: args[0]
)
def test_a_signal_leaves_nothing_behind(args: list[str], sent: str, status: Exit, said: bytes) -> None:
    endless = "1. e4 e5 2. Nf3 Nc6 *\n\n" * 2000
    process = start(*args, stdin=subprocess.PIPE)
    assert process.stdin is not None
    before = files()

    def begun() -> bool:
        # The output is begun beside its place as soon as the work has started.
        if files() != before:
            return True
        process.stdin.write(endless.encode())
        process.stdin.flush()
        return False

    wait_until(begun, process, step_s=0)
    process.send_signal(getattr(signal, sent))
    assert process.wait(60) == status
    assert process.stderr is not None
    assert process.stderr.read() == said
    assert files() == {"bad.pgn"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize(("sent", "status", "said"), ENDS, ids=[sent for sent, _, _ in ENDS])
def test_a_signal_stops_a_query_and_leaves_nothing_behind(sent: str, status: Exit, said: bytes) -> None:
    sql = "SELECT count(a.game * b.range % 7) FROM games a, range(10000000000) b"
    process = start("query", PGN, sql, "-o", "rows.csv")
    wait_until(lambda: files() != {"bad.pgn"}, process)
    process.send_signal(getattr(signal, sent))
    assert process.wait(60) == status
    assert process.stderr is not None
    assert process.stderr.read() == said
    assert files() == {"bad.pgn"}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_a_hangup_that_the_shell_ignores_ends_nothing() -> None:
    ignoring = "trap '' HUP; exec \"$@\""
    process = subprocess.Popen(
        ["sh", "-c", ignoring, "sh", sys.executable, "-m", "scoresheet", "convert", "-", "-o", "out.pgn"],
        stdin=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    wait_until(lambda: files() != {"bad.pgn"}, process)
    process.send_signal(signal.SIGHUP)
    process.communicate(b"1. e4 *", timeout=60)
    assert process.returncode == Exit.OK
    assert "e4" in Path("out.pgn").read_text()


@pytest.mark.parametrize(
    "args",
    [["convert", "long.pgn"], ["query", "long.pgn", "SELECT * FROM games"], ["list", "errors"]],
    ids=lambda args: args[0],
)
def test_a_closed_stdout_ends_quietly(args: list[str]) -> None:
    Path("long.pgn").write_text('[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n' * 5000)
    process = start(*args, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.wait(60) == Exit.OK
    assert process.stderr.read() == b""


CLOSED = itertools.product([["check", PGN], CASTLING, [*CASTLING, "--to", "csv"]], ["<&-", ">&-", "2>&-"])


@pytest.mark.parametrize(("args", "closed"), few(CLOSED, step=4))
def test_streams_that_the_shell_has_closed(args: list[str], closed: str) -> None:
    command = shlex.join([sys.executable, "-m", "scoresheet", *args])
    found = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, timeout=60, check=False)
    assert found.returncode == Exit.OK
    assert b"Traceback" not in found.stderr
    assert bool(found.stdout) is (closed != ">&-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
@pytest.mark.parametrize(
    "args", [[*CASTLING, "--to", "csv", "-o"], ["check", PGN, "--quiet", "--report"]], ids=" ".join
)
def test_a_pipe_is_written_into_and_not_replaced(args: list[str]) -> None:
    os.mkfifo("pipe")
    process = start(*args, "pipe")
    # `cat` would wait forever if the command failed before it opens the pipe.
    assert b"games" in subprocess.run(["cat", "pipe"], stdout=subprocess.PIPE, check=True, timeout=60).stdout
    assert process.wait(60) == Exit.OK
    assert Path("pipe").is_fifo()


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
@pytest.mark.parametrize("args", [["check"], ["convert"], ["query", "SELECT 1"], ["convert", PGN, "-o"]], ids=" ".join)
def test_a_name_that_is_not_utf8_is_reported(args: list[str]) -> None:
    name = os.fsdecode(b"\xff.pgn")
    if args[-1] != "-o":
        Path(name).write_text(BAD)
    process = start(*args[:1], name, *args[1:]) if args[0] == "query" else start(*args, name)
    assert process.communicate(timeout=60)[1].startswith(b"error: the name `\\xff.pgn` is not UTF-8\n")
    assert process.returncode == Exit.WRONG_USE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        process = start("convert", PGN, stdout=full)
    assert process.wait(60) == Exit.BAD_INPUT
    assert process.stderr is not None
    assert b"cannot write" in process.stderr.read()


# Outputs


def test_games_go_to_stdout_and_the_report_to_stderr() -> None:
    out, err = start("convert", PGN, stdout=subprocess.PIPE).communicate(timeout=60)
    assert out.startswith(b'[White "Short castling')
    assert re.search(rb"^8 games read, 104 plies, 8 written, in ", err, re.MULTILINE)


def test_the_report_of_check_is_its_result() -> None:
    result = run("check", "bad.pgn")
    assert result.stderr == ""
    screen("check-bad", re.sub(r"in [\d.]+ s.*", "in … s", result.stdout))


def test_the_report_of_the_gain() -> None:
    result = run("convert", "bad.pgn", "-o", "x.cpgn", "--on-error", "skip", "--explain")
    figures = re.sub(r"in [\d.]+ s.*", "in … s", result.stderr)
    # How much others save depends on their versions.
    screen("convert-explain", re.sub(r"(gzip|xz|zstd)( -\S+) +\d.*", r"\1\2 …", figures))


def test_quiet_prints_nothing() -> None:
    assert run("check", "bad.pgn", "--quiet").output == ""
    assert run("convert", "bad.pgn", "-o", "x.pgn", "--quiet").output == ""
    assert run(*CASTLING, "--quiet").stderr == ""


def test_a_check_imports_only_what_it_needs() -> None:
    program = f"import sys; from scoresheet.cli import main; main(['check', {PGN!r}, '--quiet'], standalone_mode=False)"
    shown = f"{program}; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, timeout=60, check=True)
    assert "scoresheet.cli.check" in found.stdout.split()
    assert {"duckdb", "rich", "json", "tempfile", "shutil", "difflib"}.isdisjoint(found.stdout.split())


def test_check_as_json() -> None:
    report = json.loads(run("check", "bad.pgn", "--json").stdout)
    assert (report["games"], report["plies"], report["results"]) == (2, 4, {"1-0": 1, "0-1": 1})
    (error,) = report["errors"]
    assert (error["code"], error["severity"], error["count"]) == ("move-illegal", "error", 1)
    first = error["first"]
    place = {name: first[name] for name in ("file", "game", "ply", "line", "column", "byte", "text")}
    assert place == {"file": "bad.pgn", "game": 1, "ply": 3, "line": 4, "column": 13, "byte": 40, "text": "Ke3"}
    assert first["report"].startswith("error: cannot play `Ke3`")
    assert {"notes", "losses", "seconds", "written", "skipped", "depth", "inputs"} <= report.keys()


def test_the_report_file_has_the_same_content() -> None:
    printed = json.loads(run("convert", PGN, "-o", "x.parquet", "--json", "--report", "report.json").stdout)
    assert json.loads(Path("report.json").read_text("utf-8")) == printed
    assert printed["written"] == 8
    assert run("check", PGN, "--report", "report.json", "--force").exit_code == Exit.OK
    assert json.loads(Path("report.json").read_text("utf-8"))["written"] == 0


def test_rows_as_a_table() -> None:
    assert run(*CASTLING).stdout == "games  castled  undated\n    8        3        2\n"


def test_rows_as_json() -> None:
    assert json.loads(run(*CASTLING, "--json").stdout) == [{"games": 8, "castled": 3, "undated": 2}]
    assert json.loads(run("query", PGN, "SELECT 1 FROM games WHERE false", "--json").stdout) == []


def test_rows_as_csv() -> None:
    assert run(*CASTLING, "--to", "csv").stdout == "games,castled,undated\n8,3,2\n"


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("x.csv", lambda path: path.read_text()),
        ("x.json", lambda path: json.loads(path.read_text())),
        ("x.parquet", lambda path: pq.read_table(path).to_pylist()),
    ],
)
def test_rows_in_a_file(name: str, read: Callable[[Path], Any]) -> None:
    result = run(*CASTLING, "-o", name)
    assert (result.exit_code, result.stdout) == (Exit.OK, "")
    row = {"games": 8, "castled": 3, "undated": 2}
    assert read(Path(name)) == ("games,castled,undated\n8,3,2\n" if name == "x.csv" else [row])
    assert run(*CASTLING, "-o", name).exit_code == Exit.WRONG_USE
    assert run(*CASTLING, "-o", name, "--force").exit_code == Exit.OK
    assert files() == {"bad.pgn", name}


def test_names_that_start_with_a_text_are_suggested_first() -> None:
    assert "hint: did you mean `Sicilian Defense`, " in run("list", "openings", "Sicilian").stderr


def test_sql_errors_are_duckdbs() -> None:
    result = run("query", PGN, "SELECT whyte FROM games")
    assert result.stderr.startswith('error: Binder Error: Referenced column "whyte" not found in FROM clause!')


def test_no_colours_without_a_terminal() -> None:
    process = start("check", "bad.pgn", "--on-error", "raise", stdout=subprocess.PIPE)
    assert b"\x1b" not in b"".join(process.communicate(timeout=60))


def terminal(*args: str, **environment: str) -> bytes:
    """What the command writes when stdout and stderr are a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **environment}
    process = subprocess.Popen([sys.executable, "-m", "scoresheet", *args], stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, 65536):
            written += part
    except OSError:  # Linux reports this when the other end is closed
        pass
    finally:
        os.close(ours)
    process.wait(60)
    return written


def test_colours_on_a_terminal_unless_refused() -> None:
    assert b"\x1b[" in terminal("check", "bad.pgn")
    assert b"\x1b[" in terminal("check", "bad.pgn", "--on-error", "raise")
    assert b"\x1b[3" not in terminal("check", "bad.pgn", "--on-error", "raise", NO_COLOR="1")


def test_no_colours_on_a_terminal_that_cannot_show_them() -> None:
    assert b"\x1b" not in terminal("check", "bad.pgn", "--on-error", "raise", TERM="dumb")


def test_a_terminal_whose_width_is_unknown_sees_the_rows() -> None:
    shown = terminal("query", PGN, "SELECT white FROM games LIMIT 1", COLUMNS="0")
    assert b"white" in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "args", ["list nags", f"query --quiet {PGN} @castling plies=10", f"check --json {PGN}", f"convert {PGN}"]
)
def test_a_full_disk_behind_stdout(args: str) -> None:
    with Path("/dev/full").open("wb") as full:
        process = start(*args.split(), stdout=full)
        errors = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 1
    assert errors.startswith("error: cannot write `-`: no space left on the disk\n\nhint: check the free space")


def test_a_terminal_sees_the_first_rows() -> None:
    shown = terminal("query", PGN, "SELECT range AS n FROM range(100000)")
    assert b"only the first 200 rows are shown" in shown
    assert len(run("query", PGN, "SELECT range AS n FROM range(1000)").stdout.splitlines()) == 1001


def test_a_terminal_sees_many_columns_below_each_other() -> None:
    shown = terminal("query", PGN, "FROM games", NO_COLOR="1").decode()
    lines = [re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", line).split() for line in shown.splitlines()]
    assert [line[1] for line in lines if line[:1] == ["game"]] == ["1", "2", "3", "4", "5"]
    assert ["first_move", "e2e4"] in lines
    assert "only the first 5 rows are shown" in shown


def test_progress_in_lines() -> None:
    Path("long.pgn").write_text("1. e4 e5 2. Nf3 Nc6 *\n\n" * 20000)
    told = start("check", "long.pgn", "--progress", "always", stdout=subprocess.DEVNULL).communicate(timeout=60)[1]
    assert re.search(rb"^[\d,]+ of [\d,]+ bytes, [\d,]+ games, [\d,]+ games/s", told)
    shown = ["query", "long.pgn", "SELECT max(ply_count) FROM games", "--progress", "always", "--threads", "1"]
    told = start(*shown, stdout=subprocess.DEVNULL).communicate(timeout=60)[1]
    assert re.match(rb"[\d,]+ of 460,000 bytes, [\d,]+ games, [\d,]+ games/s", told)
    for more in (["--progress", "never"], ["--progress", "always", "--quiet"], []):
        process = start("check", "long.pgn", *more, stdout=subprocess.DEVNULL)
        assert process.communicate(timeout=60)[1] == b""


# Options


@pytest.mark.parametrize(
    ("text", "size"),
    [("5", 5), ("2KB", 2000), ("2kib", 2048), ("512MB", 512_000_000), ("1.5 GiB", 3 << 29), ("1T", 10**12)],
)
def test_sizes(text: str, size: int) -> None:
    assert Size().convert(text, None, None) == size


def test_limits_are_passed_on() -> None:
    Path("deep.pgn").write_text("1. e4 ((((1. d4)))) *\n")
    assert run("check", "deep.pgn", "--limit-nesting", "2", "--json").exit_code == Exit.BAD_INPUT
    report = json.loads(run("check", "deep.pgn", "--limit-nesting", "2", "--json").stdout)
    assert "limit-nesting" in [error["code"] for error in report["errors"]]


def test_a_condition_chooses_games() -> None:
    run("convert", PGN, "--where", "white_elo > 1880 -- strong", "-o", "strong.pgn")
    assert Path("strong.pgn").read_text().count("[White ") == 2


def test_a_condition_over_one_file_named_twice() -> None:
    run("convert", PGN, PGN, "--where", "white_elo > 1880", "-o", "strong.pgn")
    assert Path("strong.pgn").read_text().count("[White ") == 4


def test_a_condition_over_columns_in_an_archive() -> None:
    run("convert", PGN, "-o", "games.parquet")
    with zipfile.ZipFile("mixed.zip", "w") as archive:
        archive.write("games.parquet")
        archive.write(PGN, "games.pgn")
    for output in ("strong.pgn", "strong.parquet"):
        assert run("convert", "mixed.zip", "--where", "white_elo > 1880", "-o", output).exit_code == Exit.OK
    assert Path("strong.pgn").read_text().count("[White ") == 4
    assert pq.read_table("strong.parquet").num_rows == 4


def test_a_condition_over_a_pipe() -> None:
    process = start(
        "convert", "-", "--where", "white_elo > 2000", "-o", "x.pgn", "--report", "r.json", stdin=subprocess.PIPE
    )
    process.communicate(Path(PGN).read_bytes(), timeout=60)
    assert Path("x.pgn").read_text().count("[White ") == 1
    assert [found["name"] for found in json.loads(Path("r.json").read_text())["inputs"]] == ["-"]


def test_limit_of_games() -> None:
    assert json.loads(run("check", PGN, "--limit", "3", "--json").stdout)["games"] == 3
    assert json.loads(run("check", PGN, "--limit", "0", "--json").stdout)["games"] == 0
    assert run("query", PGN, "SELECT count(*) AS n FROM games", "--limit", "3").stdout == "n\n3\n"


# Listings


KINDS = ["formats", "notations", "positions", "columns", "families", "errors", "limits", "places", "languages"]
KINDS += ["codes", "variants", "rules", "nags"]


@pytest.mark.parametrize("kind", KINDS)
def test_list(kind: str) -> None:
    entries = json.loads(run("list", kind, "--json").stdout)
    with on_the_command_line():
        listed = list(_registry.registry(kind))
    if kind == "formats":
        listed = [entry | regexes().get(entry["id"], NO_REGEXES) for entry in listed]
    assert entries == listed
    lines = run("list", kind).stdout.splitlines()
    if kind == "rules":  # those with names come first
        lines = lines[len(run("list", "variants").stdout.splitlines()) + 1 :]
    assert len(lines) == len(entries) + 1
    assert max(map(len, lines)) <= 180
    for entry, line in zip(entries, lines[1:], strict=True):
        assert line.startswith(_registry.name_of(entry))


@pytest.mark.parametrize("kind", [*KINDS, "losses", "questions"])
def test_a_list_shows_everything_about_an_entry_by_name(kind: str) -> None:
    entries = json.loads(run("list", kind, "--json").stdout)
    for entry in (entries[0], entries[-1]):
        name = _registry.name_of(entry)
        shown = run("list", kind, name).stdout
        assert shown.startswith(f"{name}\n")
        for key, value in entry.items():
            told = value not in (None, "", []) and value != name
            told = told and not (kind == "formats" and "regex" in key)  # too long for a screen
            assert not told or f"  {key.replace('_', ' ')}:" in shown, key
        assert json.loads(run("list", kind, name, "--json").stdout) == [entry]


def test_the_detail_of_a_format_explains_its_options_and_losses() -> None:
    shown = run("list", "formats", "vgn").stdout
    spec = next(entry for entry in _registry.registry("formats") if entry["id"] == "vgn")
    docs = {loss["id"]: loss["doc"] for loss in _registry.registry("losses")}
    assert all(f"    {loss}  {docs[loss]}\n" in shown for loss in spec["losses"])
    assert all(f"    {option['name']}=" in shown and option["doc"] in shown for option in spec["options"])
    assert run("list", "columns", "castl").exit_code == Exit.WRONG_USE
    assert "`castle`" in run("list", "columns", "castl").stderr
    assert "`scoresheet list losses` shows them all" in run("list", "losses", "xyzzy").stderr


@pytest.mark.parametrize("format_", [entry["id"] for entry in _registry.registry("formats")])
def test_the_detail_of_a_format_fits_on_a_few_screens(format_: str) -> None:
    assert len(run("list", "formats", format_).stdout) < 6000


def test_formats_of_text_have_regular_expressions() -> None:
    entries = {entry["id"]: entry for entry in json.loads(run("list", "formats", "--json").stdout)}
    without = {name for name, entry in entries.items() if entry["regex"] is None}
    # Bytes have none, and JSON and XML nest to any depth. TSV is CSV with other signs.
    texts = {"tsv", "pgc", "bccf", "bcfen", "icn-json", "bgn", "bgnl", "bgnx", "bson", "cpgn", "lichess", "chesscom"}
    assert without == texts | {"polyglot", "archive", "parquet", "arrow", "duckdb", "sqlite", "postgresql", "mongodb"}
    assert {name for name, entry in entries.items() if entry["regex_depth"]} == {"pgn", "vgn"}
    assert {name for name, entry in entries.items() if entry["token_regex"]} == {"pgn"}
    assert re.fullmatch(entries["uci"]["regex"], "e2e4 e7e5 1-0")
    assert entries["pgn"]["regex"] not in run("list", "formats").stdout


def test_list_questions() -> None:
    entries = json.loads(run("list", "questions", "--json").stdout)
    assert [entry["name"] for entry in entries] == [question.name for question in all_questions()]
    castling = next(entry for entry in entries if entry["name"] == "castling")
    assert castling["example"] == "@castling since=1960-01-01 until=1980-01-01 plies=10"
    assert castling["one_of"] == ["plies", "moves"]
    assert castling["engines"] == [engine.id for engine in ENGINES]
    assert castling["parameters"][0].keys() == {"name", "kind", "default", "doc"}
    assert "@castling since=1960-01-01" in run("list", "questions", "castling").stdout


def test_lists_wrap_on_a_terminal() -> None:
    for kind in ["errors", "formats", "notations", "losses", "columns"]:
        plain = re.sub(rb"\x1b\[[\d;]*m", b"", terminal("list", kind)).decode()
        assert max(len(line) for line in plain.splitlines()) <= 100
        # Names stay whole, each on a separate line.
        names = [line.split()[0] for line in plain.splitlines() if line.strip() and not line.startswith(" ")]
        assert names[1:] == _registry.names(kind)


# Nothing heavy for nothing


def test_help_and_lists_import_no_engine() -> None:
    for args in (["--help"], ["list", "errors"], ["check", PGN, "--quiet"]):
        heavy = "{'duckdb', 'rich', 'pyarrow', 'polars'} & set(sys.modules)"
        program = f"""
import atexit, sys
from scoresheet.cli.group import command as main
atexit.register(lambda: print(*{heavy}, file=sys.stderr))
main({args!r})
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert done.stderr.split() == []


def test_a_parameter_of_a_question_is_given_once() -> None:
    result = run(*CASTLING, "plies=6")
    assert result.exit_code == Exit.WRONG_USE
    assert "`plies` is given more than once" in result.stderr


# Bad games, and what is not a game


def test_bad_games_may_be_ignored_if_everything_was_written() -> None:
    assert run("convert", "bad.pgn", "-o", "a.pgn").exit_code == Exit.BAD_INPUT
    assert run("convert", "bad.pgn", "-o", "b.pgn", "--exit-zero").exit_code == Exit.OK
    assert Path("a.pgn").read_bytes() == Path("b.pgn").read_bytes()
    Path("cut.pgn.gz").write_bytes(b"\x1f\x8b\x08\x00\x00")
    assert run("convert", "bad.pgn", "cut.pgn.gz", "-o", "c.pgn", "--exit-zero").exit_code == Exit.BAD_INPUT
    Path("loss.pgn").write_text("1. e4 ; a } b\n e5 *\n")
    assert run("convert", "loss.pgn", "-o", "d.pgn", "--strict=write", "--exit-zero").exit_code == Exit.BAD_INPUT


def test_check_has_no_hint_about_what_is_written() -> None:
    checked = run("check", "bad.pgn", "--errors", "errors.jsonl")
    assert "king" in checked.stdout.lower()
    assert "--on-error" not in checked.stdout
    assert all(json.loads(line)["hint"] is None for line in Path("errors.jsonl").read_text().splitlines())
    assert "`--on-error skip`" in run("convert", "bad.pgn", "-o", "out.pgn").stderr


PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 20
LOG = b"2026-11-22 20:35:01 INFO  server: started 3 workers\n" * 500


@pytest.mark.parametrize(
    "args", [["check"], ["convert"], ["show"], ["query", "SELECT count(white) FROM games"]], ids=" ".join
)
@pytest.mark.parametrize(("name", "data"), [("x.png", PNG), ("x.log", LOG), ("x.pgn", PNG)])
def test_what_does_not_look_like_games_is_refused(args: list[str], name: str, data: bytes) -> None:
    Path(name).write_bytes(data)
    verb, *rest = args
    result = run(verb, name, *rest)
    assert result.exit_code == Exit.BAD_INPUT
    assert f"cannot read `{name}`: it does not look like chess games" in result.stderr + result.stdout
    # With an explicit `--from pgn`, what can be read of it is read.
    forced = run("check", name, "--from", "pgn")
    assert "does not look like chess games" not in forced.stdout


def test_games_after_much_text_are_read() -> None:
    Path("book.pgn").write_bytes(b"Once upon a time there was a game\n" * 1000 + b'\n[White "A"]\n\n1. e4 e5 *\n')
    assert "does not look like chess games" not in run("check", "book.pgn").stdout
    Path("nothing.pgn").write_bytes(b"")
    assert run("check", "nothing.pgn").exit_code == Exit.OK


@pytest.mark.slow
def test_progress_shows_sorting_and_writing() -> None:
    Path("long.pgn").write_text('[White "A"]\n[Date "2013.01.01"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n' * 200_000)
    done = start("convert", "long.pgn", "-o", "x.parquet", "--progress", "always", "--threads", "1")
    assert done.stderr is not None
    # The first line comes at once, and others after ten seconds, so this only shows that nothing fails.
    assert b"error" not in done.stderr.read()
    assert done.wait(60) == Exit.OK
    phases = []

    class Watched:
        def __call__(self, _bytes: int, _games: int) -> None: ...

        def phase(self, name: str, done: int, total: int) -> None:
            phases.append((name, done, total))

    scoresheet.convert("long.pgn", "y.parquet", progress=Watched(), threads=1)
    names = [name for name, _, _ in phases]
    assert names == sorted(names), "games are sorted before they are written"
    assert {total for _, _, total in phases} == {200_000}
    assert all(done <= total and (name == "writing") == (done > 0) for name, done, total in phases)


OLD_TERMINALS = ["cp1252", "ascii", "latin-1", "cp437"]


@pytest.mark.parametrize("encoding", OLD_TERMINALS)
def test_a_pipe_gets_utf_8_with_any_terminal(encoding: str) -> None:
    Path("a.pgn").write_text('[White "Липа"]\n\n1. c4 Ke4 *\n', encoding="utf-8")
    commands = [
        ["check", "a.pgn"],
        ["convert", "a.pgn", "--to", "csv"],
        ["query", "a.pgn", "select white from games"],
        ["query", "a.pgn", "select white from games", "--json"],
        ["query", "a.pgn", "select white from games", "--to", "csv"],
        ["find", "a.pgn", "start"],
        ["show", "a.pgn"],
        ["list", "formats"],
        ["--help"],
    ]
    for args in commands:
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(
            [sys.executable, "-m", "scoresheet", *args], env=environment, capture_output=True, timeout=60, check=False
        )
        assert b"Traceback" not in done.stderr, (args, done.stderr)
        shown = done.stdout.decode()  # or it is no UTF-8
        assert "Липа" in shown or args[0] in ("check", "find", "list", "--help"), args


def test_hints_do_not_advise_what_is_done_anyway() -> None:
    kept = run("convert", "bad.pgn", "-o", "kept.pgn").stderr
    assert "hint: the moves before it were kept; `--on-error skip` drops such games" in kept
    skipped = run("convert", "bad.pgn", "-o", "skipped.pgn", "--on-error", "skip").stderr
    assert "hint: the game was dropped; `--on-error keep` keeps the moves before the error" in skipped
    raised = run("convert", "bad.pgn", "-o", "raised.pgn", "--on-error", "raise").stderr
    assert "hint: `--on-error keep` keeps the moves before it; `skip` drops the game" in raised


def test_an_output_without_its_option_is_recognized() -> None:
    for verb in ("convert", "check"):
        done = run(verb, "bad.pgn", "out.pgn")
        assert done.exit_code == Exit.WRONG_USE
        assert ("-o out.pgn" in done.stderr) is (verb == "convert")
    assert "-o" not in run("convert", "out.pgn").stderr


def test_hints_about_tables_from_elsewhere_name_the_option() -> None:
    Path("a.csv").write_text("Zuege,Weiss\n1. e4 e5,A\n")
    assert "`-O rename=AN=moves`" in run("check", "a.csv").stdout
    run("convert", "a.csv", "-O", "rename=Zuege=moves,Weiss=White", "-o", "a.uci")
    assert Path("a.uci").read_text() == "e2e4 e7e5 *\n"


@pytest.mark.parametrize(
    ("option", "name"), [("--svg", "a.png"), ("--svg", "a.PDF"), ("--svg", "a.html"), ("--html", "a.svg")]
)
def test_pictures_are_not_written_under_the_names_of_others(option: str, name: str) -> None:
    done = run("show", "bad.pgn", option, name)
    assert done.exit_code == Exit.WRONG_USE
    assert f"ends in `.{option[2:]}`" in done.stderr
    assert not Path(name).exists()


def test_found_positions_are_written_as_boards() -> None:
    Path("c4.pgn").write_text('[Event "Club"]\n\n1. c4 e5 2. Nc3 Nf6 3. Nb1 Ng8 4. Nc3 *\n\n1. e4 *\n')
    first = "rnbqkbnr/pppp1ppp/8/4p3/2P5/2N5/PP1PPPPP/R1BQKBNR b KQkq -"
    found = [f'{first} hmvc 1; fmvn 2; id "Club";', f'{first} hmvc 5; fmvn 4; id "Club";']
    assert run("find", "c4.pgn", "move Nc3", "-o", "a.epd").exit_code == Exit.OK
    assert Path("a.epd").read_text().splitlines() == found[:1]
    run("find", "c4.pgn", "move Nc3", "-o", "b.epd", "--all")
    assert Path("b.epd").read_text().splitlines() == found
    run("find", "c4.pgn", "move Nc3", "-o", "c.fen", "-O", "ply=0")
    assert Path("c.fen").read_text() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    scoresheet.write(scoresheet.read("c4.pgn").find("move Nf6"), "d.fen")
    assert Path("d.fen").read_text() == "rnbqkb1r/pppp1ppp/5n2/4p3/2P5/2N5/PP1PPPPP/R1BQKBNR w KQkq - 2 3\n"


# Which games


HISTORIC = str(Path(__file__).resolve().parent.parent / "examples" / "historic.pgn")


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        (["--player", "Morphy, Paul"], "white = 'Morphy, Paul' or black = 'Morphy, Paul'"),
        (["--player", "O'Hara"], "false"),
        (["--since", "1858", "--until", "1880-07"], "date >= '1858-01-01' and date < '1880-07-01'"),
        (["--since", "1858-11-02"], "date >= '1858-11-02'"),
        (["--speed", "blitz"], "speed = 'blitz'"),
        (["--where", "mate or year = 1851", "--until", "1860"], "(mate or year = 1851) and date < '1860-01-01'"),
    ],
)
def test_games_are_chosen_in_plain_words(tmp_path: Path, words: list[str], condition: str) -> None:
    wanted = [game.to("pgn") for game in scoresheet.read(HISTORIC).where(condition)]
    result = run("convert", HISTORIC, *words, "-o", str(tmp_path / "out.pgn"))
    assert result.exit_code == 0, result.stderr
    assert [game.to("pgn") for game in scoresheet.read(tmp_path / "out.pgn")] == wanted
    found = run("find", HISTORIC, *words, "mate", "--count")
    assert int(found.stdout) == sum("#" in game for game in wanted)


@pytest.mark.parametrize("value", ["18x", "1858-13", "1858-02-30", "1858-1-1-1", ""])
def test_an_invalid_day_is_refused(value: str) -> None:
    result = run("convert", HISTORIC, "--since", value)
    assert result.exit_code == 2
    assert "is not a date such as 1960-01-31, 1960-01 or 1960" in result.stderr


def test_patterns_in_quotes_are_inputs(tmp_path: Path) -> None:
    for name in ("a1.pgn", "a2.pgn", "b1.pgn"):
        (tmp_path / name).write_text("1. e4 *\n")
    result = run("check", str(tmp_path / "a*.pgn"))
    assert "2 games read" in result.output
    assert "2\n" in run("query", str(tmp_path / "?1.pgn"), "select count(*) as n from games", "--quiet").stdout
    nothing = run("check", str(tmp_path / "c*.pgn"))
    assert nothing.exit_code == 2
    assert f"error: no file matches `{tmp_path}/c*.pgn`" in nothing.stderr
    (tmp_path / "[x].pgn").write_text("1. e4 *\n")
    assert "1 game read" in run("check", str(tmp_path / "[x].pgn")).output


@pytest.mark.parametrize("words", [["--dedupe"], ["--dedupe", "exact"], ["--dedupe=exact"]])
def test_dedupe_without_a_value_is_exact(tmp_path: Path, words: list[str]) -> None:
    result = run("convert", HISTORIC, HISTORIC, *words, "-o", str(tmp_path / "out.pgn"))
    assert result.exit_code == 0, result.stderr
    assert "duplicates dropped 45" in result.stderr
    assert run("convert", HISTORIC, HISTORIC, "--dedupe").exit_code == 0
