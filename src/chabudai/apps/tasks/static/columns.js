// On a phone the columns of a board are swiped through: the tabs say which one is seen, and the next visit begins there.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const remembered = () => `column ${find("#board-state").dataset.team}`;
  const place = (status) => find(`#column-${status}`).offsetLeft - find("#column-todo").offsetLeft;
  let board;

  function showTab() {
    const status = ["todo", "doing", "done"][Math.min(2, Math.round(board.scrollLeft / (place("doing") || 1)))];
    for (const tab of document.querySelectorAll("#column-tabs a")) {
      if (tab.dataset.column === status) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    if (board.scrollWidth > board.clientWidth + 1) localStorage[remembered()] = status;
  }

  // At first, and when the page was changed, or all of it.
  function start() {
    if (!find("#column-todo")) return;
    if (board === find("#columns")) return showTab();
    board = find("#columns");
    board.scrollTo({ left: place(localStorage[remembered()] || find("#board-state").dataset.first) });
    board.classList.toggle("known", Number(localStorage.taps) >= 10); // what the ring does
    showTab();
  }

  document.addEventListener("click", (event) => {
    const tab = event.target.closest("#column-tabs a");
    if (!tab) return;
    event.preventDefault();
    board.scrollTo({ left: place(tab.dataset.column), behavior: "smooth" });
  });
  document.addEventListener("scroll", ({ target }) => target === board && showTab(), { capture: true, passive: true });
  document.addEventListener("swapped", () => {
    start();
    const added = find("#added .ring"); // its card will stand in another column than the one that is seen
    if (added && board) board.scrollTo({ left: place(added.value.split(" ").at(-1)) });
  });
  start();
})();
