// The ring of a task. A tap goes one step on: it turns at once, says so in the place of the small print, and after a
// while the row leaves; a second tap before that takes it back. A page that moves its rows itself hears "task:left";
// what chooses otherwise, by a menu, a key, a swipe or a drop, says "task:choose".

const LEAVES = 1500;
const STILL = 1000;
const NEXT = { todo: "doing", doing: "done", done: "doing" };
const turned = new Map(); // what a row was before, while it says what it is now

const ringOf = (row) => row.querySelector(".ring");
const said = (ring) => ring.value.match(/(.+) (\S+) (\S+)/).slice(1); // the task, where a tap leads, what it is
const wordsFor = (status) => document.querySelector("#ring-menu").content.querySelector(`[data-to="${status}"]`);

addEventListener(
  "submit",
  (event) => {
    const ring = event.submitter?.closest(".ring");
    const row = ring?.closest("[data-row]");
    if (!row) return;
    event.preventDefault();
    event.stopPropagation();
    const { first, isDropped } = turned.get(row) || {};
    const [, next, now] = said(ring);
    choose(row, first && !isDropped && first !== now ? first : next);
  },
  true,
);

addEventListener("task:choose", ({ target, detail }) => choose(target, detail.to, !detail.isTapped));

// What was dropped somewhere leaves at once, and can't be tapped back.
function choose(row, to, isDropped = false) {
  const ring = ringOf(row);
  const from = said(ring)[2];
  if (to === from) return;
  const before = turned.get(row);
  const isOn = before && !before.isDropped;
  const held = isOn ? before : { first: from, sent: Promise.resolve(before?.sent).then(() => true) };
  held.isDropped = isDropped;
  turned.set(row, held);
  clearTimeout(held.timer);
  turn(ring, to);
  sayInRow(row, isDropped || to === held.first ? "" : wordsFor(to).dataset.said);
  row.classList.add("turned");
  held.sent = held.sent.then((went) => went && send(row, held, from, to));
  if (isDropped) leaveFor(row, to, from), held.sent.then(() => (settle(row, held), document.dispatchEvent(new Event("look"))));
  else held.timer = setTimeout(() => leave(row, held), to === held.first ? 0 : LEAVES);
}

function turn(ring, status) {
  const title = ring.closest("[data-row]").querySelector("a").textContent;
  ring.value = `${said(ring)[0]} ${NEXT[status]} ${status}`;
  ring.replaceChildren(wordsFor(status).querySelector("svg").cloneNode(true));
  const label = document.querySelector("#ring-menu").dataset.label.replace("{title}", title);
  ring.setAttribute("aria-label", label.replace("{status}", wordsFor(NEXT[status]).textContent.trim()));
}

function sayInRow(row, text) {
  row.querySelector(".turned-to")?.remove();
  if (!text) return;
  const line = text.nodeType ? text : Object.assign(document.createElement("p"), { className: "turned-to", textContent: text });
  const bits = row.querySelector(".bits");
  if (bits) bits.before(line);
  else row.querySelector("a").after(line);
  document.querySelector("#live").textContent = line.textContent;
}

async function send(row, held, from, to) {
  const ring = ringOf(row);
  const isBack = to === held.first && held.undo;
  const wish = { set: `${said(ring)[0]} ${to} ${from}`, ...(held.isDropped && { dropped: 1 }) };
  const fields = isBack ? { undo: held.undo, quiet: 1 } : wish;
  const action = ring.getAttribute("formaction") || ring.form.action;
  const url = isBack ? action.replace(/status$/, "undo") : action;
  const body = new URLSearchParams({ ...fields, next: location.pathname + location.search });
  const headers = { "X-Swap": "1", Accept: "text/html", "X-CSRF-Token": document.querySelector("meta[name='csrf-token']").content };
  const answer = await fetch(url, { method: "POST", body, headers, keepalive: true }).catch(() => null);
  if (!answer) return refuse(row, held, "offline", document.querySelector("#ring-menu").dataset.offline);
  const page = parsed(await answer.text());
  if (!answer.ok) return answer.status === 410 ? lose(row, held) : refuse(row, held, "failed");
  held.undo = page.querySelector("#moved")?.dataset.undo;
  const toast = page.querySelector(".toast");
  if (toast) document.dispatchEvent(new CustomEvent("say", { detail: { toast } }));
  return true;
}

// It did not work: as it was before.
function refuse(row, held, word, sentence) {
  const from = said(ringOf(row))[2];
  clearTimeout(held.timer);
  settle(row, held);
  turn(ringOf(row), held.first);
  if (held.isDropped) leaveFor(row, held.first, from);
  document.dispatchEvent(new CustomEvent("say", { detail: { word, kind: "fault" } }));
  if (sentence) document.querySelector("#toasts .toast p").textContent = sentence;
  return false;
}

// What was told for want of a connection is no longer so once there is an answer.
document.addEventListener("looked", () => {
  const said = document.querySelector("#toasts > .toast p")?.textContent;
  const { offline } = document.querySelector("#toasts").dataset;
  if (said && [offline, document.querySelector("#ring-menu")?.dataset.offline].includes(said)) document.querySelector("#toasts").replaceChildren();
});

// Somebody has thrown it away meanwhile.
function lose(row, held) {
  if (held) turn(ringOf(row), held.first);
  sayInRow(row, document.querySelector("#ring-menu").content.querySelector(".gone").cloneNode(true));
  row.classList.add("gone-card");
  ringOf(row).disabled = true;
  return false;
}

addEventListener("task:lost", ({ target }) => lose(target));

// Not while something else is being tapped: nothing moves under a finger.
async function leave(row, held) {
  const went = await held.sent;
  const wait = lastTap + STILL - performance.now();
  if (wait > 0 && turned.get(row) === held) return (held.timer = setTimeout(() => leave(row, held), wait));
  const to = said(ringOf(row))[2];
  if (!settle(row, held) || !went || to === held.first || !row.isConnected) return;
  if (leaveFor(row, to) && !turned.size) showAgain(ringOf(row).form);
}

// `from` is said of what was dropped: of the rest the numbers have followed by then.
function leaveFor(row, to, from) {
  return row.dispatchEvent(new CustomEvent("task:left", { bubbles: true, cancelable: true, detail: { to, from } }));
}

// It is what it says, unless it was turned once more.
function settle(row, held) {
  if (turned.get(row) !== held) return false;
  turned.delete(row);
  row.classList.remove("turned");
  if (!ringOf(row).disabled) sayInRow(row, "");
  return true;
}

// The list as it is now, in the place that the page's form names.
function showAgain(form) {
  const link = Object.assign(document.createElement("a"), { href: form.elements.next.value, hidden: true });
  Object.assign(link.dataset, { swap: form.dataset.swap, swapAlso: form.dataset.swapAlso || "" });
  document.body.append(link);
  link.click();
  link.remove();
}

let lastTap = -STILL;
addEventListener("pointerdown", () => (lastTap = performance.now()));
