// @ts-check
// The list of moves with comments and variations, in two columns or as a text. It is made from the flat list of nodes
// without recursion, and its lines are siblings of each other, so that a page bears any depth.
import { clockText } from "./clocks.js";
import { h } from "./dom.js";
import { known, shownResult } from "./game_heading.js";
import { colourOf, markName, markOf, spot } from "./judged.js";
import { pageLanguage, t } from "./language.js";
import { inLanguage } from "./letters.js";

/** Deeper variations are not indented further. */
const DEEPEST_INDENT = 8;
/** With more lines, the browser lays out only those that are in sight. */
const MANY_LINES = 500;

/** @typedef {{node: number, start: number, end: number, toggle: HTMLButtonElement, folded: boolean}} Variation */
/** @typedef {{node: number, depth: number, opens?: boolean, closes?: boolean}} Step */
/**
 * @typedef {object} Options
 * @property {string} language @property {Set<number>} added the nodes that the reader added @property {(node: number) => void} go
 * @property {boolean} columns whether the mainline has a column for each side
 * @property {number[][]} children @property {Set<number>} folded the first moves of the variations that are folded
 */

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
  return /^[!?]/.test(nag.sign) && !nag.apart ? nag.sign : ` ${nag.sign}`;
}

/** Whose an opinion is, with its date and its measure. @param {any} game @param {any} one */
function byLine(game, { by = known(game, "Annotator"), date, q }) {
  return [by, date, q === undefined ? "" : `q ${q}`].filter(Boolean).join(", ");
}

/** What a NAG means, in the language of the letters, that of the page, or in English. @param {any} game @param {any} nag @param {string} language */
export function nagWords(game, nag, language) {
  return game.nagWords?.[language]?.[nag.code] ?? game.nagWords?.[pageLanguage()]?.[nag.code] ?? t(nag.words);
}

/** Whether a NAG has words, but no sign. @param {any} nag */
function isSpoken(nag) {
  return nag.sign === nag.code && nag.words !== nag.code;
}

