"""Games in the terminal, as pages and as pictures: `scoresheet show` and what a notebook shows."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

import scoresheet
from scoresheet import Game, Move, infinite
from scoresheet.cli.exits import Exit
from scoresheet.cli.group import command as main
from scoresheet.drawing.embedded import SCRIPT_NAME, embedded_html, embedding_script
from scoresheet.drawing.movetext import stretches
from scoresheet.drawing.page import fragment_html, page_html
from scoresheet.drawing.theme import MARKS
from scoresheet.errors import UsageError

ROOT = Path(__file__).resolve().parent.parent
ANNOTATED = str(ROOT / "examples" / "annotated.pgn")
SVG = "{http://www.w3.org/2000/svg}"
ONE = """[White "Anderssen, Adolf"]
[Black "Kieseritzky"]
[Date "1851.06.21"]
[Result "1-0"]

1. e4 {[%clk 1:02:05] best} e5 $6 (1... c5 2. Nf3 (2. c3 $18 {too} d5) 2... d6) 2. f4 {[%cal Rf4e5][%csl Ge5]} 1-0
"""
TWO = (
    ONE
    + """
[White "C"]
[Black "D"]
[Result "*"]

1. d4 *
"""
)
HOSTILE = """[White "</title><script>alert(1)</script>"]
[Black "\\"><svg onload=alert(1)>\x1b]0;gone\x07"]
[Event "&lt;b&gt;<img src=x onerror=alert(1)>"]
[Result "*"]

