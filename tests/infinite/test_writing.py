"""Texts of ICN from their content: the rows of the description's table, the two documents, and what profiles lose."""

from __future__ import annotations

import re

import pytest

from scoresheet import UsageError
from scoresheet.infinite import fc
from scoresheet.infinite.document import Border, Document, MoveText, PresetRay, Promotion
from scoresheet.infinite.json import document_of, json_losses_of
from scoresheet.infinite.pieces import BY_CODE, Piece
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.writing import losses_of, write_document

START = (
    "P1,2+|P2,2+|P3,2+|P4,2+|P5,2+|P6,2+|P7,2+|P8,2+|p1,7+|p2,7+|p3,7+|p4,7+|p5,7+|p6,7+|p7,7+|p8,7+|"
    "R1,1+|R8,1+|r1,8+|r8,8+|N2,1|N7,1|n2,8|n7,8|B3,1|B6,1|b3,8|b6,8|Q4,1|q4,8|K5,1+|k5,8+"
)
LONG = (
    """\
[Variant: Classical]
[Version: 1]
[White: Tom]
[Black: Ben]
[Clock: 10+5]
[Date: 2024/03/17 13:42:06]
[Result: 0-1]
[Condition: checkmate]

w 0/100 1 (8;Q,R,B,N|1;q,r,b,n) checkmate {"slideLimit": 100, "cannotPassTurn": true} """
    + START
    + """

1. P4,2 > 4,4  | p4,7 > 4,6
2. P4,4 > 4,5  | p3,7 > 3,5
3. P4,5 x 3,6 {White captures en passant} | b6,8 > 3,11 
4. P3,6 x 2,7  | b3,11 > -4,4 ?
5. P2,7 x 1,8 =Q | b-4,4 > 2,-2 +
6. K5,1 > 4,2  | n7,8 > 6,6
7. Q1,8 x 2,8  | k5,8 > 7,8 {Castling}
8. Q2,8 x 1,7  | q4,8 > 0,4
9. Q1,7 > 7,13 + | k7,8 > 8,8
10. Q7,13 x 7,7 + {Queen sacrifice} | k8,8 x 7,7 !!
11. P8,2 > 8,4 ?! | q0,4 > 4,4 # {Bad game from both players}"""  # noqa: W291 - the description has it
)
COMPACT = (
    f'0/100 (8|1) {{"slideLimit": 100}} {START}\n'
    "4,2>4,4|4,7>4,6|4,4>4,5|3,7>3,5|4,5>3,6|6,8>3,11|3,6>2,7|3,11>-4,4|2,7>1,8Q|-4,4>2,-2|5,1>4,2|7,8>6,6|"
    "1,8>2,8|5,8>7,8|2,8>1,7|4,8>0,4|1,7>7,13|7,8>8,8|7,13>7,7|8,8>7,7|8,2>8,4|0,4>4,4"
)


def read(text: str) -> Document:
    said = read_document(text)
    assert said.fault is None, said.fault
    return said.document


def written(text: str, **options: object) -> str:
    return write_document(read(text), **options)  # type: ignore[arg-type]


# The two documents of the description


def test_the_two_documents_are_equivalent() -> None:
    long, compact = read(LONG), read(COMPACT)
    assert len(long.moves) == len(compact.moves) == 22
    assert [(m.start, m.end, m.promotion) for m in long.moves] == [(m.start, m.end, m.promotion) for m in compact.moves]
    assert long.pieces == compact.pieces
    assert long.rights == compact.rights
    assert [side.ranks for side in long.promotion or ()] == [side.ranks for side in compact.promotion or ()]
    assert write_document(compact, defaults=True).startswith("w 0/100 1 (8|1) checkmate ")


def test_the_long_document_written_compact_is_the_compact_one() -> None:
    document = read(LONG)
    document.metadata = {}
    assert document.extras is not None
    del document.extras["cannotPassTurn"]
    assert write_document(document, comments=False) == COMPACT


def test_the_compact_document_is_written_as_it_was() -> None:
    assert written(COMPACT) == COMPACT


def test_the_long_document_written_long_is_as_it_was() -> None:
    wanted = LONG.replace(";Q,R,B,N", "").replace(";q,r,b,n", "")
    wanted = "\n".join(re.sub(" +", " ", line).rstrip() for line in wanted.split("\n"))
    assert written(LONG, style="long") == wanted


