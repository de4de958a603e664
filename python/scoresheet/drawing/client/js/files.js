// @ts-check
// Text and bytes for the clipboard and for downloads.

/** Offers bytes or text as a file. @param {string} name @param {string | Uint8Array} content */
export function download(name, content) {
  const part = /** @type {BlobPart} */ (content);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([part], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {string} text base64 @returns {Uint8Array} */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Copies text. Pages that are opened as files can have no clipboard, so a selected text field is the other way. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