{--></style><script>alert(2)</script>} 1. e4 {<a href="javascript:alert(3)" onclick='x'>\x1b[2J\u202e</bdi></main>} *
"""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.pgn").write_text(TWO)
    Path("hostile.pgn").write_text(HOSTILE)


def run(*args: str, **env: str) -> Result:
    return CliRunner(env={"COLUMNS": "60", **env}).invoke(main, ["show", *args], prog_name="scoresheet")


def game(text: str = ONE) -> Game:
    return scoresheet.parse(text)


def told(text: str, notation: str | None = None) -> list[tuple[int, str]]:
    return [(part.depth, " ".join(word.text for word in part.words)) for part in stretches(game(text), notation)]


# The moves as words


def test_variations_are_stretches_of_their_own() -> None:
    assert told("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... e6)) 2... d6) (1... d5) 2. f4 *") == [
        (0, "1. e4 e5"),
        (1, "( 1... c5 2. Nf3"),
        (2, "( 2. c3 d5"),
        (3, "( 2... e6 ) )"),
        (1, "2... d6 )"),
        (1, "( 1... d5 )"),
        (0, "2. f4 *"),
    ]


def test_numbers_are_written_where_they_are_needed() -> None:
    text = '[FEN "4k3/4p3/8/8/8/8/4P3/4K3 b - - 0 40"]\n\n40... e5 41. e4 {closed} Kd7 *'
    assert told(text) == [(0, "40... e5 41. e4 closed 41... Kd7 *")]


def test_nags_are_signs_where_books_have_them() -> None:
    assert told("1. e4 $1 $16 $200 e5 $5 *") == [(0, "1. e4! ± $200 e5!? *")]


def test_moves_are_shown_in_any_notation() -> None:
    assert told("1. e4 e5 2. Nf3 *", "uci") == [(0, "1. e2e4 e7e5 2. g1f3 *")]
    # What is bytes elsewhere is hexadecimal here.
    assert re.fullmatch("1. [0-9a-f]{4} [0-9a-f]{4} [*]", told("1. e4 e5 *", "bccf")[0][1])


def test_comments_stay_in_their_places() -> None:
    text = "{before} 1. e4 {[%clk 0:01:00] after} ({in} 1. d4 {behind}) 1... e5 *"
    assert told(text) == [(0, "before 1. e4 after"), (1, "( in 1. d4 behind )"), (0, "1... e5 *")]


def test_deep_variations_do_not_pile_up() -> None:
    depth = 5_000
    deep = Game()
    node = deep.root
    for _ in range(depth):
        # For each move, another one was considered in its place, and the next one follows that.
        preferred, considered = sorted(node.position.legal_moves, key=Move.uci)[:2]
        node.add(preferred)
        node = node.add(considered)
    assert max(stretch.depth for stretch in stretches(deep)) == depth
    # Besides the variations, there are the opening and what is before and after the variations.
    assert deep.html(fragment=True).count("<p ") == page_html(deep).count("<p ") == depth + 3


# HTML


def parsed(text: str) -> ElementTree.Element:
    """The elements of a page; ours is XML too, so that nothing is left open. Scripts are not XML."""
    text = re.sub(r"<script([^>]*)>.*?</script>", r"<script\1></script>", text, flags=re.DOTALL)
    return ElementTree.fromstring(re.sub(r"^<!DOCTYPE html>\n", "", text))


def all_classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


def words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())


def test_a_notebook_shows_the_end_of_a_game() -> None:
    shown = game()
    assert shown._repr_html_() == shown.html(fragment=True) == shown.html(fragment=True, ply=3)


def test_a_fragment_has_heading_board_and_moves() -> None:
    root = parsed(game().html(fragment=True, ply=2, size=200))
    (board,) = root.iter(SVG + "svg")
    assert board.attrib["width"] == "200"
    assert [words(element) for element in root.iter("h2")] == ["Anderssen, Adolf \u2013 Kieseritzky 1-0"]
    assert [words(element) for element in all_classed(root, "scoresheet-facts")] == [
        "1851-06-21 \u00b7 C30 King's Gambit"
    ]
    (text,) = all_classed(root, "scoresheet-text")
    assert [words(line) for line in text] == [
        "1. e4 best 1... e5?!",
        "(1... c5 2. Nf3",
        "(2. c3 +- too 2... d5)",
        "2... d6)",
        "2. f4 1-0",
    ]
    assert [words(element) for element in all_classed(root, "scoresheet-shown")] == ["e5?!"]


def test_clocks_are_shown_under_the_pointer() -> None:
    titled = [element for element in parsed(game().html(fragment=True)).iter() if "title" in element.attrib]
    assert [(words(element), element.attrib["title"]) for element in titled] == [("e4", "clock 1:02:05")]


def test_a_board_has_the_marks_of_its_comment() -> None:
    root = parsed(game().html(fragment=True))
    marks = [element.attrib["fill"] for element in root.iter() if element.get("class") in ("arrow", "mark")]
    assert marks == [MARKS["G"], MARKS["R"]]


def test_marks_that_cannot_be_drawn_are_left_out() -> None:
    root = parsed(game("1. e4 {[%cal Ge2e9][%csl Zz9,,][%cal Ra1a2]} *").html(fragment=True))
    drawn = [element for element in root.iter() if element.get("class") in ("arrow", "mark")]
    assert [element.attrib["fill"] for element in drawn] == [MARKS["R"]]


def test_marks_of_unknown_colours_are_green() -> None:
    root = parsed(game("1. e4 {[%cal Xa1a2] [%csl Pd4]} *").html(fragment=True))
    drawn = [element for element in root.iter() if element.get("class") in ("arrow", "mark")]
    assert [element.attrib["fill"] for element in drawn] == [MARKS["G"], MARKS["G"]]


def test_a_page_has_a_board_for_every_ply() -> None:
    root = parsed(page_html(game()))
    sections = list(root.iter("section"))
    assert sorted(section.attrib["id"] for section in sections) == ["ply-0", "ply-1", "ply-2", "ply-3"]
    # The pieces, the squares and their names: what all boards have in common is on the page once.
    assert all(len(list(section.iter(SVG + "use"))) == 34 for section in sections)
    assert [words(next(section.iter("span"))) for section in sections] == ["1. e4", "1... e5?!", "2. f4", "Start"]


@pytest.mark.parametrize("first", [0, 2, 3])
def test_the_requested_ply_is_shown_first(first: int) -> None:
    sections = list(parsed(page_html(game(), ply=first)).iter("section"))
    # A rule of style hides it when another is the target, and it sees only what follows.
    assert ["scoresheet-first" in section.attrib["class"] for section in sections] == [False, False, False, True]
    assert sections[-1].attrib["id"] == f"ply-{first}"


def test_links_lead_from_board_to_board() -> None:
    root = parsed(page_html(game()))
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    targets = {element.attrib["href"] for element in root.iter() if "href" in element.attrib}
    assert {target.removeprefix("#") for target in targets} <= set(ids)
    for section in root.iter("section"):
        ply = int(section.attrib["id"].removeprefix("ply-"))
        links = {link.attrib["rel"]: link.attrib["href"] for link in section.iter("a")}
        before = {"first": "#ply-0", "prev": f"#ply-{ply - 1}"} if ply > 0 else {}
        behind = {"next": f"#ply-{ply + 1}", "last": "#ply-3"} if ply < 3 else {}
        assert links == {**before, **behind}
    moves = [(words(move), move.attrib["href"]) for move in all_classed(root, "scoresheet-move") if move.tag == "a"]
    assert moves == [("e4", "#ply-1"), ("e5?!", "#ply-2"), ("f4", "#ply-3")]


@pytest.mark.parametrize("draw", [fragment_html, page_html])
def test_content_of_a_game_is_never_markup(draw: Callable[[Game], str]) -> None:
    text = draw(game(HOSTILE))
    root = parsed(text)
    assert {element.tag for element in root.iter()} <= {
        *("html", "head", "meta", "title", "style", "script", "body", "main", "div", "section", "nav"),
        *("h2", "p", "a", "i", "bdi", "span", "noscript"),
        *(SVG + name for name in ("svg", "title", "desc", "defs", "g", "path", "circle", "rect", "text", "use")),
    }
    own = [element.text for element in root.iter("script")]
    assert all("alert" not in str(script) for script in own)
    for element in root.iter():
        assert not [name for name in element.attrib if name.startswith("on")]
        assert element.get("href", "#").startswith("#")
    assert "<script>alert(1)</script>" in words(root)
    assert "onclick='x'" in words(root)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)


def test_a_page_runs_its_own_script_only() -> None:
    text = page_html(game())
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize(
    "options",
    [{"ply": 4}, {"ply": -1}, {"size": '"><script>'}, {"theme": '"><script>'}, {"moves": "esperanto"}],
    ids=str,
)
def test_what_cannot_be_drawn_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(scoresheet.UsageError):
        game().html(**options)
    with pytest.raises(scoresheet.UsageError):
        game().html(fragment=True, **options)


def test_pages_follow_a_dark_theme() -> None:
    assert "@media (prefers-color-scheme:dark)" in page_html(game())


# The terminal


def test_a_game_is_shown_with_its_last_board() -> None:
    result = run("two.pgn")
    assert result.exit_code == Exit.OK, result.stderr
    assert result.stdout == (
        """\
Anderssen, Adolf - Kieseritzky  1-0
1851-06-21 | C30 King's Gambit

8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜
7  ♟ ♟ ♟ ♟ · ♟ ♟ ♟
6  · · · · · · · ·
5  · · · · ♟ · · ·
4  · · · · ♙ ♙ · ·
3  · · · · · · · ·
2  ♙ ♙ ♙ ♙ · · ♙ ♙
1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖
   a b c d e f g h

2. f4, Black to move

1. e4 {best} 1... e5?!
  (1... c5 2. Nf3
    (2. c3 +- {too} 2... d5)
  2... d6)
2. f4 1-0
"""
    )


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["--ply", "1"], "1. e4, Black to move, clock 1:02:05"),
        (["--ply", "0"], "Start, White to move"),
        (["--game", "2"], "1. d4, Black to move"),
        (["--moves", "uci"], "2. f2f4, Black to move"),
    ],
    ids=" ".join,
)
def test_which_board_is_shown(args: list[str], line: str) -> None:
    assert line in run("two.pgn", *args).stdout.splitlines()


def test_a_flipped_board_has_black_below() -> None:
    lines = run("two.pgn", "--flipped").stdout.splitlines()
    assert lines[3:5] == ["1  ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖", "2  ♙ ♙ · · ♙ ♙ ♙ ♙"]
    assert lines[11] == "   h g f e d c b a"


@pytest.mark.parametrize("width", [20, 33, 80])
def test_moves_are_wrapped_to_the_width(width: int) -> None:
    result = run(ANNOTATED, COLUMNS=str(width))
    moves = result.stdout.split("\n\n")[-1].splitlines()
    assert max(map(len, moves)) <= width
    whole = run(ANNOTATED, COLUMNS="1000").stdout.split("\n\n")[-1]
    assert " ".join(result.stdout.split("\n\n")[-1].split()) == " ".join(whole.split())
    # A number stays with its move.
    assert not [line for line in moves if line.endswith(".")]


def test_a_position_is_shown_by_its_fen() -> None:
    fen = "8/8/8/4k3/8/2Q5/8/4K3 b - - 0 1"
    lines = run("--fen", fen).stdout.splitlines()
    assert lines[0] == "8  · · · · · · · ·"
    assert lines[-3:] == ["Black to move, in check", "", fen]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("two.fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n8/8/8/4k3/8/2Q5/8/4K3 b - - 0 1\n"),
        ("two.epd", "8/8/8/8/8/8/8/K1k5 w - - bm Ka2;\n8/8/8/4k3/8/2Q5/8/4K3 b - - hmvc 0; fmvn 1;\n"),
    ],
)
def test_a_file_of_boards_is_games_without_moves(name: str, text: str) -> None:
    Path(name).write_text(text)
    lines = run(name, "--game", "2").stdout.splitlines()
    assert lines[-3:] == ["Black to move, in check", "", "8/8/8/4k3/8/2Q5/8/4K3 b - - 0 1"]


def test_standard_input_is_read() -> None:
    command = [sys.executable, "-m", "scoresheet", "show", "-"]
    found = subprocess.run(command, input="1. d4 *", capture_output=True, text=True, encoding="utf-8", check=True)
    assert "1. d4, Black to move" in found.stdout.splitlines()


def test_what_steers_a_terminal_is_not_written() -> None:
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", run("hostile.pgn").stdout)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_replace_figures_that_cannot_be_written(encoding: str) -> None:
    shown = on_terminal("two.pgn", PYTHONIOENCODING=encoding, NO_COLOR="1")
    assert "8  r n b q k b n r" in shown.splitlines()


def test_a_pipe_gets_figures_with_any_terminal() -> None:
    command = [sys.executable, "-m", "scoresheet", "show", "two.pgn"]
    found = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True)
    assert "8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜" in found.stdout.decode().splitlines()


def on_terminal(*args: str, **env: str) -> str:
    """What the command writes to a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM")}
    command = [sys.executable, "-m", "scoresheet", "show", *args]
    environment = {**inherited, "TERM": "xterm-256color", "COLUMNS": "60", **env}
    process = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    written = b""
    try:
        while part := os.read(ours, 1 << 16):
            written += part
    except OSError:
        pass  # how Linux reports that the other side is closed
    os.close(ours)
    assert process.wait() == 0
    return written.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(("env", "form"), [({}, "48;5;"), ({"COLORTERM": "truecolor"}, "48;2;")], ids=["256", "all"])
def test_a_terminal_gets_colours(env: dict[str, str], form: str) -> None:
    text = on_terminal("two.pgn", **env)
    grounds = re.findall(rf"\x1b\[({form}[\d;]*?)(?:;38[\d;]*)?m", text)
    assert len(grounds) == 64
    light, dark, last = grounds[0], grounds[1], grounds[8 * 4 + 5]
    assert len({light, dark, last}) == 3
    assert [grounds.count(ground) for ground in (light, dark, last)] == [32, 30, 2]
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert "1. e4 best 1... e5?!" in plain.splitlines()
    assert "\x1b[1;7mf4\x1b[0m" in text
    assert "\x1b[2mbest\x1b[0m" in text


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_a_terminal_without_colours_gets_none(env: dict[str, str]) -> None:
    assert on_terminal("two.pgn", **env) == run("two.pgn").stdout


# Files


def test_the_board_is_written_as_svg() -> None:
    assert run("two.pgn", "--ply", "2", "--svg", "board.svg", "--theme", "green").stdout == ""
    root = ElementTree.parse("board.svg").getroot()
    assert root[0].text == "Chess board, White to move"
    assert run("two.pgn", "--ply", "2", "--svg", "-", "--theme", "green").stdout == Path("board.svg").read_text()


def test_the_picture_of_the_guide_is_what_the_command_writes() -> None:
    picture = (ROOT / "docs" / "pictures" / "board.svg").read_text("utf-8")
    assert run(ANNOTATED, "--ply", "13", "--svg", "-").stdout == picture


def test_the_page_is_written_as_html() -> None:
    run("two.pgn", "--html", "game.html", "--ply", "2", "--flipped")
    assert Path("game.html").read_text("utf-8") == page_html(game(), ply=2, flipped=True)


def test_a_page_is_written_in_a_language() -> None:
    assert run("two.pgn", "--language", "de", "-o", "game.html").exit_code == Exit.OK
    assert Path("game.html").read_text("utf-8") == page_html(game(), language="de") == game().html(language="de")
    for args, said in (
        (["-o", "game.svg"], "`--language` has no effect here"),
        (["--print", "-o", "paper.html"], "`--language` has no effect here"),
        ([], "`--language` has no effect here"),
    ):
        result = run("two.pgn", "--language", "de", *args)
        assert (result.exit_code, said in result.stderr) == (Exit.WRONG_USE, True)
    assert run("two.pgn", "--language", "pt", "-o", "other.html").exit_code == Exit.WRONG_USE
    with pytest.raises(UsageError, match="a fragment has no words of its own"):
        game().html(fragment=True, language="de")
    with pytest.raises(UsageError, match="a page of infinite chess is in English"):
        page_html(infinite.Game(), language="de")


def test_pages_with_embedded_games_share_a_script() -> None:
    assert run("two.pgn", "--embed", "-o", "game.html", "--ply", "2", "--flipped").exit_code == Exit.OK
    assert run("two.pgn", "--embed", "--html", "games.html", "--game", "1-2", "--theme", "green").exit_code == Exit.OK
    assert Path(SCRIPT_NAME).read_text("utf-8") == embedding_script()
    one, both = (Path(name).read_text("utf-8") for name in ("game.html", "games.html"))
    for page in (one, both):
        assert page.count(f'<script src="{SCRIPT_NAME}" defer></script>') == 1
        assert " style=" not in page
        assert page.count("<script") == 1 + page.count("<scoresheet-game")
    assert '<scoresheet-game data-ply="2" data-flipped><script' in one
    assert both.count('<scoresheet-game data-theme="green"><script') == 2
    assert embedded_html(game(), ply=2, flipped=True) in one


def test_another_script_in_its_place_is_not_overwritten() -> None:
    Path(SCRIPT_NAME).write_text("own")
    result = run("two.pgn", "--embed", "-o", "game.html")
    assert (result.exit_code, Path("game.html").exists()) == (Exit.WRONG_USE, False)
    assert f"cannot write `{SCRIPT_NAME}`: it already exists" in result.stderr
    assert run("two.pgn", "--embed", "-o", "game.html", "--force").exit_code == Exit.OK
    assert Path(SCRIPT_NAME).read_text("utf-8") == embedding_script()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--html", "-"], "writes a script beside the page"),
        (["-o", "game.svg"], "`--embed` has no effect here"),
        ([], "`--embed` has no effect here"),
        (["--print", "-o", "game.html"], "`--print` and `--embed` make different pages"),
        (["-o", "game.html", "--ply", "99"], "there is no ply 99"),
    ],
)
def test_what_cannot_be_embedded(args: list[str], said: str) -> None:
    result = run("two.pgn", "--embed", *args)
    assert result.exit_code == Exit.WRONG_USE
    assert said in result.stderr


