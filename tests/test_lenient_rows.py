"""How other programs read the rows of the page of leniencies: it is stored for each row, and described."""

from __future__ import annotations

import sys
from typing import Any

import chess
import pytest
from bench.leniencies import by_python_chess, extracted

import lenient_rows
import measured
from lenient_rows import Reading, Row
from levels import slow

KEPT = lenient_rows.measured()
ROWS = {row.name: row for row in lenient_rows.rows() if row.is_pgn}
NAMES = list(ROWS)
GAME = Reading({"White": "Alder"}, "1-0", "c2c4 $1 e7e5 (c7c5 $10 g1f3) b1c3")
MADE_BY = (
    "rows were added or changed: run `python -m bench.leniencies`, then `make docs` and `python tools/measured.py`"
)


def row(**facts: Any) -> Row:
    return Row({"id": "one", "kind": "some", "text": "", **facts})


def test_what_other_programs_read_is_kept_for_each_row_of_the_page() -> None:
    assert {name: made["input"] for name, made in KEPT["rows"].items()} == {
        name: row.digest for name, row in ROWS.items()
    }, MADE_BY
    assert list(KEPT["versions"]) == ["python-chess", "pgn-extract"]
    for made in KEPT["rows"].values():
        assert set(made) == {"input", *KEPT["versions"]}


def test_measured_figures_are_for_stored_data() -> None:
    kinds = lenient_rows.right_by_kind(KEPT)
    assert all(counts["rows"] == counts[lenient_rows.OURS] for counts in kinds.values())
    assert sum(counts["rows"] for counts in kinds.values()) == sum(row.is_judged for row in ROWS.values())
    section = measured.sections(measured.PAGE.read_text("utf-8"))["Leniencies"]
    assert measured.leniency_counts(kinds, KEPT["versions"]) in section, MADE_BY


@pytest.mark.parametrize("name", [*NAMES[::50], *slow(name for name in NAMES if name not in NAMES[::50])])
def test_python_chess_reads_what_is_kept(name: str) -> None:
    if chess.__version__ != KEPT["versions"]["python-chess"]:
        pytest.skip(f"python-chess {chess.__version__} is installed")
    assert by_python_chess(sys.executable, ROWS[name]) == KEPT["rows"][name]["python-chess"]


def test_games_of_pgn_extract_are_read_from_its_output() -> None:
    tags = '[Event "?"]\n[Site "Town Hall"]\n[White "Alder "Ace" Finn"]\n[Result "{}"]\n\n'
    moves = "1. c2c4 $1 (1. g1f3 -- 2. e1g1) 1... e7e5\n$14 2. a7a8Q+ (2. a7b8N ()) 1-0\n\n"
    games = list(extracted(tags.format("1-0") + moves + tags.format("?") + "\n"))
    said = {"Site": "Town Hall", "White": 'Alder "Ace" Finn'}
    assert games == [
        Reading(said, "1-0", "c2c4 $1 (g1f3 0000 e1g1) e7e5 $14 a7a8q (a7b8n)"),
        Reading(said, "*", ""),
    ]
    assert list(extracted("\n")) == []
    with pytest.raises(SystemExit, match="`Nf3` among moves"):
        list(extracted(tags.format("*") + "1. Nf3 *\n"))


def test_our_games_have_the_same_form() -> None:
    text = '[White "Alder"]\n[SetUp "1"]\n[Round "?"]\n\n1. c4! {so} e5 (1... c5 $10 2. Nf3) 2. Nc3 1-0\n'
    assert row(text=text).readings() == [GAME]
    assert GAME.main_line() == (["c2c4", "e7e5", "b1c3"], {1: [1]})
    assert row(text='{"a": 1}', ext="json").readings() == []


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ([GAME], []),
        ([], ["no games"]),
        ([GAME, GAME], ["2 games"]),
        ([Reading({}, "1-0", GAME.line)], ["no tag White"]),
        (
            [Reading({"White": "Al", "Site": "Hall"}, "*", GAME.line)],
            ["tag White is `Al`, tag Site is `Hall`, result `*`"],
        ),
        ([Reading(GAME.tags, "1-0", "")], ["no moves"]),
        ([Reading(GAME.tags, "1-0", "c2c4 e7e5")], ["2 of 3 plies"]),
        ([Reading(GAME.tags, "1-0", "c2c4 e7e5 b1c3 g8f6")], ["4 plies instead of 3"]),
        ([Reading(GAME.tags, "1-0", "c2c4 c7c5 b1c3")], ["other moves from ply 2 on"]),
        ([Reading(GAME.tags, "1-0", "c2c4 e7e5 $14 b1c3")], ["no `$1`, adds `$14`"]),
        ([Reading(GAME.tags, "1-0", "c2c4 $3 e7e5 b1c3")], ["`$3` for `$1`"]),
        ([Reading(GAME.tags, "1-0", "c2c4 $1 e7e5 (c7c5 g1f3) b1c3")], ["variations differ"]),
    ],
)
def test_differences_are_described_in_a_few_words(other: list[Reading], told: list[str]) -> None:
    assert lenient_rows.differences([GAME], other) == told


def test_differences_of_several_games_name_them() -> None:
    other = Reading({}, "*", GAME.line)
    assert lenient_rows.differences([GAME, GAME, GAME], [other, GAME, other]) == [
        "game 1: no tag White, result `*`",
        "game 3: no tag White, result `*`",
    ]


@pytest.mark.parametrize(
    ("facts", "missed"),
    [
        ({"games": 1, "plies": 3, "status": 1, "errors": {"stray": 1}}, []),
        ({"games": 2, "plies": 4}, ["games", "plies"]),
        ({"tags": [[0, "White", "Alder"], [0, "Black", None], [0, "Result", "1-0"]]}, []),
        ({"tags": [[0, "White", "Elm"], [1, "White", "Alder"]]}, ["tag White", "tag White"]),
        ({"result": [[0, "1-0"], [1, "*"]]}, ["result"]),
        ({"moves": [[0, "c2c4 e7e5 b1c3"]], "nags": [[0, 1, [1]], [0, 2, []]]}, []),
        ({"moves": [[0, "c2c4"]], "nags": [[0, 1, [1, 14]]]}, ["moves", "nags"]),
    ],
)
def test_facts_are_looked_up_in_what_was_read(facts: dict[str, Any], missed: list[str]) -> None:
    assert lenient_rows.missed(row(**facts), [GAME]) == missed


def test_cells_show_that_nothing_was_measured() -> None:
    made = {"reports": True, "games": []}
    given = row(text="1. c4 *\n")
    kept = {
        "versions": {"a": "1", "b": "2"},
        "rows": {"one": {"input": given.digest, "a": made, "b": {"failure": "crashes"}}},
    }
    assert lenient_rows.cells(given, kept) == ["no games; reports a problem", "crashes"]
    assert lenient_rows.cells(row(text="1. d4 *\n"), kept) == ["not measured", "not measured"]
    assert lenient_rows.cells(row(text="c4\n", ext="san"), kept) == ["not PGN", "not PGN"]


def test_the_page_has_a_cell_for_each_program_and_row() -> None:
    page = (lenient_rows.EDGES.parents[1] / "docs" / "reference" / "leniencies.md").read_text("utf-8")
    assert "not measured" not in page, MADE_BY
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert len(rows) == len(list(lenient_rows.rows()))
