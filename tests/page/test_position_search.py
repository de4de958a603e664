"""The board that finds positions: what is placed on it, its text, the number of games, and games like the open one."""

from __future__ import annotations

import pytest

import scoresheet

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
BISHOP_AND_KNIGHT = "board 8/8/8/8/2B5/5N2/8/8"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


@pytest.fixture(scope="module")
def historic(serve, root):
    return serve(root / "examples" / "historic.pgn")


@pytest.fixture(scope="module")
def games(root):
    return list(scoresheet.read(root / "examples" / "historic.pgn"))


def matching(games, pattern):
    """The number of games with a pattern, found without the viewer."""
    test = scoresheet.Pattern(pattern)
    return sum(test.first(game) is not None for game in games)


def opened(open_page, address, **options):
    page = open_page(address, **options)
    page.wait_for_selector(".lines .row")
    page.keyboard.press("p")
    page.wait_for_selector("dialog.position[open]")
    return page


def text(page):
    return page.get_by_role("textbox", name="Pattern or FEN").and_(page.locator("textarea")).input_value()


def write(page, pattern):
    page.locator("textarea").fill(pattern)


def square(page, name):
    """The button of a square."""
    return page.locator(f"dialog.position [data-square='{'abcdefgh'.index(name[0]) + 8 * (int(name[1]) - 1)}']")


def tool(page, name):
    return page.get_by_role("radio", name=name, exact=True)


def counted(page):
    """The text about the number of games; empty while they are being counted."""
    count = page.locator(".found .count")
    return "" if "old" in (count.get_attribute("class") or "") else count.inner_text()


def test_a_pattern_is_placed_by_clicks_and_its_games_are_counted_and_listed(open_page, historic, games, until):
    page = opened(open_page, historic)
    until(lambda: counted(page) == f"{len(games)} of {len(games)} games")
    tool(page, "White bishop").click()
    square(page, "c4").click()
    tool(page, "White knight").click()
    square(page, "f3").click()
    assert text(page) == BISHOP_AND_KNIGHT
    assert square(page, "f3").get_attribute("aria-label") == "f3, white knight"
    number = matching(games, BISHOP_AND_KNIGHT)
    assert 0 < number < len(games)
    until(lambda: counted(page) == f"{number} of {len(games)} games")
    page.get_by_role("dialog").get_by_role("button", name="Show these games").click()
    until(lambda: page.locator("#list .count").inner_text() == f"{number} of {len(games)} games")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("#filter-find").input_value() == BISHOP_AND_KNIGHT
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Find a position (p)").click()
    assert text(page) == BISHOP_AND_KNIGHT
    square(page, "f3").click()  # a king, which is chosen at first, in place of the knight
    square(page, "f3").click()
    assert text(page) == "board 8/8/8/8/2B5/8/8/8"


def test_the_pieces_of_a_fen_alone_are_a_board_with_either_side_to_move(open_page, historic, games, until):
    pieces = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
    page = opened(open_page, historic)
    write(page, pieces)
    assert square(page, "e4").get_attribute("aria-label") == "e4, white pawn"
    assert page.get_by_label("Side to move").input_value() == ""
    assert page.get_by_label("Other squares").input_value() == "."
    squares = "rnbqkbnr/pppp.ppp/......../....p.../....P.../......../PPPP.PPP/RNBQKBNR"
    number = matching(games, f"board {squares}")
    until(lambda: counted(page) == f"{number} of {len(games)} games")
    page.get_by_label("Side to move").select_option("white")
    assert text(page) == f"board {squares} and white to move"
    until(lambda: counted(page) == f"{matching(games, text(page))} of {len(games)} games")


