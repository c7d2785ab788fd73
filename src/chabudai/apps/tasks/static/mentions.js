// Names of the team are offered while one writes an @ and the beginning of one in a comment.
(() => {
  "use strict";
  const MOST = 6;
  const BEGUN = /[@＠]([^\s@＠]*)$/;
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const before = (field) => field.value.slice(0, field.selectionStart);

  function offer(field) {
    const begun = BEGUN.exec(before(field));
    const known = begun ? all("#task [data-person]").map((each) => each.dataset.person) : [];
    const fitting = known.filter((name) => name.toLowerCase().includes(begun[1].toLowerCase())).slice(0, MOST);
    const options = fitting.map((textContent, at) => {
      const option = Object.assign(document.createElement("li"), { textContent, id: `name-${at}`, className: "menu-item" });
      option.setAttribute("role", "option");
      return option;
    });
    find("#names").replaceChildren(...options);
    find("#names").hidden = !options.length;
    mark(options[0]);
  }

  function mark(option) {
    for (const each of all("#names > li")) each.setAttribute("aria-selected", String(each === option));
    if (option) find("#field-text").setAttribute("aria-activedescendant", option.id);
    else find("#field-text").removeAttribute("aria-activedescendant");
  }

  function put(name) {
    const field = find("#field-text");
    field.focus();
    field.setRangeText(`@${name} `, before(field).search(BEGUN), field.selectionStart, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function choose({ key, target, ctrlKey, metaKey, isComposing }) {
    if (target.id !== "field-text" || find("#names").hidden || ctrlKey || metaKey || isComposing) return false;
    const chosen = find("#names > [aria-selected='true']");
    if (key === "ArrowDown") mark(chosen.nextElementSibling || chosen);
    else if (key === "ArrowUp") mark(chosen.previousElementSibling || chosen);
    else if (key === "Enter" || key === "Tab") put(chosen.textContent);
    else if (key === "Escape") find("#names").hidden = true;
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => choose(event) && event.preventDefault(), true);
  document.addEventListener("input", ({ target }) => target.id === "field-text" && offer(target));
  document.addEventListener("click", ({ target }) => {
    const option = target.closest("#names > li");
    if (option) put(option.textContent);
  });
  if (find("#field-text")) offer(find("#field-text")); // what was written before this was here
})();
