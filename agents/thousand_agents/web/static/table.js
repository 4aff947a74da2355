// A table: what the server sends is drawn, what is clicked is sent. Nothing is known here that isn't shown.
import { $, actionName, actionShort, cardText, connect, dress, el, fill, post, seconds, t } from "./core.js";
import { hintTable } from "./hints.js";
import { sheetTable } from "./sheet.js";

const id = location.pathname.split("/").pop();
const BIDS_SHOWN = 6;
const CARD_VERBS = ["play", "marry", "give"];
let state = null, heard = 0;

const narrow = matchMedia("(max-width: 36rem)");
const path = () => `/ws/table/${id}?language=${document.documentElement.lang}&compact=${narrow.matches ? 1 : 0}`;
let socket = open();
narrow.addEventListener("change", () => { socket.close(); socket = open(); });

function open() { return connect(path(), receive, (text) => { $("alert").textContent = text; }); }
const act = (action) => socket.send({ type: "act", action, turn: state.turn });

function receive(frame) {
  if (frame.type === "state") { state = frame; draw(); }
  else if (frame.type === "hint") { if (frame.turn === state?.turn) fill($("hints"), hintTable(frame)); }
  else if (frame.type === "missed") {
    const key = frame.forGood ? "table.replaced" : "table.missed";
    $("alert").textContent = t(key, { name: state.names[frame.seat], reason: frame.reason, substitute: frame.substitute });
  } else if (frame.type === "refused") $("alert").textContent = t("table.refused", { reason: frame.reason });
}

function draw() {
  const { scene } = state;
  $("headline").textContent = headline();
  fill($("seats"), seatTable());
  drawPicture();
  $("status").textContent = statusText();
  $("todo").textContent = todo();
  drawActions();
  fill($("log"), ...scene.log.map(([seat, action]) => el("li", {}, `${state.names[seat]}: ${actionShort(action)}`)));
  $("log").scrollTop = $("log").scrollHeight;
  fill($("sheet"), sheetTable(state.names, state.sheet));
  $("undo").hidden = !state.training;
  $("undo").disabled = !state.undo;
  $("hint").hidden = !state.training;
  $("hint").disabled = !state.legal.length;
  $("pause").hidden = state.seat !== null || state.over;
  $("pause").textContent = t(state.paused ? "table.resume" : "table.pause");
  $("leave").hidden = state.over || state.left;
  $("tempo").value = String(state.tempo);
  if (state.turn !== heard) { $("hints").replaceChildren(); $("alert").textContent = ""; heard = state.turn; }
}

function headline() {
  const { scene, names } = state;
  const parts = [t("table.deal", { n: scene.deal })];
  if (scene.kind !== "ordinary") parts.push(t(`kind.${scene.kind}`));
  if (scene.circle) parts.push(t("table.circle", { n: scene.circle }));
  parts.push(t("table.dealer", { name: names[scene.dealer] }));
  if (scene.contract && scene.declarer !== null)
    parts.push(t("table.contract", { name: names[scene.declarer], n: scene.contract }));
  else if (scene.bid && scene.declarer !== null)
    parts.push(t("table.bid", { name: names[scene.declarer], n: scene.bid }));
  if (scene.trump) parts.push(t("table.trump", { suit: t(`suit.nom.${scene.trump}`) }));
  return parts.join(" · ");
}

function seatTable() {
  const columns = ["player", "score", "bid", "tricks", "points", "cards"];
  const rows = state.scene.seats.map((seat, k) => {
    const mine = k === state.seat, turn = k === state.scene.player;
    const score = seat.barrel === null ? String(seat.score) : `(${seat.score})`;
    const bid = seat.sits ? t("table.sits") : [seat.bid || "", seat.passed ? t("act.pass") : ""].join(" ").trim();
    const marriages = seat.announced.map((suit) => suit === "A" ? t("table.aces") : cardText(`K${suit}`).slice(1));
    const notes = [
      seat.barrel === null ? "" : t("table.barrel", { n: seat.barrel }),
      marriages.length ? t("table.marriages", { suits: marriages.join(" ") }) : "",
    ].filter(Boolean).join("; ");
    return el("tr", { class: `${turn ? "turn" : ""} ${mine ? "mine" : ""}`, "data-seat": k },
      el("th", { scope: "row" }, (turn ? "▸ " : "") + state.names[k], notes ? el("small", {}, notes) : null),
      el("td", { class: seat.barrel === null ? "" : "barrel" }, score, bolts(seat.bolts)),
      el("td", {}, bid), el("td", {}, String(seat.tricks)), el("td", {}, String(seat.points)),
      el("td", {}, seat.hand && !mine ? seat.hand.map(cardText).join(" ") : String(seat.cards)));
  });
  return el("table", { class: "seats" },
    el("caption", { class: "hidden-title" }, t("table.seats")),
    el("thead", {}, el("tr", {}, ...columns.map((name) => el("th", { scope: "col" }, t(`column.${name}`))))),
    el("tbody", {}, ...rows));
}

