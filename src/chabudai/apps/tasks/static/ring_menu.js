// A ring that is held down opens a menu of three; keys 1, 2 and 3 choose one of them in the row where one is.
(() => {
  "use strict";
  const HELD = 500;
  const STATUSES = ["todo", "doing", "done"];
  const ringOf = (row) => row.querySelector(".ring");
  const choose = (row, to) => row.dispatchEvent(new CustomEvent("task:choose", { bubbles: true, detail: { to, isTapped: true } }));
  const opened = () => document.querySelector(".ring-menu");
  let pressing;
  let isHeld = false;
  let isBeside = false;

  // A tap beside the menu closes it, and does nothing else.
  addEventListener(
    "pointerdown",
    ({ target }) => {
      isBeside = Boolean(opened()) && !target.closest?.(".ring-menu");
      if (isBeside) opened().open = false;
    },
    true,
  );

  addEventListener("pointerdown", ({ target, button }) => {
    clearTimeout(pressing);
    isHeld = false;
    if (isBeside) return;
    const ring = target.closest?.(".ring");
    if (ring && !button) pressing = setTimeout(() => ((isHeld = true), openMenu(ring)), HELD);
  });
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => clearTimeout(pressing));

  // The click that ends a long press is none. The finger that lifts leaves the focus on the ring: Escape closes from there.
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !opened()) return;
      event.preventDefault();
      event.stopPropagation();
      opened().open = false;
    },
    true,
  );

  addEventListener(
    "click",
    (event) => {
      if (!isBeside && !(isHeld && event.target.closest?.(".ring"))) return;
      isHeld = isBeside = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  addEventListener("contextmenu", (event) => {
    const ring = event.target.closest?.(".ring");
    if (!ring) return;
    event.preventDefault();
    openMenu(ring);
  });

  function openMenu(ring) {
    clearTimeout(pressing);
    if (opened()) return;
    const menu = document.querySelector("#ring-menu").content.querySelector(".menu").cloneNode(true);
    ring.closest("[data-row]").append(menu);
    menu.querySelector(`[data-to="${ring.value.split(" ").at(-1)}"]`).setAttribute("aria-current", "true");
    menu.querySelector("button").focus({ preventScroll: true });
  }

  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.matches(".ring-menu") || target.open) return;
      const ring = ringOf(target.closest("[data-row]"));
      target.remove();
      ring.focus({ preventScroll: true });
    },
    true,
  );

  document.addEventListener("click", ({ target }) => {
    const item = target.closest(".ring-menu [data-to]");
    if (!item) return;
    const menu = item.closest(".ring-menu");
    choose(menu.closest("[data-row]"), item.dataset.to);
    menu.open = false;
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    const row = target.closest?.("[data-row]");
    const to = STATUSES[Number(key) - 1];
    if (!row || !to || event.ctrlKey || event.metaKey || event.altKey || localStorage.keys === "off") return;
    if (!ringOf(row) || target.closest("input, textarea, select")) return;
    event.preventDefault();
    choose(row, to);
  });
})();
