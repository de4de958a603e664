// @ts-check
// The content of a FEN: the pieces and, under the rules of variants, the hands and the checks that remain.

/** @typedef {"white" | "black"} Side */
/**
 * @typedef {object} Parsed
 * @property {Map<number, string>} pieces letters by squares; one that was promoted has a `~` after it
 * @property {Side} turn
 * @property {Record<Side, Map<string, number>> | null} hands how many pieces of each letter, which is upper case; null without drops
 * @property {Record<Side, number> | null} checks
 * @property {string} number the number of the next move
 */

/** The name of a square; a1 is 0. @param {number} square */
export function squareName(square) {
  return "abcdefgh"[square % 8] + (1 + (square >> 3));
}

/** @param {string} placing @returns {Map<number, string>} */
function placed(placing) {
  const pieces = new Map();
  let file = 0, rank = 7;
  for (const letter of placing) {
    if (letter === "/") [file, rank] = [0, rank - 1];
    else if (letter > "0" && letter < "9") file += +letter;
    else if (letter === "~") pieces.set(rank * 8 + file - 1, `${pieces.get(rank * 8 + file - 1)}~`);
    else pieces.set(rank * 8 + file++, letter);
  }
  return pieces;
}

/** @param {string} held @returns {Record<Side, Map<string, number>>} */
function handsOf(held) {
  const hands = { white: new Map(), black: new Map() };
  for (const letter of held) {
    const hand = letter < "a" ? hands.white : hands.black, name = letter.toUpperCase();
    hand.set(name, (hand.get(name) ?? 0) + 1);
  }
  return hands;
}

/** @param {string} fen as `Position.fen` writes it @returns {Parsed} */
export function readFen(fen) {
  const fields = fen.split(" "), [placing, held] = fields[0].replace("]", "").split("[");
  const checks = /^(\d)\+(\d)$/.exec(fields[4] ?? "");
  return {
    pieces: placed(placing),
    turn: fields[1] === "w" ? "white" : "black",
    hands: held === undefined ? null : handsOf(held),
    checks: checks && { white: Number(checks[1]), black: Number(checks[2]) },
    number: fields[fields.length - 1],
  };
}
