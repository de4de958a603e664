// @ts-check
// Two to six games side by side, which step together or each on its own.
import { ask } from "./api.js";
import { ComparedGame } from "./compare_game.js";
import { parting } from "./compare_lines.js";
import { openDialog } from "./dialog.js";
import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { t, tn } from "./language.js";
import { report } from "./notices.js";

/** How many games can be compared. */
export const LEAST_COMPARED = 2, MOST_COMPARED = 6;

/** Whether so many games can be compared. @param {number} games */
export function isComparable(games) {
  return games >= LEAST_COMPARED && games <= MOST_COMPARED;
}

class Comparison {
  /** @param {any[]} games @param {() => void} closed */
  constructor(games, closed) {
    this.games = games.map((game) => {
      const compared = new ComparedGame(game, (ply) => this.step(compared, ply));
      return compared;
    });
    this.parting = parting(this.games.map(({ line }) => line));
    for (const game of this.games) game.mark(this.parting);
    this.together = h("input", { type: "checkbox", checked: true });
    const steps = h("div", { class: "row", role: "toolbar", "aria-label": t("Steps of all games") },
      button(t("To the start (Home)"), icon("start"), () => this.go(0)), button(t("Back (←)"), icon("back"), () => this.by(-1)),
      button(t("Forward (→)"), icon("forward"), () => this.by(1)), button(t("To the end (End)"), icon("end"), () => this.go(Infinity)),
      button(t("Flip the boards (f)"), icon("flip"), () => this.flip()),
      this.parting ? h("button", { type: "button", onclick: () => this.go(/** @type {number} */ (this.parting)) }, t("First difference")) : null,
      h("label", {}, this.together, t("Step together")));
    const title = tn(games.length, "{n} game compared", "{n} games compared");
    this.dialog = openDialog(title, [steps, h("div", { class: "compared-games" }, this.games.map(({ root }) => root))], "comparison");
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("close", closed);
  }

  /** Goes to a ply in one game, and in all if they step together. @param {ComparedGame} game @param {number} ply */
  step(game, ply) {
    if (this.together.checked) this.go(Math.min(ply, game.last));
    else game.go(ply);
  }

  /** @param {number} ply */
  go(ply) {
    for (const game of this.games) game.go(ply);
  }

  /** Steps in all games; those that step together go to the same ply. @param {number} plies */
  by(plies) {
    const furthest = Math.max(...this.games.map(({ ply }) => ply));
    for (const game of this.games) game.go((this.together.checked ? furthest : game.ply) + plies);
  }

  flip() {
    for (const { board } of this.games) board.flip();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, () => void>} */ const acts = {
      ArrowLeft: () => this.by(-1), ArrowRight: () => this.by(1), Home: () => this.go(0), End: () => this.go(Infinity), f: () => this.flip(),
    };
    if (!Object.hasOwn(acts, event.key)) return;
    event.preventDefault();
    acts[event.key]();
  }
}

/** The comparison that is open, and its games. @type {{rows: string, close: () => void} | null} */ let open = null;

/** Compares games, or ends a comparison if there are none. @param {number[]} rows their numbers @param {() => void} closed called when the reader ends it */
export async function compare(rows, closed) {
  const asked = rows.join();
  if (open?.rows === asked || (!open && !rows.length)) return;
  const before = open, mine = rows.length ? { rows: asked, close: () => {} } : null;
  open = mine;
  before?.close();
  if (!mine) return;
  try {
    const games = await Promise.all(rows.map((row) => ask(`game/${row}`)));
    if (open !== mine) return;
    if (games.some(({ kind }) => kind === "infinite")) throw new Error(t("Games of infinite chess cannot be compared."));
    const { dialog } = new Comparison(games, () => {
      if (open !== mine) return;
      open = null;
      closed();
    });
    mine.close = () => dialog.close();
  } catch (error) {
    if (open !== mine) return;
    open = null;
    report(error);
    closed();
  }
}
