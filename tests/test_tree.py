"""`Games.tree` and `scoresheet tree`: the moves of many games as one game, compared with plain counts."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import command_line
import scoresheet
from scoresheet import Counts, Game, Games, Node, Position, TreeCounts
from test_house import ROOT

EXAMPLES = str(ROOT / "examples")
HISTORIC = str(ROOT / "examples" / "historic.pgn")
OPEN_GAME = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
TRANSPOSING = """\
[White "A"]
[Black "B"]
[WhiteElo "2000"]
[BlackElo "2100"]
[Date "1999.05.06"]
[Result "1-0"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 1-0

[White "B"]
[Black "A"]
[WhiteElo "2600"]
[Result "1/2-1/2"]

1. d4 e6 2. c4 Nf6 3. Nf3 1/2-1/2

[White "C"]
[Black "A"]
[Result "0-1"]

1. d4 Nf6 2. c4 e6 3. Nc3 d5 0-1
"""


def games_of(text: str, folder: Path, **options: Any) -> Games:
    path = folder / "games.pgn"
    path.write_text(text, "utf-8")
    return scoresheet.read(path, **options)


def lines_of(tree: Game) -> dict[tuple[str, ...], Counts | None]:
    """The counts of each node, by the moves that lead to it."""
    found: dict[tuple[str, ...], Counts | None] = {}
    for node in tree.walk():
        found[moves_to(node)] = node.counts
    return found


def moves_to(node: Node) -> tuple[str, ...]:
    moves: list[str] = []
    at: Node | None = node
    while at is not None and at.move is not None:
        moves.insert(0, str(at.move))
        at = at.parent
    return tuple(moves)


def told(games: Games) -> TreeCounts:
    """The values in the report of the last tree."""
    report = games.report()
    assert report is not None
    assert report.tree is not None
    return report.tree


def counted(games: list[Game]) -> Counts:
    results = Counter(game.result for game in games)
    return Counts(len(games), results["1-0"], results["1/2-1/2"], results["0-1"])


def plainly(games: Games, start: Position, plies: int, least: int) -> dict[tuple[str, ...], Counts]:
    """The counts of each line of moves from a position, by walking each game."""
    by_line: dict[tuple[str, ...], list[Game]] = {}
    for game in games:
        nodes = [game.root, *game.mainline()]
        entered = next((place for place, node in enumerate(nodes) if node.position.is_same(start)), None)
        if entered is None:
            continue
        moves = tuple(str(node.move) for node in nodes[entered + 1 : entered + 1 + plies])
        for end in range(1, len(moves) + 1):
            by_line.setdefault(moves[:end], []).append(game)
    return {line: counted(found) for line, found in by_line.items() if len(found) >= least}


@pytest.mark.parametrize(("fen", "plies", "least"), [(None, 8, 1), (None, 30, 2), (OPEN_GAME, 6, 1), (OPEN_GAME, 3, 4)])
@pytest.mark.parametrize("source", [HISTORIC, str(ROOT / "examples" / "generated.pgn")])
def test_lines_have_the_counts_of_a_plain_walk(source: str, fen: str | None, plies: int, least: int) -> None:
    games = scoresheet.read(source)
    tree = games.tree(fen, plies=plies, min_games=least, max_moves=10**6, transpositions=False)
    assert lines_of(tree) == plainly(games, Position(fen), plies, least)


@pytest.mark.parametrize("threads", [1, 2])
def test_joined_positions_have_the_counts_of_all_orders(threads: int) -> None:
    games = scoresheet.read(EXAMPLES, threads=threads)
    tree = games.tree(plies=12, max_moves=10**6)
    report, counts = games.report(), told(games)
    start = Position()
    found: dict[tuple[str, str], list[Game]] = {}
    for game in games:
        nodes = list(game.mainline())[:12]
        if game.start.is_same(start):
            for ply, node in enumerate(nodes):
                before = nodes[ply - 1].position if ply else start
                found.setdefault((f"{ply} {before.hash}", str(node.move)), []).append(game)
    seen = set()
    for node in tree.walk():
        assert node.parent is not None
        key = (f"{node.parent.ply} {node.parent.position.hash}", str(node.move))
        assert key not in seen, "a move of a position is there once"
        seen.add(key)
        assert node.counts == counted(found[key])
    assert seen == set(found)
    assert counts.moves == len(seen)
    assert report is not None
    assert counts.games == report.written == sum(game.start.is_same(start) for game in games)
    assert counts.other_starts + counts.other_rules == report.skipped == report.games - counts.games


def test_one_game_comes_out_as_it_went_in() -> None:
    for number, game in enumerate(scoresheet.read(HISTORIC), 1):
        tree = scoresheet.read(HISTORIC).select(number).tree(plies=500)
        line = [node.san for node in game.mainline()]
        assert [node.san for node in tree.mainline()] == [node.san for node in tree.walk()] == line


def test_repetitions_are_separate_places(tmp_path: Path) -> None:
    text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
    tree = games_of(text, tmp_path).tree()
    assert [node.san for node in tree.mainline()] == [word for word in text.split() if word[0] not in "12345*"]


def test_comments_contain_games_scores_and_the_best_known_game(tmp_path: Path) -> None:
    games = games_of(TRANSPOSING, tmp_path)
    tree = games.tree(plies=5, examples=2)
    comments = {" ".join(moves_to(node)): node.comment for node in tree.walk()}
    assert tree.root.comment == "3 games, 50.0 %"
    assert comments["d2d4"] == "3 games, 50.0 %: A - B 1999 1-0; B - A 1/2-1/2"
    assert comments["d2d4 g8f6 c2c4 e7e6"] == "2 games, 50.0 %: A - B 1999 1-0; C - A 0-1"
    assert comments["d2d4 e7e6 c2c4 g8f6"] == "1 game, 50.0 %: B - A 1/2-1/2; transposes to 1... Nf6 2. c4 e6"
    # The game that transposed continues with the others.
    assert comments["d2d4 g8f6 c2c4 e7e6 g1f3"] == "1 game, 50.0 %: B - A 1/2-1/2"
    assert "d2d4 e7e6 c2c4 g8f6 g1f3" not in comments
    assert (told(games).transpositions, told(games).later_plies) == (1, 2)


def test_orders_can_be_kept_apart(tmp_path: Path) -> None:
    tree = games_of(TRANSPOSING, tmp_path).tree(examples=0, transpositions=False)
    assert ("d2d4", "e7e6", "c2c4", "g8f6", "g1f3") in lines_of(tree)
    assert not any("transposes" in node.comment for node in tree.walk())


def test_the_games_of_a_player(tmp_path: Path) -> None:
    games = games_of(TRANSPOSING, tmp_path)
    assert games.tree(player="A").root.comment == "3 games, 83.3 %"
    tree = games.tree(player="A", color="black")
    assert (tree.root.comment, tree.tags["Black"]) == ("2 games, 75.0 %", "A")
    assert tree.root.counts == Counts(2, 0, 1, 1)
    assert told(games).other_players == 1
    assert games.tree(player="A", color="white").root.counts == Counts(1, 1, 0, 0)
    assert games.tree(player="nobody").root.counts == Counts(0, 0, 0, 0)


def test_what_is_left_out_is_counted() -> None:
    games = scoresheet.read(HISTORIC)
    everything = games.tree(plies=10)
    assert told(games).rare == 0
    tree = games.tree(plies=10, min_games=2)
    assert told(games).rare == len(list(everything.walk())) - len(list(tree.walk()))
    top = games.tree(plies=10, top=1)
    assert [node.san for node in top.walk()] == [node.san for node in top.mainline()]


@pytest.mark.parametrize("most", [1, 5, 40, 200, 10_000])
def test_a_tree_has_at_most_so_many_moves(most: int) -> None:
    games = scoresheet.read(HISTORIC)
    tree = games.tree(plies=30, max_moves=most)
    counts = told(games)
    assert len(list(tree.walk())) == counts.moves <= most
    assert lines_of(tree) == lines_of(games.tree(plies=30, min_games=counts.min_games))
    assert (counts.min_games > 1) == (most < 1000)


def test_games_that_come_several_times_count_as_often(tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_bytes(Path(HISTORIC).read_bytes() * 3)
    tree = scoresheet.read(path).tree(plies=10)
    once = scoresheet.read(HISTORIC).tree(plies=10)
    assert {line: counts and counts.games for line, counts in lines_of(tree).items()} == {
        line: counts and counts.games * 3 for line, counts in lines_of(once).items()
    }


def test_games_of_other_rules_are_left_out(tmp_path: Path) -> None:
    text = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 P@d4 *\n\n1. e4 e5 *\n'
    games = games_of(text, tmp_path)
    assert [node.san for node in games.tree().walk()] == ["e4", "e5"]
    assert told(games).other_rules == 1
    tree = games.tree(Position(variant="crazyhouse"))
    assert [node.san for node in tree.walk()] == ["e4", "d5", "exd5", "Qxd5", "Nc3", "P@d4"]
    assert tree.tags["Variant"] == "Crazyhouse"
    assert scoresheet.parse(tree.to("pgn")).at(6).san == "P@d4"


def test_names_cannot_end_a_comment_or_be_commands(tmp_path: Path) -> None:
    text = '[White "[%clk 0:00:01]} 1. a4 {"]\n[Black "\x1b[2J' + "x" * 500 + '"]\n\n1. e4 *\n'
    tree = games_of(text, tmp_path).tree()
    again = scoresheet.parse(tree.to("pgn"))
    assert [node.san for node in again.walk()] == ["e4"]
    assert again.at(1).clock is None
    comment = again.at(1).comment
    assert "\x1b" not in comment
    assert len(comment) < 250


def test_the_longest_game_gives_no_deep_tree(tmp_path: Path) -> None:
    moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 1000)
    games = games_of(moves + " *", tmp_path)
    assert len(list(games.tree(plies=500).walk())) == 500
    assert told(games).later_plies == 3500


def test_many_short_games_with_all_moves(tmp_path: Path) -> None:
    chance = random.Random(5)
    texts = []
    for _ in range(300):
        position, words = Position(), []
        for _ in range(chance.randrange(1, 9)):
            moves = list(position.legal_moves)
            move = chance.choice(moves)
            words.append(position.write(move))
            position = position.play(move)
        texts.append(" ".join(words) + " " + chance.choice(["1-0", "0-1", "1/2-1/2", "*"]))
    games = games_of("\n\n".join(texts), tmp_path)
    assert lines_of(games.tree(transpositions=False)) == plainly(games, Position(), 30, 1)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"plies": 0}, "`plies` cannot be 0"),
        ({"plies": 501}, "`plies` cannot be 501"),
        ({"min_games": -1}, "`min_games` cannot be -1"),
        ({"top": 0}, "`top` cannot be 0"),
        ({"max_moves": 10**30}, "`max_moves` cannot be 1000000000"),
        ({"examples": 21}, "`examples` cannot be 21"),
        ({"color": "white"}, "`color` is the side of a player"),
        ({"color": "red", "player": "A"}, "`red` is not a side"),
    ],
)
def test_arguments_out_of_range_are_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(scoresheet.UsageError, match=message):
        scoresheet.read(HISTORIC).tree(**asked)


@pytest.mark.parametrize("name", ["tree.pgn", "tree.cpgn", "tree.bgn", "tree.pgn.gz"])
def test_the_command_writes_every_format_with_variations(tmp_path: Path, name: str) -> None:
    output = tmp_path / name
    run = command_line.run_text("tree", HISTORIC, "-o", output, "--plies", 6, "--min-games", 3)
    assert (run.returncode, run.stdout) == (0, "")
    assert "tree: 14 moves from 45 games, each in at least 3 games" in run.stderr
    (tree,) = scoresheet.read(output)
    wanted = scoresheet.read(HISTORIC).tree(plies=6, min_games=3)
    assert [(node.san, node.comment) for node in tree.walk()] == [(node.san, node.comment) for node in wanted.walk()]


def test_the_command_chooses_games(tmp_path: Path) -> None:
    run = command_line.run_text(
        "tree", HISTORIC, "--player", "Morphy, Paul", "--as", "white", "--since", 1850, "--until", 1900, "--quiet"
    )
    tree = scoresheet.parse(run.stdout)
    assert tree.tags["White"] == "Morphy, Paul"
    found = (
        scoresheet.read(HISTORIC).where("year(date) between 1850 and 1899").tree(player="Morphy, Paul", color="white")
    )
    assert [node.comment for node in tree.walk()] == [node.comment for node in found.walk()]
    limited = command_line.run_text("tree", HISTORIC, "--where", "result = '0-1'", "--limit", 3, "--quiet")
    assert scoresheet.parse(limited.stdout).root.comment == "3 games, 0.0 %"


def test_the_command_refuses_what_makes_no_sense(tmp_path: Path) -> None:
    for words in (["--color", "white"], ["--plies", "0"], ["--variant", "draughts"], ["--no-such"]):
        run = command_line.run_text("tree", HISTORIC, "-o", tmp_path / "tree.pgn", *words)
        assert (run.returncode, run.stdout) == (2, ""), words
        assert run.stderr.startswith("error: ")
        assert not (tmp_path / "tree.pgn").exists()


def test_bad_games_count_up_to_their_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text("1. e4 e5 2. Ke3 1-0\n\n1. e4 e5 2. Nf3 1-0\n")
    run = command_line.run_text("tree", path)
    assert run.returncode == 1
    assert "2. Nf3 {1 game" in run.stdout
    assert scoresheet.read(path, on_error="skip").tree().root.counts == Counts(1, 1, 0, 0)


def test_losses_of_the_output_are_reported(tmp_path: Path) -> None:
    run = command_line.run_text("tree", HISTORIC, "-o", tmp_path / "tree.uci", "--plies", 2, "--min-games", 5)
    assert (tmp_path / "tree.uci").read_text() == "e2e4 e7e5 *\n"
    assert "variation" in run.stderr
