"""The tree of errors: drawn as it is, with places, reports and pickles."""

from __future__ import annotations

import errno
import pickle
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

import scoresheet
from scoresheet import _core, errors
from scoresheet._hints import on_the_command_line
from scoresheet._registry import hint_of, registry

CLUB = """[Event "Club night"]
[White "A"]
[Black "B"]
[Result "*"]

1. d4 d5 2. Nf3 Nf6 3. e3 e6
4. Nd2 Be7 *
"""

REPORT = """\
error: cannot play `Nd2`: could be `Nbd2` or `Nfd2`
  --> {path}:7:4 (game 1 "A - B, Club night", move 4., byte 91)
   |
 7 | 4. Nd2 Be7 *
   |    ^^^
   = position: rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/4PN2/PPP2PPP/RNBQKB1R w KQkq - 0 4

hint: `on_error="keep"` keeps the moves before it; `skip` drops the game"""

CLASSES = [getattr(errors, name) for name in errors.__all__]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.pgn"
    path.write_text(CLUB)
    return path


def raised(path: Path, **options: object) -> scoresheet.ScoresheetError:
    with pytest.raises(scoresheet.ScoresheetError) as found:
        scoresheet.check(path, on_error="raise", **options)  # type: ignore[arg-type]
    return found.value


def test_the_docstring_draws_the_tree() -> None:
    drawn: list[tuple[str, str]] = []
    parents: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"    ((?:[│├└─ ]{4})*)(\w+)(?: +\((\w+)\))?", line)
        if match and (match[2].endswith("Error") or match[2] == "SourceConsumed"):
            level = len(match[1]) // 4
            parents[level:] = [match[2]]
            drawn.append((match[2], parents[level - 1] if level else "Exception"))
            if match[3]:
                assert issubclass(getattr(errors, match[2]), getattr(__builtins__, match[3], Exception))
    assert sorted(drawn) == sorted((cls.__name__, cls.__bases__[0].__name__) for cls in CLASSES)


def test_an_error_knows_its_place(club: Path) -> None:
    error = raised(club)
    assert isinstance(error, scoresheet.MoveError)
    assert isinstance(error, ValueError)
    place = (error.code, error.file, error.game, error.ply, error.line, error.column, error.byte, error.text)
    assert place == ("move-ambiguous", str(club), 1, 7, 7, 4, 91, "Nd2")
    assert error.fen == "rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/4PN2/PPP2PPP/RNBQKB1R w KQkq - 0 4"
    assert error.message == "cannot play `Nd2`: could be `Nbd2` or `Nfd2`"
    assert str(error) == f"{error.message} ({club}, game 1, move 4., line 7, column 4, byte 91)"


def test_the_report_shows_the_line(club: Path) -> None:
    assert raised(club).report() == REPORT.format(path=club)


def test_a_check_reports_the_same(club: Path) -> None:
    (found,) = scoresheet.check(club).errors
    assert (found.code, found.severity, found.count) == ("move-ambiguous", "error", 1)
    error = raised(club)
    for name in ("file", "game", "ply", "line", "column", "byte", "text", "message", "fen", "hint"):
        assert found.first[name] == getattr(error, name), name
    # There is no hint about bad games if no games are written.
    assert found.first["report"] == error.report().partition("\n\nhint: ")[0]


def test_places_are_those_of_the_whole_file(tmp_path: Path) -> None:
    good = '[White "Ü"]\r\n\r\n1. e4 {[%clk 0:01:00]} e5 1-0\r\n\r\n'
    path = tmp_path / "long.pgn"
    path.write_bytes((good * 50_000 + CLUB).encode())
    for threads in (1, 2, 3):
        error = raised(path, threads=threads)
        before = len(good.encode()) * 50_000
        assert (error.game, error.line, error.column, error.byte) == (50_001, 200_007, 4, before + 91)


def test_long_lines_are_shown_in_part(tmp_path: Path) -> None:
    path = tmp_path / "one-line.pgn"
    path.write_text("1. Nf3 Nf6 2. Ng1 Ng8 " * 200 + "3. Ke5 " + "{x} " * 200 + "*\n")
    line, marks = raised(path).report().splitlines()[3:5]
    assert line.count("…") == 2
    assert line[marks.index("^") :].startswith("Ke5")
    assert max(len(line), len(marks)) <= 80


def test_nothing_of_an_input_moves_the_cursor(tmp_path: Path) -> None:
    path = tmp_path / "escape.pgn"
    path.write_bytes(b'[Event "\x1b[2J"]\n\n1. e4 \t Ke5\x1b[31m *\n')
    assert "\x1b" not in raised(path).report()


@pytest.mark.parametrize("cls", CLASSES, ids=lambda cls: cls.__name__)
def test_errors_pickle(cls: type[scoresheet.ScoresheetError]) -> None:
    error = cls("what", code="move-illegal", file="a.pgn", game=3, ply=4, line=5, column=6, byte=7, text="x", hint="y")
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is cls
    assert vars(again) == vars(error)
    assert (str(again), again.report()) == (str(error), error.report())


