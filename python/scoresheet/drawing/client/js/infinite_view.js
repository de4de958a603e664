// @ts-check
// The view of a game of infinite chess. It has the same surface as the view of a standard game.
import { button, h } from "./dom.js";
import { wearContrast } from "./contrast.js";
import { Explored } from "./explore_moves.js";
import { Editing } from "./game_edits.js";
import { heading } from "./game_heading.js";
import { InfiniteBoard } from "./infinite_board.js";
import { openMap } from "./infinite_map.js";
import { menAfter } from "./infinite_men.js";
import { placeIn, short } from "./infinite_numbers.js";
import { InfinitePlayers } from "./infinite_players.js";
import { choosePromotion } from "./infinite_promotion.js";
import { movesTo, reachInWords, reachOf } from "./infinite_reach.js";
import { nameOf } from "./infinite_sprites.js";
import { icon } from "./icons.js";
import { actOf, takesText } from "./keys.js";
import { t } from "./language.js";
import { chosenLook, openLooks } from "./look.js";
import { MovesPane } from "./moves_pane.js";
import { copying } from "./notations.js";

/**
 * @typedef {{at: number, line: string[]}} Spot a node of the game, and the moves of the user after it, in ICN
 * @typedef {object} InfiniteServices
 * @property {(spot: Spot, man: import("./infinite_numbers.js").Place) => Promise<any>} reach the moves of a piece
 * @property {(spot: Spot, move: string) => Promise<any>} play the node of a move
 * @property {(spot: Spot) => URL | string | Promise<string>} map the address of a picture of all pieces
 * @property {(format: string, options: object, edits: object[]) => Promise<any>} [text] the game in a format
 * @property {(node: number) => void} [onply] called with every node that is shown
 */

/** The greatest number of pieces in the list for readers. */
const MOST_LISTED = 500;

export class InfiniteView {
  /** @param {HTMLElement} host @param {InfiniteServices} services @param {any} options */
  constructor(host, services, options) {
    this.services = services;
    this.options = options;
    this.at = 0;
    /** @type {import("./infinite_men.js").Man | null} the piece under the pointer */ this.looked = null;
    /** @type {Map<number, Explored>} */ this.kept = new Map();
    this.editing = new Editing(this);
    this.live = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
    this.seen = h("output", { class: "seen" });
    this.where = h("output", { class: "where" });
    this.place = h("input", { class: "place", "aria-label": t("Go to a square, such as 12,-5"), placeholder: "x,y", size: 12 });
    this.place.addEventListener("change", () => this.travel());
    this.placing = h("button", { type: "button", class: "there", hidden: true, onclick: () => this.moveThere() }, t("Move there"));
    this.frame = h("div", { class: "infinite-frame" });
    this.left = h("div", { class: "left" }, this.frame);
    this.side = h("div", { class: "side" });
    this.below = h("div", { class: "below" });
    const steps = h("div", { class: "steps-area" }, h("p", { class: "seen-line" }, this.seen), this.toolbar());
    this.root = h("section", { class: "game", "aria-label": t("Game") }, h("div", { class: "areas" }, this.left, steps, this.side, this.below), this.live);
    wearContrast(this.root);
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    host.append(this.root);
    /** @type {InfiniteBoard} */ this.board = new InfiniteBoard(this.frame, chosenLook(options), {
      look: (man) => this.look(man),
      choose: (man) => void this.choose(man),
      go: (place) => this.goTo(place),
      mark: () => this.tellOf(t("No notation stores arrows or squares on a board without edges")),
    });
  }

  toolbar() {
    return h("div", { class: "steps", role: "toolbar", "aria-label": t("Steps") },
      button(t("To the start (Home)"), icon("start"), () => this.go(0)), button(t("Back (←)"), icon("back"), () => this.back()), this.where,
      button(t("Forward (→)"), icon("forward"), () => this.forward()), button(t("To the end (End)"), icon("end"), () => this.end()),
      h("span", { class: "gap" }), button(t("Zoom in (+)"), "+", () => this.board.zoomBy(1.4)), button(t("Zoom out (−)"), "−", () => this.board.zoomBy(1 / 1.4)),
      button(t("Show all pieces (0)"), icon("fit"), () => this.board.fit()),
      button(t("Map of all pieces (m)"), icon("map"), () => this.map()),
      button(t("Board settings"), icon("look"), () => openLooks(this.root, this.board.look, (look) => this.wear(look))), this.place, this.placing);
  }

