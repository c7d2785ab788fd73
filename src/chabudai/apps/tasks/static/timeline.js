// Bars of the timeline: dragged whole, or by the end, with a mouse; with the keyboard Space lifts, the arrows move by a
// day, Shift by a week, Space or Enter lets go there, Escape where it was. Meanwhile the days that it would have stand
// beside it, and are said aloud. Sent: both dates, and those that were seen.
(() => {
  "use strict";
  const DAY = 86_400_000;
  const find = (selector, within = document) => within.querySelector(selector);
  const shifted = (day, by) => (day ? new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10) : "");
  let lifted = null; // { bar, by, isEnd }

  const dayWidth = (bar) => (bar.closest(".timeline-row").clientWidth - 24) / 42;

  const language = document.documentElement.lang;
  const parts = language === "ja" ? { month: "numeric" } : { month: "short" };
  const written = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { ...parts, day: "numeric", weekday: "short", timeZone: "UTC" });
  const spell = (day) => written.format(Date.parse(day)).replace(",", "");

  function datesOf({ bar, by, isEnd }) {
    const { start, end } = bar.dataset;
    return { start: isEnd ? start : shifted(start, by), end: shifted(end, by) };
  }

  function describe() {
    const { start, end } = datesOf(lifted);
    const form = find("#dates");
    const sentence = !start ? form.dataset.due : !end ? form.dataset.starts : form.dataset.both;
    return sentence.replace("{first}", start && spell(start)).replace("{last}", end && spell(end));
  }

  // Beside the bar, on the side that has room; aloud only when it is another day.
  function tell(bar) {
    const said = describe();
    const label = find(".stretch-day", bar) || bar.appendChild(Object.assign(document.createElement("span"), { className: "stretch-day" }));
    if (label.textContent !== said) find("#live").textContent = label.textContent = said;
    label.classList.remove("before");
    const edge = bar.closest(".timeline").getBoundingClientRect().right;
    label.classList.toggle("before", label.getBoundingClientRect().right > edge);
  }

  // An end stays at or behind its start.
  const least = ({ bar, isEnd }) => (isEnd && bar.dataset.start ? (Date.parse(bar.dataset.start) - Date.parse(bar.dataset.end)) / DAY : -Infinity);

  function show() {
    lifted.by = Math.max(lifted.by, least(lifted));
    const { bar, by, isEnd } = lifted;
    const width = dayWidth(bar) * by;
    bar.classList.add("lifted");
    bar.style.translate = isEnd ? "" : `${width}px`;
    bar.style.marginRight = isEnd ? `${-width}px` : "";
    tell(bar);
  }

  function letGo(isKept) {
    const { bar, by } = lifted;
    const { start, end } = datesOf(lifted);
    bar.classList.remove("lifted");
    bar.style.translate = bar.style.marginRight = "";
    find(".stretch-day", bar).remove();
    lifted = null;
    if (!isKept || !by) return;
    const form = find("#dates");
    const values = { id: bar.dataset.task, start, end, seen_start: bar.dataset.start, seen_end: bar.dataset.end };
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    form.requestSubmit();
  }

  document.addEventListener("pointerdown", (event) => {
    const bar = event.target.closest(".stretch");
    if (!bar || event.button || event.pointerType === "touch") return;
    const isEnd = Boolean(event.target.closest(".stretch-end"));
    const from = event.clientX;
    const drag = new AbortController();
    let wasMoved = false;
    const move = (at) => {
      const by = Math.round((at.clientX - from) / dayWidth(bar));
      if (!wasMoved && Math.abs(at.clientX - from) < 6) return;
      if (wasMoved && !lifted) return; // Escape
      wasMoved = true;
      lifted = { bar, by, isEnd };
      show();
    };
    const stop = (at) => {
      drag.abort();
      if (!wasMoved) return;
      const swallow = (click) => (click.preventDefault(), click.stopPropagation()); // it was dragged, not opened
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, true), 50);
      setTimeout(() => lifted && letGo(at.type === "pointerup"));
    };
    document.addEventListener("pointermove", move, drag);
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, stop, drag);
  });

  document.addEventListener("dragstart", (event) => event.target.closest(".stretch") && event.preventDefault());

  document.addEventListener("focusout", ({ target }) => lifted?.isByKey && target === lifted.bar && letGo(false));

  document.addEventListener("keydown", (event) => {
    const bar = event.target.closest?.(".stretch");
    if (!bar) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === " ") {
      if (lifted) letGo(true);
      else (lifted = { bar, by: 0, isEnd: false, isByKey: true }), show();
    } else if (lifted && by) {
      lifted.by += event.shiftKey ? 7 * by : by;
      show();
    } else if (lifted && (event.key === "Escape" || event.key === "Enter")) letGo(event.key === "Enter");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
})();
