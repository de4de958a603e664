"""The games behind each bar of each figure, compared with those that a plain computation over game objects finds."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("duckdb")

import scoresheet
from scoresheet.viewer import asking, bars, figures
from scoresheet.viewer.figure import Figure
from viewing import Refusal, Viewer, pgn, write

PLAYER = "Moor"
Keys = tuple[str, ...]


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SCORESHEET_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def viewer(root: Path) -> Iterator[Viewer]:
    opened = Viewer(root / "examples")
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def games(root: Path) -> list[Any]:
    return list(scoresheet.read(root / "examples"))


def number(game: Any, tag: str) -> int:
    text = game.tags.get(tag) or ""
    return int(text) if text.isdecimal() else 0


def hundreds(value: int) -> int:
    """The nearest hundred, halves away from zero, as SQL rounds; at most 800 from 0."""
    return max(-800, min(800, int(abs(value) / 100 + 0.5) * (100 if value >= 0 else -100)))


def opening(game: Any) -> str:
    name = game.tags.get("Opening") or (game.opening.name if game.opening else "")
    code = game.tags.get("ECO") or (game.opening.eco if game.opening else "")
    return name.split(":")[0] or code


def day(game: Any, parts: int) -> str:
    """The first parts of the date: the year, the month, the day; empty unless all are known."""
    found = re.match(r"\d{4}" + r"[.-]\d\d" * (parts - 1), game.tags.get("Date") or game.tags.get("UTCDate") or "")
    return found[0].replace(".", "-") if found else ""


def speed(game: Any) -> str:
    control = re.fullmatch(r"(\d+)(?:\+(\d+))?", game.tags.get("TimeControl") or "")
    if control is None:
        return ""
    seconds = int(control[1]) + 40 * int(control[2] or 0)
    limits = ((180, "bullet"), (480, "blitz"), (1500, "rapid"), (21600, "classical"))
    return next((name for limit, name in limits if seconds < limit), "correspondence")


def own(game: Any) -> list[tuple[str, str, float | None]]:
    """The sides of the player: the color, the other color, and the score."""
    won = {"1-0": "White", "0-1": "Black", "1/2-1/2": ""}
    return [
        (
            side,
            other,
            None if game.result not in won else 0.5 if not won[game.result] else float(won[game.result] == side),
        )
        for side, other in (("White", "Black"), ("Black", "White"))
        if game.tags.get(side) == PLAYER
    ]


def scored(game: Any) -> list[tuple[str, str, float]]:
    return [(side, other, score) for side, other, score in own(game) if score is not None]


def by_part(game: Any, values: dict[str, str]) -> Iterator[Keys]:
    for side, other, _ in scored(game):
        ahead = number(game, f"{other}Elo") - number(game, f"{side}Elo")
        rated = number(game, f"{other}Elo") and number(game, f"{side}Elo")
        bounds = ((-200, "weaker by more than 200"), (-50, "weaker by 51 to 200"), (51, "equal within 50"))
        strength = next((word for bound, word in bounds if ahead < bound), "")
        strength = strength or ("stronger by 51 to 200" if ahead <= 200 else "stronger by more than 200")
        parts = {
            "color": side, "speed": speed(game), "title": game.tags.get(f"{other}Title") or "",
            "strength": strength if rated else "",
        }  # fmt: skip
        if parts[values["by"]]:
            yield (parts[values["by"]],)


def squares(game: Any, values: dict[str, str]) -> Iterator[Keys]:
    for node in game.mainline():
        move = node.move
        if move is None or move.null or node.parent is None:
            continue
        before = node.parent.position
        to = "abcdefgh"[move.to_square % 8] + str(move.to_square // 8 + 1)
        if before.is_castling(move):
            to = ("c" if str(node.san).startswith("O-O-O") else "g") + to[1]
        if str(before.piece_at(move.from_square)).upper() == values["piece"] and values["color"] in (
            "all",
            before.turn,
        ):
            yield (to,)


def pieces(game: Any, _values: dict[str, str]) -> Iterator[Keys]:
    if game.start.variant not in ("standard", "chess960"):
        return
    board = game.end.fen().split()[0]
    order = "KQRBNP".index
    sides = [sorted((each.upper() for each in board if each.isalpha() and each.isupper() == white), key=order)
             for white in (True, False)]  # fmt: skip
    first, second = ("".join(side).replace("P", "") for side in sides)
    if len(first) <= 4 and len(second) <= 4:
        yield (f"{first}v{second}" if (len(first), first) >= (len(second), second) else f"{second}v{first}",)


def phases(game: Any, _values: dict[str, str]) -> Iterator[Keys]:
    added = re.fullmatch(r"\d+(?:\+(\d+))?", game.tags.get("TimeControl") or "")
    clocks = [node.clock for node in game.mainline() if node.parent is not None]
    if added is None:
        return
    for ply in range(3, len(clocks) + 1):
        before, now = clocks[ply - 3], clocks[ply - 1]
        if before is not None and now is not None and before + int(added[1] or 0) >= now:
            yield ("opening" if ply <= 20 else "middlegame" if ply <= 60 else "endgame",)


def castlings(game: Any, _values: dict[str, str]) -> Iterator[Keys]:
    for node in game.mainline():
        if node.parent is not None and node.parent.position.is_castling(node.move):
            yield (str(min(40, (node.ply + 1) // 2)), node.parent.position.turn.title())


def losses(game: Any, values: dict[str, str]) -> Iterator[Keys]:
    for _, _, score in scored(game):
        if score:
            continue
        text = (game.tags.get("Termination") or "").lower()
        plies = game.ply_count
        phase = "opening" if plies <= 20 else "middlegame" if plies <= 60 else "endgame"
        reasons = [("time", "time"), ("abandon", "abandoned"), ("resign", "resignation")]
        found = [word for part, word in reasons if part in text] + ["resignation"] * (text == "normal")
        reason = "checkmate" if game.end.is_mate else next(iter(found), "")
        if values["by"] == "phase" or reason:
            yield (phase if values["by"] == "phase" else reason,)


def ended(game: Any) -> bool:
    return game.result in ("1-0", "0-1", "1/2-1/2")


def elos(game: Any) -> tuple[int, int] | None:
    found = number(game, "WhiteElo"), number(game, "BlackElo")
    return found if all(found) and ended(game) else None


def one(found: object) -> list[Keys]:
    """The keys of a game that is behind one bar, or behind none."""
    return [] if found in ("", None) else [(str(found),)]


def rating(game: Any, values: dict[str, str]) -> Iterator[Keys]:
    period = day(game, {"year": 1, "month": 2, "day": 3}[values["by"]])
    return ((period, speed(game) or "unknown speed") for side, *_ in own(game) if period and number(game, f"{side}Elo"))


PLAIN: dict[str, Callable[[Any, dict[str, str]], Any]] = {
    "openings": lambda game, _: one(opening(game) if ended(game) else ""),
    "ratings": lambda game, _: one(elos(game) and sum(elos(game)) // 200 * 100),
    "advantage": lambda game, _: one(elos(game) and hundreds(elos(game)[0] - elos(game)[1])),
    "years": lambda game, values: one(day(game, 1) and int(day(game, 1)) // int(values["each"]) * int(values["each"])),
    "lengths": lambda game, _: one(min(300, game.ply_count // 10 * 10)),
    "castling": castlings,
    "squares": squares,
    "endgames": pieces,
    "times": phases,
    "player": by_part,
    "difference": lambda game, _: [
        (str(hundreds(number(game, f"{other}Elo") - number(game, f"{side}Elo"))),)
        for side, other, _ in scored(game) if elos(game)
    ],
    "rating": rating,
    "played": lambda game, _: [(day(game, 1),) for _ in scored(game) if day(game, 1)],
    "repertoire": lambda game, values: [
        (opening(game),) for side, *_ in scored(game) if side.lower() == values["color"] and opening(game)
    ],
    "opponents": lambda game, _: [
        (game.tags[other],) for _, other, _ in scored(game) if (game.tags.get(other) or "").strip("?. ")
    ],
    "losses": losses,
}  # fmt: skip
"""The keys of the bars that a game is behind."""


def plain(games: list[Any], figure: Figure, values: dict[str, str]) -> dict[Keys, set[int]]:
    """The numbers of the games behind each bar."""
    found: dict[Keys, set[int]] = defaultdict(set)
    if figure.name == "streaks":
        return series(games)
    for row, game in enumerate(games):
        for keys in PLAIN[figure.name](game, values):
            found[keys].add(row)
    return found


def series(games: list[Any]) -> dict[Keys, set[int]]:
    """The longest series of the player, the first ones of their lengths."""
    dated = [
        (day(game, 3), game.tags.get("UTCTime") or "", row, score)
        for row, game in enumerate(games) for _, _, score in scored(game) if day(game, 3)
    ]  # fmt: skip
    dated.sort()
    found: dict[Keys, set[int]] = {}
    kinds = {"wins": (1.0,), "games without a loss": (0.5, 1.0), "losses": (0.0,)}
    for kind, scores in kinds.items():
        fitting = [(each[3] in scores, each) for each in dated]
        runs = [[each for _, each in run] for fits, run in itertools.groupby(fitting, lambda each: each[0]) if fits]
        if runs:
            found[(kind,)] = {row for _, _, row, _ in max(runs, key=len)}
    return found


CASES = [
    (figure, dict(zip([choice.name for choice in figure.choices], values, strict=True)))
    for figure in figures.ALL
    for values in itertools.product(
        *([PLAYER] if not choice.values else [value for value, _ in choice.values] for choice in figure.choices)
    )
]


@pytest.mark.parametrize(("figure", "values"), CASES, ids=[" ".join([f.name, *v.values()]) for f, v in CASES])
def test_a_bar_opens_the_games_that_it_counts(viewer: Viewer, games: list[Any], figure: Figure, values: Any) -> None:
    expected = plain(games, figure, values)
    answer = viewer.post(f"figure/{figure.name}", {"parameters": values})
    at = [answer["columns"].index(key) for key in figure.keys]
    size = answer["columns"].index("games")
    shown = {
        tuple(str(row[key]) for key in at): (row[size], bar)
        for row, bar in zip(answer["rows"], answer["bars"], strict=True)
    }
    assert shown or figure.name in ("player", "losses")
    assert len(shown) == min(len(expected), figure.top or len(expected))
    for place, (keys, (count, bar)) in enumerate(shown.items()):
        assert count == len(expected[keys]), bar
        if place % 7 == 0:  # each takes a query
            assert {row[0] for row in viewer.listed(bar=bar)} == expected[keys], bar
    everything = set().union(*expected.values())
    assert answer["counted"] == len(everything)
    assert answer["of"] == (len(games) if not values.get("player") else sum(
        bool([side for side, *_ in own(game) if values.get("color", side.lower()) == side.lower()]) for game in games
    ))  # fmt: skip
    assert answer["more"] == (len(everything) - sum(count for count, _ in shown.values()) if figure.top else 0)


def test_every_figure_has_a_plain_computation() -> None:
    assert {*PLAIN, "streaks"} == {figure.name for figure in figures.ALL}


def test_bars_are_counted_under_the_filters_and_open_with_them(viewer: Viewer, games: list[Any]) -> None:
    filter_ = {"result": "1-0", "plies_max": 60}
    kept = [row for row, game in enumerate(games) if game.result == "1-0" and game.ply_count <= 60]
    for figure in figures.ALL:
        values = figure.chosen({"player": PLAYER})
        answer = viewer.post(f"figure/{figure.name}", {"filter": filter_, "parameters": values})
        assert answer["games"] == len(kept)
        size = answer["columns"].index("games")
        for row, bar in [*zip(answer["rows"], answer["bars"], strict=True)][:3]:
            found = {each[0] for each in viewer.listed(bar=bar, **filter_)}
            assert (len(found), found <= set(kept)) == (row[size], True) or figure.name == "streaks"
            # Other responses have the filter as SQL with its values in place.
            also = viewer.post("figure/lengths", {"filter": {"bar": bar, **filter_}, "parameters": {}})
            assert also["games"] == len(found), bar
    all_of_player = viewer.listed(bar=f"player player={PLAYER}", **filter_)
    assert [row for (row,) in all_of_player] == [row for row in kept if own(games[row])]
    joined = viewer.listed(bar="years each=10 year=1850 and lengths plies=40")
    expected = [row for row, game in enumerate(games) if day(game, 1)[:3] == "185" and 40 <= game.ply_count < 50]
    assert [row for (row,) in joined] == expected != []


def test_bars_of_a_sample_open_nothing(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "_SAMPLE", 100)
    answer = viewer.post("figure/lengths", {"sample": True})
    assert (answer["sampled"], answer["games"], answer["counted"], answer["bars"]) == (True, 100, 100, [])
    assert sum(games for _, games in answer["rows"]) == 100


def test_names_with_any_characters_have_bars(tmp_path: Path) -> None:
    names = ['O"Neil', "D'Arcy", "back\\\\slash", "a and b=c", "$player ?", "Ünlü 渡辺", "<b>&amp;", " and "]
    path = write(
        tmp_path / "odd.pgn",
        *(pgn(White=name.replace('"', '\\"'), Black="?", Result="1-0") for name in names),
        *(pgn(White="Engine", Black="Engine", Result="1-0") for _ in range(3)),
    )
    viewer = Viewer(path)
    for name, *_ in {row[1]: 0 for row in viewer.listed("white")}.items():
        answer = viewer.post("figure/player", {"parameters": {"player": name}})
        assert answer["of"] == (3 if name == "Engine" else 1), name
        for row, bar in zip(answer["rows"], answer["bars"], strict=True):
            assert len(viewer.listed(bar=bar)) == row[1] == answer["of"], bar
    assert viewer.post("figure/player", {"parameters": {"player": "Nobody"}})["of"] == 0
    for anonymous in ("?", "", " "):
        with pytest.raises(Refusal, match="400"):
            viewer.post("figure/player", {"parameters": {"player": anonymous}})
    viewer.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "is not a bar"),
        ("years", "is not a bar"),
        ("years year=1960 or year=1961", "follows a bar"),
        ("nothing x=1", "there is no figure"),
        ("years x=1", "has no `x`"),
        ("castling move=3", "needs `color`"),
        ("years each=7 year=1", "is not a value"),
        ('years year="\\q"', "is not a string"),
        ("player player=? part=white", "is not the name"),
        (" and ".join(["years year=1960"] * 5), "more than 4 bars"),
    ],
)
def test_other_texts_are_refused(viewer: Viewer, text: str, said: str) -> None:
    with pytest.raises(Refusal, match=said) as refused:
        viewer.listed(bar=text)
    assert (refused.value.status, refused.value.error["place"]) == (400, "bar")
    assert refused.value.error["hint"]


def test_a_bar_is_named_as_it_is_read() -> None:
    text = bars.named(figures.find("opponents"), {"player": "A B"}, ['C "D" \\'])
    assert text == 'opponents player="A B" opponent="C \\"D\\" \\\\"'
    assert bars.behind(text)[1] == ("A B", 'C "D" \\')
