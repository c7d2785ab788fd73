// What only the todos need: words shown while a line is typed, one more step when the last is filled, all marked at once.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let asked = new AbortController();
  let pause;

  async function show(form, left) {
    const box = find("#words");
    const fields = new URLSearchParams([["line", form.elements.line.value], ...left.map((mark) => ["left", mark])]);
    const headers = { "X-Swap": "1", "X-CSRF-Token": find("meta[name='csrf-token']").content };
    asked.abort();
    asked = new AbortController();
    const request = { method: "POST", body: fields, headers, signal: asked.signal };
    const answer = fetch(form.dataset.words, request).then((reply) => (reply.ok ? reply.text() : null));
    const text = await answer.catch(() => null); // given up, also while it was on its way
    if (text === null) return;
    const page = new DOMParser().parseFromString(text, "text/html");
    box.replaceChildren(...page.body.childNodes);
    box.scrollLeft = box.scrollWidth; // to the newest
  }

  const left = (form) => new FormData(form).getAll("left");

  document.addEventListener("input", ({ target, isComposing }) => {
    if (target.matches("[data-steps] input")) grow(target.closest("[data-steps]"));
    if (target.id !== "line" || isComposing) return;
    clearTimeout(pause);
    pause = setTimeout(() => show(target.form, left(target.form)), 120);
  });

  document.addEventListener("compositionend", ({ target }) => {
    if (target.id === "line") show(target.form, left(target.form));
  });

  document.addEventListener("reset", ({ target }) => {
    if (!target.dataset.words) return;
    asked.abort();
    clearTimeout(pause);
    find("#words").replaceChildren();
  });

  document.addEventListener("click", ({ target }) => {
    const word = target.closest("[data-word]");
    if (word) turn(word);
    if (target.closest("[data-mark-all]")) markAll();
  });

  // A todo that is saved in its row brings the whole list back, with as many rows as "more" had loaded.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.closest("[data-editor]")) return;
    for (const field of document.querySelectorAll("#acts [name='next'], #more [name='to'][form='acts']")) {
      formData.set(field.name, field.value);
    }
  });

  function turn(word) {
    const form = word.closest("form");
    const marks = left(form).filter((mark) => mark !== word.dataset.word);
    if (marks.length === left(form).length) marks.push(word.dataset.word);
    show(form, marks);
    form.elements.line.focus();
  }

  function markAll() {
    const boxes = [...document.querySelectorAll("[name='marked']")];
    const all = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
  }

  function grow(list) {
    const last = list.lastElementChild;
    if (!last.querySelector("[name='step_text']").value || list.children.length >= 100) return;
    const next = last.cloneNode(true);
    const [box, text] = next.querySelectorAll("input");
    const number = list.children.length;
    for (const each of [box, text]) each.setAttribute("aria-label", each.getAttribute("aria-label").replace(number, number + 1));
    for (const name of ["aria-invalid", "aria-describedby"]) text.removeAttribute(name);
    box.value = number;
    box.checked = false;
    text.value = "";
    list.append(next);
  }
})();
