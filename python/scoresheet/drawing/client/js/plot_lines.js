// @ts-check
// Lines over time. The axis of time is to scale; over long periods without games, the line is dashed.
import { s } from "./dom.js";
import { isPlain } from "./format.js";
import { t } from "./language.js";
import { FONT, LINE, between, dayOf, numbered, timesBetween, widthOf } from "./plot_axes.js";
import { drawing, grouped, pressed, words } from "./plot_marks.js";

const TOP = 22, RIGHT = 16, GAP = 8, TALL = 280;
/** So many days without a game are a gap. */
const LONG = 370;
/** Above so many points on a line, only its shape is drawn between those in focus. */
const MOST_DOTS = 150;

/** @typedef {import("./plot_marks.js").Mark & {at: number}} Point */

/** @param {import("./plot_marks.js").Picture} picture @param {import("./plot_marks.js").Mark[]} marks @param {import("./plot_marks.js").Shown} shown */
export function lines(picture, marks, shown) {
  const { width } = shown, points = /** @type {Point[]} */ (marks.map((mark) => ({ ...mark, at: dayOf(mark.value) })).filter(({ at }) => at !== null));
  const days = points.map(({ at }) => at), values = points.map(({ parts }) => parts[0].value);
  const written = (/** @type {number} */ level) => numbered(level, isPlain(picture.unit)), levels = between(Math.min(...values), Math.max(...values)), low = levels[0], top = levels[levels.length - 1];
  const first = Math.min(...days), last = Math.max(...days), left = Math.ceil(Math.max(...levels.map((each) => widthOf(written(each))))) + GAP + 2;
  const high = width < 500 ? TALL - 60 : TALL, wide = width - left - RIGHT, foot = TOP + high, room = last > first ? wide / (last - first) : 0;
  const x = (/** @type {number} */ at) => left + (room ? (at - first) * room : wide / 2), y = (/** @type {number} */ value) => foot - (high * (value - low)) / (top - low);
  const title = low > 0 ? t("{unit}, from {number} up", { unit: t(picture.series[0].label), number: written(low) }) : t(picture.series[0].label);
  const times = room ? timesBetween(first, last, room) : [{ at: first, label: marks[0].label }];
  return drawing(t("Lines"), width, foot + 2 * LINE, s("text", { class: "axis", x: left, y: FONT }, title),
    levels.map((level) => [s("line", { class: "grid", x1: left, x2: width - RIGHT, y1: y(level), y2: y(level) }),
      s("text", { class: "tick", x: left - GAP, y: y(level) + 4, "text-anchor": "end" }, written(level))]).flat(),
    times.map(({ at, label }) => {
      const half = widthOf(label) / 2;
      return [s("line", { class: "grid", x1: x(at), x2: x(at), y1: TOP, y2: foot + 4 }),
        s("text", { class: "tick", x: Math.min(x(at), width - half), y: foot + LINE + 4, "text-anchor": "middle" }, label)];
    }).flat(),
    grouped(points, ({ by }) => by).map((line) => joined(line, x, y)).flat(),
    points.map((point) => {
      const { paint, value } = point.parts[0], dot = points.length > MOST_DOTS ? 1.8 : 3.2;
      return pressed(words(picture, point), point.bar, shown, s("circle", { class: "hit", cx: x(point.at), cy: y(value), r: 9 }), s("circle", { class: paint, cx: x(point.at), cy: y(value), r: dot }));
    }));
}

/** The line through points, dashed over gaps. @param {Point[]} line @param {(at: number) => number} x @param {(value: number) => number} y */
function joined(line, x, y) {
  const sorted = [...line].sort((one, other) => one.at - other.at), paint = line[0].parts[0].paint;
  const place = (/** @type {Point} */ { at, parts }) => `${x(at).toFixed(1)} ${y(parts[0].value).toFixed(1)}`;
  let whole = "", gaps = "";
  for (const [number, point] of sorted.entries()) {
    const before = sorted[number - 1], isGap = before && point.at - before.at > LONG;
    whole += `${before && !isGap ? "L" : "M"}${place(point)}`;
    if (isGap) gaps += `M${place(before)}L${place(point)}`;
  }
  return [s("path", { class: `line ${paint}`, d: whole }), gaps && s("path", { class: `line gap ${paint}`, d: gaps })];
}

/** Whether a line of these points has a gap. @param {import("./plot_marks.js").Mark[]} marks */
export function hasGaps(marks) {
  for (const line of grouped(marks, ({ by }) => by)) {
    const days = line.map(({ value }) => dayOf(value) ?? 0).sort((one, other) => one - other);
    if (days.some((day, place) => place > 0 && day - days[place - 1] > LONG)) return true;
  }
  return false;
}
