// The task stands beside the board, where there is room for it, and the address says which: ?task=…

const openId = () => new URL(location.href).searchParams.get("task");

function addressWith(id) {
  const url = new URL(location.href);
  if (id) url.searchParams.set("task", id);
  else url.searchParams.delete("task");
  return url;
}

document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest(".task-card .task-title");
    const isPlain = !event.button && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented;
    if (isPlain && event.target.closest("#task [data-close-task]")) event.preventDefault(), closeTask();
    if (!isPlain || !link || !isWide()) return;
    event.preventDefault();
    openTask(idOf(link.closest(".task-card")));
  },
  true,
);

// By the page's own way of changing its parts; `then` when it stands there.
const opening = new WeakMap();

function openTask(id, then = () => arrive(id)) {
  const link = Object.assign(document.createElement("a"), { href: `/tasks/${state().dataset.team}/task/${id}`, hidden: true });
  link.dataset.swap = "#task";
  opening.set(link, then);
  document.body.append(link);
  link.click();
  link.remove();
}

document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
  if (isOk) opening.get(source)?.();
  else if (source.closest("#task")) markOpen();
  const isSaved = !source.isConnected && !opening.has(source); // a field's form, whose place another has taken
  if (isSaved || source.closest("#task, #columns, #filters")) look(true);
  markOpen();
});

function arrive(id) {
  if (openId() !== id) history.pushState({}, "", addressWith(id));
  markOpen();
  find("#task-name")?.focus({ preventScroll: true });
}

function markOpen() {
  for (const card of all(".task-card")) card.classList.toggle("open", idOf(card) === openId());
}

function closeTask(isBack = false) {
  const aside = find("#task");
  if (!aside.firstElementChild) return false;
  const card = cardOf(openId()) || find(".task-card.open");
  aside.replaceChildren();
  if (!isBack) history.pushState({}, "", addressWith(null));
  markOpen();
  if (card) find(".task-title", card).focus({ preventScroll: true });
  return true;
}

addEventListener("popstate", ({ state: known }) => {
  if (known?.target) return; // the page's own
  if (openId()) openTask(openId());
  else closeTask(true);
});

// What others changed of it is shown, unless one is at it.
function renewTask(changed) {
  const aside = find("#task");
  const isTyped = all("textarea, input:not([type='hidden'])", aside).some((field) => field.value !== field.defaultValue);
  if (!changed.has(openId()) || isTyped || aside.contains(document.activeElement)) return;
  openTask(openId(), markOpen);
}

// A field of the task by its key: who has it, until when.
function openField(card, key) {
  const field = key === "a" ? "assignee" : "end";
  if (isWide()) openTask(idOf(card), () => (arrive(idOf(card)), find(`#fact-${field} summary`)?.click()));
  else location.assign(find(".task-title", card).href);
  return true;
}

markOpen();
find("#columns").classList.add("alive");
