// @ts-check
// Copying and saving: the position, the move and the game in the notations and formats of the registry.
import { h } from "./dom.js";
import { bytesOf, copy, download } from "./files.js";
import { t } from "./language.js";

/** @typedef {{name: string, title: string}} Named */

/**
 * The panel. `options` has the lists of the session; without a service, only what the page itself knows is offered.
 * @param {any} view the view of the game
 */
export function copying(view) {
  const { services, options } = view, infinite = view.game.kind === "infinite";
  const [format, name] = infinite ? ["icn", "ICN"] : ["pgn", "PGN"];
  const act = (/** @type {string} */ label, /** @type {string} */ done, /** @type {() => any} */ content) =>
    h("button", { type: "button", onclick: () => sayCopied(view, done, content) }, label);
  const rows = [h("div", { class: "row" },
    infinite ? null : act(t("Copy FEN"), t("Copied FEN"), () => view.node().fen),
    services.text ? act(t("Copy {name}", { name }), t("Copied {name}", { name }), async () => (await textOf(view, format)).text) : null,
    options.link ? act(t("Copy link"), t("Copied link"), () => location.href) : null,
    services.text ? h("button", { type: "button", onclick: () => save(view, format) }, t("Save {name}", { name })) : null)];
  if (services.notations && !infinite) {
    rows.push(chosen(view, t("Position as"), "position", options.notations?.positions ?? []));
    rows.push(chosen(view, t("Move as"), "move", options.notations?.moves ?? []));
  }
  if (services.text && options.formats?.length) rows.push(games(view, options.formats));
  return h("details", { class: "copying" }, h("summary", {}, t("Copy or save")), rows);
}

/** The announcement that a position or a move was copied. @param {"position" | "move"} kind */
export function copiedWords(kind) {
  return kind === "position" ? t("Copied position") : t("Copied move");
}

/** Copies something. @param {any} view @param {string} done the announcement @param {() => any} content */
export async function sayCopied(view, done, content) {
  try {
    view.say(await copy(await content()) ? done : t("The browser does not allow copying"));
  } catch (error) {
    view.say(String(/** @type {any} */ (error).message ?? error));
  }
}

/** The game as text or bytes, with what the reader changed. @param {any} view @param {string} format */
async function textOf(view, format) {
  const answer = await view.services.text(format, {}, view.explored.edits.list);
  if (answer.losses?.length) view.say(answer.losses.map((/** @type {any} */ loss) => loss.message).join("; "));
  return answer;
}

/** @param {any} view @param {string} format */
async function save(view, format) {
  try {
    const answer = await textOf(view, format);
    download(answer.name ?? `game.${format}`, answer.text ?? bytesOf(answer.base64));
  } catch (error) {
    view.say(String(/** @type {any} */ (error).message ?? error));
  }
}

/** @param {string} label @param {Named[]} list */
function menu(label, list) {
  const select = h("select", {}, list.map(({ name, title }) => h("option", { value: name }, t(title))));
  return { select, root: h("label", {}, `${label} `, select) };
}

/** A position or a move in a notation. @param {any} view @param {number} number @param {"position" | "move"} kind @param {string} name */
export async function inNotation(view, number, kind, name) {
  const node = view.game.nodes[number], before = view.game.nodes[Math.max(node.p, 0)];
  const fen = kind === "move" ? before.fen : node.fen;
  const answer = await view.services.notations(fen, view.game.rules, kind === "move" ? node.uci : undefined);
  const text = answer[kind]?.[name];
  if (text === undefined) throw new Error(kind === "position" ? t("There is no position in this notation") : t("There is no move in this notation"));
  return text;
}

/** @param {any} view @param {string} label @param {"position" | "move"} kind @param {Named[]} list */
function chosen(view, label, kind, list) {
  const { select, root } = menu(label, list);
  const content = () => inNotation(view, view.at, kind, select.value);
  return h("div", { class: "row" }, root,
    h("button", { type: "button", onclick: () => sayCopied(view, copiedWords(kind), content) },
      kind === "position" ? t("Copy position") : t("Copy move")));
}

/** @param {any} view @param {Named[]} formats */
function games(view, formats) {
  const { select, root } = menu(t("Game as"), formats);
  const content = async () => {
    const answer = await textOf(view, select.value);
    if (answer.text === undefined) throw new Error(t("This format is binary: save it instead"));
    return answer.text;
  };
  return h("div", { class: "row" }, root,
    h("button", { type: "button", onclick: () => sayCopied(view, t("Copied game"), content) }, t("Copy game")),
    h("button", { type: "button", onclick: () => save(view, select.value) }, t("Save game")));
}
