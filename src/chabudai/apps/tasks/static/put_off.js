// One's own tasks: a row that is swiped to the right is done; to the left, or by its key, its due date is put off.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);

  // Whatever becomes of a row, one goes on from where it was.
  const standOn = (part) => find(".row-title", part.closest("[data-row]")).focus({ preventScroll: true });

  let changed; // the row whose date is put off: it may stand elsewhere afterwards
  document.addEventListener("swapped", ({ detail: { source } }) => {
    const row = source.id === "put-off-form" && document.getElementById(changed);
    if (row) standOn(row);
  });

  function putOff(link) {
    const form = find("#put-off-form");
    form.action = link.dataset.swipeLeft;
    form.elements.act.value = link.dataset.value;
    form.elements.other_end.value = link.dataset.end;
    find("#put-off-task").textContent = find(".row-title", link.closest("[data-row]")).textContent;
    standOn(link);
    changed = link.closest("[data-row]").id;
    find("#put-off").showModal();
  }

  document.addEventListener("swiped-right", ({ target }) => {
    standOn(target);
    target.dispatchEvent(new CustomEvent("task:choose", { bubbles: true, detail: { to: "done", isTapped: true } }));
  });

  document.addEventListener("click", (event) => {
    const later = event.target.closest("[data-swipe-left]");
    if (later) event.preventDefault(), putOff(later);
    if (event.target.closest("#put-off [name='to_end']")) setTimeout(() => find("#put-off").close());
  });
})();
