"""ICN as JSON: both shapes, there and back, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoresheet import MoveError, ReadError, ScoresheetError, UsageError
from scoresheet.infinite import fc, modern
from scoresheet.infinite.document import Border, Document, MoveText, PresetRay, Promotion
from scoresheet.infinite.encoded import EncodedText
from scoresheet.infinite.faults import Refused
from scoresheet.infinite.json import document_of, json_losses_of, json_of, read_json, write_json
from scoresheet.infinite.parsing import read_text
from scoresheet.infinite.pieces import BY_CODE, KINDS, Piece
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.writing import losses_of, write_document

FOLDER = Path(__file__).resolve().parent.parent.parent / "vectors" / "icn"
PROFILES = ("doc", "fc", "modern")
EVERYTHING = (
    '[Event "E"] [White "A"] b 4,3 7/100 12 (8,17;q,am|1) -50,_,-1,60 (checkmate|checkmate,koth) Squares:1,2|-3,4 '
    "Rays:1,2>0,1 K1,1+|k8,8|P4,4|p9,2|ob0,0|vo-1,0|HU2,2|ro3,3|NR9,9+ "
    "8,8>8,7! {[%clk 0:00:09.5] up}|1,1>123456789012345678901234567890,1|9,2>9,1=q#"
)


def texts() -> list[str]:
    found: list[str] = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            given = json.loads(line).get("input")
            if isinstance(given, str) and read_document(given).fault is None:
                found.append(given)
    return found


def read(text: str) -> Document:
    said = read_document(text)
    assert said.fault is None, said.fault
    return said.document


# There and back


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_text_and_json_are_stable(profile: str) -> None:
    for text in [*texts(), EVERYTHING]:
        first = json_of(read(text), profile)
        again = document_of(read_json(write_json(first)))
        written = write_document(again, profile=profile, comments=True)
        second = json_of(read(written), profile)
        assert write_document(document_of(second), profile=profile) == written, text
        assert json_of(read(write_document(document_of(second), profile=profile)), profile) == second, text


def test_json_matches_the_text() -> None:
    document = read(EVERYTHING)
    for profile in ("doc", "modern"):
        again = document_of(json_of(document, profile))
        assert again.moves == [
            MoveText(m.start, m.end, m.promotion, signs=m.signs, comments=tuple(c.strip() for c in m.comments))
            for m in document.moves
        ]
        assert json_of(again, profile) == json_of(document, profile)


def test_everything_in_the_long_format() -> None:
    long = json_of(read(EVERYTHING), "doc")
    assert long["turn"] == "black"
    assert long["enpassant"] == [4, 3]
    assert long["moveRule"] == "7/100"
    assert long["gameRules"]["promotionRanks"] == [[8, 17], 1]
    assert long["gameRules"]["promotionsAllowed"]["white"] == ["queens", "amazons"]
    assert long["gameRules"]["worldBorder"] == "-50,_,-1,60"
    assert long["gameRules"]["rays"] == "1,2>0,1"
    assert long["moves"][1:] == ["1,1>123456789012345678901234567890,1", "9,2>9,1q"]
    assert long["annotations"] == [
        {"ply": 1, "comments": ["[%clk 0:00:09.5] up"], "signs": ["!"]},
        {"ply": 3, "signs": ["#"]},
    ]
    bare = json_of(read("K1,1 1,1>1,2{up}"), "fc")
    assert bare == {
        "metadata": {},
        "gameRules": {"winConditions": {"white": ["checkmate"], "black": ["checkmate"]}},
        "startingPosition": {"1,1": "kingsW"},
        "specialRights": {},
        "moves": ["1,1>1,2"],
    }


def test_everything_in_the_neutral_encoding() -> None:
    neutral = json_of(read(EVERYTHING), "modern")
    assert neutral["turnOrder"] == ["b", "w"]
    assert neutral["enpassant"] == {"square": ["4", "3"], "pawn": ["4", "4"]}
    assert neutral["worldBorder"] == {"left": "-50", "right": None, "bottom": "-1", "top": "60"}
    assert neutral["presetAnnotes"] == {
        "squares": [["1", "2"], ["-3", "4"]],
        "rays": [{"start": ["1", "2"], "vector": ["0", "1"]}],
    }
    assert neutral["moves"][0] == {
        "start": ["8", "8"],
        "end": ["8", "7"],
        "token": "8,8>8,7",
        "comment": "up",
        "clockMillis": 9500,
        "signs": ["!"],
    }


def test_the_comment_on_the_game_and_other_commands_stay() -> None:
    text = "K1,1 {so} 1,1>1,2{[%emt 5] slow}|1,2>1,3{[%clk 1:2]}|1,3>1,4{a [%clk 1:00:00.0] b}"
    neutral = json_of(read(text), "modern")
    assert neutral["comment"] == "so"
    assert [move["comment"] for move in neutral["moves"]] == ["[%emt 5] slow", "[%clk 1:2]", "a b"]
    assert neutral["moves"][2]["clockMillis"] == 3_600_000


def test_numbers_that_others_would_round_are_strings() -> None:
    long = json_of(read("9007199254740993,0 9007199254740993 (9007199254740993|-9007199254740992) K1,1"), "doc")
    assert long["enpassant"] == ["9007199254740993", 0]
    assert long["fullMove"] == "9007199254740993"
    assert long["gameRules"]["promotionRanks"] == ["9007199254740993", -9007199254740992]
    assert document_of(long).fullmove == 9007199254740993


def test_what_json_leaves_out_is_counted() -> None:
    document = read('{"slideLimit": 7, "worldBorder": "1,8,1,8"} K1,1 {so} 1,1>1,2!{up}')
    assert json_losses_of(document, "doc") == []
    assert json_losses_of(document, "fc") == [("comment", 2), ("signs", 1)]
    assert json_losses_of(document, "modern") == [("extras", 1)]


def test_further_rules_keep_their_spelling() -> None:
    text = '{"price": 1.50, "far": 1e400, "big": 123456789012345678901234567890} K1,1'
    assert write_document(document_of(read_json(write_json(json_of(read(text)))))) == text


def test_half_a_character_is_escaped() -> None:
    assert write_json({"a": "\ud800ä"}).encode() == b'{\n  "a": "\\ud800\\u00e4"\n}\n'
    assert write_json({"a": "ä"}) == '{\n  "a": "ä"\n}\n'


# Older programs


def test_moves_that_are_objects() -> None:
    said = {"type": "pawnsW", "startCoords": [1, 7], "endCoords": ["2", "8"], "captured": "rooksB", "mate": True}
    move = document_of({"startingPosition": {}, "moves": [{**said, "promotion": "queensW"}, "1,1>1,2"]}).moves[0]
    assert (move.start, move.end, move.promotion, move.piece) == ((1, 7), (2, 8), Piece.of("Q"), Piece.of("P"))
    assert move.capture
    assert move.signs == ("#",)


def test_a_position_that_is_a_list_of_pieces() -> None:
    document = document_of({"startingPosition": "K1,1+|ob2,2"})
    assert document.pieces == {(1, 1): Piece.of("K"), (2, 2): Piece.of("ob")}
    assert document.rights == {(1, 1)}


def test_rights_that_are_false_or_elsewhere_do_not_count() -> None:
    rights = {"1,1": False, "9,9": True}
    assert document_of({"startingPosition": {"1,1": "kingsW"}, "specialRights": rights}).rights == set()


def test_owners_without_long_names_keep_their_codes() -> None:
    text = "w:b:r K1,1|3q2,2|0q3,3|2vo4,4|3ob5,5"
    long = json_of(read(text), "fc")
    assert list(long["startingPosition"].values()) == ["kingsW", "3q", "queensN", "2vo", "3ob"]
    assert long["turn"] == "w:b:r"
    assert write_document(document_of(long)) == text


# What is refused

BASE: dict[str, Any] = {"startingPosition": {"1,1": "kingsW", "8,8": "kingsB"}}
NEUTRAL: dict[str, Any] = {"position": {"1,1": "K", "8,8": "k"}, "turnOrder": ["w", "b"]}


@pytest.mark.parametrize(
    ("said", "path", "code"),
    [
        ([], "JSON", "icn-json"),
        ({"White": "A"}, "startingPosition", "icn-json"),
        ({**BASE, "metadata": []}, "metadata", "icn-json"),
        ({**BASE, "metadata": {"White": None}}, "metadata.White", "icn-json"),
        ({**BASE, "metadata": {"White": "\ud800"}}, "metadata.White", "icn-json"),
        ({**BASE, "turn": "red"}, "turn", "icn-turn"),
        ({**BASE, "turn": 1}, "turn", "icn-json"),
        ({**BASE, "enpassant": [1]}, "enpassant", "icn-json"),
        ({**BASE, "enpassant": [1, 2.0]}, "enpassant", "icn-json"),
        ({**BASE, "enpassant": [1, True]}, "enpassant", "icn-json"),
        ({**BASE, "enpassant": "1,02"}, "enpassant", "icn-json"),
        ({**BASE, "moveRule": "5"}, "moveRule", "icn-json"),
        ({**BASE, "moveRule": "-1/100"}, "moveRule", "icn-json"),
        ({**BASE, "fullMove": "1e3"}, "fullMove", "icn-json"),
        ({**BASE, "fullMove": "9" * 1001}, "fullMove", "limit-digits"),
        ({**BASE, "fullMove": 10**1001}, "fullMove", "limit-digits"),
        ({**BASE, "fullMove": "٣"}, "fullMove", "icn-json"),
        ({**BASE, "gameRules": []}, "gameRules", "icn-json"),
        ({**BASE, "gameRules": {"promotionRanks": [8]}}, "gameRules.promotionRanks", "icn-json"),
        ({**BASE, "gameRules": {"promotionRanks": [8, 1.5]}}, "gameRules.promotionRanks.black", "icn-json"),
        ({**BASE, "gameRules": {"promotionsAllowed": {}}}, "gameRules.promotionsAllowed", "icn-promotion"),
        ({**BASE, "gameRules": {"winConditions": {"white": ["koth"]}}}, "winConditions.black", "icn-json"),
        ({**BASE, "gameRules": {"winConditions": {"white": [], "black": []}}}, "winConditions", "icn-win-condition"),
        ({**BASE, "gameRules": {"winConditions": {"white": [""], "black": [""]}}}, "white", "icn-win-condition"),
        ({**BASE, "gameRules": {"moves": []}}, "gameRules", "icn-extras"),
        ({**BASE, "gameRules": {"slideLimit": 0}}, "gameRules", "icn-extras"),
        ({**BASE, "gameRules": {"mine": [{"a": "\ud800"}]}}, "gameRules", "icn-extras"),
        ({"startingPosition": 5}, "startingPosition", "icn-json"),
        ({"startingPosition": {"1": "kingsW"}}, "startingPosition.1", "icn-json"),
        ({"startingPosition": {"1,-0": "kingsW"}}, "startingPosition.1,-0", "icn-json"),
        ({"startingPosition": {"1,1": "dragonsW"}}, "startingPosition.1,1", "icn-piece"),
        ({"startingPosition": {"1,1": "voidsW"}}, "startingPosition.1,1", "icn-piece"),
        ({"startingPosition": "w"}, "startingPosition", "icn-piece"),
        ({**BASE, "moves": {}}, "moves", "icn-json"),
        ({**BASE, "moves": {"a": 1}}, "moves", "icn-json"),
        ({**BASE, "moves": [5]}, "moves[0]", "icn-json"),
        ({**BASE, "moves": [{"startCoords": [1, 1]}]}, "moves[0]", "icn-json"),
        ({**BASE, "moves": ["1,1-1,2"]}, "1,1-1,2", "move-syntax"),
        ({**BASE, "moves": ["1,7>1,8zz"]}, "1,7>1,8zz", "move-syntax"),
        ({**BASE, "annotations": [{"ply": 1}]}, "annotations[0].ply", "icn-json"),
        ({**NEUTRAL, "turnOrder": []}, "turnOrder", "icn-turn"),
        ({**NEUTRAL, "turnOrder": ["w", "z"]}, "turnOrder", "icn-turn"),
        ({**NEUTRAL, "turnOrder": [1]}, "turnOrder", "icn-json"),
        ({**NEUTRAL, "enpassant": {"square": ["1"]}}, "enpassant.square", "icn-json"),
        ({**NEUTRAL, "moveRuleState": 1}, "moveRuleState", "icn-move-rule"),
        ({**NEUTRAL, "worldBorder": {"left": "a"}}, "worldBorder.left", "icn-json"),
        ({**NEUTRAL, "winConditions": {"w": ["koth"]}}, "winConditions.b", "icn-json"),
        ({**NEUTRAL, "position": {"1,1": "zz"}}, "position.1,1", "icn-piece"),
        ({**NEUTRAL, "position": {"1,1": "OB"}}, "position.1,1", "icn-piece"),
        ({**NEUTRAL, "position": {"1,1": "Qq"}}, "position.1,1", "icn-piece"),
        ({**NEUTRAL, "specialRights": {}}, "specialRights", "icn-json"),
        ({**NEUTRAL, "moves": [{"start": ["1", "1"]}]}, "moves[0]", "icn-json"),
        ({**NEUTRAL, "moves": [{"start": "1,1", "end": "1,2", "clockMillis": -1}]}, "moves[0].clockMillis", "icn-json"),
        ({**NEUTRAL, "moves": [{"start": "1,1", "end": "1,2", "signs": ["z"]}]}, "moves[0].signs", "icn-json"),
        ({**NEUTRAL, "presetAnnotes": {"rays": [1]}}, "presetAnnotes.rays", "icn-json"),
    ],
)
def test_another_shape_is_refused_with_its_path(said: Any, path: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        document_of(said)
    assert caught.value.fault.code == code
    assert path in caught.value.fault.message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "icn-json"),
        ("{", "icn-json"),
        ('{"a": NaN}', "icn-json"),
        ('{"a": -Infinity}', "icn-json"),
        ('{"a": 1, "a": 2}', "icn-json"),
        ('{"a": {"b": 1, "b": 1}}', "icn-json"),
        ('{"a": 01}', "icn-json"),
        ('{"a": "\t"}', "icn-json"),
        ('{"a": ' + "9" * 1001 + "}", "limit-digits"),
        ('{"a": ' + "9" * 1_000_000 + "}", "limit-digits"),
        ('{"a":' + "[" * 64 + "]" * 64 + "}", "limit-depth"),
        ('{"a":' + "[" * 1_000_000, "limit-depth"),
        ("[]", "icn-json"),
        ("{} {}", "icn-json"),
        ('{"a":' * 100_000, "limit-depth"),
        ('"\\' * 100_000, "icn-json"),
        ('"' * 100_001, "icn-json"),
    ],
)
def test_hostile_json_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        read_json(text)
    assert caught.value.fault.code == code


def test_json_as_it_may_be() -> None:
    assert read_json('\ufeff{"a":' + "[" * 63 + "]" * 63 + "}")
    assert read_json('{"[{": "]}\\"[", "b": 1e5}') == {"[{": ']}"[', "b": 1e5}
    assert read_json('{"a": 99999}', {"digits": 5}) == {"a": 99999}
    written = write_json(read_json('{"a": [-0, 1.50, 1e400]}'))
    assert "".join(written.split()) == '{"a":[-0,1.50,1e400]}'


def test_values_that_are_not_json_are_refused() -> None:
    deep: dict[str, Any] = {}
    deep["a"] = deep
    for value in ({"a": object()}, {"a": float("nan")}, {"a": {1: 2}}, deep):
        with pytest.raises(ReadError):
            fc.long_to_short({**BASE, "gameRules": value})


GARBAGE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just("1,1"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    (
        *("metadata", "turn", "enpassant", "moveRule", "fullMove", "gameRules", "startingPosition", "specialRights"),
        *("moves", "annotations", "turnOrder", "moveRuleState", "promotionRanks", "promotionsAllowed", "worldBorder"),
        *("winConditions", "presetAnnotes", "position", "comment", "startCoords", "endCoords", "start", "end"),
    )
)


@pytest.mark.slow
@settings(max_examples=100)
@given(st.dictionaries(KEYS, GARBAGE, max_size=4))
@pytest.mark.parametrize(
    "call",
    [
        fc.long_to_short,
        fc.game_to_position,
        fc.write_compact_move,
        modern.long_to_short,
        modern.game_to_position,
        modern.write_compact_move,
    ],
)
def test_garbage_raises_nothing_else(call: Callable[[dict[str, Any]], Any], said: dict[str, Any]) -> None:
    with suppress(ScoresheetError):
        call(said)


# Generated games

NUMBERS = st.integers(-(10**60), 10**60)
SQUARES = st.tuples(NUMBERS, NUMBERS)
PIECES = st.builds(
    lambda kind, owner: Piece(kind, 0 if kind.neutral else owner), st.sampled_from(KINDS), st.sampled_from((1, 2))
)
WORDS = st.text("abcdefgh {([\\\"'%:0123456789,>|.é", max_size=12).filter(str.strip)
MOVES = st.builds(
    MoveText,
    SQUARES,
    SQUARES,
    st.none() | PIECES.filter(lambda piece: not piece.kind.neutral),
    signs=st.lists(st.sampled_from(("!", "?", "!?", "!!", "=")), max_size=1).map(tuple),
    comments=st.lists(WORDS, max_size=2).map(tuple),
)
SIDES = st.builds(
    lambda ranks, codes: Promotion(tuple(ranks), tuple(BY_CODE[code] for code in codes) or None if ranks else None),
    st.lists(NUMBERS, max_size=3, unique=True),
    st.lists(st.sampled_from(["q", "r", "b", "n", "am", "nr", "hu"]), max_size=3, unique=True),
)
GAMES = st.builds(
    Document,
    metadata=st.dictionaries(st.sampled_from(("Event", "White", "Zed", "Élo")), WORDS.map(str.strip), max_size=3),
    turn=st.sampled_from(((1,), (2,))),
    en_passant=st.none() | SQUARES,
    move_rule=st.none() | st.tuples(st.integers(0, 50), st.integers(50, 100)),
    fullmove=st.integers(1, 10**20),
    promotion=st.none() | st.tuples(SIDES, SIDES).filter(lambda sides: any(side.ranks for side in sides)),
    wins=st.none() | st.just((("koth",), ("checkmate", "koth"))),
    pieces=st.dictionaries(SQUARES, PIECES, min_size=1, max_size=8),
    moves=st.lists(MOVES, max_size=4),
    comments=st.lists(WORDS, max_size=2).map(tuple),
)


@pytest.mark.slow
@settings(max_examples=200)
@given(GAMES, st.sampled_from(PROFILES), st.sampled_from(("compact", "long")), st.booleans())
def test_generated_games_come_back(document: Document, profile: str, style: str, lines: bool) -> None:
    lost = {kind for kind, _ in losses_of(document, profile, style)}
    written = write_document(document, profile=profile, style=style, make_new_lines=lines)
    back = read(written)
    assert write_document(back, profile=profile, style=style, make_new_lines=lines) == written
    if not lost & {"tag", "tag-text"}:
        assert back.metadata == document.metadata
    if "signs" not in lost:
        assert [move.signs for move in back.moves] == [move.signs for move in document.moves]
    assert back.pieces == document.pieces
    assert (back.turn or (1,), back.en_passant, back.move_rule) == (
        document.turn,
        document.en_passant,
        document.move_rule,
    )
    assert (1 if back.fullmove is None else back.fullmove) == document.fullmove
    assert [(m.start, m.end, m.promotion) for m in back.moves] == [
        (m.start, m.end, m.promotion) for m in document.moves
    ]
    assert [" ".join(m.comments).split() for m in back.moves] == [" ".join(m.comments).split() for m in document.moves]


@pytest.mark.slow
@settings(max_examples=200)
@given(GAMES, st.sampled_from(("doc", "modern")))
def test_generated_games_come_back_from_json(document: Document, profile: str) -> None:
    back = document_of(read_json(write_json(json_of(document, profile))))
    assert json_of(back, profile) == json_of(document, profile)
    assert back.pieces == document.pieces
    assert [move.compact() for move in back.moves] == [move.compact() for move in document.moves]


# The functions of the two modules


def test_neutral_takes_a_turn_as_it_is_written() -> None:
    text = "w:n:b 1 K1,1|k8,8"
    read = modern.short_to_long(text)
    assert (read["turnOrder"], sorted(read["winConditions"])) == (["w", "n", "b"], ["b", "n", "w"])
    assert modern.short_to_long(modern.long_to_short(read)) == read
    assert fc.short_to_long(text)["turn"] == "w:n:b"
    assert fc.short_to_long(fc.long_to_short(fc.short_to_long(text))) == fc.short_to_long(text)


def test_blanks_before_the_value_of_metadata() -> None:
    for blanks in (" ", "   ", "\t", "\n  "):
        assert modern.short_to_long(f'[White{blanks}"Tom"] w 1 K1,1|k8,8')["metadata"] == {"White": "Tom"}


def test_royal_centaurs_castle_as_kings_do() -> None:
    centaur = "RC5,1|R8,1|R6,1|P1,2"
    assert modern.special_rights(centaur, castle_with="r") == ["5,1", "8,1"]
    pieces = fc.read_pieces(centaur)["startingPosition"]
    assert fc.special_rights(pieces, castle_with="rooks") == {"5,1": True, "8,1": True}


def test_options_of_the_original() -> None:
    game = {**BASE, "moves": ["1,1>1,2"]}
    assert fc.long_to_short(game, specify_position=False) == "1,1>1,2"
    turn = {**game, "turn": "white", "fullMove": 3}
    assert fc.long_to_short(turn, make_new_lines=False) == "w 3 K1,1|k8,8  1,1>1,2"
    for lines in (False, True):
        assert fc.long_to_short(turn, specify_position=False, make_new_lines=lines) == "w 3 1,1>1,2"
    assert fc.long_to_short(game, compact_moves=0) == "K1,1|k8,8\n\n1. K1,1 > 1,2"
    assert fc.long_to_short(game, compact_moves=2) == fc.long_to_short(game) == "K1,1|k8,8\n\n1,1>1,2"
    for style in (3, -1, True, "0"):
        with pytest.raises(UsageError):
            fc.long_to_short(game, compact_moves=style)  # type: ignore[arg-type]


def test_the_input_is_modified_only_on_request() -> None:
    for module, game in ((fc, {**BASE, "moves": ["1,1>1,2"]}), (modern, modern.short_to_long("K1,1|k8,8 1,1>1,2"))):
        before = json.dumps(game)
        after = module.game_to_position(game, 1)
        assert json.dumps(game) == before
        assert module.game_to_position(game, 1, modify_input=True) is game
        assert game == after


@pytest.mark.parametrize("halfmoves", [-1, 1.5, float("nan"), True, "1", None])
def test_invalid_move_numbers(halfmoves: Any) -> None:
    for module, game in ((fc, {**BASE, "moves": ["1,1>1,2"]}), (modern, NEUTRAL)):
        with pytest.raises(UsageError):
            module.game_to_position(game, halfmoves)


def test_castling_needs_no_flag_and_a_wrong_flag_is_refused() -> None:
    game: dict[str, Any] = {
        "startingPosition": {"5,1": "kingsW", "8,1": "rooksW", "1,1": "rooksW"},
        "specialRights": {"5,1": True, "8,1": True},
        "moves": ["5,1>7,1"],
    }
    after = fc.game_to_position(game, 1)
    assert after["startingPosition"] == {"1,1": "rooksW", "7,1": "kingsW", "6,1": "rooksW"}
    castle: dict[str, Any] = {"startCoords": [5, 1], "endCoords": [7, 1]}
    for flag in ({"dir": 1, "coord": [9, 1]}, {"dir": 2, "coord": [8, 1]}, {"coord": [8, 1]}, 1):
        with pytest.raises(ReadError):
            fc.game_to_position({**game, "moves": [{**castle, "castle": flag}]}, 1)
    # The other rook has no right, so it is not castling.
    after = fc.game_to_position({**game, "moves": ["5,1>3,1"]}, 1)
    assert after["startingPosition"]["1,1"] == "rooksW"


def test_illegal_moves_are_refused_by_todays_rules_only() -> None:
    text = "w K1,1|k8,8 1,1>1,5"
    with pytest.raises(MoveError) as caught:
        modern.game_to_position(modern.short_to_long(text), 1)
    assert (caught.value.code, caught.value.ply) == ("move-illegal", 1)
    assert fc.game_to_position(fc.short_to_long(text), 1)["startingPosition"] == {"8,8": "kingsB", "1,5": "kingsW"}


def test_a_move_from_an_empty_square() -> None:
    with pytest.raises(MoveError) as caught:
        fc.game_to_position({**BASE, "moves": ["1,1>1,2", "5,5>5,6"]}, 2)
    assert (caught.value.code, caught.value.ply) == ("move-illegal", 2)


def test_border_and_highlights_survive() -> None:
    document = Document(border=Border(1, 8, None, 8), squares=((1, 1),), rays=(PresetRay((1, 1), (0, 1)),), pieces={})
    for profile in PROFILES:
        written = write_document(document_of(json_of(document, profile)), profile="modern")
        assert written == "w 1 1,8,_,8 Squares:1,1 Rays:1,1>0,1"


def test_a_further_player_alone_stays_in_turn() -> None:
    document = read("y (8) koth K1,1|5k2,2")
    assert document.turn == (5,)
    for profile in ("doc", "fc", "modern"):
        said = document_of(json_of(document, profile))
        assert (said.turn, said.wins) == (document.turn, document.wins)
        assert said.promotion is not None
        assert [side.ranks for side in said.promotion] == [(8,)]
    assert json_of(document)["turn"] == "y"


@pytest.mark.parametrize(
    ("said", "order"),
    [({"turn": "n:w", "moves": []}, (0, 1)), ({"turn": "n"}, (0,)), ({"turnOrder": ["n", "w"]}, (0, 1))],
)
def test_neutral_has_turns_too(said: dict[str, Any], order: tuple[int, ...]) -> None:
    assert document_of(said).turn == order


@pytest.mark.parametrize("said", [{"turn": "x:w", "moves": []}, {"turn": ""}, {"turnOrder": ["w", "x"]}])
def test_who_is_no_player_is_never_in_turn(said: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        document_of(said)
    assert refused.value.fault.code == "icn-turn"


def test_a_promotion_to_a_further_players_piece_keeps_its_code() -> None:
    move = fc.read_compact_move("1,2>1,3=3Q")
    assert move["promotion"] == "3q"
    assert fc.write_compact_move(move) == "1,2>1,3=3q"


def test_a_ray_that_leads_nowhere_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        document_of({"turnOrder": ["w", "b"], "presetAnnotes": {"rays": [{"start": [1, 1], "vector": [0, 0]}]}})
    assert refused.value.fault.code == "icn-annotation"


@pytest.mark.parametrize(
    ("comment", "rest", "time"),
    [
        ("[%clk 0:01:00] x", "x", 60_000),
        ("x [%clk 1:00:00.5]", "x", 3_600_500),
        ("[%clk 0:01:00.25] x", "[%clk 0:01:00.25] x", None),  # tenths would make it another time
        ("[%clk 1:2] x", "[%clk 1:2] x", None),
        ("[%clk 0:00:01] [%clk 0:00:02]", "[%clk 0:00:01] [%clk 0:00:02]", None),
    ],
)
def test_clocks_in_the_neutral_encoding(comment: str, rest: str, time: int | None) -> None:
    said = json_of(read(f"K1,1|k8,8 1,1>1,2{{{comment}}}"), "modern")
    move = said["moves"][0]
    assert (move["comment"], move.get("clockMillis")) == (rest, time)
    assert json_of(document_of(said), "modern") == said


def test_what_is_odd_in_json_is_noted_as_in_a_text() -> None:
    text = "5/3 (8;P|1;p) K1,1|k8,8"
    for profile in ("doc", "fc", "modern"):
        said = json.dumps(json_of(read(text), profile))
        notes = read_text(EncodedText(said)).notes
        assert [note.code for note in notes] == ["move-rule-passed", "icn-pawn-promotion"]
        assert [note.code for note in read_text(EncodedText(said), strict=True).errors] == [note.code for note in notes]


@pytest.mark.parametrize(
    "text",
    [
        '{"slideLimit": 7} K1,1|k8,9 1,1>1,2 {the "position": good}',
        '{"slideLimit": 7, "mine": {"turnOrder": 1}} K1,1|k8,9 1,1>1,2{x}',
    ],
)
def test_further_rules_before_a_text_are_not_json_of_a_game(text: str) -> None:
    reading = read_text(EncodedText(text))
    assert (reading.errors, reading.game.ply_count) == ([], 1)


@pytest.mark.parametrize(
    ("spelled", "token"), [("3Q", "3Q"), ("03q", "3q"), ("1q", "1q"), ("Q", "Q"), ("0012AM", "12AM"), ("2Q", "2Q")]
)
def test_a_promotions_spelling_stays_in_its_token(spelled: str, token: str) -> None:
    said = json_of(read(f"K1,1|k8,8 1,2>1,3={spelled}"), "modern")
    assert said["moves"][0]["token"] == f"1,2>1,3={token}"
    assert json_of(document_of(said), "modern") == said


@pytest.mark.parametrize("token", ["1,2>1,3=R", "1,2>1,4=Q", "1,2>1,3=zz", "1,2>1,3", 5])
def test_a_token_that_differs_does_not_count(token: object) -> None:
    move = {"start": ["1", "2"], "end": ["1", "3"], "promotion": "Q", "token": token}
    said = json_of(document_of({"turnOrder": ["w", "b"], "position": {}, "moves": [move]}), "modern")
    assert said["moves"] == [{**move, "token": "1,2>1,3=Q"}]


def test_clocks_are_the_same_for_the_writer_and_the_reader() -> None:
    text = write_document(read("K1,1|k8,8 1,1>1,2{[%clk 1[2:3]}"), profile="modern")
    assert read_document(text, profile="modern").fault is None


def test_a_square_of_passing_that_belongs_to_no_pawn_is_lost() -> None:
    document = read("w:b:r 3,4 K1,1|k8,8|3k5,50")
    assert "enpassant" not in json_of(document, "modern")
    assert json_losses_of(document, "modern") == losses_of(document, "modern") == [("en-passant", 1)]
    assert json_losses_of(document) == json_losses_of(read("r:w 3,4 K1,1|3k5,50"), "modern") == []


@pytest.mark.parametrize("profile", ["doc", "fc", "modern"])
def test_players_without_codes_are_refused(profile: str) -> None:
    for write in (json_of, lambda *said: write_document(said[0], profile=said[1])):
        with pytest.raises(Refused) as refused:
            write(Document(turn=(1, 9)), profile)
        assert refused.value.fault.code == "icn-turn"
