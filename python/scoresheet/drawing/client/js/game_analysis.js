// @ts-check
// The analysis of the game by an engine: how it is started and stopped, how far it is, and the figures that it gives.
import { isActive } from "./engine_lines.js";
import { h } from "./dom.js";
import { amount, decimal } from "./format.js";
import { t, tn } from "./language.js";
import { keep, kept } from "./storage.js";

const POLL = 300;

/** @typedef {{state: string, done?: number, total?: number, error?: any}} Progress */
/**
 * @typedef {object} Services
 * @property {(row: number, nodes: number) => Promise<Progress>} analyse @property {(row: number) => Promise<Progress>} progress
 * @property {(row: number) => Promise<Progress>} end @property {(row: number) => Promise<Progress>} remove
 */

/** The figures: their titles, and how they are read from one side's. @returns {[string, (side: any) => string][]} */
const figures = () => [
  [t("Accuracy"), ({ accuracy }) => (accuracy === null ? "–" : `${decimal(accuracy, 1)} %`)],
  [t("Mean loss in pawns"), ({ mean_loss: loss }) => (loss === null ? "–" : decimal(loss / 100, 2))],
  [t("Inaccuracies"), ({ inaccuracies }) => String(inaccuracies)], [t("Mistakes"), ({ mistakes }) => String(mistakes)],
  [t("Blunders"), ({ blunders }) => String(blunders)],
];

export class GameAnalysis {
  /**
   * @param {Services} services @param {number[]} limits the numbers of nodes to choose from
   * @param {{reload: () => Promise<void>, failed: (error: any) => void}} acts
   */
  constructor(services, limits, acts) {
    this.services = services;
    this.acts = acts;
    this.row = -1;
    this.timer = 0;
    this.nodes = h("select", { "aria-label": t("Nodes for each position") }, limits.map((limit) =>
      h("option", { value: limit, selected: limit === kept("nodes", 100_000) }, tn(limit, "{n} node", "{n} nodes", { n: amount(limit) }))));
    this.start = h("button", { type: "button", onclick: () => void this.analyse() }, t("Analyse this game"));
    this.bar = h("progress", { max: 1, value: 0, "aria-label": t("Analysis") });
    this.text = h("span", { class: "faint" });
    this.halt = h("button", { type: "button", onclick: () => void this.act(this.services.end(this.row)) }, t("Stop the analysis"));
    this.running = h("div", { class: "row", hidden: true }, this.bar, this.text, this.halt);
    this.said = h("p", { class: "faint", role: "status" });
    this.result = h("div");
    this.root = h("div", { class: "analysis" }, this.running, this.said, this.result);
  }

  /** Suits the controls to a game. @param {any} game */
  open(game) {
    window.clearTimeout(this.timer);
    this.row = game.row;
    this.said.textContent = "";
    this.running.hidden = true;
    const moves = game.nodes.length > 1;
    this.start.disabled = !moves;
    this.start.title = moves ? t("The file is not changed") : t("The game has no moves");
    this.result.replaceChildren(...(game.analysis ? this.figures(game.analysis) : []));
    void this.act(this.services.progress(this.row), true);
  }

  async analyse() {
    keep("nodes", Number(this.nodes.value));
    await this.act(this.services.analyse(this.row, Number(this.nodes.value)));
  }

  /** Shows a response, and requests another while the engine works. @param {Promise<Progress>} answer @param {boolean} [isFirst] whether the game was just opened */
  async act(answer, isFirst = false) {
    const row = this.row;
    window.clearTimeout(this.timer);
    try {
      const progress = await answer;
      if (row !== this.row) return;
      this.show(progress, isFirst);
      if (isActive(progress.state) || progress.state === "busy") this.timer = window.setTimeout(() => void this.act(this.services.progress(row), progress.state === "busy"), POLL);
      else if (!isFirst && progress.state === "done") await this.acts.reload();
    } catch (error) {
      if (row === this.row) this.acts.failed(error);
    }
  }

  /** @param {Progress} progress @param {boolean} isFirst */
  show(progress, isFirst) {
    const active = isActive(progress.state), { done = 0, total = 1 } = progress;
    this.running.hidden = !active;
    this.start.disabled = active || progress.state === "busy";
    this.bar.value = done / total;
    this.text.textContent = t("{done} of {n} positions", { done, n: total });
    this.halt.disabled = progress.state === "ending";
    const said = { busy: t("The engine analyses another game. Wait until it is done."), stopped: isFirst ? "" : t("The analysis was stopped.") };
    this.said.textContent = said[/** @type {"busy"} */ (progress.state)] ?? "";
    if (!isFirst) this.acts.failed(progress.error);
  }

  /** The figures of both sides. @param {any} analysis */
  figures(analysis) {
    const caption = t("Analysis by {engine}, {nodes} nodes for each position", { engine: analysis.engine, nodes: amount(analysis.nodes) });
    const heads = ["", t("White"), t("Black")].map((text) => h("th", { scope: "col" }, text || h("span", { class: "unseen" }, t("Figure"))));
    const remove = async () => {
      await this.act(this.services.remove(this.row), true);
      await this.acts.reload();
    };
    return [h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, heads)), h("tbody", {}, figures().map(([title, read]) =>
      h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, read(analysis.white)), h("td", {}, read(analysis.black)))))),
      h("button", { type: "button", class: "quiet", onclick: () => void remove() }, t("Remove the analysis"))];
  }
}
