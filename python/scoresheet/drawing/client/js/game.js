// @ts-check
// The view of one game: board, players, moves, graphs and keys. The viewer, the exported page and the notebook use it;
// what differs between them comes as services, and each service can be missing.
import { button, h } from "./dom.js";
import { Autoplay } from "./autoplay.js";
import { Board } from "./board.js";
import { Players } from "./clocks.js";
import { wearContrast } from "./contrast.js";
import { EvaluationBar } from "./evaluation_bar.js";
import { heading, openingAt } from "./game_heading.js";
import { Explored } from "./explore_moves.js";
import { Editing } from "./game_edits.js";
import { listenForSteps } from "./gestures.js";
import { Graphs, evaluationText } from "./graph.js";
import { icon } from "./icons.js";
import { inLanguage, letterChoice } from "./letters.js";
import { markName, markOf } from "./judged.js";
import { t } from "./language.js";
import { chosenLook, openLooks } from "./look.js";
import { nagWords, signsOf } from "./moves.js";
import { MovesPane } from "./moves_pane.js";
import { copying } from "./notations.js";
import { Pockets } from "./pockets.js";
import { askPromotion } from "./promotion.js";
import { moveWords, stateWords } from "./spoken.js";

/**
 * @typedef {object} Services
 * @property {(fen: string, rules: string, move?: string) => Promise<any>} [position] a position with its legal moves
 * @property {(format: string, options: object, edits: object[]) => Promise<any>} [text] the game in a format @property {(edits: object[], fen: string, rules: string) => Promise<any>} [start]
 * @property {(fen: string, rules: string, move?: string) => Promise<any>} [notations] a position and a move in all notations
 * @property {(rules: string) => boolean} [plays] whether `position` knows some rules; it knows all if this is missing
 * @property {(node: number) => void} [onply] called with every node that is shown
 * @property {() => boolean} [reopen] opens the page again, and returns whether that is possible now
 */
/**
 * @typedef {object} Options
 * @property {boolean} [flipped] @property {string} [theme] @property {string} [pieces] @property {string} [language] @property {boolean} [link]
 * @property {HTMLElement} [engine] what is shown below the moves @property {HTMLElement} [beside] what is shown below the graphs
 * @property {(view: GameView) => void} [tags] opens what changes the tags @property {(view: GameView) => void} [save] @property {(view: GameView) => void} [start] @property {(view: GameView) => void} [draw] lets the reader draw arrows
 * @property {(name: string, content: Element) => Element} [player] makes a link to the page of a player @property {import("./opinions.js").Opinions} [opinions] @property {any[]} [formats] @property {{moves: any[], positions: any[]}} [notations]
 */

export class GameView {
  /** @param {HTMLElement} host @param {Services} [services] @param {Options} [options] */
  constructor(host, services = {}, options = {}) {
    this.services = services;
    this.options = options;
    this.language = options.language ?? "en";
    /** @type {Map<number, Explored>} */ this.kept = new Map();
    this.editing = new Editing(this);
    this.at = 0;
    this.live = h("div", { class: "unseen", "aria-live": "polite", role: "status" });
    this.boardHost = h("div", { class: "board-host" });
    this.board = new Board(this.boardHost, { look: chosenLook(options), onmove: (from, to) => this.play(from, to) });
    this.bar = new EvaluationBar();
    this.boardRow = h("div", { class: "board-row" }, this.bar.root, this.boardHost);
    this.pockets = new Pockets(this.board);
    if (options.flipped) this.board.flip();
    listenForSteps(this.boardHost, { back: () => this.back(), forward: () => this.forward(), holds: () => this.board.dragged });
    this.left = h("div", { class: "left" });
    this.steps = h("div", { class: "steps-area" });
    this.side = h("div", { class: "side" });
    this.below = h("div", { class: "below" });
    const areas = h("div", { class: "areas" }, this.left, this.steps, this.side, this.below);
    this.root = h("section", { class: "game", "aria-label": t("Game") }, areas, this.live);
    wearContrast(this.root);
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    options.draw?.(this);
    host.append(this.root);
  }

  /** Shows a game at a node. @param {any} game @param {number} [at] */
  load(game, at = 0) {
    this.stop();
    this.explored = this.kept.get(game.row) ?? new Explored(game);
    this.kept.set(game.row, this.explored);
    this.build();
    this.go(Math.max(0, Math.min(at, this.game.nodes.length - 1)), false);
  }

  /** Shows another version of the game, such as one with an analysis, at the same move. @param {any} game */
  reload(game) {
    this.stop();
    const explored = new Explored(game), at = explored.takeOver(/** @type {Explored} */ (this.explored), this.at);
    this.kept.set(game.row, explored);
    this.explored = explored;
    this.build();
    this.go(at, false);
  }

