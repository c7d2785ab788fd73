// A page that is seen looks every few seconds whether anything is new, and shows it once nothing in it is being used.
// Without an answer the page says that it is old.
// <div data-look="/url" data-revision="7" data-proof="…">: the address answers with a revision; several parts may name the
// same one. Whoever draws a part itself hears "looked"; what else such a part may say is drawn by renewal.js, which it
// names as data-module, and which comes once there is something to draw. Whoever has just changed something says "look".
(() => {
  "use strict";
  const EVERY = 4000;
  const PATIENCE = 8000; // for one answer
  const STILL = 1000; // nothing moves under a finger
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const place = () => find("[data-look-target]");
  const renewal = () => import(find("[data-module]").dataset.module).catch(() => null);
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
    return text && new DOMParser().parseFromString(text, "text/html");
  }

  async function look() {
    if (looking || document.hidden) return (isDue = looking);
    looking = true;
    isDue = false;
    try {
      for (const url of new Set(all("[data-look]").map((each) => each.dataset.look))) await lookAt(url);
      if (stale && place() && (await (await renewal())?.renew(askPage, stillness))) stale -= 1;
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
    const isLater = isNew && before.revision !== undefined;
    known.set(url, said);
    if (isLater && place()?.dataset.look === url) stale = 2;
    document.dispatchEvent(new CustomEvent("looked", { detail: { url, isNew } }));
    if (isLater && find("[data-look-around]")) await (await renewal())?.renewAround(askPage);
  }

  async function stillness() {
    for (let left; (left = tapped + STILL - performance.now()) > 0; ) await new Promise((done) => setTimeout(done, left));
  }

  look();
  setInterval(look, EVERY);
  document.addEventListener("look", look);
  for (const name of ["visibilitychange", "online", "offline"]) addEventListener(name, look);
})();
