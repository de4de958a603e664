// @ts-check
// The analysis of the game by an engine: how it is started and stopped, how far it is, and the figures that it gives.
import { isActive } from "./engine_lines.js";
import { h } from "./dom.js";
import { amount } from "./format.js";
import { keep, kept } from "./state.js";

const POLL = 300;

/** @typedef {{state: string, done?: number, total?: number, error?: any}} Progress */
/**
 * @typedef {object} Services
 * @property {(row: number, nodes: number) => Promise<Progress>} analyse @property {(row: number) => Promise<Progress>} progress
 * @property {(row: number) => Promise<Progress>} end @property {(row: number) => Promise<Progress>} remove
 */

/** The figures: their titles, and how they are read from one side's. @type {[string, (side: any) => string][]} */
const FIGURES = [
  ["Accuracy", ({ accuracy }) => (accuracy === null ? "–" : `${accuracy.toFixed(1)} %`)],
  ["Mean loss in pawns", ({ mean_loss: loss }) => (loss === null ? "–" : (loss / 100).toFixed(2))],
  ["Inaccuracies", ({ inaccuracies }) => String(inaccuracies)], ["Mistakes", ({ mistakes }) => String(mistakes)],
  ["Blunders", ({ blunders }) => String(blunders)],
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
    this.nodes = h("select", { "aria-label": "Nodes for each position" }, limits.map((limit) =>
      h("option", { value: limit, selected: limit === kept("nodes", 100_000) }, `${amount(limit)} nodes`)));
    this.start = h("button", { type: "button", onclick: () => void this.analyse() }, "Analyse this game");
    this.bar = h("progress", { max: 1, value: 0, "aria-label": "Analysis" });
    this.text = h("span", { class: "faint" });
    this.halt = h("button", { type: "button", onclick: () => void this.act(this.services.end(this.row)) }, "Stop the analysis");
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
    this.start.title = moves ? "The file is not changed" : "The game has no moves";
    this.result.replaceChildren(...(game.analysis ? this.figures(game.analysis) : []));
    void this.act(this.services.progress(this.row), true);
  }

  async analyse() {
    keep("nodes", Number(this.nodes.value));
    await this.act(this.services.analyse(this.row, Number(this.nodes.value)));
  }

  /** Shows an answer, and asks again while the engine works. @param {Promise<Progress>} answer @param {boolean} [isFirst] whether the game was just opened */
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
    this.text.textContent = `${done} of ${total} positions`;
    this.halt.disabled = progress.state === "ending";
    const said = { busy: "The engine analyses another game. Wait until it is done.", stopped: isFirst ? "" : "The analysis was stopped." };
    this.said.textContent = said[/** @type {"busy"} */ (progress.state)] ?? "";
    if (!isFirst) this.acts.failed(progress.error);
  }

  /** The figures of both sides. @param {any} analysis */
  figures(analysis) {
    const caption = `Analysis by ${analysis.engine}, ${amount(analysis.nodes)} nodes for each position`;
    const heads = ["", "White", "Black"].map((text) => h("th", { scope: "col" }, text || h("span", { class: "unseen" }, "Figure")));
    const remove = async () => {
      await this.act(this.services.remove(this.row), true);
      await this.acts.reload();
    };
    return [h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, heads)), h("tbody", {}, FIGURES.map(([title, read]) =>
      h("tr", {}, h("th", { scope: "row" }, title), h("td", {}, read(analysis.white)), h("td", {}, read(analysis.black)))))),
      h("button", { type: "button", class: "quiet", onclick: () => void remove() }, "Remove the analysis")];
  }
}
