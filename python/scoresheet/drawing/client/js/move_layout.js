// @ts-check
// The layout of the list of moves: two columns for plain games, a text for annotated ones, or as the reader chose.
import { h } from "./dom.js";
import { mainline } from "./graph.js";
import { t } from "./language.js";
import { keep, kept } from "./storage.js";

/** Of so many moves, one may have a comment or a variation, or the game reads better as a text. */
const PLAIN_MOVES = 4;

/** Whether the mainline of a game has a column for each side. @param {any} game @param {number[][]} children */
export function inColumns({ nodes }, children) {
  const line = mainline(children), chosen = kept("moves", "auto");
  const second = line.map((number) => number > 0 && nodes[number].no.endsWith("..."));
  if (chosen === "text" || second.some((each, index) => each && second[index - 1])) return false; // more than two sides
  return chosen === "columns" || line.filter((number) => isAnnotated(nodes, children, number)).length * PLAIN_MOVES < line.length;
}

/** @param {any[]} nodes @param {number[][]} children @param {number} number */
function isAnnotated(nodes, children, number) {
  const { text, pre, unplayed } = nodes[number];
  return Boolean(text || pre || unplayed || children[number].length > 1);
}

/** The control for the reader's choice. @param {() => void} onchange */
export function layoutControl(onchange) {
  const chosen = kept("moves", "auto");
  const select = h("select", { "aria-label": t("Layout of the moves"), title: t("Layout of the moves") },
    Object.entries({ auto: t("Auto"), columns: t("Columns"), text: t("Text") }).map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
  select.addEventListener("change", () => {
    keep("moves", select.value);
    onchange();
  });
  return select;
}
