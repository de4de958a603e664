// @ts-check
// One figure as it is shown: what counts in it, the legend, the picture, the table, and the SQL.
import { chart } from "./charts.js";
import { h, quoted } from "./dom.js";
import { copy, download } from "./files.js";
import { amount, countedGames, isPlain, safe } from "./format.js";
import { t, tn } from "./language.js";
import { hasGaps } from "./plot_lines.js";
import { legendOf, marksOf } from "./plot_marks.js";
import { sheet } from "./plot_sheet.js";
import { pictureOf, pngOf } from "./saving.js";

/**
 * @typedef {{name: string, title: string, lacks: string, picture: import("./plot_marks.js").Picture,
 *   choices: {name: string, label: string, values: {value: string, label: string}[]}[]}} Figure
 * @typedef {{columns: string[], rows: any[][], bars: string[], sql: string, ms: number, sampled: boolean,
 *   games: number, of: number, counted: number, more: number}} Answer
 * @typedef {{open: (bar: string) => void, said: (text: string) => void, link?: (name: string, content: Element) => Element}} Does
 *   what shows the games behind a bar, announces something, and makes links of the texts in the table
 */

/** The width of a picture that is saved, and the least that is drawn. */
const SAVED = 860, LEAST = 260, MOST = 1400;

export class PlotView {
  /** @param {Does} does */
  constructor(does) {
    this.does = does;
    this.width = 0;
    this.counts = h("p", { class: "counts" });
    this.legend = h("ul", { class: "legend" });
    this.picture = h("div", { class: "picture" });
    this.more = h("div", { class: "more" });
    this.root = h("div", { class: "plot" }, this.counts, this.legend, this.picture, this.more);
    new ResizeObserver(() => this.fit()).observe(this.picture);
  }

  clear() {
    this.answer = undefined;
    for (const part of [this.counts, this.legend, this.picture, this.more]) part.replaceChildren();
  }

  /** @param {Figure} figure @param {Record<string, string>} parameters @param {Answer} answer @param {string} [title] its name when it is saved */
  fill(figure, parameters, answer, title = titleOf(figure, parameters)) {
    this.figure = figure;
    this.title = title;
    this.answer = answer;
    const step = figure.picture.stepBy ? Number(parameters[figure.picture.stepBy] ?? figure.choices.find(({ name }) => name === figure.picture.stepBy)?.values[0].value) : figure.picture.step;
    this.drawn = { ...figure.picture, step };
    this.gaps = figure.picture.kind === "lines" && hasGaps(marksOf(this.drawn, answer));
    this.counts.textContent = countsOf(figure, answer).join(" · ");
    this.legend.replaceChildren(...legendOf(this.drawn, answer).map(({ paint, label }) => h("li", {}, h("span", { class: `swatch ${paint}` }), label)),
      ...(this.gaps ? [h("li", {}, h("span", { class: "dashes" }), t("more than a year without a game"))] : []));
    if (answer.rows.length) this.draw();
    else this.picture.replaceChildren(h("p", { class: "none" }, t("No game counts here.")));
    this.more.replaceChildren(answer.rows.length ? this.saves() : "", this.table(answer), this.sql(answer));
  }

  /** Draws the picture again if the room for it has changed. It has none while another view is shown. */
  fit() {
    if (this.answer?.rows.length && this.picture.clientWidth && this.room() !== this.width) this.draw();
  }

  room() {
    return Math.min(MOST, Math.max(LEAST, Math.floor(this.picture.clientWidth)));
  }

  draw() {
    if (!this.answer || !this.drawn) return;
    const focused = this.picture.contains(document.activeElement) ? document.activeElement?.getAttribute("data-bar") : null;
    this.width = this.room();
    const drawn = chart(this.drawn, this.answer, { width: this.width, open: this.does.open });
    this.picture.replaceChildren(drawn);
    const again = focused && [...drawn.querySelectorAll(".bar")].find((bar) => bar.getAttribute("data-bar") === focused);
    if (again instanceof SVGElement) again.focus();
  }

