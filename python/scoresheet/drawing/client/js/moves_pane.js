// @ts-check
// The pane of the moves: the list, the buttons above it, the menu of a move, and the small board beside one.
import { signItems } from "./annotating.js";
import { editComment } from "./comment_editor.js";
import { openMenu } from "./context_menu.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { inColumns, layoutControl } from "./move_layout.js";
import { itemsOf } from "./move_menu.js";
import { MoveList, nagWords } from "./moves.js";
import { Preview } from "./preview.js";

/** Milliseconds that a finger rests on a move before its menu opens, and the pixels that it may slip. */
const LONG = 500, SLIP = 10;

export class MovesPane {
  /** @param {any} view the view of the game @param {{children: number[][], added?: Set<number>, folded?: Set<number>}} tree */
  constructor(view, { children, added = new Set(), folded = new Set() }) {
    this.view = view;
    const columns = inColumns(view.game, children), language = view.language ?? "en";
    this.list = new MoveList(view.game, { language, added, folded, columns, children, go: (number) => view.go(number) });
    this.root = h("div", { class: "moves-pane" }, this.bar(), this.list.root);
    if (view.board.show && view.game.nodes[0].fen) this.watch(language);
    this.list.root.addEventListener("contextmenu", (/** @type {MouseEvent} */ event) => this.menuAt(event));
    this.touch();
  }

  /** The small board, which games on infinite boards do without. @param {string} language */
  watch(language) {
    const { view } = this, nags = (/** @type {any} */ node) => (node.nags ?? []).map((/** @type {any} */ nag) => nagWords(view.game, nag, language));
    this.preview = new Preview(this.list.root, { main: view.board, node: (number) => view.game.nodes[number],
      words: (node) => [`${node.no} ${node.shown ?? node.san}`, ...nags(node)].join(", ") });
  }

  bar() {
    const { view, list } = this, { edits } = view.explored;
    const step = (/** @type {string} */ label, /** @type {"undo" | "redo"} */ way, /** @type {any[]} */ left) => {
      const made = button(label, icon(way), () => view.editing[way]());
      made.disabled = !left.length;
      return made;
    };
    return h("div", { class: "moves-bar", role: "toolbar", "aria-label": t("Moves") }, layoutControl(() => view.relist()),
      list.variations.length ? [button(t("Fold all variations (v)"), icon("fold"), () => list.foldAll(true)),
        button(t("Unfold all variations (v)"), icon("unfold"), () => list.foldAll(false))] : null,
      h("span", { class: "gap" }), view.options?.opinions?.button(view),
      edits?.done.length && view.options.save && view.explored.saved !== JSON.stringify(edits.list)
        ? h("button", { type: "button", class: "unsaved", title: t("There are unsaved changes"), onclick: () => view.options.save(view) }, t("Save …")) : null,
      edits?.done.length || edits?.undone.length ? [step(t("Undo (Ctrl+Z)"), "undo", edits.done), step(t("Redo (Ctrl+Y)"), "redo", edits.undone)] : null,
      h("button", { type: "button", class: "move-menu", "aria-label": t("Actions for this move (Shift+F10)"), title: t("Actions for this move (Shift+F10)"),
        "aria-haspopup": "menu", onclick: (/** @type {any} */ event) => this.menu(view.at, event.currentTarget) }, icon("more")));
  }

  /** Marks a node. @param {number} number */
  mark(number) {
    this.list.mark(number);
    this.root.querySelector(".move-menu").disabled = !number;
  }

  /** Puts the focus on the current move. */
  focus() {
    (this.list.current ?? this.list.root).focus({ preventScroll: true });
  }

