// @ts-check
// The view of a game of infinite chess. It has the same surface as the view of a standard game.
import { button, h } from "./dom.js";
import { InfiniteBoard } from "./infinite_board.js";
import { openMap } from "./infinite_map.js";
import { placeIn, short } from "./infinite_numbers.js";
import { reachInWords, reachOf } from "./infinite_reach.js";
import { nameOf } from "./infinite_sprites.js";
import { icon } from "./icons.js";
import { actOf, takesText } from "./keys.js";
import { childrenOf } from "./moves.js";
import { MovesPane } from "./moves_pane.js";
import { copying } from "./notations.js";

/** The greatest number of pieces in the list for readers. */
const MOST_LISTED = 500;

export class InfiniteView {
  /** @param {HTMLElement} host @param {any} services @param {any} options */
  constructor(host, services, options) {
    this.services = services;
    this.options = options;
    this.at = 0;
    this.explored = { edits: { list: [], done: [], undone: [] } }; // these games are not changed here
    this.live = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
    this.seen = h("output", { class: "seen" });
    this.where = h("output", { class: "where" });
    this.place = h("input", { class: "place", "aria-label": "Go to a square, such as 12,-5", placeholder: "x,y", size: 12 });
    this.place.addEventListener("change", () => this.travel());
    this.frame = h("div", { class: "infinite-frame" });
    this.left = h("div", { class: "left" }, this.frame, h("p", { class: "seen-line" }, this.seen), this.toolbar());
    this.side = h("div", { class: "side" });
    this.root = h("section", { class: "game", "aria-label": "Game" }, h("div", { class: "areas" }, this.left, this.side), this.live);
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    host.append(this.root);
    this.board = new InfiniteBoard(this.frame, {
      look: (man) => (this.seen.value = man ? inWords(man) : ""),
      choose: (man) => void this.choose(man),
    });
  }

  toolbar() {
    return h("div", { class: "steps", role: "toolbar", "aria-label": "Steps" },
      button("To the start (Home)", icon("start"), () => this.go(0)), button("Back (←)", icon("back"), () => this.back()), this.where,
      button("Forward (→)", icon("forward"), () => this.forward()), button("To the end (End)", icon("end"), () => this.end()),
      h("span", { class: "gap" }), button("Zoom in (+)", "+", () => this.board.zoomBy(1.4)), button("Zoom out (−)", "−", () => this.board.zoomBy(1 / 1.4)),
      button("Show all pieces (0)", icon("fit"), () => this.board.fit()),
      button("Map of all pieces (m)", icon("map"), () => this.map()), this.place);
  }

  /** Shows a game at a node. @param {any} game @param {number} [at] */
  load(game, at = 0) {
    this.game = game;
    this.border = game.border ? game.border.map((/** @type {string | null} */ line) => (line === null ? null : BigInt(line))) : [null, null, null, null];
    this.board.men.all = [];
    this.children = childrenOf(game.nodes);
    this.movesHost = h("div", { class: "moves-host" });
    this.list = h("ul", { class: "men" });
    this.pieces = h("details", { class: "pieces" }, h("summary", {}, "Pieces"), this.list);
    this.pieces.addEventListener("toggle", () => this.tell());
    this.side.replaceChildren(this.heading(), this.movesHost, this.pieces, copying(this));
    this.at = Math.max(0, Math.min(at, game.nodes.length - 1));
    this.relist();
  }

  /** Builds the list of moves, and shows the same move. */
  relist() {
    this.moves = new MovesPane(this, { children: this.children ?? [] });
    this.movesHost?.replaceChildren(this.moves.root);
    this.go(this.at, false);
  }

  heading() {
    const tags = new Map(this.game.tags), event = tags.get("Event");
    return h("header", {}, h("h2", {}, h("bdi", {}, tags.get("White") ?? "White"), " – ", h("bdi", {}, tags.get("Black") ?? "Black"), " ", h("span", { class: "result" }, this.game.result)),
      h("p", { class: "facts" }, h("bdi", {}, event && event !== "?" ? event : "Infinite chess")));
  }

  node() {
    return this.game.nodes[this.at];
  }

