// @ts-check
// Moves and pieces in words, for screen readers.

/** @type {Record<string, string>} */
export const ROLES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** A piece by its letter in a FEN, with a `~` if it was promoted. @param {string} letter */
export function pieceWords(letter) {
  return (letter < "a" ? "white " : "black ") + ROLES[letter[0].toLowerCase()] + (letter[1] ? ", promoted" : "");
}

/** A move in SAN as words, such as "knight b takes d7, check". @param {string} san */
export function moveWords(san) {
  if (san === "--") return "null move";
  const end = san.endsWith("#") ? ", mate" : san.endsWith("+") ? ", check" : "";
  const body = san.replace(/[+#]$/, "");
  if (body.startsWith("O-O")) return (body === "O-O-O" ? "castles queenside" : "castles kingside") + end;
  const drop = /^([QRBNP])@([a-h][1-8])$/.exec(body);
  if (drop) return `${ROLES[drop[1].toLowerCase()]} dropped on ${drop[2]}${end}`;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBNK]))?$/.exec(body);
  if (!parts) return san;
  const [, piece, from, takes, to, promoted] = parts;
  const action = takes ? "takes" : from ? "to" : "";
  const words = [piece && ROLES[piece.toLowerCase()], from, action, to].filter(Boolean).join(" ");
  return words + (promoted ? `, promotes to ${ROLES[promoted.toLowerCase()]}` : "") + end;
}
