// Quick add: what the words of a line say is shown while it is typed: <form data-words="/where/to/ask"> with a field
// #line and a place #words. A touch leaves a word as text, another one reads it again.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let asked = new AbortController();
  let pause;

  async function show(form, left) {
    const box = find("#words");
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("left");
    for (const mark of left) fields.append("left", mark);
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
  });

  function turn(word) {
    const form = word.closest("form");
    const marks = left(form).filter((mark) => mark !== word.dataset.word);
    if (marks.length === left(form).length) marks.push(word.dataset.word);
    show(form, marks);
    form.elements.line.focus();
  }
})();
