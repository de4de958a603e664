// @ts-check
// Pictures of answers: bars, shares, lines and a heat map of the squares, drawn as SVG.
import { s } from "./dom.js";
import { amount, decimal } from "./format.js";
import { t } from "./language.js";

/**
 * @typedef {{kind: string, x: string, behind: string, words: boolean, series: {column: string, label: string}[], colors: string, unit: string}} Picture
 * @typedef {{columns: string[], rows: any[][]}} Answer
 * @typedef {{label: string, parts: {label: string, value: number}[]}} Bar
 * @typedef {{at: number, when: string, value: number}} Point
 */

const WIDTH = 760, HEIGHT = 340, LEFT = 64, RIGHT = 16, TOP = 16, BOTTOM = 52;
/** Above so many bars, and where labels are long, bars lie. */
const MOST_STANDING = 45, LONG_LABEL = 9;
const FILES = "abcdefgh";
/** Milliseconds of a day, and the days from which axes name months and years only. */
const DAY = 86_400_000, MONTHS = 150, YEARS = 3_000;
/** How many colors lines have. */
export const COLORS = 6;

/** A picture of an answer. @param {Picture} picture @param {Answer} answer @returns {SVGSVGElement} */
export function chart(picture, answer) {
  if (picture.kind === "board") return board(picture, answer);
  if (picture.kind === "lines") return lines(picture, answer);
  const bars = barsOf(picture, answer);
  const lies = bars.length > MOST_STANDING || bars.some(({ label }) => label.length > LONG_LABEL);
  return lies ? lying(picture, bars) : standing(picture, bars);
}

/** The bars of an answer. @param {Picture} picture @param {Answer} answer @returns {Bar[]} */
function barsOf(picture, { columns, rows }) {
  const x = columns.indexOf(picture.x), behind = columns.indexOf(picture.behind), series = picture.series.map(({ column, label }) => ({ label, at: columns.indexOf(column) }));
  return rows.map((row) => ({
    label: [row[x] ?? "–", row[behind]].filter((part) => part !== null && part !== undefined).map((part) => (picture.words ? t(String(part)) : part)).join(" "),
    parts: series.map(({ label, at }) => ({ label, value: Number(row[at]) || 0 })),
  }));
}

/** Round numbers from 0 to at least the greatest value. @param {number} greatest @returns {number[]} */
export function ticks(greatest) {
  if (greatest <= 0) return [0, 1];
  const rough = greatest / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? 10 * power;
  const found = [];
  for (let tick = 0; tick < greatest + step; tick += step) found.push(Number(tick.toPrecision(12)));
  return found;
}

/** The lines of an answer by their names. @param {Picture} picture @param {Answer} answer @returns {Map<string, Point[]>} */
function linesOf(picture, { columns, rows }) {
  const x = columns.indexOf(picture.x), y = columns.indexOf(picture.series[0].column);
  /** @type {Map<string, Point[]>} */ const found = new Map();
  for (const row of rows) {
    const at = dayOf(row[0]), name = row[x] === null ? t("unknown") : picture.words ? t(String(row[x])) : String(row[x]);
    if (at === null || row[y] === null) continue;
    found.set(name, [...(found.get(name) ?? []), { at, when: String(row[0]), value: Number(row[y]) }]);
  }
  return found;
}

/** What a legend of an answer names. @param {Picture} picture @param {Answer} answer @returns {string[]} */
export function seriesOf(picture, answer) {
  return picture.kind === "lines" ? [...linesOf(picture, answer).keys()] : picture.series.map(({ label }) => t(label));
}

/** The number of the first day of a day, a month or a year; null for anything else. @param {any} when */
function dayOf(when) {
  const words = String(when).split("-").map(Number);
  if (when === null || !words.length || words.length > 3 || words.some((word) => !Number.isInteger(word))) return null;
  return Date.UTC(words[0], (words[1] ?? 1) - 1, words[2] ?? 1) / DAY;
}

/** The color classes of the series. @param {Picture} picture @param {number} number */
function paint(picture, number) {
  if (picture.colors === "result") return picture.series.length === 2 ? ["white", "black"][number] : ["white", "draws", "black"][number];
  return `set-${number}`;
}

/** What a bar says. @param {Picture} picture @param {Bar} bar */
function words(picture, { label, parts }) {
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  const said = parts.map(({ label: name, value }) => {
    const share = picture.kind === "shares" && all ? ` (${Math.round((100 * value) / all)} %)` : "";
    return parts.length > 1 ? `${t(name)} ${amount(value)}${share}` : `${amount(value)} ${t(picture.unit)}`;
  });
  return `${label}: ${said.join(", ")}`;
}

