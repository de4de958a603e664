// @ts-check
// The frame of the page: header, views, and the keys that work everywhere.
import { ask } from "./api.js";
import { h } from "./dom.js";
import { openHelp } from "./help.js";
import { nameFiles } from "./open_files.js";
import { iconButton } from "./icons.js";
import { actOf, takesText } from "./keys.js";
import { t } from "./language.js";
import { report } from "./notices.js";
import { showStopped } from "./screens.js";
import { keep, kept } from "./storage.js";
import { themeButton } from "./theme.js";

/** The titles of the views that have tabs. @returns {Record<string, string>} */
const titles = () => ({ list: t("Games"), game: t("Board"), plots: t("Plots"), openings: t("Openings") });
/** The least and the greatest share of the list in percent. */
const LEAST = 30, GREATEST = 70;

/** @param {string} id @returns {any} */
export function element(id) {
  return document.getElementById(id);
}

export class Shell {
  constructor() {
    this.main = element("main");
    this.version = "";
    element("controls").append(themeButton(), h("button", { type: "button", class: "quiet", "aria-label": t("Keys"), title: t("Keys (?)"),
      onclick: () => openHelp(this.version) }, "?"), iconButton("stop", t("Stop Scoresheet"), () => this.stop()));
  }

  /** Names the file. @param {any} session */
  name(session) {
    this.version = session.version;
    nameFiles(element("name"), session);
    document.title = session.name ? `${session.name} · Scoresheet` : "Scoresheet";
  }

  /** A place for a screen instead of games. */
  screen() {
    element("views").hidden = true;
    return this.main;
  }

  /** Places for the views. @param {(view: string) => void} onview */
  panes(onview) {
    const views = Object.entries({ ...titles(), player: t("Player") });
    const panes = Object.fromEntries(views.map(([view, title]) => [view, h("section", { id: view, "aria-label": title })]));
    this.tabs = Object.entries(titles()).map(([view, title]) => h("button", { type: "button", "data-view": view, onclick: () => onview(view) }, title));
    element("views").setAttribute("aria-label", t("Views"));
    element("views").replaceChildren(...this.tabs);
    element("views").hidden = false;
    this.main.replaceChildren(panes.list, this.splitter(), panes.game, panes.plots, panes.openings, panes.player);
    return panes;
  }

  /** @param {string} view */
  show(view) {
    const shown = Object.hasOwn(titles(), view) || view === "player" ? view : "list";
    document.body.dataset.view = shown;
    for (const tab of this.tabs ?? []) {
      if (tab.dataset.view === shown) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    }
  }

  /** The bar between the list and the game, which shares out the width. */
  splitter() {
    const bar = h("div", { role: "separator", class: "splitter", tabindex: 0, "aria-orientation": "vertical", "aria-label": t("Width of the list"),
      "aria-valuemin": LEAST, "aria-valuemax": GREATEST });
    const set = (/** @type {number} */ percent) => {
      const share = Math.round(Math.max(LEAST, Math.min(percent, GREATEST)));
      bar.setAttribute("aria-valuenow", String(share));
      this.main.style.setProperty("--list", `${share}fr`);
      this.main.style.setProperty("--game", `${100 - share}fr`);
      keep("split", share);
    };
    set(kept("split", 43));
    bar.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => bar.setPointerCapture(event.pointerId));
    bar.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (bar.hasPointerCapture(event.pointerId)) set((100 * event.clientX) / this.main.clientWidth);
    });
    bar.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      set(Number(bar.getAttribute("aria-valuenow")) + by);
    });
    return bar;
  }

  /** Handles the keys of the page. @param {Record<string, () => void>} acts @param {(event: KeyboardEvent) => boolean} otherwise */
  keys(acts, otherwise) {
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (takesText(event.target)) return;
      const act = actOf("page", event);
      const does = act === "help" ? () => openHelp(this.version) : acts[act ?? ""];
      if (!does) return void otherwise(event);
      event.preventDefault();
      does();
    });
  }

  stop() {
    ask("quit", {}).then(() => showStopped(this.screen()), report);
  }
}
