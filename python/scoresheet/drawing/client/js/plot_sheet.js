// @ts-check
// A plot as a separate picture: with its title, what counts in it, and its legend.
import { s } from "./dom.js";
import { LINE, linesOf, textLines, widthOf } from "./plot_axes.js";

const EDGE = 16, TITLE = 17, SWATCH = 12, GAP = 18, LEAST = 360;

/**
 * A picture around a plot.
 * @param {{title: string, counts: string, legend: {paint: string, label: string}[]}} about @param {SVGSVGElement} plot @returns {SVGSVGElement}
 */
export function sheet({ title, counts, legend }, plot) {
  const width = Math.max(Number(plot.getAttribute("width")), LEAST), named = linesOf(title, width, TITLE, 650), counted = linesOf(counts, width), keys = [];
  let y = EDGE + TITLE;
  const heading = textLines(named, EDGE, y, { class: "title" });
  y += named.length * LINE + 8;
  const numbers = textLines(counted, EDGE, y, { class: "axis" });
  y += counted.length * LINE + 4;
  let x = EDGE;
  for (const { paint, label } of legend) {
    const wide = SWATCH + 6 + widthOf(label) + GAP;
    if (x > EDGE && x + wide > width + EDGE) {
      x = EDGE;
      y += LINE + 5;
    }
    keys.push(s("rect", { class: paint, x, y: y - SWATCH + 2, width: SWATCH, height: SWATCH }), s("text", { class: "tick", x: x + SWATCH + 6, y }, label));
    x += wide;
  }
  y += legend.length ? LINE : 0;
  const high = Number(plot.getAttribute("height")), all = { width: width + 2 * EDGE, height: Math.ceil(y + high + EDGE) };
  return s("svg", { viewBox: `0 0 ${all.width} ${all.height}`, ...all, class: "chart", role: "img", "aria-label": title },
    heading, numbers, keys, s("g", { transform: `translate(${EDGE} ${y})` }, ...plot.childNodes));
}
