// The form before a match: rules, seats, tempo. Of the rules only what differs from the preset is sent.
import { $, el, memory, post, t } from "./core.js";

const presets = JSON.parse($("presets").textContent);
const watching = !$("training");
const options = [...document.querySelectorAll("[data-option]")];

function read(option) {
  const [field, mode] = option.querySelectorAll("input, select");
  const kind = option.dataset.kind;
  if (kind === "switch") return field.checked;
  if (kind === "choice") return field.value;
  const number = field.value === "" ? (field.placeholder || 0) : Number(field.value);
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

function seats() {
  const players = Number($("players").value), mine = watching ? -1 : Number($("seat").value);
  for (const label of document.querySelectorAll("#seats [data-seat]")) {
    const seat = Number(label.dataset.seat);
    label.hidden = seat >= players;
    label.querySelector("input").disabled = seat === mine || seat >= players;
  }
  if (watching) return;
  for (const option of $("seat").options) option.disabled = Number(option.value) >= players;
  if (mine >= players) { $("seat").value = "0"; seats(); }
}

async function start(event) {
  event.preventDefault();
  $("form-error").textContent = "";
  const players = Number($("players").value);
  const agents = [...document.querySelectorAll(".agent")].slice(0, players).map((field) => field.value.trim());
  if (!watching) agents[Number($("seat").value)] = "";
  const seed = watching && $("seed").value !== "" ? Number($("seed").value) : null;
  const form = {
    rules: { preset: $("preset").value, players, ...changes() },
    agents,
    name: watching ? "" : $("name").value.trim() || t("you"),
    tempo: Number($("tempo").value),
    training: !watching && $("training").checked,
    seed,
  };
  try {
    const { id } = await post("/api/tables", form);
    if (!watching) remember(id, form);
    location.href = `/table/${id}`;
  } catch (error) {
    $("form-error").textContent = error.message;
  }
}

function remember(id, form) {
  const others = form.agents.filter((spec) => spec).join(", ");
  const row = { id, preset: form.rules.preset, others, at: Date.now() };
  memory("tables", [row, ...(memory("tables") ?? [])].slice(0, 20));
}

function listMine() {
  const rows = memory("tables") ?? [];
  if (watching || !rows.length) return;
  $("mine").hidden = false;
  $("mine-list").replaceChildren(...rows.map((row) =>
    el("li", {}, el("a", { href: `/table/${row.id}` },
      t("play.row", { preset: t(`preset.${row.preset}`), others: row.others, at: new Date(row.at).toLocaleString(document.documentElement.lang) })))));
}

$("preset").addEventListener("change", choosePreset);
$("players").addEventListener("change", seats);
$("seat")?.addEventListener("change", seats);
$("match-form").addEventListener("change", mark);
$("match-form").addEventListener("submit", start);
choosePreset();
seats();
listMine();
