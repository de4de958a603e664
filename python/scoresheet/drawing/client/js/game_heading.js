// @ts-check
// The heading of a game: its players, and what else its tags say.
import { h } from "./dom.js";

/** The heading. @param {any} game */
export function heading(game) {
  const { tags, result, opening, variant } = game, tag = new Map(tags);
  const known = (/** @type {string} */ name) => {
    const value = String(tag.get(name) ?? "");
    return /[^?.\-\s]/.test(value) ? value : undefined;
  };
  const name = known("Opening") ?? opening?.name, eco = known("ECO") ?? opening?.eco;
  const round = known("Round"), date = known("Date")?.replace(/(\.\?\?)+$/, "").replaceAll(".", "-");
  const facts = [variant, known("Event"), known("Site"), round && `round ${round}`, date, [eco, name].filter(Boolean).join(" "),
    known("Annotator") && `notes by ${known("Annotator")}`].filter(Boolean);
  return h("header", {},
    h("h2", {}, h("bdi", {}, known("White") ?? "White"), " – ", h("bdi", {}, known("Black") ?? "Black"), ` ${result}`),
    h("p", { class: "facts" }, facts.map((fact, index) => [index ? " · " : null, h("bdi", {}, fact)])));
}
