// @ts-check
// The filters, built from the server's list: the first few in the bar, the others in a panel below it.
import { h } from "./dom.js";
import { shownResult } from "./game_heading.js";
import { iconButton } from "./icons.js";
import { t } from "./language.js";
import { Suggestions } from "./suggest.js";
import { worded } from "./wording.js";

/** @typedef {{name: string, label: string, kind: string, choices?: (string | [string, string])[], suggest?: boolean, hint?: string}} Filter */
/** @typedef {Record<string, string>} Values */

/** The filters in the bar; all others are in the panel. */
const IN_BAR = ["player", "opening", "result"];
/** Milliseconds without typing after which the games are filtered. */
const WAIT = 200;

/** @param {Filter} filter */
function isPattern({ kind }) {
  return kind === "pattern";
}

/**
 * Shows why a text is no filter: in a pattern with its place, which is scrolled into sight, then the message and the hint.
 * @param {HTMLElement} host @param {string} text @param {import("./api.js").Failure} failure
 */
export function explain(host, text, { at, message, hint }) {
  const before = [...text].slice(0, at).join("");
  const place = at !== undefined && h("pre", { tabindex: 0 }, `${text}\n${before.replace(/\S/g, " ")}^`);
  const parts = [place, h("p", {}, worded(message)), hint && h("p", { class: "faint" }, worded(hint))];
  host.replaceChildren(...parts.filter(Boolean));
  if (place) place.scrollLeft = (place.scrollWidth * before.length) / Math.max(text.length, 1) - place.clientWidth / 2;
}

