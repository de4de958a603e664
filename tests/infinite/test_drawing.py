"""Boards without edges as pictures: which lines they show, how pieces look, and how omitted parts are marked."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
import resvg_py
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import UsageError, infinite
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command as main
from scoresheet.drawing.infinite_terminal import infinite_board_lines
from scoresheet.drawing.labels import about, amount, labels_of
from scoresheet.drawing.movetext import stretches
from scoresheet.drawing.page import page_html
from scoresheet.drawing.terminal import Look
from scoresheet.drawing.theme import MARKS
from scoresheet.drawing.views import view_of
from scoresheet.drawing.window import Axis, Gap, Run, Window, window_of
from scoresheet.infinite import Move, Piece, Position
from scoresheet.infinite.document import Border, PresetRay
from scoresheet.infinite.pieces import KINDS

ROOT = Path(__file__).resolve().parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"

# Windows


def scattered(count: int, digits: int, seed: int = 7) -> dict[tuple[int, int], int]:
    """Pieces anywhere, those of some clusters near each other."""
    chance = random.Random(seed)
    centres = [tuple(chance.randint(-(10**digits), 10**digits) for _ in "xy") for _ in range(1 + count // 20)]
    return {
        (chance.choice(centres)[0] + chance.randint(-9, 9), chance.choice(centres)[1] + chance.randint(-9, 9)): index
        for index in range(count)
    }


def lines(axis: Axis) -> list[int]:
    """The lines of an axis according to its parts."""
    runs = [part for part in axis.parts if isinstance(part, Run)]
    return [line for run in runs for line in range(run.first, run.last + 1)]


def check_axis(axis: Axis, pieces: list[int], most: int) -> None:
    """What holds for every axis of every picture; `pieces` are the lines that they are on."""
    assert 1 <= len(axis) <= most
    assert [type(part) for part in axis.parts] == [Run, Gap] * (len(axis.parts) // 2) + [Run]
    for left, right in pairwise(axis.parts):
        assert right.first == left.last + 1
    assert sorted(axis.slots) == lines(axis)
    assert sorted({*axis.slots.values(), *(slot for slot, part in axis.laid() if isinstance(part, Gap))}) == list(
        range(len(axis))
    )
    for part in axis.parts:
        if isinstance(part, Gap):
            assert part.size >= 2
            assert part.pieces == sum(part.first <= line <= part.last for line in pieces)
    drawn = lines(axis)
    assert axis.beyond == (sum(line < drawn[0] for line in pieces), sum(line > drawn[-1] for line in pieces))


@pytest.mark.parametrize("most", [3, 10, 64])
@pytest.mark.parametrize("digits", [1, 3, 30, 60])
@pytest.mark.parametrize("count", [1, 2, 32, 200, 2000])
def test_a_window_is_bounded_and_reports_what_it_leaves_out(count: int, digits: int, most: int) -> None:
    pieces = scattered(count, digits)
    window: Window[int] = window_of(pieces, columns=most, rows=most)
    check_axis(window.columns, [x for x, _ in pieces], most)
    check_axis(window.rows, [y for _, y in pieces], most)
    assert window.pieces == {square: piece for square, piece in pieces.items() if window.shows(square)}
    assert window.outside == len(pieces) - len(window.pieces)
    assert window.pieces


def test_everything_is_drawn_if_there_is_room() -> None:
    far = {(sign * 10**60 + step, sign * step): step for sign in (1, -1) for step in range(9)}
    assert window_of(far).outside == 0


def test_near_lines_are_at_true_distance() -> None:
    window = window_of({(1, 1): "K", (8, 8): "k"})
    assert window.columns.parts == window.rows.parts == (Run(0, 9),)


def test_a_far_piece_is_beyond_a_gap() -> None:
    window = window_of({(0, 0): "K", (10**30, -(10**30)): "k"})
    assert window.columns.parts == (
        Run(-1, 1),
        Gap(2, 10**30 - 2, 0),
        Run(10**30 - 1, 10**30 + 1),
    )
    assert window.columns.parts[1].size == 10**30 - 3
    assert window.rows.slots == {-(10**30) - 1: 0, -(10**30): 1, -(10**30) + 1: 2, -1: 4, 0: 5, 1: 6}


def test_of_too_many_pieces_the_first_ones_are_drawn() -> None:
    pieces = {(x, y): "P" for x in range(316) for y in range(316)} | {(10**40, 5): "K", (4, 10**41): "k"}
    window = window_of(pieces, first=[(300, 300), (10**40, 5), (4, 10**41)], columns=40, rows=30)
    assert {(300, 300), (10**40, 5), (4, 10**41)} <= window.pieces.keys()
    assert len(window.columns) <= 40
    assert len(window.rows) <= 30
    # Around them and in the thick of them everything is drawn.
    assert len(window.pieces) > 0.5 * 40 * 30
    assert window.outside == len(pieces) - len(window.pieces)


@pytest.mark.slow
def test_a_hundred_thousand_scattered_pieces_leave_a_small_window() -> None:
    chance = random.Random(3)
    pieces = {(chance.randint(-(10**60), 10**60), chance.randint(-(10**60), 10**60)): 0 for _ in range(100_000)}
    window = window_of(pieces)
    assert max(len(window.columns), len(window.rows)) <= 64
    assert len(window.pieces) >= 20
    assert window.outside + len(window.pieces) == 100_000


@pytest.mark.parametrize("border", [Border(1, 8, 1, 8), Border(1, None, None, 8), Border(-(10**9), 10**9, -5, 12)])
def test_the_border_is_drawn_and_nothing_beyond_it(border: Border) -> None:
    window = window_of({(1, 1): "K", (8, 8): "k"}, border=border)
    for axis, low, high in ((window.columns, *border[:2]), (window.rows, *border[2:])):
        drawn = lines(axis)
        assert axis.ends == (low is not None, high is not None)
        assert drawn[0] == (0 if low is None else low)
        assert drawn[-1] == (9 if high is None else high)


def test_an_empty_board_has_a_window() -> None:
    assert window_of({}).columns.parts == (Run(-1, 1),)
    assert window_of({}, border=Border(100, 200, None, None)).columns.ends == (True, True)


# Numbers in little room


@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        (0, "0"),
        (2, "2"),
        (999, "999"),
        (1_000_000, "1,000,000"),
        (9_999_999_999, "9,999,999,999"),
        (10**10, "10^10"),
        (10**10 + 1, "~10^10"),
        (-(10**10), "-10^10"),
        (12 * 10**38, "1.2·10^39"),
        (95 * 10**38 + 1, "~9.5·10^39"),
        (9949 * 10**36, "~9.9·10^39"),
        (9950 * 10**36, "~10^40"),
        (10**40 - 3, "~10^40"),
    ],
)
def test_long_numbers_are_rounded(number: int, wanted: str) -> None:
    assert amount(number) == wanted


@pytest.mark.parametrize("seed", range(20))
def test_a_rounded_number_is_near(seed: int) -> None:
    number = random.Random(seed).randint(10**11, 10**60)
    head, power = re.fullmatch(r"~?([0-9.]+)·10\^([0-9]+)", about(number, 5)).groups()  # type: ignore[union-attr]
    said = int(float(head) * 10**4 + 0.5) * 10 ** (int(power) - 4)
    assert abs(said - number) * 2 * 10**4 <= 10 ** int(power)


@pytest.mark.parametrize("digits", [3, 7, 12, 30, 60])
def test_labels_are_short_and_name_each_line_once(digits: int) -> None:
    for seed in range(10):
        axis = window_of(scattered(40, digits, seed)).columns
        labels = labels_of(axis)
        assert list(labels.lines) == lines(axis)
        assert max(map(len, labels.lines.values())) <= 9
        heads = {line: text for run, text in labels.heads for line in range(run.first, run.last + 1)}
        assert len({(heads.get(line), text) for line, text in labels.lines.items()}) == len(labels.lines)
        for line, text in labels.lines.items():
            assert text == str(line) if line not in heads else str(line).endswith(text.partition("…")[2])


# Drawings


def drawn(position: Position, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(position.svg(**options))  # type: ignore[arg-type]


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def texts(root: ElementTree.Element) -> list[str]:
    return [str(text.text) for text in root.iter(SVG + "text")]


def pieces_of(root: ElementTree.Element) -> dict[tuple[int, int], str]:
    """The pieces by column and row, from the upper left corner."""
    found = {}
    for use in root.iter(SVG + "use"):
        target = use.attrib["href"].removeprefix("#")
        assert root.find(f".//{SVG}g[@id='{target}']") is not None
        found[int(use.attrib["x"]) // 45, int(use.attrib["y"]) // 45] = target.partition("-")[2]
    return found


def png_of(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


ALONE = Position.read("K0,0|q2,1")
FAR = Position.read(f"K0,0|k{10**30},1|R1000000,0|vo1,1|ob2,2|P3,0+")


def test_pieces_are_drawn_on_their_squares() -> None:
    # A margin of one square around them; rows count from the top.
    assert pieces_of(drawn(ALONE)) == {(1, 2): "1-k", (3, 1): "2-q"}
    assert pieces_of(drawn(ALONE, flipped=True)) == {(3, 1): "1-k", (1, 2): "2-q"}


def test_far_pieces_are_beyond_labelled_gaps() -> None:
    root = drawn(FAR)
    assert [label.text for label in classed(root, "gap")] == ["⋯ 999,994 ⋯", "⋯ ~10^30 ⋯"]
    assert sorted(pieces_of(root)) == [(1, 3), (2, 2), (3, 1), (4, 3), (8, 3), (12, 2)]
    assert "columns left out: 5 to 999998, 1000002 to 999999999999999999999999999998" in str(root[1].text)


def test_coordinates_are_at_the_edges() -> None:
    root = drawn(FAR)
    assert texts(root)[2:] == [
        *("-1", "0", "1", "2", "3", "4", "…9999", "…0000", "…0001", "…9999", "…0000", "…0001"),
        *("10^6", "10^30"),
        *("-1", "0", "1", "2", "3"),
    ]
    (whole,) = [title.text for text in root.iter(SVG + "text") if text.text == "10^30" for title in text]
    assert whole == f"{10**30 - 1} to {10**30 + 1}"
    assert texts(drawn(FAR, coordinates=False)) == ["⋯ 999,994 ⋯", "⋯ ~10^30 ⋯"]


@cache
def picture_of(kind: object, owner: int) -> bytes:
    return png_of(Position({(0, 0): Piece(kind, owner)}).svg(size=60, coordinates=False))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.code)
def test_every_kind_has_a_different_drawing(kind: object) -> None:
    from scoresheet.drawing.fairies import FIGURES

    assert set(FIGURES) == {each.code for each in KINDS}
    assert len({figure.name for figure in FIGURES.values()}) == len(KINDS)
    code = kind.code  # type: ignore[attr-defined]
    owners = [0] if kind.neutral else [1, 2, 3, 4, 5, 6, 7]  # type: ignore[attr-defined]
    pictures = {picture_of(kind, owner) for owner in owners}
    others = [other for other in KINDS if other.code != code]
    pictures |= {picture_of(other, owners[0]) for other in others}
    assert len(pictures) == len(owners) + len(others)


def test_an_image_has_a_description() -> None:
    root = drawn(FAR.replace(turn_order=(2, 1)), last_move="1000000,5>1000000,0")
    assert root[0].text == "Infinite chess board, Black to move"
    assert str(root[1].text).startswith(
        f"White: king 0,0, rook 1000000,0, pawn 3,0; Black: king {10**30},1; Neutral: obstacle 2,2, void 1,1; "
        "last move 1000000,5 to 1000000,0; columns left out: "
    )


def test_attacked_royals_glow_and_others_do_not() -> None:
    root = drawn(Position.read(f"K0,0|RQ4,4|r0,{10**50}|k9,9"))
    assert {(glow.attrib["cx"], glow.attrib["cy"]) for glow in classed(root, "check")} == {("67.5", "652.5")}
    assert "the white king on 0,0 is in check" in str(root[1].text)
    assert classed(drawn(Position.read("K0,0|r5,5|k9,9")), "check") == []


def test_marks_are_drawn_in_their_places() -> None:
    position = FAR.replace(squares=((3, 3),), rays=(PresetRay((0, 0), (1, 1)), PresetRay((3, 0), (0, 1))))
    root = drawn(position, squares="R2,0", last_move=Move((1000000, 3), (1000000, 0)))
    assert len(classed(root, "last")) == 2
    (mark,) = classed(root, "mark")
    assert mark.attrib["fill"] == MARKS["R"]
    assert len(classed(root, "preset")) == 1
    middles = {(float(dot.attrib["cx"]) // 45, float(dot.attrib["cy"]) // 45) for dot in classed(root, "ray")}
    # 1,1 to 4,4 and 3,1 to 3,4, in rows from 4, the highest, down to -1.
    assert middles == {(2, 3), (3, 2), (4, 1), (5, 0), (4, 3), (4, 2), (4, 0)}


def test_rights_have_a_sign() -> None:
    (rights,) = classed(drawn(FAR), "rights")
    assert rights.attrib["d"].count("M") == 1
    assert classed(drawn(ALONE), "rights") == []


def test_the_border_is_an_edge() -> None:
    (edge,) = classed(drawn(ALONE.replace(border=Border(0, None, None, 8))), "edge")
    assert len(re.findall("M", edge.attrib["d"])) == 2
    assert classed(drawn(ALONE), "edge") == []


@pytest.mark.parametrize("given", ["4,-5", ["4,-5"], [(4, -5)], [((4, -5), "green")], [("4,-5", "G")]], ids=str)
def test_squares_are_given_in_any_form(given: object) -> None:
    assert ALONE.svg(squares=given) == ALONE.svg(squares="G4,-5")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {"squares": "Re4"},
        {"squares": [4]},
        {"squares": [(4, 5, 6)]},
        {"squares": [(4, True)]},
        {"squares": [((4, 5), "pink")]},
        {"squares": "1" * 1001 + ",2"},
        {"squares": [(10**5000, 2)]},
        {"last_move": "e2e4"},
        {"last_move": 7},
        {"last_move": ((1, 2), (10**5000, 0.5))},
        {"size": 0},
        {"theme": "no"},
        {"colors": {"light": "url(x)"}},
    ],
    ids=lambda options: next(iter(options)),
)
def test_what_is_none_of_these_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        ALONE.svg(**options)  # type: ignore[arg-type]


def test_the_longer_side_has_the_size() -> None:
    for position in (Position.read("K0,0|k9,0"), Position.read("K0,0|k0,9")):
        root = drawn(position, size=300)
        assert max(int(root.attrib[side]) for side in ("width", "height")) == 300
        assert min(int(root.attrib[side]) for side in ("width", "height")) < 200


def test_a_drawing_is_the_same_each_time_and_needs_nothing() -> None:
    text = FAR.svg(squares="R5,5", last_move="0,1>0,0")
    assert text == Position.read(f"K0,0|k{10**30},1|R1000000,0|vo1,1|ob2,2|P3,0+").svg(
        squares="R5,5", last_move="0,1>0,0"
    )
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|<script|<image|<style|@import", text)
    assert FAR._repr_svg_() == FAR.svg()


@pytest.mark.slow
def test_drawings_of_many_pieces_stay_small() -> None:
    chance = random.Random(5)
    crowd = Position({(x, y): Piece.of(chance.choice("PNBRQpnbrq")) for x in range(400) for y in range(250)})
    svg = crowd.svg()
    root = ElementTree.fromstring(svg)
    assert len(pieces_of(root)) == 64 * 64
    assert [text.text for text in classed(root, "outside")] == ["95,904 of 100,000 pieces are not shown"]
    assert len(svg) < 300_000
    png_of(svg)


def test_coordinates_of_a_thousand_digits_are_drawn() -> None:
    far = 10**1000 - 1
    svg = Position({(far, -far): Piece.of("K"), (-far, far): Piece.of("k"), (0, 0): Piece.of("Q")}).svg()
    assert "~10^1000" in svg
    assert len(svg) < 40_000
    png_of(svg)


# In the terminal


def shown(icn: str, **look: object) -> str:
    return "\n".join(infinite_board_lines(Position.read(icn), Look(**look)))  # type: ignore[arg-type]


def test_a_terminal_has_gaps_with_labels() -> None:
    assert (
        shown(f"K0,0|r1000000,0|AM1,1|vo2,2|ob-1,0|P1,-{10**30}")
        == """\
     3 ·  ·  ·  ·  ·  ·               ·  ·  ·
     2 ·  ·  ·  ·  █  ·               ·  ·  ·
     1 ·  ·  ·  AM ·  ·   ⋯ 999,995 ⋯ ·  ·  ·
     0 ·  ▒  ♔  ·  ·  ·               ·  ♜  ·
    -1 ·  ·  ·  ·  ·  ·               ·  ·  ·
          ⋯ ~10^30 ⋯
