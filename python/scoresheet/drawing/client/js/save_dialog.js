// @ts-check
// The dialog that saves the game that is shown, with what the reader changed in it.
import { ask } from "./api.js";
import { openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { bytesOf, download } from "./files.js";
import { t } from "./language.js";
import { worded } from "./wording.js";

/**
 * Opens the dialog.
 * @param {any} view the view of the game
 * @param {{row: number, name: string, folder: boolean, formats: {name: string, title: string, extension: string}[], saved: () => void}} given `name` is
 *   that of the source, and `folder` says whether a file can be written beside it
 */
export function openSave(view, given) {
  const format = h("select", {}, given.formats.map(({ name, title, extension }) => h("option", { value: name }, `${t(title)} (.${extension})`)));
  const name = h("input", { required: true }), fault = h("p", { role: "alert", class: "fault" });
  const stem = given.name.replace(/\..*$/, "");
  const suggest = () => (name.value = `${stem}-edited.${given.formats.find((each) => each.name === format.value)?.extension}`);
  let asked = "";
  format.value = "pgn";
  format.addEventListener("change", suggest);
  suggest();
  const beside = h("button", { type: "submit", class: "main" }, t("Save beside {name}", { name: given.name }));
  const run = async (/** @type {() => Promise<any>} */ act) => {
    fault.textContent = "";
    try {
      const { losses = [] } = await act();
      const lost = losses.map((/** @type {any} */ loss) => loss.message).join("; ");
      if (lost) return void (fault.textContent = t("Saved, but this format cannot hold everything: {losses}", { losses: lost }));
      dialog.close();
      given.saved();
      view.say(t("Saved"));
    } catch (error) {
      const failure = /** @type {any} */ (error);
      asked = failure.code === "file-exists" ? name.value : "";
      beside.textContent = asked ? t("Replace {name}", { name: asked }) : t("Save beside {name}", { name: given.name });
      fault.replaceChildren(...worded([failure.message, failure.hint].filter(Boolean).join(". ")));
    }
  };
  const what = () => ({ format: format.value, edits: view.explored.edits.list });
  const form = h("form", { class: "exporting" }, h("label", {}, t("Format"), " ", format),
    given.folder ? h("label", {}, t("Name of the new file"), " ", name) : null, fault, given.folder ? beside : null,
    h("button", { type: "button", onclick: () => run(async () => {
      const answer = await ask(`game/${given.row}/text`, what());
      download(answer.name, answer.text ?? bytesOf(answer.base64));
      return answer;
    }) }, t("Download")));
  const dialog = openDialog(t("Save the game"), [form], "narrow");
  form.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const replace = asked !== "" && asked === name.value;
    if (given.folder) void run(() => ask(`game/${given.row}/save`, { ...what(), name: name.value, replace }));
  });
}
