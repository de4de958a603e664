"""The questions about positions and clocks, compared with a plain computation over the same games."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import pytest

import scoresheet

NAMES = ["historic.pgn", "generated.pgn", "clocks.pgn.zst"]


@pytest.fixture(scope="module")
def table(root, tmp_path_factory) -> str:
    path = str(tmp_path_factory.mktemp("table") / "games.parquet")
    columns = ["tags", "summary", "packed", "notes"]
    scoresheet.convert([root / "examples" / name for name in NAMES], path, columns=columns)
    return path


@pytest.fixture(scope="module")
def games(table) -> list[tuple[scoresheet.Game, dict]]:
    """Each game with its row, in the order of dates."""
    relation = scoresheet.query(table, "SELECT * FROM games")
    rows = [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()]
    return list(zip(scoresheet.read(table), rows, strict=True))


def result(row: dict) -> str:
    return row["termination"] if row["termination"] not in (None, "*") else row["result"]


def test_time(table, games) -> None:
    spent = defaultdict(list)
    for _, row in games:
        clocks = row["clock_ms"] or []
        for place in range(2, len(clocks)):
            if clocks[place] is not None and clocks[place - 2] is not None:
                phase = "opening" if place + 1 <= 12 else "middlegame" if place + 1 <= 40 else "endgame"
                took = clocks[place - 2] - clocks[place] + 1000 * (row["increment_seconds"] or 0)
                spent[phase].append(took)
    total = sum(map(sum, spent.values()))
    expected = [
        (phase, len(spent[phase]), sum(spent[phase]) / len(spent[phase]) / 1000,
         statistics.median(spent[phase]) / 1000, max(spent[phase]) / 1000, 100 * sum(spent[phase]) / total)
        for phase in ("opening", "middlegame", "endgame")
    ]  # fmt: skip
    found = scoresheet.query(table, "time", opening=12, middlegame=40).fetchall()
    assert len(found) == 3
    for row, wanted in zip(found, expected, strict=True):
        assert row == pytest.approx(wanted, abs=0.0501)


def test_endgames(table, games) -> None:
    counts: Counter[str] = Counter()
    plies = defaultdict(list)
    draws: Counter[str] = Counter()
    for _, row in games:
        sides = [side.replace("P", "") for side in row["final_material"].split("v")]
        if any(len(side) > 3 for side in sides):
            continue
        name = "v".join(sorted(sides, key=lambda side: (len(side), side), reverse=True))
        counts[name] += 1
        draws[name] += result(row) == "1/2-1/2"
        plies[name].append(row["ply_count"])
    found = scoresheet.query(table, "endgames", pieces=2, top=100).fetchall()
    assert {row[0]: row[1] for row in found} == counts
    assert {row[0]: row[4] for row in found} == {name: draws[name] for name in counts}
    assert {row[0]: row[6] for row in found} == {
        name: pytest.approx(statistics.mean(lengths), abs=0.0501) for name, lengths in plies.items()
    }
    assert [row[1] for row in found] == sorted(counts.values(), reverse=True)
    assert len(scoresheet.query(table, "endgames", top=3).fetchall()) == 3


def test_endgames_are_named_by_the_side_with_more(tmp_path) -> None:
    path = tmp_path / "endings.pgn"
    path.write_text(
        '[FEN "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra2 1-0\n\n'
        '[FEN "4k2r/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 1-0\n\n'
        '[FEN "4k2r/7p/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd1 0-1\n'
    )
    assert scoresheet.query(path, "endgames").fetchall() == [("KRvK", 3, 100.0, 1, 0, 2, 1.0)]


def test_novelties(table, games) -> None:
    seen: set[int] = set()
    expected = {}
    ordered = sorted(games, key=lambda pair: (pair[1]["date"] is None, pair[1]["date"] or date.max,
                                              pair[1]["source"], pair[1]["game"]))  # fmt: skip
    for game, row in ordered:
        own = [(node.ply, node.position.hash, node.san) for node in list(game.mainline())[:30]]
        new = next(((ply, san) for ply, key, san in own if key not in seen), None)
        seen |= {key for _, key, _ in own}
        if new:
            expected[Path(row["source"]).name, row["game"]] = new
    found = scoresheet.query(table, "novelties", plies=30, top=1000).fetchall()
    assert {(Path(row[0]).name, row[1]): (row[5], row[6]) for row in found} == expected
    assert [row[5] for row in found] == sorted((ply for ply, _ in expected.values()), reverse=True)


def test_structure(table, games) -> None:
    expected: Counter[str | None] = Counter()
    for game, row in games:
        if row["fen"] is None and any(node.position.is_check for node in game.mainline()):
            expected[game.opening.eco if game.opening else None] += 1
    found = scoresheet.query(table, "structure", pattern="check", top=1000).fetchall()
    usual = sum(expected.values())
    assert sum(row[1] for row in found) >= usual > 10
    assert all(row[1] >= expected[row[0]] for row in found)
    assert all(row[1] >= row[3] + row[4] + row[5] for row in found)


def test_a_wrong_pattern_is_refused(table) -> None:
    with pytest.raises(scoresheet.UsageError, match="the pattern `check and` is wrong"):
        scoresheet.query(table, "structure", pattern="check and").fetchall()


def test_sacrifices(table, games) -> None:
    expected = {}
    for side in ("white", "black"):
        pattern = scoresheet.Pattern(f"{side} gives 2 for 4 plies")
        found = [(pattern.first(game), result(row)) for game, row in games]
        first = [ply for ply, _ in found if ply is not None]
        ended = [marker for ply, marker in found if ply is not None]
        won, lost = ("1-0", "0-1") if side == "white" else ("0-1", "1-0")
        counts = (ended.count(won), ended.count("1/2-1/2"), ended.count(lost))
        expected[side] = (len(first), *counts, pytest.approx(statistics.mean(first) - 3, abs=0.0501))
    rows = scoresheet.query(table, "sacrifices", pawns=2, plies=4).fetchall()
    assert [row[0] for row in rows] == ["white", "black"]
    assert {row[0]: row[1:] for row in rows} == expected
    assert expected["white"][0] > 5
