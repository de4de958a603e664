// @ts-check
// What is shown in place of games: a file to open, a conversion that runs, and what went wrong.
import { ask, upload } from "./api.js";
import { h } from "./dom.js";
import { amount, countedGames, share, size } from "./format.js";
import { t } from "./language.js";
import { report } from "./notices.js";
import { worded } from "./wording.js";

/** Milliseconds between two questions how far a conversion is. */
const POLL = 250;

/** @param {string} title @param {...any} content @returns {HTMLElement} */
function screen(title, ...content) {
  return h("section", { class: "screen", "aria-labelledby": "screen-title" }, h("h2", { id: "screen-title" }, title), ...content);
}

/** A labelled bar. */
export class Bar {
  /** @param {string} label */
  constructor(label) {
    this.bar = h("progress", { max: 1, "aria-label": label });
    this.text = h("p", { class: "faint", role: "status" });
  }

  /** @param {number} done @param {number} total @param {string} text */
  show(done, total, text) {
    if (total) this.bar.value = done / total;
    else this.bar.removeAttribute("value");
    if (this.text.textContent !== text) this.text.textContent = text;
  }
}

/** The screen that opens a file. @param {HTMLElement} host @param {() => void} opened */
export function showOpening(host, opened) {
  const field = h("input", { type: "file", class: "unseen", id: "file", tabindex: -1 });
  const choose = h("button", { type: "button", class: "main", onclick: () => field.click() }, t("Choose a file"));
  const drop = h("div", { class: "drop" }, choose, h("p", {}, t("or drop it here")), h("label", { for: "file", class: "unseen" }, t("File")), field);
  host.replaceChildren(screen(t("Open games"), drop,
    h("p", { class: "faint" }, t("PGN and all other supported formats, compressed or not. Your file never leaves this computer.")),
    h("p", { class: "faint" }, worded(t("To open large files without copying them, run `scoresheet serve FILE`.")))));
  const take = (/** @type {File | undefined} */ file) => file && void send(host, file, opened);
  field.addEventListener("change", () => take(field.files[0]));
  drop.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer?.files[0]);
  });
}

/**
 * Sends a file to the server, and shows how much of it is sent.
 * @param {File} file @param {Bar} bar @param {AbortSignal} signal @param {"replace" | "add"} [way] whether it takes the place of the open games
 */
export function sendFile(file, bar, signal, way = "replace") {
  const show = (/** @type {number} */ sent) => bar.show(sent, file.size, t("{done} of {all}", { done: size(sent), all: size(file.size) }));
  show(0);
  return upload(`files?name=${encodeURIComponent(file.name)}${way === "add" ? "&add=1" : ""}`, file, show, signal);
}

/** @param {HTMLElement} host @param {File} file @param {() => void} opened */
async function send(host, file, opened) {
  const bar = new Bar(t("Upload")), cancelling = new AbortController();
  const cancel = h("button", { type: "button", onclick: () => cancelling.abort() }, t("Cancel"));
  host.replaceChildren(screen(t("Reading {name}", { name: file.name }), bar.bar, bar.text, cancel));
  try {
    await sendFile(file, bar, cancelling.signal);
    opened();
  } catch (error) {
    showOpening(host, opened);
    report(error);
  }
}

/** The screen of a conversion. @param {HTMLElement} host @param {() => void} done called when its state is another one */
export function showConversion(host, done) {
  const bar = new Bar(t("Conversion")), title = t("Preparing the games");
  const cancel = h("button", { type: "button", onclick: () => {
    cancel.disabled = true;
    ask("cancel", {}).catch(report);
  } }, t("Cancel"));
  const name = h("p", { class: "name" }, "");
  host.replaceChildren(screen(title, name, bar.bar, bar.text, cancel,
    h("p", { class: "faint" }, t("The file is converted once and kept in a cache. It opens at once the next time."))));
  const poll = async () => {
    try {
      const progress = await ask("progress");
      if (!name.isConnected) return; // another screen is shown
      if (progress.state !== "converting") {
        if (progress.refused) report(Object.assign(new Error(progress.refused.message), { hint: progress.refused.hint }));
        return done();
      }
      name.textContent = progress.file ?? "";
      const left = progress.done ? (progress.seconds * (progress.total - progress.done)) / progress.done : 0;
      const parts = [share(progress.done, progress.total), countedGames(progress.games), left >= 1 && t("about {n} s left", { n: amount(Math.ceil(left)) })];
      bar.show(progress.done, progress.total, parts.filter(Boolean).join(" · "));
    } catch (error) {
      if (name.isConnected) showFailure(host, error, done);
      return;
    }
    window.setTimeout(poll, POLL);
  };
  void poll();
}

/** The screen of a failure. @param {HTMLElement} host @param {any} error @param {() => void} [again] */
export function showFailure(host, error, again) {
  host.replaceChildren(screen(t("The games cannot be shown"), h("p", { role: "alert", class: "reason" }, worded(error.message ?? String(error))),
    error.place && h("p", {}, h("code", {}, error.place)), error.hint && h("p", { class: "faint" }, worded(error.hint)),
    again && h("button", { type: "button", class: "main", onclick: again }, t("Try again"))));
}

/** The screen after the server was stopped. @param {HTMLElement} host */
export function showStopped(host) {
  host.replaceChildren(screen(t("Scoresheet has stopped"), h("p", {}, t("You can close this page."))));
}