def test_boards_without_edges_are_not_embedded() -> None:
    Path("far.icn").write_text("K0,0|k5,5 0,0>1,1")
    result = run("far.icn", "--embed", "-o", "far.html")
    assert (result.exit_code, Path("far.html").exists()) == (Exit.WRONG_USE, False)
    assert "cannot be embedded with a script" in result.stderr


def test_embedded_games_are_not_markup() -> None:
    written = embedded_html(*scoresheet.parse_all(HOSTILE))
    root = parsed(f"<main>{written.replace('&#', '')}</main>")
    assert {element.tag for element in root.iter()} == {"main", "scoresheet-game", "script", "p"}


def test_both_are_written_at_once() -> None:
    assert run("--fen", "8/8/8/4k3/8/2Q5/8/4K3 b - - 0 1", "--svg", "a.svg", "--html", "a.html").exit_code == Exit.OK
    assert len(list(parsed(Path("a.html").read_text("utf-8")).iter("section"))) == 1
    assert "the black king is in check" in Path("a.svg").read_text("utf-8")


@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_an_output_that_exists_is_refused(option: str) -> None:
    result = run("two.pgn", option, "two.pgn")
    assert (result.exit_code, result.stdout) == (Exit.WRONG_USE, "")
    assert result.stderr == "error: cannot write `two.pgn`: it already exists\n\nhint: `--force` overwrites it\n"
    assert Path("two.pgn").read_text() == TWO
    assert run("two.pgn", option, "two.pgn", "--force").exit_code == Exit.OK
    assert Path("two.pgn").read_text("utf-8").startswith("<")


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        ([], Exit.WRONG_USE, "error: `show` needs either an input or `--fen`\n"),
        (
            ["two.pgn", "--fen", "8/8/8/8/8/8/8/K1k5 w - - 0 1"],
            Exit.WRONG_USE,
            "error: `show` needs either an input or `--fen`\n",
        ),
        (["missing.pgn"], Exit.WRONG_USE, "error: cannot read `missing.pgn`: no such file or folder\n"),
        (["two.pgn", "--game", "3"], Exit.WRONG_USE, "error: `two.pgn` has no game 3\n"),
        (["two.pgn", "--game", "0"], Exit.WRONG_USE, "error: invalid value for `--game`"),
        (
            ["two.pgn", "--ply", "4"],
            Exit.WRONG_USE,
            "error: there is no ply 4\n\nhint: the plies of the game are 0, its start, to 3\n",
        ),
        (["two.pgn", "--moves", "esperanto"], Exit.WRONG_USE, "error: invalid value for `--moves`"),
        (["--fen", "8/8"], Exit.BAD_INPUT, "error: "),
        (["two.pgn", "--svg", "no/such/folder/x.svg"], Exit.BAD_INPUT, "error: cannot write no/such/folder/x.svg"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_shown(args: list[str], status: Exit, said: str) -> None:
    result = run(*args)
    assert (result.exit_code, result.stdout) == (status, "")
    assert result.stderr.startswith(said)


def test_a_bad_game_is_shown_up_to_its_fault() -> None:
    Path("bad.pgn").write_text("1. e4 e5 2. Ke3 Nc6 1-0\n")
    result = run("bad.pgn")
    assert result.exit_code == Exit.BAD_INPUT
    assert "1... e5, White to move" in result.stdout.splitlines()
    assert result.stdout.endswith("\n\n1. e4 e5 [not played: Ke3 Nc6] 1-0\n")
    assert re.fullmatch(r"error: cannot play `Ke3`.*\(.*line 1.*\)\n", result.stderr)


def test_a_page_has_a_bound() -> None:
    long = scoresheet.parse("Nf3 Nf6 Ng1 Ng8 " * 1_251 + "*")
    with pytest.raises(scoresheet.UsageError, match="the game has 5004 plies, but a page shows at most 5000") as caught:
        page_html(long)
    assert "--svg" in str(caught.value.hint)
    assert long.at(5_003).position.svg()


def test_a_ply_more_costs_a_page_little() -> None:
    pages = [len(page_html(scoresheet.parse("Nf3 Nf6 Ng1 Ng8 " * count + "*"))) for count in (10, 20)]
    assert (pages[1] - pages[0]) / 40 < 3_200


def test_several_games_are_one_page() -> None:
    """The list of games is made by the page's script; without scripts, their moves are shown."""
    text = "".join(f'[White "Player {number}"]\n\n1. e4 e5 *\n\n' for number in range(1, 6))
    Path("several.pgn").write_text(text)
    assert run("several.pgn", "--game", "2-4", "--html", "several.html").exit_code == Exit.OK
    page = Path("several.html").read_text("utf-8")
    assert [f"Player {number}" in page for number in range(1, 6)] == [False, True, True, True, False]
    assert page == page_html(*list(scoresheet.parse_all(text))[1:4])
    result = run("several.pgn", "--game", "2-4")
    assert (result.exit_code, result.stderr.splitlines()[0]) == (
        Exit.WRONG_USE,
        "error: several games need a page, such as `-o games.html`",
    )
    assert run("several.pgn", "--game", "4-2", "--html", "b.html").exit_code == Exit.WRONG_USE
