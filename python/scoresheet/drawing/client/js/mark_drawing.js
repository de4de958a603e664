// @ts-check
// Arrows and squares that the reader draws on the board: with the right button, or with keys from the square that has
// the focus. The colours are those of Lichess: green, red with Shift or Ctrl, blue with Alt, yellow with both.
import { squareName } from "./fen.js";
import { t } from "./language.js";
import { arrow } from "./marks.js";
import { MARKS } from "./pieces.js";

/** @param {PointerEvent | KeyboardEvent} event */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const red = shiftKey || ctrlKey, blue = altKey || metaKey;
  return red && blue ? "Y" : red ? "R" : blue ? "B" : "G";
}

/** The rows without the one of the same squares, and with the given one if that had another colour. @param {any[][]} rows @param {any[]} given */
function toggled(rows, given) {
  const squares = (/** @type {any[]} */ row) => row.slice(0, -1).join(), old = rows.find((row) => squares(row) === squares(given));
  const others = rows.filter((row) => row !== old);
  return old && old[old.length - 1] === given[given.length - 1] ? others : [...others, given];
}

/** Lets the reader draw on the board of a view. @param {any} view */
export function drawMarks(view) {
  const { board } = view, { grid } = board;
  /** @type {number | undefined} where the arrow of the keys starts */ let start;

  /** @param {number} from @param {number} to @param {string} colour */
  const mark = (from, to, colour) => {
    const { arr = [], csl = [] } = view.node();
    view.editing.make({ edit: "marks", node: view.at, arrows: from === to ? arr : toggled(arr, [from, to, colour]),
      squares: from === to ? toggled(csl, [to, colour]) : csl });
  };

  /** The square below a pointer, or -1. @param {PointerEvent} event */
  const under = (event) => {
    const box = board.svg.getBoundingClientRect();
    const x = Math.floor(((event.clientX - box.left) / box.width) * 8), y = Math.floor(((event.clientY - box.top) / box.height) * 8);
    return x >= 0 && x < 8 && y >= 0 && y < 8 ? board.squareAt(x, y) : -1;
  };

  grid.addEventListener("contextmenu", (/** @type {Event} */ event) => event.preventDefault());
  grid.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
    const from = under(event), node = view.node(), ending = new AbortController(), { signal } = ending;
    if (event.button !== 2 || from < 0) return;
    /** @type {Element | undefined} */ let drawn;
    const draw = (/** @type {PointerEvent} */ moved) => {
      const to = under(moved), colour = /** @type {Record<string, string>} */ (MARKS)[colourOf(moved)];
      drawn?.remove();
      if (to < 0) return;
      drawn = arrow(board.corner(from), board.corner(to), colour);
      board.layers.arrows.append(drawn);
    };
    draw(event);
    const page = grid.ownerDocument;
    page.addEventListener("pointermove", draw, { signal });
    for (const name of ["pointerup", "pointercancel"]) page.addEventListener(name, (/** @type {PointerEvent} */ last) => {
      ending.abort();
      drawn?.remove();
      const to = name === "pointerup" ? under(last) : -1;
      if (to >= 0 && view.node() === node) mark(from, to, colourOf(last));
    }, { signal });
  });

  grid.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.code !== "KeyA" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const from = start, to = board.focused;
    start = from === undefined ? to : undefined;
    if (from !== undefined) mark(from, to, colourOf(event));
    else view.say(t("Arrow from {square}: go to another square and press A again. On the same square, A marks it.", { square: squareName(to) }));
  });
}
