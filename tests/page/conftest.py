"""A browser that shows the viewer: Debian's Chromium, driven by Playwright.

Each page is watched. A test fails if its page logs a warning or an error, or requests anything from elsewhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import levels
import scoresheet
from forked_commands import ForkedCommands
from page_listeners import Listen, listening, refuse_listeners

SWITCHES = [
    "--no-sandbox",  # Chromium refuses to run as root with it
    "--disable-background-networking",
    "--in-process-gpu",  # pages draw no less, with a process less to wait for
    "--process-per-site",  # and do not start another process for each of them
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES_OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
THEMES = [("light", "no-preference"), ("dark", "no-preference"), ("light", "more"), ("dark", "more")]
"""The schemes of colours and how much contrast is preferred, as systems tell pages; the last two are a large test."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]+/")
PATIENCE_MS = 60_000
"""Far more than anything takes, so that only what never comes fails."""
READY = "html[data-ready]:not([data-ready=converting])"

# A browser reports every response with this status. The server gives it to a request that a newer one of the same page
# has replaced while it was computed: that depends on timing, and the page takes the response of the newer one.
SUPERSEDED = "the server responded with a status of 409 (Conflict)"

# Chromium requests this at times, although the page names its icon. Without the token, the server does not respond.
ICON = "/favicon.ico"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in a browser is slow."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; `CHROMIUM` names another one."""
    # The shell without windows does the same with a third less work.
    known = map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))
    return os.environ.get("CHROMIUM") or next(filter(None, known), None) or pytest.skip("Chromium is not installed")


