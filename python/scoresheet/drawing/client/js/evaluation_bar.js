// @ts-check
// The bar beside the board: how the position on the board is evaluated, by the comments of the game or by an engine.
import { h } from "./dom.js";
import { chance, evaluationText } from "./graph.js";
import { pageLanguage, t } from "./language.js";
import { stateWords } from "./spoken.js";

/** @typedef {{cp?: number, mate?: number}} Evaluation */

/** An evaluation in words. @param {Evaluation} value */
export function evaluationWords(value) {
  if (value.mate !== undefined) {
    const moves = Math.abs(value.mate);
    return value.mate > 0 ? t("White mates in {moves}", { moves }) : t("Black mates in {moves}", { moves });
  }
  const cp = value.cp ?? 0, isWhite = cp > 0;
  if (!cp) return t("Equal, {evaluation}", { evaluation: evaluationText(value) });
  const slightly = isWhite ? t("White is slightly better") : t("Black is slightly better"), better = isWhite ? t("White is better") : t("Black is better");
  const much = Math.abs(cp) < 50 ? slightly : Math.abs(cp) < 300 ? better : isWhite ? t("White is winning") : t("Black is winning");
  return `${much}, ${evaluationText(value)}`;
}

/** An evaluation that is at most four letters long. @param {Evaluation} value */
function short(value) {
  if (value.mate !== undefined) return `#${Math.abs(value.mate)}`;
  const pawns = Math.abs(value.cp ?? 0) / 100;
  return pawns < 10 ? pawns.toLocaleString(pageLanguage(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : String(Math.min(Math.round(pawns), 999));
}

export class EvaluationBar {
  constructor() {
    /** Whether an engine evaluates the positions that are shown. */ this.isLive = false;
    this.isKnown = false;
    this.white = h("div", { class: "white-part" });
    this.figure = h("span", { class: "figure" });
    this.root = h("div", { class: "evaluation", role: "img", hidden: true }, this.white, this.figure);
  }

  /** Shows the bar if any node of the game has an evaluation. @param {any[]} nodes */
  suit(nodes) {
    this.isKnown = nodes.some((node) => node.eval);
    this.root.hidden = !this.isKnown && !this.isLive;
  }

  /** Sets whether an engine evaluates the positions. @param {boolean} isLive */
  live(isLive) {
    this.isLive = isLive;
    this.root.hidden = !this.isKnown && !isLive;
  }

  /** Shows how the game has ended on the board. @param {string} words in English, such as `White wins: checkmate` */
  end(words) {
    const winner = /^(White|Black) wins/.exec(words)?.[1];
    this.fill(winner ? (winner === "White" ? 1 : -1) : 0, winner ? (winner === "White" ? "1-0" : "0-1") : "½", stateWords(words));
  }

  /** Shows an evaluation, or that there is none. @param {Evaluation | undefined} value @param {string} by what it comes from */
  show(value, by) {
    if (value) this.fill(chance(value), short(value), t("Evaluation: {evaluation}, {by}", { evaluation: evaluationWords(value), by }));
    else this.fill(0, "", t("No evaluation of this position"));
    this.root.classList.toggle("unknown", !value);
  }

  /** @param {number} score from -1 to 1 @param {string} figure @param {string} words */
  fill(score, figure, words) {
    this.root.classList.remove("unknown");
    this.root.classList.toggle("black", score < 0);
    this.root.setAttribute("aria-label", words);
    this.root.title = words;
    this.figure.textContent = figure;
    this.white.style.height = `${(50 + 50 * score).toFixed(1)}%`;
  }
}
