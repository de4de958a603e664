// @ts-check
// Numbers and values as text, as the reader's language writes them.
import { shownResult } from "./game_heading.js";
import { pageLanguage, t, tn } from "./language.js";

/** A whole number with separators. @param {number} number */
export function amount(number) {
  return number.toLocaleString(pageLanguage());
}

/** The columns whose numbers have no separators: years and ratings. */
const PLAIN = ["year", "rating", "elo", "lowest", "highest"];

/** Whether the numbers of a column have no separators. @param {string} column */
export function isPlain(column) {
  return PLAIN.includes(column);
}

/** A number with so many digits after the point. @param {number} number @param {number} digits */
export function decimal(number, digits) {
  return number.toLocaleString(pageLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A number of games. @param {number} number */
export function countedGames(number) {
  return tn(number, "{n} game", "{n} games", { n: amount(number) });
}

/** A number of bytes. @param {number} bytes */
export function size(bytes) {
  const units = [t("B"), t("KB"), t("MB"), t("GB")];
  let rest = bytes, unit = 0;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${rest < 10 && unit ? decimal(rest, 1) : amount(Math.round(rest))} ${units[unit]}`;
}

/** A part of a whole in percent. @param {number} part @param {number} whole */
export function share(part, whole) {
  return (whole ? part / whole : 0).toLocaleString(pageLanguage(), { style: "percent" });
}

/** A text of a game on one line, as the server writes those of games that are open: without what controls the direction. @param {string} text */
export function safe(text) {
  return text.replace(/\s+/g, " ").replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/** A value of a column as the list shows it. @param {string} kind @param {any} value */
export function cell(kind, value) {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "result") return shownResult(String(value));
  if (value === true) return "✓";
  return value === false ? "" : safe(String(value));
}
