// @ts-check
// The board: a drawing for the eyes, and above it a grid of 64 buttons for pointers, keys and screen readers.
import { h, s } from "./dom.js";
import { drag } from "./drag.js";
import { readFen, squareName } from "./fen.js";
import { t } from "./language.js";
import { BOX, arrow, target, tint } from "./marks.js";
import { EXPLOSION, MARKS, PROMOTED, SETS, THEMES } from "./pieces.js";
import { ROLES, pieceWords } from "./spoken.js";

/** @typedef {number | string} Start a square, or the letter of a piece in hand */
/** @typedef {[string, Start, number, string | null]} Legal UCI, start, end, piece it promotes to */
/** @typedef {{letter: string, element: SVGGElement}} Man */

/** @type {Record<string, any>} */ const LOOKS = THEMES;
/** @type {Record<string, string>} */ const COLOURS = MARKS;
/** @type {Record<string, Record<string, {outlines: string[], details: string[], dots: number[][]}>>} */ const DRAWN = SETS;

/** @typedef {{theme: string, pieces: string}} Look the names of the colours and of the set of pieces */

/** A look of which only known parts are taken. @param {Partial<Look>} given @returns {Look} */
export function lookOf({ theme = "brown", pieces = "classic" }) {
  return { theme: LOOKS[theme] ? theme : "brown", pieces: DRAWN[pieces] ? pieces : "classic" };
}

