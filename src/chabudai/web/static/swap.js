// Pages work without this file. With it, parts change in place, toasts leave and keys work.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const words = () => find("#toasts").dataset;
  const own = document.currentScript.src;
  const busy = new WeakSet();

  // Swapping: <form|a data-swap="#target" data-swap-mode="replace|outer|append" data-swap-also="#a, #b"
  // data-swap-push data-swap-reset data-swap-motion>. The answer may be the part alone or a whole page that holds it.

  async function swap(source, url, request = {}) {
    const wish = source.dataset;
    const into = find(wish.swap);
    if (!into) return location.assign(url);
    const restore = placeOf(document.activeElement);
    into.setAttribute("aria-busy", "true");
    document.body.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { ...request, headers: { "X-Swap": "1", Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (await settle(answer, page, wish, into)) finish(source, wish, answer, restore);
    } catch (fault) {
      if (!(fault instanceof TypeError)) throw fault;
      say(words().offline, "fault");
    } finally {
      into.removeAttribute("aria-busy");
      document.body.removeAttribute("aria-busy");
    }
  }

  async function settle(answer, page, wish, into) {
    const part = find(wish.swap, page);
    if (!part && (!answer.ok || find(".shell", page))) {
      if (answer.ok) location.assign(answer.url);
      else if (answer.status === 401) location.reload();
      else say(find("[data-message]", page)?.textContent.trim() || words().failed, "fault");
      return false;
    }
    moveToasts(page);
    if (wish.swapPush !== undefined && answer.url !== location.href) push(answer.url, wish.swap, page.title);
    const change = () => place(page, part, wish, into);
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (wish.swapMotion !== undefined && document.startViewTransition && !calm) {
      await document.startViewTransition(change).updateCallbackDone;
    } else change();
    return true;
  }

  function place(page, part, wish, into) {
    const drawer = find("#drawer", page);
    const old = find("#drawer");
    if (drawer && old) {
      drawer.open = old.open;
      old.replaceWith(drawer);
    } else drawer?.remove();
    for (const selector of (wish.swapAlso || "").split(",").filter((each) => each.trim())) {
      const fresh = find(selector, page);
      const stale = find(selector);
      if (fresh && stale) stale.replaceWith(fresh);
      else stale?.remove();
    }
    const height = scrollY;
    const nodes = [...(part || page.body).childNodes];
    if (wish.swapMode === "append") into.append(...nodes);
    else if (wish.swapMode === "outer") into.replaceWith(...(part ? [part] : nodes));
    else into.replaceChildren(...nodes);
    if (scrollY !== height) scrollTo(0, height);
    nodes.filter((node) => wish.swapMode === "append" && node.classList).forEach((node) => node.classList.add("entering"));
    wake();
  }

  function finish(source, wish, answer, restore) {
    const wrong = find("[aria-invalid='true']");
    if (wish.swapMode === "append") remember();
    if (wrong && !answer.ok) return wrong.focus();
    if (wish.swapReset !== undefined) source.reset();
    source.closest("dialog")?.close();
    dismiss(source.closest(".toast"));
    if (wish.dialog) return open(wish.dialog);
    restore(find(wish.swap));
  }

  // Where the keyboard was: the same element, else one with its id, else the row that took its row's place.
  function placeOf(element) {
    const row = element?.closest("[data-row]");
    const at = all("[data-row]").indexOf(row);
    return (into) => {
      if (element?.isConnected && element !== document.body) return element.focus({ preventScroll: true });
      const rows = all("[data-row]");
      const same = element?.id && document.getElementById(element.id);
      const next = same || (at >= 0 && rows.length && entry(rows[Math.min(at, rows.length - 1)])) || into;
      next?.focus({ preventScroll: true });
    };
  }

  function push(url, target, title) {
    history.replaceState({ target, y: scrollY }, "");
    history.pushState({ target, y: scrollY }, "", url);
    if (title) document.title = title;
  }

  addEventListener("popstate", async ({ state }) => {
    if (!state?.target) return;
    const source = document.createElement("a");
    source.dataset.swap = state.target;
    await swap(source, location.href);
    scrollTo(0, state.y);
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const by = event.submitter;
    if (form.method === "dialog") return;
    if (busy.has(form)) return event.preventDefault();
    const source = by?.dataset.swap ? by : form;
    wait(form, by, true);
    if (!source.dataset.swap) return setTimeout(() => wait(form, by, false), 5000);
    event.preventDefault();
    const fields = new FormData(form, by);
    const url = new URL(by?.getAttribute("formaction") || form.getAttribute("action") || location.href, location.href);
    const plain = form.enctype === "multipart/form-data" ? fields : new URLSearchParams(fields);
    if (form.method === "get") url.search = plain;
    await swap(source, url, form.method === "get" ? {} : { method: "POST", body: plain });
    wait(form, by, false);
  });

  function wait(form, by, waiting) {
    if (waiting) busy.add(form);
    else busy.delete(form);
    for (const name of by ? ["aria-busy", "aria-disabled"] : []) {
      if (waiting) by.setAttribute(name, "true");
      else by.removeAttribute(name);
    }
  }

  // "More" was pressed so often on this page: on the way back it is pressed again, and the page stands where it stood.
  const kept = () => `more ${location.pathname}${location.search}`;

  function remember() {
    sessionStorage[kept()] = Number(sessionStorage[kept()] || 0) + 1;
  }

  addEventListener("pagehide", () => {
    if (sessionStorage[kept()]) sessionStorage[`y ${kept()}`] = scrollY;
  });

  async function comeBack() {
    const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
    const times = back ? Math.min(Number(sessionStorage[kept()] || 0), 10) : 0;
    sessionStorage.removeItem(kept());
    for (let n = 0; n < times; n += 1) {
      const link = find("[data-more]");
      if (link) await swap(link, link.href);
    }
    if (times) scrollTo(0, Number(sessionStorage[`y ${kept()}`] || 0));
  }

  // Clicks: swapping links, dialogs, small helpers named by what they need.

  const clicks = {
    "[data-dialog]": (source) => !source.dataset.swap && (open(source.dataset.dialog), true),
    "[data-swap]": (source) => source.href && (swap(source, source.href), true),
    "[data-close]": (source) => (source.closest("dialog")?.close(), dismiss(source.closest(".toast")), true),
    "[data-back]": () => (history.back(), true),
    "[data-copy]": (source) => (copy(source.dataset.copy), true),
    "[data-set]": (source) => (fill(find(source.dataset.set), source.dataset.value), true),
    "[data-reveal]": (source) => (reveal(source, find(source.dataset.reveal)), true),
  };

  document.addEventListener("click", (event) => {
    const menu = event.target.closest("details.menu");
    all("details.menu[open]").forEach((open) => open !== menu && (open.open = false));
    if (event.target.matches("dialog")) event.target.close();
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    for (const [selector, act] of Object.entries(clicks)) {
      const source = event.target.closest(selector);
      if (source && act(source)) return event.preventDefault();
    }
  });

  function open(selector) {
    const dialog = find(selector);
    dialog.showModal();
    find("input:not([type='hidden']), textarea, select", dialog)?.focus();
  }

  function copy(text) {
    navigator.clipboard?.writeText(text).then(() => say(words().copied, "done"), () => say(words().failed, "fault"));
  }

  function fill(input, value) {
    input.value = value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.focus();
  }

  function reveal(button, input) {
    const shown = input.type === "text";
    input.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
  }

  // <select data-autosubmit> sends when it changes, <input data-autosubmit="input"> while one types.
  let pause;
  document.addEventListener("change", ({ target }) => {
    if (target.dataset.autosubmit === "") target.form.requestSubmit();
    if (target.matches("[data-keys-switch]")) localStorage.keys = target.checked ? "on" : "off";
  });
  document.addEventListener("input", ({ target, isComposing }) => {
    clearTimeout(pause);
    if (target.dataset.autosubmit === "input" && !isComposing) pause = setTimeout(() => target.form.requestSubmit(), 250);
  });

  // Toasts: 6 seconds, 10 with something to undo, 15 for a fault; the clock stands while one looks at them.

  const clocks = new Map();
  let looking = false;

  function say(text, kind) {
    const toast = find("#toast").content.firstElementChild.cloneNode(true);
    toast.dataset.kind = kind;
    find("p", toast).textContent = text;
    find("#toasts").append(toast);
    arrange(toast);
  }

  function moveToasts(page) {
    const region = find("#toasts", page);
    for (const toast of region ? all(".toast", region) : []) {
      find("#toasts").append(toast);
      arrange(toast);
    }
    region?.remove();
  }

  function arrange(toast) {
    if (clocks.has(toast)) return;
    clocks.set(toast, toast.dataset.kind === "fault" ? 15 : find("form", toast) ? 10 : 6);
    all("#toasts > .toast").slice(0, -3).forEach(dismiss);
  }

  function dismiss(toast) {
    if (!toast) return;
    clocks.delete(toast);
    toast.classList.add("leaving");
    setTimeout(() => toast.remove(), 250);
  }

  setInterval(() => {
    if (looking || document.hidden) return;
    for (const [toast, left] of clocks) {
      clocks.set(toast, left - 1);
      if (left <= 1) dismiss(toast);
    }
  }, 1000);

  // Keys: data-key on whatever they press, data-row-key inside a row; j and k walk the rows, ? tells them all.

  const typing = (element) => element.closest("textarea, select, [contenteditable], input:not([type='checkbox'], [type='radio'])");
  const entry = (row) => (row.matches("a, button") ? row : find("a, button", row));

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return;
    if (event.altKey) return;
    const done = key === "Escape" ? leave(target) : press(event);
    if (done) event.preventDefault();
  });

  function press({ key, target, shiftKey }) {
    if (key === "Enter" && !shiftKey && target.matches("textarea[data-enter]")) return target.form.requestSubmit(), true;
    const menu = target.closest("details.menu[open]");
    if (menu && /^Arrow(Up|Down)$/.test(key)) return walk(all(".menu-item, .segment", menu), target, key === "ArrowDown" ? 1 : -1);
    if (key.length > 1 || typing(target) || localStorage.keys === "off" || find("dialog[open]")) return false;
    if (key === "?") return tell();
    if (key === "j" || key === "k") return walk(all("[data-row]").map(entry), target.closest("[data-row]"), key === "j" ? 1 : -1);
    const row = target.closest("[data-row]");
    const wanted = (row && find(`[data-row-key="${CSS.escape(key)}"]`, row)) || find(`[data-key="${CSS.escape(key)}"]`);
    if (!wanted) return false;
    if (typing(wanted)) wanted.focus(), wanted.select?.();
    else wanted.click();
    return true;
  }

  function walk(stops, from, by) {
    const at = stops.findIndex((stop) => stop === from || from?.contains?.(stop));
    const next = at < 0 ? (by > 0 ? 0 : stops.length - 1) : Math.max(0, Math.min(stops.length - 1, at + by));
    stops[next]?.focus();
    return true;
  }

  function leave(target) {
    const menu = target.closest("details.menu[open]");
    if (menu) (menu.open = false), find("summary", menu).focus();
    else if (target.closest(".search")) target.blur();
    return Boolean(menu);
  }

  function tell() {
    const list = find("#keys dl");
    all("[data-found]", list).forEach((each) => each.remove());
    const seen = new Set();
    for (const element of all("[data-key], [data-row-key]")) {
      const key = element.dataset.key || element.dataset.rowKey;
      if (seen.has(key)) continue;
      seen.add(key);
      const name = element.dataset.keyName || element.getAttribute("aria-label") || element.textContent.trim();
      list.append(told("dt", name), told("dd", key, "kbd"));
    }
    find("[data-keys-switch]").checked = localStorage.keys !== "off";
    find("#keys").showModal();
    return true;
  }

  function told(tag, text, inner) {
    const element = document.createElement(tag);
    element.dataset.found = "";
    (inner ? element.appendChild(document.createElement(inner)) : element).textContent = text;
    return element;
  }

  // Long work: <div id="…" data-poll="/url" data-poll-every="2"> asks again until the answer no longer says so.

  const polled = new WeakSet();

  function wake() {
    for (const element of all("[data-poll]").filter((each) => !polled.has(each))) {
      polled.add(element);
      setTimeout(() => poll(element), 1000 * Number(element.dataset.pollEvery || 2));
    }
  }

  async function poll(element) {
    if (!element.isConnected) return;
    const answer = document.hidden ? null : await fetch(element.dataset.poll, { headers: { "X-Swap": "1" } }).catch(() => null);
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page && find(`#${element.id}`, page);
    if (fresh) element.replaceWith(fresh);
    else polled.delete(element);
    wake();
  }

  document.addEventListener("say", ({ detail }) => say(words()[detail.word] || detail.text, detail.kind));
  const region = find("#toasts");
  for (const name of ["pointerenter", "focusin"]) region.addEventListener(name, () => (looking = true));
  for (const name of ["pointerleave", "focusout"]) region.addEventListener(name, () => (looking = false));
  all("#toasts > .toast").forEach(arrange);
  find("[aria-invalid='true']")?.focus();
  wake();
  comeBack();
  navigator.serviceWorker?.register(new URL("sw.js", own), { scope: "/" }).then(({ active }) => {
    if (document.documentElement.dataset.person === undefined) active?.postMessage("forget");
  }, () => {});
})();
