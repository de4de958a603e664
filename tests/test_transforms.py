"""What is done to games on their way: each transform against a plain computation over the games as objects."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import scoresheet
from plain_transforms import are_like, fit
from scoresheet import Report, UsageError

ROOT = Path(__file__).parent.parent
HISTORIC = str(ROOT / "examples" / "historic.pgn")
ANNOTATED = str(ROOT / "examples" / "annotated.pgn")
GAMES = [HISTORIC, ANNOTATED]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def written(folder: Path, source: object = GAMES, name: str = "out.pgn", **options: object) -> str:
    """The text that `convert` writes with these options."""
    output = folder / name
    scoresheet.convert(source, output, force=True, **options)
    return output.read_text("utf-8")


def plainly(folder: Path, games: list[scoresheet.Game]) -> str:
    """The text of games that were changed as objects."""
    output = folder / "plain.pgn"
    scoresheet.write(games, output, force=True)
    return output.read_text("utf-8")


def changed(change: object, source: object = GAMES) -> list[scoresheet.Game]:
    games = list(scoresheet.read(source))
    for game in games:
        change(game)
    return games


PARTS = ["comments", "nags", "variations", "commands", "clocks", "evals"]


@pytest.mark.parametrize("parts", [[part] for part in PARTS] + [["comments", "nags"], PARTS])
def test_strip_is_what_it_is_for_one_game(tmp_path, parts) -> None:
    assert written(tmp_path, strip=parts) == plainly(tmp_path, changed(lambda g: g.strip(**dict.fromkeys(parts, True))))


def test_strip_takes_out_what_is_named() -> None:
    text = "1. e4 {good [%clk 0:01:00] [%eval 0.3]} $1 (1. d4 {x}) e5 *"
    found = {part: stripped(text, part) for part in PARTS}
    assert found == {
        "comments": "1. e4 $1 (1. d4) 1... e5 *",
        "nags": "1. e4 {good [%clk 0:01:00] [%eval 0.3]} (1. d4 {x}) 1... e5 *",
        "variations": "1. e4 {good [%clk 0:01:00] [%eval 0.3]} $1 1... e5 *",
        "commands": "1. e4 {good} $1 (1. d4 {x}) 1... e5 *",
        "clocks": "1. e4 {good [%eval 0.3]} $1 (1. d4 {x}) 1... e5 *",
        "evals": "1. e4 {good [%clk 0:01:00]} $1 (1. d4 {x}) 1... e5 *",
    }


def test_escaped_lines_are_stripped_if_they_are_named(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text("% before\n1. e4 {a}\n% within\n(1. d4\n% variation\n) e5 *\n", "utf-8")
    assert written(tmp_path, source, strip=["escapes"]).strip() == "1. e4 {a} (1. d4) 1... e5 *"
    assert written(tmp_path, source, strip=["comments"]).count("%") == 3
    (game,) = scoresheet.read(source, strip=["escapes"])
    assert game.to("pgn").strip() == "1. e4 {a} (1. d4) 1... e5 *"
    assert scoresheet.convert(source, tmp_path / "b.pgn", strip=["escapes"]).changes == {"escapes-stripped": 3}


def stripped(text: str, part: str, folder: Path | None = None) -> str:
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "a.pgn"
        source.write_text(text, "utf-8")
        return written(Path(name), source, strip=[part]).strip()


@pytest.mark.parametrize(("before", "after"), [(1, 0), (1, 7), (1, 40), (3, 5), (10, 30), (20, None)])
def test_cut_is_what_it_is_for_one_game(tmp_path, before, after) -> None:
    kept = []
    for game in scoresheet.read(GAMES):
        if len(list(game.mainline())) >= before - 1:
            game.cut(before=before if before > 1 else None, after=after)
            kept.append(game)
    span = f"{before}-{'' if after is None else after}"
    assert written(tmp_path, cut=span) == plainly(tmp_path, kept)


def test_games_too_short_to_be_cut_are_left_out(tmp_path) -> None:
    report = scoresheet.convert(HISTORIC, tmp_path / "cut.pgn", cut="30-40")
    short = sum(game.ply_count < 29 for game in scoresheet.read(HISTORIC))
    assert short > 0
    assert (report.written, report.skipped) == (45 - short, short)


def test_tags_are_renamed_removed_and_set(tmp_path) -> None:
    def change(game: scoresheet.Game) -> None:
        tags = dict(game.tags)
        game.tags.clear()
        for name, value in tags.items():
            if name != "Round":
                game.tags["Place" if name == "Site" else name] = "Club" if name == "Event" else value
        game.tags["Annotator"] = 'a "b" \\c'

    options = {
        "rename_tags": {"Site": "Place"},
        "remove_tags": ["Round"],
        "set_tags": {"Event": "Club", "Annotator": 'a "b" \\c'},
    }
    assert written(tmp_path, HISTORIC, **options) == plainly(tmp_path, changed(change, HISTORIC))


def test_all_tags_but_some_are_stripped(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(f'[Event "E"]\n[SetUp "1"]\n[FEN "{START}"]\n[White "W"]\n[ECO "A00"]\n\n1. e4 *\n', "utf-8")
    assert written(tmp_path, source, strip=["tags"]).split("\n\n")[0].split("\n") == [
        '[Event "E"]', '[SetUp "1"]', f'[FEN "{START}"]', '[White "W"]']  # fmt: skip
    assert written(tmp_path, source, keep_tags=["ECO"]).split("\n\n")[0].split("\n") == [
        '[SetUp "1"]', f'[FEN "{START}"]', '[ECO "A00"]']  # fmt: skip


@pytest.mark.parametrize(
    "option", [{"set_tags": {"FEN": START}}, {"remove_tags": ["SetUp"]}, {"rename_tags": {"Variant": "V"}}]
)
def test_tags_that_determine_how_moves_are_read_stay(tmp_path, option) -> None:
    with pytest.raises(UsageError) as refused:
        written(tmp_path, HISTORIC, **option)
    assert "how the moves are read" in refused.value.hint


def test_facts_are_filled_in(tmp_path) -> None:
    def change(game: scoresheet.Game) -> None:
        game.tags["PlyCount"] = str(len(list(game.mainline())))
        game.tags["FinalFEN"] = [game.start, *(node.position for node in game.mainline())][-1].fen()

    assert written(tmp_path, ply_count=True, final_fen=True) == plainly(tmp_path, changed(change))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1. e4 1-0", "1-0"),
        ('[Result "*"]\n\n1. e4 0-1', "0-1"),
        ('[Result "1/2-1/2"]\n\n1. e4 0-1', "1/2-1/2"),
        ("1. f3 e5 2. g4 Qh4# *", "0-1"),
        ("1. e4 *", None),
    ],
)
def test_results_come_from_the_marker_or_the_board(tmp_path, text, result) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(text, "utf-8")
    game = next(iter(scoresheet.read(source, result=True)))
    assert game.tags.get("Result") == result


def numbers(**options: object) -> list[str]:
    return [game.tags["Black"] + game.tags["Date"] for game in scoresheet.read(HISTORIC, **options)]


def test_games_are_chosen_by_number() -> None:
    every = numbers()
    assert numbers(select="2,5-7,44-") == [every[1], *every[4:7], *every[43:]]
    assert numbers(select=3) == [every[2]]
    assert numbers(limit=4) == every[:4]
    assert numbers(reverse=True) == every[::-1]


def test_numbers_count_over_all_inputs(tmp_path) -> None:
    twice = written(tmp_path, [HISTORIC, HISTORIC], select="46")
    assert twice == written(tmp_path, HISTORIC, select="1")


def test_samples_are_drawn_again_from_the_same_seed(tmp_path) -> None:
    every = numbers()
    sample = numbers(sample=10, seed=7)
    assert sample == numbers(sample=10, seed=7) != numbers(sample=10, seed=8)
    assert len(sample) == 10
    assert sample == sorted(sample, key=every.index)
    assert numbers(sample=1000) == every


@pytest.mark.parametrize(
    ("columns", "key"),
    [
        (["white"], lambda game: game.tags["White"]),
        (["-ply_count"], lambda game: -game.ply_count),
        (["result", "-ply_count"], lambda game: (game.tags["Result"], -game.ply_count)),
    ],
)
def test_games_are_sorted_by_columns(tmp_path, columns, key) -> None:
    games = sorted(scoresheet.read(HISTORIC), key=key)
    assert written(tmp_path, HISTORIC, sort=columns) == plainly(tmp_path, games)
    # Beyond the memory, on disk.
    assert written(tmp_path, HISTORIC, sort=columns, sort_memory=1000) == plainly(tmp_path, games)


def test_sorted_columns_keep_the_games_numbers_and_their_order(tmp_path) -> None:
    import pyarrow.parquet

    scoresheet.convert(GAMES, tmp_path / "a.parquet", sort=["-ply_count"], columns=["tags", "ply_count"])
    rows = (
        pyarrow.parquet.read_table(tmp_path / "a.parquet").select(["source", "game", "ply_count", "white"]).to_pylist()
    )
    plies = [row["ply_count"] for row in rows]
    assert plies == sorted(plies, reverse=True)
    games = {(path, number): game for path in GAMES for number, game in enumerate(scoresheet.read(path), 1)}
    assert len(rows) == len(games)
    assert all(games[row["source"], row["game"]].ply_count == row["ply_count"] for row in rows)


def test_duplicates_are_dropped(tmp_path) -> None:
    report = scoresheet.convert([HISTORIC, ANNOTATED, HISTORIC], tmp_path / "a.pgn", dedupe="exact")
    assert report.changes == {"duplicates-dropped": report.games - report.written}
    assert (tmp_path / "a.pgn").read_text("utf-8") == written(tmp_path, [HISTORIC, ANNOTATED], dedupe="exact")


MOVES = "1. e4 e5 2. Nf3 *"


@pytest.mark.parametrize(
    ("by", "keep", "kept"),
    [
        ("exact", "first", [1, 2, 4]),
        ("moves", "first", [1, 4]),
        ("moves", "longest", [3, 4]),
        ("moves", "annotated", [2, 4]),
    ],
)
def test_one_duplicate_is_kept(tmp_path, by, keep, kept) -> None:
    games = [
        f'[White "A"]\n[Round "1"]\n\n{MOVES}',
        '[White "B"]\n[Round "2"]\n\n1. e4 $1 e5 $2 2. Nf3 $3 *',
        f'[White "A"]\n[Round "3"]\n\n{MOVES.replace("Nf3", "Nf3 {" + "long " * 20 + "}")}',
        '[White "A"]\n[Round "4"]\n\n1. e4 e5 2. Nc3 *',
    ]
    source = tmp_path / "a.pgn"
    source.write_text("\n\n".join(games), "utf-8")
    found = scoresheet.read(source).dedupe(by, keep=keep)
    assert [int(game.tags["Round"]) for game in found] == kept


def test_games_without_moves_are_duplicates_only_if_all_is_equal(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[White "A"]\n\n*\n\n[White "B"]\n\n*\n\n[White "B"]\n\n*\n', "utf-8")
    assert [game.tags["White"] for game in scoresheet.read(source).dedupe("moves")] == ["A", "B"]


def test_steps_are_done_in_the_order_of_the_calls() -> None:
    games = scoresheet.read(HISTORIC)
    longest = max(games, key=lambda game: game.ply_count)
    assert next(iter(games.sort("-ply_count").limit(1))).tags == longest.tags
    first = next(iter(games.limit(1).sort("-ply_count")))
    assert first.tags == next(iter(games)).tags
    cut = list(games.cut(after=10).sort("-ply_count").limit(3))
    assert [game.ply_count for game in cut] == [10, 10, 10]
    assert [game.ply_count for game in games.cut(before=3).cut(after=2).limit(2)] == [2, 2]
    renamed = games.rename_tags(White="X").sort("black").rename_tags(Black="White").limit(1)
    assert set(dict(next(iter(renamed)).tags)) >= {"X", "White"}


def test_a_chain_opens_nothing_before_it_is_used(tmp_path) -> None:
    source, elsewhere = tmp_path / "a.pgn", tmp_path / "b.pgn"
    source.write_bytes(Path(HISTORIC).read_bytes())
    games = scoresheet.read(source)
    source.rename(elsewhere)
    chain = games.strip("comments", "nags").sort("white").limit(20).sample(10, seed=3)
    narrowed = chain.columns("white", "errors").reverse()
    assert (chain.names, narrowed.names[0]) == (games.names, "white")
    assert repr(narrowed) == f"<Games from {source}, 5 columns>"
    with pytest.raises(UsageError, match="cannot read"):
        list(chain)
    elsewhere.rename(source)
    assert [game.tags["White"] for game in narrowed] == [game.tags["White"] for game in chain][::-1]
    assert narrowed.arrow().column_names == narrowed.names


def test_wrong_arguments_are_refused_immediately() -> None:
    games = scoresheet.read(HISTORIC).reverse()
    for wrong in (
        lambda: games.strip("coments"),
        lambda: games.sample(-1),
        lambda: games.cut(),
        lambda: games.find("chek"),
        lambda: games.with_names("none.csv"),
        lambda: games.columns("whitee"),
        lambda: games.dedupe("exactly"),
    ):
        with pytest.raises(UsageError):
            wrong()


def test_a_limit_of_reading_applies_before_the_methods() -> None:
    first = [game.tags for game in scoresheet.read(HISTORIC, limit=5)]
    for options in ({}, {"strip": ["comments"]}):
        assert [game.tags for game in scoresheet.read(HISTORIC, limit=5, **options).reverse()] == first[::-1]


THREADS = [1, 2, 3]
STEPS = {
    "strip": {"strip": ["comments", "nags"]},
    "cut": {"cut": "5-20"},
    "set": {"set_tags": {"Event": "Club"}},
    "facts": {"ply_count": True, "final_fen": True, "result": True},
    "select": {"select": "3-7,20"},
    "sample": {"sample": 12, "seed": 3},
    "sort": {"sort": ["white", "-date"]},
    "reverse": {"reverse": True},
    "dedupe": {"dedupe": "moves"},
    "loose": {"dedupe": "loose"},
    "merge": {"dedupe": "moves", "dedupe_merge": True},
    "names": {"names": {"NN": "Unknown"}, "dates": True},
    "all": {"strip": ["variations"], "sample": 30, "sort": ["black"], "cut": "30", "ply_count": True, "limit": 20},
}


@pytest.mark.parametrize("step", STEPS)
def test_any_number_of_threads_writes_the_same(tmp_path, step) -> None:
    texts = {written(tmp_path, GAMES * 20, threads=threads, **STEPS[step]) for threads in THREADS}
    assert len(texts) == 1


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("source", ["a.bgnl", "a.parquet", "a.cpgn"])
def test_every_kind_of_input_gives_the_same_games(tmp_path, step, source) -> None:
    if source == "a.parquet":
        scoresheet.convert(GAMES, tmp_path / source, columns=["tags", "moves", "documents"], no_sort=True)
    else:
        scoresheet.convert(GAMES, tmp_path / source)
    again = [game.to("pgn") for game in scoresheet.read(tmp_path / source, **STEPS[step])]
    scoresheet.convert(tmp_path / source, tmp_path / "b.pgn")
    expected = [game.to("pgn") for game in scoresheet.read(tmp_path / "b.pgn", **STEPS[step])]
    assert again == expected


def test_reports_count_each_game_once() -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        plain = scoresheet.convert(GAMES, Path(folder) / "a.pgn")
        for step, options in STEPS.items():
            report = scoresheet.convert(GAMES, Path(folder) / f"{step}.pgn", **options)
            assert counted(report) == counted(plain), step


def counted(report: Report) -> tuple[object, ...]:
    return report.games, report.plies, [(code.code, code.count) for code in (*report.errors, *report.notes)]


def test_errors_of_sorted_games_keep_their_places(tmp_path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[White "B"]\n\n1. e4 *\n\n[White "A"]\n\n1. e5 *\n', "utf-8")
    plain = scoresheet.convert(source, tmp_path / "a2.pgn").errors[0].first
    report = scoresheet.convert(source, tmp_path / "b.pgn", sort=["white"])
    assert report.errors[0].first == plain
    assert (plain["game"], plain["line"]) == (2, 7)


def test_a_condition_comes_before_other_choices(tmp_path) -> None:
    report = scoresheet.convert(HISTORIC, tmp_path / "a.pgn", where="ply_count > 60", sort=["-ply_count"], limit=3)
    plies = sorted((game.ply_count for game in scoresheet.read(HISTORIC) if game.ply_count > 60), reverse=True)
    assert [game.ply_count for game in scoresheet.read(tmp_path / "a.pgn")] == plies[:3]
    assert report.written == 3


def test_a_condition_sees_changed_tags(tmp_path) -> None:
    options = {"set_tags": {"White": "Me"}, "eco": True}
    condition = "white = 'Me' and eco like 'C%' and ply_count > 40"
    expected = [
        dict(game.tags)
        for game in scoresheet.read(HISTORIC).set_tags(White="Me").eco()
        if game.tags.get("ECO", "").startswith("C") and game.ply_count > 40
    ]
    assert 3 < len(expected) < 45
    for more, count in (({}, len(expected)), ({"limit": 2}, 2)):
        report = scoresheet.convert(HISTORIC, tmp_path / "a.pgn", where=condition, force=True, **options, **more)
        assert [dict(game.tags) for game in scoresheet.read(tmp_path / "a.pgn")] == expected[:count]
        assert report.written == count


def test_a_condition_sees_changed_tags_of_a_pipe() -> None:
    data = Path(HISTORIC).read_bytes()
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "--set-tags", "White=Me", "--where", "white = 'Me'"]
    done = subprocess.run([*command, "--limit", "4"], input=data, capture_output=True, check=True)
    assert done.stdout.count(b'[White "Me"]') == 4


def test_objects_are_edited_as_they_are_written(tmp_path) -> None:
    games = list(scoresheet.read(HISTORIC))
    scoresheet.write(games, tmp_path / "a.pgn", cut=10, set_tags={"Event": "Club"})
    assert (tmp_path / "a.pgn").read_text("utf-8") == written(tmp_path, HISTORIC, cut=10, set_tags={"Event": "Club"})


def test_random_chains_do_what_lists_do() -> None:
    every = list(scoresheet.read(HISTORIC))
    draw = random.Random(3)
    for _ in range(30):
        games, expected = scoresheet.read(HISTORIC), every
        for _ in range(draw.randint(1, 4)):
            step = draw.choice(["limit", "reverse", "sort", "select"])
            if step == "limit":
                most = draw.randint(1, 45)
                games, expected = games.limit(most), expected[:most]
            elif step == "reverse":
                games, expected = games.reverse(), expected[::-1]
            elif step == "sort":
                games, expected = games.sort("white"), sorted(expected, key=lambda game: game.tags["White"])
            else:
                first = draw.randint(1, 20)
                games, expected = games.select(f"{first}-{first + 9}"), expected[first - 1 : first + 9]
        assert [game.to("pgn") for game in games] == [game.to("pgn") for game in expected]


def tagged(folder: Path, *games: tuple[dict[str, str], str]) -> Path:
    """A file of games with these tags and moves."""
    source = folder / "tagged.pgn"
    texts = ["".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves}\n" for tags, moves in games]
    source.write_text("\n".join(texts), "utf-8")
    return source


ALIASES = """count,found,wanted,kind,why
9,"Carlsen,M","Carlsen, Magnus",player,initials
2,Londn,London,site,
2,Open,Club Open,event,
1,Open,Never,player,
1,Nobody,,player,
"""


def test_names_are_replaced_by_a_file(tmp_path) -> None:
    aliases = tmp_path / "aliases.csv"
    aliases.write_text(ALIASES, "utf-8")
    tags = {"Event": "Open", "Site": "Londn", "White": "Carlsen,M", "Black": "Nobody", "Annotator": "Carlsen,M"}
    source = tagged(tmp_path, (tags, "1. e4 *"), ({"White": "Other"}, "1. d4 *"))
    report = scoresheet.convert(source, tmp_path / "out.pgn", names=aliases)
    assert report.changes == {"names-replaced": 3}
    first, second = scoresheet.read(tmp_path / "out.pgn")
    assert dict(first.tags) == {**tags, "Event": "Club Open", "Site": "London", "White": "Carlsen, Magnus"}
    assert second.tags["White"] == "Other"
    assert [game.tags["White"] for game in scoresheet.read(source).with_names(aliases)] == ["Carlsen, Magnus", "Other"]


def test_names_are_replaced_before_games_are_chosen(tmp_path) -> None:
    source = tagged(tmp_path, ({"White": "B"}, "1. e4 *"), ({"White": "A"}, "1. d4 *"), ({"White": "C"}, "1. e4 *"))
    games = scoresheet.read(source, names={"A": "Z", "C": "B"}, sort=["white"], dedupe="exact")
    assert [game.tags["White"] for game in games] == ["B", "Z"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("found,other\n", "line 1, column 1: there is no column `wanted`"),
        ('found,wanted\nA,"B\n', "line 2, column 3: the quotation mark is not closed"),
        ("kind,found,wanted\nriver,A,B\n", "line 2, column 1: `river` is not a kind of names"),
    ],
)
def test_a_bad_list_of_names_is_refused_with_its_place(tmp_path, text, message) -> None:
    aliases = tmp_path / "aliases.csv"
    aliases.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="aliases.csv`, " + message.replace("(", r"\(")):
        scoresheet.read(HISTORIC, names=aliases)
    with pytest.raises(UsageError, match="cannot read the names"):
        scoresheet.read(HISTORIC, names=tmp_path / "none.csv")


def test_dates_are_normalized(tmp_path) -> None:
    dates = [
        "1992-11-04",
        "4.11.1992",
        "Nov 4, 1992",
        "1992",
        "1992.11",
        "1992.13.04",
        "4/5/1992",
        "Easter",
        "1992.11.04",
    ]
    source = tagged(tmp_path, *(({"Date": date, "EventDate": "1992", "Update": "1992"}, "*") for date in dates))
    report = scoresheet.convert(source, tmp_path / "out.pgn", dates=True)
    games = list(scoresheet.read(tmp_path / "out.pgn"))
    assert [game.tags["Date"] for game in games] == [
        *["1992.11.04"] * 3, "1992.??.??", "1992.11.??", "1992.??.04", "4/5/1992", "Easter", "1992.11.04"]  # fmt: skip
    assert {(game.tags["EventDate"], game.tags["Update"]) for game in games} == {("1992.??.??", "1992")}
    assert report.changes == {"dates-normalized": 6 + 9, "dates-ambiguous": 1, "dates-unreadable": 1}


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("½-½", "1/2-1/2"),
        ("1/2", "1/2-1/2"),
        ("draw", "1/2-1/2"),
        ("1:0", "1-0"),
        ("White wins", "1-0"),
        ("maybe", "maybe"),
    ],
)
def test_results_are_normalized(tmp_path, value, result) -> None:
    source = tagged(tmp_path, ({"Result": value}, "1. e4 *"))
    assert next(iter(scoresheet.read(source, result=True))).tags["Result"] == result


LOOSE = [
    ({"White": "Carlsen, Magnus", "Black": "Anand, Viswanathan", "Date": "2013.11.09", "Round": "1"}, "1. e4 e5 {a} *"),
    ({"White": "Carlsen,M", "Black": "Anand, V", "Date": "2013.11.09", "Round": "2"}, "1. e4 $1 e5 *"),
    ({"White": "Magnus Carlsen", "Black": "?", "Date": "2013.??.??", "Round": "3"}, "1. e4 e5 (1... c5) *"),
    ({"White": "Carlsen, Magnus", "Black": "Anand, Viswanathan", "Date": "2013.11.10", "Round": "4"}, "1. e4 e5 *"),
    ({"White": "Carlsen, Henrik", "Black": "Anand, Viswanathan", "Date": "2013.11.09", "Round": "5"}, "1. e4 e5 *"),
    ({"White": "Carlsen, Magnus", "Black": "Anand, Viswanathan", "Date": "2013.11.09", "Round": "6"}, "1. e4 c5 *"),
]


def test_loose_duplicates_are_dropped_with_reasons(tmp_path) -> None:
    source = tagged(tmp_path, *LOOSE)
    listed = tmp_path / "duplicates.csv"
    report = scoresheet.convert(source, tmp_path / "out.pgn", dedupe="loose", duplicates=listed)
    assert [game.tags["Round"] for game in scoresheet.read(tmp_path / "out.pgn")] == ["1", "4", "5", "6"]
    assert report.changes == {
        "duplicates-dropped": 2,
        "duplicates-with-other-names": 2,
        "duplicates-with-other-dates": 1,
    }
    assert listed.read_text("utf-8").splitlines() == [
        "file,game,kept_file,kept_game,reason",
        f"{source},2,{source},1,names spelled differently",
        f"{source},3,{source},1,names spelled and date known differently",
    ]
    kept = scoresheet.read(source).dedupe("loose", keep="annotated")
    assert [game.tags["Round"] for game in kept] == ["1", "4", "5", "6"]


def test_inputs_that_can_be_read_once_have_duplicates_too(tmp_path) -> None:
    import subprocess
    import sys

    source = tagged(tmp_path, *LOOSE)
    command = [sys.executable, "-m", "scoresheet", "convert", "-", "--dedupe", "loose", "--dedupe-merge", "--quiet"]
    run = subprocess.run(command, input=source.read_bytes(), capture_output=True, check=False)
    expected = "".join(game.to("pgn") for game in scoresheet.read(source).dedupe("loose", merge=True))
    assert run.stdout.decode().split() == expected.split(), run.stderr


def test_annotation_of_duplicates_is_merged(tmp_path) -> None:
    source = tagged(tmp_path, *LOOSE)
    merged = [game.to("pgn").split("\n\n")[1].strip() for game in scoresheet.read(source).dedupe("loose", merge=True)]
    assert merged == ["1. e4 $1 e5 {a} (1... c5) *", "1. e4 e5 *", "1. e4 e5 *", "1. e4 c5 *"]
    first, *others = scoresheet.read(source)
    for other in others[:2]:
        first.merge(other, clocks=True, evals=True)
    assert next(iter(scoresheet.read(source).dedupe("loose", merge=True))).to("pgn") == first.to("pgn")
    output = tmp_path / "merged.pgn"
    scoresheet.convert(source, output, dedupe="loose", dedupe_merge=True)
    assert next(iter(scoresheet.read(output))).to("pgn") == first.to("pgn")


@pytest.mark.parametrize("name", ["dropped.pgn", "dropped.parquet", "dropped.bgnl", "dropped.pgn.gz"])
def test_duplicates_go_to_a_second_output(tmp_path, name) -> None:
    for options in ({}, {"dedupe_merge": True}, {"sort": ["-ply_count"]}):
        dropped = tmp_path / name
        scoresheet.convert([HISTORIC, HISTORIC], tmp_path / "a.pgn", dedupe="exact", duplicates=dropped,
                           force=True, **options)  # fmt: skip
        expected = [game.tags["Black"] for game in scoresheet.read(HISTORIC)]
        found = [game.tags["Black"] for game in scoresheet.read(dropped)]
        assert sorted(found) == sorted(expected)


def test_a_second_output_is_refused_in_time(tmp_path) -> None:
    there = tmp_path / "there.csv"
    there.write_text("mine", "utf-8")
    for path, options, message in [
        (there, {"dedupe": "exact"}, "it already exists"),
        (HISTORIC, {"dedupe": "exact", "force": True}, "it is an input"),
        (tmp_path / "a.pgn", {"dedupe": "exact"}, "it is the output"),
        (tmp_path / "d.pgn", {}, "no duplicates are dropped"),
    ]:
        with pytest.raises(UsageError, match=message):
            scoresheet.convert(HISTORIC, tmp_path / "a.pgn", duplicates=path, **options)
    assert there.read_text("utf-8") == "mine"
    assert not (tmp_path / "a.pgn").exists()


def test_duplicates_are_dropped_again_by_another_rule(tmp_path) -> None:
    source = tagged(tmp_path, *LOOSE)
    games = scoresheet.read(source).dedupe("exact").dedupe("moves")
    assert [game.tags["Round"] for game in games] == ["1", "6"]


def plainly_loose(games: list[dict[str, str]]) -> list[str]:
    """The rounds of the games that are kept, by comparing each game with each, for names `Surname, G`."""
    kept: list[dict[str, str]] = []
    for game in games:
        same = (
            known["moves"] == game["moves"]
            and are_like(known["White"], game["White"])
            and are_like(known["Black"], game["Black"])
            and fit(known["Date"], game["Date"])
            for known in kept
        )
        if not any(same):
            kept.append(game)
    return [game["Round"] for game in kept]


@pytest.mark.parametrize("threads", THREADS)
def test_loose_duplicates_match_a_plain_comparison(tmp_path, threads) -> None:
    draw = random.Random(7)
    surnames = ["Adams", "Bronstein", "Capablanca", "Duda", "Euwe", "Fine", "Gligoric", "Hort"]
    given = ["A", "Anna", "Albert", "B", "Boris"]

    def name() -> str:
        return "?" if draw.random() < 0.02 else f"{draw.choice(surnames)}, {draw.choice(given)}"

    games = []
    for number in range(600):
        date = draw.choice(["1950.01.01", "1950.01.02", "1950.??.??", "????.??.??"])
        moves = draw.choice(["1. e4 *", "1. d4 *"])
        games.append({"White": name(), "Black": name(), "Date": date, "Round": str(number), "moves": moves})
    tags = [({key: value for key, value in game.items() if key != "moves"}, game["moves"]) for game in games]
    source = tagged(tmp_path, *tags)
    found = [game.tags["Round"] for game in scoresheet.read(source, dedupe="loose", threads=threads)]
    assert found == plainly_loose(games)


def test_every_comment_of_engines_in_a_match_is_read(data, tmp_path: Path) -> None:
    source = data("masters/2-masters/tcec/TCEC_Cup_6_Round16.pgn")
    report = scoresheet.convert(source, tmp_path / "out.pgn", engine_comments=True)
    assert dict(report.changes) == {"engine-comments-read": source.read_text("utf-8").count("wv=")}
    told = scoresheet.read(tmp_path / "out.pgn", columns=["eval_cp", "eval_mate"]).arrow().to_pylist()
    evals = [value for row in told for name in row for value in row[name] or () if value is not None]
    assert len(evals) == report.changes["engine-comments-read"]
    again = scoresheet.convert(tmp_path / "out.pgn", tmp_path / "again.pgn", engine_comments=True)
    assert dict(again.changes) == {}
    assert (tmp_path / "again.pgn").read_bytes() == (tmp_path / "out.pgn").read_bytes()


ODD_GAMES = [
    ("A", "B", "1. e4 e5 *"), ("A", "B", "1. e4 e5 2. Ke3 *"), ("A", "B", "1. e4 e5 2. Kd3 *"),
    ("A", "B", "1. e4 e5 2. Ke3 Nf6 *"), ("A", "C", "1. e4 e5 2. Ke3 *"), ("A", "C", "*"), ("A", "D", "*"),
    ("A", "D", "1-0"), ("A", "D", "1. d4 {one} d5 *"), ("A", "D", "1. d4 {a longer comment} d5 *"),
]  # fmt: skip
"""Players and moves of games, of which the first eight are all different."""


@pytest.mark.parametrize("keep", ["first", "longest", "annotated"])
@pytest.mark.parametrize("method", ["exact", "moves", "loose"])
def test_games_that_cannot_be_compared_by_moves_are_dropped_alike_in_every_format(
    method: str, keep: str, tmp_path: Path
) -> None:
    games = [f'[White "{white}"]\n[Black "{black}"]\n\n{moves}\n\n' for white, black, moves in ODD_GAMES]
    (tmp_path / "games.pgn").write_text("".join(games + games))
    wanted = None
    for name in ("games.pgn", "games.bgnl", "games.scz", "games.parquet"):
        columns = ["tags", "text"] if name.endswith("parquet") else None
        if name != "games.pgn":
            scoresheet.convert(tmp_path / "games.pgn", tmp_path / name, no_sort=columns is not None, columns=columns)
        report = scoresheet.convert(
            tmp_path / name, tmp_path / "unique.pgn", dedupe=method, dedupe_keep=keep, force=True
        )
        kept = (tmp_path / "unique.pgn").read_text()
        assert report.written == 9, name
        assert ("longer" in kept) == (keep == "longest"), name
        wanted = wanted or kept
        assert kept == wanted, name


@pytest.mark.parametrize("columns", [["tags", "moves"], ["tags", "packed"]], ids=str)
def test_games_without_text_are_not_dropped_for_what_is_unknown(columns: list[str], tmp_path: Path) -> None:
    games = [f'[White "{white}"]\n[Black "{black}"]\n\n{moves}\n\n' for white, black, moves in ODD_GAMES[:8]]
    (tmp_path / "games.pgn").write_text("".join(games))
    scoresheet.convert(tmp_path / "games.pgn", tmp_path / "games.parquet", columns=columns, no_sort=True)
    report = scoresheet.convert(tmp_path / "games.parquet", tmp_path / "unique.pgn", dedupe="exact")
    assert report.written == 8
