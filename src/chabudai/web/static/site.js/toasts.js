// One toast at a time, the newest: 6 seconds, 10 with something to undo, 15 for a fault; the clock stands while one
// looks at it.

const MAIN = "main .button:not(.quiet, .plain, .toggle)";
const GAP = 12;
let left = 0;
let looking = false;

function say(text, kind) {
  const toast = find(`#toast-${kind}`).content.firstElementChild.cloneNode(true);
  find("p", toast).textContent = text;
  show(toast);
}

function moveToasts(page) {
  const region = find("#toasts", page);
  const newest = region && all(".toast", region).at(-1);
  if (newest && !isShown(newest, page)) show(newest);
  region?.remove();
}

// What a page shows needs no telling: data-unless names what would be seen.
function isShown(toast, page) {
  return Boolean(toast.dataset.unless && find(toast.dataset.unless, page));
}

function show(toast) {
  find("#toasts").replaceChildren(toast);
  stepAside();
  startClock(toast);
}

// Above what is pressed or filled in next, where it would cover that: above the form, or if that leaves no room below
// the bar, above its main button.
function stepAside() {
  const region = find("#toasts");
  region.style.translate = "";
  if (!region.firstChild) return;
  const box = region.getBoundingClientRect();
  const lifts = [`${MAIN}, main .field`, MAIN].map((selector) => liftOver(selector, box));
  const lift = lifts.find((each) => box.top - each > find(".bar").offsetHeight) || 0;
  region.style.translate = `0 ${-lift}px`;
}

function liftOver(selector, { top, bottom, left, right }) {
  const boxes = all(selector).filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect());
  const inTheWay = boxes.filter((box) => box.width && box.left < right && box.right > left);
  let lift = 0;
  for (const box of inTheWay.sort((one, other) => other.bottom - one.bottom)) {
    if (box.bottom + GAP > top - lift && box.top - GAP < bottom - lift) lift = bottom - box.top + GAP;
  }
  return lift;
}

function startClock(toast) {
  left = toast.dataset.kind === "fault" ? 15 : find("form", toast) ? 10 : 6;
}

function dismiss(toast) {
  if (!toast) return;
  toast.classList.add("leaving");
  setTimeout(() => toast.remove(), 250);
}

setInterval(() => {
  if (looking || document.hidden || left <= 0) return;
  left -= 1;
  if (left === 0) dismiss(find("#toasts > .toast"));
}, 1000);

// Other scripts say a word of the page's own, or show a toast that an answer brought.
document.addEventListener("say", ({ detail }) => (detail.toast ? show(detail.toast) : say(words()[detail.word], detail.kind)));

addEventListener("DOMContentLoaded", () => {
  const region = find("#toasts");
  for (const name of ["pointerenter", "focusin"]) region.addEventListener(name, () => (looking = true));
  for (const name of ["pointerleave", "focusout"]) region.addEventListener(name, () => (looking = false));
  const toast = find(".toast", region);
  if (toast && isShown(toast, document)) toast.remove();
  else if (toast) startClock(toast);
});
