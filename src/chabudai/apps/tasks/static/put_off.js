// One's own tasks: a row that is swiped to the right is done; to the left, or by its key, its due date is put off.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);

  function putOff(link) {
    const form = find("#put-off-form");
    form.action = link.dataset.swipeLeft;
    form.elements.act.value = link.dataset.value;
    form.elements.other_end.value = link.dataset.end;
    find("#put-off-task").textContent = find(".row-title", link.closest("[data-row]")).textContent;
    find("#put-off").showModal();
  }

  document.addEventListener("swiped-right", ({ target }) => {
    target.dispatchEvent(new CustomEvent("task:choose", { bubbles: true, detail: { to: "done", isTapped: true } }));
  });

  document.addEventListener("click", (event) => {
    const later = event.target.closest("[data-swipe-left]");
    if (later) event.preventDefault(), putOff(later);
    if (event.target.closest("#put-off [name='to_end']")) setTimeout(() => find("#put-off").close());
  });
})();
