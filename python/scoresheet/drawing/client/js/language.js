// @ts-check
// The words of the interface in the reader's language. English is written in the code; a language is a table from that.

/** @type {Record<string, string | Record<string, string>>} */
let messages = {};
let plurals = new Intl.PluralRules("en");
let spoken = "en";

/**
 * Takes another language for everything that is drawn from now on.
 * @param {string} language its code, such as `de` @param {Record<string, string | Record<string, string>>} table
 */
export function speak(language, table) {
  messages = table;
  spoken = language;
  plurals = new Intl.PluralRules(language);
}

/** The code of the language that the page speaks. */
export function pageLanguage() {
  return spoken;
}

/**
 * Words in the reader's language. Call it when something is drawn: a constant of a module would stay English.
 * @param {string} english the words, with values as `{name}` @param {Record<string, string | number>} [values]
 */
export function t(english, values = {}) {
  const found = messages[english];
  return filled(typeof found === "string" ? found : english, values);
}

/**
 * Words for a number of things. A table has its forms by their categories of CLDR below the form for many.
 * @param {number} n chooses the form @param {string} one in English @param {string} other in English, such as `{n} games`
 * @param {Record<string, string | number>} [values] `n` as it is written, and others
 */
export function tn(n, one, other, values = {}) {
  const forms = messages[other];
  const english = n === 1 ? one : other;
  return filled(typeof forms === "object" ? (forms[plurals.select(n)] ?? forms.other) : english, { n, ...values });
}

/** @param {string} text @param {Record<string, string | number>} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
