// @ts-check
// How boards look and how fast they play by themselves: the reader's choices, which the browser keeps.
import { drawnPiece, lookOf } from "./board.js";
import { chooseContrast, wantsContrast } from "./contrast.js";
import { h, s } from "./dom.js";
import { t } from "./language.js";
import { languageChoice } from "./language_choice.js";
import { SETS, THEMES } from "./pieces.js";
import { keep, kept } from "./storage.js";

/** @typedef {import("./board.js").Look} Look */

/** The paces of autoplay: English words, and milliseconds for each move or how much faster than the players it goes. */
export const PACES = [
  { id: "even", words: "One move every 1.2 seconds", wait: 1200 },
  { id: "slow", words: "One move every 3 seconds", wait: 3000 },
  { id: "played", words: "At the players' own pace, ten times as fast", faster: 10 },
  { id: "real", words: "At the players' own pace", faster: 1 },
];

/** The look that the reader chose, or the given one. @param {Partial<Look>} given @returns {Look} */
export function chosenLook(given) {
  const chosen = kept("look", {});
  return lookOf({ ...given, ...(typeof chosen === "object" ? chosen : {}) });
}

/** The pace that the reader chose. */
export function chosenPace() {
  return PACES.find(({ id }) => id === kept("pace", "even")) ?? PACES[0];
}

/** A small board for a choice. @param {Look} look */
function sample(look) {
  const { light, dark } = /** @type {Record<string, any>} */ (THEMES)[look.theme];
  const man = (/** @type {string} */ letter, /** @type {number} */ x) => {
    const drawn = drawnPiece(letter, look);
    drawn.setAttribute("transform", `translate(${x} 0)`);
    return drawn;
  };
  return s("svg", { viewBox: "0 0 90 45", "aria-hidden": "true" },
    s("path", { fill: light, d: "M0 0h45v45h-45z" }), s("path", { fill: dark, d: "M45 0h45v45h-45z" }), man("n", 0), man("Q", 45));
}

/**
 * A group of choices of which one holds.
 * @param {string} key @param {string} title @param {{id: string, words: string, shown?: Element}[]} choices @param {string} chosen
 * @param {(id: string) => void} act
 */
function group(key, title, choices, chosen, act) {
  const name = `look-${key}`;
  return h("fieldset", {}, h("legend", {}, title), choices.map(({ id, words, shown }) => h("label", {},
    h("input", { type: "radio", name, value: id, checked: id === chosen, onchange: () => act(id) }), shown, words)));
}

/**
 * Opens the choices of looks. They hold at once.
 * @param {HTMLElement} host @param {Look} look @param {(look: Look) => void} wear shows boards in a look
 * @param {() => boolean} [reopen] opens the page again, if that is possible now
 */
export function openLooks(host, look, wear, reopen) {
  const change = (/** @type {Partial<Look>} */ part) => {
    look = { ...look, ...part };
    keep("look", look);
    wear(look);
  };
  const boards = Object.keys(THEMES).map((theme) => ({ id: theme, words: t(theme), shown: sample({ ...look, theme }) }));
  const sets = Object.keys(SETS).map((pieces) => ({ id: pieces, words: t(pieces), shown: sample({ ...look, pieces }) }));
  const contrast = h("input", { type: "checkbox", checked: wantsContrast(), onchange: () => chooseContrast(contrast.checked) });
  const dialog = h("dialog", { class: "looks", "aria-label": t("Board settings") },
    group("board", t("Board"), boards, look.theme, (theme) => change({ theme })),
    group("pieces", t("Pieces"), sets, look.pieces, (pieces) => change({ pieces })),
    group("autoplay", t("Autoplay"), PACES.map(({ id, words }) => ({ id, words: t(words) })), chosenPace().id, (id) => keep("pace", id)),
    h("label", {}, contrast, t("More contrast")), languageChoice(reopen) ?? "",
    h("button", { type: "button", onclick: () => dialog.close() }, t("Close")));
  dialog.addEventListener("keydown", (/** @type {Event} */ event) => event.stopPropagation());
  dialog.addEventListener("click", (/** @type {Event} */ event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  host.append(dialog);
  dialog.showModal();
}