-…9999 ·  ·  ·  ·  ·  ·               ·  ·  ·
-…0000 ·  ·  ·  ♙  ·  ·               ·  ·  ·
-…0001 ·  ·  ·  ·  ·  ·               ·  ·  ·
       -2 -1 0  1  2  3               …9999 …0001
columns …9999 to …0001: 999999 to 1000001
rows -…0001 to -…9999: -1000000000000000000000000000001 to
  -999999999999999999999999999999"""
    )


def test_letters_replace_missing_figures() -> None:
    assert (
        shown("K0,0|k3,1|vo1,0|ob2,0|3q1,1|R1000,1", figures=False, flipped=True)
        == """\
-1 .  .  .               .  .  .  .  .  .
 0 .  .  .               .  .  ob vo K  .
 1 .  R  .   ... 994 ... .  k  .  3q .  .
 2 .  .  .               .  .  .  .  .  .
   1001 999              4  3  2  1  0  -1"""
    )


def test_a_narrow_terminal_lists_gaps_below() -> None:
    assert (
        shown("|".join(f"R{place},0" for place in (0, 1000, 20000, 300000, -5000, -60000)), width=32)
        == """\
 1 ·  ⋯ ·  ⋯ ·  ⋯ ·  ⋯ ·  ⋯ ·
 0 ♖  ⋯ ♖  ⋯ ♖  ⋯ ♖  ⋯ ♖  ⋯ ♖
