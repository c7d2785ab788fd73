// A card is dragged by mouse from anywhere on it, by a finger from its handle or after a long press. Only the column
// counts: within one the date is the order. Where one column is seen at a time, that one is meant, wherever the finger
// is; the tabs lead to the others, and so do the edges. Escape lets go.

const LONG = 250;
const TREMBLE = 8;
const EDGE = 36;
const DWELL = 300; // at the edge, or on a tab, before another column comes
const AGAIN = 900; // before the one after it does
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const { target, pointerType, clientX: x, clientY: y } = event;
  const card = target.closest(".task-card");
  if (!card || event.button || target.closest(".ring, .menu, .turned-to a")) return;
  const isSlow = pointerType !== "mouse" && !target.closest(".grip");
  drag = { card, x, y, at: { x, y }, isSlow, pointer: event.pointerId };
  if (isSlow) drag.timer = setTimeout(lift, LONG);
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  drag.at = { x: event.clientX, y: event.clientY };
  const far = Math.hypot(drag.at.x - drag.x, drag.at.y - drag.y);
  if (!drag.ghost && far > TREMBLE) drag.isSlow ? letGo() : lift();
  if (drag?.ghost) follow();
});

document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const { card, ghost, target } = drag;
  letGo();
  if (!ghost) return;
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true), 50);
  const to = target?.dataset.column;
  if (to && to !== statusOf(card)) card.dispatchEvent(new CustomEvent("task:choose", { bubbles: true, detail: { to } }));
});

document.addEventListener("pointercancel", () => letGo());
document.addEventListener("dragstart", (event) => event.target.closest?.(".task-card") && event.preventDefault());
document.addEventListener("contextmenu", (event) => drag?.ghost && event.preventDefault());
document.addEventListener("touchmove", (event) => drag?.ghost && event.cancelable && event.preventDefault(), { passive: false });

function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

function lift() {
  const { card } = drag;
  const { left, top, width } = card.getBoundingClientRect();
  drag.ghost = card.cloneNode(true);
  drag.ghost.removeAttribute("id");
  drag.ghost.removeAttribute("data-row");
  drag.ghost.classList.add("lifted", "ghost");
  Object.assign(drag.ghost.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  document.body.append(drag.ghost);
  card.classList.add("away");
  document.documentElement.classList.add("dragging-card");
  getSelection().removeAllRanges();
  drag.timer = setInterval(turnPage, 50);
  follow();
}

function follow() {
  const { ghost, at, x, y } = drag;
  ghost.style.translate = `${at.x - x}px ${at.y - y}px`;
  const under = document.elementsFromPoint(at.x, at.y);
  const tab = under.map((each) => each.closest("#column-tabs a")).find(Boolean);
  linger(tab);
  aim(tab ? find(`#column-${tab.dataset.column}`) : isOneSeen() ? seenColumn() : columnUnder(under));
}

function columnUnder(elements) {
  return elements.map((each) => each.closest(".column")).find(Boolean) || all(".column").find((each) => isOver(each, drag.at.x));
}

function aim(target) {
  if (target === drag.target) return;
  drag.target = target;
  for (const column of all(".column")) column.classList.toggle("target", column === target);
  target?.classList.toggle("own", target.dataset.column === statusOf(drag.card));
}

const isOneSeen = () => find("#column-tabs").checkVisibility();

// Where another column may be wanted: at an edge of the board, or on the tab of one.
function linger(tab) {
  const { left, right } = find("#columns").getBoundingClientRect();
  const side = drag.at.x < left + EDGE ? -1 : drag.at.x > right - EDGE ? 1 : 0;
  const by = tab || side;
  if (by === drag.by) return;
  drag.by = by;
  drag.turnsAt = performance.now() + DWELL;
}

function isOver(column, x) {
  const { left, right } = column.getBoundingClientRect();
  return left <= x && x <= right;
}

// The column of the tab comes, or at the edge the next one, and after a while the one behind it.
function turnPage() {
  const board = find("#columns");
  const { by } = drag;
  if (!by || performance.now() < drag.turnsAt || board.scrollWidth <= board.clientWidth) return;
  drag.turnsAt = performance.now() + AGAIN;
  if (by.dataset) return by.click();
  const columns = all(".column");
  const next = isOneSeen() && columns[columns.indexOf(seenColumn()) + by];
  const left = next ? next.offsetLeft - columns[0].offsetLeft : board.scrollLeft + by * columns[0].offsetWidth;
  board.scrollTo({ left, behavior: "smooth" });
}

// Another column may have come under the finger.
document.addEventListener("scroll", ({ target }) => drag?.ghost && target.id === "columns" && follow(), { capture: true, passive: true });

function letGo() {
  if (!drag) return;
  clearTimeout(drag.timer);
  clearInterval(drag.timer);
  drag.ghost?.remove();
  drag.card.classList.remove("away");
  document.documentElement.classList.remove("dragging-card");
  all(".column").forEach((column) => column.classList.remove("target", "own"));
  drag = null;
}
