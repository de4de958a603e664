// @ts-check
// The pane of the game: fetches a game and shows it with the view that suits its kind.
import { TAB, address, ask, isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { Drafts } from "./drafts.js";
import { EnginePanel } from "./engine.js";
import { Explorer } from "./explorer.js";
import { InfiniteView } from "./infinite_view.js";
import { drawMarks } from "./mark_drawing.js";
import { GameView } from "./game.js";
import { t } from "./language.js";
import { Opinions } from "./opinions.js";
import { similarGames } from "./position_search.js";
import { showFailure } from "./screens.js";
import { StartDialog } from "./start_position.js";
import { openTags } from "./tags_dialog.js";

/** Up to this many games without an index, positions are looked up automatically. */
const FEW_GAMES = 200_000;

export class GamePane {
  /**
   * @param {HTMLElement} host @param {any} session @param {import("./state.js").State} state
   * @param {{open: (row: number) => void, narrow: (fen: string, rules: string) => void, find: (text: string) => void,
   *   setUp: (text: string) => void, clear: () => void, edited: () => void,
   *   player?: (name: string, content: Element) => Element}} acts
   */
  constructor(host, session, state, acts) {
    this.host = host;
    this.state = state;
    this.row = -1;
    this.wanted = -1; // the game that was requested last
    /** @type {boolean | undefined} whether the last game could be shown */ this.well = undefined;
    this.empty = h("p", { class: "none" }, t("Choose a game in the list."));
    this.place = h("div", { class: "place" });
    this.failure = h("div", { hidden: true });
    this.vacant = false;
    this.nothing = h("div", { class: "nothing", hidden: true }, h("p", {}, t("No game matches.")),
      h("button", { type: "button", onclick: acts.clear }, t("Clear the filters")));
    host.append(this.nothing, this.empty, this.failure, this.place);
    const { formats, notations } = session;
    const explore = (/** @type {string} */ fen, /** @type {string} */ rules, /** @type {object} */ filter, /** @type {AbortSignal} */ signal) =>
      ask("explorer", { tab: TAB, fen, rules, filter }, signal);
    this.explorer = new Explorer({ explore }, { ...acts, play: (uci) => void this.standard?.add(uci) },
      session.indexed || session.games <= FEW_GAMES);
    /** @type {EnginePanel | undefined} */ this.engine = undefined;
    if (session.engine) this.engine = new EnginePanel(session.engine, this.engineServices(), { view: () => this.standard, reload: () => this.reload() });
    this.standard = new GameView(this.place, this.services(), { formats, notations, link: true, tags: openTags, opinions: new Opinions(), start: () => this.setStart(), save: (view) => this.drafts?.save(view), draw: drawMarks, engine: this.engine?.root, player: acts.player, beside: this.around(session, acts) });
    this.options = { formats };
    /** @type {{name: string, title: string}[]} */ this.variants = session.variants;
    this.drafts = new Drafts(session, { views: () => this.views, changed: acts.edited, open: acts.open, reload: () => void this.reload() });
    /** @type {InfiniteView | undefined} made for the first such game */ this.infinite = undefined;
    /** @type {any} the view that suits the game */ this.view = this.standard;
    this.place.hidden = true;
  }

  /** What finds other games with the position on the board. @param {any} session @param {any} acts @returns {HTMLElement} */
  around(session, acts) {
    const finds = session.filters.some((/** @type {any} */ filter) => filter.name === "find");
    const similar = finds && similarGames(() => ({ fen: this.standard.node().fen, rules: this.standard.game.rules }), acts);
    this.surroundings = h("div", { class: "around" }, similar, this.explorer.root);
    return this.surroundings;
  }

  services() {
    const query = (/** @type {Record<string, string | undefined>} */ values) =>
      new URLSearchParams(Object.entries(values).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
    return {
      position: (/** @type {string} */ fen, /** @type {string} */ rules, /** @type {string | undefined} */ move) =>
        ask(`position?${query({ fen, rules, move })}`),
      notations: (/** @type {string} */ fen, /** @type {string} */ rules, /** @type {string | undefined} */ move) =>
        ask(`notations?${query({ fen, rules, move })}`),
      text: (/** @type {string} */ format, /** @type {object} */ options, /** @type {object[]} */ edits) =>
        ask(`game/${this.row}/text`, { format, options, edits }),
      reach: (/** @type {import("./infinite_view.js").Spot} */ { at, line }, /** @type {{x: bigint, y: bigint}} */ { x, y }) =>
        ask(`game/${this.row}/moves?${query({ at: String(at), x: String(x), y: String(y), line: line.join("|") })}`),
      start: (/** @type {object[]} */ edits, /** @type {string} */ fen, /** @type {string} */ rules) => ask(`game/${this.row}/start`, { edits, fen, rules }),
      play: (/** @type {import("./infinite_view.js").Spot} */ spot, /** @type {string} */ move) => ask(`game/${this.row}/play`, { ...spot, move }),
      map: (/** @type {import("./infinite_view.js").Spot} */ { at, line }) => address(`game/${this.row}/map?${query({ at: String(at), line: line.join("|") })}`),
      reopen: () => this.reopen(),
      onply: (/** @type {number} */ at) => {
        if (this.row >= 0) this.state.record({ game: this.row, at });
        if (this.view?.explored) this.drafts?.record(this.view);
        this.explore();
        if (this.view === this.standard && this.standard?.explored && !this.standard.game.unknown) this.engine?.show();
      },
    };
  }

  /** Opens the page again, unless that would lose what the reader changed. */
  reopen() {
    const changed = [this.standard, this.infinite].some((view) => [...(view?.kept.values() ?? [])].some(({ edits }) => edits.done.length));
    if (!changed) location.reload();
    return !changed;
  }

  engineServices() {
    return {
      look: (/** @type {object} */ asked) => ask("engine/lines", asked),
      lines: (/** @type {number} */ number) => ask(`engine/lines/${number}`),
      stop: (/** @type {number} */ number) => ask(`engine/lines/${number}/stop`, {}),
      analyse: (/** @type {number} */ row, /** @type {number} */ nodes) => ask(`game/${row}/analysis`, { nodes }),
      progress: (/** @type {number} */ row) => ask(`game/${row}/analysis`),
      end: (/** @type {number} */ row) => ask(`game/${row}/analysis/stop`, {}),
      remove: (/** @type {number} */ row) => ask(`game/${row}/analysis/remove`, {}),
      start: () => ask("engine/start", {}),
    };
  }

  /** Fetches the game again, which has got an analysis or lost it. */
  async reload() {
    const { row } = this, game = await ask(`game/${row}`);
    if (row !== this.row || this.view !== this.standard) return;
    this.standard.reload(game);
    if (this.standard.explored) this.standard.explored.restored = true;
    this.drafts?.record(this.standard);
    this.engine?.open(game);
  }

  /** Shows what was played in the position of the board, in the games of the list. */
  explore() {
    if (!this.explorer || this.view !== this.standard || !this.standard?.explored) return;
    const { unknown } = this.standard.game;
    this.surroundings.hidden = Boolean(unknown);
    if (unknown) return;
    this.explorer.show(this.standard.node().fen, this.standard.game.rules, this.state.shown.filter);
  }

  /** Opens the dialog for the start of the game. @param {string} [fen] */
  setStart(fen) {
    if (this.view === this.standard && this.row >= 0) new StartDialog(this.standard, this.variants, fen);
  }

  /** The views that were made. @returns {any[]} */
  get views() {
    return [this.standard, this.infinite].filter(Boolean);
  }

  /** Opens the dialog that lists and saves all games with unsaved changes. */
  listUnsaved() {
    this.drafts.list(this.view);
  }

  /** Shows a game. @param {number} row @param {number} at the node to show @returns {Promise<boolean>} whether it could be */
  async open(row, at) {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.wanted = row;
    this.host.setAttribute("aria-busy", "true");
    try {
      const game = await ask(`game/${row}`, undefined, asking.signal);
      this.row = row;
      this.show(true);
      this.suit(game.kind);
      this.view.load(game, at);
      void this.drafts?.restore(this.view);
      if (this.view === this.standard) this.engine?.open(game);
      return true;
    } catch (error) {
      if (isSuperseded(error)) return false;
      this.row = -1;
      this.show(false);
      showFailure(this.failure, error);
      return false;
    } finally {
      if (this.asking === asking) this.host.removeAttribute("aria-busy");
    }
  }

  /** Shows the view for a kind of game. @param {string} kind */
  suit(kind) {
    this.standard.stop();
    if (kind === "infinite") this.engine?.leave();
    if (kind === "infinite") this.infinite ??= new InfiniteView(this.place, this.services(), this.options);
    this.view = kind === "infinite" ? this.infinite : this.standard;
    for (const view of this.views) view.root.hidden = view !== this.view;
  }

  /** @param {boolean} well */
  show(well) {
    this.well = well;
    this.empty.hidden = true;
    this.place.hidden = !well || this.vacant;
    this.failure.hidden = well || this.vacant;
  }

  /** Shows no game while the filters leave none, so that the board shows none that is not in the list. @param {boolean} vacant */
  vacate(vacant) {
    this.vacant = vacant;
    this.nothing.hidden = !vacant;
    this.standard.stop();
    if (this.well !== undefined) this.show(this.well);
    else this.empty.hidden = vacant;
  }

  /** Goes to a node of the game that is shown. @param {number} at */
  go(at) {
    this.view.go(at);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.row >= 0 && !this.vacant && this.view.key(event);
  }
}
