// Parts change in place: <form|a|button data-swap="#target" data-swap-mode="replace|outer|append" …>. The answer may be
// the part alone or a whole page that holds it. Besides:
//   data-swap-also="#a, #b"   these parts too       data-swap-later="#c"  these once nothing is tapped for a second
//   data-swap-stay            a row's act waits so   data-swap-wrong="#d"  this part instead, if the answer is a refusal
//   data-swap-push            the address changes   data-swap-reset       the form is emptied as it is sent
// Whoever waits for the end of it hears "swapped" on the document, with the source and whether it went well.

async function swap(source, url, request = {}, by = source) {
  const wish = source.dataset;
  if (!find(wish.swap)) return location.assign(url);
  const turn = takeTurn(source, request.method === "POST", request.body);
  const at = document.activeElement;
  const restore = source.closest(".toast") ? placeOfUndone() : placeOf(at);
  let isOk = false;
  if (turn.isAct && !source.closest(".toast")) acted = restore;
  markBusy(wish.swap, 1);
  try {
    const answer = await send(turn, url, request);
    const page = parsed(await answer.text());
    moveToasts(page);
    const [before, y] = [location.href, scrollY];
    if (!(await settle(source, answer, page, turn, by))) return false;
    isOk = answer.ok;
    if (!isLatest(turn)) return isOk;
    finish(source, answer, (into) => hasMoved(at) || restore(into));
    if (wish.swap === "#main" && location.href === before) await loadMoreAgain(y);
    return isOk;
  } catch (fault) {
    if (wasGivenUp(fault)) return true;
    if (!(fault instanceof TypeError)) throw fault;
    say(words().offline, "fault");
    return false;
  } finally {
    markBusy(wish.swap, -1);
    if (isLatest(turn)) placeOvertaken(wish.swap);
    document.dispatchEvent(new CustomEvent("swapped", { detail: { source, isOk } }));
  }
}

// Whoever went on to another field meanwhile stays there.
function hasMoved(from) {
  const now = document.activeElement;
  return now !== from && now !== document.body && isTyping(now);
}

// What an act brought while a later one was on its way: shown after all, if the later one shows nothing.
const overtaken = new Map();

function keepOvertaken(source, answer, page) {
  if (answer.ok && find(source.dataset.swap, page)) overtaken.set(source.dataset.swap, { source, page });
  return true;
}

function placeOvertaken(target) {
  const { source, page } = overtaken.get(target) || {};
  if (!source) return;
  const restore = placeOf(document.activeElement);
  place(page, find(target, page), source);
  restore(find(target));
}

const waiting = new Map();

function markBusy(target, by) {
  waiting.set(target, (waiting.get(target) || 0) + by);
  setBusy(find(target), waiting.get(target) > 0);
  setBusy(document.body, [...waiting.values()].some(Boolean));
}

async function settle(source, answer, page, turn, by) {
  const wish = source.dataset;
  if (!answer.ok && showWrong(source, page, turn.sent)) return true;
  if (isOvertaken(turn)) return keepOvertaken(source, answer, page);
  const part = find(wish.swap, page);
  if (!part && (!answer.ok || find(".shell", page))) {
    if (answer.ok) location.assign(answer.url);
    else if (answer.status === 401) location.reload();
    else say(find("[data-message]", page)?.textContent.trim() || words().failed, "fault");
    return false;
  }
  if (wish.swapPush !== undefined && answer.url !== location.href) push(answer.url, page.title, source);
  if (wish.swapStay !== undefined && by.closest("[data-row]")) await stillness(find(wish.swap));
  if (isOvertaken(turn)) return keepOvertaken(source, answer, page);
  place(page, part, source);
  return true;
}

// What is wrong stands beside its field: in the form's own part of the page, or in the editor that it was sent from.
// What was typed there since stays: of a line that was sent off, where the next one stands by now, a toast tells.
function showWrong(source, page, sent) {
  const selector = wrongPart(source);
  const fresh = selector && find(selector, page);
  const stale = fresh && find(selector);
  if (!stale) return false;
  const isReset = source.dataset.swapReset !== undefined;
  if (isReset && all(TYPED, stale).some((field) => field.value)) {
    say(find(".error", fresh)?.textContent.trim() || words().failed, "fault");
    return true;
  }
  if (!isReset) keepTyped(fresh, stale, sent);
  if (fresh.matches("[data-editor]")) keepRow(fresh, stale);
  stale.replaceWith(fresh);
  return true;
}