BEFORE_LAST = (
    'b 8,3 0/100 11 (8|1) {"slideLimit": 100} P1,2+|P2,2+|P3,2+|P5,2+|P6,2+|P7,2+|p5,7+|p6,7+|k7,7|p8,7+|R1,1+|R8,1+|'
    "N2,1|N7,1|B3,1|B6,1|b3,8|Q4,1|p4,6|b2,-2|K4,2|n6,6|r6,8|q0,4|P8,4"
)


def test_the_position_before_the_last_move_is_the_printed_one() -> None:
    after = fc.game_to_position(fc.short_to_long(COMPACT), 21)
    assert write_document(document_of(after)) == BEFORE_LAST


# The table of the description, by row


@pytest.mark.parametrize(
    ("row", "text", "options", "wanted"),
    [
        ("1 doc", '[White "Tom"] K1,1', {}, "[White: Tom]\n\nK1,1"),
        ("1 quoted on request", "[White: Tom] K1,1", {"metadata": "quoted"}, '[White "Tom"]\n\nK1,1'),
        ("1 fc", "[White: Tom] K1,1", {"profile": "fc"}, '[White "Tom"]\n\nK1,1'),
        ("1 modern", "[White: Tom] K1,1", {"profile": "modern"}, '[White "Tom"]\n\nw 1 K1,1'),
        ("2 customary order", "K1,1 {} koth (8|1) 3 0/9 1,2 b", {}, "b 1,2 0/9 3 (8|1) koth {} K1,1"),
        ("3 doc compact", "w K1,1", {}, "K1,1"),
        ("3 doc long", "K1,1", {"style": "long"}, "w 1 checkmate K1,1"),
        ("3 fc", "w K1,1", {"profile": "fc"}, "w K1,1"),
        ("3 fc absent", "K1,1", {"profile": "fc"}, "K1,1"),
        ("3 modern", "K1,1", {"profile": "modern"}, "w 1 K1,1"),
        ("3 cycle", "w:b K1,1|k2,2", {"profile": "modern"}, "w 1 K1,1|k2,2"),
        ("4 doc compact", "1 K1,1", {}, "K1,1"),
        ("4 doc", "7 K1,1", {}, "7 K1,1"),
        ("4 modern", "0 K1,1", {"profile": "modern"}, "w 1 K1,1"),
        ("6 as is", "12/100 K1,1", {}, "12/100 K1,1"),
        ("7 one rank", "(8|1) K1,1", {}, "(8|1) K1,1"),
        ("7 ranks", "(8,17|1) K1,1", {}, "(8,17|1) K1,1"),
        ("7 usual list", "(8;n,b,r,q|1;q) K1,1", {}, "(8|1;q) K1,1"),
        ("8 doc", "(8;q,am|1;Q,AM) K1,1", {}, "(8;Q,AM|1;q,am) K1,1"),
        ("8 modern", "(8;Q|1;q) K1,1", {"profile": "modern"}, "w 1 (8;q|1;q) K1,1"),
        ("9 sides", "(koth|checkmate) (8|1) K1,1", {}, "(8|1) (koth|checkmate) K1,1"),
        ("10 as given", "koth,fivecheck K1,1", {}, "koth,fivecheck K1,1"),
        ("10 usual", "checkmate K1,1", {}, "K1,1"),
        ("11 doc", '{"a":[1,{"b":1.50}]} K1,1', {}, '{"a": [1, {"b": 1.50}]} K1,1'),
        ("11 fc", '{"a": [1, 2]} K1,1', {"profile": "fc"}, '{"a":[1,2]} K1,1'),
        ("11 modern", '{"a":1} K1,1', {"profile": "modern"}, "w 1 K1,1"),
        ("12 doc", "1,8,1,8 K1,1", {}, '{"worldBorder": "1,8,1,8"} K1,1'),
        ("12 fc", "_,8,1,8 K1,1", {"profile": "fc"}, '{"worldBorder":"_,8,1,8"} K1,1'),
        ("12 modern", "1,8,1,8 K1,1", {"profile": "modern"}, "w 1 1,8,1,8 K1,1"),
        ("12 modern from extras", '{"worldBorder": "1,8,1,8"} K1,1', {"profile": "modern"}, "w 1 1,8,1,8 K1,1"),
        ("12 squares", "Squares:1,2 K1,1", {}, '{"squares": "1,2"} K1,1'),
        ("12 rays", "Rays:1,2>0,1 K1,1", {"profile": "modern"}, "w 1 Rays:1,2>0,1 K1,1"),
        ("13 doc compact", "K1,1 1,7>1,8=Q", {}, "K1,1\n1,7>1,8Q"),
        ("13 fc compact", "K1,1 1,7>1,8=Q", {"profile": "fc"}, "K1,1\n\n1,7>1,8Q"),
        ("13 modern", "K1,1 1,7>1,8Q", {"profile": "modern"}, "w 1 K1,1\n\n1,7>1,8=Q"),
        ("13 owner", "w:b:r K1,1 1,7>1,8=3Q", {}, "w:b:r K1,1\n1,7>1,8=3q"),
        ("14 doc", "K1,1 1,1>1,2.1,2>1,3", {}, "K1,1\n1,1>1,2|1,2>1,3"),
        ("15 doc", "b 3 k1,1 1,1>1,2", {"style": "long"}, "b 3 checkmate k1,1\n\n3. ... k1,1 > 1,2"),
        ("15 fc", "b 3 k1,1 1,1>1,2", {"profile": "fc", "style": "long"}, "b 3 k1,1\n\n3.   ...   | k1,1 > 1,2"),
        ("15 modern", "b 3 k1,1 1,1>1,2", {"profile": "modern", "style": "long"}, "b 3 k1,1\n\n3. k1,1 > 1,2"),
        ("17 long", "K1,1 1,1>1,9 !? = +", {"style": "long"}, "w 1 checkmate K1,1\n\n1. K1,1 > 1,9 + !? ="),
        ("17 no check", "K1,1 1,1>1,2+!", {"style": "long"}, "w 1 checkmate K1,1\n\n1. K1,1 > 1,2 !"),
        ("17 compact", "K1,1 1,1>1,2!!", {}, "K1,1\n1,1>1,2"),
        ("18", "K1,1 1,1>1,2{[%clk 0:00:01.0] up}", {}, "K1,1\n1,1>1,2{[%clk 0:00:01.0] up}"),
        ("18 several", "K1,1 1,1>1,2{a}{b}", {"profile": "modern"}, "w 1 K1,1\n\n1,1>1,2{a b}"),
        (
            "18 clock",
            "K1,1 1,1>1,2{up [%clk 0:00:01.0] }",
            {"profile": "modern"},
            "w 1 K1,1\n\n1,1>1,2{[%clk 0:00:01.0] up}",
        ),
        ("18 game", "K1,1 {so} 1,1>1,2", {}, "K1,1\n1. {so} 1,1>1,2"),
        ("20 all pieces", "HU1,1|ro2,2|vo3,3|ob4,4|nr5,5", {}, "HU1,1|ro2,2|vo3,3|ob4,4|nr5,5"),
        ("21 owners", "1K1,1|2K2,2|0ob3,3|3Q4,4", {}, "K1,1|k2,2|ob3,3|3q4,4"),
        ("22 zeros", "K01,-0", {}, "K1,0"),
        ("23 exponents", "(1000000000000000000000|1) K1,1", {}, "(1000000000000000000000|1) K1,1"),
        ("24 no list", "w 0/100", {}, "0/100"),
        ("25 empty", "w 1", {"profile": "modern"}, "w 1"),
        ("27 trailing", "K1,1| 1,1>1,2|", {}, "K1,1\n1,1>1,2"),
        ("29 rights", "K1,1+|R8,1+", {}, "K1,1+|R8,1+"),
    ],
)
def test_what_is_written(row: str, text: str, options: dict[str, str], wanted: str) -> None:
    assert written(text, **options) == wanted


