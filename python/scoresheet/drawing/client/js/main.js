// @ts-check
// The viewer: asks the server what there is, and shows the screen for it.
import { ask } from "./api.js";
import { compare, isComparable } from "./compare.js";
import { takeDroppedFiles } from "./dropped_file.js";
import { Games } from "./games.js";
import { hasKeys } from "./keys.js";
import { report } from "./notices.js";
import { Openings } from "./openings.js";
import { GamePane } from "./play.js";
import { PositionSearch, positionText } from "./position_search.js";
import { Plots } from "./plots.js";
import { showConversion, showFailure, showOpening } from "./screens.js";
import { Shell } from "./shell.js";
import { State } from "./state.js";

const shell = new Shell();
/** Whether the page is too narrow for the list and the game side by side. */
const narrow = matchMedia("(max-width: 60rem)");

async function start() {
  let state = "failed";
  try {
    const session = await ask("session");
    state = session.state;
    shell.name(session);
    if (session.state === "ready") await showGames(session);
    else if (session.state === "converting") showConversion(shell.screen(), start);
    else if (session.state === "empty") showOpening(shell.screen(), start);
    else showFailure(shell.screen(), (await ask("progress")).error ?? { message: "the games cannot be read" }, start);
  } catch (error) {
    showFailure(shell.screen(), error, start);
  }
  document.documentElement.dataset.ready = state;
}

/** @param {any} session */
async function showGames(session) {
  const panes = shell.panes((view) => show(view));
  const state = new State((now, before) => follow(now, before));
  const game = new GamePane(panes.game, session, state, {
    open: (row) => open(row, 0), narrow: (fen, rules) => find(positionText(fen, rules)), find, setUp, clear: () => games.filters.reset(),
  });
  const plots = new Plots(panes.plots, session, {
    figure: (name, asked, signal) => ask(`figure/${name}`, asked, signal),
    suggest: (name, text, signal) => ask(`suggest/${encodeURIComponent(name)}?q=${encodeURIComponent(text)}`, undefined, signal),
  }, () => state.shown.filter);
  const tab = Math.random().toString(36).slice(2);
  const openings = new Openings(panes.openings, {
    ask: (name, asked, signal) => ask(name, { ...asked, tab: `openings ${tab}` }, signal),
    position: (fen, move) => ask(`position?${new URLSearchParams(move ? { fen, move } : { fen })}`),
    suggest: (text, signal) => ask(`suggest/player?q=${encodeURIComponent(text)}`, undefined, signal),
  }, {
    narrow: (fen) => find(positionText(fen, "standard")),
    play: (before, uci) => game.view === game.standard && game.standard.explored && game.standard.node().fen === before && void game.standard.add(uci),
  }, () => state.shown.filter);
  const games = new Games(panes.list, session, state, {
    open: (row) => open(row, 0), setUp: () => setUp(state.shown.filter.find ?? ""),
    compare: (rows) => {
      state.record({ compare: rows });
      void compare(rows, () => state.record({ compare: [] }));
    },
    filtered: (number) => {
      game.vacate(!number && session.games > 0);
      void leaveHidden();
    },
  });

  /** @param {string} view */
  function show(view) {
    state.record({ view });
    shell.show(view);
    if (view === "plots") plots.show();
    if (view === "openings") void openings.show();
  }

  /** Lists only the games with a position or a pattern. @param {string} text a FEN or a pattern; nothing for all games */
  function find(text) {
    const { find: _, ...others } = state.shown.filter, filter = text ? { ...others, find: text } : others;
    state.record({ filter });
    games.filters.fill(filter);
    void games.load();
    show("list");
  }

  /** Opens the board that finds positions. @param {string} text what it shows at first */
  function setUp(text) {
    if (!games.filters.pattern() || document.querySelector("dialog[open]")) return;
    new PositionSearch({
      count: (pattern, signal) => games.matching(pattern, signal), show: find,
      narrowed: () => Object.keys(state.shown.filter).some((name) => name !== "find"),
    }, text);
  }

  /** @param {number} row @param {number} at */
  async function open(row, at) {
    if (narrow.matches && state.shown.view === "list") show("game");
    if (!(await game.open(row, at))) return;
    state.record({ game: row });
    await games.find(row, false);
  }

  /** Opens the first game of the list if the filters hide the one that is open. */
  async function leaveHidden() {
    const row = game.wanted, other = row < 0 ? row : await games.shownInstead(row).catch(() => row);
    if (other !== row && row === game.wanted && (await game.open(other, 0))) await games.find(other, false);
  }

  /** Shows what the link says after it was changed. @param {import("./state.js").Shown} now @param {import("./state.js").Shown} before */
  async function follow(now, before) {
    shell.show(now.view);
    if (now.view === "plots") plots.show();
    void compare(isComparable(now.compare.length) ? now.compare : [], () => state.record({ compare: [] }));
    if (now.view === "openings") void openings.show();
    const order = (/** @type {import("./state.js").Shown} */ shown) => JSON.stringify([shown.filter, shown.sort]);
    if (order(now) !== order(before)) {
      games.filters.fill(now.filter);
      await games.load();
    }
    if (now.game !== null && now.game !== game.row) await game.open(now.game, now.at);
    else if (now.game !== null && now.at !== before.at) game.go(now.at);
    await games.find(now.game ?? -1, true);
    await leaveHidden();
  }

  shell.keys({
    filter: () => {
      show("list");
      games.filters.focus();
    },
    position: () => setUp(state.shown.filter.find ?? ""),
    leave: () => games.deselect(),
    list: () => show("list"), game: () => show("game"), plots: () => show("plots"), openings: () => show("openings"),
  }, (event) => panes.game.checkVisibility() && !hasKeys(event.target) && game.key(event));

  if (session.changed) report(new Error("a file has changed since it was opened; start `scoresheet serve` again to read it"));
  shell.show(state.shown.view);
  if (state.shown.view === "plots") plots.show();
  if (state.shown.view === "openings") void openings.show();
  const { game: asked, at } = state.shown;
  const first = asked ?? (session.games ? 0 : null);
  await Promise.all([games.load(), first === null ? null : game.open(first, at)]);
  if (first !== null) await games.find(first, asked !== null);
  await leaveHidden();
  if (isComparable(state.shown.compare.length)) await compare(state.shown.compare, () => state.record({ compare: [] }));
}

takeDroppedFiles();
void start();
