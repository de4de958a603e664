// @ts-check
// Another start position for the game that is shown: the edit, and the dialog in which the position is set up.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { MORE } from "./edits.js";
import { readFen } from "./fen.js";
import { t, tn } from "./language.js";
import { chosenLook } from "./look.js";
import { Palette, SetUpBoard, placement } from "./set_up_board.js";
import { worded } from "./wording.js";

/** Milliseconds without a change after which a position is sent to the server. */
const WAIT = 150;
const MEN = [..."KQRBNPkqrbnp", ""];
/** The rights to castle, as a FEN writes them. */
const RIGHTS = [..."KQkq"];
/** What the start of a game decides besides its nodes. */
const FACTS = ["tags", "rules", "variant", "opening"];

/** @typedef {{fen: string, dropped: number, kept: number, nodes: (any | null)[], facts: Record<string, any>}} Started the response of the server about a start */

MORE.start = {
  words: () => [t("Changed the start position"), t("Took back the change of the start position")],
  make: ({ nodes, children, game }, { made }) => {
    if (made.nodes.length !== nodes.length) return undefined; // it belongs to a version of the game with other moves
    const before = { nodes: [...nodes], children: children.map((row) => [...row]), facts: factsOf(game) };
    for (const [number, node] of made.nodes.entries()) {
      if (node) nodes[number] = { ...node, p: nodes[number].p };
      children[number].splice(0, Infinity, ...children[number].filter((child) => made.nodes[child]));
    }
    Object.assign(game, made.facts);
    return () => {
      nodes.splice(0, Infinity, ...before.nodes);
      for (const [number, row] of before.children.entries()) children[number].splice(0, Infinity, ...row);
      Object.assign(game, before.facts);
    };
  },
  prepare: async (view, { fen, rules }) => {
    const made = await view.services.start?.(view.explored.edits.list, fen, rules).catch(() => undefined);
    return made && { edit: "start", fen, rules, made };
  },
};

/** @param {any} game */
function factsOf(game) {
  return Object.fromEntries(FACTS.map((name) => [name, game[name]]));
}

export class StartDialog {
  /** @param {any} view the view of the game @param {{name: string, title: string}[]} variants @param {string} [fen] a position to begin with; by default, the present start */
  constructor(view, variants, fen = view.game.nodes[0].fen) {
    this.view = view;
    this.timer = 0;
    /** @type {Map<number, string>} letters by squares */ this.pieces = new Map();
    /** @type {Started | undefined} the last response of the server */ this.made = undefined;
    const host = h("div", { class: "board-host" });
    this.board = new SetUpBoard(host, chosenLook({}), {
      use: (square) => this.put(square, this.pieces.get(square) === this.palette.chosen ? "" : this.palette.chosen),
      set: (square, letters) => this.put(square, letters),
      move: (from, to) => this.move(from, to),
    }, MEN, t("Start position"));
    this.board.rove(4);
    this.palette = new Palette(this.board);
    this.turn = h("select", {}, [["w", t("White")], ["b", t("Black")]].map(([value, words]) => h("option", { value }, words)));
    this.rules = h("select", {}, variants.map(({ name, title }) => h("option", { value: name, selected: name === view.game.rules }, title)));
    this.rights = RIGHTS.map((right) => h("input", { type: "checkbox", value: right }));
    this.field = h("textarea", { rows: 2, id: "start-fen", spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
    this.said = h("p", { role: "status" });
    this.fault = h("div", { class: "fault", role: "alert", id: "start-fault" });
    this.uses = h("button", { type: "button", class: "main", disabled: true, onclick: () => this.use() }, t("Use as start position"));
    for (const control of [this.turn, ...this.rights]) control.addEventListener("change", () => this.write());
    this.rules.addEventListener("change", () => this.later());
    this.field.addEventListener("input", () => this.read());
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      this.use();
    });
    this.dialog = openDialog(t("Start position"), [h("div", { class: "setting-up" }, host, this.controls()),
      h("div", { class: "filter" }, h("label", { for: "start-fen" }, "FEN"), this.field), this.fault,
      h("div", { class: "found" }, this.said, h("span", { class: "gap" }), this.uses)], "position");
    this.dialog.addEventListener("paste", (event) => this.paste(event));
    this.dialog.addEventListener("close", () => this.end());
    this.begin(fen);
    this.board.cells[this.board.focused].focus();
  }