-1 ·  ⋯ ·  ⋯ ·  ⋯ ·  ⋯ ·  ⋯ ·
-60000       0    1000 20000
columns left out: 54,999; 4,999;
999; 18,999; 279,999"""
    )


@pytest.mark.parametrize("width", [20, 60, 200])
@pytest.mark.parametrize("colours", ["none", "256", "true"])
@pytest.mark.parametrize("digits", [1, 4, 10, 60])
def test_a_board_fits_into_the_terminal(width: int, colours: str, digits: int) -> None:
    pieces = {square: Piece.of("P") for square in scattered(60, digits)} | {(0, 0): Piece.of("AM")}
    letters = infinite_board_lines(Position(pieces), Look(width=width, figures=False))
    assert max(map(len, letters)) <= width
    assert "\n".join(letters).isascii()
    lines = infinite_board_lines(Position(pieces), Look(colours, width=width, height=30))  # type: ignore[arg-type]
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    assert max(map(len, plain)) <= width
    assert sum("·" in line or " P " in line for line in plain) <= 18 or colours != "none"
    assert (colours == "none") == (plain == lines)


def test_colours_show_squares_marks_and_checks() -> None:
    position = Position.read("K0,0|r0,5|k9,9|3q1,1")
    plain = Position.read("K0,0|r0,5|k9,9")
    lines = infinite_board_lines(plain, Look("256"), ((5, 5), (0, 5)), ((0, 0),))
    dark, light = "48;5;94", "48;5;137"
    assert lines[0].startswith(f"\x1b[2m10 \x1b[0m\x1b[{light}m   \x1b[0m\x1b[{dark}m   \x1b[0m")
    assert f"\x1b[{'48;5;143'};38;5;16m ♜ \x1b[0m" in lines[5]
    assert "\x1b[48;5;124;38;5;231m ♚ \x1b[0m" in lines[10]
    assert "38;5;210m 3q\x1b" in "".join(infinite_board_lines(position, Look("256")))


# Games

GAME = infinite.parse(
    '[White "A <b>"] [Black "B"] [Date "2024.08.05"] w 3 K0,0|k5,5|R-1000,0|P1,1+ {<i>begin</i>} '
    f"3. R-1000,0 > -1000,{10**30} {{[%clk 0:01:05] far}} | k5,5 > 5,6 4. 1,1>1,3 !? 1-0"
)


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(re.sub(r"^<!DOCTYPE html>\n", "", text))


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_the_words_of_a_game_are_icn() -> None:
    (mainline,) = stretches(GAME)
    assert [(word.kind, word.text) for word in mainline.words] == [
        ("comment", "<i>begin</i>"),
        ("number", "3."),
        ("move", f"-1000,0>-1000,{10**30}"),
        ("comment", "far"),
        ("number", "3..."),
        ("move", "5,5>5,6"),
        ("number", "4."),
        ("move", "1,1>1,3!?"),
        ("result", "1-0"),
    ]


@pytest.mark.parametrize(
    ("icn", "rules", "wanted"),
    [
        ("b 7 K0,0|k5,5 5,5>5,6|0,0>0,1", "doc", ["7...", "8."]),
        ("b:w 7 K0,0|k5,5 5,5>5,6|0,0>0,1", "modern", ["7.", "7..."]),
        ("w:b:r 7 K0,0|k5,5", "doc", ["7.", "7...", "7...", "8."]),
    ],
)
def test_numbers_follow_the_rules(icn: str, rules: str, wanted: list[str]) -> None:
    number = view_of(infinite.parse(icn, rules=rules)).numbers()  # type: ignore[arg-type]
    assert [number(ply) for ply in range(1, len(wanted) + 1)] == wanted


def test_a_notebook_shows_a_game() -> None:
    root = parsed(GAME._repr_html_())
    assert words(next(root.iter("h2"))) == "A <b> \u2013 B 1-0"
    (board,) = root.iter(SVG + "svg")
    assert "last move 1,1 to 1,3" in str(board[1].text)
    (small,) = parsed(GAME.html(fragment=True, ply=0, size=77)).iter(SVG + "svg")
    assert max(int(small.attrib[side]) for side in ("width", "height")) == 77
    assert [title.attrib["title"] for title in root.iter() if "title" in title.attrib] == ["clock 0:01:05"]


def test_a_page_has_a_board_for_every_ply() -> None:
    root = parsed(page_html(GAME, ply=2))
    sections = list(root.iter("section"))
    assert [section.attrib["id"] for section in sections] == ["ply-0", "ply-1", "ply-3", "ply-2"]
    assert [words(next(section.iter("span"))) for section in sections] == [
        "Start",
        f"3. -1000,0>-1000,{10**30}",
        "4. 1,1>1,3!?",
        "3... 5,5>5,6",
    ]
    ids = {element.attrib["id"] for element in root.iter(SVG + "g") if "id" in element.attrib}
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(SVG + "use")}
    assert ids == used
    assert len(list(root.iter(SVG + "use"))) == 4 * 4


def test_pages_of_many_pieces_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheet.drawing.infinite_view._MOST_PIECES", 10_000)
    crowd = "|".join(f"P{x},{y}" for x in range(40) for y in range(40))
    moves = ["-5,-5>-6,-5|-5,200>-6,200|-6,-5>-5,-5|-6,200>-5,200"] * 5
    game = infinite.parse(f"K-5,-5|k-5,200|{crowd} {'|'.join(moves)}")
    assert game.ply_count == 20
    assert 5_000 < page_html(game).count("<use ") <= 10_000


def state_of(game: infinite.Game) -> str:
    view = view_of(game)
    return view.state(view.at())


@pytest.mark.parametrize(
    ("icn", "wanted"),
    [
        ("K0,0|k5,5", "White to move"),
        ("b K0,0|k5,5|R5,1000000000000000000000", "Black to move, in check"),
        ("b k0,0|Q0,1|R7,1|R9,-1|R10,0|K50,50", "Black is mated"),
        ("b k0,0|R7,1|R9,-1|R1,7|R-1,9|K50,50", "Black is stalemated"),
        ("koth K3,3|k50,50 3,3>4,4", "White wins by koth"),
        ("r:w:b K0,0|k5,5", "Red to move"),
        ("conquest K0,0|k5,5", "White to move"),
    ],
)
def test_the_state_is_shown(icn: str, wanted: str) -> None:
    assert state_of(infinite.parse(icn)) == wanted


def test_other_notations_are_refused() -> None:
    for tell in (stretches, lambda game, notation: page_html(game, moves=notation)):
        with pytest.raises(UsageError, match="no notation `san`"):
            tell(GAME, "san")


# The command


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.icn").write_text(GAME.to_icn("doc", "long"), "utf-8")
    return tmp_path


def run(*args: str, **env: str) -> Result:
    return CliRunner(env={"COLUMNS": "70", **env}).invoke(main, ["show", *args], prog_name="scoresheet")


@pytest.mark.usefixtures("folder")
def test_the_command_shows_a_game() -> None:
    result = run("game.icn", "--ply", "2")
    assert (result.exit_code, result.stderr) == (Exit.OK, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == ["A <b> - B  1-0", "2024-08-05", ""]
    assert "    6 · · ·          · · · · · · ♚ ·" in lines
    assert "rows …9999 to …0001: 999999999999999999999999999999 to" in lines
    assert "3... 5,5>5,6, White to move" in lines
    assert f"{{<i>begin</i>}} 3. -1000,0>-1000,{10**30} {{far}}" in " ".join(lines)
    assert run("game.icn", "--ply", "2", "--flipped").stdout != result.stdout


@pytest.mark.usefixtures("folder")
def test_a_small_terminal_gets_a_small_board() -> None:
    Path("crowd.icn").write_text("|".join(f"P{x},{y}" for x in range(99) for y in range(99)) + "|K-9,0|k-9,9", "utf-8")
    lines = run("crowd.icn", COLUMNS="40", LINES="24").stdout.splitlines()
    assert max(map(len, lines)) <= 40
    assert len(lines) <= 24
    assert any(re.fullmatch(r"9,\d\d\d of 9,803 pieces are not shown", line) for line in lines)


@pytest.mark.usefixtures("folder")
def test_the_command_writes_pictures_and_pages() -> None:
    assert (
        run("game.icn", "--ply", "1", "--svg", "a.svg", "--html", "a.html", "--theme", "grey", "--flipped").stdout == ""
    )
    position = GAME.at(1).position
    wanted = position.svg(last_move=GAME.at(1).move, theme="grey", flipped=True)
    assert Path("a.svg").read_text("utf-8") == wanted + "\n"
    assert Path("a.html").read_text("utf-8") == page_html(GAME, ply=1, theme="grey", flipped=True)


@pytest.mark.usefixtures("folder")
def test_the_picture_of_the_guide_is_what_the_command_writes() -> None:
    guide = (ROOT / "docs" / "guides" / "show.md").read_text("utf-8")
    Path("far.icn").write_text(guide.partition('$ echo "')[2].partition('" > far.icn\n')[0], "utf-8")
    assert "$ scoresheet show far.icn -o infinite.svg\n" in guide
    picture = (ROOT / "docs" / "pictures" / "infinite.svg").read_text("utf-8")
    assert run("far.icn", "--svg", "-").stdout == picture


@pytest.mark.usefixtures("folder")
def test_the_command_refuses_other_notations() -> None:
    result = run("game.icn", "--moves", "uci")
    assert (result.exit_code, result.stdout) == (Exit.WRONG_USE, "")
    assert result.stderr == (
        "error: moves on a board without edges have no notation `uci`\n\nhint: they are shown in ICN\n"
    )


@pytest.mark.usefixtures("folder")
def test_a_bad_game_is_shown_up_to_its_fault() -> None:
    Path("bad.icn").write_text("K0,0|k5,5 0,0>1,1|5,5>9,9", "utf-8")
    result = run("bad.icn")
    assert result.exit_code == Exit.BAD_INPUT
    assert result.stdout.endswith("\n1. 0,0>1,1, Black to move\n\n1. 0,0>1,1 [not played: 5,5>9,9] *\n")
    assert result.stderr.startswith("error: `5,5>9,9` is not legal")


@pytest.mark.usefixtures("folder")
def test_content_of_a_file_is_neither_terminal_control_nor_markup() -> None:
    Path("hostile.icn").write_text('[White "\x1b[2J<script>"] K0,0|k5,5 {</style>\x1b]0;x\x07} 0,0>1,1', "utf-8")
    assert "\x1b" not in run("hostile.icn").stdout
    run("hostile.icn", "--html", "h.html")
    page = Path("h.html").read_text("utf-8")
    own = re.compile(r"<script(?: type=\"application/json\" id=\"games\")?>.*?</script>", re.DOTALL)
    assert 1 <= len(own.findall(page)) <= 2
    without = own.sub("", page)
    assert "<script" not in without
    assert without.count("</style>") == without.count("<style>")
    parsed(without)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "board"),
    [("w:b:r K5,1|k5,8|3Q1,1 5,1>5,2", "3q"), ("1. 5,1>5,2", "·")],
)
def test_of_a_game_that_is_not_played_the_start_is_shown(text: str, board: str) -> None:
    Path("kept.icn").write_text(text, "utf-8")
    result = run("kept.icn")
    assert result.exit_code == Exit.BAD_INPUT
    assert board in result.stdout
    assert result.stdout.endswith("\n\nWhite to move\n\n1. 5,1>5,2 *\n")
    assert result.stderr.count("error:") == 1
    run("kept.icn", "--html", "kept.html")
    page = Path("kept.html").read_text("utf-8")
    assert (page.count("<section"), page.count('href="#ply-1"')) == (1, 0)
    assert "<svg" in infinite.parse(text)._repr_html_()
    assert run("kept.icn", "--ply", "1").exit_code == Exit.BAD_INPUT


def test_the_winner_is_reported_before_a_missing_move() -> None:
    won = infinite.parse("allpiecescaptured K0,0|R5,5|n5,6 5,5>5,6")
    assert state_of(won) == "White wins by allpiecescaptured"
    assert state_of(infinite.parse("w")) == "White to move"


def test_a_page_reports_that_moves_cannot_be_played_on_it() -> None:
    said = "Moves cannot be played on this page"
    assert said in page_html(GAME)
    assert said not in page_html(scoresheet.parse("1. e4 *"))