export class MoveList {
  /** @param {any} game @param {Options} options */
  constructor(game, options) {
    this.game = game;
    this.options = options;
    this.children = options.children;
    /** @type {HTMLElement[]} */ this.lines = [];
    /** @type {Map<number, {button: HTMLElement, line: number}>} */ this.moves = new Map();
    /** @type {Variation[]} */ this.variations = [];
    /** @type {Set<number>} the moves from the start to the current one */ this.path = new Set();
    /** @type {Map<number, any[]>} */ this.errors = new Map();
    for (const error of game.errors ?? []) this.errors.set(error.node, [...this.errors.get(error.node) ?? [], error]);
    /** @type {HTMLElement | undefined} */ this.current = undefined;
    this.root = h("div", { class: `moves ${options.columns ? "columns" : "text"}`, role: "group", "aria-label": t("Moves"), tabindex: 0 });
    this.root.addEventListener("click", (/** @type {any} */ event) => {
      const move = event.target.closest("[data-node]");
      if (move) options.go(Number(move.dataset.node));
    });
    this.write();
    this.root.classList.toggle("large", this.lines.length > MANY_LINES);
    this.conceal();
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
        if (step.opens) open.push(this.open(step));
        this.move(step.node, step.depth);
        const [next, parent] = [this.children[step.node][0], nodes[step.node].p];
        if (next !== undefined) pending.push({ node: next, depth: step.depth });
        // The other moves at this place follow the first one.
        if (this.children[parent][0] === step.node) for (const other of this.others(parent, step.depth)) pending.push(other);
      }
    }
    this.word("b", "result", shownResult(result));
    for (const text of closing ?? []) this.word("bdi", "comment", text);
  }

  /** The steps through the variations beside a node's first child. @param {number} parent @param {number} depth @returns {Step[]} */
  others(parent, depth) {
    return this.children[parent].slice(1).reverse().filter((node) => !this.game.nodes[node].hidden).flatMap((node) => [
      { node, depth: depth + 1, closes: true }, { node, depth: depth + 1, opens: true }]);
  }

  get last() {
    return this.lines[this.lines.length - 1];
  }

  /** Starts a line. @param {number} depth */
  line(depth) {
    const line = this.last && !this.last.childNodes.length ? this.last : h("p");
    if (line !== this.last) this.lines.push(line);
    line.className = depth ? "aside" : "main";
    line.style.setProperty("--depth", String(Math.min(depth, DEEPEST_INDENT)));
    this.numbered = false;
  }

  /** Writes text, which is beside the moves in a text, and below the row in columns. @param {string} tag @param {string} name @param {string} text */
  word(tag, name, text) {
    if (this.last.classList.contains("row")) this.line(0);
    this.last.append(h(tag, { class: name }, text), " ");
    this.numbered = false;
  }

  /** @param {Step} step @returns {Variation} */
  open({ node, depth }) {
    this.line(depth);
    const folded = this.options.folded.has(node);
    /** @type {Variation} */ const variation = {
      node, start: this.lines.length - 1, end: 0, folded,
      toggle: h("button", { type: "button", class: "fold", "aria-label": t("Variation"),
        title: t("Fold or unfold this variation"), onclick: () => this.fold([variation], !variation.folded) }),
    };
    this.variations.push(variation);
    const { line } = this.game.nodes[node];
    this.last.append(variation.toggle);
    if (line) this.word("bdi", "by", line);
    return variation;
  }

  /** @param {Variation | undefined} variation @param {number} depth */
  close(variation, depth) {
    if (!variation) return;
    variation.end = this.lines.length - (this.last.childNodes.length ? 0 : 1);
    this.line(depth - 1);
  }

  /** @param {number} number @param {number} depth */
  move(number, depth) {
    const node = this.game.nodes[number], row = this.options.columns && !depth;
    if (node.pre) this.word("bdi", "comment", node.pre);
    const { place, after } = row ? this.cell(node) : this.pair(node), mark = markOf(node);
    const button = this.button(number, !mark);
    place.append(button);
    if (mark) after.append(h("span", { class: `mark ${mark.name}` }, spot(mark), markName(mark)), " ");
    for (const nag of (node.nags ?? []).filter(isSpoken)) after.append(h("bdi", { class: "nag" }, `[${this.said(nag)}]`), " ");
    if (row && node.clk !== undefined) place.append(h("span", { class: "time" }, clockText(node.clk)));
    this.moves.set(number, { button, line: this.lines.length - 1 });
    this.numbered = !mark;
    this.after(number);
  }

  /** The button of a move. @param {number} number @param {boolean} told whether it describes its NAGs */
  button(number, told) {
    const node = this.game.nodes[number], shown = node.shown ?? inLanguage(node.san, this.options.language);
    const names = ["move", node.illegal && "illegal", this.options.added.has(number) && "added", colourOf(node)].filter(Boolean).join(" ");
    /** @type {any[]} */ const nags = node.nags ?? [];
    return h("button", { type: "button", class: names, "data-node": number, tabindex: -1 }, shown,
      nags.filter((nag) => !isSpoken(nag)).map((nag) => h("span", { class: "nag", title: this.said(nag) + (nag.by ?? "") }, spaced(nag),
        told && nag.words !== nag.sign ? h("span", { class: "unseen" }, ` ${this.said(nag)} `) : null)));
  }

  /** @param {any} nag */
  said(nag) {
    return nagWords(this.game, nag, this.options.language);
  }

  /** The place of a move in a text, and of what follows it there: after the number that it needs. @param {any} node */
  pair(node) {
    const place = h("span", { class: "pair" });
    if (!this.numbered || !node.no.endsWith("...")) place.append(h("span", { class: "number" }, `${node.no}\u00a0`));
    this.last.append(place, " ");
    return { place, after: this.last };
  }

  /** The place of a move in its column, and of what follows it there. @param {any} node */
  cell(node) {
    const black = node.no.endsWith("..."), cell = h("span", { class: "cell" });
    if (!black || !this.last.classList.contains("row") || this.last.childNodes.length !== 2) {
      this.line(0);
      this.last.classList.add("row");
      this.last.append(h("span", { class: "number" }, black ? node.no.slice(0, -2) : node.no));
      if (black) this.last.append(h("span", { class: "cell gap" }, "…"));
    }
    this.last.append(cell);
    return { place: cell, after: cell };
  }

  /** What follows a move: its comment, what could not be played, and errors. @param {number} number */
  after(number) {
    const node = this.game.nodes[number];
    if (node.said) this.opinions(node.said.filter((/** @type {any} */ one) => !one.hidden));
    else if (node.text) this.word("bdi", "comment", node.text);
    for (const text of node.unplayed ?? []) this.word("bdi", "unplayed", t("[not played: {text}]", { text }));
    for (const error of this.errors.get(number) ?? []) {
      const place = error.line ? ` ${t("(line {line}, column {column})", { line: error.line, column: error.column })}` : "";
      this.word("span", "error", `${error.message}${place}`);
    }
  }

  /** The annotation of each source on a move. Signs are repeated if several judge it. @param {any[]} said */
  opinions(said) {
    const several = said.filter(({ nags }) => nags[0])[1];
    for (const one of said) {
      const by = byLine(this.game, one), signs = several ? signsOf(one) : "";
      if (one.text) this.word("bdi", "comment", one.text);
      if (by && (one.text || signs || one.q)) this.word("bdi", "by", `${signs} ${by}`);
    }
  }

  /** Folds or unfolds variations. @param {Variation[]} variations @param {boolean} folded */
  fold(variations, folded) {
    for (const variation of variations) {
      variation.folded = folded;
      this.options.folded[folded ? "add" : "delete"](variation.node);
    }
    this.conceal();
  }

  /** Folds all variations except those that hold the current move, or unfolds all. @param {boolean} folded */
  foldAll(folded) {
    this.fold(this.variations.filter((each) => !folded || !this.path.has(each.node)), folded);
  }

  /** Hides the lines of folded variations. One pass is enough, however deep they are. */
  conceal() {
    const deeper = new Array(this.lines.length + 1).fill(0);
    for (const { start, end, folded, toggle } of this.variations) {
      const sign = folded ? "+" : "−";
      if (toggle.textContent !== sign) {
        toggle.textContent = sign;
        toggle.setAttribute("aria-expanded", String(!folded));
        this.lines[start].classList.toggle("folded", folded);
      }
      if (folded && end > start + 1) deeper[start + 1] += 1, deeper[end] -= 1;
    }
    let depth = 0;
    for (const [index, line] of this.lines.entries()) {
      depth += deeper[index];
      if (line.hidden !== depth > 0) line.hidden = depth > 0;
    }
  }

  /** The button of the next move in the order of the list that is visible; `step` is 1 or -1. @param {HTMLElement} from @param {number} step */
  beside(from, step) {
    const all = [...this.moves.values()].map((each) => each.button);
    let at = all.indexOf(from) + step;
    while (all[at] && !all[at].checkVisibility()) at += step;
    return all[at];
  }

  /** Marks the move of the board with the line that leads to it, and scrolls it into view. @param {number} number */
  mark(number) {
    const held = this.current !== undefined && this.root.contains(document.activeElement) && document.activeElement !== this.root;
    this.current?.removeAttribute("aria-current");
    if (this.current) this.current.tabIndex = -1;
    this.lead(number);
    const move = this.moves.get(number);
    this.current = move?.button;
    if (!move) return void (this.root.scrollTop = 0);
    const hiding = this.variations.filter((each) => each.folded && this.path.has(each.node));
    if (hiding.length) this.fold(hiding, false);
    move.button.setAttribute("aria-current", "true");
    move.button.tabIndex = 0;
    if (held && document.activeElement?.matches(".move")) move.button.focus({ preventScroll: true });
    // Only this pane scrolls, never the page.
    const pane = this.root.getBoundingClientRect(), place = move.button.getBoundingClientRect();
    if (place.top < pane.top || place.bottom > pane.bottom) this.root.scrollTop += place.top - pane.top - pane.height / 3;
  }

  /** Marks the moves that lead to a node. @param {number} number */
  lead(number) {
    const { nodes } = this.game, path = new Set();
    let branched = false;
    for (let at = number; at > 0; at = nodes[at].p) {
      path.add(at);
      branched ||= this.children[nodes[at].p][0] !== at;
    }
    for (const each of this.path) if (!path.has(each)) this.moves.get(each)?.button.classList.remove("path");
    for (const each of path) if (!this.path.has(each)) this.moves.get(each)?.button.classList.add("path");
    this.root.classList.toggle("branched", branched);
    this.path = path;
  }
}