function bolts(count) {
  if (!count) return null;
  return el("span", { class: "bolts" }, el("span", { "aria-hidden": "true" }, "●".repeat(count)),
    el("span", { class: "hidden-title" }, t("table.bolts", { n: count })));
}

// The picture is SVG of the server's own making. Its cards that can be played are buttons.
function drawPicture() {
  const before = document.activeElement?.closest?.("#picture [data-card]")?.dataset.card;
  const svg = document.importNode(new DOMParser().parseFromString(state.picture, "image/svg+xml").documentElement, true);
  dress(svg);
  for (const card of svg.querySelectorAll("[data-card]")) {
    const found = mine(card) ? actionsOf(card.dataset.card) : [];
    if (!found.length) continue;
    const attributes = { class: "playable", tabindex: "0", role: "button", "data-action": found[0], "aria-label": found.map(actionName).join(", ") };
    for (const [name, value] of Object.entries(attributes)) card.setAttribute(name, value);
  }
  $("picture").replaceChildren(svg);
  if (before) (svg.querySelector(`[data-action][data-card="${before}"]`) ?? firstAction())?.focus({ preventScroll: true });
}

function mine(card) { return Number(card.dataset.seat) === state.seat; }

function actionsOf(card) {
  return state.legal.filter((action) => CARD_VERBS.some((verb) => action === `${verb} ${card}`));
}

function chooseCard(card) {
  const found = actionsOf(card.dataset.card);
  if (found.length === 1) act(found[0]);
  else focusAction(found[found.length - 1]); // playing or announcing: both stand below
}

$("picture").addEventListener("click", (event) => {
  const card = event.target.closest("[data-action]");
  if (card) chooseCard(card);
});

function statusText() {
  const { scene, names } = state;
  if (state.left) return t("table.left");
  if (state.result) return resultText();
  if (state.over) return t("table.won", { name: names[state.winner] }) + " " + settlementText();
  if (state.taker !== null) return `${trickText()} ${t("table.takes", { name: names[state.taker] })}`;
  const said = [lastWords()];
  if (scene.trick.length) said.push(trickText());
  if (state.legal.length) said.push(t("table.your_turn", { phase: t(`phase.${scene.phase}`) }));
  else if (state.paused) said.push(t("table.paused"));
  else if (scene.player !== null) said.push(t("table.thinks", { name: names[scene.player] }));
  return said.filter(Boolean).join(" ");
}

/** What the decision is about, and how it is done. */
function todo() {
  const { scene, legal } = state;
  if (!legal.length) return "";
  const verbs = new Set(legal.map((action) => action.split(" ")[0]));
  const key = { play: scene.trick.length ? "follow" : "lead" }[scene.phase] ?? scene.phase;
  const said = ["golden", "obligatory"].includes(scene.kind) && scene.phase === "gift" ? [t(`todo.${scene.kind}`)] : [];
  said.push(t(`todo.${key}`, { name: receiver(), n: scene.contract || scene.bid }));
  for (const verb of ["marry", "concede"]) if (verbs.has(verb)) said.push(t(`todo.${verb}`));
  return said.join(" ");
}

/** Who gets the next card that is given: the declarer's neighbour first (R6.2). */
function receiver() {
  const { seats, gifts } = state.scene, others = seats.map((_, step) => (state.seat + step) % seats.length);
  return state.names[others.slice(1).filter((seat) => !seats[seat].sits)[gifts.length]];
}

function trickText() {
  return t("table.trick", { cards: state.scene.trick.map(({ seat, card }) => `${state.names[seat]} ${cardText(card)}`).join(", ") });
}

/** What the others said since the person's last decision, but cards, which the trick shows. */
function lastWords() {
  const said = [];
  for (const [seat, action] of [...state.scene.log].reverse()) {
    if (seat === state.seat) break;
    if (!action.startsWith("play")) said.unshift(`${state.names[seat]}: ${actionShort(action)}.`);
  }
  return said.join(" ");
}

function resultText() {
  const { result, names } = state;
  if (result.kind === "redealt") return t("table.redealt");
  const end = result.conceded ? "conceded" : result.made ? "made" : "failed";
  const written = result.written.map((points, seat) => `${names[seat]} ${points > 0 ? "+" : ""}${points}`).join(", ");
  const said = t(`table.${end}`, { name: names[result.declarer], n: result.contract });
  const winner = state.winner === null ? "" : ` ${t("table.won", { name: names[state.winner] })}`;
  return `${said} ${t("table.written", { points: written })}${winner}`;
}

