"""Infinite chess on the command line and through the functions for files: detected by content, checked, converted."""

from __future__ import annotations

import gzip
import json
import pickle
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import command_line
import scoresheet
from scoresheet import infinite
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command as main
from waiting import wait_until

ROOT = Path(__file__).resolve().parent.parent.parent
HISTORIC = ROOT / "examples" / "historic.pgn"

ICN = """[White "Tom"]
[Black "Ben"]

w 0/100 1 (8|1) K5,1+|k5,8+|P4,2+|p4,7+|R1,1+

4,2>4,4|4,7>4,5|1,1>1,7
"""
BAD = ICN.replace("1,1>1,7", "1,1>2,9|5,8>5,7")
FAR = "K0,0|k5,5|R9,9 9,9>9,100000000000000000000{far away}|5,5>6,6"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.icn").write_text(ICN)
    Path("bad.icn").write_text(BAD)
    Path("far.icn").write_text(FAR)


def run(*args: str) -> Result:
    """Runs the command in this process."""
    return CliRunner().invoke(main, list(args), prog_name="scoresheet")


def piped(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs the command with a pipe as its input."""
    return command_line.run_text(*args, stdin=stdin)


def files(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def kinds(*paths: str | Path) -> list[str]:
    return [row["kind"] for row in scoresheet.inputs(paths)]


# What a file is


def test_the_registry_has_both_formats() -> None:
    rows = {row["id"]: row for row in json.loads(run("list", "formats", "--json").stdout)}
    assert rows["icn"]["extensions"] == ["icn"]
    assert rows["icn-json"]["extensions"] == ["icn.json"]
    options = {(option["name"], option["works"]): option for option in rows["icn"]["options"]}
    assert options["profile", "read"]["values"] == options["profile", "write"]["values"] == ["doc", "fc", "modern"]
    assert options["profile", "write"]["default"] == "doc"
    assert (options["style", "write"]["values"], options["style", "write"]["default"]) == (
        ["compact", "long"],
        "compact",
    )
    assert ("style", "read") not in options
    assert {"variation", "castling", "extras", "signs", "en-passant"} <= set(rows["icn"]["losses"])
    assert "icn-json" in run("list", "formats").stdout


@pytest.mark.parametrize("name", ["a.icn", "a.txt", "a.pgn", "a"])
def test_icn_is_detected_by_its_content(name: str) -> None:
    for text in (ICN, FAR, "[White: Tom]\nb K1,1"):
        Path(name).write_text(text)
        assert kinds(name) == ["icn"]


@pytest.mark.parametrize("name", ["a.icn.json", "a.json", "a.pgn"])
def test_json_is_detected_by_its_content(name: str) -> None:
    for profile in ("doc", "modern"):
        scoresheet.convert("far.icn", name, to="icn-json", profile=profile, force=True)  # type: ignore[arg-type]
        assert kinds(name) == ["icn-json"]


def test_the_name_decides_if_the_content_does_not() -> None:
    for name, text in (("x.icn", "?!"), ("y.icn", '[White "A"]\n'), ("z.icn", "")):
        Path(name).write_text(text)
        assert kinds(name) == ["icn"], name
    for name in ("x.icn.json", "X.ICN.JSON", "y.icn.json"):
        Path(name).write_text("{")
        assert kinds(name) == ["icn-json"], name
    Path("p.icn").write_text('[White "A"]\n\n1. e4 e5 *\n')
    assert kinds("p.icn") == ["pgn"]
    Path("p.json").write_text("{}")
    assert kinds("p.json") == ["lichess"]  # the first format with this ending


def test_packed_files_folders_and_archives_are_opened() -> None:
    Path("games").mkdir()
    Path("games/a.icn.gz").write_bytes(gzip.compress(ICN.encode()))
    scoresheet.convert("far.icn", "games/b.icn.json.zst")
    Path("games/c.pgn").write_text("1. e4 *")
    Path("games/d.json").write_text("{}")
    assert [Path(row["name"]).name for row in scoresheet.inputs("games")] == ["a.icn.gz", "b.icn.json.zst", "c.pgn"]
    assert kinds("games") == ["icn", "icn-json", "pgn"]
    with zipfile.ZipFile("games.zip", "w") as archive:
        archive.writestr("a.icn", ICN)
        archive.writestr("b.icn.json", Path("games/d.json").read_text())
        archive.writestr("d.json", "{}")
    assert kinds("games.zip") == ["icn", "icn-json"]
    assert scoresheet.check("games").games == 3


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.pgn*")), ids=lambda path: path.name)
def test_examples_stay_what_they_are(path: Path) -> None:
    assert kinds(path) == ["pgn"]


ARCHIVES = ["lichess-other", "masters", "historic", "annotated", "variants", "weird", "positions"]


@pytest.mark.parametrize("name", ARCHIVES)
def test_real_files_stay_unchanged(name: str, data: Callable[[str], Path]) -> None:
    paths = [path for path in data(name).rglob("*") if path.is_file() and path.suffix != ".zip"]
    assert paths
    for path in paths:
        assert ("icn" in kinds(path)[0]) == (path.suffix == ".icn"), path


VECTORS = [*(ROOT / "vectors" / "game").rglob("*.*"), *(ROOT / "vectors" / "vgn").rglob("*.*")]


def test_the_games_of_the_vectors_stay_unchanged() -> None:
    games = [path for path in VECTORS if path.suffix.lstrip(".") in ("pgn", "vgn", "uci", "san", "fen", "epd", "bccf")]
    assert games
    assert {kind for path in games for kind in kinds(path)} <= {"pgn", "vgn", "uci", "san", "lan", "fen", "epd", "bccf"}


# Check


def test_a_check_counts_existing_games() -> None:
    Path("mate.icn").write_text("[Result: 1-0] K6,7|Q1,2|k8,8 (8|1) 1,2>8,2 1-0")
    report = scoresheet.check(["a.icn", "mate.icn"])
    assert (report.games, report.plies, report.errors) == (2, 4, ())
    assert report.results == {"1-0": 1, "none": 1}
    assert [(row["name"], row["kind"], row["games"]) for row in report.inputs] == [
        ("a.icn", "icn", 1),
        ("mate.icn", "icn", 1),
    ]
    assert report.inputs[0]["bytes"] == len(ICN)


def test_mates_and_stalemates_are_counted() -> None:
    border = '{"worldBorder": "1,8,1,8"}'
    Path("mate.icn").write_text(f"{border} K6,6|Q1,7|k8,8 1,7>7,7")
    Path("stalemate.icn").write_text(f"{border} K5,5|Q1,6|k8,8 1,6>7,6")
    scoresheet.convert("mate.icn", "mate.icn.json")
    report = scoresheet.check(["mate.icn", "mate.icn.json", "stalemate.icn", "a.icn"])
    assert (report.mates, report.stalemates, report.errors) == (2, 1, ())


def test_an_illegal_move_is_reported_with_its_place() -> None:
    result = run("check", "bad.icn")
    assert result.exit_code == Exit.BAD_INPUT
    lines = result.stdout.splitlines()
    assert lines[0].startswith("error: ")
    assert "`1,1>2,9`" in lines[0]
    assert lines[1] == '  --> bad.icn:6:17 (game 1 "Tom - Ben", move 2., byte 92)'
    assert lines[3] == " 6 | 4,2>4,4|4,7>4,5|1,1>2,9|5,8>5,7"
    assert lines[4] == "   |                 ^^^^^^^"
    assert "1 game read, 2 plies" in result.stdout
    assert "  move-illegal  1  the move cannot be played in this position" in lines


def test_a_check_and_an_exception_report_the_same() -> None:
    (found,) = scoresheet.check("bad.icn").errors
    with pytest.raises(scoresheet.MoveError) as raised:
        scoresheet.check("bad.icn", on_error="raise")
    error = raised.value
    for name in ("file", "game", "ply", "line", "column", "byte", "text", "message", "fen", "hint"):
        assert found.first[name] == getattr(error, name), name
    assert (error.ply, error.line, error.column, error.byte, error.text) == (3, 6, 17, 92, "1,1>2,9")
    # There is no hint about bad games if no games are written.
    assert found.first["report"] == error.report().partition("\n\nhint: ")[0]
    assert pickle.loads(pickle.dumps(error)).report() == error.report()


def test_places_are_bytes_and_characters() -> None:
    Path("u.icn").write_text("[White: Jürgen ♔] K1,1|k5,5 {é} 1,1>9,9")
    (found,) = scoresheet.check("u.icn").errors
    text = Path("u.icn").read_text("utf-8")
    assert found.first["column"] == text.index("1,1>9,9") + 1
    assert found.first["byte"] == text[: text.index("1,1>9,9")].encode().__len__()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "icn-empty"),
        ("K1,1|K1,1", "icn-square-repeated"),
        ("K1,1 {never closed", "comment-unclosed"),
        ("w w K1,1", "icn-repeated"),
        ("K1,1|" + "9" * 1001 + ",1", "icn-syntax"),
        ("Q" + "9" * 1001 + ",1", "limit-digits"),
        ('{"a": ' + "[" * 65 + "]" * 65 + "} K1,1", "limit-depth"),
    ],
    ids=lambda value: value[:20],
)
def test_bad_texts_are_errors_of_their_input(text: str, code: str) -> None:
    Path("x.icn").write_text(text)
    report = scoresheet.check(["x.icn", "a.icn"])
    assert (report.games, report.faulty) == (2, 1)
    assert [row.code for row in report.errors] == [code] or code == "icn-syntax"
    assert report.errors[0].first["file"] == "x.icn"


@pytest.mark.parametrize(
    ("name", "text"),
    [("x.icn", ""), ("x.icn", " \n"), ("x.icn", "K1,1|K1,1"), ("x.icn.json", "{"), ("x.icn.json", '{"a": 1}')],
)
def test_what_cannot_be_read_is_one_game_with_its_error(name: str, text: str) -> None:
    Path(name).write_text(text)
    report = scoresheet.check(name)
    (game,) = scoresheet.read(name)
    assert (report.games, report.faulty, game.ply_count) == (1, 1, 0)
    assert [error.code for error in game.errors] == [row.code for row in report.errors]
    assert list(scoresheet.read(name, on_error="skip")) == []
    with pytest.raises(scoresheet.ReadError):
        list(scoresheet.read(name, on_error="raise"))


def test_notes_are_errors_in_strict_reading() -> None:
    Path("x.icn").write_text("K01,1|k5,5 01,1>1,2|")
    report = scoresheet.check("x.icn")
    assert report.errors == ()
    assert {row.code for row in report.notes} == {"icn-zero", "icn-separator"}
    strict = run("check", "--strict", "--json", "x.icn")
    assert strict.exit_code == Exit.BAD_INPUT
    found = json.loads(strict.stdout)
    assert {row["code"] for row in found["errors"]} == {"icn-zero", "icn-separator"}
    assert found["faulty"] == 1
    with pytest.raises(scoresheet.ReadError, match="zero"):
        scoresheet.check("x.icn", strict=True, on_error="raise")
    assert run("check", "--strict=write", "x.icn").exit_code == Exit.OK


def test_limits_are_passed_on() -> None:
    Path("x.icn").write_text("Q" + "9" * 200 + ",1")
    assert run("check", "x.icn").exit_code == Exit.OK
    (found,) = scoresheet.check("x.icn", limits={"digits": 199}).errors
    assert (found.code, found.first["hint"]) == ("limit-digits", 'raise it with `limits={"digits": …}`, up to 4000')
    assert run("check", "--limit-digits", "200", "x.icn").exit_code == Exit.OK
    (found,) = scoresheet.check(["a.icn", "far.icn"], limits={"game": len(ICN) - 1}).errors
    assert (found.code, found.count, found.first["file"]) == ("limit-game", 1, "a.icn")
    assert scoresheet.check("a.icn", limits={"game": len(ICN)}).errors == ()
    assert [row.code for row in scoresheet.check("a.icn", limits={"game": len(ICN) - 1}).errors] == ["limit-game"]
    with pytest.raises(scoresheet.LimitError):
        scoresheet.check("a.icn", limits={"game": len(ICN) - 1}, on_error="raise")


def test_a_game_beyond_the_limit_is_one_game_everywhere() -> None:
    limits = {"game": len(ICN) - 1}
    report = scoresheet.check("a.icn", limits=limits)
    assert (report.games, report.faulty) == (1, 1)
    (game,) = games = list(scoresheet.read("a.icn", limits=limits))
    assert (game.ply_count, [error.code for error in game.errors]) == (0, ["limit-game"])
    assert list(scoresheet.read("a.icn", limits=limits, on_error="skip")) == []
    again = scoresheet.read("a.icn", limits=limits)
    assert len(list(again)) == len(games)
    report = again.report()
    assert report is not None
    assert (report.games, [row.code for row in report.errors]) == (1, ["limit-game"])
    # Far beyond it, too, when not all bytes are read.
    Path("long.icn").write_text("K0,0|k5,5" + "|Q9,9" * 100_000)
    (game,) = scoresheet.read("long.icn", limits={"game": 100})
    assert (game.ply_count, [error.code for error in game.errors]) == (0, ["limit-game"])
    with pytest.raises(scoresheet.LimitError):
        list(scoresheet.read("long.icn", limits={"game": 100}, on_error="raise"))


def test_faulty_games_are_left_out_on_request() -> None:
    assert [game.ply_count for game in scoresheet.read(["a.icn", "bad.icn"])] == [3, 2]
    games = scoresheet.read(["a.icn", "bad.icn"], on_error="skip")
    assert [game.ply_count for game in games] == [3]
    report = games.report()
    assert report is not None
    assert (report.games, report.written, report.skipped) == (2, 1, 1)
    assert scoresheet.check(["a.icn", "bad.icn"], on_error="skip").skipped == 1
    with pytest.raises(scoresheet.MoveError):
        list(scoresheet.read("bad.icn", on_error="raise"))


def test_the_limit_counts_games_of_all_kinds() -> None:
    Path("b.pgn").write_text("1. e4 *\n\n1. d4 *\n")
    assert scoresheet.check(["a.icn", "b.pgn", "far.icn"], limit=2).games == 2
    assert [type(game) for game in scoresheet.read(["a.icn", "b.pgn", "far.icn"], limit=4)] == [
        infinite.Game,
        scoresheet.Game,
        scoresheet.Game,
        infinite.Game,
    ]


def test_progress_is_reported() -> None:
    told: list[tuple[int, int]] = []
    scoresheet.check(["a.icn", "far.icn"], progress=lambda read, games: told.append((read, games)))
    assert told[-1] == (len(ICN) + len(FAR), 2)


# Reading


def test_reading_gives_games_of_infinite_chess() -> None:
    (game,) = scoresheet.read("far.icn")
    assert isinstance(game, infinite.Game)
    assert game.at(1).comment == "far away"
    assert str(game.at(1).move) == "9,9>9,100000000000000000000"
    assert scoresheet.parse(FAR) == game
    assert scoresheet.parse(FAR.encode(), from_="icn") == game
    assert scoresheet.parse(game.to("icn-json")) == game
    with pytest.raises(scoresheet.MoveError) as raised:
        scoresheet.parse(BAD, on_error="raise")
    assert (raised.value.file, raised.value.line) == (None, 6)
    assert [error.code for error in scoresheet.parse(BAD, from_="icn").errors] == ["move-illegal"]  # type: ignore[attr-defined]


def test_a_profile_is_read_by() -> None:
    Path("zero.icn").write_text("w 1 K1,1|k5,5 1,1>1,2.5,5>5,6")
    assert scoresheet.check("zero.icn").errors == ()
    assert scoresheet.check("zero.icn", profile="modern").errors != ()
    assert run("check", "-O", "profile=modern", "zero.icn").exit_code == Exit.BAD_INPUT
    assert scoresheet.parse("K1,1", profile="modern", from_="icn").ply_count == 0
    for wrong in (["-O", "profile=x", "a.icn"], ["-O", "style=long", "a.icn"], ["-O", "profile=doc", str(HISTORIC)]):
        assert run("check", *wrong).exit_code == Exit.WRONG_USE
    with pytest.raises(scoresheet.UsageError, match="no option `profile`"):
        scoresheet.parse("1. e4 *", profile="doc")


@pytest.mark.slow
def test_going_through_games_can_end_early() -> None:
    """In a separate process: a thread in the background that waits for the interpreter would keep it from ending."""
    scoresheet.convert(HISTORIC, "many/", to="icn")
    script = (
        "import scoresheet\n"
        "for _ in range(3):\n"
        "    for game in scoresheet.read(['many', 'many']): break\n"
        "    games = iter(scoresheet.read(['a.icn', 'many'])); next(games); del games\n"
        "left = iter(scoresheet.read('many')); next(left)\n"
        "both = zip(scoresheet.read('many'), scoresheet.read('many'))\n"
        "assert sum(one == other for one, other in both) == 45\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_reading_options_do_not_affect_writing() -> None:
    Path("m.icn").write_text('[White "Tom"]\n\nw 1 K1,1|k5,5\n\n1,1>1,2')
    scoresheet.write(scoresheet.read("m.icn", profile="modern"), "n.icn")
    assert Path("n.icn").read_text().startswith("[White: Tom]")
    scoresheet.write(scoresheet.read("m.icn", profile="modern"), "o.icn", profile="modern")
    assert Path("o.icn").read_text().startswith('[White "Tom"]')
    report = scoresheet.write(scoresheet.read("a.icn", profile="modern"), "p.icn")
    assert report.errors == ()
    Path("q.icn").write_text("K1,1|k5,5 1,1>1,2.5,5>5,6")
    assert scoresheet.write(scoresheet.read("q.icn", profile="modern"), "q.pgn").errors != ()
    assert scoresheet.write(scoresheet.read("q.icn", profile="modern"), "r.icn").errors != ()
    assert scoresheet.write(scoresheet.read("q.icn"), "s.icn").errors == ()


def test_there_are_no_columns() -> None:
    games = scoresheet.read("a.icn")
    with pytest.raises(scoresheet.UsageError, match="cannot be read as columns"):
        games.__arrow_c_stream__()
    for args in (["convert", "a.icn", "-o", "a.parquet"], ["convert", "a.icn", "-o", "a.arrow"]):
        result = run(*args)
        assert result.exit_code == Exit.WRONG_USE
        assert "cannot be read as columns" in result.stderr
        assert "hint: `--to icn-json`" in result.stderr
    for args in (["query", "a.icn", "select 1 from games"], ["convert", "a.icn", "--where", "ply_count > 1"]):
        result = run(*args)
        assert result.exit_code == Exit.WRONG_USE
        assert result.stderr.startswith("error: `a.icn` cannot be read as columns")
    with pytest.raises(scoresheet.UsageError, match="written as columns"):
        scoresheet.write([scoresheet.parse(FAR)], "a.parquet")
    assert files() == ["a.icn", "bad.icn", "far.icn"]


def test_beside_others_they_are_errors_of_columns() -> None:
    Path("b.pgn").write_text("1. e4 *")
    result = run("convert", "a.icn", "b.pgn", "far.icn", "-o", "x.parquet")
    assert result.exit_code == Exit.BAD_INPUT
    report = scoresheet.convert(["a.icn", "b.pgn", "far.icn"], "y.parquet")
    assert [(row.code, row.count) for row in report.errors] == [("columns-board", 2)]
    assert report.written == 1


# Convert


def test_to_json_and_back() -> None:
    for name in ("a.icn", "far.icn"):
        assert run("convert", name, "-o", "x.icn.json", "--force").exit_code == Exit.OK
        assert "startingPosition" in json.loads(Path("x.icn.json").read_text())
        assert run("convert", "x.icn.json", "-o", "x.icn", "--force").exit_code == Exit.OK
        once = Path("x.icn").read_text()
        run("convert", "x.icn", "-o", "y.icn.json", "--force")
        run("convert", "y.icn.json", "-o", "y.icn", "--force")
        assert Path("y.icn.json").read_text() == Path("x.icn.json").read_text()
        assert Path("y.icn").read_text() == once
        (before,), (after,) = scoresheet.read(name), scoresheet.read("x.icn")
        assert [node.move for node in after.mainline()] == [node.move for node in before.mainline()]


def test_profiles_and_styles() -> None:
    def converted(**options: Any) -> str:
        scoresheet.convert("a.icn", "x.icn", force=True, **options)
        return Path("x.icn").read_text()

    assert converted().startswith("[White: Tom]\n")
    assert converted(profile="modern").startswith('[White "Tom"]\n')
    assert "1. P4,2 > 4,4 | p4,7 > 4,5\n2. R1,1 > 1,7" in converted(style="long")
    assert run("convert", "a.icn", "-o", "y.icn", "-O", "profile=modern", "-O", "style=long").exit_code == Exit.OK
    assert Path("y.icn").read_text() == converted(profile="modern", style="long")
    assert "turnOrder" in scoresheet.parse(ICN).to("icn-json", profile="modern")
    assert run("convert", "a.icn", "-o", "z.icn", "-O", "style=short").exit_code == Exit.WRONG_USE
    assert run("convert", "a.icn", "-o", "z.pgn", "-O", "style=long").exit_code == Exit.WRONG_USE
    assert run("convert", "a.icn", "-o", "z.icn", "--moves", "san").exit_code == Exit.WRONG_USE


def test_to_pgn_and_back() -> None:
    assert run("convert", "a.icn", "-o", "a.pgn").exit_code == Exit.OK
    assert Path("a.pgn").read_text().endswith("1. d4 d5 2. Ra7 *\n\n")
    scoresheet.convert("a.pgn", "b.icn")
    (once,) = scoresheet.read("b.icn")
    assert [str(node.move) for node in once.mainline()] == ["4,2>4,4", "4,7>4,5", "1,1>1,7"]
    (game,) = scoresheet.read("a.pgn")
    assert game.to("icn") == Path("b.icn").read_text()
    assert game.losses("icn") == []
    for to in ("vgn", "uci", "fen"):
        assert scoresheet.convert("a.icn", f"x.{to}").written == 1
    report = scoresheet.convert("far.icn", "far.pgn")
    assert (report.written, report.skipped) == (0, 1)
    assert [loss.kind for loss in report.losses] == ["unplayed-game"]
    why = "this game cannot be converted to usual chess: a piece is on `0,0`, off its board"
    assert report.losses[0].first == f"far.icn, game 1: {why}"
    assert why in run("convert", "far.icn", "-o", "far2.pgn").stderr


def test_losses_are_counted_and_refused_in_strict_writing() -> None:
    Path("v.pgn").write_text("1. e4 (1. d4 d5) 1... e5 $14 *")
    report = scoresheet.convert("v.pgn", "v.icn")
    assert {loss.kind for loss in report.losses} >= {"variation"}
    assert report.losses[0].first == "v.pgn, game 1"
    result = run("convert", "v.pgn", "-o", "w.icn", "--strict=write")
    assert result.exit_code == Exit.BAD_INPUT
    assert not Path("w.icn").exists()
    (game,) = scoresheet.read("v.pgn")
    assert sorted(loss.kind for loss in game.losses("icn")) == [loss.kind for loss in report.losses]
    with pytest.raises(scoresheet.LossError, match="variation"):
        game.to("icn", strict=True)
    for wrong in ({"profile": "x"}, {"nonsense": 1}, {"moves": "san"}):
        with pytest.raises(scoresheet.UsageError):
            game.to("icn", **wrong)


def test_what_only_the_native_part_knows_is_counted() -> None:
    Path("zh.pgn").write_text('[Variant "Crazyhouse"]\n\n1. e4 e5 2. P@e6 *\n')
    Path("fen.pgn").write_text('[FEN "bad"]\n\n1. e4 e5 *\n')
    for name in ("zh.pgn", "fen.pgn"):
        report = scoresheet.convert(name, "x.icn")
        assert (report.written, report.skipped) == (0, 1)
        assert [(loss.kind, loss.count) for loss in report.losses] == [("unplayed-game", 1)]
        (game,) = scoresheet.read(name)
        assert [loss.kind for loss in game.losses("icn")] == ["unplayed-game"]
        with pytest.raises(scoresheet.LossError, match="unplayed-game"):
            game.to("icn")
    Path("esc.pgn").write_text("% one\n1. e4 e5\n% two\n2. Nf3 (2. Zz9 e5) *\n")
    report = scoresheet.convert("esc.pgn", "x.icn")
    assert [(loss.kind, loss.count) for loss in report.losses] == [
        ("comment", 1),
        ("escaped-line", 2),
        ("variation", 1),
    ]


def test_several_games_do_not_fit_a_file() -> None:
    result = run("convert", str(HISTORIC), "-o", "x.icn")
    assert result.exit_code == Exit.WRONG_USE
    assert "a file of `icn` holds one game, but there are more" in result.stderr
    assert "name a folder as the output" in result.stderr
    assert run("convert", "a.icn", "far.icn", "-o", "x.icn").exit_code == Exit.WRONG_USE
    with pytest.raises(scoresheet.UsageError, match="holds one game"):
        scoresheet.write(scoresheet.read(HISTORIC, limit=2), "x.icn")
    with pytest.raises(scoresheet.UsageError, match="holds one game"):
        scoresheet.write(iter(scoresheet.read(["a.icn", "far.icn"])), "x.icn")
    assert not Path("x.icn").exists()
    assert run("convert", str(HISTORIC), "-o", "x.icn", "--limit", "1").exit_code == Exit.OK
    where = ["--where", "black = 'Saint Brie'"]
    assert run("convert", str(HISTORIC), "-o", "y.icn", *where).exit_code == Exit.OK
    assert "[Black: Saint Brie]" in Path("y.icn").read_text()


def test_a_folder_gets_numbered_files() -> None:
    assert run("convert", str(HISTORIC), "a.icn", "--to", "icn", "-o", "out/").exit_code == Exit.OK
    assert files("out") == [f"{number:04}.icn" for number in range(1, 47)]
    assert Path("out/0046.icn").read_text() == scoresheet.parse(ICN, from_="icn").to("icn")
    report = scoresheet.check("out")
    assert (report.games, report.plies, report.errors) == (46, 2174, ())
    scoresheet.convert("out", "back.pgn")
    sans = [[node.san for node in game.mainline()] for game in scoresheet.read(HISTORIC)]
    assert [[node.san for node in game.mainline()] for game in scoresheet.read("back.pgn")][:45] == sans
    # The folder is there now.
    result = run("convert", "a.icn", "--to", "icn", "-o", "out")
    assert result.exit_code == Exit.WRONG_USE
    assert "out/0001.icn` already exists" in result.stderr.replace("it ", "") or "0001.icn" in result.stderr
    assert "Greco" in Path("out/0001.icn").read_text()
    assert run("convert", "a.icn", "--to", "icn", "-o", "out", "--force").exit_code == Exit.OK
    assert "Tom" in Path("out/0001.icn").read_text()
    assert len(files("out")) == 46
    assert run("convert", "a.icn", "--to", "icn-json", "-o", "out").exit_code == Exit.OK
    assert "0001.icn.json" in files("out")
    assert run("convert", "a.icn", "-o", "new/", "--to", "parquet").exit_code == Exit.WRONG_USE
    assert run("convert", "a.icn", "--to", "icn", "-o", "no/where/").exit_code == Exit.WRONG_USE
    assert not [name for name in (*files(), *files("out")) if name.startswith(".")]


def test_a_folder_appears_whole_or_not_at_all() -> None:
    result = run("convert", "a.icn", "bad.icn", "--to", "icn", "-o", "out/", "--on-error", "raise")
    assert result.exit_code == Exit.BAD_INPUT
    assert files() == ["a.icn", "bad.icn", "far.icn"]
    assert scoresheet.write(iter(scoresheet.read(["a.icn", "far.icn"])), "out/", to="icn").written == 2
    assert files("out") == ["0001.icn", "0002.icn"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_nothing_is_left_of_a_folder_after_an_interrupt() -> None:
    command = [sys.executable, "-m", "scoresheet", "convert", "a.icn", "-", "--to", "icn", "-o", "out/"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        wait_until(lambda: list(Path().glob(".*/0001.icn")), process)  # its place until all are there
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert "interrupted" in process.stderr.read()
    assert process.returncode == Exit.INTERRUPTED
    assert files() == ["a.icn", "bad.icn", "far.icn"]


def test_objects_are_written() -> None:
    near, far = scoresheet.parse(ICN, from_="icn"), scoresheet.parse(FAR, from_="icn")
    usual = scoresheet.parse("1. e4 e5 *")
    assert scoresheet.write([far], "x.icn").plies == 2
    assert Path("x.icn").read_text() == far.to("icn")
    scoresheet.write([usual], "y.icn", style="long")
    assert "1. P5,2 > 5,4 | p5,7 > 5,5" in Path("y.icn").read_text()
    report = scoresheet.write([near, far, usual], "x.pgn")
    assert (report.games, report.written, report.skipped) == (3, 2, 1)
    why = "this game cannot be converted to usual chess: a piece is on `0,0`, off its board"
    places = [(loss.kind, loss.first) for loss in report.losses]
    assert places == [("right", "game 1"), ("unplayed-game", f"game 2: {why}")]
    assert [game.ply_count for game in scoresheet.read("x.pgn")] == [3, 2]
    with pytest.raises(scoresheet.UsageError, match="`write` takes games"):
        scoresheet.write(["1. e4"], "z.icn")  # type: ignore[list-item]
    with pytest.raises(scoresheet.UsageError, match="`write` takes games"):
        scoresheet.write([object()], "z.pgn")  # type: ignore[list-item]


def test_games_that_have_errors() -> None:
    assert run("convert", "bad.icn", "-o", "kept.icn").exit_code == Exit.BAD_INPUT
    assert Path("kept.icn").read_text().endswith("4,2>4,4|4,7>4,5{1,1>2,9|5,8>5,7}\n")
    for to in ("skipped.icn", "skipped.pgn"):
        result = run("convert", "bad.icn", "-o", to, "--on-error", "skip")
        assert result.exit_code == Exit.BAD_INPUT
        assert "1 game read, 2 plies, 1 skipped" in result.stderr
    assert not Path("skipped.icn").exists()
    Path("broken.icn.json").write_text('{"startingPosition": 1}')
    report = scoresheet.convert("broken.icn.json", "x.pgn")
    assert (report.games, report.written, report.skipped) == (1, 0, 1)
    assert [row.code for row in report.errors] == ["icn-json"]


def test_outputs_are_packed_and_not_overwritten() -> None:
    assert run("convert", "a.icn", "-o", "x.icn.json.gz").exit_code == Exit.OK
    assert "startingPosition" in json.loads(gzip.decompress(Path("x.icn.json.gz").read_bytes()))
    assert kinds("x.icn.json.gz") == ["icn-json"]
    result = run("convert", "a.icn", "-o", "x.icn.json.gz")
    assert result.exit_code == Exit.WRONG_USE
    assert "already exists" in result.stderr
    assert run("convert", "a.icn", "-o", "x.icn.json.gz", "--force").exit_code == Exit.OK


def test_a_process_has_pipes() -> None:
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "--to", "icn", "--quiet"]
    done = subprocess.run(command, input=ICN, capture_output=True, text=True, check=True)
    assert done.stdout == scoresheet.parse(ICN, from_="icn").to("icn")


def test_pipes() -> None:
    checked = piped("check", "-", stdin=BAD)
    assert checked.returncode == Exit.BAD_INPUT
    assert "--> -:6:17" in checked.stdout
    text = piped("convert", "-", "--to", "icn", "--quiet", stdin=ICN)
    assert (text.returncode, text.stdout) == (Exit.OK, scoresheet.parse(ICN, from_="icn").to("icn"))
    as_json = piped("convert", "-", "--to", "icn-json", "--quiet", stdin=text.stdout)
    back = piped("convert", "-", "--to", "icn", "--quiet", stdin=as_json.stdout)
    assert back.stdout == text.stdout
    assert piped("convert", "-", "--quiet", stdin=ICN).stdout.endswith("1. d4 d5 2. Ra7 *\n\n")
    assert piped("check", "-", "-O", "profile=modern", stdin="w 1 K1,1|k5,5\n\n1,1>1,2").returncode == Exit.OK
    assert piped("check", "-", "-O", "profile=modern", stdin="K1,1|k5,5 1,1>1,2.5,5>5,6").returncode == Exit.BAD_INPUT
    refused = piped("convert", "-", "-o", "x.parquet", stdin=ICN)
    assert (refused.returncode, Path("x.parquet").exists()) == (Exit.WRONG_USE, False)


def test_folders_of_all_kinds() -> None:
    Path("mixed").mkdir()
    Path("mixed/1.icn").write_text(ICN)
    Path("mixed/2.pgn").write_text("1. e4 e5 2. Nf3 *")
    scoresheet.convert("a.icn", "mixed/3.icn.json")
    report = scoresheet.convert("mixed", "all.pgn")
    assert (report.games, report.written, [row["kind"] for row in report.inputs]) == (3, 3, ["icn", "pgn", "icn-json"])
    assert [game.ply_count for game in scoresheet.read("all.pgn")] == [3, 3, 3]
    assert scoresheet.convert("mixed", "all/", to="icn").written == 3
    scoresheet.convert("mixed/2.pgn", "games.parquet")
    assert scoresheet.convert("games.parquet", "one.icn").written == 1
    assert "7,1>6,3" in Path("one.icn").read_text()


def test_nothing_of_it_is_imported_before_it_is_met() -> None:
    script = (
        "import sys, scoresheet; scoresheet.check(sys.argv[1]); list(scoresheet.read(sys.argv[1]))\n"
        "assert not any('infinite' in name for name in sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script, str(HISTORIC)], check=True)


# Single moves and positions


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (["12. P-5,6x-6,7=R+ !?", "--from", "icn", "--to", "icn"], "-5,6>-6,7R"),
        (["2,7>1,8Q", "--from", "icn", "--to", "icn", "--profile", "modern"], "2,7>1,8=Q"),
        (["0,0>1,1", "--from", "icn", "--to", "icn", "--style", "long", "--fen", "K0,0|k5,5"], "K0,0 > 1,1"),
        (["0,0>9,9", "--from", "icn", "--to", "icn", "--fen", "K0,0|k5,5", "--validation", "off"], "0,0>9,9"),
        (["5,2>5,4", "--from", "icn", "--to", "san"], "e4"),
        (["1,1>1,8", "--from", "icn", "--to", "fcn", "--fen", "(8|1) 0/100 K5,1|k5,8|R1,1"], "Ra1-a8+"),
        (["Nf3", "--to", "icn"], "7,1>6,3"),
        (["e8=N", "--to", "icn", "--fen", "k7/4P3/8/8/8/8/8/4K3 w - - 0 1"], "5,7>5,8N"),
        (["O-O", "--to", "icn", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--style", "long"], "K5,1 > 7,1"),
    ],
)
def test_moves_are_converted_from_and_to_icn(words: list[str], printed: str) -> None:
    result = run("move", *words)
    assert (result.output.strip(), result.exit_code) == (printed, Exit.OK)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["0,0>9,9", "--from", "icn", "--to", "icn", "--fen", "K0,0|k5,5"], "is not legal"),
        (["0,0>1,1", "--from", "icn", "--to", "san"], "`0,0` is not a square of standard chess"),
        (["--", "--to", "icn", "--from", "uci"], "ICN has no"),
        (["nonsense", "--from", "icn", "--to", "icn"], "cannot read the move `nonsense`"),
    ],
)
def test_moves_that_have_no_other_form_are_refused(words: list[str], why: str) -> None:
    if words[0] == "--":
        words = ["P@e4", *words[1:], "--fen", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"]
        why = ""
    done = piped("move", *words)
    assert done.returncode != Exit.OK
    assert why in done.stderr


def test_positions_are_converted_from_and_to_icn() -> None:
    icn = "b 0/100 (8|1) K5,1+|k5,8|R8,1+"
    assert run("position", icn).output.strip() == "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
    assert run("position", icn, "--to", "icn", "--profile", "modern").output.strip() == (
        "b 0/100 1 (8|1) K5,1+|k5,8|R8,1+"
    )
    back = run("position", "4k3/8/8/8/8/8/8/4K2R b K - 0 1", "--to", "icn", "--profile", "modern").output.strip()
    assert infinite.Position.read(back).pieces == infinite.Position.read(icn).pieces
    assert infinite.Position.read(back).border == (1, 8, 1, 8)
    far = piped("position", "K0,0|k5,5")
    assert (far.returncode, "off its board" in far.stderr) == (2, True)


# Several games in a file


def test_games_on_lines_and_in_arrays_are_read_one_by_one(tmp_path: Path) -> None:
    texts = ["w 1 K0,0|k5,5 0,0>1,1", "[White: B] K0,0|k9,9 0,0>5,5", "b K0,0|k5,5 {end}"]
    Path("lines.icn").write_text("".join(f"{text}\n" for text in texts))
    games = [infinite.parse(text) for text in texts]
    objects = [game.to_json() for game in games]
    Path("array.icn.json").write_text(json.dumps(objects, indent=1))
    Path("objects.icn.json").write_text("\n".join(map(json.dumps, objects)))
    for name in ("lines.icn", "array.icn.json", "objects.icn.json"):
        assert [game.tags.get("White") for game in scoresheet.read(name)] == [None, "B", None], name
        assert scoresheet.read(name)[2] == games[2]
        report = json.loads(piped("check", name, "--json").stdout)
        assert (report["games"], report["plies"]) == (3, 1), name
    report = json.loads(piped("check", "lines.icn", "--json").stdout)
    (error,) = report["errors"]
    assert (error["code"], error["first"]["game"], error["first"]["line"]) == ("move-illegal", 2, 2)
    assert piped("convert", "lines.icn", "--to", "icn", "--limit", "1", "--quiet").stdout.endswith("0,0>1,1\n")
    run("convert", "lines.icn", "--to", "icn", "-o", "out/", "--quiet")
    assert files("out") == ["0001.icn", "0002.icn", "0003.icn"]
    assert len(piped("convert", "lines.icn", "--to", "bgnl", "--quiet").stdout.splitlines()) == 3
    with pytest.raises(scoresheet.UsageError, match="more than one game"):
        scoresheet.parse(Path("lines.icn").read_text())


# Parts of games


def test_cut_keeps_some_plies() -> None:
    assert piped("convert", "far.icn", "--to", "icn", "--cut", "1", "--quiet").stdout.endswith("{far away}\n")
    second = piped("convert", "far.icn", "--to", "icn", "--cut", "2-", "--quiet").stdout
    assert second == "b K0,0|k5,5|R9,100000000000000000000\n1. {far away} 5,5>6,6\n"
    document = json.loads(piped("convert", "far.icn", "--to", "bgnl", "--cut", "2-", "--quiet").stdout)
    assert [move and move["t"] for move in document["moves"]] == [None, "6,6"]
    short = piped("convert", "far.icn", "--to", "icn", "--cut", "9-")
    assert (short.stdout, "1 skipped" in short.stderr) == ("", True)
    refused = piped("convert", "far.icn", "--to", "icn", "--strip", "comments")
    assert (refused.returncode, "can be cut, but not be changed otherwise" in refused.stderr) == (2, True)


def test_ply_writes_a_position() -> None:
    assert piped("convert", "far.icn", "--to", "icn", "--ply", "0", "--quiet").stdout == "K0,0|k5,5|R9,9\n"
    assert piped("convert", "a.icn", "--to", "icn", "--ply", "2", "-O", "profile=modern", "--quiet").stdout.endswith(
        "w 4,6 0/100 2 (8|1) K5,1+|k5,8+|R1,1+|P4,4|p4,5\n"
    )
    assert (
        json.loads(piped("convert", "far.icn", "--to", "icn-json", "--ply", "1", "--quiet").stdout).get("moves", [])
        == []
    )
    report = json.loads(piped("convert", "far.icn", "--to", "icn", "-o", "b.icn", "--ply", "9", "--json").stdout)
    assert [loss["kind"] for loss in report["losses"]] == ["board"]
