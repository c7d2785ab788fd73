// On what the worker shows without a connection (sw.js). A page that was kept says from when it is: where it has an empty
// .offline-note, else above its content; one whose note is written already looks after itself. The page in the place of
// others leads to those that are kept: first what always is, then the latest, of one title once.
(() => {
  "use strict";
  const EVERY = 10_000;
  const STILL = 1000; // nothing moves under a finger
  const PAGES = /^pages-/;
  const root = document.documentElement;
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  let tapped = -STILL;

  function written(time, options) {
    return new Intl.DateTimeFormat(root.lang === "en" ? "en-GB" : root.lang, options).format(time);
  }

  // 13:05; of another day 11月15日 13:05.
  function writeTime(time) {
    const clock = written(time, { hour: "2-digit", minute: "2-digit" });
    const isToday = new Date(time).toDateString() === new Date().toDateString();
    return isToday ? clock : `${written(time, { day: "numeric", month: root.lang === "ja" ? "long" : "short" })} ${clock}`;
  }

  function mark() {
    const note = find(".offline-note") || place();
    all("#toasts > .toast").forEach((toast) => toast.remove()); // told already
    if (note.textContent.trim()) return;
    note.append(find("#toasts").dataset.kept.replace("{time}", writeTime(Number(root.dataset.offline))));
    waitForReturn();
  }

  function place() {
    const note = Object.assign(document.createElement("p"), { className: "notice offline-note" });
    note.setAttribute("role", "status");
    find("#main").prepend(note);
    return note;
  }

  // Where parts look for what is new they bring it themselves, and what must not be left for it goes on as it is.
  function waitForReturn() {
    const isRenewed = Boolean(find("[data-look-target]"));
    addEventListener("pointerdown", () => (tapped = performance.now()), true);
    document.addEventListener("looked", () => root.removeAttribute("data-offline"));
    if (isRenewed) return;
    addEventListener("online", look);
    setInterval(look, EVERY);
  }

  async function look() {
    const isUsed = document.hidden || performance.now() - tapped < STILL || find("input:focus, textarea:focus, dialog[open]");
    if (isUsed || !root.hasAttribute("data-offline") || !(await isThere())) return;
    if (find("[data-stays]")) root.removeAttribute("data-offline");
    else location.reload();
  }

  async function isThere() {
    const answer = await fetch("/offline", { cache: "no-store" }).catch(() => null);
    return Boolean(answer?.ok && !answer.redirected);
  }

  async function list() {
    const name = (await caches.keys()).find((each) => PAGES.test(each));
    const cache = name && (await caches.open(name));
    const pages = await Promise.all(cache ? (await cache.keys()).map(async ({ url }) => read(url, await cache.match(url))) : []);
    const seen = new Set();
    for (const page of pages.sort((one, other) => other.isAlways - one.isAlways || other.at - one.at)) {
      if (!seen.has(page.title)) add(page);
      seen.add(page.title);
    }
    find("#kept").hidden = !pages.length;
  }

  async function read(url, kept) {
    const { title } = new DOMParser().parseFromString(await kept.text(), "text/html");
    return { url, title, at: Number(kept.headers.get("X-Kept-At")), isAlways: kept.headers.get("X-Offline") === "always" };
  }

  function add({ url, title, at }) {
    const row = find("#kept template").content.firstElementChild.cloneNode(true);
    Object.assign(find("a", row), { href: url, textContent: title });
    find("small", row).textContent = writeTime(at);
    find("#kept ul").append(row);
  }

  if (root.hasAttribute("data-offline")) mark();
  if (find("#kept")) list();
})();
