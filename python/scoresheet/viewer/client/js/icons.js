// @ts-check
// Small signs of buttons.
import { h, s } from "./dom.js";

const PATHS = {
  columns: "M2 3h12v10H2V3Zm1.4 1.4v7.2h2.9V4.4H3.4Zm4.3 0v7.2h2.9V4.4H7.7Zm4.3 0v7.2h.6V4.4H12Z",
  export: "M7.3 1.5h1.4v6.8l2.3-2.3 1 1L8 11 4 7l1-1 2.3 2.3V1.5ZM2 12.6h12V14H2v-1.4Z",
  select: "M2 2h12v12H2V2Zm1.4 1.4v9.2h9.2V3.4H3.4Zm3.5 7.5L4.6 8.6l1-1 1.3 1.3 3.5-3.6 1 1-4.5 4.6Z",
  stop: "M7.3 1h1.4v7H7.3V1ZM4.6 3.2l.9 1.1a4.6 4.6 0 1 0 5 0l.9-1.1a6 6 0 1 1-6.8 0Z",
};

/** A button with a sign; its label is for screen readers and shown when pointed at. @param {keyof typeof PATHS} sign @param {string} label @param {() => void} act */
export function iconButton(sign, label, act) {
  return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(sign));
}

/** @param {keyof typeof PATHS} sign */
export function icon(sign) {
  return s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" }, s("path", { d: PATHS[sign] }));
}
