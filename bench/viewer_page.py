"""How fast the viewer's page is in Chromium: the first paint, scrolling, the pointer, and a board of 100,000 pieces.

python -m bench.viewer_page [--times N...] [--jumps N] [-o build/viewer_page.json]

The sample is served several times over, as by `python -m bench.viewer`. Chromium runs headless, at 1280 by 800
pixels. It draws without a graphics processor here, which makes frames slower than on most desks.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import shutil
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import scoresheet
from bench.inputs import BUILD, ROOT
from bench.machine import circumstances
from bench.viewer import parquet, served, spread

OUTPUT = ROOT / "build" / "viewer_page.json"
SEED = 12
PIECES = 100_000
READY = "html[data-ready=ready]"

MARK = """new MutationObserver((_, self) => {
  if (document.documentElement?.dataset.ready !== "ready") return;
  performance.mark("ready");
  self.disconnect();
}).observe(document, { subtree: true, attributes: true });"""
"""Records when the page reports that it is ready."""

JUMP = """async (share) => {
  const view = document.querySelector(".scroll"), frame = () => new Promise(requestAnimationFrame);
  const begun = performance.now();
  view.scrollTop = share * (view.scrollHeight - view.clientHeight);
  do await frame(); while (view.querySelector(".row.wait") || performance.now() - begun < 1);
  return performance.now() - begun;
}"""
"""Sets the scroll bar, and waits until every row in sight is filled. Returns milliseconds."""

SCROLL = """async (steps) => {
  const view = document.querySelector(".scroll"), frame = () => new Promise(requestAnimationFrame);
  const taken = [];
  let before = await frame();
  for (let step = 0; step < steps; step += 1) {
    view.scrollTop += 60;
    const now = await frame();
    taken.push(now - before);
    before = now;
  }
  return taken;
}"""
"""Scrolls by two rows a frame. Returns the milliseconds between frames."""

PAN = """async (steps) => {
  const canvas = document.querySelector("canvas.infinite"), frame = () => new Promise(requestAnimationFrame);
  const box = canvas.getBoundingClientRect(), taken = [];
  const send = (kind, x) => canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 1, clientX: box.left + x,
    clientY: box.top + 200, bubbles: true }));
  canvas.setPointerCapture = () => undefined; // only a pointer of the system can be captured
  send("pointerdown", 300);
  for (let step = 0; step < steps; step += 1) {
    await frame();
    let begun = 0;
    requestAnimationFrame(() => (begun = performance.now())); // the board draws after this, and before the frame below
    send("pointermove", 300 + 40 * Math.sin(step / 5));
    await frame();
    taken.push(performance.now() - begun);
  }
  send("pointerup", 300);
  return taken;
}"""
"""Drags a board. Returns the milliseconds that the page took to draw each picture."""

WATCH = """() => {
  window.taken = [];
  addEventListener("pointermove", () => {
    const begun = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.taken.push(performance.now() - begun);
      port2.postMessage(0); // arrives when the frame is drawn
    });
  }, { capture: true });
}"""
"""Notes, for every move of the pointer, the milliseconds until the frame that follows it is drawn."""


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        raise SystemExit("Chromium is not installed")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-quic"])
        yield browser
        browser.close()


def opened(browser: Any, address: str) -> Any:
    """A page that is ready."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
    page.goto(address)
    page.wait_for_selector(READY)
    page.wait_for_selector(".game:not([hidden])")
    return page


def first(browser: Any, address: str) -> dict[str, float]:
    """When the page is painted first, and when it shows rows and a game, in milliseconds: the medians of 7 loads."""
    painted, ready = [], []
    for _ in range(7):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.add_init_script(MARK)
        page.goto(address)
        page.wait_for_selector(READY)
        page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        painted.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        ready.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
        context.close()
    return {"painted_ms": round(statistics.median(painted)), "ready_ms": round(statistics.median(ready))}


def lists(browser: Any, times: int, jumps: int) -> dict[str, Any]:
    """The figures of the list of games."""
    with served(parquet(times)) as (_, client, _start):
        found = first(browser, client.address)
        page = opened(browser, client.address)
        chance = random.Random(SEED)
        page.evaluate(JUMP, 0.5)
        leaps = [page.evaluate(JUMP, chance.random()) for _ in range(jumps)]
        page.evaluate(JUMP, 0.2)
        frames = page.evaluate(SCROLL, 10 * jumps)
        games = client.ask("session")["games"]
        page.context.close()
    return {"games": games, **found, "jump_ms": spread(leaps), "frame_ms": spread(frames)}


