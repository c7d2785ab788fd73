// A page that is seen looks every few seconds whether anything is new, and shows it once nothing in it is being used. What
// is no longer one's own says why before it leaves. Without an answer the page says that it is old.
// <div data-look="/url" data-look-target="#part" data-look-left="/url">: the first answers with a revision.
(() => {
  "use strict";
  const EVERY = 4000;
  const PATIENCE = 8000; // for one answer
  const STILL = 1000; // nothing moves under a finger
  const SAID = 3000; // how long a row that leaves can be read
  const USED = ":focus-visible, .turned, .lifted, .swipe-word, .ring-menu, [aria-busy='true']";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
  const place = () => find("[data-look]");
  const target = (within = document) => find(place().dataset.lookTarget, within);
  let looking = false;
  let tapped = -STILL;
  let revision;
  let proof = "";

  addEventListener("pointerdown", () => (tapped = performance.now()), true);

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

  async function look() {
    if (looking || document.hidden || !place()) return;
    looking = true;
    try {
      const { status, text } = await ask(`${place().dataset.look}?proof=${encodeURIComponent(proof)}`);
      if (status === 401 || status === 404) return location.reload();
      if (!text) return;
      const said = JSON.parse(text);
      proof = said.proof || "";
      const isNew = revision !== undefined && revision !== said.revision;
      if (isNew && !(await renew())) return; // in use: the next look tries again
      revision = said.revision;
    } finally {
      looking = false;
    }
  }

  const isUsed = () => find("dialog[open], :popover-open") || find(USED, target()) || performance.now() - tapped < STILL;

  async function renew() {
    const here = location.href;
    if (isUsed()) return false;
    const { text } = await ask(here, { "X-Swap": "1", Accept: "text/html" });
    const fresh = text && target(parsed(text));
    if (!fresh || location.href !== here) return false;
    await tellLeft(fresh);
    if (isUsed() || location.href !== here) return false;
    const isLonger = all("[data-task]", target()).length > all("[data-task]", fresh).length; // by "more"
    if (!isLonger || !find(".more", target().parentElement)) target().replaceChildren(...fresh.childNodes);
    return true;
  }

  async function tellLeft(fresh) {
    const url = place().dataset.lookLeft;
    const rows = url ? all("[data-task][data-row]", target()) : [];
    const gone = rows.filter((row) => !find(`[data-task="${CSS.escape(row.dataset.task)}"]`, fresh)).slice(0, 20);
    if (!gone.length) return;
    const named = gone.map((row) => `task=${encodeURIComponent(row.dataset.task)}&team=${encodeURIComponent(row.dataset.team)}`);
    const { text } = await ask(`${url}?${named.join("&")}`, { "X-Swap": "1", Accept: "text/html" });
    const said = all("[data-left]", parsed(text));
    const left = said.map((line) => [gone.find((row) => row.dataset.task === line.dataset.left), line.textContent]);
    for (const [row, sentence] of left) say(row, sentence);
    if (left.length) await new Promise((done) => setTimeout(done, SAID));
    for (const [row] of left) row.remove();
  }

  function say(row, sentence) {
    const line = Object.assign(document.createElement("p"), { className: "turned-to", textContent: sentence });
    find(".row-title", row).after(line);
    find("#live").textContent = sentence;
  }

  look();
  setInterval(look, EVERY);
  for (const name of ["visibilitychange", "online", "offline"]) addEventListener(name, () => look());
})();
