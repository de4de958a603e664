// @ts-check
// The arrows at the rim of a board without edges, which lead to pieces out of sight.
import { distance } from "./far_numbers.js";
import { nameOf, paintOf } from "./far_sprites.js";

/** @typedef {{man: import("./far_board.js").Man, x: number, y: number, squares: number, angle: number}} Pointer a piece out of sight, and where its arrow is */

/** @param {CanvasRenderingContext2D} pen @param {Pointer} pointer @param {number} width @param {number} height */
export function drawArrow(pen, { man, x, y, squares, angle }, width, height) {
  const paint = paintOf(man.owner);
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.beginPath();
  pen.moveTo(11, 0);
  pen.lineTo(-7, -8);
  pen.lineTo(-7, 8);
  pen.closePath();
  pen.fillStyle = paint.fill;
  pen.strokeStyle = paint.line;
  pen.lineWidth = 1.5;
  pen.fill();
  pen.stroke();
  pen.restore();
  pen.font = "11px system-ui, sans-serif";
  pen.textAlign = "center";
  const text = `${nameOf(man.code)} ${distance(squares)}`, half = pen.measureText(text).width / 2 + 3;
  const left = Math.min(Math.max(x - (half + 12) * Math.cos(angle), half), width - half);
  const top = Math.min(Math.max(y - 21 * Math.sin(angle) + 4, 12), height - 6);
  pen.fillStyle = "rgb(255 255 255 / .85)";
  pen.fillRect(left - half, top - 11, 2 * half, 15);
  pen.fillStyle = "#1b1c1e";
  pen.fillText(text, left, top);
}
