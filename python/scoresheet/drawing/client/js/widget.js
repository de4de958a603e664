// @ts-check
// The notebook widget: the view of a game with a model that Python shares. `game` and `at` are synced both ways, and
// Python answers what needs the rules.
import { h } from "./dom.js";
import { GameView } from "./game.js";

/** Asks Python and matches the answers with the questions. */
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

/** Shows the model in an element, and returns the function that ends it. @param {{model: any, el: HTMLElement}} given */
export function render({ model, el }) {
  const questions = new Questions(model), host = h("div", { class: "scoresheet" });
  el.append(host);
  const view = new GameView(host, {
    position: (fen, rules, move) => questions.ask("position", { fen, rules, move }),
    notations: (fen, rules, move) => questions.ask("notations", { fen, rules, move }),
    text: (format, options, edits) => questions.ask("text", { format, options, edits }),
    onply: (at) => share({ at, edits: view.explored?.edits.list ?? [] }),
  }, model.get("options"));
  /** @param {Record<string, any>} values */
  const share = (values) => {
    for (const [name, value] of Object.entries(values)) {
      if (JSON.stringify(model.get(name)) !== JSON.stringify(value)) model.set(name, value);
    }
    model.save_changes();
  };
  const load = () => {
    view.kept.clear();
    view.load(model.get("game"), model.get("at"));
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
    view.stop();
    for (const [name, act] of /** @type {const} */ ([["change:game", load], ["change:at", go], ["change:edits", edit]])) {
      model.off(name, act);
    }
    model.off("msg:custom", questions.hear);
  };
}
