// A task stands beside the page that it was opened from, where there is room for it, and the address says which: ?task=….
// Others say "task:open"; what was changed in it is looked for on the page.
(() => {
  "use strict";
  const LINK = "main a[href*='/task/']:not([data-swipe-left])";
  const find = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const aside = () => find("#task.task-side");
  const isWide = () => matchMedia("(min-width: 900px)").matches;
  const links = () => all(LINK).filter((each) => !each.closest("#task"));
  const linkTo = (path) => links().find((each) => each.pathname === path);
  const shown = () => aside() && find("[data-copy]", aside())?.pathname;

  // Within a team's own pages its id goes without saying.
  function addressed() {
    const said = new URL(location.href).searchParams.get("task");
    const [team, id] = said?.includes("/") ? said.split("/") : [location.pathname.split("/")[2], said];
    return id && new URL(`/tasks/${team}/task/${id}`, location).pathname; // as links have it
  }

  function addressWith(path) {
    const url = new URL(location.href);
    const [, , team, , id] = decodeURIComponent(path || "").split("/");
    if (path) url.searchParams.set("task", location.pathname.split("/")[2] === team ? id : `${team}/${id}`);
    else url.searchParams.delete("task");
    return url.href.replaceAll("%2F", "/");
  }

  // By the page's own way of changing its parts; `then` when it stands there.
  const opening = new WeakMap();

  function open(path, then = () => {}) {
    const link = Object.assign(document.createElement("a"), { href: path, hidden: true });
    link.dataset.swap = "#task";
    opening.set(link, () => (arrive(path), then()));
    document.body.append(link);
    link.click();
    link.remove();
  }

  function arrive(path) {
    if (addressed() !== path) history.pushState({}, "", addressWith(path));
    settle();
    aside().scrollTop = 0;
    find("#task-name")?.focus({ preventScroll: true });
  }

  // What leads back leads here, and its row is marked.
  function settle() {
    const path = shown();
    for (const link of links()) (link.closest("[data-row]") || link).classList.toggle("open", link.pathname === path);
    if (!path) return;
    if (!addressed()) history.replaceState(history.state, "", addressWith(path)); // the list was narrowed meanwhile
    for (const field of all("[name='next']", aside())) field.value = field.form.action.endsWith("/trash") ? addressWith(null) : location.href;
    for (const link of all("[data-close-task]", aside())) link.href = addressWith(null);
  }

  function close(isBack = false) {
    const link = shown() && linkTo(shown());
    if (!shown()) return false;
    aside().replaceChildren();
    if (!isBack) history.pushState({}, "", addressWith(null));
    settle();
    link?.focus({ preventScroll: true });
    return true;
  }

  document.addEventListener(
    "click",
    (event) => {
      const { target } = event;
      if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.defaultPrevented || !aside()) return;
      const link = target.closest(LINK);
      if (target.closest("#task.task-side [data-close-task]")) close();
      else if (link && !link.closest("#task") && isWide()) open(link.pathname);
      else return;
      event.preventDefault();
    },
    true,
  );

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || find("dialog[open]")) return;
    if (!event.target.closest("#task, details[open], input, textarea, select") && close()) event.preventDefault();
  });

  // A field of the task by its key: who has it, until when. It opens ready to be filled in.
  document.addEventListener("task:open", ({ detail: { path, field } }) => {
    if (!isWide()) return location.assign(`${path}#fact-${field}`);
    open(path, () => {
      aside().wanted = field; // its script may only be on its way
      document.dispatchEvent(new Event("renewed"));
    });
  });
  document.addEventListener("renewed", settle);

  document.addEventListener("swapped", ({ detail: { source, isOk } }) => {
    if (isOk) opening.get(source)?.();
    settle();
    const isSaved = !source.isConnected && !opening.has(source); // a field's form, whose place another has taken
    if (!opening.has(source) && (isSaved || source.closest("#task"))) document.dispatchEvent(new Event("look"));
  });

  addEventListener("popstate", ({ state }) => {
    if (state?.target || !aside()) return; // the page's own
    const path = addressed();
    if (!path) close(true);
    else if (path !== shown()) open(path);
  });

  if (aside() && !shown() && addressed()) isWide() ? open(addressed()) : location.replace(addressed());
  settle();
})();
