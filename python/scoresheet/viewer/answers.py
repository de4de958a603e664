"""A path with its query and its body becomes a response. Nothing here depends on a server, so any can be used."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from scoresheet.drawing.tree import game_json
from scoresheet.viewer import (
    asking,
    boards,
    explorer,
    exporting,
    game_texts,
    infinite_moves,
    openings,
    saving,
    starting,
    uploading,
)
from scoresheet.viewer.engine_answers import EngineAnswers
from scoresheet.viewer.errors import Refused, missing, refusal_of, whole, wrong
from scoresheet.viewer.session import Session
from scoresheet.viewer.static import static

if TYPE_CHECKING:
    from scoresheet.viewer.engine_desk import EngineDesk

__all__ = ["Answer", "Answers", "Request"]

_JSON = "application/json"

_MOST_JSON = 2 << 20
"""The maximum size of a body in JSON, in bytes."""

_OF_ANY_GAMES = ("session", "progress", "cancel", "quit", "files", "reload", "position", "notations", "engine")
"""What is not about the games that are open."""

_PATIENCE = 1.0
"""How many seconds the response to opening a file waits, so that small files are open at once."""


@dataclass(frozen=True)
class Request:
    """A request of a browser. The path starts after the token."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: BinaryIO | None = None
    """The body, which ends where the request ends."""
    length: int = 0
    """The size of the body in bytes."""
    media: str = ""
    """The media type of the body."""
    games: str = ""
    """The games that the requesting page shows, as `session` names their source; empty if the page does not name it."""

    def json(self) -> dict[str, Any]:
        """The object in the body.

        Raises:
            Refused: the body is too large, or holds no object.
        """
        if self.media != _JSON:
            raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "bad-request", f"the body is not `{_JSON}`")
        if self.length > _MOST_JSON:
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too-large", f"more than {_MOST_JSON:,} bytes of JSON")
        try:
            found = json.loads(self.body.read(self.length) if self.body is not None else b"")
        except (ValueError, RecursionError):
            raise wrong("the body is not JSON") from None
        if not isinstance(found, dict):
            raise wrong("the body is not an object")
        return found


@dataclass(frozen=True)
class Answer:
    """What a browser gets: bytes, or parts of a body whose size is not known."""

    body: bytes | Iterator[bytes]
    media: str
    status: HTTPStatus = HTTPStatus.OK
    headers: Mapping[str, str] = field(default_factory=dict)
    ends: bool = False
    """Whether the server ends after this response."""


def plain(found: object, status: HTTPStatus = HTTPStatus.OK) -> Answer:
    """A response in JSON. Texts of files may hold halves of surrogate pairs, which UTF-8 does not have."""
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return Answer(text.encode("utf-8", "replace"), _JSON, status)


Found: TypeAlias = "Answer | object"
Handler = Callable[..., Found]


