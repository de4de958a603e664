// @ts-check
// Pictures of results: bars and shares, horizontal or vertical. Bars start at zero, and numbers below them are to
// scale.
import { s } from "./dom.js";
import { amount, isPlain } from "./format.js";
import { t } from "./language.js";
import { FONT, LINE, linesOf, numbered, spaced, textLines, ticks, widthOf } from "./plot_axes.js";
import { board } from "./plot_board.js";
import { drawing, grouped, marksOf, pressed, words } from "./plot_marks.js";
import { lines } from "./plot_lines.js";

/**
 * @typedef {import("./plot_marks.js").Picture} Picture
 * @typedef {import("./plot_marks.js").Mark} Mark
 * @typedef {import("./plot_marks.js").Shown} Shown
 */

/** Pixels above what is drawn, after it, and between parts of a plot. */
const TOP = 22, RIGHT = 14, GAP = 8;
/** The height of the bars for the number of games of the shares below them, and of plots. */
const STRIP = 48, TALL = 280;
/** The least and the greatest width of a standing bar, and what is free between the parts of a bar. */
const THINNEST = 1, WIDEST = 64, SLIT = 1.2;
/** The room that the title of an axis has at least. */
const NARROW = 200;
/** The height of a lying bar, and the part of the width that labels beside bars may take. */
const BAR = 20, BESIDE = 0.36;

/** A picture of a result. @param {Picture} picture @param {import("./plot_marks.js").Rows} answer @param {Shown} shown @returns {SVGSVGElement} */
export function chart(picture, answer, shown) {
  const marks = marksOf(picture, answer);
  if (picture.kind === "board") return board(picture, marks, shown);
  if (picture.kind === "lines") return lines(picture, marks, shown);
  return picture.step ? standing(picture, marks, shown) : lying(picture, marks, shown);
}

/** @param {Picture} picture */
function unit(picture) {
  return picture.kind === "shares" ? t("% of games") : t(picture.unit);
}

/** The length of each part and where it starts, in the unit of the axis. @param {Picture} picture @param {Mark} mark */
function laid(picture, { parts }) {
  const all = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  let before = 0;
  return parts.map(({ paint, value }) => {
    const share = (100 * value) / all, from = before;
    before += share;
    return picture.kind === "shares" ? { paint, from, length: share } : { paint, from: 0, length: value };
  });
}

/** The pixels of a part: at least one if there is anything, and apart from the next part. @param {Picture} picture @param {number} pixels */
function seen({ kind }, pixels) {
  return pixels > 0 ? Math.max(kind === "shares" ? pixels - SLIT : pixels, 1) : 0;
}

/** @param {Picture} picture @param {Mark[]} marks */
function greatestOf(picture, marks) {
  return picture.kind === "shares" ? 100 : Math.max(0, ...marks.flatMap(({ parts }) => parts.map(({ value }) => value)));
}

/** Bars below each other, with labels beside them or, where these need more room, above them. @param {Picture} picture @param {Mark[]} marks @param {Shown} shown */
function lying(picture, marks, shown) {
  const { width } = shown, widest = Math.max(...marks.map(({ label }) => widthOf(label)));
  const beside = widest <= width * BESIDE, left = beside ? Math.ceil(widest) + GAP : 1;
  const numbers = marks.map(({ games }) => amount(games)), counts = t("games"), right = Math.ceil(Math.max(...numbers.map((each) => widthOf(each)), widthOf(counts))) + GAP + 2;
  const wide = width - left - right, all = ticks(greatestOf(picture, marks), Math.max(2, Math.floor(wide / 90)), picture.unit === "games");
  const top = picture.kind === "shares" ? 100 : all[all.length - 1], x = (/** @type {number} */ value) => left + (wide * value) / top;
  const parts = picture.kind === "shares" ? 1 : picture.series.length, thick = parts > 1 ? 26 : BAR;
  let y = TOP;
  const bars = marks.map((mark, place) => {
    const above = beside ? [] : linesOf(mark.label, width - right), start = y, from = y + above.length * LINE, each = (thick - 3) / parts;
    y = from + thick + (beside ? 2 : 7);
    return pressed(words(picture, mark), mark.bar, shown,
      s("rect", { class: "hit", x: 0, y: start - 1, width, height: y - start }),
      beside ? s("text", { class: "tick", x: left - GAP, y: from + thick / 2 + 3, "text-anchor": "end" }, mark.label) : textLines(above, left, start + FONT - 1),
      laid(picture, mark).map(({ paint, from: begin, length }, number) => s("rect", { class: paint, x: x(begin), width: seen(picture, x(length) - x(0)),
        y: from + 1 + (parts > 1 ? number * each : 0), height: each - (parts > 1 ? SLIT : 0) })),
      s("text", { class: "tick", x: width - 1, y: from + thick / 2 + 3, "text-anchor": "end" }, numbers[place]));
  });
  const end = y;
  return drawing(t("Bars"), width, end + 2 * LINE + GAP,
    s("text", { class: "axis", x: width - 1, y: FONT, "text-anchor": "end" }, counts),
    all.filter((mark) => mark <= top).map((mark, place) => [
      s("line", { class: "grid", x1: x(mark), x2: x(mark), y1: TOP - 4, y2: end }),
      s("text", { class: "tick", x: x(mark), y: end + LINE, "text-anchor": place || beside ? "middle" : "start" }, numbered(mark))]).flat(),
    bars, s("text", { class: "axis", x: left + wide / 2, y: end + 2 * LINE + 2, "text-anchor": "middle" }, unit(picture)));
}

