// Questions about a table and a hand: the form is sent, the answer's numbers become tables and plots.
import { $, actionName, el, fill, percent, post, t } from "./core.js";
import { rulesChosen } from "./rules.js";

const form = $("ask-form");
const kind = () => form.querySelector("[name=kind]:checked").value;
const players = () => Number($("players").value);
const fields = (name) => [...form.querySelectorAll(`.in-${name}`)].slice(0, players());
const numbers = (name, empty) => fields(name).map((field) => field.value === "" ? empty : Number(field.value));
const picked = (name) => [...$(name).querySelectorAll("input:checked")].map((box) => box.value);

function fit() {
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind());
  for (const row of form.querySelectorAll("[data-seat]")) row.hidden = Number(row.dataset.seat) >= players();
  for (const select of ["dealer", "seat", "by"]) {
    for (const option of $(select).options) option.disabled = Number(option.value) >= players();
    if (Number($(select).value) >= players()) $(select).value = "0";
  }
  for (const name of ["hand", "talon"]) $(name).querySelector(".count").textContent = `(${picked(name).length})`;
}

function question() {
  const dealer = Number($("dealer").value), dark = kind() === "dark";
  const seat = dark ? (dealer + 1) % players() : Number($("seat").value);
  const specs = fields("agent").map((field) => field.value.trim());
  const clockwise = [...specs.slice(seat), ...specs.slice(0, seat)];
  const common = {
    rules: rulesChosen(),
    table: { score: numbers("score", 0), bolts: numbers("bolts", 0), barrel_deals_used: numbers("barrel", null), barrels_used: numbers("barrels", 0) },
    dealer, me: clockwise[0], others: clockwise.slice(1), playout: $("playout").checked,
  };
  if (dark) return { ...common, deals: Number($("deals").value) };
  const talon = kind() === "contract";
  return {
    ...common, seat,
    cards: [...picked("hand"), ...(talon ? picked("talon") : [])].join(" "),
    bid: talon ? null : Number($("bid").value), by: talon ? null : Number($("by").value),
    passed: talon ? [] : [...form.querySelectorAll(".has-passed:checked")].map((box) => Number(box.value)).filter((place) => place < players()),
    contract: talon ? Number($("contract").value) : null,
    worlds: Number($("worlds").value),
  };
}

async function ask(event) {
  event.preventDefault();
  $("form-error").textContent = "";
  $("waiting").textContent = t("ask.waiting");
  $("answer").replaceChildren();
  const dark = kind() === "dark";
  try {
    const found = await post(`/api/ask/${dark ? "dark" : "bid"}?language=${document.documentElement.lang}`, question());
    fill($("answer"), el("h2", {}, t("ask.answer")), ...(dark ? darkAnswer(found) : bidAnswer(found)), ...found.plots.map(plot));
  } catch (error) { $("form-error").textContent = error.message; }
  $("waiting").textContent = "";
}

function plot(svg) {
  const bytes = new TextEncoder().encode(svg), text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return el("img", { class: "plot", alt: t("ask.plot"), src: `data:image/svg+xml;base64,${btoa(text)}` });
}

const shown = (figure, digits = 1) => figure.mean === null ? "–" : percent(figure.mean, digits);
const interval = (figure, digits = 1) => figure.interval ? `[${percent(figure.interval[0], digits)}, ${percent(figure.interval[1], digits)}]` : "";

function table(caption, columns, rows) {
  return el("table", { class: "score-sheet" }, el("caption", {}, caption),
    el("thead", {}, el("tr", {}, ...columns.map((column) => el("th", { scope: "col" }, column)))),
    el("tbody", {}, ...rows.map(([head, ...cells]) => el("tr", {}, el("th", { scope: "row" }, head), ...cells.map((cell) => el("td", {}, cell))))));
}

function darkAnswer(found) {
  const { win, points, question: { me } } = found;
  const name = (seat) => `${t("seat")} ${seat + 1}${seat === me ? ` (${t("you")})` : ""}`;
  const said = { dark: "ask.say_dark", look: "ask.say_look" }[found.verdict] ?? "ask.close";
  const rows = win.dark.map((_, seat) => [name(seat), shown(win.dark[seat]), interval(win.dark[seat]), shown(win.look[seat]), interval(win.look[seat]), shown(win.difference[seat], 2), interval(win.difference[seat], 2)]);
  const written = points.dark.map((figure, seat) => [name(seat), figure.mean.toFixed(1), points.look[seat].mean.toFixed(1)]);
  const { chance } = found.break_even;
  const needed = chance.mean === null ? t("ask.no_break_even") : t("ask.break_even", { chance: shown(chance), interval: interval(chance) });
  return [
    el("p", { class: "verdict", "data-test": "verdict" }, t(said, { gap: shown(win.difference[me], 2), interval: interval(win.difference[me], 2) })),
    el("p", { "data-test": "stands" }, t("ask.stands_made", { stands: shown(found.stands), makes: shown(found.makes), interval: interval(found.makes) })),
    el("p", { "data-test": "break-even" }, needed),
    table(t("ask.win_table", { n: found.deals }), [t("seat"), t("act.dark"), t("column.interval"), t("act.look"), t("column.interval"), t("ask.difference"), t("column.interval")], rows),
    table(t("ask.points_table"), [t("seat"), t("act.dark"), t("act.look")], written),
  ];
}

function bidAnswer(found) {
  const parts = [];
  if (found.gives) parts.push(el("p", {}, t("ask.gives", { cards: found.gives.join(", ").replace(/seat (\d)/g, (_, seat) => `${t("seat")} ${Number(seat) + 1}`) })));
  if (found.match) {
    const close = found.match.too_close.map(actionName).join(", ");
    const best = actionName(found.match.best);
    parts.unshift(el("p", { class: "verdict", "data-test": "verdict" }, close ? t("ask.between", { best, close }) : t("ask.best", { best })));
    parts.push(table(t("ask.choices", { n: found.match.worlds }), [t("column.action"), t("column.win"), t("column.interval"), t("column.less"), t("column.interval"), t("ask.declares"), t("ask.makes")],
      found.match.choices.map((choice) => [actionName(choice.name), shown(choice.chance), interval(choice.chance), shown(choice.less, 2), interval(choice.less, 2), shown(choice.declares, 0), shown(choice.makes, 0)])));
  } else parts.push(el("p", {}, found.no_match));
  if (found.contracts?.length) {
    const chance = ({ share, interval: ends }) => `${percent(share, 0)} [${percent(ends[0], 0)}, ${percent(ends[1], 0)}]`;
    parts.push(table(t("ask.contracts"), [t("ask.contract_number"), t("ask.open_cards"), t("ask.greedy_play")], found.contracts.map((row) => [String(row.contract), chance(row.open_cards), chance(row.greedy)])));
  }
  if (found.not_possible) parts.push(el("p", { class: "hint" }, found.not_possible));
  return parts;
}

form.addEventListener("change", fit);
form.addEventListener("submit", ask);
fit();
