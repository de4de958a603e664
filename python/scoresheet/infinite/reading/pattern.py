"""The regular expression for texts of ICN that strict reading accepts.

It is made from the codes and numbers that the readers know, in the dialect that RE2 and Rust's `regex` share: no
look-around, back-references or flags. The readers check what no expression can count or compare: whether a square or
an argument is repeated, how many sides there are, and what the further rules mean.
"""

from __future__ import annotations

from collections.abc import Iterable

from scoresheet.infinite.pieces import KINDS, Kind
from scoresheet.infinite.players import PLAYER_CODES
from scoresheet.infinite.reading.source import BLANKS, PLAIN

__all__ = ["JSON_DEPTH", "icn_regex"]

JSON_DEPTH = 1
"""How deep values in the further rules may nest, because a regular expression cannot count."""

_SQUARE = f"{PLAIN},{PLAIN}"
_OWNER = "(?:[1-9][0-9]*)"
_BLANK = r"[ \t\r\n]"
_BAR = r"\|"
_KEY = r'[^ \t\r\n:\[\]"]'
_NUMBER = r"[0-9]+\."
_COMMENT = r"\{[^}]*\}"
_FIRST_COMMENT = rf'\{{{BLANKS}[^}}" \t\r\n][^}}]*\}}'
"""The first item might be an object with further rules."""


def icn_regex() -> str:
    """The regular expression of one text of ICN, without anchors.

    >>> import re
    >>> bool(re.fullmatch(icn_regex(), "[White: A] w (8|1) K5,1|k5,8 5,1>5,2"))
    True
    """
    metadata = _metadata()
    item = f"(?:{metadata}|{_extras()})"
    gap = f"(?:{_BLANK}|{item})"
    argument = _one_of(_arguments())
    moves = _Moves(metadata)
    # A word ends with a space, a bracket or a brace, even that of a comment, which shows that the moves start.
    commented = f"{argument}{gap}*{_FIRST_COMMENT}{moves.behind_comment}"
    behind = f"(?:{argument}{gap}+)*(?:{argument}|{commented}|{moves.any})?"
    return f"(?:\ufeff)?{BLANKS}(?:(?:{item}{gap}*|{argument}{gap}+){behind}|{argument}|{commented}|{moves.any})"


def _one_of(parts: Iterable[str]) -> str:
    return f"(?:{'|'.join(parts)})"


def _list(part: str, between: str) -> str:
    return f"{part}(?:{between}{part})*"


# Pieces


def _any_case(code: str) -> str:
    return "".join(f"[{letter.upper()}{letter}]" for letter in code)


def _code(kinds: Iterable[Kind]) -> str:
    """A piece. The case of a code shows its owner; after a number, the case has no meaning."""
    kinds = list(kinds)
    plain = [code for kind in kinds for code in ([kind.code] if kind.neutral else [kind.code, kind.code.upper()])]
    return f"(?:{_one_of(plain)}|(?:0|{_OWNER}){_one_of(_any_case(kind.code) for kind in kinds)})"


def _pieces() -> str:
    return _list(rf"{_code(KINDS)}{_SQUARE}\+?", _BAR)


# Arguments


def _arguments() -> list[str]:
    number = "(?:0|[1-9][0-9]*)"
    side = f"(?:{PLAIN}|_)"
    becoming = _one_of(_any_case(kind.code) for kind in KINDS if not kind.neutral and kind.special != "pawn")
    ranks = f"(?:{_list(PLAIN, ',')}(?:;{_list(becoming, ',')})?)?"
    names = _list("[A-Za-z]+", ",")
    step = f"(?:0,-?[1-9][0-9]*|-?[1-9][0-9]*,{PLAIN})"
    return [
        f"{number}/{number}",
        number,
        _SQUARE,
        f"{side}(?:,{side}){{3}}",
        rf"\({_list(ranks, _BAR)}\)",
        rf"\({_list(names, _BAR)}\)",
        "[A-Za-z]{3,}(?:,[A-Za-z]+)*",
        f"Squares:{_list(_SQUARE, _BAR)}",
        f"Rays:{_list(f'{_SQUARE}>{step}', _BAR)}",
        _pieces(),
        _list(_one_of(PLAYER_CODES), ":"),
    ]