  get game() {
    return /** @type {Explored} */ (this.explored).game;
  }

  node() {
    return this.game.nodes[this.at];
  }

  /** Builds everything that depends on the game. */
  build() {
    this.players = new Players(this.game, this.board);
    this.where = h("output", { class: "where" });
    this.ended = h("p", { class: "ended" });
    const { bars } = this.players, { roots } = this.pockets;
    const unplayed = this.services.plays?.(this.game.rules) === false && t("These rules are not played offline.");
    this.left.replaceChildren(bars.black.root, roots.black, this.boardRow, roots.white, bars.white.root);
    this.steps.replaceChildren(this.toolbar(), this.ended, h("p", { class: "facts", hidden: !unplayed }, unplayed));
    this.order();
    this.graphsHost = h("div");
    this.movesHost = h("div", { class: "moves-host" });
    this.removal = h("button", { type: "button", class: "remove", onclick: () => this.editing.remove() }, t("Remove these moves"));
    this.opening = h("p", { class: "opening" });
    const { tags, engine, beside } = this.options;
    this.side.replaceChildren(heading(this.game, { edit: tags && (() => tags(this)), link: this.options.player }), this.opening, this.movesHost, this.removal);
    this.below.replaceChildren(...[engine, this.graphsHost, beside, this.letters(), copying(this)].filter((part) => part instanceof Node));
    this.list();
  }

  /** Builds what depends on the tree of moves. */
  list() {
    this.options.opinions?.suit(this.game);
    const { children, numbers, folded } = /** @type {Explored} */ (this.explored), scrolled = this.moves?.list.root.scrollTop;
    this.moves = new MovesPane(this, { children, added: numbers, folded });
    this.children = children;
    this.graphs = new Graphs(this.game, children, (node) => this.go(node));
    this.movesHost.replaceChildren(this.moves.root);
    this.moves.list.root.scrollTop = scrolled ?? 0;
    this.graphsHost.replaceChildren(this.graphs.root);
    this.bar.suit(this.game.nodes);
  }

  /** Builds the list of moves again, and shows a move. @param {number} [at] */
  relist(at = this.at) {
    this.list();
    this.go(at, false);
  }

  toolbar() {
    const play = button(t("Autoplay (Space)"), icon("play"), () => this.autoplay?.toggle());
    this.autoplay = new Autoplay(play, { game: () => this.game, next: () => this.children?.[this.at][0],
      rewind: () => this.go(0, false), forward: () => this.forward() });
    return h("div", { class: "steps", role: "toolbar", "aria-label": t("Steps") },
      button(t("To the start (Home)"), icon("start"), () => this.go(0)), button(t("Back (←)"), icon("back"), () => this.back()), this.where,
      button(t("Forward (→)"), icon("forward"), () => this.forward()), button(t("To the end (End)"), icon("end"), () => this.end()),
      h("span", { class: "gap" }), play, button(t("Flip the board (f)"), icon("flip"), () => this.flip()),
      button(t("Board settings"), icon("look"), () => openLooks(this.root, this.board.look, (look) => this.wear(look), this.services.reopen)));
  }

  /** Shows the board in another look. @param {import("./board.js").Look} look */
  wear(look) {
    this.board.wear(look);
    this.pockets.wear();
    this.players?.mark(this.at);
  }

  /** The choice of the letters of the pieces; none if the notation is fixed. */
  letters() {
    if (this.game.nodes.some((/** @type {any} */ node) => node.shown)) return null;
    return letterChoice(this.language, (language) => {
      this.language = language;
      this.relist();
    });
  }

  /** Shows a node. @param {number} number @param {boolean} [aloud] */
  go(number, aloud = true) {
    this.at = /** @type {Explored} */ (this.explored).nearest(number);
    const node = this.node();
    this.board.show(node);
    this.root.classList.toggle("hands", this.pockets.show(node));
    for (const part of [this.moves, this.graphs, this.players]) part?.mark(this.at);
    const shown = node.ply ? `${node.no} ${node.shown ?? inLanguage(node.san, this.language)}${signsOf(node)}` : t("Start");
    this.where.value = shown + (node.eval ? `  ${evaluationText(node.eval)}` : "");
    this.ended.textContent = node.end ? stateWords(node.end) : "";
    /** @type {HTMLElement} */ (this.opening).textContent = openingAt(this.game.nodes, this.at);
    this.removal.hidden = !this.explored?.numbers.has(this.at);
    if (aloud) this.say(this.words(node));
    this.evaluate();
    this.services.onply?.(this.at);
    void this.ask(node);
  }

