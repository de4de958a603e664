// @ts-check
// What the reader changes in the game of a view: each change is shown, said, and can be taken back.

/** @typedef {import("./edits.js").Edit} Edit */

/** What each kind of edit is called when it is said. @type {Record<string, [string, string]>} */
const WORDS = {
  add: ["Added", "the added move"], promote: ["Promoted", "the promotion"], mainline: ["Made the mainline", "the new mainline"],
  delete: ["Deleted", "the deletion"],
};

export class Editing {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {Edit} edit */
  make(edit) {
    const { view } = this;
    if (view.explored.edits.make(edit)) this.show(view.at, `${WORDS[edit.edit][0]}. Ctrl+Z takes it back`);
  }

  /** Deletes the move that is shown, with all that follow it. */
  remove() {
    if (this.view.at) this.make({ edit: "delete", node: this.view.at });
  }

  undo() {
    const { view } = this, edit = view.explored.edits.undo();
    if (!edit) return view.say("There is nothing to undo");
    const gone = !view.game.nodes[view.at];
    this.show(gone ? edit.parent : edit.edit === "delete" ? edit.node : view.at, `Took back ${WORDS[edit.edit][1]}`);
  }

  redo() {
    const { view } = this, edit = view.explored.edits.redo();
    if (!edit) return view.say("There is nothing to redo");
    this.show(edit.edit === "add" ? view.game.nodes.length - 1 : view.at, WORDS[edit.edit][0]);
  }

  /** Shows the changed game. @param {number} at @param {string} said */
  show(at, said) {
    const { view } = this, held = view.movesHost.contains(document.activeElement) || document.activeElement === document.body;
    view.relist(at);
    if (held) view.moves.focus();
    view.say(said);
  }

  /** Replaces all edits, such as by those of another view of the same game. @param {Edit[]} edits */
  async replace(edits) {
    const { view } = this, { explored } = view;
    if (!explored || JSON.stringify(explored.edits.list) === JSON.stringify(edits)) return;
    explored.clear();
    for (const edit of edits) {
      if (edit.edit !== "add") explored.edits.make(edit);
      else if ((await view.played(edit.parent, edit.uci).catch(() => undefined)) === undefined) break;
    }
    if (explored === view.explored) view.relist();
  }
}
