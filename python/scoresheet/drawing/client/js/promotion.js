// @ts-check
// The dialogue to choose the piece of a promotion.
import { h, s } from "./dom.js";
import { drawnPiece } from "./board.js";
import { t } from "./language.js";
import { roleWords } from "./spoken.js";

/**
 * The letter of the piece that the user chooses, or null. Each piece has its letter as a key; Escape cancels.
 * @param {HTMLElement} host @param {string[]} letters @param {boolean} white @param {import("./board.js").Look} look
 * @returns {Promise<string | null>}
 */
export function askPromotion(host, letters, white, look) {
  return new Promise((done) => {
    const dialog = h("dialog", { class: "promotion", "aria-label": t("Promote to") }, letters.map((letter) =>
      h("button", { type: "button", "aria-label": roleWords(letter), title: `${roleWords(letter)} (${letter})`,
        onclick: () => dialog.close(letter) },
      s("svg", { viewBox: "0 0 45 45", "aria-hidden": "true" },
        drawnPiece(white ? letter.toUpperCase() : letter, look)))));
    dialog.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      event.stopPropagation();
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const buttons = [...dialog.children], at = buttons.indexOf(/** @type {Element} */ (event.target));
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
      if (letters.includes(event.key)) dialog.close(event.key);
      if (step || letters.includes(event.key)) event.preventDefault();
    });
    dialog.addEventListener("click", (/** @type {Event} */ event) => event.target === dialog && dialog.close(""));
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue || null);
    });
    host.append(dialog);
    dialog.showModal();
  });
}
