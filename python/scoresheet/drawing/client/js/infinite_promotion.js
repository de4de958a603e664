// @ts-check
// The dialogue to choose the piece of a promotion on an infinite board.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { nameOf } from "./infinite_sprites.js";
import { t } from "./language.js";

/** The move that the user chooses of several to one square, or null. @param {string[]} moves in ICN @returns {Promise<string | null>} */
export function choosePromotion(moves) {
  if (moves.length === 1) return Promise.resolve(moves[0]);
  return new Promise((done) => {
    const dialog = openDialog(t("Promote to"), [h("div", { class: "row" }, moves.map((move) =>
      h("button", { type: "button", onclick: () => dialog.close(move) }, kindOf(move))))]);
    dialog.addEventListener("close", () => done(dialog.returnValue || null));
  });
}

/** The kind of piece that a move promotes to. @param {string} move */
function kindOf(move) {
  const code = /[A-Za-z]+$/.exec(move);
  return code ? nameOf(code[0].toLowerCase()) : t("no promotion");
}
