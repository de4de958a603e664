// @ts-check
// Elements made from text. Content of a game becomes text nodes and is never parsed as markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. An attribute whose name starts with `on` is a listener; false, null and undefined are left out.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** @param {any} element @param {Record<string, any>} attributes @param {any[]} children */
function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** More letters of a name than this are not shown at once. */
const LONG = 80;

/** A text of a game, which can be in any direction. A long one is cut after two lines, and shown whole under the pointer. @param {any} text */
export function quoted(text) {
  return h("bdi", text.length > LONG ? { class: "long", title: text } : {}, text);
}

/** A push button. @param {string} label @param {string | Element} sign @param {() => void} act @returns {HTMLButtonElement} */
export function button(label, sign, act) {
  return h("button", { type: "button", "aria-label": label, title: label, onclick: act }, sign);
}
