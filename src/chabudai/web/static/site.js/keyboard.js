// Keys: data-key on whatever they press, data-row-key inside a row; j and k walk the rows, Escape closes, ? tells all.
// data-key="g b" is two of them within a second.

let before = { key: "", at: 0 };

function isTyping(element) {
  return element.closest("textarea, select, [contenteditable], input:not([type='checkbox'], [type='radio'])");
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return;
  if (event.altKey) return;
  const isDone = key === "Escape" ? leave(target) : press(event);
  if (isDone) event.preventDefault();
});

function press({ key, target }) {
  const menu = target.closest("details.menu[open]");
  const by = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (menu && by) return walk(all(".menu-item, .segment", menu), target, by);
  if (key.length > 1 || isTyping(target) || localStorage.keys === "off" || find("dialog[open]")) return false;
  if (key === "?") return tellKeys();
  const row = target.closest("[data-row]");
  if (key === "j" || key === "k") return walk(all("[data-row]").map(entry), row, key === "j" ? 1 : -1);
  const name = CSS.escape(key);
  const both = performance.now() - before.at < 1000 && find(`[data-key="${CSS.escape(`${before.key} ${key}`)}"]`);
  before = { key, at: performance.now() };
  const wanted = both || (row && find(`[data-row-key="${name}"]`, row)) || find(`[data-key="${name}"]`);
  if (!wanted) return false;
  if (isTyping(wanted)) wanted.focus(), wanted.select?.();
  else wanted.click();
  return true;
}

function walk(stops, from, by) {
  const at = stops.findIndex((stop) => stop === from || from?.contains?.(stop));
  const next = at < 0 ? (by > 0 ? 0 : stops.length - 1) : Math.max(0, Math.min(stops.length - 1, at + by));
  stops[next]?.focus();
  return true;
}

function leave(target) {
  const menu = target.closest("details:is(.menu, .confirm)[open]");
  const editor = target.closest("[data-editor]") || (target === document.body && find("[data-editor]"));
  if (menu) (menu.open = false), find("summary", menu).focus();
  else if (editor) return closeEditor(editor);
  else if (target.closest(".search")) {
    target.blur();
    return Boolean(target.value || wordsIn(location.href)) && leaveSearch(target.closest("[data-filter]"));
  }
  return Boolean(menu);
}

function tellKeys() {
  const list = find("#keys dl");
  all("[data-found]", list).forEach((each) => each.remove());
  const seen = new Set();
  for (const element of all("[data-key], [data-row-key]")) {
    const key = element.dataset.key || element.dataset.rowKey;
    if (seen.has(key)) continue;
    seen.add(key);
    const name = element.dataset.keyName || element.getAttribute("aria-label") || element.textContent.trim();
    list.append(keyPart("dt", name), keyPart("dd", key, "kbd"));
  }
  find("[data-keys-switch]").checked = localStorage.keys !== "off";
  find("#keys").showModal();
  return true;
}

function keyPart(tag, text, inner) {
  const element = document.createElement(tag);
  element.dataset.found = "";
  (inner ? element.appendChild(document.createElement(inner)) : element).textContent = text;
  return element;
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-keys-switch]")) localStorage.keys = target.checked ? "on" : "off";
});
