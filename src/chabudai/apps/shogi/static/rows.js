// Of a long game the rows that are far away come when one gets there, and take the place of those that are there.
(() => {
  "use strict";
  const { root, find, all, list, here, rowOf, showRow } = globalThis.shogi;
  let loading;
  let asked;

  // What isn't there even then is not asked for twice. Where one scrolled, a row that is among both stays where it is.
  async function load(at, isScrolled) {
    if (loading || asked === at) return;
    asked = at;
    loading = fetch(`${list().dataset.more}?at=${at}`).then((answer) => (answer.ok ? answer.text() : ""));
    const html = await loading.catch(() => "");
    loading = null;
    if (!html) return;
    const tops = all("li > a:not([data-beyond])", list()).map((row) => [row.getAttribute("href"), row.getBoundingClientRect().top]);
    const menu = find("#row-acts");
    list().replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    if (menu && !find("#row-acts")) list().append(menu);
    if (!isScrolled) return showRow();
    for (const old of all("[aria-current]", list())) old.removeAttribute("aria-current");
    rowOf(here())?.setAttribute("aria-current", "true");
    hold(tops);
  }

  function hold(tops) {
    const edge = list().getBoundingClientRect().top;
    const same = (href) => find(`li > a[href="${href}"]:not([data-beyond])`, list());
    tops.sort(([, a], [, b]) => Math.abs(a - edge) - Math.abs(b - edge));
    const [href, top] = tops.find(([each]) => same(each)) || [];
    if (href) list().scrollTop += same(href).getBoundingClientRect().top - top;
  }

  root.addEventListener("rowless", () => load(here().at));
  document.addEventListener("scroll", ({ target }) => {
    if (target !== list()) return;
    const { scrollTop, scrollHeight, clientHeight } = target;
    const side = scrollTop < 200 ? "earlier" : scrollHeight - clientHeight - scrollTop < 200 ? "later" : "none";
    const beyond = find(`[data-beyond="${side}"]`, target);
    if (beyond) load(beyond.getAttribute("href").slice(4), true);
  }, { capture: true, passive: true });
})();
