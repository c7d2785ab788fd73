// One toast at a time, the newest: 6 seconds, 10 with something to undo, 15 for a fault; the clock stands while one
// looks at it.

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
  if (newest) show(newest);
  region?.remove();
}

function show(toast) {
  find("#toasts").replaceChildren(toast);
  startClock(toast);
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

document.addEventListener("say", ({ detail }) => say(words()[detail.word], detail.kind));

addEventListener("DOMContentLoaded", () => {
  const region = find("#toasts");
  for (const name of ["pointerenter", "focusin"]) region.addEventListener(name, () => (looking = true));
  for (const name of ["pointerleave", "focusout"]) region.addEventListener(name, () => (looking = false));
  const toast = find(".toast", region);
  if (toast) startClock(toast);
});
