// @ts-check
// The rows of a view, fetched in chunks when they come into sight. Only some chunks are kept.
import { isSuperseded } from "./api.js";

const CHUNK = 100, KEPT = 80;
/** Milliseconds to wait while other chunks are under way: a scroll bar that is dragged passes most of them. */
const WAIT = 30;

/** @typedef {(from: number, count: number, signal: AbortSignal) => Promise<{rows: any[][]}>} Load */

export class Rows {
  /** @param {Load} load @param {(rows: any[][]) => void} onrows @param {(error: any) => void} onfailure */
  constructor(load, onrows, onfailure) {
    this.load = load;
    this.onrows = onrows;
    this.onfailure = onfailure;
    this.total = 0;
    this.timer = 0;
    /** @type {Promise<any>} */ this.settled = Promise.resolve(); // when the rows in sight have arrived
    /** @type {Map<number, any[][]>} */ this.chunks = new Map();
    /** @type {Map<number, AbortController>} */ this.coming = new Map();
  }

  /** Forgets all rows. @param {number} total how many rows there are now */
  reset(total) {
    window.clearTimeout(this.timer);
    for (const controller of this.coming.values()) controller.abort();
    this.coming.clear();
    this.chunks.clear();
    this.total = total;
  }

  /** A row, or undefined until it has arrived. @param {number} place @returns {any[] | undefined} */
  at(place) {
    return this.chunks.get(Math.floor(place / CHUNK))?.[place % CHUNK];
  }

  /** Fetches the rows of a range that are missing, and drops requests for others. @param {number} from @param {number} to */
  want(from, to) {
    const first = Math.floor(from / CHUNK), last = Math.floor((to - 1) / CHUNK);
    const wanted = new Set([...this.coming].filter(([chunk]) => chunk >= first && chunk <= last).map(([, controller]) => controller));
    for (const [chunk, controller] of this.coming) {
      if (wanted.has(controller)) continue;
      controller.abort();
      this.coming.delete(chunk);
    }
    window.clearTimeout(this.timer);
    const start = () => {
      this.settled = Promise.all(this.missing(first, last).map(([chunk, count]) => this.fetch(chunk, count)));
    };
    if (this.coming.size) this.timer = window.setTimeout(start, WAIT);
    else start();
  }

  /** The missing chunks as runs of neighbours, `[first, count]` each. @param {number} first @param {number} last */
  missing(first, last) {
    /** @type {[number, number][]} */ const runs = [];
    for (let chunk = first; chunk <= last; chunk += 1) {
      if (this.chunks.has(chunk) || this.coming.has(chunk)) continue;
      const run = runs[runs.length - 1];
      if (run && run[0] + run[1] === chunk) run[1] += 1;
      else runs.push([chunk, 1]);
    }
    return runs;
  }

  /** @param {number} first @param {number} count chunks, which one request fetches */
  async fetch(first, count) {
    const controller = new AbortController(), chunks = Array.from({ length: count }, (_, index) => first + index);
    for (const chunk of chunks) this.coming.set(chunk, controller);
    const mine = () => chunks.filter((chunk) => this.coming.get(chunk) === controller);
    try {
      const { rows } = await this.load(first * CHUNK, count * CHUNK, controller.signal);
      for (const chunk of mine()) this.keep(chunk, rows.slice((chunk - first) * CHUNK, (chunk - first + 1) * CHUNK));
      if (!controller.signal.aborted) this.onrows(rows);
    } catch (error) {
      for (const chunk of mine()) this.coming.delete(chunk);
      if (!isSuperseded(error)) this.onfailure(error);
    }
  }

  /** @param {number} chunk @param {any[][]} rows */
  keep(chunk, rows) {
    this.coming.delete(chunk);
    this.chunks.set(chunk, rows);
    if (this.chunks.size > KEPT) this.chunks.delete(/** @type {number} */ (this.chunks.keys().next().value));
  }
}
