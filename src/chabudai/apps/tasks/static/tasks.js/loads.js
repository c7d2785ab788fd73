// What every page of the tasks needs: what is asked for as it is opened, scripts that a part brings along, and the list
// that a task was opened from.

const LOADED = ".menu-panel, .loaded";

// <details data-load="/url"> holds one of these, with a link in it that leads to the same as a page.
document.addEventListener(
  "toggle",
  async ({ target }) => {
    if (!target.open || !target.dataset?.load) return;
    const isMenu = target.matches(".menu");
    if (isMenu) target.querySelector("summary").focus({ preventScroll: true });
    const answer = await fetch(target.dataset.load, { headers: { "X-Swap": "1" } }).catch(() => null);
    if (!answer?.ok) return;
    target.querySelector(LOADED)?.replaceWith(parsed(await answer.text()).querySelector(LOADED));
    if (!isMenu) delete target.dataset.load; // what is on the page is renewed with it
    else if (target.open) (target.querySelector("[aria-current]") || target.querySelector("a"))?.focus({ preventScroll: true });
  },
  true,
);

// Letters go to what begins with them, several within a second to what begins with all; arrows are the site's own.
let typed = { text: "", at: 0 };
document.addEventListener(
  "keydown",
  (event) => {
    const menu = event.target.closest?.("details.menu[data-load][open]");
    if (!menu || event.key.length > 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    typed = { text: (event.timeStamp - typed.at < 1000 ? typed.text : "") + event.key.toLowerCase(), at: event.timeStamp };
    const name = (item) => (item.querySelector(".clip") || item).textContent.trim().toLowerCase();
    [...menu.querySelectorAll(".menu-item")].find((item) => name(item).startsWith(typed.text))?.focus();
  },
  true,
);

function parsed(html) {
  return new DOMParser().parseFromString(html, "text/html");
}

// <div data-script="/static/…" data-style="/static/…">: loaded once, when the part is there, and for later ones too.
// <input data-focus-script="/static/…">: once somebody is in it.
function loadScripts() {
  for (const { dataset } of document.querySelectorAll("[data-script], [data-style]")) {
    if (dataset.script) loadOnce("script", "src", dataset.script);
    if (dataset.style) loadOnce("link", "href", dataset.style);
  }
}

function loadOnce(tag, name, url) {
  if (document.querySelector(`${tag}[${name}="${url}"]`)) return;
  document.head.append(Object.assign(document.createElement(tag), { [name]: url, rel: "stylesheet", async: false })); // in order
}

addEventListener("DOMContentLoaded", loadScripts);
document.addEventListener("swapped", loadScripts);
document.addEventListener("focusin", ({ target: { dataset } }) => dataset.focusScript && loadOnce("script", "src", dataset.focusScript));

// A sheet in which something was chosen stays open: one often wants more than one thing of it.
let isSheetOpen = false;
document.addEventListener("click", ({ target }) => (isSheetOpen = Boolean(target.closest?.(".filter-sheet .menu-panel"))), true);
document.addEventListener("swapped", () => {
  const sheet = document.querySelector(".filter-sheet");
  if (isSheetOpen && sheet?.checkVisibility()) sheet.open = true;
});

// What is chosen in a page that opened over this one is shown by this one.
document.addEventListener("swapped", ({ detail: { source } }) => source.dataset.swap !== "#sheet-body" && source.closest("#sheet")?.close());

// How many are marked is said beside what can be done with them.
document.addEventListener("change", () => {
  const said = document.querySelector("[data-marked]");
  const count = document.querySelectorAll("[name='marked']:checked").length;
  if (said) said.textContent = count ? said.dataset.marked.replace("{n}", count) : "";
});

// A task's page knows what comes before and after it where one came from.
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.("a[href*='/task/']");
  const list = link && !link.closest("#task") && (link.closest("#rows, #groups, .month, .timeline-sheet") || link.closest("ul, ol, tbody"));
  if (!list) return;
  const urls = [...list.querySelectorAll("a[href*='/task/']")].map((each) => each.pathname);
  const head = list.closest("[data-column]")?.querySelector(".column-head .soft");
  const total = head ? head.textContent : list.dataset.total; // also of those that are not shown
  sessionStorage.tasks = JSON.stringify({ from: location.href, urls: [...new Set(urls)], total });
});
