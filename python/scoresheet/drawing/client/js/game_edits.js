// @ts-check
// What the reader changes in the game of a view: each change is shown, said, and can be taken back.

/** @typedef {import("./edits.js").Edit} Edit */

/** What each kind of edit is called when it is said. @type {Record<string, [string, string]>} */
const WORDS = {
  add: ["Added", "the added move"], promote: ["Promoted", "the promotion"], mainline: ["Made the mainline", "the new mainline"],
  delete: ["Deleted", "the deletion"], comment: ["Changed the comment", "the change of the comment"],
  before: ["Changed the comment", "the change of the comment"], nags: ["Changed the signs", "the change of the signs"],
  marks: ["Changed the arrows and squares", "the change of arrows and squares"], tags: ["Changed the tags", "the change of the tags"],
  result: ["Changed the result", "the change of the result"],
};

export class Editing {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {Edit} edit */
  make(edit) {
    const { view } = this;
    if (view.explored.edits.make(edit)) this.show(edit, view.at, `${WORDS[edit.edit][0]}. Ctrl+Z takes it back`);
  }

  /** Deletes the move that is shown, with all that follow it. */
  remove() {
    if (this.view.at) this.make({ edit: "delete", node: this.view.at });
  }

  undo() {
    const { view } = this, edit = view.explored.edits.undo();
    if (!edit) return view.say("There is nothing to undo");
    const gone = !view.game.nodes[view.at];
    this.show(edit, gone ? edit.parent : edit.edit === "delete" ? edit.node : view.at, `Took back ${WORDS[edit.edit][1]}`);
  }

  redo() {
    const { view } = this, edit = view.explored.edits.redo();
    if (!edit) return view.say("There is nothing to redo");
    this.show(edit, edit.edit === "add" ? view.game.nodes.length - 1 : view.at, WORDS[edit.edit][0]);
  }

  /** Shows the changed game. @param {Edit} edit what was made or taken back @param {number} at @param {string} said */
  show(edit, at, said) {
    const { view } = this, held = view.movesHost.contains(document.activeElement) || document.activeElement === document.body;
    if (edit.tags || edit.result) view.build?.();
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
