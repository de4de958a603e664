// @ts-check
// A game with what the reader changes in it: moves that are played on the board become variations, lines are promoted
// and deleted, and all of it can be taken back.
import { Edits } from "./edits.js";
import { readFen } from "./fen.js";
import { childrenOf } from "./moves.js";

export class Explored {
  /** @param {any} game */
  constructor(game) {
    this.game = { ...game, nodes: [...game.nodes] };
    this.given = game.nodes.length;
    this.children = childrenOf(this.game.nodes);
    this.edits = new Edits({ nodes: this.game.nodes, children: this.children, game: this.game });
    /** @type {string | undefined} the edits that were saved last, as JSON */ this.saved = undefined;
    this.restored = false; // whether the edits that the browser keeps were made
    /** @type {string | undefined} the edits that were made when some of those could not be, as JSON */ this.lacking = undefined;
    /** @type {Set<number>} the first moves of the variations that are folded */ this.folded = new Set();
  }

  /** The nodes that the reader added. */
  get numbers() {
    /** @type {Set<number>} */ const numbers = new Set();
    for (let number = this.given; number < this.game.nodes.length; number++) numbers.add(number);
    return numbers;
  }

  /** The node of a move after another; undefined if there is none. @param {number} parent @param {string} uci */
  find(parent, uci) {
    return this.children[parent].find((number) => this.game.nodes[number].uci === uci);
  }

  /** A node, or the last one before it that is still in the game. @param {number} number */
  nearest(number) {
    const { nodes } = this.game;
    let found = nodes[number] ? number : 0;
    for (let at = found; at > 0; at = nodes[at].p) if (!this.children[nodes[at].p].includes(at)) found = nodes[at].p;
    return found;
  }

  /**
   * Adds a move and returns its node.
   * @param {number} parent @param {string} uci @param {any} answer what `services.position` returns about the move
   */
  add(parent, uci, answer) {
    const before = this.game.nodes[parent], { turn, number } = readFen(before.fen);
    const made = {
      p: parent, uci, fen: answer.fen, san: answer.san, mv: answer.mv, chk: answer.chk, end: answer.end, op: answer.op,
      ply: before.ply + 1, no: number + (turn === "white" ? "." : "..."),
    };
    this.edits.make({ edit: "add", parent, uci, made });
    return this.game.nodes.length - 1;
  }

  /**
   * Makes the edits of another version of the game, and returns the node that is the given one there. Edits of moves
   * that this version lacks are left out.
   * @param {Explored} other @param {number} at
   */
  takeOver(other, at) {
    /** @type {(number | undefined)[]} */ const same = [0];
    const { nodes } = this.game, taken = new Set();
    for (const [number, node] of other.game.nodes.slice(0, other.given).entries()) {
      const row = this.children[same[node.p] ?? -1] ?? [];
      const found = row.find((each) => !taken.has(each) && nodes[each].uci === node.uci && nodes[each].san === node.san);
      if (found !== undefined) taken.add(same[number] = found);
    }
    let added = other.given;
    for (const { edit } of other.edits.done) {
      if (edit.node === undefined && edit.parent === undefined) this.edits.make(edit); // it concerns the whole game
      else if (edit.edit !== "add") {
        const node = same[/** @type {number} */ (edit.node)];
        if (node !== undefined && this.nearest(node) === node) this.edits.make({ ...edit, node });
      } else {
        const parent = same[/** @type {number} */ (edit.parent)];
        if (parent !== undefined) same[added] = this.find(parent, edit.made.uci) ?? this.again(edit, parent);
        added += 1;
      }
    }
    return this.nearest(same[at] ?? 0);
  }

  /** Adds a move of another version after a node, and returns its node. @param {import("./edits.js").Edit} edit @param {number} parent */
  again(edit, parent) {
    this.edits.make({ ...edit, parent, made: { ...edit.made, p: parent } });
    return this.game.nodes.length - 1;
  }

  /** Takes all edits back for good. */
  clear() {
    while (this.edits.undo());
    this.edits.undone = [];
  }
}
