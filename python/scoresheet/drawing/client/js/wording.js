// @ts-check
// Messages of the server as text of the page: text in backticks is shown as code.
import { h } from "./dom.js";

/** The parts of a message. @param {string | undefined} message @returns {any[]} */
export function worded(message) {
  return (message ?? "").split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));
}
