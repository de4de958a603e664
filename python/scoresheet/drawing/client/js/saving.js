// @ts-check
// A picture on the page as a file: with the colours that the style sheets give it.

const COPIED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "font-size", "font-family", "font-weight", "text-anchor"];

/** The SVG of a picture that needs no style sheet. @param {SVGSVGElement} shown @returns {string} */
export function pictureOf(shown) {
  const copied = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const originals = [shown, ...shown.querySelectorAll("*")], copies = [copied, ...copied.querySelectorAll("*")];
  for (const [place, original] of originals.entries()) {
    const style = getComputedStyle(original), copy = copies[place];
    for (const name of COPIED) copy.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "data-bar"]) copy.removeAttribute(name);
  }
  copied.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor })) ground.setAttribute(name, value);
  copied.prepend(ground);
  return new XMLSerializer().serializeToString(copied);
}

/** The same as PNG, twice as large. @param {string} svg @returns {Promise<Uint8Array>} */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * image.naturalWidth;
  canvas.height = 2 * image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new Uint8Array(await /** @type {Blob} */ (blob).arrayBuffer());
}
