"""`scoresheet.vgn`: tag sections and tokens, beyond the golden rows."""

from __future__ import annotations

import pytest

import scoresheet
from scoresheet import vgn
from scoresheet._registry import registry


def code_of(call, *arguments: object, **options: object) -> str:
    with pytest.raises(scoresheet.ReadError) as found:
        call(*arguments, **options)
    assert found.value.code is not None
    return found.value.code


@pytest.mark.parametrize(
    ("tags", "warning"),
    [
        ('[GameFormat"VGN"]', "tag-blank"),
        ('[gameformat "VGN"]', "tag-case"),
        ('[GameFormat "VGN"][X "a\nb"]', "tag-line-end"),
        ('[GameFormat "VGN"][X "\\a"]', "tag-escape"),
        ('[GameFormat "VGN"][X-Y "a"]', "tag-name"),
        ('[GameFormat "VGN"][X "a"][X "b"]', "tag-repeated"),
        ('[MoveFormat "BCCF"]', "game-format-late"),
        ('%a\n[GameFormat "VGN"]', "escaped-line"),
    ],
)
def test_leniencies_are_warnings_and_strictly_errors(tags: str, warning: str) -> None:
    section = vgn.tag_section(tags)
    assert section["warnings"] == [warning]
    assert section["tags"]["GameFormat"] == "VGN"
    assert code_of(vgn.tag_section, tags, strict=True) == warning


def test_what_is_no_tag_has_a_place() -> None:
    with pytest.raises(scoresheet.ReadError) as found:
        vgn.tag_section('[GameFormat "VGN"]\n [Date]\n')
    assert (found.value.code, found.value.line, found.value.column, found.value.byte) == ("tag-syntax", 2, 2, 20)


def test_the_last_of_two_tags_counts() -> None:
    assert vgn.tag_section('[X "a"][X "b"]')["tags"]["X"] == "b"


@pytest.mark.parametrize("code", ["BCCF2", "BCFEN2"])
def test_what_nothing_ends_is_refused_strictly(code: str) -> None:
    tags = f'[GameFormat "VGN"][MoveFormat "{code}"]'
    assert vgn.tag_section(tags)["isBinary"]
    assert code_of(vgn.tag_section, tags, strict=True) == "format-unsupported"
    assert vgn.move_format(code)["name"] == code
    assert code_of(vgn.move_format, code, strict=True) == "format-unsupported"


def test_every_code_matches_the_registry() -> None:
    for entry in registry("codes"):
        assert vgn.move_format(entry["code"].lower())["notation"] == entry["means"]


def test_tokens_with_their_places() -> None:
    found = vgn.tokens("1. e2e4 $1 {a} (1. d2d4 *) e7e5 0-1 ;b\n\n[Event", "MCN")
    assert [(token["byte"], token["kind"], token["text"]) for token in found["tokens"]] == [
        (0, "number", ""),
        (3, "move", "e2e4"),
        (8, "nag", "$1"),
        (11, "comment", "a"),
        (15, "open", "("),
        (16, "number", ""),
        (19, "move", "d2d4"),
        (24, "marker", "*"),
        (25, "close", ")"),
        (27, "move", "e7e5"),
        (32, "marker", "0-1"),
    ]
    assert (found["nextGameComments"], found["rest"]) == (["b"], b"[Event")


@pytest.mark.parametrize(
    ("text", "code", "error"),
    [
        ("1. e2e4 (1. d2d4 * d7d5 ) *", "MCN", "stray"),
        ("1. e2e4 } *", "MCN", "stray"),
        ("1. e2e4", "MCN", "terminator-missing"),
        ("1. e2e4\n[Event", "MCN", "tag-syntax"),
        ('1. e2e4\n[Event "x"]', "MCN", "terminator-missing"),
        ("1. (e2e4 *", "MCN", "variation-unclosed"),
        ("1. e2e4 *", "FCN", "move-syntax"),
        ("1. 8/8/8/8/8/8/8 *", "SFEN", "move-syntax"),
        ("12 e4 *", "SAN", "move-syntax"),
    ],
)
def test_what_moves_cannot_contain(text: str, code: str, error: str) -> None:
    assert code_of(vgn.tokens, text, code) == error


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1. e2e4 e7e5 2. g1f3 *", 0),
        ("1. e2e4 1.5 e7e5 2. g1f3 *", 0),
        ("1. e2e4 1... e7e5 *", 0),
        ("e2e4 e7e5 2. g1f3 *", 0),
        ("12.5 e7e5 13. g1f3 (13. b1c3 b8c6 14. f1c4 ) b8c6 14. f1c4 *", 0),
        ("1. 1. e2e4 *", 1),
        ("1. e2e4 1. e7e5 *", 1),
        ("1. e2e4 e7e5 3. g1f3 *", 1),
        ("0. e2e4 *", 1),
        ("1. e2e4 (1. d2d4 1. d7d5 ) e7e5 2. 2. g1f3 *", 2),
    ],
)
def test_numbers_are_in_order_and_unique(text: str, wrong: int) -> None:
    assert vgn.tokens(text, "MCN")["warnings"] == ["move-number"] * wrong
    if wrong:
        assert code_of(vgn.tokens, text, "MCN", strict=True) == "move-number"
    else:
        vgn.tokens(text, "MCN", strict=True)


def test_rows_are_whole() -> None:
    rows = ["rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"]
    assert vgn.tokens(f"1. {rows[0]}\n1.5 {rows[1]} *", "SFEN")["moves"] == rows


def test_codes_without_words_are_refused() -> None:
    for code in ["BCCF", "PGC", "XYZ"]:
        with pytest.raises(scoresheet.UsageError):
            vgn.tokens("*", code)


def test_invalid_values() -> None:
    assert code_of(vgn.rules, "N+") == "rules-syntax"
    assert code_of(vgn.pieces, "N +a") == "pieces-syntax"
    assert code_of(vgn.nag, "$") == "nag-syntax"
    assert code_of(vgn.move_format, "FCN3") == "format-unsupported"


def test_unknown_rules() -> None:
    assert vgn.rules("N+ZZ:mine") == {
        "numbers": [*range(1, 28), 1295],
        "unknown": [1295],
        "variant": None,
        "label": "mine",
        "text": "N+ZZ",
    }


def test_nags_without_words() -> None:
    assert vgn.nag("$5.2.1.1.1") == {"args": [5, 2, 1, 1, 1], "pgnNag": None, "composite": "$5.2.1.1.1", "text": None}
    assert vgn.nag("$140") == {"args": [140], "pgnNag": 140, "composite": None, "text": None}
