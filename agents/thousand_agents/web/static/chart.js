// The chances to win over a match, a line a player; a click goes to that deal.
import { t } from "./core.js";

const SPACE = "http://www.w3.org/2000/svg";
const WIDEST = 640, HEIGHT = 220, LEFT = 44, BOTTOM = 26, TOP = 8, LETTER = 7;
const DASHES = ["", "6 4", "2 3", "8 3 2 3"];

function shape(tag, attributes, text = "") {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

/** points: [[step, chance, chance, ...], ...]; `step` is where a mark stands, `room` the width there is. */
export function chart(names, points, steps, step, onStep, room) {
  const WIDTH = Math.min(WIDEST, room), letters = WIDTH < WIDEST ? 12 : 16, RIGHT = letters * LETTER;
  const x = (place) => LEFT + (WIDTH - LEFT - RIGHT) * place / Math.max(steps - 1, 1);
  const y = (chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img", "aria-label": t("review.curve_words", { ends: ends(names, points) }) });
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(shape("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(part), y2: y(part), class: "grid" }));
    svg.append(shape("text", { x: LEFT - 6, y: y(part) + 4, "text-anchor": "end" }, `${100 * part}%`));
  }
  svg.append(shape("line", { x1: x(step), x2: x(step), y1: TOP, y2: HEIGHT - BOTTOM, class: "now" }));
  const labels = [];
  names.forEach((name, seat) => {
    const line = points.map((row) => `${x(row[0]).toFixed(1)},${y(row[seat + 1]).toFixed(1)}`).join(" ");
    svg.append(shape("polyline", { points: line, class: `line seat-${seat}`, "stroke-dasharray": DASHES[seat] }));
    labels.push([y(points.at(-1)[seat + 1]), seat, name]);
  });
  let last = -Infinity;
  for (const [at, seat, name] of labels.sort((a, b) => a[0] - b[0])) {
    last = Math.max(at + 4, last + 14);
    svg.append(shape("text", { x: WIDTH - RIGHT + 6, y: last, class: `label seat-${seat}` }, name.slice(0, letters)));
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const place = (event.clientX - box.left) * WIDTH / box.width;
    onStep(Math.round((place - LEFT) / (WIDTH - LEFT - RIGHT) * (steps - 1)));
  });
  return svg;
}

function ends(names, points) {
  return names.map((name, seat) => `${name} ${(100 * points[0][seat + 1]).toFixed(0)}% → ${(100 * points.at(-1)[seat + 1]).toFixed(0)}%`).join(", ");
}
