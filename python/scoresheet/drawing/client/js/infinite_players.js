// @ts-check
// The players beside an infinite board, and whose turn it is.
import { h } from "./dom.js";
import { known } from "./game_heading.js";
import { capturedFar, counted } from "./infinite_material.js";
import { t } from "./language.js";

/** The sides by the numbers of their players. */
const SIDES = /** @type {const} */ ({ 1: "white", 2: "black" });

export class InfinitePlayers {
  /** @param {any} game */
  constructor(game) {
    this.turns = game.turns;
    this.start = counted(game.pieces.map((/** @type {any[]} */ [, , owner, code]) => ({ owner, code })));
    /** Whether only White and Black play, so that what one has lost was captured by the other. */
    this.two = this.turns.every((/** @type {number} */ owner) => owner in SIDES);
    this.white = bar(game, "white");
    this.black = bar(game, "black");
  }

  /** Marks the player whose turn it is after a node, and shows what was captured. @param {any} node @param {import("./infinite_men.js").Men} men */
  mark({ ply }, men) {
    const turn = SIDES[/** @type {1 | 2} */ (this.turns[ply % this.turns.length])], toMove = turn === "white" ? t("White to move") : t("Black to move");
    for (const side of Object.values(SIDES)) {
      this[side].classList.toggle("turn", side === turn);
      this[side].firstElementChild?.setAttribute("title", side === turn ? toMove : "");
    }
    if (!this.two) return;
    const now = counted(men.all);
    for (const owner of /** @type {const} */ ([1, 2])) this[SIDES[owner]].lastElementChild?.replaceChildren(capturedFar(this.start, now, owner, men.sprites));
  }
}

/** @param {any} game @param {"white" | "black"} side @returns {HTMLElement} */
function bar(game, side) {
  const [tag, word] = side === "white" ? ["White", t("White")] : ["Black", t("Black")], elo = known(game, `${tag}Elo`);
  const name = [known(game, `${tag}Title`), known(game, tag) ?? word].filter(Boolean).join(" ");
  return h("div", { class: `bar ${side}` }, h("span", { class: "side-mark" }), h("span", { class: "player" }, h("bdi", {}, name), elo && ` ${elo}`), h("span", { class: "taken" }));
}
