"""Boards as SVG: the squares of pieces, the marks, and that nothing a caller passes becomes markup."""

from __future__ import annotations

import math
import re
import struct
import subprocess
import sys
import zlib
from xml.etree import ElementTree

import pytest
import resvg_py

from scoresheet import Game, Position, SquareSet, UsageError
from scoresheet.drawing.pieces import SETS
from scoresheet.drawing.theme import MARKS, THEMES

SVG = "{http://www.w3.org/2000/svg}"
START = Position()
MATED = Position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
ALONE = Position("8/8/8/8/8/8/1N6/K1k5 w - - 0 1")


def drawn(position: Position, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(position.svg(**options))  # type: ignore[arg-type]


def placed(root: ElementTree.Element) -> dict[tuple[int, int], str]:
    """The pieces by column and row, from the upper left corner."""
    found = {}
    for use in root.iter(SVG + "use"):
        target = use.attrib["href"].removeprefix("#")
        assert root.find(f".//{SVG}g[@id='{target}']") is not None
        found[int(use.attrib["x"]) // 45, int(use.attrib["y"]) // 45] = target.partition("-")[2]
    return found


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


# The pieces


def test_a_board_has_its_pieces_on_their_squares() -> None:
    pieces = placed(drawn(START))
    assert len(pieces) == 32
    assert [pieces[column, 0] for column in range(8)] == [
        f"black-{role}" for role in ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")
    ]
    assert [pieces[column, 6] for column in range(8)] == ["white-pawn"] * 8
    assert pieces[3, 7] == "white-queen"


@pytest.mark.parametrize(
    ("flipped", "wanted"),
    [
        (False, {(0, 7): "white-king", (1, 6): "white-knight", (2, 7): "black-king"}),
        (True, {(7, 0): "white-king", (6, 1): "white-knight", (5, 0): "black-king"}),
    ],
)
def test_a_flipped_board_turns_by_half(flipped: bool, wanted: dict[tuple[int, int], str]) -> None:
    assert placed(drawn(ALONE, flipped=flipped)) == wanted


def test_a_board_defines_only_what_it_shows() -> None:
    ids = [element.attrib["id"] for element in drawn(ALONE).iter() if "id" in element.attrib]
    assert sorted(name.partition("-")[2] for name in ids) == ["black-king", "white-king", "white-knight"]


def test_an_empty_board_can_be_drawn() -> None:
    class Empty:
        board = "." * 64
        turn = "white"
        rules = "N"
        promoted = SquareSet()
        checks_remaining = None
        is_check = is_variant_end = False

    from scoresheet.drawing import board_svg

    assert placed(ElementTree.fromstring(board_svg(Empty()))) == {}  # type: ignore[arg-type]


# One page may hold many


def ids(text: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', text))


def test_the_same_board_gives_the_same_text() -> None:
    assert START.svg(arrows="Ge2e4") == Position().svg(arrows=[("e2", "e4", "green")])


@pytest.mark.parametrize("options", [{"flipped": True}, {"theme": "blue"}, {"colors": {"white": "#eee"}}])
def test_different_boards_share_no_id(options: dict[str, object]) -> None:
    assert ids(START.svg()).isdisjoint(ids(START.svg(**options)))  # type: ignore[arg-type]


def test_a_board_needs_nothing_from_outside() -> None:
    text = START.svg(arrows="Ge2e4", squares="Rd5", last_move="e2e4")
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r'href="(.)', text)) == {"#"}
    assert not re.search(r"url\(|<script|<image|<style|@import", text)


# Titles


def test_a_board_has_a_description() -> None:
    root = drawn(MATED, last_move="d8h4")
    assert root.attrib["role"] == "img"
    title, text = root[0], root[1].text
    assert (title.tag, title.text) == (SVG + "title", "Chess board, White to move")
    assert text is not None
    assert text.startswith("White: king e1, queen d1, rook a1, rook h1, ")
    assert text.endswith("; last move d8 to h4; the white king is in check.")


def test_the_size_is_as_requested() -> None:
    assert {drawn(START, size=80).attrib[side] for side in ("width", "height")} == {"80"}


@pytest.mark.parametrize(
    ("flipped", "wanted"), [(False, "a8b7c6d5e4f3g2h1"), (True, "h1g2f3e4d5c6b7a8")], ids=["white", "black"]
)
def test_coordinates_name_files_and_ranks(flipped: bool, wanted: str) -> None:
    assert "".join(str(text.text) for text in drawn(START, flipped=flipped).iter(SVG + "text")) == wanted


def test_coordinates_can_be_left_out() -> None:
    assert list(drawn(START, coordinates=False).iter(SVG + "text")) == []


# What is marked


def test_the_last_move_is_two_squares() -> None:
    squares = classed(drawn(START, last_move=START.parse("Nf3")), "last")
    assert [(square.attrib["x"], square.attrib["y"]) for square in squares] == [("270", "315"), ("225", "225")]


@pytest.mark.parametrize("given", [START.parse("e4"), "e2e4", ("e2", "e4"), (12, 28)], ids=str)
def test_a_move_is_given_in_any_form(given: object) -> None:
    assert START.svg(last_move=given) == START.svg(last_move="e2e4")  # type: ignore[arg-type]


@pytest.mark.parametrize("position", [START, Position("k7/8/8/8/8/8/8/K7 b - - 0 1")])
def test_no_king_glows_without_check(position: Position) -> None:
    assert classed(drawn(position), "check") == []


@pytest.mark.parametrize(("flipped", "centre"), [(False, ("202.5", "337.5")), (True, ("157.5", "22.5"))])
def test_a_king_in_check_glows(flipped: bool, centre: tuple[str, str]) -> None:
    glow = classed(drawn(MATED, flipped=flipped), "check")
    assert {(circle.attrib["cx"], circle.attrib["cy"]) for circle in glow} == {centre}


@pytest.mark.parametrize(
    "given",
    ["Rd5,e4", "Rd5, Ge4", ["Rd5", "e4"], [("d5", "R"), "e4"], [("d5", "red"), 28], iter([(35, "R"), ("e4", "green")])],
    ids=["text", "text with blanks", "list", "pairs", "numbers", "iterator"],
)
def test_squares_are_given_in_any_form(given: object) -> None:
    marks = classed(drawn(START, squares=given), "mark")
    assert [(mark.attrib["x"], mark.attrib["y"], mark.attrib["fill"]) for mark in marks] == [
        ("135", "135", MARKS["R"]),
        ("180", "180", MARKS["G"]),
    ]


@pytest.mark.parametrize(
    "given", ["Bg1f3", "B" + "g1f3 ", ["Bg1f3"], [("g1", "f3", "B")], [("g1", "f3", "blue")], [(6, 21, "B")]], ids=str
)
@pytest.mark.parametrize(("flipped", "middle"), [(False, (247.5, 247.5)), (True, (112.5, 112.5))])
def test_an_arrow_ends_at_the_rim_of_a_piece(given: object, flipped: bool, middle: tuple[float, float]) -> None:
    (arrow,) = classed(drawn(START, arrows=given, flipped=flipped), "arrow")
    assert arrow.attrib["fill"] == MARKS["B"]
    points = [tuple(map(float, point.split())) for point in arrow.attrib["d"].strip("Mz").split("L")]
    # Both ends leave the middles of their squares free.
    back = [(points[3][axis] + points[4][axis]) / 2 for axis in (0, 1)]
    start = (292.5, 337.5) if not flipped else (67.5, 22.5)
    for there, here, distance in ((points[0], middle, 11), (back, start, 10)):
        assert math.dist(there, here) == pytest.approx(distance, abs=0.01)


def test_arrows_lie_on_pieces_and_let_them_be_seen() -> None:
    board = drawn(START, arrows="Ge2e4")
    (arrow,) = classed(board, "arrow")
    parts = list(board)
    assert parts.index(arrow) > max(place for place, part in enumerate(parts) if part.tag == SVG + "use")
    assert 0 < float(arrow.attrib["fill-opacity"]) < 1


@pytest.mark.parametrize("pieces", SETS)
def test_a_set_has_all_pieces(pieces: str) -> None:
    names = {use.attrib["href"] for use in drawn(START, pieces=pieces) if use.tag == SVG + "use"}
    assert len(names) == 12
    others = {START.svg(pieces=other) for other in SETS}
    assert len(others) == len(SETS)


def test_an_unknown_set_of_pieces_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no set of pieces `staunton`"):
        START.svg(pieces="staunton")


def test_an_arrow_to_its_own_square_is_a_ring() -> None:
    (ring,) = classed(drawn(START, arrows="Ye4e4"), "arrow")
    assert (ring.tag, ring.attrib["stroke"]) == (SVG + "circle", MARKS["Y"])


@pytest.mark.parametrize(
    "options",
    [
        {"arrows": "Ge2e9"},
        {"arrows": ["Pe2e4"]},
        {"arrows": [("e2",)]},
        {"arrows": [("e2", 64)]},
        {"arrows": [5]},
        {"squares": "Ri1"},
        {"squares": [-1]},
        {"squares": [("d5", "pink")]},
        {"squares": [True]},
        {"last_move": "Nf3"},
        {"last_move": 7},
        {"size": 0},
        {"size": True},
        {"size": "100%"},
        {"theme": "no"},
        {"colors": {"bright": "#fff"}},
        {"colors": {"light": '"/><script>'}},
        {"colors": {"light": "url(http://example.org)"}},
    ],
    ids=str,
)
def test_what_is_none_of_these_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(UsageError) as caught:
        START.svg(**options)  # type: ignore[arg-type]
    assert caught.value.hint


# Pixels


def pixels(svg: str) -> list[list[tuple[int, int, int]]]:
    """The colours of a drawing, row by row, out of the PNG that the renderer gives."""
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert (depth, kind) == (8, 6)
    chunks, place = b"", 8
    while place < len(png):
        size = int.from_bytes(png[place : place + 4], "big")
        if png[place + 4 : place + 8] == b"IDAT":
            chunks += png[place + 8 : place + 8 + size]
        place += 12 + size
    return unfiltered(zlib.decompress(chunks), width, height)


def unfiltered(data: bytes, width: int, height: int) -> list[list[tuple[int, int, int]]]:
    stride, above, rows = 4 * width, bytearray(4 * width), []
    for start in range(0, height * (stride + 1), stride + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + stride])
        for i in range(stride):
            left, up, corner = (row[i - 4], above[i], above[i - 4]) if i >= 4 else (0, above[i], 0)
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
            row[i] = (row[i] + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
        above = row
        rows.append([(row[i], row[i + 1], row[i + 2]) for i in range(0, stride, 4)])
    return rows


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def at(rows: list[list[tuple[int, int, int]]], square: str, x: float = 0.5, y: float = 0.5) -> tuple[int, int, int]:
    """The colour at a place within a square, from its upper left corner."""
    side = len(rows) / 8
    column, row = "abcdefgh".index(square[0]), 8 - int(square[1])
    return rows[int((row + y) * side)][int((column + x) * side)]


@pytest.mark.parametrize("theme", THEMES)
def test_squares_have_their_colours(theme: str) -> None:
    rows = pixels(START.svg(size=160, theme=theme))
    assert (len(rows), len(rows[0])) == (160, 160)
    assert at(rows, "e4") == rgb(THEMES[theme].light)
    assert at(rows, "e5") == rgb(THEMES[theme].dark)
    assert at(rows, "h8", 0.9, 0.1) == rgb(THEMES[theme].dark)
    assert at(rows, "h1", 0.9, 0.1) == rgb(THEMES[theme].light)


def test_pieces_are_filled_with_their_colours() -> None:
    rows = pixels(START.svg(size=360))
    white, black = rgb(THEMES["brown"].white), rgb(THEMES["brown"].black)
    for file in "abcdefgh":
        assert at(rows, f"{file}2", 0.5, 0.3) == white
        assert at(rows, f"{file}7", 0.5, 0.3) == black
    for file in "acdefh":
        assert at(rows, f"{file}1", 0.5, 0.54) == white, file
    assert at(rows, "e1", 0.1, 0.1) == rgb(THEMES["brown"].dark)


@pytest.mark.slow
def test_every_piece_is_distinguishable_at_20_pixels() -> None:
    # The same square and colour for each: only the shapes differ.
    shapes = {}
    for letter in "PNBRQ":
        rows = pixels(Position(f"8/8/8/8/4{letter}3/8/8/K1k5 w - - 0 1").svg(size=160))
        shapes[letter] = [pixel for row in rows[80:100] for pixel in row[80:100]]
    kings = pixels(Position("8/8/8/8/4K3/8/8/2k5 w - - 0 1").svg(size=160))
    shapes["K"] = [pixel for row in kings[80:100] for pixel in row[80:100]]
    for one in shapes:
        for other in shapes:
            differing = sum(
                sum(abs(a - b) for a, b in zip(*both, strict=True)) > 120
                for both in zip(shapes[one], shapes[other], strict=True)
            )
            assert one == other or differing >= 40, (one, other)


def test_marks_change_the_colour_of_their_squares() -> None:
    rows = pixels(START.svg(size=160, squares="Re4", last_move=("d4", "d5"), arrows="Bg4g6"))
    red, green, blue = at(rows, "e4")
    assert red > 150 > max(green, blue)
    assert at(rows, "d4") != rgb(THEMES["brown"].dark)
    red, green, blue = at(rows, "g5")
    assert blue > 130 > red
    assert at(rows, "h5") == rgb(THEMES["brown"].light) or at(rows, "h5") == rgb(THEMES["brown"].dark)


# Notebooks and imports


def test_a_notebook_shows_a_board() -> None:
    assert START._repr_svg_() == START.svg()


def test_importing_the_package_does_not_import_the_drawing() -> None:
    script = "import sys, scoresheet; print(*[name for name in sys.modules if 'drawing' in name])"
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert run.stdout.split() == []


# Variants

ZH = Position("4k3/1Q~6/8/8/8/2N5/8/4K3[QPPn] b - - 0 1", variant="crazyhouse")
TRIPLE = Position("4k3/8/8/8/8/8/8/4K2R b - - 2+1 0 1", variant="threecheck")


def strips(root: ElementTree.Element) -> list[tuple[bool, list[str], list[str]]]:
    """What is beside the board: whether it is below, the pieces, and the texts."""
    return [
        (
            float(group[0].attrib["y"]) > 0,
            [use.attrib["href"].partition("-")[2] for use in group.iter(SVG + "use")],
            [text.text or "" for text in group.iter(SVG + "text")],
        )
        for group in classed(root, "hand")
    ]


@pytest.mark.parametrize("flipped", [False, True])
def test_hands_are_on_the_sides_of_their_players(flipped: bool) -> None:
    white = (not flipped, ["white-queen", "white-pawn"], ["1", "2"])
    assert strips(drawn(ZH, flipped=flipped)) == [white, (flipped, ["black-knight"], ["1"])]


def test_a_hand_makes_a_drawing_higher_but_not_the_board_smaller() -> None:
    chess, house = drawn(START, size=180), drawn(Position(variant="crazyhouse"), size=180)
    assert (chess.attrib["width"], chess.attrib["height"]) == ("180", "180")
    left, top, width, height = map(int, house.attrib["viewBox"].split())
    assert (left, width, house.attrib["width"]) == (0, 360, "180")
    assert height == 360 - 2 * top
    assert int(house.attrib["height"]) == height // 2
    assert strips(house) == [(True, [], []), (False, [], [])]


def test_a_hand_defines_the_pieces_that_it_shows() -> None:
    root = drawn(ZH)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert {use.attrib["href"].removeprefix("#") for use in root.iter(SVG + "use")} == ids


def test_promoted_pieces_have_a_dot_in_their_corner() -> None:
    [dot] = classed(drawn(ZH), "promoted")
    assert (int(dot.attrib["cx"]) // 45, int(dot.attrib["cy"]) // 45) == (1, 1)
    assert classed(drawn(Position(ZH.fen().replace("~", ""), variant="crazyhouse")), "promoted") == []


def test_remaining_checks_are_beside_the_board() -> None:
    assert strips(drawn(TRIPLE)) == [(True, [], ["+2"]), (False, [], ["+1"])]


def test_the_square_of_a_drop_is_the_last_move() -> None:
    for given in ("N@c3", ZH.play("N@a6").parse("P@e4")):
        [square] = classed(drawn(ZH, last_move=given), "last")
        assert square.attrib["x"] == ("90" if given == "N@c3" else "180")


@pytest.mark.parametrize("variant", ["atomic", "standard"])
def test_an_explosion_is_tinted_on_emptied_squares(variant: str) -> None:
    game = Game(variant=variant)
    for move in ("e4", "d5", "exd5"):
        game.add(move)
    blast = [
        (int(square.attrib["x"]) // 45, int(square.attrib["y"]) // 45)
        for square in classed(drawn(game.end, last_move=game.last.move), "blast")
    ]
    around = [(column, row) for row in (2, 3, 4) for column in (2, 3, 4)]
    assert sorted(blast) == (sorted(around) if variant == "atomic" else [])


def test_pawns_beside_an_explosion_are_not_tinted() -> None:
    game = Game(variant="atomic")
    for move in ("Nf3", "d5", "Ne5", "a6", "Nxf7"):
        game.add(move)
    tinted = {
        (square.attrib["x"], square.attrib["y"]) for square in classed(drawn(game.end, last_move="e5f7"), "blast")
    }
    pieces = {(use.attrib["x"], use.attrib["y"]) for use in drawn(game.end).iter(SVG + "use")}
    assert len(tinted) == 7
    assert not tinted & pieces


@pytest.mark.parametrize(
    ("position", "title", "said"),
    [
        (ZH, "Black to move", "White: in hand queen, 2 pawns; Black: in hand knight; promoted: b7"),
        (TRIPLE, "Black to move", "White: 2 checks left; Black: 1 check left"),
        (Position("k7/8/8/3K4/8/8/8/8 b - - 0 1", variant="koth"), "White wins: the king reached the centre", ""),
    ],
    ids=["crazyhouse", "three-check", "hill"],
)
def test_the_description_of_a_board_includes_its_rules(position: Position, title: str, said: str) -> None:
    root = drawn(position)
    assert root.findtext(SVG + "title") == f"Chess board, {title}"
    assert said in (root.findtext(SVG + "desc") or "")


def test_the_description_of_a_board_includes_explosions() -> None:
    game = Game(variant="atomic")
    for move in ("e4", "d5", "exd5"):
        game.add(move)
    said = drawn(game.end, last_move=game.last.move).findtext(SVG + "desc") or ""
    assert "last move e4 to d5; explosion on d5" in said
