// @ts-check
// The list of games with its filters: what is requested from the server, and when.
import { TAB, ask, isSuperseded } from "./api.js";
import { openColumns } from "./choosing.js";
import { MOST_COMPARED, isComparable } from "./compare.js";
import { h } from "./dom.js";
import { openExport } from "./exporting.js";
import { FilterBar } from "./filter.js";
import { amount, countedGames } from "./format.js";
import { icon, iconButton } from "./icons.js";
import { t, tn } from "./language.js";
import { GameList } from "./list.js";
import { report, tell } from "./notices.js";

/** The most rows that are requested at once. */
const PAGE = 500;
/** Milliseconds after which a filter that runs is shown as such. */
const PATIENCE = 150;

/**
 * @typedef {object} Does what the list needs from the page
 * @property {(row: number) => void} open @property {() => void} setUp opens the board that finds positions
 * @property {(rows: number[]) => void} compare shows games side by side
 * @property {() => number[]} edited the games with unsaved changes @property {() => void} listUnsaved lists and saves them
 * @property {(name: string, content: Element) => Element} [link] makes a link to the page of a player
 * @property {(games: number) => void} filtered called with the number of games that the filters leave, when they are shown
 */

export class Games {
  /** @param {HTMLElement} host @param {any} session @param {import("./state.js").State} state @param {Does} does */
  constructor(host, session, state, does) {
    this.session = session;
    this.does = does;
    this.state = state;
    this.view = { view: "", games: session.games, of: session.games };
    /** @type {Set<number>} the games with unsaved changes */ this.edited = new Set();
    this.last = "{}"; // the filter that was counted last
    this.filters = new FilterBar(host, session.filters, {
      setUp: does.setUp,
      suggest: (name, text, signal) => ask(`suggest/${encodeURIComponent(name)}?q=${encodeURIComponent(text)}&tab=${TAB}`, undefined, signal),
      change: (filter) => {
        state.record({ filter });
        void this.load();
      },
    });
    this.count = h("output", { class: "count", "aria-live": "polite" });
    this.exporting = h("button", { type: "button", onclick: () => this.save() }, icon("export"), h("span", {}, t("Export")));
    this.comparing = h("button", { type: "button", hidden: true, onclick: () => this.compare() }, t("Compare"));
    this.unsaved = h("button", { type: "button", class: "unsaved", hidden: true, "aria-haspopup": "dialog", onclick: does.listUnsaved });
    this.selecting = iconButton("select", t("Select games by clicks"), () => this.select(!this.list.selecting));
    this.selecting.setAttribute("aria-pressed", "false");
    host.append(h("div", { class: "tools" }, this.count, this.damaged(), this.unsaved, h("span", { class: "gap" }), this.comparing, this.exporting, this.selecting,
      iconButton("columns", t("Choose columns"), () => openColumns(this.list.columns))));
    this.bar = h("div", { class: "busy", hidden: true });
    this.none = h("p", { class: "none", hidden: true }, t("No game matches the filters."));
    const area = h("div", { class: "list" }, this.bar, this.none);
    host.append(area);
    this.list = new GameList(area, session.columns, {
      rows: (from, count, columns, signal) => this.rows(from, count, columns, signal),
      open: does.open,
      link: does.link,
      edited: (row) => this.edited.has(row),
      sort: (sort) => {
        state.record({ sort });
        void this.load();
      },
      selected: () => this.describe(),
      compare: () => this.compare(),
      failed: (error) => (error.code === "not-found" ? void this.load() : report(error)), // the server keeps some views
    });
    this.filters.fill(state.shown.filter);
    this.mark();
  }

  /** Marks the games that have unsaved changes. */
  mark() {
    const rows = this.does.edited();
    this.edited = new Set(rows);
    this.unsaved.hidden = !rows.length;
    this.unsaved.textContent = tn(rows.length, "{n} game unsaved", "{n} games unsaved");
    this.list.draw();
  }

  /** Shows how many games have errors. */
  damaged() {
    const errors = this.session.sources.reduce((/** @type {number} */ sum, /** @type {any} */ source) => sum + (source.errors ?? 0), 0);
    if (!errors) return null;
    const filter = this.session.filters.find((/** @type {any} */ each) => each.name === "errors" && each.kind === "flag");
    const text = tn(errors, "{n} game with errors", "{n} games with errors", { n: amount(errors) });
    if (!filter) return h("span", { class: "damaged" }, text);
    return h("button", { type: "button", class: "damaged", onclick: () => {
      this.filters.fill({ ...this.filters.values(), [filter.name]: "true" });
      this.filters.now();
    } }, text);
  }

  /** @param {number} from @param {number} count @param {string[]} columns @param {AbortSignal} [signal] */
  rows(from, count, columns, signal) {
    return ask(`view/${this.view.view}/rows?from=${from}&count=${count}&columns=${columns.join()}`, undefined, signal);
  }

