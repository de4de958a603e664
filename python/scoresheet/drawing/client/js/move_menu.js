// @ts-check
// What can be done with a move of the list: its line is promoted or deleted, and it is copied.
import { annotatingItems } from "./annotating.js";
import { variationStart } from "./edits.js";
import { t } from "./language.js";
import { copiedWords, inNotation, sayCopied } from "./notations.js";

/** The moves from the start to a node as SAN with numbers. @param {any[]} nodes @param {number} number */
export function lineText(nodes, number) {
  const words = [];
  for (let at = number; at > 0; at = nodes[at].p) {
    words.push(nodes[at].san);
    if (!nodes[at].no.endsWith("...") || nodes[at].p === 0) words.push(nodes[at].no);
  }
  return words.reverse().join(" ");
}

/** The items for a move. @param {any} view the view of the game @param {number} number @returns {import("./context_menu.js").Item[]} */
export function itemsOf(view, number) {
  const node = view.game.nodes[number], edits = node.fen ? editing(view, number) : removing(view, number);
  return [...edits, ...(node.fen ? annotatingItems(view, number) : []),
    { label: t("Copy the line"), act: () => sayCopied(view, t("Copied line"), () => lineText(view.game.nodes, number)) },
    ...(node.fen ? [{ label: t("Copy the FEN"), act: () => sayCopied(view, t("Copied FEN"), () => node.fen) }] : []),
    ...(view.services.notations ? [notations(view, number, "position"), notations(view, number, "move")] : [])];
}

/** @param {any} view @param {number} number @returns {import("./context_menu.js").Item[]} */
function editing(view, number) {
  const start = variationStart(view.explored.edits.tree, number);
  /** @param {string} edit @param {number} node */ const make = (edit, node) => () => view.editing.make({ edit, node });
  const side = start === undefined ? [] : [
    { label: t("Promote the variation"), act: make("promote", number) }, { label: t("Make it the mainline"), act: make("mainline", number) },
    { label: t("Delete the variation"), act: make("delete", start) }];
  return start === number ? side : [...side, { label: t("Delete from here"), act: make("delete", number) }];
}

/** What can be removed of a game without variations: the moves that were added. @param {any} view @param {number} number @returns {import("./context_menu.js").Item[]} */
function removing(view, number) {
  return view.explored.numbers.has(number) ? [{ label: t("Delete from here"), act: () => view.remove(number) }] : [];
}

/** A menu with all notations. @param {any} view @param {number} number @param {"position" | "move"} kind @returns {import("./context_menu.js").Item} */
function notations(view, number, kind) {
  const list = view.options.notations?.[`${kind}s`] ?? [];
  const label = kind === "position" ? t("Copy the position as …") : t("Copy the move as …");
  return { label, items: () => list.map((/** @type {any} */ { name, title }) => ({
    label: t(title), act: () => sayCopied(view, copiedWords(kind), () => inNotation(view, number, kind, name)) })) };
}