def test_pieces_are_dragged_from_the_palette_over_the_board_and_off_it(open_page, historic, until):
    page = opened(open_page, historic)
    drag(page, tool(page, "Black queen"), square(page, "d5"))
    assert text(page) == "board 8/8/8/3q4/8/8/8/8"
    drag(page, square(page, "d5"), square(page, "a1"))
    assert text(page) == "board 8/8/8/8/8/8/8/q7"
    drag(page, square(page, "a1"), page.locator("textarea"))
    assert text(page) == ""
    assert page.locator("dialog .man").count() == 0


def drag(page, start, end):
    box, target = start.bounding_box(), end.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    page.mouse.up()
    page.wait_for_selector(".board.carrying", state="detached")


def test_everything_is_placed_by_keys(open_page, historic, games, until):
    page = opened(open_page, historic)
    assert square(page, "e1").evaluate("cell => cell === document.activeElement")
    keys = ["K", "ArrowLeft", "Q", "ArrowUp", ".", "ArrowRight", "*"]
    for key in [*keys, "ArrowRight", "A", "ArrowUp", "a", "ArrowLeft", "p"]:
        page.keyboard.press(key)
    pattern = "board 8/8/8/8/8/4pa2/3.[Aa]A2/3QK3"
    assert text(page) == pattern
    until(lambda: counted(page) == f"{matching(games, pattern)} of {len(games)} games")
    page.keyboard.press("Delete")
    assert text(page) == "board 8/8/8/8/8/5a2/3.[Aa]A2/3QK3"
    assert square(page, "e3").get_attribute("aria-label") == "e3, anything"
    tool(page, "White king").focus()
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)
    assert tool(page, "Any piece").get_attribute("aria-checked") == "true"
    square(page, "e3").focus()
    page.keyboard.press("Enter")
    assert square(page, "e3").get_attribute("aria-label") == "e3, any piece"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_a_square_can_have_one_of_several_pieces(open_page, historic):
    page = opened(open_page, historic)
    page.get_by_role("checkbox", name="Several on a square").check()
    for name in ["White queen", "White rook", "Empty"]:
        tool(page, name).click()
        square(page, "h7").click()
    assert text(page) == "board 8/7[QR.]/8/8/8/8/8/8"
    assert square(page, "h7").get_attribute("aria-label") == "h7, white queen or white rook or empty"
    tool(page, "White rook").click()
    square(page, "h7").click()
    assert text(page) == "board 8/7[Q.]/8/8/8/8/8/8"
    tool(page, "Eraser").click()
    square(page, "h7").click()
    assert text(page) == ""


def test_a_fen_is_pasted_and_becomes_a_pattern_when_it_is_changed(open_page, historic, games, until):
    page = opened(open_page, historic)
    page.evaluate("text => navigator.clipboard.writeText(text)", START)
    page.keyboard.press("Control+v")
    assert text(page) == START
    until(lambda: counted(page) == f"{len(games)} of {len(games)} games")
    assert page.get_by_role("combobox", name="Side to move").input_value() == "white"
    square(page, "e2").focus()
    page.keyboard.press("Delete")
    square(page, "e4").focus()
    page.keyboard.press("P")
    page.get_by_role("combobox", name="Side to move").select_option("Black")
    ranks = f"rnbqkbnr/pppppppp/{'.' * 8}/{'.' * 8}/....P.../{'.' * 8}/PPPP.PPP/RNBQKBNR"
    pattern = f"board {ranks} and black to move"
    assert text(page) == pattern
    until(lambda: counted(page) == f"{matching(games, pattern)} of {len(games)} games")
    page.get_by_role("combobox", name="Other squares").select_option("Anything")
    assert text(page) == "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR and black to move"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("check", "board 8/8/8/8/8/8/8/4K3 and check"),
        ("move Nf3 then check", "board 8/8/8/8/8/8/8/4K3 and (move Nf3 then check)"),
        ("not board 8/8/8/8/4P3/8/8/8 mirrored or mate", "not board 8/8/8/8/4P3/8/8/4K3 mirrored or mate"),
        ("(board 8/8/8/8/8/8/8/R7 and white to move) for 2 plies",
         "(board 8/8/8/8/8/8/8/R3K3 and white to move) for 2 plies"),
        ("atomic 8/8/8/8/8/8/8/k6K w - -", f"board {'......../' * 7}k...K..K and white to move"),
    ],
)  # fmt: skip
def test_only_the_board_of_a_pattern_is_changed(open_page, historic, before, after, until):
    page = opened(open_page, historic)
    write(page, before)
    square(page, "e1").focus()
    page.keyboard.press("K")
    assert text(page) == after
    scoresheet.Pattern(after)
    until(lambda: counted(page))


