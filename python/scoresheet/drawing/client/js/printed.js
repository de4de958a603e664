// @ts-check
// Games on paper: their headings, their moves as paragraphs, and diagrams where the authors want them.
import { Board } from "./board.js";
import { h } from "./dom.js";
import { heading } from "./game_heading.js";
import { stateWords } from "./spoken.js";

/** @typedef {import("./board.js").Look} Look */
/** @typedef {{main: boolean, words: (string | [string, string])[]}} Paragraph texts, and elements with their texts */
/** @typedef {{node: number, flipped: boolean, state: string}} Diagram */

/** A game on paper. @param {any} game @param {Look} look */
function onPaper(game, look) {
  /** @type {(Paragraph | Diagram)[]} */ const blocks = game.paper;
  return h("article", {}, heading(game), blocks.map((block) => ("words" in block ? paragraph(block) : diagram(game, block, look))));
}

/** @param {Paragraph} block */
function paragraph({ main, words }) {
  return h("p", { class: main ? "main" : "side" }, words.map((word) => (typeof word === "string" ? word : h(word[0], {}, word[1]))));
}

/** @param {any} game @param {Diagram} block @param {Look} look */
function diagram(game, { node, flipped, state }, look) {
  const board = new Board(h("div"), { look });
  if (flipped) board.flip();
  board.show(game.nodes[node]);
  return h("figure", { class: "diagram" }, board.svg, h("figcaption", {}, stateWords(state)));
}

/** Puts games on paper whenever the page is printed. @param {HTMLElement} host @param {any[]} games @param {() => Look} look of the boards */
export function printAll(host, games, look) {
  const root = h("div", { class: "paper" }), print = matchMedia("print");
  const fill = () => root.replaceChildren(...games.map((game) => onPaper(game, look())));
  host.append(root);
  window.addEventListener("beforeprint", fill);
  print.addEventListener("change", ({ matches }) => matches && fill());
}
