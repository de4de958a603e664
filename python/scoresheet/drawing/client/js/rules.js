// @ts-check
// The rules of standard chess, for pages without a server. Squares are 0 (a1) to 63 (h8); a board is a list of letters
// as in a FEN, with "" for an empty square. Chess960 and other rules need the server.

/** @typedef {[string, number, number, string | null]} Legal UCI, start, end, piece it promotes to */
/** @typedef {{board: string[], white: boolean, castling: string, passant: number, half: number, full: number}} State */
/** @typedef {{from: number, to: number, promotion: string | null}} Step */

const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const ALL = [...STRAIGHT, ...DIAGONAL];
const JUMPS = [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]];

/** @type {Record<string, [number[][], number]>} the directions of a piece and how far it goes */
const REACH = { n: [JUMPS, 1], k: [ALL, 1], r: [STRAIGHT, 7], b: [DIAGONAL, 7], q: [ALL, 7] };

/** The squares that a corner piece must keep for a right to castle. @type {Record<number, string>} */
const KEEPS = { 0: "Q", 4: "KQ", 7: "K", 56: "q", 60: "kq", 63: "k" };

/** @param {string} letter */
const isWhite = (letter) => letter !== "" && letter < "a";

/** @param {number} square */
const named = (square) => "abcdefgh"[square & 7] + ((square >> 3) + 1);

/** @param {number} square @param {number[]} step @returns {number} the square a step away, or -1 */
function stepped(square, [dx, dy]) {
  const file = (square & 7) + dx, rank = (square >> 3) + dy;
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? rank * 8 + file : -1;
}

/** @param {string} fen @returns {State} */
function parsed(fen) {
  const [placing, turn, castling, passant, half, full] = fen.split(" ");
  const board = new Array(64).fill("");
  let file = 0, rank = 7;
  for (const letter of placing) {
    if (letter === "/") [file, rank] = [0, rank - 1];
    else if (letter > "0" && letter < "9") file += +letter;
    else board[rank * 8 + file++] = letter;
  }
  const target = passant === "-" ? -1 : "abcdefgh".indexOf(passant[0]) + (Number(passant[1]) - 1) * 8;
  return { board, white: turn === "w", castling, passant: target, half: Number(half), full: Number(full) };
}

/** @param {State} state */
function written({ board, white, castling, passant, half, full }) {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    board.slice(rank * 8, rank * 8 + 8).map((letter) => letter || "1").join("").replace(/1+/g, (run) => String(run.length)));
  return [ranks.join("/"), white ? "w" : "b", castling || "-", passant < 0 ? "-" : named(passant), half, full].join(" ");
}

/** Whether a side attacks a square. @param {string[]} board @param {number} square @param {boolean} white */
function attacked(board, square, white) {
  const is = (/** @type {number} */ at, /** @type {string} */ kinds) =>
    at >= 0 && board[at] !== "" && isWhite(board[at]) === white && kinds.includes(board[at].toLowerCase());
  const back = white ? -1 : 1;
  if (is(stepped(square, [1, back]), "p") || is(stepped(square, [-1, back]), "p")) return true;
  if (JUMPS.some((step) => is(stepped(square, step), "n"))) return true;
  return ALL.some((step) => {
    let at = stepped(square, step);
    if (is(at, "k")) return true;
    while (at >= 0 && !board[at]) at = stepped(at, step);
    return is(at, step[0] && step[1] ? "bq" : "rq");
  });
}

/** Whether the king of a side is attacked. @param {string[]} board @param {boolean} white */
function inCheck(board, white) {
  const king = board.indexOf(white ? "K" : "k");
  return king >= 0 && attacked(board, king, !white);
}

/** Moves of a pawn. @param {State} state @param {number} from @returns {Step[]} */
function pawnSteps({ board, white, passant }, from) {
  const ahead = white ? 1 : -1, ends = [], one = stepped(from, [0, ahead]);
  if (one >= 0 && !board[one]) {
    ends.push(one);
    const two = stepped(one, [0, ahead]);
    if (from >> 3 === (white ? 1 : 6) && !board[two]) ends.push(two);
  }
  for (const side of [-1, 1]) {
    const to = stepped(from, [side, ahead]);
    if (to >= 0 && (to === passant || (board[to] && isWhite(board[to]) !== white))) ends.push(to);
  }
  return ends.flatMap((to) => (to >> 3 === (white ? 7 : 0) ? ["q", "r", "b", "n"] : [null])
    .map((promotion) => ({ from, to, promotion })));
}

/** Castling. @param {State} state @returns {Step[]} */
function castlings({ board, white, castling }) {
  const king = white ? 4 : 60, steps = [];
  const free = (/** @type {number[]} */ squares) => squares.every((each) => !board[king + each]);
  const safe = (/** @type {number[]} */ squares) => squares.every((each) => !attacked(board, king + each, !white));
  if (castling.includes(white ? "K" : "k") && free([1, 2]) && safe([0, 1, 2])) steps.push(2);
  if (castling.includes(white ? "Q" : "q") && free([-1, -2, -3]) && safe([0, -1, -2])) steps.push(-2);
  return steps.map((step) => ({ from: king, to: king + step, promotion: null }));
}