@pytest.fixture(scope="session")
def started_browser(chromium) -> Iterator[tuple[Any, Any]]:
    """Chromium, started once, with the event loop of its driver, which is current only during tests of pages."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright for Python is not installed")
    driver = playwright.sync_playwright().start()
    started, loop = driver.chromium.launch(executable_path=chromium, args=SWITCHES), asyncio.get_running_loop()
    asyncio._set_running_loop(None)
    yield started, loop
    asyncio._set_running_loop(loop)
    started.close()
    driver.stop()


@pytest.fixture(scope="module")
def browser(started_browser) -> Iterator[Any]:
    """Chromium. While it is used, `asyncio.run` is refused in this thread, but not in the tests of other modules."""
    started, loop = started_browser
    asyncio._set_running_loop(loop)
    yield started
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def serve(tmp_path_factory) -> Iterator[Callable[..., str]]:
    """Starts `scoresheet serve` with these arguments and gives the address of its page."""
    folder = tmp_path_factory.mktemp("servers")
    path = os.pathsep.join(filter(None, sys.path))
    commands = ForkedCommands(folder, {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "PYTHONPATH": path})

    def start(*arguments: str | Path) -> str:
        said = ""
        for line in commands.start("serve", "--no-browser", *arguments):
            said += line
            if found := ADDRESS.search(line):
                return found.group()
        pytest.fail(f"the server printed no address: {said}")

    yield start
    commands.close()


@pytest.fixture(scope="session")
def annotated(serve, root) -> str:
    """The address of the annotated example."""
    return serve(root / "examples" / "annotated.pgn")


@pytest.fixture(scope="session")
def many_file(tmp_path_factory, root) -> Path:
    """A Parquet file of more games than a scroll bar has pixels, all of them the games of one example over and over."""
    duckdb = pytest.importorskip("duckdb")
    folder = tmp_path_factory.mktemp("many")
    few, many = folder / "few.parquet", folder / "many.parquet"
    scoresheet.convert(root / "examples" / "clocks.pgn.zst", few, columns=["tags", "summary", "packed", "text"])
    db = duckdb.connect()
    (games,) = db.execute("select count(*) from read_parquet(?)", [str(few)]).fetchone()
    times = MANY_GAMES // games + 1
    db.execute(
        f"copy (select games.* from range({times}) as t(n) cross join read_parquet('{few}') games order by n "
        f"limit {MANY_GAMES}) "
        f"to '{many}' (row_group_size 20000)"
    )
    return many


MANY_GAMES = 201_600
"""Many numbers divide it. If that of the drawn rows does, the same elements are at the same places at both ends."""


@pytest.fixture(scope="session")
def many(serve, many_file) -> str:
    """The address of a list that is longer than a scroll bar has pixels."""
    return serve(many_file)


@pytest.fixture(scope="session")
def idle_contexts() -> list[tuple[str, Any]]:
    """Contexts of the browser with one page and nothing stored, keyed by their options; the oldest first.

    A new page takes Chromium twice as long as another address in one that it has; a page in a new context takes longer
    still.
    """
    return []


FORGET = "() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* not every page has them */ } }"


def empty(context: Any) -> bool:
    """Leaves one page in a context, with nothing that runs. False, and no context, if a test has closed the page."""
    from playwright.sync_api import Error

    if not context.pages:
        context.close()
        return False
    page, *others = context.pages
    for other in others:
        other.close()
    page.unroute_all()
    # A source of the page stays after it was shown. For an empty page, Chromium would start another process.
    address = ADDRESS.match(page.url)
    with contextlib.suppress(Error):  # a test may have stopped the server
        page.goto(f"{address.group()}js/dom.js" if address else "about:blank")
    page.mouse.move(0, 0)
    return True


MOST_IDLE = 6
"""How many of them are kept: each may hold six connections, and a server takes 64."""

IN_PLACE = {
    "viewport": {"width": 1280, "height": 800},
    "color_scheme": "light",
    "contrast": "no-preference",
    "reduced_motion": "reduce",
}
"""The options that a page can change; for all others, it needs a context of its own."""


@pytest.fixture
def open_page(browser, idle_contexts) -> Iterator[Callable[..., Any]]:
    """Opens a page and waits until it is ready; options go to the browser's context, which no other page has.

    A page that is opened `beside` another one is a second tab: it has the same context.
    """
    opened: list[Any] = []
    taken: list[tuple[str, Any]] = []

    def page_of(options: dict[str, Any]) -> Any:
        name = repr(sorted(options.items()))
        idle = next((entry for entry in idle_contexts if entry[0] == name), None)
        if idle is not None:
            idle_contexts.remove(idle)
        context = browser.new_context(**options) if idle is None else idle[1]
        taken.append((name, context))
        return context.pages[0] if context.pages else context.new_page()

    def open_(address: str, *, before: Callable[[Any], None] | None = None, beside: Any = None, **options: Any) -> Any:
        granted = [] if address.startswith("file:") else ["clipboard-read", "clipboard-write"]
        shown = {name: options.pop(name, usual) for name, usual in IN_PLACE.items()}
        page = page_of({"permissions": granted, **options}) if beside is None else beside.context.new_page()
        viewport, faults = shown.pop("viewport"), []
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        page.emulate_media(media="null", **shown)
        opened.append(page)
        own = address[: address.index("/", len("http://"))] + "/"
        refuse_listeners(page)
        listen_(page, "pageerror", lambda error: faults.append(str(error)))
        listen_(page, "console", lambda said: faults.extend(told(said)))
        listen_(page, "request", lambda request: faults.extend(elsewhere(request.url, own)))
        page.set_default_timeout(PATIENCE_MS)
        page.faults = faults  # a test that provokes one removes it
        if before is not None:
            before(page)
        page.goto(address)
        page.wait_for_selector(READY if before is None else "html[data-ready]", timeout=PATIENCE_MS)
        return page

    open_.opened = opened
    with listening() as listen_:
        yield open_
    for name, context in taken:
        for page in context.pages:
            page.evaluate(FORGET)
        if empty(context):
            idle_contexts.append((name, context))
    while len(idle_contexts) > MOST_IDLE:
        idle_contexts.pop(0)[1].close()
    assert [fault for page in opened for fault in page.faults] == []


@pytest.fixture
def listen(open_page) -> Iterator[Listen]:
    """Listens to an event of a page until the test ends: `listen(page, "dialog", lambda dialog: dialog.accept())`."""
    del open_page  # which empties the pages after this
    with listening() as listen_:
        yield listen_


def told(said: Any) -> list[str]:
    """The error of a message in the console of a page, if it is one."""
    unasked = SUPERSEDED in said.text or said.location["url"].endswith(ICON)
    return [f"{said.text} {said.location['url']}"] if said.type in ("error", "warning") and not unasked else []


def elsewhere(address: str, own: str) -> list[str]:
    """The fault if an address is not the page's own; `own` is the start of the page's address."""
    return [] if address.startswith((own, "data:", "blob:")) else [f"requested {address}"]


@pytest.fixture
def until(open_page) -> Callable[..., None]:
    """Waits until a test gives something true: `until(lambda: page.locator(".row").count() > 3)`."""

    def wait(test: Callable[[], Any], seconds: float = PATIENCE_MS / 1000) -> None:
        end = time.monotonic() + seconds
        while not test():
            assert time.monotonic() < end, "nothing happened"
            open_page.opened[-1].wait_for_timeout(20)  # handles the page's events, as `time.sleep` does not

    return wait


@pytest.fixture(scope="session")
def violations() -> Callable[..., list[str]]:
    """What axe finds wrong with a page, by WCAG 2.2 AA and its best practice."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    script = axe.Axe().axe_script

    def run(page: Any, rules: list[str] | dict[str, Any] = RULES) -> list[str]:
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(script)
        asked = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
        found = page.evaluate("asked => axe.run(asked).then((found) => found.violations)", asked)
        return [f"{rule['id']}: {node['target']}" for rule in found for node in rule["nodes"]]

    return run


@pytest.fixture(scope="session")
def violations_in_every_theme(violations) -> Callable[[Any], list[str]]:
    """What axe finds wrong with a page in light and in dark, each with more contrast, too.

    Only the rules about colours distinguish the themes.
    """

    def run(page: Any) -> list[str]:
        found = []
        for scheme, contrast in THEMES if levels.large_too else THEMES[:2]:
            page.emulate_media(color_scheme=scheme, contrast=contrast)
            assert page.evaluate(f"matchMedia('(prefers-color-scheme: {scheme})').matches")
            assert page.evaluate(f"matchMedia('(prefers-contrast: {contrast})').matches")
            rules = RULES if (scheme, contrast) == THEMES[0] else RULES_OF_COLOURS
            found += [f"{each} in {scheme}, contrast {contrast}" for each in violations(page, rules)]
        page.emulate_media(color_scheme="light", contrast="no-preference")
        return found

    return run
