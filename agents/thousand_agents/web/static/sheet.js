// The score sheet as players keep it: a column a player, the barrel in an oval, a dot for every bolt.
import { el, t } from "./core.js";

export function sheetTable(names, rows, onDeal = null) {
  if (!rows.length) return el("p", { class: "hint" }, t("table.nothing"));
  return el("table", { class: "score-sheet" },
    el("caption", { class: "hidden-title" }, t("table.sheet")),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("column.deal")), ...names.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows.map((row) => sheetRow(row, onDeal))));
}

function sheetRow(row, onDeal) {
  const marks = { dark: "◐", golden: "★", obligatory: "!" };
  const kind = row.deal ? row.kind : "";
  const label = row.deal ? String(row.deal) : t("table.start");
  const name = onDeal && row.deal ? el("button", { type: "button", class: "link", onclick: () => onDeal(row.deal) }, label) : label;
  const mark = marks[kind] ? el("span", { class: `mark ${kind}`, title: t(`kind.${kind}`) },
    el("span", { "aria-hidden": "true" }, marks[kind]), el("span", { class: "hidden-title" }, t(`kind.${kind}`))) : null;
  return el("tr", { "data-kind": kind }, el("th", { scope: "row" }, name, mark), ...row.cells.map(cell));
}

function cell({ score, barrel, bolts }) {
  return el("td", {},
    el("span", { class: barrel ? "barrel" : "" }, String(score), barrel ? el("span", { class: "hidden-title" }, t("table.on_barrel")) : null),
    bolts ? el("span", { class: "bolts" }, el("span", { "aria-hidden": "true" }, "●".repeat(bolts)), el("span", { class: "hidden-title" }, t("table.bolts", { n: bolts }))) : null);
}
