// @ts-check
// The pieces that a player has captured, and who is ahead in material.
import { drawnPiece } from "./board.js";
import { h, s } from "./dom.js";
import { readFen } from "./fen.js";
import { t, tn } from "./language.js";
import { BOX } from "./marks.js";

/** The pieces in the order in which captured ones are shown, with what each counts in pawns. */
export const VALUES = { q: 9, r: 5, b: 3, n: 3, p: 1 };

/** How far apart two captured pieces of the same kind, and of different kinds, are. */
const NEAR = 16, APART = 30;

/** @typedef {import("./fen.js").Side} Side */

/** How many pieces of each letter a side has. @param {string} fen @param {Side} side @returns {Record<string, number>} */
function count(fen, side) {
  /** @type {Record<string, number>} */ const found = { q: 0, r: 0, b: 0, n: 0, p: 0 };
  for (const letter of readFen(fen).pieces.values()) {
    const own = letter[0].toLowerCase();
    if (letter[0] === (side === "white" ? own.toUpperCase() : own)) found[own] = (found[own] ?? 0) + 1;
  }
  return found;
}

/**
 * What a side has lost since the start of a game, by letter. Pieces above the number at the start were promoted, and
 * each of them is one pawn that was not captured.
 * @param {string} start @param {string} fen @param {Side} side
 */
function lost(start, fen, side) {
  const before = count(start, side), now = count(fen, side);
  /** @type {Record<string, number>} */ const gone = {};
  let promoted = 0;
  for (const letter of Object.keys(VALUES)) {
    gone[letter] = Math.max(before[letter] - now[letter], 0);
    promoted += Math.max(now[letter] - before[letter], 0);
  }
  gone.p = Math.max(gone.p - promoted, 0);
  return gone;
}

/** A number of pieces of one kind. @param {string} letter @param {number} n @returns {string} */
function manyWords(letter, n) {
  return {
    q: tn(n, "{n} queen", "{n} queens"), r: tn(n, "{n} rook", "{n} rooks"), b: tn(n, "{n} bishop", "{n} bishops"),
    n: tn(n, "{n} knight", "{n} knights"), p: tn(n, "{n} pawn", "{n} pawns"), k: tn(n, "{n} king", "{n} kings"),
  }[letter] ?? String(n);
}

/** @param {Record<string, number>} pieces */
function worth(pieces) {
  return Object.entries(VALUES).reduce((sum, [letter, value]) => sum + value * pieces[letter], 0);
}

/**
 * The pieces that a side has captured as a drawing, and by how many pawns it is ahead; null if it has none.
 * @param {string} start the FEN at the start of the game @param {string} fen @param {Side} side
 * @param {import("./board.js").Look} look
 */
export function captured(start, fen, side, look) {
  const other = side === "white" ? "black" : "white", gone = lost(start, fen, other);
  const ahead = worth(count(fen, side)) - worth(count(fen, other));
  const letters = Object.keys(VALUES).flatMap((letter) => Array(gone[letter]).fill(letter));
  if (!letters.length && ahead <= 0) return null;
  let x = 0;
  const men = letters.map((letter, place) => {
    if (place) x += letter === letters[place - 1] ? NEAR : APART;
    const man = drawnPiece(other === "white" ? letter.toUpperCase() : letter, look);
    man.setAttribute("transform", `translate(${x} 0)`);
    return man;
  });
  const words = Object.entries(gone).filter(([, number]) => number)
    .map(([letter, number]) => manyWords(letter, number));
  const said = [words.length ? t("captured {pieces}", { pieces: words.join(", ") }) : "", ahead > 0 ? t("ahead by {n}", { n: ahead }) : ""].filter(Boolean).join("; ");
  return h("span", { class: "captured", title: said }, h("span", { class: "unseen" }, said),
    letters.length ? s("svg", { viewBox: `0 0 ${x + BOX} ${BOX}`, "aria-hidden": "true" }, men) : null,
    ahead > 0 ? h("span", { class: "ahead", "aria-hidden": "true" }, `+${ahead}`) : null);
}
