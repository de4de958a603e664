// @ts-check
// Numbers and values as text.

const COUNT = new Intl.NumberFormat("en");
const SHARE = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** A whole number with separators. @param {number} number */
export function amount(number) {
  return COUNT.format(number);
}

/** A count with its noun. @param {number} number @param {string} one @param {string} [many] */
export function counted(number, one, many = `${one}s`) {
  return `${amount(number)} ${number === 1 ? one : many}`;
}

/** A number of bytes. @param {number} bytes */
export function size(bytes) {
  const units = ["B", "KB", "MB", "GB"];
  let rest = bytes, unit = 0;
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000;
    unit += 1;
  }
  return `${rest < 10 && unit ? rest.toFixed(1) : Math.round(rest)} ${units[unit]}`;
}

/** A part of a whole in percent. @param {number} part @param {number} whole */
export function share(part, whole) {
  return SHARE.format(whole ? part / whole : 0);
}

/** A value of a column as the list shows it. @param {string} kind @param {any} value */
export function cell(kind, value) {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "result") return value === "1/2-1/2" ? "½-½" : String(value);
  if (value === true) return "✓";
  return value === false ? "" : String(value);
}
