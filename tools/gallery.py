"""The gallery of the documentation site: pictures that Scoresheet draws while the site is built."""

from __future__ import annotations

from typing import NamedTuple

from scoresheet import Position, infinite

__all__ = ["PICTURES", "files"]


class Picture(NamedTuple):
    """A picture, and the code under it that draws it."""

    name: str
    caption: str
    code: str


_MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
_OPEN = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4"

PICTURES = [
    Picture("start", "The starting position", "Position().svg()"),
    Picture("mate", "The last move, and a king in check", f'Position("{_MATE}").svg(last_move="h5f7", theme="green")'),
    Picture("marks", "Arrows and marked squares", f'Position("{_OPEN}").svg(arrows="Rg5f7,Gc4f7", squares=["Yf7"])'),
    Picture("black", "Seen from Black's side", f'Position("{_OPEN}").svg(flipped=True, theme="blue")'),
    Picture("print", "For printing", f'Position("{_OPEN}").svg(theme="grey", coordinates=False)'),
    Picture(
        "far",
        "A board without edges: distant pieces are beyond gaps",
        'infinite.Position.read("K0,0|AM3,4|k1000000000000,5").svg(squares="R3,4", last_move="0,4>3,4")',
    ),
    Picture(
        "fairies",
        "Pieces of infinite chess",
        'infinite.Position.read("CH0,0|AR1,0|AM2,0|HA3,0|GU4,0|ca0,1|gi1,1|ze2,1|ro3,1|nr4,1|k0,3|K4,3").svg()',
    ),
]
"""The pictures in the order of the page."""

_START = """# Gallery

Scoresheet drew every picture on this page when the site was built, by the code below the picture.
[Show games and boards](guides/show.md) describes the options.

```python
from scoresheet import Position, infinite
```

"""


def files() -> dict[str, str]:
    """The page and its pictures, by their places on the site."""
    shown = "".join(_shown(each) for each in PICTURES)
    drawn = {_place(each): _drawn(each) for each in PICTURES}
    return {"gallery.md": _START + shown} | drawn


def _shown(picture: Picture) -> str:
    image = f"![{picture.caption}]({_place(picture)})"
    return f"## {picture.caption}\n\n{image}\n\n```python\n{picture.code}\n```\n\n"


def _place(picture: Picture) -> str:
    return f"gallery/{picture.name}.svg"


def _drawn(picture: Picture) -> str:
    return str(eval(picture.code, {"Position": Position, "infinite": infinite}))
