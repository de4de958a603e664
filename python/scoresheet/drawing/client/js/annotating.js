// @ts-check
// What the menu of a move offers to annotate it: its comments and its signs.
import { editComment } from "./comment_editor.js";
import { variationStart } from "./edits.js";
import { t } from "./language.js";
import { nagWords } from "./moves.js";
import { NAGS } from "./pieces.js";

/** NAGs of which a move has one: judgements of the move, and those of the position. */
const SETS = [/^\$[1-6]$/, /^\$1[0-9]$/];

/** @typedef {import("./context_menu.js").Item} Item */

/** The items of the menu of a move. @param {any} view @param {number} number @returns {Item[]} */
export function annotatingItems(view, number) {
  const node = view.game.nodes[number], first = variationStart(view.explored.edits.tree, number) === number;
  return [
    { label: node.text ? t("Edit the comment") : t("Add a comment"), act: () => editComment(view, number) },
    ...(first || node.pre ? [{ label: t("Comment before the move"), act: () => editComment(view, number, "before") }] : []),
    { label: t("Signs …"), items: () => signItems(view, number) }, ...(view.options.opinions?.items(view) ?? [])];
}

/** The signs to choose from. @param {any} view @param {number} number @returns {Item[]} */
export function signItems(view, number) {
  const { opinions } = view.options;
  /** @type {string[]} */ const codes = opinions?.codes(view, number) ?? (view.game.nodes[number].nags ?? []).map((/** @type {any} */ nag) => nag.code);
  return NAGS.map(({ code, sign, words }) => ({
    label: words === code ? sign : `${sign} ${nagWords(view.game, { code, words }, view.language)}`, checked: codes.includes(code),
    act: () => {
      const nags = toggled(codes, code);
      view.editing.make(opinions?.edit(view, number, { nags }) ?? { edit: "nags", node: number, nags });
    },
  }));
}

/** The NAGs of a move with one more, which takes the place of those that contradict it, or without it. @param {string[]} codes @param {string} code */
function toggled(codes, code) {
  if (codes.includes(code)) return codes.filter((each) => each !== code);
  const set = SETS.find((each) => each.test(code));
  return [...codes.filter((each) => !set?.test(each)), code];
}
