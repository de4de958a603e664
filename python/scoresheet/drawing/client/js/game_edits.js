// @ts-check
// What the reader changes in the game of a view: each change is shown, announced, and can be undone.
import { placeEditor } from "./comment_editor.js";
import { MORE } from "./edits.js";
import { t } from "./language.js";

/** @typedef {import("./edits.js").Edit} Edit */

/** The announcements when an edit is made, and when it is undone. @param {string} edit @returns {[string, string]} */
function words(edit) {
  /** @type {[string, string]} */ const comment = [t("Changed the comment"), t("Took back the change of the comment")];
  /** @type {Record<string, [string, string]>} */ const all = {
    add: [t("Added"), t("Took back the added move")], promote: [t("Promoted"), t("Took back the promotion")],
    mainline: [t("Made the mainline"), t("Took back the new mainline")], delete: [t("Deleted"), t("Took back the deletion")],
    comment, before: comment, nags: [t("Changed the signs"), t("Took back the change of the signs")],
    marks: [t("Changed the arrows and squares"), t("Took back the change of arrows and squares")],
    tags: [t("Changed the tags"), t("Took back the change of the tags")], result: [t("Changed the result"), t("Took back the change of the result")],
  };
  return all[edit] ?? MORE[edit].words();
}

export class Editing {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    /** @type {object | undefined} the call of `replace` that counts */ this.latest = undefined;
  }

  /** @param {Edit} edit */
  make(edit) {
    const { view } = this;
    if (view.explored.edits.make(edit)) this.show(edit, view.at, t("{done}. Ctrl+Z takes it back", { done: words(edit.edit)[0] }));
  }

  /** Deletes the move that is shown, with all that follow it. */
  remove() {
    if (this.view.at) this.make({ edit: "delete", node: this.view.at });
  }

  undo() {
    const { view } = this, edit = view.explored.edits.undo();
    if (!edit) return view.say(t("There is nothing to undo"));
    const gone = !view.game.nodes[view.at];
    this.show(edit, gone ? edit.parent : edit.edit === "delete" ? edit.node : view.at, words(edit.edit)[1]);
  }

  redo() {
    const { view } = this, edit = view.explored.edits.redo();
    if (!edit) return view.say(t("There is nothing to redo"));
    this.show(edit, edit.edit === "add" ? view.game.nodes.length - 1 : view.at, words(edit.edit)[0]);
  }

  /** Shows the changed game. @param {Edit} edit what was made or taken back @param {number} at @param {string} said */
  show(edit, at, said) {
    const { view } = this, held = view.movesHost.contains(document.activeElement) || document.activeElement === document.body;
    if (edit.tags || edit.result || edit.fen) view.build?.();
    view.relist(at);
    if (held) view.moves.focus();
    view.say(said);
  }

  /**
   * Replaces all edits, such as by those of another view of the same game.
   * @param {Edit[]} edits @returns {Promise<boolean | undefined>} whether all could be made; undefined if a newer call took the place of this one
   */
  async replace(edits) {
    const { view } = this, { explored } = view, mine = this.latest = {};
    if (!explored || JSON.stringify(explored.edits.list) === JSON.stringify(edits)) return true;
    explored.clear();
    let all = true;
    for (const edit of edits) {
      all = await this.again(edit).catch(() => false);
      if (this.latest !== mine) return undefined;
      if (!all) break;
    }
    if (explored === view.explored) this.relist();
    return all;
  }

  /** Makes an edit that is known from elsewhere, and returns whether it could be made. @param {Edit} edit */
  async again(edit) {
    const { view } = this, { explored } = view, ready = await (MORE[edit.edit]?.prepare?.(view, edit) ?? edit);
    if (!ready || explored !== view.explored) return false;
    if (edit.edit === "add") return (await view.played(edit.parent, edit.uci)) !== undefined;
    explored.edits.make(ready);
    return true;
  }

  /** Builds the list of moves again. The focus and a comment that is being written stay. */
  relist() {
    const { view } = this, held = view.movesHost.contains(document.activeElement), editor = view.movesHost.querySelector(".comment-editor");
    view.relist();
    if (editor && view.game.nodes[editor.dataset.node]) placeEditor(view, editor);
    else if (held) view.moves.focus();
  }
}
