// @ts-check
// The page of plots: questions about the games of the list, each with a picture, its table and its SQL.
import { isSuperseded } from "./api.js";
import { COLORS, chart, seriesOf } from "./charts.js";
import { h } from "./dom.js";
import { copy, download } from "./files.js";
import { amount, countedGames } from "./format.js";
import { t } from "./language.js";
import { pictureOf, pngOf } from "./saving.js";
import { Suggestions } from "./suggest.js";

/**
 * @typedef {{name: string, title: string, picture: import("./charts.js").Picture,
 *   choices: {name: string, label: string, values: {value: string, label: string}[]}[]}} Figure
 * @typedef {{columns: string[], rows: any[][], sql: string, ms: number, sampled: boolean, games: number}} Answer
 * @typedef {{figure: (name: string, asked: {filter: object, parameters: object, sample: boolean}, signal: AbortSignal) => Promise<Answer>,
 *   suggest: (name: string, text: string, signal?: AbortSignal) => Promise<[string, number][]>}} Services
 */

/** Above so many games, a sample is shown first. */
const MOST_AT_ONCE = 50_000;

export class Plots {
  /** @param {HTMLElement} host @param {{figures: Figure[], games: number}} session @param {Services} services @param {() => Record<string, string>} filter */
  constructor(host, session, services, filter) {
    this.session = session;
    this.services = services;
    this.filter = filter;
    this.figure = session.figures[0];
    /** @type {Record<string, string>} */ this.parameters = {};
    /** @type {Record<string, string>} what was typed or found for each kind of name */ this.names = {};
    this.shown = "";
    this.turn = 0;
    const select = h("select", {}, session.figures.map(({ name, title }) => h("option", { value: name }, t(title))));
    select.addEventListener("change", () => this.choose(select.value));
    this.select = select;
    this.choices = h("div", { class: "choices" });
    this.said = h("p", { class: "faint", role: "status" });
    this.cancel = h("button", { type: "button", hidden: true, onclick: () => this.stop() }, t("Cancel"));
    this.fault = h("p", { class: "fault", role: "alert" });
    this.picture = h("div", { class: "picture" });
    this.legend = h("ul", { class: "legend" });
    this.more = h("div", { class: "more" });
    this.root = h("div", { class: "plots" }, h("div", { class: "tools" }, h("label", { class: "figure" }, h("span", { class: "unseen" }, t("Plot")), select), this.choices,
      h("span", { class: "gap" }), this.said, this.cancel), this.fault, this.legend, this.picture, this.more);
    if (!this.figure) this.root.replaceChildren(h("p", { class: "none" }, t("These games have no columns to plot.")));
    host.replaceChildren(this.root);
  }

  /** Shows a figure, the first one if no name is given. @param {string} [name] */
  choose(name) {
    this.figure = this.session.figures.find((figure) => figure.name === name) ?? this.figure;
    if (!this.figure) return;
    this.select.value = this.figure.name;
    this.parameters = {};
    this.choices.replaceChildren(...this.figure.choices.map((choice) => {
      if (!choice.values.length) return this.nameField(choice);
      const select = h("select", {}, choice.values.map(({ value, label }) => h("option", { value }, t(label))));
      select.addEventListener("change", () => {
        this.parameters[choice.name] = select.value;
        void this.load();
      });
      return h("label", {}, `${t(choice.label)} `, select);
    }));
    void this.load();
  }

  /** A field for a name, which other figures with such a field keep. @param {{name: string, label: string}} choice */
  nameField({ name, label }) {
    const field = h("input", { type: "text", value: this.names[name] ?? "" });
    this.parameters[name] = field.value;
    const take = () => {
      this.names[name] = this.parameters[name] = field.value.trim();
      void this.load();
    };
    field.addEventListener("change", take);
    const { root } = new Suggestions(field, (text, signal) => this.services.suggest(name, text, signal), take);
    this.field = field;
    return h("label", {}, `${t(label)} `, root);
  }

