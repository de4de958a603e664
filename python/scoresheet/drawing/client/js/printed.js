// @ts-check
// Games on paper: their headings, their moves as paragraphs, and diagrams where the authors want them.
import { Board } from "./board.js";
import { h } from "./dom.js";
import { heading } from "./game_heading.js";

/** @typedef {{main: boolean, words: (string | [string, string])[]}} Paragraph texts, and elements with their texts */
/** @typedef {{node: number, flipped: boolean, state: string}} Diagram */

/** A game on paper. @param {any} game @param {string} [theme] */
function onPaper(game, theme) {
  /** @type {(Paragraph | Diagram)[]} */ const blocks = game.paper;
  return h("article", {}, heading(game), blocks.map((block) => ("words" in block ? paragraph(block) : diagram(game, block, theme))));
}

/** @param {Paragraph} block */
function paragraph({ main, words }) {
  return h("p", { class: main ? "main" : "side" }, words.map((word) => (typeof word === "string" ? word : h(word[0], {}, word[1]))));
}

/** @param {any} game @param {Diagram} block @param {string} [theme] */
function diagram(game, { node, flipped, state }, theme) {
  const board = new Board(h("div"), { theme });
  if (flipped) board.flip();
  board.show(game.nodes[node]);
  return h("figure", { class: "diagram" }, board.svg, h("figcaption", {}, state));
}

/** Puts games on paper when the page is printed for the first time. @param {HTMLElement} host @param {any[]} games @param {string} [theme] */
export function printAll(host, games, theme) {
  const root = h("div", { class: "paper" }), print = matchMedia("print");
  const fill = () => {
    if (!root.childNodes.length) root.append(...games.map((game) => onPaper(game, theme)));
  };
  host.append(root);
  window.addEventListener("beforeprint", fill);
  print.addEventListener("change", ({ matches }) => matches && fill());
}
