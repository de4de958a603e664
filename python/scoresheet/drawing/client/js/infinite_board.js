// @ts-check
// The infinite board: a canvas around an anchor. Zoomed out, pieces become points. Arrows at the rim lead to pieces
// that are out of sight.
import { h } from "./dom.js";
import { drawArrow } from "./infinite_arrows.js";
import { drawCoordinates, drawGround, drawMove } from "./infinite_ground.js";
import { Men } from "./infinite_men.js";
import { range, short } from "./infinite_numbers.js";
import { drawReach } from "./infinite_reach.js";
import { actOf } from "./keys.js";
import { t } from "./language.js";

/** @typedef {import("./infinite_men.js").Man} Man */
/** @typedef {import("./infinite_arrows.js").Pointer} Pointer */

/** Pixels of a square: the least and the greatest. */
const LEAST = 0.002, MOST = 96;
/** Offsets beyond this are counted anew from a nearer anchor. */
const FAR = 2 ** 20;
const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-3, 0], ArrowRight: [3, 0], ArrowUp: [0, 3], ArrowDown: [0, -3] });

export class InfiniteBoard {
  /**
   * @param {HTMLElement} host @param {import("./board.js").Look} look
   * @param {{look: (man: Man | null) => void, choose: (man: Man | null) => void, go: (place: import("./infinite_numbers.js").Place) => boolean, mark: () => void}} acts
   * called with the piece under the pointer, with the one that was clicked, and before that with the square that was
   * clicked; it returns whether the chosen piece goes there. `mark` is called when the right button is pressed
   */
  constructor(host, look, acts) {
    this.look = look;
    this.acts = acts;
    this.anchor = { x: 0n, y: 0n };
    this.middle = { x: 0, y: 0 }; // of the picture, in squares from the anchor; small
    this.zoom = 40;
    this.width = this.height = 0; // of the picture, in pixels
    this.men = new Men();
    this.men.wear(look.theme);
    /** @type {{x: bigint, y: bigint}[]} */ this.last = [];
    /** @type {(bigint | null)[]} */ this.border = [null, null, null, null];
    /** @type {Pointer[]} */ this.pointers = [];
    /** @type {import("./infinite_reach.js").Reach | null} where a piece may go */ this.reach = null;
    this.asked = 0;
    this.canvas = h("canvas", { tabindex: 0, role: "img", class: "infinite" });
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
    canvas.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
    canvas.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button === 2) this.acts.mark();
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, inside(event));
      moved = 0;
    });
    canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const now = inside(event), before = fingers.get(event.pointerId);
      if (!before) return this.acts.look(this.at(now.x, now.y));
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      moved += Math.hypot(now.x - before.x, now.y - before.y);
      if (other) this.pinch(before, now, other);
      else this.pan((before.x - now.x) / this.zoom, (now.y - before.y) / this.zoom);
      fingers.set(event.pointerId, now);
    });
    canvas.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => {
      if (fingers.delete(event.pointerId) && moved < 5) this.click(inside(event));
    });
    canvas.addEventListener("pointercancel", (/** @type {PointerEvent} */ event) => fingers.delete(event.pointerId));
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
  }

  /** Follows the arrow under a pixel, or chooses the piece there. @param {{x: number, y: number}} place */
  click({ x, y }) {
    const pointer = this.pointers.find((each) => Math.hypot(each.x - x, each.y - y) < 16);
    if (pointer) this.centre(pointer.man);
    else if (!this.acts.go(this.place(x, y))) this.acts.choose(this.at(x, y));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const act = actOf("infinite", event);
    if (act === "pan") this.pan(...STEPS[event.key]);
    else if (act === "in") this.zoomBy(1.4);
    else if (act === "out") this.zoomBy(1 / 1.4);
    else if (act === "fit") this.fit();
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
    const first = !this.men.all.length;
    Object.assign(this, { last, border });
    this.men.set(men, this.anchor);
    if (first) this.home();
    else if (last.length && !this.sees(last[1])) this.centre(last[1]);
    else this.redraw();
  }

  /** Shows the first king, or the first piece. */
  home() {
    const { all } = this.men, man = all.find(({ code }) => code === "k") ?? all[0];
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
    this.men.locate(this.anchor);
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
      this.men.locate(this.anchor);
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
    const { all } = this.men;
    if (!all.length) return;
    const [left, right] = range(all.map(({ x }) => x)), [low, high] = range(all.map(({ y }) => y));
    const zoom = Math.min(this.canvas.clientWidth / (Number(right - left) + 3), this.canvas.clientHeight / (Number(high - low) + 3));
    this.zoom = Math.min(MOST, Math.max(LEAST, zoom));
    this.centre({ x: (left + right) / 2n, y: (low + high) / 2n });
  }

  /** Shows the board in another look, of which it has the colours. @param {import("./board.js").Look} look */
  wear(look) {
    this.look = look;
    this.men.wear(look.theme);
    this.redraw();
  }

  /** The middle of a square in pixels. @param {number} x @param {number} y offsets from the anchor @returns {[number, number]} */
  spot(x, y) {
    return [this.width / 2 + (x - this.middle.x) * this.zoom, this.height / 2 - (y - this.middle.y) * this.zoom];
  }

  /** The square under a pixel, as an offset from the anchor. @param {number} left @param {number} top @returns {[number, number]} */
  square(left, top) {
    return [Math.round((left - this.width / 2) / this.zoom + this.middle.x), Math.round((this.height / 2 - top) / this.zoom + this.middle.y)];
  }

  /** The square under a pixel. @param {number} left @param {number} top @returns {import("./infinite_numbers.js").Place} */
  place(left, top) {
    const [x, y] = this.square(left, top);
    return { x: this.anchor.x + BigInt(x), y: this.anchor.y + BigInt(y) };
  }

  /** The piece under a pixel. @param {number} left @param {number} top */
  at(left, top) {
    return this.men.at(...this.square(left, top));
  }

  /** Draws with the next picture of the screen, once, however often it is called. */
  redraw() {
    this.asked ||= requestAnimationFrame(() => {
      this.asked = 0;
      this.draw();
    });
  }

  draw() {
    const { canvas, men } = this, width = canvas.clientWidth, height = canvas.clientHeight, ratio = devicePixelRatio;
    if (!width) return;
    Object.assign(this, { width, height });
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), [x, y] = this.spot(0, 0);
    const view = { x, y, zoom: this.zoom, width, height, ratio };
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawGround(pen, this);
    drawMove(pen, this, this.last);
    if (this.reach) drawReach(pen, this, this.reach);
    const seen = men.draw(pen, view);
    drawCoordinates(pen, this);
    this.pointers = men.rim.pointers(men, view);
    for (const pointer of this.pointers) drawArrow(pen, pointer, this);
    const place = `${short(this.anchor.x + BigInt(Math.round(this.middle.x)))}, ${short(this.anchor.y + BigInt(Math.round(this.middle.y)))}`;
    canvas.setAttribute("aria-label", t("Board without edges around {place}: {seen} pieces in sight, {others} elsewhere", { place, seen, others: men.all.length - seen }));
  }
}
