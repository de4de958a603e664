// @ts-check
// The selected games of a view, by their places in it.

/** Larger selections are made with a filter: all games of a view count as one selection. */
export const MOST_SELECTED = 10_000;

export class Selection {
  constructor() {
    this.all = false;
    /** @type {Set<number>} */ this.places = new Set();
    this.anchor = 0;
    /** @type {number | null} the game that was opened, while none is selected */ this.opened = null;
  }

  clear() {
    this.all = false;
    this.places.clear();
    this.opened = null;
  }

  /** Notes which game was opened. @param {number} place */
  open(place) {
    this.clear();
    this.anchor = this.opened = place;
  }

  /** Selects a game besides the one that was opened, as in other lists, or removes it. @param {number} place */
  join(place) {
    if (this.opened !== null && this.opened !== place) this.places.add(this.opened);
    this.toggle(place);
  }

  selectAll() {
    this.all = true;
    this.places.clear();
  }

  /** @param {number} place */
  has(place) {
    return this.all || this.places.has(place);
  }

  /** @param {number} total the games of the view */
  size(total) {
    return this.all ? total : this.places.size;
  }

  /** Selects a game, or removes it. @param {number} place */
  toggle(place) {
    if (this.all) this.clear();
    else if (!this.places.delete(place) && this.places.size < MOST_SELECTED) this.places.add(place);
    this.anchor = place;
    this.opened = null;
  }

  /** Selects all games between the last one and this one, and no others. @param {number} place */
  extend(place) {
    this.clear();
    const step = place < this.anchor ? -1 : 1, count = Math.min(Math.abs(place - this.anchor) + 1, MOST_SELECTED);
    for (let index = 0; index < count; index += 1) this.places.add(this.anchor + step * index);
  }

  /** The places in runs of neighbours, `[first, count]` each. @param {number} longest @returns {[number, number][]} */
  runs(longest) {
    /** @type {[number, number][]} */ const runs = [];
    for (const place of [...this.places].sort((a, b) => a - b)) {
      const run = runs[runs.length - 1];
      if (run && run[0] + run[1] === place && run[1] < longest) run[1] += 1;
      else runs.push([place, 1]);
    }
    return runs;
  }
}
