"""Databases as inputs and outputs: DuckDB, SQLite, PostgreSQL and MongoDB, each through its own driver."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scoresheet._hints import hint
from scoresheet._libraries import pip_install
from scoresheet.errors import FileError, ScoresheetError, UsageError, WriteError

if TYPE_CHECKING:
    from scoresheet.stores.store import Address, Store

__all__ = ["check_documents", "check_loads", "columns_of", "failures_told", "no_table", "opened", "secrets"]

_CLASSES = {"duckdb": "DuckDB", "sqlite": "SQLite", "postgresql": "PostgreSQL", "mongodb": "MongoDB"}
"""The class of each kind of store; its module is named like the kind, which is the id of its format."""


def opened(kind: str, address: Address) -> Store:
    """The store of this kind at an address. It is opened only when it is first used."""
    try:
        module = importlib.import_module(f"scoresheet.stores.{kind}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "scoresheet":
            raise
        # The driver is not part of the package: the extra of the same name installs it.
        raise UsageError(
            f"`{address.name}` needs the package `{error.name}`, which is not installed",
            hint=f"install it with `{pip_install(f'scoresheet[{kind}]')}`",
        ) from None
    made: Store = getattr(module, _CLASSES[kind])(address)
    return made


def columns_of(store: Store) -> list[str]:
    """The columns of a store's table. Refuses a store that has no such table."""
    found = store.columns()
    if found is None:
        raise no_table(store.address)
    return found


def check_documents(store: Store) -> None:
    """Refuses a store whose table has no documents: only they hold what columns cannot express."""
    if "doc" not in columns_of(store):
        raise UsageError(
            f"`{store.address.name}` has no column `doc` (family `documents`), which contains the complete games",
            hint=hint("load the games again with `{columns=tags,summary,moves,documents}`, or use their files"),
        )


def no_table(address: Address) -> UsageError:
    """The error for a store that does not have its table."""
    message = f"`{address.name}` has no table `{address.table}`"
    return UsageError(message, hint=hint("choose another table with `{table=NAME}`"))


def check_loads(address: Address, columns: Iterable[str]) -> None:
    """Refuses a table that has the name of the table `loads` but other columns."""
    if not {"source", "games", "finished", "schema_number", "options"} <= set(columns):
        raise UsageError(
            f"the table `{address.beside('loads')}` of `{address.name}` does not record loads of games",
            hint=hint("choose another table of games with `{table=NAME}`, which then gets its own record of loads"),
        )


@contextmanager
def failures_told(store: Store, kind: type[WriteError | FileError]) -> Iterator[None]:
    """Turns the errors of a store's driver into errors of this package, without the password of the URL."""
    try:
        yield
    except ScoresheetError:
        raise
    except store.failures as error:
        name = store.address.name
        doing, code = ("load games into", "write-failed") if kind is WriteError else ("read", "file-unreadable")
        # The driver's error is not chained, because its text and its attributes may contain the password.
        raise kind(
            f"cannot {doing} `{name}`: {_said(store.address, error)}",
            code=code,
            file=name,
            hint="the games loaded so far are kept; load the same inputs again to continue"
            if kind is WriteError
            else None,
        ) from None


def _said(address: Address, error: Exception) -> str:
    """The text of an error on one line, without those parts of the URL that users must not see."""
    said = " ".join(str(error).split()) or type(error).__name__
    for secret in secrets(address.location):
        said = said.replace(secret, "***")
    return said.replace(address.location, address.name)


def secrets(url: str) -> list[str]:
    """The parts of a URL that may be passwords, as they are written and decoded, longest first.

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
