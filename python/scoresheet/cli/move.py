"""`scoresheet move`: converts one move from one notation to another."""

from __future__ import annotations

from typing import Any

import click

from scoresheet._registry import names, values_of
from scoresheet.cli.one_text import base64_option, bytes_of, icn_options, notation_option, print_text, variant_option

__all__ = ["command"]


@click.command(
    "move",
    epilog="""\b
Examples:
  scoresheet move e7e8q --from uci --to san --fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
  scoresheet move Nf3 --to uci""",
)
@click.argument("text", metavar="TEXT")
@notation_option("--from", "notations", "san", "Notation of TEXT.")
@notation_option("--to", "notations", "san", "Notation to write.")
@click.option("--fen", metavar="FEN", help="The position before the move, in FEN or ICN. [default: the usual start]")
@variant_option("The rules of the position.")
@click.option(
    "--language",
    type=click.Choice(names("languages")),
    metavar="LANGUAGE",
    help="The language of the piece letters in TEXT. [default: English]",
)
@click.option(
    "--validation",
    type=click.Choice(values_of("validation")),
    default="full",
    show_default=True,
    help="`basic` and `off` allow illegal moves if both notations can express them.",
)
@icn_options
@base64_option
def command(
    text: str,
    from_: Any,
    to_: Any,
    fen: str | None,
    variant: str | None,
    language: Any,
    validation: Any,
    profile: str,
    style: str,
    in_base64: bool,
) -> None:
    """Convert one move from one notation to another.

    Binary notations are written in hex, and read in hex or as `base64:…`. `scoresheet list notations` shows all
    notations. `icn` is a move of infinite chess, such as `4,2>4,4`; without `--fen` it is rewritten without playing it.
    """
    import scoresheet

    if "icn" in (from_, to_):
        from scoresheet.infinite.interface import convert_icn_move

        known: Any = {"start": fen, "language": language, "validation": validation}
        return print_text(convert_icn_move(text, from_, to_, **known, profile=profile, style=style), False)
    known = {"fen": fen, "variant": variant, "language": language, "validation": validation}
    text = scoresheet.convert_move(text, from_, to_, **known)
    return print_text(bytes_of(text, to_) if in_base64 else text, in_base64)
