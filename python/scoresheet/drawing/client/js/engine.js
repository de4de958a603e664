// @ts-check
// The panel of the engine: the lines from the position on the board, and the analysis of the game.
import { EngineLines } from "./engine_lines.js";
import { GameAnalysis } from "./game_analysis.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { worded } from "./wording.js";

/** The codes of errors after which the engine has to be started again. */
const ENDED = ["engine-exit", "engine-timeout", "engine-start"];

export class EnginePanel {
  /**
   * @param {{name: string, nodes: number[], error?: any}} engine
   * @param {import("./engine_lines.js").Services & import("./game_analysis.js").Services & {start: () => Promise<any>}} services
   * @param {{view: () => any, reload: () => Promise<void>}} acts
   */
  constructor(engine, services, acts) {
    this.services = services;
    this.reason = h("div", { role: "alert" });
    this.hasEnded = false;
    const failed = (/** @type {any} */ error) => this.fail(error);
    this.lines = new EngineLines(services, engine.name, { view: acts.view, failed });
    this.analysis = new GameAnalysis(services, engine.nodes, { reload: acts.reload, failed });
    this.root = h("section", { class: "engine", "aria-label": t("Engine") },
      h("div", { class: "row" }, this.lines.toggle, this.lines.count, this.lines.said), this.lines.list,
      h("div", { class: "row" }, this.analysis.start, this.analysis.nodes, h("bdi", { class: "faint" }, engine.name)), this.analysis.root, this.reason);
    if (engine.error) this.fail(engine.error);
  }

  /** Suits the panel to a game. @param {any} game */
  open(game) {
    if (!this.hasEnded) this.fail(undefined);
    this.analysis.open(game);
  }

  /** Follows the position on the board. */
  show() {
    this.lines.show();
  }

  /** Stops following the position on the board. */
  leave() {
    if (this.lines.isOn) this.lines.turn(false);
  }

  /** Shows why the engine cannot do something, and offers to start it again if it has ended. @param {any} error undefined if it can */
  fail(error) {
    this.hasEnded = ENDED.includes(error?.code);
    if (!error) return void this.reason.replaceChildren();
    const again = h("button", { type: "button", onclick: () => void this.start() }, t("Start the engine again"));
    this.reason.replaceChildren(h("p", { class: "reason" }, worded(error.message)), ...(error.hint ? [h("p", { class: "faint" }, worded(error.hint))] : []),
      ...(this.hasEnded ? [again] : []));
  }

  async start() {
    try {
      await this.services.start();
      this.fail(undefined);
      if (this.lines.isOn) this.lines.turn(true);
    } catch (error) {
      this.fail(error);
    }
  }
}
