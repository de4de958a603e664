"""Deviations from the standard that occur in real files: letters of languages, names of tags, formats."""

from __future__ import annotations

from pathlib import Path

import pytest

import scoresheet

ENGLISH = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 a6 6. Bxc6 dxc6 7. Nxe5 Qd4 8. Nf3 Qd8 9. Qe2 Kf8 10. Kh1 *\n\n"
)
FRENCH = ENGLISH.translate(str.maketrans("KQRBN", "RDTFC"))
MOVES = "1. e4 e5 2. g3 Qh4 *\n"


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def notes(*paths: str, **options: object) -> dict[str, int]:
    report = scoresheet.check(*paths, **options)  # type: ignore[arg-type]
    assert report.errors == (), report
    return {row.code: row.count for row in report.notes}


def test_a_few_french_games_change_nothing_for_the_others() -> None:
    Path("e.pgn").write_text(ENGLISH * 1000)
    Path("mixed.pgn").write_text(FRENCH * 4 + ENGLISH * 1000)
    assert notes("e.pgn") == {}
    assert notes("mixed.pgn") == {"san-language": 4 * 14}
    scoresheet.convert("mixed.pgn", "back.pgn")
    assert Path("back.pgn").read_text().split() == (ENGLISH * 1004).split()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_game_is_read_the_same_at_any_place(threads: int) -> None:
    # Blocks of a file are read in parallel.
    Path("long.pgn").write_text(ENGLISH * 12_000 + FRENCH + ENGLISH * 12_000)
    assert notes("long.pgn", threads=threads) == {"san-language": 14}


def test_every_way_reads_the_letters_of_a_game() -> None:
    Path("f.pgn").write_text(ENGLISH + FRENCH)
    sans = [game.to("pgn") for game in scoresheet.read("f.pgn")]
    assert sans[0] == sans[1] == scoresheet.parse(FRENCH).to("pgn")
    scoresheet.convert("f.pgn", "f.parquet")
    scoresheet.convert("f.parquet", "rows.uci")
    scoresheet.convert("f.pgn", "f.uci")
    lines = Path("f.uci").read_text().splitlines()
    assert lines == Path("rows.uci").read_text().splitlines()
    assert lines[0] == lines[1]
    # Kept unchanged, the moves are read back in the same way.
    scoresheet.convert("f.pgn", "kept.pgn", keep_spelling=True)
    assert Path("kept.pgn").read_text().split() == (ENGLISH + FRENCH).split()


def test_requested_letters_are_used_for_every_game() -> None:
    Path("f.pgn").write_text(ENGLISH + FRENCH)
    assert scoresheet.check("f.pgn", language="en").faulty == 1
    assert scoresheet.check("f.pgn", language="fr").faulty == 1


def test_the_name_of_a_file_marks_it_as_vgn() -> None:
    game = scoresheet.parse(MOVES)
    data = game.to("vgn", moves="bccf")
    assert isinstance(data, bytes)
    Path("a.vgn").write_bytes(data.replace(b'[GameFormat "VGN"]\n', b""))
    assert notes("a.vgn") == {"game-format-late": 1}
    (read,) = scoresheet.read("a.vgn")
    assert read.ply_count == 4


@pytest.mark.parametrize("name", ["gameformat", "GAMEFORMAT", "Gameformat"])
def test_a_game_in_vgn_is_always_recognized(name: str) -> None:
    vgn = scoresheet.parse(MOVES).to("vgn", moves="mcn")
    assert isinstance(vgn, str)
    odd = vgn.replace("GameFormat", name)
    Path("a.pgn").write_text(odd + "\n\n" + ENGLISH)
    assert notes("a.pgn") == {"tag-case": 1}
    # Also if the start shows nothing of it.
    Path("b.pgn").write_text(ENGLISH * 12_000 + odd)
    assert notes("b.pgn") == {"tag-case": 1}


@pytest.mark.parametrize("opening", ["[ GameFOrmat", "[\tgameformat", "[\n GAMEFORMAT", "[ GameFormat"])
def test_a_game_is_recognized_after_blanks_too(opening: str) -> None:
    vgn = scoresheet.parse(MOVES).to("vgn", moves="bccf")
    assert isinstance(vgn, bytes)
    odd = vgn.replace(b"[GameFormat", opening.encode())
    # Far from the start, where no block has shown anything of it before.
    Path("a.pgn").write_bytes(ENGLISH.encode() * 12_000 + odd + b"\n\n" + odd)
    report = scoresheet.check("a.pgn")
    assert (report.games, report.faulty) == (12_002, 0)
    assert [game.ply_count for game in scoresheet.read("a.pgn")][-2:] == [4, 4]


def test_a_word_that_starts_like_the_tag_is_not_a_tag() -> None:
    Path("a.pgn").write_text('[Site "[gameforma [Game"]\n\n' + ENGLISH)
    assert notes("a.pgn") == {}


def test_rules_are_listed_with_what_becomes_of_them() -> None:
    from scoresheet._registry import registry

    told = {entry["code"]: entry["status"] for entry in registry("rules")}
    assert (told["1"], told["10"], told["J"], told["11"], told["1G"]) == (
        "played",
        "played",
        "beside the board",
        "played",
        "kept",
    )
    Path("a.vgn").write_text('[GameFormat "VGN"]\n[MoveFormat "MCN"]\n[Rules "N+1G"]\n\n1. e2e4 *\n')
    assert notes("a.vgn") == {"rules-unknown": 1}