  controls() {
    const castling = [t("White, king’s side"), t("White, queen’s side"), t("Black, king’s side"), t("Black, queen’s side")];
    return h("div", { class: "controls" }, this.palette.root,
      h("div", { class: "choices" }, h("label", {}, h("span", {}, t("Side to move")), this.turn), h("label", {}, h("span", {}, t("Rules")), this.rules)),
      h("fieldset", { class: "suffixes rights" }, h("legend", {}, t("Castling")), this.rights.map((box, place) => h("label", { class: "adding" }, box, castling[place]))),
      h("div", { class: "tools" }, h("button", { type: "button", onclick: () => this.clear() }, t("Clear the board")),
        h("button", { type: "button", onclick: () => this.usual() }, t("Usual start"))));
  }

  /** @param {string} fen */
  begin(fen) {
    this.field.value = fen;
    this.read();
  }

  clear() {
    this.pieces = new Map();
    for (const box of this.rights) box.checked = false;
    this.write();
  }

  /** The start that the rules have. */
  usual() {
    this.begin("");
  }

  /** @param {number} square @param {string} letters nothing clears the square */
  put(square, letters) {
    if (letters) this.pieces.set(square, letters);
    else this.pieces.delete(square);
    this.write();
  }

  /** @param {number} from @param {number} to a square, or -1 beside the board */
  move(from, to) {
    const letters = this.pieces.get(from);
    this.pieces.delete(from);
    if (letters && to >= 0) this.pieces.set(to, letters);
    this.write();
  }

  /** Writes the position of the board into the field. The rest of the FEN, such as the hands, stays if it can. */
  write() {
    const [placing = "", , , , ...rest] = this.field.value.trim().split(/\s+/), hands = /\[.*\]/.exec(placing)?.[0] ?? "";
    const rights = this.rights.filter((box) => box.checked).map((box) => box.value).join("") || "-";
    this.field.value = [placement(this.pieces) + hands, this.turn.value, rights, "-", ...(rest.length ? rest : ["0", "1"])].join(" ");
    this.draw();
    this.later();
  }

  /** Shows the FEN of the field on the board. */
  read() {
    const fen = this.field.value.trim(), parts = fen.split(/\s+/);
    this.pieces = fen ? readFen(fen).pieces : new Map();
    this.turn.value = parts[1] === "b" ? "b" : "w";
    for (const box of this.rights) box.checked = (parts[2] ?? "").includes(box.value);
    this.draw();
    this.later();
  }

  draw() {
    this.board.show(new Map([...this.pieces].filter(([square, letters]) => square < 64 && MEN.includes(letters[0]))), ".");
  }

  /** Takes a FEN that is pasted anywhere but in the field. @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain").trim();
    if (!text || event.target === this.field) return;
    event.preventDefault();
    this.begin(text);
  }

  /** Requests which moves stay, after a delay. A newer call replaces this one. */
  later() {
    window.clearTimeout(this.timer);
    this.uses.disabled = true;
    this.made = undefined;
    this.timer = window.setTimeout(() => void this.ask(), WAIT);
  }

  async ask() {
    const { value: fen } = this.field, { value: rules } = this.rules, isCurrent = () => fen === this.field.value && rules === this.rules.value;
    try {
      const made = await this.view.services.start(this.view.explored.edits.list, fen.trim(), rules);
      if (!isCurrent()) return;
      this.made = made;
      if (!fen.trim()) this.begin(made.fen);
      else this.tell(made);
    } catch (error) {
      if (isCurrent()) this.fail(/** @type {any} */ (error));
    }
  }

  /** Shows how many moves stay. @param {Started} made */
  tell({ dropped, kept }) {
    this.fault.replaceChildren();
    this.uses.disabled = false;
    const moves = (/** @type {number} */ number) => tn(number, "{n} move", "{n} moves");
    this.said.textContent = dropped ? t("{dropped} not legal from here will be dropped, {kept} will stay.", { dropped: moves(dropped), kept: moves(kept) })
      : kept ? t("All moves are legal from here.") : "";
  }

  /** @param {any} error */
  fail(error) {
    this.said.textContent = "";
    this.fault.replaceChildren(...worded([error.message, error.hint].filter(Boolean).join(". ")));
  }

  use() {
    const { made } = this, { value: rules } = this.rules;
    if (!made || this.uses.disabled) return;
    this.dialog.close();
    this.view.editing.make({ edit: "start", fen: made.fen, rules, made });
  }

  end() {
    window.clearTimeout(this.timer);
  }
}
