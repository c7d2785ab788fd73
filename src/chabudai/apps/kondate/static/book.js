// The recipe book's own: a sheet closes when its act is done, a recipe is printed, and what was written is kept on the
// phone until it is saved.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);

  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    if (isOk && source.dataset.closes !== undefined) find("#sheet")?.close();
  });

  // What was sent from the editor is saved once a recipe is shown: its draft goes.
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith("kondate-recipe-draft:"))) {
    if (localStorage.getItem(key).includes('"isSent":true')) localStorage.removeItem(key);
  }

  document.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-print]")) return;
    target.closest("details").open = false;
    print();
  });
})();
