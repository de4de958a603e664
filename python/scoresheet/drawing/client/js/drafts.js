// @ts-check
// What the reader changed and has not saved: the browser keeps it, so that it is there again when the page is loaded.
import { h } from "./dom.js";
import { t, tn } from "./language.js";
import { openSave } from "./save_dialog.js";
import { keep, kept } from "./storage.js";

/** The greatest number of games whose edits are kept. */
const MOST = 50;
/** The greatest number of games of which a copy can be saved; the server has the same. */
const MOST_COPIED = 20_000;

/** @typedef {{given: number, edits: any[], title?: string}} Draft */

export class Drafts {
  /** @param {any} session @param {{changed: () => void, open: (row: number) => void}} acts `changed` is called when other games have unsaved changes than before */
  constructor(session, acts) {
    this.session = session;
    this.acts = acts;
    this.name = `edits.${session.source}`; // what identifies the open files and their versions
    /** @type {Record<string, Draft>} */ this.all = kept(this.name, {});
    window.addEventListener("beforeunload", (event) => {
      if (this.asks) event.preventDefault();
    });
  }

  /** Whether there are unsaved edits besides moves that were only tried on the board. */
  get asks() {
    return this.rows.length > 0;
  }

  /** The games that have such edits. @returns {number[]} */
  get rows() {
    return Object.entries(this.all).filter(([, { edits }]) => edits.some(({ edit }) => edit !== "add")).map(([row]) => Number(row));
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
    const tags = new Map(game.tags), title = `${tags.get("White") ?? "?"} – ${tags.get("Black") ?? "?"}`;
    if (list.length && JSON.stringify(list) !== explored.saved) this.all[game.row] = { given: explored.given, edits: list, title };
    for (const old of Object.keys(this.all).slice(0, -MOST)) delete this.all[old];
    this.keep();
  }

  keep() {
    keep(this.name, this.all);
    this.acts.changed();
  }

  /** Takes the edits of games as saved. @param {any[]} views @param {number[]} rows */
  saved(views, rows) {
    for (const row of rows) {
      for (const { kept } of views) {
        const explored = kept.get(row);
        if (explored) explored.saved = JSON.stringify(explored.edits.list);
      }
      delete this.all[row];
    }
    this.keep();
    for (const view of views) if (view.explored) view.relist(); // without the button that saves
  }

  /** What can be saved of all edited games. @param {any[]} views @returns {import("./save_dialog.js").Content[]} */
  contents(views) {
    const { rows } = this, games = () => rows.map((row) => ({ row, given: this.all[row]?.given, edits: this.all[row]?.edits }));
    const saved = () => this.saved(views, rows), { games: all, sources } = this.session;
    const copied = sources.length === 1 && all > rows.length && all <= MOST_COPIED;
    return [
      { words: tn(rows.length, "The edited game", "All {n} edited games"), path: "edited", body: () => ({ games: games() }), saved },
      ...(copied ? [{ words: t("A copy of {name} with the changes", { name: this.session.name }), path: "edited", body: () => ({ games: games(), whole: true }), saved }] : [])];
  }

  /** Opens the dialog that saves the game that is shown and, if others are edited, too, all of them. @param {any} view @param {any[]} views */
  save(view, views) {
    const { row } = view.game, others = this.contents(views);
    this.open(t("Save the game"), [{
      words: t("This game"), path: `game/${row}`, body: () => ({ edits: view.explored.edits.list }), saved: () => this.saved(views, [row]),
    }, ...others.slice(this.rows.some((each) => each !== row) ? 0 : 1)], (text) => view.say(text));
  }

  /** Opens the dialog that lists and saves all edited games. @param {any} view @param {any[]} views */
  list(view, views) {
    const games = this.rows.map((row) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => {
      dialog.close();
      this.acts.open(row);
    } }, h("bdi", {}, this.all[row].title ?? `${row + 1}`))));
    const dialog = this.open(t("Unsaved changes"), this.contents(views), (text) => view.say(text), h("ul", { class: "unsaved-games" }, games));
  }

  /** @param {string} title @param {import("./save_dialog.js").Content[]} contents @param {(text: string) => void} say @param {Element} [list] */
  open(title, contents, say, list) {
    const { name, folder, formats } = this.session;
    return openSave({ title, name, folder, formats, contents, say, list });
  }
}
