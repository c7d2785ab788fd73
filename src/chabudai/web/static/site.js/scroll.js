// Scrolling: what "more" loaded is there again on the way back, the main button gives way, and what goes on past an
// edge shows it.

const EDGE = 40; // as wide as the fade
const STRIPS = ".chips, .tabset, .strip, .several";
const loaded = () => `more ${location.pathname}${location.search}`;

function rememberMore() {
  sessionStorage[loaded()] = Number(sessionStorage[loaded()] || 0) + 1;
}

addEventListener("pagehide", () => {
  if (sessionStorage[loaded()]) sessionStorage[`y ${loaded()}`] = scrollY;
});

// As often as "more" was pressed on this page, up to ten times, and back to where one stood.
async function loadMoreAgain(y) {
  const times = Math.min(Number(sessionStorage[loaded()] || 0), 10);
  sessionStorage.removeItem(loaded());
  for (let n = 0; n < times; n += 1) {
    const link = find("[data-more]");
    if (link) await swap(link, link.href);
  }
  if (times) scrollTo(0, y);
}

async function comeBack() {
  const isBack = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (isBack) await loadMoreAgain(Number(sessionStorage[`y ${loaded()}`] || 0));
  else sessionStorage.removeItem(loaded());
}

// A few pixels are a trembling finger, not a direction.
let turned = 0;

function noticeDirection() {
  const by = scrollY - turned;
  if (Math.abs(by) < 12 && scrollY > 0) return;
  document.documentElement.classList.toggle("scrolled-down", by > 0 && scrollY > 0);
  turned = scrollY;
}

function showFades(strips = all(STRIPS)) {
  for (const strip of strips) {
    const most = strip.scrollWidth - strip.clientWidth;
    strip.classList.toggle("more-before", strip.scrollLeft > 4);
    strip.classList.toggle("more-after", strip.scrollLeft < most - 4);
  }
}

function showCurrent() {
  for (const strip of all(STRIPS)) {
    const current = find("[aria-current]", strip);
    if (!current) continue;
    const { left, right } = strip.getBoundingClientRect();
    const box = current.getBoundingClientRect();
    if (box.right > right - EDGE) strip.scrollLeft += box.right - right + EDGE;
    else if (box.left < left + EDGE) strip.scrollLeft -= left - box.left + EDGE;
  }
}

document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target === document) noticeDirection();
    else if (target.matches(STRIPS)) showFades([target]);
  },
  { capture: true, passive: true },
);
addEventListener("resize", () => showFades());
addEventListener("DOMContentLoaded", () => (wake(), comeBack()));