export class FilterBar {
  /**
   * @param {HTMLElement} host @param {Filter[]} filters
   * @param {{suggest: (name: string, text: string, signal: AbortSignal) => Promise<[string, number][]>, change: (values: Values) => void, setUp: () => void}} does
   */
  constructor(host, filters, does) {
    this.filters = filters;
    this.does = does;
    this.timer = 0;
    /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */ this.fields = new Map();
    const inBar = filters.filter(({ name }) => IN_BAR.includes(name));
    const bars = filters.filter(({ kind }) => kind === "bar"), others = filters.filter((filter) => !IN_BAR.includes(filter.name) && !bars.includes(filter));
    this.inPanel = [...others.filter(isPattern), ...others.filter((filter) => !isPattern(filter))];
    this.panel = h("div", { class: "panel", id: "more-filters", hidden: true }, this.inPanel.map((filter) => this.labelled(filter)));
    this.more = h("button", { type: "button", class: "more", "aria-expanded": "false", "aria-controls": "more-filters",
      onclick: () => this.toggle() }, t("More filters"));
    this.clear = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.reset() }, t("Clear"));
    this.fault = h("div", { class: "fault", role: "alert", id: "filter-fault" });
    const finds = filters.some(({ name }) => name === "find");
    const bar = h("div", { class: "bar" }, inBar.map((filter) => this.labelled(filter)), this.inPanel.length > 0 && this.more,
      finds && iconButton("position", t("Find a position (p)"), () => this.does.setUp()), this.clear);
    this.root = h("form", { role: "search", "aria-label": t("Filters"), class: "filters" }, bar, bars.map((filter) => this.labelled(filter)), this.panel, this.fault);
    this.root.addEventListener("input", () => this.later());
    this.root.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.now();
    });
    this.root.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    host.append(this.root);
  }

  /** @param {Filter} filter */
  labelled(filter) {
    const field = this.field(filter);
    field.setAttribute("name", filter.name);
    field.id = `filter-${filter.name}`;
    if (filter.hint && field.type !== "checkbox") field.setAttribute("placeholder", t(filter.hint));
    this.fields.set(filter.name, field);
    const shown = filter.suggest ? new Suggestions(/** @type {HTMLInputElement} */ (field),
      (text, signal) => this.does.suggest(filter.name, text, signal), () => this.now()).root : field;
    const setUp = filter.name === "find" && iconButton("position", t("Set this up on a board"), () => this.does.setUp());
    if (filter.kind === "bar") return h("div", { class: "filter kind-bar" }, h("label", { for: field.id }, t(filter.label)), h("div", { class: "with-button" }, shown,
      h("button", { type: "button", onclick: () => this.set({ [filter.name]: "" }) }, t("Remove"))));
    return h("div", { class: `filter kind-${filter.kind}` }, h("label", { for: field.id }, t(filter.label)),
      setUp ? h("div", { class: "with-button" }, shown, setUp) : shown);
  }

  /** @param {Filter} filter @returns {any} */
  field(filter) {
    if (filter.kind === "choice") {
      const choices = (filter.choices ?? []).map((choice) => (Array.isArray(choice) ? choice : [choice, choice]));
      return h("select", {}, h("option", { value: "" }, t("Any")), choices.map(([value, label]) => h("option", { value }, shownResult(t(label)))));
    }
    if (filter.kind === "flag") return h("input", { type: "checkbox" });
    const date = filter.kind === "date" && { placeholder: t("YYYY-MM-DD"), inputmode: "numeric" };
    const numeric = filter.kind === "number" && { inputmode: "numeric", pattern: "\\d*" };
    return h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off", ...numeric, ...date });
  }

  /** The filters that are set. @returns {Values} */
  values() {
    /** @type {Values} */ const values = {};
    for (const [name, field] of this.fields) {
      const value = field.type === "checkbox" ? (/** @type {HTMLInputElement} */ (field).checked ? "true" : "") : field.value.trim();
      if (value) values[name] = value;
    }
    return values;
  }

  /** Shows values, such as those of a link. @param {Values} values */
  fill(values) {
    for (const [name, field] of this.fields) {
      if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(values[name]);
      else field.value = values[name] ?? "";
    }
    const hidden = this.inPanel.some(({ name }) => values[name]);
    if (hidden && this.panel.hidden) this.toggle();
    this.describe();
  }

  /** Shows how many filters are set in the panel, and whether any is. */
  describe() {
    const values = this.values(), inPanel = this.inPanel.filter(({ name }) => values[name]).length;
    this.more.textContent = inPanel ? t("More filters ({n})", { n: inPanel }) : t("More filters");
    this.clear.hidden = !Object.keys(values).length;
    for (const [name, field] of this.fields) {
      field.classList.toggle("set", Boolean(values[name]));
      field.closest(".kind-bar")?.toggleAttribute("hidden", !values[name] && document.activeElement !== field);
    }
  }

  toggle() {
    this.panel.hidden = !this.panel.hidden;
    this.more.setAttribute("aria-expanded", String(!this.panel.hidden));
  }

  later() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.now(), WAIT);
    this.describe();
  }

  now() {
    window.clearTimeout(this.timer);
    this.describe();
    this.does.change(this.values());
  }

  /** Changes some filters, and keeps the others. @param {Values} values */
  set(values) {
    this.fill({ ...this.values(), ...values });
    this.now();
    this.focus();
  }

  reset() {
    this.fill({});
    this.now();
    this.focus();
  }

  focus() {
    this.root.querySelector("input, select")?.focus();
  }

  /** Escape leaves the field. @param {KeyboardEvent} event */
  key(event) {
    if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
  }

  /** Shows why the games cannot be filtered; in a pattern, also where. @param {import("./api.js").Failure | null} failure */
  fail(failure) {
    for (const field of this.fields.values()) {
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
    this.fault.replaceChildren();
    if (!failure) return;
    const wrong = this.fields.get(failure.place ?? "") ?? (failure.at === undefined ? undefined : this.pattern());
    wrong?.setAttribute("aria-invalid", "true");
    wrong?.setAttribute("aria-describedby", this.fault.id);
    explain(this.fault, wrong?.value ?? "", failure);
  }

  /** The field of a pattern, of which there is one. */
  pattern() {
    return this.fields.get(this.filters.find(({ kind }) => kind === "pattern")?.name ?? "");
  }
}
