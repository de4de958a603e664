"""Patterns about evaluations and NAGs: every source agrees with a plain search through objects."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from scoresheet import Node, UsageError

GAMES = """[White "A"]
[Result "1-0"]

{[%eval 9.0] Before it starts.} 1. e4 $1 {[%eval 0.35]} (1. d4 $4 {[%eval -9]}) 1... e5 {[%eval 0.2,24] [%clk 0:01:00]}
2. Qh5 ?! {[%eval -0.4]} 2... Nc6 {good} {[%eval -0.3] [%eval 5]} 3. Bc4 {[%eval -0.38]} Nf6 ?? (3... g6) {[%eval #1]}
4. Qxf7# !! 1-0

[White "B"]

1. f3 {[%eval -0.9]} e5 {[%eval -0.8]} 2. g4 $4 $16 {[%eval #-1]} Qh4# {[%eval #0]} 0-1

[White "C"]

1. e4 e5 2. Nf3 $6 Nc6 $17 *

[White "D"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/r7/8/4K2R b K - 0 1"]

1... Re3+ {[%eval 3.5]} 2. Kf1 {[%eval 0.4]} Kd7 {[%eval 0.4]} 3. Rh7 {[%eval -2.7]} *
"""

BEYOND = 10**9


def worth(node: Node | None) -> int | None:
    """An evaluation as a number, in which mates are beyond all others."""
    if node is None or node.ply == 0:
        return 15
    if node.eval is None or node.eval.mate == 0:
        return None
    return node.eval.cp if node.eval.mate is None else BEYOND if node.eval.mate > 0 else -BEYOND


def compares(test: Callable[[int], bool]) -> Callable[[Node], bool]:
    def holds(node: Node) -> bool:
        own = worth(node)
        return node.ply > 0 and own is not None and test(own)

    return holds


def drops(least: int) -> Callable[[Node], bool]:
    def holds(node: Node) -> bool:
        before, after = worth(node.parent), worth(node)
        if node.ply == 0 or before is None or after is None:
            return False
        return (before - after if node.position.turn == "black" else after - before) >= least

    return holds


EVALS: dict[str, Callable[[Node], bool]] = {
    "eval > 30": compares(lambda cp: cp > 30),
    "eval < -50": compares(lambda cp: cp < -50),
    "eval 20-40": compares(lambda cp: 20 <= cp <= 40),
    "eval = -40": compares(lambda cp: cp == -40),
    "eval mate": lambda node: node.ply > 0 and node.eval is not None and node.eval.mate is not None,
    "eval drops 60": drops(60),
    "eval drops 300": drops(300),
    "eval drops 1": drops(1),
    "not eval < 0": lambda node: not compares(lambda cp: cp < 0)(node),
    "eval > 30 colours swapped": compares(lambda cp: abs(cp) > 30),
    "white move Qh5 and eval < 0": lambda node: node.san == "Qh5" and compares(lambda cp: cp < 0)(node),
    "ply 2 or eval mate and not check": lambda node: (
        node.ply == 2 or (EVALS["eval mate"](node) and not node.position.is_check)
    ),
}
NAGS: dict[str, Callable[[Node], bool]] = {
    "nag ??": lambda node: node.ply > 0 and 4 in node.nags,
    "nag $4": lambda node: node.ply > 0 and 4 in node.nags,
    "nag ?! or nag !": lambda node: node.ply > 0 and not {1, 6}.isdisjoint(node.nags),
    "nag $16 colours swapped": lambda node: node.ply > 0 and not {16, 17}.isdisjoint(node.nags),
    "nag ?? and eval mate": lambda node: 4 in node.nags and node.eval is not None and node.eval.mate is not None,
    "(not nag $4) for 4 plies": lambda node: node.ply > 2 and all(4 not in before.nags for before in last(node, 4)),
}
PATTERNS = EVALS | NAGS


def last(node: Node, plies: int) -> list[Node]:
    found = [node]
    while len(found) < plies and found[-1].parent is not None:
        found.append(found[-1].parent)
    return found


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("notes") / "games.pgn"
    path.write_text(GAMES, "utf-8")
    return path


@pytest.fixture(scope="module")
def sources(games: Path) -> dict[str, Path]:
    """The same games with complete stored annotation."""
    wanted: dict[str, dict[str, Any]] = {
        "games.vgn": {},
        "games.bgnl": {},
        "games.bgnx": {},
        "games.cpgn": {},
        "games.scz": {},
        "text.parquet": {"columns": ["tags", "text"], "no_sort": True},
        "games.pgn.zst": {},
        "games.sqlite": {"columns": ["tags", "doc"]},
        "games.duckdb": {"columns": ["tags", "doc"]},
    }
    made = {"games.pgn": games}
    for name, options in wanted.items():
        made[name] = games.parent / name
        scoresheet.convert(games, made[name], **options)
    return made


def rows(source: Any, pattern: str, *, everywhere: bool = True, **options: Any) -> list[tuple[int, int, str]]:
    found = scoresheet.read(source, **options).matches(pattern, everywhere=everywhere).arrow()
    return [(row["game"], row["ply"], row["fen"]) for row in found.to_pylist()]


def expected(source: Any, pattern: str) -> list[tuple[int, int, str]]:
    return [
        (number, node.ply, node.position.fen())
        for number, game in enumerate(scoresheet.read(source), 1)
        for node in (game.root, *game.mainline())
        if PATTERNS[pattern](node)
    ]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_source_has_the_places_of_a_plain_search(pattern: str, games: Path, sources: dict[str, Path]) -> None:
    wanted = expected(games, pattern)
    assert wanted
    firsts = sorted({number: (number, ply, fen) for number, ply, fen in reversed(wanted)}.values())
    for name, source in sources.items():
        assert rows(source, pattern) == wanted, name
        assert rows(source, pattern, everywhere=False) == firsts, name
        assert rows(source, pattern, threads=1) == wanted, name
        found = [game.tags["White"] for game in scoresheet.read(source).find(pattern)]
        assert found == ["ABCD"[number - 1] for number, _, _ in firsts], name


@pytest.mark.parametrize("pattern", PATTERNS)
def test_objects_have_the_same_places(pattern: str, games: Path) -> None:
    compiled, wanted = scoresheet.Pattern(pattern), expected(games, pattern)
    for number, game in enumerate(scoresheet.read(games), 1):
        plies = [ply for found, ply, _ in wanted if found == number]
        assert compiled.plies(game) == plies
        assert compiled.first(game) == (plies[0] if plies else None)


@pytest.mark.parametrize("columns", [["tags", "packed", "notes"], ["tags", "moves", "eval_cp", "eval_mate"]])
def test_columns_of_evaluations_are_searched(games: Path, tmp_path: Path, columns: list[str]) -> None:
    stored = tmp_path / "games.parquet"
    scoresheet.convert(games, stored, columns=columns, no_sort=True)
    for pattern in EVALS:
        assert rows(stored, pattern) == expected(games, pattern), pattern
    report = scoresheet.convert(stored, tmp_path / "out.pgn", find="eval drops 300")
    assert report.written == 3
    for pattern in ("nag ??", "nag ?? or eval > 0"):
        with pytest.raises(UsageError, match="lacks `text`, required by the pattern"):
            rows(stored, pattern)


def test_a_source_without_notes_is_refused(games: Path, tmp_path: Path) -> None:
    stored = tmp_path / "games.parquet"
    scoresheet.convert(games, stored, columns=["tags", "packed"])
    with pytest.raises(UsageError, match=r"games\.parquet` lacks `notes`, required by the pattern"):
        rows(stored, "eval > 0")
    with pytest.raises(UsageError, match="lacks `notes`") as caught:
        scoresheet.convert(stored, tmp_path / "out.pgn", find="eval > 0")
    assert "convert the games again" in str(caught.value.hint)
    with pytest.raises(UsageError, match="lacks `notes`"):
        list(scoresheet.read(stored).find("move e4").find("eval > 0"))
    assert rows(stored, "move e4")


def test_moves_in_sql_have_no_notes(games: Path) -> None:
    with pytest.raises(UsageError, match="the pattern `nag !` tests evaluations or NAGs, which moves do not have"):
        scoresheet.query(games, "select matches(packed_moves, fen, 'nag !') from games").fetchall()


def marked(games: Path, pattern: str) -> str:
    found = next(iter(scoresheet.read(games).find(pattern, comment="here {ply}", everywhere=True)))
    return found.to("pgn").rpartition("]\n\n")[2].strip().replace("\n", " ")


def test_a_comment_marks_the_move_after_its_annotation(games: Path) -> None:
    assert "{[%eval 0.2,24] [%clk 0:01:00]} {here 2} 2. Qh5" in marked(games, "eval 20")
    assert marked(games, "nag !!").endswith("4. Qxf7# $3 {here 7} 1-0")
    text = marked(games, "nag ??")
    assert text.count("here") == 1
    assert "{[%eval #1]} {here 6} 4. Qxf7#" in text


def test_boards_that_were_found_are_written(games: Path, tmp_path: Path) -> None:
    for pattern in PATTERNS:
        report = scoresheet.convert(games, tmp_path / "out.fen", find=pattern, find_all=True, force=True)
        boards = (tmp_path / "out.fen").read_text("utf-8").splitlines()
        assert boards == [fen for _, _, fen in expected(games, pattern)], pattern
        assert report.written == len({number for number, _, _ in expected(games, pattern)})
    # What the search looks at is lost all the same.
    plain = scoresheet.convert(games, tmp_path / "plain.fen", find="any")
    noted = scoresheet.convert(games, tmp_path / "noted.fen", find="any or nag !")
    assert plain.losses == noted.losses
    assert {loss.kind for loss in noted.losses} >= {"comment", "command", "nag", "variation"}


def test_selections_after_a_pattern_take_what_it_found(games: Path, tmp_path: Path) -> None:
    assert [game.tags["White"] for game in scoresheet.read(games).find("nag ??").reverse()] == ["B", "A"]
    assert [game.tags["White"] for game in scoresheet.read(games).find("eval drops 300").limit(2)] == ["A", "B"]
    assert [game.tags["White"] for game in scoresheet.read(games).strip("nags").find("nag ??")] == []
    scoresheet.convert(games, tmp_path / "out.pgn", find="nag ??", strip=["nags"])
    assert len(list(scoresheet.read(tmp_path / "out.pgn"))) == 2


@pytest.mark.parametrize(
    ("pattern", "message", "column"),
    [
        ("eval", "expected a comparison, such as `>= 3`, or a number, but the pattern ends here", 5),
        ("eval > 0.5", "expected a comparison, such as `>= 3`, or a number, not `0.5`", 8),
        ("eval drops", "expected a number of hundredths of a pawn, from 1 to 1000000, but the pattern ends here", 11),
        ("eval drops 0", "expected a number of hundredths of a pawn, from 1 to 1000000, not `0`", 12),
        ("eval falls 3", "expected a comparison, such as `>= 3`, or a number, not `falls`", 6),
        ("nag", "expected a NAG, such as `$4` or `??`, but the pattern ends here", 4),
        ("nag 4", "expected a NAG, such as `$4` or `??`, not `4`", 5),
        ("nag $256", "expected a NAG, such as `$4` or `??`, not `$256`", 5),
        ("nag e5", "expected a NAG, such as `$4` or `??`, not `e5`", 5),
    ],
)
def test_wrong_patterns_are_refused(pattern: str, message: str, column: int) -> None:
    with pytest.raises(scoresheet.PatternError) as caught:
        scoresheet.Pattern(pattern)
    assert message in str(caught.value)
    assert caught.value.column == column
