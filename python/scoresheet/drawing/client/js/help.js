// @ts-check
// The dialog with all keys.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { KEYS, areas, printed } from "./keys.js";
import { t } from "./language.js";

/** Opens help, unless a dialog is open. @param {string} version */
export function openHelp(version) {
  if (document.querySelector("dialog[open]")) return;
  const sections = Object.entries(areas()).map(([area, title]) => h("section", {}, h("h3", {}, title), table(area)));
  const mouse = t("Ctrl and a click select a game in the list, Shift and a click select all games up to it.");
  openDialog(t("Keys"), [h("div", { class: "keys" }, sections), h("p", { class: "faint" }, mouse),
    h("p", { class: "faint" }, `Scoresheet ${version}`)], "help");
}

/** @param {string} area */
function table(area) {
  const rows = KEYS.filter((key) => key.area === area).map((key) => h("div", {}, h("dt", {}, key.keys.map(combination)), h("dd", {}, t(key.words))));
  return h("dl", {}, rows);
}

/** @param {string} key */
function combination(key) {
  return h("span", { class: "combination" }, printed(key).map((part) => h("kbd", {}, part)));
}
