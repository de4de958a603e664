// @ts-check
// Any number of games in one table: only the rows in sight exist.
import { Columns } from "./columns.js";
import { h } from "./dom.js";
import { cell } from "./format.js";
import { Heading } from "./heading.js";
import { actOf } from "./keys.js";
import { t } from "./language.js";
import { Rows } from "./rows.js";
import { ROW, Scroller } from "./scroller.js";
import { Selection } from "./selection.js";

/** Rows that are drawn above and below those in sight, so that none is missing while the page is scrolled. */
const SPARE = 8;

/** The columns whose values are names of players. */
const PLAYERS = new Set(["white", "black"]);

/**
 * @typedef {object} Does what the list needs from the page
 * @property {(from: number, count: number, columns: string[], signal: AbortSignal) => Promise<{rows: any[][]}>} rows
 * @property {(row: number, place: number) => void} open
 * @property {(name: string, content: Element) => Element} [link] makes a link to the page of a player
 * @property {(row: number) => boolean} edited whether a game has unsaved changes
 * @property {(sort: import("./state.js").Sort) => void} sort
 * @property {(size: number) => void} selected
 * @property {() => void} compare
 * @property {(error: any) => void} failed
 */

export class GameList {
  /** @param {HTMLElement} host @param {import("./columns.js").Column[]} columns @param {Does} does */
  constructor(host, columns, does) {
    this.does = does;
    this.total = 0;
    this.cursor = 0;
    this.current = -1; // the library's number of the game that is open
    /** @type {import("./state.js").Sort | null} */ this.sort = null;
    this.selection = new Selection();
    /** @type {any[]} */ this.pool = [];
    this.drawn = "";
    const font = getComputedStyle(host).font;
    this.columns = new Columns(columns, font, () => this.relay());
    this.heading = new Heading(this.columns, (by) => this.order(by));
    this.lines = h("div", { role: "presentation", class: "lines" });
    this.space = h("div", { role: "rowgroup", class: "space" }, this.lines);
    this.view = h("div", { class: "scroll", role: "grid", "aria-label": t("Games"), "aria-multiselectable": "true" }, this.heading.root, this.space);
    host.append(this.view);
    this.scroller = new Scroller(this.view, this.space, this.heading.root, () => this.draw());
    /** @type {string[]} */ this.fetched = []; // the columns of the rows
    this.rows = new Rows((from, count, signal) => does.rows(from, count, this.fetched, signal),
      (rows) => this.arrived(rows), does.failed);
    this.view.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.lines.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      if (!(event.target instanceof Element && event.target.closest("a"))) this.click(event);
    });
    this.lines.addEventListener("click", (/** @type {MouseEvent} */ event) => this.selectByLink(event), true);
    this.lines.addEventListener("mousedown", (/** @type {MouseEvent} */ event) => event.shiftKey && event.preventDefault());
    const sized = new ResizeObserver(() => {
      this.relay();
      this.scroller.resized();
    });
    for (const each of [this.view, this.heading.root]) sized.observe(each);
    this.relay();
  }

  /** Shows another view from its start. @param {number} total @param {import("./state.js").Sort | null} sort */
  reset(total, sort) {
    this.total = total;
    this.sort = sort;
    this.cursor = 0;
    this.selection.clear();
    this.rows.reset(total);
    this.heading.build(sort);
    this.view.setAttribute("aria-rowcount", String(total + 1));
    this.scroller.reset(total);
    this.does.selected(0);
  }

  /** Lays the columns out again. */
  relay() {
    const changed = this.columns.fit(this.view.clientWidth);
    if (changed) {
      this.view.setAttribute("aria-colcount", String(this.columns.shown.length));
      this.heading.build(this.sort);
      this.fetchColumns();
      this.pool = [];
      this.lines.replaceChildren();
    }
    const width = this.columns.shown.reduce((sum, column) => sum + this.columns.width(column), 0);
    this.view.style.setProperty("--columns", this.columns.template());
    this.view.style.setProperty("--wide", this.columns.chosen ? `${width}px` : "100%");
    this.draw();
  }

  /** Fetches the rows again if they lack a column that is shown. */
  fetchColumns() {
    const names = this.columns.shown.map(({ name }) => name);
    if (names.every((name) => this.fetched.includes(name))) return;
    this.fetched = names;
    this.rows.reset(this.total);
  }

  /** The value of a column in a row, which starts with the number of the game. @param {any[]} row @param {string} name */
  value(row, name) {
    return row[this.fetched.indexOf(name) + 1];
  }

  /** @param {any[][]} rows */
  arrived(rows) {
    const values = (/** @type {string} */ name) => rows.map((row) => this.value(row, name));
    if (this.columns.measure(values)) this.relay();
    else this.draw();
  }

  /** @param {string} by */
  order(by) {
    const kind = this.columns.all.find((column) => column.name === by)?.kind;
    const first = kind === "number" || kind === "date";
    this.does.sort({ by, down: this.sort?.by === by ? !this.sort.down : first && by !== "number" });
  }

  draw() {
    const { scroller } = this;
    const first = Math.max(0, Math.floor(scroller.top) - SPARE);
    const end = Math.min(this.total, Math.ceil(scroller.top + scroller.room / ROW) + SPARE);
    while (this.pool.length < end - first) this.pool.push(this.line());
    this.lines.style.transform = `translateY(${scroller.offset(first)}px)`;
    const inside = this.cursor >= first && this.cursor < end;
    for (const line of this.pool) line.used = false;
    for (let place = first; place < end; place += 1) {
      // Elements are used again for the same place, so the focus stays where it is.
      const line = this.pool[place % this.pool.length];
      this.fill(line, place, (place - first) * ROW);
      this.show(line, place, place === (inside ? this.cursor : Math.ceil(scroller.top)));
    }
    for (const line of this.pool) if (!line.used) line.element.remove();
    if (this.total) this.rows.want(first, end);
  }

  line() {
    const cells = this.columns.shown.map((column, index) =>
      h("div", { role: "gridcell", class: `kind-${column.kind}`, "aria-colindex": index + 1, dir: column.kind === "text" && "auto" }));
    return { element: h("div", { role: "row", class: "row" }, cells), cells, used: false, place: -1, row: undefined, top: -1, marks: "" };
  }

  /** @param {any} line @param {number} place @param {number} top */
  fill(line, place, top) {
    const row = this.rows.at(place), { element } = line;
    line.used = true;
    if (line.top !== top) element.style.transform = `translateY(${top}px)`;
    line.top = top;
    if (line.place !== place) {
      element.dataset.place = place;
      element.setAttribute("aria-rowindex", place + 2);
      element.classList.toggle("odd", place % 2 === 1);
    }
    if (line.place !== place || line.row !== row) {
      element.classList.toggle("wait", !row);
      this.columns.shown.forEach((column, index) => {
        const value = row && this.value(row, column.name), text = row ? cell(column.kind, value) : "";
        if (this.does.link && PLAYERS.has(column.name) && /[^?\s]/.test(text)) line.cells[index].replaceChildren(this.does.link(value, h("span", {}, text)));
        else line.cells[index].textContent = text;
        line.cells[index].title = column.kind === "text" ? text : "";
      });
    }
    line.place = place;
    line.row = row;
    if (!element.isConnected) this.lines.append(element);
  }

  /** Marks whether a row is selected, open, and the one that Tab goes to. @param {any} line @param {number} place @param {boolean} stop */
  show(line, place, stop) {
    const selected = this.selection.has(place), current = line.row !== undefined && line.row[0] === this.current;
    const edited = line.row !== undefined && this.does.edited(line.row[0]);
    const marks = `${selected} ${current} ${stop} ${edited} ${line.row?.[0]}`;
    if (line.marks === marks) return; // most often, and changes of attributes cost time while the list is scrolled
    line.marks = marks;
    line.element.setAttribute("aria-selected", String(selected));
    line.element.toggleAttribute("aria-current", current);
    if (current) line.element.setAttribute("aria-current", "true");
    line.element.tabIndex = stop ? 0 : -1;
    line.element.querySelector(".edited")?.remove();
    if (edited) line.cells[0].prepend(h("span", { class: "edited", role: "img", "aria-label": t("Unsaved changes"), title: t("Unsaved changes") }, "●"));
    for (const link of line.element.querySelectorAll("a")) link.tabIndex = stop ? 0 : -1;
  }

  /** @param {MouseEvent} event */
  click(event) {
    const line = /** @type {HTMLElement} */ (event.target).closest(".row");
    if (!(line instanceof HTMLElement)) return;
    const place = Number(line.dataset.place);
    this.cursor = place;
    if (event.shiftKey) this.select(() => this.selection.extend(place));
    else if (this.selecting) this.select(() => this.selection.toggle(place));
    else if (event.ctrlKey || event.metaKey) this.select(() => this.selection.join(place));
    else this.open(place);
  }

  /** Selects a row by a click on one of its links, if the click selects. @param {MouseEvent} event */
  selectByLink(event) {
    const selects = event.shiftKey || event.ctrlKey || event.metaKey || this.selecting;
    if (!selects || !(event.target instanceof Element && event.target.closest("a"))) return;
    event.preventDefault();
    event.stopPropagation();
    this.click(event);
  }

  /** Whether a click selects: for touch, which has no keys. */
  get selecting() {
    return this.view.classList.contains("selecting");
  }

  set selecting(on) {
    this.view.classList.toggle("selecting", on);
    if (!on) this.select(() => this.selection.clear());
  }

  /** @param {() => void} change */
  select(change) {
    change();
    this.does.selected(this.selection.size(this.total));
    this.draw();
  }

  /** @param {number} place */
  open(place) {
    const row = this.rows.at(place);
    if (this.selection.size(this.total)) this.select(() => this.selection.clear());
    this.selection.open(place);
    if (row) this.does.open(row[0], place);
  }

  /** Marks the game that is open. @param {number} row @param {number} [place] where it is in the view, if it is */
  mark(row, place) {
    this.current = row;
    if (place === undefined) return this.draw();
    this.cursor = place;
    this.scroller.reveal(place);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest(".head") || (target.closest("a") && event.key === "Enter")) return;
    const act = actOf("list", event);
    if (!act || act === "resize") return;
    event.preventDefault();
    event.stopPropagation();
    const page = this.scroller.seen, { key } = event;
    const to = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.total, End: this.total }[key] ?? 0;
    if (act === "open") this.open(this.cursor);
    else if (act === "select") this.select(() => this.selection.toggle(this.cursor));
    else if (act === "compare") this.does.compare();
    else if (act === "all") this.select(() => this.selection.selectAll());
    else this.move(this.cursor + to, act === "extend");
  }

  /** Moves the cursor. @param {number} place @param {boolean} [extends_] whether the selection follows */
  move(place, extends_ = false) {
    if (extends_ && !this.selection.size(this.total)) this.selection.anchor = this.cursor;
    this.cursor = Math.max(0, Math.min(place, this.total - 1));
    if (extends_) this.select(() => this.selection.extend(this.cursor));
    this.scroller.reveal(this.cursor);
    this.focus();
  }

  focus() {
    this.lines.querySelector('.row[tabindex="0"]')?.focus({ preventScroll: true });
  }
}