  get game() {
    return /** @type {Explored} */ (this.explored).game;
  }

  /** Shows a game at a node. @param {any} game @param {number} [at] */
  load(game, at = 0) {
    this.explored = this.kept.get(game.row) ?? new Explored(game);
    this.kept.set(game.row, this.explored);
    this.border = game.border ? game.border.map((/** @type {string | null} */ line) => (line === null ? null : BigInt(line))) : [null, null, null, null];
    this.board.men.all = [];
    this.players = new InfinitePlayers(game);
    this.left.replaceChildren(this.players.black, this.frame, this.players.white);
    this.movesHost = h("div", { class: "moves-host" });
    this.removal = h("button", { type: "button", class: "remove", onclick: () => this.remove() }, t("Remove these moves"));
    this.list = h("ul", { class: "men" });
    this.pieces = h("details", { class: "pieces" }, h("summary", {}, t("Pieces")), this.list);
    this.pieces.addEventListener("toggle", () => this.tell());
    this.side.replaceChildren(heading({ ...this.game, variant: t("Infinite chess") }), this.movesHost, this.removal);
    this.below.replaceChildren(this.pieces, copying(this));
    this.relist(Math.max(0, Math.min(at, this.game.nodes.length - 1)));
  }

  /** Builds the list of moves, and shows a move. @param {number} [at] */
  relist(at = this.at) {
    const { children, numbers, folded } = /** @type {Explored} */ (this.explored);
    this.children = children;
    this.moves = new MovesPane(this, { children, added: numbers, folded });
    this.movesHost?.replaceChildren(this.moves.root);
    this.go(at, false);
  }

  /** Shows the board in another look. @param {import("./board.js").Look} look */
  wear(look) {
    this.board.wear(look);
    this.players?.mark(this.node(), this.board.men);
  }

  node() {
    return this.game.nodes[this.at];
  }

  /** Shows a node. @param {number} number @param {boolean} [aloud] */
  go(number, aloud = true) {
    this.at = /** @type {Explored} */ (this.explored).nearest(number);
    const node = this.node(), last = (node.mv ?? []).map((/** @type {[string, string]} */ [x, y]) => ({ x: BigInt(x), y: BigInt(y) }));
    this.aim(null);
    this.board.show(menAfter(this.game, this.at), last, this.border ?? []);
    this.moves?.mark(this.at);
    this.players?.mark(node, this.board.men);
    this.where.value = node.ply ? `${node.no} ${node.san}` : t("Start");
    this.removal.hidden = !this.explored?.numbers.has(this.at);
    if (aloud) this.say([node.ply ? `${node.no} ${this.moveWords(node)}` : t("Start"), node.text].filter(Boolean).join(". "));
    this.tell();
    this.services.onply?.(this.at);
  }

  /** A move in words. @param {any} node */
  moveWords({ mv, p, say }) {
    if (!mv) return say;
    const [start, end] = mv, place = (/** @type {[string, string]} */ square) => square.join(", ");
    const man = menAfter(this.game, p).find(({ x, y }) => `${x}` === start[0] && `${y}` === start[1]);
    return man ? t("{from} to {to}", { from: `${nameOf(man.code)} ${place(start)}`, to: place(end) }) : say;
  }

