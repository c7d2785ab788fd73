// Bars of the timeline: dragged whole, or by the end, with a mouse; with the keyboard Space lifts, the arrows move by a
// day, Shift by a week, Space or Enter lets go there, Escape where it was. Sent: both dates, and those that were seen.
(() => {
  "use strict";
  const DAY = 86_400_000;
  const find = (selector, within = document) => within.querySelector(selector);
  const shifted = (day, by) => (day ? new Date(Date.parse(day) + by * DAY).toISOString().slice(0, 10) : "");
  let lifted = null; // { bar, by, isEnd }

  const dayWidth = (bar) => (bar.closest(".timeline-row").clientWidth - 24) / 42;

  function show() {
    const { bar, by, isEnd } = lifted;
    const width = dayWidth(bar) * by;
    bar.classList.add("lifted");
    bar.style.translate = isEnd ? "" : `${width}px`;
    bar.style.marginRight = isEnd ? `${-width}px` : "";
  }

  function letGo(isKept) {
    const { bar, by, isEnd } = lifted;
    bar.classList.remove("lifted");
    bar.style.translate = bar.style.marginRight = "";
    lifted = null;
    if (!isKept || !by) return;
    const [start, end] = [bar.dataset.start, bar.dataset.end];
    const form = find("#dates");
    const values = { id: bar.dataset.task, start: isEnd ? start : shifted(start, by), end: shifted(end, by), seen_start: start, seen_end: end };
    for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
    form.requestSubmit();
  }

  document.addEventListener("pointerdown", (event) => {
    const bar = event.target.closest(".stretch");
    if (!bar || event.button || event.pointerType === "touch") return;
    const isEnd = Boolean(event.target.closest(".stretch-end"));
    const from = event.clientX;
    const move = (at) => {
      const by = Math.round((at.clientX - from) / dayWidth(bar));
      if (!lifted && Math.abs(at.clientX - from) < 6) return;
      lifted = { bar, by, isEnd };
      show();
    };
    const stop = (at) => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", stop);
      document.removeEventListener("pointercancel", stop);
      if (!lifted) return;
      bar.addEventListener("click", (click) => click.preventDefault(), { once: true }); // it was dragged, not opened
      setTimeout(() => letGo(at.type === "pointerup"));
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", stop);
    document.addEventListener("pointercancel", stop);
  });

  document.addEventListener("dragstart", (event) => event.target.closest(".stretch") && event.preventDefault());

  document.addEventListener("keydown", (event) => {
    const bar = event.target.closest?.(".stretch");
    if (!bar) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === " ") {
      if (lifted) letGo(true);
      else (lifted = { bar, by: 0, isEnd: false }), show();
    } else if (lifted && by) {
      lifted.by += event.shiftKey ? 7 * by : by;
      show();
    } else if (lifted && (event.key === "Escape" || event.key === "Enter")) letGo(event.key === "Enter");
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
})();
