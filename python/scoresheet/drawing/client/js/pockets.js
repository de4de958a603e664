// @ts-check
// What the players have in hand, beside the board: pieces with their numbers, to be dropped by clicks, keys or drags.
import { drawnPiece } from "./board.js";
import { h, s } from "./dom.js";
import { drag } from "./drag.js";
import { readFen } from "./fen.js";
import { t } from "./language.js";
import { THEMES } from "./pieces.js";
import { pieceWords } from "./spoken.js";

/** @typedef {import("./fen.js").Side} Side */
/** @typedef {{button: HTMLButtonElement, count: HTMLElement, drawing: SVGElement}} Pile */

/** The pieces that can be in hand, in the order of a FEN. */
const LETTERS = ["Q", "R", "B", "N", "P"];

export class Pockets {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Side} */ this.turn = "white";
    /** @type {Record<Side, Map<string, Pile>>} */ this.piles = { white: new Map(), black: new Map() };
    this.roots = { white: this.pocket("white"), black: this.pocket("black") };
    this.wear();
    board.onchange = () => this.mark();
  }

  /** @param {Side} side @returns {HTMLElement} */
  pocket(side) {
    const name = side === "white" ? t("White's hand") : t("Black's hand");
    const root = h("div", { class: `pocket ${side}`, role: "group", "aria-label": name },
      LETTERS.map((letter) => this.pile(side, letter).button));
    root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Escape" && this.board.picked !== -1) this.board.choose(-1);
    });
    return root;
  }

  /** Draws the pieces in the look of the board. */
  wear() {
    for (const side of /** @type {const} */ (["white", "black"])) {
      this.roots[side].style.background = /** @type {Record<string, any>} */ (THEMES)[this.board.look.theme].light;
      for (const [letter, { drawing }] of this.piles[side]) {
        drawing.replaceChildren(drawnPiece(side === "white" ? letter : letter.toLowerCase(), this.board.look));
      }
    }
  }

  /** @param {Side} side @param {string} letter @returns {Pile} */
  pile(side, letter) {
    const own = side === "white" ? letter : letter.toLowerCase(), count = h("span", { class: "held-count" });
    const drawing = s("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" });
    const button = h("button", { type: "button", "data-letter": letter }, drawing, count);
    button.addEventListener("click", () => !this.board.dragged && this.board.take(letter));
    button.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (!event.button) drag(this.board, event, button, letter, () => this.board.made(own));
    });
    const pile = { button, count, drawing };
    this.piles[side].set(letter, pile);
    return pile;
  }

  /** Shows the hands of a position, or nothing if there are none. @param {any} node @returns {boolean} whether there are any */
  show(node) {
    const { hands, turn } = readFen(node.fen);
    this.turn = turn;
    for (const side of /** @type {const} */ (["white", "black"])) {
      this.roots[side].hidden = hands === null;
      for (const [letter, { button, count }] of this.piles[side]) {
        const number = hands?.[side].get(letter) ?? 0;
        count.textContent = String(number);
        button.classList.toggle("absent", !number);
        const piece = pieceWords(side === "white" ? letter : letter.toLowerCase());
        button.setAttribute("aria-label", t("{piece} in hand: {number}", { piece, number }));
      }
    }
    this.mark();
    return hands !== null;
  }

  /** Shows which pieces can be dropped, and which one is picked. */
  mark() {
    for (const side of /** @type {const} */ (["white", "black"])) {
      for (const [letter, { button }] of this.piles[side]) {
        const own = side === this.turn;
        button.disabled = !own || !this.board.starts(letter);
        button.setAttribute("aria-pressed", String(own && this.board.picked === letter));
      }
    }
  }
}
