// A row with data-swipe is swiped by a finger: to the left its [data-swipe-left] is pressed, to the right it hears
// "swiped-right"; data-swipe="left" goes that way alone. What it will do stands in the place that the row leaves free, from
// the page's #swipe-words: quietly at first, in full colour once it is meant.
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

  document.addEventListener("touchstart", ({ target, touches }) => {
    row = touches.length === 1 && !target.closest("button") ? target.closest("[data-swipe]") : null;
    from = { x: touches[0].clientX, y: touches[0].clientY };
    isMeant = false;
  }, { passive: true });

  document.addEventListener("touchmove", (event) => {
    if (!row) return;
    const way = event.touches[0].clientX - from.x;
    const by = row.dataset.swipe === "left" ? Math.min(0, way) : way;
    if (!isMeant && Math.abs(event.touches[0].clientY - from.y) > Math.max(8, Math.abs(way))) return end(); // scrolling
    isMeant ||= Math.abs(by) > 12;
    if (!isMeant) return;
    event.preventDefault();
    move(by);
  }, { passive: false });

  document.addEventListener("touchend", () => {
    if (!row) return;
    const [swiped, left] = [row, find("[data-swipe-left]", row)];
    const [isRight, isLeft] = ["swiped-right", "swiped-left"].map((name) => row.classList.contains(name));
    end();
    if (isRight) swiped.dispatchEvent(new CustomEvent("swiped-right", { bubbles: true }));
    if (isLeft) left.click();
  });

  document.addEventListener("touchcancel", end);
})();
