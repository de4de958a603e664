// @ts-check
// What the view of a game requests, provided without a server: the rules of standard chess, and the text of the game.
import { t } from "./language.js";
import { knowsRules, positionOf } from "./rules.js";

/**
 * The services of a page without a server.
 * @param {() => string} pgn the text of the game that is shown @returns {import("./game.js").Services}
 */
export function offline(pgn) {
  return {
    position: async (fen, rules, move) => {
      if (!knowsRules(rules)) throw new Error(t("This page does not know these rules"));
      return positionOf(fen, move);
    },
    plays: knowsRules,
    text: async (_format, _options, edits) => ({
      text: pgn(),
      name: "game.pgn",
      losses: edits.length ? [{ message: t("This page saves the game without your changes") }] : [],
    }),
  };
}
