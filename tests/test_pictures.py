"""Boards and charts as PNG, and games as animations."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import command_line
import scoresheet
from scoresheet import _png, drawing, infinite
from scoresheet._png import dimensions, png_of
from scoresheet._strokes import with_strokes
from scoresheet.cli.exits import Exit
from scoresheet.drawing.pictures import _MOST_FRAMES, _cut, _frames
from scoresheet.engines.charts import chart
from test_drawing import at, rgb, unfiltered

pytest.importorskip("resvg_py", reason="resvg_py is not installed: `pip install 'scoresheet[png]'`")
ROOT = Path(__file__).resolve().parent.parent
ANNOTATED = ROOT / "examples" / "annotated.pgn"
CRAZYHOUSE = "r1bqk2r/ppp2pp1/2n2n2/3p4/1b1P4/2N1PQ~2/PPP2PPP/R1B1K1NR[Bp] w KQkq - 0 8"
FAR = (
    "K5,1+|R1,1+|CH8,1|AM3,-1|P5,2+|k5,8|q9,8|nr7,9|p5,7+|ob2,4|vo10,5 "
    "1,1>-1000000,1|9,8>9,4|3,-1>3,-1000000000000000000000!?|5,8>6,9"
)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.pgn").write_text('[White "A"]\n\n1. e4 {[%cal Ge7e5]} e5 2. f4 1-0\n\n1. d4 *\n')
    Path("far.icn").write_text(FAR + "\n")


def run(*args: object) -> subprocess.CompletedProcess[bytes]:
    return command_line.run("show", *args)


def chunks(picture: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks of a PNG, each of which must have the right checksum."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    found, place = [], 8
    while place < len(picture):
        (length,) = struct.unpack_from(">I", picture, place)
        kind, data = picture[place + 4 : place + 8], picture[place + 8 : place + 8 + length]
        assert picture[place + 8 + length : place + 12 + length] == struct.pack(">I", zlib.crc32(kind + data))
        found.append((kind, data))
        place += 12 + length
    assert found[-1] == (b"IEND", b"")
    return found


def pixels(picture: bytes) -> list[list[tuple[int, int, int]]]:
    data = b"".join(data for kind, data in chunks(picture) if kind == b"IDAT")
    return unfiltered(zlib.decompress(data), *dimensions(picture))


# Boards


def test_a_board_has_the_colours_of_its_theme() -> None:
    theme = drawing.board.theme_of("green")
    rows = pixels(drawing.board_png(scoresheet.Position(), size=400, theme="green"))
    assert (len(rows), len(rows[0])) == (400, 400)
    assert (at(rows, "e4"), at(rows, "d4")) == (rgb(theme.light), rgb(theme.dark))


@pytest.mark.parametrize(("options", "side"), [({}, 720), ({"size": 90}, 90)], ids=str)
def test_a_board_has_the_requested_size(options: dict[str, Any], side: int) -> None:
    assert dimensions(drawing.board_png(scoresheet.Position(), **options)) == (side, side)


def test_coordinates_are_drawn_without_fonts() -> None:
    board = scoresheet.Position("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    bare, named = (drawing.board_png(board, coordinates=names, size=360) for names in (False, True))
    differ = [
        (x // 45, y // 45)
        for y, (one, other) in enumerate(zip(pixels(bare), pixels(named), strict=True))
        for x in range(360)
        if one[x] != other[x]
    ]
    assert set(differ) == {(0, row) for row in range(8)} | {(column, 7) for column in range(8)}
    assert min(differ.count(square) for square in set(differ)) > 8


@pytest.mark.parametrize(
    "position",
    [
        scoresheet.Position(),
        scoresheet.Position(CRAZYHOUSE),
        scoresheet.Position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - +2+1 0 1"),
        infinite.Position.read("K0,0|AM3,4|k1000000000000,5"),
        infinite.Position.read(f"K0,0|k{10**30},1|R1000000,0|Q-{10**12 + 5},-{10**13}"),
        infinite.Position({(9 * x, 9 * x): infinite.Position.read("p0,0").pieces[0, 0] for x in range(400)}),
    ],
    ids=["chess", "hands", "checks", "gap", "far", "many"],
)
def test_whatever_boards_write_can_be_drawn_without_fonts(position: Any) -> None:
    assert "<text" in position.svg()
    assert "<text" not in with_strokes(position.svg()).replace("ns0:", "")
    assert dimensions(drawing.board_png(position))[0] > 400


def test_a_picture_that_is_too_large_is_refused() -> None:
    with pytest.raises(scoresheet.UsageError, match="a picture of 9,000 pixels is too large") as caught:
        drawing.board_png(scoresheet.Position(), size=9_000)
    assert "8,000" in str(caught.value.hint)
    with pytest.raises(scoresheet.UsageError, match="is not a size"):
        drawing.board_png(scoresheet.Position(), size=0)


# Charts


def test_a_chart_is_drawn_with_twice_its_pixels() -> None:
    if not _png._has_fonts():
        pytest.skip("no font is installed")
    picture = png_of(chart("Results", ["opening", "won", "drawn", "lost"], [("C50", 3, 0, 1)]), scale=2)
    assert dimensions(picture) == (1600, 216)


def test_a_chart_without_fonts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_png, "_has_fonts", lambda: False)
    with pytest.raises(scoresheet.UsageError, match="no font is installed") as caught:
        png_of(chart("Results", ["opening", "games"], [("C50", 3)]))
    assert "SVG" in str(caught.value.hint)


def test_rows_of_a_question_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    if not _png._has_fonts():
        pytest.skip("no font is installed")
    asked = ("query", ROOT / "examples" / "historic.pgn", "@opponents", "player=Morphy, Paul")
    assert command_line.run(*asked, "-o", "found.png", "--quiet").returncode == Exit.OK
    assert dimensions(Path("found.png").read_bytes())[0] == 1600
    refused = command_line.run(*asked, "--to", "png")
    assert b"cannot be written to stdout" in refused.stderr


# Animations


def test_methods_draw_as_functions_do() -> None:
    board, game = scoresheet.Position(), scoresheet.parse("1. e4 e5 *")
    assert board.png(size=120, flipped=True) == drawing.board_png(board, size=120, flipped=True)
    assert game.gif(size=120, ply=1) == drawing.game_gif(game, size=120, ply=1)
    assert game.apng(size=120, once=True) == drawing.game_apng(game, size=120, once=True)
    with pytest.raises(scoresheet.UsageError, match="size"):
        board.png(size=0)


def test_an_animation_is_a_valid_apng() -> None:
    game = scoresheet.parse("1. e4 {[%cal Ge7e5]} e5 2. Nf3 Nc6 *")
    found = chunks(drawing.game_apng(game, size=180, delay=0.5))
    kinds = [kind for kind, _ in found]
    assert kinds[:4] == [b"IHDR", b"acTL", b"fcTL", b"IDAT"]
    assert struct.unpack(">II", dict(found)[b"acTL"]) == (5, 0)
    numbers = [struct.unpack(">I", data[:4])[0] for kind, data in found if kind in (b"fcTL", b"fdAT")]
    assert numbers == list(range(len(numbers)))
    controls = [struct.unpack(">4x4I4H", data[:-2] + b"\0\0\0\0") for kind, data in found if kind == b"fcTL"]
    assert [(wide, high, x, y) for wide, high, x, y, *_ in controls][:2] == [(180, 180, 0, 0)] * 2  # an arrow
    assert controls[3][:4] == (68, 158, 90, 22)  # e5 and e7, which were highlighted, to f3 and g1
    assert [(wait, per) for *_, wait, per, _, _ in controls] == [(500, 1000)] * 4 + [(2000, 1000)]


def test_an_animation_can_be_played_once() -> None:
    found = dict(chunks(drawing.game_apng(scoresheet.parse("1. e4 *"), size=90, once=True)))
    assert struct.unpack(">II", found[b"acTL"]) == (2, 1)


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 {[%cal Ge7e5]} e5 2. Qh5 Ke7 3. Qxe5# 1-0",
        '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxd2+ 4. Bxd2 P@e4 *',
        '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 d6 3. Nb5 a6 4. Nxd6 *',
        FAR,
    ],
    ids=["chess", "crazyhouse", "atomic", "infinite"],
)
def test_every_frame_is_the_picture_of_its_board(text: str) -> None:
    """Frames hold only what has changed; another library puts them together."""
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    differences = pytest.importorskip("PIL.ImageChops", reason="Pillow is not installed")
    game = scoresheet.parse(text)
    played = image.open(BytesIO(drawing.game_apng(game, size=240)))
    frames = [*_frames(game, size=240)]
    assert played.n_frames == len(frames) == game.ply_count + 1
    for place, frame in enumerate(frames):
        played.seek(place)
        whole = image.open(BytesIO(png_of(_cut(frame, whole=True)))).convert("RGB")
        drawn = differences.difference(played.convert("RGB"), whole)
        # Thin lines at the edge of a part are blended otherwise.
        assert sum(drawn.convert("L").histogram()[16:]) < 8, place


def test_a_gif_has_a_frame_for_every_ply() -> None:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    game = scoresheet.parse("1. e4 {[%cal Re7e5]} e5 2. Nf3 Nc6 *")
    played = image.open(BytesIO(drawing.game_gif(game, size=240, delay=0.5)))
    assert (played.n_frames, played.size, played.info["loop"]) == (5, (240, 240), 0)
    times = []
    for place in range(5):
        played.seek(place)
        times.append(played.info["duration"])
    assert times == [500] * 4 + [2000]
    played.seek(1)
    red, green, _ = played.convert("RGB").getpixel((4 * 30 + 15, 2 * 30 + 15))  # on the arrow
    assert red > green + 60
    assert "loop" not in image.open(BytesIO(drawing.game_gif(game, size=90, once=True))).info


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"delay": 0}, "`0` is not a valid time for a board"),
        ({"delay": float("nan")}, "`nan` is not a valid time"),
        ({"delay": "1"}, "`1` is not a valid time"),
        ({"ply": 9}, "there is no ply 9"),
        ({"size": -1}, "is not a size"),
        ({"theme": "pink"}, "there is no theme"),
    ],
    ids=str,
)
def test_what_cannot_be_animated_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(scoresheet.UsageError, match=said) as caught:
        drawing.game_apng(scoresheet.parse("1. e4 *"), **options)
    assert caught.value.hint


def test_an_animation_has_a_bound() -> None:
    long = scoresheet.parse("Nf3 Nf6 Ng1 Ng8 " * (_MOST_FRAMES // 4) + "*")
    with pytest.raises(scoresheet.UsageError, match="at most 1,000 boards, and this one would have 1,001") as caught:
        drawing.game_apng(long, size=8)
    assert "`ply`" in str(caught.value.hint)
    with pytest.raises(scoresheet.UsageError, match="11 boards with 4,000 x 4,000 pixels is too large") as caught:
        drawing.game_apng(scoresheet.parse("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 *"), size=4_000)
    assert "`size`" in str(caught.value.hint)


# The command


@pytest.mark.parametrize("ending", ["svg", "png", "apng", "html"])
def test_the_ending_determines_the_format(ending: str) -> None:
    assert run("two.pgn", "-o", f"x.{ending}").returncode == Exit.OK
    written = Path(f"x.{ending}").read_bytes()
    assert written[:4] == {"svg": b"<svg", "html": b"<!DO"}.get(ending, b"\x89PNG")
    assert (b"acTL" in written) is (ending == "apng")
    assert run("two.pgn", "-o", f"x.{ending}").returncode == Exit.WRONG_USE


def test_a_gif_is_written() -> None:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    assert run("two.pgn", "-o", "x.gif", "--delay", "0.1", "--once", "--size", "80").returncode == Exit.OK
    assert Path("x.gif").read_bytes()[:10] == b"GIF89a" + struct.pack("<HH", 80, 80)


def test_a_board_without_edges_is_written() -> None:
    assert run("far.icn", "-o", "far.png", "--size", "500").returncode == Exit.OK
    assert max(dimensions(Path("far.png").read_bytes())) == 500


def test_the_ply_ends_an_animation() -> None:
    run("two.pgn", "-o", "x.apng", "--ply", "1", "--size", "40")
    assert Path("x.apng").read_bytes().count(b"fcTL") == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["-o", "x.pdf"], "cannot show games in `x.pdf`"),
        (["-o", "board"], "cannot show games in `board`"),
        (["-o", "-"], "`-o` needs the name of a file"),
        (["-o", "x.png", "--delay", "2"], "`--delay` has no effect here"),
        (["--once"], "`--once` has no effect here"),
        (["-o", "x.html", "--size", "5"], "`--size` has no effect here"),
        (["-o", "x.apng", "--delay", "0"], "`0.0` is not a valid time for a board"),
        (["-o", "x.png", "--game", "1-2"], "several games need a page"),
        (["-o", "x.png", "--size", "99999"], "is too large"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_the_command_cannot_write_is_refused(args: list[str], said: str) -> None:
    result = run("two.pgn", *args)
    assert (result.returncode, result.stdout) == (Exit.WRONG_USE, b"")
    assert said in result.stderr.decode()
    assert sorted(path.name for path in Path().iterdir()) == ["far.icn", "two.pgn"]


@pytest.mark.parametrize(("library", "ending", "extra"), [("resvg_py", "png", "png"), ("PIL.Image", "gif", "gif")])
def test_a_missing_library_is_named(library: str, ending: str, extra: str) -> None:
    code = f"""
import sys
sys.modules[{library!r}] = None
from scoresheet.cli import main
sys.argv = ["scoresheet", "show", "two.pgn", "-o", "x.{ending}"]
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == Exit.WRONG_USE
    assert done.stderr == f"error: `{library}` is not installed\n\nhint: pip install 'scoresheet[{extra}]'\n"
    assert not Path(f"x.{ending}").exists()
