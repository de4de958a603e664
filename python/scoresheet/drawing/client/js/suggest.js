// @ts-check
// Suggestions below a text field while the reader types: the combobox pattern of ARIA.
import { isSuperseded } from "./api.js";
import { h } from "./dom.js";
import { amount, safe } from "./format.js";
import { t } from "./language.js";

const WAIT = 120;
let numbers = 0;

export class Suggestions {
  /**
   * @param {HTMLInputElement} field
   * @param {(text: string, signal: AbortSignal) => Promise<[string, number][]>} ask @param {() => void} onchoice
   */
  constructor(field, ask, onchoice) {
    numbers += 1;
    this.field = field;
    this.ask = ask;
    this.onchoice = onchoice;
    this.chosen = -1;
    this.timer = 0;
    this.list = h("ul", { role: "listbox", id: `suggestions-${numbers}`, class: "suggestions", "aria-label": t("Suggestions"), hidden: true });
    this.root = h("span", { class: "combobox" }, field, this.list);
    for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": this.list.id, autocomplete: "off" })) field.setAttribute(name, value);
    field.addEventListener("input", () => this.typed());
    field.addEventListener("keydown", (event) => this.key(event));
    field.addEventListener("blur", () => this.close());
    this.list.addEventListener("mousedown", (/** @type {MouseEvent} */ event) => {
      event.preventDefault(); // the field keeps the focus
      const option = /** @type {HTMLElement} */ (event.target).closest("[role=option]");
      if (option) this.take([...this.list.children].indexOf(option));
    });
  }

  typed() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    const text = this.field.value.trim();
    if (!text) return this.close();
    this.timer = window.setTimeout(() => void this.fetch(text), WAIT);
  }

  /** @param {string} text */
  async fetch(text) {
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const found = await this.ask(text, signal);
      if (!signal.aborted && document.activeElement === this.field) this.show(found);
    } catch (error) {
      if (!isSuperseded(error)) this.close(); // the filter itself reports what is wrong
    }
  }

  /** @param {[string, number][]} found */
  show(found) {
    if (!found.length || (found.length === 1 && found[0][0] === this.field.value)) return this.close();
    this.list.replaceChildren(...found.map(([value, games], index) => h("li", { role: "option", id: `${this.list.id}-${index}`,
      "aria-selected": "false" }, h("bdi", { class: "value", "data-value": value }, safe(value)), " ", h("span", { class: "games" }, amount(games)))));
    this.list.hidden = false;
    this.field.setAttribute("aria-expanded", "true");
    this.choose(-1);
  }

  close() {
    window.clearTimeout(this.timer);
    this.asking?.abort();
    this.list.hidden = true;
    this.list.replaceChildren();
    this.field.setAttribute("aria-expanded", "false");
    this.choose(-1);
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = index;
    [...this.list.children].forEach((option, each) => option.setAttribute("aria-selected", String(each === index)));
    const option = this.list.children[index];
    if (option) this.field.setAttribute("aria-activedescendant", option.id);
    else this.field.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} index */
  take(index) {
    this.field.value = this.list.children[index].querySelector(".value").dataset.value;
    this.close();
    this.onchoice();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.list.hidden) return;
    const count = this.list.children.length;
    if (event.key === "ArrowDown") this.choose(this.chosen + 1 < count ? this.chosen + 1 : -1);
    else if (event.key === "ArrowUp") this.choose(this.chosen < 0 ? count - 1 : this.chosen - 1);
    else if (event.key === "Enter" && this.chosen >= 0) this.take(this.chosen);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
