// @ts-check
// What the reader changed and has not saved: the browser keeps it, so that it is there again when the page is loaded.
import { t } from "./language.js";
import { keep, kept } from "./storage.js";

/** The greatest number of games whose edits are kept. */
const MOST = 50;

export class Drafts {
  /** @param {string} source what identifies the open files and their versions */
  constructor(source) {
    this.name = `edits.${source}`;
    /** @type {Record<string, {given: number, edits: any[]}>} */ this.all = kept(this.name, {});
    window.addEventListener("beforeunload", (event) => {
      if (this.asks) event.preventDefault();
    });
  }

  /** Whether there are unsaved edits besides moves that were only tried on the board. */
  get asks() {
    return Object.values(this.all).some(({ edits }) => edits.some(({ edit }) => edit !== "add"));
  }

  /** Makes the kept edits of a game that was just shown. @param {any} view */
  async restore(view) {
    const { row } = view.game, { edits, given } = this.all[row] ?? {};
    view.explored.restored = true;
    if (!edits?.length || view.explored.edits.done.length) return;
    if (given === view.explored.given) await view.editing.replace(edits);
    else view.say(t("The unsaved changes belong to another version of this game and were left out."));
  }

  /** Keeps the edits of the game that is shown, or forgets them if there are none. @param {any} view */
  record(view) {
    const { game, explored } = view, { list } = explored.edits;
    if (!explored.restored) return;
    if (!list.length && !this.all[game.row]) return;
    delete this.all[game.row];
    if (list.length && JSON.stringify(list) !== explored.saved) this.all[game.row] = { given: explored.given, edits: list };
    for (const old of Object.keys(this.all).slice(0, -MOST)) delete this.all[old];
    keep(this.name, this.all);
  }

  /** Takes the edits of a game as saved. @param {any} view */
  saved(view) {
    view.explored.saved = JSON.stringify(view.explored.edits.list);
    view.relist(); // which records it
  }
}
