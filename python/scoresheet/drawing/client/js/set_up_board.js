// @ts-check
// A board on which anything that a pattern can require of a square is placed, and its palette.
import { Board, drawnPiece } from "./board.js";
import { markWords } from "./board_pattern.js";
import { h, s } from "./dom.js";
import { drag } from "./drag.js";
import { squareName } from "./fen.js";
import { t } from "./language.js";
import { BOX } from "./marks.js";
import { THEMES } from "./pieces.js";

/** @typedef {import("./board.js").Look} Look @typedef {import("./board.js").Start} Start @typedef {import("./board.js").Man} Man */
/** @typedef {{use: (square: number) => void, set: (square: number, letters: string) => void, move: (from: number, to: number) => void}} Does */

/** What is placed, in the rows of the palette; nothing is the eraser. */
const TOOLS = [..."KQRBNPkqrbnpAa", "Aa", ".", "?", ""];
const COLUMNS = 6;
/** The keys that place something else than the letters of pieces. @type {Record<string, string>} */
const KEYS = { "*": "Aa", Delete: "", Backspace: "" };
const MIDDLE = BOX / 2;
const BLACK_DISC = "M22.5 9.5a13 13 0 0 1 0 26z", STAR = "M22.5 16v13M16.9 19.25l11.2 6.5M28.1 19.25l-11.2 6.5";

/** A sign that is seen on light and dark squares. @param {string} d */
function sign(d) {
  const line = { d, fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
  return s("g", {}, s("path", { ...line, stroke: "#fffdf8", "stroke-width": 6.5 }), s("path", { ...line, stroke: "#1b1c1e", "stroke-width": 3 }));
}

/** A piece of any kind. @param {string} letters `A`, `a` or `Aa` @param {Look} look */
function anyPiece(letters, look) {
  const { white, black } = /** @type {Record<string, any>} */ (THEMES)[look.theme].pieces;
  const own = letters === "a" ? black : white;
  return s("g", {}, s("circle", { cx: MIDDLE, cy: MIDDLE, r: 13, fill: own.fill, stroke: own.line, "stroke-width": 1.5 }),
    letters === "Aa" && s("path", { d: BLACK_DISC, fill: black.fill }),
    s("path", { d: STAR, fill: "none", stroke: letters === "Aa" ? "#9a5b13" : own.detail, "stroke-width": 3, "stroke-linecap": "round" }));
}

/** What is required of a square, as a drawing. @param {string} letters @param {Look} look @returns {SVGGElement} */
function drawnMark(letters, look) {
  if (letters === "") return sign("M13 32h22M15 25l9-11 9 7-8 10h-5z");
  if (letters === ".") return sign("M16 16l13 13M29 16l-13 13");
  if (letters === "?") return sign("M17.5 17.5a5 5 0 1 1 7.6 4.3c-1.7 1-2.6 2-2.6 4M22.5 31.2v.1");
  if (letters === "Aa" || letters === "A" || letters === "a") return anyPiece(letters, look);
  if (letters.length === 1) return drawnPiece(letters, look);
  const across = Math.ceil(Math.sqrt(letters.length)), down = Math.ceil(letters.length / across);
  return s("g", {}, [...letters].map((atom, place) => {
    const x = (place % across) * BOX, y = Math.floor(place / across) * BOX + ((across - down) * BOX) / 2;
    return s("g", { transform: `scale(${1 / across}) translate(${x} ${y})` }, drawnMark(atom, look));
  }));
}

/** The placement of pieces as a FEN writes it. @param {Map<number, string>} pieces letters by squares */
export function placement(pieces) {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => [0, 1, 2, 3, 4, 5, 6, 7].map((file) => pieces.get(rank * 8 + file) ?? " ").join(""));
  return ranks.join("/").replace(/ +/g, (run) => String(run.length));
}

export class SetUpBoard extends Board {
  /** @param {HTMLElement} host @param {Partial<Look>} look @param {Does} does @param {string[]} tools @param {string} name */
  constructor(host, look, does, tools = TOOLS, name = t("Position to find")) {
    super(host, { look });
    this.does = does;
    this.tools = tools;
    this.root.classList.add("playable", "set-up");
    this.grid.setAttribute("aria-label", name);
  }

  /** Shows what is required of the squares. @param {Map<number, string>} marks @param {string} [others] what is required of all others */
  show(marks, others = "?") {
    this.move(marks);
    this.settle();
    for (const [square, cell] of this.cells.entries()) {
      cell.setAttribute("aria-label", `${squareName(square)}, ${markWords(marks.get(square) ?? others)}`);
      cell.classList.toggle("filled", marks.has(square));
    }
  }

  /** @param {string} letters @returns {Man} */
  made(letters) {
    const element = s("g", { class: "man" }, drawnMark(letters, this.look));
    this.layers.men.append(element);
    return { letter: letters, element };
  }

  /** Everything can be moved. @param {Start} start */
  starts(start) {
    return typeof start === "string" || this.men.has(start);
  }

  /** @param {number} square */
  pick(square) {
    this.does.use(square);
  }

  /** What is released beside the board is removed from it. @returns {Start} */
  outside() {
    return -1;
  }

  /** @param {Man} man @param {Start} start @param {Start} end */
  release(man, start, end) {
    super.release(man, start, start);
    if (typeof end !== "number" || end === start) return;
    if (typeof start === "number") this.does.move(start, end);
    else if (end >= 0) this.does.set(end, start);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const letters = KEYS[event.key] ?? (this.tools.includes(event.key) ? event.key : undefined);
    if (letters === undefined || !this.tools.includes(letters) || event.altKey || event.ctrlKey || event.metaKey) return super.key(event);
    event.preventDefault();
    event.stopPropagation();
    this.does.set(this.focused, letters);
  }
}

export class Palette {
  /** @param {SetUpBoard} board */
  constructor(board) {
    this.tools = board.tools;
    this.chosen = this.tools[0];
    this.buttons = this.tools.map((letters) => this.button(board, letters));
    this.root = h("div", { class: "palette", role: "radiogroup", "aria-label": t("What to place") }, this.buttons);
    this.root.style.background = /** @type {Record<string, any>} */ (THEMES)[board.look.theme].light;
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.choose(this.tools[0]);
  }

  /** @param {SetUpBoard} board @param {string} letters @returns {HTMLButtonElement} */
  button(board, letters) {
    const words = letters ? markWords(letters) : t("eraser"), name = words[0].toUpperCase() + words.slice(1);
    const drawing = s("svg", { viewBox: `0 0 ${BOX} ${BOX}`, "aria-hidden": "true" }, drawnMark(letters, board.look));
    const button = h("button", { type: "button", role: "radio", "aria-label": name, title: name, "data-letters": letters }, drawing);
    button.addEventListener("click", () => !board.dragged && this.choose(letters));
    button.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (!event.button && letters) drag(board, event, button, letters, () => board.made(letters));
    });
    return button;
  }

  /** @param {string} letters */
  choose(letters) {
    this.chosen = letters;
    for (const [place, button] of this.buttons.entries()) {
      button.setAttribute("aria-checked", String(this.tools[place] === letters));
      button.tabIndex = this.tools[place] === letters ? 0 : -1;
    }
  }

  /** The arrow keys choose. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const place = (this.tools.indexOf(this.chosen) + step + this.tools.length) % this.tools.length;
    this.choose(this.tools[place]);
    this.buttons[place].focus();
  }
}
