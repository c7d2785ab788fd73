// A task's panel: fields are saved as they are left, what is typed is kept until it is saved, and what others change comes
// into it part by part.
(() => {
  "use strict";
  const LIFETIME = 30 * 24 * 60 * 60 * 1000; // of a draft
  const TYPED = "textarea, input:not([type='hidden'])";
  const LINKS = "a[href*='/task/']";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const panel = () => find("#task");
  const formOf = (element) => element.closest?.("#task form[data-save]");
  const rowOf = (element) => element.closest("details.fact");
  const fieldsOf = (form) => all(TYPED, form);
  const isChanged = (form) => Boolean(find(".fault", form)) || fieldsOf(form).some((field) => field.value !== field.defaultValue);
  const lock = (form, isLocked) => fieldsOf(form).forEach((field) => (field.readOnly = isLocked));

  // Saving: Enter in a line, Ctrl and Enter anywhere, or leaving the field. Of two versions only a button chooses.
  function save(form) {
    if (find("[data-contested]", form) || fieldsOf(form).some((field) => field.readOnly)) return;
    if (isChanged(form)) form.requestSubmit();
    else rowOf(form).open = false;
  }

  // Nothing is typed into what is on its way: the answer would take its place.
  document.addEventListener("submit", ({ target, submitter }) => {
    if (formOf(target) && !submitter?.dataset.view) lock(target, true);
  });

  // What is wrong is not sent again by leaving it.
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    const form = formOf(target);
    if (!form || form.contains(relatedTarget)) return;
    // later: by then the focus is where it goes, or the whole window has lost it
    const isLeft = () => document.hasFocus() && form.isConnected && !form.contains(document.activeElement);
    setTimeout(() => isLeft() && !find(".fault", form) && save(form));
  });

  // A day that was picked is meant; one that is being typed may not be whole.
  let typedAt = -LIFETIME;
  document.addEventListener("change", ({ target }) => {
    if (target.type === "date" && formOf(target) && performance.now() - typedAt > 500) save(formOf(target));
  });

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    typedAt = performance.now();
    if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return;
    if (!panel() || !(target === document.body || target.closest("#task"))) return;
    if (key === "Escape") return leave(event);
    if (key !== "Enter" || !target.matches(TYPED)) return;
    const isSent = event.ctrlKey || event.metaKey;
    const form = formOf(target);
    if (!isSent && (!form || target.matches("textarea:not([data-line])"))) return;
    event.preventDefault();
    if (!form) target.form.requestSubmit();
    else if (isChanged(form)) save(form);
    else close(form);
  });

  function leave(event) {
    const { target } = event;
    const form = formOf(target);
    if (target.closest("details.menu[open]")) return;
    event.preventDefault();
    if (form) close(form);
    else if (target.matches(TYPED)) target.blur();
    else all("[data-close-task]", panel()).find((each) => each.checkVisibility())?.click();
  }

  // Keys of the task that is open, wherever in it one is: how far it is, who has it, until when. Before the page's own.
  const FIELDS = { a: "assignee", d: "end" };

  function press(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || localStorage.keys === "off") return;
    if (!panel() || find("dialog[open]") || !(target === document.body || target.closest("#task"))) return;
    if (target.closest(`${TYPED}, select, details.menu`)) return;
    const statuses = all("#task-status button", panel());
    const now = statuses.findIndex((each) => each.matches("[aria-pressed='true']"));
    const chosen = key === "x" ? statuses[now === 1 ? 2 : 1] : statuses[Number(key) - 1];
    const row = FIELDS[key] && find(`#fact-${FIELDS[key]}`, panel());
    if (!chosen && !row) return;
    event.preventDefault();
    if (row) editBy(row);
    else if (chosen !== statuses[now]) chosen.click();
  }

  addEventListener("keydown", press, true);

  // As it is in the table. Of a text that was typed a draft is kept, and offered where it was.
  function close(form) {
    const { seen } = form.elements;
    for (const field of fieldsOf(form)) {
      if (field.dataset.draft && field.value !== field.defaultValue) keep(field, true);
      field.value = current.get(seen) ?? seen.value;
      field.removeAttribute("aria-invalid");
    }
    if (current.has(seen)) seen.value = current.get(seen);
    find(".fault", form)?.remove();
    find("[data-unsaved]", form)?.setAttribute("hidden", "");
    rowOf(form).open = false;
    offerDrafts();
    focusRow(rowOf(form));
  }

  function focusRow(row) {
    (find("summary > [tabindex]", row) || find("summary", row)).focus({ preventScroll: true });
  }

  // What a tap opens is ready to be filled in, at once: the next key is for it.
  function open(event) {
    const row = event.target.closest("#task details.fact:not([open]) > summary")?.parentElement;
    if (!row) return;
    event.preventDefault();
    edit(row);
  }

  function edit(row) {
    const field = find("textarea", row);
    row.open = true;
    (field || find(".choices [aria-pressed='true']", row) || find(`.choices button, ${TYPED}`, row)).focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    if (!field) return;
    restore(field, true);
    field.setSelectionRange(field.value.length, field.value.length);
  }

  // By its key, wherever that was pressed.
  function editNamed() {
    const [name, isHash] = [panel().wanted || location.hash.replace(/^#fact-/, ""), location.hash.startsWith("#fact-")];
    const row = name && find(`#fact-${CSS.escape(name)}`, panel());
    panel().wanted = null;
    if (!row || (isHash && row.open)) return;
    if (isHash) history.replaceState(history.state, "", location.pathname + location.search);
    editBy(row);
  }

  function editBy(row) {
    edit(row);
    find("input[type='date']", row)?.focus();
  }

  // What a field holds in the table, where it says what it was when a draft of it was begun.
  const current = new WeakMap();

  // Drafts: what is typed stays in this browser, per task, with what the field was when one began.
  const keyOf = (field) => `draft ${find("[data-task]", panel()).dataset.task} ${field.dataset.draft}`;
  const read = (kept, key) => {
    try {
      return JSON.parse(kept.getItem(key));
    } catch {
      return null; // not ours
    }
  };
  const forget = (field) => field.dataset.draft && localStorage.removeItem(keyOf(field));

  function keep(field, isClosed = false) {
    if (field.value === field.defaultValue) return forget(field);
    const draft = { value: field.value, seen: field.form.elements.seen?.value, at: Date.now(), isClosed };
    localStorage.setItem(keyOf(field), JSON.stringify(draft));
  }

  // One that was closed waits until it is asked for.
  function restore(field, isAsked = false) {
    const draft = read(localStorage, keyOf(field));
    const { seen } = field.form.elements;
    if (!draft || find(".fault", field.form) || field.value === draft.value) return;
    if (draft.isClosed && !isAsked) return;
    field.value = draft.value;
    if (!rowOf(field)) return;
    if (!current.has(seen)) current.set(seen, seen.value);
    seen.value = draft.seen;
    find("[data-unsaved]", field.form).removeAttribute("hidden");
    rowOf(field).open = true;
    offerDrafts();
  }

  function offerDrafts() {
    for (const offer of all("[data-offer-draft]", panel())) {
      const field = find(`[data-draft="${offer.dataset.offerDraft}"]`, panel());
      offer.hidden = !field || rowOf(field).open || !read(localStorage, keyOf(field));
    }
  }

  function dropOldDrafts() {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith("draft "))) {
      if (!(Date.now() - read(localStorage, key)?.at < LIFETIME)) localStorage.removeItem(key);
    }
  }

  document.addEventListener("input", ({ target }) => target.closest("#task") && target.dataset.draft && keep(target));

  // After each answer: what was saved is no draft any more, and the keyboard is where the field was.
  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    if (!panel()) return;
    const draft = source.matches("form") && find("[data-draft]", source);
    if (!isOk && formOf(source)) lock(formOf(source), false);
    if (draft && isOk) (source.id === "say" ? keep : forget)(draft);
    arrange();
    const { swap } = source.dataset;
    showChoices(swap);
    if (isOk && source.id === "say") find(".talk > li:last-child", panel())?.scrollIntoView({ block: "nearest" });
    if (document.activeElement !== document.body || !swap) return;
    const row = swap.startsWith("#fact") && find(swap);
    const fault = row && find(".fault :is(a, button)", row);
    if (fault) fault.focus();
    else if (row) focusRow(row);
    else if (swap === "#task") find("#task-name")?.focus({ preventScroll: true });
  });

  // Where someone else was faster, what one can choose from is seen.
  function showChoices(swap) {
    const fault = swap?.startsWith("#fact") && find(`${swap} .fault:has([data-contested])`);
    if (!fault) return;
    fault.scrollIntoView({ block: "nearest" });
    find("[data-contested]", fault).scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("renewed", () => panel() && arrange());

  document.addEventListener("click", (event) => {
    const { target } = event;
    const dropped = target.closest("#task [data-drop-draft]");
    const offer = target.closest("#task [data-offer-draft]");
    const look = target.closest("#task [data-view]");
    if (dropped) drop(offer ? find(`#field-${offer.dataset.offerDraft}`).form : formOf(dropped), dropped.matches("button"));
    else if (offer && target.closest("button")) edit(rowOf(find(`#field-${offer.dataset.offerDraft}`)));
    if (look) showLook(look);
    if (target.matches(".check-line > .row-title")) reword(target);
    open(event);
    goOn(event);
  });

  function drop(form, isClosed) {
    for (const field of fieldsOf(form)) (field.value = field.defaultValue), forget(field);
    if (isClosed) close(form);
  }

  // A description, while it is written: as text, or as it will look.
  function showLook({ form, dataset }) {
    const isWritten = dataset.view === "write";
    for (const each of all("[data-view]", form)) each.setAttribute("aria-pressed", String(each.dataset.view === dataset.view));
    find("textarea", form).hidden = !isWritten;
    if (isWritten) find("#description-preview").replaceChildren(), find("textarea", form).focus();
  }

  // A line of the checklist is put right where it stands: Enter or leaving it saves, Escape leaves it as it was.
  function reword(title) {
    const row = title.closest(".check-line");
    const field = Object.assign(document.createElement("input"), { className: "input", name: "text", value: title.textContent });
    const key = Object.assign(document.createElement("input"), { type: "hidden", name: "line", value: row.dataset.id });
    for (const each of [field, key]) each.setAttribute("form", "lines");
    field.setAttribute("aria-label", title.textContent);
    title.replaceWith(field, key);
    field.focus();
    const end = (isSaved) => {
      field.onblur = null;
      if (isSaved && field.value.trim() && field.value !== title.textContent) return find("#lines").requestSubmit();
      key.remove();
      field.replaceWith(title);
    };
    field.onblur = () => end(true);
    field.onkeydown = (event) => {
      const isEnter = event.key === "Enter" && !event.isComposing && event.keyCode !== 229;
      if (!isEnter && event.key !== "Escape") return;
      event.preventDefault();
      end(isEnter);
    };
  }

  // Where it stands in the list that one came from: J and K go on and back. Beside a list that one is asked.
  const listOf = (link) => link.closest("#rows, #groups, .month, .timeline-sheet") || link.closest("ul, ol, tbody");
  const linkTo = (path) => all(`main ${LINKS}`).find((each) => !each.closest("#task") && each.pathname === path);

  function arrange() {
    if (!find("#task [data-task]")) return;
    all("[data-draft]", panel()).forEach((field) => restore(field));
    offerDrafts();
    editNamed();
    const copied = find("[data-copy]", panel());
    copied.dataset.copy = copied.href;
    const beside = linkTo(copied.pathname);
    const known = read(sessionStorage, "tasks") || {};
    const urls = beside ? all(LINKS, listOf(beside)).map((each) => each.pathname) : known.urls;
    const list = [...new Set(urls)];
    const at = find("#task-status", panel()) ? list.indexOf(copied.pathname) : -1; // what is in the trash stands nowhere
    const total = (beside ? countIn(listOf(beside)) : known.total) || list.length;
    if (at >= 0 && !beside) all("[data-close-task]", panel()).forEach((each) => (each.href = known.from));
    find("[data-place]", panel()).textContent = at >= 0 && list.length > 1 ? ` · ${at + 1} / ${total}` : "";
    for (const link of all("[data-neighbour]", panel())) {
      const next = at >= 0 && list[at + Number(link.dataset.neighbour)];
      link.hidden = !next;
      if (next) link.href = next;
    }
  }

  // How many a list has, also of those that are not shown.
  function countIn(list) {
    return list.closest("[data-column]") ? find(".column-head .soft", list.closest("[data-column]")).textContent : list.dataset.total;
  }

  function goOn(event) {
    const link = event.target.closest("[data-neighbour]");
    const own = link && linkTo(link.pathname);
    if (own) event.preventDefault(), own.click();
  }

  // What others changed: what one is at, or has typed into, is left alone until it is let go.
  const LATEST = 20; // of what was said and done; more only where one has asked for all
  const PARTS = "#task-place, #fact-title, #task-status, .task-facts > .fact, #fact-description, #shown-description, #task-checks, #task-thread";
  const THROWN = ".task-inner > .notice";
  const isTyped = (part) => fieldsOf(part).some((field) => field.value !== field.defaultValue);
  const isHeld = (part) => part.matches("[open], :has(:focus-visible:not(#task-name))") || isTyped(part);
  let isStale = false;

  document.addEventListener("looked", ({ detail: { isNew } }) => ((isStale ||= isNew), renew()));
  document.addEventListener("task:left", () => ((isStale = true), renew()));

  async function renew() {
    const path = panel() && find("[data-copy]", panel())?.pathname;
    if (!isStale || !path) return;
    isStale = false;
    const url = path + (all(".talk > li", panel()).length > LATEST ? "?thread=all" : "");
    const answer = await fetch(url, { headers: { "X-Swap": "1", Accept: "text/html" } }).catch(() => null);
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page || find("[data-copy]", panel())?.pathname !== path) return (isStale = answer?.status !== 404);
    if (!find("#task-status", page) === !find("#task-status", panel())) exchangeParts(page);
    else exchangeAll(page);
    document.dispatchEvent(new Event("renewed"));
  }

  function exchangeParts(page) {
    find(THROWN, panel())?.remove(); // it was restored
    for (const part of all(PARTS, panel())) {
      const fresh = find(`#${part.id}`, page);
      if (!fresh || plain(fresh).isEqualNode(plain(part))) continue;
      if (isHeld(part)) isStale = true;
      else exchange(part, () => part.replaceWith(fresh));
    }
  }

  // What is said, without what only goes along with a form.
  function plain(part) {
    const copy = part.cloneNode(true);
    for (const field of all("input", copy)) field.remove();
    return copy;
  }

  // The heading is where the keyboard is when a task was opened.
  function exchange(part, change) {
    const isNamed = part.contains(document.activeElement);
    change();
    if (isNamed) find("#task-name").focus({ preventScroll: true });
  }

  // It was thrown away, or restored: another kind of page, and what is being typed stays until it is let go.
  function exchangeAll(page) {
    const notice = find(THROWN, page);
    if (notice) find("#live").textContent = find("[data-message]", notice).textContent;
    const isInUse = isTyped(panel()) || panel().matches(":has(:is(input, textarea):focus)");
    if (!isInUse) return exchange(panel(), () => panel().replaceChildren(...all("body > :is(.task-head, .task-inner, .say)", page)));
    isStale = true;
    if (notice && !find(THROWN, panel())) find(".task-inner", panel()).prepend(notice);
    for (const button of all("#task-status button", panel())) button.disabled = Boolean(notice);
  }

  if (document.readyState === "loading") addEventListener("DOMContentLoaded", arrange);
  else arrange();
  dropOldDrafts();
})();
