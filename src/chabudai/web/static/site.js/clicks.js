// What a click does, by what the element says of itself: swapping links, menus, and small helps with fields.

const clicks = {
  "[data-cancel]": (source) => closeEditor(source.closest("[data-editor]")),
  "[data-leave-search]": () => leaveSearch(find("form.search[data-filter]")),
  "[data-sheet]": (source) => (openSheet(source), true),
  "[data-swap]": (source) => source.href && (swap(source, source.href), true),
  "[data-dialog]": (source) => (dismiss(find(".toast")), find(source.dataset.dialog).showModal(), true),
  "[data-close]": (source) => (source.closest("dialog")?.close(), dismiss(source.closest(".toast")), true),
  "[data-back]": () => (history.back(), true),
  "[data-copy]": (source) => (copy(source.dataset.copy), true),
  "[data-set]": (source) => (fill(find(source.dataset.set), source.dataset.value), true),
  "[data-reveal]": (source) => (reveal(source, find(source.dataset.reveal)), true),
  "[data-press]": (source) => (pressInRow(source), true),
  "[data-focus]": (source) => focusOn(source.dataset.focus),
};

document.addEventListener("click", (event) => {
  const menu = event.target.closest("details.menu");
  all("details.menu[open]").forEach((open) => open !== menu && (open.open = false));
  if (event.target.matches("dialog")) event.target.close();
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  for (const [selector, act] of Object.entries(clicks)) {
    const source = event.target.closest(selector);
    if (source && act(source)) return event.preventDefault();
  }
});

// A page that opens over this one: <a href data-sheet data-swap="#sheet-body">, beside a dialog #sheet that has this part.
// What is told while it is open is told in it.
function openSheet(source) {
  const sheet = find("#sheet");
  const menu = source.closest("details.menu");
  if (menu) (menu.open = false), find("summary", menu).focus();
  sheet.onclose = () => find("main").before(find("#toasts"));
  swap(source, source.href).then((isOk) => isOk && (sheet.append(find("#toasts")), sheet.showModal()));
}

// A row's menu is made as it is first opened.
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open || !target.matches("[data-menu]") || target.children.length > 1) return;
    target.append(find("#row-menu").content.cloneNode(true));
  },
  true,
);

function pressInRow(item) {
  const row = item.closest("[data-row]");
  item.closest("details.menu").open = false;
  find(`[data-row-key="${item.dataset.press}"]`, row).click();
}

function focusOn(selector) {
  const field = find(selector);
  if (!field) return false;
  field.focus({ preventScroll: true });
  scrollTo(0, 0);
  return true;
}

function copy(text) {
  navigator.clipboard?.writeText(text).then(() => say(words().copied, "done"), () => say(words().failed, "fault"));
}

function fill(input, value) {
  input.value = value;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  input.focus();
}

function reveal(button, input) {
  const isShown = input.type === "text";
  input.type = isShown ? "password" : "text";
  button.setAttribute("aria-pressed", String(!isShown));
}