function settlementText() {
  if (!state.settlement) return "";
  return t("table.settlement", { points: state.settlement.map((n, seat) => `${state.names[seat]} ${n > 0 ? "+" : ""}${n}`).join(", ") });
}

function drawActions() {
  const buttons = [];
  const rest = state.legal.filter((action) => !clickable(action));
  const numbers = rest.filter((action) => /^(bid|contract) /.test(action));
  const others = rest.filter((action) => !numbers.includes(action) && action !== "concede");
  if (waitsForPerson()) buttons.push(button("continue", t("table.continue"), () => socket.send({ type: "continue", turn: state.turn }), "primary"));
  for (const action of others) buttons.push(button(action, actionName(action), () => act(action)));
  for (const action of numbers.slice(0, BIDS_SHOWN)) buttons.push(button(action, actionName(action), () => act(action)));
  if (rest.includes("concede")) buttons.push(button("concede", actionName("concede"), () => act("concede"))); // last, lest it be hit by chance
  if (numbers.length > BIDS_SHOWN) buttons.push(...numberChoice(numbers.slice(BIDS_SHOWN)));
  const before = document.activeElement?.dataset?.action, within = $("actions").contains(document.activeElement);
  $("actions").replaceChildren(...buttons);
  if (within || document.activeElement === document.body) (document.querySelector(`[data-action="${before}"]`) ?? firstAction())?.focus({ preventScroll: true });
}

/** Is a card in the picture all that it takes? Not where a card can be played in two ways. */
function clickable(action) {
  const card = action.split(" ")[1];
  return CARD_VERBS.includes(action.split(" ")[0]) && actionsOf(card).length === 1
    && $("picture").querySelector(`[data-action][data-card="${card}"]`) !== null;
}

function waitsForPerson() {
  return state.seat !== null && state.result !== null && !state.left;
}

function button(action, text, click, kind = "") {
  return el("button", { type: "button", class: `action ${kind}`, "data-action": action, "data-test": `action-${action.replace(" ", "-")}`, onclick: click }, text);
}

function numberChoice(actions) {
  const select = el("select", { "aria-label": t("table.more"), "data-test": "more" }, ...actions.map((action) => el("option", { value: action }, actionName(action))));
  return [el("span", { class: "more" }, select, el("button", { type: "button", class: "action", "data-test": "more-go", onclick: () => act(select.value) }, t("table.go")))];
}

$("undo").addEventListener("click", () => socket.send({ type: "undo", turn: state.turn }));
$("hint").addEventListener("click", () => {
  fill($("hints"), el("p", {}, t("table.hint_waits"), seconds()));
  socket.send({ type: "hint", turn: state.turn });
});
$("pause").addEventListener("click", () => socket.send({ type: "pause", on: !state.paused }));
$("tempo").addEventListener("change", (event) => socket.send({ type: "tempo", tempo: Number(event.target.value) }));
$("leave").addEventListener("click", () => { if (confirm(t("table.leave_sure"))) socket.send({ type: "leave" }); });
$("review-it").addEventListener("click", async () => {
  try { location.href = `/review/${(await post(`/api/tables/${id}/review`, {})).id}`; }
  catch (error) { $("alert").textContent = error.message; }
});
$("record").href = `/api/tables/${id}/record`;

// By keyboard: the arrows go from action to action, digits choose, Enter does it; u takes back, ? hints.
const choices = () => [...document.querySelectorAll("#picture [data-action], #actions [data-action]")];
const firstAction = () => choices()[0];
function press(element) { element?.dispatchEvent(new MouseEvent("click", { bubbles: true })); }
function focusAction(action) { $("actions").querySelector(`[data-action="${action}"]`)?.focus(); }

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  const found = choices(), place = found.indexOf(document.activeElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step && found.length && !event.target.closest(".log, .sheet")) {
    found[(place + step + found.length) % found.length].focus();
    event.preventDefault();
  } else if (/^[1-9]$/.test(event.key)) press(found[Number(event.key) - 1]);
  else if ((event.key === "Enter" || event.key === " ") && event.target.closest("#picture [data-action]")) {
    chooseCard(event.target);
    event.preventDefault();
  }
  else if (event.key === "u" && !$("undo").disabled && !$("undo").hidden) $("undo").click();
  else if (event.key === "?" && !$("hint").disabled && !$("hint").hidden) $("hint").click();
});
