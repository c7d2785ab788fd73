// The way back from a game to the list that one came from: as it was, with all that was loaded, where one stood in it.
(() => {
  "use strict";
  const LISTS = /^\/shogi($|\/(tags|positions|shared|u)\b)/;
  const came = document.referrer && new URL(document.referrer);

  document.querySelector(".back").addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || history.length < 2) return;
    if (came.origin !== location.origin || !LISTS.test(came.pathname)) return;
    event.preventDefault();
    history.back();
  });
})();
