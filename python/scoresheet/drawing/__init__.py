"""Boards and games as pictures: SVG and HTML, made from text alone and imported only when something is drawn."""

from __future__ import annotations

from scoresheet.drawing.board import board_svg

__all__ = ["board_svg"]