  /** Fills in the name that is most frequent in the games, or most like the one in the filter. @param {Record<string, string>} filter */
  async name(filter) {
    const missing = this.figure.choices.find(({ name, values }) => !values.length && !this.parameters[name]);
    if (!missing || !this.field) return;
    this.busy(true);
    const [found] = await this.services.suggest(missing.name, filter[missing.name] ?? "");
    if (!found || this.parameters[missing.name]) return;
    this.names[missing.name] = this.parameters[missing.name] = this.field.value = found[0];
  }

  /** Shows the figure for the games of the list, if it is not the one that is shown. */
  show() {
    if (!this.figure) return;
    if (this.shown === "") this.choose();
    else void this.load();
  }

  /** Asks for the figure: for a sample first if there are many games. */
  async load() {
    const filter = this.filter(), figure = this.figure, turn = (this.turn += 1);
    await this.name(filter).catch(() => null); // the figure itself says what is wrong
    if (turn !== this.turn) return;
    const parameters = { ...this.parameters };
    const shown = JSON.stringify([figure.name, parameters, filter]);
    if (shown === this.shown) return;
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
        this.fill(figure, answer, sample);
      }
    } catch (error) {
      if (this.asking !== asking) return;
      if (!isSuperseded(error)) {
        this.shown = "?";
        this.fault.textContent = /** @type {Error} */ (error).message;
        this.picture.replaceChildren();
      }
    } finally {
      if (this.asking === asking) this.busy(false);
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

  /** @param {Figure} figure @param {Answer} answer @param {boolean} sample */
  fill(figure, answer, sample) {
    const games = countedGames(answer.games), ms = amount(Math.round(answer.ms));
    this.said.textContent = sample ? t("A sample of {games}; counting all…", { games }) : t("{games} in {ms} ms", { games, ms });
    const { colors } = figure.picture, series = answer.rows.length ? seriesOf(figure.picture, answer) : [];
    const names = colors === "result" ? (series.length === 2 ? ["white", "black"] : ["white", "draws", "black"]) : series.map((_, number) => `set-${number % COLORS}`);
    this.legend.replaceChildren(...(series.length > 1 ? series.map((label, number) => h("li", {}, h("span", { class: `swatch ${names[number]}` }), label)) : []));
    if (!answer.rows.length || (figure.picture.kind === "lines" && !series.length)) this.picture.replaceChildren(h("p", { class: "none" }, t("No game counts here.")));
    else this.picture.replaceChildren(chart(figure.picture, answer));
    this.more.replaceChildren(this.picture.querySelector("svg") ? this.saves(figure) : "", table(answer), this.sql(answer));
  }

  /** @param {Figure} figure */
  saves(figure) {
    const svg = () => pictureOf(/** @type {SVGSVGElement} */ (this.picture.querySelector("svg")));
    return h("p", {}, h("button", { type: "button", onclick: () => download(`${figure.name}.svg`, svg()) }, t("Save as SVG")), " ",
      h("button", { type: "button", onclick: async () => download(`${figure.name}.png`, await pngOf(svg())) }, t("Save as PNG")));
  }

  /** @param {Answer} answer */
  sql(answer) {
    const button = h("button", { type: "button", onclick: async () => {
      if (await copy(answer.sql)) this.said.textContent = t("The SQL was copied");
    } }, t("Copy the SQL"));
    return h("details", {}, h("summary", {}, t("SQL")), h("pre", { tabindex: 0 }, answer.sql), h("p", {}, button));
  }
}

/** @param {Answer} answer */
function table({ columns, rows }) {
  const cell = (/** @type {any} */ value) => (typeof value === "number" ? h("td", { class: "number" }, amount(value)) : h("td", {}, value === null ? "" : String(value)));
  return h("details", {}, h("summary", {}, t("Table")), h("div", { class: "scroll", tabindex: 0 }, h("table", {},
    h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, t(name.replaceAll("_", " ")))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell)))))));
}
