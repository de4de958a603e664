// @ts-check
// Choices of the reader, such as the theme and the columns, which the browser keeps.

/** A choice that the browser kept, or the given value. @param {string} name @param {any} otherwise @returns {any} */
export function kept(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(`scoresheet.${name}`) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // storage is off, or holds something else
  }
}

/** Keeps a choice. @param {string} name @param {any} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`scoresheet.${name}`, JSON.stringify(value));
  } catch {
    // The choice holds until the page is closed.
  }
}