class Answers:
    """Responds to requests about one session, and about the engine if there is one."""

    def __init__(self, session: Session, desk: EngineDesk | None = None) -> None:
        self.session = session
        self._engine = EngineAnswers(session, desk)
        self._routes: list[tuple[str, tuple[str, ...], Handler]] = [
            ("GET", ("session",), lambda _: {**session.to_dict(), "engine": self._engine.to_dict()}),
            ("GET", ("progress",), lambda _: session.progress()),
            ("POST", ("cancel",), self._cancel),
            ("POST", ("quit",), self._end),
            ("POST", ("view",), self._view),
            ("POST", ("count",), self._count),
            ("GET", ("view", "*", "rows"), self._rows),
            ("GET", ("view", "*", "place"), self._place),
            ("GET", ("game", "*"), self._game),
            ("POST", ("game", "*", "text"), self._text),
            ("POST", ("game", "*", "save"), self._save),
            ("POST", ("edited", "text"), self._edited_text),
            ("POST", ("edited", "save"), self._save_edited),
            ("POST", ("game", "*", "start"), self._start),
            ("GET", ("game", "*", "moves"), self._infinite_moves),
            ("GET", ("game", "*", "map"), self._infinite_map),
            ("POST", ("game", "*", "play"), self._infinite_play),
            ("GET", ("suggest", "*"), self._suggest),
            ("POST", ("explorer",), self._explorer),
            ("POST", ("openings",), self._openings),
            ("POST", ("holes",), self._holes),
            ("POST", ("figure", "*"), self._figure),
            ("POST", ("export",), self._export),
            ("POST", ("files",), self._files),
            ("POST", ("reload",), self._reload),
            ("GET", ("position",), lambda request: boards.position(request.query)),
            ("GET", ("notations",), lambda request: boards.notations(request.query)),
            *self._engine.routes,
        ]

    def answer(self, request: Request) -> Answer:
        """The response to a request, which is a refusal if there is no other.

        >>> found = Answers(Session()).answer(Request("GET", "/api/position", {"move": "e2e4"}))
        >>> json.loads(found.body)["fen"]
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
        try:
            found = self._found(request)
        except Exception as error:
            reason = _reason(error)
            return plain(reason.to_dict(), reason.status)
        return found if isinstance(found, Answer) else plain(found)

    def _found(self, request: Request) -> Found:
        parts = request.path.strip("/").split("/")
        if parts[0] != "api":
            if request.method != "GET":
                raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "bad-request", "files can only be fetched")
            return Answer(*static("/".join(parts)))
        for method, pattern, handler in self._routes:
            fits = _fits(pattern, parts[1:])
            if fits is not None and method == request.method:
                if request.games and pattern[0] not in _OF_ANY_GAMES:
                    self.session.expect(request.games)
                return handler(request, *fits)
        raise missing(f"there is nothing at `{request.path[:80]}` for {request.method}")

    def _cancel(self, _request: Request) -> Found:
        self.session.cancel()
        return self.session.progress()

    def _end(self, _request: Request) -> Found:
        return replace(plain({"state": "quit"}), ends=True)

    def _view(self, request: Request) -> Found:
        asked = request.json()
        return self.session.opened.views.view(asked, str(asked.get("tab", "")))

    def _count(self, request: Request) -> Found:
        asked = request.json()
        return self.session.opened.views.count(asked, str(asked.get("tab", "")))

    def _rows(self, request: Request, view: str) -> Found:
        first, count = _whole(request, "from", 0), _whole(request, "count", 100)
        wanted = [name for name in request.query.get("columns", "").split(",") if name]
        return self.session.opened.views.rows(view, first, count, wanted)

    def _place(self, request: Request, view: str) -> Found:
        return {"place": self.session.opened.views.place(view, _whole(request, "row"))}

    def _game(self, _request: Request, row: str) -> Found:
        opened, number = self.session.opened, whole(row)
        analysed = opened.analysed.get(number)
        file = opened.library.file_of(number)
        if analysed is None:
            return {**game_json(opened.library.game(number), number), "file": file}
        return {**game_json(analysed.game, number), "analysis": analysed.figures, "file": file}

    def _text(self, request: Request, row: str) -> Found:
        return game_texts.game_text(self.session.opened.game(whole(row)), request.json())

    def _save(self, request: Request, row: str) -> Found:
        return saving.save_game(self.session.opened.game(whole(row)), request.json(), self.session.folder)

    def _edited_text(self, request: Request) -> Found:
        return saving.games_text(self.session.opened, request.json())

    def _save_edited(self, request: Request) -> Found:
        return saving.save_games(self.session.opened, request.json(), self.session.folder)

    def _start(self, request: Request, row: str) -> Found:
        return starting.started(self.session.opened.game(whole(row)), request.json())

    def _infinite_moves(self, request: Request, row: str) -> Found:
        game, query = self.session.opened.library.game(whole(row)), request.query
        x, y, line = (query.get(name, "") for name in ("x", "y", "line"))
        return infinite_moves.infinite_moves(game, _whole(request, "at"), x, y, infinite_moves.line_of(line))

    def _infinite_map(self, request: Request, row: str) -> Found:
        game, line = self.session.opened.library.game(whole(row)), infinite_moves.line_of(request.query.get("line"))
        picture = infinite_moves.infinite_map(game, _whole(request, "at"), line)
        return Answer(picture.encode("utf-8", "replace"), "image/svg+xml")

    def _infinite_play(self, request: Request, row: str) -> Found:
        asked = request.json()
        game, line = self.session.opened.library.game(whole(row)), infinite_moves.line_of(asked.get("line"))
        return infinite_moves.infinite_play(game, whole(str(asked.get("at", ""))), line, str(asked.get("move", "")))

    def _suggest(self, request: Request, name: str) -> Found:
        text = request.query.get("q", "")
        return asking.suggestions(self.session.opened.library, name, text[:200], request.query.get("tab", ""))

    def _explorer(self, request: Request) -> Found:
        asked = request.json()
        return explorer.explored(self.session.opened.library, asked, str(asked.get("tab", "")))

    def _openings(self, request: Request) -> Found:
        asked = request.json()
        return openings.results(self.session.opened.library, asked, str(asked.get("tab", "")))

    def _holes(self, request: Request) -> Found:
        asked = request.json()
        return openings.holes(self.session.opened.library, asked, str(asked.get("tab", "")))

    def _figure(self, request: Request, name: str) -> Found:
        asked = request.json()
        return asking.figure(self.session.opened.library, name, asked, f"{name} {asked.get('tab', '')}")

    def _export(self, request: Request) -> Found:
        made = exporting.export(self.session.opened, request.json())
        return Answer(made.parts(), made.media, headers={"Content-Disposition": made.disposition})

    def _files(self, request: Request) -> Found:
        self._engine.leave()
        path = uploading.received(request.query.get("name", ""), request.body, request.length)
        if request.query.get("add") == "1":
            self.session.add(str(path))
        else:
            self.session.open([str(path)])
        self.session.wait(_PATIENCE)
        return self.session.to_dict()

    def _reload(self, _request: Request) -> Found:
        self._engine.leave()
        self.session.open(self.session.paths, folder=self.session.folder)
        self.session.wait(_PATIENCE)
        return self.session.to_dict()


def _fits(pattern: tuple[str, ...], parts: list[str]) -> list[str] | None:
    """The parts of a path at the stars of a pattern; None if the path does not fit."""
    if len(pattern) != len(parts) or any(want not in ("*", part) for want, part in zip(pattern, parts, strict=True)):
        return None
    return [part for want, part in zip(pattern, parts, strict=True) if want == "*"]


def _whole(request: Request, name: str, default: int | None = None) -> int:
    text = request.query.get(name)
    if text is None and default is not None:
        return default
    return whole(text or "")


def _reason(error: Exception) -> Refused:
    try:
        return refusal_of(error)
    except Exception:
        # The message of an unexpected error may hold paths, so the page gets only its kind.
        return Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", f"the request failed: {type(error).__name__}")
