"""`scoresheet move`: one move from one notation to another."""

from __future__ import annotations

from typing import Any

import click

from scoresheet._registry import names, values_of
from scoresheet.cli.texts import base64_option, bytes_of, notation_option, print_text

__all__ = ["command"]


@click.command(
    "move",
    epilog="""\b
Examples:
  scoresheet move Nf3 --to uci
  scoresheet move e7e8q --from uci --to san --fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" """,
)
@click.argument("text", metavar="TEXT")
@notation_option("--from", "notations", "san", "Notation of TEXT.")
@notation_option("--to", "notations", "san", "Notation to write.")
@click.option("--fen", metavar="FEN", help="The position before the move; the usual start if not given.")
@click.option(
    "--language",
    type=click.Choice(names("languages")),
    metavar="LANGUAGE",
    help="The language of the piece letters in TEXT; English if not given.",
)
@click.option(
    "--validation",
    type=click.Choice(values_of("validation")),
    default="full",
    show_default=True,
    help="`basic` and `off` let illegal moves pass if both notations can express them.",
)
@base64_option
def command(text: str, from_: Any, to_: Any, fen: str | None, language: Any, validation: Any, in_base64: bool) -> None:
    """Write one move in another notation.

    Binary notations are read and written in hex, and read as `base64:…` too. `scoresheet list notations` shows the
    notations.
    """
    import scoresheet

    text = scoresheet.convert_move(text, from_, to_, fen=fen, language=language, validation=validation)
    print_text(bytes_of(text, to_) if in_base64 else text, in_base64)
