// Lists whose order is the person's own, going down or in wrapped rows: dragged by a [data-handle], moved by a button
// [data-step="-1|1"], or with Alt and the arrows. <ul data-sortable="/url" data-group="name"> of <li data-id>; lists with
// one url share their items. Without a url nothing is sent: the form around it says the order.
// Sent: id, group, before (the id that now follows, or nothing) and the whole order.
(() => {
  "use strict";
  const EDGE = 90;
  const find = (selector) => document.querySelector(selector);
  const items = (list) => [...list.querySelectorAll(":scope > [data-id]")];
  const lists = (list) =>
    [...document.querySelectorAll("[data-sortable]")].filter(
      (each) => each === list || (list.dataset.sortable && each.dataset.sortable === list.dataset.sortable),
    );
  const itemOf = (element) => element.closest("[data-sortable] > [data-id]");
  const isInRows = (list) => getComputedStyle(list).display === "flex";

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    const item = handle && itemOf(handle);
    if (!item || event.button) return;
    event.preventDefault();
    handle.focus();
    const home = spot(item);
    const stop = (at) => {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
      item.classList.remove("dragging");
      if (at.type === "pointercancel") home.back();
      else if (home.changed()) finish(item, home);
    };
    item.classList.add("dragging");
    // on the document: an element that moves within it loses the pointer that it captured
    const listeners = { pointermove: (at) => drag(item, at), pointerup: stop, pointercancel: stop };
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
  });

  function drag(item, at) {
    if (at.clientY < EDGE) scrollBy(0, -12);
    if (at.clientY > innerHeight - EDGE) scrollBy(0, 12);
    const own = item.parentElement;
    scrollSideways(own, at.clientX);
    const beside = lists(own).filter((list) => spans(list, "left", "right", at.clientX));
    const under = beside.find((list) => spans(list, "top", "bottom", at.clientY));
    const list = under || (beside.includes(own) ? own : beside[0]) || own;
    const others = items(list).filter((each) => each !== item);
    const next = others.find((each) => isBefore(each, at, isInRows(list))) || null;
    if (list !== own || next !== item.nextElementSibling) list.insertBefore(item, next);
  }

  function scrollSideways(list, x) {
    const edge = list.getBoundingClientRect();
    if (list.scrollWidth <= list.clientWidth) return;
    if (x < edge.left + 40) list.scrollLeft -= 12;
    if (x > edge.right - 40) list.scrollLeft += 12;
  }

  function spans(list, from, to, at) {
    const box = list.getBoundingClientRect();
    return box[from] <= at && at <= box[to];
  }

  // Whether what is dragged stands before this item: above its middle, or in its row left of it.
  function isBefore(each, { clientX, clientY }, inRows) {
    const { top, bottom, left, width, height } = each.getBoundingClientRect();
    if (!inRows) return clientY < top + height / 2;
    return clientY < top || (clientY < bottom && clientX < left + width / 2);
  }

  document.addEventListener("keydown", (event) => {
    const item = itemOf(event.target);
    if (!item || !event.altKey || event.isComposing || !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const isAcross = /Left|Right/.test(event.key) && !isInRows(item.parentElement);
    const by = /Up|Left/.test(event.key) ? -1 : 1;
    if (isAcross) across(item, by, event.target);
    else step(item, by, event.target);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    const item = button && itemOf(button);
    if (!item) return;
    event.preventDefault();
    step(item, Number(button.dataset.step), button);
  });

  function step(item, by, held) {
    const home = spot(item);
    if (by < 0) item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    held.focus({ preventScroll: true });
    if (home.changed()) finish(item, home);
  }

  function across(item, by, held) {
    const home = spot(item);
    const related = lists(item.parentElement);
    related[related.indexOf(item.parentElement) + by]?.append(item);
    held.focus({ preventScroll: true });
    if (home.changed()) finish(item, home);
  }

  function spot(item) {
    const list = item.parentElement;
    const next = item.nextElementSibling;
    return {
      changed: () => item.parentElement !== list || item.nextElementSibling !== next,
      back: () => list.insertBefore(item, next),
    };
  }

  function finish(item, home) {
    const list = item.parentElement;
    const order = items(list).map((each) => each.dataset.id);
    const at = order.indexOf(item.dataset.id);
    const sentence = find("#toasts").dataset.moved;
    find("#live").textContent = sentence.replace("{n}", at + 1).replace("{all}", order.length);
    item.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (list.dataset.sortable) send(item, home, order, at);
  }

  // One move after the other: the last one is the last to arrive, too.
  let sent = Promise.resolve();

  async function send(item, home, order, at) {
    const list = item.parentElement;
    const fields = { id: item.dataset.id, group: list.dataset.group || "", before: order[at + 1] || "", order: order.join(",") };
    const headers = { "X-Swap": "1", "X-CSRF-Token": find("meta[name='csrf-token']").content };
    const request = { method: "POST", body: new URLSearchParams(fields), headers };
    sent = sent.then(() => fetch(list.dataset.sortable, request).catch(() => null));
    const answer = await sent;
    if (answer?.ok) return;
    home.back();
    const detail = { word: answer ? "failed" : "offline", kind: "fault" };
    document.dispatchEvent(new CustomEvent("say", { detail }));
  }
})();
