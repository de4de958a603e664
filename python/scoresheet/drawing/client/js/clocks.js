// @ts-check
// The players beside the board, with their clocks, and the checks that they have left, at the ply that is shown.
import { h } from "./dom.js";
import { readFen } from "./fen.js";
import { t, tn } from "./language.js";
import { captured } from "./material.js";

/** A time as hours, minutes and seconds, with tenths below ten seconds. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.floor(seconds), two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  const tenths = seconds < 10 && seconds % 1 ? `.${Math.floor((seconds % 1) * 10)}` : "";
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}${tenths}`;
}

/** The side that made a move, or moves first. @param {any} node */
export function moverOf(node) {
  const next = node.fen.split(" ")[1];
  return next === "w" ? "black" : "white";
}

/** The seconds that a move took, by the clocks or by the times in the game; undefined if neither does. @param {any} game @param {number} number */
export function timeOf({ nodes, times }, number) {
  const node = nodes[number];
  if (node.emt !== undefined || node.clk === undefined) return node.emt;
  const before = nodes[nodes[node.p]?.p]?.clk ?? (node.ply < 3 ? times?.base : undefined);
  return before === undefined ? undefined : Math.max(before + (times?.increment ?? 0) - node.clk, 0);
}

export class Players {
  /** @param {any} game @param {import("./board.js").Board} board */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    const tags = new Map(game.tags);
    this.bars = { white: this.bar("white", tags), black: this.bar("black", tags) };
  }

  /** @param {"white" | "black"} side @param {Map<string, string>} tags */
  bar(side, tags) {
    const isWhite = side === "white", name = side === "white" ? "White" : "Black";
    const known = [tags.get(`${name}Title`), tags.get(name)].filter((text) => text && text !== "?").join(" ");
    const elo = tags.get(`${name}Elo`);
    const clock = h("span", { class: "clock", title: isWhite ? t("White's clock") : t("Black's clock") });
    const player = h("span", { class: "player" }, h("bdi", {}, known || (isWhite ? t("White") : t("Black"))), elo && elo !== "?" ? ` ${elo}` : null);
    const checks = h("span", { class: "checks" }), taken = h("span", { class: "taken" });
    const mark = h("span", { class: "side-mark" }), root = h("div", { class: `bar ${side}` }, mark, player, taken, checks, clock);
    return { clock, checks, taken, mark, root };
  }

  /** Shows how many checks a player has left to give. @param {HTMLElement} host @param {number | undefined} left */
  count(host, left) {
    host.hidden = left === undefined;
    if (left === undefined) return;
    host.title = tn(left, "{n} check left", "{n} checks left");
    host.replaceChildren(h("span", { "aria-hidden": "true" }, `+${left}`), h("span", { class: "unseen" }, host.title));
  }

  /** Shows the clocks, the checks, the side to move and the captured pieces after a node. @param {number} number */
  mark(number) {
    const { nodes, times } = this.game;
    /** @type {Record<string, number | undefined>} */ const left = {};
    for (let at = number; at > 0; at = nodes[at].p) {
      const side = moverOf(nodes[at]);
      if (!(side in left) && nodes[at].clk !== undefined) left[side] = nodes[at].clk;
      if ("white" in left && "black" in left) break;
    }
    const clocked = nodes.some((/** @type {any} */ node) => node.clk !== undefined);
    const { turn, checks, hands } = readFen(nodes[number].fen), toMove = turn === "white" ? t("White to move") : t("Black to move");
    for (const side of /** @type {const} */ (["white", "black"])) {
      const seconds = left[side] ?? (clocked ? times?.base : undefined);
      this.bars[side].clock.textContent = seconds === undefined ? "" : clockText(seconds);
      this.bars[side].root.classList.toggle("turn", side === turn);
      this.bars[side].mark.title = side === turn && !nodes[number].end ? toMove : "";
      this.count(this.bars[side].checks, checks?.[side]);
      // If pieces can be dropped, captured ones are in hand.
      this.bars[side].taken.replaceChildren(hands ? "" : captured(nodes[0].fen, nodes[number].fen, side, this.board.look) ?? "");
    }
  }
}
