"""Pictures of rows: that every value is drawn where it belongs, and that texts cannot change the picture."""

from __future__ import annotations

import datetime
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command_line import run_text as run
from scoresheet import UsageError
from scoresheet.engines.charts import chart

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str) -> ElementTree.Element:
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(found.itertext()) for found in root.iter(f"{SVG}text")]


def widths(root: ElementTree.Element) -> list[float]:
    """The widths of the bars, without the background and the legend."""
    found = [
        (float(each.get("width")), each.get("height"))
        for each in root.iter(f"{SVG}rect")
        if "%" not in each.get("width")
    ]
    return [width for width, height in found if height == "16"]


def test_results_are_parts_of_a_bar() -> None:
    root = drawn(
        chart("Score", ["opening", "games", "won", "drawn", "lost"], [("C50", 4, 1, 2, 1), ("B01", 0, 0, 0, 0)])
    )
    assert widths(root) == [pytest.approx(width) for width in (107.5, 215, 107.5, 0, 0, 0)]
    assert {"Score", "C50", "B01", "50 % of 4", "? of 0", "won", "drawn", "lost"} <= set(texts(root))


def test_numbers_are_bars_from_zero() -> None:
    root = drawn(
        chart(
            "Standings",
            ["event", "rank", "player", "points"],
            [("E", 1, "A", 8.5), ("E", 2, "B", None), ("E", 3, "C", 4.25)],
        )
    )
    assert widths(root) == [460, 0, 230]
    assert {"E A", "E B", "E C", "8.5", "4.25", "points"} <= set(texts(root))


def test_lines_go_through_all_points_in_their_order() -> None:
    rows = [
        ("2024-02", "blitz", 10, 1600), ("2024-01", "blitz", 10, 1500), (None, "blitz", 1, 1550),
        ("2024-01", "rapid", 1, None), ("2024-03", None, 1, 1520),
    ]  # fmt: skip
    root = drawn(chart("Rating", ["month", "speed", "games", "elo"], rows))
    lines = [
        [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        for line in root.iter(f"{SVG}polyline")
    ]
    assert [len(line) for line in lines] == [2, 1]
    (first, second), _ = lines
    assert first[0] < second[0]
    assert first[1] > second[1], "a higher rating is higher"
    assert len(list(root.iter(f"{SVG}circle"))) == 3
    assert {"blitz", "?", "1,500", "1,600", "2024-01-01", "2024-03-01"} <= set(texts(root))
    days = drawn(chart("x", ["day", "elo"], [(datetime.date(2020, 1, 1), 1), (datetime.date(2024, 1, 1), 1)]))
    assert {"2020-01", "2024-01", "elo"} <= set(texts(days))


def test_texts_are_shown_and_never_read() -> None:
    label = "<script>alert(1)</script>\"&'"
    root = drawn(chart(label, ["x", "points"], [(label, 1)]))
    assert label in texts(root)
    assert not list(root.iter(f"{SVG}script"))


def test_many_rows_are_cut_and_counted() -> None:
    root = drawn(chart("x", ["player", "points"], [(str(number), number) for number in range(1234)]))
    assert len(widths(root)) == 200
    assert texts(root)[-1] == "and 1,034 more"


def test_any_text_and_number_makes_a_picture() -> None:
    odd = "A\x1b[31m\ufffe\uffff"
    root = drawn(chart(odd, ["name", "won", "drawn", "lost"], [(odd, -3, float("nan"), 1), ("B", float("inf"), 0, 2)]))
    assert widths(root) == [0, 0, 430, 0, 0, 430]
    assert "A\ufffd[31m\ufffd\ufffd" in texts(root)
    drawn(chart("x", ["name", "points"], [("A", float("nan")), ("B", -3.5)]))


def test_times_of_day_and_dates_in_other_columns_are_times() -> None:
    rows = [(datetime.datetime(2024, 1, 1, 12), "blitz", 1500), (datetime.datetime(2024, 3, 1), "blitz", 1510)]
    assert len(list(drawn(chart("x", ["month", "speed", "elo"], rows)).iter(f"{SVG}circle"))) == 2
    games = [("a.pgn", number, f"2024-0{number}-01", "blitz", "white", 1500) for number in (1, 2, 3)]
    root = drawn(chart("x", ["source", "game", "date", "speed", "color", "elo"], games))
    assert len(list(root.iter(f"{SVG}circle"))) == 3
    assert "blitz" in texts(root)


@pytest.mark.parametrize(
    ("columns", "rows", "said"),
    [
        (["white"], [("A",)], "no picture"),
        (["games"], [(3,)], "no picture"),
        (["player", "points"], [], "no rows"),
        (["month", "elo"], [("soon", 3), ("2024-13", 4), (None, 5)], "both a date and a number"),
    ],
)
def test_other_rows_have_no_picture(columns: list[str], rows: list[tuple[object, ...]], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        chart("x", columns, rows)


def test_the_command_draws(tmp_path: Path) -> None:
    target = tmp_path / "found.svg"
    done = run("query", "examples/historic.pgn", "@opponents", "player=Morphy, Paul", "top=3", "-o", target, "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert {"@opponents player=Morphy, Paul top=3", "Anderssen, Adolf", "100 % of 1"} <= set(
        texts(drawn(target.read_text()))
    )
    shown = run(
        "query",
        "examples/historic.pgn",
        "select white, count(*) as games from games group by all",
        "--to",
        "svg",
        "--quiet",
    )
    assert "Morphy, Paul" in texts(drawn(shown.stdout))
    failed = run("query", "examples/historic.pgn", "select white from games", "-o", tmp_path / "x.svg")
    assert failed.returncode == 2
    assert re.search("error: these rows have no picture", failed.stderr)
    assert not (tmp_path / "x.svg").exists()
