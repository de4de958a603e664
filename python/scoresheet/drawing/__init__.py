"""Boards and games as pictures and pages. Imported only when something is drawn.

SVG and HTML are made from text alone. PNG, APNG and GIF need the extras `png` and `gif`.
"""

from __future__ import annotations

from scoresheet.drawing.board import board_svg
from scoresheet.drawing.embedded import SCRIPT_NAME, embedded_html, embedding_script
from scoresheet.drawing.latex import games_latex
from scoresheet.drawing.markdown import games_markdown
from scoresheet.drawing.messages import LANGUAGES
from scoresheet.drawing.page import fragment_html, game_html, page_html
from scoresheet.drawing.pictures import board_png, game_apng, game_gif
from scoresheet.drawing.printed_page import printed_html

__all__ = [
    "LANGUAGES",
    "SCRIPT_NAME",
    "board_png",
    "board_svg",
    "embedded_html",
    "embedding_script",
    "fragment_html",
    "game_apng",
    "game_gif",
    "game_html",
    "games_latex",
    "games_markdown",
    "page_html",
    "printed_html",
]
