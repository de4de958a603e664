// @ts-check
// Light or dark: as the system has it, or as the reader chose. The page waits for this module before it is painted.
import { h, s } from "./dom.js";
import { wearContrast } from "./contrast.js";
import { t } from "./language.js";
import { keep, kept } from "./storage.js";

const THEMES = ["system", "light", "dark"];

const SIGNS = {
  system: "M8 2a6 6 0 1 0 0 12V2Zm0-1.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15Z",
  light: "M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM7.3 0h1.4v2.6H7.3V0Zm0 13.4h1.4V16H7.3v-2.6ZM0 7.3h2.6v1.4H0V7.3Zm13.4 0H16v1.4h-2.6V7.3ZM1.8 2.8l1-1 1.9 1.9-1 1-1.9-1.9Zm9.5 9.5 1-1 1.9 1.9-1 1-1.9-1.9ZM13.2 1.8l1 1-1.9 1.9-1-1 1.9-1.9ZM3.7 11.3l1 1-1.9 1.9-1-1 1.9-1.9Z",
  dark: "M6.2 1.1a6.9 6.9 0 1 0 8.7 8.7A5.9 5.9 0 0 1 6.2 1.1Z",
};

/** @param {string} theme */
function apply(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** The theme that was chosen. @returns {"system" | "light" | "dark"} */
export function chosenTheme() {
  const theme = kept("theme", "system");
  return THEMES.includes(theme) ? theme : "system";
}

/** A button that goes through the themes. */
export function themeButton() {
  const path = s("path", {}), sign = s("svg", { viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true" }, path);
  const show = () => {
    const theme = chosenTheme(), label = { system: t("Theme: system"), light: t("Theme: light"), dark: t("Theme: dark") }[theme];
    path.setAttribute("d", SIGNS[theme]);
    button.setAttribute("aria-label", label);
    button.title = label;
  };
  const button = h("button", { type: "button", class: "quiet", id: "theme", onclick: () => {
    const theme = THEMES[(THEMES.indexOf(chosenTheme()) + 1) % THEMES.length];
    keep("theme", theme);
    apply(theme);
    show();
  } }, sign);
  show();
  return button;
}

apply(chosenTheme());
wearContrast(document.documentElement);
