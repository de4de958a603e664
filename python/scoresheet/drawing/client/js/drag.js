// @ts-check
// Dragging a piece from a square or from a hand to a square.
import { BOX } from "./marks.js";

/** Pixels that the pointer has to move. A press without a movement stays a click. */
const SLACK = 5;

/**
 * Follows the pointer with a piece, and plays the move to the square where it is released.
 * @param {import("./board.js").Board} board
 * @param {PointerEvent} event the press
 * @param {HTMLElement} pressed the element that was pressed
 * @param {import("./board.js").Start} start
 * @param {() => import("./board.js").Man} lift returns the piece when it begins to move
 */
export function drag(board, event, pressed, start, lift) {
  board.dragged = false;
  if (!board.starts(start)) return;
  const box = board.svg.getBoundingClientRect(), scale = (8 * BOX) / box.width, ending = new AbortController();
  /** @type {import("./board.js").Man | undefined} */ let man;
  const follow = (/** @type {PointerEvent} */ moved) => {
    if (moved.pointerId !== event.pointerId) return;
    if (!man && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < SLACK) return;
    if (!man) {
      man = lift();
      pressed.setPointerCapture(event.pointerId);
      board.hold(man, start);
    }
    const x = (moved.clientX - box.left) * scale - BOX / 2, y = (moved.clientY - box.top) * scale - BOX / 2;
    man.element.style.transform = `translate(${x}px,${y}px)`;
  };
  const release = (/** @type {PointerEvent} */ last) => {
    if (last.pointerId !== event.pointerId) return;
    ending.abort();
    if (!man) return;
    const x = Math.floor(((last.clientX - box.left) / box.width) * 8);
    const y = Math.floor(((last.clientY - box.top) / box.height) * 8);
    const inside = last.type === "pointerup" && x >= 0 && x < 8 && y >= 0 && y < 8;
    board.release(man, start, inside ? board.squareAt(x, y) : board.outside(start));
  };
  const { signal } = ending, page = pressed.ownerDocument; // the first movement may already leave what was pressed
  page.addEventListener("pointermove", follow, { signal });
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) page.addEventListener(name, release, { signal });
}