  /** Lists the pieces, as buttons that lead to them. */
  tell() {
    if (!this.pieces.open) return;
    const men = this.board.men.all, more = men.length - MOST_LISTED;
    this.list.replaceChildren(...men.slice(0, MOST_LISTED).map((man) => h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.visit(man) },
      t("player {owner}: {piece} {x}, {y}", { owner: man.owner, piece: nameOf(man.code), x: short(man.x), y: short(man.y) })))), ...(more > 0 ? [h("li", {}, t("and {n} more", { n: more }))] : []));
  }

  /** Goes to a piece, and shows where it may go. @param {import("./infinite_men.js").Man} man */
  visit(man) {
    this.board.centre(man);
    void this.choose(man);
  }

  /** Shows which piece is under the pointer. @param {import("./infinite_men.js").Man | null} man */
  look(man) {
    if (man !== this.looked) this.seen.value = man ? inWords(man) : "";
    this.looked = man;
  }

  /** The place of a node, for the code with the rules. @param {number} [from] @returns {Spot} */
  spot(from) {
    const { given } = /** @type {Explored} */ (this.explored), line = [];
    let at = from ?? this.at;
    for (; at >= given; at = this.game.nodes[at].p) line.unshift(this.game.nodes[at].uci);
    return { at, line };
  }

  /** Shows where a piece may go. @param {import("./infinite_men.js").Man | null} man */
  async choose(man) {
    this.aim(null);
    this.board.redraw();
    if (!man) return;
    const { at, game } = this;
    const answer = await this.services.reach(this.spot(), man).catch((/** @type {any} */ error) => error);
    if (at !== this.at || game !== this.game) return;
    this.aim(answer instanceof Error ? null : reachOf(man, answer));
    this.board.redraw();
    this.tellOf(`${inWords(man)}: ${answer instanceof Error ? answer.message : reachInWords(answer)}`);
  }

  /** @param {import("./infinite_reach.js").Reach | null} reach of the piece that is chosen */
  aim(reach) {
    this.board.reach = reach;
    this.placing.hidden = !reach?.yours;
  }

  /** Shows a text, and announces it to screen readers. @param {string} text */
  tellOf(text) {
    this.seen.value = text;
    this.say(text);
  }

  /** Plays the chosen piece to a square, and returns whether it may go there. @param {import("./infinite_numbers.js").Place} place @returns {boolean} */
  goTo(place) {
    const moves = this.board.reach ? movesTo(this.board.reach, place) : [];
    if (moves.length) void choosePromotion(moves).then((move) => (move ? this.add(move) : undefined));
    return moves.length > 0;
  }

  /** Plays the chosen piece to the square in the field. */
  moveThere() {
    const place = placeIn(this.place.value);
    this.place.setAttribute("aria-invalid", String(!place));
    if (!place) this.tellOf(t("Write the square into the field, such as 12,-5"));
    else if (!this.goTo(place)) this.tellOf(t("The piece may not go to {x}, {y}", { x: short(place.x), y: short(place.y) }));
  }

  /** Goes to a move after the current node, and adds it if it is new. @param {string} move in ICN */
  async add(move) {
    const known = this.explored?.find(this.at, move);
    const added = known ?? await this.played(this.at, move).catch((/** @type {any} */ error) => this.tellOf(error.message));
    if (typeof added !== "number") return;
    if (known === undefined) this.relist(added);
    this.go(added);
  }

  /** Adds a move after a node and returns its node; undefined if another game came up meanwhile. @param {number} parent @param {string} move */
  async played(parent, move) {
    const explored = /** @type {Explored} */ (this.explored), answer = await this.services.play(this.spot(parent), move);
    return explored === this.explored ? explored.again({ edit: "add", uci: move, made: answer }, parent) : undefined;
  }

  /** Removes an added move, with all that follow it. These games have no variations, so only added ones can go. @param {number} [number] */
  remove(number = this.at) {
    const explored = /** @type {Explored} */ (this.explored);
    if (!explored.numbers.has(number)) return;
    const gone = new Set([number]), before = this.game.nodes[number].p, { given, edits } = explored, made = edits.done.map(({ edit }) => edit);
    for (const each of gone) for (const child of explored.children[each]) gone.add(child);
    explored.clear();
    /** @type {Map<number, number>} */ const moved = new Map();
    for (const [place, edit] of made.entries()) {
      const parent = /** @type {number} */ (edit.parent);
      if (!gone.has(given + place)) moved.set(given + place, explored.again(edit, moved.get(parent) ?? parent));
    }
    this.relist(moved.get(before) ?? before);
    this.say(t("Removed"));
  }

  async map() {
    openMap(await this.services.map(this.spot()), this.where.value);
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
      Delete: () => this.remove(), map: () => void this.map(), clear: () => void this.choose(null),
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
