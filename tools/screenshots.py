"""Takes screenshots of the viewer with the example games: those of the README, and every screen in every size.

    python tools/screenshots.py [--every FOLDER] [PICTURES]

Needs Chromium, or the browser that CHROMIUM names, and Playwright for Python. Writes the pictures of the README, light
and dark, to PICTURES (docs/pictures if it is not given), and with `--every`, every screen to FOLDER as
`SCREEN-WIDTHxHEIGHT-SCHEME.png`, to be looked at.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = ROOT / "examples"
SIZES = [(1280, 800), (1920, 1080), (390, 844)]
SCHEMES = ["light", "dark"]
READY = "html[data-ready]:not([data-ready=converting])"

DROP = """
[Event "A queen in hand"]
[Variant "Crazyhouse"]
[White "Ada"]
[Black "Bela"]
[Result "*"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@b4 Qxb4 5. Rb1 Qa5 *
"""
EDGELESS = '[Variant "Classical"][White "Ada"][Black "Bela"]\n1. 5,2>5,4|5,7>5,5 2. 7,1>6,3|2,8>3,6 *\n'


def nothing(_page: Any) -> None:
    """Leaves the page as it is."""


def press(key: str) -> Callable[[Any], None]:
    """Presses a key."""

    def show(page: Any) -> None:
        page.keyboard.press(key)

    return show


def click(name: str) -> Callable[[Any], None]:
    """Clicks the button of this name."""

    def show(page: Any) -> None:
        page.get_by_role("button", name=name).first.click()

    return show


def looking_for_a_bishop(page: Any) -> None:
    """Opens the search for positions and writes a pattern."""
    page.keyboard.press("p")
    page.get_by_label("Pattern or FEN").last.fill("board 8/8/8/8/2B1P3/5N2/8/8")
    page.get_by_text(" of 282 games").last.wait_for()


@dataclass(frozen=True)
class Screen:
    """A place in the viewer.

    `games` names a file or folder of games below the folder that is served, or nothing; `place` is the fragment of the
    address; `show` does what leads from there to the screen.
    """

    games: str = "examples"
    place: str = ""
    show: Callable[[Any], None] = nothing


SCREENS = {
    "start": Screen(games=""),
    "games": Screen(place="#game=0&at=19"),
    "game": Screen(place="#game=0&at=19&view=game"),
    "variations": Screen("annotated.pgn", "#game=0&view=game&at=8"),
    "list": Screen(place="#view=list"),
    "filters": Screen(show=click("More filters")),
    "columns": Screen(show=click("Choose columns")),
    "export": Screen(show=click("Export")),
    "keys": Screen(show=press("?")),
    "settings": Screen(place="#game=0&view=game&at=19", show=click("Board settings")),
    "position": Screen(place="#game=0&at=19", show=looking_for_a_bishop),
    "plots": Screen(place="#view=plots"),
    "openings": Screen(place="#view=openings"),
    "player": Screen(place="#view=player&name=Ulm"),
    "tags": Screen(place="#game=0&view=game", show=click("Edit tags and result")),
    "compared": Screen(place="#compare=0,1,2"),
    "drops": Screen("drops.pgn", "#game=0&view=game&at=9"),
    "edgeless": Screen("edgeless.icn", "#game=0&view=game&at=4"),
}
SHOWN = {
    "viewer-games": "games",
    "viewer-position": "position",
    "viewer-plots": "plots",
}
"""The screens that the README shows, by the names of their pictures."""


@contextlib.contextmanager
def served(path: Path | None) -> Iterator[str]:
    """The address of a viewer of these games while the block runs."""
    command = [sys.executable, "-m", "scoresheet", "serve", "--no-browser", *([str(path)] if path else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def take(browser: Any, address: str, screen: Screen, size: tuple[int, int], scheme: str, path: Path) -> Path:
    """Takes one screenshot and returns its path."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(address + screen.place)
    page.wait_for_selector(READY, timeout=60_000)
    page.wait_for_load_state("networkidle")
    screen.show(page)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path)
    context.close()
    return path


def take_all(pictures: Path, every: Path | None) -> list[Path]:
    """Takes the screenshots of the README, and every one if a folder for them is given; returns their paths."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        raise SystemExit("Chromium is not installed")
    asked = [
        (screen, (1280, 800), scheme, pictures / f"{picture}-{scheme}.png")
        for picture, screen in SHOWN.items()
        for scheme in SCHEMES
    ]
    if every is not None:
        asked += [
            (screen, size, scheme, every / f"{screen}-{size[0]}x{size[1]}-{scheme}.png")
            for screen in SCREENS
            for size in SIZES
            for scheme in SCHEMES
        ]
    taken = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver, contextlib.ExitStack() as servers:
        (Path(folder) / "drops.pgn").write_text(DROP, "utf-8")
        (Path(folder) / "edgeless.icn").write_text(EDGELESS, "utf-8")
        sources = {"": None, "examples": EXAMPLES, "annotated.pgn": EXAMPLES / "annotated.pgn"}
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--force-color-profile=srgb"])
        addresses: dict[str, str] = {}
        for name, size, scheme, path in asked:
            screen = SCREENS[name]
            if screen.games not in addresses:
                source = sources.get(screen.games, Path(folder) / screen.games)
                addresses[screen.games] = servers.enter_context(served(source))
            path.parent.mkdir(parents=True, exist_ok=True)
            taken.append(take(browser, addresses[screen.games], screen, size, scheme, path))
        browser.close()
    return taken


def main() -> None:
    """Reads the command line and takes the requested pictures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("pictures", nargs="?", type=Path, default=PICTURES, metavar="PICTURES")
    parser.add_argument("--every", type=Path, metavar="FOLDER", help="take every screen in every size, too")
    given = parser.parse_args()
    for path in take_all(given.pictures, given.every):
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