def test_raised_errors_pickle(club: Path) -> None:
    error = raised(club)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), vars(again)) == (type(error), vars(error))


def test_attributes_are_none_without_a_file() -> None:
    with pytest.raises(scoresheet.MoveError) as found:
        scoresheet.Position().parse("Ke2")
    error = found.value
    assert [error.file, error.game, error.ply, error.line, error.column, error.byte] == [None] * 6
    assert error.hint == "check which position the move is for, and whose turn it is there"
    assert (error.code, error.text) == ("move-illegal", "Ke2")
    assert str(error) == "cannot play `Ke2`: the king has no legal move"


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "fen-kings"),
        ("nonsense", "fen-syntax"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "fen-opponent-in-check"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "fen-pawn-rank"),
    ],
)
def test_positions_refuse_what_no_game_reaches(fen: str, code: str) -> None:
    with pytest.raises(scoresheet.FenError) as found:
        scoresheet.Position(fen)
    assert (found.value.code, found.value.text) == (code, fen)


def test_a_missing_input_is_wrong_use(tmp_path: Path) -> None:
    for call in (scoresheet.check, scoresheet.read, scoresheet.inputs):
        with pytest.raises(scoresheet.UsageError, match="no such file or folder"):
            call(tmp_path / "absent.pgn")  # type: ignore[operator]


def test_unknown_options_are_wrong_use(club: Path) -> None:
    for options in (
        {"on_error": "stop"},
        {"strict": "never"},
        {"threads": 0},
        {"language": "xx"},
        {"limits": {"x": 1}},
    ):
        with pytest.raises(scoresheet.UsageError):
            scoresheet.check(club, **options)  # type: ignore[arg-type]


def test_an_unknown_column_comes_with_the_nearest(club: Path) -> None:
    with pytest.raises(scoresheet.UsageError, match="`whit`") as found:
        scoresheet.read(club, columns=["whit"])
    assert found.value.hint == "did you mean `white`?"


def test_errors_of_readers_in_python_look_like_those_of_native_ones() -> None:
    source = "w K1,1\nü|1,2>3,4"
    error = _core.fault_error(
        "move-illegal", "cannot play `1,2>3,4`", source, at=9, text="1,2>3,4", ply=2, number=(1, True), file="x.icn"
    )
    assert type(error) is errors.MoveError
    assert (error.game, error.ply, error.line, error.column, error.byte, error.text) == (1, 2, 2, 3, 10, "1,2>3,4")
    assert str(error) == "cannot play `1,2>3,4` (x.icn, game 1, move 1..., line 2, column 3, byte 10)"
    assert error.report() == (
        "error: cannot play `1,2>3,4`\n"
        "  --> x.icn:2:3 (game 1, move 1..., byte 10)\n"
        "   |\n"
        " 2 | ü|1,2>3,4\n"
        "   |   ^^^^^^^\n\n"
        'hint: `on_error="keep"` keeps the moves before it; `skip` drops the game'
    )
    assert pickle.loads(pickle.dumps(error)).report() == error.report()
    assert type(_core.fault_error("limit-digits", "too long")) is errors.LimitError
    with pytest.raises(errors.ScoresheetError, match="there is no code `nonsense`"):
        _core.fault_error("nonsense", "x")


@pytest.mark.parametrize(
    "row", [row for row in registry("errors") if row["severity"] == "error"], ids=lambda row: row["id"]
)
def test_every_error_has_a_hint_in_the_terms_of_its_interface(row: dict[str, str]) -> None:
    with on_the_command_line():
        typed = hint_of(row["id"])
    assert row["hint"]
    assert typed
    assert not re.search(r"`(--|-O )", row["hint"])
    assert not re.search(r"\w=(True|\"|\[|\{)", typed)
    # An option is named by both, or by neither.
    assert bool(re.search(r"`(--|-O )", typed)) == bool(re.search(r"`\w+=", row["hint"])), (row["hint"], typed)


@pytest.mark.parametrize(
    ("move", "code"), [("Ke3", "move-illegal"), ("Nd4", "move-ambiguous"), ("xx", "move-syntax"), ("", "move-syntax")]
)
def test_a_single_move_has_a_hint(move: str, code: str) -> None:
    position = scoresheet.Position("4k3/8/8/8/8/1N3N2/8/4K2R w - - 0 1")
    for ask in (position.parse, scoresheet.Game(fen=position.fen()).add):
        with pytest.raises(errors.MoveError) as found:
            ask(move)
        assert found.value.code == code
        assert found.value.hint
        assert "on_error" not in found.value.hint


