// Small comforts on every page. Everything works without them.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// What only makes sense without scripts goes, what needs them comes.
for (const one of all("[data-without-scripts]")) one.hidden = true;
for (const one of all("[data-with-scripts]")) one.hidden = false;

// The settings close when one looks elsewhere.
const me = document.querySelector(".me");
document.addEventListener("click", (event) => {
  if (me.open && !me.contains(event.target)) me.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && me.open) {
    me.open = false;
    me.querySelector("summary").focus();
  }
});

// Times as one says them: "5 minutes ago".
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];
const said = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
for (const time of all("time[datetime]")) {
  const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => -seconds >= size) ?? ["second", 1];
  time.title = time.textContent;
  time.textContent = said.format(Math.round(seconds / size), unit);
}

// A long page of rules begins with its rules on a phone.
const contents = document.querySelector(".contents");
if (contents && matchMedia("(max-width: 60rem)").matches) contents.open = false;

// A new table: only the seats that are played, and our own share in the shuffling.
const table = document.querySelector(".new-table");
if (table) {
  const showSeats = () => {
    const players = Number(new FormData(table).get("players"));
    for (const seat of all("[data-seat]", table)) seat.hidden = Number(seat.dataset.seat) >= players;
  };
  table.addEventListener("change", showSeats);
  addEventListener("pageshow", showSeats);
  showSeats();

  // Who fills in a number means the choice beside it.
  for (const field of all("[data-goes-with]", table)) {
    field.addEventListener("input", () => {
      table.elements[field.dataset.goesWith].value = field.dataset.value ?? "";
    });
  }
}

// How many tables wait for us: in the title, in the icon, and on the button that leads to the next.
const nextTurn = document.getElementById("next-turn");
const icon = document.querySelector('link[rel="icon"]');
const plainIcon = icon.href;
let waiting = 0;

const markTitle = () => {
  const title = (waiting ? `(${waiting}) ` : "") + document.title.replace(/^\(\d+\) /, "");
  if (document.title !== title) document.title = title;
};

const markIcon = async () => {
  if (!waiting) {
    icon.href = plainIcon;
    return;
  }
  const drawing = await (await fetch(plainIcon)).text();
  const words = waiting > 9 ? "9+" : waiting;
  const badge = `<circle cx="46" cy="46" r="18" fill="#c22"/><text x="46" y="54" fill="#fff" font-family="sans-serif"
    font-size="${waiting > 9 ? 20 : 26}" font-weight="700" text-anchor="middle">${words}</text></svg>`;
  icon.href = "data:image/svg+xml," + encodeURIComponent(drawing.replace(/<\/svg>\s*$/, badge));
};

const countTurns = async () => {
  const here = location.pathname.split("/")[2] ?? "";
  try {
    const answer = await fetch(`/me/turns?here=${encodeURIComponent(here)}`);
    if (answer?.ok) {
      const { count, next } = await answer.json();
      const changed = count !== waiting;
      waiting = count;
      nextTurn.hidden = next === null;
      nextTurn.href = next ?? "/next";
      nextTurn.querySelector("b").textContent = count;
      markTitle();
      if (changed) await markIcon();
    }
  } catch {
    // The network may be back the next time.
  }
  setTimeout(countTurns, 30000);
};
if (nextTurn) {
  new MutationObserver(markTitle).observe(document.querySelector("title"), { childList: true });
  countTurns();
}

// A review that is being made: look again until it is done.
const refresh = async () => {
  const main = document.getElementById("main");
  if (!main.querySelector("[data-poll]")) return;
  try {
    const answer = document.hidden ? null : await fetch(location.href);
    if (answer?.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const open = all("details[open]", main).map((one) => one.textContent);
      main.replaceChildren(...page.getElementById("main").childNodes);
      for (const one of all("details", main)) one.open = open.includes(one.textContent);
    }
  } catch {
    // The network may be back the next time.
  }
  setTimeout(refresh, 2000);
};
setTimeout(refresh, 2000);
