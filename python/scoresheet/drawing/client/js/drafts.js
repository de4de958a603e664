// @ts-check
// What the reader changed and has not saved: the browser keeps it, so that it is there again when the page is loaded. All
// tabs with the same games share it.
import { h } from "./dom.js";
import { t, tn } from "./language.js";
import { openSave } from "./save_dialog.js";
import { keep, kept } from "./storage.js";

/**
 * @typedef {{given: number, edits: any[], title?: string}} Draft the edits of a game, the number of nodes that it had without them, and its players
 * @typedef {{row: number, draft?: Draft, saved?: boolean}} Change a message to other tabs: what a game has now, nothing if that was saved or taken back
 */

export class Drafts {
  /**
   * @param {any} session
   * @param {{views: () => any[], changed: () => void, open: (row: number) => void, reload: () => void}} acts `views` are those of games,
   *   `changed` is called when other games have unsaved changes than before, and `reload` fetches the game that is shown again
   */
  constructor(session, acts) {
    this.session = session;
    this.acts = acts;
    this.name = `edits.${session.source}`; // what identifies the open files and their versions
    /** @type {Record<string, Draft>} */ this.all = kept(this.name, {});
    this.tabs = new BroadcastChannel(`scoresheet.${this.name}`);
    this.tabs.addEventListener("message", ({ data }) => this.take(data));
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

  /** Makes the kept edits of the game that is shown, and returns whether all could be made. @param {any} view @returns {Promise<boolean>} */
  async restore(view) {
    const { explored } = view, { edits = [], given = explored.given } = this.all[view.game.row] ?? {};
    if (explored.restored) return true;
    const fits = given === explored.given, all = fits && (await view.editing.replace(edits));
    if (all === undefined || explored !== view.explored) return false; // they are made when the game is shown again
    explored.restored = true;
    if (all) this.record(view);
    else {
      explored.lacking = JSON.stringify(explored.edits.list); // the others stay where they are until the reader edits this game
      view.say(fits ? t("Not all unsaved changes could be made again.") : t("The unsaved changes belong to another version of this game and were left out."));
    }
    return all;
  }

  /** Keeps the edits of the game that is shown, or forgets them if there are none. @param {any} view */
  record(view) {
    const { game, explored } = view, { list } = explored.edits, text = JSON.stringify(list);
    if (!explored.restored || text === explored.lacking) return;
    const tags = new Map(game.tags), title = `${tags.get("White") ?? "?"} – ${tags.get("Black") ?? "?"}`;
    const draft = list.length && text !== explored.saved ? { given: explored.given, edits: list, title } : undefined;
    if (JSON.stringify(draft) !== JSON.stringify(this.all[game.row])) this.change({ row: game.row, draft });
  }

  /** Keeps what a game has now, and notifies the other tabs. @param {Change} change */
  change(change) {
    this.set(change);
    keep(this.name, this.all);
    this.tabs.postMessage(change);
    this.acts.changed();
  }

  /** @param {Change} change */
  set({ row, draft }) {
    if (draft) this.all[row] = draft;
    else delete this.all[row];
  }

  /** Takes over what another tab has changed. @param {Change} change */
  take(change) {
    this.set(change);
    for (const view of this.acts.views()) if (view.kept.has(change.row)) this.show(view, change);
    this.acts.changed();
  }

  /** Shows in a view what another tab has changed. @param {any} view @param {Change} change */
  show(view, { row, draft, saved }) {
    const explored = view.kept.get(row);
    if (saved) return this.settle(view, row);
    explored.restored = false; // a game that is not shown gets the changes when it is
    if (explored !== view.explored) return;
    if (draft && draft.given !== explored.given) return this.acts.reload(); // the other tab has analysed the game
    void this.restore(view).then((all) => all && view.say(t("Changed in another tab")));
  }

  /** Takes the edits of games as saved. @param {number[]} rows */
  saved(rows) {
    for (const row of rows) {
      this.change({ row, saved: true });
      for (const view of this.acts.views()) this.settle(view, row);
    }
  }

  /** Passes the changes to the page that shows these games and others after them, where each game has the number that it has here. @param {any} session */
  carry({ source }) {
    if (this.session.kind !== "chess") return; // those of infinite chess come last
    keep(`edits.${source}`, this.all);
    this.all = {};
    keep(this.name, this.all);
  }

  /** Notes in a view that the edits of a game are saved. @param {any} view @param {number} row */
  settle(view, row) {
    const explored = view.kept.get(row);
    if (explored) explored.saved = JSON.stringify(explored.edits.list);
    if (explored && explored === view.explored) view.relist(); // without the button that saves
  }

  /** What can be saved of all edited games. @returns {import("./save_dialog.js").Content[]} */
  contents() {
    const { rows } = this, games = () => rows.map((row) => ({ row, given: this.all[row]?.given, edits: this.all[row]?.edits }));
    const saved = () => this.saved(rows), { games: all, sources, most_copied: most } = this.session;
    const copied = sources.length === 1 && all > rows.length && all <= most;
    return [
      { words: tn(rows.length, "The edited game", "All {n} edited games"), path: "edited", body: () => ({ games: games() }), saved },
      ...(copied ? [{ words: t("A copy of {name} with the changes", { name: this.session.name }), path: "edited", body: () => ({ games: games(), whole: true }), saved }] : [])];
  }

  /** Opens the dialog that saves the game that is shown and, if others are edited, too, all of them. @param {any} view */
  save(view) {
    const { row } = view.game, others = this.contents();
    this.open(t("Save the game"), [{
      words: t("This game"), path: `game/${row}`, body: () => ({ edits: view.explored.edits.list }), saved: () => this.saved([row]),
    }, ...others.slice(this.rows.some((each) => each !== row) ? 0 : 1)], (text) => view.say(text));
  }

  /** Opens the dialog that lists and saves all edited games. @param {any} view */
  list(view) {
    const games = this.rows.map((row) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => {
      dialog.close();
      this.acts.open(row);
    } }, h("bdi", {}, this.all[row].title ?? `${row + 1}`))));
    const dialog = this.open(t("Unsaved changes"), this.contents(), (text) => view.say(text), h("ul", { class: "unsaved-games" }, games));
  }

  /** @param {string} title @param {import("./save_dialog.js").Content[]} contents @param {(text: string) => void} say @param {Element} [list] */
  open(title, contents, say, list) {
    const { name, folder, formats } = this.session;
    return openSave({ title, name, folder, formats, contents, say, list });
  }
}
