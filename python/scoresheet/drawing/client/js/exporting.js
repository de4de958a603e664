// @ts-check
// The dialog that exports games of the list.
import { request } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { download } from "./files.js";
import { countedGames } from "./format.js";
import { t } from "./language.js";
import { keep, kept } from "./storage.js";
import { worded } from "./wording.js";

/** @typedef {{name: string, title: string, extension: string, binary?: boolean, moves?: string[]}} Format */

/**
 * Opens the dialog.
 * @param {{formats: Format[], notations: {name: string, title: string}[], name: string, games: number, selected: boolean, what: () => Promise<object>}} exported what to
 *   export: `what` gives the view or the rows
 */
export function openExport(exported) {
  const { formats, games } = exported;
  const format = h("select", { name: "format" }, formats.map(({ name, title, extension }) =>
    h("option", { value: name, selected: name === kept("format", "pgn") }, `${t(title)} (.${extension})`)));
  const moves = h("select", { name: "moves" }), movesLabel = h("label", {}, t("Notation of moves"), moves);
  const fault = h("p", { role: "alert", class: "fault" }), status = h("p", { role: "status", class: "faint" });
  const go = h("button", { type: "submit", class: "main" }, t("Export"));
  const form = h("form", { class: "exporting" }, h("label", {}, t("Format"), format), movesLabel, fault, status, go);
  const chosen = () => /** @type {Format} */ (formats.find(({ name }) => name === format.value));
  const change = () => {
    const names = chosen().moves ?? [], title = (/** @type {string} */ name) => exported.notations.find((each) => each.name === name)?.title ?? name;
    movesLabel.hidden = names.length < 2;
    moves.replaceChildren(...names.map((name) => h("option", { value: name }, t(title(name)))));
  };
  format.addEventListener("change", change);
  change();
  const counted = { games: countedGames(games) };
  const dialog = openDialog(exported.selected ? t("Export the selection: {games}", counted) : t("Export {games}", counted), [form], "narrow");
  form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    go.disabled = true;
    fault.textContent = "";
    status.textContent = t("Exporting…");
    keep("format", format.value);
    try {
      const options = moves.value && !movesLabel.hidden ? { moves: moves.value } : {};
      const response = await request("export", { ...(await exported.what()), format: format.value, options });
      download(nameOf(response) ?? `${exported.name}.${chosen().extension}`, /** @type {any} */ (await response.blob()));
      dialog.close();
    } catch (error) {
      fault.replaceChildren(...worded(/** @type {Error} */ (error).message));
      status.textContent = "";
      go.disabled = false;
    }
  });
}

/** The name that the server gives a file. @param {Response} response */
function nameOf(response) {
  const said = response.headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(said)?.[1];
}