def test_without_new_lines() -> None:
    text = "[White: A] w K1,1|k8,8 1,1>1,2"
    assert written(text, profile="fc", make_new_lines=False) == '[White "A"]  w K1,1|k8,8  1,1>1,2'
    assert written(text, profile="modern", make_new_lines=False) == '[White "A"] w 1 K1,1|k8,8 1,1>1,2'
    assert written(text, make_new_lines=False) == "[White: A] K1,1|k8,8 1,1>1,2"


def test_metadata_in_its_order() -> None:
    text = "[Zed: z] [Black: B] [White: W] K1,1"
    assert written(text) == "[Zed: z]\n[Black: B]\n[White: W]\n\nK1,1"
    assert written(text, profile="fc") == '[White "W"]\n[Black "B"]\n[Zed "z"]\n\nK1,1'
    assert written(text, profile="modern") == '[White "W"]\n[Black "B"]\n\nw 1 K1,1'


@pytest.mark.parametrize("value", ["", " a ", "a]b", "a: b", '"quoted"', "a\nb", 'a"] b'])
@pytest.mark.parametrize("key", ["Event", "Two words", "a:b"])
@pytest.mark.parametrize("profile", ["doc", "fc", "modern"])
def test_an_entry_is_read_back_or_counted(key: str, value: str, profile: str) -> None:
    document = Document(metadata={key: value}, pieces={(1, 1): Piece.of("K")})
    back = read(write_document(document, profile=profile))
    assert (back.metadata == document.metadata) == (not losses_of(document, profile, "long"))


