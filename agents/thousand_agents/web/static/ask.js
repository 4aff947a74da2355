// Questions about a hand or a table: the form goes over a websocket, the answer comes back with its
// progress, and is laid out as headings, tables and plots.
import { $, actionName, cardName, connect, dress, el, face, percent, points, seconds, t } from "./core.js";
import { rulesChosen } from "./rules.js";

const form = $("ask-form");
const sizes = JSON.parse($("sizes").textContent);
const radio = (name) => form.querySelector(`[name=${name}]:checked`).value;
const kind = () => radio("kind");
const players = () => Number($("players").value);
const whole = (text) => text.trim() === "" ? null : Number(text);
const column = (name, empty) => [...form.querySelectorAll(`.in-${name}`)].slice(0, players()).map((field) => whole(field.value) ?? empty);
// Where the server's fields stand on the page: an id of another name, or the cells of a column.
const IDS = { cards: "hand", rules: "preset" };
const COLUMNS = { table: "score", others: "agent", me: "agent" };

// --- cards ------------------------------------------------------------------------------------

/** The cards of a text in one form; what is no card stays as it was typed. */
function read(id) {
  return $(id).value.replace(/[,;]/g, " ").split(/\s+/).filter((word) => word)
    .map((word) => word.toUpperCase().replace(/^10/, "T").replace(/[♠♣♦♥]\ufe0e?/g, (sign) => "SCDH"["♠♣♦♥".indexOf(sign[0])]));
}

function pick(card) {
  const chosen = kind() === "contract" ? radio("into") : "hand";
  const had = read(chosen).includes(card);
  for (const id of ["hand", "talon"]) {
    const rest = read(id).filter((word) => word !== card);
    $(id).value = (id === chosen && !had ? [...rest, card] : rest).join(" ");
  }
  showCards();
}

function showCards() {
  const places = { hand: read("hand"), talon: kind() === "contract" ? read("talon") : [] };
  const [dealt, talon] = sizes[players()];
  $("hand-count").textContent = t("ask.count", { n: places.hand.length, of: dealt });
  $("talon-count").textContent = t("ask.count", { n: places.talon.length, of: talon });
  for (const button of form.querySelectorAll("[data-card].pick")) {
    const card = button.dataset.card;
    const place = ["hand", "talon"].find((id) => places[id].includes(card));
    button.setAttribute("aria-pressed", String(place !== undefined));
    button.setAttribute("aria-label", place ? t("ask.in", { card: cardName(card), place: t(`ask.${place}`) }) : cardName(card));
    button.querySelector(".place").textContent = place ? t(`ask.short.${place}`) : "";
  }
}

// --- the form ---------------------------------------------------------------------------------

/** The asker's seat: of a dark the first hand. */
function mySeat() {
  if (kind() !== "dark") return Number($("seat").value);
  const dealer = whole($("dealer").value) ?? players() - 1;
  return (dealer + 1) % players();
}

function fit() {
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind());
  for (const id of ["dealer", "seat", "by"]) {
    const select = $(id);
    for (const option of select.options) option.disabled = Number(option.value) >= players();
    if (select.selectedOptions[0]?.disabled) select.selectedIndex = 0;
  }
  for (const row of form.querySelectorAll("[data-seat]")) {
    const seat = Number(row.dataset.seat), mark = row.querySelector(".me");
    row.hidden = seat >= players();
    if (mark) mark.textContent = seat === mySeat() ? `(${t("you")})` : "";
  }
  showCards();
}

function question() {
  const seat = mySeat(), asked = kind();
  const specs = [...form.querySelectorAll(".in-agent")].slice(0, players()).map((field) => field.value.trim());
  const [me, ...others] = [...specs.slice(seat), ...specs.slice(0, seat)];
  const common = {
    kind: asked,
    rules: rulesChosen(),
    table: { score: column("score", 0), bolts: column("bolts", 0), barrel_deals_used: column("barrel", null), barrels_used: column("barrels", 0) },
    dealer: whole($("dealer").value),
    me, others,
    judge: $("judge").checked ? "playout" : null,
    seed: whole($("seed").value),
  };
  if (asked === "dark") return { ...common, deals: whole($("deals").value) };
  const hand = read("hand"), passed = [...form.querySelectorAll(".has-passed:checked")].map((box) => Number(box.value)).filter((place) => place < players());
  const held = { ...common, seat, cards: (asked === "contract" ? [...hand, ...read("talon")] : hand).join(" "), worlds: whole($("worlds").value) };
  if (asked === "bid") return { ...held, bid_stands: whole($("bid_stands").value), by: whole($("by").value), passed: passed.length ? passed : null };
  return { ...held, contract: whole($("contract").value), give: read("give").join(" ") || null };
}

function refuse(reason, field = null, place = null) {
  $("form-error").textContent = reason;
  const seat = field === "table" ? place ?? 0 : mySeat();
  const wrong = field in COLUMNS ? form.querySelectorAll(`.in-${COLUMNS[field]}`)[seat] : $(IDS[field] ?? field);
  if (!wrong || !form.contains(wrong)) return;
  const details = wrong.closest("details");
  if (details) details.open = true;
  wrong.classList.add("invalid");
  wrong.setAttribute("aria-invalid", "true");
  wrong.setAttribute("aria-errormessage", "form-error");
  wrong.focus();
}

function forget() {
  $("form-error").textContent = "";
  for (const wrong of form.querySelectorAll(".invalid")) {
    wrong.classList.remove("invalid");
    wrong.removeAttribute("aria-invalid");
    wrong.removeAttribute("aria-errormessage");
  }
}

