"""Databases as inputs and outputs: DuckDB, SQLite, PostgreSQL and MongoDB, each through its own driver."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scoresheet._hints import hint
from scoresheet.errors import FileError, ScoresheetError, UsageError, WriteError

if TYPE_CHECKING:
    from scoresheet.stores.store import Address, Store

__all__ = ["check_documents", "check_loads", "columns_of", "failures_told", "no_table", "opened", "secrets"]

_CLASSES = {"duckdb": "DuckDB", "sqlite": "SQLite", "postgresql": "PostgreSQL", "mongodb": "MongoDB"}
"""The class of each kind of store; its module is named like the kind, which is the id of its format."""


def opened(kind: str, address: Address) -> Store:
    """The store of this kind at an address. Nothing is opened before something is asked of it."""
    try:
        module = importlib.import_module(f"scoresheet.stores.{kind}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "scoresheet":
            raise
        # Its driver is no part of the package: the extra of the same name brings it.
        raise UsageError(
            f"`{address.name}` needs the package `{error.name}`, which is not installed",
            hint=f"install it with `pip install 'scoresheet[{kind}]'`",
        ) from None
    made: Store = getattr(module, _CLASSES[kind])(address)
    return made


def columns_of(store: Store) -> list[str]:
    """The columns of a store's table; a store that has no such table is refused."""
    found = store.columns()
    if found is None:
        raise no_table(store.address)
    return found


def check_documents(store: Store) -> None:
    """Refuses a store whose table holds no documents, in which everything is that columns cannot say."""
    if "doc" not in columns_of(store):
        raise UsageError(
            f"`{store.address.name}` does not hold the column `doc` (family `documents`), in which the games are",
            hint="load the games again with that column, or take them from where they came from",
        )


def no_table(address: Address) -> UsageError:
    """The error for a store without the table."""
    message = f"`{address.name}` has no table `{address.table}`"
    return UsageError(message, hint=hint("`{table=NAME}` names another one"))


def check_loads(address: Address, columns: Iterable[str]) -> None:
    """Refuses a table of the name of the table `loads` that is one of something else."""
    if not {"source", "games", "finished", "schema_number", "options"} <= set(columns):
        raise UsageError(
            f"`{address.name}` has a table `{address.beside('loads')}` of something else",
            hint=hint("choose another table of games with `{table=NAME}`: its loads are noted beside it"),
        )


@contextmanager
def failures_told(store: Store, kind: type[WriteError | FileError]) -> Iterator[None]:
    """Raises what the driver of a store says as an error of this package, without the password of its URL."""
    try:
        yield
    except ScoresheetError:
        raise
    except store.failures as error:
        name = store.address.name
        doing, code = ("load games into", "write-failed") if kind is WriteError else ("read", "file-unreadable")
        # The error of the driver is left behind: what it says, and what it holds, may have the password in it.
        raise kind(
            f"cannot {doing} `{name}`: {_said(store.address, error)}",
            code=code,
            file=name,
            hint="what was loaded stays there; the same command goes on from there" if kind is WriteError else None,
        ) from None


def _said(address: Address, error: Exception) -> str:
    """What an error says, in one line, with nothing of the URL that users are not shown."""
    said = " ".join(str(error).split()) or type(error).__name__
    for secret in secrets(address.location):
        said = said.replace(secret, "***")
    return said.replace(address.location, address.name)


def secrets(url: str) -> list[str]:
    """What may be a password in a URL, as it stands there and decoded; the longest first.

    >>> secrets("postgresql://me:a%20b@host/db?sslpassword=c"), secrets("games.duckdb")
    (['a%20b', 'a b', 'c'], [])
    """
    from urllib.parse import unquote_plus

    _, is_url, rest = url.partition("://")
    if not is_url:
        return []
    found = [rest.rpartition("@")[0].partition(":")[2]]
    for pair in rest.partition("?")[2].split("&"):
        name, _, value = pair.partition("=")
        if any(word in name.lower() for word in ("pass", "secret", "token", "key")):
            found.append(value)
    spelled = {text for secret in found for text in (secret, unquote_plus(secret)) if text}
    return sorted(spelled, key=lambda text: (-len(text), text))
