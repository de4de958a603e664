// @ts-check
// The choice of the language of the page.
import { h } from "./dom.js";
import { chooseLanguage, chosenLanguage, languages, t } from "./language.js";

/**
 * The choice, or null if there is only one language.
 * @param {(() => boolean) | undefined} reopen opens the page again, and returns whether that is possible now
 * @returns {HTMLElement | null}
 */
export function languageChoice(reopen) {
  const known = languages(), chosen = chosenLanguage();
  if (known.length < 2) return null;
  const select = h("select", {}, h("option", { value: "" }, t("Language of the browser")),
    known.map(([code, name]) => h("option", { value: code, lang: code, selected: code === chosen }, name)));
  const said = h("span", { class: "faint", role: "status" });
  select.addEventListener("change", () => {
    chooseLanguage(select.value);
    said.textContent = reopen?.() ? "" : t("The language changes when the page is opened again.");
  });
  return h("div", { class: "language" }, h("label", {}, t("Language"), " ", select), said);
}
