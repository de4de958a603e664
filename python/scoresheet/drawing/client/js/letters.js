// @ts-check
// The letters of the pieces in the languages of the registry.
import { LANGUAGES } from "./pieces.js";

/** @type {Map<string, string[]>} */
const LETTERS = new Map(LANGUAGES.map((language) => [language.id, language.letters]));

/** A move in SAN with the letters of a language, or with figurines. @param {string} san @param {string} language */
export function inLanguage(san, language) {
  const letters = LETTERS.get(language);
  if (!letters || language === "en" || san.startsWith("O-O")) return san;
  return san.replace(/[KQRBN]/g, (letter) => letters["KQRBN".indexOf(letter)]);
}