  /** Handles a key, and returns whether it had a meaning. @param {KeyboardEvent} event */
  key(event) {
    const { editing } = this.view, letter = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (!editing || (letter !== "z" && letter !== "y")) return false;
      if (letter === "y" || event.shiftKey) editing.redo();
      else editing.undo();
    } else if (event.shiftKey && /^Arrow(Left|Right)$/.test(event.key)) this.look(event.key === "ArrowLeft" ? -1 : 1);
    else if (event.key === "ContextMenu" || (event.shiftKey && event.key === "F10")) this.menuByKey();
    else if (letter === "v") this.foldOrUnfold();
    else if (letter === "e" && editing && this.view.node().fen) editComment(this.view, this.view.at);
    else if (event.key === "!" && editing && this.view.at && this.view.node().fen) this.signs();
    else return false;
    event.preventDefault();
    return true;
  }

  /** Opens the menu of signs of the current move. */
  signs() {
    const { view } = this, move = /** @type {HTMLElement} */ (this.list.current), { left, bottom } = move.getBoundingClientRect();
    this.preview?.hide();
    openMenu(view.root, t("Signs …"), signItems(view, view.at), { x: left, y: bottom }, () => move.focus({ preventScroll: true }));
  }

  /** Folds all variations, or unfolds them if there is nothing to fold. */
  foldOrUnfold() {
    const { variations, path } = this.list;
    this.list.foldAll(variations.some((each) => !each.folded && !path.has(each.node)));
  }

  /** Looks at the move beside the one that has the focus, without going there. @param {number} step */
  look(step) {
    const held = document.activeElement, from = this.list.root.contains(held) && held?.matches(".move") ? held : this.list.current;
    const move = from ? this.list.beside(/** @type {HTMLElement} */ (from), step) : [...this.list.moves.values()][0]?.button;
    move?.focus();
    if (move) this.preview?.show(move);
  }

  /** Opens the menu of a move below an element. @param {number} number @param {HTMLElement} anchor */
  menu(number, anchor) {
    const { left, bottom } = anchor.getBoundingClientRect();
    this.open(number, { x: left, y: bottom }, anchor);
  }

  /** Opens the menu of the move that a key is for: that with the focus, or the current one. */
  menuByKey() {
    const held = document.activeElement, { current } = this.list;
    const move = held?.matches(".move") && this.list.root.contains(held) ? /** @type {HTMLElement} */ (held) : current;
    if (move) this.menu(Number(move.dataset.node), move);
  }

  /** @param {MouseEvent} event */
  menuAt(event) {
    const move = /** @type {HTMLElement} */ (event.target).closest(".move");
    if (!(move instanceof HTMLElement)) return;
    event.preventDefault();
    if (event.button === 2) this.open(Number(move.dataset.node), { x: event.clientX, y: event.clientY }, move);
    else this.menu(Number(move.dataset.node), move);
  }

  /** @param {number} number @param {{x: number, y: number}} place @param {HTMLElement} from what had the focus */
  open(number, place, from) {
    const { view } = this, node = view.game.nodes[number];
    if (!number) return;
    this.preview?.hide();
    openMenu(view.root, `${node.no} ${node.shown ?? node.san}`, itemsOf(view, number), place, () => from.focus({ preventScroll: true }));
  }

  /** A finger that rests on a move opens its menu, also in browsers that have no event for it. */
  touch() {
    const { root } = this.list;
    let timer = 0, opened = false, x = 0, y = 0;
    const end = () => window.clearTimeout(timer);
    root.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const move = /** @type {HTMLElement} */ (event.target).closest(".move");
      opened = false;
      if (event.pointerType !== "touch" || !(move instanceof HTMLElement)) return;
      [x, y] = [event.clientX, event.clientY];
      timer = window.setTimeout(() => {
        opened = true;
        this.open(Number(move.dataset.node), { x, y }, move);
      }, LONG);
    });
    root.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > SLIP) end();
    });
    for (const name of ["pointerup", "pointercancel", "contextmenu"]) root.addEventListener(name, end);
    root.addEventListener("click", (/** @type {Event} */ event) => {
      if (opened) event.stopImmediatePropagation(); // the finger that opened the menu is lifted
      opened = false;
    }, true);
  }
}
