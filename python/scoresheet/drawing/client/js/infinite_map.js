// @ts-check
// A map of all pieces of an infinite board, on which empty parts are folded and labelled with their widths.
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./language.js";

/** Opens the map. @param {URL | string} address of the picture @param {string} when the move after which it is */
export function openMap(address, when) {
  if (document.querySelector("dialog[open]")) return;
  const picture = h("img", { class: "map", src: address, alt: `${t("All pieces, with the widths of the empty parts between them.")} ${when}` });
  openDialog(t("Map: {move}", { move: when }), [picture]);
}