  /** The pieces after a node. @param {number} number */
  placed(number) {
    /** @type {any[]} */ const path = [];
    for (let at = number; at > 0; at = this.game.nodes[at].p) path.push(this.game.nodes[at]);
    /** @type {Map<string, import("./infinite_men.js").Man>} */ const men = new Map();
    const put = (/** @type {[string, string, number, string]} */ [x, y, owner, code]) => men.set(`${x},${y}`, { x: BigInt(x), y: BigInt(y), owner, code });
    this.game.pieces.forEach(put);
    for (const { off = [], on = [] } of path.reverse()) {
      for (const [x, y] of off) men.delete(`${x},${y}`);
      on.forEach(put);
    }
    return [...men.values()];
  }

  /** Shows a node. @param {number} number @param {boolean} [aloud] */
  go(number, aloud = true) {
    this.at = number;
    const node = this.node(), last = (node.mv ?? []).map((/** @type {[string, string]} */ [x, y]) => ({ x: BigInt(x), y: BigInt(y) }));
    this.board.reach = null;
    this.board.show(this.placed(number), last, this.border ?? []);
    this.moves?.mark(number);
    this.where.value = node.ply ? `${node.no} ${node.san}` : "Start";
    if (aloud) this.say([node.ply ? `${node.no} ${node.say}` : "Start", node.text].filter(Boolean).join(". "));
    this.tell();
    this.services.onply?.(number);
  }

  /** Lists the pieces, as buttons that lead to them. */
  tell() {
    if (!this.pieces.open) return;
    const men = this.board.men.all, more = men.length - MOST_LISTED;
    this.list.replaceChildren(...men.slice(0, MOST_LISTED).map((man) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.visit(man) },
      `player ${man.owner}: ${nameOf(man.code)} ${short(man.x)}, ${short(man.y)}`))), ...(more > 0 ? [h("li", {}, `and ${more} more`)] : []));
  }

  /** Goes to a piece, and shows where it may go. @param {import("./infinite_men.js").Man} man */
  visit(man) {
    this.board.centre(man);
    void this.choose(man);
  }

  /** Shows where a piece may go. @param {import("./infinite_men.js").Man | null} man */
  async choose(man) {
    this.board.reach = null;
    this.board.redraw();
    if (!man) return;
    const { at } = this;
    const answer = await this.services.reach(at, man).catch((/** @type {any} */ error) => error);
    if (at !== this.at) return;
    if (!(answer instanceof Error)) this.board.reach = reachOf(man, answer);
    this.board.redraw();
    this.seen.value = `${inWords(man)}: ${answer instanceof Error ? answer.message : reachInWords(answer)}`;
    this.say(this.seen.value);
  }

  map() {
    openMap(this.services.map(this.at), this.where.value);
  }

  travel() {
    const place = placeIn(this.place.value);
    this.place.setAttribute("aria-invalid", String(!place));
    if (place) this.board.centre(place);
  }

  back() {
    if (this.node().p >= 0) this.go(this.node().p);
  }

  forward() {
    const [next] = this.children?.[this.at] ?? [];
    if (next !== undefined) this.go(next);
  }

  end() {
    let last = this.at;
    for (let next = this.children?.[last][0]; next !== undefined; next = this.children?.[last][0]) last = next;
    this.go(last);
  }

  /** @param {string} text */
  say(text) {
    this.live.textContent = text;
  }

  /** Handles a key, and returns whether it had a meaning. @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || takesText(event.target)) return false;
    if (!event.shiftKey && !event.altKey && this.moves?.key(event)) return true; // with Shift, keys move the board
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.back(), ArrowRight: () => this.forward(), Home: () => this.go(0), End: () => this.end(),
      map: () => this.map(), clear: () => void this.choose(null),
    });
    const name = actOf("game", event) ? event.key : actOf("infinite", event) ?? "";
    if (!Object.hasOwn(acts, name) || (name === "clear" && !this.board.reach)) return false;
    event.preventDefault();
    acts[name]();
    return true;
  }
}

/** @param {import("./infinite_men.js").Man} man */
function inWords({ code, x, y }) {
  return `${nameOf(code)} ${short(x)},${short(y)}`;
}
