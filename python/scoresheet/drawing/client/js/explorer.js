// @ts-check
// The table of what was played in a position, and how it scored.
import { isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { amount, countedGames, decimal } from "./format.js";
import { t } from "./language.js";
import { keep, kept } from "./storage.js";

/** Milliseconds that a position is shown before it is requested from the server. */
const PATIENCE = 120;

/**
 * @typedef {{uci: string, san: string, games: number, percent: number, white: number, draws: number, black: number,
 *   score: number | null, score_from: number | null, score_to: number | null, elo: number | null,
 *   performance: number | null, last: number | null, best: number | null}} Explored
 * @typedef {{explore: (fen: string, rules: string, filter: object, signal: AbortSignal) => Promise<{moves: Explored[]}>}} Services
 * @typedef {{play: (uci: string) => void, narrow: (fen: string, rules: string) => void, open: (row: number) => void}} Acts
 */

/** The columns: headings, with what they mean. @returns {[string, string][]} */
const heads = () => [
  [t("Move"), t("The move that was played")], [t("Games"), t("In how many games, and their share")],
  [t("Results"), t("The percentages of these games that White won, that were drawn, and that Black won")],
  [t("Score"), t("The points of the side to move in percent, with the interval that holds the true score with a probability of 95 %")],
  [t("Elo"), t("The mean rating of the side to move")], [t("Perf."), t("The rating that this score is worth against these opponents")],
  ["", t("Games to look at")],
];

export class Explorer {
  /** @param {Services} services @param {Acts} acts @param {boolean} opened whether it is open at first */
  constructor(services, acts, opened) {
    this.services = services;
    this.acts = acts;
    this.asked = "";
    this.fen = "";
    this.rules = "";
    this.filter = {};
    this.timer = 0;
    this.body = h("tbody");
    this.said = h("p", { class: "faint", role: "status" });
    this.narrow = h("button", { type: "button", class: "quiet", onclick: () => acts.narrow(this.fen, this.rules) }, t("Show these games"));
    this.table = h("table", {}, h("thead", {}, h("tr", {}, heads().map(([text, title]) => h("th", { scope: "col", title: title || null }, text || h("span", { class: "unseen" }, title))))), this.body);
    /** @type {HTMLDetailsElement} */
    this.root = h("details", { class: "explorer", open: kept("explorer", opened) }, h("summary", {}, t("Opening explorer")),
      h("div", { class: "tools" }, this.said, h("span", { class: "gap" }), this.narrow), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("What was played here") }, this.table));
    this.root.addEventListener("toggle", () => {
      keep("explorer", this.root.open);
      this.show(this.fen, this.rules, this.filter);
    });
  }

  /**
   * Shows a position. Only the last one of several in quick succession is requested.
   * @param {string} fen @param {string} rules @param {object} filter
   */
  show(fen, rules, filter) {
    this.fen = fen;
    this.rules = rules;
    this.filter = filter;
    const asked = JSON.stringify([fen, rules, filter]);
    if (!fen || !this.root.open || asked === this.asked) return;
    this.asked = asked;
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.timer = window.setTimeout(() => void this.ask(fen, rules, filter), PATIENCE);
  }

  /** @param {string} fen @param {string} rules @param {object} filter */
  async ask(fen, rules, filter) {
    const asking = new AbortController();
    this.asking = asking;
    this.root.setAttribute("aria-busy", "true");
    try {
      const { moves } = await this.services.explore(fen, rules, filter, asking.signal);
      if (this.asking === asking) this.fill(moves);
    } catch (error) {
      if (isSuperseded(error) || this.asking !== asking) return;
      this.asked = ""; // the same position can be requested again
      this.body.replaceChildren();
      this.said.textContent = /** @type {Error} */ (error).message;
    } finally {
      if (this.asking === asking) this.root.removeAttribute("aria-busy");
    }
  }

  /** @param {Explored[]} moves */
  fill(moves) {
    const games = moves.reduce((sum, { games: each }) => sum + each, 0);
    this.said.textContent = moves.length ? countedGames(games) : t("No game continues from here.");
    this.narrow.hidden = !moves.length;
    this.body.replaceChildren(...moves.map((move) => this.row(move)));
  }

  /** @param {Explored} move */
  row(move) {
    const { score, score_from: from, score_to: to } = move;
    const between = from === null || to === null ? "" : `${from.toFixed(0)}–${to.toFixed(0)}`;
    const number = (/** @type {number | null} */ value) => h("td", { class: "number" }, value === null ? "" : String(value));
    return h("tr", {},
      h("th", { scope: "row" }, h("button", { type: "button", class: "move", onclick: () => this.acts.play(move.uci) }, move.san)),
      h("td", { class: "number" }, amount(move.games), h("span", { class: "faint" }, ` ${decimal(move.percent, 1)} %`)),
      h("td", {}, results(move)),
      h("td", { class: "number" }, score === null ? "" : `${decimal(score, 1)} %`, h("span", { class: "faint" }, ` ${between}`)),
      number(move.elo), number(move.performance),
      h("td", { class: "links" }, this.link(t("last"), t("The last game"), move.last), this.link(t("best"), t("The game with the highest ratings"), move.best)));
  }

  /** @param {string} text @param {string} title @param {number | null} row */
  link(text, title, row) {
    if (row === null) return null;
    return h("button", { type: "button", class: "quiet", title, onclick: () => this.acts.open(row) }, text);
  }
}

/** A bar of results, with words for screen readers. @param {{white: number, draws: number, black: number}} ended */
export function results({ white, draws, black }) {
  const all = white + draws + black;
  if (!all) return h("span", { class: "faint" }, t("no results"));
  const percent = (/** @type {number} */ part) => Math.round((100 * part) / all);
  const words = t("White won {white} %, draws {draws} %, Black won {black} %", { white: percent(white), draws: percent(draws), black: percent(black) });
  const bar = h("span", { class: "results", role: "img", "aria-label": words, title: words });
  for (const [name, part] of Object.entries({ white, draws, black })) {
    if (!part) continue;
    const piece = h("span", { class: name }, percent(part) >= 12 ? `${percent(part)}` : "");
    piece.style.flexGrow = String(part);
    bar.append(piece);
  }
  return bar;
}
