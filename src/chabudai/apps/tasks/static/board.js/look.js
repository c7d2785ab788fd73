// Two people on one board: whenever a look finds something new, the cards are renewed one by one.

const MOST = 200; // cards that are asked for at once
const PATIENCE = 8000; // for one answer
const STILL = 1000; // nothing moves under a finger
const READ = 10000; // how long one can read what became of a card
let renewing = false;
let again = false; // an index may be a moment behind its rows, and a card may have been held: then once more
let tapped = -STILL;
let asked = new Set();

addEventListener("pointerdown", () => (tapped = performance.now()), true);
document.addEventListener("looked", ({ detail: { url, isNew } }) => url === state()?.dataset.look && (isNew || again) && renew(isNew));

function look() {
  document.dispatchEvent(new Event("look"));
}

async function renew(isNew) {
  if (renewing) return (again = true);
  renewing = true;
  again = isNew;
  try {
    if (!(await exchangeCards())) again = true;
  } finally {
    renewing = false;
  }
}

// Whether that went well: there may be no answer, or another board by now.
async function exchangeCards() {
  const here = location.href;
  const url = new URL(here);
  const cards = all(".task-card[id]").slice(0, MOST);
  asked = new Set(cards.map(idOf));
  for (const name of ["task", "added", "more", "cursor", "undated"]) url.searchParams.delete(name);
  url.searchParams.set("seen", cards.map((card) => `${idOf(card)}:${statusOf(card)}`).join("/"));
  const request = { headers: { "X-Swap": "1", Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) };
  const answer = await fetch(url, request).catch(() => null);
  if (!answer?.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (let left; (left = tapped + STILL - performance.now()) > 0; ) await new Promise((done) => setTimeout(done, left));
  if (location.href !== here) return false;
  flip(() => keepFocus(() => place(page)));
  document.dispatchEvent(new Event("renewed"));
  return true;
}

// What is dragged or has just been tapped is left alone until it is let go. Where the keyboard only stands it stays, on
// whatever the card says by then.
function isHeld(card) {
  return card.matches(".lifted, .away, .turned, .gone-card, :has(.ring-menu)");
}

function keepFocus(change) {
  const at = document.activeElement;
  const card = at.closest(".task-card[id]");
  const next = card && (card.nextElementSibling || card.previousElementSibling);
  change();
  if (!card || document.activeElement === at) return;
  const [same, other] = [cardOf(idOf(card)), next?.id && cardOf(idOf(next))];
  const part = at.matches(".ring") ? ".ring" : ".task-title";
  (same || other) && find(part, same || other).focus({ preventScroll: true });
}

function place(page) {
  const columns = new Map(all(".task-card[id]").map((card) => [idOf(card), columnOf(card)?.dataset.column])); // before any moves
  const gone = new Set(all("#gone > li", page).map((each) => each.dataset.gone));
  const others = byId(all("#others > li", page));
  for (const status of STATUSES) {
    const first = all(`#cards-${status} > li`, page);
    const undated = all(`#undated-${status} > li[id]`, page);
    const fresh = new Map([...others, ...byId(undated), ...byId(first)]);
    const isHere = (id) => fresh.has(id) && statusOf(fresh.get(id)) === status;
    const came = [...others.keys()].filter((id) => isHere(id) && columns.get(id) !== status);
    came.forEach((id) => pinned.add(id));
    placeFold(status, undated, fresh, isHere, page, gone);
    placeCards(listOf(status), came, first, fresh, isHere, gone);
    if (listOf(status).children.length <= first.length + pinned.size) exchange(`#more-${status}`, page);
    for (const part of ["head", "empty"]) exchange(`#${part}-${status}`, page);
  }
  find("#column-tabs").replaceChildren(...find("#column-tabs", page).children);
  find("#columns").dispatchEvent(new Event("scroll"));
  for (const line of all(".moved")) setTimeout(() => line.remove(), READ);
}

function byId(cards) {
  return new Map(cards.map((card) => [idOf(card), card]));
}

// On top what came here, then what the list begins with, then what "more" brought of it.
function placeCards(list, came, first, fresh, isHere, gone) {
  const there = all(":scope > .task-card", list);
  const old = there.map((card) => idOf(card)).filter(isHere);
  const ids = new Set([...came, ...old.filter((id) => pinned.has(id)), ...first.map((card) => idOf(card)), ...old]);
  const next = [...ids].map((id) => newest(cardOf(id), fresh.get(id)));
  for (const card of there) if (!next.includes(card) && asked.has(idOf(card)) && !isHeld(card)) leave(card, gone);
  let at = list.firstElementChild;
  for (const card of next) {
    while (at && !next.includes(at)) at = at.nextElementSibling; // what was added since stays where it is
    if (card === at) at = at.nextElementSibling;
    else if (!card.isConnected || !isHeld(card)) list.insertBefore(card, at);
  }
}

// What was thrown away says so for a while; what only stands elsewhere is gone at once.
function leave(card, gone) {
  if (!gone.has(idOf(card))) return card.remove();
  card.dispatchEvent(new Event("task:lost", { bubbles: true }));
  setTimeout(() => flip(() => card.remove()), READ);
}

// A fold that is open keeps its cards, one that was closed stays so; what was just added here still stands on top.
function placeFold(status, undated, fresh, isHere, page, gone) {
  const [then, now] = [find(`#fold-${status} details`), find(`#fold-${status} details`, page)];
  const list = then?.open && find(".cards-list", then);
  if (list && now) {
    const isLow = (id) => !(pinned.has(id) && cardOf(id)?.parentElement === listOf(status)) && !find(`#cards-${status} #card-${CSS.escape(id)}`, page);
    return placeCards(list, [], undated.filter((card) => isLow(idOf(card))), fresh, (id) => isHere(id) && isLow(id), gone);
  }
  if (then && now) now.open = then.open;
  exchange(`#fold-${status}`, page);
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
