// Cooking: one step at a time, by tap, swipe and key; timers that go on by their end, over reloads and other dishes; a
// screen that stays on. Where one is, what is laid out and which timers run is kept on this device.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const page = find("#cook");
  const steps = all("[data-step]", page);
  const pips = all(".cook-pips i", page);
  const PLACE = `kondate-cook ${page.dataset.cook}`;
  const TIMERS = "kondate-timers";
  const KEPT = 12 * 60 * 60 * 1000; // so long a place is remembered
  const RINGS = 60 * 1000; // so long a timer that is over can be heard of
  const SWIPE = 60;
  let at = 0;

  function read(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Without room it is remembered until the page is left.
    }
  }

  function show(step, isMoved = true) {
    at = Math.max(0, Math.min(step, steps.length - 1));
    steps.forEach((each, number) => (each.hidden = number !== at));
    pips.forEach((each, number) => each.classList.toggle("on", number <= at));
    find("[data-go='-1']").disabled = at === 0;
    const isLast = at === steps.length - 1;
    find("[data-go='1']").hidden = isLast;
    find("#finish").hidden = !isLast;
    find("#steps").scrollTop = 0;
    keep(PLACE, { step: at, laid: all("[data-laid]:checked", page).map((each) => each.dataset.laid), on: Date.now() });
    if (!isMoved) return;
    steps[at].focus({ preventScroll: true });
    find("#live").textContent = `${steps[at].getAttribute("aria-label") || ""} ${find(".what, .num", steps[at]).textContent}`;
  }

  // Timers: {id, of, end} while they run, {id, of, left} while they are paused; all dishes share them.

  const timers = () => read(TIMERS, []).filter((each) => !each.end || each.end > Date.now() - RINGS);
  const left = (timer) => (timer.end ? timer.end - Date.now() : timer.left);
  const rung = new Set(timers().filter((each) => left(each) <= 0).map((each) => each.id));

  function change(id, how) {
    keep(TIMERS, timers().flatMap((each) => (each.id === id ? (how(each) ?? []) : [each])));
    draw();
  }

  function written(time) {
    const seconds = Math.max(0, Math.ceil(time / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    return (parts[0] ? parts : parts.slice(1)).map((part, place) => (place ? String(part).padStart(2, "0") : part)).join(":");
  }

  function draw() {
    const place = find("#timers");
    const wanted = timers();
    for (const row of all(".timer", place)) if (!wanted.some((each) => each.id === row.dataset.id)) row.remove();
    for (const timer of wanted) {
      const row = find(`[data-id="${timer.id}"]`, place) || newRow(place, timer);
      const time = left(timer);
      find("output", row).textContent = written(time);
      find("[data-pause]", row).setAttribute("aria-pressed", String(!timer.end));
      row.classList.toggle("over", time <= 0);
      if (time <= 0 && !rung.has(timer.id)) ring(timer);
      if (time > 0) rung.delete(timer.id);
    }
  }

  function newRow(place, timer) {
    const row = find("#timer-row").content.firstElementChild.cloneNode(true);
    row.dataset.id = timer.id;
    find("[data-of]", row).textContent = timer.of;
    find("[data-more]", row).onclick = () => change(timer.id, (each) => (each.end ? { ...each, end: Math.max(each.end, Date.now()) + 60000 } : { ...each, left: each.left + 60000 }));
    find("[data-pause]", row).onclick = () => change(timer.id, (each) => (each.end ? { id: each.id, of: each.of, left: Math.max(0, left(each)) } : { id: each.id, of: each.of, end: Date.now() + each.left }));
    find("[data-end]", row).onclick = () => change(timer.id, () => undefined);
    place.append(row);
    return row;
  }

  function ring(timer) {
    rung.add(timer.id);
    const sentence = page.dataset.done.replace("{what}", timer.of);
    find("#live").textContent = sentence;
    navigator.vibrate?.([300, 150, 300, 150, 300]);
    sound();
    if (window.Notification?.permission === "granted" && document.hidden) new Notification(sentence);
  }

  let speaker;
  function sound() {
    if (!speaker) return;
    for (let beat = 0; beat < 3; beat += 1) {
      const tone = speaker.createOscillator();
      const volume = speaker.createGain();
      const start = speaker.currentTime + beat * 0.45;
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(0.25, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
      tone.connect(volume).connect(speaker.destination);
      tone.start(start);
      tone.stop(start + 0.4);
    }
  }

  // A browser lets a page sound, and tell, only after a tap.
  function prepare() {
    speaker ||= window.AudioContext && new AudioContext();
    speaker?.resume();
    if (window.Notification?.permission === "default") Notification.requestPermission().catch(() => {});
  }

  // The screen: asked again on every return to the page.

  async function stayAwake() {
    const sign = find("#awake");
    if (document.hidden) return;
    let isOn = false;
    try {
      isOn = Boolean(await navigator.wakeLock?.request("screen"));
    } catch {
      // Refused, for the battery is low.
    }
    if (!isOn) find("span", sign).textContent = sign.dataset.no;
    sign.hidden = false;
  }

  page.addEventListener("click", (event) => {
    const go = event.target.closest("[data-go]");
    const timer = event.target.closest("[data-timer]");
    if (go) show(at + Number(go.dataset.go));
    if (timer) {
      prepare();
      const of = `${page.dataset.title} · ${timer.dataset.what}`;
      keep(TIMERS, [...timers(), { id: String(Date.now()), of, end: Date.now() + Number(timer.dataset.timer) * 1000 }]);
      draw();
    }
  });
  page.addEventListener("change", () => show(at, false));
  addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, " ": event.target.closest("button, a, input") ? 0 : 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (steps[at + by]) show(at + by);
  });
  let from;
  const path = find("#steps");
  path.addEventListener("touchstart", (event) => (from = event.touches.length === 1 ? event.touches[0] : null), { passive: true });
  path.addEventListener("touchend", (event) => {
    const to = event.changedTouches[0];
    const [x, y] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) show(at - Math.sign(x));
  });
  find("#finish").addEventListener("submit", (event) => {
    if (navigator.onLine) return localStorage.removeItem(PLACE);
    event.preventDefault();
    event.stopPropagation();
    const toast = find("#toast-fault").content.firstElementChild.cloneNode(true);
    find("p", toast).textContent = event.target.dataset.offline;
    document.dispatchEvent(new CustomEvent("say", { detail: { toast } }));
  });

  const kept = read(PLACE, {});
  if (kept.on > Date.now() - KEPT) {
    for (const each of all("[data-laid]", page)) each.checked = kept.laid?.includes(each.dataset.laid) ?? false;
    at = kept.step || 0;
  }
  const asked = Number(location.hash.match(/^#step-(\d+)$/)?.[1]); // a timer on the page of the recipe leads to its step
  if (steps[asked]) at = asked;
  page.classList.add("alive");
  show(at, false);
  draw();
  setInterval(draw, 500);
  stayAwake();
  document.addEventListener("visibilitychange", stayAwake);
  addEventListener("storage", draw);
})();
