// @ts-check
// What is shown: kept in the hash of the link, so that a link opens the same view.

/**
 * @typedef {{by: string, down: boolean}} Sort
 * @typedef {{view: string, name: string, plot: string, line: string, game: number | null, at: number, sort: Sort | null, compare: number[],
 *   filter: Record<string, string>}} Shown
 *   `name` is that of the player whose page is shown, `plot` a plot with its choices, and `line` the moves to the position in the openings
 */

/** Milliseconds that changes are gathered for: browsers allow only some changes of the link a second. */
const GATHER = 200;

/** The views that a link can open. */
const VIEWS = ["list", "game", "plots", "openings", "player"];

/** The content of a hash. Unknown filters are left out. @param {string} hash @param {string[]} filters @returns {Shown} */
export function parseHash(hash, filters) {
  const { view = "list", name = "", plot = "", line = "", game, at, sort, compare = "", ...filter } = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  const number = (/** @type {string | undefined} */ text) => (/^\d{1,15}$/.test(text ?? "") ? Number(text) : null);
  return {
    view: VIEWS.includes(view) ? view : "list",
    name,
    plot,
    line,
    game: number(game),
    at: number(at) ?? 0,
    sort: sort ? { by: sort.replace(/^-/, ""), down: sort.startsWith("-") } : null,
    compare: compare.split(",").map(number).filter((row) => row !== null),
    filter: Object.fromEntries(Object.entries(filter).filter(([each]) => filters.includes(each))),
  };
}

/** The hash of what is shown. @param {Shown} shown */
export function hashOf(shown) {
  const parts = new URLSearchParams();
  if (shown.view !== "list") parts.set("view", shown.view);
  if (shown.view === "player") parts.set("name", shown.name);
  if (shown.view === "plots" && shown.plot) parts.set("plot", shown.plot);
  if (shown.view === "openings" && shown.line) parts.set("line", shown.line);
  if (shown.game !== null) parts.set("game", String(shown.game));
  if (shown.game !== null && shown.at) parts.set("at", String(shown.at));
  if (shown.sort) parts.set("sort", (shown.sort.down ? "-" : "") + shown.sort.by);
  if (shown.compare.length) parts.set("compare", shown.compare.join());
  for (const [name, value] of Object.entries(shown.filter)) parts.set(name, value);
  return `#${parts}`;
}

export class State {
  /** @param {string[]} filters the names of filters @param {(now: Shown, before: Shown) => void} onchange called when the reader changes the link or goes back */
  constructor(filters, onchange) {
    this.shown = parseHash(location.hash, filters);
    this.timer = 0;
    this.pushes = false;
    this.known = location.hash; // as it was last written or followed here
    window.addEventListener("hashchange", () => {
      window.clearTimeout(this.timer); // what waits to be written belongs to the link before
      this.known = location.hash;
      const before = this.shown;
      this.shown = parseHash(location.hash, filters);
      onchange(this.shown, before);
    });
  }

  /** Records a change. Another view or player, or a comparison, becomes a step that the browser can go back. @param {Partial<Shown>} changes */
  record(changes) {
    this.pushes ||= Boolean(changes.compare?.length) || (changes.view !== undefined && changes.view !== this.shown.view);
    this.pushes ||= changes.name !== undefined && changes.name !== this.shown.name;
    this.shown = { ...this.shown, ...changes };
    window.clearTimeout(this.timer);
    if (this.pushes) this.write();
    else this.timer = window.setTimeout(() => this.write(), GATHER);
  }

  /** Writes what is shown into the link. A link that the reader has changed stays: the event that follows it is still to come. */
  write() {
    window.clearTimeout(this.timer);
    const hash = hashOf(this.shown), change = this.pushes ? "pushState" : "replaceState";
    this.pushes = false;
    if (location.hash !== this.known) return;
    if (hash !== (location.hash || "#")) history[change](null, "", hash);
    this.known = location.hash;
  }

  /** The link to what is shown now. */
  link() {
    this.write();
    return location.href;
  }
}
