// @ts-check
// A file that is dropped anywhere on the page, or chosen, is sent to the server. It takes the place of the open games, or is added to them.
import { ask } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { countedGames } from "./format.js";
import { t } from "./language.js";
import { report } from "./notices.js";
import { Bar, sendFile } from "./screens.js";

/** Why what is dropped cannot be opened, or nothing. @param {DataTransfer} dropped */
function refusal({ files, items }) {
  const serve = t("Run `scoresheet serve` with their names to open them together.");
  if (files.length > 1) return { message: t("Only one file can be dropped at a time."), hint: serve };
  if (items[0]?.webkitGetAsEntry?.()?.isDirectory) return { message: t("A folder cannot be dropped."), hint: t("Run `scoresheet serve` with its name.") };
  return files.length ? null : { message: t("What was dropped is not a file.") };
}

/** Milliseconds between two questions how far the server is. */
const POLL = 250;

/** Waits until the server has read what it got, and throws why it could not. @param {Bar} bar @param {AbortSignal} signal */
async function read(bar, signal) {
  let progress = await ask("progress", undefined, signal);
  for (; progress.state === "converting"; progress = await ask("progress", undefined, signal)) {
    bar.show(progress.done, progress.total, countedGames(progress.games));
    await new Promise((done) => window.setTimeout(done, POLL));
  }
  const { refused } = progress;
  if (refused) throw Object.assign(new Error(refused.message), { hint: refused.hint });
}

/** What is done with the unsaved changes before a page is loaded that shows more games. @type {{carry: (session: any) => void}} */
export const added = { carry: () => {} };

/** Sends a file, and loads the page again when the server has opened it. @param {File} file @param {"replace" | "add"} way whether it takes the place of the open games */
export async function openFile(file, way) {
  const bar = new Bar(t("Upload")), cancelling = new AbortController();
  const dialog = openDialog(t("Opening {name}", { name: file.name }), [bar.bar, bar.text,
    h("div", {}, h("button", { type: "button", onclick: () => dialog.close() }, t("Cancel")))], "narrow");
  let reading = false;
  dialog.addEventListener("close", () => {
    if (reading) ask("cancel", {}).catch(report);
    cancelling.abort();
  });
  try {
    await sendFile(file, bar, cancelling.signal, way);
    reading = true;
    await read(bar, cancelling.signal);
    if (way === "add") added.carry(await ask("session"));
    else history.replaceState(null, "", location.pathname); // filters and the number of the game belong to the games before
    location.reload();
  } catch (error) {
    reading = false;
    dialog.close(); // the games that were open stay
    report(error);
  }
}

/** Takes files that are dropped on the page, unless an element has taken them. */
export function takeDroppedFiles() {
  const over = h("div", { class: "dropping", hidden: true }, h("div", {}, h("p", {}, t("Drop the file to open it in place of these games")),
    h("p", { class: "faint" }, t("Hold Shift to add it to them"))));
  document.body.append(over);
  const holdsFiles = (/** @type {DragEvent} */ event) => Boolean(event.dataTransfer?.types.includes("Files"));
  window.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    over.hidden = event.defaultPrevented;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy"; // also with Shift
  });
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) over.hidden = true;
  });
  window.addEventListener("drop", (event) => {
    over.hidden = true;
    if (event.defaultPrevented || !holdsFiles(event) || !event.dataTransfer) return;
    event.preventDefault(); // the browser would leave the page
    const reason = refusal(event.dataTransfer);
    if (reason) report(Object.assign(new Error(reason.message), { hint: reason.hint }));
    else if (!document.querySelector("dialog[open]")) void openFile(event.dataTransfer.files[0], event.shiftKey ? "add" : "replace");
  });
}
