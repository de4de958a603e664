// @ts-check
// The arrows at the rim of an infinite board, which lead to pieces out of sight.
import { distance } from "./infinite_numbers.js";
import { nameOf, paintOf } from "./infinite_sprites.js";

/** @typedef {import("./infinite_men.js").Man} Man */
/** @typedef {{man: Man, x: number, y: number, squares: number, angle: number}} Pointer a piece out of sight, and where its arrow is */

/** The greatest number of arrows. */
const MOST = 24;
/** Arrows nearer to each other than so many pixels are one, which leads to the nearest piece. */
const APART = 56;
/** Pixels between the middle of an arrow and the edge. */
const INSET = 14;

/** Finds the nearest piece out of sight in every direction. */
export class Rim {
  constructor() {
    this.width = this.height = 0;
    this.nearest = new Float64Array(0); // by stretches of the rim, clockwise from the left end of the top
    this.places = new Int32Array(0);
  }

  /** @param {number} width @param {number} height */
  clear(width, height) {
    this.width = width;
    this.height = height;
    const stretches = Math.ceil((2 * (width + height)) / APART) + 1;
    if (this.nearest.length !== stretches) [this.nearest, this.places] = [new Float64Array(stretches), new Int32Array(stretches)];
    this.nearest.fill(Infinity);
  }

  /** Notes a piece. @param {number} place its number @param {number} left @param {number} top pixels */
  note(place, left, top) {
    const { width, height } = this, x = left - width / 2, y = top - height / 2, wide = Math.abs(x), high = Math.abs(y);
    let along;
    if (wide * height > high * width) {
      const down = (y / wide) * (width / 2) + height / 2;
      along = x > 0 ? width + down : 2 * width + height + height - down;
    } else {
      const right = (x / high) * (height / 2) + width / 2;
      along = y < 0 ? right : width + height + width - right;
    }
    const stretch = Math.floor(along / APART), pixels = Math.max(wide, high);
    if (pixels >= this.nearest[stretch]) return;
    this.nearest[stretch] = pixels;
    this.places[stretch] = place;
  }

  /** The arrows to the pieces that were noted. @param {import("./infinite_men.js").Men} men @param {import("./infinite_men.js").View} view @returns {Pointer[]} */
  pointers(men, { x, y, zoom, width, height }) {
    /** @type {Pointer[]} */ const found = [];
    const noted = [...this.nearest.keys()].filter((stretch) => this.nearest[stretch] < Infinity);
    for (const stretch of noted.sort((one, other) => this.nearest[one] - this.nearest[other])) {
      const place = this.places[stretch];
      const east = x + men.xs[place] * zoom - width / 2, south = y - men.ys[place] * zoom - height / 2;
      const scale = Math.min((width / 2 - INSET) / Math.abs(east), (height / 2 - INSET) / Math.abs(south));
      const at = { man: men.all[place], x: width / 2 + east * scale, y: height / 2 + south * scale, squares: Math.hypot(east, south) / zoom, angle: Math.atan2(south, east) };
      if (!found.some((each) => Math.hypot(each.x - at.x, each.y - at.y) < APART)) found.push(at);
      if (found.length === MOST) break;
    }
    return found;
  }
}

/** @param {CanvasRenderingContext2D} pen @param {Pointer} pointer @param {import("./infinite_board.js").InfiniteBoard} board */
export function drawArrow(pen, { man, x, y, squares, angle }, { width, height, look }) {
  const paint = paintOf(man.owner, look.theme);
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