  /** Shows an evaluation of the position beside the board; by default, that in the game. @param {any} [value] @param {string} [by] */
  evaluate(value, by = this.game.analysis ? t("by {engine}", { engine: this.game.analysis.engine }) : t("from the comments of the game")) {
    const { end, eval: known } = this.node();
    if (end) this.bar.end(end);
    else this.bar.show(value ?? known, by);
  }

  /** A move with its signs and its comment, in words. @param {any} node */
  words(node) {
    const move = node.ply ? `${node.no} ${moveWords(node.san, node.end)}` : t("Start");
    const signs = (node.nags ?? []).map((/** @type {any} */ nag) => nagWords(this.game, nag, this.language));
    const mark = markOf(node);
    if (mark && !signs.includes(markName(mark))) signs.push(markName(mark));
    return [[move, ...signs].join(", "), node.end && stateWords(node.end), node.text].filter(Boolean).join(". ");
  }

  /** Requests the legal moves of a node. @param {any} node */
  async ask(node) {
    const answer = this.game.unknown ? undefined : await this.services.position?.(node.fen, this.game.rules).catch(() => undefined);
    if (answer && this.node() === node) this.board.allow(answer.legal);
  }

  /** Plays a move on the board. @param {import("./board.js").Start} from @param {number} to */
  async play(from, to) {
    const node = this.node();
    const moves = this.board.legal.filter((move) => move[1] === from && move[2] === to);
    let uci = moves[0][0];
    if (moves.length > 1) {
      const letters = moves.map((move) => move[3] ?? ""), white = node.fen.split(" ")[1] === "w";
      const letter = await askPromotion(this.root, ["q", "n", "r", "b", "k"].filter((each) => letters.includes(each)), white, this.board.look);
      if (!letter || this.node() !== node) return;
      uci = moves[letters.indexOf(letter)][0];
    }
    await this.add(uci);
  }

  /** Goes to a move after the current node, and adds it if it is new. @param {string} uci */
  async add(uci) {
    const parent = this.at, known = this.explored?.find(parent, uci);
    if (known !== undefined) return this.go(known);
    const added = await this.played(parent, uci, () => parent === this.at);
    if (added === undefined) return;
    this.list();
    this.go(added);
  }

  /**
   * Adds a move after a node and returns its node; undefined if it is not legal, or not wanted any more.
   * @param {number} parent @param {string} uci @param {() => boolean} [wanted]
   */
  async played(parent, uci, wanted = () => true) {
    const explored = /** @type {Explored} */ (this.explored), before = this.game.nodes[parent];
    const answer = before && await this.services.position?.(before.fen, this.game.rules, uci).catch(() => undefined);
    return answer && explored === this.explored && wanted() ? explored.add(parent, uci, answer) : undefined;
  }

  back() {
    if (this.node().p >= 0) this.go(this.node().p);
  }

  forward() {
    const [next] = this.children?.[this.at] ?? [];
    if (next === undefined) this.stop();
    else this.go(next);
  }

  end() {
    let last = this.at;
    for (let next = this.children?.[last][0]; next !== undefined; next = this.children?.[last][0]) last = next;
    this.go(last);
  }

  /** Goes to another move at the same place. @param {number} step */
  sibling(step) {
    const all = this.children?.[this.node().p] ?? [], other = all[all.indexOf(this.at) + step];
    if (other !== undefined) this.go(other);
  }

  flip() {
    this.board.flip();
    this.order();
    this.say(this.board.flipped ? t("Black at the bottom") : t("White at the bottom"));
  }

  /** Puts each player beside the own pieces. */
  order() {
    this.left.classList.toggle("flipped", this.board.flipped);
  }

  stop() {
    this.autoplay?.stop();
  }

  /** Announces something to screen readers. @param {string} text */
  say(text) {
    this.live.textContent = text;
  }

  /** Handles a key, and returns whether it had a meaning. @param {KeyboardEvent} event */
  key(event) {
    const element = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) return false;
    if (this.moves?.key(event)) return true;
    if (event.ctrlKey || event.metaKey) return false;
    if (/^[ ]$|^Enter$/.test(event.key) && /^(BUTTON|SUMMARY|A)$/.test(element.tagName)) return false;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this.back(), ArrowRight: () => this.forward(), Home: () => this.go(0), End: () => this.end(),
      ArrowUp: () => this.sibling(-1), ArrowDown: () => this.sibling(1), " ": () => this.autoplay?.toggle(), f: () => this.flip(),
      c: () => this.below.querySelector(".copying button").click(), Delete: () => this.editing.remove(),
    };
    if (!Object.hasOwn(acts, event.key)) return false;
    event.preventDefault();
    acts[event.key]();
    return true;
  }
}
