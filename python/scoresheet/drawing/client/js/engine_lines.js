// @ts-check
// The lines that an engine finds from the position on the board, deeper and deeper.
import { isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { readFen } from "./fen.js";
import { amount } from "./format.js";
import { evaluationText } from "./graph.js";
import { t, tn } from "./language.js";
import { inLanguage } from "./letters.js";
import { keep, kept } from "./storage.js";

/** Milliseconds that a position is shown before the engine searches it, and between two requests for progress. */
const PATIENCE = 150, POLL = 250;
const MOST_MOVES = 500, SHOWN_PLIES = 8;

/** @typedef {{eval: {cp?: number, mate?: number}, depth: number | null, nodes: number | null, moves: {san: string, uci: string}[]}} Line */
/** @typedef {{number: number, state: string, lines: Line[], depth: number, ended: string | null, error?: any}} Found */
/**
 * @typedef {object} Services
 * @property {(asked: object) => Promise<Found>} look @property {(number: number) => Promise<Found>} lines
 * @property {(number: number) => Promise<Found>} stop
 */

/** Whether the engine still works on something. @param {string} state */
export function isActive(state) {
  return state === "waiting" || state === "queued" || state === "running" || state === "ending";
}

/** The request about a node: the last position without history, and the moves from there. @param {any} game @param {number} at */
export function positionAsked(game, at) {
  /** @type {string[]} */ const moves = [];
  let start = at;
  for (let node = game.nodes[at]; node.p >= 0 && node.uci && !node.illegal && !node.null && moves.length < MOST_MOVES; node = game.nodes[start]) {
    moves.push(node.uci);
    start = node.p;
  }
  return { fen: game.nodes[start].fen, rules: game.rules, moves: moves.reverse() };
}

export class EngineLines {
  /**
   * @param {Services} services @param {string} engine its name
   * @param {{view: () => any, failed: (error: any) => void}} acts
   */
  constructor(services, engine, acts) {
    this.services = services;
    this.engine = engine;
    this.acts = acts;
    this.isOn = false;
    this.number = 0;
    this.timer = 0;
    this.asked = "";
    this.shown = "";
    /** @type {[any, string] | undefined} the evaluation of the position on the board, and what it comes from */ this.best = undefined;
    this.toggle = h("button", { type: "button", onclick: () => this.turn(!this.isOn) }, t("Evaluate"));
    this.count = h("select", { "aria-label": t("Lines") }, [1, 2, 3].map((count) =>
      h("option", { value: count, selected: count === kept("lines", 1) }, tn(count, "{n} line", "{n} lines"))));
    this.count.addEventListener("change", () => {
      keep("lines", Number(this.count.value));
      this.show();
    });
    this.said = h("span", { class: "faint" });
    this.list = h("ol", { class: "engine-lines", hidden: true, "aria-label": t("Lines of the engine") });
  }

  /** Starts or stops the evaluation of the positions that are shown. @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.asked = "";
    this.toggle.textContent = isOn ? t("Stop evaluating") : t("Evaluate");
    this.toggle.classList.toggle("on", isOn);
    this.acts.view().bar.live(isOn);
    if (isOn) return this.show();
    window.clearTimeout(this.timer);
    if (this.number) this.services.stop(this.number).catch(() => undefined);
    this.number = 0;
    this.clear("");
    this.acts.view().evaluate();
  }

  /** @param {string} said */
  clear(said) {
    this.shown = "";
    this.best = undefined;
    this.list.replaceChildren();
    this.list.hidden = !this.isOn;
    this.list.style.minHeight = this.isOn ? `${1.7 * Number(this.count.value)}em` : "";
    this.said.textContent = said;
  }

  /** Requests lines for the position on the board. Only the last one of several in quick succession is sent. */
  show() {
    if (!this.isOn) return;
    const view = this.acts.view(), asked = { ...positionAsked(view.game, view.at), lines: Number(this.count.value) };
    const text = JSON.stringify(asked);
    if (text === this.asked) {
      if (this.best) view.evaluate(...this.best);
      return;
    }
    this.asked = text;
    this.number = 0;
    this.clear("");
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.follow(this.services.look(asked), text, view.node()), PATIENCE);
  }

  /** Shows the responses about a position until its search has ended. @param {Promise<Found>} answer @param {string} asked @param {any} node */
  async follow(answer, asked, node) {
    try {
      const found = await answer;
      if (!this.isOn) await this.services.stop(found.number); // it was turned off before the response came
      if (this.asked !== asked) return;
      this.acts.failed(undefined);
      this.number = found.number;
      this.fill(found, node);
      if (isActive(found.state)) this.timer = window.setTimeout(() => void this.follow(this.services.lines(found.number), asked, node), POLL);
    } catch (error) {
      if (isSuperseded(error) || this.asked !== asked) return;
      this.clear("");
      this.acts.failed(error);
    }
  }

  /** @param {Found} found @param {any} node */
  fill(found, node) {
    if (found.error) {
      this.clear("");
      return this.acts.failed(found.error);
    }
    const [best] = found.lines ?? [];
    this.said.textContent = this.status(found, best);
    if (!best || JSON.stringify(found.lines) === this.shown) return;
    this.shown = JSON.stringify(found.lines);
    const focused = [...this.list.querySelectorAll("button")].indexOf(document.activeElement);
    this.list.replaceChildren(...found.lines.map((line) => this.line(line, node)));
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
    this.best = [best.eval, t("depth {depth} of {engine}", { depth: found.depth, engine: this.engine })];
    this.acts.view().evaluate(...this.best);
  }

  /** @param {Found} found @param {Line | undefined} best */
  status(found, best) {
    if (found.state === "taken") return t("The engine works for another page. Go to another move to take it back.");
    if (found.state === "queued") return t("The engine analyses a game first.");
    if (found.ended) return t("The game has ended here.");
    if (!best) return isActive(found.state) ? t("Searching…") : t("The engine found nothing in time.");
    const nodes = best.nodes && tn(best.nodes, "{n} node", "{n} nodes", { n: amount(best.nodes) });
    return [t("depth {depth}", { depth: found.depth }), nodes, !isActive(found.state) && t("done")].filter(Boolean).join(" · ");
  }

  /** @param {Line} line @param {any} node */
  line(line, node) {
    const { language } = this.acts.view(), { turn, number } = readFen(node.fen);
    const moves = line.moves.slice(0, SHOWN_PLIES).map(({ san }, index) => {
      const ply = index + (turn === "white" ? 0 : 1), isWhite = ply % 2 === 0;
      const numbered = isWhite || index === 0 ? `${Number(number) + Math.floor(ply / 2)}${isWhite ? "." : "..."}\u00a0` : "";
      const play = () => void this.play(line.moves.slice(0, index + 1).map(({ uci }) => uci));
      return [h("button", { type: "button", class: "move", title: t("Play the line up to this move"), onclick: play }, numbered + inLanguage(san, language)), " "];
    });
    return h("li", {}, h("b", { class: "figure" }, evaluationText(line.eval)), " ", moves);
  }

  /** Plays moves on the board. @param {string[]} moves */
  async play(moves) {
    for (const move of moves) await this.acts.view().add(move);
  }
}
