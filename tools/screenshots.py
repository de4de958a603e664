"""Takes the screenshots of the viewer that the README and the guide show, of the example games.

    python tools/screenshots.py [FOLDER]

Needs Chromium, or the browser that CHROMIUM names, and Playwright for Python. Writes to docs/pictures if no folder is
given.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
WIDTH, HEIGHT = 1280, 800

SHOTS = {
    "viewer-games": "#game=0&at=19",
    "viewer-plots": "#view=plots",
}
"""The places in the viewer by the names of their pictures."""


def take(folder: Path) -> list[Path]:
    """Takes every screenshot and returns their paths."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise SystemExit("Chromium is not installed")
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "scoresheet", "serve", str(ROOT / "examples"), "--no-browser"]
    taken = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as driver:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--force-color-profile=srgb"])
            for name, place in SHOTS.items():
                page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
                page.goto(address + place)
                page.wait_for_selector("html[data-ready=ready]", timeout=60_000)
                page.wait_for_load_state("networkidle")
                taken.append(folder / f"{name}.png")
                page.screenshot(path=taken[-1])
            browser.close()
        finally:
            server.terminate()
    return taken


if __name__ == "__main__":
    for written in take(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES):
        print(f"{written}: {written.stat().st_size:,} bytes")
