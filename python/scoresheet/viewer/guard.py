"""Which requests are allowed: those of a page of this server, which has the token. And what such a page may do."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from scoresheet.errors import UsageError
from scoresheet.viewer.errors import Refused

__all__ = ["HEADERS", "Guard", "checked_token"]

_POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "; ".join(_POLICY),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""The headers of every response, refusals included."""

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

_SAME_SITE = (None, "same-origin", "none")
"""What browsers say in `Sec-Fetch-Site` about pages of this server, and about addresses that a user types."""


@dataclass(frozen=True)
class Guard:
    """Refuses requests that do not come from a page of this server."""

    port: int
    host: str = "127.0.0.1"
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def names(self) -> frozenset[str]:
        """The accepted values of `Host`. Another name that leads here may be that of a page of others."""
        # All addresses of a machine cannot be listed, so a server for all of them relies on the token.
        own = f"[{self.host}]" if ":" in self.host else self.host
        return frozenset(f"{name}:{self.port}" for name in (*_LOOPBACK, own))

    @property
    def address(self) -> str:
        """The address of the page."""
        shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(self.host, self.host)
        shown = f"[{shown}]" if ":" in shown and not shown.startswith("[") else shown
        return f"http://{shown}:{self.port}/{self.token}/"

    def admitted(self, path: str, headers: Mapping[str, str]) -> str:
        """The path after the token.

        Raises:
            Refused: the request comes from elsewhere, or does not know the token.

        >>> guard = Guard(8000, token="secret-secret-secret")
        >>> guard.admitted("/secret-secret-secret/api/session", {"Host": "127.0.0.1:8000"})
        '/api/session'
        """
        if not self._is_ours(headers):
            raise Refused(HTTPStatus.FORBIDDEN, "forbidden", "the request comes from another site")
        first, slash, rest = path.removeprefix("/").partition("/")
        if not hmac.compare_digest(first.encode("utf-8", "replace"), self.token.encode()):
            hint = "open the address that `scoresheet serve` has printed"
            raise Refused(HTTPStatus.NOT_FOUND, "not-found", "the address is incomplete", hint=hint)
        return slash + rest

    def _is_ours(self, headers: Mapping[str, str]) -> bool:
        host, origin = headers.get("Host") or "", headers.get("Origin")
        return (
            self._answers_to(host.lower())
            and origin in (None, f"http://{host}")
            and headers.get("Sec-Fetch-Site") in _SAME_SITE
        )

    def _answers_to(self, host: str) -> bool:
        if self.host in ("0.0.0.0", "::"):
            # Any name may lead here on a network. Addresses cannot be rebound to another machine.
            return re.fullmatch(rf"(?:[\d.]+|\[[\da-f:.]+\]|localhost):{self.port}", host) is not None
        return host in self.names


def checked_token(token: str) -> str:
    """A token that a user has chosen.

    Raises:
        UsageError: it is too short, or has other characters than those of an address.
    """
    if not re.fullmatch(r"[A-Za-z0-9_-]{16,128}", token):
        raise UsageError(
            "the token is unusable",
            hint="use 16 to 128 letters, digits, `-` and `_`; `openssl rand -hex 16` prints a good one",
        )
    return token
