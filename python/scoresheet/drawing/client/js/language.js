// @ts-check
// The words of the interface in the reader's language. English is written in the code; a language is a table from that,
// which the script has: so nothing is ever drawn in another language first.
import { MESSAGES, ONLY } from "./messages.js";
import { keep, kept } from "./storage.js";

/** @typedef {Record<string, string | Record<string, string>>} Table */

/** The tables of the languages that this script has. */
const TABLES = /** @type {Record<string, Table>} */ (MESSAGES);
/** The languages by their own names. */
const NAMES = { en: "English", de: "Deutsch", es: "Español", fr: "Français" };

const spoken = ONLY || wanted();
const table = TABLES[spoken] ?? {};
const plurals = new Intl.PluralRules(spoken);

/** The language that the reader chose, or the first one of the browser's that is known; English if there is none. */
function wanted() {
  const asked = [chosenLanguage(), ...(globalThis.navigator?.languages ?? [])].map((code) => String(code).toLowerCase().split("-")[0]);
  return asked.find((code) => code === "en" || Object.hasOwn(TABLES, code)) ?? "en";
}

/** The code of the language that the page speaks. */
export function pageLanguage() {
  return spoken;
}

/** The languages to choose from, each with its name in itself; none in a page that is written in one. @returns {[string, string][]} */
export function languages() {
  return ONLY ? [] : Object.entries(NAMES).filter(([code]) => code === "en" || Object.hasOwn(TABLES, code));
}

/** The code of the language that the reader chose; empty for the browser's. @returns {string} */
export function chosenLanguage() {
  return kept("language", "");
}

/** Keeps a language for the pages that are opened from now on. @param {string} code */
export function chooseLanguage(code) {
  keep("language", code);
}

/**
 * Words in the reader's language. Call it when something is drawn: a constant of a module would stay English.
 * @param {string} english the words, with values as `{name}` @param {Record<string, string | number>} [values]
 */
export function t(english, values = {}) {
  const found = Object.hasOwn(table, english) ? table[english] : english;
  return filled(typeof found === "string" ? found : english, values);
}

/**
 * Words for a number of things. A table has its forms by their categories of CLDR below the form for many.
 * @param {number} n chooses the form @param {string} one in English @param {string} other in English, such as `{n} games`
 * @param {Record<string, string | number>} [values] `n` as it is written, and others
 */
export function tn(n, one, other, values = {}) {
  const forms = table[other];
  const english = n === 1 ? one : other;
  return filled(typeof forms === "object" ? (forms[plurals.select(n)] ?? forms.other) : english, { n, ...values });
}

/** @param {string} text @param {Record<string, string | number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
