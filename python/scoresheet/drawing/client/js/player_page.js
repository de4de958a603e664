// @ts-check
// The page of a player: the score by color and speed, the rating, the openings, the opponents, and how games were lost.
import { isSuperseded } from "./api.js";
import { h, quoted } from "./dom.js";
import { amount, countedGames, decimal, safe } from "./format.js";
import { t } from "./language.js";
import { PlotView } from "./plot_view.js";

/**
 * @typedef {import("./plot_view.js").Answer} Answer
 * @typedef {{figure: (name: string, asked: object, signal: AbortSignal) => Promise<Answer>,
 *   suggest: (name: string, text: string, signal?: AbortSignal) => Promise<[string, number][]>}} Services
 * @typedef {{filter: () => Record<string, string>, open: (bar: string) => void, games: (name: string) => void, clear: () => void,
 *   link: (name: string, content: Element) => Element}} Acts what the page needs: the games behind a bar or of the player, all games, and links to players
 * @typedef {{figure: string, title: string, parameters?: Record<string, string>, wide?: boolean}} Part
 */

/** With fewer months than this, a rating is shown day by day. */
const FEW = 4;

/** The parts of the page. @returns {Part[]} */
function parts() {
  return [
    { figure: "player", title: t("Score by color"), parameters: { by: "color" } },
    { figure: "player", title: t("Score by speed"), parameters: { by: "speed" } },
    { figure: "rating", title: t("Rating over time"), parameters: { by: "month" }, wide: true },
    { figure: "played", title: t("Score by year"), wide: true },
    { figure: "repertoire", title: t("Openings with White"), parameters: { color: "white" } },
    { figure: "repertoire", title: t("Openings with Black"), parameters: { color: "black" } },
    { figure: "opponents", title: t("Opponents") },
    { figure: "difference", title: t("Score by difference of ratings") },
    { figure: "streaks", title: t("Longest series") },
    { figure: "losses", title: t("How games were lost"), parameters: { by: "reason" } },
    { figure: "losses", title: t("When games were lost"), parameters: { by: "phase" } },
  ];
}

export class PlayerPage {
  /** @param {HTMLElement} host @param {{figures: import("./plot_view.js").Figure[]}} session @param {Services} services @param {Acts} acts */
  constructor(host, session, services, acts) {
    this.figures = new Map(session.figures.map((figure) => [figure.name, figure]));
    this.services = services;
    this.acts = acts;
    this.shown = "";
    this.name = h("h2", {});
    this.summary = h("p", { class: "summary", role: "status" });
    this.fault = h("p", { class: "fault", role: "alert" });
    this.tools = h("p", { class: "tools" });
    this.said = h("p", { class: "faint", role: "status" });
    this.missing = h("p", { class: "faint missing" });
    this.body = h("div", { class: "parts" });
    this.root = h("div", { class: "player-page" }, h("header", {}, this.name, this.summary, this.tools), this.fault, this.body, this.missing, this.said);
    host.replaceChildren(this.root);
  }

  /** Shows a player, if the page is not shown already. @param {string} name */
  async show(name) {
    const filter = this.acts.filter(), shown = JSON.stringify([name, filter]);
    if (shown === this.shown) return;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.shown = shown;
    this.name.replaceChildren(quoted(safe(name) || t("No player")));
    for (const part of [this.summary, this.fault, this.tools, this.body, this.missing, this.said]) part.replaceChildren();
    this.root.setAttribute("aria-busy", "true");
    try {
      if (!name.trim()) throw new Error(t("The address names no player."));
      if (!this.figures.has("player")) throw new Error(t("These games have no columns with players."));
      await this.fill(name, filter, asking.signal);
    } catch (error) {
      if (this.asking !== asking || isSuperseded(error)) return;
      const { message, hint } = /** @type {any} */ (error);
      this.shown = "";
      this.fault.textContent = hint ? `${message}: ${hint}` : message;
    } finally {
      if (this.asking === asking) this.root.setAttribute("aria-busy", "false");
    }
  }

