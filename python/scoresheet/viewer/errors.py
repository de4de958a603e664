"""Why a request is refused, as an HTTP status and an object for the page."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import duckdb

from scoresheet.errors import PatternError, ScoresheetError

__all__ = ["Refused", "Replaced", "Superseded", "missing", "refusal_of", "whole", "wrong"]


class Refused(Exception):  # noqa: N818 - the response is a refusal; the request was the error
    """A request that is refused.

    Attributes:
        status: the HTTP status.
        code: the stable name of the reason.
        message: what was refused and why, in one line.
        hint: what to do about it.
        at: the column of a pattern at which it goes wrong, from 1.
        place: where in a file the reason is.
    """

    def __init__(
        self, status: HTTPStatus, code: str, message: str, *, hint: str | None = None, **where: int | str | None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.where = where

    def to_dict(self) -> dict[str, Any]:
        """The object for the page, without the parts that do not apply.

        >>> missing("no game 7").to_dict()
        {'error': {'code': 'not-found', 'message': 'no game 7'}}
        """
        known = {"code": self.code, "message": self.message, "hint": self.hint, **self.where}
        return {"error": {name: value for name, value in known.items() if value is not None}}


class Superseded(Refused):
    """A newer request of the same page has replaced this one."""

    def __init__(self) -> None:
        super().__init__(HTTPStatus.CONFLICT, "superseded", "a newer request has replaced this one")


class Replaced(Refused):
    """Other games have taken the place of those that a request is about."""

    def __init__(self) -> None:
        hint = "load the page again to see them"
        super().__init__(HTTPStatus.CONFLICT, "games-replaced", "other games are open now", hint=hint)


def missing(message: str) -> Refused:
    """The refusal of a request for something that does not exist."""
    return Refused(HTTPStatus.NOT_FOUND, "not-found", message)


def wrong(message: str, hint: str | None = None) -> Refused:
    """The refusal of a request that makes no sense."""
    return Refused(HTTPStatus.BAD_REQUEST, "bad-request", message, hint=hint)


def whole(text: str) -> int:
    """The whole number that a request gives as text.

    Raises:
        Refused: it is not a number, or too long.
    """
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise wrong(f"`{text[:40]}` is not a number")
    return int(text)


def refusal_of(error: Exception) -> Refused:
    """The refusal for an error of this package or of DuckDB. Raises any other error again.

    >>> import scoresheet
    >>> try:
    ...     scoresheet.Position().play("Ke3")
    ... except scoresheet.MoveError as error:
    ...     refusal_of(error).to_dict()["error"]["code"]
    'move-illegal'
    """
    if isinstance(error, Refused):
        return error
    if isinstance(error, ScoresheetError):
        at = error.column if isinstance(error, PatternError) else None
        code = error.code or "bad-request"
        return Refused(HTTPStatus.BAD_REQUEST, code, error.message, hint=error.hint, place=error._place, at=at)
    if isinstance(error, duckdb.OutOfMemoryException):
        hint = "narrow the filter, or start `scoresheet serve` with a larger `--memory`"
        return Refused(HTTPStatus.INSUFFICIENT_STORAGE, "out-of-memory", "the request needs too much memory", hint=hint)
    if isinstance(error, duckdb.Error):
        # The rest of the message shows our SQL, which the user did not write.
        said = str(error).partition("\n\nLINE ")[0]
        return Refused(HTTPStatus.BAD_REQUEST, "query-failed", said)
    raise error
