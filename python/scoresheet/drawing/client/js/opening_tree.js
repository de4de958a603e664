// @ts-check
// The tree of openings: moves that unfold, in the pattern of ARIA for trees.
import { h } from "./dom.js";
import { results } from "./explorer.js";
import { amount, countedGames } from "./format.js";
import { t } from "./language.js";

/** Milliseconds between letters that are typed as one move. */
const TYPED = 700;

/**
 * @typedef {{parent: Branch | null, fen: string, move: import("./explorer.js").Explored | null, children: Branch[] | null,
 *   open: boolean, element: HTMLElement | null, shown?: any}} Branch
 */

/** A branch whose replies are not known yet. @param {Branch | null} parent @param {import("./explorer.js").Explored | null} move @returns {Branch} */
export function branch(parent, move) {
  return { parent, move, fen: "", children: null, open: false, element: null };
}

/** The moves that lead to a branch. @param {Branch} at @returns {Branch[]} */
export function lineTo(at) {
  /** @type {Branch[]} */ const line = [];
  for (let each = at; each.parent; each = each.parent) line.unshift(each);
  return line;
}

export class OpeningTree {
  /** @param {(at: Branch, plays: boolean) => void} choose called for a branch that the reader goes to, and plays with a click or Enter @param {(at: Branch) => void} unfold called for one whose replies are wanted */
  constructor(choose, unfold) {
    this.choose = choose;
    this.unfold = unfold;
    this.typed = "";
    this.last = 0;
    this.top = branch(null, null);
    this.at = this.top;
    this.root = h("div", { class: "tree", role: "tree", "aria-label": t("Moves"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) });
  }

  /** Draws what is unfolded. */
  draw() {
    const focused = this.root.contains(document.activeElement), shown = this.visible();
    this.root.replaceChildren(...shown.map((each) => this.item(each)));
    const here = shown.includes(this.at) ? this.at : shown[0];
    here?.element?.setAttribute("tabindex", "0");
    if (focused) here?.element?.focus();
    this.root.hidden = !shown.length;
    this.reveal(here?.element);
  }

  /** Scrolls the tree, but not the page, to a branch. @param {HTMLElement | null | undefined} item */
  reveal(item) {
    if (!item) return;
    const { root } = this, place = item.offsetTop;
    if (place < root.scrollTop || place + item.offsetHeight > root.scrollTop + root.clientHeight) root.scrollTop = place - root.clientHeight / 3;
  }

  /** The branches that are in sight, from the top down. @returns {Branch[]} */
  visible() {
    /** @type {Branch[]} */ const shown = [], waiting = [...(this.top.children ?? [])].reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      shown.push(next);
      if (next.open) waiting.push(...[...(next.children ?? [])].reverse());
    }
    return shown;
  }

  /** @param {Branch} each */
  item(each) {
    const move = /** @type {import("./explorer.js").Explored} */ (each.move), level = lineTo(each).length;
    const row = /** @type {Branch[]} */ (each.parent?.children);
    const number = `${Math.ceil(level / 2)}${level % 2 ? "." : "…"}`, bar = results(move);
    const leaf = each.children?.length === 0, chosen = each === this.at;
    const words = [`${number} ${move.san}`, countedGames(move.games), bar.getAttribute("aria-label"),
      move.elo && t("mean rating {elo}", { elo: move.elo }), move.performance && t("performance {elo}", { elo: move.performance })];
    const item = h("div", { class: "branch", role: "treeitem", tabindex: -1, "aria-level": level, "aria-setsize": row.length, "aria-posinset": row.indexOf(each) + 1,
      "aria-expanded": leaf ? null : String(each.open), "aria-selected": String(chosen), "aria-label": words.filter(Boolean).join(", "),
      onclick: () => this.click(each) },
    h("span", { class: "twig", "aria-hidden": "true" }, leaf ? "" : each.open ? "▾" : "▸"), h("span", { class: "said" }, `${number} ${move.san}`),
    h("span", { class: "number" }, amount(move.games)), bar, h("span", { class: "number elo" }, move.elo ?? ""), h("span", { class: "number elo" }, move.performance ?? ""));
    item.style.setProperty("--level", String(Math.min(level, 12) - 1));
    each.element = item;
    return item;
  }

  /** @param {Branch} each */
  click(each) {
    if (each === this.at && each.open) this.fold(each);
    else this.go(each, true);
    each.element?.focus();
  }

  /** Goes to a branch. @param {Branch} each @param {boolean} unfold whether its replies are shown */
  go(each, unfold) {
    this.at = each;
    if (unfold) each.open = true;
    for (let above = each.parent; above; above = above.parent) above.open = true;
    this.draw();
    this.choose(each, unfold);
    if (unfold && !each.children) this.unfold(each);
  }

  /** @param {Branch} each */
  fold(each) {
    each.open = false;
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const shown = this.visible(), focused = shown.find(({ element }) => element === document.activeElement);
    if (!focused || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = shown.indexOf(focused), { key } = event;
    /** @type {Record<string, () => void>} */ const acts = {
      ArrowDown: () => this.move(shown[place + 1]), ArrowUp: () => this.move(shown[place - 1]),
      Home: () => this.move(shown[0]), End: () => this.move(shown.at(-1)),
      ArrowRight: () => (focused.open ? this.move(focused.children?.[0]) : focused.children?.length !== 0 && this.go(focused, true)),
      ArrowLeft: () => (focused.open ? this.fold(focused) : focused.parent !== this.top && this.move(focused.parent ?? undefined)),
      Enter: () => this.go(focused, true), " ": () => this.go(focused, true),
    };
    if (!acts[key] && !/^[a-hNBRQKO0-9=x+#-]$/.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (acts[key]) acts[key]();
    else this.type(key, event.timeStamp, [...shown.slice(place), ...shown.slice(0, place)]);
  }

  /** Moves to the next branch whose move starts with what was typed. @param {string} key @param {number} time @param {Branch[]} order */
  type(key, time, order) {
    const more = time - this.last < TYPED;
    this.typed = more ? this.typed + key : key;
    this.last = time;
    this.move((more ? order : order.slice(1)).find(({ move }) => move?.san.startsWith(this.typed)));
  }

  /** @param {Branch | undefined} each */
  move(each) {
    if (!each) return;
    this.at = each;
    this.draw();
    each.element?.focus();
    this.choose(each, false);
  }
}
