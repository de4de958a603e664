// @ts-check
// The bars, points and squares of a plot: the text of each, and what a click, Enter and the arrow keys do on it.
import { s } from "./dom.js";
import { amount, countedGames, isPlain, safe, share } from "./format.js";
import { t } from "./language.js";
import { numbered } from "./plot_axes.js";

/**
 * @typedef {{kind: string, x: string, words: boolean, axis: string, by: string, series: {column: string, label: string}[], colors: string, unit: string,
 *   step: number, stepBy: string, starts: boolean, openEnds: (number | null)[]}} Picture
 * @typedef {{columns: string[], rows: any[][], bars: string[]}} Rows
 * @typedef {{label: string, value: any, by: string, games: number, bar: string | undefined, parts: {label: string, paint: string, value: number}[]}} Mark
 * @typedef {{width: number, open?: (bar: string) => void}} Shown how wide a plot is, and what shows the games behind a bar
 */

/** How many colors series have. */
const COLORS = 6;
/** @type {Record<string, string[]>} */ const PAINTS = { result: ["white", "draws", "black"], score: ["won", "drawn", "lost"], lost: ["lost"] };

/** The marks of a result. @param {Picture} picture @param {Rows} answer @returns {Mark[]} */
export function marksOf(picture, { columns, rows, bars }) {
  const at = (/** @type {string} */ name) => columns.indexOf(name), series = picture.series.map((each) => ({ ...each, at: at(each.column) }));
  const groups = picture.by ? groupsOf(picture, { columns, rows }) : [];
  return rows.map((row, place) => {
    const by = picture.by ? String(row[at(picture.by)]) : "";
    return {
      label: labelOf(picture, row[at(picture.x)]), value: row[at(picture.x)], by, games: Number(row[at("games")]), bar: bars[place],
      parts: series.map(({ label, at: column }, number) => ({ label: t(label), paint: paint(picture, picture.by ? groups.indexOf(by) : number), value: Number(row[column]) || 0 })),
    };
  });
}

/** The values of the column with separate bars or lines for each value. @param {Picture} picture @param {{columns: string[], rows: any[][]}} answer */
export function groupsOf(picture, { columns, rows }) {
  return [...new Set(rows.map((row) => String(row[columns.indexOf(picture.by)])))];
}

/** Things with the same key, in the order of their first ones. @template T @param {T[]} things @param {(thing: T) => any} key @returns {T[][]} */
export function grouped(things, key) {
  /** @type {Map<any, T[]>} */ const found = new Map();
  for (const thing of things) found.set(key(thing), [...(found.get(key(thing)) ?? []), thing]);
  return [...found.values()];
}

/** The colors of a plot with their meaning. @param {Picture} picture @param {Rows} answer @returns {{paint: string, label: string}[]} */
export function legendOf(picture, answer) {
  const labels = picture.by ? groupsOf(picture, answer) : picture.series.map(({ label }) => label);
  return labels.length > 1 ? labels.map((label, number) => ({ paint: paint(picture, number), label: t(label) })) : [];
}

/** @param {Picture} picture @param {number} number */
function paint(picture, number) {
  const paints = PAINTS[picture.colors];
  if (paints) return picture.by && number ? paints[paints.length - 1] : paints[number];
  return `set-${number % COLORS}`;
}

/** The value of the axis of a bar, in words. @param {Picture} picture @param {any} value */
function labelOf(picture, value) {
  if (!picture.step) return picture.words ? t(String(value)) : safe(String(value)).trim() || "?";
  const { step, starts, openEnds: [low, high] } = picture, plain = isPlain(picture.x);
  const half = starts ? 0 : Math.floor(step / 2);
  if (value === high) return t("{number} and more", { number: numbered(value - half, plain) });
  if (value === low) return t("{number} and less", { number: numbered(value + half, plain) });
  if (step === 1) return numbered(value, plain);
  if (starts) return `${numbered(value, plain)}–${numbered(value + step - 1, plain)}`;
  return t("{low} to {high}", { low: numbered(value - half), high: numbered(value + half) });
}

/** The text of a mark. @param {Picture} picture @param {Mark} mark */
export function words(picture, { label, by, parts, games }) {
  const all = parts.reduce((sum, { value }) => sum + value, 0), number = countedGames(games);
  const said = parts.map(({ label: name, value }) => {
    if (picture.kind === "shares") return `${name} ${amount(value)} (${share(value, all)})`;
    if (isPlain(picture.unit)) return `${name} ${value}`;
    return parts.length > 1 ? `${name} ${amount(value)}` : amount(value);
  });
  const counts = picture.unit === "games" && picture.kind !== "shares" ? number : `${said.join(", ")}${picture.unit === "games" || picture.unit === "rating" ? "" : ` ${t(picture.unit)}`}; ${number}`;
  return `${[label, by && t(by)].filter(Boolean).join(", ")}: ${counts}`;
}

/**
 * A mark with its shapes. It is a button if its games can be shown, and the arrow keys go from one to the next.
 * @param {string} text @param {string | undefined} bar @param {Shown} shown @param {...any} shapes
 */
export function pressed(text, bar, { open }, ...shapes) {
  const opens = open && bar !== undefined;
  return s("g", { class: opens ? "bar opens" : "bar", tabindex: -1, role: opens ? "button" : "img", "aria-label": text,
    onclick: opens && (() => open(bar)), "data-bar": bar }, s("title", {}, text), ...shapes);
}

/** A drawing of marks, which is one stop of the Tab key. @param {string} label @param {number} width @param {number} height @param {...any} content @returns {SVGSVGElement} */
export function drawing(label, width, height, ...content) {
  const root = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "chart", role: "group", "aria-label": label }, ...content);
  root.querySelector(".bar")?.setAttribute("tabindex", "0");
  root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => step(root, event));
  return root;
}

/** Goes to another mark, or presses the one in focus. @param {SVGSVGElement} root @param {KeyboardEvent} event */
function step(root, event) {
  const marks = /** @type {SVGElement[]} */ ([...root.querySelectorAll(".bar")]), now = marks.indexOf(/** @type {any} */ (event.target));
  if (now < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  const row = Number(root.dataset.row ?? 1);
  const to = { ArrowRight: now + 1, ArrowDown: now + row, ArrowLeft: now - 1, ArrowUp: now - row, Home: 0, End: marks.length - 1 }[event.key];
  if (to === undefined && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  if (to === undefined) return void marks[now].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const next = marks[Math.max(0, Math.min(to, marks.length - 1))];
  marks[now].setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
