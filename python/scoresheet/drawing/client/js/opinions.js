// @ts-check
// Whose the comments and signs of a game are: as whom the reader writes, and whom the reader wants to hear.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { MORE, flowing, nagOf, noted } from "./edits.js";
import { known } from "./game_heading.js";
import { t, tn } from "./language.js";
import { keep, kept } from "./storage.js";

/**
 * @typedef {{by?: string, date?: string, q?: number, line?: boolean, nags: any[], text: string, hidden?: boolean}} Opinion what a source
 *   says about a move; `by` is missing for the source of what has no name
 * @typedef {{edit: string, node: number, source: string, date: string | null, nags: string[], text: string}} OpinionEdit
 */

/** The name of a source, or nothing if the game does not name the source of its notes. @param {any} game @param {string | undefined} by */
const nameOf = (game, by) => by || known(game, "Annotator") || "";

/** The annotations of a move. @param {any} node @returns {Opinion[]} */
const saidOf = ({ said, nags = [], text = "" }) => said ?? (nags.length || text ? [{ nags, text }] : []);

/** The annotation of a source on a move. @param {any} game @param {any} node @param {string} source */
function ownOf(game, node, source) {
  const own = saidOf(node).filter(({ by }) => nameOf(game, by) === nameOf(game, source));
  return { nags: own.flatMap(({ nags }) => nags.map(({ code }) => code)), text: own.map(({ text }) => text).filter(Boolean).join(" ") };
}

/** The signs and the text of opinions together: each sign once, and judgements of several sources separately. @param {Opinion[]} said */
export function together(said) {
  /** @type {Map<string, any>} */ const nags = new Map();
  /** @type {Opinion | undefined} */ let judge;
  for (const one of said) {
    for (const nag of one.nags) {
      const judges = /^[!?]/.test(nag.sign), by = one.by ? ` – ${[one.by, one.date].filter(Boolean).join(", ")}` : "";
      if (judges) judge ??= one;
      const known = nags.get(nag.code) ?? (judges && judge !== one ? { ...nag, apart: true } : nag);
      nags.set(nag.code, by ? { ...known, by: (known.by ?? "") + by } : known);
    }
  }
  return { nags: [...nags.values()], text: said.map(({ text }) => text).filter(Boolean).join(" ") };
}

MORE.opinion = {
  words: () => [t("Changed the note"), t("Took back the change of the note")],
  make: (tree, { node, source, date, nags, text }) => {
    const { game } = tree, before = tree.nodes[node], all = saidOf(before), by = nameOf(game, source);
    const isOwn = (/** @type {Opinion} */ one) => nameOf(game, one.by) === by;
    const measured = all.find((one) => isOwn(one) && one.q !== undefined && !one.line);
    // A line keeps its own measure.
    const others = all.flatMap((one) => (!isOwn(one) ? [one] : one.line ? [{ ...one, nags: [], text: "" }] : []));
    const plain = (/** @type {any} */ { apart: _apart, by: _by, ...nag }) => nag;
    /** @type {Opinion} */ const made = { nags: nags.map((/** @type {string} */ code) => plain(nagOf(before, code))), text: flowing(text) };
    if (source && source !== known(game, "Annotator")) made.by = source;
    if (date) made.date = date;
    if (measured) made.q = measured.q;
    const said = [...others, ...(made.nags.length || made.text || measured ? [made] : [])];
    return noted(tree, node, { said, ...together(said) });
  },
};

export class Opinions {
  constructor() {
    /** @type {string} as whom the reader writes */ this.name = kept("annotator", "");
    /** @type {Set<string>} whose notes are not shown */ this.unheard = new Set();
  }

  /** The edit that changes the annotation of a source, or nothing if the game has no sources and needs none. @param {any} view @param {number} number @param {{nags?: string[], text?: string}} what @param {string} [source] @returns {OpinionEdit | undefined} */
  edit(view, number, what, source = this.name) {
    const node = view.game.nodes[number];
    if (!source && !node.said) return undefined;
    const date = source ? new Date().toLocaleDateString("sv-SE") : null; // Sweden writes dates as BGN does
    return { edit: "opinion", node: number, source, date, ...ownOf(view.game, node, source), ...what };
  }

  /** The codes of the signs that the reader has given a move. @param {any} view @param {number} number @returns {string[]} */
  codes(view, number) {
    const node = view.game.nodes[number];
    return this.name || node.said ? ownOf(view.game, node, this.name).nags : (node.nags ?? []).map((/** @type {any} */ nag) => nag.code);
  }

