// @ts-check
// The names of the open files in the header, and the list of them.
import { openDialog } from "./dialog.js";
import { h, quoted } from "./dom.js";
import { countedGames } from "./format.js";
import { t, tn } from "./language.js";

/** @typedef {{name: string, games: number, errors: number | null}} Source */

/** Shows what is open: the name of a file, or a button with the names of several. @param {HTMLElement} host @param {{name: string, sources: Source[]}} session */
export function nameFiles(host, { name, sources }) {
  if (sources.length < 2) return host.replaceChildren(name);
  const names = sources.map((source) => source.name).join(", ");
  host.replaceChildren(h("button", { type: "button", class: "quiet", title: t("Show all open files"), onclick: () => listFiles(sources) },
    h("span", { class: "unseen" }, `${tn(sources.length, "{n} file", "{n} files")}: `), h("bdi", {}, names)));
}

/** Lists all open files. @param {Source[]} sources */
function listFiles(sources) {
  const rows = sources.map(({ name, games, errors }) => h("tr", {}, h("th", { scope: "row" }, quoted(name)),
    h("td", {}, countedGames(games)), h("td", {}, errors ? t("{n} with errors", { n: errors }) : "")));
  openDialog(t("Open files"), [h("div", { class: "scroll", tabindex: 0 }, h("table", { class: "open-files" }, h("tbody", {}, rows)))]);
}
