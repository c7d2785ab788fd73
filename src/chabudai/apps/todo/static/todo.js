// What only the todos need: one more step when the last is filled, all marked at once.
(() => {
  "use strict";

  document.addEventListener("input", ({ target }) => {
    if (target.matches("[data-steps] input")) grow(target.closest("[data-steps]"));
  });

  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-mark-all]")) markAll();
  });

  // A todo that is saved in its row brings the whole list back, with as many rows as "more" had loaded.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.closest("[data-editor]")) return;
    for (const field of document.querySelectorAll("#acts [name='next'], #more [name='to'][form='acts']")) {
      formData.set(field.name, field.value);
    }
  });

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
