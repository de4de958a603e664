// @ts-check
// The dialog that saves what the reader changed: the game that is shown, all edited games, or a copy of the source.
import { ask } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { bytesOf, download } from "./files.js";
import { t } from "./language.js";
import { worded } from "./wording.js";

/**
 * @typedef {{words: string, path: string, body: () => object, saved: () => void}} Content what can be saved: the path of the server
 *   that gives its text or saves it, and what is called afterwards
 * @typedef {{title: string, name: string, folder: boolean, formats: {name: string, title: string, extension: string, binary: boolean}[], contents: Content[],
 *   list?: Element, say: (text: string) => void}} Given `name` is that of the source, and `folder` is whether a file can be written beside it
 */

/** Opens the dialog, and returns it. @param {Given} given @returns {HTMLDialogElement} */
export function openSave(given) {
  const format = h("select", {}, given.formats.map(({ name, title, extension }) => h("option", { value: name }, `${t(title)} (.${extension})`)));
  const name = h("input", { required: true }), fault = h("p", { role: "alert", class: "fault" });
  const choice = h("select", {}, given.contents.map(({ words }, place) => h("option", { value: place }, words)));
  const content = () => given.contents[Number(choice.value)];
  const stem = given.name.replace(/\..*$/, "");
  const suggest = () => (name.value = `${stem}-edited.${given.formats.find((each) => each.name === format.value)?.extension}`);
  let asked = "";
  // What the source holds, such as the names of authors, other formats may not hold.
  format.value = given.formats.find(({ binary, extension }) => !binary && given.name.endsWith(`.${extension}`))?.name ?? "pgn";
  format.addEventListener("change", suggest);
  suggest();
  const beside = h("button", { type: "submit", class: "main" }, t("Save beside {name}", { name: given.name }));
  const run = async (/** @type {Content} */ what, /** @type {() => Promise<any>} */ act) => {
    fault.textContent = "";
    try {
      const { losses = [] } = await act();
      what.saved();
      const lost = losses.map((/** @type {any} */ loss) => loss.message).join("; ");
      if (lost) return void (fault.textContent = t("Saved, but this format cannot hold everything: {losses}", { losses: lost }));
      dialog.close();
      given.say(t("Saved"));
    } catch (error) {
      const failure = /** @type {any} */ (error);
      asked = failure.code === "file-exists" ? name.value : "";
      beside.textContent = asked ? t("Replace {name}", { name: asked }) : t("Save beside {name}", { name: given.name });
      fault.replaceChildren(...worded([failure.message, failure.hint].filter(Boolean).join(". ")));
    }
  };
  const body = (/** @type {Content} */ what) => ({ format: format.value, ...what.body() });
  const form = h("form", { class: "exporting" }, given.contents.length > 1 ? h("label", {}, t("What to save"), " ", choice) : null, h("label", {}, t("Format"), " ", format),
    given.folder ? h("label", {}, t("Name of the new file"), " ", name) : null, fault, given.folder ? beside : null,
    h("button", { type: "button", onclick: () => {
      const what = content();
      void run(what, async () => {
        const answer = await ask(`${what.path}/text`, body(what));
        download(answer.name, answer.text ?? bytesOf(answer.base64));
        return answer;
      });
    } }, t("Download")));
  const dialog = openDialog(given.title, [given.list, form].filter(Boolean), "narrow");
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const replace = asked !== "" && asked === name.value, what = content();
    if (given.folder) void run(what, () => ask(`${what.path}/save`, { ...body(what), name: name.value, replace }));
  });
  return dialog;
}
