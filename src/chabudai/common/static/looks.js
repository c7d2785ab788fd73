// A page that is seen looks every few seconds whether anything is new, and shows it once nothing in it is being used. What
// is no longer one's own says why before it leaves. Without an answer the page says that it is old.
// <div data-look="/url" data-revision="7" data-proof="…">: the address answers with a revision; several parts may name the
// same one. Whoever draws a part itself hears "looked"; data-look-target="#a, #b" and data-look-left="/url" are drawn here.
// Whoever has just changed something says "look".
(() => {
  "use strict";
  const EVERY = 4000;
  const PATIENCE = 8000; // for one answer
  const STILL = 1000; // nothing moves under a finger
  const SAID = 3000; // how long a row that leaves can be read
  const USED = ":focus-visible, :checked, .turned, .lifted, .dragging, .swipe-word, .ring-menu, [aria-busy='true']";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const place = () => find("[data-look-target]");
  const parts = () => place().dataset.lookTarget.split(", ").filter((each) => find(each));
  const rows = (page) => parts().flatMap((each) => all(`${each} [data-task]`, page));
  const known = new Map(); // by address: the revision that is shown, and the proof to ask with
  let looking = false;
  let isDue = false;
  let stale = 0; // how often the page is to be renewed: an index may be a moment behind its rows
  let tapped = -STILL;

  addEventListener("pointerdown", () => (tapped = performance.now()), true);

  // What the site says; nothing when it is out of reach, too slow or broken, or somebody else answers in its place, as at
  // an inn's gate.
  async function ask(url, headers = {}) {
    try {
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
      const isOurs = !answer.redirected && answer.status < 500;
      const text = isOurs && answer.ok ? await answer.text() : "";
      find("#offline").hidden = isOurs;
      return { status: isOurs ? answer.status : 0, text };
    } catch {
      find("#offline").hidden = false;
      return { status: 0, text: "" };
    }
  }

  async function askPage(url) {
    const { text } = await ask(url, { "X-Swap": "1", Accept: "text/html" });
    return text && parsed(text);
  }

  async function look() {
    if (looking || document.hidden) return (isDue = looking);
    looking = true;
    isDue = false;
    try {
      for (const url of new Set(all("[data-look]").map((each) => each.dataset.look))) await lookAt(url);
      if (stale && place() && (await renew())) stale -= 1;
    } finally {
      looking = false;
      if (isDue) look();
    }
  }

  async function lookAt(url) {
    const before = known.get(url) || {};
    for (const { dataset } of all(`[data-look="${CSS.escape(url)}"][data-revision]`)) {
      before.proof ||= dataset.proof;
      if (!(before.revision >= Number(dataset.revision))) before.revision = Number(dataset.revision);
    }
    const { status, text } = await ask(`${url}?proof=${encodeURIComponent(before.proof || "")}`);
    if (status === 401 || status === 404) return location.reload();
    if (!text) return;
    const said = JSON.parse(text);
    const isNew = before.revision !== said.revision; // also of a part that does not say which one it shows
    known.set(url, said);
    if (isNew && before.revision !== undefined && place()?.dataset.look === url) stale = 2;
    document.dispatchEvent(new CustomEvent("looked", { detail: { url, isNew } }));
  }

  const isUsed = () => find("dialog[open], :popover-open") || parts().some((each) => find(USED, find(each)));

  async function stillness() {
    for (let left; (left = tapped + STILL - performance.now()) > 0; ) await pause(left);
  }

  async function renew() {
    const here = location.href;
    if (isUsed()) return false;
    const fresh = await askPage(here);
    if (!fresh) return false;
    await bringMore(fresh);
    await tellLeft(fresh);
    await stillness();
    if (isUsed() || location.href !== here) return false;
    for (const part of parts()) {
      const [now, then] = [find(part, fresh), find(part)];
      if (now && !now.isEqualNode(then)) then.replaceWith(now);
    }
    document.dispatchEvent(new Event("renewed"));
    return true;
  }

  // What was loaded by "more", or by opening what has no date, stays.
  async function bringMore(fresh) {
    const fold = find("#undated [data-task]") && find("#undated > a", fresh);
    if (fold) bring(fresh, await askPage(fold.getAttribute("href")), ["#undated", "#more"]);
    for (let more; rows(fresh).length < rows(document).length && (more = find("[data-more]", fresh)); ) {
      const next = await askPage(more.getAttribute("href"));
      if (!next) return;
      find(more.dataset.swap, fresh)?.append(...(find(more.dataset.swap, next)?.childNodes || []));
      bring(fresh, next, ["#more"]);
    }
  }

  function bring(fresh, page, selectors) {
    for (const each of page ? selectors : []) if (find(each, page)) find(each, fresh)?.replaceWith(find(each, page));
  }

  async function tellLeft(fresh) {
    const url = place().dataset.lookLeft;
    const shown = url ? rows(document).filter((row) => row.matches("[data-row]")) : [];
    const gone = shown.filter((row) => !find(`[data-task="${CSS.escape(row.dataset.task)}"]`, fresh)).slice(0, 20);
    if (!gone.length) return;
    const named = gone.map((row) => `task=${encodeURIComponent(row.dataset.task)}&team=${encodeURIComponent(row.dataset.team)}`);
    const page = await askPage(`${url}?${named.join("&")}`);
    const left = page ? all("[data-left]", page).map((line) => [gone.find((row) => row.dataset.task === line.dataset.left), line.textContent]) : [];
    for (const [row, sentence] of left) say(row, sentence);
    if (left.length) await pause(SAID);
    for (const [row] of left) row.remove();
  }

  function say(row, sentence) {
    const line = Object.assign(document.createElement("p"), { className: "turned-to", textContent: sentence });
    find(".row-title", row).after(line);
    find("#live").textContent = sentence;
  }

  look();
  setInterval(look, EVERY);
  document.addEventListener("look", look);
  for (const name of ["visibilitychange", "online", "offline"]) addEventListener(name, look);
})();
