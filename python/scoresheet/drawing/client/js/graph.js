// @ts-check
// The evaluation and the clocks by ply, as drawings whose points lead to their moves.
import { h, s } from "./dom.js";
import { clockText, moverOf } from "./clocks.js";
import { countedMarks, markName, markOf, spot } from "./judged.js";
import { pageLanguage, t } from "./language.js";

const WIDTH = 400, HEIGHT = 80;

/** White's expected score, from -1 to 1. A pawn matters less when much is won. @param {{cp?: number, mate?: number}} value */
export function chance(value) {
  if (value.mate !== undefined) return value.mate > 0 ? 1 : -1;
  return 2 / (1 + Math.exp(-0.004 * (value.cp ?? 0))) - 1;
}

/** An evaluation as text, such as +0.35 or #−3. @param {{cp?: number, mate?: number}} value */
export function evaluationText(value) {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: /** @type {const} */ ("exceptZero") };
  const text = value.mate !== undefined ? `#${value.mate}` : ((value.cp ?? 0) / 100).toLocaleString(pageLanguage(), digits);
  return text.replace("-", "−");
}

/** The numbers of the mainline's nodes. @param {number[][]} children */
export function mainline(children) {
  const line = [0];
  for (let next = children[0][0]; next !== undefined; next = children[next][0]) line.push(next);
  return line;
}

export class Graphs {
  /** @param {any} game @param {number[][]} children @param {(node: number) => void} go */
  constructor(game, children, go) {
    this.nodes = game.nodes;
    this.line = mainline(children);
    this.go = go;
    /** @type {SVGLineElement[]} */ this.cursors = [];
    this.root = h("div", { class: "graphs" }, this.evaluations(), this.clocks());
  }

  /** @param {number} index */
  x(index) {
    return (index / Math.max(this.line.length - 1, 1)) * WIDTH;
  }

  /** @param {string} key @returns {[number, any][]} */
  values(key) {
    return this.line.map((number, index) => /** @type {[number, any]} */ ([index, this.nodes[number][key]]))
      .filter(([, value]) => value !== undefined);
  }

  evaluations() {
    const values = this.values("eval");
    if (values.length < 2) return null;
    const points = values.map(([index, value]) => `${this.x(index).toFixed(1)} ${((1 - chance(value)) * HEIGHT / 2).toFixed(1)}`);
    const [first, last] = [values[0][0], values[values.length - 1][0]].map((index) => this.x(index).toFixed(1));
    const ends = { from: evaluationText(values[0][1]), to: evaluationText(values[values.length - 1][1]) };
    const label = t("Evaluation of {n} positions, from {from} to {to}", { n: values.length, ...ends });
    const figure = this.drawing(t("Evaluation"), [label, ...this.markWords()].join(". "), [
      s("rect", { class: "black-area", width: WIDTH, height: HEIGHT }),
      s("path", { class: "white-area", d: `M${first} ${HEIGHT}L${points.join("L")}L${last} ${HEIGHT}z` }),
      s("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` })]);
    this.spots(figure);
    return figure;
  }

  /** How often each side's moves have each mark. */
  markWords() {
    return ["white", "black"].flatMap((side) => {
      const own = this.line.slice(1).map((number) => this.nodes[number]).filter((node) => moverOf(node) === side);
      const marks = countedMarks(own.map(markOf)).map((each) => each.words).join(", ");
      return marks ? [side === "white" ? t("White: {marks}", { marks }) : t("Black: {marks}", { marks })] : [];
    });
  }

  /** Puts the marks of moves on the curve, and their meaning into the title. @param {HTMLElement} figure */
  spots(figure) {
    const marks = this.line.map((number) => markOf(this.nodes[number]));
    for (const [index, mark] of marks.entries()) {
      if (!mark) continue;
      const number = this.line[index], node = this.nodes[number], place = spot(mark);
      place.title = `${node.no} ${node.shown ?? node.san}: ${markName(mark)}`;
      place.style.left = `${(100 * this.x(index)) / WIDTH}%`;
      place.style.top = `${50 - 50 * chance(node.eval)}%`;
      place.addEventListener("pointerdown", () => this.go(number));
      figure.querySelector(".plot")?.append(place);
    }
    figure.querySelector("figcaption")?.append(...countedMarks(marks).map(({ mark, words }) => h("span", { class: `mark ${mark.name}` }, spot(mark), words)));
  }

  clocks() {
    const values = this.values("clk");
    if (values.length < 3) return null;
    const most = Math.max(...values.map(([, seconds]) => seconds), 1);
    const path = (/** @type {string} */ side) => {
      const points = values.filter(([index]) => moverOf(this.nodes[this.line[index]]) === side)
        .map(([index, seconds]) => `${this.x(index).toFixed(1)} ${(HEIGHT - 2 - (seconds / most) * (HEIGHT - 4)).toFixed(1)}`);
      return s("path", { class: `${side}-line`, d: points.length ? `M${points.join("L")}` : "" });
    };
    return this.drawing(t("Clocks"), t("Clocks of both players, up to {time}", { time: clockText(most) }), [
      s("rect", { class: "ground", width: WIDTH, height: HEIGHT }), path("white"), path("black")]);
  }

  /** @param {string} title @param {string} label @param {SVGElement[]} content */
  drawing(title, label, content) {
    const cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT, x1: 0, x2: 0 });
    this.cursors.push(cursor);
    const frame = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label };
    const drawn = s("svg", frame, content, cursor);
    drawn.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const box = drawn.getBoundingClientRect();
      const index = Math.round(((event.clientX - box.left) / box.width) * (this.line.length - 1));
      this.go(this.line[Math.max(0, Math.min(index, this.line.length - 1))]);
    });
    return h("figure", { class: "graph" }, h("figcaption", {}, title), h("div", { class: "plot" }, drawn));
  }

  /** Puts the cursors at a node, and hides them in variations. @param {number} number */
  mark(number) {
    const index = this.line.indexOf(number), x = String(this.x(Math.max(index, 0)));
    for (const cursor of this.cursors) {
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
      cursor.style.display = index < 0 ? "none" : "";
    }
  }
}