/** Vertical bars on an axis of numbers, which is to scale. @param {Picture} picture @param {Mark[]} marks @param {Shown} shown */
function standing(picture, marks, shown) {
  const isShares = picture.kind === "shares", groups = grouped(marks, ({ value }) => value), numbers = groups.map(([{ value }]) => value);
  const { step, starts } = picture, first = Math.min(...numbers), last = Math.max(...numbers), shift = starts && step > 1 ? 0 : step / 2;
  const all = ticks(greatestOf(picture, marks), 4, picture.unit === "games"), top = isShares ? 100 : all[all.length - 1];
  const most = Math.max(...marks.map(({ games }) => games));
  const left = Math.ceil(Math.max(...[...all, isShares ? most : 0].map((each) => widthOf(numbered(each))))) + GAP + 2;
  const kinds = [...new Set(marks.map(({ by }) => by))], room = Math.min((WIDEST * kinds.length) / step, (shown.width - left - RIGHT) / (last - first + step));
  const wide = room * (last - first + step), width = left + wide + RIGHT, x = (/** @type {number} */ value) => left + (value - first + shift) * room;
  const strip = isShares ? STRIP + TOP : 0, from = strip + (isShares ? 34 : TOP), high = width < 500 ? TALL - 60 : TALL, foot = from + high;
  const y = (/** @type {number} */ value) => foot - (high * value) / top, gap = step * room > 4 ? step * room * 0.12 : 0;
  const title = linesOf(t(picture.axis), Math.max(wide, NARROW)), size = step * room - gap;
  const bars = groups.flatMap((some) => some.map((mark) => {
    const each = Math.max(size / kinds.length, THINNEST), begin = x(mark.value) - shift * room + gap / 2 + kinds.indexOf(mark.by) * each;
    const games = isShares && s("rect", { class: "set-5", x: begin, width: each, y: strip - (STRIP * mark.games) / most, height: (STRIP * mark.games) / most });
    return pressed(words(picture, mark), mark.bar, shown,
      s("rect", { class: "hit", x: begin - gap / 2, y: TOP, width: each + gap, height: foot - TOP }), games,
      laid(picture, mark).map(({ paint, from: low, length }) => {
        const tall = seen(picture, y(low) - y(low + length));
        return s("rect", { class: paint, x: begin, width: each, y: y(low) - tall, height: tall });
      }));
  }));
  return drawing(t("Bars"), Math.max(width, left + NARROW + RIGHT), foot + (2 + title.length) * LINE + 2,
    isShares && [s("text", { class: "axis", x: left, y: FONT }, t("games")), level(numbered(most), left, width, strip - STRIP), level("0", left, width, strip)].flat(),
    s("text", { class: "axis", x: left, y: from - 10 }, unit(picture)),
    all.filter((mark) => mark <= top).map((mark) => level(numbered(mark), left, width, y(mark))).flat(),
    bars, below(picture, { first, last, room, x, left, width, foot }),
    title.map((line, place) => s("text", { class: "axis", x: left + Math.max(wide, ...title.map((each) => widthOf(each))) / 2, y: foot + (2 + place) * LINE + 4, "text-anchor": "middle" }, line)));
}

/** A line across a plot with its label. @param {string} label @param {number} left @param {number} width @param {number} y */
function level(label, left, width, y) {
  return [s("line", { class: "grid", x1: left, x2: width - RIGHT, y1: y, y2: y }), s("text", { class: "tick", x: left - GAP, y: y + 4, "text-anchor": "end" }, label)];
}

/**
 * The labels below an axis of numbers: round ones, and those of its open ends.
 * @param {Picture} picture @param {{first: number, last: number, room: number, x: (value: number) => number, left: number, width: number, foot: number}} scale
 */
function below(picture, { first, last, room, x, left, width, foot }) {
  const { step, starts, openEnds: [low, high] } = picture, plain = isPlain(picture.x), half = starts ? 0 : Math.floor(step / 2);
  const label = (/** @type {number} */ value) => (value === high ? `≥ ${numbered(value - half, plain)}` : value === low ? `≤ ${numbered(value + half, plain)}` : numbered(value, plain));
  const ends = [low, high].filter((each) => each !== null && each >= first && each <= last);
  /** @type {number[][]} */ const taken = [];
  const found = [];
  for (const value of /** @type {number[]} */ ([...ends, ...spaced(first, last, { step, room, label: (each) => numbered(each, plain) })])) {
    const wide = widthOf(label(value)) / 2, at = Math.max(wide + 1, Math.min(x(value), width - wide));
    if (taken.some(([from, to]) => at - wide - 6 < to && from < at + wide + 6)) continue;
    taken.push([at - wide, at + wide]);
    found.push(s("line", { class: "stroke", x1: x(value), x2: x(value), y1: foot, y2: foot + 4 }), s("text", { class: "tick", x: at, y: foot + LINE + 2, "text-anchor": "middle" }, label(value)));
  }
  return found;
}
