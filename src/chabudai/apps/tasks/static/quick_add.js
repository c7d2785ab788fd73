// The line of a task: on a phone a sheet over the keyboard; # and @ offer names; a column's + says in which one it begins.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const line = () => find("#line");
  const form = () => find("#quick");
  const sheet = () => find("#quick-sheet");
  const offers = () => [...document.querySelectorAll("#offers [data-offer]")];
  const isClosed = () => sheet() && !sheet().checkVisibility();

  function open() {
    if (isClosed()) sheet().showPopover();
    line().focus({ preventScroll: true });
  }

  // What the words say has to be asked anew, as if one had typed.
  function ask() {
    line().dispatchEvent(new Event("input", { bubbles: true }));
  }

  function begin(status) {
    form().elements.status.value = status;
    open();
    ask();
  }

  document.addEventListener("click", (event) => {
    const { target } = event;
    if (!form()) return;
    const column = target.closest("[data-add]");
    const offer = target.closest("[data-offer]");
    if (column) begin(column.dataset.add);
    else if (target.closest("[data-focus='#line']") && isClosed()) open();
    else if (target.closest("[data-no-status]")) begin("");
    else if (offer) choose(offer);
    else return closeOffers();
    event.preventDefault();
  }, true);

  function choose(offer) {
    const field = line();
    const to = field.selectionStart;
    field.setRangeText(`${offer.dataset.offer} `, Number(offer.dataset.from), to, "end");
    closeOffers();
    field.focus();
    ask();
  }

  function closeOffers() {
    const isOpen = Boolean(find("#offers"));
    find("#offers")?.remove();
    return isOpen;
  }

  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "line" || event.isComposing || event.keyCode === 229) return;
    const act = keys[event.key];
    if (act?.(event)) event.preventDefault();
  });

  const keys = {
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    Escape: closeOffers,
    Tab: ({ shiftKey }) => !shiftKey && offers().length > 0 && (choose(selected() || offers()[0]), true),
    Enter: () => (selected() ? choose(selected()) : form().requestSubmit(), true),
  };

  const selected = () => offers().find((each) => each.ariaCurrent === "true");

  function walk(by) {
    const all = offers();
    if (!all.length) return false;
    const at = all.indexOf(selected());
    const next = all[at < 0 && by < 0 ? all.length - 1 : (at + by + all.length) % all.length];
    for (const each of all) (each.ariaSelected = String(each === next)), (each.ariaCurrent = each === next ? "true" : null);
    next.scrollIntoView({ block: "nearest" });
    return true;
  }

  // Where one types, for what is offered there.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (target.id === "quick") formData.set("caret", line().selectionStart);
  });

  // Whichever button sent it, one goes on typing: the keyboard stays.
  document.addEventListener("submit", ({ target }) => target.id === "quick" && line().focus({ preventScroll: true }), true);
  document.addEventListener("pointerdown", (event) => event.target.closest("[data-offer]") && event.preventDefault());

  // A line after the other goes into the column that was chosen, until the sheet is closed.
  document.addEventListener("reset", ({ target }) => {
    if (target.id === "quick" && target.elements.status.value) setTimeout(ask);
  });
  document.addEventListener("toggle", ({ target, newState }) => {
    if (target.id !== "quick-sheet" || newState === "open") return lift();
    form().elements.status.value = "";
    find("[data-no-status]")?.remove();
  }, true);

  // A line that could not be sent stands below, to be sent again; the next one is free.
  const sent = [];
  document.addEventListener("submit", ({ target }) => target.id === "quick" && line().value.trim() && sent.push(line().value), true);
  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    if (source.id !== "quick") return;
    const text = sent.shift();
    const toast = find("#toasts > .toast");
    if (isOk || !text || find("p", toast || document.body).textContent !== find("#toasts").dataset.offline) return;
    toast.remove();
    const row = find("#unsent-line").content.firstElementChild.cloneNode(true);
    find("b", row).textContent = text;
    find("#unsent").append(row);
    setTimeout(() => line().value === text && ((line().value = ""), ask()));
  });

  document.addEventListener("click", ({ target }) => {
    const row = target.closest("[data-send-again]")?.closest(".unsent");
    if (!row) return;
    const next = line().value;
    line().value = find("b", row).textContent;
    row.remove();
    form().requestSubmit();
    line().value = next;
  });

  // Over the keyboard, which covers the page rather than making it smaller.
  function lift() {
    const view = window.visualViewport;
    if (!view || !sheet()) return;
    const covered = Math.max(0, innerHeight - view.height - view.offsetTop);
    sheet().style.bottom = sheet().matches(":popover-open") ? `${covered}px` : "";
  }
  for (const name of ["resize", "scroll"]) window.visualViewport?.addEventListener(name, lift);
})();
