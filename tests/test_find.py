"""Finding games and places by patterns: all sources and outputs agree with a plain search through objects."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import command_line
import real_games
import scoresheet
from levels import rounds
from scoresheet import Game, Position, UsageError

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
HISTORIC = EXAMPLES / "historic.pgn"

FISCHER = """[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
[Result "1-0"]

1. e4 e5 2. fxe5 dxe5 1-0

"""
FROM_FEN = """[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O Kd7 2. Rf7+ *

"""
BAD = """[Result "0-1"]

1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 3. Ke3 Qh4 0-1

"""
NOTES = "1. e4 $1 {king's pawn} (1. d4 d5) 1... e5 2. Bc4 Nc6 3. Qh5 Nf6 $4 4. Qxf7# $1 {over} 1-0\n\n"
MIXED = FISCHER + FROM_FEN + BAD + NOTES

Plain = Callable[[Position, Any], bool]


def is_knight_to_f3(_after: Position, node: Any) -> bool:
    return node is not None and re.fullmatch(r"N[a-h1-8]?x?f3[+#]?", node.san) is not None


# Patterns, and what they mean for the position and for the node of the move that led to it.
PATTERNS: dict[str, Plain] = {
    "check": lambda after, _: after.is_check,
    "mate": lambda after, _: after.is_checkmate,
    "castles": lambda _after, node: node is not None and node.san.startswith("O-O"),
    "move Nf3": is_knight_to_f3,
    "black to move and check": lambda after, _: after.turn == "black" and after.is_check,
    "ply 3": lambda _after, node: node is not None and node.ply == 3,
    "ply 0": lambda _after, node: node is None,
    'board "8/5Q2/8/8/8/8/8/8"': lambda after, _: after.fen().split()[0] != "" and after.board[53] == "Q",
    "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -": lambda after, _: after.fen().startswith(
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
    ),
}


def places(game: Game, holds: Plain) -> list[tuple[int, str]]:
    nodes: list[Any] = [game.root, *game.mainline()]
    shown = [(node.ply, node.position, None if node.ply == 0 else node) for node in nodes]
    return [(ply, position.fen()) for ply, position, node in shown if holds(position, node)]


def plain(source: Any, holds: Plain) -> list[tuple[int, int, str]]:
    games = enumerate(scoresheet.read(source), 1)
    return [(number, ply, fen) for number, game in games for ply, fen in places(game, holds)]


def rows(source: Any, pattern: str, *, everywhere: bool = True, **options: Any) -> list[tuple[int, int, str]]:
    found = scoresheet.read(source, **options).matches(pattern, everywhere=everywhere).arrow()
    return [(row["game"], row["ply"], row["fen"]) for row in found.to_pylist()]


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("find") / "mixed.pgn"
    path.write_text(MIXED + HISTORIC.read_text("utf-8"), "utf-8")
    return path


@pytest.fixture(scope="module")
def sources(mixed: Path) -> dict[str, Path]:
    """The same games in other formats."""
    folder = mixed.parent
    wanted: dict[str, dict[str, Any]] = {
        "mixed.vgn": {},
        "mixed.bgnl": {},
        "packed.parquet": {"columns": ["tags", "packed"], "no_sort": True},
        "lists.parquet": {"columns": ["tags", "moves"], "no_sort": True},
        "text.parquet": {"columns": ["tags", "text"], "no_sort": True},
        "mixed.arrow": {"no_sort": True},
        "mixed.pgn.zst": {},
        "mixed.sqlite": {},
        "mixed.duckdb": {},
    }
    made = {"mixed.pgn": mixed}
    for name, options in wanted.items():
        made[name] = folder / name
        scoresheet.convert(mixed, made[name], **options)
    return made


@pytest.mark.parametrize("pattern", PATTERNS)
def test_places_match_a_plain_search(pattern: str, mixed: Path) -> None:
    expected = plain(mixed, PATTERNS[pattern])
    assert expected
    assert rows(mixed, pattern) == expected
    firsts = {number: (number, ply, fen) for number, ply, fen in reversed(expected)}
    assert rows(mixed, pattern, everywhere=False) == sorted(firsts.values())


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_source_has_the_same_places(pattern: str, mixed: Path, sources: dict[str, Path]) -> None:
    expected = rows(mixed, pattern)
    for name, source in sources.items():
        assert rows(source, pattern) == expected, name


@pytest.mark.parametrize("pattern", PATTERNS)
def test_found_games_are_those_with_matches(
    pattern: str, mixed: Path, sources: dict[str, Path], tmp_path: Path
) -> None:
    numbers = {number for number, _, _ in rows(mixed, pattern)}
    expected = [game.to("pgn") for number, game in enumerate(scoresheet.read(mixed), 1) if number in numbers]
    assert [game.to("pgn") for game in scoresheet.read(mixed).find(pattern)] == expected
    assert scoresheet.read(mixed).find(pattern).count() == len(expected)
    for name, source in sources.items():
        report = scoresheet.convert(source, tmp_path / "out.pgn", find=pattern, force=True)
        assert (report.games, report.written, report.skipped) == (49, len(expected), 49 - len(expected)), name
        assert dict(report.changes).get("games-without-pattern", 0) == 49 - len(expected), name


def test_the_number_of_threads_changes_nothing(sources: dict[str, Path], tmp_path: Path) -> None:
    for source in sources.values():
        found = [rows(source, "check", threads=threads) for threads in (1, 2, 4)]
        assert found[0] == found[1] == found[2]
        texts = []
        for threads in (1, 2, 4):
            scoresheet.convert(source, tmp_path / "o.pgn", find="mate", find_comment="!", threads=threads, force=True)
            texts.append((tmp_path / "o.pgn").read_bytes())
        assert texts[0] == texts[1] == texts[2]


def marked(text: str, pattern: str, *, everywhere: bool = False) -> str:
    games = scoresheet.read(text.encode()).find(pattern, comment="here", everywhere=everywhere)
    return next(iter(games)).to("pgn").rpartition("]\n\n")[2].strip().replace("\n", " ")


def test_a_comment_marks_the_first_place_after_the_nags_of_its_move() -> None:
    found = marked(NOTES, "move e4")
    assert found.startswith("1. e4 $1 {here} {king's pawn} (1. d4 d5)")
    assert found.count("here") == 1


def test_a_comment_can_mark_every_place() -> None:
    assert marked(NOTES, "black to move", everywhere=True).count("here") == 4
    assert marked(NOTES, "mate").endswith("4. Qxf7# $1 {here} {over} 1-0")
    assert marked('[Event "a"]\n\n' + NOTES, "ply 0").startswith("{here} 1. e4")


def test_variations_are_not_searched() -> None:
    assert rows(NOTES.encode(), "move d5") == []
    assert list(scoresheet.read(BAD.encode()).find("move f4")) == []


def test_a_game_with_an_error_is_searched_up_to_the_error() -> None:
    assert rows(BAD.encode(), "move Nc6")[0][:2] == (1, 4)
    assert rows(BAD.encode(), "move Qh4") == []
    assert rows(BAD.encode(), "move Nc6", on_error="skip") == []


def test_a_limit_counts_games_that_were_found(sources: dict[str, Path], tmp_path: Path) -> None:
    for source in sources.values():
        found = list(scoresheet.read(source).find("mate").limit(3))
        assert [game.to("pgn") for game in found] == [
            game.to("pgn") for game in list(scoresheet.read(source).find("mate"))[:3]
        ]
        report = scoresheet.convert(source, tmp_path / "out.pgn", find="mate", limit=3, force=True)
        assert report.written == 3


def test_find_joins_the_other_transforms(mixed: Path) -> None:
    games = scoresheet.read(mixed).find("mate").sort("-ply_count").limit(1)
    longest = max((game for game in scoresheet.read(mixed) if game.end.is_checkmate), key=lambda game: game.ply_count)
    assert [game.ply_count for game in games] == [longest.ply_count]
    assert len(list(scoresheet.read(mixed).find("mate").find("castles"))) == len(
        list(scoresheet.read(mixed).find("castles").find("mate"))
    )
    assert list(scoresheet.read(mixed).cut(after=2).find("ply 3")) == []
    assert len(list(scoresheet.read(mixed).find("ply 3").cut(after=2))) > 0


def test_several_inputs_have_numbers_of_their_own() -> None:
    found = scoresheet.read([HISTORIC, HISTORIC]).matches("mate").arrow().to_pylist()
    half = len(found) // 2
    assert found[:half] == found[half:]
    assert half == 17


def test_games_that_a_program_passes_are_searched(tmp_path: Path) -> None:
    report = scoresheet.write(list(scoresheet.read(HISTORIC)), tmp_path / "out.pgn", find="mate")
    assert report.written == 17


@pytest.mark.parametrize("call", [lambda text: scoresheet.read(HISTORIC).matches(text),
                                  lambda text: scoresheet.read(HISTORIC).find(text)])  # fmt: skip
def test_a_wrong_pattern_is_marked(call: Callable[[str], object]) -> None:
    with pytest.raises(UsageError) as raised:
        call("check and or mate")
    lines = str(raised.value).splitlines()
    assert lines[1] == "  | check and or mate"
    assert lines[2] == "  |           ^^"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return command_line.run_text("find", *words)


def test_the_verb_prints_a_table() -> None:
    done = run(str(HISTORIC), "mate", "--quiet")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].split() == ["source", "game", "ply", "fen"]
    assert len(lines) == 18


def test_the_verb_counts() -> None:
    assert run(str(HISTORIC), "mate", "--count", "--quiet").stdout == "17\n"
    assert int(run(str(HISTORIC), "check", "--count", "--all", "--quiet").stdout) == len(rows(HISTORIC, "check"))


def test_a_limit_of_the_verb_counts_games_that_were_found(tmp_path: Path) -> None:
    first = [found for found in rows(HISTORIC, "mate") if found[1] > 40][:3]
    limited = ["mate", "--where", "ply_count > 40", "--limit", "3"]
    assert run(str(HISTORIC), *limited, "--count", "--quiet").stdout == "3\n"
    done = run(str(HISTORIC), *limited, "--to", "jsonl", "--quiet")
    assert [json.loads(line)["game"] for line in done.stdout.splitlines()] == [found[0] for found in first]
    run(str(HISTORIC), "mate", "-o", str(tmp_path / "out.pgn"), *limited[1:])
    assert len(list(scoresheet.read(tmp_path / "out.pgn"))) == 3


@pytest.mark.parametrize("name", ["out.csv", "out.json", "out.jsonl", "out.md", "out.parquet", "out.arrow"])
def test_the_verb_writes_places_in_every_form(name: str, tmp_path: Path) -> None:
    done = run(str(HISTORIC), "mate", "-o", str(tmp_path / name), "--quiet")
    assert done.returncode == 0, done.stderr
    if name.endswith("parquet"):
        assert duckdb.read_parquet(str(tmp_path / name)).columns == ["source", "game", "ply", "fen"]
        assert duckdb.read_parquet(str(tmp_path / name)).count("*").fetchall() == [(17,)]
    if name.endswith("json"):
        assert len(json.loads((tmp_path / name).read_text("utf-8"))) == 17
    assert (tmp_path / name).stat().st_size > 0


@pytest.mark.parametrize("name", ["out.pgn", "out.vgn", "out.bgnl", "out.pgn.zst", "out.epd"])
def test_the_verb_writes_games_in_their_formats(name: str, tmp_path: Path) -> None:
    done = run(str(HISTORIC), "mate", "-o", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    assert "45 games read" in done.stderr
    assert "17 written" in done.stderr
    assert "28 games did not match" in done.stderr


def test_the_verb_marks_places(tmp_path: Path) -> None:
    run(str(HISTORIC), "check", "-o", str(tmp_path / "o.pgn"), "--find-comment", "here", "--all", "--quiet")
    assert (tmp_path / "o.pgn").read_text("utf-8").count("{here}") == len(rows(HISTORIC, "check"))


def test_the_verb_marks_a_wrong_pattern_and_exits_with_2() -> None:
    done = run(str(HISTORIC), "check and or mate")
    assert done.returncode == 2
    assert "  | check and or mate\n  |           ^^\n" in done.stderr
    assert "hint:" in done.stderr


def test_the_verb_refuses_what_has_no_effect() -> None:
    assert run(str(HISTORIC)).returncode == 2
    assert run(str(HISTORIC), "mate", "--find-comment", "x").returncode == 2
    assert run(str(HISTORIC), "mate", "--count", "-o", "x.csv").returncode == 2


def test_a_closed_pipe_ends_the_verb() -> None:
    command = f"{sys.executable} -m scoresheet find {HISTORIC} check --all --to csv --quiet | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == "source,game,ply,fen\n"
    assert done.stderr == ""


def test_real_games_have_the_same_places_in_every_form(tmp_path: Path) -> None:
    source = real_games.find("lichess_2013-01_part.pgn")
    if source is None:
        pytest.skip("there are no real games")
    most = max(500, rounds(3000))
    packed, lists = tmp_path / "packed.parquet", tmp_path / "lists.parquet"
    scoresheet.convert(source, packed, columns=["tags", "packed"], no_sort=True, limit=most)
    scoresheet.convert(source, lists, columns=["tags", "moves"], no_sort=True, limit=most)
    for pattern in PATTERNS:
        expected = rows(source, pattern, limit=most)
        assert rows(packed, pattern) == expected == rows(lists, pattern)
