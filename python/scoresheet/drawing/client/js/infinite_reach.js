// @ts-check
// Where a piece of an infinite board may go: dots on single squares, and lines along slides, however long they are.
import { t, tn } from "./language.js";

/** @typedef {import("./infinite_numbers.js").Place} Place */
/** @typedef {Place & {takes: boolean, texts: string[]}} End a square that a piece may go to, whether it captures there, and the moves to it */
/**
 * @typedef {{dx: bigint, dy: bigint, parts: [bigint, bigint | null][], out: Set<bigint>, some: boolean, takes: boolean}} Slide
 * a direction; the first and last steps of its parts; the steps that are not legal, and whether there are more of them
 */
/** @typedef {{from: Place, yours: boolean, ends: End[], slides: Slide[]}} Reach */

/** How many steps from the anchor are looked at: more than any picture shows. */
const SPAN = 2n ** 22n;
/** Pixels of a square from which single squares of a slide are drawn. */
const DOTS = 10;
const COLOUR = "rgb(21 94 61 / .75)";

/** The response of the server about the moves of a piece. @param {Place} from @param {any} answer @returns {Reach} */
export function reachOf(from, answer) {
  const number = (/** @type {string | null} */ text) => (text === null ? null : BigInt(text));
  return {
    from,
    yours: answer.yours,
    ends: answer.moves.map((/** @type {[string, string, boolean]} */ [x, y, takes], /** @type {number} */ place) =>
      ({ x: BigInt(x), y: BigInt(y), takes, texts: answer.texts[place] })),
    slides: answer.slides.map((/** @type {any} */ { dx, dy, parts, out, some, takes }) => ({
      dx: BigInt(dx), dy: BigInt(dy), some, takes, out: new Set(out.map(BigInt)),
      parts: parts.map((/** @type {(string | null)[]} */ part) => part.map(number)),
    })),
  };
}

/**
 * The moves of a piece to a square in ICN: several if it promotes. Only the server knows all gaps of some slides, so one of
 * them may turn out to be illegal.
 * @param {Reach} reach @param {Place} to @returns {string[]}
 */
export function movesTo({ from, yours, ends, slides }, to) {
  if (!yours) return [];
  const end = ends.find(({ x, y }) => x === to.x && y === to.y);
  if (end) return end.texts;
  const x = to.x - from.x, y = to.y - from.y;
  const slid = slides.some(({ dx, dy, parts, out }) => {
    const step = dx ? x / dx : y / dy; // dividing drops the rest
    return step * dx === x && step * dy === y && !out.has(step) &&
      parts.some(([first, last]) => step >= first && (last === null || step <= last));
  });
  return slid ? [`${from.x},${from.y}>${to.x},${to.y}`] : [];
}

/** The moves of a piece in words. @param {any} answer */
export function reachInWords({ yours, moves, slides }) {
  if (!yours) return t("another player is to move");
  const endless = slides.filter((/** @type {any} */ { parts }) => parts.at(-1)[1] === null).length;
  const single = moves.length && tn(moves.length, "{n} single move", "{n} single moves"), sliding = slides.length && tn(slides.length, "{n} slide", "{n} slides");
  if (!single && !sliding) return t("no legal moves");
  const all = single && sliding ? t("{moves} and {slides}", { moves: single, slides: sliding }) : single || sliding;
  return endless ? t("{moves}, {n} without end", { moves: all, n: endless }) : all;
}

/** Draws the moves of a piece. @param {CanvasRenderingContext2D} pen @param {import("./infinite_board.js").InfiniteBoard} board @param {Reach} reach */
export function drawReach(pen, board, { from, ends, slides }) {
  const { zoom, anchor } = board, side = Math.max(zoom, 6);
  const spot = (/** @type {Place} */ { x, y }) => board.spot(Number(x - anchor.x), Number(y - anchor.y));
  pen.save();
  pen.strokeStyle = pen.fillStyle = COLOUR;
  pen.lineWidth = Math.max(1.5, zoom * 0.08);
  const [left, top] = spot(from);
  pen.strokeRect(left - side / 2, top - side / 2, side, side);
  for (const end of ends) mark(pen, ...spot(end), zoom, end.takes);
  for (const slide of slides) {
    slide.parts.forEach((part, place) => drawPart(pen, board, from, slide, part, slide.takes && place === slide.parts.length - 1));
  }
  pen.restore();
}

