"""Games of PGN as ICN and back: what is the same, and that the rest is counted."""

from __future__ import annotations

import copy
from itertools import islice
from pathlib import Path

import pytest

import scoresheet
from levels import slow
from scoresheet import UsageError, infinite
from scoresheet.infinite import parse
from scoresheet.infinite.pgn import from_pgn, to_pgn

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.pgn*"))

CASTLING_FEN = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"


def there_and_back(game: scoresheet.Game) -> tuple[scoresheet.Game, dict[str, int], dict[str, int]]:
    """A game by way of ICN's text, and what was lost on both ways. The rules have no complaint about the text."""
    made, lost = from_pgn(game)
    again = parse(made.to_icn(style="long"))
    assert again.errors == []
    assert again._notes == []
    usual, more = to_pgn(again)
    return usual, dict(lost), dict(more)


def only_said(game: scoresheet.Game) -> tuple[object, ...]:
    """The content of two games, with tags in any order."""
    nodes = [(node.move, node.comments_after, node.nags) for node in game.mainline()]
    return dict(game.tags), game.start, game.root.comments_after, nodes, game.result


@pytest.mark.parametrize("every", [30, *slow([3]), pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_come_back_except_for_counted_losses(path: Path, every: int) -> None:
    count = 0
    for game in islice(scoresheet.read(path), 0, None, every):
        count += 1
        usual, lost, more = there_and_back(game)
        assert set(lost) <= {"variation", "castling", "tail", "nag", "illegal-move", "comment", "command"}
        assert more == {}
        kept = copy.copy(game)
        kept.strip(variations=True)
        if lost.get("tail") is not None:
            castled = next(node for node in kept.mainline() if node.move is not None and node.move.castle)
            assert usual.ply_count == castled.ply - 1 == game.ply_count - lost["tail"]
            continue
        if "castling" not in lost:
            assert only_said(usual) == only_said(kept)
        if not lost:
            assert usual.to("pgn") == game.to("pgn")
        variations = sum(max(0, len(node.children) - 1) for node in [game.root, *game.walk()])
        assert lost.get("variation", 0) == variations
    assert count


def test_the_meaning_of_the_start() -> None:
    game, lost = from_pgn(scoresheet.parse("1. e4 *"))
    assert lost == []
    assert game.to_icn().splitlines()[:1] == [
        '0/100 (8|1) {"worldBorder": "1,8,1,8", "slideLimit": 7} '
        + "R1,1+|N2,1|B3,1|Q4,1|K5,1+|B6,1|N7,1|R8,1+|"
        + "|".join(f"P{x},2+" for x in range(1, 9))
        + "|"
        + "|".join(f"p{x},7+" for x in range(1, 9))
        + "|r1,8+|n2,8|b3,8|q4,8|k5,8+|b6,8|n7,8|r8,8+"
    ]
    modern = game.to_icn("modern")
    assert modern.startswith("w 0/100 1 (8|1) 1,8,1,8 R1,1+|")
    assert "{" not in modern
    assert game.losses("icn", profile="modern") == []
    assert str(game.start.border) == "1,8,1,8"
    assert (game.start.slide_limit, len(game.start.rights)) == (7, 22)
    start = parse(modern, profile="modern").start
    assert len(start.legal_moves.moves) == 20
    assert not start.legal_moves.rays


@pytest.mark.parametrize(
    ("fen", "moves", "squares"),
    [
        (f"{CASTLING_FEN} w KQkq - 5 9", "9. O-O O-O-O", "5,1>7,1|5,8>3,8"),
        (f"{CASTLING_FEN} b Kq - 5 9", "9... O-O-O 10. O-O", "5,8>3,8|5,1>7,1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "2. exd6", "5,5>4,6"),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 3 2", "2... d5 3. exd6", "4,7>4,5|5,5>4,6"),
        ("4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", "1. a8=N a1=R+", "1,7>1,8N|1,2>1,1r"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "1. axb8=Q+", "1,7>2,8Q"),
    ],
)
def test_special_moves(fen: str, moves: str, squares: str) -> None:
    game = scoresheet.parse(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{moves} *')
    assert game.errors == []
    made, lost = from_pgn(game)
    assert lost == []
    assert "|".join(str(node.move) for node in made.mainline()) == squares
    usual, lost_, more = there_and_back(game)
    assert (lost_, more) == ({}, {})
    assert usual.to("pgn") == game.to("pgn")
    # The boards are the same all along.
    for node, other in zip(made.mainline(), game.mainline(), strict=True):
        pieces = {square: str(piece) for square, piece in node.position.pieces.items()}
        assert pieces == board(other.position)


def board(position: scoresheet.Position) -> dict[tuple[int, int], str]:
    """The pieces of a position of usual chess by their squares."""
    found = {}
    for row, words in enumerate(reversed(position.fen().split()[0].split("/")), 1):
        column = 1
        for letter in words:
            if letter.isdigit():
                column += int(letter)
            else:
                found[column, row] = letter
                column += 1
    return found


def test_comments_signs_and_clocks_are_kept() -> None:
    game = scoresheet.parse(
        '[White "A"]\n[Result "1-0"]\n\n'
        "{First.} 1. e4! {[%clk 0:05:00] [%eval 0.3]} {two} e5?! 2. Nf3 $10 {[%cal Ge2e4]} Nc6!! 1-0"
    )
    usual, lost, more = there_and_back(game)
    assert (lost, more) == ({}, {})
    assert usual.to("pgn") == game.to("pgn")
    made, _ = from_pgn(game)
    node = made.at(1)
    assert (node.clock, node.comments_after[1], node.nags) == (300.0, "two", [1])
    assert made.at(3).nags == ["="]
    assert made.result == "1-0"


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("1. e4 (1. d4 (1. c4) d5) e5 (1... c5) *", {"variation": 3}),
        ("1. e4 $13 $1 $140 *", {"nag": 2}),
        ("1. e4 -- 2. d4 d5 *", {"null-move": 1, "tail": 3}),
        ("1. e4 * {said later}", {"comment-place": 1}),
        ('[White "A"] [White "B"] 1. e4 *', {"tag": 1}),
        ('[Result "1-0"] 1. e4 0-1', {"result": 1}),
        ('[Variant "Chess960"] [SetUp "1"] [FEN "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"] 1. Ke2 *', {"castling": 2}),
        (
            '[Variant "Chess960"] [SetUp "1"] [FEN "1r2k1r1/8/8/8/8/8/8/4K3 w gb - 0 1"] 1. Ke2 O-O 2. Ke1 *',
            {"castling": 3, "tail": 2},
        ),
    ],
)
def test_what_icn_cannot_express_is_counted(text: str, lost: dict[str, int]) -> None:
    made, counted = from_pgn(scoresheet.parse(text))
    assert dict(counted) == lost
    assert parse(made.to_icn()).errors == []


def test_a_result_that_icn_has_not_is_counted() -> None:
    game = scoresheet.parse("1. e4 *")
    game.result = "0-0"
    made, lost = from_pgn(game)
    assert (made.result, lost) == ("*", [])
    assert to_pgn(made)[0].result == made.tags["Result"] == "0-0"
    game.tags = {}  # type: ignore[assignment]
    game.termination = "0-0"
    assert from_pgn(game)[1] == [("result", 1)]


def test_closing_comments_are_said_of_the_last_move() -> None:
    made, _ = from_pgn(scoresheet.parse("1. e4 {so} * {said later}"))
    assert made.last.comments_after == ["so", "said later"]


def test_what_could_not_be_played_is_a_comment() -> None:
    made, lost = from_pgn(scoresheet.parse("1. e4 e5 2. Ke3 Nf6 *"))
    assert (made.ply_count, made.last.comments_after, lost) == (2, ["Ke3 Nf6"], [])


def test_other_variants_are_refused() -> None:
    with pytest.raises(UsageError, match="variant"):
        from_pgn(scoresheet.parse('[Variant "Dice chess"] 1. e4 *'))


# From ICN


USUAL = "0/100 (8|1) K5,1+|R8,1+|P1,2+|k5,8+|r1,8+|p8,7+"


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (f"{USUAL} 5,1>7,1|5,8>3,8", {}),
        (f'{{"worldBorder": "1,8,1,8", "slideLimit": 7, "mine": 1}} {USUAL}', {"extras": 1}),
        (f'{{"slideLimit": 3}} {USUAL}', {"extras": 1}),
        (f'{{"slideLimit": "100"}} {USUAL}', {}),
        (f"0,9,_,_ {USUAL}", {"border": 1}),
        (f"Squares:1,2|3,4 Rays:1,1>1,0 {USUAL}", {"preset": 3}),
        ("0/50 (8|1) K5,1|k5,8", {"move-rule": 1}),
        ("0 (8|1) K5,1|k5,8", {"fullmove": 1}),
        ("(9|1) K5,1|k5,8|P1,2+", {"promotion-ranks": 1}),
        ("(8;q|1) K5,1|k5,8|P1,2+|p1,7+", {"promotion-ranks": 1}),
        ("K5,1|k5,8|P1,2+", {"promotion-ranks": 1}),
        ("K5,1+|B8,1+|k5,8|N2,2+", {"right": 3}),
        ("(8|1) K5,1|k5,8|P1,2", {"right": 1}),
        ("(8|1) K5,1|k5,8|P1,3+ 1,3>1,5", {"right": 1, "illegal-move": 1}),
        ("(8|1) K4,1+|k5,8|R1,1+|R8,1+ 4,1>6,1|5,8>6,7", {"right": 3, "illegal-move": 1, "tail": 1}),
        (f"[Version: 1] [Variant: Omega] {USUAL}", {"tag": 1, "variant": 1}),
        (f"[Clock: 1+0] [TimeControl: 60+0] {USUAL}", {"tag": 1}),
        (f"{USUAL} 5,1>5,2!!!", {"signs": 1}),
    ],
)
def test_what_pgn_cannot_express_is_counted(text: str, lost: dict[str, int]) -> None:
    game = parse(text)
    assert game.errors == []
    usual, counted = to_pgn(game)
    assert dict(counted) == lost
    assert {loss.kind: loss.count for loss in game.losses("pgn")} == lost
    again = scoresheet.parse(str(game.to("pgn")))
    assert again == usual


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("K5,1|k5,9", "is on `5,9`"),
        (f"K5,1|k-{'1' * 500},8", "is on `-1111"),
        ("K5,1|k5,8 5,1>4,0", "a move goes to `4,0`"),
        ("K5,1|k5,8|AM1,1", "`AM` is not a piece"),
        ("K5,1|k5,8|ob3,3", "`ob` is not a piece"),
        ("K5,1|k5,8|3q3,3", "`3q` is not a piece"),
        ("w:b:r K5,1|k5,8", "more than two"),
        ("koth K5,1|k5,8", "checkmate is not the only way"),
        ("(checkmate|checkmate,koth) K5,1|k5,8", "checkmate is not the only way"),
        ("K5,1|K4,1|k5,8", "2 kings"),
        ("K5,1|Q3,3", "Black has 0 kings"),
        ("w", "does not list its pieces"),
    ],
)
def test_games_that_do_not_fit_are_refused(text: str, words: str) -> None:
    with pytest.raises(UsageError) as found:
        to_pgn(parse(text))
    assert words in found.value.message
    assert found.value.hint
    assert len(found.value.message) < 200
    with pytest.raises(UsageError):
        parse(text).to("pgn")


