// @ts-check
// The dialog that finds a position: a board, the text of its pattern, and how many games match.
import { isSuperseded } from "./api.js";
import { changedSuffix, emptySetup, hasSuffix, markWords, materialPattern, pawnPattern, readSetup, tidied, writtenSetup } from "./board_pattern.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { squareName } from "./fen.js";
import { explain } from "./filter.js";
import { amount, countedGames } from "./format.js";
import { iconButton } from "./icons.js";
import { t } from "./language.js";
import { chosenLook } from "./look.js";
import { Palette, SetUpBoard, placement } from "./set_up_board.js";

/** Milliseconds without a change after which the games are counted. */
const WAIT = 200;
/** A FEN, with or without its last two fields. */
const FEN = /^[^\s"]*\/\S* [wb] \S+ \S+/;
const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

/**
 * @typedef {object} Finds
 * @property {(text: string, signal: AbortSignal) => Promise<{games: number, of: number}>} count
 * @property {(text: string) => void} show lists the games that match
 * @property {(fen: string) => void} start makes a position the start of the game that is shown
 * @property {() => boolean} narrowed whether other filters are set
 */

/** A choice with its label. @param {string} label @param {[string, string][]} choices @param {(value: string) => void} act */
function choice(label, choices, act) {
  const select = h("select", {}, choices.map(([value, words]) => h("option", { value }, words)));
  select.addEventListener("change", () => act(select.value));
  return { select, root: h("label", {}, h("span", {}, label), select) };
}

/** @param {string} label @param {() => void} act */
function push(label, act) {
  return h("button", { type: "button", onclick: act }, label);
}

export class PositionSearch {
  /** @param {Finds} finds @param {string} text a pattern or a FEN to begin with */
  constructor(finds, text) {
    this.finds = finds;
    this.setup = emptySetup();
    this.timer = 0;
    const host = h("div", { class: "board-host" });
    this.board = new SetUpBoard(host, chosenLook({}), {
      use: (square) => this.use(square),
      set: (square, letters) => this.put(square, letters),
      move: (from, to) => this.move(from, to),
    });
    this.board.rove(4);
    this.palette = new Palette(this.board);
    this.adding = h("input", { type: "checkbox" });
    this.turn = choice(t("Side to move"), [["", t("Either")], ["white", t("White")], ["black", t("Black")]], (turn) =>
      this.change({ turn: /** @type {any} */ (turn || null) }));
    this.others = choice(t("Other squares"), [["?", t("Anything")], [".", t("Empty")]], (others) => this.fill(/** @type {"?" | "."} */ (others)));
    this.mirrored = this.suffix("mirrored", t("Also mirrored from left to right"));
    this.swapped = this.suffix("colors swapped", t("Also with colors swapped"));
    this.field = h("textarea", { rows: 2, id: "position-text", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      placeholder: t("Paste a FEN, or write a pattern") });
    this.count = h("output", { class: "count", "aria-live": "polite" });
    this.said = h("p", { class: "unseen", role: "status" });
    this.fault = h("div", { class: "fault", role: "alert", id: "position-fault" });
    this.shows = h("button", { type: "button", class: "main", onclick: () => this.show() }, t("Show these games"));
    this.field.addEventListener("input", () => this.read(this.field.value));
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      this.show();
    });
    this.dialog = openDialog(t("Find a position"), [h("div", { class: "setting-up" }, host, this.controls()), this.written(), this.fault,
      h("div", { class: "found" }, this.count, this.said, h("span", { class: "gap" }), this.shows)], "position");
    this.dialog.addEventListener("paste", (event) => this.paste(event));
    this.dialog.addEventListener("close", () => this.end());
    this.write(text);
    this.board.cells[this.board.focused].focus();
  }

  controls() {
    return h("div", { class: "controls" }, this.palette.root,
      h("label", { class: "adding" }, this.adding, t("Several on a square: any of them")),
      h("div", { class: "choices" }, this.turn.root, this.others.root),
      h("div", { class: "suffixes" }, this.mirrored.root, this.swapped.root),
      h("div", { class: "tools" }, push(t("Use as start position …"), () => this.start()), push(t("Clear the board"), () => this.clear()), push(t("Start position"), () => this.write(START)),
        iconButton("flip", t("Flip the board"), () => this.board.flip())),
      h("p", { class: "faint" }, t("Click or drag, or press the letters of pieces on a square: capitals are White’s. Delete clears it.")));
  }

  /** A choice whether other positions count, too. @param {import("./board_pattern.js").Suffix} name @param {string} label */
  suffix(name, label) {
    const box = h("input", { type: "checkbox", onchange: () => this.change({ suffix: changedSuffix(this.setup, name, box.checked) }) });
    return { box, root: h("label", { class: "adding" }, box, label) };
  }

  written() {
    return h("div", { class: "filter" }, h("label", { for: "position-text" }, t("Pattern or FEN")), this.field);
  }

  /** Places what is chosen, or removes it if it is already there. @param {number} square */
  use(square) {
    const letters = this.palette.chosen, before = this.setup.marks.get(square) ?? "";
    if (letters && this.adding.checked) this.put(square, toggled(before, letters));
    else this.put(square, before === letters ? "" : letters);
  }

  /** @param {number} square @param {string} letters nothing clears the square */
  put(square, letters) {
    const marks = new Map(this.setup.marks);
    if (!letters || letters === this.setup.others) marks.delete(square);
    else marks.set(square, letters);
    this.change({ marks });
    this.said.textContent = `${squareName(square)}, ${markWords(marks.get(square) ?? this.setup.others)}`;
  }

  /** @param {number} from @param {number} to a square, or -1 beside the board */
  move(from, to) {
    const marks = new Map(this.setup.marks), letters = marks.get(from);
    if (!letters) return;
    marks.delete(from);
    if (to >= 0) marks.set(to, letters);
    this.change({ marks });
    this.said.textContent = to < 0 ? t("{piece} removed", { piece: markWords(letters) }) : `${squareName(to)}, ${markWords(letters)}`;
  }

  /** Changes what is required of all squares without a mark. @param {"?" | "."} others */
  fill(others) {
    this.change({ others, marks: new Map([...this.setup.marks].filter(([, letters]) => letters !== others)) });
  }

  clear() {
    this.change({ marks: new Map(), others: "?", turn: null, suffix: "", whole: true });
    this.said.textContent = t("The board is clear");
  }

  /** Changes the setup, and so its text. @param {Partial<import("./board_pattern.js").Setup>} changes */
  change(changes) {
    this.setup = { ...this.setup, ...changes };
    this.field.value = writtenSetup(this.setup);
    this.draw();
    this.later();
  }

  /** Shows a text in the field and on the board. @param {string} text */
  write(text) {
    this.field.value = text;
    this.read(text);
  }

  /** Shows a text on the board, as far as a board can show it. @param {string} text */
  read(text) {
    this.setup = readSetup(text.trim()) ?? this.setup;
    this.draw();
    this.later();
  }

  draw() {
    const { marks, others, turn } = this.setup;
    this.board.show(marks, others);
    this.turn.select.value = turn ?? "";
    this.others.select.value = others;
    this.mirrored.box.checked = hasSuffix(this.setup, "mirrored");
    this.swapped.box.checked = hasSuffix(this.setup, "colors swapped");
  }

  /** Takes a text that is pasted anywhere but in a field. @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain").trim();
    if (!text || event.target === this.field) return;
    event.preventDefault();
    this.write(text);
  }

  /** The text in one line. */
  text() {
    return this.field.value.replace(/\s+/g, " ").trim();
  }

  /** Counts the games soon. A newer call takes the place of this one. */
  later() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.count.value = t("Counting…");
    this.timer = window.setTimeout(() => void this.ask(), WAIT);
  }

  async ask() {
    const asking = new AbortController(), text = this.text();
    this.asking = asking;
    try {
      const { games, of } = await this.finds.count(text, asking.signal);
      if (this.asking !== asking) return;
      const counted = { some: amount(games), games: countedGames(of) };
      this.count.value = this.finds.narrowed() ? t("{some} of {games}, with the other filters", counted) : t("{some} of {games}", counted);
      this.fail(null);
    } catch (error) {
      if (isSuperseded(error) || this.asking !== asking) return;
      this.count.value = "";
      this.fail(/** @type {any} */ (error));
    }
  }

  /** @param {import("./api.js").Failure | null} failure */
  fail(failure) {
    this.fault.replaceChildren();
    this.shows.disabled = Boolean(failure);
    if (failure) {
      explain(this.fault, this.text(), failure);
      this.fault.scrollIntoView({ block: "nearest" });
    }
    for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", this.fault.id]]) {
      if (failure) this.field.setAttribute(name, value);
      else this.field.removeAttribute(name);
    }
  }

  show() {
    if (this.shows.disabled) return;
    const text = this.text();
    this.dialog.close();
    this.finds.show(text);
  }

  /** Takes the pieces of the board as a start: squares of which less is known are empty. */
  start() {
    const { marks, turn } = this.setup, text = this.text();
    const pieces = new Map([...marks].filter(([, letters]) => /^[KQRBNP]$/i.test(letters)));
    this.dialog.close();
    this.finds.start(FEN.test(text) ? text : `${placement(pieces)} ${turn === "black" ? "b" : "w"} - - 0 1`);
  }

  end() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
  }
}

