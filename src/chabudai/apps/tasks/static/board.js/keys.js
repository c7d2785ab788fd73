// The board by keyboard: h l from column to column, j k from card to card, Space lifts a card, the arrows carry it and
// Space puts it down. What the others do is told by the page itself (`?`).

let carried = null; // the card that is lifted by keyboard, and where it was

addEventListener(
  "keydown",
  (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || find("dialog[open]")) return;
    if (key === "Escape" && drag?.ghost) return letGo(), event.preventDefault();
    const card = target.closest?.(".task-card");
    if (carried) return carry(event);
    if (key === "Escape" && !target.closest("#task, details, input, textarea, select") && closeTask()) return event.preventDefault();
    if (target.closest?.("input, textarea, select, details.menu") || localStorage.keys === "off") return;
    if (key === " " && card && target.matches(".task-title")) return event.preventDefault(), pickUp(card);
    const isDone = "hjkl".includes(key) ? walk(card || (target.closest?.("#task") && find(".task-card.open")), key) : (key === "a" || key === "d") && card && openField(card, key);
    if (isDone) event.preventDefault();
  },
  true,
);

function walk(card, key) {
  const rows = (column) => all(".task-card", column).filter((each) => each.checkVisibility());
  const columns = all(".column");
  const own = card ? columnOf(card) : seenColumn();
  const at = card ? rows(own).indexOf(card) : -1;
  let next = null;
  const isThere = key === "j" && card && card === arrived;
  arrived = null;
  if (isThere) next = card;
  else if (key === "j" || key === "k") next = rows(own)[Math.max(0, at + (key === "j" ? 1 : -1))] || card;
  else {
    const by = key === "h" ? -1 : 1;
    const open = columns.filter((each) => each === own || rows(each).length);
    const column = open[Math.min(Math.max(open.indexOf(own) + by, 0), open.length - 1)];
    next = rows(column)[Math.min(Math.max(at, 0), rows(column).length - 1)];
  }
  if (next) show(next);
  return true;
}

function show(card) {
  find(".task-title", card).focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest", inline: "start" });
}

function pickUp(card) {
  carried = { card, list: card.parentElement, next: card.nextElementSibling, from: statusOf(card), to: statusOf(card) };
  card.classList.add("lifted");
  tell(state().dataset.lifted);
}

function carry(event) {
  const { card, list, next, from } = carried;
  const by = { ArrowLeft: -1, ArrowRight: 1, h: -1, l: 1 }[event.key];
  event.preventDefault();
  event.stopPropagation();
  if (by) {
    const to = STATUSES[Math.min(2, Math.max(0, STATUSES.indexOf(carried.to) + by))];
    carried.to = to;
    flip(() => (to === from ? list.insertBefore(card, next) : listOf(to).prepend(card)));
    show(card);
    return tell(find(`#column-${to} h2`).textContent);
  }
  if (event.key !== " " && event.key !== "Enter" && event.key !== "Escape") return;
  const { to } = carried;
  carried = null;
  card.classList.remove("lifted");
  if (event.key === "Escape" || to === from) flip(() => list.insertBefore(card, next?.parentElement === list ? next : null));
  else card.dispatchEvent(new CustomEvent("task:choose", { bubbles: true, detail: { to } }));
  show(card);
}
