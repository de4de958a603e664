// @ts-check
// The viewer: requests the state of the server, and shows the screen for it.
import { TAB, ask, shows } from "./api.js";
import { compare, isComparable } from "./compare.js";
import { h } from "./dom.js";
import { added, takeDroppedFiles } from "./dropped_file.js";
import { Games } from "./games.js";
import { hasKeys } from "./keys.js";
import { pageLanguage, t } from "./language.js";
import { report } from "./notices.js";
import { Openings } from "./openings.js";
import { GamePane } from "./play.js";
import { PlayerPage } from "./player_page.js";
import { PositionSearch, positionText } from "./position_search.js";
import { Plots } from "./plots.js";
import { showConversion, showFailure, showOpening } from "./screens.js";
import { Shell } from "./shell.js";
import { State, hashOf } from "./state.js";

document.documentElement.lang = pageLanguage();
const shell = new Shell();
/** Whether the page is too narrow for the list and the game side by side. */
const narrow = matchMedia("(max-width: 60rem)");
/** Whether names in the list can be links: a finger on a row means the game. */
const fine = matchMedia("(pointer: fine)");

async function start() {
  let state = "failed";
  try {
    const session = await ask("session");
    state = session.state;
    shows(session.source ?? "");
    shell.name(session);
    if (session.state === "ready") await showGames(session);
    else if (session.state === "converting") showConversion(shell.screen(), start);
    else if (session.state === "empty") showOpening(shell.screen(), start);
    else showFailure(shell.screen(), (await ask("progress")).error ?? { message: t("the games cannot be read") }, start);
  } catch (error) {
    showFailure(shell.screen(), error, start);
  }
  document.documentElement.dataset.ready = state;
}

/** @param {any} session */
async function showGames(session) {
  const panes = shell.panes((view) => show(view));
  const state = new State(session.filters.map((/** @type {any} */ { name }) => name), (now, before) => follow(now, before));
  const linked = session.figures.some((/** @type {any} */ figure) => figure.name === "player") ? link : undefined;
  const game = new GamePane(panes.game, session, state, {
    open: (row) => open(row, 0), narrow: (fen, rules) => find(positionText(fen, rules)), find, setUp, clear: () => games.filters.reset(),
    player: linked, edited: () => games.mark(),
  });
  added.carry = (more) => game.drafts.carry(more);
  const services = {
    figure: (/** @type {string} */ name, /** @type {object} */ asked, /** @type {AbortSignal} */ signal) => ask(`figure/${name}`, { tab: TAB, ...asked }, signal),
    suggest: (/** @type {string} */ name, /** @type {string} */ text, /** @type {AbortSignal | undefined} */ signal) =>
      ask(`suggest/${encodeURIComponent(name)}?q=${encodeURIComponent(text)}&tab=${TAB}-page`, undefined, signal),
  };
  const plots = new Plots(panes.plots, session, services, { filter: () => state.shown.filter, open: openBar, player, chosen: (plot) => state.record({ plot }) });
  const players = new PlayerPage(panes.player, session, services, {
    filter: () => state.shown.filter, open: openBar, link,
    games: (name) => void openBar(`player player=${JSON.stringify(name)}`), clear: () => void listOnly({}, "player"),
  });
  /** @type {Openings | undefined} made when it is shown first */ let openings;
  const makeOpenings = () => new Openings(panes.openings, {
    ask: (name, asked, signal) => ask(name, { ...asked, tab: `openings ${TAB}` }, signal),
    position: (fen, move) => ask(`position?${new URLSearchParams(move ? { fen, move } : { fen })}`),
    suggest: (text, signal) => services.suggest("player", text, signal),
  }, {
    narrow: (fen) => find(positionText(fen, "standard")),
    play: (before, uci) => {
      if (game.view !== game.standard || game.standard.explored?.game.nodes[game.standard.at].fen !== before) return;
      const known = game.standard.explored.find(game.standard.at, uci);
      if (known !== undefined) game.standard.go(known);
    },
  }, () => state.shown.filter, (line) => state.record({ line }));
  const games = new Games(panes.list, session, state, {
    open: (row) => open(row, 0), setUp: () => setUp(state.shown.filter.find ?? ""), link: fine.matches ? linked : undefined,
    edited: () => game.drafts.rows, listUnsaved: () => game.listUnsaved(),
    compare: (rows) => {
      state.record({ compare: rows });
      void showCompared();
    },
    filtered: (number) => {
      game.vacate(!number && session.games > 0);
      void leaveHidden();
    },
  });

  /** Compares the games that the link names, or ends the comparison if it names too few or too many. */
  function showCompared() {
    const { compare: rows } = state.shown;
    return compare(isComparable(rows.length) ? rows : [], () => state.record({ compare: [] }));
  }

  /** @param {string} view */
  function show(view) {
    state.record({ view });
    shell.show(view);
    showFigures();
  }

  /** Shows the plots, the openings or the page of a player, if that is the view. */
  function showFigures() {
    if (state.shown.view === "openings") void (openings ??= makeOpenings()).show(state.shown.line);
    if (state.shown.view === "plots") plots.show(state.shown.plot);
    if (state.shown.view === "player") void players.show(state.shown.name);
  }

  /** Shows the page of a player. @param {string} name */
  function player(name) {
    state.record({ view: "player", name });
    show("player");
  }

  /** A link to the page of a player. @param {string} name @param {Element} content */
  function link(name, content) {
    const href = hashOf({ view: "player", name, plot: "", line: "", game: null, at: 0, sort: null, compare: [], filter: {} });
    return h("a", { href, class: "player-link", title: t("All about this player"), onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      player(name);
    } }, content);
  }

  /** Lists the games behind a bar of a plot, and goes to the first: what was in focus is hidden. @param {string} bar */
  async function openBar(bar) {
    const { bar: before, ...others } = state.shown.filter;
    await listOnly({ ...others, bar: before && before !== bar ? `${before} and ${bar}` : bar });
    if (document.activeElement === document.body) panes.list.querySelector(".lines .row[tabindex='0']")?.focus();
  }

  /** Sets the filters, and shows a view. @param {Record<string, string>} filter @param {string} [view] */
  function listOnly(filter, view = "list") {
    state.record({ filter, view });
    games.filters.fill(filter);
    show(view);
    return games.load();
  }

  /** Lists only the games with a position or a pattern. @param {string} text a FEN or a pattern; nothing for all games */
  function find(text) {
    const { find: _, ...others } = state.shown.filter;
    void listOnly(text ? { ...others, find: text } : others);
  }

  /** Opens the board that finds positions. @param {string} text what it shows at first */
  function setUp(text) {
    if (!games.filters.pattern() || document.querySelector("dialog[open]")) return;
    new PositionSearch({
      count: (pattern, signal) => games.matching(pattern, signal), show: find, start: (fen) => game.setStart(fen),
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

  /** Shows the content of the link after it was changed. @param {import("./state.js").Shown} now @param {import("./state.js").Shown} before */
  async function follow(now, before) {
    shell.show(now.view);
    void showCompared();
    showFigures();
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

  if (session.changed) report(new Error(t("a file has changed since it was opened; start `scoresheet serve` again to read it")));
  shell.show(state.shown.view);
  showFigures();
  const { game: asked, at } = state.shown;
  const first = asked ?? (session.games ? 0 : null);
  await Promise.all([games.load(), first === null ? null : game.open(first, at)]);
  if (first !== null) await games.find(first, asked !== null);
  await leaveHidden();
  await showCompared();
}

takeDroppedFiles();
void start();
