// What only the wardrobe's forms need: pieces that line up as they are ticked, an address handed on. Every form is sent and answered without this file too.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const box = (item) => find("input", item);
  const named = (list, id) => find(`${list} > [data-id="${CSS.escape(id)}"]`);

  // Pieces: #chosen holds those that are sent, in their order; one that is ticked in #picks-list lines up as its copy.

  document.addEventListener("change", ({ target }) => {
    const item = target.closest("#choosing [data-id]");
    if (item) {
      if (item.closest("#chosen")) takeOut(item);
      else if (target.checked) choose(item);
      else takeOut(named("#chosen", item.dataset.id));
    }
    if (target.id === "field-date") press(target);
  });

  function choose(item) {
    if (named("#chosen", item.dataset.id)) return;
    const copy = item.cloneNode(true);
    copy.append(tools(item.dataset.id, find(".pick-name", item).textContent));
    box(copy).checked = true;
    box(item).removeAttribute("name");
    find("#chosen").append(copy);
    copy.scrollIntoView({ block: "nearest", inline: "nearest" });
    tell();
  }

  function tools(id, name) {
    const made = find("#chosen-tools").content.cloneNode(true);
    for (const button of all("button", made)) button.value = button.value.replace("{id}", id);
    for (const word of all(".sr", made)) word.textContent = word.textContent.replace("{name}", name);
    return made;
  }

  function takeOut(item) {
    const kept = named("#picks-list", item.dataset.id);
    const held = item.contains(document.activeElement);
    const next = item.nextElementSibling || item.previousElementSibling;
    if (kept) {
      box(kept).name = box(item).name;
      item.remove();
    } else {
      find(".pick-tools", item).remove();
      find("#picks-list").prepend(item);
    }
    box(kept || item).checked = false;
    if (held) (next ? box(next) : find("#chosen")).focus({ preventScroll: true });
    tell();
  }

  function tell() {
    const count = find("#chosen").children.length;
    const most = Number(find("#choosing").dataset.most);
    for (const each of all("[data-count]")) each.textContent = `${count} / ${most}`;
    find("#too-many").hidden = count <= most;
    find("#live").textContent = count > most ? find("#too-many").textContent : `${count} / ${most}`;
  }

  // A browser that comes back to a form ticks what was ticked.
  addEventListener("pageshow", () => all("#picks-list :checked").forEach((each) => choose(each.closest("[data-id]"))));

  document.addEventListener("click", ({ target }) => {
    const sharer = target.closest("[data-share]");
    if (sharer) navigator.share({ title: sharer.dataset.title, url: sharer.dataset.share }).catch(() => {});
  });

  document.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && find("#choosing") && event.target.matches("input.input")) enter(event);
  });

  // Without a script Enter would search, whichever field one is in.
  function enter(event) {
    event.preventDefault();
    if (event.target.closest("[data-filter]")) find("button", event.target.closest("[data-filter]")).click();
    else event.target.form.requestSubmit(find("[data-save]"));
  }

  function press(input) {
    for (const chip of all(`[data-set="#${input.id}"]`)) chip.setAttribute("aria-pressed", String(chip.dataset.value === input.value));
  }

  if (navigator.share) document.documentElement.classList.add("can-share");
})();
