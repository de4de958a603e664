// @ts-check
// Moves that an engine has judged: their marks in words, and in shapes and colours that differ for every eye.
import { h } from "./dom.js";

/** @typedef {{name: string, many: string}} Mark */

/** The marks by the codes of their NAGs, the worst last. @type {Record<string, Mark>} */
const MARKS = {
  $6: { name: "inaccuracy", many: "inaccuracies" },
  $2: { name: "mistake", many: "mistakes" },
  $4: { name: "blunder", many: "blunders" },
};

/** The colours of the NAGs that judge a move, by their codes; `game.css` has them. @type {Record<string, string>} */
const COLOURS = { $1: "good", $2: "mistake", $3: "brilliant", $4: "blunder", $5: "interesting", $6: "dubious" };

/** The class with the colour of a move's judgement; empty if it has none. @param {any} node */
export function colourOf(node) {
  const nag = (node.nags ?? []).find((/** @type {any} */ each) => Object.hasOwn(COLOURS, each.code));
  return nag ? `judged ${COLOURS[nag.code]}` : "";
}

/** The mark of a move that has an evaluation. @param {any} node @returns {Mark | undefined} */
export function markOf(node) {
  if (!node.eval) return undefined;
  const nag = (node.nags ?? []).find((/** @type {any} */ each) => Object.hasOwn(MARKS, each.code));
  return nag && MARKS[nag.code];
}

/** How often each mark occurs, in words; empty if none does. @param {(Mark | undefined)[]} marks */
export function countedMarks(marks) {
  return Object.values(MARKS).flatMap((mark) => {
    const count = marks.filter((each) => each === mark).length;
    return count ? [{ mark, words: `${count} ${count === 1 ? mark.name : mark.many}` }] : [];
  });
}

/** The shape of a mark. @param {Mark} mark */
export function spot(mark) {
  return h("span", { class: `spot ${mark.name}`, "aria-hidden": "true" });
}
