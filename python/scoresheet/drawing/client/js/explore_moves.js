// @ts-check
// Moves that the user plays on the board. They become variations of the game and can be removed again.
import { readFen } from "./fen.js";
import { childrenOf } from "./moves.js";

/** @typedef {{parent: number, uci: string}} Added */

export class Explored {
  /** @param {any} game */
  constructor(game) {
    this.game = { ...game, nodes: [...game.nodes] };
    this.given = game.nodes.length;
  }

  /** The nodes that the user added. */
  get numbers() {
    /** @type {Set<number>} */ const numbers = new Set();
    for (let number = this.given; number < this.game.nodes.length; number++) numbers.add(number);
    return numbers;
  }

  /** The added moves, in the order of their nodes. @returns {Added[]} */
  get added() {
    return this.game.nodes.slice(this.given).map((/** @type {any} */ node) => ({ parent: node.p, uci: node.uci }));
  }

  /** The node of a move after another, if there is one. @param {number} parent @param {string} uci */
  find(parent, uci) {
    return this.game.nodes.findIndex((/** @type {any} */ node) => node.p === parent && node.uci === uci);
  }

  /**
   * Adds a move and returns its node.
   * @param {number} parent @param {string} uci @param {any} answer what `services.position` says about the move
   */
  add(parent, uci, answer) {
    const before = this.game.nodes[parent], { turn, number } = readFen(before.fen);
    this.game.nodes.push({
      p: parent, uci, fen: answer.fen, san: answer.san, mv: answer.mv, chk: answer.chk, say: answer.say, end: answer.end, op: answer.op,
      ply: before.ply + 1, no: number + (turn === "white" ? "." : "..."),
    });
    return this.game.nodes.length - 1;
  }

  /**
   * Adds the moves that were added to another version of the game, and returns the node that is the given one there.
   * @param {Explored} other @param {number} at
   */
  takeOver(other, at) {
    /** @type {(number | undefined)[]} */ const moved = [0];
    for (const [number, node] of other.game.nodes.entries()) {
      const parent = moved[node.p];
      if (parent === undefined) continue;
      const { nodes } = this.game;
      let same = nodes.findIndex((/** @type {any} */ each) => each.p === parent && each.uci === node.uci && each.san === node.san);
      if (same < 0 && number >= other.given) same = nodes.push({ ...node, p: parent }) - 1;
      if (same >= 0) moved[number] = same;
    }
    return moved[at] ?? 0;
  }

  /** Removes all added moves. */
  clear() {
    this.game.nodes.length = this.given;
  }

  /** Removes an added move with all that follow it, and returns the node before it. @param {number} number */
  remove(number) {
    const { nodes } = this.game, children = childrenOf(nodes), gone = new Set([number]);
    for (const each of gone) for (const child of children[each]) gone.add(child);
    const before = nodes[number].p;
    /** @type {Map<number, number>} */ const moved = new Map([[-1, -1]]);
    /** @type {any[]} */ const kept = [];
    for (const [old, node] of nodes.entries()) {
      if (gone.has(old)) continue;
      moved.set(old, kept.length);
      kept.push({ ...node, p: moved.get(node.p) });
    }
    this.game.nodes = kept;
    return /** @type {number} */ (moved.get(before));
  }
}
