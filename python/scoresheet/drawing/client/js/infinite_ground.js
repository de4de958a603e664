// @ts-check
// What is under and around the pieces of an infinite board: squares, what is beyond the border, the last move, and
// coordinates.
import { short } from "./infinite_numbers.js";
import { THEMES } from "./pieces.js";

/** @typedef {import("./infinite_board.js").InfiniteBoard} InfiniteBoard */
/** @typedef {import("./infinite_numbers.js").Place} Place */

/** Pixels of a square from which squares and coordinates are drawn. */
const SQUARES = 6, NAMES = 22;
/** @type {Record<string, any>} */ const LOOKS = THEMES;
/** @type {Map<string, OffscreenCanvas>} */ const drawn = new Map();

/** Draws the squares, and what is beyond the border. @param {CanvasRenderingContext2D} pen @param {InfiniteBoard} board */
export function drawGround(pen, board) {
  const { zoom, anchor, width, height, look } = board, [left, top] = board.spot(-0.5, 0.5);
  if (zoom >= SQUARES) {
    const odd = Number((anchor.x + anchor.y) & 1n), pattern = /** @type {CanvasPattern} */ (pen.createPattern(checks(look.theme), "repeat"));
    pattern.setTransform(new DOMMatrix([zoom, 0, 0, zoom, left + odd * zoom, top]));
    pen.imageSmoothingEnabled = false;
    pen.fillStyle = pattern;
    pen.fillRect(0, 0, width, height);
  } else {
    for (const [colour, share] of [[LOOKS[look.theme].light, 1], [LOOKS[look.theme].dark, 0.5]]) {
      pen.fillStyle = colour; // squares that are too small to be seen give the mean of both
      pen.globalAlpha = share;
      pen.fillRect(0, 0, width, height);
    }
    pen.globalAlpha = 1;
  }
  pen.imageSmoothingEnabled = true;
  drawBeyond(pen, board);
}

/** Four squares of a board as a picture of four pixels, the first of which is dark. @param {string} theme */
function checks(theme) {
  const known = drawn.get(theme), picture = known ?? new OffscreenCanvas(2, 2);
  if (known) return known;
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (picture.getContext("2d"));
  pen.fillStyle = LOOKS[theme].light;
  pen.fillRect(0, 0, 2, 2);
  pen.fillStyle = LOOKS[theme].dark;
  pen.fillRect(0, 0, 1, 1);
  pen.fillRect(1, 1, 1, 1);
  drawn.set(theme, picture);
  return picture;
}

/** @param {CanvasRenderingContext2D} pen @param {InfiniteBoard} board */
function drawBeyond(pen, board) {
  const [left, right, low, high] = board.border, { width, height } = board;
  const x = (/** @type {bigint} */ value, /** @type {number} */ by) => board.spot(Number(value - board.anchor.x) + by, 0)[0];
  const y = (/** @type {bigint} */ value, /** @type {number} */ by) => board.spot(0, Number(value - board.anchor.y) + by)[1];
  pen.fillStyle = "#3a3c40";
  if (left !== null && x(left, -0.5) > 0) pen.fillRect(0, 0, x(left, -0.5), height);
  if (right !== null && x(right, 0.5) < width) pen.fillRect(Math.max(x(right, 0.5), 0), 0, width, height);
  if (low !== null && y(low, -0.5) < height) pen.fillRect(0, Math.max(y(low, -0.5), 0), width, height);
  if (high !== null && y(high, 0.5) > 0) pen.fillRect(0, 0, width, y(high, 0.5));
}

/** Tints the squares of a move. @param {CanvasRenderingContext2D} pen @param {InfiniteBoard} board @param {Place[]} squares */
export function drawMove(pen, board, squares) {
  pen.fillStyle = `${LOOKS[board.look.theme].last_move}90`;
  const side = Math.max(board.zoom, 6);
  for (const { x, y } of squares) {
    const [left, top] = board.spot(Number(x - board.anchor.x), Number(y - board.anchor.y));
    pen.fillRect(left - side / 2, top - side / 2, side, side);
  }
}

/** Writes the coordinates at the rims. @param {CanvasRenderingContext2D} pen @param {InfiniteBoard} board */
export function drawCoordinates(pen, board) {
  if (board.zoom < NAMES) return;
  const { width, height } = board, [left, top] = board.square(0, 0), [right, bottom] = board.square(width, height);
  pen.font = "11px system-ui, sans-serif";
  pen.fillStyle = "#3d3833";
  pen.textAlign = "center";
  for (let x = left; x <= right; x += 1) {
    const text = short(board.anchor.x + BigInt(x)), skip = Math.ceil((pen.measureText(text).width + 6) / board.zoom);
    if (x % skip === 0) pen.fillText(text, board.spot(x, 0)[0], height - 4);
  }
  pen.textAlign = "start";
  for (let y = bottom; y <= top; y += 1) pen.fillText(short(board.anchor.y + BigInt(y)), 3, board.spot(0, y)[1] + 4);
}
