"""Games written as documents of BGN, compared with documents made in another way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scoresheet
from bgn_by_hand import document, flat
from levels import rounds

ROOT = Path(__file__).resolve().parent.parent
SMALL = sorted((ROOT / "vectors" / "game" / "pgn" / "good").glob("*.pgn"))
EXAMPLES = sorted((ROOT / "examples").glob("*.pgn*"))

# The keys of objects in the order in which they are written.
ORDER = {
    kind: keys.split()
    for kind, keys in {
        "document": "pgn bgn moves",
        "bgn": "eventDate dateRange startTime white black sources setup rules termination a end tail",
        "move": "p f t x ep gone c castle promote mate stalemate et a properties drop illegal null",
        "annotation": "id before date nag comment alt altText q",
        "line": "name comment a moves tail",
    }.items()
}


def no_duplicates(members: list[tuple[str, Any]]) -> dict[str, Any]:
    assert len({key for key, _ in members}) == len(members), members
    return dict(members)


def documents(path: Path, folder: Path, **options: Any) -> list[dict[str, Any]]:
    output = folder / "written.bgnl"
    scoresheet.convert(str(path), str(output), force=True, **options)
    lines = output.read_bytes().decode("utf-8").split("\n")
    assert lines.pop() == ""
    return [json.loads(line, object_pairs_hook=no_duplicates) for line in lines]


def in_order(keys: dict[str, Any], kind: str) -> None:
    places = [ORDER[kind].index(key) for key in keys]
    assert places == sorted(places), (kind, list(keys))


def lines_read(value: Any) -> Any:
    """A document whose lines that are stored as text are read, and whose keys are in order."""
    if isinstance(value, list):
        return [lines_read(held) for held in value]
    if not isinstance(value, dict):
        return value
    if "id" in value and "info" not in value:
        in_order(value, "annotation")
    elif "f" in value or "drop" in value:
        in_order(value, "move")
    return {key: lines_read(json.loads(held) if key == "altText" else held) for key, held in value.items()}


def is_comparable(game: scoresheet.Game) -> bool:
    """Whether PGN expresses all of a game: it has no words that were not played, nor composite NAGs."""
    composite = any(isinstance(nag, str) and "." in nag for node in game.walk() for nag in node.nags)
    return not (game.errors or composite or any(node.rest or node.unplayed for node in game.walk()))


def compare(games: list[scoresheet.Game], written: list[dict[str, Any]]) -> int:
    """Compares the documents of games with others made by hand, if possible; returns how many these are."""
    compared = 0
    for game, found in zip(games, written, strict=True):
        in_order(found, "document")
        in_order(found["bgn"], "bgn")
        if is_comparable(game):
            assert flat(lines_read(found)) == flat(document(game)), game.to("pgn")
            compared += 1
    return compared


def of_game(game: scoresheet.Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(game.to("bgnl"), object_pairs_hook=no_duplicates)
    return found


@pytest.mark.parametrize("path", [*SMALL, *EXAMPLES], ids=lambda path: path.stem)
def test_every_field_is_found_another_way(path: Path, tmp_path: Path) -> None:
    most = rounds(200)
    games = list(scoresheet.read(str(path), on_error="keep", limit=most))
    written = documents(path, tmp_path, on_error="keep", limit=most)
    compare(games, [of_game(game) for game in games])
    # In a game, a comment that is alone in a variation is one on the move.
    if path.stem != "variation-empty":
        compare(games, written)
    else:
        assert written[0]["moves"][1]["a"] == [{"id": "pgn", "alt": {"comment": " only a comment ", "moves": []}}]


def test_most_small_games_are_compared() -> None:
    games = [game for path in SMALL for game in scoresheet.read(str(path), on_error="keep")]
    assert compare(games, [of_game(game) for game in games]) > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", ["annotated.tar.zst", "variants.tar.zst", "masters.tar.zst", "lichess-other.tar.zst"])
def test_real_games_are_found_another_way(data: Callable[[str], Path], name: str) -> None:
    games = [game for game in scoresheet.read(str(data(name)), limit=1000, on_error="keep") if is_comparable(game)]
    assert compare(games, [of_game(game) for game in games]) > 100


def test_one_game_is_written_alone_and_several_in_an_array(tmp_path: Path) -> None:
    source, output = tmp_path / "games.pgn", tmp_path / "games.bgn"
    game = '[White "A"]\n\n1. e4 {x} e5 *\n\n'
    for count in [0, 1, 2, 5]:
        source.write_text(game * count, encoding="utf-8")
        scoresheet.convert(str(source), str(output), force=True)
        text = output.read_text("utf-8")
        found = json.loads(text)
        assert text.endswith("\n")
        assert (found if count != 1 else [found]) == documents(source, tmp_path)
        assert isinstance(found, dict) == (count == 1)
    # Comments after the last game are part of it.
    for count in [1, 2]:
        source.write_text(game * count + "{y}\n", encoding="utf-8")
        scoresheet.convert(str(source), str(output), force=True)
        found = json.loads(output.read_text("utf-8"))
        last = found if count == 1 else found[-1]
        assert last == documents(source, tmp_path)[-1]
        assert last["bgn"]["end"] == [{"id": "pgn", "comment": "y"}]
    # Games that are left out do not count.
    source.write_text(game + "1. Ke5 *\n\n", encoding="utf-8")
    scoresheet.convert(str(source), str(output), force=True, on_error="skip")
    assert isinstance(json.loads(output.read_text("utf-8")), dict)


def test_a_game_is_a_document() -> None:
    game = next(iter(scoresheet.read(str(ROOT / "examples" / "annotated.pgn"))))
    line = game.to("bgnl")
    assert line.endswith("}\n")
    assert line.count("\n") == 1
    assert json.loads(game.to("bgn")) == json.loads(line)
    assert game.to("bgn").splitlines()[1] == '  "pgn": {'


@pytest.mark.slow
def test_the_same_documents_on_any_number_of_threads(tmp_path: Path) -> None:
    source = tmp_path / "many.pgn"
    source.write_text('[White "A"]\n\n1. e4 {[%clk 0:01:00]} e5 (1... c5) 2. Nf3 *\n\n' * 30_000, encoding="utf-8")
    for name in ["games.bgn", "games.bgnl"]:
        texts = []
        for threads in [1, 2]:
            scoresheet.convert(str(source), str(tmp_path / name), force=True, threads=threads)
            texts.append((tmp_path / name).read_bytes())
        assert texts[0] == texts[1]
    assert len(json.loads((tmp_path / "games.bgn").read_text("utf-8"))) == 30_000


@pytest.mark.parametrize("name", ["worked", "black-first", "crazyhouse", "atomic"])
def test_golden_documents_match_the_description(name: str) -> None:
    vectors = ROOT / "vectors" / "bgn"
    assert json.loads((vectors / f"{name}.bgnl").read_text("utf-8")) == json.loads(
        (vectors / f"{name}.json").read_text("utf-8")
    )


def test_times_that_the_clocks_show_are_not_lost(tmp_path: Path) -> None:
    """PGN has no place for `et`, but the clocks that it was made from contain the same."""
    written, back = tmp_path / "clocks.bgnl", tmp_path / "back.pgn"
    scoresheet.convert(str(ROOT / "examples" / "clocks.pgn.zst"), written)
    assert '"et":' in written.read_text("utf-8")
    assert [loss.kind for loss in scoresheet.convert(written, back).losses] == []
    written.write_text(written.read_text("utf-8").replace('"et":2,', '"et":2.5,', 1), "utf-8")
    (lost,) = scoresheet.convert(written, back, force=True).losses
    assert (lost.kind, lost.count) == ("elapsed", 1)


# Games by other rules: each captures, drops, explodes or ends as only its rules allow.
VARIANTS = {
    "crazyhouse": "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qe5+ 4. P@e4 P@d4 5. Nb5 *",
    "bughouse": "1. e4 e5 2. N@f6+ gxf6 3. B@d5 c6 *",
    "atomic": "1. Nf3 a6 2. Ng5 b6 (2... h6 3. Nxf7# {boom}) 3. Nxf7# 1-0",
    "antichess": "1. e3 b5 2. Bxb5 Nc6 3. Bxc6 dxc6 *",
    "kingofthehill": "1. e4 a6 2. Ke2 a5 3. Kd3 a4 4. Kd4# 1-0",
    "threecheck": "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ d5 5. Bxd5# 1-0",
    "horde": "1. b6 cxb6 2. cxb6 axb6 *",
    "racingkings": "1. Rg3 Rb3 2. Kh3 Ka3 *",
    "N+11,12": "1. e4 a6 2. Ke2 a5 3. Kd3 a4 4. Kd4# 1-0",
}


@pytest.mark.parametrize("rules", VARIANTS)
def test_games_of_variants_come_back(rules: str) -> None:
    pgn = f'[Variant "{rules}"]\n\n{VARIANTS[rules]}'
    game = scoresheet.parse(pgn)
    assert game.errors == []
    found = of_game(game)
    assert flat(lines_read(found)) == flat(document(game))
    assert found["bgn"]["rules"] == rules
    for rendering in ("bgn", "bgnl", "bgnx", "bson"):
        back = scoresheet.parse(game.to(rendering), from_=rendering)
        assert back.to("pgn") == game.to("pgn"), rendering
        assert back.start == game.start


def test_rules_are_only_in_the_document() -> None:
    moves = [{"p": "P", "f": "e2", "t": "e4"}, {"p": "P", "f": "d7", "t": "d5"}]
    capture = {"f": "e4", "t": "d5", "x": "P", "gone": {"d8": "q"}}
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for tags in ({}, {"fen": fen}, {"Variant": "Atomic"}, {"Variant": "N+17", "fen": fen}):
        told = {"pgn": tags, "bgn": {"rules": "atomic"}, "moves": [*moves, {"f": "e4", "t": "d5", "x": "P"}]}
        game = scoresheet.parse(json.dumps(told), from_="bgnl")
        assert (game.errors, game.start.variant) == ([], "atomic")
        assert [*game.mainline()][-1].position.piece_at("d5") is None
    # Only a king, a queen and a bishop are beside d5: a field that differs is wrong.
    told = {"bgn": {"rules": "atomic"}, "moves": [*moves, capture]}
    game = scoresheet.parse(json.dumps(told), from_="bgnl")
    assert [getattr(error, "code", None) for error in game.errors] == ["field-differs"]
