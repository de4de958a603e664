// @ts-check
// The names of the open files in the header, and the list of them, to which others can be added.
import { openDialog } from "./dialog.js";
import { h, quoted } from "./dom.js";
import { openFile } from "./dropped_file.js";
import { countedGames } from "./format.js";
import { t, tn } from "./language.js";

/** @typedef {{name: string, games: number, errors: number | null}} Source */

/** Shows what is open: a button with the names of the files. @param {HTMLElement} host @param {{name: string, sources: Source[]}} session */
export function nameFiles(host, { name, sources }) {
  if (!sources.length) return host.replaceChildren(name);
  const names = sources.length > 1 ? sources.map((source) => source.name).join(", ") : name;
  host.replaceChildren(h("button", { type: "button", class: "quiet", title: t("Show all open files"), onclick: () => listFiles(sources) },
    sources.length > 1 ? h("span", { class: "unseen" }, `${tn(sources.length, "{n} file", "{n} files")}: `) : null, h("bdi", {}, names)));
}

/** Lists all open files. @param {Source[]} sources */
function listFiles(sources) {
  const rows = sources.map(({ name, games, errors }) => h("tr", {}, h("th", { scope: "row" }, quoted(name)),
    h("td", {}, countedGames(games)), h("td", {}, errors ? t("{n} with errors", { n: errors }) : "")));
  const field = h("input", { type: "file", class: "unseen", tabindex: -1, "aria-label": t("File") });
  /** @type {"replace" | "add"} */ let way = "add";
  const choose = (/** @type {string} */ label, /** @type {"replace" | "add"} */ chosen) => h("button", { type: "button", onclick: () => {
    way = chosen;
    field.click();
  } }, label);
  field.addEventListener("change", () => {
    const [file] = field.files;
    if (!file) return;
    dialog.close();
    void openFile(file, way);
  });
  const dialog = openDialog(t("Open files"), [h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "open-files" }, h("tbody", {}, rows))),
    h("div", { class: "tools" }, choose(t("Add a file …"), "add"), choose(t("Open another file …"), "replace"), field)]);
}
