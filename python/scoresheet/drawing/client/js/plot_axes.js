// @ts-check
// What the axes and labels of plots need: the width of texts, lines that break, round numbers, and times to scale.
import { s } from "./dom.js";
import { amount } from "./format.js";

/** The size of texts, and the distance of their lines. */
export const FONT = 12;
export const LINE = 15;
/** Milliseconds of a day. */
const DAY = 86_400_000;
/** Days of a month and a year, on average. */
const MONTH = 30.44, YEAR = 365.25;
/** The least distance of the numbers on an axis of ratings. */
const LEAST = 10;
/** Pixels between neighbouring labels. */
const APART = 10;

/** @type {CanvasRenderingContext2D | null} */ let pen = null;

/** The width of a text in a plot, in pixels. @param {string} text @param {number} [size] @param {number} [weight] */
export function widthOf(text, size = FONT, weight = 400) {
  pen ??= document.createElement("canvas").getContext("2d");
  if (!pen) return text.length * size * 0.6;
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

/** A text in lines of at most this width. Only words that are wider break. @param {string} text @param {number} width @param {number} [size] @param {number} [weight] @returns {string[]} */
export function linesOf(text, width, size = FONT, weight = 400) {
  /** @type {string[]} */ const lines = [];
  let line = "";
  const fits = (/** @type {string} */ words) => widthOf(words, size, weight) <= width;
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const letter of word) {
      if (line && !fits(line + letter)) {
        lines.push(line);
        line = "";
      }
      line += letter;
    }
  }
  return line ? [...lines, line] : lines;
}

/** Texts below each other; `y` is the first base line. @param {string[]} lines @param {number} x @param {number} y @param {Record<string, any>} [more] */
export function textLines(lines, x, y, more = {}) {
  return lines.map((line, place) => s("text", { class: "tick", x, y: y + place * LINE, ...more }, line));
}

/** Round numbers from 0 to at least the greatest value. @param {number} greatest @param {number} [most] how many, more or less @param {boolean} [whole] @returns {number[]} */
export function ticks(greatest, most = 4, whole = false) {
  if (greatest <= 0) return [0, 1];
  const step = roundStep(greatest / most, whole ? 1 : 0), found = [0];
  while (found[found.length - 1] < greatest) found.push(Number((found.length * step).toPrecision(12)));
  return found;
}

/** The least round number from `rough` up. @param {number} rough @param {number} [least] */
function roundStep(rough, least = 0) {
  const wanted = Math.max(rough, least), power = 10 ** Math.floor(Math.log10(wanted));
  const times = least ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  return times.map((each) => each * power).find((each) => each >= wanted - 1e-9) ?? 10 * power;
}

/** Round numbers from below the least to above the greatest value. @param {number} least @param {number} greatest @returns {number[]} */
export function between(least, greatest) {
  const step = roundStep((greatest - least) / 4, LEAST);
  const low = Math.floor(least / step), high = Math.max(Math.ceil(greatest / step), low + 1);
  return Array.from({ length: high - low + 1 }, (_, place) => (low + place) * step);
}

/** A number on an axis. Years and ratings have no separators. @param {number} value @param {boolean} [plain] */
export function numbered(value, plain = false) {
  return (plain ? String(Math.abs(value)) : amount(Math.abs(value))).replace(/^/, value < 0 ? "−" : "");
}

/**
 * The multiples of a round number whose labels have room.
 * @param {number} first @param {number} last @param {{step: number, room: number, label: (value: number) => string}} scale
 *   `step` divides what is labelled, and `room` is the pixels of a unit
 */
export function spaced(first, last, { step, room, label }) {
  const widest = Math.max(widthOf(label(first)), widthOf(label(last))) + APART;
  const each = step * Math.max(1, roundStep(widest / (room * step), 1));
  const found = [];
  for (let value = Math.ceil(first / each) * each; value <= last; value += each) found.push(value);
  return found.length ? found : [first];
}

/** The number of the first day of a day, a month or a year; null for anything else. @param {any} when */
export function dayOf(when) {
  const words = /^(\d{1,6})(?:-(\d\d))?(?:-(\d\d))?$/.exec(String(when));
  if (!words) return null;
  const day = new Date(0);
  day.setUTCFullYear(Number(words[1]), Number(words[2] ?? 1) - 1, Number(words[3] ?? 1));
  return day.getTime() / DAY;
}

/**
 * The days at which years, months or days begin whose labels have room, with their labels.
 * @param {number} first @param {number} last @param {number} room pixels of a day @returns {{at: number, label: string}[]}
 */
export function timesBetween(first, last, room) {
  const text = (/** @type {number} */ at, /** @type {number} */ letters) => new Date(at * DAY).toISOString().slice(0, letters);
  const years = (/** @type {number} */ each) => ({ days: each * YEAR, letters: 4, next: (/** @type {Date} */ day) => day.setUTCFullYear((Math.floor(day.getUTCFullYear() / each) + 1) * each, 0, 1) });
  const months = (/** @type {number} */ each) => ({ days: each * MONTH, letters: 7, next: (/** @type {Date} */ day) => day.setUTCMonth((Math.floor(day.getUTCMonth() / each) + 1) * each, 1) });
  const days = (/** @type {number} */ each) => ({ days: each, letters: 10, next: (/** @type {Date} */ day) => day.setUTCDate(day.getUTCDate() + each) });
  const units = [...[1, 2, 7].map(days), ...[1, 3, 6].map(months), ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map(years)];
  const unit = units.find((each) => each.days * room >= widthOf(text(first, each.letters)) + APART) ?? units[units.length - 1];
  const found = [], day = new Date((first - 1) * DAY);
  for (unit.next(day); day.getTime() / DAY <= last; unit.next(day)) {
    const at = day.getTime() / DAY;
    if (at >= first) found.push({ at, label: text(at, unit.letters) });
  }
  return found.length ? found : [{ at: first, label: text(first, 10) }];
}
