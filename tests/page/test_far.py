"""The board without edges: places beyond all numbers of JavaScript, arrows to pieces out of sight, and the list."""

from __future__ import annotations

import pytest

FAR = "1000000000000000000000000000000"
GAME = f"w 0/100 1 (8|1) K5,1|k5,8|R1,1|r{FAR},8|GU12,-9|P2,2+ 1,1>1,7|5,8>4,8"


@pytest.fixture(scope="module")
def far(serve, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("far") / "far.icn"
    path.write_text(GAME)
    return serve(path)


def seen(page) -> str:
    # The picture is drawn with the next frame of the screen, which was requested before this one.
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.locator("canvas.infinite").get_attribute("aria-label")


def test_moves_and_pieces_are_shown(open_page, far):
    page = open_page(far + "#game=0&view=game")
    assert "5 pieces in sight, 1 elsewhere" in seen(page) or "4 pieces in sight, 2 elsewhere" in seen(page)
    page.keyboard.press("ArrowRight")
    assert page.locator(".where").evaluate("e => e.value") == "1. 1,1>1,7"
    page.keyboard.press("End")
    assert page.locator(".moves [aria-current]").inner_text() == "5,8>4,8"


def test_a_place_of_any_size_is_reached_exactly(open_page, far):
    page = open_page(far + "#game=0&view=game")
    page.get_by_label("Go to a square").fill(f"{FAR},8")
    page.keyboard.press("Enter")
    assert "around 1000…000, 8: 1 pieces in sight, 5 elsewhere" in seen(page)
    box = page.locator("canvas.infinite").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert page.locator("output.seen").evaluate("e => e.value") == "rook 1000…000,8"
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2)
    assert page.locator("output.seen").evaluate("e => e.value") == ""


def test_a_wrong_place_is_marked(open_page, far):
    page = open_page(far + "#game=0&view=game")
    field = page.get_by_label("Go to a square")
    field.fill("here")
    page.keyboard.press("Enter")
    assert field.get_attribute("aria-invalid") == "true"


def test_zoom_and_pan(open_page, far):
    page = open_page(far + "#game=0&view=game")
    before = seen(page)
    page.locator("canvas.infinite").focus()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert seen(page).split(":")[0] == "Board without edges around 11, 1"
    page.get_by_role("button", name="Show all pieces").click()
    assert seen(page) != before
    box = page.locator("canvas.infinite").bounding_box()
    page.get_by_label("Go to a square").fill("5,1")
    page.keyboard.press("Enter")
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    for _ in range(12):
        page.mouse.wheel(0, -800)
    assert "in sight" in seen(page)


def test_arrows_lead_to_pieces_out_of_sight(open_page, far):
    page = open_page(far + "#game=0&view=game")
    page.get_by_label("Go to a square").fill("500,1")
    page.keyboard.press("Enter")
    assert "0 pieces in sight, 6 elsewhere" in seen(page)
    box = page.locator("canvas.infinite").bounding_box()
    page.mouse.click(box["x"] + 14, box["y"] + box["height"] / 2)
    assert "0 pieces in sight" not in seen(page)


def said(page) -> str:
    return page.locator("output.seen").evaluate("e => e.value")


def test_a_click_shows_where_a_piece_can_move(open_page, far, until):
    page = open_page(far + "#game=0&view=game")
    page.get_by_label("Go to a square").fill("1,1")
    page.keyboard.press("Enter")
    seen(page)
    box = page.locator("canvas.infinite").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    drawn = "document.querySelector('canvas.infinite').toDataURL()"
    before = page.evaluate(drawn)
    page.mouse.click(x, y)
    until(lambda: said(page) == "rook 1,1: 4 slides, 3 without end")
    until(lambda: page.evaluate(drawn) != before)
    page.keyboard.press("Escape")
    until(lambda: page.evaluate(drawn) == before)


def test_a_ray_is_exact_far_away(open_page, far, until):
    # The rook at (10^30, 8) looks along its row to the king; one row beside it, nothing is drawn.
    page = open_page(far + "#game=0&at=1&view=game")
    page.locator(".pieces summary").click()
    page.get_by_role("button", name="player 2: rook").click()
    until(lambda: said(page) == "rook 1000…000,8: 4 slides, 3 without end")

    def green(place: str) -> bool:
        page.get_by_label("Go to a square").fill(place)
        page.keyboard.press("Enter")
        seen(page)
        return page.evaluate("""() => {
            const canvas = document.querySelector("canvas.infinite");
            const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            pen.drawImage(canvas, -canvas.width / 2, -canvas.height / 2);
            const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
            return green > red + 20 && green > blue + 20;
        }""")

    assert green("123456789012345678901234567890,8")
    assert not green("123456789012345678901234567890,10")
    assert green(f"{FAR},-98765432109876543210")


def test_the_other_player_has_no_moves(open_page, far, until):
    page = open_page(far + "#game=0&view=game")
    page.locator(".pieces summary").click()
    page.get_by_role("button", name="player 2: king").click()
    until(lambda: said(page) == "king 5,8: another player is to move")


def test_the_map_shows_all_pieces_with_gaps(open_page, far, violations, until):
    page = open_page(far + "#game=0&view=game")
    page.keyboard.press("m")
    picture = page.locator("dialog img.map")
    assert "widths of the empty parts" in picture.get_attribute("alt")
    # The page forbids what `wait_for_function` does if its condition does not hold at once.
    until(lambda: picture.evaluate("image => image.naturalWidth") > 100)
    assert violations(page) == []
    page.keyboard.press("Escape")
    until(lambda: page.locator("dialog").count() == 0)