/** Adds letters to those of a square, or removes them. @param {string} before @param {string} letters */
function toggled(before, letters) {
  const there = [...letters].every((atom) => before.includes(atom));
  return tidied(there ? [...before].filter((atom) => !letters.includes(atom)).join("") : before + letters);
}

/** The filter for a position. @param {string} fen @param {string} rules */
export function positionText(fen, rules) {
  return rules === "standard" ? fen.split(" ").slice(0, 4).join(" ") : `${rules} ${fen}`;
}

/**
 * The buttons below a game that find games like it.
 * @param {() => {fen: string, rules: string}} here the position on the board
 * @param {{find: (text: string) => void, setUp: (text: string) => void}} acts @returns {HTMLElement}
 */
export function similarGames(here, { find, setUp }) {
  const text = () => positionText(here().fen, here().rules);
  const entry = (/** @type {string} */ what, /** @type {string} */ label, /** @type {() => void} */ act) =>
    h("button", { type: "button", "aria-label": label, onclick: act }, what);
  return h("div", { class: "similar", role: "group", "aria-label": t("Find games") }, h("span", { class: "faint" }, t("Games with this")),
    entry(t("Position"), t("Games with this position"), () => find(text())),
    entry(t("Pawn structure"), t("Games with this pawn structure"), () => find(pawnPattern(here().fen))),
    entry(t("Material"), t("Games with this material"), () => find(materialPattern(here().fen))),
    h("button", { type: "button", class: "quiet", onclick: () => setUp(text()) }, t("Search from here…")));
}
