// @ts-check
// The list of moves with comments and variations. It is made from the flat list of nodes without recursion, and its
// lines are siblings of each other, so that a page bears any depth.
import { h } from "./dom.js";
import { markOf, spot } from "./judged.js";
import { inLanguage } from "./letters.js";

/** Deeper variations are not indented further. */
const DEEPEST_INDENT = 8;

/** @typedef {{start: number, end: number, toggle: HTMLButtonElement, folded: boolean}} Variation */
/** @typedef {{node: number, depth: number, opens?: boolean, closes?: boolean}} Step */

/** The children of every node; the first one continues the line. @param {any[]} nodes @returns {number[][]} */
export function childrenOf(nodes) {
  /** @type {number[][]} */ const children = nodes.map(() => []);
  for (const [number, node] of nodes.entries()) if (node.p >= 0) children[node.p].push(number);
  return children;
}

/** The signs of a move's NAGs. @param {any} node */
export function signsOf(node) {
  return (node.nags ?? []).map(spaced).join("");
}

/** The sign of a NAG; one that does not judge the move is apart from it. @param {any} nag */
function spaced(nag) {
  return /^[!?]/.test(nag.sign) ? nag.sign : ` ${nag.sign}`;
}

/** What a NAG says in a language, or in English. @param {any} game @param {any} nag @param {string} language */
export function nagWords(game, nag, language) {
  return game.nagWords?.[language]?.[nag.code] ?? nag.words;
}

/** Whether a NAG has words, but no sign. @param {any} nag */
function isSpoken(nag) {
  return nag.sign === nag.code && nag.words !== nag.code;
}

export class MoveList {
  /** @param {any} game @param {{language: string, added: Set<number>, go: (node: number) => void}} options */
  constructor(game, options) {
    this.game = game;
    this.options = options;
    this.children = childrenOf(game.nodes);
    /** @type {HTMLElement[]} */ this.lines = [];
    /** @type {number[]} how many folded variations hide a line */ this.hidden = [];
    /** @type {Map<number, {button: HTMLElement, line: number}>} */ this.moves = new Map();
    /** @type {Variation[]} */ this.variations = [];
    /** @type {HTMLElement | undefined} */ this.current = undefined;
    this.root = h("div", { class: "moves", role: "group", "aria-label": "Moves", tabindex: 0 });
    this.root.addEventListener("click", (/** @type {any} */ event) => {
      const move = event.target.closest("[data-node]");
      if (move) options.go(Number(move.dataset.node));
    });
    this.write();
    this.root.append(...this.lines);
  }

  write() {
    const { nodes, result, closing } = this.game;
    this.line(0);
    this.after(0);
    /** @type {Variation[]} */ const open = [];
    /** @type {Step[]} */ const pending = this.children[0].length ? [{ node: this.children[0][0], depth: 0 }] : [];
    for (let step = pending.pop(); step; step = pending.pop()) {
      if (step.closes) this.close(open.pop(), step.depth);
      else {
        if (step.opens) open.push(this.open(step.depth));
        this.move(step.node);
        const [next, parent] = [this.children[step.node][0], nodes[step.node].p];
        if (next !== undefined) pending.push({ node: next, depth: step.depth });
        // The other moves at this place follow the first one.
        if (this.children[parent][0] === step.node) pending.push(...this.others(parent, step.depth));
      }
    }
    this.word("b", "result", result);
    for (const text of closing ?? []) this.word("bdi", "comment", text);
  }

  /** The steps through the variations beside a node's first child. @param {number} parent @param {number} depth @returns {Step[]} */
  others(parent, depth) {
    return this.children[parent].slice(1).reverse().flatMap((node) => [
      { node, depth: depth + 1, closes: true }, { node, depth: depth + 1, opens: true }]);
  }

  /** Starts a line. @param {number} depth */
  line(depth) {
    const last = this.lines[this.lines.length - 1];
    const line = last && !last.childNodes.length ? last : h("p");
    if (line !== last) this.lines.push(line), this.hidden.push(0);
    line.className = depth ? "aside" : "main";
    line.style.marginInlineStart = `${Math.min(depth, DEEPEST_INDENT)}em`;
    this.numbered = false;
  }

