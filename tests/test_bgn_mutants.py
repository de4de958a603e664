"""Damaged documents of BGN: what is written of them is read to the same, without new faults."""

from __future__ import annotations

import io
from typing import Any

import pytest

import scoresheet
from levels import rounds
from mutants import FORMATS, mutant


def taken(data: bytes, format_id: Any) -> tuple[bytes, scoresheet.Report]:
    """The games of a file in the same format."""
    out = io.BytesIO()
    report = scoresheet.convert(data, out, from_=format_id, to=format_id, threads=1)
    return out.getvalue(), report


def codes(report: scoresheet.Report) -> set[str]:
    return {found.code for found in report.errors}


@pytest.mark.parametrize("format_id", FORMATS)
def test_a_second_pass_changes_nothing(format_id: Any) -> None:
    for seed in range(rounds(600)):
        data = mutant(format_id, f"{format_id}-{seed}")
        once, read = taken(data, format_id)
        twice, again = taken(once, format_id)
        assert twice == once, seed
        assert codes(again) <= codes(read), seed
        left_out = sum(loss.count for loss in read.losses if loss.kind == "unplayed-game")
        assert again.games == read.games - left_out, seed


@pytest.mark.parametrize("format_id", FORMATS)
def test_no_text_of_a_document_is_another_game_of_pgn(format_id: Any) -> None:
    for seed in range(rounds(600)):
        out = io.BytesIO()
        read = scoresheet.convert(mutant(format_id, f"pgn-{seed}"), out, from_=format_id, to="pgn", threads=1)
        left_out = sum(loss.count for loss in read.losses if loss.kind == "unplayed-game")
        assert scoresheet.check(out.getvalue(), from_="pgn").games == read.games - left_out, seed
