// @ts-check
// The letters of the pieces in the languages of the registry.
import { h } from "./dom.js";
import { t } from "./language.js";
import { LANGUAGES } from "./pieces.js";

/** @type {Map<string, string[]>} */
const LETTERS = new Map(LANGUAGES.map((language) => [language.id, language.letters]));

/** A move in SAN with the letters of a language, or with figurines. @param {string} san @param {string} language */
export function inLanguage(san, language) {
  const letters = LETTERS.get(language);
  if (!letters || language === "en" || san.startsWith("O-O")) return san;
  return san.replace(/[KQRBN]/g, (letter) => letters["KQRBN".indexOf(letter)]);
}

/** The choice of a language for the letters. @param {string} chosen @param {(language: string) => void} act @returns {HTMLElement} */
export function letterChoice(chosen, act) {
  const select = h("select", {}, LANGUAGES.map(({ id, title }) => h("option", { value: id, selected: id === chosen }, t(title))));
  select.addEventListener("change", () => act(select.value));
  return h("label", { class: "letters" }, t("Piece letters"), " ", select);
}
