// What each action is worth, with its interval: a table and a bar for the eye.
import { actionName, differences, el, percent, points, t } from "./core.js";

const shown = (unit, value, digits = 1) => unit === "win" ? percent(value, digits) : `${value > 0 ? "+" : ""}${value.toFixed(digits)}`;
const less = (unit, value) => `${value > 0 ? "+" : ""}${unit === "win" ? points(value, 2) : value.toFixed(1)}`;

/** `judge` is the agent that judges: where it doesn't value by itself, what it would do is said. */
export function hintTable(hint, done = null, judge = null) {
  const unit = hint.unit, values = hint.options.filter((option) => option.value !== null);
  if (!values.length) return el("p", {}, t("hint.only", { action: actionName(hint.action) }));
  const rows = hint.options.map((option) => el("tr", { class: `${option.action === hint.action ? "best" : ""} ${option.action === done ? "done" : ""}`, "data-hint": option.action },
    el("th", { scope: "row" }, actionName(option.action), option.action === done ? ` (${t("hint.done")})` : ""),
    el("td", {}, shown(unit, option.value)),
    el("td", {}, option.low === null ? "" : `[${shown(unit, option.low)}, ${shown(unit, option.high)}]`),
    el("td", {}, option.less ? less(unit, -option.less) : "")));
  const said = hint.advised ? t("hint.advised", { judge, action: actionName(hint.action) })
    : hint.close.length ? t("hint.close", { actions: [hint.action, ...hint.close].map(actionName).join(", ") }) : t("hint.best", { action: actionName(hint.action) });
  return el("div", {},
    el("table", { class: "hints" },
      el("caption", {}, t(`hint.${unit}`, { n: hint.worlds })),
      el("thead", {}, el("tr", {}, ...[t("column.action"), t(`column.${unit}`), t("column.interval"), differences("column.less", unit)].map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows)),
    el("p", {}, said),
    hint.skipped.length ? el("details", { class: "hint" }, el("summary", {}, t("hint.skipped", { n: hint.skipped.length })),
      el("p", {}, t("hint.skipped_why", { actions: hint.skipped.map(actionName).join(", ") }))) : null);
}
