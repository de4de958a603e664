// @ts-check
// The exported page: one file that holds its games, and needs no server.
import { h, quoted } from "./dom.js";
import { GameView } from "./game.js";
import { shownResult } from "./game_heading.js";
import { t } from "./language.js";
import { offline } from "./offline.js";
import { printAll } from "./printed.js";

/** The place in the link. @returns {{game: number, at: number}} */
function place() {
  const said = new URLSearchParams(location.hash.slice(1));
  return { game: Number(said.get("game") ?? 0) || 0, at: Number(said.get("at") ?? NaN) };
}

/** The names of a game, for the list. @param {any} game */
function names(game) {
  const tags = new Map(game.tags), name = (/** @type {string} */ side) => quoted(tags.get(side) ?? "?");
  return [name("White"), " – ", name("Black")];
}

class Page {
  constructor() {
    const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("games")).textContent ?? "");
    /** @type {any[]} */ this.games = data.games;
    this.first = data.at;
    this.game = -1;
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    this.list = this.games.length > 1 ? this.contents() : null;
    main.append(h("h1", { class: "unseen" }, document.title));
    if (this.list) main.append(this.list);
    this.view = new GameView(main, {
      ...offline(() => this.games[this.game].pgn),
      onply: (at) => this.link(at),
    }, { ...data.options, link: true });
    printAll(main, this.games, () => this.view.board.look);
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => {
      if (!this.view.root.contains(/** @type {Node} */ (event.target))) this.view.key(event);
    });
    this.follow();
    document.documentElement.dataset.ready = "";
  }

  /** The list of games. */
  contents() {
    return h("nav", { class: "games", "aria-label": t("Games") }, h("ol", {}, this.games.map((game, number) =>
      h("li", {}, h("a", { href: `#game=${number}` }, names(game), h("span", { class: "result" }, ` ${shownResult(game.result)}`))))));
  }

  /** Shows what the link names. */
  follow() {
    const said = place(), game = Math.max(0, Math.min(said.game, this.games.length - 1));
    const at = Number.isNaN(said.at) ? this.first : said.at;
    if (game === this.game && at === this.view.at) return;
    if (game === this.game) return this.view.go(Math.max(0, Math.min(at, this.view.game.nodes.length - 1)));
    this.game = game;
    this.view.load(this.games[game], at);
    if (!this.list) return;
    for (const [number, link] of this.list.querySelectorAll("a").entries()) {
      if (number === game) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** Names the node in the link. @param {number} at */
  link(at) {
    const game = this.games.length > 1 ? `game=${this.game}&` : "";
    if (at !== this.first || location.hash) history.replaceState(null, "", `#${game}at=${at}`);
  }
}

/** Starts the page. */
export function start() {
  new Page();
}
