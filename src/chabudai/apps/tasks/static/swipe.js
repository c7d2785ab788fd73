// A row that is swiped to the right is done; to the left, its due date is put off. Only a finger swipes. What it will do
// stands in the place that the row leaves free: quietly at first, in full colour once it is meant.
(() => {
  "use strict";
  const FAR = 88; // pixels after which it is meant
  const find = (selector, within = document) => within.querySelector(selector);
  let row, from, isMeant;

  function move(by) {
    row.style.translate = `${by}px`;
    row.classList.toggle("swiped-right", by >= FAR);
    row.classList.toggle("swiped-left", by <= -FAR);
    row.style.setProperty("--free", `${Math.abs(by)}px`);
    const side = by > 0 ? "right" : "left";
    if (find(`.swipe-${side}`, row)) return;
    find(".swipe-word", row)?.remove();
    row.append(find("#swipe-words").content.querySelector(`.swipe-${side}`).cloneNode(true));
  }

  function end() {
    if (!row) return;
    row.removeAttribute("style");
    row.classList.remove("swiped-right", "swiped-left");
    find(".swipe-word", row)?.remove();
    row = null;
  }

  function putOff(link) {
    const form = find("#put-off-form");
    form.action = link.dataset.swipeLeft;
    form.elements.act.value = link.dataset.value;
    find("#put-off-task").textContent = find(".row-title", link.closest("[data-row]")).textContent;
    find("#put-off").showModal();
  }

  document.addEventListener("touchstart", ({ target, touches }) => {
    row = touches.length === 1 && !target.closest("button") ? target.closest("[data-swipe]") : null;
    from = { x: touches[0].clientX, y: touches[0].clientY };
    isMeant = false;
  }, { passive: true });

  document.addEventListener("touchmove", (event) => {
    if (!row) return;
    const by = event.touches[0].clientX - from.x;
    if (!isMeant && Math.abs(event.touches[0].clientY - from.y) > Math.max(8, Math.abs(by))) return end(); // scrolling
    isMeant ||= Math.abs(by) > 12;
    if (!isMeant) return;
    event.preventDefault();
    move(by);
  }, { passive: false });

  document.addEventListener("touchend", () => {
    if (!row) return;
    const [swiped, later] = [row, find("[data-swipe-left]", row)];
    const [isDone, isLater] = ["swiped-right", "swiped-left"].map((name) => row.classList.contains(name));
    end();
    if (isDone) swiped.dispatchEvent(new CustomEvent("task:choose", { bubbles: true, detail: { to: "done", isTapped: true } }));
    if (isLater) putOff(later);
  });

  document.addEventListener("touchcancel", end);

  document.addEventListener("click", (event) => {
    const later = event.target.closest("[data-swipe-left]");
    if (later) event.preventDefault(), putOff(later);
    if (event.target.closest("#put-off [name='to_end']")) setTimeout(() => find("#put-off").close());
  });
})();
