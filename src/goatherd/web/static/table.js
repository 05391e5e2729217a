// The table, live. Without this script everything works by plain forms and reloading.
const $ = (id) => document.getElementById(id);
const said = $("said"), lost = $("lost");
const LONGEST_WAIT = 15000, LOOK_WHILE_HIDDEN = 30000, PATIENCE = 2000, DEAD = 50000;
let unread = false;
let table = $("table"), home = table.dataset.home;
let stream = null, wait = 1000, busy = false, shownAt = performance.now(), heard = shownAt, warned = 99;

const pause = (time) => new Promise((done) => setTimeout(done, time));
const drafting = () => new URLSearchParams(location.search).has("draft");
const tableIn = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("#table");

// Showing a new table in place of the old one

function show(fresh) {
  const old = table;
  table = fresh;
  glide(old, fresh, () => {
    replace(old, fresh);
    return fresh;
  });
}

function replace(old, fresh) {
  const focus = old.contains(document.activeElement) ? document.activeElement.id : null;
  const open = old.querySelector(":popover-open")?.id;
  const stays = open === "side" || old.dataset.version === fresh.dataset.version;
  const { scrollX, scrollY } = window;
  for (const open of old.querySelectorAll("details[id][open]")) {
    const same = fresh.querySelector(`#${CSS.escape(open.id)}`);
    if (same?.tagName === "DETAILS") same.open = true;
  }
  for (const typed of old.querySelectorAll("input[id]:not([readonly])")) {
    const same = fresh.querySelector(`#${CSS.escape(typed.id)}`);
    if (same) same.value = typed.value;
  }
  if (busy) fresh.setAttribute("aria-busy", "true");
  announce(old, fresh);
  old.replaceWith(fresh);
  prepare();
  window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
  if (open && stays) $(open)?.showPopover();
  if (focus !== null) ($(focus) ?? fresh.querySelector(".dock"))?.focus({ preventScroll: true });
}

// Only what is new is read out.
function announce(old, fresh) {
  const lines = (root) => [...root.querySelectorAll("#events li")].map((line) => line.textContent);
  const before = lines(old), after = lines(fresh);
  let known = Math.min(before.length, after.length);
  while (known && before.slice(-known).join("\n") !== after.slice(0, known).join("\n")) known--;
  const news = after.slice(known);
  const lastSaid = (root) => root.querySelector("#messages li:last-child")?.textContent;
  unread ||= news.length > 0 || lastSaid(old) !== lastSaid(fresh);
  if (fresh.dataset.turn === "mine" && old.dataset.turn !== "mine") {
    const prompt = fresh.querySelector("#prompt").textContent;
    warned = 99;
    news.push(said.dataset.turn, prompt);
    notify(prompt);
  }
  if (news.length) said.textContent = news.join(" ");
}

function notify(text) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  new Notification(`${said.dataset.turn} – ${said.dataset.title}`, { body: text, tag: home });
}

// What only a script can do to a table
function prepare() {
  shownAt = performance.now();
  document.title = (table.dataset.turn === "mine" ? `● ${said.dataset.turn} – ` : "") + said.dataset.title;
  if ($("messages")) $("messages").scrollTop = $("messages").scrollHeight;
  if ($("notify")) $("notify").hidden = !("Notification" in window) || Notification.permission !== "default";
  setTimeout(goOn);
  if ($("side")?.matches(":popover-open")) unread = false;
  $("talk")?.classList.toggle("news", unread);
  for (const card of table.querySelectorAll(".own .c:not(.lit, .none)")) {
    card.tabIndex = 0;
    card.role = "button";
  }
}

// What nobody has to click: our share in the deal is opened, and sealed anew where that is needed.
let sealedAt = "";
function goOn() {
  if (!table.isConnected) return; // it is still gliding in: what is shown then goes on
  fair.look(table);
  if (busy || sealedAt === table.dataset.eventId) return;
  sealedAt = table.dataset.eventId;
  table.querySelector("[data-at-once]")?.requestSubmit();
}

// A connection that is back at once was never lost.
let worry = 0;
function lose() {
  worry ||= setTimeout(() => (lost.hidden = false), PATIENCE);
}
function find() {
  clearTimeout(worry);
  worry = 0;
  lost.hidden = true;
}

// Sending decisions

async function ask(address, options = {}, again = true) {
  const headers = { Accept: "text/html", "X-Fragment": "1" };
  for (let time = 1000; ; time = Math.min(time * 2, LONGEST_WAIT)) {
    try {
      const answer = await fetch(address, { ...options, headers });
      find();
      return answer;
    } catch (failure) {
      lose();
      if (!again) throw failure;
      await pause(time);
    }
  }
}

async function send(form, button) {
  const data = new URLSearchParams(new FormData(form, button));
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const asking = form.method === "get";
  const to = asking ? `${address}?${data}` : address;
  // What names the version it was made from may be sent again: it cannot count twice.
  const answer = await ask(to, asking ? {} : { method: "POST", body: data }, asking || data.has("version"));
  if (answer.ok && form.id === "chat") form.reset();
  await take(answer);
}

