// @ts-check
// More contrast than usual, if the reader wants it: for the page, and for games in shadow trees, which its styles do not reach.
import { keep, kept } from "./storage.js";

/** @type {Set<HTMLElement>} */ const places = new Set();

/** Whether the reader wants more contrast. */
export function wantsContrast() {
  return kept("contrast", false) === true;
}

/** Gives a place more contrast whenever the reader wants it. @param {HTMLElement} place */
export function wearContrast(place) {
  places.add(place);
  show(place, wantsContrast());
}

/** @param {HTMLElement} place @param {boolean} wanted */
function show(place, wanted) {
  if (wanted) place.dataset.contrast = "more";
  else delete place.dataset.contrast;
}

/** Keeps whether the reader wants more contrast, and shows it. @param {boolean} wanted */
export function chooseContrast(wanted) {
  keep("contrast", wanted);
  for (const place of places) show(place, wanted); // also if nothing can be stored
}
