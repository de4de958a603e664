// @ts-check
// The part of a pattern that a board can show: what its first test `board` requires of each square, and the side to
// move. The words before and after it stay as they are.
import { readFen } from "./fen.js";
import { t } from "./language.js";
import { pieceWords } from "./spoken.js";

/** @typedef {import("./fen.js").Side} Side @typedef {"mirrored" | "colors swapped"} Suffix */
/**
 * @typedef {object} Setup
 * @property {Map<number, string>} marks what is required of a square: the letters of a pattern, such as `K`, `QR`, `Aa`, `.` or `?`
 * @property {"?" | "."} others what is required of all other squares: anything, or nothing on them
 * @property {Side | null} turn the side to move; null for either
 * @property {string} before the words before the test @property {string} suffix those that belong to it, such as `mirrored`
 * @property {boolean} whole whether they belong to the side to move, too @property {string} after the words after it
 */

/** Everything that can be required of a square, in the order in which it is written. */
const ATOMS = "KQRBNPAkqrbnpa.?";
const WHITE = "KQRBNP", BLACK = "kqrbnp";
/** A FEN, after the name of its rules if that is needed, as the server recognizes it. */
const FEN = /^\s*(?:(?!\S*\b(?:fen|board)\s)[^\s/]+\s+)?([1-8pnbrqkPNBRQK~]+\/\S*(?:\s.*)?)$/s;
const BOARD = /"[^"]*"|(^|[\s(])board\s+([^\s()"#]+)((?:\s+(?:for\s+\d+\s+(?:ply|plies|moves?)|mirrored|colors\s+swapped))*)/gi;
/** The side to move in parentheses with the board, and what belongs to both. */
const WHOLE = /^\s+and\s+(white|black)\s+to\s+move\s*\)((?:\s+(?:for\s+\d+\s+(?:ply|plies|moves?)|mirrored|colors\s+swapped))+)/i;
/** The suffixes that have controls. */
/** @type {Record<Suffix, RegExp>} */ const SUFFIXES = { mirrored: /\s+mirrored\b/gi, "colors swapped": /\s+colors\s+swapped\b/gi };
const TURN = /^\s+and\s+(white|black)\s+to\s+move(?=$|\)|\s+(?:and|or|then)\b|\s*\))/i;

/** Letters in their order, each once, without those that others include. @param {string} letters */
export function tidied(letters) {
  if (letters.includes("?")) return "?";
  const within = (/** @type {string} */ atom) =>
    (letters.includes("A") && WHITE.includes(atom)) || (letters.includes("a") && BLACK.includes(atom));
  return [...ATOMS].filter((atom) => letters.includes(atom) && !within(atom)).join("");
}

/** What is required of each of the 64 squares, or null if the ranks cannot be read. @param {string} text @returns {string[] | null} */
export function readRanks(text) {
  const ranks = text.split("/").map((rank) => {
    const parts = rank.match(/\[[^\]]+\]|[^[\]]/g) ?? [];
    if (parts.join("") !== rank) return [];
    return parts.flatMap((part) => (/^[1-8]$/.test(part) ? Array(Number(part)).fill("?") : [part.replace(/[[\]]/g, "")]));
  });
  if (ranks.length !== 8 || ranks.some((rank) => rank.length !== 8)) return null;
  const squares = ranks.reverse().flat();
  if (squares.some((letters) => !letters || [...letters].some((atom) => !ATOMS.includes(atom)))) return null;
  return squares.map(tidied);
}

/** @param {(square: number) => string} asked */
function writtenRanks(asked) {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => {
    const letters = [0, 1, 2, 3, 4, 5, 6, 7].map((file) => asked(rank * 8 + file));
    const written = letters.map((each) => (each.length > 1 ? `[${each}]` : each)).join("");
    return written.replace(/\?+/g, (run) => String(run.length));
  });
  return ranks.join("/");
}

/** A setup that requires nothing. @returns {Setup} */
export function emptySetup() {
  return { marks: new Map(), others: "?", turn: null, before: "", suffix: "", whole: true, after: "" };
}

/** The marks of squares, with what is required of most of the squares without a piece. @param {string[]} squares */
function marked(squares) {
  const number = (/** @type {string} */ letters) => squares.filter((each) => each === letters).length;
  const others = /** @type {"?" | "."} */ (number(".") > number("?") ? "." : "?");
  return { others, marks: new Map([...squares.entries()].filter(([, letters]) => letters !== others)) };
}