def test_a_fault_is_shown_at_its_place_and_the_board_stays(open_page, historic, until):
    page = opened(open_page, historic)
    write(page, "board 8/8/8/8/4P3/8/8/8 and chek")
    until(lambda: page.locator("dialog .fault pre").count() == 1)
    line, caret = page.locator("dialog .fault pre").inner_text().split("\n")[:2]
    assert line.index("chek") == caret.index("^")
    assert page.locator("textarea").get_attribute("aria-invalid") == "true"
    assert page.get_by_role("dialog").get_by_role("button", name="Show these games").is_disabled()
    write(page, "board 8/8/8/8/4P3/8/8/7")
    until(lambda: "rank 1" in page.locator("dialog .fault").inner_text())
    assert square(page, "e4").get_attribute("aria-label") == "e4, white pawn"
    write(page, "board 8/8/8/8/4P3/8/8/8")
    until(lambda: counted(page) and page.locator("dialog .fault pre").count() == 0)
    page.faults[:] = [fault for fault in page.faults if "status of 400" not in fault]


def test_games_like_the_position_on_the_board(open_page, historic, games, until):
    page = open_page(f"{historic}#view=game&game=3&at=20")
    game = games[3]
    fen = next(node.position.fen() for node in game.mainline() if node.ply == 20)
    page.wait_for_selector(".similar")
    found_before = [""]
    for name in ["position", "pawn structure", "material"]:
        page.get_by_role("button", name=f"Games with this {name}").click()
        until(lambda: page.locator("#filter-find").input_value() not in found_before)
        pattern = page.locator("#filter-find").input_value()
        test = f"fen {fen}" if name == "position" else pattern
        number = matching(games, test)
        assert number > 0
        assert scoresheet.Pattern(test).first(game) is not None
        until(lambda number=number: page.locator("#list .count").inner_text() == f"{number} of {len(games)} games")
        page.get_by_role("button", name="Board", exact=True).click()
        found_before.append(pattern)
    page.get_by_role("button", name="Search from here").click()
    assert text(page).split()[0] == fen.split()[0]


def test_a_filter_without_games_leaves_no_game_on_the_board(open_page, historic, until):
    page = open_page(historic)
    page.wait_for_selector("#game .board")
    page.keyboard.press("p")
    write(page, "board 8/8/8/8/8/8/8/QQQQQQQQ")
    until(lambda: counted(page).startswith("0 of"))
    page.locator("textarea").press("Enter")
    until(lambda: page.get_by_text("No game matches.").is_visible())
    assert not page.locator("#game .board").is_visible()
    page.get_by_role("button", name="Clear the filters").click()
    until(lambda: page.locator("#game .board").is_visible())
    assert page.locator("#filter-find").input_value() == ""


def test_a_dropped_file_takes_the_place_of_the_games(open_page, serve, root, until):
    page = open_page(serve(root / "examples" / "historic.pgn") + "#result=1-0&game=3")
    drop(page, ["dropped.pgn"])
    until(lambda: page.locator("#name").inner_text() == "dropped.pgn")
    until(lambda: page.locator("#list .count").inner_text() == "1 game")


def test_what_cannot_be_dropped_is_refused(open_page, historic, until):
    page = open_page(historic)
    drop(page, ["one.pgn", "two.pgn"])
    until(lambda: page.get_by_role("alert").filter(has_text="Only one file").count() == 1)
    assert page.locator("#name").inner_text() == "historic.pgn"


