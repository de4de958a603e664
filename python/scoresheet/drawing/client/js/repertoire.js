// @ts-check
// The holes in a player's repertoire: replies that the player rarely met, scores badly against, or replies to in many
// ways.
import { isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { amount } from "./format.js";
import { t, tn } from "./language.js";
import { Suggestions } from "./suggest.js";

/** @typedef {{kind: string, line: string[], games: number, share: number, own: number, score: number | null, answers: [string, number][]}} Hole */

export class Repertoire {
  /** @param {import("./openings.js").Services} services @param {() => Record<string, string>} filter @param {(line: string[]) => void} follow */
  constructor(services, filter, follow) {
    this.services = services;
    this.filter = filter;
    this.follow = follow;
    this.player = h("input", { type: "text" });
    this.color = h("select", {}, h("option", { value: "white" }, t("White")), h("option", { value: "black" }, t("Black")));
    this.said = h("p", { class: "faint", role: "status" });
    this.list = h("ol", { class: "holes" });
    const find = () => void this.find(), { root } = new Suggestions(this.player, (text, signal) => services.suggest(text, signal), find);
    this.player.addEventListener("change", find);
    this.color.addEventListener("change", find);
    this.root = h("section", { class: "repertoire" }, h("h2", {}, t("Holes in a repertoire")),
      h("div", { class: "tools" }, h("label", {}, `${t("Player")} `, root), h("label", {}, `${t("Color")} `, this.color)), this.said, this.list);
  }

  async find() {
    const player = this.player.value.trim();
    this.asking?.abort();
    this.list.replaceChildren();
    this.said.textContent = player ? t("Counting…") : "";
    if (!player) return;
    const asking = (this.asking = new AbortController());
    try {
      const found = await this.services.ask("holes", { player, color: this.color.value, filter: this.filter() }, asking.signal);
      if (this.asking !== asking) return;
      const games = tn(found.own, "{n} game of the player", "{n} games of the player", { n: amount(found.own) });
      const others = tn(found.others, "{n} other game", "{n} other games", { n: amount(found.others) });
      this.said.textContent = `${games}, ${others}: ${tn(found.found, "{n} hole", "{n} holes")}`;
      this.list.replaceChildren(...found.holes.map((/** @type {Hole} */ hole) => h("li", {},
        h("button", { type: "button", class: "quiet", onclick: () => this.follow(hole.line) }, numbered(hole.line)), " ", h("span", {}, reason(hole)))));
    } catch (error) {
      if (this.asking === asking && !isSuperseded(error)) this.said.textContent = /** @type {Error} */ (error).message;
    }
  }
}

/** @param {string[]} line */
function numbered(line) {
  return line.map((san, number) => (number % 2 ? san : `${number / 2 + 1}. ${san}`)).join(" ");
}

/** Why a position is a hole. @param {Hole} hole */
function reason({ kind, games, share, own, score, answers }) {
  if (kind === "rare") return t("played in {share} % of other games ({games}), met {own} times", { share: amount(share), games: amount(games), own: amount(own) });
  if (kind === "bad") return t("score {score} % in {own} games", { score: amount(score ?? 0), own: amount(own) });
  return t("no consistent answer in {own} games: {answers}", { own: amount(own), answers: answers.map(([san, times]) => `${san} ${times}`).join(", ") });
}
