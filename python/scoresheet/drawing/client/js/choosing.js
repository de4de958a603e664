// @ts-check
// The dialog that chooses the columns of the list.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";

/** @param {import("./columns.js").Columns} columns */
export function openColumns(columns) {
  const boxes = h("div", { class: "choices" }, columns.all.map((column) => h("label", {},
    h("input", { type: "checkbox", name: column.name, checked: columns.shown.includes(column) }), " ", columns.title(column))));
  boxes.addEventListener("change", () => {
    columns.choose([...boxes.querySelectorAll("input:checked")].map((box) => box.name));
  });
  const reset = h("button", { type: "button", onclick: () => {
    columns.choose(null);
    dialog.close();
  } }, t("Show the columns that fit"));
  const dialog = openDialog(t("Columns"), [boxes, reset,
    h("p", { class: "faint" }, t("Drag the edge of a heading to resize its column, or press Shift with ← or → on it."))], "narrow");
}
