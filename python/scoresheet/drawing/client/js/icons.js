// @ts-check
// Small signs of buttons.
import { h, s } from "./dom.js";

const PATHS = {
  back: "M10.5 3v10L4.5 8l6-5Z",
  columns: "M2 3h12v10H2V3Zm1.4 1.4v7.2h2.9V4.4H3.4Zm4.3 0v7.2h2.9V4.4H7.7Zm4.3 0v7.2h.6V4.4H12Z",
  end: "M3.5 3l6 5-6 5V3Zm7.2 0h1.8v10h-1.8V3Z",
  export: "M7.3 1.5h1.4v6.8l2.3-2.3 1 1L8 11 4 7l1-1 2.3 2.3V1.5ZM2 12.6h12V14H2v-1.4Z",
  fit: "M2 2h5v1.5H3.5V7H2V2Zm7 0h5v5h-1.5V3.5H9V2ZM2 9h1.5v3.5H7V14H2V9Zm10.5 0H14v5H9v-1.5h3.5V9Z",
  flip: "M5 1.5 8.2 5H5.7v9H4.3V5H1.8L5 1.5Zm6 13L7.8 11h2.5V2h1.4v9h2.5L11 14.5Z",
  fold: "M2 7.2h12v1.6H2V7.2ZM7.3 1h1.4v2.2l1.2-1.1.9 1L8 5.7 5.2 3.1l.9-1 1.2 1.1V1Zm1.4 14H7.3v-2.2l-1.2 1.1-.9-1L8 10.3l2.8 2.6-.9 1-1.2-1.1V15Z",
  forward: "M5.5 3l6 5-6 5V3Z",
  look: "M8 1.5a6.5 6.5 0 1 0 0 13c1 0 1.6-.7 1.6-1.5 0-.9-.7-1.2-.7-2s.6-1.4 1.5-1.4h1.5c1.6 0 2.6-1.2 2.6-2.7C14.5 3.8 11.6 1.5 8 1.5ZM4.4 8.6a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Zm1.9-3a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Zm3.4 0a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Zm2.2 2.6a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2Z",
  map: "M6 2 1.5 3.6v10.6L6 12.6l4 1.4 4.5-1.6V1.8L10 3.4 6 2ZM5.3 3.8v7.6L3 12.2V4.6l2.3-.8Zm1.4 0v7.6l2.6.9V4.7l-2.6-.9Zm4 .9v7.6l2.4-.9V3.8l-2.4.9Z",
  more: "M8 2.5a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Zm0 4.1a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Zm0 4.1a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z",
  pause: "M4 3h2.8v10H4V3Zm5.2 0H12v10H9.2V3Z",
  play: "M4 2.5 13 8l-9 5.5v-11Z",
  position: "M2 2h12v12H2V2Zm1.4 1.4v4.6H8V3.4H3.4Zm9.2 9.2V8H8v4.6h4.6Z",
  redo: "m10.6 2.4 4 3.6-4 3.6-.95-1 2.1-1.9H6.2a2.9 2.9 0 0 0 0 5.9h3V14h-3a4.3 4.3 0 0 1 0-8.7h5.5l-2-1.9.9-1Z",
  select: "M2 2h12v12H2V2Zm1.4 1.4v9.2h9.2V3.4H3.4Zm3.5 7.5L4.6 8.6l1-1 1.3 1.3 3.5-3.6 1 1-4.5 4.6Z",
  start: "M12.5 3v10l-6-5 6-5Zm-9 0h1.8v10H3.5V3Z",
  stop: "M7.3 1h1.4v7H7.3V1ZM4.6 3.2l.9 1.1a4.6 4.6 0 1 0 5 0l.9-1.1a6 6 0 1 1-6.8 0Z",
  undo: "M5.4 2.4 1.4 6l4 3.6.95-1-2.1-1.9H9.8a2.9 2.9 0 0 1 0 5.9h-3V14h3a4.3 4.3 0 0 0 0-8.7H4.3l2-1.9-.9-1Z",
  unfold: "M2 7.2h12v1.6H2V7.2ZM8 1l2.8 2.6-.9 1-1.2-1.1v2.2H7.3V3.5L6.1 4.6l-.9-1L8 1Zm0 14-2.8-2.6.9-1 1.2 1.1v-2.2h1.4v2.2l1.2-1.1.9 1L8 15Z",
};

/** A button with a sign; its label is for screen readers and shown when pointed at. @param {keyof typeof PATHS} sign @param {string} label @param {() => void} act */
export function iconButton(sign, label, act) {
  return h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: act }, icon(sign));
}

/** @param {keyof typeof PATHS} sign */
export function icon(sign) {
  return s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" }, s("path", { d: PATHS[sign] }));
}
