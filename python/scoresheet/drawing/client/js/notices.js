// @ts-check
// Notices: short texts at the edge of the page for what failed or was done.
import { isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { worded } from "./wording.js";

const SHOWN = 4000;
/** @type {HTMLElement | null} */ let host = null;

/** @param {string} kind @param {any[]} content */
function notice(kind, content) {
  host ??= document.body.appendChild(h("div", { class: "notices", role: "region", "aria-label": t("Notices") }));
  const close = h("button", { type: "button", class: "quiet", "aria-label": t("Dismiss"), onclick: () => box.remove() }, "✕");
  const box = h("div", { class: `notice ${kind}`, role: kind === "failure" ? "alert" : "status" }, h("div", {}, ...content), close);
  for (const old of [.../** @type {HTMLElement} */ (host).children].slice(0, -2)) old.remove();
  host?.append(box);
  return box;
}

/** Announces that something was done. @param {string} text */
export function tell(text) {
  const box = notice("done", [text]);
  window.setTimeout(() => box.remove(), SHOWN);
}

/** Reports an error until it is dismissed. What a newer request stopped is no error. @param {any} error */
export function report(error) {
  if (isSuperseded(error)) return;
  const text = error instanceof Error ? error.message : String(error);
  if (host && [...host.children].some((box) => box.textContent?.includes(text.replaceAll("`", "")))) return;
  const hint = /** @type {any} */ (error).hint;
  notice("failure", [h("p", {}, worded(text)), hint && h("p", { class: "faint" }, worded(hint))].filter(Boolean));
}
