// Lists whose order is the person's own: dragged by a handle, or moved with Alt and the arrows.
// <ul data-sortable="/url" data-group="name"> of <li data-id> with a [data-handle]; lists with one url share their items.
// Sent: id, group, before (the id that now follows, or nothing) and the whole order.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  const items = (list) => [...list.querySelectorAll(":scope > [data-id]")];
  const lists = (url) => [...document.querySelectorAll("[data-sortable]")].filter((list) => list.dataset.sortable === url);

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    const item = handle?.closest("[data-id]");
    if (!item || event.button) return;
    event.preventDefault();
    handle.focus();
    const home = spot(item);
    const move = (at) => drag(item, at);
    const stop = (at) => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
      item.classList.remove("dragging");
      if (at.type === "pointercancel") home.back();
      else if (home.changed()) send(item, home);
    };
    item.classList.add("dragging");
    // on the document: an element that moves within it loses the pointer that it captured
    const listeners = { pointermove: move, pointerup: stop, pointercancel: stop };
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
  });

  function drag(item, { clientX, clientY }) {
    if (clientY < 90) scrollBy(0, -12);
    if (clientY > innerHeight - 90) scrollBy(0, 12);
    const own = item.parentElement;
    const beside = lists(own.dataset.sortable).filter((list) => spans(list, "left", "right", clientX));
    const under = beside.find((list) => spans(list, "top", "bottom", clientY));
    const list = under || (beside.includes(own) ? own : beside[0]) || own;
    const others = items(list).filter((each) => each !== item);
    const middle = (each) => each.getBoundingClientRect().top + each.offsetHeight / 2;
    const next = others.find((each) => clientY < middle(each)) || null;
    if (list !== own || next !== item.nextElementSibling) list.insertBefore(item, next);
  }

  function spans(list, from, to, at) {
    const box = list.getBoundingClientRect();
    return box[from] <= at && at <= box[to];
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey && !event.isComposing && step(event.key, event.target)) event.preventDefault();
  });

  function step(key, target) {
    const item = target.closest("[data-sortable] > [data-id]");
    if (!item || !key.startsWith("Arrow")) return false;
    const home = spot(item);
    if (key === "ArrowUp") item.previousElementSibling?.before(item);
    if (key === "ArrowDown") item.nextElementSibling?.after(item);
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const related = lists(item.parentElement.dataset.sortable);
    const list = sideways && related[related.indexOf(item.parentElement) + sideways];
    list?.append(item);
    target.focus();
    if (home.changed()) send(item, home);
    return true;
  }

  function spot(item) {
    const list = item.parentElement;
    const next = item.nextElementSibling;
    return {
      changed: () => item.parentElement !== list || item.nextElementSibling !== next,
      back: () => list.insertBefore(item, next),
    };
  }

  async function send(item, home) {
    const list = item.parentElement;
    const order = items(list).map((each) => each.dataset.id);
    const at = order.indexOf(item.dataset.id);
    const fields = { id: item.dataset.id, group: list.dataset.group || "", before: order[at + 1] || "", order: order.join(",") };
    const headers = { "X-Swap": "1", "X-CSRF-Token": find("meta[name='csrf-token']").content };
    find("#live").textContent = `${find("#toasts").dataset.moved} ${at + 1} / ${order.length}`;
    const request = { method: "POST", body: new URLSearchParams(fields), headers };
    const answer = await fetch(list.dataset.sortable, request).catch(() => null);
    if (answer?.ok) return;
    home.back();
    const detail = { word: answer ? "failed" : "offline", kind: "fault" };
    document.dispatchEvent(new CustomEvent("say", { detail }));
  }
})();
