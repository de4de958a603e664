"""Games of the list as a file."""

from __future__ import annotations

from pathlib import Path

import scoresheet


def exported(page, format_: str) -> Path:
    page.get_by_role("button", name="Export").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Format").select_option(format_)
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Export").click()
    path = Path(download.value.path()).with_suffix(Path(download.value.suggested_filename).suffix)
    Path(download.value.path()).rename(path)
    return path


def names(games):
    return [(game.tags["White"], game.tags["Black"]) for game in games]


def test_all_games_as_pgn(open_page, annotated, root):
    path = exported(open_page(annotated), "pgn")
    assert names(scoresheet.read(path)) == names(scoresheet.read(root / "examples" / "annotated.pgn"))


def test_selected_games_in_another_format(open_page, annotated, root):
    page = open_page(annotated)
    for place in (0, 2):
        page.locator(f"[data-place='{place}']").click(modifiers=["Control"])
    path = exported(page, "vgn")
    games = list(scoresheet.read(root / "examples" / "annotated.pgn"))
    assert names(scoresheet.read(path)) == names([games[0], games[2]])
