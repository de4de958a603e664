// @ts-check
// The pieces of infinite chess as small pictures, each drawn once for a size.
import { BADGES, FIGURES } from "./infinite_pieces.js";
import { t } from "./language.js";
import { THEMES } from "./pieces.js";

/** The side of the box that shapes are drawn in, and the greatest number of pictures that are kept. */
const BOX = 45, MOST = 400;

/** @type {Record<string, {name: string, outlines: string[], details: string[], dots: number[][], badge: string | null}>} */
const KNOWN = FIGURES;
/** @type {Record<string, string>} */ const SIGNS = BADGES;
/** @type {Record<string, any>} */ const LOOKS = THEMES;
/** The colours of pieces without an owner and of the players after the first two, whose colours are those of the theme. */
const NOBODY = { fill: "#9a948c", line: "#3d3833", detail: "#3d3833" };
const OTHERS = [{ fill: "#e0453a", line: "#3a0f0b", detail: "#fff1ec" },
  { fill: "#4a82e8", line: "#0d1f42", detail: "#f0f5ff" }, { fill: "#e2b93b", line: "#3d2f06", detail: "#3d2f06" }];

/** The colours of a player. @param {number} owner @param {string} theme */
export function paintOf(owner, theme) {
  const { white, black } = LOOKS[theme].pieces;
  return [NOBODY, white, black][owner] ?? OTHERS[owner % 3];
}

/** The name of a kind of piece. @param {string} code */
export function nameOf(code) {
  const name = KNOWN[code]?.name;
  return name ? t(name) : code;
}

export class Sprites {
  /** @param {string} theme */
  constructor(theme) {
    this.theme = theme;
    /** @type {Map<string, OffscreenCanvas>} */ this.drawn = new Map();
  }

  /** A piece as a picture of so many pixels. @param {number} owner @param {string} code @param {number} pixels */
  get(owner, code, pixels) {
    const size = Math.max(1, Math.round(pixels)), key = `${owner} ${code} ${size}`;
    const known = this.drawn.get(key);
    if (known) return known;
    if (this.drawn.size >= MOST) this.drawn.clear();
    const made = sprite(code, paintOf(owner, this.theme), size);
    this.drawn.set(key, made);
    return made;
  }
}

/** @param {string} code @param {{fill: string, line: string, detail: string}} paint @param {number} size */
function sprite(code, paint, size) {
  const canvas = new OffscreenCanvas(size, size), pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const figure = KNOWN[code];
  pen.scale(size / BOX, size / BOX);
  pen.lineWidth = 1.5;
  pen.lineJoin = pen.lineCap = "round";
  pen.fillStyle = paint.fill;
  pen.strokeStyle = paint.line;
  if (!figure) {
    pen.fillRect(6, 6, 33, 33);
    pen.fillStyle = paint.detail;
    pen.font = "bold 18px sans-serif";
    pen.textAlign = "center";
    pen.fillText(code, BOX / 2, 29);
    return canvas;
  }
  if (figure.badge) pen.translate(-4, 2);
  for (const each of figure.outlines) {
    const path = new Path2D(each);
    pen.fill(path);
    pen.stroke(path);
  }
  pen.strokeStyle = pen.fillStyle = paint.detail;
  for (const each of figure.details) pen.stroke(new Path2D(each));
  for (const [x, y, radius] of figure.dots) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
  }
  if (figure.badge) badge(pen, figure.badge, paint);
  return canvas;
}

/** @param {OffscreenCanvasRenderingContext2D} pen @param {string} name @param {{fill: string, line: string, detail: string}} paint */
function badge(pen, name, paint) {
  pen.translate(39.3, 7.7);
  pen.beginPath();
  pen.arc(0, 0, 9, 0, 7);
  pen.fillStyle = paint.fill;
  pen.fill();
  pen.stroke();
  pen.fillStyle = paint.detail;
  pen.fill(new Path2D(SIGNS[name] ?? ""));
}
