// The form before a match: rules, seats, tempo.
import { $, el, memory, post, t } from "./core.js";
import { rulesChosen } from "./rules.js";

const watching = !$("training");

function seats() {
  const players = Number($("players").value), mine = watching ? -1 : Number($("seat").value);
  for (const label of document.querySelectorAll("#seats [data-seat]")) {
    const seat = Number(label.dataset.seat);
    label.hidden = seat >= players;
    label.querySelector("input").disabled = seat === mine || seat >= players;
    label.querySelector("input").hidden = seat === mine; // nobody plays there but the person
    label.querySelector(".own").hidden = seat !== mine;
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
    rules: rulesChosen(),
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

$("players").addEventListener("change", seats);
$("seat")?.addEventListener("change", seats);
$("match-form").addEventListener("submit", start);
seats();
listMine();