/** A piece as a drawing. @param {string} letter @param {Look} look @returns {SVGGElement} */
export function drawnPiece(letter, { theme, pieces }) {
  const shape = DRAWN[pieces][ROLES[letter.toLowerCase()]];
  const paint = LOOKS[theme].pieces[letter < "a" ? "white" : "black"];
  const line = { "stroke-width": 1.5, "stroke-linejoin": "round", "stroke-linecap": "round" };
  return s("g", { fill: paint.fill, stroke: paint.line, ...line },
    shape.outlines.map((d) => s("path", { d })),
    shape.details.length ? s("path", { fill: "none", stroke: paint.detail, d: shape.details.join("") }) : null,
    shape.dots.map(([cx, cy, r]) => s("circle", { cx, cy, r, fill: paint.detail, stroke: "none" })));
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{look?: Partial<Look>, onmove?: (from: Start, to: number) => void}} [options]
   */
  constructor(host, options = {}) {
    this.look = lookOf(options.look ?? {});
    this.onmove = options.onmove;
    /** @type {() => void} called when other pieces can move, or another one is picked */ this.onchange = () => {};
    this.flipped = false;
    /** @type {any} */ this.node = { fen: "8/8/8/8/8/8/8/8 w - - 0 1" };
    /** @type {Map<number, Man>} */ this.men = new Map();
    /** @type {Legal[]} */ this.legal = [];
    /** @type {Start} the start of the picked piece, or -1 */ this.picked = -1;
    this.focused = 0;
    this.dragged = false;
    const names = { class: "names", "font-size": 8.5, "font-weight": "bold", "font-family": "sans-serif" };
    this.layers = { ground: s("g"), tints: s("g"), names: s("g", names), men: s("g"), arrows: s("g"), targets: s("g") };
    this.svg = s("svg", { viewBox: `0 0 ${8 * BOX} ${8 * BOX}`, "aria-hidden": "true" }, Object.values(this.layers));
    /** @type {HTMLButtonElement[]} */
    this.cells = Array.from({ length: 64 }, (_, square) =>
      h("button", { type: "button", role: "gridcell", tabindex: -1, "data-square": square }));
    this.grid = h("div", { role: "grid", "aria-label": t("Chess board"), class: "cells" });
    this.root = h("div", { class: "board" }, this.svg, this.grid);
    host.append(this.root);
    this.listen();
    this.lay();
  }

  listen() {
    const squareOf = (/** @type {Event} */ event) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("button");
      return cell ? Number(cell.dataset.square) : -1;
    };
    this.grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.grid.addEventListener("click", (/** @type {Event} */ event) => {
      if (!this.dragged && squareOf(event) >= 0) this.pick(squareOf(event));
    });
    this.grid.addEventListener("focusin", (/** @type {Event} */ event) => this.rove(squareOf(event)));
    this.grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const square = squareOf(event), man = this.men.get(square);
      if (!event.button && man) drag(this, event, this.grid, square, () => man);
    });
  }

  /** The upper left corner of a square. @param {number} square @returns {[number, number]} */
  corner(square) {
    const file = square % 8, rank = square >> 3;
    return this.flipped ? [(7 - file) * BOX, rank * BOX] : [file * BOX, (7 - rank) * BOX];
  }

  /** The square in a column and a row of the screen. @param {number} x @param {number} y */
  squareAt(x, y) {
    return this.flipped ? y * 8 + 7 - x : (7 - y) * 8 + x;
  }

  /** Draws the empty board, and puts the buttons in order. */
  lay() {
    const { light, dark } = LOOKS[this.look.theme];
    const steps = [0, 1, 2, 3, 4, 5, 6, 7];
    const squares = steps.flatMap((y) => steps.filter((x) => (x + y) % 2).map((x) => `M${x * BOX} ${y * BOX}h45v45h-45z`));
    this.layers.ground.replaceChildren(
      s("path", { fill: light, d: "M0 0h360v360h-360z" }), s("path", { fill: dark, d: squares.join("") }));
    this.layers.names.replaceChildren(...steps.flatMap((step) => {
      const [file, rank] = this.flipped ? [7 - step, step + 1] : [step, 8 - step];
      const [onDark, onLight] = step % 2 ? [dark, light] : [light, dark];
      return [
        s("text", { x: (step + 1) * BOX - 1.5, y: 357.5, "text-anchor": "end", fill: onDark }, "abcdefgh"[file]),
        s("text", { x: 1.5, y: step * BOX + 9, fill: onLight }, rank)];
    }));
    this.grid.replaceChildren(...steps.map((y) =>
      h("div", { role: "row" }, steps.map((x) => this.cells[this.squareAt(x, y)]))));
    this.rove(this.focused);
  }

  /** Shows the position of a node. Pieces that moved slide to their new squares. @param {any} node */
  show(node) {
    this.node = node;
    this.legal = [];
    this.picked = -1;
    this.move(readFen(node.fen).pieces, node.mv);
    this.settle();
    this.mark();
    for (const [square, cell] of this.cells.entries()) {
      const man = this.men.get(square);
      cell.setAttribute("aria-label", squareName(square) + (man ? `, ${pieceWords(man.letter)}` : ""));
      cell.removeAttribute("aria-selected");
    }
  }

  /** Matches the pieces with those of the next position. @param {Map<number, string>} wanted @param {number[]} [ends] */
  move(wanted, ends = []) {
    /** @type {Map<number, Man>} */ const free = new Map();
    for (const [square, man] of this.men) {
      if (wanted.get(square) === man.letter) continue;
      free.set(square, man);
      this.men.delete(square);
    }
    for (const [square, letter] of wanted) {
      if (this.men.has(square)) continue;
      const alike = [...free].filter(([, man]) => man.letter === letter);
      const [from, man] = alike.find(([at]) => ends.includes(at)) ?? alike[0] ?? [-1, this.made(letter)];
      free.delete(from);
      this.men.set(square, man);
    }
    for (const man of free.values()) man.element.remove();
  }

  /** @param {string} letter @returns {Man} */
  made(letter) {
    const element = drawnPiece(letter[0], this.look);
    element.classList.add("man");
    if (letter[1]) element.append(s("circle", { class: "promoted", cx: BOX - 7, cy: 7, r: 5, fill: PROMOTED, stroke: "#fffdf8" }));
    this.layers.men.append(element);
    return { letter, element };
  }

  /** Puts every piece on its square. */
  settle() {
    for (const [square, man] of this.men) {
      const [x, y] = this.corner(square);
      man.element.style.transform = `translate(${x}px,${y}px)`;
    }
  }

  /** The squares that the last move has cleared by an explosion, the one of the capture first. @returns {number[]} */
  blast() {
    const centre = this.node.mv?.[1];
    if (centre === undefined || this.men.has(centre)) return [];
    const around = this.cells.map((_, square) => square).filter((square) => !this.men.has(square) &&
      Math.abs((square % 8) - (centre % 8)) < 2 && Math.abs((square >> 3) - (centre >> 3)) < 2);
    return [centre, ...around.filter((square) => square !== centre)];
  }

  /** Draws the last move, the explosion, the check, the marks and the arrows. */
  mark() {
    const { mv, csl = [], arr = [], chk, fen } = this.node, look = LOOKS[this.look.theme];
    const king = fen.split(" ")[1] === "w" ? "K" : "k";
    const checked = chk ? [...this.men].filter(([, man]) => man.letter === king) : [];
    this.layers.tints.replaceChildren(
      ...[...new Set(mv ?? [])].map((square) => tint(this.corner(/** @type {number} */ (square)), look.last_move, 0.5)),
      ...this.blast().map((square, place) => tint(this.corner(square), EXPLOSION, place ? 0.4 : 0.75)),
      ...csl.map((/** @type {[number, string]} */ [square, colour]) => tint(this.corner(square), COLOURS[colour], 0.65)),
      ...checked.map(([square]) => tint(this.corner(square), look.check, 0.6)));
    this.layers.arrows.replaceChildren(...arr.map((/** @type {[number, number, string]} */ [from, to, colour]) =>
      arrow(this.corner(from), this.corner(to), COLOURS[colour])));
    this.aim();
  }

  /** Shows the same in another look. @param {Partial<Look>} look */
  wear(look) {
    this.look = lookOf(look);
    for (const man of this.men.values()) man.element.remove();
    for (const [square, { letter }] of this.men) this.men.set(square, this.made(letter));
    this.lay();
    this.settle();
    this.mark();
  }

  flip() {
    this.flipped = !this.flipped;
    this.lay();
    this.settle();
    this.mark();
  }

  /** Receives the legal moves of the position. @param {Legal[]} legal */
  allow(legal) {
    this.legal = legal;
    this.root.classList.toggle("playable", legal.length > 0);
    this.aim();
    this.onchange();
  }

  /** Whether a legal move starts there. @param {Start} start */
  starts(start) {
    return this.legal.some((move) => move[1] === start);
  }

  /** Shows where the picked piece can go. */
  aim() {
    const ends = new Set(this.legal.filter(([, from]) => from === this.picked).map(([, , to]) => to));
    for (const [square, cell] of this.cells.entries()) cell.classList.toggle("starts", this.starts(square));
    this.layers.targets.replaceChildren(...[...ends].map((to) => target(this.corner(to), this.men.has(to))));
  }

  /** Picks a piece, or moves the picked piece. @param {number} square */
  pick(square) {
    const from = this.picked, moves = this.legal.some((move) => move[1] === from && move[2] === square);
    this.choose(!moves && this.starts(square) && square !== from ? square : -1);
    if (moves) this.onmove?.(from, square);
  }

  /** Picks a piece in hand, or puts it back. @param {string} letter */
  take(letter) {
    this.choose(this.starts(letter) && letter !== this.picked ? letter : -1);
  }

  /** Picks the piece at a start, or none. @param {Start} start */
  choose(start) {
    this.picked = start;
    for (const [each, cell] of this.cells.entries()) {
      if (each === start) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    }
    this.aim();
    this.onchange();
  }

  /** Makes one button reachable by Tab. @param {number} square */
  rove(square) {
    if (square < 0) return;
    this.cells[this.focused].tabIndex = -1;
    this.focused = square;
    this.cells[square].tabIndex = 0;
  }

  /** The arrow keys move from button to button. @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[event.key];
    if (event.key === "Escape" && this.picked !== -1) this.choose(-1);
    else if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return;
    const turn = this.flipped ? -1 : 1;
    const file = (this.focused % 8) + step[0] * turn, rank = (this.focused >> 3) + step[1] * turn;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
    this.rove(rank * 8 + file);
    this.cells[this.focused].focus();
  }

  /** Begins to drag a piece. @param {Man} man @param {Start} start */
  hold(man, start) {
    this.dragged = true;
    this.choose(start);
    this.root.classList.add("carrying");
    man.element.classList.add("held");
    this.layers.men.append(man.element);
  }

  /** The effect of a piece that is released beside the board: it goes back. @param {Start} start @returns {Start} */
  outside(start) {
    return start;
  }

  /** Ends to drag a piece. @param {Man} man @param {Start} start @param {Start} end a square, or the start */
  release(man, start, end) {
    this.root.classList.remove("carrying");
    man.element.classList.remove("held");
    if (typeof start === "string") man.element.remove(); // it is on the board when the move is played
    if (typeof end === "number" && end !== start) this.pick(end);
    this.choose(-1);
    this.settle();
    setTimeout(() => (this.dragged = false)); // after the click that follows
  }
}
