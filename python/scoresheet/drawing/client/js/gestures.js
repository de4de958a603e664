// @ts-check
// The wheel over a board, and swipes on it, step through the moves.

/** How far the wheel turns, in pixels, for a step. */
const NOTCH = 60;

/** How far a finger goes to the side, in pixels, and how much further than up or down. */
const SWIPE = 40, SLOPE = 1.6;

/**
 * Steps by the wheel and by swipes over an element.
 * @param {HTMLElement} over @param {{back: () => void, forward: () => void, holds: () => boolean}} acts `holds` returns whether a
 * piece is being dragged
 */
export function listenForSteps(over, { back, forward, holds }) {
  let turned = 0;
  over.addEventListener("wheel", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    // Some browsers count lines or pages.
    turned += event.deltaY * [1, 30, 300][event.deltaMode];
    for (; turned >= NOTCH; turned -= NOTCH) forward();
    for (; turned <= -NOTCH; turned += NOTCH) back();
  }, { passive: false });
  /** @type {{id: number, x: number, y: number} | null} */ let touch = null;
  over.addEventListener("pointerdown", (event) => {
    touch = event.pointerType === "touch" && event.isPrimary ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  });
  over.addEventListener("pointerup", (event) => {
    if (touch?.id !== event.pointerId) return;
    const x = event.clientX - touch.x, y = event.clientY - touch.y;
    touch = null;
    if (holds() || Math.abs(x) < SWIPE || Math.abs(x) < SLOPE * Math.abs(y)) return;
    if (x < 0) forward();
    else back();
  });
}
