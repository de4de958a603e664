// @ts-check
// Moves that an engine has judged: their marks in words, and in shapes and colours that differ for every eye.
import { h } from "./dom.js";
import { t, tn } from "./language.js";

/** @typedef {{name: string}} Mark the name is also a class */

/** The marks by the codes of their NAGs, the worst last. @type {Record<string, Mark>} */
const MARKS = {
  $6: { name: "inaccuracy" },
  $2: { name: "mistake" },
  $4: { name: "blunder" },
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

/** A mark in words. @param {Mark} mark @returns {string} */
export function markName({ name }) {
  return { inaccuracy: t("inaccuracy"), mistake: t("mistake"), blunder: t("blunder") }[name] ?? name;
}

/** A number of marks. @param {Mark} mark @param {number} n @returns {string} */
function manyWords({ name }, n) {
  return {
    inaccuracy: tn(n, "{n} inaccuracy", "{n} inaccuracies"), mistake: tn(n, "{n} mistake", "{n} mistakes"),
    blunder: tn(n, "{n} blunder", "{n} blunders"),
  }[name] ?? "";
}

/** How often each mark occurs, in words; empty if none does. @param {(Mark | undefined)[]} marks */
export function countedMarks(marks) {
  return Object.values(MARKS).flatMap((mark) => {
    const count = marks.filter((each) => each === mark).length;
    return count ? [{ mark, words: manyWords(mark, count) }] : [];
  });
}

/** The shape of a mark. @param {Mark} mark */
export function spot(mark) {
  return h("span", { class: `spot ${mark.name}`, "aria-hidden": "true" });
}