def test_the_marker_after_the_moves_becomes_an_entry() -> None:
    assert written("K1,1 1,1>1,2 1-0") == "[Result: 1-0]\n\nK1,1\n1,1>1,2"
    assert written("[Result: *] K1,1 1,1>1,2 1-0") == "[Result: *]\n\nK1,1\n1,1>1,2"


def test_castling_and_passing_captures_are_filled_in() -> None:
    text = "4,6 P5,5|p4,5|K1,1+|R5,1+|k8,8+ 5,5>4,6|8,8>8,7|1,1>3,1|8,7>8,6|2,1>2,2"
    assert written(text, style="long").split("\n\n")[1] == (
        "1. P5,5 x 4,6 | k8,8 > 8,7\n2. K1,1 > 3,1 | k8,7 > 8,6\n3. R2,1 > 2,2"
    )


def test_what_today_cannot_express_is_counted() -> None:
    document = Document(
        metadata={"Clock": "10+5", "White": ""},
        move_rule=(5, 4),
        fullmove=0,
        promotion=(Promotion((8,), None), Promotion((), None)),
        wins=(("checkmate",), ("threecheck", "fivecheck")),
        extras={"worldBorder": "1,8,1,8", "slideLimit": 7},
        border=Border(1, 8, 1, 8),
        rays=(PresetRay((1, 1), (0, 1)),),
        pieces={(1, 1): Piece(BY_CODE["hu"], 1)},
        comments=("so",),
        moves=[MoveText((1, 1), (1, 3), signs=("+", "!!", "="), comments=("a } b",))],
    )
    wanted = {"tag": 2, "move-rule": 1, "fullmove": 1, "win-condition": 2, "extras": 1, "signs": 1}
    assert dict(losses_of(document, "modern", "long")) == {**wanted, "comment": 1, "comment-brace": 1}
    assert dict(losses_of(document, "modern")) == {**wanted, "signs": 2, "comment": 1, "comment-brace": 1}
    assert dict(losses_of(document, "doc")) == {"signs": 2, "comment-brace": 1}
    assert dict(losses_of(document, "fc", "long")) == {"comment-brace": 1}
    assert read_document(write_document(document, profile="modern", style="long")).fault is None


def test_today_finds_the_pawn_by_who_moved_last() -> None:
    document = read("w:b:r 4,3 K1,1")
    assert write_document(document, profile="modern") == "w:b:r 1 K1,1"
    assert losses_of(document, "modern") == [("en-passant", 1)]
    assert write_document(document) == "w:b:r 4,3 K1,1"


def test_unknown_profiles_and_options() -> None:
    for options in ({"profile": "old"}, {"style": "short"}, {"colour": True}, {"metadata": "none"}):
        with pytest.raises(UsageError):
            write_document(Document(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["compact", "long"])
@pytest.mark.parametrize("lines", [True, False])
def test_what_is_written_today_is_read_by_the_letter(style: str, lines: bool) -> None:
    for text in (
        LONG,
        COMPACT,
        "b:w 3 (|1) _,9,_,_ koth Rays:1,1>0,1 k1,1 1,1>1,2?!{a}{b} 1. 1,2>1,3{[%clk 0:00:01.0]}",
    ):
        said = written(text, profile="modern", style=style, make_new_lines=lines)
        back = read_document(said, profile="modern")
        assert (back.fault, back.notes) == (None, []), said


def test_a_marker_that_differs_from_the_entry_is_counted() -> None:
    document = read("[Result: 0-1] K1,1|k2,9 1,1>1,2 1-0")
    for profile in ("doc", "fc", "modern"):
        assert losses_of(document, profile) == [("result", 1)]
        assert json_losses_of(document, profile) == [("result", 1)]
    document.metadata["Result"] = "1-0"
    assert losses_of(document) == json_losses_of(document) == []


def test_the_clock_comes_first_from_any_comment() -> None:
    text = "K1,1|k2,9 1,1>1,2{a}{ b [%clk 0:00:10] c}"
    assert written(text, profile="modern").endswith("{[%clk 0:00:10.0] a b c}")


def test_today_counts_moves_from_1() -> None:
    assert written("0 K1,1|k2,9 1,1>1,2|2,9>2,8|1,2>1,3", profile="modern", style="long") == (
        "w 1 K1,1|k2,9\n\n1. K1,1 > 1,2 | k2,9 > 2,8\n2. K1,2 > 1,3"
    )
