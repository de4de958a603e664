"""What a run counted: games, plies, errors with the first place of each, losses."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["CodeCount", "Gain", "Loss", "Report"]


@dataclass(frozen=True)
class CodeCount:
    """How often one kind of error or note was met, and where first."""

    code: str
    """Its stable name (`scoresheet list errors`)."""
    severity: str
    """`"error"` or `"note"`."""
    count: int
    """How often, in variations too."""
    first: dict[str, Any]
    """The first one: `file, game, ply, line, column, byte, text, message, fen, hint`, None where they do not apply, and
    `report`, several lines for people."""


@dataclass(frozen=True)
class Loss:
    """Something that an output could not say."""

    kind: str
    """What, in a few words."""
    count: int
    """How often."""
    first: str
    """The first place: the input and the game, and what was in the way where the kind does not say it."""


@dataclass(frozen=True)
class Gain:
    """What the bits of an output are spent on, and what other compressors make of the same input.

    >>> import scoresheet
    >>> gain = scoresheet.convert("examples/historic.pgn", "historic.cpgn", explain=True).gain
    >>> {name: round(bits, 2) for name, bits in gain.bits_per_ply.items()}
    {'tags': 19.59, 'moves': 8.97, 'comments': 0.0, 'other': 0.3, 'total': 28.86}
    >>> sorted(gain.compressed)
    ['gzip -9', 'xz -9e', 'zstd -19']
    """

    plies: int
    """Half-moves written, those of variations included."""
    bits: dict[str, int]
    """The bits of `tags`, `moves` and `comments`; `other` is the rest of the output's bits."""
    bytes_out: int
    """How many bytes the output has, before the compression that its extension may ask for."""
    bytes_in: int | None = None
    """How many bytes were read, after decompression. None if there is no comparison: some games were not read as text,
    or `where` chose among them."""
    compressed: dict[str, int] | None = None
    """How many bytes `gzip -9`, `xz -9e` and `zstd -19` make of these; None if there is no comparison."""

    @property
    def bits_per_ply(self) -> dict[str, float]:
        """`bits` and their `total`, divided by the plies. Empty if there are none."""
        bits = {**self.bits, "total": sum(self.bits.values())}
        return {name: count / self.plies for name, count in bits.items()} if self.plies else {}

    def to_dict(self) -> dict[str, Any]:
        """All of it as dicts and numbers, `bits_per_ply` included."""
        return {**copy.deepcopy(vars(self)), "bits_per_ply": self.bits_per_ply}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Gain:
        """The gain that `to_dict` was made from.

        >>> gain = Gain(2, {"moves": 18}, 3)
        >>> Gain.from_dict(gain.to_dict()) == gain
        True
        """
        return cls(**{name: value for name, value in found.items() if name != "bits_per_ply"})


@dataclass(frozen=True)
class Report:
    """What a run counted.

    >>> import scoresheet
    >>> report = scoresheet.check("examples/historic.pgn")
    >>> report.games, report.plies, report.errors
    (45, 2171, ())
    """

    games: int
    """Games read."""
    plies: int
    """Half-moves played, mainlines only."""
    errors: tuple[CodeCount, ...]
    """What was not understood, or lost, by code. With `strict`, notes too."""
    losses: tuple[Loss, ...]
    """What the output could not say, by kind."""
    seconds: float
    """How long it took."""
    notes: tuple[CodeCount, ...] = ()
    """What was read by a leniency, by code."""
    written: int = 0
    """Games written."""
    skipped: int = 0
    """Games left out: those with errors where `on_error` is `"skip"`, those that a strict writer refused, and those
    that are too short to be cut as asked."""
    changes: dict[str, int] = field(default_factory=dict)
    """What was changed in games on their way, and how often: `comments-stripped`, `tags-set`, …"""
    files: int = 0
    """How many files the games were split into, where the name of the output has fields or is a folder."""
    renamed: int = 0
    """How many of these have another name than the games say, because it is not safe, too long, or taken."""
    faulty: int = 0
    """Games with an error."""
    mates: int = 0
    """Games that end in mate."""
    stalemates: int = 0
    """Games that end in stalemate."""
    results: dict[str, int] = field(default_factory=dict)
    """Games by the marker after the moves; `none` where there is none."""
    depth: str = "positions"
    """How much of the games was read: `frame`, `tags`, `moves` or `positions`. Moves were checked only by the last."""
    inputs: tuple[dict[str, Any], ...] = ()
    """Each input that was read: `name`, `kind`, `games`, `bytes` (as it stands on the disk)."""
    trailing: tuple[str, ...] = ()
    """The comments behind the last game of a VGN file, which belong to no game."""
    gain: Gain | None = None
    """What the bits of the output are spent on, if that was asked for (`explain=True`); else None, and left out of
    `to_dict`."""

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Report:
        """The report that `to_dict` was made from.

        >>> from scoresheet import Report
        >>> empty = Report(0, 0, (), (), 0.0)
        >>> Report.from_dict(empty.to_dict()) == empty
        True
        """
        plain = {name: found[name] for name in _PLAIN if name in found}
        return cls(
            errors=tuple(CodeCount(**row) for row in found["errors"]),
            notes=tuple(CodeCount(**row) for row in found["notes"]),
            losses=tuple(Loss(**row) for row in found["losses"]),
            inputs=tuple(found["inputs"]),
            trailing=tuple(found.get("trailing", ())),
            gain=Gain.from_dict(found["gain"]) if "gain" in found else None,
            **plain,
        )

    def to_dict(self) -> dict[str, Any]:
        """The report as dicts, lists, numbers and text: what `--json` prints.

        >>> import scoresheet
        >>> scoresheet.check("examples/historic.pgn").to_dict()["games"]
        45
        """
        found: dict[str, Any] = {name: copy.deepcopy(getattr(self, name)) for name in _PLAIN}
        for name in ("errors", "notes", "losses"):
            found[name] = [copy.deepcopy(vars(row)) for row in getattr(self, name)]
        found["inputs"] = [dict(row) for row in self.inputs]
        found["trailing"] = list(self.trailing)
        if self.gain is not None:
            found["gain"] = self.gain.to_dict()
        return found


_PLAIN = (
    "games",
    "plies",
    "seconds",
    "written",
    "skipped",
    "changes",
    "files",
    "renamed",
    "faulty",
    "mates",
    "stalemates",
    "results",
    "depth",
)