  /** The name that a comment gets, above its field. @param {any} view @param {number} number @param {HTMLTextAreaElement} field */
  field(view, number, field) {
    const node = view.game.nodes[number], text = () => (this.name || node.said ? ownOf(view.game, node, this.name).text : node.text ?? "");
    const id = `names-of-notes-${number}`, names = this.sources(view.game).map(([name]) => name).filter(Boolean);
    const name = h("input", { value: this.name, list: id, maxlength: 200, placeholder: nameOf(view.game, "") || t("The game"), autocomplete: "off", spellcheck: "false" });
    field.value = text();
    name.addEventListener("change", () => {
      const untouched = field.value === text();
      this.rename(name.value);
      if (untouched) field.value = text();
    });
    name.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && field.focus());
    return {
      root: h("label", { class: "note-by" }, t("Note by"), " ", name, h("datalist", { id }, names.map((each) => h("option", { value: each })))),
      edit: () => {
        this.rename(name.value);
        return this.edit(view, number, { text: field.value });
      },
    };
  }

  /** @param {string} name as whom the reader writes from now on */
  rename(name) {
    this.name = flowing(name);
    keep("annotator", this.name);
  }

  /** The sources of a game with the numbers of moves that they annotate; the game's own first. @param {any} game @returns {[string, number][]} */
  sources(game) {
    /** @type {Map<string, number>} */ const found = new Map([[nameOf(game, ""), 0]]);
    for (const node of game.nodes) {
      for (const name of new Set(saidOf(node).map(({ by }) => nameOf(game, by)))) found.set(name, (found.get(name) ?? 0) + 1);
      if (node.line && !found.has(node.line)) found.set(node.line, 0);
    }
    return [...found];
  }

  /** Leaves out the annotations of hidden sources. @param {any} game */
  suit(game) {
    for (const [number, node] of game.nodes.entries()) {
      if (!node.said && !node.line) continue;
      const said = node.said?.map((/** @type {Opinion} */ one) => ({ ...one, hidden: this.unheard.has(nameOf(game, one.by)) }));
      const heard = said && together(said.filter((/** @type {Opinion} */ one) => !one.hidden));
      game.nodes[number] = { ...node, ...heard, said, hidden: this.unheard.has(node.line) };
    }
  }

  /** The button that chooses the shown sources, if a game has several. @param {any} view */
  button(view) {
    const number = this.sources(view.game).filter(([, moves]) => moves).length;
    if (number < 2) return null;
    const all = !this.sources(view.game).some(([name]) => this.unheard.has(name));
    return h("button", { type: "button", class: "authors", title: t("Choose whose notes to see"), "aria-haspopup": "dialog", onclick: () => this.choose(view) },
      all ? tn(number, "{n} author", "{n} authors") : t("Some authors"));
  }

  /** What the menu of a move offers. @param {any} view */
  items(view) {
    return [{ label: this.name ? t("Notes by {name} …", { name: this.name }) : t("Authors of notes …"), act: () => this.choose(view) }];
  }

  /** Opens the dialog that chooses whom to hear, and as whom to write. @param {any} view */
  choose(view) {
    const sources = this.sources(view.game).filter(([name, moves]) => moves || name);
    const boxes = h("fieldset", { class: "choices" }, h("legend", {}, t("Whose notes to see")), sources.map(([name, moves]) => h("label", {},
      h("input", { type: "checkbox", value: name, checked: !this.unheard.has(name) }), " ", h("bdi", {}, name || t("The game")), h("span", { class: "faint" }, ` ${tn(moves, "{n} move", "{n} moves")}`))));
    boxes.addEventListener("change", () => {
      for (const box of boxes.querySelectorAll("input")) this.unheard[box.checked ? "delete" : "add"](box.value);
      view.relist();
    });
    const name = h("input", { value: this.name, maxlength: 200, autocomplete: "name" });
    const form = h("form", { class: "opinions" }, sources.length > 1 ? boxes : null, h("label", {}, t("Your name"), " ", name),
      h("p", { class: "faint" }, t("Your comments and signs get this name and today’s date. Without a name they are those of the game.")),
      h("button", { type: "submit", class: "main" }, t("Apply")));
    const dialog = openDialog(t("Authors of notes"), [form], "narrow");
    form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.rename(name.value);
      dialog.close();
    });
  }
}
