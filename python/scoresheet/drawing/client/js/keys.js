// @ts-check
// All keys: what they do, and the words that help has for them.
import { t } from "./language.js";

/**
 * @typedef {{area: string, keys: string[], act: string, words: string}} Key
 */

/** The areas in the order of help, with their titles. */
export function areas() {
  return {
    page: t("Everywhere"), list: t("List of games"), game: t("Game"), board: t("Board"), position: t("Position to find"),
    infinite: t("Board without edges"),
  };
}

/** Their words are English; help translates them. @type {Key[]} */
export const KEYS = [
  { area: "page", keys: ["/"], act: "filter", words: "Go to the filters" },
  { area: "page", keys: ["p"], act: "position", words: "Find a position" },
  { area: "page", keys: ["?"], act: "help", words: "Show these keys" },
  { area: "page", keys: ["Escape"], act: "leave", words: "Close a dialog, leave a field, or clear the selection" },
  { area: "page", keys: ["1"], act: "list", words: "Show the games" },
  { area: "page", keys: ["2"], act: "game", words: "Show the game alone" },
  { area: "page", keys: ["3"], act: "plots", words: "Show the plots" },
  { area: "page", keys: ["4"], act: "openings", words: "Show the openings" },
  { area: "list", keys: ["ArrowUp", "ArrowDown"], act: "step", words: "Previous or next game" },
  { area: "list", keys: ["PageUp", "PageDown"], act: "page", words: "Previous or next page" },
  { area: "list", keys: ["Home", "End"], act: "edge", words: "First or last game" },
  { area: "list", keys: ["Enter"], act: "open", words: "Open the game" },
  { area: "list", keys: [" "], act: "select", words: "Select the game, or remove it from the selection" },
  { area: "list", keys: ["Shift+ArrowUp", "Shift+ArrowDown"], act: "extend", words: "Extend the selection" },
  { area: "list", keys: ["c"], act: "compare", words: "Compare two to six selected games" },
  { area: "list", keys: ["Ctrl+a"], act: "all", words: "Select all games" },
  { area: "list", keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], act: "resize", words: "On a heading: narrow or widen its column" },
  { area: "game", keys: ["ArrowLeft", "ArrowRight"], act: "ply", words: "Previous or next move" },
  { area: "game", keys: ["ArrowUp", "ArrowDown"], act: "sibling", words: "Previous or next variation" },
  { area: "game", keys: ["Home", "End"], act: "ends", words: "Start or end of the game" },
  { area: "game", keys: [" "], act: "autoplay", words: "Start or stop autoplay" },
  { area: "game", keys: ["f"], act: "flip", words: "Flip the board" },
  { area: "game", keys: ["c"], act: "copy", words: "Copy" },
  { area: "game", keys: ["Delete"], act: "remove", words: "Delete the move and those after it" },
  { area: "game", keys: ["Shift+ArrowLeft", "Shift+ArrowRight"], act: "look", words: "Look at the move beside this one on a small board" },
  { area: "game", keys: ["Shift+F10"], act: "menu", words: "Promote, delete or copy the move" },
  { area: "game", keys: ["v"], act: "fold", words: "Fold all variations, or unfold them" },
  { area: "game", keys: ["e"], act: "comment", words: "Edit the comment" },
  { area: "game", keys: ["!"], act: "signs", words: "Choose the signs of the move" },
  { area: "game", keys: ["Ctrl+z"], act: "undo", words: "Undo what you changed" },
  { area: "game", keys: ["Ctrl+y", "Ctrl+Shift+z"], act: "redo", words: "Redo it" },
  { area: "board", keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], act: "square", words: "Go to another square" },
  { area: "board", keys: ["Enter"], act: "move", words: "Take up a piece, or put it down" },
  { area: "board", keys: ["Escape"], act: "back", words: "Put the piece back" },
  { area: "board", keys: ["a"], act: "draw", words: "Start an arrow, or draw it to the square; on the same square, mark it. Shift: red, Alt: blue, both: yellow" },
  { area: "position", keys: ["K", "Q", "R", "B", "N", "P"], act: "white", words: "Place a white piece on the square" },
  { area: "position", keys: ["k", "q", "r", "b", "n", "p"], act: "black", words: "Place a black piece" },
  { area: "position", keys: ["A", "a", "*"], act: "any", words: "Any white piece, any black piece, any piece" },
  { area: "position", keys: [".", "?"], act: "other", words: "An empty square, or anything" },
  { area: "position", keys: ["Enter"], act: "place", words: "Place what is chosen" },
  { area: "position", keys: ["Delete", "Backspace"], act: "erase", words: "Clear the square" },
  { area: "infinite", keys: ["Shift+ArrowLeft", "Shift+ArrowRight", "Shift+ArrowUp", "Shift+ArrowDown"], act: "pan", words: "Move the board" },
  { area: "infinite", keys: ["+", "="], act: "in", words: "Zoom in" },
  { area: "infinite", keys: ["-"], act: "out", words: "Zoom out" },
  { area: "infinite", keys: ["0"], act: "fit", words: "Show all pieces" },
  { area: "infinite", keys: ["m"], act: "map", words: "Show a map of all pieces" },
  { area: "infinite", keys: ["Escape"], act: "clear", words: "Hide the moves of a piece" },
];

/** The signs of keys that are printed in no language, and the words for the others. @returns {Record<string, string>} */
function names() {
  return {
    ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": t("Space"), PageUp: t("Page Up"), PageDown: t("Page Down"),
    Escape: t("Esc"), Home: t("Home"), End: t("End"), Enter: t("Enter"), Delete: t("Delete"), Backspace: t("Backspace"), Shift: t("Shift"), Ctrl: t("Ctrl"),
  };
}

/** The parts of a key as they are printed on keyboards. @param {string} key */
export function printed(key) {
  const known = names();
  return key.split(/(?<=.)\+/).map((part) => known[part] ?? (part.length === 1 && key.includes("+") ? part.toUpperCase() : part));
}

/** The key of an event, as the list has it. @param {KeyboardEvent} event */
function named(event) {
  const shift = event.shiftKey && event.key.length > 1 ? "Shift+" : "";
  return (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + shift + (event.ctrlKey ? event.key.toLowerCase() : event.key);
}

/** What an event does in an area, or undefined. @param {string} area @param {KeyboardEvent} event */
export function actOf(area, event) {
  if (event.altKey) return undefined;
  const name = named(event);
  return KEYS.find((key) => key.area === area && key.keys.includes(name))?.act;
}

/** Whether an element of the plots uses keys itself: a chart, or what is scrolled. @param {EventTarget | null} target */
export function hasKeys(target) {
  return target instanceof Element && target.closest(".plots :is(svg, [tabindex])") !== null;
}

/** Whether an element takes the letters that are typed. @param {EventTarget | null} target */
export function takesText(target) {
  const element = /** @type {HTMLElement | null} */ (target);
  if (element instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit|range)$/.test(element.type);
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
}
