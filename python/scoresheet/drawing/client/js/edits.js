// @ts-check
// The history of what the reader changes in a game. An edit is plain data, so that Python can make the same ones in the
// same order: `scoresheet.viewer.game_edits` has the same kinds. Every node keeps its number when others are deleted.

import { NAGS } from "./pieces.js";

/**
 * @typedef {{edit: string, parent?: number, uci?: string, node?: number, made?: any, text?: string, nags?: string[],
 *   arrows?: any[], squares?: any[], source?: string, date?: string | null, fen?: string, rules?: string, tags?: [string, string | null][], result?: string}} Edit what a kind needs; `made` stays here
 * @typedef {{nodes: any[], children: number[][], game: any}} Tree
 */

/** How each kind is made. It returns what takes the edit back, or undefined if it changes nothing. @type {Record<string, (tree: Tree, edit: any) => (() => void) | undefined>} */
const KINDS = {
  add: (tree, { parent, made }) => {
    tree.children[parent].push(tree.nodes.push(made) - 1);
    tree.children.push([]);
    return () => {
      tree.nodes.pop();
      tree.children.pop();
      tree.children[parent].pop();
    };
  },
  promote: (tree, { node }) => {
    const start = variationStart(tree, node);
    return start === undefined ? undefined : moved(tree, start, -1);
  },
  mainline: (tree, { node }) => {
    const starts = [];
    for (let at = variationStart(tree, node); at !== undefined; at = variationStart(tree, tree.nodes[at].p)) starts.push(at);
    const back = starts.map((at) => moved(tree, at, -Infinity)).reverse();
    return starts.length ? () => back.forEach((each) => each()) : undefined;
  },
  delete: (tree, { node }) => {
    const row = tree.children[tree.nodes[node].p], place = row?.indexOf(node) ?? -1;
    if (place < 0) return undefined;
    row.splice(place, 1);
    return () => void row.splice(place, 0, node);
  },
  comment: (tree, { node, text }) => noted(tree, node, { text: flowing(text), said: [] }),
  before: (tree, { node, text }) => noted(tree, node, { pre: flowing(text) }),
  nags: (tree, { node, nags }) => noted(tree, node, { nags: nags.map((/** @type {string} */ code) => nagOf(tree.nodes[node], code)) }),
  marks: (tree, { node, arrows, squares }) => noted(tree, node, { arr: arrows, csl: squares }),
  tags: ({ game }, { tags }) => {
    const before = game.tags, values = new Map(before);
    for (const [name, value] of tags) {
      if (value === null) values.delete(name);
      else values.set(name, value);
    }
    return replaced(game, "tags", [...values]);
  },
  result: ({ game }, { result }) => replaced(game, "result", result),
};

/** Kinds that only some hosts know: how each is made, how it is announced, and what it needs before. @type {Record<string, {make: (tree: Tree, edit: any) => (() => void) | undefined, words: () => [string, string], prepare?: (view: any, edit: any) => Promise<Edit | undefined>}>} */
export const MORE = {};

/** Sets other values of a node, of which empty ones are removed, and returns a function that restores the old ones. @param {Tree} tree @param {number} node @param {Record<string, any>} values */
export function noted(tree, node, values) {
  const before = tree.nodes[node], after = { ...before };
  for (const [name, value] of Object.entries(values)) {
    if (value.length) after[name] = value;
    else delete after[name];
  }
  if (Object.keys(values).every((name) => JSON.stringify(after[name]) === JSON.stringify(before[name]))) return undefined;
  tree.nodes[node] = after;
  return () => void (tree.nodes[node] = before);
}

/** @param {any} game @param {string} name @param {any} value */
function replaced(game, name, value) {
  const before = game[name];
  if (JSON.stringify(before) === JSON.stringify(value)) return undefined;
  game[name] = value;
  return () => void (game[name] = before);
}

/** Text on one line, as comments have it. @param {string} text */
export function flowing(text) {
  return text.split(/\s+/).filter(Boolean).join(" ");
}

/** A NAG of a node or, if it has none such, of the list. @param {any} node @param {string} code */
export function nagOf(node, code) {
  const known = node.nags?.find((/** @type {any} */ nag) => nag.code === code) ?? NAGS.find((nag) => nag.code === code);
  return known ?? { code, sign: code, words: code };
}

/** Moves a node among its siblings, and returns what moves it back. @param {Tree} tree @param {number} node @param {number} by */
function moved(tree, node, by) {
  const row = tree.children[tree.nodes[node].p], from = row.indexOf(node), to = Math.max(0, from + by);
  row.splice(to, 0, ...row.splice(from, 1));
  return () => void row.splice(from, 0, ...row.splice(to, 1));
}

/** The first move of the variation that contains a node; undefined in the mainline. @param {Tree} tree @param {number} node */
export function variationStart({ nodes, children }, node) {
  for (let at = node; nodes[at].p >= 0; at = nodes[at].p) if (children[nodes[at].p][0] !== at) return at;
  return undefined;
}

export class Edits {
  /** @param {Tree} tree */
  constructor(tree) {
    this.tree = tree;
    /** @type {{edit: Edit, back: () => void}[]} */ this.done = [];
    /** @type {Edit[]} */ this.undone = [];
  }

  /** What was done, without what was taken back, as Python reads it. @returns {Edit[]} */
  get list() {
    return this.done.map(({ edit: { made: _made, ...plain } }) => plain);
  }

  /** Makes an edit; false if it changes nothing. What was taken back cannot be made again then. @param {Edit} edit */
  make(edit) {
    const back = (KINDS[edit.edit] ?? MORE[edit.edit].make)(this.tree, edit);
    if (!back) return false;
    this.done.push({ edit, back });
    this.undone = [];
    return true;
  }

  /** Takes the last edit back and returns it. @returns {Edit | undefined} */
  undo() {
    const last = this.done.pop();
    last?.back();
    if (last) this.undone.push(last.edit);
    return last?.edit;
  }

  /** Makes the edit again that was last taken back, and returns it. @returns {Edit | undefined} */
  redo() {
    const edit = this.undone.pop(), { undone } = this;
    if (edit) this.make(edit);
    this.undone = undone;
    return edit;
  }
}