def test_words_of_vgn_that_are_refused_have_a_hint() -> None:
    for text in ("1. e4 ) *", "1. e4 (1. d4", "1. 1. e4 *", "1. e4"):
        with pytest.raises(errors.ScoresheetError) as found:
            scoresheet.vgn.tokens(text, code="SAN", strict=True)
        assert found.value.hint, text


def test_unsupported_rules_are_distinguished_from_supported_ones(club: Path) -> None:
    club.write_text('[Variant "Losers"]\n\n1. e4 *')
    with pytest.raises(errors.ReadError) as found:
        scoresheet.check(club, on_error="raise")
    assert "`scoresheet list rules`" in str(found.value.hint)
    for known in ("Standard", "Chess960", "Atomic"):
        club.write_text(f'[Variant "{known}"]\n\n1. e4 *')
        assert scoresheet.check(club).errors == ()


def test_hints_of_wrong_use_fit_their_interface(club: Path) -> None:
    taken = club.with_name("taken.pgn")
    taken.touch()
    with pytest.raises(errors.UsageError) as found:
        scoresheet.convert(club, taken)
    assert found.value.hint == "`force=True` overwrites it"
    with on_the_command_line(), pytest.raises(errors.UsageError) as found:
        scoresheet.convert(club, taken)
    assert found.value.hint == "`--force` overwrites it"
    assert pickle.loads(pickle.dumps(found.value)).hint == found.value.hint


@pytest.mark.parametrize("before", ["", "1. Nf3 Nf6 2. Ng1 Ng8 " * 3, "1. Nf3 Nf6 2. Ng1 Ng8 " * 200])
@pytest.mark.parametrize("behind", ["", " {x}" * 10, " {x}" * 200])
def test_excerpts_fit_a_terminal_and_use_its_width(before: str, behind: str, tmp_path: Path) -> None:
    path = tmp_path / "line.pgn"
    path.write_text(f"{before}1. Ke5{behind} *\n")
    lines = raised(path).report().splitlines()
    line, marks = lines[3:5]
    assert max(map(len, lines[2:5])) <= 80
    assert line[marks.index("^") :].startswith("Ke5")
    if len(before) + len(behind) > 80:
        assert len(line) >= 70


def test_python_shows_the_hint(tmp_path: Path) -> None:
    with pytest.raises(scoresheet.UsageError) as caught:
        scoresheet.read(tmp_path / "nothing.pgn")
    shown = "".join(traceback.format_exception(caught.value))
    hint = "hint: check the path; relative paths start in the current folder"
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == [hint]
        assert shown.endswith(f"{hint}\n")
        again = pickle.loads(pickle.dumps(caught.value))
        assert again.__notes__ == [hint]
    assert hint not in str(caught.value)


def test_files_that_are_missing_or_exist_are_errors_of_python_too(tmp_path: Path) -> None:
    missing = tmp_path / "nothing.pgn"
    calls: list[Callable[[], object]] = [
        lambda: scoresheet.read(missing).count(),
        lambda: scoresheet.check(missing),
        lambda: scoresheet.convert(missing, tmp_path / "out.pgn"),
        lambda: scoresheet.query(missing, "select 1 from games"),
    ]
    for call in calls:
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert isinstance(caught.value, scoresheet.MissingFileError)
        assert isinstance(caught.value, scoresheet.UsageError)
        for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):
            assert (error.errno, error.filename) == (errno.ENOENT, str(missing))
            assert str(error) == f"cannot read `{missing}`: no such file or folder"
    there = tmp_path / "there.pgn"
    there.write_text("1. e4 *\n")
    for output in ("out.pgn", "out.parquet", "out.csv"):
        (tmp_path / output).write_bytes(b"")
        with pytest.raises(FileExistsError) as exists:
            scoresheet.convert(there, tmp_path / output)
        assert isinstance(exists.value, scoresheet.ExistingFileError)
        assert isinstance(exists.value, scoresheet.UsageError)
        assert (exists.value.errno, exists.value.filename) == (errno.EEXIST, str(tmp_path / output))
    with pytest.raises(scoresheet.UsageError, match="zip archives is not supported") as refused:
        scoresheet.write([scoresheet.Game()], tmp_path / "a.zip", to="csv")
    assert not isinstance(refused.value, FileExistsError)


def test_hints_name_no_files_of_the_repository() -> None:
    hints = [entry["hint"] for entry in registry("errors") if entry["hint"]]
    assert not [hint for hint in hints if ".md" in hint or "docs/" in hint]
    for call in (
        lambda: scoresheet.convert(b"1. e4 *", "a.pgn", nonsense=True),  # type: ignore[call-arg]
        lambda: scoresheet.read(b"", on_error=5),  # type: ignore[arg-type]
        lambda: scoresheet.read(b"").find("nonsense"),
        lambda: scoresheet.query(b"1. e4 *", "select nothing from games"),
    ):
        with pytest.raises(scoresheet.ScoresheetError) as caught:
            call()
        assert ".md" not in str(caught.value.hint)
        assert "docs/" not in str(caught.value.hint)