def test_ends_match_those_on_the_board() -> None:
    # On the usual board there is no way out; on the larger one the king may leave it.
    corner = "b 0/100 (8|1) [Result: 1/2-1/2] K7,6|Q7,1|k8,8"
    game = parse(corner.replace("b 0", "w 0") + " 7,1>6,1")
    assert game.outcome is None
    usual, lost = to_pgn(game)
    assert (usual.end.is_stalemate, usual.end.is_mate) == (False, False)
    assert lost == []
    mated = parse("[Result: *] K7,6|Q1,7|k8,8 1,7>7,7")
    assert mated.outcome is None
    usual, lost = to_pgn(mated)
    assert (usual.end.is_mate, usual.result, usual.tags["Result"], lost) == (True, "1-0", "1-0", [("board-edge", 1)])
    assert usual.at(1).san == "Qg7#"
    # With a border, the end is the same.
    inside = parse('{"worldBorder": "1,8,1,8"} K7,6|Q1,7|k8,8 1,7>7,7')
    assert inside.outcome == ("checkmate", 1)
    assert to_pgn(inside)[1] == []
    assert to_pgn(inside)[0].result == "1-0"


def test_given_results_are_kept() -> None:
    usual, _ = to_pgn(parse(f"{USUAL} 5,1>5,2 1-0"))
    assert (usual.result, dict(usual.tags).get("Result")) == ("1-0", None)
    usual, _ = to_pgn(parse(f"[Result: 0-1] {USUAL} 5,1>5,2"))
    assert (usual.result, usual.tags["Result"]) == ("0-1", "0-1")