def drop(page, names):
    data = page.evaluate_handle(
        """names => {
        const data = new DataTransfer();
        for (const name of names) data.items.add(new File(['[White "A"]\\n\\n1. d4 *\\n'], name));
        return data;
    }""",
        names,
    )
    page.dispatch_event("#list", "dragover", {"dataTransfer": data})
    assert page.locator(".dropping").is_visible()
    page.dispatch_event("#list", "drop", {"dataTransfer": data})


def test_axe_finds_nothing(open_page, historic, violations_in_every_theme, until):
    page = opened(open_page, historic)
    write(page, "board 8/5[QR.]2/3a4/2.[Aa]4/3PA3/8/8/R3K3")
    until(lambda: counted(page))
    assert violations_in_every_theme(page) == []
    write(page, "chek")
    until(lambda: page.locator("dialog .fault pre").count() == 1)
    assert violations_in_every_theme(page) == []
    write(page, "board 8/8/8/8/8/8/8/QQQQQQQQ")
    until(lambda: counted(page).startswith("0 of"))
    page.locator("textarea").press("Enter")
    until(lambda: page.get_by_text("No game matches.").is_visible())
    assert violations_in_every_theme(page) == []
    page.faults[:] = [fault for fault in page.faults if "status of 400" not in fault]


def test_a_phone(open_page, historic, violations, until):
    page = opened(open_page, historic, **PHONE)
    tool(page, "Black knight").tap()
    square(page, "c6").tap()
    assert text(page) == "board 8/8/2n5/8/8/8/8/8"
    until(lambda: counted(page))
    assert page.locator("dialog").evaluate("dialog => dialog.scrollWidth <= dialog.clientWidth")
    sizes = page.locator("dialog button, dialog select, dialog textarea").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(({width, height}) => Math.min(width, height))"
    )
    assert min(sizes) >= 24
    assert violations(page) == []


SUFFIXED = [
    (" mirrored", True, False, "either"),
    (" colors swapped mirrored", True, True, "either"),
    (" colors  swapped and black to move", False, True, "black"),
]


def test_mirrored_and_colors_swapped_have_controls_in_both_directions(open_page, historic, games, until):
    page = opened(open_page, historic)
    mirrored = page.get_by_role("checkbox", name="Also mirrored from left to right")
    swapped = page.get_by_role("checkbox", name="Also with colors swapped")
    side = page.get_by_role("combobox", name="Side to move")
    for suffix, is_mirrored, is_swapped, turn in SUFFIXED:
        write(page, BISHOP_AND_KNIGHT + suffix)
        found = (mirrored.is_checked(), swapped.is_checked(), side.input_value() or "either")
        assert found == (is_mirrored, is_swapped, turn)
        tool(page, "White king").click()
        square(page, "e1").click()
        assert text(page) == "board 8/8/8/8/2B5/5N2/8/4K3" + suffix
    write(page, f"({BISHOP_AND_KNIGHT} and white to move) colors swapped and any")
    assert (swapped.is_checked(), side.input_value()) == (True, "white")
    mirrored.check()
    assert text(page) == f"({BISHOP_AND_KNIGHT} and white to move) colors swapped mirrored and any"
    write(page, f"{BISHOP_AND_KNIGHT} and white to move")
    plain = matching(games, text(page))
    swapped.check()
    assert text(page) == f"({BISHOP_AND_KNIGHT} and white to move) colors swapped"
    both = matching(games, text(page))
    assert both > plain
    until(lambda: counted(page) == f"{both} of {len(games)} games")
    swapped.uncheck()
    assert text(page) == f"{BISHOP_AND_KNIGHT} and white to move"
    mirrored.check()
    page.get_by_role("button", name="Clear the board").click()
    assert (text(page), mirrored.is_checked()) == ("", False)
