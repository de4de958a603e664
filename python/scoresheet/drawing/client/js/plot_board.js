// @ts-check
// A heat map of the squares from White's side, with the numbers that its colors mean.
import { s } from "./dom.js";
import { amount, countedGames, share } from "./format.js";
import { t, tn } from "./language.js";
import { FONT, LINE, linesOf, textLines } from "./plot_axes.js";
import { drawing, pressed } from "./plot_marks.js";

const FILES = "abcdefgh", EDGE = 20, LARGEST = 52, SHADES = 5;

/** @param {import("./plot_marks.js").Picture} picture @param {import("./plot_marks.js").Mark[]} marks @param {import("./plot_marks.js").Shown} shown */
export function board(picture, marks, shown) {
  const size = Math.min(LARGEST, Math.floor((shown.width - EDGE - 2) / 8)), known = new Map(marks.map((mark) => [mark.value, mark]));
  const moves = (/** @type {string} */ square) => known.get(square)?.parts[0].value ?? 0;
  const greatest = Math.max(1, ...marks.map(({ value }) => moves(value))), all = marks.reduce((sum, { value }) => sum + moves(value), 0) || 1;
  const wide = EDGE + 8 * size, foot = 8 * size + EDGE;
  const squares = [..."87654321"].flatMap((rank, line) => [...FILES].map((file, column) => {
    const square = file + rank, x = EDGE + column * size, y = line * size + 1, count = moves(square), games = known.get(square)?.games ?? 0;
    const text = `${square}: ${tn(count, "{n} move", "{n} moves", { n: amount(count) })} (${share(count, all)}); ${countedGames(games)}`;
    return pressed(text, known.get(square)?.bar, shown, s("rect", { class: (line + column) % 2 ? "dark" : "light", x, y, width: size, height: size }),
      s("rect", { class: "heat", x, y, width: size, height: size, "fill-opacity": strength(count / greatest) }));
  }));
  const words = linesOf(t("Moves to a square. The strength of a color is the square root of their number."), wide);
  const shade = (wide - EDGE) / SHADES, legend = foot + 10;
  const root = drawing(t("Squares"), wide, legend + 14 + LINE + 6 + words.length * LINE, squares,
    [..."87654321"].map((rank, line) => s("text", { class: "tick", x: EDGE - 7, y: line * size + size / 2 + 5, "text-anchor": "end" }, rank)),
    [...FILES].map((file, column) => s("text", { class: "tick", x: EDGE + column * size + size / 2, y: 8 * size + LINE, "text-anchor": "middle" }, file)),
    Array.from({ length: SHADES }, (_, number) => {
      const part = (number / (SHADES - 1)) ** 2;
      return [s("rect", { class: "light", x: EDGE + number * shade, y: legend, width: shade, height: 12 }),
        s("rect", { class: "shade", x: EDGE + number * shade, y: legend, width: shade, height: 12, "fill-opacity": strength(part) }),
        s("text", { class: "tick", x: EDGE + (number + 0.5) * shade, y: legend + 12 + FONT + 2, "text-anchor": "middle" }, amount(Math.round(greatest * part)))];
    }).flat(),
    textLines(words, EDGE, legend + 14 + FONT + LINE + 4, { class: "axis" }));
  root.dataset.row = "8";
  return root;
}

/** @param {number} part of the greatest number */
function strength(part) {
  return (0.95 * Math.sqrt(part)).toFixed(3);
}
