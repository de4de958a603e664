// @ts-check
// The pieces of an infinite board, which may be 100,000: the data of each is in flat arrays, and points are
// written straight into the pixels of a picture.
import { Rim } from "./infinite_arrows.js";
import { Sprites, paintOf } from "./infinite_sprites.js";

/** @typedef {import("./infinite_numbers.js").Place} Place */
/** @typedef {Place & {owner: number, code: string}} Man */
/** @typedef {{x: number, y: number, zoom: number, width: number, height: number, ratio: number}} View the pixel of the anchor, the pixels of a square, and the size */

/** Pixels of a square from which pieces are pictures; those of smaller ones are points. */
const PICTURES = 10;
/** Larger offsets are replaced by this one. */
const MOST = 1e300;

/** The pieces of a game after a node. @param {any} game @param {number} number @returns {Man[]} */
export function menAfter({ pieces, nodes }, number) {
  /** @type {any[]} */ const path = [];
  for (let at = number; at > 0; at = nodes[at].p) path.push(nodes[at]);
  /** @type {Map<string, Man>} */ const men = new Map();
  const put = (/** @type {[string, string, number, string]} */ [x, y, owner, code]) => men.set(`${x},${y}`, { x: BigInt(x), y: BigInt(y), owner, code });
  pieces.forEach(put);
  for (const { off = [], on = [] } of path.reverse()) {
    for (const [x, y] of off) men.delete(`${x},${y}`);
    on.forEach(put);
  }
  return [...men.values()];
}

export class Men {
  constructor() {
    /** @type {Man[]} */ this.all = [];
    this.xs = this.ys = new Float64Array(0); // offsets from the anchor
    this.colours = new Uint32Array(0);
    this.theme = "brown";
    this.sprites = new Sprites(this.theme);
    this.rim = new Rim();
    this.points = new Points();
  }

  /** Takes the colours of a theme. @param {string} theme */
  wear(theme) {
    if (theme !== this.theme) this.sprites = new Sprites(theme);
    this.theme = theme;
    this.paint();
  }

  paint() {
    this.colours = Uint32Array.from(this.all, ({ owner }) => colourOf(owner, this.theme));
  }

  /** Takes other pieces. @param {Man[]} men @param {Place} anchor */
  set(men, anchor) {
    this.all = men;
    this.paint();
    this.locate(anchor);
  }

  /** Counts all offsets from another anchor. @param {Place} anchor */
  locate(anchor) {
    this.xs = Float64Array.from(this.all, ({ x }) => offset(x - anchor.x));
    this.ys = Float64Array.from(this.all, ({ y }) => offset(y - anchor.y));
  }

  /** The piece on a square. @param {number} x @param {number} y offsets from the anchor @returns {Man | null} */
  at(x, y) {
    const place = this.xs.findIndex((each, number) => each === x && this.ys[number] === y);
    return place < 0 ? null : this.all[place];
  }

  /** Draws the pieces in sight, notes the others at the rim, and returns how many were drawn. @param {CanvasRenderingContext2D} pen @param {View} view */
  draw(pen, view) {
    const { xs, ys, all, rim } = this, { x, y, zoom, width, height, ratio } = view;
    const pictures = zoom >= PICTURES;
    rim.clear(width, height);
    if (!pictures) this.points.clear(width, height, ratio, Math.max(2.5, zoom * 0.7));
    let seen = 0;
    for (let place = 0; place < all.length; place += 1) {
      const left = x + xs[place] * zoom, top = y - ys[place] * zoom;
      if (left < -zoom || top < -zoom || left > width + zoom || top > height + zoom) {
        rim.note(place, left, top);
        continue;
      }
      seen += 1;
      if (pictures) pen.drawImage(this.sprites.get(all[place].owner, all[place].code, zoom * ratio), left - zoom / 2, top - zoom / 2, zoom, zoom);
      else this.points.add(left, top, this.colours[place]);
    }
    if (!pictures) this.points.draw(pen, width, height);
    return seen;
  }
}

/** Squares of one colour each, as pixels. */
class Points {
  constructor() {
    this.canvas = new OffscreenCanvas(1, 1);
    this.pixels = new Uint32Array(0);
    this.ratio = this.side = this.wide = this.high = 1;
  }

  /** @param {number} width @param {number} height @param {number} ratio of the screen's pixels @param {number} side of a point */
  clear(width, height, ratio, side) {
    const wide = Math.round(width * ratio), high = Math.round(height * ratio);
    if (this.wide !== wide || this.high !== high || !this.image) {
      this.canvas = new OffscreenCanvas(wide, high);
      this.image = new ImageData(wide, high);
      this.pixels = new Uint32Array(this.image.data.buffer);
    }
    this.pixels.fill(0);
    Object.assign(this, { ratio, wide, high });
    this.side = Math.max(2, Math.round(side * ratio));
  }

  /** @param {number} left @param {number} top the middle @param {number} colour */
  add(left, top, colour) {
    const { wide, high, side, pixels } = this;
    const from = Math.round(left * this.ratio - side / 2), over = Math.round(top * this.ratio - side / 2);
    const start = Math.max(0, from), end = Math.min(wide, from + side), last = Math.min(high, over + side);
    for (let row = Math.max(0, over); row < last; row += 1) {
      for (let pixel = row * wide + start; pixel < row * wide + end; pixel += 1) pixels[pixel] = colour; // faster than `fill`
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height */
  draw(pen, width, height) {
    if (this.image) this.canvas.getContext("2d")?.putImageData(this.image, 0, 0);
    pen.drawImage(this.canvas, 0, 0, width, height);
  }
}

/** @param {bigint} difference */
function offset(difference) {
  return Math.max(-MOST, Math.min(Number(difference), MOST));
}

/** The colour of a player as a pixel. @param {number} owner @param {string} theme */
function colourOf(owner, theme) {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(paintOf(owner, theme).fill) ?? ["", "00", "00", "00"];
  return ((255 << 24) | (parseInt(blue, 16) << 16) | (parseInt(green, 16) << 8) | parseInt(red, 16)) >>> 0;
}
