// A written game, step by step; what a seat decided, and what that cost. Also runs from a saved file.
import { $, actionName, actionShort, connect, differences, dress, el, fill, get, points, post, t } from "./core.js";
import { chart } from "./chart.js";
import { hintTable } from "./hints.js";
import { sheetTable } from "./sheet.js";

const root = $("review"), name = root?.dataset.name, packed = $("packed");
const narrowReview = matchMedia("(max-width: 36rem)");
let record = null, curve = null, step = 0, source = null, judged = {}, judging = null, asked = 0;

// --- where a replay comes from: the server, or this very file ---------------------------------

function fromServer() {
  const look = () => `language=${document.documentElement.lang}&compact=${narrowReview.matches ? 1 : 0}`;
  return {
    record: () => get(`/api/records/${name}`),
    curve: async () => (await get(`/api/records/${name}/curve`)).curve,
    step: (number, seat) => get(`/api/records/${name}/steps/${number}?${look()}${seat === "" ? "" : `&seat=${seat}`}`),
  };
}

async function fromFile() {
  const bytes = Uint8Array.from(atob(JSON.parse(packed.textContent)), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = JSON.parse(await new Response(stream).text());
  return { record: async () => data.record, curve: async () => data.record.curve, step: async (number) => data.steps[number], data };
}

// --- steps ------------------------------------------------------------------------------------

async function show(number) {
  step = Math.max(0, Math.min(number, record.steps.length - 1));
  const mine = ++asked;
  try {
    const found = await source.step(step, $("view").value);
    if (mine === asked) draw(found);
  } catch (error) { $("alert").textContent = error.message; }
}

function draw(found) {
  $("alert").textContent = "";
  const [deal, seat, action] = record.steps[step];
  const said = action === null ? t("review.pack", { n: dealName(deal) }) : `${record.names[seat]}: ${actionName(action)}.`;
  $("status").textContent = `${t("review.step", { n: step + 1, of: record.steps.length })} ${said} ${ended(deal)}`;
  const svg = document.importNode(new DOMParser().parseFromString(found.picture, "image/svg+xml").documentElement, true);
  dress(svg);
  svg.setAttribute("role", "img");
  $("picture").replaceChildren(svg);
  $("deal").value = String(deal);
  const hint = judged[step];
  fill($("hints"), ...(hint ? [el("h3", {}, t("review.decision", { name: record.names[hint.seat] })), hintTable(hint.hint, hint.done, hint.judge)] : []));
  for (const row of $("judged").querySelectorAll("tr")) row.classList.toggle("turn", Number(row.dataset.step) === step);
  drawCurve();
}

function drawCurve() {
  if (!curve) return;
  if (curve.length) $("curve").replaceChildren(chart(record.names, curve, record.steps.length, step, show, $("curve").clientWidth));
  else fill($("curve"), el("p", {}, t("review.no_curve")));
}

/** The chances to win come later than the steps: a worker works them out. */
async function awaitCurve() {
  fill($("curve"), el("p", {}, t("review.curve_awaited")));
  try {
    curve = await source.curve();
    drawCurve();
  } catch (error) { $("alert").textContent = error.message; }
}

/** A deal's number on the score sheet; packs that were thrown in have the next one's, and say so. */
function dealName(deal) {
  const thrown = (result) => result?.kind === "redealt";
  const n = String(1 + record.results.slice(0, deal - 1).filter((result) => !thrown(result)).length);
  return thrown(record.results[deal - 1]) ? t("review.thrown", { n }) : n;
}

/** How a deal ended, at its last step. */
function ended(deal) {
  const last = step + 1 === record.steps.length || record.steps[step + 1][2] === null;
  const result = last ? record.results[deal - 1] : null;
  if (!result) return "";
  if (result.kind === "redealt") return t("table.redealt");
  const end = result.conceded ? "conceded" : result.made ? "made" : "failed";
  const written = result.written.map((points, seat) => `${record.names[seat]} ${points > 0 ? "+" : ""}${points}`).join(", ");
  return `${t(`table.${end}`, { name: record.names[result.declarer], n: result.contract })} ${t("table.written", { points: written })}`;
}

function turn(direction) {
  if (!$("only").checked) { show(step + direction); return; }
  const places = mistakes().map(([place]) => place).filter((place) => direction > 0 ? place > step : place < step);
  if (places.length) show(direction > 0 ? Math.min(...places) : Math.max(...places));
}

// --- judged decisions -------------------------------------------------------------------------

/** Decisions that cost something beyond the luck of the sample. */
function mistakes() {
  return Object.entries(judged).map(([place, row]) => [Number(place), row])
    .filter(([, { hint, done }]) => hint.options.some((option) => option.action === done && option.lessLow > 0));
}

function judge() {
  judged = {};
  judging?.close();
  const seat = Number($("judged-seat").value), by = $("judge-by").value;
  drawJudged();
  show(step);
  judging = connect(`/ws/review/${name}`, (frame) => receive(frame, seat, by), (text) => {
    if (text) $("progress").textContent = text;
    else judging.send({ type: "judge", seat, judge: by });
  });
}

function receive(frame, seat, by) {
  if (frame.type === "judged" && frame.seat === seat && frame.judge === by) {
    judged[frame.step] = frame;
    $("progress").textContent = t("review.progress", { n: Object.keys(judged).length, of: frame.of });
    drawJudged();
    if (frame.step === step) show(step);
  } else if (frame.type === "finished") $("progress").textContent = t("review.finished", { n: frame.of });
  else if (frame.type === "refused") $("progress").textContent = t("table.refused", { reason: frame.reason });
}

function drawJudged() {
  const only = $("only").checked, wrong = new Set(mistakes().map(([place]) => place));
  const rows = Object.entries(judged).filter(([place]) => !only || wrong.has(Number(place)));
  const cost = rows.reduce((sum, [place, { hint }]) => sum + (wrong.has(Number(place)) ? hint.cost : 0), 0);
  const [first] = Object.values(judged), unit = first?.hint.unit;
  const better = first?.hint.advised ? first.judge : t("column.better"); // another's choice needn't be better
  const shown = (hint) => hint.cost === null ? "" : unit === "win" ? points(hint.cost, 2) : hint.cost.toFixed(1);
  $("summary").textContent = unit ? t(`review.cost_${unit}`, { n: wrong.size, cost: unit === "win" ? points(cost, 1) : cost.toFixed(0) }) : "";
  fill($("judged"), el("table", { class: "judged" },
    el("thead", {}, el("tr", {}, ...[t("column.deal"), t("column.done"), better, differences("column.cost", unit)].map((column) => el("th", { scope: "col" }, column)))),
    el("tbody", {}, ...rows.map(([place, { hint, done }]) => el("tr", { "data-step": place, class: Number(place) === step ? "turn" : "" },
      el("td", {}, dealName(record.steps[place][0])),
      el("th", { scope: "row" }, el("button", { type: "button", class: "link", "data-go": place }, actionShort(done))),
      el("td", {}, hint.action === done ? "" : actionShort(hint.action)),
      el("td", { class: wrong.has(Number(place)) ? "wrong" : "" }, shown(hint)))))));
}

// --- the page ---------------------------------------------------------------------------------

async function begin() {
  source = packed ? await fromFile() : fromServer();
  record = await source.record();
  const option = (value, text) => el("option", { value: String(value) }, text);
  const deals = record.steps.flatMap(([deal, , action], place) => action === null ? [[deal, place]] : []);
  $("deal").replaceChildren(...deals.map(([deal]) => option(deal, dealName(deal))));
  $("deal").addEventListener("change", () => show(deals[Number($("deal").value) - 1][1]));
  const seats = record.seat === null ? record.names.map((_, seat) => seat) : [record.seat];
  $("view").replaceChildren(...(record.seat === null ? [option("", t("review.open_hands"))] : []),
    ...seats.map((seat) => option(seat, t("review.as", { name: record.names[seat] }))));
  $("judged-seat").replaceChildren(...seats.map((seat) => option(seat, record.names[seat])));
  fill($("sheet"), sheetTable(record.names, record.sheet));
  if (packed) fromSaved(source.data); else fromAddress();
  show(0);
  awaitCurve();
}

/** In a saved file there is nobody to ask: all is seen openly, and judged as it was. */
function fromSaved(data) {
  $("view-label").hidden = $("judge-form").hidden = true;
  for (const [place, hint] of Object.entries(data.judged)) {
    judged[place] = { seat: data.seat, judge: data.judge, hint, done: record.steps[Number(place) + 1][2] };
  }
  if (Object.keys(judged).length) $("progress").textContent = t("review.judged_by", { name: record.names[data.seat], judge: data.judge });
  drawJudged();
}

/** Whose decisions are judged, and by whom, stands in the address; there any agent may be named. */
function fromAddress() {
  const asked = new URLSearchParams(location.search), by = asked.get("judge"), select = $("judge-by");
  if (by && ![...select.options].some((option) => option.value === by)) select.append(el("option", {}, by));
  if (by) select.value = by;
  if ([...$("judged-seat").options].some((option) => option.value === asked.get("seat"))) $("judged-seat").value = asked.get("seat");
  linkExport();
}

function toAddress() {
  const asked = new URLSearchParams({ seat: $("judged-seat").value, judge: $("judge-by").value });
  history.replaceState(null, "", `${location.pathname}?${asked}`);
  linkExport();
}

function linkExport() {
  const asked = new URLSearchParams({ language: document.documentElement.lang, seat: $("judged-seat").value, judge: $("judge-by").value });
  $("export").href = `/api/records/${name}/export?${asked}`;
}

function listen() {
  $("first").addEventListener("click", () => show(0));
  $("back").addEventListener("click", () => turn(-1));
  $("forward").addEventListener("click", () => turn(1));
  $("last").addEventListener("click", () => show(record.steps.length - 1));
  $("view").addEventListener("change", () => show(step));
  $("only").addEventListener("change", () => { drawJudged(); });
  $("judge").addEventListener("click", judge);
  for (const id of ["judged-seat", "judge-by"]) $(id).addEventListener("change", toAddress);
  $("judged").addEventListener("click", (event) => {
    const place = event.target.closest("[data-go]")?.dataset.go;
    if (place) show(Number(place));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input:not([type=checkbox]), select, textarea, .sheet")) return;
    const go = { ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), Home: () => show(0), End: () => show(record.steps.length - 1) }[event.key];
    if (go) { go(); event.preventDefault(); }
  });
  narrowReview.addEventListener("change", () => show(step));
}

$("upload")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = $("file").files[0];
  if (!file) return;
  try {
    const { id } = await post("/api/records", await file.text());
    location.href = `/review/${id}`;
  } catch (error) { $("form-error").textContent = error.message; }
});

if (root) {
  listen();
  begin().catch((error) => { $("alert").textContent = error.message; });
}
