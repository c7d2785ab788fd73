// What only the wardrobe's forms need: pieces that line up as they are ticked, a photo seen before it is sent, an address
// handed on. Every form is sent and answered without this file too.
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
    if (target.matches("[data-seek] select")) seek(target);
    if (target.closest("[data-photo]")) show(target);
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

  function moved(item, held) {
    const order = [...item.parentElement.children];
    item.scrollIntoView({ block: "nearest", inline: "nearest" });
    held?.focus({ preventScroll: true });
    find("#live").textContent = `${find("#toasts").dataset.moved} ${order.indexOf(item) + 1} / ${order.length}`;
  }

  function step(item, by, held) {
    if (by < 0) item.previousElementSibling?.before(item);
    else item.nextElementSibling?.after(item);
    moved(item, held);
  }

  document.addEventListener("click", (event) => {
    const mover = event.target.closest("#chosen [name='move']");
    const sharer = event.target.closest("[data-share]");
    if (mover) {
      event.preventDefault();
      step(mover.closest("[data-id]"), mover.value.endsWith("left") ? -1 : 1, mover);
    }
    if (sharer) navigator.share({ title: sharer.dataset.title, url: sharer.dataset.share }).catch(() => {});
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.isComposing || event.keyCode === 229) return;
    const item = target.closest("#chosen [data-id]");
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (item && by && event.altKey) {
      event.preventDefault();
      step(item, by, target);
    }
    if (key === "Enter" && find("#choosing") && target.matches("input.input")) enter(event);
  });

  // Without a script Enter would search, whichever field one is in.
  function enter(event) {
    event.preventDefault();
    if (event.target.closest("[data-seek]")) seek(event.target);
    else event.target.form.requestSubmit(find("[data-save]"));
  }

  // Dragged by its handle, to the left and right and between lines; sort.js is for lists that go down and are sent at once.
  document.addEventListener("pointerdown", (event) => {
    const item = event.target.closest("#chosen [data-handle]")?.closest("[data-id]");
    if (!item || event.button) return;
    event.preventDefault();
    const home = item.nextElementSibling;
    const listeners = { pointermove: (at) => drag(item, at), pointerup: stop, pointercancel: stop };
    function stop({ type }) {
      for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener);
      item.classList.remove("dragging");
      if (type === "pointercancel") item.parentElement.insertBefore(item, home);
      else if (item.nextElementSibling !== home) moved(item);
    }
    item.classList.add("dragging");
    for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener);
  });

  function drag(item, { clientX, clientY }) {
    const list = item.parentElement;
    const edge = list.getBoundingClientRect();
    if (clientX < edge.left + 40) list.scrollLeft -= 12;
    if (clientX > edge.right - 40) list.scrollLeft += 12;
    const follows = (each) => {
      const { top, bottom, left, width } = each.getBoundingClientRect();
      return clientY < top || (clientY < bottom && clientX < left + width / 2);
    };
    const next = [...list.children].filter((each) => each !== item).find(follows) || null;
    if (next !== item.nextElementSibling) list.insertBefore(item, next);
  }

  // Searching: while one types, a moment after the last letter, and again if a search was still on its way.

  let pause;
  document.addEventListener("input", ({ target, isComposing }) => {
    if (isComposing || !target.matches("[data-seek] input")) return;
    clearTimeout(pause);
    pause = setTimeout(() => seek(target), 300);
  });

  function seek(field) {
    const button = find("button", field.closest("[data-seek]"));
    clearTimeout(pause);
    if (document.body.getAttribute("aria-busy")) pause = setTimeout(() => seek(field), 100);
    else button.click();
  }

  function press(input) {
    for (const chip of all(`[data-set="#${input.id}"]`)) chip.setAttribute("aria-pressed", String(chip.dataset.value === input.value));
  }

  // A photo is seen before it is sent; one that can't be kept is told at once and left out.

  function show(input) {
    const [file] = input.files;
    if (!file) return;
    const field = input.closest("[data-photo]");
    const heavy = file.size > Number(field.dataset.heaviest);
    const other = file.type !== "" && !input.accept.split(",").includes(file.type);
    find("[data-photo-heavy]").hidden = !heavy;
    find("[data-photo-other]").hidden = heavy || !other;
    if (heavy || other) return (input.value = "");
    const image = new Image();
    image.src = URL.createObjectURL(file);
    image.onload = () => {
      URL.revokeObjectURL(image.src);
      find(".photo", field).replaceChildren(image);
    };
    find("[data-photo-name]", field).textContent = file.name;
  }

  if (navigator.share) document.documentElement.classList.add("can-share");
})();
