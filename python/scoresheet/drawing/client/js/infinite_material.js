// @ts-check
// What the players of an infinite board have captured, counted by kind: a board may have thousands of pieces.
import { h } from "./dom.js";
import { nameOf } from "./infinite_sprites.js";
import { t } from "./language.js";
import { VALUES } from "./material.js";

/** Pixels of a piece beside the board. */
const SIZE = 20;

/** @typedef {Map<string, number>} Counted how many pieces there are of each kind */

/** The pieces of each player. @param {{owner: number, code: string}[]} men @returns {Map<number, Counted>} */
export function counted(men) {
  /** @type {Map<number, Counted>} */ const found = new Map();
  for (const { owner, code } of men) {
    const own = found.get(owner) ?? new Map();
    found.set(owner, own.set(code, (own.get(code) ?? 0) + 1));
  }
  return found;
}

/**
 * What a player has lost, by kind. Pieces above the number at the start were promoted, and each of them is one pawn that was not captured.
 * @param {Counted} before @param {Counted} now @returns {Counted}
 */
function lost(before, now) {
  const gone = new Map([...before].map(([code, number]) => [code, Math.max(number - (now.get(code) ?? 0), 0)]));
  const promoted = [...now].reduce((sum, [code, number]) => sum + Math.max(number - (before.get(code) ?? 0), 0), 0);
  gone.set("p", Math.max((gone.get("p") ?? 0) - promoted, 0));
  return new Map([...gone].filter(([, number]) => number));
}

/** What pieces are worth in pawns, or nothing if one of them has no usual value. @param {Counted} own */
function worth(own) {
  const values = /** @type {Record<string, number>} */ ({ ...VALUES, k: 0 }), all = [...own];
  return all.every(([code]) => code in values) ? all.reduce((sum, [code, number]) => sum + values[code] * number, 0) : undefined;
}

/**
 * What a player has captured of the other one, and by how many pawns it is ahead if all pieces have a usual value.
 * @param {Map<number, Counted>} start @param {Map<number, Counted>} now @param {1 | 2} owner @param {import("./infinite_sprites.js").Sprites} sprites
 * @returns {HTMLElement | string} nothing if there is nothing to show
 */
export function capturedFar(start, now, owner, sprites) {
  const other = 3 - owner, of = (/** @type {Map<number, Counted>} */ all, /** @type {number} */ player) => all.get(player) ?? new Map();
  const gone = [...lost(of(start, other), of(now, other))], own = worth(of(now, owner)), theirs = worth(of(now, other));
  const ahead = own !== undefined && theirs !== undefined ? own - theirs : 0;
  if (!gone.length && ahead <= 0) return "";
  const words = gone.map(([code, number]) => `${number} × ${nameOf(code)}`).join(", ");
  const said = [words && t("captured {pieces}", { pieces: words }), ahead > 0 && t("ahead by {n}", { n: ahead })].filter(Boolean).join("; ");
  const men = gone.map(([code, number]) => h("span", { class: "many" }, picture(sprites, other, code), number > 1 ? `×${number}` : null));
  return h("span", { class: "captured far", title: said }, h("span", { class: "unseen" }, said), h("span", { "aria-hidden": "true", class: "men" }, men),
    ahead > 0 ? h("span", { class: "ahead", "aria-hidden": "true" }, `+${ahead}`) : null);
}

/** @param {import("./infinite_sprites.js").Sprites} sprites @param {number} owner @param {string} code */
function picture(sprites, owner, code) {
  const drawn = sprites.get(owner, code, SIZE * devicePixelRatio), canvas = h("canvas", { width: drawn.width, height: drawn.height });
  canvas.getContext("2d").drawImage(drawn, 0, 0);
  return canvas;
}