  /** The picture with its title, its numbers and its legend, as it is saved. */
  whole() {
    const { figure, answer, drawn } = this;
    if (!figure || !answer || !drawn) return "";
    const plot = chart(drawn, answer, { width: SAVED }), gaps = this.gaps ? [t("dashed: more than a year without a game")] : [];
    const made = sheet({ title: this.title ?? "", counts: [...countsOf(figure, answer), ...gaps].join(" · "), legend: legendOf(drawn, answer) }, plot);
    this.root.append(made); // its colors come from the style sheets
    const text = pictureOf(made);
    made.remove();
    return text;
  }

  saves() {
    const name = this.figure?.name;
    return h("p", {}, h("button", { type: "button", onclick: () => download(`${name}.svg`, this.whole()) }, t("Save as SVG")), " ",
      h("button", { type: "button", onclick: async () => download(`${name}.png`, await pngOf(this.whole())) }, t("Save as PNG")));
  }

  /** @param {Answer} answer */
  sql(answer) {
    const button = h("button", { type: "button", onclick: async () => {
      if (await copy(answer.sql)) this.does.said(t("The SQL was copied"));
    } }, t("Copy the SQL"));
    return h("details", {}, h("summary", {}, t("SQL")), h("pre", { tabindex: 0 }, answer.sql), h("p", {}, button));
  }

  /** The rows, in which the number of games opens them. @param {Answer} answer */
  table({ columns, rows, bars }) {
    const games = columns.indexOf("games"), { x = "", by = "", words = false } = this.figure?.picture ?? {};
    const said = (/** @type {any} */ value, /** @type {string} */ column) => ((words && column === x) || column === by ? t(String(value)) : safe(String(value ?? "")));
    const cell = (/** @type {any} */ value, /** @type {number} */ column, /** @type {number} */ row) => {
      const content = quoted(said(value, columns[column]));
      if (typeof value !== "number") return h("td", {}, this.does.link ? this.does.link(String(value), content) : content);
      const text = isPlain(columns[column]) ? String(value) : amount(value), bar = bars[row];
      const name = tn(value, "Show this game", "Show these {n} games", { n: text });
      return h("td", { class: "number" }, column === games && bar ? h("button", { type: "button", class: "shows", "aria-label": name, title: name, onclick: () => this.does.open(bar) }, text) : text);
    };
    return h("details", {}, h("summary", {}, t("Table")), h("div", { class: "scroll", tabindex: 0 }, h("table", {},
      h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, t(name.replaceAll("_", " ")))))),
      h("tbody", {}, rows.map((row, place) => h("tr", {}, row.map((value, column) => cell(value, column, place))))))));
  }
}

/** The title of a figure with what was chosen. @param {Figure} figure @param {Record<string, string>} parameters */
function titleOf({ title, choices }, parameters) {
  const chosen = choices.map(({ name, values }) => (values.length ? t((values.find(({ value }) => value === parameters[name]) ?? values[0]).label) : parameters[name]));
  return chosen.length ? `${t(title)}: ${chosen.join(", ")}` : t(title);
}

/** What counts in a figure, and what does not. @param {Figure} figure @param {Answer} answer @returns {string[]} */
export function countsOf(figure, { columns, rows, of, counted, more, sampled }) {
  const games = countedGames(counted), left = of - counted, moves = columns.indexOf("moves");
  const things = rows.reduce((sum, row) => sum + Number(row[moves] ?? 0), 0);
  const number = moves < 0 ? games : t("{moves} in {games}", { moves: tn(things, "{n} move", "{n} moves", { n: amount(things) }), games });
  return [`n = ${number}`,
    more > 0 && tn(more, "{n} of them in a bar that is not shown", "{n} of them in bars that are not shown", { n: amount(more) }),
    left > 0 && tn(left, "{n} game left out: {why}", "{n} games left out: {why}", { n: amount(left), why: t(figure.lacks) }),
    sampled && t("a sample, whose bars cannot be opened")].filter((part) => part !== false);
}
