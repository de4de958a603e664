// @ts-check
// A scroll bar for any number of rows. Browsers cap the height of an element (Chromium at 33.5 million pixels, Firefox at
// 17.9 million), so the bar of a long list represents a fraction of its rows, while the wheel still goes row by row.
// The view has `overflow-anchor: none`: elements are used again for other rows, after which browsers would scroll to
// where they are.

export const ROW = 28;
const TALLEST = 4_000_000;
/** Milliseconds after which a resting scroll bar is put where its row belongs. */
const REST = 150;

export class Scroller {
  /** @param {HTMLElement} view @param {HTMLElement} space @param {HTMLElement} head @param {() => void} onmove */
  constructor(view, space, head, onmove) {
    this.view = view;
    this.space = space;
    this.head = head;
    this.onmove = onmove;
    this.total = 0;
    this.top = 0; // the first row in sight, with a fraction
    this.ended = false; // whether the last row is the last in sight
    this.last = 0; // the last position of the bar
    this.timer = 0;
    view.addEventListener("scroll", () => this.scrolled(), { passive: true });
  }

  /** Pixels of the view that show rows. */
  get room() {
    return Math.max(ROW, this.view.clientHeight - this.head.offsetHeight);
  }

  /** How many rows are wholly in sight. */
  get seen() {
    return Math.max(1, Math.floor(this.room / ROW));
  }

  get height() {
    return Math.min(this.total * ROW, TALLEST);
  }

  /** Whether the bar represents a fraction of the rows. */
  get scaled() {
    return this.total * ROW > TALLEST;
  }

  /** The largest `top`. */
  get most() {
    return Math.max(0, this.total - this.room / ROW);
  }

  /** The largest position of the bar. */
  get far() {
    return Math.max(0, this.height - this.room);
  }

  /** @param {number} total */
  reset(total) {
    this.total = total;
    this.space.style.height = `${this.height}px`;
    this.moveTo(0);
  }

  scrolled() {
    const at = this.view.scrollTop, by = at - this.last;
    if (by === 0) return; // moved by this class, or sideways
    if (!this.scaled) this.top = at / ROW;
    else if (Math.abs(by) < 3 * this.room) this.top += by / ROW; // the wheel, or a finger
    else this.top = (at / this.far) * this.most; // the bar was dragged
    if (at <= 0) this.top = 0;
    if (at >= this.far - 1) this.top = this.most;
    this.top = Math.max(0, Math.min(this.top, this.most));
    this.last = at;
    this.moved();
    if (this.scaled) this.settle();
  }

  /** Puts the bar where its row belongs when scrolling has ended. */
  settle() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.moveTo(this.top), REST);
  }

  /** @param {number} top */
  moveTo(top) {
    this.top = Math.max(0, Math.min(top, this.most));
    this.view.scrollTop = this.scaled ? (this.top / Math.max(this.most, 1)) * this.far : this.top * ROW;
    this.last = this.view.scrollTop;
    this.moved();
  }

  moved() {
    this.ended = this.top >= this.most;
    this.onmove();
  }

  /** Shows the same rows after the view has got another height: the first ones in sight, or the last ones of all. */
  resized() {
    this.moveTo(this.ended ? this.most : this.top);
  }

  /** Brings a row into sight. @param {number} place */
  reveal(place) {
    const room = this.room / ROW;
    if (place < this.top) this.moveTo(place);
    else if (place + 1 > this.top + room) this.moveTo(place + 1 - room);
    else this.onmove();
  }

  /** The place of the first drawn row in the scrolled space, in pixels. @param {number} first */
  offset(first) {
    return this.view.scrollTop - (this.top - first) * ROW;
  }
}
