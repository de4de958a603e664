// @ts-check
// Which columns the list shows, and how wide each is. What the reader chooses is kept; else the columns that matter most are
// shown, as many as fit.
import { cell } from "./format.js";
import { t } from "./language.js";
import { keep, kept } from "./storage.js";

/** @typedef {{name: string, label: string, kind: string, width?: number}} Column the width is in characters */

/** Names of columns, most important first. Others are shown only when the reader chooses them. */
const IMPORTANCE = ["white", "black", "result", "white_elo", "black_elo", "date", "eco", "opening", "ply_count", "time_control",
  "event", "number"];
/** Pixels of a character by the kind of the column, for the width that is assumed until rows arrive. */
const CHARACTER = /** @type {Record<string, number>} */ ({ text: 5.3, number: 7, date: 7.2, result: 5 });
const PADDING = 17, ARROW = 15, NARROWEST = 32, WIDEST = 240;

export class Columns {
  /** @param {Column[]} all @param {string} font the font of the cells @param {() => void} onchange */
  constructor(all, font, onchange) {
    this.all = all;
    this.onchange = onchange;
    this.room = 0;
    /** @type {string[] | null} */ this.chosen = kept("columns", null);
    /** @type {Record<string, number>} */ this.resized = kept("widths", {});
    /** @type {Record<string, number>} */ this.measured = {};
    this.pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    this.fonts = { cell: font, head: `600 ${font}` };
    for (const column of all) this.measured[column.name] = Math.max(this.headWidth(column), this.usualWidth(column));
    /** @type {Column[]} */ this.shown = [];
  }

  /** The heading of a column. @param {Column} column */
  label(column) {
    return t(column.label);
  }

  /** @param {Column} column */
  headWidth(column) {
    this.pen.font = this.fonts.head;
    return Math.max(NARROWEST, Math.ceil(this.pen.measureText(this.label(column)).width) + PADDING + ARROW);
  }

  /** The width at which usual values are whole. @param {Column} column */
  usualWidth({ kind, width = 0 }) {
    return Math.min(WIDEST, Math.ceil(width * (CHARACTER[kind] ?? 0)) + PADDING);
  }

  /** The label of a column, or its name in words if two columns have the same label. @param {Column} column */
  title(column) {
    const same = this.all.filter(({ label }) => label === column.label).length;
    if (same < 2) return this.label(column);
    const words = column.name.replaceAll("_", " ").replace(/\b(elo|eco)\b/i, (word) => (word === "elo" ? "Elo" : "ECO"));
    return t(words[0].toUpperCase() + words.slice(1));
  }

  /** Makes columns wide enough for the rows that arrived, and returns whether one grew. @param {(name: string) => any[]} values */
  measure(values) {
    this.pen.font = this.fonts.cell;
    let grew = false;
    for (const column of this.shown) {
      const texts = new Set(values(column.name).map((value) => cell(column.kind, value)));
      const widest = Math.max(0, ...[...texts].map((text) => this.pen.measureText(text).width));
      const width = Math.min(WIDEST, Math.ceil(widest) + PADDING);
      grew ||= width > this.measured[column.name];
      this.measured[column.name] = Math.max(width, this.measured[column.name]);
    }
    return grew;
  }

  /** Chooses the columns for a width, and returns whether others are shown now. @param {number} room */
  fit(room) {
    this.room = room;
    const before = this.names();
    const names = this.chosen ?? this.fitting(room);
    this.shown = this.all.filter((column) => names.includes(column.name));
    return this.names() !== before;
  }

  names() {
    return this.shown.map((column) => column.name).join();
  }

  /** @param {number} room */
  fitting(room) {
    const names = [], essential = 3;
    let used = 0;
    for (const name of IMPORTANCE) {
      const column = this.all.find((each) => each.name === name);
      if (!column) continue;
      used += Math.min(this.width(column), column.name === "opening" ? 120 : WIDEST);
      if (used > room && names.length >= essential) break;
      names.push(name);
    }
    return names;
  }

  /** @param {Column} column */
  width(column) {
    return this.resized[column.name] ?? this.measured[column.name];
  }

  /** The columns as a value of `grid-template-columns`. */
  template() {
    const wide = this.shown.reduce((sum, column) => sum + this.width(column), 0);
    const texts = this.shown.filter((column) => column.kind === "text" && !this.resized[column.name]);
    const last = texts[texts.length - 1];
    return this.shown.map((column) => {
      const width = this.width(column);
      if (!texts.includes(column)) return `${width}px`;
      if (wide > this.room && !this.chosen) return `minmax(0, ${width}fr)`; // the essential columns share what there is
      return column === last ? `minmax(${width}px, 1fr)` : `minmax(${width}px, max-content)`;
    }).join(" ");
  }

  /** @param {string} name @param {number} width */
  resize(name, width) {
    this.resized[name] = Math.round(Math.max(NARROWEST, Math.min(width, 3 * WIDEST)));
    keep("widths", this.resized);
    this.onchange();
  }

  /** @param {string[] | null} names null for the columns that fit */
  choose(names) {
    this.chosen = names?.length ? names : null;
    if (!this.chosen) this.resized = {};
    keep("columns", this.chosen);
    keep("widths", this.resized);
    this.onchange();
  }
}
