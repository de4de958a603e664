"""`scoresheet move`: converts one move from one notation to another."""

from __future__ import annotations

from typing import Any

import click

from scoresheet._registry import names, values_of
from scoresheet.cli.one_text import base64_option, bytes_of, icn_options, notation_option, print_text, variant_option
from scoresheet.cli.screens import Choice, GroupedCommand

__all__ = ["command"]


@click.command(
    "move",
    cls=GroupedCommand,
    epilog="""\b
Examples:
  scoresheet move e7e8q --from uci --to san --fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
  scoresheet move Nf3 --to uci""",
)
@click.argument("text", metavar="TEXT")
@notation_option("--from", "notations", "san", "Notation of TEXT.")
@notation_option("--to", "notations", "san", "Notation to write.")
@click.option("--fen", metavar="FEN", help="Position before the move, as FEN or ICN. [default: the start of the game]")
@variant_option("Variant of the position")
@click.option(
    "--language",
    type=Choice(names("languages")),
    metavar="LANGUAGE",
    help="Language of the piece letters in TEXT (`list languages`). [default: en]",
)
@click.option(
    "--validation",
    type=Choice(values_of("validation")),
    default="full",
    show_default=True,
    help="How strictly to check the move: `basic` and `off` allow illegal moves if both notations can express them.",
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

    `scoresheet list notations` shows all notations. Moves in binary notations are hex, or `base64:…` as input. `icn` is
    a move of infinite chess, such as `4,2>4,4`. Without --fen, it is converted without being played.
    """
    import scoresheet

    if "icn" in (from_, to_):
        from scoresheet.infinite.interface import convert_icn_move

        known: Any = {"start": fen, "language": language, "validation": validation}
        return print_text(convert_icn_move(text, from_, to_, **known, profile=profile, style=style), False)
    known = {"fen": fen, "variant": variant, "language": language, "validation": validation}
    text = scoresheet.convert_move(text, from_, to_, **known)
    return print_text(bytes_of(text, to_) if in_base64 else text, in_base64)