# Metadata and further rules


def _metadata() -> str:
    quoted = rf'{BLANKS}{_KEY}+{_BLANK}+"(?:[^"]|(?:"{BLANKS})+[^ \t\r\n"\]])*(?:"{BLANKS})+'
    letter, words = r"[^\]: \t\r\n]", rf"(?:{_BLANK}+[^\]: \t\r\n]+)*"
    # A quote after the first word opens the other form, unless that word is not a key there.
    key = rf'{BLANKS}(?:{_KEY}+(?:{_BLANK}+[^\]: \t\r\n"]{letter}*{words})?|{_KEY}*["\[]{letter}*{words}){BLANKS}'
    # The key ends at the first colon before a space, or at the first colon.
    other = r"(?:[^\]:]|:+[^\]: \t\r\n])"
    far = rf"(?::+[^\]: \t\r\n]{other}*)?:+{_BLANK}{_unquoted(_ANY, _ANY_LETTER)}"
    near = f":+{_unquoted(other, letter)}:*"
    return rf"\[(?:{quoted}|{key}(?:{far}|{near}))\]"


_ANY = r"[^\]]"
_ANY_LETTER = r"[^\] \t\r\n]"


def _unquoted(part: str, letter: str) -> str:
    """A value without quotes at both ends. After a colon, it is unclear whether they are part of the value."""
    letter = letter.replace("[^", '[^"')
    return f'{BLANKS}(?:{letter}{part}*|"(?:{part}*{letter})?{BLANKS})?'


def _extras() -> str:
    text = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"'
    value = rf"(?:{text}|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null)"
    for _ in range(JSON_DEPTH):
        value = f"(?:{value}|{_array(value)}|{_object(text, value)})"
    return _object(text, value)


def _array(value: str) -> str:
    return rf"\[{BLANKS}(?:{_list(value, f'{BLANKS},{BLANKS}')})?{BLANKS}\]"


def _object(text: str, value: str) -> str:
    member = f"{text}{BLANKS}:{BLANKS}{value}"
    return rf"\{{{BLANKS}(?:{_list(member, f'{BLANKS},{BLANKS}')})?{BLANKS}\}}"


# Moves


class _Moves:
    """Moves with separators, and the result."""

    def __init__(self, metadata: str) -> None:
        quiet = f"(?:{_BLANK}|{metadata}|{_COMMENT})"
        marks = f"(?:{quiet}|[|.]|{_NUMBER})*"
        # A number would be part of the move that it touches.
        parts = f"(?:(?:{_BLANK}|{metadata})*(?:{_COMMENT}|[|.])|(?:{_BLANK}|{metadata})+{_NUMBER}){marks}"
        # A bar after the last move requires a comment.
        end = rf"(?:{quiet}|\.|\|(?:{_BLANK}|{metadata}|[|.])*{_COMMENT})+"
        move, behind = _move(), f"(?:{quiet}+)?"
        result = rf"(?:(?:1-0|0-1|1/2-1/2|\*){behind})"
        # A result that starts with a digit would be part of a number that it touches.
        played = rf"{move}(?:{parts}{move})*(?:{end}{result}?|\*{behind})?"
        none = f"(?:{quiet}|[|.])*"
        self.behind_comment = f"(?:{marks}{played}|{none}{result}?)"
        """What may follow a comment: moves, or none."""
        self.any = f"(?:(?:{_NUMBER}{marks})?{played}|{_FIRST_COMMENT}{self.behind_comment}|{result})"
        """Moves, which start with a number, a move, a comment or the result."""


def _move() -> str:
    becoming = [kind for kind in KINDS if not kind.neutral]
    plain = _one_of(code for kind in becoming for code in (kind.code, kind.code.upper()))
    owned = f"{_OWNER}{_one_of(_any_case(kind.code) for kind in KINDS)}"
    promotion = f"(?:{plain}|{BLANKS}={BLANKS}(?:{plain}|{owned}))?"
    signs = f"(?:{BLANKS}(?:[!?]+|[+#=]))*"
    return f"(?:{_code(KINDS)})?{_SQUARE}{BLANKS}[>x]{BLANKS}{_SQUARE}{promotion}{signs}"
