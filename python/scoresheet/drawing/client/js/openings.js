// @ts-check
// The page of openings: the tree of moves, the line to the current one with its board, and what is known of the position.
import { isSuperseded } from "./api.js";
import { Board } from "./board.js";
import { h } from "./dom.js";
import { results } from "./explorer.js";
import { amount, countedGames } from "./format.js";
import { t, tn } from "./language.js";
import { OpeningTree, branch, lineTo } from "./opening_tree.js";
import { Repertoire } from "./repertoire.js";

/** Milliseconds that a move is shown before the server counts results in its position. */
const PATIENCE = 120;

/**
 * @typedef {import("./opening_tree.js").Branch} Branch
 * @typedef {{ask: (name: string, asked: object, signal: AbortSignal) => Promise<any>, position: (fen: string, move: string) => Promise<any>,
 *   suggest: (text: string, signal?: AbortSignal) => Promise<any>}} Services
 * @typedef {{narrow: (fen: string) => void, play: (before: string, uci: string) => void}} Acts
 */

export class Openings {
  /** @param {HTMLElement} host @param {Services} services @param {Acts} acts @param {() => Record<string, string>} filter @param {(line: string) => void} chosen called with the line to a branch that is gone to */
  constructor(host, services, acts, filter, chosen) {
    this.services = services;
    this.acts = acts;
    this.filter = filter;
    this.chosen = chosen;
    this.asked = "";
    this.timer = 0;
    this.tree = new OpeningTree((at, plays) => void this.choose(at, plays), (at) => void this.unfold(at));
    this.line = h("nav", { class: "line", "aria-label": t("Line") });
    this.name = h("p", { class: "opening" });
    this.said = h("p", { class: "faint", role: "status" });
    this.details = h("div", { class: "details" });
    const frame = h("div", { class: "board-place" });
    this.games = h("button", { type: "button", onclick: () => acts.narrow(this.tree.at.fen) }, t("Show these games"));
    this.repertoire = new Repertoire(services, filter, (line) => this.follow(line));
    host.append(h("div", { class: "openings" }, this.line, this.name, h("div", { class: "halves" },
      h("div", { class: "branches" }, this.said, heads(), this.tree.root, this.repertoire.root), h("div", { class: "node" }, frame, this.games, this.details))));
    this.board = new Board(frame);
  }

  /** Shows a line in the tree of the games of the list, if these are not shown. @param {string} line as a link has it, or nothing for the one before */
  async show(line) {
    const asked = JSON.stringify(this.filter()), before = text(this.tree.at), wanted = line || before;
    if (asked === this.asked && wanted === before) return;
    if (asked !== this.asked) this.tree.top = this.tree.at = branch(null, null);
    this.asked = asked;
    await this.follow(wanted.split(" ").filter(Boolean));
  }

  /** Goes along a line as far as games follow it. @param {string[]} line */
  async follow(line) {
    let at = this.tree.top;
    for (const san of ["", ...line]) {
      const next = san ? at.children?.find(({ move }) => move?.san === san) : at;
      if (!next) break;
      at = next;
      at.open = true;
      if (!at.children && !(await this.unfold(at))) return;
    }
    this.tree.go(at, false);
  }

  /** Learns the position of a branch. @param {Branch} at */
  async place(at) {
    if (at.fen) return;
    if (at.parent) await this.place(at.parent);
    const found = await this.services.position(at.parent?.fen ?? "", at.move?.uci ?? "");
    at.fen = found.fen;
    at.shown = found;
  }

