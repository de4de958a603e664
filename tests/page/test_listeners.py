"""Pages are used by one test after another: no listener of a test stays on them."""

from __future__ import annotations

import pytest

from page_listeners import listening


def test_a_listener_ends_with_its_block(open_page, annotated, until):
    page, heard, later = open_page(annotated), [], []
    with listening() as listen:
        listen(page, "console", lambda said: heard.append(said.text))
        page.evaluate("console.log('one')")
        until(lambda: heard == ["one"])
    with listening() as listen:
        listen(page, "console", lambda said: later.append(said.text))
        page.evaluate("console.log('two')")
        until(lambda: later == ["two"])
    assert heard == ["one"]


def test_what_would_stay_is_refused(open_page, annotated):
    page = open_page(annotated)
    for owner in (page, page.context):
        for listens in (owner.on, owner.once):
            with pytest.raises(pytest.fail.Exception, match=r"write `listen\(page, 'dialog', …\)`"):
                listens("dialog", print)
