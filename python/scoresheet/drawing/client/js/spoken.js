// @ts-check
// Moves and pieces in words, for screen readers.
import { t } from "./language.js";

/** The names of the pieces in the drawings. @type {Record<string, string>} */
export const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The name of a piece. @param {string} letter @returns {string} */
export function roleWords(letter) {
  return { p: t("pawn"), n: t("knight"), b: t("bishop"), r: t("rook"), q: t("queen"), k: t("king") }[letter.toLowerCase()] ?? letter;
}

/** A piece by its letter in a FEN, with a `~` if it was promoted. @param {string} letter @returns {string} */
export function pieceWords(letter) {
  const piece = {
    P: t("white pawn"), N: t("white knight"), B: t("white bishop"), R: t("white rook"), Q: t("white queen"), K: t("white king"),
    p: t("black pawn"), n: t("black knight"), b: t("black bishop"), r: t("black rook"), q: t("black queen"), k: t("black king"),
  }[letter[0]] ?? letter[0];
  return letter[1] ? t("{piece}, promoted", { piece }) : piece;
}

/** The side to move, or how a game has ended. @param {string} state such as `White wins: checkmate` @returns {string} */
export function stateWords(state) {
  const [who, why] = state.split(": ");
  return [t(who), ...(why ? [t(why)] : [])].join(": ");
}

/** A move in SAN as words, such as "knight b takes d7, check". @param {string} san @param {string | null} [end] how it has ended the game */
export function moveWords(san, end) {
  if (san === "--") return t("null move");
  const move = plainWords(san.replace(/[+#]$/, ""));
  const why = end?.split(": ")[1];
  if (san.endsWith("#")) return why && why !== "checkmate" ? t("{move}, {end}", { move, end: t(why) }) : t("{move}, mate", { move });
  return san.endsWith("+") ? t("{move}, check", { move }) : move;
}

/** A move without the sign of a check. @param {string} body */
function plainWords(body) {
  if (body.startsWith("O-O")) return body === "O-O-O" ? t("castles queenside") : t("castles kingside");
  const drop = /^([QRBNP])@([a-h][1-8])$/.exec(body);
  if (drop) return t("{piece} dropped on {square}", { piece: roleWords(drop[1]), square: drop[2] });
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBNK]))?$/.exec(body);
  if (!parts) return body;
  const [, piece, from, takes, to, promoted] = parts;
  const start = [piece && roleWords(piece), from].filter(Boolean).join(" "), ends = { from: start, to };
  const move = takes ? t("{from} takes {to}", ends) : from ? t("{from} to {to}", ends) : [start, to].filter(Boolean).join(" ");
  return promoted ? t("{move}, promotes to {piece}", { move, piece: roleWords(promoted) }) : move;
}
