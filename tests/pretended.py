"""Responses that a test gives in the place of the server, for states that a server is rarely in."""

from __future__ import annotations

import json

SESSION = {
    "name": "month.pgn",
    "version": "1",
    "games": 0,
    "kind": "chess",
    "sources": [],
    "columns": [],
    "filters": [],
    "formats": [],
    "notations": {"moves": [], "positions": []},
    "languages": [],
    "figures": [],
}


def answering(**answers):
    """Prepares a page so that some paths of the interface return these statuses and bodies."""

    def answer(status, body):
        return lambda route: route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    def prepare(page):
        for path, (status, body) in answers.items():
            page.route(f"**/api/{path}", answer(status, body))

    return prepare
