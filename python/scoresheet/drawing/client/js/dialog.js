// @ts-check
// Dialogs: the browser's own, which keep the focus and close with Escape.
import { h } from "./dom.js";
import { t } from "./language.js";

let numbers = 0;

/**
 * Opens a dialog with a title and returns it. It is removed when it is closed.
 * @param {string} title @param {any[]} content @param {string} [kind] a class @returns {HTMLDialogElement}
 */
export function openDialog(title, content, kind = "") {
  numbers += 1;
  const id = `dialog-${numbers}`;
  const close = h("button", { type: "button", class: "quiet close", "aria-label": t("Close"), onclick: () => dialog.close() }, "✕");
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: kind, "aria-labelledby": id },
    h("header", {}, h("h2", { id }, title), close), h("div", { class: "content" }, ...content)));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside the content
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
