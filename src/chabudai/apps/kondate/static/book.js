// The recipe book's own: a sheet closes when its act is done, a recipe is printed, and what was written is kept on the
// phone until it is saved.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);

  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    if (isOk && source.dataset.closes !== undefined) find("#sheet")?.close();
  });

  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-print]")) return;
    target.closest("details").open = false;
    print();
  });
})();
