// The shopping list in a shop: a tap shows at once, is kept on the device until the site has taken it, and is sent in its
// order, as often as it takes. What is in the basket sinks there once nobody taps; what another device did comes by
// common/looks.js, and what waits here is laid over it again.
(() => {
  "use strict";
  const SINK = 1200; // milliseconds without a tap before a row moves
  const MOST = 50; // changes in one request
  const PATIENCE = 8000; // for one answer
  const OLD = 10000; // a page that is younger would not be other for being asked for again
  const MINUTE = 60;
  const MONTH = 30 * 86400000;
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const list = () => find("#shopping");
  const rows = () => all(".buy", list());
  const rowOf = (id) => document.getElementById(`line-${id}`);
  const idOf = (row) => row.id.slice("line-".length);
  const ticksOf = (row) => Number(find("button", row).value.split(" ")[2]); // as the page was made: "in ID 3"
  const section = (name) => find(`.shelf[data-of="${name}"]`);
  const isIn = (row) => find("button", row).getAttribute("aria-pressed") === "true";
  const words = JSON.parse(list().dataset.scriptWords);
  const say = (word, n) => words[word].replace("{n}", n);
  const counted = (word, n) => say(word + (n === 1 ? "One" : "Many"), n);
  const place = () => find("[data-look]", list());
  const key = `shopping ${list().dataset.list}`;
  // `queue`: what the site has not taken yet; `known`: what it said of lines since this page was made, by their ids
  const kept = { queue: [], known: {}, ...read() };
  kept.queue = kept.queue.filter(({ at }) => Date.now() - at < MONTH);
  const unfolded = new Set();
  const ticked = new WeakMap(); // when another device did it, by the mark that says so
  const usual = find("#linked span:last-child").textContent;
  let isDown = false;
  let isSending = false;
  let isStocking = false;
  let sinking;
  let telling;

  function read() {
    try {
      return JSON.parse(localStorage[key] || "{}");
    } catch {
      return {};
    }
  }

  function save() {
    try {
      localStorage[key] = JSON.stringify(kept);
    } catch {} // a full or forbidden storage: the page itself still knows
  }

  function put(row, isOn) {
    find("button", row).setAttribute("aria-pressed", String(isOn));
  }

  // Whether the site said more of a line since than its row shows.
  function isNewer(row) {
    return kept.known[idOf(row)]?.[1] > ticksOf(row);
  }

  function tap(row) {
    const id = idOf(row);
    const seen = isNewer(row) ? kept.known[id][1] : ticksOf(row);
    const isOn = !isIn(row);
    const last = kept.queue.findLast((each) => each.id === id && each.text === undefined);
    put(row, isOn);
    if (last && !last.sent) kept.queue.splice(kept.queue.indexOf(last), 1); // as it was: nothing to tell
    else kept.queue.push({ id, done: isOn, seen: last ? last.seen : seen, own: last ? (last.own || 0) + 1 : 0, at: Date.now() });
    save();
    sinkSoon();
    count();
    flush();
  }

  function add(text) {
    kept.queue.push({ id: newId(), text, at: Date.now() });
    save();
    lay();
    flush();
  }

  // A ULID, as the site makes them itself.
  function newId() {
    const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const random = [...crypto.getRandomValues(new Uint8Array(16))].map((each) => letters[each % 32]);
    let time = "";
    for (let left = Date.now(), n = 0; n < 10; n += 1, left = Math.floor(left / 32)) time = letters[left % 32] + time;
    return time + random.join("");
  }

  // Rows of what the page has only packed: id, in or out, ticks, shelf, name, amount, its origin, marks, the places of the
  // dishes that want it, note, and how many seconds ago another device ticked it.
  function unpack() {
    const packed = find("#packed");
    if (!packed) return;
    const said = [...packed.content.children]; // the dishes, and that nobody needs it any more
    for (const fields of packed.dataset.lines.split("\n").map((line) => line.split("\t"))) {
      const [id, state, ticks, shelf, name, amount, origin, marks, dishes, note, elsewhere] = fields;
      const row = makeRow(id, name, ticks);
      const about = find(".for", row);
      const much = find(".much", row);
      const add = (text, name) => about.append(Object.assign(document.createElement("span"), { textContent: text, className: name }));
      if (!marks.includes("m")) about.replaceChildren();
      about.prepend(...dishes.split(",").filter(Boolean).map((place) => said[place].cloneNode(true)));
      if (note) add(note, "note");
      if (marks.includes("u")) about.append(said.at(-1).cloneNode(true));
      if (elsewhere) add("", "told"), (about.lastChild.dataset.elsewhere = elsewhere);
      much.textContent = amount;
      if (origin) much.append(Object.assign(document.createElement("small"), { textContent: origin }));
      row.dataset.shelf = shelf;
      find(".more-of", row).href = `/kondate/shopping/lines/${id}`;
      put(row, state === "in");
      find(".rows", section(state === "in" ? "basket" : shelf)).append(row);
    }
    packed.remove();
  }

  // What this device knows better than the page that it shows.
  function lay() {
    unpack();
    for (const { id, text } of kept.queue) if (text !== undefined && !rowOf(id)) write(id, text);
    for (const row of rows()) if (isNewer(row)) put(row, kept.known[idOf(row)][0]);
    for (const { id, done } of kept.queue) if (done !== undefined && rowOf(id)) put(rowOf(id), done);
    for (const fold of all(".fold", list())) fold.open = unfolded.has(fold.id);
    arrange();
    tellElsewhere();
  }

  function makeRow(id, name, ticks = 0) {
    const row = find("#new-line").content.firstElementChild.cloneNode(true);
    row.id = `line-${id}`;
    find("button", row).value = `in ${id} ${ticks}`;
    find("b", row).textContent = name;
    return row;
  }

  function write(id, text) {
    const row = makeRow(id, text);
    find(".more-of", row).remove(); // the site knows nothing of it yet
    find(".rows", section("written")).append(row);
  }

  // Each row where it belongs: in the basket, latest first, or on its shelf in the order of the list.
  function arrange(isSeen = false) {
    clearTimeout(sinking);
    sinking = undefined;
    for (const row of rows()) {
      row.dataset.shelf ||= row.closest(".shelf").dataset.of;
      const home = find(".rows", section(isIn(row) ? "basket" : row.dataset.shelf) || section("written"));
      if (row.parentNode === home) continue;
      const next = row.contains(document.activeElement) && (row.nextElementSibling || row.previousElementSibling);
      const later = all(".buy", home).find((each) => isIn(row) || each.id > row.id);
      home.insertBefore(row, later || null);
      if (isSeen) row.classList.add("entering");
      if (next) find("button", next).focus({ preventScroll: true });
    }
    count();
  }

  function sinkSoon() {
    clearTimeout(sinking);
    sinking = setTimeout(arrange, SINK, true);
  }

  function count() {
    const total = rows().length;
    const bought = rows().filter(isIn).length;
    const show = (selector, isShown) => all(selector).forEach((each) => (each.hidden = !isShown));
    const write = (selector, text) => all(selector).forEach((each) => (each.textContent = text));
    for (const each of all(".shelf", list())) {
      const inside = all(".buy", each);
      each.hidden = !inside.length;
      find("[data-count]", each).textContent = inside.filter((row) => each.dataset.of === "basket" || !isIn(row)).length;
    }
    write("[data-left]", total - bought);
    write("[data-total]", total);
    show("#left", total);
    if (!sinking) show("#nothing", !total), show("#complete", total && bought === total); // they move the rows
    show("[data-stock]", bought);
    if (bought !== Number(find("#progress").value)) write("[data-stock] span", counted("stock", bought));
    Object.assign(find("#progress"), { max: total || 1, value: bought });
    badge(total - bought);
    tellKept();
  }

  function badge(left) {
    const tab = find(".tab[href='/kondate/shopping']");
    const shown = find(".count", tab);
    if (left && !shown) tab.append(Object.assign(document.createElement("span"), { className: "count", textContent: left }));
    else if (shown && left) shown.textContent = left;
    else shown?.remove();
  }

  // One request at a time, so that they arrive in their order.
  async function flush() {
    if (isSending || !kept.queue.length) return;
    isSending = true;
    try {
      while (kept.queue.length) {
        const sent = kept.queue.slice(0, MOST);
        sent.forEach((each) => (each.sent = true));
        save();
        const answer = await send(sent);
        if (!answer) return;
        kept.queue.splice(0, sent.length);
        take(answer, sent);
      }
    } finally {
      isSending = false;
    }
  }

  async function send(changes) {
    const body = new URLSearchParams();
    const ticks = (id) => changes.filter((each) => each.id === id && each.text === undefined);
    for (const each of changes) {
      const { id, text, done, seen, own } = each;
      if (text !== undefined) body.append("change", `add ${id} ${text}`);
      else if (each === ticks(id).at(-1)) body.append("change", `${done ? "in" : "out"} ${id} ${seen} ${own || 0}`); // the latest alone
    }
    const headers = { "X-CSRF-Token": find("meta[name='csrf-token']").content, Accept: "application/json" };
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch("/kondate/shopping/changes", { method: "POST", body, headers, signal, keepalive: true });
      if (answer.ok && !answer.redirected) return await answer.json();
      if (/40[13]/.test(answer.status) && performance.now() > OLD) return location.reload(); // it is of an earlier session
    } catch {} // out of reach
    goDown();
    return null;
  }

  function take({ lines, refused, before, after, alone }, sent) {
    for (const { id, done, ticks } of lines) {
      const row = rowOf(id);
      kept.known[id] = [done, ticks];
      if (row && !kept.queue.some((each) => each.id === id)) put(row, done);
    }
    for (const { id, message } of refused) refuse(rowOf(id), sent.find((each) => each.id === id)?.text, message);
    save();
    comeUp(sent.length);
    if (!sinking) sinkSoon();
    const isOnlyTicks = sent.every((each) => each.text === undefined);
    if (isOnlyTicks && alone && before === Number(place().dataset.revision)) place().dataset.revision = after;
    else document.dispatchEvent(new Event("look"));
  }

  function refuse(row, text, message) {
    const error = find("#field-name-error");
    row?.remove();
    find("span", error).textContent = message;
    error.hidden = false;
    find("#field-name").value ||= text || "";
    count();
  }

  function goDown() {
    isDown = true;
    find("#offline").hidden = false;
    tellKept();
  }

  function comeUp(sent = 0) {
    document.documentElement.removeAttribute("data-offline");
    find("#offline").hidden = true;
    if (isDown && sent) tell(counted("sent", sent));
    if (!kept.queue.length) isDown = false;
  }

  function tellKept() {
    const n = kept.queue.length;
    find("#offline").textContent = n ? counted("kept", n) : words.keptNone;
  }

  function tell(sentence) {
    const write = (text) => (find("#linked span:last-child").textContent = text);
    write(sentence);
    clearTimeout(telling);
    telling = setTimeout(write, 8000, usual);
  }

  function tellElsewhere() {
    for (const mark of all("[data-elsewhere]", list())) {
      if (!ticked.has(mark)) ticked.set(mark, Date.now() - Number(mark.dataset.elsewhere) * 1000);
      const seconds = Math.max(0, Math.round((Date.now() - ticked.get(mark)) / 1000));
      if (seconds < MINUTE) mark.textContent = say("elsewhere", seconds);
      else mark.remove();
    }
  }

  // What goes into the fridge is what the site knows of: it waits for the connection, and for what is on its way.
  async function stock(form) {
    if (isStocking) return;
    isStocking = true;
    await flush();
    if (!kept.queue.length && find("#offline").hidden && navigator.onLine) return form.submit();
    isStocking = false;
    const toast = find("#toast-fault").content.firstElementChild.cloneNode(true);
    find("p", toast).textContent = words.waits;
    document.dispatchEvent(new CustomEvent("say", { detail: { toast } }));
  }

  // The screen stays on while one shops: asked for again on every return, for a browser lets go of it.
  let lock;

  async function stayAwake() {
    const button = find("[data-awake]");
    const isWanted = localStorage.awake === "on";
    button.setAttribute("aria-pressed", String(isWanted));
    if (!isWanted) return lock?.release(), (lock = undefined);
    if (document.hidden || (lock && !lock.released)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => tell(words.sleeps));
  }

  // The worker keeps the page as it is by now, for a visit without a connection.
  function keepPage() {
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: location.pathname }));
  }

  // A row's way to its sheet says so only now: a list has a hundred of them.
  addEventListener("click", ({ target }) => Object.assign(target.closest(".more-of")?.dataset || {}, { sheet: "", swap: "#sheet-body" }), true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".buy > button");
    if (event.defaultPrevented || !button) return;
    event.preventDefault();
    tap(button.parentNode);
  });
  addEventListener(
    "submit",
    (event) => {
      const field = event.target.id === "add-line" && find("#field-name");
      if (event.target.id === "stock") event.preventDefault(), event.stopPropagation(), stock(event.target);
      if (!field) return;
      event.preventDefault();
      event.stopPropagation();
      find("#field-name-error").hidden = true;
      if (field.value.trim()) add(field.value.trim());
      field.value = "";
      field.focus();
    },
    true,
  );
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => sinking && sinkSoon(), true);
  document.addEventListener("toggle", ({ target }) => target.matches(".fold") && unfolded[target.open ? "add" : "delete"](target.id), true);
  document.addEventListener("looked", () => (comeUp(), flush()));
  for (const name of ["renewed", "swapped"]) document.addEventListener(name, () => list() && (lay(), keepPage()));
  addEventListener("pageshow", ({ persisted }) => {
    isStocking = false;
    if (persisted) Object.assign(kept, read()), lay(), flush();
  });
  addEventListener("storage", (event) => event.key === key && Object.assign(kept, read()));
  setInterval(tellElsewhere, 5000);

  if (navigator.wakeLock) {
    find("[data-awake]").hidden = false;
    document.addEventListener("visibilitychange", stayAwake);
    document.addEventListener("click", ({ target }) => {
      if (target.closest("[data-awake]")) (localStorage.awake = localStorage.awake === "on" ? "off" : "on"), stayAwake();
    });
    stayAwake();
  }

  const isPacked = find("#packed");
  const isOld = document.documentElement.hasAttribute("data-offline");
  if (isOld) goDown();
  lay();
  if (isPacked && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView(); // it was no row before
  if (!isOld) {
    for (const id of Object.keys(kept.known)) if (!rowOf(id) || !isNewer(rowOf(id))) delete kept.known[id];
    save();
    flush();
    if (!navigator.serviceWorker?.controller) keepPage();
  }
})();
