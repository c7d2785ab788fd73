// Shows what a look found new: where the keyboard stands it stays, and what is no longer one's own says why before it leaves.
// data-look-target="#a, #b" are the parts that are drawn anew, data-look-left="/url" tells why a row is gone, and
// data-look-around="/url" answers with what stands around the page.

const SAID = 3000; // how long a row that leaves can be read
const USED = ":checked, .turned, .lifted, .dragging, .swipe-word, .ring-menu, [aria-busy='true'], details.menu[open]";
const TYPED = "textarea, select, input:not([type='checkbox'], [type='radio'])";
const find = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const place = () => find("[data-look-target]");
const parts = () => place().dataset.lookTarget.split(", ").filter((each) => find(each));
const rows = (page) => parts().flatMap((each) => all(`${each} [data-task]`, page));
const rowAt = (element) => element?.closest("[data-row]");
const typedIn = () => (document.activeElement.matches(TYPED) ? document.activeElement : null);
const isUsedIn = (part) => find(USED, part) || (part.contains(typedIn()) && !rowAt(typedIn()));
const isUsed = () => find("dialog[open], :popover-open") || parts().some((each) => isUsedIn(find(each)));

// Whether all of it is shown.
export async function renew(askPage, stillness) {
  const here = location.href;
  if (isUsed()) return false;
  const fresh = await askPage(here);
  if (!fresh) return false;
  await bringMore(fresh, askPage);
  await tellLeft(fresh, askPage);
  await stillness();
  if (isUsed() || location.href !== here) return false;
  const exchanged = parts().map((part) => exchange(find(part), find(part, fresh)));
  document.dispatchEvent(new Event("renewed"));
  return exchanged.every(Boolean);
}

export async function renewAround(askPage) {
  const fresh = await askPage(find("[data-look-around]").dataset.lookAround);
  if (fresh) keepFocus(() => all("body > [id]", fresh).forEach((each) => find(`#${each.id}`)?.replaceWith(each)));
}

// A row that somebody types in is left alone until it is let go.
function exchange(then, now) {
  if (!now || now.isEqualNode(then)) return true;
  const row = then.contains(document.activeElement) ? rowAt(document.activeElement) : null;
  const same = row && find(nameOf(row), now);
  const isTyped = row?.contains(typedIn());
  if (!same && isTyped) return false;
  if (!same || depthOf(same, now) !== depthOf(row, then)) return keepFocus(() => then.replaceWith(now)), true;
  for (const name of ["open", "entering"]) same.classList.toggle(name, row.classList.contains(name));
  const isSame = row.isEqualNode(same);
  exchangeAround(then, row, same);
  if (!isSame && !isTyped) keepFocus(() => row.replaceWith(same));
  return isSame || !isTyped;
}

// What stands still keeps the focus by itself, and is not read out anew.
function exchangeAround(then, row, same) {
  for (let [old, fresh] = [row, same]; old !== then; [old, fresh] = [old.parentElement, fresh.parentElement]) {
    const nodes = [...fresh.parentNode.childNodes];
    const at = nodes.indexOf(fresh);
    for (const { name, value } of fresh.parentNode.attributes) old.parentNode.setAttribute(name, value);
    for (const each of [...old.parentNode.childNodes]) if (each !== old) each.remove();
    old.before(...nodes.slice(0, at));
    old.after(...nodes.slice(at + 1));
  }
}

function depthOf(element, top) {
  return element === top ? 0 : 1 + depthOf(element.parentElement, top);
}

function nameOf(row) {
  return row.id ? `#${CSS.escape(row.id)}` : `[data-task="${CSS.escape(row.dataset.task || "")}"]`;
}

// On the same control of its row, or of the row that has taken its place.
function keepFocus(change) {
  const at = document.activeElement;
  const row = rowAt(at);
  const every = all("[data-row]");
  const near = row ? [...every.slice(every.indexOf(row)), ...every.slice(0, every.indexOf(row)).reverse()] : [];
  change();
  if (at.isConnected) return;
  const within = row ? near.map((each) => find(nameOf(each))).find(Boolean) : document;
  const isCalledSo = (each) => (at.id ? each.id === at.id : each.textContent === at.textContent);
  const controls = within ? all(at.localName, within).filter((each) => each.className === at.className) : [];
  controls.find((each) => row || isCalledSo(each))?.focus({ preventScroll: true });
}

// What was loaded by "more", or by opening what has no date, stays.
async function bringMore(fresh, askPage) {
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

async function tellLeft(fresh, askPage) {
  const url = place().dataset.lookLeft;
  const shown = url ? rows(document).filter((row) => row.matches("[data-row]")) : [];
  const gone = shown.filter((row) => !find(`[data-task="${CSS.escape(row.dataset.task)}"]`, fresh)).slice(0, 20);
  if (!gone.length) return;
  const named = gone.map((row) => `task=${encodeURIComponent(row.dataset.task)}&team=${encodeURIComponent(row.dataset.team)}`);
  const page = await askPage(`${url}?${named.join("&")}`);
  const left = page ? all("[data-left]", page).map((line) => [gone.find((row) => row.dataset.task === line.dataset.left), line.textContent]) : [];
  for (const [row, sentence] of left) say(row, sentence);
  if (left.length) await new Promise((done) => setTimeout(done, SAID));
  for (const [row] of left) keepFocus(() => row.remove());
}

function say(row, sentence) {
  const line = Object.assign(document.createElement("p"), { className: "turned-to", textContent: sentence });
  find(".row-title", row).after(line);
  find("#live").textContent = sentence;
}