  /** @param {string} tag @param {string} name @param {string} text */
  word(tag, name, text) {
    this.lines[this.lines.length - 1].append(h(tag, { class: name }, text), " ");
    this.numbered = false;
  }

  /** @param {number} depth @returns {Variation} */
  open(depth) {
    this.line(depth);
    /** @type {Variation} */ const variation = {
      start: this.lines.length - 1, end: 0, folded: false,
      toggle: h("button", { type: "button", class: "fold", "aria-expanded": "true", "aria-label": "Variation",
        title: "Fold or unfold this variation", onclick: () => this.fold(variation) }, "−"),
    };
    this.variations.push(variation);
    this.lines[variation.start].append(variation.toggle);
    return variation;
  }

  /** @param {Variation | undefined} variation @param {number} depth */
  close(variation, depth) {
    if (!variation) return;
    variation.end = this.lines.length - (this.lines[this.lines.length - 1].childNodes.length ? 0 : 1);
    this.line(depth - 1);
  }

  /** @param {number} number */
  move(number) {
    const node = this.game.nodes[number];
    if (node.pre) this.word("bdi", "comment", node.pre);
    const shown = node.shown ?? inLanguage(node.san, this.options.language);
    const names = ["move", node.illegal && "illegal", this.options.added.has(number) && "added"].filter(Boolean).join(" ");
    /** @param {any} nag */ const said = (nag) => nagWords(this.game, nag, this.options.language);
    /** @type {any[]} */ const nags = node.nags ?? [];
    const mark = markOf(node);
    const button = h("button", { type: "button", class: names, "data-node": number, tabindex: -1 }, shown,
      nags.filter((nag) => !isSpoken(nag)).map((nag) => h("span", { class: "nag", title: said(nag) }, spaced(nag))));
    const numbered = this.numbered && node.no.endsWith("...");
    this.lines[this.lines.length - 1].append(
      h("span", { class: "pair" }, numbered ? null : h("span", { class: "number" }, `${node.no}\u00a0`), button), " ");
    if (mark) this.lines[this.lines.length - 1].append(h("span", { class: `mark ${mark.name}` }, spot(mark), mark.name), " ");
    for (const nag of nags.filter(isSpoken)) this.word("bdi", "nag", `[${said(nag)}]`);
    this.moves.set(number, { button, line: this.lines.length - 1 });
    this.numbered = !mark;
    this.after(number);
  }

  /** What follows a move: its comment, what could not be played, and errors. @param {number} number */
  after(number) {
    const node = this.game.nodes[number];
    if (node.text) this.word("bdi", "comment", node.text);
    for (const text of node.unplayed ?? []) this.word("bdi", "unplayed", `[not played: ${text}]`);
    for (const error of this.game.errors ?? []) {
      if (error.node !== number) continue;
      const place = error.line ? ` (line ${error.line}, column ${error.column})` : "";
      this.word("span", "error", `${error.message}${place}`);
    }
  }

  /** Folds or unfolds a variation. @param {Variation} variation */
  fold(variation) {
    variation.folded = !variation.folded;
    variation.toggle.textContent = variation.folded ? "+" : "−";
    variation.toggle.setAttribute("aria-expanded", String(!variation.folded));
    this.lines[variation.start].classList.toggle("folded", variation.folded);
    for (let line = variation.start + 1; line < variation.end; line++) {
      this.hidden[line] += variation.folded ? 1 : -1;
      this.lines[line].hidden = this.hidden[line] > 0;
    }
  }

  /** Marks the move of the board and scrolls it into view. @param {number} number */
  mark(number) {
    this.current?.removeAttribute("aria-current");
    if (this.current) this.current.tabIndex = -1;
    const move = this.moves.get(number);
    this.current = move?.button;
    if (!move) return void (this.root.scrollTop = 0);
    for (const each of this.variations) {
      if (each.folded && each.start <= move.line && move.line < each.end) this.fold(each);
    }
    move.button.setAttribute("aria-current", "true");
    move.button.tabIndex = 0;
    // Only this pane scrolls, never the page.
    const pane = this.root.getBoundingClientRect(), place = move.button.getBoundingClientRect();
    if (place.top < pane.top || place.bottom > pane.bottom) this.root.scrollTop += place.top - pane.top - pane.height / 3;
  }
}