def pointer(browser: Any, moves: int) -> dict[str, Any]:
    """The figures of moving the pointer: with a piece over the board, and over the moves, which shows small boards."""
    with served(parquet(3)) as (_, client, _start):
        page = opened(browser, client.address + "#game=0&view=game")
        page.wait_for_selector(".board.playable")
        page.evaluate(WATCH)
        dragged = [*moved(page, *middle(page, ".cells [data-square='12']"), moves, held=True)]
        over = [*moved(page, *middle(page, ".moves"), moves, held=False)]
        page.context.close()
    return {"drag_ms": spread(dragged), "hover_ms": spread(over)}


def middle(page: Any, selector: str) -> tuple[float, float]:
    """The middle of an element that is in sight."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def moved(page: Any, x: float, y: float, moves: int, *, held: bool) -> list[float]:
    """Moves the pointer around this point, with or without its button, and returns what each move took."""
    page.mouse.move(x, y)
    if held:
        page.mouse.down()
    page.evaluate("window.taken = []")
    for step in range(moves):
        page.mouse.move(x + 90 * math.sin(step / 7), y + 60 * math.sin(step / 3))
    page.mouse.move(x, y)
    if held:
        page.mouse.up()
    page.wait_for_timeout(100)
    return page.evaluate("window.taken")


def infinite_board(browser: Any, pieces: int) -> dict[str, Any]:
    """The figures of dragging an infinite board, near and with all its pieces in sight."""
    path = BUILD / f"far-{pieces}.icn"
    if not path.exists():
        path.write_text(f"w 0/100 1 {'|'.join(scattered(pieces))}\n")
    with served(path) as (_, client, _start):
        page = opened(browser, client.address + "#game=0&view=game")
        near = page.evaluate(PAN, 60)
        page.get_by_role("button", name="Show all pieces").click()
        page.wait_for_timeout(500)
        all_ = page.evaluate(PAN, 60)
        page.context.close()
    return {"pieces": pieces, "near_ms": spread(near), "all_ms": spread(all_)}


def scattered(count: int) -> Iterator[str]:
    """Two kings, and other pieces on different squares, in ICN."""
    chance, side = random.Random(SEED), int((4 * count) ** 0.5)
    yield from ("K0,0", "k5,5")
    squares = {(chance.randrange(-side, side), chance.randrange(-side, side)) for _ in range(2 * count)}
    for x, y in sorted(squares - {(0, 0), (5, 5)})[: count - 2]:
        yield f"{chance.choice('RrNnBbQq')}{x},{y}"


def page_bytes() -> int:
    """The compressed size of a page that holds one short game."""
    from scoresheet.drawing.page import page_html

    return len(gzip.compress(page_html(scoresheet.parse("1. e4 *")).encode(), 9))


def rows(result: dict[str, Any]) -> list[list[str]]:
    """The figures as a table: figure, measured, target."""
    found = []
    for shown in result["lists"]:
        games = f"{shown['games']:,} games"
        few = shown["games"] < 1_000_000
        found += [
            [f"{games}: first contentful paint", f"{shown['painted_ms']} ms", "500 ms"],
            [f"{games}: ready, with rows and a game", f"{shown['ready_ms']} ms", "1,000 ms" if few else "1,500 ms"],
            [f"{games}: scroll bar moved until rows are drawn, median", f"{shown['jump_ms']['p50']} ms", "60 ms"],
            [f"{games}: the same, longest", f"{shown['jump_ms']['max']} ms", "200 ms"],
            [f"{games}: time between frames while scrolling, 95 %", f"{shown['frame_ms']['p95']} ms", "18 ms"],
        ]
    for name, what in (("drag_ms", "a piece over the board"), ("hover_ms", "over the moves")):
        spent = result["pointer"][name]
        found.append([f"pointer moved {what} until the frame is drawn, 95 %", f"{spent['p95']} ms", "17 ms"])
    far = result["far"]
    pieces = f"{far['pieces']:,} pieces on a board without edges"
    found += [
        [f"{pieces}: a frame while panning, median", f"{far['near_ms']['p50']} ms", "12 ms"],
        [f"{pieces}: the same with all in sight", f"{far['all_ms']['p50']} ms", ""],
        ["exported page of one short game, gzipped", f"{result['page_bytes']:,} bytes", "45 KB"],
    ]
    return found


def main() -> None:
    """Measures, prints a table, and writes the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, nargs="+", default=[3, 90])
    parser.add_argument("--jumps", type=int, default=40)
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    with chromium() as browser:
        result: dict[str, Any] = {
            "lists": [lists(browser, times, arguments.jumps) for times in arguments.times],
            "pointer": pointer(browser, 5 * arguments.jumps),
            "far": infinite_board(browser, PIECES),
            "page_bytes": page_bytes(),
        }
    result["rows"] = rows(result)
    for what, measured, asked in result["rows"]:
        print(f"{what:75} {measured:>12} {asked:>10}")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps({**circumstances(), **result}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
