// @ts-check
// The board without edges: a canvas around an anchor. Zoomed out, pieces become points. Arrows at the rim lead to pieces
// that are out of sight.
import { h } from "./dom.js";
import { drawArrow } from "./far_arrows.js";
import { range, short } from "./far_numbers.js";
import { Sprites, paintOf } from "./far_sprites.js";
import { THEMES } from "./pieces.js";

/** @typedef {{x: bigint, y: bigint, owner: number, code: string}} Man */
/** @typedef {import("./far_arrows.js").Pointer} Pointer */

/** Pixels of a square: the least, the greatest, and those from which squares, pictures and coordinates are drawn. */
const LEAST = 0.002, MOST = 96, SQUARES = 6, PICTURES = 10, NAMES = 22;
/** The greatest number of arrows at the rim. */
const ARROWS = 24;
/** Arrows nearer to each other than so many pixels are one, which leads to the nearest piece. */
const APART = 56;
/** Offsets beyond this are counted anew from a nearer anchor. */
const FAR = 2 ** 20;
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] });

export class FarBoard {
  /** @param {HTMLElement} host @param {(man: Man | null) => void} onlook called with the piece under the pointer */
  constructor(host, onlook) {
    this.onlook = onlook;
    this.anchor = { x: 0n, y: 0n };
    this.middle = { x: 0, y: 0 }; // of the picture, in squares from the anchor; small
    this.zoom = 40;
    /** @type {Man[]} */ this.men = [];
    this.xs = new Float64Array(0);
    this.ys = new Float64Array(0);
    /** @type {{x: bigint, y: bigint}[]} */ this.last = [];
    /** @type {(bigint | null)[]} */ this.border = [null, null, null, null];
    /** @type {Pointer[]} */ this.pointers = [];
    this.sprites = new Sprites();
    this.asked = 0;
    this.canvas = h("canvas", { tabindex: 0, role: "img", class: "far" });
    host.append(this.canvas);
    this.listen();
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
  }

