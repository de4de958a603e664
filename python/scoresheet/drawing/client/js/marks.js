// @ts-check
// What is drawn on the squares besides pieces: tints, rings, dots and arrows.
import { s } from "./dom.js";

/** The side of a square in the units of the drawing. */
export const BOX = 45;

/** How far from the centre of a square an arrow to it ends. */
const RIM = 11;

/** How opaque arrows are: they cover pieces. */
const SEEN = 0.6;

/** @typedef {[number, number]} Point */

/** A square filled with a colour. @param {Point} corner @param {string} fill @param {number} opacity */
export function tint([x, y], fill, opacity) {
  return s("rect", { x, y, width: BOX, height: BOX, fill, "fill-opacity": opacity });
}

/** The destination of a move: a dot, or a ring around a piece. @param {Point} corner @param {boolean} taken */
export function target([x, y], taken) {
  const place = { class: "target", cx: x + BOX / 2, cy: y + BOX / 2 };
  return taken
    ? s("circle", { ...place, r: BOX / 2 - 3, fill: "none", stroke: "#15803d", "stroke-width": 4, opacity: 0.7 })
    : s("circle", { ...place, r: 7, fill: "#15803d", opacity: 0.6 });
}

/**
 * An arrow from a square to the rim of the piece on another; a ring if they are the same square.
 * @param {Point} from @param {Point} to the corners @param {string} fill
 */
export function arrow(from, to, fill) {
  const [x, y] = from.map((value) => value + BOX / 2);
  const [toX, toY] = to.map((value) => value + BOX / 2);
  const length = Math.hypot(toX - x, toY - y);
  if (!length) {
    const ring = { r: BOX / 2 - 3, fill: "none", stroke: fill, "stroke-width": 4, "stroke-opacity": SEEN };
    return s("circle", { class: "arrow", cx: x, cy: y, ...ring });
  }
  const dx = (toX - x) / length, dy = (toY - y) / length;
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(x + dx * along - dy * aside).toFixed(2)} ${(y + dy * along + dx * aside).toFixed(2)}`;
  const tip = length - RIM, neck = tip - 16;
  const corners = [[tip, 0], [neck, 10], [neck, 3.6], [10, 3.6], [10, -3.6], [neck, -3.6], [neck, -10]];
  const d = `M${corners.map(([along, aside]) => at(along, aside)).join("L")}z`;
  return s("path", { class: "arrow", fill, "fill-opacity": SEEN, d });
}