  /** Filters and sorts according to the link. A newer call replaces this one. */
  async load() {
    this.asking?.abort();
    const asking = new AbortController(), { filter, sort } = this.state.shown;
    this.asking = asking;
    const wait = window.setTimeout(() => this.busy(true), PATIENCE);
    try {
      const key = JSON.stringify(filter);
      if (sort && key !== this.last) await this.showCount(filter, asking.signal);
      const view = await ask("view", { tab: TAB, filter, sort: sort ?? undefined }, asking.signal);
      this.last = key;
      this.show(view);
      await this.list.rows.settled;
    } catch (error) {
      if (isSuperseded(error)) return;
      this.filters.fail(/** @type {any} */ (error));
    } finally {
      window.clearTimeout(wait);
      if (this.asking === asking) this.busy(false);
    }
  }

  /** Counts the games that match a pattern besides the other filters. @param {string} find @param {AbortSignal} signal */
  matching(find, signal) {
    return ask("count", { tab: TAB, filter: { ...this.state.shown.filter, find } }, signal);
  }

  /** Counts the games before they are sorted. @param {Record<string, string>} filter @param {AbortSignal} signal */
  async showCount(filter, signal) {
    const { games, of } = await ask("view", { tab: TAB, filter }, signal);
    this.count.value = this.words(games, of);
  }

  /** @param {{view: string, games: number, of: number}} view */
  show(view) {
    this.view = view;
    this.filters.fail(null);
    this.does.filtered(view.games);
    this.none.hidden = view.games > 0;
    this.list.reset(view.games, this.state.shown.sort);
    void this.find(this.list.current, false);
  }

  /** Marks a game in the list. @param {number} row @param {boolean} reveal whether the list is scrolled to it */
  async find(row, reveal) {
    if (row < 0) return;
    this.list.mark(row);
    if (!reveal) return;
    const view = this.view.view, answer = await ask(`view/${view}/place?row=${row}`).catch(() => null);
    if (typeof answer?.place === "number" && view === this.view.view) this.list.mark(row, answer.place);
  }

  /** The first game that is shown, if there is one but not this one; otherwise this one. @param {number} row */
  async shownInstead(row) {
    const { view, games, of } = this.view;
    if (!games || games === of) return row;
    if (typeof (await ask(`view/${view}/place?row=${row}`)).place === "number") return row;
    const { rows: [[first]] } = await this.rows(0, 1, [this.session.columns[0].name]);
    return view === this.view.view ? first : row;
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.bar.hidden = !busy;
    this.list.view.setAttribute("aria-busy", String(busy));
  }

  /** @param {number} games @param {number} of */
  words(games, of) {
    return games === of ? countedGames(games) : t("{some} of {games}", { some: amount(games), games: countedGames(of) });
  }

  /** Shows how many games there are and how many are selected. */
  describe() {
    const selected = this.list?.selection.size(this.view.games) ?? 0;
    const text = this.words(this.view.games, this.view.of) + (selected ? ` · ${t("{n} selected", { n: amount(selected) })}` : "");
    if (this.count.value !== text) this.count.value = text;
    this.comparing.hidden = !isComparable(selected);
    this.exporting.disabled = !this.view.games;
    this.exporting.lastChild.textContent = selected ? t("Export {games}", { games: amount(selected) }) : t("Export");
  }

  /** @param {boolean} on whether clicks select */
  select(on) {
    this.list.selecting = on;
    this.selecting.setAttribute("aria-pressed", String(on));
  }

  /** Clears the selection, and returns whether there was one. */
  deselect() {
    const some = this.list.selecting || this.list.selection.size(this.view.games) > 0;
    if (some) this.select(false);
    return some;
  }

  /** Shows the selected games side by side. */
  compare() {
    const { selection } = this.list, size = selection.size(this.view.games);
    if (!isComparable(size)) return tell(t("Select two to six games to compare them."));
    this.selectedRows().then(this.does.compare, report);
  }

  save() {
    const { selection } = this.list, size = selection.size(this.view.games), part = size > 0 && !selection.all;
    openExport({
      formats: this.session.formats,
      notations: this.session.notations.moves,
      name: this.session.name.replace(/\.[^.]*$/, "") || "games",
      games: size || this.view.games,
      selected: part,
      what: async () => (part ? { rows: await this.selectedRows() } : { view: this.view.view }),
    });
  }

  /** The library's numbers of the selected games. */
  async selectedRows() {
    const rows = [], { selection } = this.list;
    for (const [from, count] of selection.all ? [[0, MOST_COMPARED]] : selection.runs(PAGE)) {
      const answer = await this.rows(from, count, [this.session.columns[0].name]);
      rows.push(...answer.rows.map((/** @type {any[]} */ row) => row[0]));
    }
    return rows;
  }
}
