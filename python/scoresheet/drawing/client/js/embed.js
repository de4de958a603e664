// @ts-check
// Boards in other pages: one script shows every game of the page. Each is an element with its game as JSON in it, and
// has a shadow tree, so that the styles of the page and those of the board do not meet.
import { h } from "./dom.js";
import { GameView } from "./game.js";
import { pageLanguage, t } from "./language.js";
import { offline } from "./offline.js";

/** The style of all boards. A policy of the page that forbids inline styles does not apply to it. */
const sheet = new CSSStyleSheet();

let shown = 0;

/** The node after so many plies of the main line, or its last one. @param {any[]} nodes @param {number} ply */
function nodeAt(nodes, ply) {
  let at = 0;
  for (let left = ply; left > 0; left -= 1) {
    const next = nodes.findIndex((node) => node.p === at);
    if (next < 0) break;
    at = next;
  }
  return at;
}

/** `data-ply`, `data-flipped`, `data-theme` and `data-pieces` determine how the game is shown first; the first two can be changed later. */
class EmbeddedGame extends HTMLElement {
  static observedAttributes = ["data-ply", "data-flipped"];

  connectedCallback() {
    if (this.shadowRoot || this.waits) return;
    if (document.readyState !== "loading") return this.show();
    this.waits = true; // the content of the element may not be there yet
    document.addEventListener("DOMContentLoaded", () => this.show(), { once: true });
  }

  disconnectedCallback() {
    this.view?.stop();
  }

  attributeChangedCallback() {
    const { view } = this;
    if (!view) return;
    if (view.board.flipped !== this.flipped) view.flip();
    if (this.dataset.ply !== this.ply) this.go();
  }

  get flipped() {
    return this.dataset.flipped !== undefined && this.dataset.flipped !== "false";
  }

  show() {
    const place = this.attachShadow({ mode: "open" }), root = h("div", { class: "embedded", lang: pageLanguage() });
    place.adoptedStyleSheets = [sheet];
    place.append(root);
    try {
      const { game, pgn } = JSON.parse(this.querySelector("script[type='application/json']")?.textContent ?? "");
      const { theme, pieces } = this.dataset;
      const view = new GameView(root, offline(() => pgn), { theme, pieces, flipped: this.flipped });
      view.load(game);
      view.root.setAttribute("aria-label", t("Game {number}", { number: (shown += 1) })); // readers list the boards of the page by their names
      this.view = view;
      this.go();
    } catch (error) {
      root.classList.add("failed");
      root.replaceChildren(t("This game cannot be shown: its data is missing or damaged."));
      console.error(error);
    }
    this.dataset.ready = "";
  }

  /** Shows the ply that the element names. */
  go() {
    this.ply = this.dataset.ply;
    this.view?.go(nodeAt(this.view.game.nodes, Number(this.ply) || 0), false);
  }
}

/** Shows all games of the page, and those that are added to it. @param {string} css */
export function start(css) {
  if (customElements.get("scoresheet-game")) return; // the page has the script twice
  sheet.replaceSync(css);
  customElements.define("scoresheet-game", EmbeddedGame);
}
