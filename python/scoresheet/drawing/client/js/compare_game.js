// @ts-check
// One of the games that are compared: its players, a small board, its steps and its main line.
import { Board } from "./board.js";
import { mainLine } from "./compare_lines.js";
import { button, h, quoted } from "./dom.js";
import { dateOf, known, shownResult } from "./game_heading.js";
import { icon } from "./icons.js";
import { t } from "./language.js";
import { chosenLook } from "./look.js";

export class ComparedGame {
  /** @param {any} game @param {(ply: number) => void} onstep called with the ply that the reader selects */
  constructor(game, onstep) {
    this.ply = 0;
    this.line = mainLine(game.nodes);
    const white = known(game, "White") ?? t("White"), black = known(game, "Black") ?? t("Black");
    const host = h("div", { class: "board-host" });
    this.board = new Board(host, { look: chosenLook({}) });
    this.board.grid.setAttribute("aria-label", t("Board of {white} – {black}", { white, black }));
    this.where = h("output", { class: "where" });
    this.parts = h("p", { class: "parts" });
    this.moves = this.line.slice(1).map(({ node }, place) => h("button", { type: "button", class: "move", onclick: () => onstep(place + 1) },
      node.ply % 2 || !place ? `${node.no} ${node.san}` : node.san));
    this.list = h("div", { class: "line", role: "group", "aria-label": t("Moves of {white} – {black}", { white, black }) }, this.moves);
    const facts = [known(game, "Event"), dateOf(game), game.file].filter(Boolean);
    this.root = h("section", { class: "compared", "aria-label": `${white} – ${black}` },
      h("h3", {}, quoted(white), " – ", quoted(black), " ", h("span", { class: "result" }, shownResult(game.result))),
      h("p", { class: "faint" }, facts.length ? facts.map((fact, index) => [index ? " · " : null, quoted(fact)]) : "\u00a0"), host,
      h("div", { class: "row", role: "group", "aria-label": t("Steps of {white} – {black}", { white, black }) },
        button(t("Back"), icon("back"), () => onstep(this.ply - 1)), this.where, button(t("Forward"), icon("forward"), () => onstep(this.ply + 1))),
      this.parts, this.list);
    this.go(0);
  }

  get last() {
    return this.line.length - 1;
  }

  /** Shows the position after so many plies, or the last one. @param {number} ply */
  go(ply) {
    this.moves[this.ply - 1]?.removeAttribute("aria-current");
    this.ply = Math.max(0, Math.min(ply, this.last));
    const { node } = this.line[this.ply], move = this.moves[this.ply - 1];
    this.board.show(node);
    this.where.value = node.ply ? `${node.no} ${node.san}` : t("Start");
    move?.setAttribute("aria-current", "true");
    const { list } = this, from = move ? move.offsetTop - list.offsetTop : 0;
    if (from < list.scrollTop || from + (move?.offsetHeight ?? 0) > list.scrollTop + list.clientHeight) list.scrollTop = from;
  }

  /** Marks the first move that is not in all games. @param {number | null} ply */
  mark(ply) {
    const move = ply ? this.moves[ply - 1] : undefined, { node } = this.line[ply ?? 0] ?? { node: {} };
    move?.classList.add("parting");
    if (ply === null) this.parts.textContent = t("The moves are the same in all games");
    else if (ply === 0) this.parts.textContent = t("The games start from different positions");
    else this.parts.textContent = move ? t("First difference: {move}", { move: `${node.no} ${node.san}` }) : t("First difference: the game ends here");
  }
}
