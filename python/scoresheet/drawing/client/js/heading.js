// @ts-check
// The headings of the list: they sort, and their edges resize the columns.
import { h } from "./dom.js";
import { actOf } from "./keys.js";
import { t } from "./language.js";

/** Pixels that a key changes the width of a column by. */
const STEP = 16;

export class Heading {
  /** @param {import("./columns.js").Columns} columns @param {(by: string) => void} onsort */
  constructor(columns, onsort) {
    this.columns = columns;
    this.onsort = onsort;
    this.row = h("div", { role: "row", class: "row", "aria-rowindex": 1 });
    this.root = h("div", { role: "rowgroup", class: "head" }, this.row);
  }

  /** Builds the headings of the columns that are shown. @param {import("./state.js").Sort | null} sort */
  build(sort) {
    const focused = document.activeElement?.closest(".head [data-name]")?.getAttribute("data-name");
    this.row.replaceChildren(...this.columns.shown.map((column, index) => this.cell(column, index, sort)));
    if (focused) this.row.querySelector(`[data-name="${CSS.escape(focused)}"] button`)?.focus();
  }

  /** @param {import("./columns.js").Column} column @param {number} index @param {import("./state.js").Sort | null} sort */
  cell(column, index, sort) {
    const order = sort?.by === column.name ? (sort.down ? "descending" : "ascending") : "none";
    const press = h("button", { type: "button", "aria-label": this.columns.title(column), onclick: () => this.onsort(column.name) }, h("span", {}, this.columns.label(column)));
    const grip = h("span", { class: "grip", title: t("Drag to resize, double-click to reset") });
    const cell = h("div", { role: "columnheader", class: `kind-${column.kind}`, "aria-sort": order, "aria-colindex": index + 1,
      "data-name": column.name }, press, grip);
    press.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (actOf("list", event) !== "resize") return;
      event.preventDefault();
      event.stopPropagation();
      this.columns.resize(column.name, cell.offsetWidth + (event.key === "ArrowLeft" ? -STEP : STEP));
    });
    this.drag(grip, cell, column.name);
    return cell;
  }

  /** @param {HTMLElement} grip @param {HTMLElement} cell @param {string} name */
  drag(grip, cell, name) {
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const from = event.clientX, width = cell.offsetWidth, ending = new AbortController(), { signal } = ending;
      document.documentElement.classList.add("resizing");
      window.addEventListener("pointermove", (move) => this.columns.resize(name, width + move.clientX - from), { signal });
      const end = () => {
        document.documentElement.classList.remove("resizing");
        ending.abort();
      };
      window.addEventListener("pointerup", end, { signal });
      window.addEventListener("pointercancel", end, { signal });
    });
    grip.addEventListener("dblclick", () => {
      delete this.columns.resized[name];
      this.columns.resize(name, this.columns.measured[name]);
    });
  }
}
