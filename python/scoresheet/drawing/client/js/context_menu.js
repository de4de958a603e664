// @ts-check
// A menu at a place of the page, according to the pattern of ARIA: arrow keys, letters, Escape, and the focus returns.
// A menu inside a menu takes its place, which suits narrow pages, and the left arrow key or Escape leads back.
import { h } from "./dom.js";

/** @typedef {{label: string, act?: () => void, items?: () => Item[], checked?: boolean}} Item an action, or a submenu */

/** The least distance from the edges of the window, in pixels. */
const MARGIN = 4;

/** @type {Menu | undefined} */
let open;

class Menu {
  /** @param {HTMLElement} host @param {string} label @param {Item[]} items @param {{x: number, y: number}} place @param {() => void} back */
  constructor(host, label, items, place, back) {
    this.place = place;
    this.back = back;
    /** @type {{label: string, items: Item[], from: number}[]} */ this.levels = [];
    this.root = h("div", { role: "menu", class: "context-menu", popover: "manual" });
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.root.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
    this.root.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (event.relatedTarget && !this.root.contains(event.relatedTarget)) this.close(false);
    });
    this.outside = (/** @type {Event} */ event) => {
      if (!this.root.contains(event.target)) this.close(false);
    };
    this.left = () => this.close(false);
    document.addEventListener("pointerdown", this.outside, true);
    window.addEventListener("blur", this.left);
    host.append(this.root);
    this.root.showPopover?.();
    this.enter(label, items);
  }

  /** Shows a level of the menu. @param {string} label @param {Item[]} items @param {number} [from] the item to focus */
  enter(label, items, from = 0) {
    this.levels.push({ label, items, from });
    this.root.setAttribute("aria-label", label);
    this.root.replaceChildren(...items.map((item, index) => h("button", { type: "button", role: item.checked === undefined ? "menuitem" : "menuitemcheckbox", tabindex: index === from ? 0 : -1, "aria-checked": item.checked === undefined ? null : String(item.checked),
      "aria-haspopup": item.items ? "menu" : null, onclick: () => this.choose(item, index) }, item.label)));
    const { width, height } = this.root.getBoundingClientRect(), { x, y } = this.place;
    this.root.style.left = `${Math.max(MARGIN, Math.min(x, innerWidth - width - MARGIN))}px`;
    this.root.style.top = `${Math.max(MARGIN, Math.min(y, innerHeight - height - MARGIN))}px`;
    this.root.children[from]?.focus();
  }

  /** @param {Item} item @param {number} index */
  choose(item, index) {
    this.levels[this.levels.length - 1].from = index;
    if (item.items) return this.enter(item.label, item.items());
    this.close(true);
    item.act?.();
  }

  /** Goes back to the menu before this one, or closes it. */
  leave() {
    this.levels.pop();
    const before = this.levels.pop();
    if (before) this.enter(before.label, before.items, before.from);
    else this.close(true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    event.stopPropagation(); // the keys of the page have no meaning here
    const all = /** @type {HTMLElement[]} */ ([...this.root.children]), at = all.indexOf(/** @type {any} */ (document.activeElement));
    /** @param {number} to */ const go = (to) => all[(to + all.length) % all.length].focus();
    const { items } = this.levels[this.levels.length - 1];
    /** @type {Record<string, () => void>} */ const acts = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(-1), Escape: () => this.leave(),
      ArrowRight: () => items[at]?.items && this.choose(items[at], at), ArrowLeft: () => this.levels.length > 1 && this.leave(),
    };
    if (event.key === "Tab") return this.close(true);
    if (Object.hasOwn(acts, event.key)) acts[event.key]();
    else if (/^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey) this.letter(all, at, event.key.toLowerCase());
    else return;
    event.preventDefault();
  }

  /** Goes to the next item that starts with a letter. @param {HTMLElement[]} all @param {number} at @param {string} letter */
  letter(all, at, letter) {
    [...all.slice(at + 1), ...all.slice(0, at + 1)].find((each) => each.textContent?.toLowerCase().startsWith(letter))?.focus();
  }

  /** @param {boolean} returns whether the focus goes back to where it was */
  close(returns) {
    if (open !== this) return;
    open = undefined;
    document.removeEventListener("pointerdown", this.outside, true);
    window.removeEventListener("blur", this.left);
    this.root.remove();
    if (returns) this.back();
  }
}

/**
 * Opens a menu, which closes another one. `back` puts the focus where it was.
 * @param {HTMLElement} host @param {string} label @param {Item[]} items @param {{x: number, y: number}} place @param {() => void} back
 */
export function openMenu(host, label, items, place, back) {
  open?.close(false);
  open = new Menu(host, label, items, place, back);
}
