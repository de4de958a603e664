"""What the tests of the viewer share: responses without a server, and a running server."""

from __future__ import annotations

import io
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scoresheet.analysis.engines import EngineChoice
from scoresheet.viewer.answers import Answer, Answers, Request
from scoresheet.viewer.engine_desk import EngineDesk
from scoresheet.viewer.serving import Running, Settings
from scoresheet.viewer.session import Session


class Refusal(Exception):  # noqa: N818 - the answer is a refusal
    """A response that is a refusal."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        super().__init__(f"{status}: {error}")
        self.status = status
        self.error = error


class Viewer:
    """Sends a request to a session, as a page would through a server."""

    def __init__(self, *inputs: object, engine: Sequence[str] | None = None, folder: Path | None = None) -> None:
        self.session = Session()
        self.desk = None if engine is None else EngineDesk(EngineChoice(engine))
        self.answers = Answers(self.session, self.desk)
        if inputs:
            self.session.open([str(path) for path in inputs], folder=folder)
            self.session.wait()

    def raw(
        self, method: str, path: str, body: bytes = b"", media: str = "application/json", **query: object
    ) -> Answer:
        texts = {name.rstrip("_"): str(value) for name, value in query.items()}
        return self.answers.answer(Request(method, f"/api/{path}", texts, io.BytesIO(body), len(body), media))

    def get(self, path: str, **query: object) -> Any:
        return found(self.raw("GET", path, **query))

    def post(self, path: str, asked: Mapping[str, Any] | None = None) -> Any:
        return found(self.raw("POST", path, json.dumps(asked or {}).encode()))

    def send(self, name: str, content: bytes, **query: object) -> Any:
        return found(self.raw("POST", "files", content, "application/octet-stream", name=name, **query))

    def listed(self, *columns: str, sort: Any = None, **filter_: object) -> list[list[Any]]:
        """The rows of a whole view."""
        view = self.post("view", {"filter": filter_, "sort": sort})
        rows: list[list[Any]] = []
        while len(rows) < view["games"]:
            page = self.get(f"view/{view['view']}/rows", from_=len(rows), count=100, columns=",".join(columns))
            assert page["from"] == len(rows)
            rows += page["rows"]
        return rows

    def close(self) -> None:
        if self.desk is not None:
            self.desk.close()
        self.session.close()


def found(answer: Answer) -> Any:
    body = answer.body if isinstance(answer.body, bytes) else b"".join(answer.body)
    if answer.media != "application/json":
        return body
    plain = json.loads(body)
    if answer.status >= 400:
        raise Refusal(answer.status, plain["error"])
    return plain


@contextmanager
def running(*inputs: object, **settings: Any) -> Iterator[Running]:
    """A server in a thread of this process, with its inputs open."""
    served = Running(Settings(**settings))
    served.open([str(path) for path in inputs])
    served.session.wait()
    thread = threading.Thread(target=served.run, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        served.quit()
        thread.join(20)
        assert not thread.is_alive()
        served.close()


def pgn(**tags: str) -> str:
    """A short game with these tags."""
    lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
    return f"{lines}\n1. e4 e5 {tags.get('Result', '*')}\n\n"


def write(path: Path, *games: str) -> Path:
    path.write_text("".join(games), "utf-8")
    return path
