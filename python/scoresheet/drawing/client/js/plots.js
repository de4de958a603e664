// @ts-check
// The page of plots: questions about the games of the list, each with a picture, its table and its SQL.
import { isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { amount, countedGames } from "./format.js";
import { t } from "./language.js";
import { PlotView } from "./plot_view.js";
import { Suggestions } from "./suggest.js";

/**
 * @typedef {import("./plot_view.js").Figure} Figure
 * @typedef {import("./plot_view.js").Answer} Answer
 * @typedef {{figure: (name: string, asked: {filter: object, parameters: object, sample: boolean}, signal: AbortSignal) => Promise<Answer>,
 *   suggest: (name: string, text: string, signal?: AbortSignal) => Promise<[string, number][]>}} Services
 * @typedef {{filter: () => Record<string, string>, open: (bar: string) => void, player: (name: string) => void, chosen: (plot: string) => void}} Page what is needed from the page
 */

/** Above so many games, a sample is shown first. */
const MOST_AT_ONCE = 50_000;

export class Plots {
  /** @param {HTMLElement} host @param {{figures: Figure[], games: number}} session @param {Services} services @param {Page} page */
  constructor(host, session, services, page) {
    this.session = session;
    this.services = services;
    this.page = page;
    this.figure = session.figures[0];
    /** @type {Record<string, string>} */ this.parameters = {};
    /** @type {Record<string, string>} what was typed or found for each kind of name */ this.names = {};
    this.shown = "";
    this.plot = ""; // the figure and its choices, as a link has them
    this.turn = 0;
    const select = h("select", {}, groups(session.figures));
    select.addEventListener("change", () => this.choose(select.value));
    this.select = select;
    this.choices = h("div", { class: "choices" });
    this.said = h("p", { class: "faint", role: "status" });
    this.cancel = h("button", { type: "button", hidden: true, onclick: () => this.stop() }, t("Cancel"));
    this.fault = h("p", { class: "fault", role: "alert" });
    this.view = new PlotView({ open: page.open, said: (text) => (this.said.textContent = text) });
    this.root = h("div", { class: "plots" }, h("div", { class: "tools" }, h("label", { class: "figure" }, h("span", { class: "unseen" }, t("Plot")), select), this.choices,
      h("span", { class: "gap" }), this.said, this.cancel), this.fault, this.view.root);
    if (!this.figure) this.root.replaceChildren(h("p", { class: "none" }, t("These games have no columns to plot.")));
    host.replaceChildren(this.root);
  }

  /** Shows a figure, the one before or the first if no name is given. @param {string} [name] @param {Record<string, string>} [chosen] values of its choices */
  choose(name, chosen = {}) {
    this.figure = this.session.figures.find((figure) => figure.name === name) ?? this.figure;
    if (!this.figure) return;
    this.select.value = this.figure.name;
    this.parameters = {};
    this.choices.replaceChildren(...this.figure.choices.map((choice) => {
      if (!choice.values.length) return this.nameField(choice, chosen[choice.name]);
      const select = h("select", {}, choice.values.map(({ value, label }) => h("option", { value }, t(label))));
      if (choice.values.some(({ value }) => value === chosen[choice.name])) select.value = this.parameters[choice.name] = chosen[choice.name];
      select.addEventListener("change", () => {
        this.parameters[choice.name] = select.value;
        void this.load();
      });
      return h("label", {}, `${t(choice.label)} `, select);
    }));
    void this.load();
  }

  /** A field for a name, which other figures with such a field keep. @param {{name: string, label: string}} choice @param {string} [chosen] */
  nameField({ name, label }, chosen) {
    if (chosen) this.names[name] = chosen;
    const field = h("input", { type: "text", value: this.names[name] ?? "" });
    this.parameters[name] = field.value;
    const take = () => {
      this.names[name] = this.parameters[name] = field.value.trim();
      void this.load();
    };
    field.addEventListener("change", take);
    const { root } = new Suggestions(field, (text, signal) => this.services.suggest(name, text, signal), take);
    this.field = field;
    const all = h("button", { type: "button", onclick: () => field.value.trim() && this.page.player(field.value.trim()) }, t("All about this player"));
    return h("div", { class: "named" }, h("label", {}, `${t(label)} `, root), all);
  }

  /** Fills in the name that is most frequent in the games, or most like the one in the filter. @param {Record<string, string>} filter */
  async name(filter) {
    const missing = this.figure.choices.find(({ name, values }) => !values.length && !this.parameters[name]);
    if (!missing || !this.field) return;
    this.busy(true);
    // What is typed meanwhile has its own suggestions, and the server ends the older request.
    const found = await this.services.suggest(missing.name, filter[missing.name] ?? "").catch(() => []);
    const typed = this.field.value.trim(), known = typed || found.find(([name]) => /[^?.\s]/.test(name))?.[0];
    if (!known || this.parameters[missing.name]) return;
    this.names[missing.name] = this.parameters[missing.name] = known;
    if (typed) return;
    this.field.value = known;
    if (document.activeElement === this.field) this.field.select(); // what is typed next replaces it
  }

  /** Shows a plot for the games of the list, if it is not the one that is shown. @param {string} plot as a link has it, or nothing for the one before */
  show(plot) {
    if (!this.figure) return;
    const { name, ...chosen } = Object.fromEntries(new URLSearchParams(plot));
    if (this.shown === "" || (plot && plot !== this.plot)) this.choose(name, chosen);
    else void this.load();
  }

  /** Requests the figure: for a sample first if there are many games. */
  async load() {
    const filter = this.page.filter(), figure = this.figure, turn = (this.turn += 1);
    await this.name(filter); // without one, the figure itself shows what is wrong
    if (turn !== this.turn) return;
    const parameters = { ...this.parameters };
    this.plot = String(new URLSearchParams({ name: figure.name, ...parameters }));
    this.page.chosen(this.plot);
    const shown = JSON.stringify([this.plot, filter]);
    if (shown === this.shown) return this.busy(Boolean(this.asking));
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.shown = shown;
    this.fault.textContent = "";
    this.busy(true);
    try {
      const samples = this.session.games > MOST_AT_ONCE ? [true, false] : [false];
      for (const sample of samples) {
        const answer = await this.services.figure(figure.name, { filter, parameters, sample }, asking.signal);
        if (this.asking !== asking) return;
        this.say(answer);
        this.view.fill(figure, parameters, answer);
      }
    } catch (error) {
      if (this.asking !== asking) return;
      if (!isSuperseded(error)) {
        this.shown = "?";
        this.said.textContent = "";
        this.fault.textContent = /** @type {Error} */ (error).message;
        this.view.clear();
      }
    } finally {
      if (this.asking === asking) {
        this.asking = undefined;
        this.busy(false);
      }
    }
  }

  /** Stops the question. What is shown of a sample stays. */
  stop() {
    this.turn += 1;
    this.asking?.abort();
    this.asking = undefined;
    this.shown = "?";
    this.busy(false);
    this.said.textContent = t("Cancelled");
  }

  /** @param {boolean} busy */
  busy(busy) {
    this.root.setAttribute("aria-busy", String(busy));
    this.cancel.hidden = !busy;
    if (busy) this.said.textContent = t("Counting…");
  }

  /** @param {Answer} answer */
  say({ games, ms, sampled }) {
    const number = countedGames(games);
    this.said.textContent = sampled ? t("A sample of {games}; counting all…", { games: number }) : t("{games} in {ms} ms", { games: number, ms: amount(Math.round(ms)) });
  }
}

/** The figures to choose from: those of games, and those of a player. @param {Figure[]} figures */
function groups(figures) {
  const ofPlayers = (/** @type {Figure} */ { choices }) => choices.some(({ values }) => !values.length);
  const options = (/** @type {boolean} */ players) => figures.filter((figure) => ofPlayers(figure) === players).map(({ name, title }) => h("option", { value: name }, t(title)));
  return [h("optgroup", { label: t("All games") }, options(false)), h("optgroup", { label: t("A player") }, options(true))];
}
