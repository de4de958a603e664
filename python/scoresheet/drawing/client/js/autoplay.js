// @ts-check
// Playing through a game by itself, at the pace that the reader chose.
import { timeOf } from "./clocks.js";
import { icon } from "./icons.js";
import { chosenPace } from "./look.js";

/** The longest time in milliseconds that autoplay waits for a move, and the one for moves whose time is not known. */
const LONGEST = 60_000, UNKNOWN = 1200;

export class Autoplay {
  /**
   * @param {HTMLElement} button shows whether it runs
   * @param {{game: () => any, next: () => number | undefined, rewind: () => void, forward: () => void}} acts
   */
  constructor(button, acts) {
    this.button = button;
    this.acts = acts;
    this.timer = 0;
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.acts.next() === undefined) this.acts.rewind();
    this.button.replaceChildren(icon("pause"));
    this.wait();
  }

  stop() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.button.replaceChildren(icon("play"));
  }

  /** Plays the next move after the time that the chosen pace has for it. */
  wait() {
    const next = this.acts.next(), { wait, faster = 1 } = chosenPace();
    if (next === undefined) return this.stop();
    const took = timeOf(this.acts.game(), next);
    this.timer = window.setTimeout(() => {
      this.acts.forward();
      if (this.timer) this.wait();
    }, wait ?? (took === undefined ? UNKNOWN : Math.min((took * 1000) / faster, LONGEST)));
  }
}
