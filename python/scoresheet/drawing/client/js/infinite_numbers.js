// @ts-check
// Coordinates of any size. What is drawn is a small offset from an anchor, so it is as exact far away as at the origin.
import { t } from "./language.js";

/** @typedef {{x: bigint, y: bigint}} Place */

/** The least and the greatest of some numbers; there is at least one. @param {bigint[]} numbers @returns {[bigint, bigint]} */
export function range(numbers) {
  let [least, greatest] = [numbers[0], numbers[0]];
  for (const number of numbers) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return [least, greatest];
}

/** A coordinate in few characters; long ones lose their middle. @param {bigint} number */
export function short(number) {
  const text = String(number);
  return text.length <= 9 ? text : `${text.slice(0, 4)}…${text.slice(-3)}`;
}

/** A distance in few characters, such as 1.2×10³⁰. @param {number} squares */
export function distance(squares) {
  if (squares < 1e6) return String(Math.round(squares));
  if (squares > 1e299) return t("more than 10²⁹⁹");
  const [mantissa, power] = squares.toExponential(1).split("e+");
  return `${mantissa}×10${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

/** A place that a user has typed, such as 12,-5. @param {string} text @returns {Place | null} */
export function placeIn(text) {
  const parts = /^\s*([+-]?\d{1,1000})\s*[,; ]\s*([+-]?\d{1,1000})\s*$/.exec(text);
  return parts && { x: BigInt(parts[1]), y: BigInt(parts[2]) };
}
