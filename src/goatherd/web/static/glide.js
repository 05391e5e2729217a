// How cards glide from where they lay to where they lie now, on live tables and in replays.
"use strict";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const cardsIn = (root) => [...root.querySelectorAll(".c[id]")];
const kindOf = (card) => (card.id.endsWith(")") ? "?" : card.id.split("/").at(-2));

// Pairs of a card's old and new element. A card that has left its place is the one of its kind that
// has come to another, or else one that lay face down: all that anybody at the table can tell.
function glides(before, after) {
  const gone = new Map(before.map((card) => [card.id, card]));
  const stayed = after.filter((card) => gone.has(card.id)).map((card) => [gone.get(card.id), card]);
  stayed.forEach(([card]) => gone.delete(card.id));
  const known = new Set(stayed.map(([, card]) => card));
  const moved = after.filter((card) => !known.has(card)).flatMap((card) => {
    const left = [...gone.values()];
    const from =
      left.find((old) => kindOf(old) === kindOf(card)) ?? left.find((old) => kindOf(old) === "?");
    gone.delete(from?.id);
    return from ? [[from, card]] : [];
  });
  return [...stayed, ...moved];
}

// Change the page by `swap`, which gives the part that is shown from then on; cards glide from the
// old part to the places that those of `fresh` tell, which has the same cards in the same order.
function glide(old, fresh, swap) {
  if (calm.matches || document.hidden || !document.startViewTransition) {
    swap();
    return;
  }
  const places = new Map(cardsIn(fresh).map((card, place) => [card, place]));
  const pairs = glides(cardsIn(old), [...places.keys()]);
  const name = (card, i) => (card.style.viewTransitionName = `card-${i}`);
  pairs.forEach(([from], i) => name(from, i));
  let shown = [];
  const transition = document.startViewTransition(() => {
    const all = cardsIn(swap());
    shown = pairs.map(([, to]) => all[places.get(to)]);
    shown.forEach(name);
  });
  transition.ready.catch(() => {}); // skipped when the next change comes too soon
  transition.finished.finally(() => shown.forEach((card) => (card.style.viewTransitionName = "")));
}