/** Moves that may leave the king in check. @param {State} state @returns {Step[]} */
function steps(state) {
  const { board, white } = state, found = castlings(state);
  for (const [from, letter] of board.entries()) {
    if (!letter || isWhite(letter) !== white) continue;
    if (letter.toLowerCase() === "p") {
      found.push(...pawnSteps(state, from));
      continue;
    }
    const [directions, far] = REACH[letter.toLowerCase()];
    for (const direction of directions) {
      let to = stepped(from, direction);
      for (let count = 1; to >= 0; count++) {
        if (!board[to] || isWhite(board[to]) !== white) found.push({ from, to, promotion: null });
        if (board[to] || count === far) break;
        to = stepped(to, direction);
      }
    }
  }
  return found;
}

/** The state after a move. @param {State} state @param {Step} step @returns {State} */
function after(state, { from, to, promotion }) {
  const board = [...state.board], piece = board[from], pawn = piece.toLowerCase() === "p";
  const taken = board[to] !== "";
  board[to] = promotion ? (state.white ? promotion.toUpperCase() : promotion) : piece;
  board[from] = "";
  if (pawn && to === state.passant) board[(from & 56) + (to & 7)] = "";
  if (piece.toLowerCase() === "k" && Math.abs(to - from) === 2 && (from === 4 || from === 60)) {
    const [start, end] = to > from ? [from + 3, from + 1] : [from - 4, from - 1];
    board[end] = board[start];
    board[start] = "";
  }
  const lost = (KEEPS[from] ?? "") + (KEEPS[to] ?? "");
  const castling = [...state.castling].filter((letter) => letter !== "-" && !lost.includes(letter)).join("");
  const passant = pawn && Math.abs(to - from) === 16 ? (from + to) / 2 : -1;
  const next = {
    board, white: !state.white, castling, passant,
    half: pawn || taken ? 0 : state.half + 1, full: state.full + (state.white ? 0 : 1),
  };
  // A FEN names the square only if a capture there is legal.
  const captured = passant >= 0 && legalSteps(next).some((each) => each.to === passant && next.board[each.from].toLowerCase() === "p");
  return captured ? next : { ...next, passant: -1 };
}

/** The board after a move, with nothing else. @param {State} state @param {Step} step */
function safe(state, { from, to }) {
  const board = [...state.board];
  if (board[from].toLowerCase() === "p" && to === state.passant) board[(from & 56) + (to & 7)] = "";
  board[to] = board[from];
  board[from] = "";
  return !inCheck(board, state.white);
}

/** @param {State} state */
function legalSteps(state) {
  return steps(state).filter((step) => safe(state, step));
}

/** A legal move in SAN, without the sign of a check. @param {State} state @param {Step} step */
function san(state, step) {
  const { board, passant } = state, { from, to, promotion } = step, letter = board[from].toUpperCase();
  if (letter === "K" && Math.abs(to - from) === 2 && (from === 4 || from === 60)) return to > from ? "O-O" : "O-O-O";
  const taken = board[to] !== "" || (letter === "P" && to === passant);
  if (letter === "P") {
    return (taken ? `${named(from)[0]}x` : "") + named(to) + (promotion ? `=${promotion.toUpperCase()}` : "");
  }
  const rivals = legalSteps(state).filter((each) => each.to === to && each.from !== from && board[each.from] === board[from]);
  const file = rivals.every((each) => (each.from & 7) !== (from & 7));
  const rank = rivals.every((each) => each.from >> 3 !== from >> 3);
  const [fileName, rankName] = named(from);
  const place = !rivals.length ? "" : file ? fileName : rank ? rankName : named(from);
  return letter + place + (taken ? "x" : "") + named(to);
}

/** @param {Step} step */
const uciOf = ({ from, to, promotion }) => named(from) + named(to) + (promotion ?? "");

/** Whether the rules of a game are known here. @param {string} rules */
export function knowsRules(rules) {
  return rules === "standard";
}

/**
 * A position with its legal moves; with a move in UCI, the position after it and that move in SAN.
 * @param {string} fen @param {string} [uci]
 * @returns {{fen: string, turn: string, chk: boolean, mate: boolean, stalemate: boolean, end: string | null, san?: string, mv?: number[], legal: Legal[]}}
 */
export function positionOf(fen, uci) {
  let state = parsed(fen), said = {};
  if (uci !== undefined) {
    const step = legalSteps(state).find((each) => uciOf(each) === uci);
    if (!step) throw new Error(`${uci} is not legal`);
    const next = after(state, step), check = inCheck(next.board, next.white);
    const sign = !check ? "" : legalSteps(next).length ? "+" : "#";
    said = { san: san(state, step) + sign, mv: [step.from, step.to] };
    state = next;
  }
  const legal = legalSteps(state), chk = inCheck(state.board, state.white);
  const won = `${state.white ? "Black" : "White"} wins: checkmate`;
  return {
    fen: uci === undefined ? fen : written(state), turn: state.white ? "white" : "black", chk,
    mate: chk && !legal.length, stalemate: !chk && !legal.length, end: legal.length ? null : chk ? won : "Draw: stalemate", ...said,
    legal: legal.map((step) => [uciOf(step), step.from, step.to, step.promotion]),
  };
}