const TYPED = "input:not([type='hidden'], [type='checkbox'], [type='radio'], [type='file']), textarea";

function keepTyped(fresh, stale, sent) {
  for (const name of new Set(all(TYPED, stale).map((field) => field.name))) {
    const same = (field) => field.name === name;
    const now = all(TYPED, fresh).filter(same);
    all(TYPED, stale).filter(same).forEach((field, at) => {
      if (now[at] && field.value !== sent.getAll(name)[at]) now[at].value = field.value;
    });
  }
}

function wrongPart(source) {
  const editor = source.closest("[data-editor]");
  return source.dataset.swapWrong || (editor && `#${editor.id}`);
}

function place(page, part, source) {
  const wish = source.dataset;
  const into = find(wish.swap);
  overtaken.delete(wish.swap);
  if (!into) return;
  replaceDrawer(page);
  for (const selector of selectors(wish.swapAlso)) exchange(selector, page);
  exchangeLater(selectors(wish.swapLater), page, into);
  const editors = all("[data-editor]", into).filter((each) => !each.contains(source));
  const height = scrollY;
  const nodes = [...(part || page.body).childNodes];
  if (wish.swapMode === "append") into.append(...nodes);
  else if (wish.swapMode === "outer") into.replaceWith(...(part ? [part] : nodes));
  else into.replaceChildren(...nodes);
  if (part?.matches("[data-editor]")) keepRow(part, into), closeOthers(part);
  for (const editor of editors) reopen(editor);
  if (scrollY !== height) scrollTo(0, height);
  nodes.filter((node) => wish.swapMode === "append" && node.classList).forEach((node) => node.classList.add("entering"));
  wake();
}

// Of each part the newest, whichever act brought it. Copies: what is placed at once may stand within such a part.
const due = new Map();

function exchangeLater(parts, page, into) {
  for (const selector of parts.filter((each) => find(each, page))) due.set(selector, find(selector, page).cloneNode(true));
  if (!parts.length) return;
  stillness(into).then(() => {
    for (const [selector, fresh] of due) find(selector)?.replaceWith(fresh);
    due.clear();
    wake();
  });
}

function selectors(text) {
  return (text || "").split(",").filter((each) => each.trim());
}

function exchange(selector, page) {
  const fresh = find(selector, page);
  const stale = find(selector);
  if (fresh && stale) stale.replaceWith(fresh);
  else stale?.remove();
}

function replaceDrawer(page) {
  const fresh = find("#drawer", page);
  const old = find("#drawer");
  if (fresh && old) {
    fresh.open = old.open;
    old.replaceWith(fresh);
  } else fresh?.remove();
}

function finish(source, answer, restore) {
  const wish = source.dataset;
  if (wish.swapMode === "append") rememberMore();
  const wrong = find("[aria-invalid='true']", find(wrongPart(source) || wish.swap) || document);
  if (wrong && !answer.ok) return focusWrong(wrong);
  dismiss(source.closest(".toast"));
  const editor = source.closest("[data-editor]");
  if (editor) return focusRow(editor.id, restore, wish.swap);
  const opened = find(wish.swap)?.matches("[data-editor]") && find(wish.swap);
  if (opened) return dismiss(find(".toast")), focusFirst(opened);
  restore(find(wish.swap));
}

// A search that goes on has one place in the history, not one for each letter.
function push(url, title, source) {
  const { swap: target, swapAlso: also } = source.dataset;
  const isSearchOn = wordsIn(url) && wordsIn(location.href);
  if (!wordsIn(location.href)) beforeSearch = location.href;
  const state = { target, also, y: scrollY };
  history.replaceState(state, "");
  if (isSearchOn) history.replaceState(state, "", url);
  else history.pushState(state, "", url);
  if (title) document.title = title;
  document.documentElement.classList.remove("scrolled-down"); // another page: its main button is seen again
  if (!source.matches(".search")) showWords();
}

addEventListener("popstate", async ({ state }) => {
  if (!state?.target) return;
  showWords();
  const source = document.createElement("a");
  source.dataset.swap = state.target;
  source.dataset.swapAlso = state.also || "";
  await swap(source, location.href);
  scrollTo(0, state.y);
});

// After each change of the page: what has to look at it again.
function wake() {
  showCurrent();
  showFades();
  stepAside();
}
