// @ts-check
// The notebook widget: the view of a game with a model that Python shares. `game` and `at` are synced both ways, and
// Python handles what needs the rules.
import { h } from "./dom.js";
import { GameView } from "./game.js";
import { drawMarks } from "./mark_drawing.js";
import { Opinions } from "./opinions.js";
import { openTags } from "./tags_dialog.js";
import { InfiniteView } from "./infinite_view.js";
import { pageLanguage, t } from "./language.js";
import { stateWords } from "./spoken.js";

/** Sends requests to Python and matches the responses with them. */
class Questions {
  /** @param {any} model */
  constructor(model) {
    this.model = model;
    /** @type {Map<string, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */ this.pending = new Map();
    this.prefix = Math.random().toString(36).slice(2);
    this.count = 0;
    this.hear = (/** @type {any} */ message) => {
      const waiting = this.pending.get(message.id);
      this.pending.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error));
      else waiting?.resolve(message.answer);
    };
    model.on("msg:custom", this.hear);
  }

  /** @param {string} kind @param {object} what @returns {Promise<any>} */
  ask(kind, what) {
    const id = `${this.prefix}-${this.count++}`;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject });
      this.model.send({ id, kind, ...what });
    });
  }
}

/** What a board requests from Python. @param {Questions} questions */
function asked(questions) {
  /** @typedef {import("./infinite_view.js").Spot} Spot */
  return {
    position: (/** @type {string} */ fen, /** @type {string} */ rules, /** @type {string | undefined} */ move) => questions.ask("position", { fen, rules, move }),
    notations: (/** @type {string} */ fen, /** @type {string} */ rules, /** @type {string | undefined} */ move) => questions.ask("notations", { fen, rules, move }),
    text: (/** @type {string} */ format, /** @type {object} */ options, /** @type {object[]} */ edits) => questions.ask("text", { format, options, edits }),
    reach: (/** @type {Spot} */ spot, /** @type {import("./infinite_numbers.js").Place} */ { x, y }) => questions.ask("reach", { ...spot, x: String(x), y: String(y) }),
    play: (/** @type {Spot} */ spot, /** @type {string} */ move) => questions.ask("play", { ...spot, move }),
    map: async (/** @type {Spot} */ spot) => `data:image/svg+xml,${encodeURIComponent((await questions.ask("map", spot)).svg)}`,
  };
}

/** Shows the model in an element, and returns the function that ends it. @param {{model: any, el: HTMLElement}} given */
export function render({ model, el }) {
  const questions = new Questions(model), host = h("div", { class: "scoresheet", lang: pageLanguage() }), options = model.get("options");
  el.append(host);
  const services = {
    ...asked(questions),
    onply: (/** @type {number} */ at) => {
      if (options.state) bare();
      share({ at, edits: view.explored?.edits.list ?? [] });
    },
  };
  /** @type {GameView | InfiniteView} */ let view = made(model.get("game").kind);
  /** @param {string} kind @returns {GameView | InfiniteView} */
  function made(kind) {
    return kind === "infinite" ? new InfiniteView(host, services, options) : new GameView(host, services, { ...options, tags: openTags, opinions: new Opinions(), draw: drawMarks });
  }
  /** A position is not a game: it has a list of moves only after some were played. */
  const bare = () => {
    view.root.classList.add("position");
    view.root.classList.toggle("untouched", !view.children?.[0].length);
    view.root.setAttribute("aria-label", t("Position"));
    if (!view.at) view.where.value = stateWords(options.state);
  };
  /** @param {Record<string, any>} values */
  const share = (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (JSON.stringify(model.get(name)) !== JSON.stringify(value)) model.set(name, value);
    }
    model.save_changes();
  };
  const load = () => {
    const game = model.get("game"), suits = view instanceof InfiniteView === (game.kind === "infinite");
    if (!suits) {
      view.root.remove();
      view = made(game.kind);
    }
    view.kept.clear();
    view.load(game, model.get("at"));
  };
  const go = () => {
    const at = model.get("at");
    if (at !== view.at && view.game.nodes[at]) view.go(at);
  };
  const edit = () => view.editing.replace(model.get("edits"));
  model.on("change:game", load);
  model.on("change:at", go);
  model.on("change:edits", edit);
  load();
  return () => {
    if (view instanceof GameView) view.stop();
    for (const [name, act] of /** @type {const} */ ([["change:game", load], ["change:at", go], ["change:edits", edit]])) {
      model.off(name, act);
    }
    model.off("msg:custom", questions.hear);
  };
}
