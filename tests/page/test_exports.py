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
    assert sorted(names(scoresheet.read(path))) == sorted(names(scoresheet.read(root / "examples" / "annotated.pgn")))


def test_selected_games_in_another_format(open_page, annotated):
    page = open_page(annotated)
    rows = [page.locator(f"[data-place='{place}']") for place in (0, 1)]
    for row in rows:
        row.click(modifiers=["Control"])
    shown = [tuple(row.locator(".kind-text").all_inner_texts()[:2]) for row in rows]
    assert names(scoresheet.read(exported(page, "vgn"))) == shown
