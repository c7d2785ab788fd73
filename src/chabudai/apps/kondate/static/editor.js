// The recipe editor: what is typed is read as one types, and kept on the phone until it is saved.
(() => {
  "use strict";
  const PAUSE = 350;
  const PREFIX = "kondate-recipe-draft:";
  const find = (selector, within = document) => within.querySelector(selector);
  const form = find("#recipe-form");
  if (!form) return;
  const texts = () => [...form.querySelectorAll("input:not([type='hidden'], [type='file'], [type='radio']), textarea:not([hidden]), select")];

  // Reading: the latest wins.
  let pause;
  let turn = 0;

  async function readTexts() {
    const mine = ++turn;
    const body = new URLSearchParams();
    for (const name of ["_csrf", "import", "title", "ingredients", "steps"]) {
      const field = find(`[name="${name}"]`, form);
      if (field) body.set(name, field.value);
    }
    try {
      const answer = await fetch("/kondate/recipes/reading", { method: "POST", body, headers: { "x-swap": "1" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!answer.ok || mine !== turn) return;
      for (const id of ["#reading-ingredients", "#reading-steps", "#reading-picture"]) {
        const fresh = find(id, page);
        if (fresh && find(id)) find(id).replaceWith(fresh);
      }
      showPicture();
    } catch {
      // Without a connection it is read when it is saved.
    }
  }

  // What is chosen stands where it will be seen.
  function showPicture() {
    const chosen = find("[name='picture']:checked", form);
    const drawing = chosen && find("img", chosen.parentElement);
    if (drawing) find("#reading-picture").src = drawing.src;
  }

  // The draft: of a form that has one, kept as one types.
  const key = form.dataset.draft && PREFIX + form.dataset.draft;

  function keep(isSent = false) {
    if (!key) return;
    const values = Object.fromEntries(texts().map((field) => [field.name, field.value]));
    values.picture = find("[name='picture']:checked", form)?.value || "";
    const draft = { values, seen: find("[name='seen']", form).value, isSent };
    try {
      localStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // No room, or a private window: then there is no draft.
    }
  }

  function bringBack() {
    const draft = key && JSON.parse(localStorage.getItem(key) || "null");
    if (!draft || form.dataset.fresh === undefined || draft.seen !== find("[name='seen']", form).value) return;
    const changed = texts().filter((field) => field.name in draft.values && draft.values[field.name] !== field.value);
    if (!changed.length) return;
    for (const field of changed) field.value = draft.values[field.name];
    const picture = find(`[name="picture"][value="${CSS.escape(draft.values.picture || "")}"]`, form);
    if (picture) picture.checked = true;
    find("#draft-note").hidden = false;
    readTexts();
  }

  form.addEventListener("input", ({ target }) => {
    if (target.matches("[data-read]")) {
      clearTimeout(pause);
      pause = setTimeout(readTexts, PAUSE);
    }
    keep();
  });
  form.addEventListener("change", ({ target }) => {
    if (target.name !== "picture") return;
    if (target.value) showPicture();
    else readTexts();
  });
  form.addEventListener("submit", () => keep(true));
  document.addEventListener("click", ({ target }) => {
    const drop = target.closest("[data-drop-draft]");
    if (!drop) return;
    if (key) localStorage.removeItem(key);
    if (!drop.href) location.reload();
  });
  try {
    bringBack();
  } catch {
    // Nothing that can be read.
  }
  showPicture();
})();