async function take(answer) {
  const fresh = tableIn(await answer.text());
  if (fresh?.dataset.home !== home) return location.assign(answer.redirected ? answer.url : home);
  if (age(fresh) < 0) return; // the stream was faster, and tells nothing twice
  const draft = fresh.querySelector("#draft");
  const parts = draft ? new URLSearchParams(new FormData(draft)).toString() : "";
  history.replaceState(null, "", parts ? `${home}?${parts}` : home);
  show(fresh);
}

async function alone(work) {
  if (busy) return;
  busy = true;
  table.setAttribute("aria-busy", "true");
  try { await work(); } catch { /* the line at the top says so */ }
  busy = false;
  table.removeAttribute("aria-busy");
  goOn();
}

async function why(card) {
  const asked = new URLSearchParams(location.search);
  asked.set("card", card.id.replaceAll("-", " "));
  const answer = await ask(`${home}/why?${asked}`);
  if (answer.ok) $("why").textContent = await answer.text();
}

document.addEventListener("submit", (event) => {
  if (!table.contains(event.target)) return;
  event.preventDefault();
  alone(() => send(event.target, event.submitter));
});
document.addEventListener("change", (event) => event.target.closest("[data-auto]")?.requestSubmit());
document.addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && event.target.matches("span.c")) {
    event.preventDefault();
    why(event.target);
  }
});
document.addEventListener("click", (event) => {
  const hit = (selector) => event.target.closest(selector);
  if (hit("a[data-draft]")) {
    event.preventDefault();
    alone(async () => take(await ask(hit("a[data-draft]").getAttribute("href"))));
  } else if (hit(".own .c:not(.lit, .none)")) why(hit(".c"));
  else if (hit("#talk")) {
    unread = false;
    $("talk").classList.remove("news");
  }
  else if (hit("#notify")) Notification.requestPermission().then(prepare);
  else if (hit("[data-copy]")) copy($(hit("[data-copy]").dataset.copy));
});

function copy(field) {
  field.select();
  navigator.clipboard?.writeText(field.value).then(() => (said.textContent = said.dataset.copied));
}

// Hearing of what others do

// Above zero for a table that is newer than the one shown, below for an older one.
const moment = (root) => root.dataset.eventId.split(".");
function age(fresh) {
  const [decisions, changes] = moment(fresh), [seen, changed] = moment(table);
  return decisions - seen || changes - changed;
}

async function hear(fresh) {
  if (!fresh || age(fresh) <= 0) return;
  if (drafting() && fresh.dataset.version === table.dataset.version) {
    const answer = await ask(location.href);
    if (answer.ok) return take(answer);
  }
  if (drafting()) history.replaceState(null, "", home);
  show(fresh);
}

// A page that holds a sealed nonce has to hear when it is to be opened.
const mustOpen = () => table.dataset.seat && ["waiting", "dealing", "drawing"].includes(table.dataset.stage);

function listen() {
  stream?.close();
  stream = null;
  if (document.hidden && !mustOpen()) return;
  stream = new EventSource(`${home}/events?known=${table.dataset.eventId}`);
  heard = performance.now();
  stream.onmessage = (event) => { heard = performance.now(); hear(tableIn(event.data)); };
  stream.addEventListener("beat", () => (heard = performance.now()));
  stream.onopen = () => { find(); wait = 1000; };
  stream.onerror = () => {
    lose();
    if (stream?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(listen, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

async function lookWhileHidden() {
  if (!document.hidden || table.dataset.stage !== "playing" || !table.dataset.seat) return;
  const answer = await ask(home, {}, false).catch(() => null);
  if (answer?.ok && !drafting()) hear(tableIn(await answer.text()));
}

// A line may be dead without anybody having said so.
function listenAgain() {
  if (document.hidden || performance.now() - heard < DEAD) return;
  lose();
  listen();
}

document.addEventListener("visibilitychange", listen);
window.addEventListener("offline", lose);
window.addEventListener("online", listen);
window.addEventListener("pagehide", () => stream?.close());
window.addEventListener("pageshow", (event) => event.persisted && listen());
setInterval(lookWhileHidden, LOOK_WHILE_HIDDEN);
setInterval(listenAgain, 5000);

// Clocks

function tick() {
  const clock = table.querySelector(".clock.runs");
  if (!clock) return;
  const main = clock.dataset.main - (performance.now() - shownAt) / 1000;
  const left = Math.max(0, Math.floor(main > 0 ? main : Number(clock.dataset.period) + main));
  const last = main <= Math.max(0, 30 - clock.dataset.period) && left <= 30;
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(left / 3600), minutes = Math.floor(left / 60) % 60;
  clock.textContent = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(left % 60)}`;
  clock.classList.toggle("short", last && left <= 10);
  if (last && clock.closest(".mine")) warn(left);
}

function warn(left) {
  const step = left <= 10 ? 10 : 30;
  if (step < warned) said.textContent = said.dataset[`left${step}`];
  warned = step;
}

setInterval(tick, 500);
document.documentElement.classList.add("scripts");
prepare();
listen();
setInterval(goOn, 1000);