  /** Requests the replies in a branch, and returns whether they came. @param {Branch} at */
  async unfold(at) {
    this.unfolding?.abort();
    const asking = (this.unfolding = new AbortController());
    this.tree.root.setAttribute("aria-busy", "true");
    try {
      await this.place(at);
      const { moves } = await this.services.ask("explorer", { fen: at.fen, filter: this.filter() }, asking.signal);
      at.children = moves.map((/** @type {any} */ move) => branch(at, move));
      this.said.textContent = moves.length ? tn(moves.length, "{n} move", "{n} moves") : t("No game continues from here.");
      this.tree.draw();
      return this.unfolding === asking;
    } catch (error) {
      at.open = false;
      if (this.unfolding !== asking || isSuperseded(error)) return false;
      this.asked = ""; // the same tree can be requested again
      this.said.textContent = /** @type {Error} */ (error).message;
      this.tree.draw();
      return false;
    } finally {
      if (this.unfolding === asking) this.tree.root.removeAttribute("aria-busy");
    }
  }

  /** Shows the line, the board and the results of a branch. @param {Branch} at @param {boolean} plays whether its move is played in the game */
  async choose(at, plays) {
    const line = lineTo(at);
    this.chosen(text(at));
    const step = (/** @type {Branch} */ each, /** @type {string} */ text) =>
      h("button", { type: "button", class: "quiet", "aria-current": each === at ? "step" : null, onclick: () => this.tree.go(each, false) }, text);
    this.line.replaceChildren(step(this.tree.top, t("Start")),
      ...line.map((each, number) => step(each, `${number % 2 ? "" : `${number / 2 + 1}. `}${each.move?.san}`)));
    window.clearTimeout(this.timer);
    this.counting?.abort();
    try {
      await this.place(at);
      if (this.tree.at !== at) return;
      this.board.show(at.shown);
      const named = [...line].reverse().find(({ shown }) => shown?.op);
      this.name.textContent = named ? opening(named.shown.op) : "";
      if (plays && at.parent && at.move) this.acts.play(at.parent.fen, at.move.uci);
      this.timer = window.setTimeout(() => void this.count(at), PATIENCE);
    } catch (error) {
      this.said.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** Counts the results in a position by rating and by speed. @param {Branch} at */
  async count(at) {
    const asking = (this.counting = new AbortController());
    try {
      const found = await this.services.ask("openings", { fen: at.fen, filter: this.filter() }, asking.signal);
      if (this.counting !== asking) return;
      const last = found.year ? t("last played in {year}", { year: found.year }) : "";
      this.details.replaceChildren(h("p", {}, [countedGames(found.games), last].filter(Boolean).join(", ")),
        bands(t("By rating"), found.ratings.map((/** @type {any[]} */ [from, ...rest]) => [`${from}–${from + 199}`, ...rest])), bands(t("By speed"), found.speeds.map((/** @type {any[]} */ [speed, ...rest]) => [t(speed), ...rest])));
    } catch (error) {
      if (this.counting === asking && !isSuperseded(error)) this.details.replaceChildren(h("p", { role: "alert" }, /** @type {Error} */ (error).message));
    }
  }
}

/** The moves to a branch, as a link has them. @param {Branch} at */
function text(at) {
  return lineTo(at).map(({ move }) => move?.san).join(" ");
}

/** The headings of the tree for the eyes; screen readers hear the same words in each branch. */
function heads() {
  const elo = (/** @type {string} */ text) => h("span", { class: "number elo" }, text);
  return h("div", { class: "branch heads", "aria-hidden": "true" }, h("span"), h("span", {}, t("Move")), h("span", { class: "number" }, t("Games")),
    h("span", {}, t("Results")), elo(t("Elo")), elo(t("Perf.")));
}

/** The words of an opening. @param {any} op */
function opening(op) {
  return Array.isArray(op) ? op.filter(Boolean).join(" ") : String(op);
}

/** A table of results. @param {string} title @param {any[][]} rows */
function bands(title, rows) {
  if (!rows.length) return "";
  return h("table", {}, h("caption", {}, title), h("thead", {}, h("tr", {}, [t("Group"), t("Games"), t("Results")].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map(([name, games, white, draws, black]) => h("tr", {}, h("th", { scope: "row" }, name),
      h("td", { class: "number" }, amount(games)), h("td", {}, results({ white, draws, black }))))));
}