def test_the_pieces_are_listed_for_readers(open_page, far, until):
    page = open_page(far + "#game=0&view=game")
    page.locator(".pieces summary").click()
    until(lambda: page.locator(".pieces li").count() == 6)
    listed = page.locator(".pieces li").all_inner_texts()
    assert "player 2: rook 1000…000, 8" in listed
    page.get_by_role("button", name="player 2: rook").click()
    assert "1 pieces in sight" in seen(page)


def test_it_is_accessible(open_page, far, violations_in_every_theme):
    page = open_page(far + "#game=0&view=game")
    page.locator(".pieces summary").click()
    assert violations_in_every_theme(page) == []


def test_a_phone_needs_no_sideways_scrolling(open_page, far):
    page = open_page(far + "#game=0&view=game", viewport={"width": 390, "height": 800}, has_touch=True)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_moves_are_played(open_page, far, until):
    page = open_page(far + "#game=0&view=game")
    page.locator(".pieces summary").click()
    page.get_by_role("button", name="player 1: rook").click()
    until(lambda: said(page) == "rook 1,1: 4 slides, 3 without end")
    seen(page)
    box = page.locator("canvas.infinite").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 - 2 * 40)
    until(lambda: page.locator(".where").evaluate("e => e.value") == "1. 1,1>1,3")
    assert page.locator(".moves .move").all_inner_texts() == ["1,1>1,7", "1,1>1,3", "5,8>4,8"]
    page.get_by_role("button", name="player 2: king").click()
    until(lambda: said(page).startswith("king 5,8: "))
    page.get_by_label("Go to a square").fill("6,8")
    page.get_by_role("button", name="Move there").click()
    until(lambda: page.locator(".where").evaluate("e => e.value") == "1... 5,8>6,8")
    page.get_by_role("button", name="Remove these moves").click()
    assert page.locator(".where").evaluate("e => e.value") == "1. 1,1>1,3"


TAKING = "1,1>1,5|5,8>4,8|1,5>1,6|4,8>5,8|8,1>8,5"


def taken(page) -> list[str]:
    """The text beside White and Black, for screen readers and as shown."""
    return [page.locator(f".bar.{side} .taken").inner_text() for side in ("white", "black")]


def test_what_was_captured_is_counted_by_kind(open_page, serve, tmp_path, until, violations_in_every_theme):
    (tmp_path / "few.icn").write_text(f"w 0/100 1 (8|1) K5,1|k5,8|R1,1|R8,1|p1,5|p1,6|n8,5|p20,9+ {TAKING}")
    (tmp_path / "guard.icn").write_text(f"w 0/100 1 (8|1) K5,1|k5,8|R1,1|R8,1|p1,5|p1,6|n8,5|GU9,-9|gu9,9 {TAKING}")
    address = serve(tmp_path)
    page = open_page(f"{address}#game=0&view=game")
    assert taken(page) == ["ahead by 4\n+4", ""]
    page.keyboard.press("ArrowRight")
    assert taken(page) == ["captured 1 × pawn; ahead by 5\n+5", ""]  # noqa: RUF001
    page.keyboard.press("End")
    assert taken(page) == ["captured 2 × pawn, 1 × knight; ahead by 9\n×2\n+9", ""]  # noqa: RUF001
    assert page.locator(".bar.white .captured canvas").count() == 2
    assert violations_in_every_theme(page) == []
    page = open_page(f"{address}#game=1&at=5&view=game")
    assert taken(page) == ["captured 2 × pawn, 1 × knight\n×2", ""]  # noqa: RUF001
    assert page.locator(".game:visible h2").inner_text() == "White – Black *"  # noqa: RUF001


def test_the_right_button_reports_that_marks_cannot_be_stored(open_page, far, until):
    page = open_page(far + "#game=0&view=game")
    before = seen(page)
    box = page.locator("canvas.infinite").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x + 90, y)
    page.mouse.down(button="right")
    page.mouse.move(x + 150, y, steps=3)
    page.mouse.up(button="right")
    assert said(page) == "No notation stores arrows or squares on a board without edges"
    assert seen(page) == before  # and the board was not moved
    page.mouse.move(x, y)
    until(lambda: said(page) == "king 5,1")


PIXELS = """() => {
    const { width, height } = document.querySelector('canvas.infinite');
    const copy = new OffscreenCanvas(width, height), found = {};
    const pen = copy.getContext('2d', { willReadFrequently: true });
    pen.drawImage(document.querySelector('canvas.infinite'), 0, 0);
    for (let x = 1; x < width; x += 7) {
        const [red, green, blue] = pen.getImageData(x, Math.round(height / 3), 1, 1).data;
        const name = '#' + [red, green, blue].map((each) => each.toString(16).padStart(2, '0')).join('');
        found[name] = true;
    }
    return Object.keys(found);
}"""


def test_the_board_has_the_themes_and_they_are_remembered(open_page, far, until, violations_in_every_theme):
    page = open_page(far + "#game=0&view=game")
    seen(page)
    assert {"#f0d9b5", "#b58863"} <= set(page.evaluate(PIXELS))
    page.get_by_role("button", name="Board settings").click()
    page.get_by_label("green").check()
    page.get_by_label("More contrast").check()
    seen(page)
    assert {"#ebecd0", "#779556"} <= set(page.evaluate(PIXELS))
    assert page.locator(".game:visible").get_attribute("data-contrast") == "more"
    assert violations_in_every_theme(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".looks", state="detached")
    page.reload()
    page.wait_for_selector("html[data-ready=ready]")
    seen(page)
    assert {"#ebecd0", "#779556"} <= set(page.evaluate(PIXELS))
    page.locator("canvas.infinite").focus()
    for _ in range(8):
        page.keyboard.press("-")
    seen(page)
    assert not {"#ebecd0", "#779556"} & set(page.evaluate(PIXELS))
