"""`Move`, `Position` and `Game` as users of other libraries expect them: from text, as text, merged, shown."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import command_line
import scoresheet
from scoresheet import Counts, Game, Move, Position, infinite, parse
from scoresheet.infinite.errors import Found
from scoresheet.infinite.faults import Fault
from test_house import ROOT

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
PASSES = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
PROMOTES = "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
CHESS960 = "1k1r4/8/8/8/8/8/8/RK5R w HAd - 0 1"
FENS = [START, CASTLES, PASSES, PROMOTES, CHESS960]

# Moves


def test_a_move_is_made_from_names() -> None:
    assert Move("e2", "e4") == Move(12, 28) == Move("e2", 28) == Position().parse("e4")
    assert Move("e7", "e8", "q") == Move("e7", "e8", "Q") == Move(52, 60, 5)
    assert Move("e1", "g1", rook_square="h1") == Position(CASTLES).parse("O-O")
    assert hash(Move("e2", "e4")) == hash(Move(12, 28))
    assert pickle.loads(pickle.dumps(Move("e7", "e8", "n"))) == Move.from_uci("e7e8n")


def test_a_move_as_text_is_uci() -> None:
    assert (str(Move("e2", "e4")), repr(Move("e2", "e4"))) == ("e2e4", "<Move e2e4>")
    assert str(Position(CASTLES).parse("O-O")) == "e1g1"
    for fen in FENS[:-1]:
        for move in Position(fen).legal_moves:
            assert str(Move.from_uci(str(move))) == str(move) == move.uci()


@pytest.mark.parametrize("fen", FENS)
def test_a_move_of_two_squares_is_played_as_the_one_it_means(fen: str) -> None:
    board = Position(fen)
    for move in board.legal_moves:
        text = move.uci(chess960=board.variant == "chess960")
        bare = Move.from_uci(text)
        assert board.is_legal(bare), text
        assert board.play(bare) == board.play(text) == board.play(board.write(move)) == board.play(move)
        assert board.write(bare) == board.write(move)
        game = Game(fen=fen)
        assert game.root.add(bare) == game.root.add(move), "one node"
        assert game.at(1).move == move


def test_an_illegal_move_that_a_position_gave_stays_one() -> None:
    """FCN distinguishes castling from a step of the king over two squares."""
    board = Position(CASTLES)
    step = board.parse("Ke1-g1", "fcn", "off")
    for move in (step, pickle.loads(pickle.dumps(step)), copy.copy(step)):
        assert not board.is_legal(move)
        assert board.play(move, illegal=True).piece_at("h1") == "R"
    made = pickle.loads(pickle.dumps(Move("e1", "g1")))
    assert (made, hash(made)) == (step, hash(step)), "they name the same squares"
    assert board.is_legal(made)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("e2", "expected a square, `a1` to `h8` after `e2`"),
        ("e2e9", "expected a square, `a1` to `h8` after `e2e`"),
        ("e7e8p", "expected a promotion, one of `qrbn` after `e7e8`"),
        ("e7e8qq", "expected the end of the move after `e7e8q`"),
        ("P@e9", "expected a square, `a1` to `h8` after `P@e`"),
        ("K@e4", "expected a piece that is dropped, one of `PNBRQ`"),
        ("", "expected a square, `a1` to `h8`"),
    ],
)
def test_a_text_that_is_not_uci_has_a_reason(text: str, why: str) -> None:
    with pytest.raises(scoresheet.MoveError) as found:
        Move.from_uci(text)
    assert str(found.value) == f"`{text}` is not a UCI move: {why}"
    assert found.value.code == "move-syntax"


def test_a_null_move_needs_a_position() -> None:
    with pytest.raises(scoresheet.UsageError, match="null move") as found:
        Move.from_uci("0000")
    assert "Position.parse" in (found.value.hint or "")
    assert Position().play("0000") == Position().play("--")


@pytest.mark.parametrize("arguments", [("e9", "e4"), ("e2", "xx"), ("e7", "e8", "p"), ("e7", "e8", ""), ("", "e4")])
def test_names_that_no_square_and_no_piece_has(arguments: tuple[str, ...]) -> None:
    with pytest.raises(scoresheet.UsageError, match="`"):
        Move(*arguments)  # type: ignore[arg-type]


# Positions


def test_a_position_plays_text() -> None:
    board = Position().play("e4").play("e7e5").play(b"Nf3").play(Move("b8", "c6"))
    assert board.fen() == "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    with pytest.raises(scoresheet.MoveError, match="Ke3"):
        board.play("Ke3")
    assert board.play("e1e3", illegal=True) == board.play(Move("e1", "e3"), illegal=True)
    assert board.play("Bb5", illegal=True) == board.play("Bb5")
    with pytest.raises(scoresheet.MoveError):
        board.play("e3e5", illegal=True)  # an empty square


def test_a_position_of_infinite_chess_plays_text_too() -> None:
    board = infinite.Position.read("K0,0|k5,5")
    assert board.play("0,0>1,1") == board.play(infinite.Move((0, 0), (1, 1)))
    with pytest.raises(scoresheet.MoveError):
        board.play("0,0>2,2")


def test_a_position_returns_its_pieces() -> None:
    board = Position(CASTLES.replace("0 1", "7 9"))
    assert board.pieces == {"a1": "R", "e1": "K", "h1": "R", "a8": "r", "e8": "k", "h8": "r"}
    assert [board.piece_at(square) for square in ("e1", 60, "d4")] == ["K", "k", None]
    assert (board.halfmove, board.fullmove) == (7, 9)
    with pytest.raises(scoresheet.UsageError, match="`i9`"):
        board.piece_at("i9")
    with pytest.raises(TypeError, match="not float"):
        board.piece_at(1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("bad", "`a` at character 2 of the board is not a piece"),
        (START.replace("RNBQKBNR", "RNBQ\u2654BNR"), "`\u2654` at character 40 of the board is not a piece"),
        (START.replace("8/8", "0/8", 1), "`0` at character 19 of the board is not a piece"),
        (START.replace("8/8", "9/8", 1), "rank 6 of the board has more than eight squares"),
        (START.replace("8/8", "7/8", 1), "rank 6 of the board has only 7 squares"),
        (START.replace("8/8", "1/8", 1), "rank 6 of the board has only 1 square"),
        (START.replace("RNBQKBNR", "RNBQKBN"), "rank 1 of the board has only 7 squares"),
        (START.replace("8/8/", "8/", 1), "the board has only 7 of eight ranks"),
        (START.replace("8/8/", "8/8/8/", 1), "the board has more than eight ranks"),
        (START.replace(" w ", " x "), "`x` is not a side to move, `w` or `b`"),
        (START.replace("KQkq", "KXkq"), "`KXkq` are not castling rights: `X` is neither one of `KQkq` nor a file"),
        (START.replace("- 0", "z9 0"), "`z9` is not an en passant square"),
        (START.replace("0 1", "x 1"), "the halfmove clock `x` is not a number"),
        (START.replace("0 1", "0 x"), "the move number `x` is not a number"),
        (START.replace("0 1", "0 123456"), "the move number `123456` is above 99999"),
        (START.split()[0], "the side to move is missing"),
        (START.replace("K", "Q", 1), "White has 0 kings"),
    ],
)
def test_a_bad_fen_reports_what_is_wrong_and_where(fen: str, why: str) -> None:
    with pytest.raises(scoresheet.FenError) as found:
        Position(fen)
    assert str(found.value) == f"cannot read `{fen}`: {why}"


# Messages


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda game: game.start.play(5), "expected a `Move` or its text, not int"),
        (lambda game: game.add(None), "expected a `Move` or its text, not NoneType"),
        (lambda game: game.root.add([]), "expected a `Move` or its text, not list"),
        (lambda game: game.merge(5), "expected a `Game`, or an iterable of games such as `read\\(…\\)`, not int"),
        (lambda game: game.merge([game, 5]), "expected a `Game`, or an iterable .* not int"),
        (lambda game: game.merge(infinite.parse("K0,0|k5,5 0,0>1,1")), "not scoresheet.infinite.game.Game"),
        (lambda game: game.merge("1. e4 *"), "expected a `Game`, or an iterable .* not str"),
        (lambda game: Move(1.5, "e4"), "not float"),
        (lambda game: game.start.is_legal("e4"), "'str' object .* 'Move'"),
        (lambda game: game.at("x"), "'str' object .* integer"),
        (lambda game: setattr(game, "tags", 5), "expected a mapping of names to values, .* not int"),
        (lambda game: setattr(game, "tags", {"White": 5}), "expected a mapping of names to values, .* not tuple"),
        (lambda game: Game(["x"]), "expected a mapping of names to values, .* not str"),
        (lambda game: setattr(game, "closing_comments", "abc"), "expected a list of strings, not str"),
        (lambda game: setattr(game.at(1), "comments_after", "abc"), "expected a list of strings, not str"),
        (lambda game: setattr(game.at(1), "comments_before", 5), "expected a list of strings, not int"),
        (lambda game: setattr(game.at(1), "nags", 5), "expected a list of NAGs, not int"),
        (lambda game: setattr(game.at(1), "eval", "x"), "expected hundredths of a pawn or an `Evaluation`, not str"),
        (lambda game: game.html(ply="x"), "a ply is a number, not str"),
        (lambda game: infinite.parse("K0,0|k5,5 0,0>1,1").at("x"), "a ply is a number, not str"),
    ],
)
def test_errors_for_other_types_name_the_expected_type(call: Any, why: str) -> None:
    with pytest.raises(TypeError, match=why):
        call(parse("1. e4 e5 *"))


def test_letters_of_another_language_hint_at_it() -> None:
    with pytest.raises(scoresheet.MoveError) as found:
        scoresheet.convert_move("Sf3", "san", "uci")
    assert 'language="de"' in (found.value.hint or "")
    assert scoresheet.convert_move("Sf3", "san", "uci", language="de") == "g1f3"
    shown = command_line.run_text("move", "Sf3", "--to", "uci")
    assert "`--language de` finds a legal move" in shown.stderr
    with pytest.raises(scoresheet.MoveError) as found:
        scoresheet.convert_move("Xf3", "san", "uci")
    assert "language" not in (found.value.hint or "")


# Games


def test_a_game_as_text_is_pgn() -> None:
    game = parse('[White "A"]\n\n1. e4 {best} e5 (1... c5) 1-0')
    assert str(game) == game.to("pgn").rstrip("\n") == '[White "A"]\n\n1. e4 {best} 1... e5 (1... c5) 1-0'
    assert f"{game}" == str(game)
    assert parse(str(game)) == game
    assert repr(game) == "<Game A - ?, 1-0, 2 half-moves>"


@pytest.mark.parametrize("game", [parse("1. e4 e5 2. Nf3 *"), infinite.parse("K0,0|k5,5 0,0>1,1|5,5>6,6|1,1>2,2")])
def test_negative_plies_count_from_the_end(game: Any) -> None:
    nodes = [game.root, *game.mainline()]
    assert [game.at(ply) for ply in range(-4, 4)] == nodes * 2
    assert game.at(-1) == game.last
    for ply in (-5, 4):
        with pytest.raises(scoresheet.UsageError, match=f"there is no ply {ply} in the mainline"):
            game.at(ply)


def test_all_faults_are_kept_and_those_beyond_a_bound_counted() -> None:
    wrong = 1500
    game = parse("1. e4 " + "(1. Ke5) " * wrong + "e5 *")
    assert (len(game.errors), game.faults_left_out) == (1000, wrong - 1000)
    assert {error.code for error in game.errors} == {"move-illegal"}
    for again in (copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert (len(again.errors), again.faults_left_out) == (1000, wrong - 1000)
    few = parse("1. e4 (1. Ke5) e5 2. e2-e4 0-0 *")
    assert (len(few.errors) + len(few.notes) > 1, few.faults_left_out) == (True, 0)


def test_faults_of_infinite_chess_are_bounded_and_counted_too() -> None:
    fault = Fault("icn-separator", "one more")
    found = Found.of([fault] * 1001, [fault] * 1003, "")
    assert (len(found.errors), len(found.notes), found.left_out) == (1000, 1000, 4)
    assert infinite.parse("K0,0|k5,5 0,0>1,1|").faults_left_out == 0


def test_the_faults_of_each_game_of_a_file_are_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e4 " + "(1. Ke5) " * 1001 + "*\n\n1. d4 *\n\n1. e4 (1. Ke5) *\n")
    found = [(len(game.errors), game.faults_left_out) for game in scoresheet.read(str(path))]
    assert found == [(1000, 1), (0, 0), (1, 0)]


def test_html_is_the_page_that_show_writes(tmp_path: Path) -> None:
    source, page = ROOT / "examples" / "annotated.pgn", tmp_path / "game.html"
    game = next(iter(scoresheet.read(str(source))))
    shown = command_line.run("show", source, "--html", page, "--flipped", "--ply", "3")
    assert shown.returncode == 0
    assert page.read_text("utf-8") == game.html(ply=3, flipped=True)
    assert game.html().startswith("<!DOCTYPE html>")
    for other in (game, infinite.parse("K0,0|k5,5 0,0>1,1")):
        assert other.html(fragment=True) == other._repr_html_()
        assert other.html().startswith("<!DOCTYPE html>")
        with pytest.raises(scoresheet.UsageError, match="size") as found:
            other.html(size=200)
        assert "fragment" in (found.value.hint or "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\t"])
def test_a_line_break_in_a_comment_is_shown_as_a_blank(end: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    text = f'[White "A"]{end}{end}1. e4 {{two{end}lines [%clk 0:01:00]{end}}} (1. Ke5{end}e5) e5 *{end}'
    path.write_bytes(text.encode())
    (game,) = scoresheet.read(str(path))
    assert "\ufffd" not in game.html() + game._repr_html_()
    assert ">two lines<" in game.html()
    shown = command_line.run("show", path)
    assert b"two lines" in shown.stdout
    assert "\ufffd" not in (shown.stdout + shown.stderr).decode()


# Merging


def counted(openings: Game) -> dict[tuple[str, ...], Counts]:
    """The counts of each line of moves in UCI, without those that no mainline went through."""
    found: dict[tuple[str, ...], Counts] = {(): openings.root.counts or Counts(0, 0, 0, 0)}
    lines = {openings.root: ()}
    for node in openings.walk():
        line = (*lines[node.parent], str(node.move))
        lines[node] = line
        assert node.counts is not None
        if node.counts.games:
            found[line] = node.counts
    return found


def test_an_opening_tree_counts_games_and_results() -> None:
    openings = Game()
    assert openings.root.counts is None
    games = [
        "1. e4 e5 2. Nf3 1-0",
        "1. e4 e5 2. Nc3 1/2-1/2",
        "1. e4 c5 (1... e6 2. d4) 0-1",
        "1. d4 *",
        "1. d4 d5 0-0",
    ]
    openings.merge(*map(parse, games), plies=2, counts=True)
    assert counted(openings) == {
        (): Counts(5, 1, 1, 1),
        ("e2e4",): Counts(3, 1, 1, 1),
        ("e2e4", "e7e5"): Counts(2, 1, 1, 0),
        ("e2e4", "c7c5"): Counts(1, 0, 0, 1),
        ("d2d4",): Counts(2, 0, 0, 0),
        ("d2d4", "d7d5"): Counts(1, 0, 0, 0),
    }
    (e6,) = (node for node in openings.walk() if node.san == "e6")
    assert e6.counts == Counts(0, 0, 0, 0), "only a variation goes there"
    openings.merge(parse("1. e4 1-0"), counts=True)
    assert openings.root.counts == Counts(6, 2, 1, 1)
    for again in (copy.copy(openings), pickle.loads(pickle.dumps(openings))):
        assert counted(again) == counted(openings)
    assert openings.root.add("c4").counts == Counts(0, 0, 0, 0)
    openings.cut(before=2)
    assert openings.root.counts == Counts(4, 2, 1, 1)


@pytest.mark.parametrize("plies", [None, 0, 7])
def test_an_opening_tree_of_a_file_agrees_with_a_plain_count(plies: int | None) -> None:
    path = str(ROOT / "examples" / "historic.pgn")
    wanted: dict[tuple[str, ...], Counter[str]] = {}
    for game in scoresheet.read(path):
        line = tuple(str(node.move) for node in game.mainline())[:plies]
        for end in range(len(line) + 1):
            wanted.setdefault(line[:end], Counter())[game.result] += 1
    openings = Game()
    openings.merge(scoresheet.read(path), plies=plies, counts=True, annotations=False)
    assert counted(openings) == {
        line: Counts(found.total(), found["1-0"], found["1/2-1/2"], found["0-1"]) for line, found in wanted.items()
    }
    assert not any(node.comment or node.nags for node in openings.walk())


def test_games_are_merged_in_their_order() -> None:
    alive = 0

    class Counted(Game):
        def __init__(self, *_: Any) -> None:
            nonlocal alive
            alive += 1

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    merged = Game()

    def games() -> Any:
        for move in ("e4", "d4", "c4", "Nf3"):
            game = Counted()
            game.add(move)
            assert alive <= 2, "the one before, and this one"
            assert all(node.san != move for node in merged.root.children), "what gives the games may look"
            yield game
            del game

    merged.merge(games(), counts=True)
    assert [node.san for node in merged.root.children] == ["e4", "d4", "c4", "Nf3"]


TIMED = [
    "1. e4 {[%clk 0:03:00] [%eval 0.2]} e5 {[%emt 0:00:01] good} 2. Nf3 {[%eval 0.3]} *",
    "1. e4 {[%clk 0:10:00] [%eval 0.2]} e5 {[%emt 0:00:02] [%csl Ge5]} 2. Nc3 {[%clk 0:09:00]} *",
    "1. e4 {[%clk 0:01:00] [%eval 0.2]} e5 {[%emt 0:00:03]} 2. Nc3 {[%clk 0:00:50]} Nf6 {[%clk 0:00:40]} *",
]


def test_clocks_and_evaluations_of_several_games_do_not_pile_up() -> None:
    merged = parse(TIMED[0])
    merged.merge(*map(parse, TIMED[1:]))
    assert " ".join(str(merged).split()) == (
        "1. e4 {[%eval 0.2]} 1... e5 {good} {[%csl Ge5]} 2. Nf3 {[%eval 0.3]} (2. Nc3 Nf6 {[%clk 0:00:40]}) *"
    )
    everything = parse(TIMED[0])
    everything.merge(*map(parse, TIMED[1:]), clocks=True, evals=True)
    assert str(everything).count("[%clk") == 6
    assert str(everything).count("[%eval") == 4
    clocks = Game()
    clocks.merge(*map(parse, TIMED), clocks=True)
    assert (str(clocks).count("[%clk"), str(clocks).count("[%eval")) == (6, 2)


def test_what_all_merged_games_share_stays() -> None:
    merged = parse(TIMED[0])
    merged.merge(parse(TIMED[0]), parse(TIMED[0].replace(" good", "")))
    assert merged == parse(TIMED[0])
    # A game without a note on a move does not agree.
    merged.merge(parse("1. e4 *"))
    assert str(merged) == "1. e4 e5 {[%emt 0:00:01] good} 2. Nf3 {[%eval 0.3]} *"


def test_many_merged_games_leave_one_comment() -> None:
    merged = Game()
    merged.merge([parse(f"1. e4 {{[%clk 0:00:{number % 60:02}] {number % 2}}} *") for number in range(1000)])
    assert str(merged) == "1. e4 {0} {1} *"


def test_what_cannot_be_merged_is_named() -> None:
    merged = Game()
    with pytest.raises(scoresheet.UsageError, match="different positions; game 2 of"):
        merged.merge(parse("1. e4 *"), [Game(fen=CASTLES)], parse("1. d4 *"))
    assert [node.san for node in merged.walk()] == ["e4"]
    with pytest.raises(scoresheet.UsageError, match="no ply -1"):
        merged.merge(parse("1. d4 *"), plies=-1)


def test_plies_and_annotations_that_are_left_out() -> None:
    merged = parse("1. e4 {a} *")
    merged.merge(parse("1. e4 {b} $1 e5 2. Nf3 Nc6 *"), plies=2, annotations=False)
    assert str(merged) == "1. e4 {a} 1... e5 *"
    merged.merge(parse("1. e4 {b} $1 e5 2. Nf3 Nc6 *"), plies=10**30)
    assert str(merged) == "1. e4 {a} {b} $1 1... e5 2. Nf3 Nc6 *"


def test_games_that_hold_their_own_nodes_are_collected() -> None:
    class Own(scoresheet.Game):
        pass

    def walked(game: Own) -> object:
        walk = iter(game.mainline())
        next(walk)
        return walk

    def last(game: Own) -> object:
        return game.last

    for held in (last, walked, lambda game: [game.root, {"at": game.at(1)}]):
        game = Own()
        game.root.add("e4").add("e5")
        game.held = held(game)  # type: ignore[attr-defined]
        gone = weakref.ref(game)
        del game
        gc.collect()
        assert gone() is None