def test_old_names_become_new_ones() -> None:
    game = parse(
        "[White: Tom] [Clock: 10+5] [Date: 2024/03/17 13:42:06] [Condition: checkmate] [UTCDate: 2020.01.01] K5,1|k5,8"
    )
    usual, lost = to_pgn(game)
    assert dict(usual.tags) == {
        "White": "Tom",
        "TimeControl": "600+5",
        "UTCTime": "13:42:06",
        "Termination": "checkmate",
        "UTCDate": "2020.01.01",
        "SetUp": "1",
        "FEN": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    }
    assert lost == [("tag", 1)]
    for date in ("1960.01.01", "yesterday", "2024/03/17"):
        assert to_pgn(parse(f"[Date: {date}] K5,1|k5,8"))[0].tags["Date"] == date
    for clock, control in (("Infinite", "-"), ("0.5+1", "30+1"), ("1.5+0.5", "90+0.5")):
        assert to_pgn(parse(f"[Clock: {clock}] K5,1|k5,8"))[0].tags["TimeControl"] == control


def test_other_formats_go_by_way_of_pgn() -> None:
    game = parse(f"{USUAL} 5,1>7,1|5,8>3,8")
    assert game.to("uci") == "fen r3k3/7p/8/8/8/8/P7/4K2R w Kq - 0 1 moves e1g1 e8c8 *\n"
    assert isinstance(game.to("bcfen"), bytes)
    assert game.to("vgn", moves="mcn") == to_pgn(game)[0].to("vgn", moves="mcn")
    assert game.to("fen", ply=1).split()[0] == "r3k3/7p/8/8/8/8/P7/5RK1"


def test_a_thousand_plies_there_and_back() -> None:
    game = scoresheet.Game()
    for number in range(1000):
        game.add(("Nf3", "Nf6", "Ng1", "Ng8")[number % 4])
    usual, lost, more = there_and_back(game)
    assert (usual, lost, more) == (game, {}, {}) or usual.to("pgn") == game.to("pgn")
    assert infinite.parse(from_pgn(game)[0].to_icn("modern"), profile="modern", rules="doc").ply_count == 1000
