// @ts-check
// The dialog for the tags of a game and its result.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { shownResult } from "./game_heading.js";
import { t } from "./language.js";

const USUAL = ["Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo", "Annotator"];
const RESULTS = ["*", "1-0", "0-1", "1/2-1/2"];
/** The tags that follow from the result and the start. */
const FIXED = ["Result", "FEN", "SetUp", "Variant"];

/** Opens the dialog. @param {any} view the view of the game */
export function openTags(view) {
  const { game } = view, before = new Map(/** @type {[string, string][]} */ (game.tags));
  const rows = h("div", { class: "rows" });
  const add = (/** @type {string} */ name, /** @type {string} */ value, known = true) => {
    const label = h("input", { name: "tag", value: name, readonly: known, pattern: "[A-Za-z0-9_]+", required: !known, "aria-label": t("Name of the tag"), tabindex: known ? -1 : null });
    rows.append(h("div", { class: "row" }, label, h("input", { name: "value", value, "aria-label": known ? name : t("Value of the tag") })));
    return label;
  };
  for (const name of [...USUAL, ...before.keys()].filter((each, place, all) => all.indexOf(each) === place && !FIXED.includes(each))) {
    add(name, before.get(name) ?? "");
  }
  const results = RESULTS.includes(game.result) ? RESULTS : [game.result, ...RESULTS];
  const result = h("select", { name: "result" }, results.map((each) => h("option", { value: each, selected: each === game.result }, shownResult(each))));
  const start = view.options.start && h("button", { type: "button", onclick: () => {
    form.requestSubmit();
    if (!dialog.open) view.options.start(view);
  } }, t("Start position …"));
  const form = h("form", { class: "tags" }, rows, h("button", { type: "button", onclick: () => add("", "", false).focus() }, t("Add a tag")),
    h("label", {}, t("Result"), " ", result), h("p", { class: "faint" }, t("A tag without a value is removed.")), start,
    h("button", { type: "submit", class: "main" }, t("Apply")));
  const dialog = openDialog(t("Tags and result"), [form], "narrow");
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    /** @type {[string, string | null][]} */ const tags = [];
    for (const row of rows.children) {
      const [name, value] = [...row.querySelectorAll("input")].map((input) => input.value.trim());
      if (name && !FIXED.includes(name) && value !== (before.get(name) ?? "")) tags.push([name, value || null]);
    }
    dialog.close();
    if (tags.length) view.editing.make({ edit: "tags", tags });
    if (result.value !== game.result) view.editing.make({ edit: "result", result: result.value });
  });
}
