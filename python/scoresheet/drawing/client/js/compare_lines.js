// @ts-check
// The main lines of games that are compared, and where they diverge.
import { childrenOf } from "./moves.js";

/** @typedef {{at: number, node: any}[]} Line the start and the moves of the main line */

/** The main line of a game. @param {any[]} nodes @returns {Line} */
export function mainLine(nodes) {
  /** @type {Line} */ const line = [], children = childrenOf(nodes);
  for (let at = 0; at !== undefined; [at] = children[at]) line.push({ at, node: nodes[at] });
  return line;
}

/**
 * The first ply at which lines differ: 0 if they start from other positions, the length of the shorter one if it only ends
 * before the others, and null if all are the same.
 * @param {Line[]} lines
 */
export function parting(lines) {
  const [first, ...others] = lines;
  const told = (/** @type {Line} */ line, /** @type {number} */ ply) => (ply ? line[ply]?.node.san : line[0].node.fen);
  const longest = Math.max(...lines.map((line) => line.length));
  for (let ply = 0; ply < longest; ply += 1) if (others.some((line) => told(line, ply) !== told(first, ply))) return ply;
  return null;
}
