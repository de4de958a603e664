"""What `move` and `position` share: options for a text in one notation, and printing such a text."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from scoresheet._registry import names, registry, values_of
from scoresheet.cli import output
from scoresheet.cli.screens import Choice, option

__all__ = ["base64_option", "bytes_of", "icn_options", "notation_option", "print_text"]


Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def notation_option(flag: str, kind: str, default: str | None, doc: str) -> Callable[[Decorated], Decorated]:
    """An option whose values are the notations in one registry, and ICN."""
    name = flag.removeprefix("--")
    return click.option(
        flag,
        f"{name}_",
        type=Choice([*names(kind), "icn"]),
        metavar="NOTATION",
        default=default,
        show_default=default is not None,
        help=doc,
    )


def variant_option(doc: str, *, group: str = "Options", common: bool = True) -> Callable[[Decorated], Decorated]:
    """`--variant`: the variant of a position."""
    about = f"{doc} (`list variants`). [default: as the FEN shows]"
    return option("--variant", metavar="NAME", group=group, common=common, help=about)


def icn_options(function: Decorated) -> Decorated:
    """`--profile` and `--style`: the dialect and the style of ICN."""
    for name, doc in (
        ("style", "Style of ICN output: `compact` or `long`."),
        ("profile", "Dialect of ICN output."),
    ):
        values = values_of(name)
        made = click.option(f"--{name}", type=Choice(values), metavar=name.upper(), default=values[0], help=doc)
        function = made(function)
    return function


def _base64(_ctx: click.Context, _option: click.Parameter, pairs: tuple[str, ...]) -> bool:
    wanted = False
    for pair in pairs:
        if pair not in ("base64=yes", "base64=no"):
            raise click.BadParameter(f"{pair!r} is not `base64=yes` or `base64=no`")
        wanted = pair == "base64=yes"
    return wanted


def base64_option(function: Decorated) -> Decorated:
    """`-O base64=yes`."""
    return click.option(
        "-O",
        "in_base64",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_base64,
        help="With `base64=yes`, write binary notations as `base64:…` instead of hex.",
    )(function)


def bytes_of(text: str, notation: str) -> str | bytes:
    r"""The bytes of a move in a binary notation: hex, or the number of a PGC ordinal. Other texts are unchanged.

    >>> bytes_of("8630", "bccf"), bytes_of("12", "pgc"), bytes_of("Nf3", "san")
    (b'\x860', b'\x0c', 'Nf3')
    """
    spec = next((entry for entry in registry("notations") if entry["id"] == notation), None)
    if spec is None or not spec["binary"]:
        return text
    return bytes([int(text)]) if re.fullmatch(spec["regex"], "255") else bytes.fromhex(text)


def print_text(text: str | bytes, in_base64: bool) -> None:
    r"""Prints a text, or bytes as hex or base64.

    >>> print_text(b"\x86\x30", False)
    8630
    >>> print_text(b"\x86\x30", True)
    base64:hjA=
    """
    if isinstance(text, bytes):
        text = "base64:" + base64.b64encode(text).decode() if in_base64 else text.hex()
    output.data(text)
