// The market's own: a sheet closes when its act is done, and a receipt is printed.
(() => {
  "use strict";
  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    if (isOk && source.dataset.closes !== undefined) document.querySelector("#sheet")?.close();
  });
  // Where a sheet is a page of its own, so is what its act leads to.
  addEventListener("DOMContentLoaded", () => {
    for (const form of document.querySelectorAll("main [data-closes]")) delete form.dataset.swap;
  });
  document.addEventListener("click", ({ target }) => target.closest("[data-print]") && print());
})();