/** @param {string} label @param {number} width @param {number} height @param {...any} content @returns {SVGSVGElement} */
function drawing(label, width, height, ...content) {
  return s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "chart", role: "group", "aria-label": label }, ...content);
}

/** One bar with its title, which the keyboard reaches. @param {Picture} picture @param {Bar} bar @param {...any} shapes */
function spoken(picture, bar, ...shapes) {
  const text = words(picture, bar);
  return s("g", { class: "bar", tabindex: 0, role: "img", "aria-label": text }, s("title", {}, text), ...shapes);
}

/** @param {Picture} picture */
function greatestOf(picture, /** @type {Bar[]} */ bars) {
  if (picture.kind === "shares") return 100;
  return Math.max(0, ...bars.flatMap(({ parts }) => parts.map(({ value }) => value)));
}

/** The length of each part and where it starts, in the unit of the axis. @param {Picture} picture @param {Bar} bar */
function laid(picture, { parts }) {
  const all = parts.reduce((sum, { value }) => sum + value, 0) || 1;
  let before = 0;
  return parts.map(({ value }) => {
    const share = (100 * value) / all, from = before;
    before += share;
    return picture.kind === "shares" ? { from, length: share } : { from: 0, length: value };
  });
}

/** @param {Picture} picture @param {Bar[]} bars */
function standing(picture, bars) {
  const marks = ticks(greatestOf(picture, bars)), top = picture.kind === "shares" ? 100 : marks[marks.length - 1];
  const high = HEIGHT - TOP - BOTTOM, wide = WIDTH - LEFT - RIGHT, step = wide / Math.max(bars.length, 1);
  const y = (/** @type {number} */ value) => TOP + high - (high * value) / top;
  const skip = Math.ceil((8 * Math.max(...bars.map(({ label }) => label.length), 1)) / step);
  return drawing(t("Bars"), WIDTH, HEIGHT,
    marks.filter((mark) => mark <= top).map((mark) => [
      s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
      s("text", { class: "tick", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, amount(mark))]).flat(),
    bars.map((bar, place) => {
      const x = LEFT + place * step, pieces = laid(picture, bar);
      const each = picture.kind === "shares" ? step * 0.8 : (step * 0.8) / pieces.length;
      return spoken(picture, bar,
        s("rect", { class: "hit", x, y: TOP, width: step, height: high }),
        pieces.map(({ from, length }, number) => s("rect", { class: paint(picture, number), y: y(from + length), height: Math.max(y(from) - y(from + length), 0),
          x: x + step * 0.1 + (picture.kind === "shares" ? 0 : number * each), width: each })),
        place % skip ? null : s("text", { class: "tick", x: x + step / 2, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, bar.label));
    }),
    s("text", { class: "axis", x: LEFT + wide / 2, y: HEIGHT - 10, "text-anchor": "middle" }, t(picture.x)),
    s("text", { class: "axis", x: 14, y: TOP + high / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${TOP + high / 2})` }, axis(picture)));
}

/** @param {Picture} picture @param {Bar[]} bars */
function lying(picture, bars) {
  const line = 22, left = 230, wide = WIDTH - left - RIGHT, high = TOP + bars.length * line + BOTTOM;
  const marks = ticks(greatestOf(picture, bars)), top = picture.kind === "shares" ? 100 : marks[marks.length - 1];
  const x = (/** @type {number} */ value) => left + (wide * value) / top;
  return drawing(t("Bars"), WIDTH, high,
    marks.filter((mark) => mark <= top).map((mark) => [
      s("line", { class: "grid", x1: x(mark), x2: x(mark), y1: TOP, y2: high - BOTTOM }),
      s("text", { class: "tick", x: x(mark), y: high - BOTTOM + 18, "text-anchor": "middle" }, amount(mark))]).flat(),
    bars.map((bar, place) => {
      const y = TOP + place * line, pieces = laid(picture, bar);
      const each = picture.kind === "shares" ? line - 5 : (line - 5) / pieces.length;
      const name = bar.label.length > 34 ? `${bar.label.slice(0, 33)}…` : bar.label;
      return spoken(picture, bar,
        s("rect", { class: "hit", x: left, y, width: wide, height: line }),
        s("text", { class: "tick", x: left - 8, y: y + line / 2 + 3, "text-anchor": "end" }, name),
        pieces.map(({ from, length }, number) => s("rect", { class: paint(picture, number), x: x(from), width: Math.max(x(length) - x(0), 0), height: each,
          y: y + 2 + (picture.kind === "shares" ? 0 : number * each) })));
    }),
    s("text", { class: "axis", x: left + wide / 2, y: high - 10, "text-anchor": "middle" }, axis(picture)));
}

/** @param {Picture} picture */
function axis(picture) {
  return picture.kind === "shares" || picture.unit === "percent" ? t("percent") : t(picture.unit);
}

/** Lines over time. @param {Picture} picture @param {Answer} answer */
function lines(picture, answer) {
  const found = linesOf(picture, answer), points = [...found.values()].flat();
  const days = points.map(({ at }) => at), values = points.map(({ value }) => value);
  const first = Math.min(...days), last = Math.max(...days), marks = between(Math.min(...values), Math.max(...values));
  const low = marks[0], top = marks[marks.length - 1], high = HEIGHT - TOP - BOTTOM, wide = WIDTH - LEFT - RIGHT;
  const x = (/** @type {number} */ at) => LEFT + (last > first ? (wide * (at - first)) / (last - first) : wide / 2);
  const y = (/** @type {number} */ value) => TOP + high - (high * (value - low)) / (top - low);
  const shown = [...new Set([0, 1, 2, 3, 4].map((part) => Math.round(first + ((last - first) * part) / 4)))];
  return drawing(t("Lines"), WIDTH, HEIGHT,
    marks.map((mark) => [
      s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
      s("text", { class: "tick", x: LEFT - 8, y: y(mark) + 4, "text-anchor": "end" }, amount(mark))]).flat(),
    shown.map((at, place) => s("text", { class: "tick", x: x(at), y: HEIGHT - BOTTOM + 18,
      "text-anchor": place === shown.length - 1 && place ? "end" : "middle" }, dated(at, last - first))),
    [...found].map(([name, line], number) => [
      s("polyline", { class: `line set-${number % COLORS}`, points: line.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
      line.map(({ at, when, value }) => {
        const text = `${name}, ${when}: ${amount(value)}`;
        return s("g", { class: "bar", tabindex: 0, role: "img", "aria-label": text }, s("title", {}, text),
          s("circle", { class: "hit", cx: x(at), cy: y(value), r: 9 }), s("circle", { class: `set-${number % COLORS}`, cx: x(at), cy: y(value), r: 3 }));
      })]).flat(2),
    s("text", { class: "axis", x: 14, y: TOP + high / 2, "text-anchor": "middle", transform: `rotate(-90 14 ${TOP + high / 2})` }, axis(picture)));
}

/** A day as precisely as so many days on the axis need it. @param {number} day @param {number} days */
function dated(day, days) {
  return new Date(day * DAY).toISOString().slice(0, days < MONTHS ? 10 : days < YEARS ? 7 : 4);
}

/** Round numbers from below the least to above the greatest value. @param {number} least @param {number} greatest */
function between(least, greatest) {
  const from = least === greatest ? least - 1 : least, marks = ticks(greatest - from + (least === greatest ? 1 : 0)), step = marks[1] - marks[0];
  const low = Math.floor(from / step), high = Math.max(Math.ceil(greatest / step), low + 1);
  return Array.from({ length: high - low + 1 }, (_, place) => Number((step * (low + place)).toPrecision(12)));
}

/** A heat map of the squares from White's side. @param {Picture} picture @param {Answer} answer */
function board(picture, { rows }) {
  const size = 44, edge = 24, greatest = Math.max(1, ...rows.flatMap((row) => row.slice(1).map(Number)));
  const all = rows.flatMap((row) => row.slice(1)).reduce((/** @type {number} */ sum, value) => sum + Number(value), 0) || 1;
  return drawing(t("Squares"), 8 * size + edge + 4, 8 * size + edge + 4,
    rows.flatMap((row, line) => row.slice(1).map((value, file) => {
      const x = edge + file * size, y = line * size + 2, text = `${FILES[file]}${row[0]}: ${amount(Number(value))} ${t(picture.unit)} (${decimal((100 * Number(value)) / all, 1)} %)`;
      const strength = Math.sqrt(Number(value) / greatest);
      return s("g", { class: "bar", tabindex: 0, role: "img", "aria-label": text }, s("title", {}, text),
        s("rect", { class: (line + file) % 2 ? "dark" : "light", x, y, width: size, height: size }),
        s("rect", { class: "heat", x, y, width: size, height: size, "fill-opacity": (0.95 * strength).toFixed(3) }));
    })),
    rows.map((row, line) => s("text", { class: "tick", x: edge - 8, y: line * size + size / 2 + 6, "text-anchor": "end" }, String(row[0]))),
    [...FILES].map((file, place) => s("text", { class: "tick", x: edge + place * size + size / 2, y: 8 * size + edge - 4, "text-anchor": "middle" }, file)));
}
