// The replay as a film: the slider shows each moment at once, and plays.
"use strict";

const form = document.querySelector("[data-replay]");
const slider = form.elements.at;
const play = form.querySelector("[data-play]");
const last = Number(slider.max);
const PAUSE = 1200;
const PARTS = ["replay-words", "replay-table"];

const pages = new Map();
let wanted = Number(slider.value);
let timer = 0;

const address = (at) => `${form.action}?at=${at}`;

const pageAt = (at) => {
  if (!pages.has(at)) {
    const page = fetch(address(at))
      .then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText))))
      .then((text) => new DOMParser().parseFromString(text, "text/html"));
    page.catch(() => pages.delete(at));
    pages.set(at, page);
  }
  return pages.get(at);
};

const swap = (page) => {
  for (const id of PARTS) {
    document.getElementById(id).replaceChildren(
      ...document.importNode(page.getElementById(id), true).childNodes,
    );
  }
  form.querySelector("label").textContent = page.querySelector("[data-replay] label").textContent;
  const steps = form.querySelectorAll("a.button");
  page.querySelectorAll("[data-replay] a.button").forEach((fresh, place) => {
    const focused = document.activeElement === steps[place];
    const step = document.importNode(fresh, true);
    steps[place].replaceWith(step);
    if (focused) step.focus();
  });
  return document.getElementById("replay-table");
};

const show = async (at) => {
  wanted = Math.min(Math.max(at, 0), last);
  slider.value = wanted;
  const going = wanted;
  try {
    const page = await pageAt(going);
    if (going !== wanted) return;
    const [old, fresh] = [document, page].map((one) => one.getElementById("replay-table"));
    glide(old, fresh, () => swap(page));
    history.replaceState(null, "", address(going));
    if (going < last) pageAt(going + 1);
  } catch {
    location.assign(address(going));
  }
};

const words = play.textContent;
const pause = () => {
  clearInterval(timer);
  timer = 0;
  play.textContent = words;
};
const toggle = () => {
  if (timer) return pause();
  if (wanted === last) show(0);
  play.textContent = play.dataset.pause;
  timer = setInterval(() => (wanted < last ? show(wanted + 1) : pause()), PAUSE);
};

play.hidden = false;
play.addEventListener("click", toggle);
slider.addEventListener("input", () => {
  pause();
  show(Number(slider.value));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(Number(slider.value));
});
form.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pause();
  show(Number(step.dataset.step));
});
document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest("input, select, textarea, button, a, summary, details");
  if (elsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key];
  if (step) pause(), show(wanted + step);
  else if (event.key === " ") toggle();
  else return;
  event.preventDefault();
});
