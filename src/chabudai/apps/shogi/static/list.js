// The moves as a list, beside what a step does: what a screen reader says of each, and the menu of the current one.
(() => {
  "use strict";
  const { root, words, find, all, put, list, byAddress, speak } = globalThis.shogi;

  // "56手目、後手、９九馬、香を取る。プラス962。コメントあり。続き2通り"
  function sayRow(row) {
    const node = byAddress.get(row.getAttribute("href").slice(4));
    if (!node) return;
    const score = find("s:last-child", row)?.textContent || "";
    const figure = { n: score.slice(1).replace("#", `${words.mate} `) };
    const parts = [
      speak(node),
      { "+": put(words.plus, figure), "−": put(words.minus, figure) }[score[0]] || score,
      find("em", row)?.textContent,
      find(`[data-note="${node.at}"]`, list()) && words.commented,
      node.next.length > 1 && put(words.ways, { n: node.next.length }),
    ];
    row.setAttribute("aria-label", parts.filter(Boolean).join(words.stop));
  }

  function sayRows() {
    for (const row of all("a[href^='?at=']:not([data-beyond])", list())) sayRow(row);
  }

  // Over whatever is below it: the list is low, and would cut the menu off.
  function openMenu(menu) {
    const panel = find(".menu-panel", menu);
    const { top, bottom, right } = find("summary", menu).getBoundingClientRect();
    const edge = innerWidth < 900 ? find(".under", root).getBoundingClientRect().top : innerHeight;
    const place = bottom + panel.offsetHeight < edge ? bottom : Math.max(8, top - panel.offsetHeight);
    panel.style.left = `${right - panel.offsetWidth}px`;
    panel.style.top = `${place}px`;
  }

  document.addEventListener("toggle", ({ target }) => target.id === "row-acts" && target.open && openMenu(target), true);
  document.addEventListener("scroll", () => find("#row-acts[open]")?.removeAttribute("open"), { capture: true, passive: true });
  root.addEventListener("scored", sayRows);
  new MutationObserver(sayRows).observe(list(), { childList: true });
  sayRows();
})();