/** What a board can show of a FEN or a pattern, or null while its squares cannot be read. @param {string} text @returns {Setup | null} */
export function readSetup(text) {
  const fen = FEN.exec(text);
  if (fen) {
    const squares = readRanks(fen[1].split(/[\s[]/)[0].replaceAll("~", ""));
    const empty = squares?.map((letters) => (letters === "?" ? "." : letters));
    const turn = /\s/.test(fen[1].trim()) ? readFen(fen[1]).turn : null; // the ranks alone do not contain it
    return empty ? { ...emptySetup(), ...marked(empty), turn } : null;
  }
  for (const found of text.matchAll(BOARD)) {
    if (found[2] === undefined) continue;
    const squares = readRanks(found[2]);
    if (!squares) return null;
    const rest = text.slice(found.index + found[0].length), whole = found[1] === "(" && !found[3] ? WHOLE.exec(rest) : null;
    if (whole) {
      return {
        ...marked(squares), turn: sideOf(whole), suffix: whole[2], whole: true,
        before: text.slice(0, found.index), after: rest.slice(whole[0].length),
      };
    }
    const turn = TURN.exec(rest);
    return {
      ...marked(squares), turn: turn && sideOf(turn), suffix: found[3], whole: !turn || !found[3],
      before: text.slice(0, found.index) + found[1], after: rest.slice(turn?.[0].length ?? 0),
    };
  }
  return { ...emptySetup(), after: joined(text) };
}

/** @param {RegExpExecArray} found @returns {Side} */
function sideOf(found) {
  return /** @type {Side} */ (found[1].toLowerCase());
}

/** A pattern without a board, after a test. @param {string} text */
function joined(text) {
  const words = text.replace(/(^|\s)#.*$/s, "").trim();
  if (!words) return "";
  return /\b(or|then)\b/i.test(words) ? ` and (${words})` : ` and ${words}`;
}

/** The pattern of a setup; empty if it requires nothing. @param {Setup} setup */
export function writtenSetup({ marks, others, turn, before, suffix, whole, after }) {
  if (!marks.size && others === "?" && !turn && !(before + after).trim()) return "";
  const ranks = writtenRanks((square) => marks.get(square) ?? others);
  // With swapped colors, the other side is to move.
  if (whole && suffix && turn) return `${before}(board ${ranks} and ${turn} to move)${suffix}${after}`;
  return `${before}board ${ranks}${suffix}${turn ? ` and ${turn} to move` : ""}${after}`;
}

/** Whether a setup has a suffix. @param {Setup} setup @param {Suffix} name */
export function hasSuffix({ suffix }, name) {
  return suffix.search(SUFFIXES[name]) >= 0;
}

/** The suffix of a setup with a word or without it. @param {Setup} setup @param {Suffix} name @param {boolean} wanted */
export function changedSuffix({ suffix }, name, wanted) {
  return suffix.replace(SUFFIXES[name], "") + (wanted ? ` ${name}` : "");
}

/** What is required of a square, in words. @param {string} letters */
export function markWords(letters) {
  /** @type {Record<string, string>} */ const words = { "?": t("anything"), ".": t("empty"), A: t("any white piece"), a: t("any black piece") };
  if (letters === "Aa") return t("any piece");
  return [...letters].map((atom) => words[atom] ?? pieceWords(atom)).reduce((some, last) => t("{some} or {last}", { some, last }));
}

/** The squares of pawns, and no other pawns. @param {string} fen */
export function pawnPattern(fen) {
  const { pieces } = readFen(fen), marks = new Map([...pieces].filter(([, letter]) => /^p/i.test(letter)));
  const number = (/** @type {string} */ pawn) => [...marks.values()].filter((letter) => letter === pawn).length;
  if (!marks.size) return "count [Pp] = 0";
  return `${writtenSetup({ ...emptySetup(), marks })} and count P = ${number("P")} and count p = ${number("p")}`;
}

/** The pieces of both sides, whichever side has them. @param {string} fen */
export function materialPattern(fen) {
  const letters = [...readFen(fen).pieces.values()].map((letter) => letter[0]);
  const side = (/** @type {string} */ order) => [...order].map((each) => letters.filter((letter) => letter === each).join("")).join("");
  return `material ${side(WHITE)}v${side(BLACK).toUpperCase()}`;
}
