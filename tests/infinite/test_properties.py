"""Properties of boards without edges: what is written is read again, for any position; hypothesis draws them."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoresheet import EngineError, infinite
from scoresheet.infinite.document import Border, Document, MoveText, PresetRay, Promotion
from scoresheet.infinite.json import document_of, json_of
from scoresheet.infinite.pieces import BLACK, BY_CODE, KINDS, WHITE, Piece
from scoresheet.infinite.position import Position
from scoresheet.infinite.reading import read_document
from scoresheet.infinite.uci.root import DIALECTS, IcnRoot
from scoresheet.infinite.writing import write_document
from scoresheet.uci import EngineOption, EngineOptions

pytestmark = pytest.mark.slow

many = settings(max_examples=150)

FAR = 10**60
coordinates = st.one_of(st.integers(-9, 9), st.integers(-FAR, FAR), st.sampled_from([-FAR, FAR, 2**53, -(2**63)]))
squares = st.tuples(coordinates, coordinates)
sides = st.sampled_from([WHITE, BLACK])
pieces = st.builds(lambda kind, owner: Piece(kind, 0 if kind.neutral else owner), st.sampled_from(KINDS), sides)
movers = st.sampled_from([kind for kind in KINDS if not kind.neutral])
promotable = st.sampled_from([kind for kind in KINDS if not kind.neutral and kind.special != "pawn"])
counters = st.integers(0, FAR)
words = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=1, max_size=12)
plain = st.characters(codec="utf-8", exclude_characters='[]{}"', exclude_categories=["C", "Z"])
values = st.text(plain, min_size=1, max_size=20)
comment_words = st.text("abcXYZ012.,:;()[]%|>x=+é♞", min_size=1, max_size=8)
comments = st.lists(st.lists(comment_words, min_size=1, max_size=4).map(" ".join), max_size=1).map(tuple)
WINS = ["checkmate", "allpiecescaptured", "royalcapture", "allroyalscaptured", "koth"]
wins = st.lists(st.sampled_from([*WINS, "threecheck"]), min_size=1, max_size=3, unique=True).map(tuple)
scalars = st.none() | st.booleans() | st.integers(-FAR, FAR) | st.text(max_size=8)
nested = [lambda inner: st.lists(inner, max_size=3), lambda inner: st.dictionaries(words, inner, max_size=3)]
anything = st.recursive(scalars, lambda inner: nested[0](inner) | nested[1](inner), max_leaves=6)
FREE = [*(f"rule{number}" for number in range(4)), "cannotPassTurn"]


@st.composite
def promotions(draw: st.DrawFn) -> Promotion:
    ranks = draw(st.lists(coordinates, max_size=1, unique=True).map(tuple))
    kinds = draw(st.none() | st.lists(promotable, min_size=1, max_size=5, unique=True).map(tuple)) if ranks else None
    return Promotion(ranks, kinds)


@st.composite
def moves(draw: st.DrawFn) -> MoveText:
    promotion = draw(st.none() | st.builds(Piece, promotable, sides))
    return MoveText(draw(squares), draw(squares), promotion, comments=draw(comments))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """What the description of the notation can express."""
    board = draw(st.dictionaries(squares, pieces, min_size=1, max_size=12))
    return Document(
        metadata=draw(st.dictionaries(words, values, max_size=3)),
        turn=draw(st.sampled_from([None, (WHITE,), (BLACK,)])),
        en_passant=draw(st.none() | squares),
        move_rule=draw(st.none() | st.tuples(counters, counters)),
        fullmove=draw(st.none() | st.integers(1, FAR)),
        promotion=draw(st.none() | st.tuples(promotions(), promotions())),
        wins=draw(st.none() | st.tuples(wins, wins)),
        extras=draw(st.none() | st.dictionaries(st.sampled_from(FREE), anything, min_size=1, max_size=3)),
        pieces=board,
        rights=set(draw(st.lists(st.sampled_from(sorted(board)), max_size=4))),
        moves=draw(st.lists(moves(), max_size=6)),
    )


def read(text: str, **options: str) -> Document:
    found = read_document(text, **options)
    assert found.fault is None, f"{found.fault} in {text}"
    assert found.document is not None
    return found.document


def same_game(one: Document, other: Document) -> None:
    assert infinite.Position.of(one) == infinite.Position.of(other)
    assert list(one.pieces or {}) == list(other.pieces or {})
    assert one.metadata == other.metadata
    assert [move.compact() for move in one.moves] == [move.compact() for move in other.moves]


@pytest.mark.parametrize("style", ["compact", "long"])
@many
@given(documents())
def test_what_is_written_as_described_is_read_again(style: str, document: Document) -> None:
    again = read(write_document(document, profile="doc", style=style))
    same_game(document, again)
    assert [move.comments for move in again.moves] == [move.comments for move in document.moves]


@many
@given(documents())
def test_writing_what_was_read_gives_the_same_text(document: Document) -> None:
    text = write_document(document, profile="doc")
    assert write_document(read(text), profile="doc") == text


@pytest.mark.parametrize("style", ["compact", "long"])
@many
@given(documents(), st.none() | st.tuples(*[st.none() | st.integers(0, FAR)] * 4))
def test_the_modern_dialect_round_trips(style: str, document: Document, border: tuple[int | None, ...] | None) -> None:
    document.extras = None
    # Today's dialect knows its own names of metadata only, no other win conditions, and counts from 1.
    document.metadata = dict(zip(["Event", "Site", "White"], document.metadata.values(), strict=False))
    document.wins = (
        None
        if document.wins is None
        else tuple(tuple(name for name in side if name != "threecheck") or ("koth",) for side in document.wins)
    )
    if document.move_rule is not None:
        least, most = sorted(document.move_rule)
        document.move_rule = (least, max(most, 1))
    if border is not None:
        left, right, bottom, top = border
        document.border = Border(None if left is None else -left, right, None if bottom is None else -bottom, top)
    document.squares = ((FAR, -FAR), (0, 0))
    document.rays = (PresetRay((1, FAR), (-1, 0)),)
    text = write_document(document, profile="modern", style=style)
    again = read(text, profile="modern")
    same_game(document, again)
    assert (again.border, again.squares, again.rays) == (document.border, document.squares, document.rays)
    assert write_document(again, profile="modern", style=style) == text


@pytest.mark.parametrize("profile", ["doc", "fc", "modern"])
@many
@given(documents())
def test_text_and_json_are_stable(profile: str, document: Document) -> None:
    if profile == "modern":
        document.extras, document.metadata = None, {}
        document.wins, document.move_rule = (("koth",),), (3, 100)
    if profile == "fc":  # its JSON has no comments
        document.moves = [replace(move, comments=()) for move in document.moves]
    text = write_document(document, profile=profile)
    told = json.dumps(json_of(read(text, profile=profile), profile))
    again = document_of(json.loads(told))
    same_game(read(text, profile=profile), again)
    rewritten = write_document(again, profile=profile)
    assert rewritten == text
    assert json.dumps(json_of(read(rewritten, profile=profile), profile)) == told


@many
@given(documents())
def test_games_and_positions_pickle(document: Document) -> None:
    position = infinite.Position.of(document)
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert hash(again) == hash(position)
    game = infinite.parse(write_document(document, profile="doc"))
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.code)
def test_every_code_is_read_and_written_for_every_owner(kind) -> None:
    owners = [0] if kind.neutral else [WHITE, BLACK]
    for owner in owners:
        code = Piece(kind, owner).code
        position = infinite.Position.read(f"{code}{FAR},-{FAR}+")
        assert position.pieces[FAR, -FAR] == Piece(kind, owner)
        # A piece without an owner has no right, even if the text gives one.
        right = "" if kind.neutral else "+"
        assert position.rights == ({(FAR, -FAR)} if right else set())
        assert position.to_icn() == f"{code}{FAR},-{FAR}{right}"


def test_players_beyond_two_are_kept() -> None:
    text = "w:r:b:bu:y:g 1 K0,0|k9,9|3k20,20|4am30,30|5hu40,40|6ro50,50|0q1,1"
    position = infinite.Position.read(text)
    assert position.turn_order == (1, 3, 2, 4, 5, 6)
    assert position.pieces[1, 1] == Piece(BY_CODE["q"], 0)
    assert infinite.Position.read(position.to_icn(profile="modern")) == position


@pytest.mark.parametrize("dialect", DIALECTS)
@many
@given(documents())
def test_engines_are_sent_the_position_on_one_line(dialect: str, document: Document) -> None:
    position = Position.of(document).replace(squares=(), rays=())
    unlimited = EngineOption("UCI_MaxCoordinate", "string", "")
    options = EngineOptions([EngineOption("UCI_Icn", "combo", dialect, choices=(dialect,)), unlimited])
    try:
        command = IcnRoot(position).command(options)
    except EngineError:
        assert dialect == "modern", "the dialect of the description can express every position"
        return
    assert "\n" not in command
    assert " moves " not in command
    again = Position.read(command.removeprefix("position icn "))
    # Today's dialect leaves out a limit of slides that the border implies.
    implied = dialect == "modern" and position.extras.keys() <= {"slideLimit"}
    assert again == (position.replace(extras={}) if implied else position)
