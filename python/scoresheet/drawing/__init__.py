"""Boards and games as pictures: SVG and HTML, made from text alone and imported only when something is drawn."""

from __future__ import annotations

from scoresheet.drawing.board import board_svg
from scoresheet.drawing.page import game_html, page_html

__all__ = ["board_svg", "game_html", "page_html"]