// --- the answer -------------------------------------------------------------------------------

function waits(on) {
  $("go").disabled = on;
  $("stop").disabled = !on;
  $("bar").hidden = !on;
  $("done").replaceChildren(...(on ? [el("span"), seconds()] : []));
  if (on) $("bar").removeAttribute("value");
}

/** How far it is: a bar, which is not said aloud over and over as the status would be. */
function progress({ done, of }) {
  if (of !== null) { $("bar").max = of; $("bar").value = done; }
  if (done && $("done").firstChild) $("done").firstChild.textContent = `${t("ask.done", { n: done })},`;
}

function table(rows, title, best) {
  const [head, ...body] = rows;
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
    el("table", {},
      el("thead", {}, el("tr", {}, ...head.map((cell) => cell ? el("th", { scope: "col" }, cell) : el("td", {})))),
      el("tbody", {}, ...body.map(([name, ...cells], place) => el("tr", { class: place === best ? "best" : "" },
        el("th", { scope: "row" }, name), ...cells.map((cell) => el("td", {}, cell)))))));
}

function drawn(picture) {
  const svg = document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true);
  dress(svg);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", t("ask.picture"));
  return el("div", { class: "picture" }, svg);
}

function plot(svg, title) {
  const bytes = Array.from(new TextEncoder().encode(svg), (byte) => String.fromCharCode(byte)).join("");
  return el("img", { class: "plot", alt: `${title}: ${t("ask.plot")}`, src: `data:image/svg+xml;base64,${btoa(bytes)}` });
}

const gapOf = (figure) => ({ gap: points(figure.mean, 2), interval: figure.interval ? `[${figure.interval.map((end) => points(end, 2)).join(", ")}]` : "" });
const shown = (figure, digits = 1) => figure.mean === null ? "–" : percent(figure.mean, digits);
const interval = (figure, digits = 1) => figure.interval ? `[${figure.interval.map((end) => percent(end, digits)).join(", ")}]` : "";

/** The answer in a few sentences of the reader's language, the verdict first. */
function summary(found) {
  if (!found.win) {
    const { best, too_close: close } = found.match ?? { best: found.bids.action, too_close: found.bids.too_close };
    const names = close.map(actionName).join(", ");
    const told = names ? t("ask.between", { best: actionName(best), close: names }) : t("ask.best", { best: actionName(best) });
    return [told, ...(found.match ? [t("ask.from", { n: found.match.worlds })] : [])];
  }
  const gap = found.win.difference[found.question.me], { chance } = found.break_even;
  const said = { dark: "ask.say_dark", look: "ask.say_look" }[found.verdict] ?? "ask.close";
  return [
    t(said, gapOf(gap)),
    t("ask.stands_made", { stands: shown(found.stands), makes: shown(found.makes), interval: interval(found.makes) }),
    chance.mean === null ? t("ask.no_break_even") : t("ask.break_even", { chance: shown(chance), interval: interval(chance) }),
    t("ask.from", { n: found.deals }),
  ];
}

function show({ found, sections, plots }) {
  const first = sections.findIndex((section) => section.plot && section.table.length); // the chances to win
  const parts = sections.map((section, place) => el("details", { open: place === first },
    el("summary", {}, el("h3", {}, section.title)),
    section.picture ? drawn(section.picture) : null,
    ...section.paragraphs.map((text) => el("p", {}, text)),
    section.table.length ? table(section.table, section.title, section.best) : null,
    section.plot ? el("details", {}, el("summary", {}, t("ask.as_plot")), plot(plots[section.plot], section.title)) : null,
    section.listing ? el("pre", { tabindex: "0", role: "group", "aria-label": section.title }, section.listing) : null));
  const file = URL.createObjectURL(new Blob([JSON.stringify(found, null, 1)], { type: "application/json" }));
  parts.push(el("p", {}, el("a", { href: file, download: "answer.json", "data-test": "download" }, t("ask.download"))));
  $("answer-body").replaceChildren(...parts);
  $("answer").hidden = false;
  const told = summary(found);
  $("summary").replaceChildren(...told.map((text, place) => el("p", place ? {} : { class: "verdict", "data-test": "verdict" }, text)));
  $("status").textContent = told[0]; // seen below, said here
  $("status").className = "hidden-title";
  $("answer-title").focus();
}

function receive(frame) {
  if (frame.type === "progress") { progress(frame); return; }
  waits(false);
  $("status").textContent = frame.type === "stopped" ? t("ask.stopped") : "";
  if (frame.type === "answer") show(frame);
  else if (frame.type === "refused") refuse(frame.reason, frame.field, frame.seat);
}

// --- the page ---------------------------------------------------------------------------------

let lost = false;
const socket = connect("/ws/ask", receive, (text) => {
  if (text || lost) { waits(false); $("form-error").textContent = text; }
  lost = Boolean(text);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  forget();
  if (socket.send({ type: "ask", question: question() }) === false) { refuse(t("error.lost")); return; }
  $("answer").hidden = true;
  $("status").className = "";
  $("status").textContent = t("ask.waiting");
  waits(true);
});
$("stop").addEventListener("click", () => socket.send({ type: "stop" }));
$("clear").addEventListener("click", () => { $("hand").value = $("talon").value = ""; showCards(); });
for (const button of form.querySelectorAll(".pick")) {
  button.append(face(button.dataset.card), el("span", { class: "place", "aria-hidden": "true" }));
  button.addEventListener("click", () => pick(button.dataset.card));
}
for (const id of ["hand", "talon"]) $(id).addEventListener("input", showCards);
form.addEventListener("change", fit);
fit();