  /** @param {string} name @param {Record<string, string>} filter @param {AbortSignal} signal */
  async fill(name, filter, signal) {
    /** @type {string[]} */ const missing = [];
    let first = true;
    for (const part of parts()) {
      const figure = this.figures.get(part.figure);
      /** @type {Record<string, string>} */ let parameters = { player: name, ...part.parameters };
      if (!figure) continue;
      const ask = () => this.services.figure(figure.name, { filter, parameters, sample: false }, signal);
      let answer = await ask();
      if (figure.name === "rating" && new Set(answer.rows.map(([period]) => period)).size < FEW) {
        parameters = { ...parameters, by: "day" };
        answer = await ask();
      }
      if (signal.aborted) return;
      if (first && !answer.of) return this.unknown(name, filter, answer.games, signal);
      if (first) this.describe(name, filter, answer);
      first = false;
      this.range(figure.name, answer);
      if (answer.rows.length) this.add(part, figure, { parameters, answer });
      else missing.push(t("{part} ({why})", { part: part.title, why: t(figure.lacks) }));
    }
    this.missing.textContent = missing.length ? t("Nothing to show for: {parts}.", { parts: missing.join("; ") }) : "";
  }

  /** @param {Part} part @param {import("./plot_view.js").Figure} figure @param {{parameters: Record<string, string>, answer: Answer}} found */
  add({ title, wide }, figure, { parameters, answer }) {
    const said = (/** @type {string} */ text) => (this.said.textContent = text);
    const view = new PlotView({ open: this.acts.open, said, link: figure.name === "opponents" ? this.acts.link : undefined });
    this.body.append(h("section", { class: wide ? "wide" : undefined }, h("h3", {}, title), view.root));
    view.fill(figure, parameters, answer, `${parameters.player}: ${title}`);
  }

  /** Shows how many games there are, with what score. @param {string} name @param {Record<string, string>} filter @param {Answer} answer */
  describe(name, filter, { columns, rows, of, games }) {
    const sum = (/** @type {string} */ column) => rows.reduce((all, row) => all + Number(row[columns.indexOf(column)]), 0);
    const won = sum("won"), drawn = sum("drawn"), lost = sum("lost"), all = won + drawn + lost;
    const number = countedGames(of);
    const score = all ? t("{won} won, {drawn} drawn, {lost} lost ({percent} %)", { won: amount(won), drawn: amount(drawn), lost: amount(lost), percent: decimal((100 * (won + drawn / 2)) / all, 1) }) : t("no result is known");
    this.summary.replaceChildren(h("span", {}, number), h("span", {}, score));
    this.tools.append(h("button", { type: "button", onclick: () => this.acts.games(name) }, t("Show these games")), ...this.filtered(filter, games));
  }

  /** Shows in which years the games were played, and how the player was rated. @param {string} figure @param {Answer} answer */
  range(figure, { columns, rows }) {
    const values = (/** @type {string} */ column) => rows.map((row) => Number(row[columns.indexOf(column)]));
    const text = (/** @type {number[]} */ least, /** @type {number[]} */ greatest) => [...new Set([Math.min(...least), Math.max(...greatest)])].join("–");
    if (!rows.length) return;
    if (figure === "rating") this.summary.append(h("span", {}, t("rated {range}", { range: text(values("lowest"), values("highest")) })));
    if (figure === "played") this.summary.append(h("span", {}, text(values("year"), values("year"))));
  }

  /** The note that not all games count. @param {Record<string, string>} filter @param {number} games */
  filtered(filter, games) {
    if (!Object.keys(filter).length) return [];
    const number = countedGames(games);
    return [h("span", { class: "faint" }, t("The filters of the list leave {games}.", { games: number })),
      h("button", { type: "button", onclick: this.acts.clear }, t("Clear the filters"))];
  }

  /** Offers players with similar names. @param {string} name @param {Record<string, string>} filter @param {number} games @param {AbortSignal} signal */
  async unknown(name, filter, games, signal) {
    this.summary.textContent = t("No game of a player with exactly this name.");
    this.tools.append(...this.filtered(filter, games));
    const words = name.split(/[\s,]+/).filter(Boolean).sort((one, other) => other.length - one.length);
    for (const text of [name, ...words]) {
      const found = (await this.services.suggest("player", text, signal)).filter(([each]) => each !== name);
      if (!found.length) continue;
      this.body.append(h("section", { class: "wide" }, h("h3", {}, t("Similar names")), h("ul", { class: "similar" },
        found.map(([each, count]) => h("li", {}, this.acts.link(each, quoted(safe(each))), " ", h("span", { class: "faint" }, amount(count)))))));
      return;
    }
  }
}
