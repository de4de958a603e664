// @ts-check
// A small board beside a move that the reader points at. It is only for the eyes: it never takes the focus, and screen
// readers do not know it, because they hear the move.
import { Board } from "./board.js";
import { h } from "./dom.js";

/** Milliseconds before the first board appears, so that none flashes while the pointer crosses the list. */
const PATIENCE = 200;
/** Pixels between a move and its board, and the window and the board. */
const GAP = 6;

export class Preview {
  /** @param {HTMLElement} host @param {{node: (number: number) => any, main: import("./board.js").Board, words: (node: any) => string}} options */
  constructor(host, options) {
    this.host = host;
    this.options = options;
    this.timer = 0;
    /** @type {Board | undefined} */ this.board = undefined;
    /** @type {HTMLElement | undefined} */ this.target = undefined;
    this.caption = h("p");
    this.frame = h("div");
    this.root = h("div", { class: "preview", popover: "manual", "aria-hidden": "true", inert: true }, this.frame, this.caption);
    this.escape = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape" || !this.shown) return;
      event.preventDefault();
      event.stopPropagation();
      this.hide();
    };
    this.gone = () => this.hide();
    host.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => this.over(event));
    host.addEventListener("pointerleave", this.gone);
    host.addEventListener("pointerdown", this.gone);
    host.addEventListener("focusout", this.gone);
  }

  /** @param {PointerEvent} event */
  over(event) {
    const move = /** @type {HTMLElement} */ (event.target).closest?.(".move");
    if (event.pointerType === "touch" || event.buttons || move === this.target) return;
    const shown = this.shown;
    this.hide();
    if (!(move instanceof HTMLElement)) return;
    this.target = move;
    if (shown) this.show(move);
    else this.timer = window.setTimeout(() => this.show(move), PATIENCE);
  }

  get shown() {
    return this.root.isConnected;
  }

  /** Shows the board after a move. @param {HTMLElement} move */
  show(move) {
    this.hide();
    if (!move.isConnected) return;
    const { main, node, words } = this.options, found = node(Number(move.dataset.node));
    const board = this.board ??= new Board(this.frame);
    board.wear(main.look);
    if (board.flipped !== main.flipped) board.flip();
    board.show(found);
    this.caption.textContent = words(found);
    this.target = move;
    this.host.append(this.root);
    this.root.showPopover?.();
    this.put(move.getBoundingClientRect());
    document.addEventListener("keydown", this.escape, true);
    document.addEventListener("scroll", this.gone, true);
  }

  /** Puts the board below a move, or above it. @param {DOMRect} at */
  put(at) {
    const { width, height } = this.root.getBoundingClientRect(), below = at.bottom + GAP;
    const top = below + height + GAP <= innerHeight ? below : Math.max(GAP, at.top - GAP - height);
    this.root.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
    this.root.style.top = `${top}px`;
  }

  hide() {
    window.clearTimeout(this.timer);
    this.target = undefined;
    this.root.remove();
    document.removeEventListener("keydown", this.escape, true);
    document.removeEventListener("scroll", this.gone, true);
  }
}
