"""Boards and games as SVG and HTML, made from text alone. Imported only when something is drawn."""

from __future__ import annotations

from scoresheet.drawing.board import board_svg
from scoresheet.drawing.page import fragment_html, game_html, page_html

__all__ = ["board_svg", "fragment_html", "game_html", "page_html"]
