// @ts-check
// What lies under and around the pieces of a board without edges: squares, what is beyond the border, the last move, and
// coordinates.
import { short } from "./far_numbers.js";
import { THEMES } from "./pieces.js";

/** @typedef {import("./far_board.js").FarBoard} FarBoard */
/** @typedef {import("./far_numbers.js").Place} Place */

/** Pixels of a square from which squares and coordinates are drawn. */
const SQUARES = 6, NAMES = 22;

/** Draws the squares, and what is beyond the border. @param {CanvasRenderingContext2D} pen @param {FarBoard} board @param {number} width @param {number} height */
export function drawGround(pen, board, width, height) {
  const { light, dark } = THEMES.brown, { zoom, anchor } = board;
  pen.fillStyle = zoom < SQUARES ? "#d6bd95" : light;
  pen.fillRect(0, 0, width, height);
  if (zoom >= SQUARES) {
    const [left, top] = board.square(0, 0), [right, bottom] = board.square(width, height);
    const odd = Number((anchor.x + anchor.y) & 1n);
    pen.fillStyle = dark;
    pen.beginPath();
    for (let y = bottom - 1; y <= top + 1; y += 1) {
      for (let x = left - 1; x <= right + 1; x += 1) {
        if (!((x + y + odd) & 1)) pen.rect(...board.spot(x - 0.5, y + 0.5), zoom, zoom);
      }
    }
    pen.fill();
  }
  drawBeyond(pen, board, width, height);
}

/** @param {CanvasRenderingContext2D} pen @param {FarBoard} board @param {number} width @param {number} height */
function drawBeyond(pen, board, width, height) {
  const [left, right, low, high] = board.border;
  const x = (/** @type {bigint} */ value, /** @type {number} */ by) => board.spot(Number(value - board.anchor.x) + by, 0)[0];
  const y = (/** @type {bigint} */ value, /** @type {number} */ by) => board.spot(0, Number(value - board.anchor.y) + by)[1];
  pen.fillStyle = "#3a3c40";
  if (left !== null && x(left, -0.5) > 0) pen.fillRect(0, 0, x(left, -0.5), height);
  if (right !== null && x(right, 0.5) < width) pen.fillRect(Math.max(x(right, 0.5), 0), 0, width, height);
  if (low !== null && y(low, -0.5) < height) pen.fillRect(0, Math.max(y(low, -0.5), 0), width, height);
  if (high !== null && y(high, 0.5) > 0) pen.fillRect(0, 0, width, y(high, 0.5));
}

/** Tints the squares of a move. @param {CanvasRenderingContext2D} pen @param {FarBoard} board @param {Place[]} squares */
export function drawMove(pen, board, squares) {
  pen.fillStyle = `${THEMES.brown.last_move}90`;
  const side = Math.max(board.zoom, 6);
  for (const { x, y } of squares) {
    const [left, top] = board.spot(Number(x - board.anchor.x), Number(y - board.anchor.y));
    pen.fillRect(left - side / 2, top - side / 2, side, side);
  }
}

/** Writes the coordinates at the rims. @param {CanvasRenderingContext2D} pen @param {FarBoard} board @param {number} width @param {number} height */
export function drawCoordinates(pen, board, width, height) {
  if (board.zoom < NAMES) return;
  const [left, top] = board.square(0, 0), [right, bottom] = board.square(width, height);
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
