// What every page needs: words, elements, cards, requests.
const texts = JSON.parse(document.getElementById("texts").textContent);
const SUITS = "SCDH";
const FINAL = [1003, 1008, 1009, 4404, 4429]; // the server's reasons to close that trying again won't change

/** A text by its key, {name} replaced by a value. */
export function t(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** An element with attributes and children; a text child is never read as HTML. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** Replace what an element holds, unless it is the same already (a live region would read it again). */
export function fill(element, ...children) {
  const fresh = el("div", {}, ...children);
  if (fresh.innerHTML !== element.innerHTML) element.replaceChildren(...fresh.childNodes);
}

/** A card's rank and suit as players read them, for the eye. */
export function face(card) {
  if (card === "??" || card === null) return el("span", { class: "card back", "aria-hidden": "true" });
  const rank = card[0] === "T" ? "10" : card[0];
  return el("span", { class: `card suit-${card[1]}`, "data-card": card, "aria-hidden": "true" },
    el("span", { class: "rank" }, rank), el("span", { class: "pip" }));
}

/** A card's name in words: ace of hearts. */
export function cardName(card) {
  if (!card || card === "??") return t("card.hidden");
  return t("card", { rank: t(`rank.${card[0]}`), suit: t(`suit.${card[1]}`) });
}

/** A card in a line of text. */
export function cardText(card) {
  if (card === "??") return "??";
  return (card[0] === "T" ? "10" : card[0]) + "♠♣♦♥"[SUITS.indexOf(card[1])] + "\ufe0e";
}

/** What an action is called, in words. */
export function actionName(action) {
  const [verb, value] = action.split(" ");
  if (value === undefined) return t(`act.${verb}`);
  const card = ["play", "marry", "give"].includes(verb);
  return t(`act.${verb}`, { value: card ? cardName(value) : value });
}

/** The same, short, for a log. */
export function actionShort(action) {
  const [verb, value] = action.split(" ");
  if (value === undefined) return t(`act.${verb}`);
  const card = ["play", "marry", "give"].includes(verb);
  return t(verb === "marry" ? "act.marry_short" : `act.${verb}`, { value: card ? cardText(value) : value });
}

/** Send JSON; the answer's JSON, or an error with what the server says. */
export async function post(path, body) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "Content-Type": "application/json" };
  return answer(await fetch(path, { method: "POST", headers, body: text }));
}

export async function get(path) {
  return answer(await fetch(path));
}

async function answer(response) {
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(found.error || t("error.server"));
  return found;
}

/** A websocket that comes back after a break. `on(frame)` gets messages, `state(text)` the connection's. */
export function connect(path, on, state) {
  let socket = null, waits = 500, ended = false;
  function open() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
    socket.onopen = () => { waits = 500; state(""); };
    socket.onmessage = (event) => on(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (ended) return;
      if (FINAL.includes(event.code)) { state(t("error.closed", { reason: event.reason })); return; }
      state(t("error.lost"));
      setTimeout(open, waits);
      waits = Math.min(2 * waits, 8000);
    };
  }
  open();
  return {
    send: (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message)),
    close: () => { ended = true; socket.close(); },
  };
}

/** A picture in the reader's colours. */
export function dress(svg) {
  const { theme, suits } = document.documentElement.dataset;
  svg.setAttribute("class", `te te-${theme}${suits === "four" ? " te-four" : ""}`);
  svg.setAttribute("role", "group");
  svg.removeAttribute("width");
  svg.removeAttribute("height");
}

export function percent(value, digits = 1) {
  return `${(100 * value).toFixed(digits)}%`;
}

/** A difference of two chances, in percentage points. */
export function points(value, digits = 1) {
  return (100 * value).toFixed(digits);
}

/** The heading of a column of differences: in percentage points where they are of chances. */
export function differences(column, unit) {
  return unit === "win" ? `${t(column)}, ${t("unit.pp")}` : t(column);
}

/** Seconds that go by, for the eye alone; they stop when the element is gone. */
export function seconds() {
  const shown = el("span", { "aria-hidden": "true" }), begun = Date.now();
  const timer = setInterval(() => {
    if (shown.isConnected) shown.textContent = ` ${t("unit.seconds", { n: Math.round((Date.now() - begun) / 1000) })}`;
    else clearInterval(timer);
  }, 1000);
  return shown;
}

/** Remember something in this browser, or read it. */
export function memory(key, value) {
  try {
    if (value !== undefined) localStorage.setItem(key, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch { return null; }
}

for (const name of ["theme", "suits"]) {
  const select = $(name);
  if (!select) continue;
  select.value = document.documentElement.dataset[name];
  select.addEventListener("change", () => {
    document.documentElement.dataset[name] = select.value;
    document.querySelectorAll("svg.te").forEach(dress);
    try { localStorage.setItem(name, select.value); } catch { /* not kept, then */ }
  });
}
$("language")?.addEventListener("change", (event) => {
  document.cookie = `language=${event.target.value}; path=/; max-age=31536000; SameSite=Strict`;
  location.reload();
});
