"""Reading ICN: recommendations by their rows, decisions by their numbers, places of faults, hostile texts."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levels import rounds
from scoresheet import LimitError, MoveError, ReadError, UsageError
from scoresheet.infinite import Position
from scoresheet.infinite.decimals import Real
from scoresheet.infinite.document import Border, Document, MoveText, PresetRay, Promotion
from scoresheet.infinite.errors import error_of, is_note
from scoresheet.infinite.pieces import BY_CODE, KINDS, Piece
from scoresheet.infinite.reading import read_border, read_compact_move, read_document
from scoresheet.infinite.reading.extras import members_of
from scoresheet.infinite.reading.text import outside

VECTORS = Path(__file__).resolve().parent.parent.parent / "vectors" / "icn"
KINGS = "K1,1|k8,8"


def read(text: str, **options: Any) -> Document:
    """The content of a text that is read without fault and without notes."""
    said = read_document(text, **options)
    assert said.fault is None, said.fault
    assert said.notes == []
    return said.document


def noted(text: str, **options: Any) -> tuple[Document, list[str]]:
    said = read_document(text, **options)
    assert said.fault is None, said.fault
    return said.document, [note.code for note in said.notes]


def refused(text: str, **options: Any) -> str:
    """The code of the error; the document is there nevertheless."""
    said = read_document(text, **options)
    assert said.fault is not None, said.document
    return said.fault.code


def moves(text: str, **options: Any) -> list[str]:
    return [move.compact() for move in noted(f"{KINGS} {text}", **options)[0].moves]


def only(text: str) -> MoveText:
    (move,) = read(f"{KINGS} {text}").moves
    return move


# The recommendations, by their rows


def test_row_1_metadata_in_both_styles() -> None:
    document = read('[White: Tom][Black "Ben"] [Note: a: b] [Site "https://x.y/"]\n[Empty ""] [None:]' + KINGS)
    wanted = {"White": "Tom", "Black": "Ben", "Note": "a: b", "Site": "https://x.y/", "Empty": "", "None": ""}
    assert document.metadata == wanted
    assert list(document.metadata) == list(wanted)
    assert read('[A "x] [y"] [A: 2] w').metadata == {"A": "2"}
    assert read("[White Elo: 2000] w").metadata == {"White Elo": "2000"}


@pytest.mark.parametrize("text", ["[]", "[ ]", "[: x]", "[Tom]", "[A B]", '[A"x"]', "[A", '[A "x', "[A: x"])
def test_row_1_invalid_entries(text: str) -> None:
    assert refused(text + " w") == "icn-metadata"


ARGUMENTS = (
    "b",
    "4,3",
    "0/100",
    "12",
    "(8;q,r|1)",
    "1,9,_,9",
    "koth",
    '{"a": 1}',
    "Squares:1,1",
    "Rays:1,1>1,0",
    KINGS,
)


@pytest.mark.parametrize("turned", range(len(ARGUMENTS)))
def test_row_2_arguments_in_any_order(turned: int) -> None:
    text = " ".join((*ARGUMENTS[turned:], "[Z: z]", *ARGUMENTS[:turned]))
    document = read(text + "\n\n1,1>1,2")
    assert document == read(" ".join(ARGUMENTS) + " [Z: z] 1,1>1,2")
    assert (document.turn, document.en_passant, document.move_rule, document.fullmove) == ((2,), (4, 3), (0, 100), 12)
    assert document.promotion == (Promotion((8,), (BY_CODE["q"], BY_CODE["r"])), Promotion((1,), None))
    assert document.border == Border(1, 9, None, 9)
    assert (document.wins, document.extras) == ((("koth",),), {"a": 1})
    assert (document.squares, document.rays) == (((1, 1),), (PresetRay((1, 1), (1, 0)),))
    assert list(document.pieces or ()) == [(1, 1), (8, 8)]


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_row_2_each_argument_once(argument: str) -> None:
    assert refused(f"{argument} {argument}") == "icn-repeated"


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("w", (1,)),
        ("b", (2,)),
        ("w:b", (1, 2)),
        ("b:w", (2, 1)),
        ("w:w:b", (1, 1, 2)),
        ("w:r:b:bu:y:g", (1, 3, 2, 4, 5, 6)),
    ],
)
def test_row_3_turns(text: str, order: tuple[int, ...]) -> None:
    assert read(text).turn == order


def test_row_3_turns_as_positions_have_them() -> None:
    assert [Position.read(turn).turn_order for turn in ("w", "b", "w:b", "b:w")] == [(1, 2), (2, 1), (1, 2), (2, 1)]
    assert Position.read("w:b:r").turn_order == (1, 2, 3)
    assert not Position.read("w:w:b").is_playable
    # Neutral has a number and a code like the others.
    assert [Position.read(turn).turn_order for turn in ("n", "w:n:b")] == [(0,), (1, 0, 2)]
    assert not Position.read("n").is_playable


@pytest.mark.parametrize("text", ["x", "W", "w:", ":w", "w:x", "w::b", "am"])
def test_row_3_invalid_turns(text: str) -> None:
    assert refused(f"{text} {KINGS}") in {"icn-turn", "icn-syntax"}


def test_row_4_fullmove() -> None:
    assert [read(f"{number} {KINGS}").fullmove for number in (0, 1, 10**40)] == [0, 1, 10**40]
    assert refused(f"-3 {KINGS}") == "icn-syntax"


def test_row_6_move_rule() -> None:
    assert read("0/0").move_rule == (0, 0)
    assert read(f"100/{10**30}").move_rule == (100, 10**30)
    assert noted("101/100") == (Document(move_rule=(101, 100)), ["move-rule-passed"])
    for text in ("1/", "1/2/3", "1/-2", "1/a", "1/٣"):
        assert refused(text) == "icn-move-rule"


def test_row_7_promotion_ranks() -> None:
    usual = [Promotion((8, 16), None), Promotion((-1,), None)]
    assert list(read("(8,16|-1)").promotion or ()) == usual
    assert read("(|-4;q)").promotion == (Promotion((), None), Promotion((-4,), (BY_CODE["q"],)))
    assert read("(|)").promotion == (Promotion((), None), Promotion((), None))
    assert read("(8,8|1)").promotion == (Promotion((8,), None), Promotion((1,), None))
    assert Position.read("(|)").promotions == {}
    assert Position.read("(8|)").promotions[1].kinds == tuple(BY_CODE[code] for code in "qrbn")


@pytest.mark.parametrize(
    "text",
    ["(8)", "(8|1|2)", "()", "(8;|1)", "(;q|1)", "(8x|1)", "(8|1", "(8;zz|1)", "(8;ob|1;vo)", "(8,|1)", "(8;3q|1)"],
)
def test_row_7_invalid_promotions(text: str) -> None:
    assert refused(f"{text} {KINGS}") == "icn-promotion"


def test_row_7_sides_are_as_many_as_players() -> None:
    text = "{} (8|1|5;q) (koth|checkmate|royalcapture)"
    assert len(read(text.format("w:b:r")).promotion or ()) == 3
    assert refused(text.format("w:b")) == "icn-promotion"
    assert refused("(8|1|5) w:b:r (koth|koth)") == "icn-win-condition"


def test_row_8_the_case_of_promotions_does_not_matter() -> None:
    assert read("(8;q,AM,Nr|1;Q,am,NR)").promotion == read("(8;Q,am,NR|1;q,am,nr)").promotion
    assert noted("(8;P,q|1;p)")[1] == ["icn-pawn-promotion", "icn-pawn-promotion"]
    assert read("(8;Q,q,R|1)").promotion == read("(8;Q,R|1)").promotion


def test_row_9_win_conditions_of_each_side_without_a_promotion() -> None:
    sides = (("checkmate",), ("checkmate", "allpiecescaptured"))
    assert read(f"(checkmate|checkmate,allpiecescaptured) {KINGS}").wins == sides
    assert Position.read("(checkmate|checkmate,allpiecescaptured)").wins == {1: sides[0], 2: sides[1]}
    reordered = Position.read(f"(checkmate,koth|koth,checkmate) {KINGS}")
    assert reordered.wins == {1: ("checkmate", "koth"), 2: ("koth", "checkmate")}
    for profile in ("doc", "modern"):
        assert Position.read(reordered.to_icn(profile=profile)).wins == reordered.wins, profile


def test_row_10_names_of_win_conditions() -> None:
    for name in ("checkmate", "threecheck", "koth", "racingkings", "Mate"):
        assert read(f"({name})").wins == read(name).wins == ((name,),)
    assert Position.read("koth,checkmate").wins == {1: ("koth", "checkmate"), 2: ("koth", "checkmate")}
    for text in ("(koth|)", "(|koth)", "koth,", "(koth", "(koth,|koth)", "(koth|a|b)", "(a|1)"):
        assert refused(f"{text} {KINGS}") == "icn-win-condition"


def test_row_11_extras_are_all_of_json() -> None:
    text = '{ "s": "a]b}c[ é\\u00e9\\"", "n": [1, -2, [], {}, null, true, false], "o": {"x": {"y": 10}}, "": 1.50 }'
    extras = read(f"{text}{KINGS}").extras
    assert extras == json.loads(text)
    assert list(extras or ()) == ["s", "n", "o", ""]
    assert read(f"{KINGS} {{}}").extras == {}


def test_row_11_numbers_keep_their_spelling() -> None:
    numbers = ("1.50", "1e5", "1E+5", "-0", "0.10", "1e400", "-1.0e-999")
    extras = read(f'{{"a": [{", ".join(numbers)}], "b": {10**50}}} w').extras or {}
    assert [number.text for number in extras["a"]] == list(numbers)
    assert extras["a"][:2] == [1.5, 1e5]
    assert extras["b"] == 10**50
    assert [pickle.loads(pickle.dumps(number)).text for number in extras["a"]] == list(numbers)
    assert isinstance(extras["a"][0], Real)


@pytest.mark.parametrize(
    "text",
    [
        *('{"a": NaN}', '{"a": Infinity}', '{"a": -Infinity}', '{"a": 01}', '{"a": .5}', '{"a": 1.}', '{"a": +1}'),
        *('{"a": 1,}', '{"a": [1,]}', '{"a" 1}', '{"a": 1 "b": 2}', "{a: 1}", "{'a': 1}", '{"a": 1', "{", '{"a": ]}'),
        *('{"a": "\t"}', '{"a": "\\x"}', '{"a": "\\ud800"}', '{"a": tru}', '{"a": nullx}', '{"a": ٣}', '{"a": 1]'),
        *('{"a": 1, "a": 1}', '{"a": {"b": 1, "b": 1}}', '{"a": "x', "{,}", '{"a": 0x1}', '{"a": 1e}'),
    ],
)
def test_row_11_invalid_json(text: str) -> None:
    assert refused(f"{text} {KINGS}") == "icn-extras"
    assert read_document(f"{text} {KINGS}").document == Document()


@pytest.mark.parametrize("text", ['{"slideLimit": NaN}', '{"slideLimit": 7, "slideLimit": 8}', '{"a": 1,}'])
def test_row_11_a_broken_object_after_the_pieces_is_not_a_comment(text: str) -> None:
    assert refused(f"{KINGS} {text} 1,1>1,2") == "icn-extras"


def test_row_12_border_squares_and_rays() -> None:
    assert read("_,16,-3,_").border == Border(None, 16, -3, None)
    assert read("Squares:1,2|-3,4").squares == ((1, 2), (-3, 4))
    assert [str(ray) for ray in read("Rays:1,2>0,1|3,4>-1,0").rays or ()] == ["1,2>0,1", "3,4>-1,0"]
    for text in ("1,2,3", "1,2,3,4,5", "_,_", "1,2,x,4", "_,1,2,"):
        assert refused(text) in {"icn-border", "icn-syntax"}
    for text in ("Squares:", "Squares:1", "Squares:1,2|", "Rays:", "Rays:1,2", "Rays:1,2>0,0", "Rays:1,2>1"):
        assert refused(text) == "icn-annotation"


def test_row_12_further_rules_replace_missing_arguments() -> None:
    said = Position.read('{"worldBorder": "1,8,_,8", "squares": "1,2", "rays": "1,2>0,1", "mine": [1]} ' + KINGS)
    assert said == Position.read('1,8,_,8 Squares:1,2 Rays:1,2>0,1 {"mine": [1]} ' + KINGS)
    assert said.extras == {"mine": [1]}
    assert members_of({"squares": 5, "rays": "x"}).rest == {"squares": 5, "rays": "x"}
    assert refused('1,8,1,8 {"worldBorder": "1,8,1,8"}') == "icn-repeated"
    for border in ("5", '"1,8"', "null", '"1,8,1,٣"'):
        assert refused(f'{{"worldBorder": {border}}}') == "icn-extras"


def test_row_13_promotions_in_moves() -> None:
    for text in ("1,7>1,8Q", "1,7>1,8=Q", "1,7 > 1,8 =Q", "1,7>1,8 = Q", "P1,7x1,8Q+", "1,7>1,8=Q!?"):
        assert only(text).promotion == Piece.of("Q")
    assert only("1,2>1,1nr").promotion == Piece.of("nr")
    assert only("3,4>3,5=3Q").promotion == Piece(BY_CODE["q"], 3)
    assert only("3,4>3,53Q") == MoveText((3, 4), (3, 53), Piece.of("Q"))
    for text in ("1,7>1,8 Q", "1,7>1,8ZZ", "1,7>1,8Am", "1,7>1,8ob", "1,7>1,8=vo", "1,7>1,8=0q", "1,7>1,8QQQ"):
        assert refused(f"{KINGS} {text}") == "move-syntax"


@pytest.mark.parametrize(
    "text",
    [
        *("4,2>4,4|4,7>4,6", "4,2>4,4.4,7>4,6", "4,2>4,4{hello}4,7>4,6", "4,2>4,4 || 4,7>4,6", "1. 4,2>4,4 2. 4,7>4,6"),
        *("1.4,2>4,4|4,7>4,6", "1. 4,2>4,4 | 9. 4,7>4,6", "7... 4,2>4,4 . 4,7>4,6", "4,2>4,4\r\n|\r\n4,7>4,6"),
        *("1. | 4,2>4,4 | 4,7>4,6", "{a}4,2>4,4{b}{c}4,7>4,6", "{a} 1. {b} 4,2>4,4 {c} | {d} 4,7>4,6"),
    ],
)
def test_row_14_separators(text: str) -> None:
    document, codes = noted(f"{KINGS} {text}")
    assert [move.compact() for move in document.moves] == ["4,2>4,4", "4,7>4,6"]
    assert codes == []


@pytest.mark.parametrize(
    "text",
    [
        "1. ... 4,7>4,6",
        "1.   ...   | 4,7>4,6",
        "7... p4,7>4,6",
        "7. ... {x} 4,7 > 4,6",
        "1. .. 4,7>4,6",
        "1....4,7>4,6",
    ],
)
def test_row_15_black_first(text: str) -> None:
    assert moves(text) == ["4,7>4,6"]


@pytest.mark.parametrize(
    "text",
    ["4,2 > 4,4 | 4,7 x 4,6", "P4,2  >\n4,4|p4,7x  4,6", "4,2 x 4,4|4,7 > 4,6 ", "\t4,2\t>\t4,4\t|\t4,7\t>\t4,6"],
)
def test_row_16_blanks_inside_moves(text: str) -> None:
    assert moves(text) == ["4,2>4,4", "4,7>4,6"]
    assert read(f"1,4 {KINGS} {text}").en_passant == (1, 4)


def test_row_17_signs() -> None:
    signs = [
        move.signs for move in read(f"{KINGS} 1,1>1,2! | 1,2>1,3+!!? | 1,3>1,4 = | 1,4>1,5 # ! ? | 1,5>1,6=!?").moves
    ]
    assert signs == [("!",), ("+", "!!?"), ("=",), ("#", "!", "?"), ("=", "!?")]
    assert only("1,7>1,8 =R+ !? =").signs == ("+", "!?", "=")


def test_row_18_comments_belong_to_the_move_before() -> None:
    document = read(f"{KINGS} {{a}}{{}}1.{{b}} 1,1>1,2!{{c}} {{[%clk 0:01:02.3] d}} | {{e}}8,8>8,7 {{f {{ g}}")
    assert document.comments == ("a", "b")
    assert [move.comments for move in document.moves] == [("c", "[%clk 0:01:02.3] d", "e"), ("f { g",)]
    assert refused(f"{KINGS} 1,1>1,2 {{open") == "comment-unclosed"
    assert read(f"{KINGS} {{only}}").comments == ("only",)
    assert refused(f"{{first}} {KINGS}") == "icn-extras"


def test_row_19_brackets_in_braces_are_not_metadata() -> None:
    document = read(f'{{"a": [1, "[b: c]"]}} {KINGS} 1,1>1,2{{see [1: 2] and [%clk 1:00:00]}}')
    assert document.metadata == {}
    assert document.extras == {"a": [1, "[b: c]"]}
    assert document.moves[0].comments == ("see [1: 2] and [%clk 1:00:00]",)


def test_row_20_every_code() -> None:
    both = [(kind.code.upper(), 1) for kind in KINDS if not kind.neutral] + [(kind.code, 2) for kind in KINDS]
    text = "|".join(f"{code}{x},-{x + 1}+" for x, (code, _) in enumerate(both))
    pieces = read(text).pieces or {}
    assert [piece.code for piece in pieces.values()] == [code for code, _ in both]
    assert [piece.owner for piece in pieces.values()] == [0 if BY_CODE[c.lower()].neutral else o for c, o in both]
    for code in ("OB", "VO", "Am", "aM", "zz", "e", "kk"):
        assert refused(f"{code}1,1") == "icn-piece"


def test_row_21_numeric_owners() -> None:
    document = read("1k0,0|2K9,9|0ob3,3|0q4,4|3Q5,6|10P1,6+|3ob1,1 3K5,6>5,7")
    codes = [piece.code for piece in (document.pieces or {}).values()]
    assert codes == ["K", "k", "ob", "0q", "3q", "10p", "3ob"]
    assert document.moves[0].piece == Piece(BY_CODE["k"], 3)
    assert not Position.of(document).is_playable


@pytest.mark.parametrize(
    ("text", "zeros"),
    [
        *(("007", 1), ("00/0100", 2), ("-0,0", 1), ("(08|-01)", 2), ("01,8,1,08", 2), ("Squares:01,1", 1)),
        *(("K01,-02|k001,9", 3), ("03Q1,1", 1), (f"{KINGS} 004,2>4,04", 2), (f"{KINGS} 1,1>1,2=03Q", 1)),
    ],
)
def test_row_22_zeros_that_mean_nothing(text: str, zeros: int) -> None:
    assert noted(text)[1] == ["icn-zero"] * zeros
    assert refused(text, strict=True) == "icn-zero"
    assert is_note("icn-zero")


def test_row_22_zeros_do_not_make_another_square() -> None:
    assert list(noted("K-0,01")[0].pieces or ()) == [(0, 1)]
    assert refused("K1,1|k01,1") == "icn-square-repeated"


@pytest.mark.parametrize(
    "text",
    [
        *("1e30", "1e30,4", "4,1e5", "K1e30,1", "K1,1e30", "+3,4", "3,+4", "K+1,2", "(1e3|1)"),
        *(f"{KINGS} 4,2>1e30,4", f"{KINGS} 4,2>4,1e5", f"{KINGS} 4,1e5>4,4", f"{KINGS} 4,2>+4,4"),
    ],
)
def test_row_23_exponents_and_pluses(text: str) -> None:
    assert refused(text) in {"icn-number", "icn-promotion", "icn-syntax", "icn-piece", "move-syntax"}


def test_row_23_exponents_are_named() -> None:
    for text in ("1e30", "1e30,4", "K1e30,1", "K1,1e30", "+3,4", "(1e3|1)", f"{KINGS} 4,2>1e30,4", f"{KINGS} 4,2>+4,4"):
        assert refused(text) == "icn-number"


def test_row_24_a_missing_position() -> None:
    assert read("4,2>4,4|4,7>4,6").pieces is None
    start = Position.read('[Variant "Classical"] b')
    assert (len(start.pieces), len(start.rights), start.turn) == (32, 22, "black")
    assert not Position.read("[Variant: Space] b").pieces


def test_row_25_an_empty_position() -> None:
    assert read("w 1") == Document(turn=(1,), fullmove=1)
    assert dict(Position.read("w 1").pieces) == {}


def test_row_26_a_square_twice() -> None:
    assert refused("K1,2|k1,2") == refused("K1,2+|Q3,3|k1,2") == "icn-square-repeated"


def test_row_27_a_bar_at_the_end() -> None:
    document, codes = noted("K1,2|")
    assert (list(document.pieces or ()), codes) == ([(1, 2)], ["icn-separator"])
    assert noted(f"{KINGS} 1,1>1,2|8,8>8,7 | ")[1] == ["icn-separator"]
    assert refused(f"{KINGS} 1,1>1,2|", strict=True) == "icn-separator"
    for text in (
        "|K1,2",
        "K1,2||Q3,4",
        "K1,2||",
        "K1,2|Q",
        "K1,2|QQ",
        "K1,2|Q3",
        "K1,2|Q3,4x",
        "K1,2++",
        "K1 ,2",
        "K1, 2",
    ):
        assert refused(text) in {"icn-piece", "icn-syntax"}


@pytest.mark.parametrize(
    "text",
    [
        *(
            "foo1",
            "\u2013",
            "]",
            "White]",
            "}",
            ";",
            "1.5,2",
            "_1,2",
            "K1,1|k2,2 ?",
            "\uff411,1",
            "K٣,1",
            "w b",
            "\x00",
            "w\x0bb",
        ),
        *("K1,1\u00a0k2,2", "|4,2>4,4"),
    ],
)
def test_row_28_unknown_words(text: str) -> None:
    assert refused(text).startswith(("icn-", "move-"))


@pytest.mark.parametrize(
    "tail", ["K1,1", "b 0/100", "(8|1)", "e4", "O-O", "w", "1,4", "foo", "}", ";1,2>1,3", "1-0 1,2>1,3"]
)
def test_row_28_only_moves_after_moves(tail: str) -> None:
    said = read_document(f"{KINGS} 1,1>1,2 {tail}")
    assert said.fault is not None
    assert len(said.document.moves) == 1


def test_row_33_compact_moves() -> None:
    for text in ("1,7>1,8Q", " 1,7 > 1,8 = Q ", "1,7>1,8=Q", "1,7>1,8 Q"):
        assert read_compact_move(text) == MoveText((1, 7), (1, 8), Piece.of("Q"))
    far = 10**60
    assert read_compact_move(f"{far},-1>-{far},0").end == (-far, 0)
    refusals = (
        "P1,2>1,3",
        "1,2x1,3",
        "foo",
        "",
        "1,2>1,3ob",
        "1,2>1,3Q+",
        "1,2>1,3=",
        "1,2>1,3{a}",
        "1,2",
        "1,2>1,3>1,4",
    )
    for text in refusals:
        with pytest.raises(MoveError) as caught:
            read_compact_move(text)
        assert caught.value.code == "move-syntax"
    with pytest.raises(LimitError):
        read_compact_move("1,2>1," + "3" * 1001)


def test_row_33_compact_moves_of_today() -> None:
    assert read_compact_move("1,7>2,8=3Q", profile="modern").promotion == Piece(BY_CODE["q"], 3)
    for text in ("1,7>2,8Q", "1,2 > 3,4", "1,02>3,4", "-0,1>1,1", "P1,7>2,8", "1,2>3,4{a}", "1,7>1,8=ZZ"):
        with pytest.raises(ReadError):
            read_compact_move(text, profile="modern")


def test_row_35_defaults_are_the_positions() -> None:
    assert read(KINGS) == Document(pieces=read(KINGS).pieces)
    position = Position.read(KINGS)
    assert (position.turn, position.fullmove, position.move_rule, position.en_passant) == ("white", 1, None, None)
    assert (position.wins, position.promotions) == ({1: ("checkmate",), 2: ("checkmate",)}, {})


# The decisions, by their numbers


def test_decision_5_threecheck_is_read() -> None:
    assert read("threecheck").wins == (("threecheck",),)


def test_decision_7_the_slide_limit_is_a_number_of_steps() -> None:
    assert Position.read('{"slideLimit": 7}').slide_limit == Position.read('{"slideLimit": "7"}').slide_limit == 7
    for value in ("0", "-1", "7.0", "1e2", "true", "null", '""', '"07"', '"x"', '"٣"', "[7]"):
        assert refused(f'{{"slideLimit": {value}}}') == "icn-extras"


def test_decision_8_further_players_are_kept() -> None:
    document = read("w:b:r 0/99 4 (8|1|5;q,ro) K1,1|k8,8|3k5,50 1,1>1,2")
    assert Position.of(document).promotions[3] == Promotion((5,), (BY_CODE["q"], BY_CODE["ro"]))
    assert len(document.moves) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("P4,2>4,4 p4,7>4,6", ["4,2>4,4", "4,7>4,6"]),
        ("4,2>4,4\n4,7>4,6", ["4,2>4,4", "4,7>4,6"]),
        ("4,7>4,8Q 4,1>4,2", ["4,7>4,8Q", "4,1>4,2"]),
        ("4,7>4,8=Q K4,1>4,2", ["4,7>4,8Q", "4,1>4,2"]),
        ("4,7>4,8 = K4,1>4,2", ["4,7>4,8", "4,1>4,2"]),
        ("4,7>4,8+ 3K4,1>4,2", ["4,7>4,8", "4,1>4,2"]),
        ("4,2>4,4 [A: b] 4,7>4,6", ["4,2>4,4", "4,7>4,6"]),
    ],
)
def test_decision_9_only_a_blank_between_moves(text: str, said: list[str]) -> None:
    document, codes = noted(f"{KINGS} {text}")
    assert ([move.compact() for move in document.moves], codes) == (said, ["icn-separator"])
    assert refused(f"{KINGS} {text}", strict=True) == "icn-separator"


@pytest.mark.parametrize(
    "text", ["4,7>4,8Q4,1>4,2", "4,7>4,8 =Q4,1>4,2", "4,7>4,8 Q 4,1>4,2", "4,2>4,4-4,7>4,6", "4,2>4,4!4,7>4,6"]
)
def test_decision_9_what_could_be_meant_in_two_ways(text: str) -> None:
    assert refused(f"{KINGS} {text}") == "move-syntax"


@pytest.mark.parametrize("name", ["promotionRanks", "promotionsAllowed", "winConditions", "moveRule", "turn", "moves"])
def test_decision_10_further_rules_do_not_repeat_arguments(name: str) -> None:
    assert refused(f'{{"{name}": 1}} {KINGS}') == "icn-extras"


# Amendments


def test_metadata_anywhere_outside_braces() -> None:
    document = read(f"w[A: 1]{KINGS}[B: 2] 1. [C: 3] 1,1>1,2 [D: 4]| 8,8>8,7 1-0 [E: 5]")
    assert document.metadata == {"A": "1", "B": "2", "C": "3", "D": "4", "E": "5"}
    assert (len(document.moves), document.result) == (2, "1-0")


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "*"])
def test_results_after_the_moves(result: str) -> None:
    assert read(f"{KINGS} 1,1>1,2 {result}{{done}}").result == result
    assert read(f"{KINGS} {result}").result == result


def test_one_game_a_text() -> None:
    game = f"[White: A] w {KINGS} 1,1>1,2"
    said = read_document(f"{game}\n{game.replace('A', 'B')}")
    assert said.fault is not None
    assert (said.fault.code, said.fault.at) == ("icn-several", len(game) + 1)
    assert said.document == read(game)


def test_pieces_outside_the_border() -> None:
    assert refused("1,8,1,8 K1,1|k9,8") == "icn-outside"
    assert refused('K1,1|k8,9 {"worldBorder": "_,_,_,8"}') == "icn-outside"
    assert read("_,8,_,_ K1,1|k8,9").border == Border(None, 8, None, None)
    assert outside(read("1,8,1,8 K1,1|k9,8", profile="modern")) == "9,8"


@pytest.mark.parametrize("profile", [None, "doc", "fc"])
def test_every_profile_except_today_s_reads_the_same(profile: str | None) -> None:
    assert read(f"[A: b] 12 b 0/5 {KINGS} 1,1 x 1,2", profile=profile) == read(f"[A: b] 12 b 0/5 {KINGS} 1,1 x 1,2")


def test_an_unknown_profile() -> None:
    for call in (read_document, Position.read):
        with pytest.raises(UsageError):
            call("w", profile="latest")


def test_a_byte_order_mark_is_skipped() -> None:
    assert read("\ufeffw").turn == (1,)
    assert refused("\ufeff") == refused("") == refused(" \r\n\t") == "icn-empty"
    assert refused("w \ufeff") == "icn-syntax"


# Today's dialect, by the letter

MODERN = [json.loads(line) for line in (VECTORS / "modern-vectors.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "[A: b] w",
            '[A "b"][B "c"] w',
            '[A ""] w',
            '[A1 "b"] w',
            '[A"b"] w',
            '[A "b"] [B: c]',
            '{"a": 1} w',
            "w{x}",
        ),
        *(
            "0/0",
            "5/4",
            "0",
            "01",
            "-0,1",
            "(08|1)",
            "threecheck",
            "1 w",
            "K1,1 w",
            "Rays:1,1>1,0 Squares:1,1",
            "K1,1|",
        ),
        *(
            f"{KINGS} {m}"
            for m in ("1,1>1,2|", "1,1>1,2Q", "1,1>1,2+#", "1,1>1,2!!!", "1,1>1,2=", "1,1>1,2 1-0", "1,1>1,2{}")
        ),
        *(
            f"{KINGS} {m}"
            for m in ("1,1>1,2.8,8>8,7", "1,1>1,2{a}8,8>8,7", "1. ... 8,8>8,7", "1,1>1,2 8,8>8,7", "1.1,1>1,2")
        ),
        *(
            f"{KINGS} {m}"
            for m in ("1,1  > 1,2", "1,1>1,2  +", "01. 1,1>1,2", "1,1>1,02", "1,1>1,2{[%clk 1:2:3]}", "{a} 1,1>1,2")
        ),
        *("w:r 4,6 K1,1", f"{KINGS} 1,1>1,2|[A: b]", "", "foo", "w b"),
    ],
)
def test_what_today_s_dialect_does_not_know(text: str) -> None:
    assert not is_note(refused(text, profile="modern"))


def test_today_s_dialect() -> None:
    text = (
        '[White "A"]\n[Black "B"]\n\nb:w 4,3 7/100 12 (8,17;q,am|1) -50,_,-1,60 (checkmate|checkmate,koth) '
        "Squares:1,2|-3,4 Rays:1,2>0,1 K1,1+|k8,8|P4,4|3nr9,9+\n\n"
        "12. k8,8 > 8,7 ! {[%clk 0:09:56.7] hm} | P4,4x3,5=3Q+!?{a}\n13. 8,7>8,6"
    )
    assert read(text, profile="modern") == read(text)
    move = read(text, profile="modern").moves[1]
    assert (move.promotion, move.piece, move.capture, move.signs, move.comments) == (
        Piece(BY_CODE["q"], 3),
        Piece.of("P"),
        True,
        ("+", "!?"),
        ("a",),
    )


TODAY = [row for row in MODERN if row["kind"] in ("short_to_long", "canonical", "position_after")]


@pytest.mark.parametrize("row", TODAY, ids=[row["id"] for row in TODAY])
def test_what_today_s_dialect_reads_is_read_the_same_by_default(row: dict[str, Any]) -> None:
    today = read_document(row["input"], profile="modern")
    assert (today.fault is None) == ("expected" in row or row["kind"] == "position_after")
    usual = read_document(row["input"])
    if today.fault is None and usual.fault is None:
        assert usual.document == today.document
    elif today.fault is None:
        # What pawns without an owner become, and pieces outside the world, are refused when the move is played
        assert usual.fault is not None
        assert usual.fault.code in {"icn-outside", "move-syntax"}


# Places


@pytest.mark.parametrize(
    ("text", "code", "at", "words"),
    [
        ("w foo1", "icn-syntax", 2, "foo1"),
        ("w w", "icn-repeated", 2, "w"),
        ("[A: b]\n[C", "icn-metadata", 7, "[C"),
        ("K1,1|Q2,x|R3,3", "icn-piece", 5, "Q2,x"),
        ("K1,1||R3,3", "icn-piece", 5, "|"),
        ("K1,1|k1,1+", "icn-square-repeated", 5, "k1,1+"),
        ("(8;Q,zz|1)", "icn-promotion", 5, "zz"),
        ("(8|1x)", "icn-promotion", 3, "1x"),
        ("1 (8|1|2)", "icn-promotion", 2, "(8|1|2)"),
        ("1,8,1,8 Q1,1|K9,1", "icn-outside", 13, "K9,1"),
        ("(8;|1) K1,1", "icn-promotion", 2, ";"),
        ("(koth|a b) K1,1", "icn-win-condition", 0, "(koth|a"),
        ("K1,1 | k8,8", "icn-syntax", 5, "|"),
        ("(8;q,,n|1) K1,1", "icn-promotion", 4, ","),
        ('w {"a": 1, "a": 2}', "icn-extras", 11, "a"),
        ('w {"a": [1, nul]}', "icn-extras", 12, "nul]}"),
        ('w {"a": 1', "icn-extras", 9, ""),
        ("0/1" + "1" * 1000, "limit-digits", 2, ""),
    ],
)
def test_faults_have_their_place(text: str, code: str, at: int, words: str) -> None:
    fault = read_document(text).fault
    assert fault is not None
    assert (fault.code, fault.at, fault.text) == (code, at, words)


def test_faults_in_moves_have_their_ply() -> None:
    said = read_document(f"{KINGS}\n1. 1,1>1,2 | 8,8>8,7\n2. e4")
    assert said.fault is not None
    assert (said.fault.code, said.fault.ply, said.fault.text) == ("move-syntax", 3, "e4")
    assert len(said.document.moves) == 2
    error = error_of(said.fault, f"{KINGS}\n1. 1,1>1,2 | 8,8>8,7\n2. e4")
    assert (error.line, error.column) == (3, 4)


def test_moves_know_their_place() -> None:
    text = f"{KINGS} 1. K1,1 > 1,2 ! | 8,7x8,8 =Q+"
    found = read(text).moves
    assert [text[move.at :].startswith(move.text) for move in found] == [True, True]
    assert [move.text for move in found] == ["K1,1 > 1,2", "8,7x8,8 =Q"]


def test_messages_are_one_line_of_what_prints() -> None:
    for text in ("[a\n\x00b", "w\x07", "K1,1\x1b[0m", "x1" * 10_000, "K1,1 {a\nb"):
        fault = read_document(text).fault
        assert fault is not None
        assert fault.message.isprintable()
        assert len(fault.message) < 250
        assert len(fault.text) <= 80


def test_positions_have_no_moves() -> None:
    with pytest.raises(ReadError) as caught:
        Position.read(f"{KINGS}\n 1,1>1,2")
    assert (caught.value.code, caught.value.line, caught.value.column) == ("icn-syntax", 2, 2)
    with pytest.raises(ReadError):
        Position.read("")


def test_borders() -> None:
    assert read_border("-1,_,0,9") == Border(-1, None, 0, 9)
    for text in ("", "1,2,3", "1,2,3,x", "1, 2,3,4"):
        with pytest.raises(ReadError):
            read_border(text)


# Hostile texts: work that grows faster than they do would never end

MILLION = 1_000_000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{" * MILLION, "icn-extras"),
        ("K1,1 " + "{" * MILLION, "comment-unclosed"),
        ('{"a":' * MILLION, "limit-depth"),
        ('{"a":' + "[" * MILLION, "limit-depth"),
        ('{"a":"' + '\\"' * MILLION, "icn-extras"),
        ('{"' + '\\"' * MILLION, "icn-extras"),
        ('{"a":' + "9" * MILLION + "}", "limit-digits"),
        ('{"a":0.' + "9" * MILLION + "}", "limit-digits"),
        ("[" * MILLION, "icn-metadata"),
        ('[a "' * MILLION, "icn-metadata"),
        ('[a "' + '" ' * MILLION, "icn-metadata"),
        (f"[a: {'b' * 2 * MILLION}]", "limit-tag"),
        ("".join(f"[a{i}: b]" for i in range(20_000)), "limit-tags"),
        (f"{KINGS} 1,1>1,2" + "".join(f"[a{i}: b]" for i in range(20_000)), "limit-tags"),
        ("1" * MILLION, "limit-digits"),
        ("1" * MILLION + ",1", "limit-digits"),
        ("K1," + "1" * MILLION, "limit-digits"),
        ("K" + "1" * MILLION, "icn-piece"),
        ("1" * MILLION + "K1,1", "limit-digits"),
        (f"{KINGS} 1,1>1,2=" + "1" * MILLION + "Q", "limit-digits"),
        (f"{KINGS} " + "1" * MILLION + ". 1,1>1,2", "limit-digits"),
        ("1," * MILLION, "icn-border"),
        ("(" + "8," * MILLION, "icn-promotion"),
        ("(" + "|" * MILLION + ")", "icn-promotion"),
        ("a," * MILLION, "icn-syntax"),
        ("abc," * MILLION, "icn-win-condition"),
        ("w" + ":w" * MILLION, None),
        ("K1,1 1,1>1,2" + "=" * MILLION, "limit-token"),
        ("K1,1 1,1>1,2" + "= " * MILLION, "limit-token"),
        ("K1,1 1,1>1,2 =" + " " * MILLION + "1", "move-syntax"),
        ("K1,1 1,1>1,2" + "|" * MILLION, None),
        ("K1,1 1,1>1,2" + "Q" * MILLION, "move-syntax"),
        ("K1,1 " + "1." * MILLION, "move-syntax"),
        ("K1,1 1,1>1,2" + "{a}" * 300_000, None),
        ("K1,1 " + "{a}" * 300_000, None),
        ("K1,1" + " " * MILLION + "x", "move-syntax"),
        ("1,1" + " " * MILLION + "1,1", "icn-repeated"),
        ("K1,1 1,1" + " " * MILLION + "x" + " " * MILLION + "1", "move-syntax"),
        ("Squares:" + "1,2|" * 200_000, "icn-annotation"),
    ],
    ids=lambda value: str(value)[:20] if isinstance(value, str) else "read",
)
def test_hostile_texts(text: str, code: str | None) -> None:
    for profile in (None, "modern"):
        said = read_document(text, profile=profile)
        assert profile == "modern" or (said.fault and said.fault.code) == code


def test_a_hundred_thousand_pieces() -> None:
    document = read("|".join(f"P{x},{-x}+" for x in range(1, 100_001)))
    assert len(document.pieces or {}) == len(document.rights) == 100_000


def test_limits_have_names() -> None:
    text = f'{{"a": [[1]]}} [T: text] {KINGS} 1,1>1,2345 {{comment}}'
    assert read_document(text).fault is None
    for limit, value in {"digits": 3, "depth": 2, "tag": 5, "tags": 0, "comment": 5, "token": 8, "game": 20}.items():
        fault = read_document(text, limits={limit: value}).fault
        assert fault is not None
        assert fault.code == f"limit-{limit}"
        assert isinstance(error_of(fault, text), LimitError)
    far = "1" * 4000
    assert refused(f"{far},1") == "limit-digits"
    assert read(f"{far},1", limits={"digits": 10**9}).en_passant == (int(far), 1)
    assert refused(f"{far}1,1", limits={"digits": 10**9}) == "limit-digits"


def test_halves_of_characters() -> None:
    for text in ("\ud800", "w [A: \udfff]", f"{KINGS} 1,1>1,2 {{\udc80}}"):
        assert refused(text) == "icn-syntax"


WORDS = st.sampled_from(
    (
        *(
            "w",
            "b",
            "w:r",
            "0/100",
            "1",
            "12",
            "(8|1)",
            "(8;q|",
            "koth",
            "4,3",
            "1,8,_,8",
            "Squares:1,2",
            "K1,1",
            "|k8,8",
            "+",
        ),
        *(
            '{"a":',
            '"x"',
            "}",
            "{",
            "[",
            "]",
            "[A: b]",
            '[A "b"]',
            " ",
            "\n",
            "1.",
            "...",
            "|",
            ".",
            "4,2>4,4",
            "x",
            ">",
            "=Q",
        ),
        *("=", "!?", "#", "1-0", "*", "-", "0", "é", "\x00", "{c}", ",", ":", "Q", "3K", "1e5", '"', "\\", "\ud800"),
    )
)


@settings(max_examples=rounds(300))
@given(
    st.lists(WORDS | st.text(max_size=3), max_size=14).map("".join), st.sampled_from((None, "modern")), st.booleans()
)
def test_no_exception_for_any_text(text: str, profile: str | None, strict: bool) -> None:
    said = read_document(text, profile=profile, strict=strict)
    for fault in (*said.notes, *filter(None, [said.fault])):
        assert 0 <= fault.at <= len(text)
        assert fault.message.isprintable()
        assert is_note(fault.code) or fault is said.fault
    if said.fault is not None:
        assert str(error_of(said.fault, text))
    elif not strict and not said.notes:
        assert read_document(text, profile=profile, strict=True) == said
    pickle.dumps(said)


def test_what_is_missing_in_todays_moves_is_quoted_unchanged() -> None:
    for text, words in (("1. 1,1>1,2 2. ", "2."), ("1,1>1,2 |", "|"), ("1.  1,1>1,2", "1,1>1,2")):
        fault = read_document(f"w 1 {KINGS} {text}", profile="modern").fault
        assert fault is not None
        assert (fault.code, fault.text) == ("move-syntax", words)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("K1,1 | k8,8", "cannot read `|`: a list of pieces has no spaces"),
        ("(koth|a b) K1,1", "cannot read the win condition `(koth|a`: no `)` ends it"),
        ("K1,1 1,1>1,2 * 1,2>1,3", "cannot read `1,2>1,3`: the result ends the moves"),
        ("K1,1 1,1>1,2 w", "cannot read `w`: the moves come last"),
    ],
)
def test_faults_have_a_reason(text: str, why: str) -> None:
    fault = read_document(text).fault
    assert fault is not None
    assert fault.message == why
