// The kitchen's own: a seal comes with the tap, what another device cooked needs a second tap to be taken back, a sheet
// closes when its act is done, and numbers are stepped.
(() => {
  "use strict";
  const GUARD = 5000;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const find = (selector, within = document) => within.querySelector(selector);
  const toggles = () => all("button[data-dish][aria-pressed]");
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const guards = new Map(); // by dish: until when its button wants a second tap
  let known = new Map();

  function remember() {
    known = new Map(toggles().map((each) => [each.dataset.dish, isPressed(each)]));
  }

  // Row, vessel and dot of a dish say what its button says.
  function stamp() {
    for (const button of toggles()) {
      for (const part of all(`[data-dish="${CSS.escape(button.dataset.dish)}"]`)) {
        if (part !== button) part.classList.toggle("cooked", isPressed(button));
      }
    }
  }

  document.addEventListener("submit", () => setTimeout(() => (stamp(), remember())));

  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    stamp();
    remember();
    if (isOk && source.closest("#sheet") && source.dataset.swap === "#main") find("#sheet").close();
    if (isOk && source.dataset.pair) find(".began")?.scrollIntoView({ block: "center" });
    if (isOk && source.id === "pick") find("#picker [type='search']")?.focus();
  });

  // What was told before would lie over what a sheet asks.
  document.addEventListener("click", ({ target }) => target.closest("[data-sheet]") && find("#toasts .toast")?.remove(), true);

  // Enter in the picker searches; the form around it is not meant.
  document.addEventListener("keydown", (event) => {
    const search = event.key === "Enter" && !event.isComposing && event.target.closest("#picker [data-filter]");
    if (!search) return;
    event.preventDefault();
    find("button", search).click();
  });

  // What was pressed elsewhere while this page was open says so for a while, and a tap on it only ends that.
  document.addEventListener("renewed", () => {
    for (const button of toggles().filter(isPressed)) {
      const dish = button.dataset.dish;
      if (known.get(dish) === false) guards.set(dish, performance.now() + GUARD);
      if (guards.has(dish)) guard(button, guards.get(dish) - performance.now());
    }
    remember();
  });

  function guard(button, time) {
    button.classList.add("foreign");
    button.lastElementChild.textContent = find("[data-foreign-word]").dataset.foreignWord;
    setTimeout(() => release(button), time);
  }

  function release(button) {
    guards.delete(button.dataset.dish);
    button.classList.remove("foreign");
    button.lastElementChild.textContent = button.firstElementChild.textContent;
  }

  document.addEventListener(
    "click",
    (event) => {
      const guarded = event.target.closest(".foreign");
      if (!guarded) return;
      event.preventDefault();
      event.stopPropagation();
      release(guarded);
    },
    true,
  );

  document.addEventListener("click", ({ target }) => {
    const by = target.closest("[data-step-by]");
    if (!by) return;
    const input = find("input", by.parentElement);
    const next = (parseInt(input.value, 10) || 0) + Number(by.dataset.stepBy);
    input.value = Math.min(20, Math.max(1, next));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  addEventListener("DOMContentLoaded", remember);
})();
