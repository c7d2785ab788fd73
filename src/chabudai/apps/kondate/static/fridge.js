// What has just come into the fridge is off the shopping list: the worker keeps that page as it is now.
(() => {
  "use strict";
  const keep = document.querySelector("[data-keep]")?.dataset.keep;
  if (keep) navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep }));
})();
