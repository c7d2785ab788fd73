// The kitchen's own: a seal comes with the tap, what another device cooked needs a second tap to be taken back, a sheet
// closes when its act is done, and numbers are stepped.
(() => {
  "use strict";
  const GUARD = 5000;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const find = (selector, within = document) => within.querySelector(selector);
  const toggles = () => all("button[data-dish][aria-pressed]");
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
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
  });

  // What was pressed elsewhere while this page was open.
  document.addEventListener("renewed", () => {
    for (const button of toggles()) if (isPressed(button) && known.get(button.dataset.dish) === false) guard(button);
    remember();
  });

  function guard(button) {
    const said = button.lastElementChild;
    const word = said.textContent;
    button.dataset.foreign = "";
    said.textContent = find("[data-foreign-word]").dataset.foreignWord;
    setTimeout(() => release(button, word), GUARD);
  }

  function release(button, word) {
    delete button.dataset.foreign;
    button.lastElementChild.textContent = word;
  }

  document.addEventListener(
    "click",
    (event) => {
      const guarded = event.target.closest("[data-foreign]");
      if (!guarded) return;
      event.preventDefault();
      event.stopPropagation();
      release(guarded, guarded.firstElementChild.textContent);
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
