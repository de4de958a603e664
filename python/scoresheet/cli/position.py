"""`scoresheet position`: converts one board from one notation to another."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

from scoresheet._registry import values_of
from scoresheet._suggest import meant, near
from scoresheet.cli import output
from scoresheet.cli.one_text import base64_option, icn_options, notation_option, print_text, variant_option
from scoresheet.cli.screens import Choice, GroupedCommand

__all__ = ["command"]


def _guessed(text: str) -> str:
    """The notation that a text appears to be in.

    >>> [_guessed(text) for text in ("9abcdba9", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/8 w - - bm Ke2;")]
    ['bcfen', 'fen', 'epd']
    >>> _guessed("8/8/8/8/8/8/8/8 w - +"), _guessed("8/8/8/8/8/8/8/8 w - - ? ?"), _guessed("9abcdba9 eeeeeeee")
    ('sfen', 'fen', 'bcfen')
    >>> [_guessed(f"8/8/8/8/8/8/8/8 w - - {end}") for end in ("2+3 0 1", "0 1 +1+0", "0 1 [Qq]", "0 1 Qq", "3+2 id x;")]
    ['fen', 'fen', 'fen', 'fen', 'epd']
    >>> _guessed("w 0/100 K0,0|k5,5")
    'icn'
    """
    if re.search("[0-9],-?[0-9]", text):
        return "icn"
    if text.startswith("base64:") or re.fullmatch("[0-9a-fA-F ]+", text):
        return "bcfen"
    board, *_ = words = text.split()
    rest = [word for word in words[4:] if not _RESERVE.fullmatch(word)]
    if len(rest) == 3 and rest[1].isdigit() and rest[2].isalpha():
        rest.pop()  # the pieces in hand, after the counters
    if rest and rest[0][0].isalpha():
        return "epd"
    is_counted = len(rest) == 2 and all(word.isdigit() or word == "?" for word in rest)
    return "fen" if is_counted or board.endswith("]") or len(rest) < len(words[4:]) else "sfen"


_RESERVE = re.compile(r"\d\+\d|\+\d\+\d|\[\w*\]")
"""Counts of checks, and a hand in brackets."""


@click.command(
    "position",
    cls=GroupedCommand,
    epilog="""\b
Examples:
  scoresheet position "R3k3/8/8/8/8/8/8/4K3 b - - 0 9" --undo "Ra1-a8xQ+"
  scoresheet position "4rkr1/4p1p1/8/8/8/8/8/5RK1 b - - 0 1" --to sfen""",
)
@click.argument("words", metavar="TEXT...", nargs=-1, required=True)
@notation_option("--from", "positions", None, "Notation of TEXT. [default: detected]")
@notation_option("--to", "positions", "fen", "Notation to write.")
@click.option(
    "--validation",
    type=Choice(values_of("validation")),
    help="`full` rejects positions that no game can start from; `basic` and `off` accept any. [default for FEN "
    "and EPD: full]",
)
@variant_option("Variant of the position")
@click.option("--undo", "undone", metavar="MOVES", help="Take back these moves, in FCN, which led to TEXT.")
@click.option(
    "--castling",
    metavar="LETTERS",
    help="Castling rights before the moves of --undo. [default: those that the moves imply]",
)
@click.option("--en-passant", metavar="SQUARE", help="En passant square before the moves of --undo.")
@click.option(
    "--halfmove-clock",
    type=int,
    metavar="N",
    help="Halfmove clock before the moves of --undo.",
)
@click.option(
    "--strict",
    is_flag=True,
    help="Reject non-standard input, and boards that the output notation cannot express.",
)
@icn_options
@base64_option
def command(
    words: tuple[str, ...],
    from_: str | None,
    to_: str,
    validation: str | None,
    variant: str | None,
    undone: str | None,
    castling: str | None,
    en_passant: str | None,
    halfmove_clock: int | None,
    strict: bool,
    profile: str,
    style: str,
    in_base64: bool,
) -> None:
    """Convert one board from one notation to another.

    TEXT is a FEN, EPD or SFEN (quoted, or one argument per field), a BCFEN in hex or as `base64:…`, or a position of
    infinite chess in ICN. `scoresheet list positions` shows all notations. If the position belongs to a named opening,
    the name is printed on stderr.

    With --undo, the board before the first of MOVES is written. MOVES are in the order in which they were played, with
    or without move numbers. With `--validation basic` or `off`, they may be illegal.
    """
    import scoresheet

    text = " ".join(words)
    start = scoresheet.Position().fen()
    if text != start and (likely := near(text, [start], cutoff=1)):
        raise scoresheet.UsageError(f"`{text}` is not a position", hint=meant(likely))
    from_ = from_ or _guessed(text)
    if from_ == "icn":
        from scoresheet.infinite.interface import Position, standard_of

        read = Position.read(text)
        if to_ == "icn":
            return print_text(read.to_icn(profile, style), False)
        board, lost = standard_of(read)
        _tell(lost, to_, strict=strict)
    else:
        board = scoresheet.Position.read(text, from_, validation, strict=strict, variant=variant)  # type: ignore[arg-type]
    known = {"castling": castling, "en_passant": en_passant, "halfmove_clock": halfmove_clock}
    if undone is not None:
        board = board.undo(undone, "fcn", validation or "full", **known)  # type: ignore[arg-type]
    elif any(value is not None for value in known.values()):
        hint = "they describe the board before the moves of `--undo`"
        raise scoresheet.UsageError("`--castling`, `--en-passant` and `--halfmove-clock` need `--undo`", hint=hint)
    if to_ == "icn":
        from scoresheet.infinite.interface import position_of

        made, lost = position_of(board)
        _tell(lost, to_, strict=strict)
        return print_text(made.to_icn(profile, style), False)
    _tell(board.losses(to_), to_, strict=strict)
    if board.opening:
        output.note(f"opening: {board.opening.eco} {board.opening.name}")
    return print_text(board.to(to_), in_base64)


def _tell(losses: Iterable[str], to: str, *, strict: bool) -> None:
    """Reports what a notation cannot express of a board.

    Raises:
        LossError: there is any, and it must not be.
    """
    from scoresheet.errors import LossError

    for loss in losses:
        if strict:
            hint = "omit `--strict`, or choose another notation; `scoresheet list losses` explains the losses"
            raise LossError(f"`{to}` cannot express all of this board: {loss}", hint=hint)
        output.note(f"loss: {loss}: `{to}` cannot express it")
