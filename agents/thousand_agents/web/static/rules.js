// The rules in a form: of a preset and its options only what differs is sent.
import { $, t } from "./core.js";

const presets = JSON.parse($("presets").textContent);
const options = [...document.querySelectorAll("[data-option]")];

function read(option) {
  const [field, mode] = option.querySelectorAll("input, select");
  const kind = option.dataset.kind;
  if (kind === "switch") return field.checked;
  if (kind === "choice") return field.value;
  const number = field.value === "" ? (field.dataset.empty ?? 0) : Number(field.value);
  return kind === "pair" ? [number, mode.value] : number;
}

function show(option, value) {
  const [field, mode] = option.querySelectorAll("input, select");
  const kind = option.dataset.kind;
  if (kind === "switch") field.checked = value;
  else if (kind === "pair") [field.value, mode.value] = value;
  else field.value = value === "off" && kind === "number" ? "" : value;
}

function changes() {
  const base = presets[$("preset").value];
  const found = {};
  for (const option of options) {
    const name = option.dataset.option, value = read(option);
    if (JSON.stringify(value) !== JSON.stringify(base[name])) found[name] = value;
  }
  return found;
}

function mark() {
  const count = Object.keys(changes()).length;
  $("changed").textContent = count ? t("form.changed", { n: count }) : "";
}

function choosePreset() {
  for (const option of options) show(option, presets[$("preset").value][option.dataset.option]);
  mark();
}

/** The rules as the server reads them. */
export function rulesChosen() {
  return { preset: $("preset").value, players: Number($("players").value), ...changes() };
}

$("preset").addEventListener("change", choosePreset);
for (const option of options) option.addEventListener("change", mark);
choosePreset();
