// @ts-check
// More contrast than usual, if the reader wants it.
import { keep, kept } from "./state.js";

/** Whether the reader wants more contrast. */
export function wantsContrast() {
  return kept("contrast", false) === true;
}

/** Gives the page more contrast if the reader wants it. */
export function applyContrast() {
  if (wantsContrast()) document.documentElement.dataset.contrast = "more";
  else delete document.documentElement.dataset.contrast;
}

/** Keeps whether the reader wants more contrast, and shows it. @param {boolean} wanted */
export function chooseContrast(wanted) {
  keep("contrast", wanted);
  applyContrast();
}
