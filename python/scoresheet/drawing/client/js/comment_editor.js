// @ts-check
// The field in which the comment of a move is written, in the list of moves below its line.
import { h } from "./dom.js";
import { t } from "./language.js";

/** What is edited, and the key of a node that has it. */
const KEYS = { comment: "text", before: "pre" };

/**
 * Opens the field. Enter saves the comment and Escape leaves it unchanged.
 * @param {any} view the view of the game @param {number} number the node @param {"comment" | "before"} [kind] whether it comes after or before the move
 */
export function editComment(view, number, kind = "comment") {
  const { list } = view.moves, node = view.game.nodes[number];
  list.root.querySelector(".comment-editor")?.remove();
  const name = number ? t("Comment on {move}", { move: `${node.no} ${node.shown ?? node.san}` }) : t("Comment on the start");
  const field = h("textarea", { rows: 3, "aria-label": name });
  field.value = node[KEYS[kind]] ?? "";
  const by = kind === "comment" ? view.options.opinions?.field(view, number, field) : undefined;
  const close = () => {
    editor.remove();
    view.moves.focus();
  };
  const save = () => {
    field.setCustomValidity(field.value.includes("[%") ? t("A comment cannot hold “[%”.") : "");
    if (!field.reportValidity()) return;
    close();
    view.editing.make(by?.edit() ?? { edit: kind, node: number, text: field.value });
  };
  const editor = h("div", { class: "comment-editor", "data-node": number }, by?.root, field, h("div", {},
    h("button", { type: "button", onclick: save }, t("Save the comment")), h("button", { type: "button", onclick: close }, t("Cancel"))));
  field.addEventListener("input", () => field.setCustomValidity(""));
  editor.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    event.stopPropagation(); // the keys of the game have no meaning here
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === field && !event.shiftKey && !event.isComposing) save();
    else return;
    event.preventDefault();
  });
  placeEditor(view, editor);
}

/** Puts the field below the line of its move in the list, and the focus into it. @param {any} view @param {HTMLElement} editor */
export function placeEditor(view, editor) {
  const { list } = view.moves, number = Number(editor.dataset.node), line = list.lines[list.moves.get(number)?.line ?? 0];
  if (number) line.after(editor);
  else line.before(editor);
  editor.querySelector("textarea")?.focus();
}