/** A dot, or a ring around a piece that is captured. @param {CanvasRenderingContext2D} pen @param {number} left @param {number} top @param {number} zoom @param {boolean} takes */
function mark(pen, left, top, zoom, takes) {
  pen.beginPath();
  pen.arc(left, top, takes ? Math.max(4, zoom * 0.46) : Math.max(1.5, zoom * 0.13), 0, 2 * Math.PI);
  if (takes) pen.stroke();
  else pen.fill();
}

/**
 * Draws a part of a slide as far as it is in sight. Steps are counted from the one nearest to the anchor, so that small
 * numbers are exact for any square of the piece.
 * @param {CanvasRenderingContext2D} pen @param {import("./infinite_board.js").InfiniteBoard} board @param {Place} from
 * @param {Slide} slide @param {[bigint, bigint | null]} part @param {boolean} takes
 */
function drawPart(pen, board, from, { dx, dy, out, some }, [first, last], takes) {
  const { anchor, zoom } = board;
  const nearest = ((anchor.x - from.x) * dx + (anchor.y - from.y) * dy) / (dx * dx + dy * dy);
  const start = first === 1n ? 0n : first, base = larger(start, last === null ? nearest : smaller(nearest, last));
  const x = Number(from.x + base * dx - anchor.x), y = Number(from.y + base * dy - anchor.y);
  const ahead = last === null ? SPAN : smaller(last - base, SPAN);
  const [least, most] = inSight(board, x, y, Number(dx), Number(dy), -Number(smaller(base - start, SPAN)), Number(ahead));
  if (least > most) return;
  const at = (/** @type {number} */ step) => board.spot(x + step * Number(dx), y + step * Number(dy));
  pen.beginPath();
  pen.setLineDash(some ? [3, 7] : []);
  pen.moveTo(...at(least));
  pen.lineTo(...at(most));
  pen.stroke();
  pen.setLineDash([]);
  const ends = takes && last !== null ? Number(smaller(last - base, SPAN)) : NaN;
  if (ends >= least && ends <= most) mark(pen, ...at(ends), zoom, true);
  if (some || zoom < DOTS) return;
  for (let step = Math.ceil(Math.max(least, Number(larger(first - base, -SPAN)))); step <= most; step += 1) {
    if (step !== ends && !(out.size && out.has(base + BigInt(step)))) mark(pen, ...at(step), zoom, false);
  }
}

/**
 * The first and the last step in sight, between two others; the last is smaller if there is none.
 * @param {import("./infinite_board.js").InfiniteBoard} board @param {number} x @param {number} y the square of step 0, from the anchor
 * @param {number} dx @param {number} dy @param {number} least @param {number} most @returns {[number, number]}
 */
function inSight(board, x, y, dx, dy, least, most) {
  const [left, top] = board.square(0, 0), [right, bottom] = board.square(board.width, board.height);
  for (const [from, by, low, high] of [[x, dx, left - 1, right + 1], [y, dy, bottom - 1, top + 1]]) {
    if (by === 0 && (from < low || from > high)) return [0, -1];
    if (by === 0) continue;
    const ends = [(low - from) / by, (high - from) / by];
    least = Math.max(least, Math.min(...ends));
    most = Math.min(most, Math.max(...ends));
  }
  return [least, most];
}

/** @param {bigint} one @param {bigint} other */
function smaller(one, other) {
  return one < other ? one : other;
}

/** @param {bigint} one @param {bigint} other */
function larger(one, other) {
  return one > other ? one : other;
}
