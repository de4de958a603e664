"""What the page shows when there are no games: a file to open, a conversion, and errors."""

from __future__ import annotations

from pretended import SESSION, answering


def test_a_file_is_chosen_and_opened(open_page, serve, root, until):
    page = open_page(serve())
    assert page.get_by_role("heading", name="Open games").is_visible()
    page.locator("input[type=file]").set_input_files(root / "examples" / "annotated.pgn")
    until(lambda: page.locator(".lines .row").count() > 0)
    assert page.locator("#name").inner_text() == "annotated.pgn"


def test_a_file_is_dropped(open_page, serve, root, until):
    page = open_page(serve())
    text = (root / "examples" / "annotated.pgn").read_text("utf-8")
    data = page.evaluate_handle(
        """(text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'dropped.pgn'));
        return data;
    }""",
        text,
    )
    page.dispatch_event(".drop", "drop", {"dataTransfer": data})
    until(lambda: page.locator(".lines .row").count() > 0)
    assert page.locator("#name").inner_text() == "dropped.pgn"


def test_a_conversion_shows_its_progress_and_is_cancelled(open_page, annotated, until):
    progress = {"state": "converting", "file": "month.pgn", "done": 250, "total": 1000, "games": 1234, "seconds": 10}
    page = open_page(
        annotated,
        before=answering(session=(200, {**SESSION, "state": "converting"}), progress=(200, progress), cancel=(200, {})),
    )
    until(lambda: "1,234 games" in page.locator(".screen").inner_text())
    assert page.get_by_role("progressbar", name="Conversion").evaluate("(bar) => bar.value") == 0.25
    assert "25%" in page.locator(".screen").inner_text()
    with page.expect_request("**/api/cancel"):
        page.get_by_role("button", name="Cancel").click()


def test_a_failure_is_shown_with_its_place_and_its_hint(open_page, annotated):
    error = {"code": "no-games", "message": "there is no game", "hint": "Give another file.", "place": "x.pgn, line 1"}
    page = open_page(
        annotated,
        before=answering(
            session=(200, {**SESSION, "state": "failed"}), progress=(200, {"state": "failed", "error": error})
        ),
    )
    text = page.locator(".screen").inner_text()
    assert all(error[key] in text for key in ("message", "hint", "place"))
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector(".lines .row")


def test_a_game_that_cannot_be_read_is_reported_in_its_place(open_page, annotated, until):
    error = {"error": {"code": "damaged", "message": "the game is damaged", "hint": "Check the file."}}
    page = open_page(annotated, before=answering(**{"game/0": (500, error)}))
    until(lambda: "the game is damaged" in page.locator("#game").inner_text())
    page.locator("[data-place='1'] .kind-result").click()
    until(lambda: page.locator("#game .screen").count() == 0 or not page.locator("#game .screen").is_visible())
    page.faults[:] = [fault for fault in page.faults if "status of 500" not in fault]


def test_games_with_errors_are_counted_and_listed(open_page, serve, tmp_path, until):
    path = tmp_path / "some.pgn"
    path.write_text('[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n1. c4 *\n')
    page = open_page(serve(path))
    page.get_by_role("button", name="1 game with errors").click()
    until(lambda: page.locator(".count").inner_text() == "1 of 3 games")
    until(lambda: page.locator(".lines .row").inner_text().startswith("A"))


def test_a_file_that_has_changed_is_reported(open_page, serve, tmp_path, root, until):
    path = tmp_path / "changing.pgn"
    path.write_bytes((root / "examples" / "annotated.pgn").read_bytes())
    address = serve(path)
    open_page(address)
    path.write_text('[White "A"]\n\n1. e4 *\n')
    page = open_page(address)
    until(lambda: page.get_by_role("alert").filter(has_text="has changed").count() == 1)


def test_rows_that_cannot_be_read_are_reported(open_page, annotated, until):
    error = {"error": {"code": "damaged", "message": "the rows are damaged"}}
    page = open_page(annotated, before=answering(**{"view/*/rows*": (500, error)}))
    until(lambda: page.get_by_role("alert").filter(has_text="the rows are damaged").count() == 1)
    page.get_by_role("button", name="Dismiss").click()
    page.faults[:] = [fault for fault in page.faults if "status of 500" not in fault]
