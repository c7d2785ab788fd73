// The cards of the board, where they stand, and how one moves. All parts of this folder share one scope.

const STATUSES = ["todo", "doing", "done"];
const pinned = new Set(); // what was moved or added here stands on top until the next visit

const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const state = () => find("#board-state");
const idOf = (card) => card.id.slice("card-".length);
const cardOf = (id) => document.getElementById(`card-${id}`);
const columnOf = (element) => element.closest("[data-column]");
const seenColumn = () => find(`#column-${find("#column-tabs [aria-current]").dataset.column}`); // what the tabs say
const listOf = (status) => find(`#cards-${status}`);
const statusOf = (card) => find(".ring", card).value.split(" ").at(-1);

function tell(text) {
  find("#live").textContent = text;
}

// Whatever moves is seen to move, from where it was to where it is.
function flip(change) {
  const before = new Map(all(".task-card").map((card) => [card.id, card.getBoundingClientRect()]));
  change();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const card of all(".task-card")) {
    const was = before.get(card.id);
    const { left, top } = card.getBoundingClientRect();
    if (!was || (Math.abs(was.left - left) < 1 && Math.abs(was.top - top) < 1)) continue;
    card.animate([{ translate: `${was.left - left}px ${was.top - top}px` }, {}], { duration: 220, easing: "ease-out" });
  }
}

// On top of a column, whichever it came from.
function putOnTop(card, status) {
  const held = card.contains(document.activeElement) ? document.activeElement : null;
  flip(() => listOf(status).prepend(card));
  card.className = card.className.replace(/is-\w+/, `is-${status}`);
  pinned.add(idOf(card));
  held?.focus({ preventScroll: true });
}

// One goes on where one was: with the card that has taken the place of the one that left. A step down is then taken.
let arrived = null;

function goOnFrom(card) {
  const at = document.activeElement;
  const next = card.contains(at) && (card.nextElementSibling || card.previousElementSibling);
  if (!next || !next.matches(".task-card")) return;
  arrived = card.nextElementSibling === next ? next : null;
  find(at.matches(".ring") ? ".ring" : ".task-title", next).focus({ preventScroll: true });
}

// A ring was tapped a while ago, or a card was dropped.
document.addEventListener("task:left", (event) => {
  event.preventDefault();
  const { to, from } = event.detail;
  countTap();
  if (from) count(from, -1), count(to, 1);
  else goOnFrom(event.target);
  putOnTop(event.target, to);
  tell(state().dataset.movedTo.replace("{status}", find(`#column-${to} h2`).textContent));
  look();
});

// The numbers follow a card that was dropped; the next look puts them right.
function count(status, by) {
  for (const each of all(`#head-${status} > .soft, #column-tabs [data-column="${status}"] .soft`)) {
    if (/^\d+$/.test(each.textContent)) each.textContent = Number(each.textContent) + by;
  }
}

// What was just added stands on top of its column.
document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
  const card = source.id === "quick" && isOk && find("#added .task-card");
  if (!card) return;
  putOnTop(card, statusOf(card));
  find(`#empty-${statusOf(card)}`).replaceChildren();
  look();
});

// An example goes into the line.
document.addEventListener("click", (event) => {
  const example = event.target.closest("[data-example]");
  if (!example) return;
  event.preventDefault();
  find(".act-button").click();
  find("#line").value = example.textContent.trim();
  find("#line").dispatchEvent(new Event("input", { bubbles: true }));
});

// A line tells what the ring does, until one knows it: from the next visit on, so that nothing moves now.
function countTap() {
  localStorage.taps = Number(localStorage.taps || 0) + 1;
}

// What a next page or a fold brings may stand there already.
new MutationObserver(() => {
  const known = new Set();
  for (const card of all(".task-card[id]")) {
    if (known.has(card.id)) card.remove();
    known.add(card.id);
  }
  for (const list of all(".undated .cards-list:empty")) list.closest("details").remove();
}).observe(find("#main"), { childList: true, subtree: true });
