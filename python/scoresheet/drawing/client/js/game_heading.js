// @ts-check
// The heading of a game: its players, and the rest of its tags.
import { h, quoted } from "./dom.js";
import { t } from "./language.js";

/** A link to the page of a game, or the name of a place. @param {string | undefined} text */
function site(text) {
  if (!text || !/^https?:\/\/[\w.-]+(\/[^\s"<>]*)?$/.test(text)) return text;
  return h("a", { href: text, target: "_blank", rel: "noopener noreferrer" }, text.replace(/^https?:\/\/(www\.)?/, ""));
}

/** The name of the opening on the board: that of the last position in the line that has one. @param {any[]} nodes @param {number} at */
export function openingAt(nodes, at) {
  for (let number = at; number >= 0; number = nodes[number].p) if (nodes[number].op) return nodes[number].op.join(" ");
  return "";
}

/** The value of a tag, or undefined if it is unknown, as with `?` and `????.??.??`. @param {any} game @param {string} name @returns {string | undefined} */
export function known({ tags }, name) {
  const value = String(new Map(tags).get(name) ?? "");
  return /[^?.\-\s]/.test(value) ? value : undefined;
}

/** A result as it is shown. @param {string} result */
export function shownResult(result) {
  return result === "1/2-1/2" ? "½-½" : result;
}

/** The date of a game as far as it is known, such as `1858-11`. @param {any} game */
export function dateOf(game) {
  return known(game, "Date")?.replace(/(\.\?\?)+$/, "").replaceAll(".", "-");
}

/**
 * The heading.
 * @param {any} game
 * @param {{edit?: (() => void), link?: (name: string, content: Element) => Element}} [acts] what changes the tags, and makes a link to the page of a player
 */
export function heading(game, { edit, link } = {}) {
  const { result, opening, variant, nodes, file } = game, tag = (/** @type {string} */ name) => known(game, name);
  const player = (/** @type {string} */ side) => {
    const player = tag(side), content = quoted(player ?? t(side));
    return link && player ? link(player, content) : content;
  };
  const name = tag("Opening") ?? opening?.name, eco = tag("ECO") ?? opening?.eco;
  const round = tag("Round"), annotator = tag("Annotator"), date = dateOf(game);
  const named = [eco, name].filter(Boolean).join(" ");
  // The name of the opening on the board is below.
  const isOnBoard = nodes.some((/** @type {any} */ node) => node.op?.join(" ") === named);
  const facts = [variant, tag("Event"), site(tag("Site")), round && t("round {round}", { round }), date, isOnBoard ? "" : named,
    annotator && t("notes by {name}", { name: annotator }), file && t("in {file}", { file })].filter(Boolean);
  return h("header", {},
    h("h2", {}, player("White"), " – ", player("Black"), " ", h("span", { class: "result" }, shownResult(result)),
      edit && h("button", { type: "button", class: "edit-tags", "aria-label": t("Edit tags and result"), title: t("Edit tags and result"), onclick: edit }, "✎")),
    h("p", { class: "facts" }, facts.map((fact, index) => [index ? " · " : null, quoted(fact)])));
}
