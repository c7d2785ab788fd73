// Two people on one board: a page that is seen looks every few seconds whether anything is new, and renews its cards.

const EVERY = 4000;
const MOST = 200; // cards that are asked for at once
const PATIENCE = 8000; // for one answer
const STILL = 1000; // nothing moves under a finger
let looking = false;
let again = false; // an index may be a moment behind its rows, and a card may have been held: then once more
let tapped = -STILL;
let asked = new Set();

addEventListener("pointerdown", () => (tapped = performance.now()), true);

async function look(isDue = false) {
  if (looking || document.hidden || !state()) return (again ||= isDue);
  looking = true;
  try {
    const known = state().dataset;
    const answer = await ask(`/tasks/${known.team}/revision?proof=${encodeURIComponent(known.proof)}`);
    if (answer.status === 401 || answer.status === 404) return location.reload();
    if (!answer.text) return;
    const said = JSON.parse(answer.text);
    state().dataset.proof = said.proof;
    const isNew = String(said.revision) !== state().dataset.revision;
    if (isNew || again) await renew(isNew);
  } finally {
    looking = false;
  }
}

// What the site says; nothing when it is out of reach, too slow or broken, or somebody else answers in its place, as at
// an inn's gate. Then the board says that it is old, until a look succeeds again.
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

setInterval(look, EVERY);
for (const name of ["visibilitychange", "online", "offline"]) addEventListener(name, () => look());

async function renew(isNew) {
  const here = location.href;
  const url = new URL(here);
  const cards = all(".task-card[id]").slice(0, MOST);
  asked = new Set(cards.map(idOf));
  for (const name of ["task", "added", "more", "cursor", "undated"]) url.searchParams.delete(name);
  url.searchParams.set("seen", cards.map((card) => `${idOf(card)}:${statusOf(card)}`).join(","));
  const { text } = await ask(url, { "X-Swap": "1", Accept: "text/html" });
  if (!text) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  for (let left; (left = tapped + STILL - performance.now()) > 0; ) await new Promise((done) => setTimeout(done, left));
  if (location.href !== here) return (again = true); // another board by now
  again = isNew;
  flip(() => place(page));
  exchange("#bell", page);
  state().dataset.revision = find("#board-state", page).dataset.revision;
  if (isNew) document.dispatchEvent(new Event("task:renew"));
}

// What is dragged, focused or has just been tapped is left alone until it is let go.
function isHeld(card) {
  return card.matches(":focus-within:has(:focus-visible), .lifted, .away, .turned, .gone-card");
}

function place(page) {
  const others = byId(all("#others > li", page));
  for (const status of STATUSES) {
    const first = all(`#cards-${status} > li`, page);
    const undated = all(`#undated-${status} > li[id]`, page);
    const fresh = new Map([...others, ...byId(undated), ...byId(first)]);
    const isHere = (id) => fresh.has(id) && statusOf(fresh.get(id)) === status;
    const came = [...others.keys()].filter((id) => isHere(id) && columnOf(cardOf(id))?.dataset.column !== status);
    came.forEach((id) => pinned.add(id));
    placeFold(status, undated, fresh, isHere, page);
    placeCards(listOf(status), came, first, fresh, isHere);
    if (listOf(status).children.length <= first.length + pinned.size) exchange(`#more-${status}`, page);
    for (const part of ["head", "empty"]) exchange(`#${part}-${status}`, page);
  }
  find("#column-tabs").replaceChildren(...find("#column-tabs", page).children);
  find("#columns").dispatchEvent(new Event("scroll"));
  for (const line of all(".moved")) setTimeout(() => line.remove(), 10000);
}

function byId(cards) {
  return new Map(cards.map((card) => [idOf(card), card]));
}

// On top what came here, then what the list begins with, then what "more" brought of it.
function placeCards(list, came, first, fresh, isHere) {
  const there = all(":scope > .task-card", list);
  const old = there.map((card) => idOf(card)).filter(isHere);
  const ids = new Set([...came, ...old.filter((id) => pinned.has(id)), ...first.map((card) => idOf(card)), ...old]);
  const next = [...ids].map((id) => newest(cardOf(id), fresh.get(id)));
  for (const card of there) if (!next.includes(card) && asked.has(idOf(card)) && !isHeld(card)) card.remove();
  let at = list.firstElementChild;
  for (const card of next) {
    if (card === at) at = at.nextElementSibling;
    else if (!card.isConnected || !isHeld(card)) list.insertBefore(card, at);
  }
}

// A fold that is open keeps its cards; another is as the page has it.
function placeFold(status, undated, fresh, isHere, page) {
  const list = find(`#fold-${status} details[open] .cards-list`);
  if (!list || !find(`#fold-${status} details`, page)) return exchange(`#fold-${status}`, page);
  placeCards(list, [], undated, fresh, (id) => isHere(id) && !find(`#cards-${status} #card-${CSS.escape(id)}`, page));
}

// The card that is there, if it says the same or is held; else the new one. Who moved it is told on either.
function newest(card, fresh) {
  if (!card) return fresh;
  const line = find(".moved", fresh) || find(".moved", card);
  for (const each of [card, fresh]) find(".moved", each)?.remove();
  fresh.classList.toggle("open", card.classList.contains("open"));
  const isSame = card.isEqualNode(fresh);
  const stays = isSame || isHeld(card) ? card : fresh;
  again ||= stays === card && !isSame;
  if (line) stays.append(line);
  if (stays === fresh) card.remove();
  return stays;
}

function exchange(selector, page) {
  const fresh = find(selector, page);
  if (fresh && find(selector)) find(selector).replaceWith(fresh);
}
