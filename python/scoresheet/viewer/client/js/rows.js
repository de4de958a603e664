// @ts-check
// The rows of a view, fetched in chunks when they come into sight. Only some chunks are kept.
import { isSuperseded } from "./api.js";

const CHUNK = 100, KEPT = 80;
/** Milliseconds to wait while other chunks are under way: a scroll bar that is dragged passes most of them. */
const WAIT = 30;

/** @typedef {(from: number, count: number, signal: AbortSignal) => Promise<{rows: any[][]}>} Load */

export class Rows {
  /** @param {Load} load @param {() => void} onrows @param {(error: any) => void} onfailure */
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
    for (const [chunk, controller] of this.coming) {
      if (chunk >= first && chunk <= last) continue;
      controller.abort();
      this.coming.delete(chunk);
    }
    window.clearTimeout(this.timer);
    const start = () => {
      const chunks = Array.from({ length: last - first + 1 }, (_, index) => this.fetch(first + index));
      this.settled = Promise.all(chunks);
    };
    if (this.coming.size) this.timer = window.setTimeout(start, WAIT);
    else start();
  }

  /** @param {number} chunk */
  async fetch(chunk) {
    if (this.chunks.has(chunk) || this.coming.has(chunk)) return;
    const controller = new AbortController();
    this.coming.set(chunk, controller);
    try {
      const { rows } = await this.load(chunk * CHUNK, CHUNK, controller.signal);
      if (this.coming.get(chunk) !== controller) return;
      this.chunks.set(chunk, rows);
      if (this.chunks.size > KEPT) this.chunks.delete(/** @type {number} */ (this.chunks.keys().next().value));
      this.coming.delete(chunk);
      this.onrows();
    } catch (error) {
      if (this.coming.get(chunk) === controller) this.coming.delete(chunk);
      if (!isSuperseded(error)) this.onfailure(error);
    }
  }

  /** All rows that have arrived. */
  here() {
    return [...this.chunks.values()].flat();
  }
}