  listen() {
    const { canvas } = this, inside = (/** @type {MouseEvent} */ event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      event.preventDefault();
      const { x, y } = inside(event);
      this.zoomBy(Math.exp(-event.deltaY * 0.0015), x, y);
    }, { passive: false });
    /** @type {Map<number, {x: number, y: number}>} */ const fingers = new Map();
    let moved = 0;
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, inside(event));
      moved = 0;
    });
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const now = inside(event), before = fingers.get(event.pointerId);
      if (!before) return this.onlook(this.at(now.x, now.y));
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (other) this.pinch(before, now, other);
      else this.pan((before.x - now.x) / this.zoom, (now.y - before.y) / this.zoom);
      fingers.set(event.pointerId, now);
    });
    canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
      fingers.delete(event.pointerId);
      const { x, y } = inside(event), pointer = moved < 5 && this.pointers.find((each) => Math.hypot(each.x - x, each.y - y) < 16);
      if (pointer) this.centre(pointer.man);
    });
    canvas.addEventListener("pointercancel", (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId));
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || (step && !event.shiftKey)) return;
    if (step) this.pan(step[0] * 3, step[1] * 3);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.4);
    else if (event.key === "-") this.zoomBy(1 / 1.4);
    else if (event.key === "0") this.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {{x: number, y: number}} before @param {{x: number, y: number}} now @param {{x: number, y: number}} other */
  pinch(before, now, other) {
    const was = Math.hypot(before.x - other.x, before.y - other.y), is = Math.hypot(now.x - other.x, now.y - other.y);
    if (was > 0) this.zoomBy(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** Shows pieces. @param {Man[]} men @param {{x: bigint, y: bigint}[]} last @param {(bigint | null)[]} border */
  show(men, last, border) {
    const first = !this.men.length;
    Object.assign(this, { men, last, border });
    if (first) this.home();
    else if (last.length && !this.sees(last[1])) this.centre(last[1]);
    else this.count();
  }

  /** Shows the first king, or the first piece. */
  home() {
    const man = this.men.find(({ code }) => code === "k") ?? this.men[0];
    if (man) this.centre(man);
  }

  /** @param {{x: bigint, y: bigint}} place */
  sees({ x, y }) {
    const [left, top] = this.spot(Number(x - this.anchor.x), Number(y - this.anchor.y));
    return left > 0 && top > 0 && left < this.canvas.clientWidth && top < this.canvas.clientHeight;
  }

  /** Moves the middle of the picture to a place. @param {{x: bigint, y: bigint}} place */
  centre({ x, y }) {
    this.anchor = { x, y };
    this.middle = { x: 0, y: 0 };
    this.count();
  }

  /** Counts the offsets of all pieces from the anchor. */
  count() {
    const { anchor, men } = this;
    this.xs = Float64Array.from(men, ({ x }) => Number(x - anchor.x));
    this.ys = Float64Array.from(men, ({ y }) => Number(y - anchor.y));
    this.redraw();
  }

  /** @param {number} x @param {number} y in squares */
  pan(x, y) {
    this.middle.x += x;
    this.middle.y += y;
    if (Math.max(Math.abs(this.middle.x), Math.abs(this.middle.y)) > FAR) {
      const whole = { x: Math.trunc(this.middle.x), y: Math.trunc(this.middle.y) };
      this.anchor = { x: this.anchor.x + BigInt(whole.x), y: this.anchor.y + BigInt(whole.y) };
      this.middle = { x: this.middle.x - whole.x, y: this.middle.y - whole.y };
      this.count();
    }
    this.redraw();
  }

  /** @param {number} by @param {number} [x] @param {number} [y] the pixel that stays */
  zoomBy(by, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const zoom = Math.min(MOST, Math.max(LEAST, this.zoom * by)), change = 1 / this.zoom - 1 / zoom;
    this.zoom = zoom;
    this.pan((x - this.canvas.clientWidth / 2) * change, (this.canvas.clientHeight / 2 - y) * change);
  }

  /** Shows all pieces, as far as the least zoom goes. */
  fit() {
    if (!this.men.length) return;
    const [left, right] = range(this.men.map(({ x }) => x)), [low, high] = range(this.men.map(({ y }) => y));
    const zoom = Math.min(this.canvas.clientWidth / (Number(right - left) + 3), this.canvas.clientHeight / (Number(high - low) + 3));
    this.zoom = Math.min(MOST, Math.max(LEAST, zoom));
    this.centre({ x: (left + right) / 2n, y: (low + high) / 2n });
  }

  /** The middle of a square in pixels. @param {number} x @param {number} y offsets from the anchor @returns {[number, number]} */
  spot(x, y) {
    return [this.canvas.clientWidth / 2 + (x - this.middle.x) * this.zoom, this.canvas.clientHeight / 2 - (y - this.middle.y) * this.zoom];
  }

  /** The square under a pixel, as an offset from the anchor. @param {number} left @param {number} top @returns {[number, number]} */
  square(left, top) {
    return [Math.round((left - this.canvas.clientWidth / 2) / this.zoom + this.middle.x), Math.round((this.canvas.clientHeight / 2 - top) / this.zoom + this.middle.y)];
  }

  /** The piece under a pixel. @param {number} left @param {number} top */
  at(left, top) {
    const [x, y] = this.square(left, top);
    const place = this.xs.findIndex((each, number) => each === x && this.ys[number] === y);
    return place < 0 ? null : this.men[place];
  }

  /** Draws with the next picture of the screen, however often it is asked for. */
  redraw() {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      this.draw();
    });
  }

  draw() {
    const { canvas } = this, width = canvas.clientWidth, height = canvas.clientHeight, ratio = devicePixelRatio;
    if (!width) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.ground(pen, width, height);
    this.marks(pen);
    const seen = this.pieces(pen, width, height, ratio);
    this.names(pen, width, height);
    for (const pointer of this.pointers) drawArrow(pen, pointer, width, height);
    const place = `${short(this.anchor.x + BigInt(Math.round(this.middle.x)))}, ${short(this.anchor.y + BigInt(Math.round(this.middle.y)))}`;
    canvas.setAttribute("aria-label", `Board without edges around ${place}: ${seen} pieces in sight, ${this.men.length - seen} elsewhere`);
  }

  /** The squares, and what lies beyond the border. @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height */
  ground(pen, width, height) {
    const { light, dark } = THEMES.brown, { zoom } = this;
    pen.fillStyle = zoom < SQUARES ? "#d6bd95" : light;
    pen.fillRect(0, 0, width, height);
    if (zoom >= SQUARES) {
      const [left, top] = this.square(0, 0), [right, bottom] = this.square(width, height);
      const odd = Number((this.anchor.x + this.anchor.y) & 1n);
      pen.fillStyle = dark;
      for (let y = bottom - 1; y <= top + 1; y += 1) {
        for (let x = left - 1; x <= right + 1; x += 1) {
          if ((x + y + odd) & 1) continue;
          const [at, to] = this.spot(x - 0.5, y + 0.5);
          pen.fillRect(at, to, zoom, zoom);
        }
      }
    }
    this.beyond(pen, width, height);
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height */
  beyond(pen, width, height) {
    const [left, right, low, high] = this.border;
    const x = (/** @type {bigint} */ value, /** @type {number} */ by) => this.spot(Number(value - this.anchor.x) + by, 0)[0];
    const y = (/** @type {bigint} */ value, /** @type {number} */ by) => this.spot(0, Number(value - this.anchor.y) + by)[1];
    pen.fillStyle = "#3a3c40";
    if (left !== null && x(left, -0.5) > 0) pen.fillRect(0, 0, x(left, -0.5), height);
    if (right !== null && x(right, 0.5) < width) pen.fillRect(Math.max(x(right, 0.5), 0), 0, width, height);
    if (low !== null && y(low, -0.5) < height) pen.fillRect(0, Math.max(y(low, -0.5), 0), width, height);
    if (high !== null && y(high, 0.5) > 0) pen.fillRect(0, 0, width, y(high, 0.5));
  }

  /** The last move. @param {CanvasRenderingContext2D} pen */
  marks(pen) {
    pen.fillStyle = `${THEMES.brown.last_move}90`;
    const side = Math.max(this.zoom, 6);
    for (const { x, y } of this.last) {
      const [left, top] = this.spot(Number(x - this.anchor.x), Number(y - this.anchor.y));
      pen.fillRect(left - side / 2, top - side / 2, side, side);
    }
  }

  /** Draws the pieces in sight, and returns how many these are. @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height @param {number} ratio */
  pieces(pen, width, height, ratio) {
    const { zoom, men, xs, ys } = this, point = Math.max(2.5, zoom * 0.7);
    this.pointers = [];
    let seen = 0;
    for (let place = 0; place < men.length; place += 1) {
      const [left, top] = this.spot(xs[place], ys[place]);
      if (left < -zoom || top < -zoom || left > width + zoom || top > height + zoom) {
        if (men.length - seen <= 10 * ARROWS || this.pointers.length < ARROWS) this.point(men[place], left, top, width, height);
        continue;
      }
      seen += 1;
      const { owner, code } = men[place];
      if (zoom >= PICTURES) pen.drawImage(this.sprites.get(owner, code, zoom * ratio), left - zoom / 2, top - zoom / 2, zoom, zoom);
      else {
        pen.fillStyle = paintOf(owner).fill;
        pen.fillRect(left - point / 2, top - point / 2, point, point);
      }
    }
    return seen;
  }

  /** Notes where the arrow to a piece out of sight is. Arrows in the same direction are one. @param {Man} man @param {number} left @param {number} top @param {number} width @param {number} height */
  point(man, left, top, width, height) {
    const x = left - width / 2, y = top - height / 2, squares = Math.hypot(x, y) / this.zoom;
    const scale = Math.min((width / 2 - 14) / Math.max(Math.abs(x), 1e-9), (height / 2 - 14) / Math.max(Math.abs(y), 1e-9));
    const at = { man, x: width / 2 + x * scale, y: height / 2 + y * scale, squares, angle: Math.atan2(y, x) };
    const near = this.pointers.findIndex((each) => Math.hypot(each.x - at.x, each.y - at.y) < APART);
    if (near >= 0 && this.pointers[near].squares > squares) this.pointers[near] = at;
    else if (near < 0 && this.pointers.length < ARROWS) this.pointers.push(at);
  }

  /** The coordinates at the rims. @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height */
  names(pen, width, height) {
    if (this.zoom < NAMES) return;
    const [left, top] = this.square(0, 0), [right, bottom] = this.square(width, height);
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = "#3d3833";
    pen.textAlign = "center";
    for (let x = left; x <= right; x += 1) {
      const text = short(this.anchor.x + BigInt(x)), skip = Math.ceil((pen.measureText(text).width + 6) / this.zoom);
      if (x % skip === 0) pen.fillText(text, this.spot(x, 0)[0], height - 4);
    }
    pen.textAlign = "start";
    for (let y = bottom; y <= top; y += 1) pen.fillText(short(this.anchor.y + BigInt(y)), 3, this.spot(0, y)[1] + 4);
  }
}
